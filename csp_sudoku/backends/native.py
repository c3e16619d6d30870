"""How the native searches are driven: pulled one solution at a time, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from csp_sudoku.backends.protocol import Codes, Report, Search
from csp_sudoku.budgets import Budget
from csp_sudoku.native.status import Status

R = TypeVar("R", covariant=True)


class NativeSearch(Protocol[R]):
    """A resumable search in C: `run` says how it stopped, and may be called again."""

    @property
    def nodes(self) -> int:
        """How many nodes the search has tried."""

    @property
    def status(self) -> Status:
        """How it stopped."""

    @property
    def solution(self) -> R | None:
        """The solution that it stands at, if it stands at one."""

    def run(self, nodes: int | None = None, seconds: float | None = None) -> Status:
        """Go on until a solution, the end, or the end of the budget; say which it was."""

    def count(
        self, limit: int | None = None, nodes: int | None = None, seconds: float | None = None
    ) -> int:
        """Go on and count solutions, up to the limit or the end of the budget."""


_SLICE_SECONDS = 0.05


def pull(
    search: NativeSearch[R],
    decode: Callable[[R], Codes],
    budget: Budget,
    report: Report,
    counters: Sequence[str],
) -> Search:
    """Yield the solutions of a native search; return whether it is exhausted."""
    try:
        while not budget.is_over():
            stopped = search.run(nodes=_nodes_left(search, budget), seconds=_slice(budget))
            found = search.solution
            if found is not None:
                yield decode(found)
            elif stopped is Status.EXHAUSTED:
                return True
            elif _nodes_left(search, budget) == 0:
                return False
        return False
    finally:
        _note(search, report, counters)


def count(
    search: NativeSearch[R],
    budget: Budget,
    report: Report,
    limit: int | None,
    counters: Sequence[str],
) -> tuple[int, bool]:
    """Count up to `limit` without making a Python object for each solution."""
    found = 0
    try:
        while not budget.is_over():
            rest = None if limit is None else limit - found
            nodes = _nodes_left(search, budget)
            found += search.count(limit=rest, nodes=nodes, seconds=_slice(budget))
            if found == limit or search.status is Status.EXHAUSTED:
                return found, True
            if _nodes_left(search, budget) == 0:
                return found, False
        return found, False
    finally:
        _note(search, report, counters)


def _slice(budget: Budget) -> float:
    """Return how long to run until the budget is looked at again: others may cancel it."""
    left = budget.seconds_left()
    return _SLICE_SECONDS if left is None else min(left, _SLICE_SECONDS)


def _nodes_left(search: NativeSearch[R], budget: Budget) -> int | None:
    return None if budget.nodes is None else max(0, budget.nodes - search.nodes)


def _note(search: NativeSearch[R], report: Report, counters: Sequence[str]) -> None:
    for counter in counters:
        report.stats[counter] = getattr(search, counter)
