"""Optima by any backend: find a solution, then ask for a better one, until there is none.

Each question is a problem with one bound more (`model.bounds`), so that a backend keeps what it has
built, and SAT what it has learnt. Bounds are tightened in steps that double while solutions come
easily, by short tries; a try that shows that there is nothing below a bound raises the proven
bound. When a try takes too long, the next question is only for something better than the best, and
takes as long as it takes. This is solution-improving search, as in F. Bacchus, M. Järvisalo,
R. Martins: Maximum satisfiability (Handbook of Satisfiability, 2021), with steps of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from math import inf
from typing import TYPE_CHECKING

from csp_sudoku.budgets import Budget
from csp_sudoku.model import Codes, Problem
from csp_sudoku.questions import Report

if TYPE_CHECKING:
    from csp_sudoku.backends.protocol import Backend, Improvements

_TRY = 1_000
"""The nodes, or conflicts, of a try."""


def tightened(
    backend: Backend, problem: Problem, budget: Budget, report: Report, best: float = inf
) -> Improvements:
    """Yield ever better solutions; return the proven bound on the total of the objective.

    `best` is a total that is known already: only better solutions are of interest.
    """
    goal = problem.csp.goal
    assert goal is not None, "only what has an objective can be optimized"
    least, greatest = goal.reach(problem.masks)
    step = 1
    while best > least:
        target = greatest if best == inf else max(least, int(best) - step)
        is_try = step > 1
        asked = problem.at_most(target)
        found, settled = _first(backend, asked, budget, report, _TRY if is_try else None)
        if found is not None:
            best = problem.total(found)
            yield found
            step *= 2
        elif settled and best == inf:
            return inf
        elif settled:
            least = target + 1
            step = max(1, (int(best) - least) // 2)
        elif is_try and not budget.is_over():
            step = 1
        else:
            return least
    return best


class Followed:
    """The solutions of a search for the optimum, as far as each is better than all before.

    `best` is the least total so far, and at the end `bound` is what was proven.
    """

    def __init__(self, problem: Problem, improvements: Improvements, best: float = inf) -> None:
        self.best = best
        self.bound = -inf
        self._problem = problem
        self._improvements = improvements

    def __iter__(self) -> Iterator[Codes]:
        with closing(self._improvements) as improvements:
            while True:
                try:
                    codes = next(improvements)
                except StopIteration as end:
                    self.bound = end.value
                    return
                total = self._problem.total(codes)
                if total < self.best:
                    self.best = total
                    yield codes

    @property
    def is_proven(self) -> bool:
        """Whether nothing is better than the best; infinity says that there is no solution."""
        return self.bound >= self.best


def _first(
    backend: Backend, problem: Problem, budget: Budget, report: Report, most: int | None
) -> tuple[Codes | None, bool]:
    """Return a solution if there is one, and whether that is settled; spend the budget."""
    own = Report(backend.label)
    part = budget.share(most)
    part.conflicts = budget.conflicts_left()
    if most is not None:
        part.conflicts = most if part.conflicts is None else min(most, part.conflicts)
    with closing(backend.search(problem, part, own, 1)) as search:
        try:
            found: Codes | None = next(search)
            settled = True
        except StopIteration as end:
            found, settled = None, bool(end.value)
    report.add(own)
    budget.spend(own.stats.get("nodes", 0), own.stats.get("conflicts", 0))
    return found, settled
