"""Transformations: a board's cells rearranged and its values renamed."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from csp_sudoku.boards.board import Board
from csp_sudoku.boards.symmetries import Permutation
from csp_sudoku.errors import PuzzleError
from csp_sudoku.puzzle import Puzzle, Solution

F = TypeVar("F", Puzzle, Solution)


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
        """Return the transformed puzzle or solution."""
        if filling.board != self.board:
            raise PuzzleError(
                f"expected a puzzle of {self.board.name}, got one of {filling.board.name}"
            )
        if isinstance(filling, Puzzle):
            return filling.transform(self.cells, dict(enumerate(self.values, start=1)))
        filling.require_groups_alone("a transformation")
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
        """Return one transformation that does this one, and then another."""
        if other.board != self.board:
            raise PuzzleError(f"one transforms {self.board.name}, the other {other.board.name}")
        cells = tuple(other.cells[cell] for cell in self.cells)
        return Transformation(self.board, cells, tuple(other.values[v - 1] for v in self.values))
