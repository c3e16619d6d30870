"""Negation: constraints of the basis that hold exactly where a constraint does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from csp_sudoku.errors import ModelError
from csp_sudoku.model.constraints import (
    AllDifferent,
    AnyOf,
    Constraint,
    Expressed,
    Fresh,
    Linear,
    Regular,
    Relation,
    State,
    Table,
    ValueSet,
    constraint_of,
    outside,
)
from csp_sudoku.model.expressions import Not, Value, Variable
from csp_sudoku.model.flattening import flattened


class NotDeniableError(Exception):
    """A constraint decomposes with auxiliary variables of its own, or into too large an automaton.

    Its negation would say that no choice of these variables will do.
    """


def denied(constraint: Constraint, fresh: Fresh) -> list[Constraint]:
    """Return constraints that hold together exactly where one does not; or raise NotDeniableError.

    >>> x, y = Variable("x", 0, (1, 2)), Variable("y", 1, (1, 2))
    >>> (equal,) = denied(AllDifferent([x, y]), lambda domain: x)
    >>> equal.check({x: 2, y: 2}), equal.check({x: 1, y: 2})
    (True, False)
    """
    if isinstance(constraint, Expressed):
        return flattened(Not(constraint.condition), fresh)
    if isinstance(constraint, AllDifferent):
        pairs = combinations(constraint.variables, 2)
        return [AnyOf([[Relation(x, y, lambda a, b: a == b)] for x, y in pairs])]
    if isinstance(constraint, Relation):
        x, y = constraint.variables
        whole = (1 << len(y.domain)) - 1
        return [Relation.of_rows(x, y, [whole & ~row for row in constraint.rows])]
    if isinstance(constraint, Table):
        return [_outside_table(constraint)]
    if isinstance(constraint, Linear):
        return [_of_linear(constraint)]
    if isinstance(constraint, ValueSet):
        return [_not_all_values(constraint.variables, values) for values in constraint.family]
    if isinstance(constraint, Regular):
        return [_refusing(constraint)]
    if isinstance(constraint, AnyOf):
        return [AnyOf([denied(part, fresh) for part in branch]) for branch in constraint.branches]
    parts = constraint.decompose(_refuse)
    if parts is None:
        raise NotDeniableError
    return [AnyOf([denied(constraint_of(part), fresh) for part in parts])]


def denied_domain(variable: Variable, values: Sequence[Value]) -> Constraint:
    """Return the constraint that a variable has none of some values."""
    return Table((variable,), [(value,) for value in variable.domain if value not in values])


def _refuse(_: Iterable[Value]) -> Variable:
    raise NotDeniableError


def _of_linear(linear: Linear) -> Linear:
    found = Linear.of_weights(linear.variables, linear.weights, [])
    found.totals = outside(linear.totals)
    return found


def _outside_table(table: Table) -> Constraint:
    """Return an automaton that follows the tuples of a table, and accepts what leaves them."""
    rows = [
        tuple(x.domain[code] for x, code in zip(table.variables, row, strict=True))
        for row in table.tuples
    ]
    begun = {row[:length] for row in rows for length in range(len(row) + 1)}
    out = "out"

    def step(state: tuple[Value, ...] | str, value: Value) -> tuple[Value, ...] | str:
        after = out if isinstance(state, str) else (*state, value)
        return after if after in begun else out

    return _regular(table.variables, () if rows else out, step, lambda state: state == out)


def _not_all_values(variables: Sequence[Variable], values: Iterable[Value]) -> AnyOf:
    """Return that some value of a set, as large as there are variables, occurs nowhere."""
    return AnyOf([[denied_domain(x, (value,)) for x in variables] for value in values])


def _refusing(regular: Regular) -> Constraint:
    """Return the automaton that accepts what another one does not: by sets of its states."""
    steps: list[Mapping[tuple[int, Value], list[int]]] = []
    for x, layer in zip(regular.sequence, regular.layers, strict=True):
        here: dict[tuple[int, Value], list[int]] = {}
        for state, code, target in layer:
            here.setdefault((state, x.domain[code]), []).append(target)
        steps.append(here)

    def step(state: tuple[int, frozenset[int]], value: Value) -> tuple[int, frozenset[int]]:
        at, inside = state
        after = frozenset(t for s in inside for t in steps[at].get((s, value), ()))
        return at + 1, after

    start = (0, frozenset({0} if regular.widths[0] else ()))
    return _regular(regular.sequence, start, step, lambda state: not state[1])


def _regular(
    variables: Sequence[Variable],
    start: State,
    step: Callable[[Any, Any], State | None],
    accept: Callable[[Any], bool],
) -> Regular:
    try:
        return Regular(variables, start, step, accept)
    except ModelError:
        raise NotDeniableError from None
