"""Exact cover: options that cover each item once, by dancing links in C."""

from __future__ import annotations

from csp_sudoku.backends.protocol import Backend, Report, Search
from csp_sudoku.budgets import Budget, counted, pulled
from csp_sudoku.encoders import exact_cover as encoder
from csp_sudoku.model import CSP, Problem
from csp_sudoku.native import dlx

_COUNTERS = ("nodes", "updates", "solutions", "max_depth")


class Dlx(Backend):
    """Exact cover by dancing links, the smallest item first."""

    name = "dlx"
    summary = "exact cover by dancing links (native)"
    paradigm = "exact cover"
    package = "csp-sudoku"

    def refusal(self, problem: Problem) -> str | None:
        """Return what exact cover cannot express."""
        return encoder.refusal(problem.csp)

    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Yield the exact covers, decoded."""
        decode = encoder.encode(problem.csp).decode
        return pulled(_search(problem), decode, budget, report.stats, _COUNTERS)

    def count(
        self, problem: Problem, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count natively."""
        return counted(_search(problem), budget, report.stats, _COUNTERS, limit)


def _search(problem: Problem) -> dlx.Search:
    encoding = encoder.encode(problem.csp)
    cover = problem.csp.shared("dancing links", _cover)
    return cover.search(encoding.chosen(problem.masks), excluded=encoding.excluded(problem.masks))


def _cover(csp: CSP) -> dlx.ExactCover:
    encoding = encoder.encode(csp)
    return dlx.ExactCover.from_arrays(
        encoding.primary, encoding.secondary, encoding.offsets, encoding.items
    )
