"""Constraints in the terms of languages with whole numbers: what MiniZinc and XCSP3 share.

Such a language has arithmetic, `and`, `or`, `not`, and globals of its own. A `Plan` turns a
structure into what it can say, and no further: an expression stays as it was written where the
arithmetic of strangers means the same, and all else is taken apart step by step down to the basis.
A table or an automaton inside a disjunction becomes tables outside, over auxiliary variables for
its states, and a comparison inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from csp_sudoku.bits import members
from csp_sudoku.encoders.layered import Step, layered
from csp_sudoku.encoders.names import LARGEST, is_whole, numbers, values_of
from csp_sudoku.errors import UnsupportedConstraintError
from csp_sudoku.model import (
    BASIS,
    CSP,
    AllDifferent,
    AnyOf,
    Condition,
    Constraint,
    Expression,
    Linear,
    Regular,
    Relation,
    Table,
    Value,
    ValueSet,
    Variable,
)
from csp_sudoku.model.constraints import Expressed, Interval, constraint_of
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

_MOST_TUPLES = 40
"""A table with more tuples than this is not written out inside a disjunction."""


# Expressions as they were written


def bounds(part: Expression, partial: bool) -> tuple[int, int] | None:
    """Return between which numbers an expression lies; None if strangers may read it otherwise.

    Division is the same only where nothing is negative. With `partial`, the language knows partial
    functions with our meaning: a comparison is false where a part of it has no value.

    >>> x = Variable("x", 0, (1, 2, 3))
    >>> bounds(2 * x - 1, False), bounds(5 // x, False), bounds(x // (x - 2), True)
    ((1, 5), (0, 5), None)
    """
    found = _bounds(part, partial)
    return None if found is None or max(map(abs, found)) >= LARGEST else found


def _bounds(part: Expression, partial: bool) -> tuple[int, int] | None:
    if isinstance(part, Variable | Constant):
        values = part.domain if isinstance(part, Variable) else (part.constant,)
        if not values or not all(map(is_whole, values)):
            return None
        whole = numbers(values).values()
        return min(whole), max(whole)
    if isinstance(part, Condition):
        return (0, 1) if is_sayable(part, partial) else None
    if isinstance(part, Choice) and not partial:
        return None
    inner = [bounds(each, partial) for each in part.parts]
    known = [each for each in inner if each is not None]
    if len(known) < len(inner):
        return None
    if isinstance(part, Sum):
        return _bounds_of_sum(part, known)
    if isinstance(part, Choice):
        return min(low for low, _ in known[1:]), max(high for _, high in known[1:])
    if isinstance(part, Operation):
        return _bounds_of_operation(part.symbol, known, partial)
    return None


def _bounds_of_sum(part: Sum, known: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    if not is_whole(part.constant) or not all(is_whole(factor) for factor, _ in part.terms):
        return None
    low = high = int(part.constant)
    for (factor, _), ends in zip(part.terms, known, strict=True):
        products = [int(factor) * end for end in ends]
        low, high = low + min(products), high + max(products)
    return low, high


def _bounds_of_operation(
    symbol: str, known: Sequence[tuple[int, int]], partial: bool
) -> tuple[int, int] | None:
    (low, high), *others = known
    if symbol == "abs":
        return 0 if low <= 0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high))
    if symbol in ("minimum", "maximum"):
        best = min if symbol == "minimum" else max
        return best(ends[0] for ends in known), best(ends[1] for ends in known)
    (first, last) = others[0]
    if symbol == "*":
        products = [a * b for a, b in product((low, high), (first, last))]
        return min(products), max(products)
    if symbol == "**":
        powers = [base**first for base in (low, high, *((0,) if low < 0 < high else ()))]
        return min(powers), max(powers)
    if low < 0 or first < (0 if partial else 1):
        return None
    return 0, high if symbol == "//" else max(last - 1, 0)


def is_sayable(condition: Condition, partial: bool) -> bool:
    """Whether a language with whole numbers reads a condition as we do; see `bounds`."""
    if isinstance(condition, Not | Conjunction | Disjunction | Same):
        parts = condition.parts
        return bool(parts) and all(
            isinstance(part, Condition) and is_sayable(part, partial) for part in parts
        )
    if not condition.variables:
        return False
    if isinstance(condition, Membership):
        is_symbol = isinstance(condition.of, Variable)
        if not is_symbol and bounds(condition.of, partial) is None:
            return False
        return any(_is_known(value, condition.of) for value in condition.values)
    if not isinstance(condition, Comparison):
        return False
    if all(bounds(side, partial) is not None for side in condition.parts):
        return True
    return condition.sign in ("==", "!=") and _are_symbols(condition.left, condition.right)


def _are_symbols(left: Expression, right: Expression) -> bool:
    """Whether these are values to be told apart, two variables or a variable and its value."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Variable):
            return isinstance(other, Variable) or (
                isinstance(other, Constant) and other.constant in one.domain
            )
    return False


def _is_known(value: Value, of: Expression) -> bool:
    return value in of.domain if isinstance(of, Variable) else is_whole(value)


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
    """What is added up, and which totals are allowed: at least one interval, and not all."""

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
    least, greatest = (end - constant for end in linear.reach)
    shifted = (
        (None if low is None else low - constant, None if high is None else high - constant)
        for low, high in linear.totals
    )
    totals = []
    for low, high in shifted:
        if (low is None or low <= greatest) and (high is None or high >= least):
            if low is None or low != high or least == greatest:  # one total stays as it is
                low = None if low is None or low <= least else low
                high = None if high is None or high >= greatest else high
            totals.append((low, high))
    return Total(Sum(tuple(terms), 0), tuple(totals), (least, greatest))


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


def is_diagram(regular: Regular) -> bool:
    """Whether an automaton is deterministic, accepts something, and is longer than one value."""
    return regular.is_deterministic and 0 not in regular.widths and len(regular.sequence) > 1


# Plans

FALSE = Table((), ())
"""What never holds. A plan has no other statement or branch of which that is known."""


class Statement(NamedTuple):
    """A constraint that a language can say, and what people call it or where it comes from."""

    constraint: Constraint
    note: str


class Plan:
    """A structure in the terms of a language: statements, and numbers for all values.

    `knows` tells which automata and which constraints outside the basis the language has a global
    for, at the top; `prefers` tells which sums it says better than the expression that they were
    written as; `partial` is as in `bounds`.
    """

    def __init__(
        self,
        csp: CSP,
        knows: Callable[[Constraint], bool],
        *,
        partial: bool,
        prefers: Callable[[Linear], bool],
    ) -> None:
        origin: CSP = csp.shared("origin", lambda base: base)
        self.variables: list[Variable] = list(origin.variables)
        """The model's own variables, and auxiliary ones behind them."""
        self.own = len(self.variables)
        self.statements: list[Statement] = []
        self._note = ""
        self._knows = knows
        self._prefers = prefers
        self._partial = partial
        for constraint in origin.constraints:
            self._state(constraint)
        self.number = numbers(values_of(self.variables))

    def constant(self, value: Any) -> int:
        """Return the number that stands for a value, or for itself if it is no value."""
        return self.number[value] if value in self.number else int(value)

    def sorted(self, values: Iterable[Value]) -> list[int]:
        """Return the numbers of some values in order."""
        return sorted({self.constant(value) for value in values})

    def wanted(self, condition: Membership) -> list[int]:
        """Return the numbers of the values that an expression may have, as far as it can."""
        return self.sorted(v for v in condition.values if _is_known(v, condition.of))

    @property
    def auxiliary(self) -> Sequence[Variable]:
        """The auxiliary variables."""
        return self.variables[self.own :]

    def _fresh(self, domain: Iterable[Value]) -> Variable:
        number = len(self.variables)
        variable = Variable(("auxiliary", number), number, tuple(domain))
        self.variables.append(variable)
        return variable

    def _state(self, constraint: Constraint) -> None:
        self._note = str(constraint)
        parts = self._said(constraint, False)
        note = constraint.name or "" if parts == [constraint] else self._note
        for part in parts:
            truth = _truth(part)
            if truth is not True:
                self.statements.append(Statement(part if truth is None else FALSE, note))

    def _said(self, constraint: Constraint, inside: bool) -> list[Constraint]:
        """Return what the language can say in place of a constraint, perhaps in a disjunction."""
        if not inside and self._knows(constraint):
            return [constraint]
        if isinstance(constraint, Expressed) and is_sayable(constraint.condition, self._partial):
            total = None if inside else _as_sum(constraint)
            return [total if total is not None and self._prefers(total) else constraint]
        if isinstance(constraint, AnyOf):
            return self._any_of(constraint)
        if type(constraint) not in BASIS:
            simpler = constraint.decompose(self._fresh)
            if simpler is not None:
                return [p for part in simpler for p in self._said(constraint_of(part), inside)]
            if not isinstance(constraint, BASIS):
                raise UnsupportedConstraintError(constraint)
        if isinstance(constraint, Regular):
            return self._sequence(constraint, inside)
        if isinstance(constraint, Linear) and len(constraint.variables) == 1:
            (x,) = constraint.variables
            return [Table((x,), [(value,) for value in x.domain if constraint.check({x: value})])]
        if inside and isinstance(constraint, Table) and _is_large(constraint):
            automaton = layered(constraint, [(1 << len(v.domain)) - 1 for v in self.variables])
            steps = zip(constraint.variables, automaton.layers, strict=True)
            return self._by_states(steps, automaton.widths, inside)
        return [constraint]

    def _any_of(self, constraint: AnyOf) -> list[Constraint]:
        branches = []
        for branch in constraint.branches:
            parts = [part for each in branch for part in self._said(each, True)]
            truths = [_truth(part) for part in parts]
            if False not in truths:
                branches.append([p for p, truth in zip(parts, truths, strict=True) if not truth])
        if [] in branches:
            return []
        return branches[0] if len(branches) == 1 else [AnyOf(branches, constraint.name)]

    def _sequence(self, regular: Regular, inside: bool) -> list[Constraint]:
        """Return an automaton as a table if it is short, else as tables over its states."""
        if 0 in regular.widths or not regular.sequence:
            return [Table((), () if 0 in regular.widths else [()])]
        if len(regular.sequence) == 1:
            (x,) = regular.sequence
            return [Table((x,), [(x.domain[code],) for _, code, _ in regular.layers[0]])]
        steps = zip(regular.sequence, regular.layers, strict=True)
        return self._by_states(steps, regular.widths, inside)

    def _by_states(
        self,
        steps: Iterable[tuple[Variable, Sequence[Step]]],
        widths: Sequence[int],
        inside: bool,
    ) -> list[Constraint]:
        """Return an automaton as tables over its states before and after each variable.

        In a disjunction the tables stand outside of it, and state 0 says that the automaton is not
        asked: what stands inside is that the first state is 1.
        """
        first = 0 if inside else 1
        states = [self._fresh(range(first, width + 1)) for width in widths]
        tables: list[Constraint] = []
        for at, (x, layer) in enumerate(steps):
            rows = [(state + 1, x.domain[code], after + 1) for state, code, after in layer]
            idle = [(0, value, 0) for value in x.domain] if inside else []
            tables.append(Table((states[at], x, states[at + 1]), [*idle, *rows]))
        if not inside:
            return tables
        self.statements += [Statement(table, self._note) for table in tables]
        return [Table((states[0],), [(1,)])]


class _NeedsAuxiliaryError(Exception):
    """An expression that is more than a sum."""


def _as_sum(expressed: Expressed) -> Linear | None:
    """Return a comparison of sums as a sum, if it is one over three variables or more."""
    if not isinstance(expressed.condition, Comparison) or len(expressed.variables) < 3:
        return None

    def refuse(_: Iterable[Value]) -> Variable:
        raise _NeedsAuxiliaryError

    try:
        parts = expressed.decompose(refuse)
    except _NeedsAuxiliaryError:
        return None
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Linear) else None


