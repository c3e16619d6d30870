"""Minimum puzzles: the fewest clues that single out a solution, with the proof.

By implicit hitting sets: a search goes through the choices of few cells that meet all known
unavoidable sets. If one is a proper puzzle, it is the answer; if not, a rival of the solution on it
gives a new set. If all fail, more cells are needed. (Lin, Wu: Solving the minimum Sudoku problem,
2010; McGuire, Tugemann, Civario: There is no 16-clue Sudoku, 2012.)
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from csp_sudoku.budgets import Budget
from csp_sudoku.engines import Engine, engine_of
from csp_sudoku.errors import OutOfBudgetError, PuzzleError
from csp_sudoku.making.minimal import minimal_cells
from csp_sudoku.making.minimum_proof import MOST_CELLS, prove_more_clues
from csp_sudoku.making.pigeonhole import best_parts, cases
from csp_sudoku.making.rivals import Rivals, clued, kempe_chains, rivals_of
from csp_sudoku.making.unavoidable import UnavoidableSet, first_sets, named, shrunk
from csp_sudoku.native.hitting9 import Choices
from csp_sudoku.native.status import Status
from csp_sudoku.proofs.minimum_certificates import MinimumCertificate
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.rng import Rng
from csp_sudoku.sat.counting import SequentialCounter
from csp_sudoku.sat.oracle import blank_oracle

PUBLISHED = 17
"""No plain 9x9 puzzle has fewer clues."""
_SOURCE = "McGuire, Tugemann, Civario: There is no 16-clue Sudoku, 2012"
_SLICE_SECONDS = 0.5
"""Native work between two reports."""
_TRIES = 20
"""Random minimal puzzles before the search; the smallest is the first upper bound."""


class Bounds(NamedTuple):
    """The state of a search: `lower` <= the fewest clues <= `upper`."""

    lower: int
    upper: int
    sets: int
    seconds: float


OnBounds: TypeAlias = Callable[[Bounds], object]
"""Called with the bounds whenever one of them moves."""


@dataclass(frozen=True)
class Minimum:
    """The smallest proper puzzle found of a solution, and what is proven about smaller ones.

    `sets` are unavoidable sets that fewer than `lower_by_sets` cells cannot all meet, as `check()`
    verifies. `lower` may be larger, and `reason` says why.
    """

    solution: Solution
    puzzle: Puzzle
    lower: int
    lower_by_sets: int
    sets: tuple[UnavoidableSet, ...]
    reason: str

    @property
    def upper(self) -> int:
        """The number of clues of the puzzle."""
        return len(self.puzzle.clues)

    @property
    def is_proven(self) -> bool:
        """Whether no proper puzzle of the solution has fewer clues than this one."""
        return self.lower == self.upper

    def prove(self, *, timeout: float | None = None) -> MinimumCertificate:
        """Return a certificate of `lower`: that no proper puzzle of the solution has fewer clues.

        It is searched for anew, with a record of all steps.

        Raises:
            PuzzleError: `lower` is 0, so that there is nothing to prove; or the board has more than
                128 cells.
            OutOfBudgetError: the time ended first.
        """
        return prove_more_clues(self.solution, self.lower - 1, timeout=timeout)

    def check(self, *, timeout: float | None = None) -> bool:
        """Verify the puzzle, the sets and `lower_by_sets` with solvers that did not find them.

        Raises:
            OutOfBudgetError: the time ended first.
        """
        budget = Budget(timeout)
        left = budget.seconds_left()
        solver = "dlx" if self.puzzle.has_groups_alone else "bitmask"
        if tuple(self.puzzle.solutions(solver, limit=2, timeout=left)) != (self.solution,):
            return False
        if not all(found.check(self.solution) for found in self.sets):
            return False
        index = self.solution.board.index
        sets = [[index[cell] for cell in found] for found in self.sets]
        below = self.lower_by_sets - 1
        return below < 0 or not _can_be_met(sets, len(index), below, budget)


def minimum(
    solution: Solution,
    *,
    at_most: int | None = None,
    timeout: float | None = None,
    progress: OnBounds | None = None,
) -> Minimum:
    """Find the fewest clues that single out a solution, or bounds if the time ends first.

    `lower` and `upper` always hold, and meet when the question is settled. Boards up to 6x6 take a
    fraction of a second. On plain 9x9 it takes seconds to find the 17 clues of a solution that has
    such a puzzle, or to prove that it has none; each further clue takes ten to twenty times as
    long. Boards of more than 128 cells have a slower search.

    >>> found = minimum(Solution("1234 3412 2143 4321"))
    >>> found.upper, found.is_proven, found.check()
    (4, True, True)

    Args:
        solution: a filled board of any kind.
        at_most: stop as soon as a puzzle with this many clues is found, or proven not to exist
            (`lower` is larger then). On plain 9x9 less than 17 is refused: no puzzle has so few.
        timeout: seconds.
        progress: called with `Bounds` whenever one of them moves.

    Raises:
        PuzzleError: `at_most` is known to be impossible.
    """
    rivals = rivals_of(solution, "auto", Budget(timeout))
    engine = engine_of(solution.structure)
    _check_wish(at_most, engine is not None)
    if engine:
        search: _BoundSearch = _Plain9(engine, rivals, at_most, progress)
    elif len(solution.values) <= MOST_CELLS:
        search = _ByChoices(rivals, at_most, progress)
    else:
        search = _BySets(rivals, at_most, progress)
    try:
        search.run()
    except OutOfBudgetError:
        pass
    finally:
        rivals.close()
    return search.result()


def _check_wish(at_most: int | None, is_plain9: bool) -> None:
    if at_most is None:
        return
    if not isinstance(at_most, int) or isinstance(at_most, bool) or at_most < 0:
        raise PuzzleError(f"at_most is {at_most!r}", fix="use a whole number from 0 up")
    if is_plain9 and at_most < PUBLISHED:
        raise PuzzleError(
            f"no 9x9 puzzle with {at_most} clues has one solution: the fewest is {PUBLISHED} "
            f"({_SOURCE})",
            fix=f"ask for {PUBLISHED} or more",
        )


class _BoundSearch(ABC):
    """A search that moves the bounds until they meet or the budget ends."""

    def __init__(self, rivals: Rivals, at_most: int | None, progress: OnBounds | None) -> None:
        self.rivals = rivals
        self.at_most = at_most
        self.progress = progress
        self.started = time.monotonic()
        self.cells = list(range(len(rivals.solution.values)))
        self.lower = 0
        self.lower_by_sets = 0
        self.reason = "nothing is proven about fewer clues"
        self.best = self.cells
        self.sets: list[UnavoidableSet] = []

    def run(self) -> None:
        """Search until the bounds meet, or `at_most` is settled."""
        for seed in range(_TRIES):
            self.offer(minimal_cells(self.rivals, self.cells, Rng(seed)))
            if self.is_settled():
                return
        self.search()

    @abstractmethod
    def search(self) -> None:
        """Move the bounds until they meet, after random minimal puzzles gave the first ones."""

    def next_size(self) -> int:
        """Return the number of clues to look for now."""
        return self.lower if self.at_most is None else self.at_most

    def offer(self, cells: Sequence[int]) -> None:
        """Take proper clues as the best so far, if they are fewer."""
        if len(cells) < len(self.best):
            self.best = list(cells)
            self.tell()

    def is_settled(self) -> bool:
        """Whether the bounds meet, or `at_most` is reached or refuted."""
        if self.lower >= len(self.best):
            return True
        return self.at_most is not None and (
            len(self.best) <= self.at_most or self.lower > self.at_most
        )

    def refute(self, most: int, reason: str) -> None:
        """Take it as proven that this many clues are not enough."""
        self.lower, self.reason = most + 1, reason
        self.tell()

    def tell(self) -> None:
        """Report the bounds."""
        if self.progress is not None:
            seconds = time.monotonic() - self.started
            self.progress(Bounds(self.lower, len(self.best), len(self.sets), seconds))

    def result(self) -> Minimum:
        """Return what was found and proven so far."""
        solution, sets = self.rivals.solution, tuple(self.sets)
        puzzle = clued(solution, self.best)
        return Minimum(solution, puzzle, self.lower, self.lower_by_sets, sets, self.reason)


class _Plain9(_BoundSearch):
    """Plain 9x9: no puzzle has fewer than 17 clues; then 17 clues, 18 and so on, natively."""

    def __init__(
        self, engine: Engine, rivals: Rivals, at_most: int | None, progress: OnBounds | None
    ) -> None:
        super().__init__(rivals, at_most, progress)
        self.engine = engine
        self.lower = PUBLISHED
        self.reason = f"no 9x9 puzzle has fewer than {PUBLISHED} clues ({_SOURCE})"

    def search(self) -> None:
        """Look for puzzles of one number of clues after the other."""
        solution, known = self.rivals.solution, first_sets(self.rivals)
        while not self.is_settled():
            most, nodes = self.next_size(), 0
            for case in cases(best_parts(solution.structure, known, most), most):
                sets = list(known.values())
                search = self.engine.hitting(solution.values, most, sets, case.regions)
                while search.run(seconds=_SLICE_SECONDS) is Status.PAUSED:
                    self.tell()
                    self.rivals.budget.check()
                nodes += search.nodes
                if search.puzzle is not None:
                    self.offer([cell for cell, value in enumerate(search.puzzle) if value])
                    break
            else:
                self.refute(most, f"all choices of {most} clues were tried ({nodes:,} nodes)")


class _ByChoices(_BoundSearch):
    """Any other board of at most 128 cells: the same search, which asks for rivals one by one."""

    def search(self) -> None:
        """Look for puzzles of one number of clues after the other."""
        solution, budget = self.rivals.solution, self.rivals.budget
        known = first_sets(self.rivals)
        self.sets += [named(self.rivals, rival) for rival in known.values()]
        while not self.is_settled():
            most = self.next_size()
            for case in cases(best_parts(solution.structure, known, most), most):
                search = Choices(len(self.cells), most, known, regions=case.regions)
                while (status := search.run(seconds=_SLICE_SECONDS)) is not Status.EXHAUSTED:
                    self.tell()
                    budget.check()
                    if status is Status.PAUSED:
                        continue
                    refuted = self._refuted(search.choice or ())
                    if refuted is None:
                        break
                    known.update([refuted])
                    search.learn(refuted[0])
                if search.choice is not None:
                    self.offer(minimal_cells(self.rivals, list(search.choice), Rng(most)))
                    break
            else:
                self.lower_by_sets = most + 1
                self.refute(most, f"no {most} cells meet all of the unavoidable sets")

    def _refuted(self, choice: Sequence[int]) -> tuple[frozenset[int], bytes] | None:
        """Return a minimal unavoidable set that a choice misses, with its rival."""
        rival = self.rivals.rival(choice)
        if rival is None:
            return None
        rival = shrunk(self.rivals, rival, self.cells)
        self.sets.append(named(self.rivals, rival))
        return self.rivals.difference(rival), rival


class _BySets(_BoundSearch):
    """Any board: unavoidable sets raise the lower bound, minimal puzzles lower the upper one."""

    def search(self) -> None:
        """Meet all known sets with few clues, and learn from those that are not proper."""
        hitting = _Hitting(self.cells)
        try:
            self._search(hitting)
        finally:
            hitting.close()

    def _search(self, hitting: _Hitting) -> None:
        chains = kempe_chains(self.rivals.solution, self.rivals.budget)
        for chain in sorted(chains, key=lambda chain: (len(chain), min(chain))):
            rival = self.rivals.rival(cell for cell in self.cells if cell not in chain)
            if rival is not None:
                self._learn(rival, hitting)
        while not self.is_settled():
            most = self.next_size()
            choice = hitting.choice(most, self.rivals.budget)
            if choice is not None:
                self._try(choice, hitting)
                continue
            self.lower_by_sets = most + 1
            self.refute(most, f"no {most} cells meet all of the unavoidable sets")

    def _try(self, choice: Iterable[int], hitting: _Hitting) -> None:
        """Add clues until a choice is proper, and learn from each rival on the way."""
        clues = set(choice)
        while (rival := self.rivals.rival(sorted(clues))) is not None:
            clues |= self._learn(rival, hitting)
        self.offer(minimal_cells(self.rivals, sorted(clues), Rng(len(self.sets))))

    def _learn(self, rival: bytes, hitting: _Hitting) -> frozenset[int]:
        nearest = shrunk(self.rivals, rival, self.cells)
        cells = self.rivals.difference(nearest)
        self.sets.append(named(self.rivals, nearest))
        hitting.add(cells)
        return cells


class _Hitting:
    """Choices of few cells that meet all sets, by a SAT solver that counts the cells."""

    def __init__(self, cells: Sequence[int]) -> None:
        self._oracle = blank_oracle("cadical153")
        self._literal = {cell: self._oracle.fresh() for cell in cells}
        self._cell = {literal: cell for cell, literal in self._literal.items()}
        self._counter = SequentialCounter(self._oracle, list(self._cell))

    def add(self, cells: Iterable[int]) -> None:
        """Have at least one of these cells from now on."""
        self._oracle.add([self._literal[cell] for cell in cells])

    def choice(self, most: int, budget: Budget) -> list[int] | None:
        """Return at most this many cells that meet all sets; None if that is impossible."""
        model = self._oracle.answer([-self._counter.more_than(most, budget)], budget)
        if model is None:
            return None
        return [self._cell[literal] for literal in model if literal in self._cell]

    def close(self) -> None:
        """Free the solver."""
        self._oracle.close()


def _can_be_met(sets: Iterable[Iterable[int]], cells: int, most: int, budget: Budget) -> bool:
    """Whether this many cells can meet all sets, by another solver and another cell counter."""
    from pysat.card import CardEnc, EncType

    oracle = blank_oracle("glucose4")
    try:
        literals = [oracle.fresh() for _ in range(cells)]
        few = CardEnc.atmost(literals, bound=most, encoding=EncType.cardnetwrk)
        for clause in few.clauses:
            oracle.add(clause)
        for members in sets:
            oracle.add([literals[cell] for cell in members])
        return oracle.answer([], budget) is not None
    finally:
        oracle.close()
