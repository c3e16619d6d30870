"""New puzzles: random, proper, minimal or with a wanted number of clues, symmetric, on a pattern.

Everything follows from the seed: puzzle i is made from stream i of the seed, in one attempt or
more, each from a stream of its own. The machine, the threads and the backend do not matter.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import comb
from typing import Any, ClassVar, Literal, TypeAlias, TypedDict, Unpack

from csp_sudoku import boards
from csp_sudoku.backends import get
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.boards import Board
from csp_sudoku.boards.symmetries import orbits
from csp_sudoku.budgets import Budget
from csp_sudoku.bulk.workers import checked_workers, ordered
from csp_sudoku.clues import CellKey
from csp_sudoku.engines import engine_of
from csp_sudoku.errors import GenerationError, OutOfBudgetError
from csp_sudoku.making.fillings import random_filling
from csp_sudoku.making.minimal import dropped, is_minimal
from csp_sudoku.making.patterns import check_clues, check_pattern, read_pattern
from csp_sudoku.native.minimal9 import METHODS, Job
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rng import Rng

Units: TypeAlias = Sequence[tuple[int, ...]]
"""Cells that have clues together or not at all: single cells, or the orbits of a symmetry."""

_CELLS = 81
_MOST_ROWS = 256
_TURN_SECONDS = 0.03


def generate(
    *,
    seed: int,
    board: Board | None = None,
    minimal: bool | None = None,
    clues: int | None = None,
    symmetry: str | None = None,
    pattern: str | Iterable[CellKey] | None = None,
    difficulty: str | None = None,
    method: str = "top-down",
    backend: str | Backend = "auto",
    tries: int | None = None,
    timeout: float | None = None,
) -> Puzzle:
    """Make a random puzzle with exactly one solution; the same seed gives the same puzzle.

    The clues of a random full board are dropped in a random order, each that is not needed.
    `fillings.is_uniform` tells on which boards the full board is a uniform choice. The puzzle is
    not: minimal puzzles with few clues are too frequent. With the method "controlled-bias" (plain
    9x9; half a second each) the probability of a puzzle with n clues is proportional to
    1 / C(81, n), and `bias_weight` corrects statistics (D. Berthier: Unbiased statistics of a CSP,
    2009).

    >>> generate(seed=1, board=boards.sudoku(2, 2))
    Puzzle('.2.....3...4.1..')
    >>> puzzle = generate(seed=1, clues=30, symmetry="rotate180")
    >>> len(puzzle.clues), puzzle.is_unique()
    (30, True)
    >>> print(generate(seed=1, difficulty="expert").rate())
    2.8 (Sudoku Explainer 1.2.1), expert: claiming

    Args:
        seed: the source of everything random.
        board: the board; plain 9x9 if not given.
        minimal: whether no clue may be redundant (with a symmetry: no orbit of clues). The default
            is True, or False if a number of clues or a pattern is given.
        clues: how many clues. More than a random minimal puzzle has are quick; fewer take many
            tries, as do minimal puzzles with an unusual number.
        symmetry: rotate90, rotate180, mirror, flip, diagonal, antidiagonal or full: the pattern of
            clues is symmetric.
        pattern: the cells that have clues: a text with "." for each open cell, or cells.
        difficulty: a level of `logic.rating.LEVELS`, for plain 9x9: easy, medium, hard, expert or
            diabolical.
        method: "top-down" or "controlled-bias".
        backend: the backend that decides whether a puzzle is proper; the result does not depend
            on it.
        tries: how many full boards are tried at most; if not given, 100,000 on plain 9x9, 1,000 on
            other boards, and 50 for a pattern, where each takes longer.
        timeout: seconds.

    Raises:
        GenerationError: no such puzzle exists, or the wishes contradict each other.
        OutOfBudgetError: the tries or the time ended first.
    """
    maker = _maker(board, minimal, clues, symmetry, pattern, difficulty, method, backend, tries)
    return maker.puzzle(seed, 0, Budget(timeout))


class Wishes(TypedDict, total=False):
    """The arguments of `generate` other than the seed and the time limit."""

    board: Board | None
    minimal: bool | None
    clues: int | None
    symmetry: str | None
    pattern: str | Iterable[CellKey] | None
    difficulty: str | None
    method: str
    backend: str | Backend
    tries: int | None


def generate_many(
    count: int | None,
    *,
    seed: int,
    first: int = 0,
    workers: int | None = None,
    timeout: float | None = None,
    **wishes: Unpack[Wishes],
) -> Generated:
    """Yield the puzzles of a seed in order, as they are made; `generate` returns the first.

    Puzzle i depends on the seed and on i only: `first` continues where another run stopped. The
    iterator can also give all of them as an Arrow table.

    >>> [len(puzzle.clues) for puzzle in generate_many(5, seed=1)]
    [23, 23, 24, 23, 27]
    >>> generate_many(5, seed=1, first=2).to_arrow().column("number").to_pylist()
    [2, 3, 4, 5, 6]

    Args:
        count: how many; None for puzzles without end.
        seed: the source of everything random.
        first: the number of the first puzzle.
        workers: the number of threads for plain 9x9; all cores if not given. The result does not
            depend on it. Puzzles of other boards are made in this thread.
        timeout: seconds for each puzzle.
        **wishes: those of `generate`; tries are for each puzzle, too.
    """
    for name, number in (("count", count), ("first", first)):
        if number is not None and (isinstance(number, bool) or number < 0):
            raise GenerationError(f"{name} is {number!r}", fix="use 0 or more")
    Budget(timeout)  # refuses a bad timeout before anything is made
    maker, threads = _maker(**wishes), checked_workers(workers)
    if engine_of(maker.board.csp) is None:
        threads = 1
    end = None if count is None else first + count
    return Generated(_stream(maker, seed, first, end, timeout, threads), maker.board, first)


class Generated(Iterator[Puzzle]):
    """New puzzles, made as they are asked for; or all that are left, as a table."""

    def __init__(self, puzzles: Iterator[Puzzle], board: Board, first: int) -> None:
        self._puzzles = puzzles
        self._board = board
        self._next = first

    def __iter__(self) -> Generated:
        return self

    def __next__(self) -> Puzzle:
        puzzle = next(self._puzzles)
        self._next += 1
        return puzzle

    def close(self) -> None:
        """Stop making puzzles ahead."""
        self._puzzles.close()  # type: ignore[attr-defined]  # a generator

    def to_arrow(self) -> Any:
        """Return the puzzles that are left as an Arrow table: number and puzzle; needs pyarrow."""
        from csp_sudoku.bulk.arrow import table_of_puzzles

        first = self._next
        return table_of_puzzles(b"".join([puzzle.values for puzzle in self]), self._board, first)


def bias_weight(puzzle: Puzzle) -> int:
    """Return the weight that corrects the bias of "controlled-bias": C(cells, clues).

    The mean of x over all minimal puzzles is estimated by sum(weight * x) / sum(weight).

    >>> bias_weight(Puzzle("1... .2.. .... ....")) == 16 * 15 // 2
    True
    """
    return comb(len(puzzle.values), len(puzzle.values) - puzzle.values.count(0))


def _stream(
    maker: _Maker, seed: int, first: int, end: int | None, timeout: float | None, workers: int
) -> Iterator[Puzzle]:
    budgets: set[Budget] = set()
    is_off = False

    def ranges() -> Iterator[range]:
        at, length = first, 1
        while end is None or at < end:
            stop = at + length if end is None else min(at + length, end)
            yield range(at, stop)
            at, length = stop, min(2 * length, maker.most_at_once)

    def made(numbers: range) -> list[Puzzle]:
        budget = Budget(timeout)
        budgets.add(budget)
        try:
            if is_off:
                budget.cancel()
            return maker.puzzles(seed, numbers, budget)
        finally:
            budgets.discard(budget)

    def call_off() -> None:
        nonlocal is_off
        is_off = True
        for budget in tuple(budgets):
            budget.cancel()

    for puzzles in ordered(made, ranges(), workers, call_off):
        yield from puzzles


class _Maker(ABC):
    """Makes one kind of puzzle on one board, in attempts until one is accepted."""

    most_tries = 1_000
    accept: Callable[[Puzzle], bool] | None = None
    """Whether a proper puzzle has what else is wished for, such as a difficulty."""

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
            if puzzle is not None and (self.accept is None or self.accept(puzzle)):
                return puzzle
        raise OutOfBudgetError(f"the {what} ended without {self}", least=0)

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


class _Dropping(_Maker):
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
        if clues is not None and not _sums([len(unit) for unit in self.units])[0] >> clues & 1:
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
            added = _chosen(spare, missing)
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


class _Native9(_Dropping):
    """Does the same on plain 9x9, natively and in bulk."""

    most_tries = 100_000
    method: ClassVar[Literal["top-down", "controlled-bias"]] = "top-down"

    def attempts(self, seed: int, number: int, budget: Budget) -> Iterator[Puzzle | None]:
        """Yield minimal puzzles in growing blocks."""
        of_puzzle = Rng.stream(seed, number).word()
        attempt, rows = 0, 1
        while True:
            made = self._made(seed, number, rows, budget, attempt)
            for row, (clues, values) in enumerate(made):
                of_filling = Rng.stream(of_puzzle, attempt + row).word()
                yield self.fitted(clues, values, of_filling)
            attempt, rows = attempt + rows, min(2 * rows, _MOST_ROWS)

    @property
    def most_at_once(self) -> int:
        """Many, if the first attempt at each will do."""
        return _MOST_ROWS if self.clues is None and self.accept is None else 1

    def puzzles(self, seed: int, numbers: range, budget: Budget) -> list[Puzzle]:
        """Return the puzzles of some numbers, from one job if they are many."""
        if len(numbers) == 1:
            return super().puzzles(seed, numbers, budget)
        made = self._made(seed, numbers.start, len(numbers), budget)
        return [Puzzle._trusted(self.board, clues) for clues, _ in made]

    def _made(
        self, seed: int, first: int, rows: int, budget: Budget, attempt: int | None = None
    ) -> Iterator[tuple[bytes, bytes]]:
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
                raise OutOfBudgetError(f"the time ended without {self}", least=0)
        for at in range(0, len(puzzles), _CELLS):
            yield bytes(puzzles[at : at + _CELLS]), bytes(solutions[at : at + _CELLS])


class _ControlledBias9(_Native9):
    """Makes minimal puzzles of plain 9x9 with a known bias."""

    method = "controlled-bias"

    @property
    def most_at_once(self) -> int:
        """Each takes long."""
        return 1


class _OnPattern(_Maker):
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
                raise OutOfBudgetError(f"the time ended without {self}", least=0) from None
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


def _maker(
    board: Board | None = None,
    minimal: bool | None = None,
    clues: int | None = None,
    symmetry: str | None = None,
    pattern: str | Iterable[CellKey] | None = None,
    difficulty: str | None = None,
    method: str = METHODS[0],
    backend: str | Backend = "auto",
    tries: int | None = None,
) -> _Maker:
    """Return the maker for these wishes; refuse wishes that nothing can fulfil."""
    board = board or boards.sudoku(3, 3)
    accept = None if difficulty is None else _of_level(board, difficulty)
    maker = _maker_of_any(board, minimal, clues, symmetry, pattern, method, backend, tries)
    maker.accept = accept
    return maker


def _of_level(board: Board, difficulty: str) -> Callable[[Puzzle], bool]:
    """Return a function that tells whether a proper puzzle has this difficulty."""
    from csp_sudoku.logic.rating import LEVELS, rate

    if engine_of(board.csp) is None:
        raise GenerationError(
            f"puzzles of {board.name} have no rating", fix="ask for a difficulty on plain 9x9 only"
        )
    if difficulty not in LEVELS:
        raise GenerationError(
            f"there is no level {difficulty!r}", fix=f"use one of {', '.join(LEVELS)}"
        )
    return lambda puzzle: rate(puzzle).level == difficulty


def _maker_of_any(
    board: Board,
    minimal: bool | None,
    clues: int | None,
    symmetry: str | None,
    pattern: str | Iterable[CellKey] | None,
    method: str,
    backend: str | Backend,
    tries: int | None,
) -> _Maker:
    if minimal is False and clues is None and pattern is None:
        raise GenerationError(
            "a puzzle that need not be minimal needs a number of clues", fix="give clues=N"
        )
    if clues is not None:
        check_clues(board, clues)
    chosen = get(backend)
    has_engine = chosen.engine(board.csp) is not None
    if method not in METHODS:
        raise GenerationError(
            f"there is no method {method!r}", fix=f"use one of {', '.join(METHODS)}"
        )
    if pattern is not None:
        if clues is not None or symmetry is not None or method != METHODS[0]:
            raise GenerationError(
                "a pattern leaves no choice of clues, symmetry or method", fix="give it alone"
            )
        cells = read_pattern(board, pattern)
        check_pattern(board, cells)
        return _OnPattern(board, backend, tries, cells, bool(minimal))
    if minimal is None:
        minimal = clues is None
    if method == METHODS[0]:
        kind = _Native9 if has_engine else _Dropping
        return kind(board, backend, tries, symmetry, clues, minimal)
    if not has_engine:
        raise GenerationError(f"{method} is for plain 9x9 and its kernel", fix="use top-down")
    if symmetry is not None or not minimal:
        raise GenerationError(f"{method} is for minimal puzzles without symmetry")
    return _ControlledBias9(board, backend, tries, symmetry, clues, minimal)


def _chosen(units: Units, count: int) -> set[int] | None:
    """Return the cells of the first units that have this many cells together, if any have.

    >>> sorted(_chosen([(1, 2), (3, 4), (5,)], 3)), _chosen([(1, 2), (3, 4)], 3)
    ([1, 2, 5], None)
    """
    sums = _sums([len(unit) for unit in units])
    if not sums[0] >> count & 1:
        return None
    cells: set[int] = set()
    for unit, rest in zip(units, sums[1:], strict=True):
        left = count - len(cells) - len(unit)
        if left >= 0 and rest >> left & 1:
            cells.update(unit)
    return cells


def _sums(sizes: Sequence[int]) -> list[int]:
    """Return for each tail of the list the sums of all its subsets, as bits.

    >>> [bin(sums) for sums in _sums([2, 2, 1])]
    ['0b111111', '0b1111', '0b11', '0b1']
    """
    sums = [1]
    for size in reversed(sizes):
        sums.append(sums[-1] | sums[-1] << size)
    return sums[::-1]
