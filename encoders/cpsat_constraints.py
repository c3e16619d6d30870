"""How each kind of constraint is said to CP-SAT, in a model of Booleans or of integers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from csp_sudoku.bits import members
from csp_sudoku.encoders.cpsat_models import Encoding, Integers, register, runs_of
from csp_sudoku.encoders.layered import Layered, layered
from csp_sudoku.model import (
    AllDifferent,
    AnyOf,
    Linear,
    Regular,
    Relation,
    Table,
    ValueSet,
)

if TYPE_CHECKING:
    pass


_LEAST, _MOST = -(2**63), 2**63 - 1
"""What CP-SAT writes where a sum has no bound."""


@register.register
def _(constraint: AllDifferent, encoding: Encoding) -> None:
    if encoding.guard:
        for literals in encoding.holders(constraint.variables).values():
            encoding.add_at_most_one(literals)
    elif isinstance(encoding, Integers):
        encoding.add_all_different([variable.index for variable in constraint.variables])


@register.register
def _(constraint: Linear, encoding: Encoding) -> None:
    variables, factors, constant = encoding.sum(constraint)
    least, greatest = constraint.reach
    domain = [
        bound - constant
        for low, high in constraint.totals
        for bound in (least if low is None else low, greatest if high is None else high)
    ]
    _add_linear(encoding, variables, factors, domain)


def _add_linear(
    encoding: Encoding, variables: Sequence[int], factors: Sequence[int], domain: list[int]
) -> None:
    """Add that a sum lies in a domain of intervals; an empty one cannot be met."""
    bounds = [
        bound
        for at in range(0, len(domain), 2)
        if domain[at] <= domain[at + 1]
        for bound in domain[at : at + 2]
    ]
    if not bounds:
        encoding.add_clause([])
        return
    linear = encoding.add().linear
    linear.vars.extend(variables)
    linear.coeffs.extend(factors)
    linear.domain.extend(bounds)


@register.register
def _(constraint: Relation, encoding: Encoding) -> None:
    x, y = constraint.variables
    if isinstance(encoding, Integers):
        if constraint.sum and encoding.has_values[x.index] and encoding.has_values[y.index]:
            one, other, totals = constraint.sum
            domain = [
                bound
                for low, high in totals
                for bound in (_LEAST if low is None else low, _MOST if high is None else high)
            ]
            _add_linear(encoding, [x.index, y.index], [one, other], domain)
            return
        for factor in (-1, 1):
            found_domain = _depends_on(encoding, constraint, factor)
            if found_domain is not None:
                _add_linear(encoding, [x.index, y.index], [1, factor], found_domain)
                return
    _add_supports(encoding, x.index, y.index, constraint.rows)


def _add_supports(encoding: Encoding, x: int, y: int, rows: Sequence[int]) -> None:
    """Say a relation by clauses: a value needs one of those of the other variable.

    CP-SAT 9.15 would expand a table of two columns into the same clauses, but its presolve then
    loses solutions now and then (seen twice in 65,000 random models, once as INFEASIBLE).
    """
    pairs = [
        (a, b) for a in members(encoding.masks[x]) for b in members(encoding.masks[y] & rows[a])
    ]
    left: dict[int, list[int]] = {a: [] for a in members(encoding.masks[x])}
    right: dict[int, list[int]] = {b: [] for b in members(encoding.masks[y])}
    for a, b in pairs:
        left[a].append(b)
        right[b].append(a)
    for supports, v, other in ((left, x, y), (right, y, x)):
        for code, found in supports.items():
            encoding.add_clause(
                _literals(encoding, [(v, code, False), *((other, c, True) for c in found)])
            )


def _literals(encoding: Encoding, wanted: Iterable[tuple[int, int, bool]]) -> list[int]:
    found = []
    for v, code, sign in wanted:
        literal = encoding.literal(v, code)
        if literal is not None:
            found.append(literal if sign else ~literal)
    return found


_MOST_INTERVALS = 8


def _depends_on(encoding: Integers, relation: Relation, factor: int) -> list[int] | None:
    """Return the totals x + factor * y that a relation allows, if it depends on those alone."""
    x, y = relation.variables
    allowed: set[int] = set()
    refused: set[int] = set()
    for a in members(encoding.masks[x.index]):
        row, number = relation.rows[a], encoding.numbers[x.index][a]
        for b in members(encoding.masks[y.index]):
            total = number + factor * encoding.numbers[y.index][b]
            (allowed if row >> b & 1 else refused).add(total)
        if not allowed.isdisjoint(refused):
            return None
    runs = runs_of(sorted(allowed))
    # Numbers between two allowed totals that cannot be reached need no border of their own.
    joined = runs[:2]
    for low, high in zip(runs[2::2], runs[3::2], strict=True):
        if any(joined[-1] < total < low for total in refused):
            joined += [low, high]
        else:
            joined[-1] = high
    return joined if len(joined) <= 2 * _MOST_INTERVALS else None


def _add_table(encoding: Integers, variables: Sequence[int], rows: Iterable[Sequence[int]]) -> None:
    table = encoding.proto.constraints.add().table
    for v in variables:
        expression = table.exprs.add()
        expression.vars.append(v)
        expression.coeffs.append(1)
    numbers = [encoding.numbers[v] for v in variables]
    for row in rows:
        table.values.extend([n[code] for n, code in zip(numbers, row, strict=True)])
    if not table.values:
        encoding.add_clause([])


@register.register
def _(constraint: Table, encoding: Encoding) -> None:
    variables = [variable.index for variable in constraint.variables]
    rows = [
        row
        for row in constraint.tuples
        if all(encoding.masks[v] >> code & 1 for v, code in zip(variables, row, strict=True))
    ]
    if len(variables) < 2:
        if variables or not rows:
            encoding.add_clause(_literals(encoding, [(variables[0], row[0], True) for row in rows]))
        return
    if len(variables) == 2:
        left = [0] * len(constraint.variables[0].domain)
        for a, b in rows:
            left[a] |= 1 << b
        _add_supports(encoding, variables[0], variables[1], left)
        return
    if isinstance(encoding, Integers) and not encoding.guard:
        _add_table(encoding, variables, rows)
        return
    chosen = [encoding.fresh(determined=not encoding.guard) for _ in rows]
    encoding.add_exactly_one(chosen)
    holders: dict[tuple[int, int], list[int]] = {
        (v, code): [] for v in variables for code in members(encoding.masks[v])
    }
    for selector, row in zip(chosen, rows, strict=True):
        for v, code in zip(variables, row, strict=True):
            holders[v, code].append(selector)
    for (v, code), selectors in holders.items():
        for selector in selectors:
            literal = encoding.literal(v, code)
            if literal is not None:
                encoding.proto.constraints.add().bool_or.literals.extend([~selector, literal])
        encoding.add_clause([*_literals(encoding, [(v, code, False)]), *selectors])


@register.register
def _(constraint: ValueSet, encoding: Encoding) -> None:
    holders = encoding.holders(constraint.variables)
    sets = [values for values in constraint.family if all(value in holders for value in values)]
    chosen = [encoding.fresh(determined=not encoding.guard) for _ in sets]
    encoding.add_exactly_one(chosen)
    for value, places in holders.items():
        inside = [s for s, values in zip(chosen, sets, strict=True) if value in values]
        factors = [1] * len(places) + [-1] * len(inside)
        _add_linear(encoding, [*places, *inside], factors, [0, 0])
    if isinstance(encoding, Integers) and not encoding.guard:
        encoding.add_all_different([variable.index for variable in constraint.variables])


@register.register
def _(constraint: Regular, encoding: Encoding) -> None:
    automaton = layered(constraint, encoding.masks)
    if automaton.is_impossible:
        encoding.add_clause([])
        return
    is_plain = len(set(automaton.variables)) == len(automaton.variables)
    if (
        isinstance(encoding, Integers)
        and is_plain
        and not encoding.guard
        and constraint.is_deterministic
        and automaton.variables
    ):
        _add_automaton(encoding, automaton)
        return
    determined = constraint.is_deterministic and not encoding.guard
    before = [encoding.fresh(determined=determined)]
    encoding.add_clause(before)
    for v, steps, width in zip(
        automaton.variables, automaton.layers, automaton.widths[1:], strict=True
    ):
        after = [encoding.fresh(determined=determined) for _ in range(width)]
        _add_layer(encoding, v, steps, before, after, exact=determined)
        before = after


def _add_automaton(encoding: Integers, automaton: Layered) -> None:
    """Add CP-SAT's own automaton.

    Its presolve gives the states Booleans that nothing determines, and an enumeration repeats
    solutions, as in google/or-tools issues 4270 and 4640: seen with 9.15 on 8 of 150 puzzles.
    """
    encoding.has_automata = True
    proto = encoding.proto.constraints.add().automaton
    first = 0
    proto.starting_state = 0
    for v, steps, width in zip(
        automaton.variables, automaton.layers, automaton.widths, strict=False
    ):
        expression = proto.exprs.add()
        expression.vars.append(v)
        expression.coeffs.append(1)
        numbers = encoding.numbers[v]
        for state, code, target in steps:
            proto.transition_tail.append(first + state)
            proto.transition_label.append(numbers[code])
            proto.transition_head.append(first + width + target)
        first += width
    proto.final_states.append(first)


def _add_layer(
    encoding: Encoding,
    v: int,
    steps: Iterable[tuple[int, int, int]],
    before: Sequence[int],
    after: Sequence[int],
    *,
    exact: bool,
) -> None:
    """Add one layer of an automaton: states lead on, and each state and value has a support."""
    ways: dict[tuple[int, int], list[int]] = {}
    into: list[list[int]] = [[] for _ in after]
    holders: dict[int, list[int]] = {code: [] for code in members(encoding.masks[v])}
    for state, code, target in steps:
        ways.setdefault((state, code), []).append(after[target])
        into[target].append(before[state])
        holders[code].append(before[state])
    plain = encoding.proto.constraints
    for state, s in enumerate(before):
        for code in holders:
            literals = _literals(encoding, [(v, code, False)])
            plain.add().bool_or.literals.extend([~s, *literals, *ways.get((state, code), ())])
    for t, states in zip(after, into, strict=True):
        plain.add().bool_or.literals.extend([~t, *dict.fromkeys(states)])
    for code, states in holders.items():
        encoding.add_clause([*_literals(encoding, [(v, code, False)]), *dict.fromkeys(states)])
    if exact:
        encoding.add_at_most_one(after)


@register.register
def _(constraint: AnyOf, encoding: Encoding) -> None:
    selectors = [encoding.fresh() for _ in constraint.branches]
    encoding.add_clause(selectors)
    outer = encoding.guard
    for selector, branch in zip(selectors, constraint.branches, strict=True):
        encoding.guard = [selector]
        try:
            for part in branch:
                register(part, encoding)
        finally:
            encoding.guard = outer
