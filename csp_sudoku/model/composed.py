"""Constraints that reduce to the basis: each has `check`, the truth, and `decompose`.

They are examples, too: a constraint of one's own is written the same way, and then works in every
backend, export and certificate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from csp_sudoku.errors import ModelError
from csp_sudoku.model.constraints import AnyOf, Constraint, Fresh, Linear, Regular, constraint_of
from csp_sudoku.model.expressions import (
    Condition,
    Disjunction,
    Expression,
    Value,
    Variable,
    condition,
    element,
    equivalent,
    expression,
    maximum,
    minimum,
    place,
    total,
)


class _Tied(Constraint):
    """A constraint on variables and constants, kept as the expressions that were given."""

    __slots__ = ("given",)

    def __init__(self, given: Iterable[Any], name: str | None = None) -> None:
        self.given = tuple(map(expression, given))
        inside = dict.fromkeys(v for part in self.given for v in part.variables)
        super().__init__(inside, name)

    def values(self, assignment: Mapping[Variable, Value]) -> list[Any]:
        """Return what the expressions are under an assignment."""
        return [part.value(assignment) for part in self.given]


class Element(_Tied):
    """The value at an index of a sequence; false if the index, counted from 0, is out of range.

    >>> xs = [Variable(name, i, (5, 7)) for i, name in enumerate("abc")]
    >>> i = Variable("i", 3, (1, 9))
    >>> Element(xs, i, 7).check({xs[0]: 5, xs[1]: 7, xs[2]: 5, i: 1})
    True
    """

    __slots__ = ()

    def __init__(
        self, sequence: Iterable[Any], index: Any, value: Any, name: str | None = None
    ) -> None:
        super().__init__((index, value, *sequence), name)

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether the sequence has the value at the index."""
        index, value, *sequence = self.values(assignment)
        at = place(index, len(sequence))
        return at is not None and bool(sequence[at] == value)

    def decompose(self, fresh: Fresh) -> Sequence[Constraint | Condition]:
        """Say it with an expression."""
        index, value, *sequence = self.given
        return [element(sequence, index) == value]


class Implies(Constraint):
    """If one constraint holds, another one does."""

    __slots__ = ("consequence", "premise")

    def __init__(self, premise: Condition, consequence: Any, name: str | None = None) -> None:
        self.premise = condition(premise)
        self.consequence = constraint_of(consequence)
        inside = (*self.premise.variables, *self.consequence.variables)
        super().__init__(dict.fromkeys(inside), name)

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether the premise fails or the consequence holds."""
        return not self.premise.holds(assignment) or self.consequence.check(assignment)

    def decompose(self, fresh: Fresh) -> Sequence[Constraint | Condition]:
        """One of two branches."""
        return [AnyOf([[~self.premise], [self.consequence]])]


class Equivalent(Constraint):
    """Two conditions of which both hold or neither."""

    __slots__ = ("left", "right")

    def __init__(self, left: Condition, right: Condition, name: str | None = None) -> None:
        self.left, self.right = condition(left), condition(right)
        super().__init__(dict.fromkeys((*self.left.variables, *self.right.variables)), name)

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether both hold or neither."""
        return self.left.holds(assignment) == self.right.holds(assignment)

    def decompose(self, fresh: Fresh) -> Sequence[Constraint | Condition]:
        """Say it with an expression."""
        return [equivalent(self.left, self.right)]


class LexLess(Constraint):
    """One sequence of variables comes before another of the same length, as words in a dictionary.

    >>> a, b, c, d = (Variable(name, i, (1, 2)) for i, name in enumerate("abcd"))
    >>> LexLess([a, b], [c, d]).check({a: 1, b: 2, c: 1, d: 2})
    False
    >>> LexLess([a, b], [c, d], or_equal=True).check({a: 1, b: 2, c: 1, d: 2})
    True
    """

    __slots__ = ("left", "or_equal", "right")

    def __init__(
        self,
        left: Iterable[Variable],
        right: Iterable[Variable],
        *,
        or_equal: bool = False,
        name: str | None = None,
    ) -> None:
        self.left, self.right, self.or_equal = tuple(left), tuple(right), or_equal
        if len(self.left) != len(self.right):
            raise ModelError(f"sequences of {len(self.left)} and {len(self.right)} variables")
        super().__init__(dict.fromkeys((*self.left, *self.right)), name)

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether the first sequence comes before the second."""
        left: Any = [assignment[v] for v in self.left]
        right: Any = [assignment[v] for v in self.right]
        return bool(left <= right if self.or_equal else left < right)

    def decompose(self, fresh: Fresh) -> Sequence[Constraint | Condition]:
        """Read both sequences together: equal so far, the first value of a pair, or decided."""
        pairs = [v for pair in zip(self.left, self.right, strict=True) for v in pair]

        def step(state: Any, value: Any) -> Any:
            if state == "equal":
                return ("after", value)
            if state == "less":
                return "less"
            before = state[1]
            return "less" if before < value else "equal" if before == value else None

        accept = {"less", "equal"} if self.or_equal else {"less"}
        return [Regular(pairs, "equal", step, accept)]


class GlobalCardinality(Constraint):
    """How often each of some values occurs: a number, a pair of bounds, or a variable.

    >>> xs = [Variable(name, i, (1, 2, 3)) for i, name in enumerate("abc")]
    >>> GlobalCardinality(xs, {1: 2, 3: (0, 1)}).check(dict(zip(xs, (1, 3, 1))))
    True
    """

    __slots__ = ("among", "times")

    def __init__(
        self, variables: Iterable[Variable], times: Mapping[Any, Any], name: str | None = None
    ) -> None:
        self.among, self.times = tuple(variables), dict(times)
        counted = [times for times in self.times.values() if isinstance(times, Variable)]
        super().__init__(dict.fromkeys((*self.among, *counted)), name)

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether each value occurs as often as it should."""
        found = [assignment[v] for v in self.among]
        for value, times in self.times.items():
            number = found.count(value)
            if isinstance(times, Variable):
                times = assignment[times]
            low, high = times if isinstance(times, tuple) else (times, times)
            if not low <= number <= high:
                return False
        return True

    def decompose(self, fresh: Fresh) -> Sequence[Constraint | Condition]:
        """One sum of ones and zeros for each value."""
        found: list[Constraint | Condition] = []
        for value, times in self.times.items():
            terms: list[tuple[Variable, Any]] = [(v, {value: 1}) for v in self.among]
            if isinstance(times, Variable):
                found.append(Linear([*terms, (times, -1)], 0, 0))
            else:
                found.append(
                    Linear(terms, *(times if isinstance(times, tuple) else (times, times)))
                )
        return found


