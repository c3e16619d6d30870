"""The plain line: 81 digits for a 9x9 board, as nearly all puzzles are written."""

from __future__ import annotations

_SYMBOLS = "0123456789.*_"
_VALUES = bytes(max(0, code - 48) for code in range(58)).ljust(256, b"\0")


def is_classic(line: str) -> bool:
    r"""Whether a line is 81 digits or blanks, and at most a remark after a tab.

    >>> is_classic("1" + 80 * "."), is_classic(81 * "." + "\tempty"), is_classic(80 * ".")
    (True, True, False)
    """
    cells = line.partition("\t")[0]
    return len(cells) == 81 and not cells.strip(_SYMBOLS)


def values_of(line: str) -> bytes | None:
    """Return the value of each cell of a plain line, 0 for an open one; None for other lines.

    >>> values_of(".12" + 78 * "*").hex()[:8]
    '00010200'
    """
    return line[:81].encode("ascii").translate(_VALUES) if is_classic(line) else None


def is_classic_head(head: bytes) -> bool:
    r"""Whether the first lines of a text, cut off anywhere, are classic, comments aside.

    >>> is_classic_head(b"# easy" + 2 * (b"\n" + 81 * b".") + b"\n1...4"), is_classic_head(b"1..4")
    (True, False)
    """
    text = head.removeprefix(b"\xef\xbb\xbf").decode("ascii", "replace")
    lines = text.splitlines()
    if len(lines) > 1 and not text.endswith("\n"):
        lines.pop()
    content = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return bool(content) and all(map(is_classic, content))
