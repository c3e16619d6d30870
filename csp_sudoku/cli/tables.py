"""Tables in text: columns that stand below each other."""

from __future__ import annotations

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table with a head; the last column is as wide as it likes.

    >>> print(table(("name", "age"), [("Ada", "36"), ("Al", "9")]))
    NAME  AGE
    Ada   36
    Al    9
    """
    lines = [[word.upper() for word in head], *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(f"{word:{width}}" for word, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