class AtMost(Constraint):
    """At most some number of variables have one of some values."""

    __slots__ = ("most", "values")

    def __init__(
        self,
        variables: Iterable[Variable],
        most: int,
        values: Iterable[Value],
        name: str | None = None,
    ) -> None:
        super().__init__(variables, name)
        self.most, self.values = most, tuple(values)

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether no more of them have such a value."""
        return sum(assignment[v] in self.values for v in self.variables) <= self.most

    def decompose(self, fresh: Fresh) -> Sequence[Constraint | Condition]:
        """A sum of ones and zeros."""
        weights = dict.fromkeys(self.values, 1)
        return [Linear([(v, weights) for v in self.variables], None, self.most)]


class NValue(_Tied):
    """The number of different values among some variables.

    >>> xs = [Variable(name, i, (1, 2, 3)) for i, name in enumerate("abc")]
    >>> NValue(xs, 2).check(dict(zip(xs, (1, 3, 1))))
    True
    """

    __slots__ = ()

    def __init__(self, variables: Iterable[Any], number: Any, name: str | None = None) -> None:
        super().__init__((number, *variables), name)

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether there are this many different values."""
        number, *values = self.values(assignment)
        return bool(len(set(values)) == number)

    def decompose(self, fresh: Fresh) -> Sequence[Constraint | Condition]:
        """Count the values that somebody has."""
        number, *parts = self.given
        values: dict[Value, None] = {}
        for part in parts:
            known = part.domain if isinstance(part, Variable) else (part.value({}),)
            values.update(dict.fromkeys(known))
        present = [Disjunction(tuple(part == value for part in parts)) for value in values]
        return [total(present) == number]


class _Folded(_Tied):
    """A function of some expressions has a value."""

    __slots__ = ()

    def __init__(self, expressions: Iterable[Any], value: Any, name: str | None = None) -> None:
        super().__init__((value, *expressions), name)

    def folded(self, values: list[Any]) -> Any:
        """Return the function of these values."""
        raise NotImplementedError

    def expressed(self, parts: Sequence[Expression]) -> Expression:
        """Return the function of these expressions."""
        raise NotImplementedError

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether the function has the value."""
        value, *values = self.values(assignment)
        return bool(self.folded(values) == value)

    def decompose(self, fresh: Fresh) -> Sequence[Constraint | Condition]:
        """Say it with an expression."""
        value, *parts = self.given
        return [self.expressed(parts) == value]


class Product(_Folded):
    """The product of some expressions has a value.

    >>> xs = [Variable(name, i, (1, 2, 3)) for i, name in enumerate("abc")]
    >>> Product(xs, 6).check(dict(zip(xs, (1, 2, 3))))
    True
    """

    __slots__ = ()

    def folded(self, values: list[Any]) -> Any:
        """Return the product."""
        result = 1
        for value in values:
            result *= value
        return result

    def expressed(self, parts: Sequence[Expression]) -> Expression:
        """Multiply one after the other."""
        result = parts[0] if parts else expression(1)
        for part in parts[1:]:
            result = result * part
        return result


class Minimum(_Folded):
    """The smallest of some expressions has a value."""

    __slots__ = ()

    def folded(self, values: list[Any]) -> Any:
        """Return the smallest."""
        return min(values)

    def expressed(self, parts: Sequence[Expression]) -> Expression:
        """Return the expression for the smallest."""
        return minimum(parts)


class Maximum(_Folded):
    """The largest of some expressions has a value."""

    __slots__ = ()

    def folded(self, values: list[Any]) -> Any:
        """Return the largest."""
        return max(values)

    def expressed(self, parts: Sequence[Expression]) -> Expression:
        """Return the expression for the largest."""
        return maximum(parts)


class AbsoluteDifference(_Tied):
    """The distance of two expressions is a third."""

    __slots__ = ()

    def __init__(self, left: Any, right: Any, distance: Any, name: str | None = None) -> None:
        super().__init__((left, right, distance), name)

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether they are that far apart."""
        left, right, distance = self.values(assignment)
        return bool(abs(left - right) == distance)

    def decompose(self, fresh: Fresh) -> Sequence[Constraint | Condition]:
        """Say it with an expression."""
        left, right, distance = self.given
        return [abs(left - right) == distance]


class Modulo(_Tied):
    """The remainder of a division is a third expression; false where the divisor is 0."""

    __slots__ = ()

    def __init__(self, dividend: Any, divisor: Any, rest: Any, name: str | None = None) -> None:
        super().__init__((dividend, divisor, rest), name)

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether this is the remainder."""
        dividend, divisor, rest = self.values(assignment)
        return divisor != 0 and bool(dividend % divisor == rest)

    def decompose(self, fresh: Fresh) -> Sequence[Constraint | Condition]:
        """Say it with an expression."""
        dividend, divisor, rest = self.given
        return [dividend % divisor == rest]