def _is_large(table: Table) -> bool:
    return len(table.variables) > 1 and len(table.tuples) > _MOST_TUPLES


def _truth(constraint: Constraint) -> bool | None:
    """Return whether a constraint always holds, or never; None if it depends."""
    if isinstance(constraint, Table):
        if not constraint.tuples:
            return False
        return None if constraint.variables else True
    if isinstance(constraint, AllDifferent):
        return None if len(constraint.variables) > 1 else True
    if isinstance(constraint, Relation):
        whole = (1 << len(constraint.variables[1].domain)) - 1
        if not any(constraint.rows):
            return False
        return True if all(row == whole for row in constraint.rows) else None
    if isinstance(constraint, Linear):
        totals = total_of(constraint, False).totals
        return True if (None, None) in totals else None if totals else False
    if isinstance(constraint, ValueSet):
        if not possible_sets(constraint):
            return False
        return None if constraint.variables else True
    if isinstance(constraint, AnyOf):
        return None if constraint.branches else False
    return None


def possible_sets(constraint: ValueSet) -> list[frozenset[Value]]:
    """Return the sets of a family whose values all stand in some domain."""
    values = {value for variable in constraint.variables for value in variable.domain}
    return [each for each in constraint.family if values.issuperset(each)]


def parts_of(constraint: Constraint) -> Iterator[Constraint]:
    """Yield a constraint, and all that stands in its branches."""
    yield constraint
    if isinstance(constraint, AnyOf):
        for branch in constraint.branches:
            for part in branch:
                yield from parts_of(part)
