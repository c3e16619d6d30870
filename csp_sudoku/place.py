"""A place in a text, as errors and records name it."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """A place in a text: source, line and column count from 1, as editors do.

    >>> str(Place("games.txt", 3, 17))
    'games.txt:3:17'
    """

    source: str = "<text>"
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        numbers = [str(n) for n in (self.line, self.column) if n is not None]
        return ":".join([self.source, *numbers])
