"""Budgets: how long a search may take, what it may spend, and how another thread stops it.

`pulled` and `counted` run a native search within a budget. They run it in short slices, so that
Ctrl-C and a cancelled budget take effect at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from typing import Protocol, TypeVar

from csp_sudoku.errors import BackendError, OutOfBudgetError, shown
from csp_sudoku.native.status import Status as Stop

T = TypeVar("T")
R = TypeVar("R", covariant=True)

_TOO_MUCH = 2**62
_SLICE_SECONDS = 0.05


class Budget:
    """What a search may spend: seconds, nodes and conflicts. None means that there is no limit.

    >>> Budget(seconds=0).is_over()
    True
    """

    __slots__ = ("cancelled", "conflicts", "deadline", "nodes", "spent_conflicts", "whole")

    def __init__(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        conflicts: int | None = None,
    ) -> None:
        _check_amount("seconds", seconds, (int, float))
        _check_amount("nodes", nodes, (int,))
        _check_amount("conflicts", conflicts, (int,))
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.nodes = nodes
        self.conflicts = conflicts
        self.spent_conflicts = 0
        self.cancelled = False
        self.whole: Budget | None = None
        """The budget that this one is a share of: when it is over, so is this one."""

    def seconds_left(self) -> float | None:
        """Return the seconds that are left, never below 0; None without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def conflicts_left(self) -> int | None:
        """Return the conflicts that are left, never below 0; None without a limit."""
        return None if self.conflicts is None else max(0, self.conflicts - self.spent_conflicts)

    def is_over(self) -> bool:
        """Whether something has run out, or the budget was cancelled."""
        if self.cancelled or self.nodes == 0 or (self.whole is not None and self.whole.is_over()):
            return True
        return self.seconds_left() == 0 or self.conflicts_left() == 0

    def check(self) -> None:
        """Raise OutOfBudgetError if the budget is over.

        >>> Budget(seconds=0).check()
        Traceback (most recent call last):
        csp_sudoku.errors.OutOfBudgetError: the time ended before the question was settled; ...
        """
        if self.is_over():
            raise OutOfBudgetError("the time ended before the question was settled", least=0)

    def share(self, nodes: int | None = None, conflicts: int | None = None) -> Budget:
        """Return a budget with the same limits, or lower ones, that can be cancelled alone."""
        other = Budget()
        other.nodes = _least(nodes, self.nodes)
        other.conflicts = _least(conflicts, self.conflicts_left())
        other.deadline, other.whole = self.deadline, self
        return other

    def spend(self, nodes: int, conflicts: int) -> None:
        """Take away what a share of this budget has spent."""
        if self.nodes is not None:
            self.nodes = max(0, self.nodes - nodes)
        self.spent_conflicts += conflicts

    def cancel(self) -> None:
        """Stop the search that spends this budget, from any thread."""
        self.cancelled = True

    def revive(self) -> None:
        """Undo a cancellation."""
        self.cancelled = False


def _least(wanted: int | None, left: int | None) -> int | None:
    """Return the lower of two limits, of which each may be None for no limit."""
    if wanted is None or left is None:
        return left if wanted is None else wanted
    return min(wanted, left)


def _check_amount(name: str, amount: float | None, kinds: tuple[type, ...]) -> None:
    """Refuse an amount of the wrong type or size before a search counts with it."""
    if amount is None:
        return
    if isinstance(amount, bool) or not isinstance(amount, kinds) or not 0 <= amount < _TOO_MUCH:
        kind = "whole number" if float not in kinds else "number"
        raise BackendError(
            f"expected a budget of {name} that is a {kind} from 0 up, got {shown(amount)}"
        )


# Native searches


class NativeSearch(Protocol[R]):
    """A search in C that can be paused: `run` says why it stopped, and can be called again."""

    @property
    def nodes(self) -> int:
        """How many nodes the search has tried."""

    @property
    def status(self) -> Stop:
        """Why it stopped."""

    @property
    def solution(self) -> R | None:
        """The solution that it stopped at; None if it stopped for another reason."""

    def run(self, nodes: int | None = None, seconds: float | None = None) -> Stop:
        """Continue until a solution, the end, or the end of the budget; say which it was."""

    def count(
        self, limit: int | None = None, nodes: int | None = None, seconds: float | None = None
    ) -> int:
        """Continue and count solutions, up to the limit or the end of the budget."""


def pulled(
    search: NativeSearch[R],
    decode: Callable[[R], T],
    budget: Budget,
    stats: dict[str, int],
    counters: Sequence[str],
) -> Generator[T, None, bool]:
    """Yield the solutions of a native search; return whether there are no more.

    At the end the counters of the search are written to `stats`, under their names.
    """
    try:
        while not budget.is_over():
            stopped = search.run(nodes=_nodes_left(search, budget), seconds=_slice(budget))
            found = search.solution
            if found is not None:
                yield decode(found)
            elif stopped is Stop.EXHAUSTED:
                return True
            elif _nodes_left(search, budget) == 0:
                return False
        return False
    finally:
        _note(search, stats, counters)


def counted_up_to(limit: int | None, search: Generator[object, None, bool]) -> tuple[int, bool]:
    """Count the solutions of a search up to a limit; the flag says whether that is settled."""
    found = 0
    while limit is None or found < limit:
        try:
            next(search)
        except StopIteration as end:
            return found, bool(end.value)
        found += 1
    search.close()
    return found, True


def collected(
    search: NativeSearch[R], budget: Budget, nodes: int, limit: int
) -> tuple[list[R], bool]:
    """Return up to `limit` solutions of a native search of few nodes, and whether these are enough.

    They are if there are no more, or if there are as many as that.
    """
    found: list[R] = []
    if budget.is_over():
        return found, False
    most, seconds = nodes if budget.nodes is None else min(nodes, budget.nodes), _slice(budget)
    while len(found) < limit:
        stopped = search.run(most - search.nodes, seconds)
        if stopped is Stop.SOLUTION:
            assert search.solution is not None
            found.append(search.solution)
        elif stopped is Stop.EXHAUSTED:
            return found, True
        elif search.nodes >= most or budget.is_over():
            return found, False
    return found, True


def counted(
    search: NativeSearch[R],
    budget: Budget,
    stats: dict[str, int],
    counters: Sequence[str],
    limit: int | None,
) -> tuple[int, bool]:
    """Count up to `limit` solutions natively; the flag says whether the count is settled."""
    found = 0
    try:
        while not budget.is_over():
            rest = None if limit is None else limit - found
            nodes = _nodes_left(search, budget)
            found += search.count(limit=rest, nodes=nodes, seconds=_slice(budget))
            if found == limit or search.status is Stop.EXHAUSTED:
                return found, True
            if _nodes_left(search, budget) == 0:
                return found, False
        return found, False
    finally:
        _note(search, stats, counters)


def _slice(budget: Budget) -> float:
    """Return how long to run before the budget is looked at again: it may be cancelled."""
    left = budget.seconds_left()
    return _SLICE_SECONDS if left is None else min(left, _SLICE_SECONDS)


def _nodes_left(search: NativeSearch[R], budget: Budget) -> int | None:
    return None if budget.nodes is None else max(0, budget.nodes - search.nodes)


def _note(search: NativeSearch[R], stats: dict[str, int], counters: Sequence[str]) -> None:
    for counter in counters:
        stats[counter] = getattr(search, counter)
