"""New Kakuro: a pattern of white cells, digits in them, and sums that leave one solution.

The digits are improved by climbing: a few of those in which two solutions differ are chosen anew,
which is kept if it leaves no more solutions than before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from csp_sudoku import boards
from csp_sudoku.backends.bitmask import Bitmask
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.boards import Board, Cell
from csp_sudoku.boards.symmetries import images
from csp_sudoku.budgets import Budget
from csp_sudoku.errors import GenerationError, OutOfBudgetError
from csp_sudoku.making.makers import Maker, without
from csp_sudoku.making.uniqueness import random_solution
from csp_sudoku.native.bitmask import EXHAUSTED
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rng import Rng
from csp_sudoku.rules import Rule
from csp_sudoku.rules.grids import kakuro, run

_WHITE_SHARE = 62
"""The most white cells in a pattern, of 100."""
_MOST_SOLUTIONS = 300
_COUNT_NODES = 3_000
_PATIENCE = 60
"""A climb ends after this many steps without an improvement."""
_ENOUGH = 6
"""When this many cells differ, more solutions are counted only."""
_NATIVE = Bitmask(strengthen=False)


class Kakuro(Maker):
    """Makes Kakuro in a rectangle, whose first row and column are left for the sums."""

    def __init__(
        self, board: Board, backend: str | Backend, tries: int | None, symmetry: str | None
    ) -> None:
        super().__init__(board, backend, tries)
        rows, columns = board.shape
        if board.groups or not board.is_full or min(rows, columns) < 3 or board.first != 1:
            raise GenerationError(
                f"a Kakuro cannot be laid out on {board.name}",
                fix="give the rectangle with its sums and the number of values, as free-9x9-9",
            )
        self.symmetry = symmetry or "rotate180"

    def attempts(self, seed: int, number: int, budget: Budget) -> Iterator[Puzzle | None]:
        """Yield the result of each pattern and climb."""
        of_puzzle = Rng.stream(seed, number).word()
        attempt = 0
        while True:
            try:
                yield self._made(Rng.stream(of_puzzle, attempt), budget)
            except OutOfBudgetError:
                raise without(self.wanted) from None
            attempt += 1

    def _made(self, rng: Rng, budget: Budget) -> Puzzle | None:
        runs = _pattern(self.board, self.symmetry, rng)
        if runs is None:
            return None
        climb = _Climb(runs, self.board.size, rng, budget)
        return climb.puzzle() if climb.reaches_the_top() else None

    def __str__(self) -> str:
        rows, columns = self.board.shape
        return f"a Kakuro of {rows} x {columns}, symmetric by {self.symmetry}"


# Patterns


def _pattern(board: Board, symmetry: str, rng: Rng) -> list[tuple[Cell, ...]] | None:
    """Return the runs of a random pattern in which all white cells hang together, if it works."""
    rows, columns = (side - 1 for side in board.shape)
    inner = boards.free(rows, columns, board.size)
    moves = images(inner, symmetry)
    white = set(inner.cells)
    order = list(inner.cells)
    rng.shuffle(order)
    for cell in order:
        orbit = {cell, *(Cell(*move(cell)) for move in moves)}
        fewer = white - orbit
        has_room = all(len(one) > 1 for one in _runs(fewer, rows, columns))
        if has_room and (100 * len(white) > _WHITE_SHARE * rows * columns or _is_long(cell, white)):
            white = fewer
    runs = list(_runs(white, rows, columns))
    if max(map(len, runs), default=99) > board.size or not _hangs_together(white):
        return None
    return [tuple(Cell(row + 1, column + 1) for row, column in one) for one in runs]


def _runs(white: set[Cell], rows: int, columns: int) -> Iterator[list[Cell]]:
    lines = [[Cell(row, column) for column in range(columns)] for row in range(rows)]
    lines += [[Cell(row, column) for row in range(rows)] for column in range(columns)]
    for line in lines:
        found: list[Cell] = []
        for cell in line:
            if cell in white:
                found.append(cell)
            elif found:
                yield found
                found = []
        if found:
            yield found


def _is_long(cell: Cell, white: set[Cell]) -> bool:
    """Whether a white cell is far from the ends of a run, so that splitting it helps."""
    for down, right in ((0, 1), (1, 0)):
        near = [(k * down, k * right) for k in (-3, -2, -1, 1, 2, 3)]
        if all(Cell(cell.row + a, cell.column + b) in white for a, b in near):
            return True
    return False


def _hangs_together(white: set[Cell]) -> bool:
    start = min(white)
    reached, todo = {start}, [start]
    while todo:
        row, column = todo.pop()
        for near in ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)):
            other = Cell(*near)
            if other in white and other not in reached:
                reached.add(other)
                todo.append(other)
    return reached == white


# Digits


class _Climb:
    """Digits on a pattern, improved until their sums have no other solution."""

    def __init__(
        self, runs: Sequence[tuple[Cell, ...]], size: int, rng: Rng, budget: Budget
    ) -> None:
        self.runs = runs
        self.board, _ = kakuro([(one, None) for one in runs], size)
        self.rng = rng
        self.budget = budget

    def puzzle(self) -> Puzzle:
        """Return the puzzle of the digits that were reached."""
        return self._of(self.values)

    def reaches_the_top(self) -> bool:
        """Climb; tell whether one solution is left."""
        start = self._filled({})
        if start is None:
            return False
        self.values = start
        fewest, differing = self._solutions(start, _MOST_SOLUTIONS)
        idle = 0
        while fewest > 1 and idle < _PATIENCE:
            idle += 1
            other = self._changed(differing)
            if other is None or other == self.values:
                continue
            count, found = self._solutions(other, fewest + 1)
            if count <= fewest:
                idle = idle if count == fewest else 0
                self.values, fewest, differing = other, count, found
        return fewest == 1

    def _changed(self, differing: list[int]) -> bytes | None:
        """Choose anew a few cells in which two solutions differ, and up to two others."""
        self.rng.shuffle(differing)
        freed = set(differing[: 1 + self.rng.below(3)])
        for _ in range(self.rng.below(3)):
            group = self.rng.choice(self.board.groups)
            freed.add(self.rng.choice(group.cells))
        kept = {cell: value for cell, value in enumerate(self.values) if cell not in freed}
        return self._filled(kept)

    def _filled(self, kept: dict[int, int]) -> bytes | None:
        clues = bytearray(len(self.board.cells))
        for cell, value in kept.items():
            clues[cell] = value
        return random_solution(Puzzle.of(self.board, clues), self.rng, self.budget)

    def _of(self, values: bytes) -> Puzzle:
        numbers = dict(zip(self.board.cells, values, strict=True))
        rules: list[Rule] = [run(one, sum(numbers[cell] for cell in one)) for one in self.runs]
        return Puzzle.of(self.board, bytes(len(values)), rules=rules)

    def _solutions(self, values: bytes, limit: int) -> tuple[int, list[int]]:
        """Count the solutions of sums up to a limit, and return the cells in which they differ."""
        search = _NATIVE.native(self._of(values).problem)
        first, differing = b"", set[int]()
        count = 0
        while count < limit and search.nodes < _COUNT_NODES:
            self.budget.check()
            stopped = search.run(nodes=_COUNT_NODES - search.nodes)
            found = search.solution
            if found is not None:
                count += 1
                first = first or found
                if len(differing) < _ENOUGH:
                    differing |= {i for i, code in enumerate(found) if code != first[i]}
            elif stopped is EXHAUSTED:
                return count, sorted(differing)
        return limit, sorted(differing) or list(range(len(values)))
