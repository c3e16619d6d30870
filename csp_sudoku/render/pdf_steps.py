"""What a step adds to a board in a PDF: tinted cells, marked candidates, and links.

As on the screen, colour is never the only sign: cleared candidates are struck out, fins are in a
square, and weak links are dashed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from csp_sudoku.boards import Board
from csp_sudoku.render.geometry import Marks, marks_of
from csp_sudoku.render.highlights import group_cells
from csp_sudoku.render.pdf_parts import Spot
from csp_sudoku.render.scene import Scene

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

    from csp_sudoku.logic.step import Candidate, Step

Point: TypeAlias = tuple[float, float]

_GROUP = (0.992, 0.973, 0.882)
_SUPPORT = (0.9, 0.9, 0.9)
_PATTERN_CELL = (0.894, 0.945, 0.98)
_PLACED_CELL = (0.827, 0.937, 0.898)
_PATTERN = (0.616, 0.82, 0.941)
_FIN = (0.941, 0.725, 0.227)
_PLACED = (0.55, 0.85, 0.72)
_CLEARED = (0.835, 0.369, 0.0)
_CLEARED_DISC = (0.976, 0.765, 0.635)
_LINK = (0.533, 0.133, 0.333)


def draw_tints(canvas: Canvas, step: Step, board: Board, spot: Spot) -> None:
    """Tint the cells of a step."""
    tints = dict.fromkeys(group_cells(step, board), _GROUP)
    tints |= dict.fromkeys(step.support, _SUPPORT)
    tints |= {cell: _PATTERN_CELL for cell, _ in (*step.pattern, *step.fins)}
    tints |= {cell: _PLACED_CELL for cell, _ in step.placements}
    for cell, colour in tints.items():
        row, column = board.cells[cell]
        canvas.setFillColorRGB(*colour)
        x, y = spot.point(row + 1, column)
        canvas.rect(x, y, spot.cell, spot.cell, stroke=0, fill=1)


def draw_marks(canvas: Canvas, step: Step, scene: Scene, spot: Spot, pitch: float) -> None:
    """Mark the candidates of a step, and draw its links; the symbols are written over them."""
    marks = marks_of(scene.board.size)

    def place(candidate: Candidate) -> Point:
        row, column = scene.board.cells[candidate.cell]
        return mark_place(marks, candidate.value, spot.point(row + 0.5, column + 0.5), pitch)

    radius = 0.5 * pitch
    done = {*step.placements, *step.eliminations}
    for candidates, colour in (
        (set(step.pattern) - done - set(step.fins), _PATTERN),
        (set(step.eliminations), _CLEARED_DISC),
        (set(step.placements), _PLACED),
    ):
        canvas.setFillColorRGB(*colour)
        for candidate in sorted(candidates):
            canvas.circle(*place(candidate), radius, stroke=0, fill=1)
    canvas.setFillColorRGB(*_FIN)
    for candidate in sorted(set(step.fins) - done):
        x, y = place(candidate)
        canvas.rect(x - radius, y - radius, 2 * radius, 2 * radius, stroke=0, fill=1)
    canvas.setStrokeColorRGB(*_CLEARED)
    canvas.setLineWidth(max(0.5, pitch / 9))
    for candidate in sorted(set(step.eliminations)):
        x, y = place(candidate)
        canvas.line(x - radius, y - radius, x + radius, y + radius)
    canvas.setStrokeColorRGB(*_LINK)
    for link in dict.fromkeys(step.links):
        canvas.setDash([] if link.is_strong else [2.2, 1.6])
        canvas.line(*_shortened(place(link.start), place(link.end), radius))
    canvas.setDash([])


def mark_place(marks: Marks, value: int, middle: Point, pitch: float) -> Point:
    """Return the middle of a candidate in a cell with this middle."""
    down, across = marks.place(value)
    return (
        middle[0] + pitch * (across - (marks.columns - 1) / 2),
        middle[1] - pitch * (down - (marks.rows - 1) / 2),
    )


def _shortened(start: Point, end: Point, radius: float) -> tuple[float, float, float, float]:
    """Return a line between two discs."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = max((across**2 + down**2) ** 0.5, 2 * radius + 0.1)
    x, y = across / length * radius, down / length * radius
    return start[0] + x, start[1] + y, end[0] - x, end[1] - y
