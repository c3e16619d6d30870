"""Rearrangements of a board's cells that map its groups onto each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from csp_sudoku.board import Board, Cell
from csp_sudoku.errors import PuzzleError

if TYPE_CHECKING:
    from csp_sudoku.puzzle import Puzzle, Solution

F = TypeVar("F", "Puzzle", "Solution")

Permutation: TypeAlias = tuple[int, ...]
"""What stood in cell i stands in cell permutation[i] afterwards."""

Move: TypeAlias = Callable[[Cell], tuple[int, int]]


class Transformation(NamedTuple):
    """A rearrangement of a board together with new names for the values; call it to apply it.

    >>> from csp_sudoku import Puzzle
    >>> puzzle = Puzzle("1..4 .... .... 2..3")
    >>> mirror = Transformation(puzzle.board, puzzle.board.symmetries["mirror"], (4, 2, 3, 1))
    >>> mirror(puzzle)
    Puzzle('1..4........3..2')
    >>> mirror.inverse()(mirror(puzzle)) == puzzle
    True
    """

    board: Board
    cells: Permutation
    """What stood in cell i stands in cell `cells[i]` afterwards."""
    values: tuple[int, ...]
    """What was v is `values[v - 1]` afterwards."""

    def __call__(self, filling: F) -> F:
        """Return the puzzle or solution as it looks afterwards."""
        from csp_sudoku.puzzle import Puzzle, Solution

        if filling.board != self.board:
            raise PuzzleError(f"{filling.board.name} is not the board of this: {self.board.name}")
        if isinstance(filling, Puzzle):
            return filling.transform(self.cells, dict(enumerate(self.values, start=1)))
        placed = bytearray(len(self.cells))
        for value, cell in zip(filling.values, self.cells, strict=True):
            placed[cell] = self.values[value - 1]
        return Solution(placed, board=self.board)

    def inverse(self) -> Transformation:
        """Return the transformation that undoes this one."""
        cells = sorted(range(len(self.cells)), key=self.cells.__getitem__)
        values = sorted(range(1, len(self.values) + 1), key=lambda v: self.values[v - 1])
        return Transformation(self.board, tuple(cells), tuple(values))

    def then(self, other: Transformation) -> Transformation:
        """Return this transformation and another one after it, in one."""
        if other.board != self.board:
            raise PuzzleError(f"one transforms {self.board.name}, the other {other.board.name}")
        cells = tuple(other.cells[cell] for cell in self.cells)
        return Transformation(self.board, cells, tuple(other.values[v - 1] for v in self.values))


def symmetries(board: Board) -> dict[str, Permutation]:
    """Return the symmetries that follow from the board's kind, by name."""
    groups = {frozenset(group.cells) for group in board.groups}
    return {
        name: permutation
        for name, move in _moves(board)
        if (permutation := _permutation(board, move)) is not None
        and {frozenset(permutation[i] for i in group) for group in groups} == groups
    }


def _permutation(board: Board, move: Move) -> Permutation | None:
    """Return the move as a permutation of the cells; None if it leaves the board."""
    images = [board.index.get(Cell(*move(cell))) for cell in board.cells]
    inside = tuple(image for image in images if image is not None)
    return inside if len(inside) == len(images) else None


def _moves(board: Board) -> Iterator[tuple[str, Move]]:
    """List the moves that a board of this kind may allow."""
    bottom, right = (side - 1 for side in board.shape)
    yield "rotate90", lambda cell: (cell.column, bottom - cell.row)
    yield "rotate180", lambda cell: (bottom - cell.row, right - cell.column)
    yield "rotate270", lambda cell: (right - cell.column, cell.row)
    yield "mirror", lambda cell: (cell.row, right - cell.column)
    yield "flip", lambda cell: (bottom - cell.row, cell.column)
    yield "diagonal", lambda cell: (cell.column, cell.row)
    yield "antidiagonal", lambda cell: (right - cell.column, bottom - cell.row)
    if not board.is_full:
        return
    yield from _swaps("rows", 1, bottom + 1, _row_swap)
    yield from _swaps("columns", 1, right + 1, _column_swap)
    if board.box is not None and min(board.box) > 1:
        yield from _swaps("bands", board.box[0], bottom + 1, _row_swap)
        yield from _swaps("stacks", board.box[1], right + 1, _column_swap)


def _swaps(
    name: str, width: int, length: int, swap: Callable[[int, int], Move]
) -> Iterator[tuple[str, Move]]:
    """List the swaps of each `width` lines with the next."""
    for number, start in enumerate(range(0, length - 2 * width + 1, width), start=1):
        yield f"swap {name} {number} and {number + 1}", swap(start, width)


def _row_swap(start: int, width: int) -> Move:
    return lambda cell: (_swapped(cell.row, start, width), cell.column)


def _column_swap(start: int, width: int) -> Move:
    return lambda cell: (cell.row, _swapped(cell.column, start, width))


def _swapped(at: int, start: int, width: int) -> int:
    """Exchange the lines from `start` to `start + width - 1` with as many lines after them."""
    if start <= at < start + width:
        return at + width
    if start + width <= at < start + 2 * width:
        return at - width
    return at
