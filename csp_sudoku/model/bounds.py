"""Bounds on an objective as masks, so that one structure serves all of them.

An objective that depends on one variable is bounded by narrowing that variable. For a sum of
several, the structure gets auxiliary variables worth 0 or 1, 0 or 2, 0 or 4 and so on, and one more
constraint: the sum and they are at most the greatest total. Masks fix them, and so say by how much
the sum has to stay below it. Every backend keeps what it has built for the structure, and a kept
SAT solver what it has learnt, from one bound to the next.
"""

from __future__ import annotations

from collections.abc import Sequence

from csp_sudoku.model.constraints import Linear
from csp_sudoku.model.csp import CSP, Problem
from csp_sudoku.model.expressions import Variable
from csp_sudoku.model.objectives import Goal


class Bounded:
    """A structure with an objective, which can be bounded by masks."""

    def __init__(self, csp: CSP) -> None:
        assert csp.goal is not None, "only what has an objective can be bounded"
        self.goal: Goal = csp.goal
        self.csp = csp
        self._whole = self.goal.reach(csp.problem.masks)
        self._bits = 0
        if len(self.goal.linear.variables) > 1:
            least, greatest = self._whole
            self._bits = (greatest - least).bit_length()
            self.csp = csp.extended([(0, 1 << bit) for bit in range(self._bits)], self._limit)

    def _limit(self, added: Sequence[Variable]) -> Linear:
        """Return the constraint that the sum and the added variables are at most the greatest."""
        linear = self.goal.linear
        weights = [*linear.weights, *((0, 1 << bit) for bit in range(self._bits))]
        variables = [*linear.variables, *added]
        return Linear.of_weights(variables, weights, [(None, self._whole[1])], "objective")

    def at_most(self, masks: Sequence[int], total: int) -> Problem:
        """Return the problem of these masks whose objective's total is at most this."""
        narrowed = list(masks)
        variables, weights = self.goal.linear.variables, self.goal.linear.weights
        if len(variables) == 1:
            kept = sum(1 << code for code, weight in enumerate(weights[0]) if weight <= total)
            narrowed[variables[0].index] &= kept
        elif total < self._whole[0] and narrowed:
            narrowed[0] = 0
        below = max(0, min(self._whole[1] - total, self._whole[1] - self._whole[0]))
        narrowed += [1 + (below >> bit & 1) for bit in range(self._bits)]
        return Problem(self.csp, narrowed)


def bounded(csp: CSP) -> Bounded:
    """Return the bounds of a structure's objective, made once."""
    return csp.shared("bounded", Bounded)
