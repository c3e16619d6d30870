"""Derived constraints in words: what one says, and what it follows from.

>>> from csp_sudoku import CSP
>>> model = CSP()
>>> row = model.variables("a b c d", range(1, 5))
>>> _ = model.all_different(row, "row 1")
>>> _ = model.add(sum(row[:3]) == 8, name="the cage")
>>> derived = model.strengthened(["hidden cages"]).constraints[-1]
>>> print(sentence(derived))
row 1 sums to 10, the cage to 8, so d is 2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from csp_sudoku.model.constraints import AllDifferent, Constraint, Linear, Relation, ValueSet
from csp_sudoku.model.expressions import Value, Variable
from csp_sudoku.model.facts import is_equal

_MOST_SETS = 12
"""A value set with more sets than this is not spelled out."""


def sentence(constraint: Constraint) -> str:
    """Return why a derived constraint holds and what it says; of any other one, what it says."""
    origin = constraint.origin
    if origin is None:
        return statement(constraint)
    if origin.total is None or all(isinstance(part, Linear | Relation) for part in origin.parts):
        return f"{_listed((*origin.parts, *origin.less))}, so {statement(constraint)}"
    verb = "sums" if len(origin.parts) == 1 else "sum"
    why = f"{_listed(origin.parts)} {verb} to {origin.total}"
    if origin.less:
        why += f", {_listed(origin.less)} to {origin.less_total}"
    whole = (*origin.parts, *origin.less)
    if any(len(x.domain) == 1 for part in whole for x in part.variables):
        why = f"without what is fixed, {why}"  # the totals are those of the open variables
    return f"{why}, so {statement(constraint)}"


def chain(constraint: Constraint) -> Iterator[Constraint]:
    """Yield the derived constraints that a derived one rests on, each after its own, itself last.

    >>> from csp_sudoku import CSP
    >>> model = CSP()
    >>> row = model.variables("a b c d", range(1, 5))
    >>> _ = model.all_different(row, "row 1")
    >>> _ = model.add(row[0] + row[1] == 5, name="the cage")
    >>> for step in chain(model.strengthened().constraints[-1]):
    ...     print(sentence(step))
    row 1 sums to 10, the cage to 5, so c + d is 5
    c + d is 5, so the values of c and d are 1 4 or 2 3
    """
    seen: set[int] = set()

    def steps(one: Constraint) -> Iterator[Constraint]:
        if one.origin is None or id(one) in seen:
            return
        seen.add(id(one))
        for part in (*one.origin.parts, *one.origin.less):
            yield from steps(part)
        yield one

    return steps(constraint)


def statement(constraint: Constraint) -> str:
    """Return what a constraint says: its name, if it has one, or its condition in words."""
    if constraint.name is not None:
        return constraint.name
    if isinstance(constraint, Linear):
        return _of_sum(constraint) or _of_count(constraint) or str(constraint)
    if isinstance(constraint, ValueSet):
        return _of_sets(constraint)
    if isinstance(constraint, AllDifferent):
        return f"{_all(constraint.variables)} are all different"
    if isinstance(constraint, Relation) and is_equal(constraint):
        return f"{_all(constraint.variables)} have the same value"
    return str(constraint)


def _of_sum(linear: Linear) -> str | None:
    """Return what a sum of values, or the difference of two sums, is."""
    total = _only_total(linear)
    sides: dict[int, list[Variable]] = {1: [], -1: []}
    for variable, row in zip(linear.variables, linear.weights, strict=True):
        sign = next((sign for sign in sides if _is_scaled(variable.domain, row, sign)), None)
        if sign is None:
            return None
        sides[sign].append(variable)
    if total is None:
        return None
    plus, minus = (" + ".join(map(str, side)) for side in sides.values())
    if not minus:
        return f"{plus} is {total}"
    if not plus:
        return f"{minus} is {-total}"
    if not total:
        return f"{plus} equals {minus}"
    if total < 0:
        plus, minus, total = minus, plus, -total
    return f"{plus} is {total} more than {minus}"


def _of_count(linear: Linear) -> str | None:
    """Return that two sets of variables have a value equally often, if a sum says that."""
    values: set[Value] = set()
    sides: dict[int, list[Variable]] = {1: [], -1: []}
    for variable, row in zip(linear.variables, linear.weights, strict=True):
        counted = [(v, w) for v, w in zip(variable.domain, row, strict=True) if w]
        if len(counted) != 1 or counted[0][1] not in sides:
            return None
        value, weight = counted[0]
        values.add(value)
        sides[weight].append(variable)
    if len(values) != 1 or _only_total(linear) != 0 or not all(sides.values()):
        return None
    return f"{values.pop()} is as often in {_all(sides[1])} as in {_all(sides[-1])}"


def _of_sets(constraint: ValueSet) -> str:
    if len(constraint.family) > _MOST_SETS:
        return (
            f"the values of {_all(constraint.variables)} are one of {len(constraint.family)} sets"
        )
    order = {value: i for x in constraint.variables for i, value in enumerate(x.domain)}
    sets = sorted([sorted(values, key=order.__getitem__) for values in constraint.family], key=str)
    words = [" ".join(map(str, values)) for values in sets]
    return f"the values of {_all(constraint.variables)} are {_joined(words, 'or')}"


def _is_scaled(domain: Sequence[Value], row: Sequence[int], sign: int) -> bool:
    """Whether each value counts as itself, or as less than nothing."""
    pairs = zip(domain, row, strict=True)
    return all(isinstance(value, int) and weight == sign * value for value, weight in pairs)


def _only_total(linear: Linear) -> int | None:
    if len(linear.totals) != 1 or linear.totals[0][0] != linear.totals[0][1]:
        return None
    return linear.totals[0][0]


def _listed(parts: Sequence[Constraint]) -> str:
    """Return the names of some constraints, houses of one kind together: rows 1 and 2."""
    words = [statement(part) for part in parts]
    kinds = {word.rpartition(" ")[0] for word in words}
    if len(words) > 1 and len(kinds) == 1 and all(word.split(" ")[-1].isdigit() for word in words):
        kind = kinds.pop()
        plural = f"{kind}es" if kind.endswith("x") else f"{kind}s"
        if kind.isalpha():
            return f"{plural} {_joined([word.split(' ')[-1] for word in words], 'and')}"
    return _joined(words, "and")


def _all(variables: Sequence[Variable]) -> str:
    return _joined(list(map(str, variables)), "and")


def _joined(words: Sequence[str], last: str) -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
