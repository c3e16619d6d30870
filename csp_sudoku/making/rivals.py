"""Rivals of a solution: other solutions that agree with it on some clues.

Clues are proper exactly when the solution has no rival on them. Everything about minimal puzzles
and unavoidable sets asks only this, many times for one solution. So the solver is set up once per
solution: the 9x9 kernel, a SAT solver that keeps what it learnt, or any backend by its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations

from csp_sudoku.backends import get
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.bits import union
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.engines import Engine, Given
from csp_sudoku.errors import OutOfBudgetError, PuzzleError
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.sat.loading import is_kept, oracle_for
from csp_sudoku.sat.oracle import Incremental

_SOLVER = "cadical153"
_PAIRWISE_CLAUSES = 1_000_000
"""More pairs than this, and at most one is said with auxiliary variables."""


class Rivals(ABC):
    """The other solutions of a board, found by the cells on which they agree with a given one."""

    def __init__(self, solution: Solution, budget: Budget, solver: str) -> None:
        self.solution = solution
        self.budget = budget
        self.solver = solver

    @abstractmethod
    def rival(self, clues: Iterable[int]) -> bytes | None:
        """Return a solution that agrees on these cells and differs elsewhere, if there is one."""

    def sufficient(self, clues: Sequence[int]) -> int | None:
        """Return n such that the first n clues are proper; None if not even all of them are.

        A smaller n may do as well.
        """
        return len(clues) if self.rival(clues) is None else None

    @cached_property
    def known_sets(self) -> list[int]:
        """Unavoidable sets that need no search: the Kempe chains, as one bit per cell."""
        return [union(chain) for chain in kempe_chains(self.solution, self.budget)]

    def reduced(self, units: Sequence[tuple[int, ...]], fixed: Iterable[int] = ()) -> list[int]:
        """Drop units of proper clues one by one, each that is not needed; return what stays.

        The solver sees the clues in the opposite order, those that stay first. So when the first
        n of them are proper, all units after them are dropped at once.
        """
        kept = list(fixed)
        rest = [cell for unit in reversed(units) for cell in unit]
        met, sets, at = union(kept), self.known_sets, 0
        while at < len(units):
            unit = units[at]
            del rest[len(rest) - len(unit) :]
            others = union(rest)
            sets = [cells for cells in sets if not cells & met]
            if any(not cells & others for cells in sets):  # only this unit meets one of them
                enough = None
            else:
                enough = self._sufficient(kept, rest)
            at += 1
            if enough is None:
                kept += unit
                met |= union(unit)
                continue
            while at < len(units) and len(kept) + len(rest) - len(units[at]) >= enough:
                del rest[len(rest) - len(units[at]) :]
                at += 1
        return sorted(kept)

    def _sufficient(self, kept: list[int], rest: list[int]) -> int | None:
        try:
            self.budget.check()
            return self.sufficient(kept + rest)
        except OutOfBudgetError as error:
            so_far = f"{len(kept)} of up to {len(kept) + len(rest) + 1} clues known to be needed"
            raise OutOfBudgetError(f"the time ended with {so_far}", least=len(kept)) from error

    def difference(self, rival: bytes) -> frozenset[int]:
        """Return the cells in which a rival differs."""
        pairs = enumerate(zip(self.solution.values, rival, strict=True))
        return frozenset(cell for cell, (mine, other) in pairs if mine != other)

    def close(self) -> None:
        """Free what is held."""
        return


def kempe_chains(solution: Solution, budget: Budget) -> Iterator[frozenset[int]]:
    """Yield the Kempe chains of a solution as numbers of cells: see `graphs.kempe_chains`.

    >>> chains = kempe_chains(Solution("1234 3412 2143 4321"), Budget())
    >>> sorted(map(len, chains))
    [4, 4, 4, 4, 4, 4, 4, 4, 8, 8]

    There are none where an exchange might break a constraint that is not a group.
    """
    if not solution.has_groups_alone:
        return
    places = [{solution.values[c]: c for c in group.cells} for group in solution.board.groups]
    cells_of: dict[int, list[int]] = {}
    for cell, value in enumerate(solution.values):
        cells_of.setdefault(value, []).append(cell)
    for one, other in combinations(sorted(cells_of), 2):
        budget.check()
        beside: dict[int, list[int]] = {cell: [] for cell in cells_of[one] + cells_of[other]}
        for place in places:
            if one in place and other in place:
                beside[place[one]].append(place[other])
                beside[place[other]].append(place[one])
        while beside:
            cell, todo = beside.popitem()
            chain = {cell}
            while todo:
                if (cell := todo.pop()) not in chain:
                    chain.add(cell)
                    todo += beside.pop(cell)
            yield frozenset(chain)


def clued(solution: Solution, cells: Iterable[int]) -> Puzzle:
    """Return the puzzle whose clues are these cells of a solution."""
    values = bytearray(len(solution.values))
    for cell in cells:
        values[cell] = solution.values[cell]
    return Puzzle._trusted(solution.board, bytes(values), solution.rules)


def rivals_of(
    solution: Solution, backend: str | Backend = "auto", budget: Budget | None = None
) -> Rivals:
    """Return the fastest way to find rivals on this board, or the backend asked for.

    >>> rivals = rivals_of(Solution("1234 3412 2143 4321"))
    >>> rivals.rival(range(4, 16)) is None, rivals.rival(range(8)) is None
    (True, False)
    """
    if not isinstance(solution, Solution):
        raise PuzzleError(
            f"expected a solution, got a {type(solution).__name__}",
            fix="give puzzle.solve().solution; the smallest of expressions is cs.smallest",
        )
    budget = budget or Budget()
    chosen = get(backend)
    if solution.variables:
        name = next(iter(solution.variables))
        raise PuzzleError(
            f"the solution has a variable beside its cells, {name}, and clues stand in cells alone",
            fix="ask for the solution without its rules: Solution(values, board=board)",
        )
    engine = chosen.engine(solution.structure)
    if engine:
        return _EngineRivals(solution, budget, engine)
    if backend == "auto":
        return _SatRivals(solution, budget)
    return _BackendRivals(solution, budget, chosen)


class _EngineRivals(Rivals):
    """Rivals by the board's engine: of two solutions at least one is a rival."""

    def __init__(self, solution: Solution, budget: Budget, engine: Engine) -> None:
        super().__init__(solution, budget, "the 9x9 kernel")
        self._engine = engine

    def reduced(self, units: Sequence[tuple[int, ...]], fixed: Iterable[int] = ()) -> list[int]:
        """Drop the units natively, which takes a fraction of a millisecond."""
        self.budget.check()
        given = clued(self.solution, [*fixed, *(cell for unit in units for cell in unit)])
        left = self._engine.reduce(given.values, units)
        return [cell for cell, value in enumerate(left) if value]

    def rival(self, clues: Iterable[int]) -> bytes | None:
        """Ask the kernel for two solutions at most."""
        self.budget.check()
        search = self._engine.search(Given(clued(self.solution, clues).values))
        return next((found for found in search if found != self.solution.values), None)


