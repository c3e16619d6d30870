"""Budgets: how long a search may take, what it may spend, and how another thread stops it."""

from __future__ import annotations

import time

from csp_sudoku.errors import BackendError, OutOfBudgetError, shown

_TOO_MUCH = 2**62


class Budget:
    """What a search may spend: seconds, nodes and conflicts. None means that there is no limit.

    >>> Budget(seconds=0).is_over()
    True
    """

    __slots__ = ("cancelled", "conflicts", "deadline", "nodes", "spent_conflicts")

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

    def seconds_left(self) -> float | None:
        """Return the seconds that are left, never below 0; None without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def conflicts_left(self) -> int | None:
        """Return the conflicts that are left, never below 0; None without a limit."""
        return None if self.conflicts is None else max(0, self.conflicts - self.spent_conflicts)

    def is_over(self) -> bool:
        """Whether something has run out, or the budget was cancelled."""
        if self.cancelled or self.nodes == 0:
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

    def share(self, nodes: int | None = None) -> Budget:
        """Return a budget with the same limits (or fewer nodes) that can be cancelled alone."""
        granted = [n for n in (nodes, self.nodes) if n is not None]
        other = Budget(nodes=min(granted, default=None), conflicts=self.conflicts)
        other.deadline = self.deadline
        return other

    def cancel(self) -> None:
        """Stop whoever spends this budget, from another thread."""
        self.cancelled = True

    def revive(self) -> None:
        """Take a cancellation back."""
        self.cancelled = False


def _check_amount(name: str, amount: float | None, kinds: tuple[type, ...]) -> None:
    """Refuse an amount of the wrong kind or size before a search counts with it."""
    if amount is None:
        return
    if isinstance(amount, bool) or not isinstance(amount, kinds) or not 0 <= amount < _TOO_MUCH:
        kind = "whole number" if float not in kinds else "number"
        fix = f"use a {kind} from 0 up, or None"
        raise BackendError(f"a budget of {shown(amount)} {name}", fix=fix)
