"""Conditions over one or two variables as tables, computed fast, and once for equal ones.

A condition is written as the source of a function of two values, with its constants as parameters.
The function is compiled once, and the table of equal conditions over equal domains is kept: a model
with 100,000 conditions often has a handful of different ones. What has no such form (a partial
function, an element, values of unusual types) is evaluated as a tree, pair by pair.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from csp_sudoku.model.constraints import Interval
from csp_sudoku.model.expressions import (
    CALLED,
    OPPOSITE,
    PARTIAL,
    Comparison,
    Condition,
    Conjunction,
    Constant,
    Disjunction,
    Expression,
    Membership,
    Not,
    Operation,
    Same,
    Sum,
    Truth,
    Value,
    Variable,
)

_PLAIN = frozenset((int, bool, str, Fraction, tuple, type(None)))
"""Values of these types compare and add up in the same way in a tree and in a function."""
_WHOLE = frozenset((int,))
_DEEPEST = 40


def pairs(condition: Condition, x: Variable, y: Variable, truth: bool) -> tuple[int, ...]:
    """Return for each code of x, as bits, the codes of y with which a condition is true, or false.

    >>> x, y = Variable("x", 0, (1, 2, 3)), Variable("y", 1, (1, 2, 3))
    >>> [bin(row) for row in pairs(abs(x - y) == 1, x, y, True)]
    ['0b10', '0b101', '0b10']
    """
    shape = _shape(condition, {x: "a", y: "b"})
    if shape is None:
        bits = [(b, 1 << j) for j, b in enumerate(y.domain)]
        return tuple(
            [
                sum([bit for b, bit in bits if condition.holds({x: a, y: b}) == truth])
                for a in x.domain
            ]
        )
    rows = _pairs(shape, x.domain, y.domain)
    if truth:
        return rows
    whole = (1 << len(y.domain)) - 1
    return tuple([whole & ~row for row in rows])


def pairs_of_sum(found: SumOfTwo, x: Variable, y: Variable) -> tuple[int, ...]:
    """Return for each code of x, as bits, the codes of y with which the total is allowed."""
    return _pairs_of_sum(found, x.domain, y.domain)


def codes(condition: Condition, x: Variable, truth: bool) -> tuple[int, ...]:
    """Return the codes of a variable with which a condition is true, or false.

    >>> x = Variable("x", 0, (5, 6, 7))
    >>> codes(x != 6, x, True)
    (0, 2)
    """
    shape = _shape(condition, {x: "a"})
    if shape is None:
        return tuple([c for c, a in enumerate(x.domain) if condition.holds({x: a}) == truth])
    return _codes(shape, x.domain, truth)


class SumOfTwo(NamedTuple):
    """Two variables times a whole number each, and the totals that are allowed."""

    left: int
    right: int
    totals: tuple[Interval, ...]


def sum_of_two(condition: Condition, x: Variable, y: Variable, truth: bool) -> SumOfTwo | None:
    """Return a comparison as a sum of two variables, if it is one; None if it is not.

    >>> x, y = Variable("x", 0, (1, 2, 3)), Variable("y", 1, (1, 2, 3))
    >>> sum_of_two(2 * x < y + 3, x, y, True)
    SumOfTwo(left=2, right=-1, totals=((None, 2),))
    """
    if type(condition) is not Comparison:
        return None
    left = right = constant = 0
    for sign, side in ((1, condition.left), (-1, condition.right)):
        terms: Any = side.terms if type(side) is Sum else ((1, side),)
        if type(side) is Sum:
            constant += sign * side.constant  # type: ignore[assignment]
        for factor, part in terms:
            if part is x:
                left += sign * factor
            elif part is y:
                right += sign * factor
            elif type(part) is Constant and type(part.constant) is int:
                constant += sign * factor * part.constant
            else:
                return None
    if not type(left) is type(right) is type(constant) is int or not _are_whole(x.domain, y.domain):
        return None
    bound = -constant
    sign_of = condition.sign if truth else OPPOSITE[condition.sign]
    return SumOfTwo(left, right, _TOTALS[sign_of](bound))


_TOTALS: dict[str, Callable[[int], tuple[Interval, ...]]] = {
    "==": lambda bound: ((bound, bound),),
    "!=": lambda bound: ((None, bound - 1), (bound + 1, None)),
    "<": lambda bound: ((None, bound - 1),),
    "<=": lambda bound: ((None, bound),),
    ">": lambda bound: ((bound + 1, None),),
    ">=": lambda bound: ((bound, None),),
}


# Source


class _Shape(NamedTuple):
    """The source of a function of one or two values, and the constants that it has."""

    source: str
    constants: tuple[Hashable, ...]


def _shape(condition: Condition, names: dict[Variable, str]) -> _Shape | None:
    if not all(_are_plain(variable.domain) for variable in names):
        return None
    constants: list[Hashable] = []
    source = _source(condition, names, constants, 0)
    if source is None or not all(type(c) in _PLAIN for c in constants):
        return None
    parameters = ", ".join(f"c{i}" for i in range(len(constants)))
    values = ", ".join(names.values())
    return _Shape(f"lambda {parameters}: lambda {values}: {source}", tuple(constants))


def _source(
    part: Expression, names: dict[Variable, str], constants: list[Hashable], depth: int
) -> str | None:
    """Return an expression as Python writes it; None if it is of another kind."""
    if depth > _DEEPEST:
        return None
    kind = type(part)
    if kind is Variable:
        return names[part]  # type: ignore[index]
    if kind is Constant:
        return _constant(part.constant, constants)  # type: ignore[attr-defined]
    if kind is Truth:
        return str(part.truth)  # type: ignore[attr-defined]
    inner = [_source(one, names, constants, depth + 1) for one in part.parts]
    found = [one for one in inner if one is not None]
    if len(found) < len(inner):
        return None
    if isinstance(part, Sum):
        factors = [factor for factor, _ in part.terms]
        terms = [
            one if factor == 1 else f"{_constant(factor, constants)}*{one}"
            for factor, one in zip(factors, found, strict=True)
        ]
        if part.constant or not terms:
            terms.append(_constant(part.constant, constants))
        return f"({' + '.join(terms)})"
    if isinstance(part, Operation):
        if part.symbol in PARTIAL:
            return None
        if part.symbol in CALLED:
            return f"{part.symbol[:3]}({', '.join(found)})"
        return f"({f' {part.symbol} '.join(found)})"
    if isinstance(part, Comparison):
        return f"({found[0]} {part.sign} {found[1]})"
    if isinstance(part, Membership):
        return f"({found[0]} in {_constant(part.values, constants)})"
    if isinstance(part, Conjunction | Disjunction):
        word = "and" if isinstance(part, Conjunction) else "or"
        return f"({f' {word} '.join(found)})" if found else str(word == "and")
    if isinstance(part, Not):
        return f"(not {found[0]})"
    return f"({found[0]} == {found[1]})" if isinstance(part, Same) else None


def _constant(value: Hashable, constants: list[Hashable]) -> str:
    constants.append(value)
    return f"c{len(constants) - 1}"


@lru_cache(maxsize=1024)
def _function(source: str) -> Callable[..., Callable[..., bool]]:
    """Compile a source that `_shape` wrote: names, signs and brackets, no word of a user."""
    names = {"abs": abs, "min": min, "max": max, "__builtins__": {}}
    made: Callable[..., Callable[..., bool]] = eval(source, names)
    return made


# Tables that are kept


@lru_cache(maxsize=1024)
def _pairs(shape: _Shape, left: tuple[Value, ...], right: tuple[Value, ...]) -> tuple[int, ...]:
    holds = _function(shape.source)(*shape.constants)
    bits = [(b, 1 << j) for j, b in enumerate(right)]
    return tuple([sum([bit for b, bit in bits if holds(a, b)]) for a in left])


@lru_cache(maxsize=1024)
def _pairs_of_sum(
    found: SumOfTwo, left: tuple[int, ...], right: tuple[int, ...]
) -> tuple[int, ...]:
    added = [(found.right * b, 1 << j) for j, b in enumerate(right)]
    rows = [0] * len(left)
    for low, high in found.totals:
        for code, a in enumerate(left):
            start = found.left * a
            least = None if low is None else low - start
            most = None if high is None else high - start
            rows[code] |= sum(
                [
                    bit
                    for b, bit in added
                    if (least is None or b >= least) and (most is None or b <= most)
                ]
            )
    return tuple(rows)


@lru_cache(maxsize=1024)
def _codes(shape: _Shape, domain: tuple[Value, ...], truth: bool) -> tuple[int, ...]:
    holds = _function(shape.source)(*shape.constants)
    return tuple([code for code, a in enumerate(domain) if bool(holds(a)) == truth])


def _are_plain(domain: tuple[Value, ...]) -> bool:
    return _PLAIN.issuperset(map(type, domain))


def _are_whole(*domains: tuple[Value, ...]) -> bool:
    return all(_WHOLE.issuperset(map(type, domain)) for domain in domains)
