"""The frame of a board: where its lines run, what is shaded, and where cells and candidates stand.

Lines are in cells: from (row, column) to (row, column) of corners, counted from the top left.
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

    `level[r][c]` is above cell (r, c), `upright[r][c]` left of it; both go one further than cells.
    """

    level: tuple[tuple[int, ...], ...]
    upright: tuple[tuple[int, ...], ...]


class Line(NamedTuple):
    """A straight line between two corners of cells."""

    top: int
    left: int
    bottom: int
    right: int


class Lines(NamedTuple):
    """The lines of a board: light ones between cells, heavy ones around regions and the board."""

    light: tuple[Line, ...]
    heavy: tuple[Line, ...]


@once_a_board
def weights_of(board: Board) -> Weights:
    """Return the weights of all sides: light between cells, heavy where regions or the board end.

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
def lines_of(board: Board) -> Lines:
    """Return the lines of a board, each as long as it can be.

    >>> from csp_sudoku import boards
    >>> lines = lines_of(boards.sudoku(1, 2))
    >>> lines.light
    (Line(top=1, left=0, bottom=1, right=2), Line(top=0, left=1, bottom=2, right=1))
    >>> len(lines.heavy)
    4
    """
    level, upright = weights_of(board)
    columns = tuple(zip(*upright, strict=True))

    def lines(weight: int) -> tuple[Line, ...]:
        across = (
            Line(row, start, row, end)
            for row, weights in enumerate(level)
            for start, end in _runs(weights, weight)
        )
        down = (
            Line(start, column, end, column)
            for column, weights in enumerate(columns)
            for start, end in _runs(weights, weight)
        )
        return (*across, *down)

    return Lines(lines(1), lines(2))


def _runs(weights: Sequence[int], wanted: int) -> Iterator[tuple[int, int]]:
    """Yield where runs of a weight start and end."""
    start = 0
    for weight, run in groupby(weights):
        end = start + len(list(run))
        if weight == wanted:
            yield start, end
        start = end


def shaded(board: Board) -> dict[str, list[int]]:
    """Return the cells to shade for each kind of group that no line shows."""
    found: dict[str, set[int]] = {}
    for group in board.groups:
        if group.kind in SHADED:
            found.setdefault(group.kind, set()).update(group.cells)
    return {kind: sorted(cells) for kind, cells in sorted(found.items())}


class Marks(NamedTuple):
    """How candidates stand in a cell: so many rows and columns of them."""

    rows: int
    columns: int

    def place(self, value: int) -> tuple[int, int]:
        """Return the row and column of a value's candidate."""
        return divmod(value - 1, self.columns)


def marks_of(size: int) -> Marks:
    """Return how the candidates of a board of this size stand in a cell.

    >>> marks_of(9), marks_of(6)
    (Marks(rows=3, columns=3), Marks(rows=2, columns=3))
    """
    columns = isqrt(size - 1) + 1
    return Marks(ceil(size / columns), columns)


def breadth(symbols: Sequence[str]) -> int:
    """Return the columns that the widest of these symbols takes in a terminal.

    >>> breadth(["1", "12"]), breadth(["数"])
    (2, 2)
    """
    return max(map(width_of, symbols))
