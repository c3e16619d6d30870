"""Unavoidable sets: cells of a solution that every proper puzzle of it must clue at least once.

Exchange the values in such a set, and there is another solution. The sets and the minimal puzzles
of a solution are dual: the clues of a minimal puzzle are a minimal hitting set of all unavoidable
sets, and the reverse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from csp_sudoku.backends.protocol import Backend
from csp_sudoku.boards import Cell
from csp_sudoku.budgets import Budget
from csp_sudoku.engines import engine_of
from csp_sudoku.errors import PuzzleError, WrongAnswerError
from csp_sudoku.making.repair import Repairs
from csp_sudoku.making.rivals import Rivals, kempe_chains, rivals_of
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.sat.oracle import blank_oracle

_FIRST_PLAIN, _FIRST_SMALL, _FIRST_LARGE = 13, 10, 8
"""A search for few clues begins with the sets of at most this many cells: on plain 9x9, on other
boards of up to 64 cells, and on larger ones, where more would take seconds."""


@dataclass(frozen=True)
class UnavoidableSet:
    """Cells that cannot all be open, and another solution that differs in exactly these cells."""

    cells: tuple[Cell, ...]
    other: Solution

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self.cells

    def check(self, solution: Solution) -> bool:
        """Whether `other` is a solution and differs from this one in exactly these cells."""
        board = solution.board
        if self.other.board != board:
            return False
        if solution.structure.problem.violation([value - 1 for value in self.other.values]):
            return False
        pairs = zip(board.cells, solution.values, self.other.values, strict=True)
        return self.cells == tuple(cell for cell, mine, other in pairs if mine != other)


def unavoidable_sets(
    solution: Solution,
    *,
    max_size: int | None = None,
    backend: str | Backend = "auto",
    timeout: float | None = None,
) -> Iterator[UnavoidableSet]:
    """Yield the minimal unavoidable sets of a solution, each once.

    With `max_size`, these are all that have at most this many cells, the smallest first: none is
    missed. Without it, sets come lazily: those within two values (Kempe chains) first, the smallest
    first, then all others in no particular order; a solver has refuted that a part of one is
    unavoidable, too, and memory grows with their number. The solution that comes with a set proves
    that it is unavoidable.

    >>> from itertools import islice
    >>> solution = Solution("1234 3412 2143 4321")
    >>> [len(found) for found in islice(unavoidable_sets(solution), 10)]
    [4, 4, 4, 4, 4, 4, 4, 4, 8, 8]
    >>> [len(found) for found in unavoidable_sets(solution, max_size=7)]
    [4, 4, 4, 4, 4, 4, 4, 4]

    Args:
        solution: a filled board of any kind; with `max_size`, one whose rules are groups alone.
        max_size: the most cells of a set. The time grows about two to three times with each cell;
            on plain 9x9, up to 13 cells take 0.03 s, and up to 18 a few seconds.
        backend: who looks for other solutions; not used with `max_size`.
        timeout: seconds.

    Raises:
        PuzzleError: `max_size` is not a size, or the board has rules beyond groups.
        OutOfBudgetError: the time ended before all sets were found.
    """
    budget = Budget(timeout)
    if max_size is None:
        yield from _all_sets(solution, backend, budget)
        return
    if not isinstance(max_size, int) or isinstance(max_size, bool) or max_size < 0:
        raise PuzzleError(f"max_size is {max_size!r}", fix="use a whole number from 0 up")
    rivals = rivals_of(solution, backend, budget)
    try:
        for rival in small_rivals(solution, max_size, budget):
            yield named(rivals, rival)
    finally:
        rivals.close()


def small_rivals(solution: Solution, max_size: int, budget: Budget) -> list[bytes]:
    """Return the other solutions that differ in minimal sets of at most this many cells.

    Raises:
        PuzzleError: the board has rules beyond groups.
        OutOfBudgetError: the time ended first.
    """
    if not solution.has_groups_alone:
        raise PuzzleError(
            "max_size is for boards whose rules are groups alone",
            fix="leave it out: sets then come in no particular order",
        )
    budget.check()
    engine = engine_of(solution.structure)
    if engine and max_size <= engine.largest_set:
        return engine.small_rivals(solution.values, max_size, budget)
    return Repairs(solution.structure, solution.values, max_size, budget).minimal()


def first_sets(rivals: Rivals) -> dict[frozenset[int], bytes]:
    """Return the unavoidable sets with which a search for few clues begins, each with its rival.

    Measured on 9x9: with all sets up to 12 or 13 cells it takes the least time.
    """
    solution = rivals.solution
    if not solution.has_groups_alone:
        return {}
    size = _FIRST_SMALL if len(solution.values) <= 64 else _FIRST_LARGE
    if engine_of(solution.structure):
        size = _FIRST_PLAIN
    found = small_rivals(solution, size, rivals.budget)
    return {rivals.difference(rival): rival for rival in found}


def _all_sets(
    solution: Solution, backend: str | Backend, budget: Budget
) -> Iterator[UnavoidableSet]:
    rivals = rivals_of(solution, backend, budget)
    cells = range(len(solution.values))
    walk = Walk(rivals, cells)
    try:
        chains = kempe_chains(solution, rivals.budget)
        for chain in sorted(chains, key=lambda chain: (len(chain), sorted(chain))):
            if walk.is_new(chain):
                yield named(rivals, walk.exclude_within(chain))
        while (seed := walk.unexplored()) is not None:
            rival = rivals.rival(seed)
            if rival is None:
                walk.exclude_supersets(seed)
            else:
                yield named(rivals, walk.exclude_rival(rival))
    finally:
        walk.close()
        rivals.close()


def named(rivals: Rivals, rival: bytes) -> UnavoidableSet:
    """Return the set of cells in which a rival differs, in the user's terms."""
    solution = rivals.solution
    pairs = zip(solution.board.cells, solution.values, rival, strict=True)
    cells = tuple(cell for cell, mine, other in pairs if mine != other)
    blank = Puzzle._trusted(solution.board, bytes(len(rival)), solution.rules)
    return UnavoidableSet(cells, blank._solved(rival, rivals.solver))


