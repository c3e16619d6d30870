"""How the native searches are driven: pulled one solution at a time, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from csp_sudoku.backends.protocol import Budget, Codes, Report, Search

R = TypeVar("R", covariant=True)


class NativeSearch(Protocol[R]):
    """A resumable search in C: `run` says how it stopped, and may be called again."""

    nodes: int

    @property
    def solution(self) -> R: ...
    def run(self, nodes: int | None = None, seconds: float | None = None) -> int: ...
    def count(
        self, limit: int | None = None, nodes: int | None = None, seconds: float | None = None
    ) -> int: ...


SOLUTION, EXHAUSTED, PAUSED = 1, 0, 2


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
            stopped = search.run(nodes=_nodes_left(search, budget), seconds=budget.seconds_left())
            if stopped == SOLUTION:
                yield decode(search.solution)
            elif stopped == EXHAUSTED:
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
    if budget.is_over():
        return 0, False
    found = search.count(limit=limit, nodes=budget.nodes, seconds=budget.seconds_left())
    _note(search, report, counters)
    settled = found == limit or search.run(nodes=0) == EXHAUSTED
    return found, settled


def _nodes_left(search: NativeSearch[R], budget: Budget) -> int | None:
    return None if budget.nodes is None else max(0, budget.nodes - search.nodes)


def _note(search: NativeSearch[R], report: Report, counters: Sequence[str]) -> None:
    for counter in counters:
        report.stats[counter] = getattr(search, counter)
