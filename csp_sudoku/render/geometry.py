"""The geometry of a board's picture: its lines, its shades, and the places of candidates.

The unit is one cell: lines run from corner to corner, as (row, column) counted from the top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil, isqrt
from typing import NamedTuple

from csp_sudoku.boards.board import Board, Cell, once_a_board
from csp_sudoku.formats.drawing import rules_of, width_of

SHADED = ("diagonal", "window")
"""The kinds of groups that are shaded, because no line shows them."""


class Weights(NamedTuple):
    """How heavy the sides of cells are: 0 for no line, 1 for a light one, 2 for a heavy one.

    `level[r][c]` is above cell (r, c), `upright[r][c]` is left of it; both have one entry more than
    there are cells.
    """

    level: tuple[tuple[int, ...], ...]
    upright: tuple[tuple[int, ...], ...]


class Stroke(NamedTuple):
    """A straight line between two corners of cells."""

    top: int
    left: int
    bottom: int
    right: int


class Strokes(NamedTuple):
    """The lines of a board: light ones between cells, heavy ones around regions and the board."""

    light: tuple[Stroke, ...]
    heavy: tuple[Stroke, ...]


@once_a_board
def weights_of(board: Board) -> Weights:
    """Return the weights of all sides: light between cells, heavy around regions and the board.

    >>> from csp_sudoku import boards
    >>> weights_of(boards.sudoku(1, 2)).level
    ((2, 2), (1, 1), (2, 2))
    """
    rows, _ = board.shape
    rules = rules_of(board)
    there = board.index

    def weights(ruled: Sequence[bool], row: int) -> tuple[int, ...]:
        return tuple(2 if rule else int(Cell(row, c) in there) for c, rule in enumerate(ruled))

    return Weights(
        tuple(weights(rules.level[row], row) for row in range(rows + 1)),
        tuple(weights(rules.upright[row], row) for row in range(rows)),
    )


@once_a_board
def strokes_of(board: Board) -> Strokes:
    """Return the lines of a board, each as long as possible.

    >>> from csp_sudoku import boards
    >>> strokes = strokes_of(boards.sudoku(1, 2))
    >>> strokes.light
    (Stroke(top=1, left=0, bottom=1, right=2), Stroke(top=0, left=1, bottom=2, right=1))
    >>> len(strokes.heavy)
    4
    """
    level, upright = weights_of(board)
    columns = tuple(zip(*upright, strict=True))

    def strokes(weight: int) -> tuple[Stroke, ...]:
        across = (
            Stroke(row, start, row, end)
            for row, weights in enumerate(level)
            for start, end in _runs(weights, weight)
        )
        down = (
            Stroke(start, column, end, column)
            for column, weights in enumerate(columns)
            for start, end in _runs(weights, weight)
        )
        return (*across, *down)

    return Strokes(strokes(1), strokes(2))


def _runs(weights: Sequence[int], wanted: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each run of a weight."""
    start = 0
    for weight, run in groupby(weights):
        end = start + len(list(run))
        if weight == wanted:
            yield start, end
        start = end


def shaded(board: Board) -> dict[str, list[int]]:
    """Return the cells to shade, for each kind of group that no line shows."""
    found: dict[str, set[int]] = {}
    for group in board.groups:
        if group.kind in SHADED:
            found.setdefault(group.kind, set()).update(group.cells)
    return {kind: sorted(cells) for kind, cells in sorted(found.items())}


class Marks(NamedTuple):
    """How candidates are arranged in a cell: in how many rows and columns."""

    rows: int
    columns: int

    def place(self, value: int) -> tuple[int, int]:
        """Return the row and column of a value's candidate."""
        return divmod(value - 1, self.columns)


def marks_of(size: int) -> Marks:
    """Return how candidates are arranged in a cell of a board of this size.

    >>> marks_of(9), marks_of(6)
    (Marks(rows=3, columns=3), Marks(rows=2, columns=3))
    """
    columns = isqrt(size - 1) + 1
    return Marks(ceil(size / columns), columns)


def breadth(symbols: Sequence[str]) -> int:
    """Return how many columns of a terminal the widest of these symbols takes.

    >>> breadth(["1", "12"]), breadth(["数"])
    (2, 2)
    """
    return max(map(width_of, symbols))
