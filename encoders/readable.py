"""Expressions that languages with whole numbers read as we do, so that they can stay as written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from csp_sudoku.encoders.names import LARGEST, is_whole, numbers
from csp_sudoku.model import Condition, Expression, Value, Variable
from csp_sudoku.model.expressions import (
    Choice,
    Comparison,
    Conjunction,
    Constant,
    Disjunction,
    Membership,
    Not,
    Operation,
    Same,
    Sum,
)

Bounds = tuple[int, int]


class Reading:
    """How a language reads expressions.

    Division is the same only where nothing is negative. With `partial`, the language knows partial
    functions with our meaning: a comparison is false where a part of it has no value.

    >>> x = Variable("x", 0, (1, 2, 3))
    >>> plain = Reading(partial=False)
    >>> plain.bounds(2 * x - 1), plain.bounds(5 // x), plain.bounds(5 // (x - 2))
    ((1, 5), (0, 5), None)
    >>> plain.is_same(x != 2), plain.is_same(5 // (x - 1) == 2)
    (True, False)
    """

    def __init__(self, *, partial: bool) -> None:
        self._partial = partial
        self._domains: dict[int, tuple[tuple[Value, ...], Bounds | None]] = {}

    def bounds(self, part: Expression) -> Bounds | None:
        """Return the bounds of an expression; None if strangers may read it otherwise."""
        found = self._bounds(part)
        return None if found is None or max(map(abs, found)) >= LARGEST else found

    def _bounds(self, part: Expression) -> Bounds | None:
        if isinstance(part, Variable):
            return self._bounds_of_domain(part.domain)
        if isinstance(part, Constant):
            return _ends((part.constant,))
        if isinstance(part, Condition):
            return (0, 1) if self.is_same(part) else None
        if isinstance(part, Choice) and not self._partial:
            return None
        known = []
        for each in part.parts:
            found = self.bounds(each)
            if found is None:
                return None
            known.append(found)
        if isinstance(part, Sum):
            return _bounds_of_sum(part, known)
        if isinstance(part, Choice):
            choices = known[1:]
            return _hull(choices) if choices else None
        if isinstance(part, Operation):
            return self._bounds_of_operation(part.symbol, known)
        return None

    def _bounds_of_domain(self, domain: tuple[Value, ...]) -> Bounds | None:
        """Return the bounds of a domain, which many variables may share."""
        if id(domain) not in self._domains:
            self._domains[id(domain)] = domain, _ends(domain)
        return self._domains[id(domain)][1]

    def _bounds_of_operation(self, symbol: str, known: Sequence[Bounds]) -> Bounds | None:
        low, high = known[0]
        if symbol == "abs":
            sizes = [abs(low), abs(high)]
            return 0 if low <= 0 <= high else min(sizes), max(sizes)
        if symbol in ("minimum", "maximum"):
            best = min if symbol == "minimum" else max
            return best(ends[0] for ends in known), best(ends[1] for ends in known)
        first, last = known[1]
        if symbol == "*":
            products = [a * b for a, b in product((low, high), (first, last))]
            return min(products), max(products)
        if symbol == "**":
            powers = [base**first for base in (low, high, *((0,) if low < 0 < high else ()))]
            return min(powers), max(powers)
        if low < 0 or first < (0 if self._partial else 1):
            return None
        return 0, high if symbol == "//" else max(last - 1, 0)

    def is_same(self, condition: Condition) -> bool:
        """Whether a condition means the same to the language, and is more than true or false."""
        if isinstance(condition, Not | Conjunction | Disjunction | Same):
            parts = [part for part in condition.parts if isinstance(part, Condition)]
            return bool(parts) and all(map(self.is_same, parts))
        if not condition.variables:
            return False
        if isinstance(condition, Membership):
            if not isinstance(condition.of, Variable) and self.bounds(condition.of) is None:
                return False
            return bool(readable_values(condition))
        if not isinstance(condition, Comparison):
            return False
        if all(self.bounds(side) is not None for side in condition.parts):
            return True
        return condition.sign in ("==", "!=") and _are_symbols(condition.left, condition.right)


def readable_values(condition: Membership) -> list[Value]:
    """Return the values that a condition allows and that have a number."""
    if isinstance(condition.of, Variable):
        return [value for value in condition.values if value in condition.of.domain]
    return [value for value in condition.values if is_whole(value)]


def _ends(values: Sequence[Value]) -> Bounds | None:
    """Return the least and the greatest of some values, if all are whole numbers."""
    if not values or not all(map(is_whole, values)):
        return None
    whole = numbers(values).values()
    return min(whole), max(whole)


def _hull(ends: Sequence[Bounds]) -> Bounds:
    return min(low for low, _ in ends), max(high for _, high in ends)


def _bounds_of_sum(part: Sum, known: Sequence[Bounds]) -> Bounds | None:
    if not is_whole(part.constant) or not all(is_whole(factor) for factor, _ in part.terms):
        return None
    low = high = int(part.constant)
    for (factor, _), ends in zip(part.terms, known, strict=True):
        products = [int(factor) * end for end in ends]
        low, high = low + min(products), high + max(products)
    return low, high


def _are_symbols(left: Expression, right: Expression) -> bool:
    """Whether these are values to be told apart: two variables, or a variable and its value."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Variable):
            return isinstance(other, Variable) or (
                isinstance(other, Constant) and other.constant in one.domain
            )
    return False
