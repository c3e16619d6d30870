"""The constraints of a model other than groups, as a solution is checked against them.

The first solutions of a model are checked by the constraints themselves. For whoever asks more
often, as for many puzzles with the same rules, what pairs, sums and sets say is written down once,
for the native check.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from csp_sudoku.model.constraints import (
    BASIS,
    Codes,
    Constraint,
    Linear,
    Relation,
    Table,
    ValueSet,
)
from csp_sudoku.model.expressions import Value, Variable
from csp_sudoku.native import check

_FEW = 3
"""This many checks take less time than writing everything down."""
_MOST_CODES = 64


class Conditions:
    """The constraints of a structure that are not groups."""

    def __init__(self, variables: Sequence[Variable], constraints: Sequence[Constraint]) -> None:
        self._variables = variables
        self._checks = 0
        self._parts = _Parts(constraints, None, ())
        """In one place, as threads read it while another one writes it."""

    def broken(self, codes: Codes) -> Constraint | None:
        """Return a constraint that a solution does not meet; None if it meets all of them."""
        left, native, written = self._parts
        self._checks += 1
        if self._checks == _FEW and left:
            left, native, written = self._parts = _written(left, len(self._variables))
        if native is not None:
            number = native.first_broken(codes)
            if number is not None:
                return written[number]
        values: dict[Variable, Value] = {}
        for constraint in left:
            if type(constraint) in BASIS:
                is_met = constraint.met_by(codes)
            else:
                values = values or _values(self._variables, codes)
                is_met = constraint.check(values)
            if not is_met:
                return constraint
        return None


class _Parts(NamedTuple):
    """What constraints themselves are asked, and what the native check is."""

    left: Sequence[Constraint]
    native: check.Conditions | None
    written: Sequence[Constraint]


def _written(constraints: Sequence[Constraint], variables: int) -> _Parts:
    """Write down what the native check knows."""
    rows = [(constraint, _row(constraint)) for constraint in constraints]
    return _Parts(
        [constraint for constraint, row in rows if row is None],
        check.Conditions(variables, [row for _, row in rows if row is not None]),
        [constraint for constraint, row in rows if row is not None],
    )


def _values(variables: Iterable[Variable], codes: Codes) -> dict[Variable, Value]:
    return {v: v.domain[code] for v, code in zip(variables, codes, strict=False)}


def _row(constraint: Constraint) -> tuple[Any, ...] | None:
    """Return a constraint as the native check takes it; None if it does not."""
    if any(len(v.domain) > _MOST_CODES for v in constraint.variables):
        return None
    places = [v.index for v in constraint.variables]
    if type(constraint) is Relation:
        return ("pairs", *places, constraint.rows)
    if type(constraint) is Table and len(places) == 1:
        mask = sum([1 << code for (code,) in constraint.tuples])
        return "values", *places, len(constraint.variables[0].domain), mask
    if type(constraint) is Linear:
        return "total", places, constraint.weights, constraint.totals
    if type(constraint) is ValueSet:
        number = {value: n for n, value in enumerate(_all_values(constraint.variables))}
        if len(number) > _MOST_CODES:
            return None
        codes = [[number[value] for value in v.domain] for v in constraint.variables]
        sets = [one for one in constraint.family if number.keys() >= one]
        return "set", places, codes, [sum([1 << number[value] for value in one]) for one in sets]
    return None


def _all_values(variables: Iterable[Variable]) -> dict[Value, None]:
    return dict.fromkeys([value for v in variables for value in v.domain])