class _BackendRivals(Rivals):
    """Rivals by any backend: of two solutions at least one is a rival."""

    def __init__(self, solution: Solution, budget: Budget, backend: Backend) -> None:
        super().__init__(solution, budget, backend.label)
        self._backend = backend

    def rival(self, clues: Iterable[int]) -> bytes | None:
        """Ask the backend for two solutions at most."""
        puzzle, left = clued(self.solution, clues), self.budget.seconds_left()
        found = puzzle.solutions(self._backend, limit=2, timeout=left)
        return next((other.values for other in found if other != self.solution), None)


class _SatRivals(Rivals):
    """Rivals by one SAT solver with the rules and a blocking clause; clues are assumptions.

    The solver decides assumptions in their order. So a refutation mostly uses the first clues, and
    the others are redundant.
    """

    def __init__(self, solution: Solution, budget: Budget) -> None:
        super().__init__(solution, budget, "a SAT solver")
        self._oracle: Incremental | None = None

    def _load(self) -> Incremental:
        """Give the solver its clauses, at the first question: on a large board, that takes long."""
        problem = self.solution.structure.problem
        csp = problem.csp
        if is_kept(csp):
            few = encoder.pairs(problem, enough=_PAIRWISE_CLAUSES + 1) <= _PAIRWISE_CLAUSES
            at_most_one = "pairwise" if few else "sequential"
            self._cnf = encoder.encode(csp, "extended", at_most_one, self.budget.check)
            oracle = Incremental(_SOLVER, self._cnf, self.budget.check)
        else:
            self._cnf, oracle = oracle_for(problem, _SOLVER, self.budget)
        of_cell = zip(self._cnf.literal[: problem.own], self.solution.values, strict=True)
        self._mine = [literal[value - 1] for literal, value in of_cell]
        oracle.add([-literal for literal in self._mine])
        return oracle

    def rival(self, clues: Iterable[int]) -> bytes | None:
        """Look for a model under the clues."""
        model = self._model(clues)
        if model is None:
            return None
        return bytes(code + 1 for code in self._cnf.decode(model)[: len(self._mine)])

    def sufficient(self, clues: Sequence[int]) -> int | None:
        """Count the clues up to the last one that the refutation used."""
        if self._model(clues) is not None:
            return None
        assert self._oracle is not None, "it was asked just now"
        used = self._oracle.core()
        return max((i for i, c in enumerate(clues, 1) if self._mine[c] in used), default=0)

    def close(self) -> None:
        """Free the solver."""
        if self._oracle is not None:
            self._oracle.close()

    def _model(self, clues: Iterable[int]) -> Sequence[int] | None:
        self._oracle = self._oracle or self._load()
        return self._oracle.answer([self._mine[cell] for cell in clues], self.budget)
