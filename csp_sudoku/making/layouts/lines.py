"""Lines, drawn on the empty board before it is filled: thermometers, arrows, whispers, renban."""

from __future__ import annotations

from collections.abc import Callable

from csp_sudoku.making.layouts.canvas import Canvas, Shape, Unit
from csp_sudoku.rules import Rule, arrow, renban, thermo, whisper

_SHARE = 0.32
"""The part of the board that lines cover, unless their number is given."""


def thermos(canvas: Canvas, wanted: int | None) -> list[Unit]:
    """Draw thermometers of 3 to 7 cells."""
    return _drawn(canvas, wanted, (3, 4, 4, 5, 5, 6, 7), thermo)


def arrows(canvas: Canvas, wanted: int | None) -> list[Unit]:
    """Draw arrows with shafts of 2 to 4 cells."""
    return _drawn(canvas, wanted, (3, 3, 4, 4, 4, 5), lambda cells: arrow(cells[0], cells[1:]))


def whispers(canvas: Canvas, wanted: int | None) -> list[Unit]:
    """Draw whisper lines of 4 to 8 cells; on 9x9 neighbours differ by at least 5."""
    difference = (canvas.board.size + 1) // 2
    return _drawn(canvas, wanted, (4, 5, 5, 6, 6, 7, 8), lambda cells: whisper(cells, difference))


def renbans(canvas: Canvas, wanted: int | None) -> list[Unit]:
    """Draw renban lines of 3 to 6 cells."""
    return _drawn(canvas, wanted, (3, 3, 4, 4, 5, 6), renban)


def _drawn(
    canvas: Canvas, wanted: int | None, lengths: tuple[int, ...], made: Callable[[Shape], Rule]
) -> list[Unit]:
    most = max(2, canvas.board.size - 1)
    lengths = tuple(min(length, most) for length in lengths)
    if wanted is None:
        wanted = max(1, round(_SHARE * len(canvas.board.cells) * len(lengths) / sum(lengths)))
    return [tuple(map(made, shapes)) for shapes in canvas.lines(lengths, wanted)]
