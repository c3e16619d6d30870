"""The parts of rules as PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from csp_sudoku.render.shapes import Box, Part, Strokes, Words

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_RISE = 0.36
"""From a symbol's middle down to its baseline, for a size of 1."""
_DASHES = (0.1, 0.065)


class Spot(NamedTuple):
    """Where a board is drawn: its top left corner, and the side of a cell."""

    left: float
    top: float
    cell: float

    def point(self, row: float, column: float) -> tuple[float, float]:
        """Return the point this many rows below and columns to the right of the corner."""
        return self.left + column * self.cell, self.top - row * self.cell


def draw(canvas: Canvas, parts: Iterable[Part], spot: Spot, font_for: Callable[[str], str]) -> None:
    """Draw parts at a spot; `font_for` returns the name of the font for a text."""
    for part in parts:
        if isinstance(part, Strokes):
            _strokes(canvas, part, spot)
        elif isinstance(part, Box):
            _box(canvas, part, spot)
        else:
            _words(canvas, part, spot, font_for)


def _strokes(canvas: Canvas, part: Strokes, spot: Spot) -> None:
    path = canvas.beginPath()
    for first, *others in part.paths:
        path.moveTo(*spot.point(*first))
        for point in others:
            path.lineTo(*spot.point(*point))
        if part.is_closed:
            path.close()
    look = _pens(canvas, part.colour, part.fill, part.width * spot.cell)
    if part.is_dashed:
        canvas.setDash([length * spot.cell for length in _DASHES])
        canvas.setLineCap(0)
    else:
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
    canvas.drawPath(path, **look)
    canvas.setDash()
    canvas.setLineJoin(0)


def _box(canvas: Canvas, part: Box, spot: Spot) -> None:
    look = _pens(canvas, part.colour, part.fill, part.border * spot.cell)
    x, y = spot.point(part.top + part.height, part.left)
    width, height, radius = (
        length * spot.cell for length in (part.width, part.height, part.radius)
    )
    if radius:
        canvas.roundRect(x, y, width, height, radius, **look)
    else:
        canvas.rect(x, y, width, height, **look)


def _words(canvas: Canvas, part: Words, spot: Spot, font_for: Callable[[str], str]) -> None:
    size = part.size * spot.cell
    x, y = spot.point(part.row, part.column)
    canvas.setFont(font_for(part.text), size)
    canvas.setFillColor(_colour(part.colour))
    write = canvas.drawCentredString if part.is_centred else canvas.drawString
    write(x, y - _RISE * size, part.text)


def _pens(canvas: Canvas, colour: str | None, fill: str | None, width: float) -> dict[str, int]:
    """Set the colours of a drawing, and return whether it has a border and is filled."""
    if colour is not None:
        canvas.setStrokeColor(_colour(colour))
        canvas.setLineWidth(width)
    if fill is not None:
        canvas.setFillColor(_colour(fill))
    return {"stroke": int(colour is not None), "fill": int(fill is not None)}


def _colour(name: str) -> Any:
    from reportlab.lib.colors import toColor

    return toColor(name)
