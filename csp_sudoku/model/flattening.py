"""From conditions and composed constraints to the basis, with auxiliary variables where needed.

A condition over one or two variables becomes a table. A comparison of sums becomes a `Linear`, in
which everything that depends on one variable alone is a weight for each of its values. What is left
(products of several variables, maxima, elements) is an auxiliary variable, tied to its arguments
unconditionally, so that it is determined by them wherever the condition stands. A partial function
has one value more, `UNDEFINED`, which makes the comparison around it false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import product
from typing import Any

from csp_sudoku.errors import ModelError
from csp_sudoku.model.constraints import (
    BASIS,
    MOST_TUPLES,
    SIMPLE,
    AnyOf,
    Constraint,
    Fresh,
    Linear,
    Relation,
    Table,
    constraint_of,
    outside,
)
from csp_sudoku.model.expressions import (
    OPPOSITE,
    Choice,
    Comparison,
    Condition,
    Conjunction,
    Constant,
    Disjunction,
    Expression,
    Membership,
    Not,
    Number,
    Operation,
    Same,
    Sum,
    UndefinedError,
    Value,
    Variable,
    is_number,
    number,
    place,
)
from csp_sudoku.model.objectives import Goal, Objective
from csp_sudoku.model.tabulating import codes, pairs, pairs_of_sum, sum_of_two

_SMALL_TABLE = 10_000
"""Sums over two variables with more pairs of values than this stay sums."""


class Undefined(Enum):
    """What an auxiliary variable is where the expression that it stands for has no value."""

    UNDEFINED = "undefined"


UNDEFINED = Undefined.UNDEFINED


def is_basic(constraint: Constraint) -> bool:
    """Whether a constraint is of the basis, and so is all that stands in its branches."""
    if type(constraint) is not AnyOf:
        return type(constraint) in BASIS
    return all(is_basic(part) for branch in constraint.branches for part in branch)


def reduced(constraint: Constraint, fresh: Fresh) -> list[Constraint]:
    """Return constraints of the basis that say the same; those that cannot be reduced stay."""
    if type(constraint) in SIMPLE or is_basic(constraint):
        return [constraint]
    if isinstance(constraint, AnyOf):
        branches = [
            [p for c in branch for p in reduced(c, fresh)] for branch in constraint.branches
        ]
        return [AnyOf(branches, constraint.name)]
    simpler = constraint.decompose(fresh)
    if simpler is None:
        return [constraint]
    found: list[Constraint] = []
    for one in simpler:
        if type(one) in SIMPLE:
            found.append(one)  # type: ignore[arg-type]
        else:
            found += reduced(constraint_of(one), fresh)
    return found


def flattened(condition: Condition, fresh: Fresh) -> list[Constraint]:
    """Return constraints that hold exactly where a condition does."""
    work = _Flattening(fresh)
    wanted = work.said(condition, True)
    return work.definitions + wanted


def goal_of(objective: Objective, fresh: Fresh) -> tuple[list[Constraint], Goal]:
    """Return an objective as a sum, and the constraints that define what the sum needs."""
    work, terms = _Flattening(fresh), _Terms()
    work._collect(terms, objective.sign, objective.expression)
    linear = terms.linear([(None, None)])
    defined = [Table((x,), [(a,) for a in values]) for x, values in terms.partial.items()]
    goal = Goal(objective, linear, _factor(linear, terms.weights), terms.constant)
    return [*work.definitions, *defined], goal


class _Flattening:
    """One condition on its way to the basis, and the definitions of what it needed."""

    def __init__(self, fresh: Fresh) -> None:
        self.fresh = fresh
        self.definitions: list[Constraint] = []
        self.known: dict[int, tuple[Expression, Variable]] = {}

    # Conditions

    def said(self, condition: Condition, truth: bool) -> list[Constraint]:
        """Return constraints that say that a condition holds, or that it does not."""
        variables = condition.variables
        if len(variables) == 0:
            return [] if condition.holds({}) == truth else [Table((), ())]
        if len(variables) == 1:
            x = variables[0]
            return [Table.of_codes(x, codes(condition, x, truth))]
        if len(variables) == 2 and self._fits_a_table(condition, variables):
            x, y = variables
            added = sum_of_two(condition, x, y, truth)
            rows = pairs_of_sum(added, x, y) if added else pairs(condition, x, y, truth)
            relation = Relation.of_rows(x, y, rows)
            relation.sum = added
            return [relation]
        if isinstance(condition, Not):
            return self.said(condition.condition, not truth)
        if isinstance(condition, Conjunction | Disjunction):
            parts = condition.conditions
            if isinstance(condition, Conjunction) == truth:
                return [c for part in parts for c in self.said(part, truth)]
            return [AnyOf([self.said(part, truth) for part in parts])]
        if isinstance(condition, Same):
            return [
                AnyOf(
                    [
                        self.said(condition.left, left) + self.said(condition.right, left == truth)
                        for left in (True, False)
                    ]
                )
            ]
        if isinstance(condition, Comparison):
            return self._compared(condition, truth)
        if isinstance(condition, Membership):
            return self._member(condition, truth)
        raise ModelError(f"{condition} is a condition of an unknown kind")  # a subclass of others

    @staticmethod
    def _fits_a_table(condition: Condition, variables: Sequence[Variable]) -> bool:
        pairs = len(variables[0].domain) * len(variables[1].domain)
        if pairs <= _SMALL_TABLE:
            return True
        is_sum = isinstance(condition, Comparison) and all(
            isinstance(side, Variable | Constant | Sum) for side in condition.parts
        )
        return not is_sum and pairs <= MOST_TUPLES

    def _compared(self, condition: Comparison, truth: bool) -> list[Constraint]:
        direct = self._compared_with_constant(condition, truth)
        if direct is not None:
            return direct
        sign = condition.sign if truth else OPPOSITE[condition.sign]
        if not (self._is_numeric(condition.left) and self._is_numeric(condition.right)):
            return self._compared_as_values(condition, truth)
        terms = _Terms()
        for factor, side in ((1, condition.left), (-1, condition.right)):
            self._collect(terms, factor, side)
        low: Number | None = None
        high: Number | None = None
        if sign in ("==", ">=", ">"):
            low = -terms.constant
        if sign in ("==", "<=", "<"):
            high = -terms.constant
        totals: Sequence[tuple[Number | None, Number | None]] = [(low, high)]
        linear = terms.linear(totals)
        if sign in ("<", ">"):
            linear = terms.linear([(None, high)] if sign == "<" else [(low, None)], strict=True)
        if sign == "!=":
            equal = terms.linear([(-terms.constant, -terms.constant)])
            linear = equal
            linear.totals = outside(equal.totals)
        return self._where_defined([linear], terms.partial, truth)

    def _compared_with_constant(
        self, condition: Comparison, truth: bool
    ) -> list[Constraint] | None:
        """Compare an operation with a constant without a variable for its result, if it is one."""
        for part, constant in (
            (condition.left, condition.right),
            (condition.right, condition.left),
        ):
            if not isinstance(part, Operation) or constant.variables or len(part.arguments) < 2:
                continue
            result: Variable | Value = self.variable(part.arguments[0])
            for argument in part.arguments[1:-1]:
                result = self._joined(part, result, self.variable(argument))
            last = self.variable(part.arguments[-1])
            if not isinstance(result, Variable) or not isinstance(last, Variable) or result is last:
                return None

            def holds(a: Value, b: Value, part: Operation = part) -> bool:
                value = _applied(part, a, b)
                if value is UNDEFINED:
                    return not truth
                sides = [Constant(value) if s is part else s for s in condition.parts]
                return Comparison(condition.sign, *sides).holds({}) == truth

            if len(result.domain) * len(last.domain) > MOST_TUPLES:
                return None
            return [Relation(result, last, holds)]
        return None

    def _where_defined(
        self, wanted: list[Constraint], partial: Mapping[Variable, Sequence[Value]], truth: bool
    ) -> list[Constraint]:
        """Say something of expressions that may have no value: true only where all have one."""
        if not partial:
            return wanted
        defined = [Table((x,), [(a,) for a in values]) for x, values in partial.items()]
        if truth:
            return [*defined, *wanted]
        missing: list[list[Constraint]] = []
        for x, values in partial.items():
            missing.append([Table((x,), [(a,) for a in x.domain if a not in values])])
        return [AnyOf([[*defined, *wanted], *missing])]

    def _compared_as_values(self, condition: Comparison, truth: bool) -> list[Constraint]:
        """Compare what need not be numbers, through one variable for each side."""
        left, right = self.variable(condition.left), self.variable(condition.right)
        same = condition.sign == "=="

        def holds(a: Value, b: Value) -> bool:
            undefined = a is UNDEFINED or b is UNDEFINED
            return (not undefined and (a == b) == same) == truth

        if isinstance(left, Variable) and isinstance(right, Variable):
            if left is right:
                return [Table((left,), [(a,) for a in left.domain if holds(a, a)])]
            return [Relation(left, right, holds)]
        if isinstance(left, Variable):
            return [Table((left,), [(a,) for a in left.domain if holds(a, right)])]
        if isinstance(right, Variable):
            return [Table((right,), [(b,) for b in right.domain if holds(left, b)])]
        return [] if holds(left, right) else [Table((), ())]

    def _member(self, condition: Membership, truth: bool) -> list[Constraint]:
        of = self.variable(condition.of)
        if not isinstance(of, Variable):
            return [] if (of in condition.values) == truth else [Table((), ())]
        allowed = [(a,) for a in of.domain if (a in condition.values) == truth]
        return [Table((of,), allowed)]

    # Expressions

    def _is_numeric(self, part: Expression) -> bool:
        if isinstance(part, Variable):
            return all(is_number(value) for value in part.domain)
        if isinstance(part, Constant):
            return is_number(part.constant)
        if isinstance(part, Choice):
            return all(map(self._is_numeric, part.choices))
        return True

    def _collect(self, terms: _Terms, factor: Number, part: Expression) -> None:
        """Add an expression, times a number, to the terms of a sum."""
        variables = part.variables
        if isinstance(part, Sum):
            terms.constant += factor * part.constant
            for inner, of in part.terms:
                self._collect(terms, factor * inner, of)
        elif len(variables) == 0:
            self._collect_alone(terms, factor, None, lambda _: part.value({}))
        elif len(variables) == 1:
            x = variables[0]
            self._collect_alone(terms, factor, x, lambda a: part.value({x: a}))
        else:
            aux = self._defined(part)
            self._collect_alone(terms, factor, aux, _itself)

    def _collect_alone(
        self,
        terms: _Terms,
        factor: Number,
        x: Variable | None,
        value_at: Callable[[Value], Any],
    ) -> None:
        """Add what depends on one variable, or on none: a weight for each value."""
        if x is None:
            try:
                terms.constant += factor * number(value_at(None))
            except UndefinedError:
                terms.add_partial(self.fresh((UNDEFINED,)), ())
            return
        weights: list[Number] = []
        defined: list[Value] = []
        for a in x.domain:
            try:
                weights.append(factor * number(value_at(a)))
                defined.append(a)
            except UndefinedError:
                weights.append(0)
        if len(defined) < len(x.domain):
            terms.add_partial(x, defined)
        terms.add(x, weights)

    def variable(self, part: Expression) -> Variable | Value:
        """Return a variable, or a constant, that has the value of an expression."""
        if isinstance(part, Variable):
            return part
        if not part.variables:
            try:
                constant: Value = part.value({})
            except UndefinedError:
                return UNDEFINED
            return constant
        return self._defined(part)

    def _defined(self, part: Expression) -> Variable:
        """Return the auxiliary variable that stands for an expression, defined once."""
        if id(part) not in self.known:
            self.known[id(part)] = part, self._define(part)
        return self.known[id(part)][1]

    def _define(self, part: Expression) -> Variable:
        variables = part.variables
        size = 1
        for x in variables:
            size *= max(1, len(x.domain))
        if len(variables) <= 2 and size <= MOST_TUPLES:
            return self._tabulated(variables, lambda *values: _valued(part, variables, values))
        if isinstance(part, Condition):
            return self._reified(part)
        if isinstance(part, Choice):
            return self._chosen(part)
        if isinstance(part, Sum):
            return self._added(part)
        if isinstance(part, Operation):
            return self._applied(part)
        raise ModelError(f"{part} is an expression of an unknown kind")

    def _tabulated(self, arguments: Sequence[Variable], function: Callable[..., Value]) -> Variable:
        """Define a variable as a function of others, by a table."""
        rows = [(*row, function(*row)) for row in product(*(x.domain for x in arguments))]
        result = self.fresh(dict.fromkeys(row[-1] for row in rows))
        if len(arguments) == 1:
            self.definitions.append(Relation(arguments[0], result, [(a, b) for a, b in rows]))
        else:
            self.definitions.append(Table((*arguments, result), rows))
        return result

    def _reified(self, condition: Condition) -> Variable:
        truth = self.fresh((0, 1))
        self.definitions.append(
            AnyOf([[Table((truth,), [(t,)]), *self.said(condition, t == 1)] for t in (0, 1)])
        )
        return truth

    def _chosen(self, part: Choice) -> Variable:
        """Define an element: where the index is k, it is the choice number k."""
        index = self.variable(part.index)
        choices = [self.variable(choice) for choice in part.choices]
        if not isinstance(index, Variable):
            at = place(index, len(choices))
            only = UNDEFINED if at is None else choices[at]
            return only if isinstance(only, Variable) else self.fresh((only,))
        domain: dict[Value, None] = {}
        for choice in choices:
            known = choice.domain if isinstance(choice, Variable) else (choice,)
            domain.update(dict.fromkeys(known))
        result = self.fresh(dict.fromkeys((*domain, UNDEFINED)))
        where = {at: place(at, len(choices)) for at in index.domain}
        self.definitions.append(
            Relation(index, result, lambda at, r: where[at] is not None or r is UNDEFINED)
        )
        for k, choice in enumerate(choices):
            elsewhere = Table((index,), [(at,) for at in index.domain if where[at] != k])
            if isinstance(choice, Variable):
                equal: Constraint = Relation(choice, result, lambda a, b: a == b)
            else:
                equal = Table((result,), [(choice,)])
            self.definitions.append(AnyOf([[elsewhere], [equal]]))
        return result

    def _added(self, part: Sum) -> Variable:
        """Define a sum as a variable whose domain is every total that can come."""
        terms = _Terms()
        self._collect(terms, 1, part)
        totals = {number(terms.constant)}
        for weights in terms.weights.values():
            totals = {total + weight for total in totals for weight in set(weights)}
            if len(totals) > MOST_TUPLES:
                raise ModelError(f"{part} has more than {MOST_TUPLES:,} totals")
        values: list[Value] = [*sorted(totals)]
        result = self.fresh((*values, UNDEFINED) if terms.partial else values)
        constant = terms.constant
        terms.add(result, [0 if r is UNDEFINED else -number(r) for r in result.domain])
        equal = terms.linear([(-constant, -constant)])
        if not terms.partial:
            self.definitions.append(equal)
            return result
        defined = [Table((x,), [(a,) for a in known]) for x, known in terms.partial.items()]
        known_result = Table((result,), [(value,) for value in values])
        unknown_result = Table((result,), [(UNDEFINED,)])
        missing = [
            [unknown_result, Table((x,), [(a,) for a in x.domain if a not in known])]
            for x, known in terms.partial.items()
        ]
        self.definitions.append(AnyOf([[equal, known_result, *defined], *missing]))
        return result

    def _applied(self, part: Operation) -> Variable:
        """Define a function of many expressions, two at a time if it can be."""
        arguments = [self.variable(argument) for argument in part.arguments]
        if len(arguments) == 1:
            return self._joined(part, arguments[0])
        result = arguments[0]
        for argument in arguments[1:]:
            result = self._joined(part, result, argument)
        assert isinstance(result, Variable), "an operation without variables is evaluated before"
        return result

    def _joined(self, part: Operation, *arguments: Variable | Value) -> Variable:
        """Define an operation on variables and constants."""
        variables = list(dict.fromkeys(a for a in arguments if isinstance(a, Variable)))
        size = 1
        for x in variables:
            size *= len(x.domain)
        if size > MOST_TUPLES:
            raise ModelError(
                f"{part} needs a table of {size:,} tuples; {MOST_TUPLES:,} are the most",
                fix="use smaller domains",
            )
        if not variables:
            return self.fresh((_applied(part, *arguments),))

        def at(*values: Value) -> Value:
            known = dict(zip(variables, values, strict=True))
            return _applied(part, *(known[a] if isinstance(a, Variable) else a for a in arguments))

        return self._tabulated(variables, at)


class _Terms:
    """The terms of a sum: a weight for each value of each variable, and a constant."""

    def __init__(self) -> None:
        self.constant: Number = 0
        self.weights: dict[Variable, list[Number]] = {}
        self.partial: dict[Variable, Sequence[Value]] = {}
        """The variables for some of whose values a term has none, and the other values."""

    def add(self, x: Variable, weights: Sequence[Number]) -> None:
        old = self.weights.get(x)
        new = list(weights) if old is None else [a + b for a, b in zip(old, weights, strict=True)]
        self.weights[x] = new

    def add_partial(self, x: Variable, defined: Iterable[Value]) -> None:
        """Note for which values of a variable there is a sum at all."""
        before = self.partial.get(x, x.domain)
        kept = set(defined)
        self.partial[x] = [value for value in before if value in kept]

    def linear(
        self,
        totals: Sequence[tuple[Number | None, Number | None]],
        *,
        strict: bool = False,
    ) -> Linear:
        """Return the constraint that the sum is in one of these intervals, or strictly within."""
        found = Linear.of_weights(self.weights, self.weights.values(), totals)
        if strict:
            (low, high), (first, last) = totals[0], found.totals[0]
            factor = _factor(found, self.weights)
            if high is not None and last is not None and last == high * factor:
                last -= 1
            if low is not None and first is not None and first == low * factor:
                first += 1
            found.totals = ((first, last),)
        return found


def _factor(linear: Linear, weights: Mapping[Variable, Sequence[Number]]) -> Number:
    """Return by how much a sum was scaled up, so that all its weights are whole."""
    for row, given in zip(linear.weights, weights.values(), strict=True):
        for scaled, weight in zip(row, given, strict=True):
            if weight:
                return Fraction(scaled) / weight
    return 1


def _applied(part: Operation, *values: Value) -> Value:
    """Return the value of an operation; UNDEFINED if it has none."""
    if UNDEFINED in values:
        return UNDEFINED
    try:
        result: Value = part.applied(*values)
    except UndefinedError:
        return UNDEFINED
    return result


def _valued(part: Expression, variables: Sequence[Variable], values: Sequence[Value]) -> Value:
    try:
        value: Value = part.value(dict(zip(variables, values, strict=True)))
    except UndefinedError:
        return UNDEFINED
    return int(value) if isinstance(value, bool) else value


def _itself(value: Value) -> Any:
    if value is UNDEFINED:
        raise UndefinedError
    return value
