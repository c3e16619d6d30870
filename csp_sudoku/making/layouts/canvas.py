"""A canvas: where a layout is drawn, what is taken, and the symmetry that it keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias, TypeVar

from csp_sudoku.boards import Board, Cell
from csp_sudoku.boards.board import once_a_board
from csp_sudoku.boards.symmetries import images
from csp_sudoku.rng import Rng
from csp_sudoku.rules import Rule

T = TypeVar("T")

Shape: TypeAlias = tuple[Cell, ...]
Numbers: TypeAlias = Mapping[Cell, int]
"""A full board: the number in each cell."""
Unit: TypeAlias = tuple[Rule, ...]
"""Rules that stand or go together: one rule, or one and its images by a symmetry."""

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
_AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_TURNS = {0: 10, 1: 3, 7: 3, 2: 5, 6: 5}
"""How often a line goes on straight, or turns by this many eighths of a circle."""
_DIAGONAL = 0.5
"""How often a line takes a diagonal step, beside one along a row or column."""


class Canvas:
    """A board to draw on, with the cells that lines have taken already."""

    def __init__(self, board: Board, rng: Rng, symmetry: str | None = None) -> None:
        self.board = board
        self.rng = rng
        self.beside = neighbours(board)
        """For each cell the cells that share an edge with it."""
        self.moves = images(board, symmetry) if symmetry else []
        self.taken: set[Cell] = set()
        self._diagonals: set[tuple[int, int]] = set()
        """The corners, where four cells meet, that a diagonal step crosses."""

    # Symmetry

    def images_of(self, shape: Shape) -> list[Shape] | None:
        """Return a shape and its images; None if two of them overlap without being the same."""
        found = [shape]
        sets = [frozenset(shape)]
        for move in self.moves:
            image = tuple(Cell(*move(cell)) for cell in shape)
            cells = frozenset(image)
            if cells in sets:
                continue
            if any(cells & other for other in sets):
                return None
            found.append(image)
            sets.append(cells)
        return found

    # Neighbours

    def pairs(self) -> list[tuple[Cell, Cell]]:
        """Return all pairs of cells that share an edge, in a random order."""
        found = [
            (cell, other)
            for cell in self.board.cells
            for other in self.beside[cell]
            if other > cell
        ]
        self.rng.shuffle(found)
        return found

    # Lines

    def lines(self, lengths: Sequence[int], wanted: int) -> list[list[Shape]]:
        """Draw lines that do not touch each other's cells, each with its images.

        Args:
            lengths: the lengths to choose from; one that is listed twice comes twice as often.
            wanted: how many lines; there may be fewer, if the board is full.
        """
        found: list[list[Shape]] = []
        drawn, failures = 0, 0
        while drawn < wanted and failures < _PATIENCE:
            shape = self._walk(self.rng.choice(lengths))
            shapes = self.images_of(shape) if shape else None
            if not shapes or drawn + len(shapes) > wanted:
                failures += 1
                continue
            for one in shapes:
                self.taken.update(one)
                self._diagonals.update(filter(None, map(_crossing, one, one[1:])))
            found.append(shapes)
            drawn += len(shapes)
        return found

    def _walk(self, length: int) -> Shape | None:
        """Walk from a free cell, mostly straight on, never back, and never beside the own line."""
        free = [cell for cell in self.board.cells if cell not in self.taken]
        if not free:
            return None
        walk = [self.rng.choice(free)]
        heading = 2 * self.rng.below(4)
        while len(walk) < length:
            options = [
                (turned, there, weight if turned % 2 == 0 else weight * _DIAGONAL)
                for turn, weight in (_TURNS if len(walk) > 1 else _ANY).items()
                for turned in ((heading + turn) % 8,)
                for there in (_stepped(walk[-1], _AROUND[turned]),)
                if self._is_open(walk, there)
            ]
            if not options:
                return None
            heading, there, _ = self.weighed(options, [weight for _, _, weight in options])
            walk.append(there)
        return tuple(walk)

    def _is_open(self, walk: list[Cell], there: Cell) -> bool:
        if there not in self.board.index or there in self.taken or there in walk:
            return False
        crossing = _crossing(walk[-1], there)
        if crossing and (crossing in self._diagonals or _crosses_itself(walk, crossing)):
            return False
        return not any(_touch(there, cell) for cell in walk[:-1])

    def weighed(self, items: Sequence[T], weights: Iterable[float]) -> T:
        """Return one of the items, chosen with these weights."""
        whole = [round(16 * weight) for weight in weights]
        at = self.rng.below(sum(whole))
        for item, weight in zip(items, whole, strict=True):
            at -= weight
            if at < 0:
                return item
        raise AssertionError("the weights add up")


@once_a_board
def neighbours(board: Board) -> dict[Cell, tuple[Cell, ...]]:
    """Return for each cell those that share an edge with it."""
    return {
        cell: tuple(
            [there for step in ORTHOGONAL if (there := _stepped(cell, step)) in board.index]
        )
        for cell in board.cells
    }


_PATIENCE = 200
_ANY = dict.fromkeys(range(8), 1)


def _stepped(cell: Cell, step: tuple[int, int]) -> Cell:
    return Cell(cell.row + step[0], cell.column + step[1])


def _crossing(one: Cell, other: Cell) -> tuple[int, int] | None:
    """Return the corner that a diagonal step goes over; None for other steps."""
    if one.row == other.row or one.column == other.column:
        return None
    return max(one.row, other.row), max(one.column, other.column)


def _crosses_itself(walk: list[Cell], crossing: tuple[int, int]) -> bool:
    return any(_crossing(one, other) == crossing for one, other in pairwise(walk))


def _touch(one: Cell, other: Cell) -> bool:
    return abs(one.row - other.row) + abs(one.column - other.column) == 1
