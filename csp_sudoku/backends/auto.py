"""`auto`: what is best for this problem and this question, and the reason.

A plain 9x9 puzzle goes to the kernel made for it, which no other is faster than.
Nearly every problem is settled by a short native search. Where that is not enough, the native
search and SAT, whose learning gets through where plain search is hopeless, take turns: each goes on
where it stood, in turns that grow. So the answer comes in at most about twice the time of the
better one, and no board is left to a paradigm that cannot do it. Turns are counted in nodes and
conflicts, not in seconds: the same question takes the same way on every machine.

Large boards with few clues have little to infer: there the native search spends less on it. (Seed
001 fills the first 6 % of such a board in plain order; that gains nothing here, and its `mrv` is
fast on empty boards, but lost with a few clues: bench/auto.py measures.)
"""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from typing import TYPE_CHECKING

from csp_sudoku.backends.bitmask import Bitmask
from csp_sudoku.backends.protocol import Backend, Budget, Codes, Report, Search
from csp_sudoku.model import CSP, Problem

if TYPE_CHECKING:
    from csp_sudoku.backends.sat import Sat

_FIRST_NODES = 5_000
"""The native search's first turn, at least. Large boards grant two nodes for each open
candidate: about what encoding them for SAT would cost."""
_LARGE = 200
"""More variables than this, and it pays to look at how many are open."""
_FEW_CLUES = 0.28
_FIRST_SLICES = 2
"""SAT's first turn, in slices of its own."""
_DENSE = 64
"""A search that has found so many solutions finds more: it goes on alone."""
_NATIVE = Bitmask()
_LIGHT = Bitmask(propagation="singles")


class Auto(Backend):
    """A short native search, then turns of native search and SAT."""

    name = "auto"
    summary = "chooses for each problem, and says why"
    paradigm = "choice"
    package = "csp-sudoku"

    def refusal(self, problem: Problem) -> str | None:
        """Whatever the native search refuses goes to SAT."""
        return None if self.is_kernel_for(problem.csp) else _sat().refusal(problem)

    def is_kernel_for(self, csp: CSP) -> bool:
        """Whether clues on this structure go to the 9x9 kernel."""
        return _NATIVE.is_kernel_for(csp)

    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Yield each solution once, whoever finds it first."""
        kernel = _NATIVE.kernel(problem)
        if kernel is not None:
            report.backend = _NATIVE.label
            return _NATIVE.pull(kernel, budget, report)
        refusal = _NATIVE.refusal(problem)
        if refusal is not None:
            report.backend, report.reason = _sat().label, f"the native search has {refusal}"
            return _sat().search(problem, budget, report, limit)
        return _Turns(problem, budget, report).run()

    def count(
        self, problem: Problem, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count natively if that is short or finds many; else whoever settles it first."""
        kernel = _NATIVE.kernel(problem)
        if kernel is not None:
            return _NATIVE.counted(kernel, budget, report, limit)
        if _NATIVE.refusal(problem) is None:
            native = _native_for(problem)
            search = native.native(problem)
            first = budget.share(_first_nodes(problem))
            found, settled = native.counted(search, first, report, limit)
            if settled or budget.is_over():
                return found, settled
            if found >= _DENSE:
                rest = None if limit is None else limit - found
                more, settled = native.counted(search, budget, report, rest)
                return found + more, settled
        return super().count(problem, budget, report, limit)


def _native_for(problem: Problem) -> Bitmask:
    """Return the native search that suits: a lighter one for large boards with few clues."""
    if len(problem.masks) <= _LARGE:
        return _NATIVE
    fixed = sum(not mask & (mask - 1) for mask in problem.masks)
    return _LIGHT if fixed < _FEW_CLUES * len(problem.masks) else _NATIVE


def _first_nodes(problem: Problem) -> int:
    if len(problem.masks) <= _LARGE:
        return _FIRST_NODES
    return max(_FIRST_NODES, 2 * sum(mask.bit_count() for mask in problem.masks))


class _Turns:
    """A native search and SAT on one problem, in turns, and what both have found."""

    def __init__(self, problem: Problem, budget: Budget, report: Report) -> None:
        self.budget = budget
        self.report = report
        self.native = _native_for(problem)
        self.search = self.native.native(problem)
        self.learner = _sat().steps(problem, budget, report)  # begins with its first turn
        self.seen: set[tuple[int, ...]] = set()
        self.first_nodes = _first_nodes(problem)

    def run(self) -> Search:
        nodes, slices = self.first_nodes, _FIRST_SLICES
        reason = "a short native search settles it"
        try:
            while True:
                settled = yield from self._native_turn(nodes, reason)
                if settled or self.budget.is_over():
                    return settled
                if len(self.seen) >= _DENSE:
                    reason = "a native search that finds solution after solution"
                    return (yield from self._native_turn(None, reason))
                ended = yield from self._sat_turn(slices)
                if ended is not None:
                    return ended
                nodes, slices = nodes * 2, slices * 2
                reason = f"a native search of {nodes:,} nodes, in turns with SAT"
        finally:
            self.learner.close()

    def _native_turn(self, nodes: int | None, reason: str) -> Search:
        """Go on with the native search; return whether it is exhausted."""
        self.report.backend, self.report.reason = self.native.label, reason
        turn = self.native.pull(self.search, self.budget.share(nodes), self.report)
        while True:
            try:
                codes = next(turn)
            except StopIteration as end:
                return bool(end.value)
            if self._is_new(codes):
                yield codes

    def _sat_turn(self, slices: int) -> Generator[Codes, None, bool | None]:
        """Go on with SAT for some slices; return whether it is exhausted, None if not yet."""
        spent = f"a native search was not done after {self.search.nodes:,} nodes"
        self.report.backend, self.report.reason = _sat().label, spent
        while slices:
            try:
                codes = next(self.learner)
            except StopIteration as end:
                return bool(end.value)
            if codes is None:
                slices -= 1
            elif self._is_new(codes):
                yield codes
        return None

    def _is_new(self, codes: Codes) -> bool:
        """Whether neither has found this solution before; the first of them are kept in mind."""
        key = tuple(codes)
        if key in self.seen:
            return False
        if len(self.seen) < _DENSE:
            self.seen.add(key)
        return True


@cache
def _sat() -> Sat:
    """Return the SAT backend, imported when a problem turns out to be hard."""
    from csp_sudoku.backends.sat import Sat

    return Sat()
