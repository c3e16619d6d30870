"""Exact cover with colours: options that cover each item once, by dancing links in C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from csp_sudoku.backends.protocol import STRENGTHEN, Backend, Report, Search
from csp_sudoku.budgets import Budget, counted, pulled
from csp_sudoku.encoders import exact_cover as encoder
from csp_sudoku.errors import OutOfBudgetError
from csp_sudoku.model import CSP, Problem
from csp_sudoku.native import dlx

_COUNTERS = ("nodes", "updates", "solutions", "max_depth")


class Dlx(Backend):
    """Exact cover by dancing links, the smallest item first."""

    name = "dlx"
    summary = "exact cover by dancing links (native)"
    paradigm = "exact cover"
    package = "csp-sudoku"
    fixes_clique = True
    options: ClassVar[Mapping[str, tuple[object, ...]]] = {"strengthen": STRENGTHEN}

    def refusal(self, problem: Problem) -> str | None:
        """Return what exact cover cannot express."""
        return encoder.refusal(problem.csp)

    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Yield the exact covers, decoded."""
        try:
            search, decode = self._search(problem, budget)
        except OutOfBudgetError:
            return False
        return (yield from pulled(search, decode, budget, report.stats, _COUNTERS))

    def count(
        self, problem: Problem, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count natively."""
        try:
            search, _ = self._search(problem, budget)
        except OutOfBudgetError:
            return 0, False
        return counted(search, budget, report.stats, _COUNTERS, limit)

    def _search(
        self, problem: Problem, budget: Budget
    ) -> tuple[dlx.Search, Callable[[Iterable[int]], list[int]]]:
        """Return a native search of a problem, and its decoder; the budget may end meanwhile."""
        problem = self.strengthened(problem, budget.check)
        encoding = encoder.encode(problem.csp, budget.check)
        cover = problem.csp.shared("dancing links", cover_of)
        chosen, excluded = encoding.chosen(problem.masks), encoding.excluded(problem.masks)
        return cover.search(chosen, excluded=excluded), encoding.decode


def cover_of(csp: CSP) -> dlx.ExactCover:
    """Return the native form of a structure, for `csp.shared("dancing links", cover_of)`."""
    encoding = encoder.encode(csp)
    return dlx.ExactCover.from_arrays(
        encoding.primary,
        encoding.secondary,
        encoding.offsets,
        encoding.items,
        encoding.colours,
        encoding.leading,
    )
