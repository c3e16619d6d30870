"""Objectives: what a model wants to be as small, or as large, as it can be.

An `Objective` is what was written. A `Goal` is the same as a sum of the basis that is to be as
small as possible: what is to be large has its sign changed, and fractions are scaled up to whole
numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from csp_sudoku.model.constraints import Linear
from csp_sudoku.model.expressions import (
    Expression,
    Number,
    UndefinedError,
    Value,
    Variable,
    number,
)


class Objective(NamedTuple):
    """An expression, and whether it is to be minimized or maximized.

    A solution for which the expression has no value (a division by zero) is not a solution.

    >>> x, y = Variable("x", 0, (1, 2, 3)), Variable("y", 1, (1, 2, 3))
    >>> print(Objective("minimize", 2 * x + y))
    minimize 2*x + y
    """

    sense: str
    """minimize or maximize."""
    expression: Expression

    @property
    def sign(self) -> int:
        """1 for minimize, and -1 for maximize."""
        return 1 if self.sense == "minimize" else -1

    def value(self, assignment: Mapping[Variable, Value]) -> Number | None:
        """Return the value under an assignment; None if there is none."""
        try:
            return number(self.expression.value(assignment))
        except UndefinedError:
            return None

    def __str__(self) -> str:
        return f"{self.sense} {self.expression}"


class Goal(NamedTuple):
    """An objective as a sum over the variables of a reduced structure, to be as small as it can.

    The total of the sum is `factor * (sign * value - constant)`.
    """

    objective: Objective
    linear: Linear
    """The sum; every total is allowed."""
    factor: Number
    constant: Number

    def value(self, total: int) -> Number:
        """Return the value of the objective for a total of the sum."""
        value = self.objective.sign * (Fraction(total) / self.factor + self.constant)
        return int(value) if value.denominator == 1 else value

    def total(self, value: Number) -> int:
        """Return the total of the sum for a value of the objective."""
        return int(self.factor * (self.objective.sign * value - self.constant))

    def reach(self, masks: Sequence[int]) -> tuple[int, int]:
        """Return the least and the greatest total that the masks allow, one by one."""
        least = greatest = 0
        for variable, weights in zip(self.linear.variables, self.linear.weights, strict=True):
            mask = masks[variable.index]
            open_weights = [weight for code, weight in enumerate(weights) if mask >> code & 1]
            least += min(open_weights, default=0)
            greatest += max(open_weights, default=0)
        return least, greatest
