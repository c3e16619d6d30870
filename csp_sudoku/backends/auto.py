"""`auto`: the backend that is best for this problem and this question, and the reason.

It starts with a native attempt that costs little: most problems end there. A problem on which the
attempt uses up its nodes goes to SAT, whose learning gets through where plain search is hopeless.
So no board is left to a paradigm that cannot do it.
"""

from __future__ import annotations

from csp_sudoku.backends.bitmask import Bitmask
from csp_sudoku.backends.protocol import Backend, Budget, Codes, Report, Search
from csp_sudoku.backends.sat import Sat
from csp_sudoku.model import Problem

_NODES = 2_000
"""What the native attempt may spend. A 9x9 board needs some hundreds at the very most."""
_DENSE = 64
"""A search that has found so many solutions finds more: it goes on, whatever it spends."""


class Auto(Backend):
    """A cheap native attempt, then conflict-driven search."""

    name = "auto"
    summary = "chooses for each problem, and says why"

    def refusal(self, problem: Problem) -> str | None:
        """Whatever the native search refuses goes to SAT."""
        return Sat().refusal(problem)

    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Pull from the native attempt, and from SAT where it gives up, each solution once."""
        attempt = Bitmask()
        refusal = attempt.refusal(problem)
        if refusal:
            return (yield from _handed_over(problem, budget, report, limit, set(), refusal))
        report.backend, report.reason = attempt.label, "a short native search settles it"
        search = attempt.native(problem)
        seen: set[tuple[int, ...]] = set()
        settled = yield from _remembered(attempt.pull(search, budget.share(_NODES), report), seen)
        if settled or budget.is_over():
            return settled
        if len(seen) >= _DENSE:
            report.reason = "a native search that finds solution after solution"
            return (yield from attempt.pull(search, budget, report))
        reason = f"a native search gave up after {search.nodes:,} nodes"
        return (yield from _handed_over(problem, budget, report, limit, seen, reason))

    def count(
        self, problem: Problem, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count natively if the attempt gets through or finds many, else with SAT."""
        attempt = Bitmask()
        if attempt.refusal(problem):
            return Sat().count(problem, budget, report, limit)
        search = attempt.native(problem)
        found, settled = attempt.counted(search, budget.share(_NODES), report, limit)
        if settled or budget.is_over():
            return found, settled
        if found < _DENSE:
            return Sat().count(problem, budget, report, limit)
        rest = None if limit is None else limit - found
        more, settled = attempt.counted(search, budget, report, rest)
        return found + more, settled


def _remembered(search: Search, seen: set[tuple[int, ...]]) -> Search:
    """Pass the solutions on, and keep the first of them in mind."""
    while True:
        try:
            codes = next(search)
        except StopIteration as end:
            return bool(end.value)
        if len(seen) < _DENSE:
            seen.add(tuple(codes))
        yield codes


def _handed_over(
    problem: Problem,
    budget: Budget,
    report: Report,
    limit: int | None,
    seen: set[tuple[int, ...]],
    reason: str,
) -> Search:
    """Go on with SAT, without the solutions that were seen already."""
    sat = Sat()
    report.backend, report.reason = sat.label, reason
    wanted = None if limit is None else limit + len(seen)
    search = sat.search(problem, budget, report, wanted)
    while True:
        try:
            codes: Codes = next(search)
        except StopIteration as end:
            return bool(end.value)
        if tuple(codes) not in seen:
            yield codes