def shrunk(rivals: Rivals, rival: bytes, clues: Sequence[int]) -> bytes:
    """Return a rival whose difference from the solution, within the clues, is minimal."""
    within = frozenset(clues)
    for cell in sorted(rivals.difference(rival) & within):
        cells = rivals.difference(rival) & within
        if cell in cells:
            nearer = rivals.rival([clue for clue in clues if clue not in cells or clue == cell])
            rival = nearer or rival
    return rival


class Walk:
    """A walk through all subsets of some clues that knows which of them are settled.

    A subset that is proper settles all supersets. One that misses an unavoidable set settles all
    its subsets. A SAT solver keeps the account.
    """

    def __init__(self, rivals: Rivals, clues: Iterable[int]) -> None:
        self._rivals = rivals
        self._clues = list(clues)
        self._map = blank_oracle("minisat22")
        self._literal = {cell: self._map.fresh() for cell in self._clues}
        self._cell = {literal: cell for cell, literal in self._literal.items()}
        self._never = self._map.fresh()  # a false literal: not every solver takes an empty clause
        self._map.add([-self._never])

    def unexplored(self) -> list[int] | None:
        """Return a subset that is not settled yet; None when all are."""
        model = self._map.answer([], self._rivals.budget)
        if model is None:
            return None
        return [self._cell[literal] for literal in model if literal in self._cell]

    def is_new(self, cells: Iterable[int]) -> bool:
        """Whether leaving exactly these cells open is not settled yet."""
        open_cells = set(cells)
        choice = [-x if cell in open_cells else x for cell, x in self._literal.items()]
        return self._map.answer(choice, self._rivals.budget) is not None

    def exclude_supersets(self, cells: Iterable[int]) -> None:
        """Settle all supersets of a proper subset."""
        self._map.add([self._never, *(-self._literal[cell] for cell in cells)])

    def exclude_rival(self, rival: bytes) -> bytes:
        """Settle all that misses a minimal unavoidable set within a rival's difference."""
        nearest = shrunk(self._rivals, rival, self._clues)
        cells = self._rivals.difference(nearest)
        self._map.add([x for cell, x in self._literal.items() if cell in cells])
        return nearest

    def exclude_within(self, cells: frozenset[int]) -> bytes:
        """Settle all that misses a minimal unavoidable set within an unavoidable one."""
        rival = self._rivals.rival([cell for cell in self._clues if cell not in cells])
        if rival is None:
            raise WrongAnswerError(
                "a backend found no other solution where values can be exchanged"
            )
        return self.exclude_rival(rival)

    def close(self) -> None:
        """Free the solver."""
        self._map.close()
