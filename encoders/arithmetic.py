"""Relations, sums and small tables as conditions in the arithmetic of whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from csp_sudoku.bits import members
from csp_sudoku.encoders.names import is_whole, numbers
from csp_sudoku.model import Condition, Expression, Linear, Relation, Table, Value, Variable
from csp_sudoku.model.constraints import Interval
from csp_sudoku.model.expressions import (
    Choice,
    Comparison,
    Conjunction,
    Constant,
    Disjunction,
    Membership,
    Sum,
)

# Relations


def compared(relation: Relation) -> Condition | None:
    """Return a relation as a comparison of its variables, of their distance or of their sum.

    >>> x, y = Variable("x", 0, (1, 2, 3, 4)), Variable("y", 1, (1, 2, 3))
    >>> for allowed in (lambda a, b: a < b, lambda a, b: abs(a - b) >= 2, lambda a, b: a * b == 4):
    ...     print(compared(Relation(x, y, allowed)))
    x < y
    abs(x - y) >= 2
    None
    """
    x, y = relation.variables
    whole = (1 << len(y.domain)) - 1
    place = {value: code for code, value in enumerate(y.domain)}
    same = [1 << place[value] if value in place else 0 for value in x.domain]
    for sign, rows in (("==", same), ("!=", [whole & ~row for row in same])):
        if list(relation.rows) == rows:
            return Comparison(sign, x, y)
    if not all(map(is_whole, (*x.domain, *y.domain))):
        return None
    left, right = (list(numbers(v.domain).values()) for v in (x, y))
    for measure, of in _MEASURES.items():
        sides = _separated(relation, ([of(a, b) for b in right] for a in left))
        if sides is not None:
            found = _signed(x, y, measure, *sides)
            if found is not None:
                return found
    return None


_MEASURES: Mapping[str, Callable[[int, int], int]] = {
    "difference": lambda a, b: a - b,
    "distance": lambda a, b: abs(a - b),
    "sum": lambda a, b: a + b,
}


def _separated(
    relation: Relation, measured: Iterable[Iterable[int]]
) -> tuple[set[int], set[int]] | None:
    """Return the allowed measures and the refused ones, if the relation depends on them alone."""
    allowed: set[int] = set()
    refused: set[int] = set()
    for row, line in zip(relation.rows, measured, strict=True):
        for code, measure in enumerate(line):
            (allowed if row >> code & 1 else refused).add(measure)
        if not allowed.isdisjoint(refused):
            return None
    return (allowed, refused) if allowed and refused else None


def _signed(
    x: Variable, y: Variable, measure: str, allowed: set[int], refused: set[int]
) -> Condition | None:
    """Return the comparison that tells the allowed measures from the others, if there is one."""
    whole = {"difference": x - y, "distance": abs(x - y), "sum": x + y}[measure]
    if max(allowed) < min(refused):
        if measure == "difference" and max(allowed) <= 0 <= min(refused):
            return x <= y if 0 in allowed else x < y
        return whole <= max(allowed)
    if min(allowed) > max(refused):
        if measure == "difference" and max(refused) <= 0 <= min(allowed):
            return x >= y if 0 in allowed else x > y
        return whole >= min(allowed)
    if len(allowed) == 1:
        return whole == min(allowed)
    return whole != min(refused) if len(refused) == 1 else None


# Sums


class Total(NamedTuple):
    """What is added up, and which totals are allowed: not all, and at least one."""

    sum: Sum
    """Variables, memberships that count as 1 or 0, or a list of weights with an index."""
    totals: tuple[Interval, ...]
    """Bounds are None where the domains bound the total anyway."""
    reach: tuple[int, int]

    @property
    def compared(self) -> tuple[str, int] | None:
        """A sign and a number, if they say which totals are allowed."""
        (low, high), *others = self.totals
        if others:
            (start, end), *more = others
            between = (high or 0) + 1
            is_all_but_one = low is None and end is None and not more and start == between + 1
            return ("!=", between) if is_all_but_one else None
        if low == high:
            return "==", low or 0
        if low is None:
            return "<=", high or 0
        return (">=", low) if high is None else None

    @property
    def closed(self) -> list[tuple[int, int]]:
        """The intervals, each with both of its bounds."""
        least, greatest = self.reach
        return [
            (least if low is None else low, greatest if high is None else high)
            for low, high in self.totals
        ]

    @property
    def counted(self) -> tuple[list[Variable], list[Value]] | None:
        """Variables and values, if the sum is how many of these have one of those."""
        variables: list[Variable] = []
        wanted: tuple[Value, ...] | None = None
        for factor, part in self.sum.terms:
            if factor != 1 or not isinstance(part, Membership):
                return None
            if not isinstance(part.of, Variable) or wanted not in (None, part.values):
                return None
            wanted = part.values
            variables.append(part.of)
        return None if wanted is None or len(variables) < 2 else (variables, list(wanted))


def total_of(linear: Linear, lists: bool) -> Total:
    """Return a sum in terms of variables, where a weight is a factor of the value, else of values.

    >>> x, y = Variable("x", 0, (1, 2, 3)), Variable("y", 1, (1, 2, 3))
    >>> total = total_of(Linear([(x, 2), (y, {3: 1, 2: 5})], 1, 4), lists=False)
    >>> print(total.sum, total.totals)
    2*x + 5*(y in {2}) + (y in {3}) ((None, 4),)

    Args:
        linear: the sum.
        lists: whether many weights may be a list with an index.
    """
    terms: list[tuple[int, Expression]] = []
    constant = 0
    for variable, weights in zip(linear.variables, linear.weights, strict=True):
        added, more = _weighed(variable, weights, lists)
        terms += added
        constant += more
    shifted = [
        (None if low is None else low - constant, None if high is None else high - constant)
        for low, high in linear.totals
    ]
    least, greatest = (end - constant for end in linear.reach)
    return Total(Sum(tuple(terms), 0), reachable(shifted, (least, greatest)), (least, greatest))


def reachable(totals: Iterable[Interval], reach: tuple[int, int]) -> tuple[Interval, ...]:
    """Return the intervals that meet what can be reached, without bounds that say nothing.

    >>> reachable([(None, 2), (4, 4), (6, 20), (30, 40)], (1, 9))
    ((None, 2), (4, 4), (6, None))
    """
    least, greatest = reach
    found: list[Interval] = []
    for low, high in totals:
        if (low is not None and low > greatest) or (high is not None and high < least):
            continue
        if low is None or low != high or least == greatest:  # one total stays as it is
            low = None if low is None or low <= least else low
            high = None if high is None or high >= greatest else high
        found.append((low, high))
    return tuple(found)


_FEW = 2
"""More weights than this are a list, if the language has lists with an index."""


def _weighed(
    variable: Variable, weights: Sequence[int], lists: bool
) -> tuple[list[tuple[int, Expression]], int]:
    """Return what a variable adds to a sum: terms, and a constant."""
    distinct = sorted(set(weights))
    if len(distinct) < 2:
        return [], distinct[0] if distinct else 0
    line = None
    if all(map(is_whole, variable.domain)):
        values = list(numbers(variable.domain).values())
        line = _line(values, weights)
        if line is not None and (line[1] == 0 or len(distinct) > 2):
            return [(line[0], variable)], line[1]
        low, high = min(values), max(values)
        is_dense = high - low + 1 == len(values) and all(map(is_whole, weights))
        if lists and len(distinct) > _FEW and is_dense:
            listed = dict(zip(values, weights, strict=True))
            choices = tuple(Constant(listed[value]) for value in range(low, high + 1))
            return [(1, Choice(choices, Sum(((1, variable),), -low)))], 0
    base = 0 if 0 in distinct else distinct[0]
    groups: dict[int, list[Value]] = {weight: [] for weight in distinct if weight != base}
    for value, weight in zip(variable.domain, weights, strict=True):
        if weight != base:
            groups[weight].append(value)
    by_value = sorted(groups.items(), key=lambda group: variable.domain.index(group[1][0]))
    return [(weight - base, Membership(variable, values)) for weight, values in by_value], base


def _line(values: Sequence[int], weights: Sequence[int]) -> tuple[int, int] | None:
    """Return a factor and a constant that make the weights out of the values, if there are some."""
    step, rest = divmod(weights[1] - weights[0], values[1] - values[0])
    start = weights[0] - step * values[0]
    pairs = zip(values, weights, strict=True)
    if rest or any(weight != start + step * value for value, weight in pairs):
        return None
    return step, start


# Tables inside disjunctions


def written_out(constraint: Relation | Table) -> Condition:
    """Return a small table as a disjunction of its tuples; a relation has one part per value."""
    rows: Iterable[tuple[Condition, ...]]
    if isinstance(constraint, Relation):
        x, y = constraint.variables
        rows = (
            (_one_of(x, (code,)), _one_of(y, members(row)))
            for code, row in enumerate(constraint.rows)
            if row
        )
    else:
        rows = (
            tuple(_one_of(v, (c,)) for v, c in zip(constraint.variables, row, strict=True))
            for row in constraint.tuples
        )
    return Disjunction(tuple(Conjunction(row) for row in rows))


def _one_of(variable: Variable, codes: Iterable[int]) -> Condition:
    values = [variable.domain[code] for code in codes]
    if len(values) == 1:
        return Comparison("==", variable, Constant(values[0]))
    return Membership(variable, values)
