"""Paper: the size of a page, and its margins, which are mirrored where pages are bound."""

from __future__ import annotations

from typing import NamedTuple

from csp_sudoku.errors import CspSudokuError

_INCH = 72.0
_MILLIMETRE = _INCH / 25.4
PAGES = {
    "a4": (595.28, 841.89),
    "a5": (419.53, 595.28),
    "letter": (8.5 * _INCH, 11 * _INCH),
    "6x9": (6 * _INCH, 9 * _INCH),
    "8.5x11": (8.5 * _INCH, 11 * _INCH),
}
"""The width and height of paper in points; 6x9 and 8.5x11 are the inches of printed books."""
_GUTTERS = {"6x9": 9.5, "8.5x11": 9.5}
"""What books of these sizes need at the inner edge beside the margin, in millimetres."""
_MOST_GUTTER = 40.0


class Paper(NamedTuple):
    """A page: its size, the margin at three edges, and what the inner edge has more of."""

    width: float
    height: float
    margin: float
    gutter: float = 0.0

    @classmethod
    def named(cls, page: str, gutter: float | None = None) -> Paper:
        """Return paper by its name, with a gutter in millimetres or the usual one of its kind.

        >>> Paper.named("a4").room, Paper.named("6x9").left(1) > Paper.named("6x9").left(2)
        ((499.28, 745.89), True)
        """
        name = page.lower().removesuffix("in").strip() if isinstance(page, str) else page
        if name not in PAGES:
            raise CspSudokuError(
                f"there is no paper size {page!r}", fix=f"use one of {', '.join(PAGES)}"
            )
        if gutter is None:
            gutter = _GUTTERS.get(name, 0.0)
        if not 0 <= gutter <= _MOST_GUTTER:
            raise CspSudokuError(
                f"the gutter is {gutter:g} mm", fix=f"use 0 to {_MOST_GUTTER:g} millimetres"
            )
        width, height = PAGES[name]
        margin = 48.0 if width > 500 else 36.0
        return cls(width, height, margin, gutter * _MILLIMETRE)

    @property
    def room(self) -> tuple[float, float]:
        """The width and height inside the margins."""
        return self.width - 2 * self.margin - self.gutter, self.height - 2 * self.margin

    def left(self, page: int) -> float:
        """Return the left margin of a page: right-hand pages, the odd ones, are bound there."""
        return self.margin + (self.gutter if page % 2 else 0.0)
