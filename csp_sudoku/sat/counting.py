"""How many of some literals are true: a sequential counter that grows with the question.

(C. Sinz: Towards an optimal CNF encoding of Boolean cardinality constraints, 2005.)
"""

from __future__ import annotations

from collections.abc import Sequence

from csp_sudoku.budgets import Budget
from csp_sudoku.sat.oracle import Oracle


class SequentialCounter:
    """Counts the true ones among literals of an oracle.

    Each number that is asked about costs a column of clauses, two for each literal: small numbers
    are cheap, however many literals there are.
    """

    def __init__(self, oracle: Oracle, literals: Sequence[int]) -> None:
        self._oracle = oracle
        self._literals = literals
        self._columns: list[list[int]] = []

    def more_than(self, number: int, budget: Budget) -> int:
        """Return a literal that holds if more than this many are true; its negation forbids it.

        Raises OutOfBudgetError if the budget ends while the clauses are added.
        """
        while len(self._columns) <= number:
            self._columns.append(self._column(budget))
        return self._columns[number][-1]

    def _column(self, budget: Budget) -> list[int]:
        """Return for each literal one that holds if more than j are true up to it, column j."""
        before = self._columns[-1] if self._columns else None
        column: list[int] = []
        for i, x in enumerate(self._literals):
            budget.check()
            here = self._oracle.fresh()
            if before is None:
                self._oracle.add([-x, here])
            elif i:
                self._oracle.add([-x, -before[i - 1], here])
            if column:
                self._oracle.add([-column[-1], here])
            column.append(here)
        return column
