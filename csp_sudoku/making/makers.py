"""How one puzzle is made: attempts from streams of the seed, until one is accepted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Literal, TypeAlias

from csp_sudoku.backends.protocol import Backend
from csp_sudoku.boards import Board
from csp_sudoku.boards.symmetries import orbits
from csp_sudoku.budgets import Budget
from csp_sudoku.errors import GenerationError, OutOfBudgetError
from csp_sudoku.making.difficulty import Wanted
from csp_sudoku.making.fillings import random_filling
from csp_sudoku.making.minimal import dropped, is_minimal
from csp_sudoku.native.minimal9 import Job
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rng import Rng

Units: TypeAlias = Sequence[tuple[int, ...]]
"""Cells that have clues together or not at all: single cells, or the orbits of a symmetry."""

_CELLS = 81
_MOST_ROWS = 256
_TURN_SECONDS = 0.03


def without(wanted: str, what: str = "time") -> OutOfBudgetError:
    """Return the error of a search for a puzzle that ended before one was found."""
    fix = "give it more time or more tries, wish for less, or take another seed"
    return OutOfBudgetError(f"the {what} ended without {wanted}", least=0, fix=fix)


class Maker(ABC):
    """Makes one kind of puzzle on one board, in attempts until one is accepted."""

    most_tries = 1_000
    takes_threads = True
    """Whether several puzzles are made faster by several threads."""
    accept: Wanted | None = None
    """Whether a proper puzzle has what else is wished for, such as a difficulty."""
    progress: Callable[[int], object] | None = None
    """Is told how many attempts were made so far, for all puzzles together."""
    is_truly_minimal: Callable[[Puzzle], bool] | None = None
    """Whether no single clue is redundant, where that is wished for beside a symmetry."""
    tried = 0

    def __init__(self, board: Board, backend: str | Backend, tries: int | None) -> None:
        if tries is not None and (isinstance(tries, bool) or tries < 1):
            raise GenerationError(f"tries is {tries!r}", fix="use 1 or more")
        self.board = board
        self.backend = backend
        self.tries = self.most_tries if tries is None else tries

    @abstractmethod
    def attempts(self, seed: int, number: int, budget: Budget) -> Iterator[Puzzle | None]:
        """Yield the result of each attempt at a puzzle: None if it failed."""

    def puzzle(self, seed: int, number: int, budget: Budget) -> Puzzle:
        """Return the puzzle of this number."""
        attempts = self.attempts(seed, number, budget)
        what = f"{self.tries:,} tries"
        for _ in range(self.tries):
            if budget.is_over():
                what = "time"
                break
            puzzle = next(attempts)
            self.tried += 1
            if self.progress is not None:
                self.progress(self.tried)
            if puzzle is not None and self._is_accepted(puzzle, budget):
                return puzzle
        raise without(self.wanted, what)

    def _is_accepted(self, puzzle: Puzzle, budget: Budget) -> bool:
        if self.is_truly_minimal is not None and not self.is_truly_minimal(puzzle):
            return False
        return self.accept is None or self.accept(puzzle, budget)

    @property
    def wanted(self) -> str:
        """What is made, and what is asked of it."""
        return str(self) if self.accept is None else f"{self} {self.accept}"

    def puzzles(self, seed: int, numbers: range, budget: Budget) -> list[Puzzle]:
        """Return the puzzles of some numbers."""
        return [self.puzzle(seed, number, budget) for number in numbers]

    @property
    def most_at_once(self) -> int:
        """How many puzzles are made together, within the time limit of one."""
        return 1

    @abstractmethod
    def __str__(self) -> str:
        """Describe what is made."""


class Dropping(Maker):
    """Drops the clues of a random full board in a random order; adds some if too few are left."""

    def __init__(
        self,
        board: Board,
        backend: str | Backend,
        tries: int | None,
        symmetry: str | None,
        clues: int | None,
        minimal: bool,
    ) -> None:
        super().__init__(board, backend, tries)
        self.symmetry = symmetry
        self.clues = clues
        self.minimal = minimal
        cells = range(len(board.cells))
        self.units: Units = orbits(board, symmetry) if symmetry else [(i,) for i in cells]
        if clues is not None and not sums_of([len(unit) for unit in self.units])[0] >> clues & 1:
            raise GenerationError(
                f"no pattern that is symmetric by {symmetry} has {clues} clues",
                fix=f"use {clues - 1} or {clues + 1}",
            )

    def attempts(self, seed: int, number: int, budget: Budget) -> Iterator[Puzzle | None]:
        """Yield minimal puzzles with the wanted number of clues, or None."""
        of_puzzle = Rng.stream(seed, number).word()
        attempt = 0
        while True:
            rng = Rng.stream(of_puzzle, attempt)
            of_filling = rng.word()
            solution = random_filling(self.board, of_filling, budget)
            puzzle = dropped(
                solution, rng, symmetry=self.symmetry, backend=self.backend, budget=budget
            )
            yield self.fitted(puzzle.values, solution.values, of_filling)
            attempt += 1

    def fitted(self, clues: bytes, values: bytes, seed: int) -> Puzzle | None:
        """Return the puzzle with the wanted number of clues; None if that is impossible."""
        missing = 0 if self.clues is None else self.clues - len(clues) + clues.count(0)
        if missing < 0 or (missing and self.minimal):
            return None
        if missing:
            spare = [unit for unit in self.units if not clues[unit[0]]]
            Rng.stream(seed, 1).shuffle(spare)
            added = chosen(spare, missing)
            if added is None:
                return None
            clues = bytes(
                values[cell] if cell in added else clue for cell, clue in enumerate(clues)
            )
        return Puzzle._trusted(self.board, clues)

    def __str__(self) -> str:
        kind = "a minimal puzzle" if self.minimal else "a puzzle"
        symmetry = f", symmetric by {self.symmetry}" if self.symmetry else ""
        clues = f" with {self.clues} clues" if self.clues is not None else ""
        return f"{kind} of {self.board.name}{clues}{symmetry}"


class Native9(Dropping):
    """Does the same on plain 9x9, natively and in bulk."""

    most_tries = 100_000
    method: ClassVar[Literal["top-down", "controlled-bias"]] = "top-down"

    def attempts(self, seed: int, number: int, budget: Budget) -> Iterator[Puzzle | None]:
        """Yield minimal puzzles in growing blocks."""
        of_puzzle = Rng.stream(seed, number).word()
        attempt, rows = 0, 1
        while True:
            made = self.made(seed, number, rows, budget, attempt)
            for row, (clues, values) in enumerate(made):
                of_filling = Rng.stream(of_puzzle, attempt + row).word()
                yield self.fitted(clues, values, of_filling)
            attempt, rows = attempt + rows, min(2 * rows, _MOST_ROWS)

    @property
    def most_at_once(self) -> int:
        """Many, if the first attempt at each will do."""
        wishes = (self.clues, self.accept, self.is_truly_minimal)
        return _MOST_ROWS if wishes == (None, None, None) else 1

    def puzzles(self, seed: int, numbers: range, budget: Budget) -> list[Puzzle]:
        """Return the puzzles of some numbers, from one job if they are many."""
        if len(numbers) == 1:
            return super().puzzles(seed, numbers, budget)
        made = self.made(seed, numbers.start, len(numbers), budget)
        return [Puzzle._trusted(self.board, clues) for clues, _ in made]

    def made(
        self, seed: int, first: int, rows: int, budget: Budget, attempt: int | None = None
    ) -> Iterator[tuple[bytes, bytes]]:
        """Yield this many minimal puzzles with their solutions."""
        puzzles, solutions = bytearray(_CELLS * rows), bytearray(_CELLS * rows)
        job = Job(
            puzzles,
            seed=seed,
            first=first,
            solutions=solutions,
            units=self.units,
            method=self.method,
            attempt=attempt or 0,
            attempts=attempt is not None,
        )
        while not job.run(seconds=_TURN_SECONDS):
            if budget.is_over():
                raise without(self.wanted)
        for at in range(0, len(puzzles), _CELLS):
            yield bytes(puzzles[at : at + _CELLS]), bytes(solutions[at : at + _CELLS])


class ControlledBias9(Native9):
    """Makes minimal puzzles of plain 9x9 with a known bias."""

    method = "controlled-bias"

    @property
    def most_at_once(self) -> int:
        """Each takes long."""
        return 1


class OnPattern(Maker):
    """Improves the values in the cells of a pattern until there is one solution."""

    most_tries = 50

    def __init__(
        self,
        board: Board,
        backend: str | Backend,
        tries: int | None,
        cells: tuple[int, ...],
        minimal: bool,
    ) -> None:
        super().__init__(board, backend, tries)
        self.cells = cells
        self.minimal = minimal

    def attempts(self, seed: int, number: int, budget: Budget) -> Iterator[Puzzle | None]:
        """Yield the result of each climb."""
        from csp_sudoku.making.climb import climb

        of_puzzle = Rng.stream(seed, number).word()
        attempt = 0
        while True:
            rng = Rng.stream(of_puzzle, attempt)
            start = random_filling(self.board, rng.word(), budget)
            try:
                values = climb(start, self.cells, rng, budget)
                yield None if values is None else self._checked(values, budget)
            except OutOfBudgetError:
                raise without(self.wanted) from None
            attempt += 1

    def _checked(self, values: bytes, budget: Budget) -> Puzzle | None:
        puzzle = Puzzle._trusted(self.board, values)
        left = budget.seconds_left()
        if self.minimal:
            return puzzle if is_minimal(puzzle, backend=self.backend, timeout=left) else None
        return puzzle if puzzle.is_unique(self.backend, timeout=left) else None

    def __str__(self) -> str:
        kind = "a minimal puzzle" if self.minimal else "a proper puzzle"
        return f"{kind} of {self.board.name} on this pattern of {len(self.cells)} clues"


def chosen(units: Units, count: int) -> set[int] | None:
    """Return the cells of the first units that have this many cells together, if any have.

    >>> sorted(chosen([(1, 2), (3, 4), (5,)], 3)), chosen([(1, 2), (3, 4)], 3)
    ([1, 2, 5], None)
    """
    sums = sums_of([len(unit) for unit in units])
    if not sums[0] >> count & 1:
        return None
    cells: set[int] = set()
    for unit, rest in zip(units, sums[1:], strict=True):
        left = count - len(cells) - len(unit)
        if left >= 0 and rest >> left & 1:
            cells.update(unit)
    return cells


def sums_of(sizes: Sequence[int]) -> list[int]:
    """Return for each tail of the list the sums of all its subsets, as bits.

    >>> [bin(sums) for sums in sums_of([2, 2, 1])]
    ['0b111111', '0b1111', '0b11', '0b1']
    """
    sums = [1]
    for size in reversed(sizes):
        sums.append(sums[-1] | sums[-1] << size)
    return sums[::-1]
