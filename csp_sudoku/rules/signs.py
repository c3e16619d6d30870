"""Signs between cells: dots, X and V, inequality, quadruples, and what unmarked pairs are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from csp_sudoku.errors import RuleError
from csp_sudoku.model import Constraint
from csp_sudoku.rules.context import ORTHOGONAL, Context
from csp_sudoku.rules.drawing import BLACK, WHITE, chevron, dot, text
from csp_sudoku.rules.kinds import Lists, Number, Numbers, Pair, Square
from csp_sudoku.rules.table import rule


def differ_by(a: int, b: int, difference: int) -> bool:
    """Whether two numbers have a difference."""
    return abs(a - b) == difference


def _differ_not_by(a: int, b: int, difference: int) -> bool:
    return abs(a - b) != difference


def _have_ratio(a: int, b: int, ratio: int) -> bool:
    return a == ratio * b or b == ratio * a


def _have_no_ratio(a: int, b: int, ratio: int) -> bool:
    return not _have_ratio(a, b, ratio)


def _greater(a: int, b: int) -> bool:
    return a > b


def _add_up_to_none(a: int, b: int, *sums: int) -> bool:
    return a + b not in sums


@rule(
    lambda cells, difference: (
        "Digits on both sides of a white dot differ by 1."
        if difference == 1
        else "Digits on both sides of a white dot with a number differ by that number."
    ),
    drawing=lambda cells, difference: [dot(cells, WHITE, _unless(difference, 1))],
    fpuzzles="difference",
    iss="WhiteDot",
)
def white_dot(on: Context, cells: Pair, difference: Number = 1) -> Iterator[Constraint]:
    """A white dot: two digits that differ by 1, or by the number of the dot."""
    yield on.related(*on.pair(cells), differ_by, difference)


@rule(
    lambda cells, ratio: (
        "Of the digits on both sides of a black dot one is twice the other."
        if ratio == 2
        else "Of the digits on both sides of a black dot with a number one is that number times "
        "the other."
    ),
    drawing=lambda cells, ratio: [dot(cells, BLACK, _unless(ratio, 2))],
    fpuzzles="ratio",
    iss="BlackDot",
)
def black_dot(on: Context, cells: Pair, ratio: Number = 2) -> Iterator[Constraint]:
    """A black dot: one digit is twice the other, or the number of the dot times."""
    yield on.related(*on.pair(cells), _have_ratio, ratio)


def _unless(number: int, usual: int) -> str:
    return "" if number == usual else str(number)


@rule(
    "Digits on both sides of an X add up to 10.",
    drawing=lambda cells: [text(cells, "X", "edge")],
    fpuzzles="xv",
    iss="X",
)
def x(on: Context, cells: Pair) -> Iterator[Constraint]:
    """An X: two digits that add up to 10."""
    yield on.sums(on.pair(cells), 10)


@rule(
    "Digits on both sides of a V add up to 5.",
    drawing=lambda cells: [text(cells, "V", "edge")],
    fpuzzles="xv",
    iss="V",
)
def v(on: Context, cells: Pair) -> Iterator[Constraint]:
    """A V: two digits that add up to 5."""
    yield on.sums(on.pair(cells), 5)


@rule(
    "Digits on both sides of a number add up to it.",
    number="sum",
    drawing=lambda cells, sum: [text(cells, sum, "edge")],
)
def sum_sign(on: Context, cells: Pair, sum: Number) -> Iterator[Constraint]:
    """A number on an edge: the two digits add up to it."""
    yield on.sums(on.pair(cells), sum)


@rule(
    "An inequality sign points at the smaller digit.",
    drawing=chevron,
    iss="GreaterThan",
    tatham="unequal",
)
def greater(on: Context, cells: Pair) -> Iterator[Constraint]:
    """An inequality sign: the first digit is greater than the second."""
    yield on.related(*on.pair(cells), _greater)


@rule(
    "The four cells around a circle have the digits in it, each at least as often.",
    number="values",
    drawing=lambda cells, values: [dot(cells, WHITE, " ".join(map(str, values)))],
    fpuzzles="quadruple",
    iss="Quad",
)
def quadruple(on: Context, cells: Square, values: Numbers) -> Iterator[Constraint]:
    """A quadruple: the four cells around it have its digits; one cell names the top left."""
    wanted: Any = values
    xs = on.variables(_around(cells))
    for digit in dict.fromkeys(wanted):
        yield on.counted(xs, [digit], wanted.count(digit), None)


def _around(cells: Any) -> Any:
    if len(cells) == 1:
        row, column = cells[0]
        return [(row + down, column + right) for down in (0, 1) for right in (0, 1)]
    if len(cells) != 4:
        raise RuleError(f"{len(cells)} cells stand around the circle", fix="name four, or one")
    return cells


# What unmarked neighbours must not be

_SUMS = ("x", "v", "sum_sign")
_DOTS = ("white_dot", "black_dot")


def _either(numbers: Any) -> str:
    return " or ".join(map(str, numbers))


def _unmarked(
    on: Context,
    exempt: Any,
    names: tuple[str, ...],
    holds: Callable[..., object],
    *parameters: int,
) -> Iterator[Constraint]:
    """Say something of all neighbours that have none of some signs and are not exempt."""
    marked = on.marked(*names)
    marked |= {frozenset(pair) for pair in exempt or ()}
    pairs = on.pairs_apart(ORTHOGONAL)
    if marked:
        pairs = [(x, y) for x, y in pairs if frozenset((x.name, y.name)) not in marked]
    return iter(on.related_pairs(pairs, holds, *parameters))


@rule(
    lambda sums, exempt: (
        f"All X and V are given: neighbours without a sign do not add up to {_either(sums)}."
    ),
    reads=_SUMS,
    fpuzzles="negative xv",
    iss="StrictXV",
)
def negative_xv(
    on: Context, sums: Numbers = (5, 10), exempt: Lists | None = None
) -> Iterator[Constraint]:
    """Neighbours do not add up to 5 or 10; pairs with x, v or sum_sign are exempt."""
    wanted: Any = sums
    return _unmarked(on, exempt, _SUMS, _add_up_to_none, *wanted)


@rule(
    "All white dots are given: neighbours without a dot do not differ by {difference}.",
    reads=_DOTS,
    iss="StrictKropki",
)
def negative_white(
    on: Context, difference: Number = 1, exempt: Lists | None = None
) -> Iterator[Constraint]:
    """Neighbours do not differ by 1; pairs with white_dot or black_dot are exempt."""
    return _unmarked(on, exempt, _DOTS, _differ_not_by, difference)


@rule(
    "All black dots are given: of neighbours without a dot none is {ratio} times the other.",
    reads=_DOTS,
    fpuzzles="negative ratio",
    iss="StrictKropki",
)
def negative_black(
    on: Context, ratio: Number = 2, exempt: Lists | None = None
) -> Iterator[Constraint]:
    """Neighbours are not in the ratio 2; pairs with white_dot or black_dot are exempt."""
    return _unmarked(on, exempt, _DOTS, _have_no_ratio, ratio)


@rule(
    "Neighbours without a white dot do not differ by {difference}.",
    reads=_DOTS[:1],
    fpuzzles="nonconsecutive",
)
def negative_difference(
    on: Context, difference: Number = 1, exempt: Lists | None = None
) -> Iterator[Constraint]:
    """Neighbours do not differ by 1; only pairs with white_dot are exempt."""
    return _unmarked(on, exempt, _DOTS[:1], _differ_not_by, difference)


__all__ = [
    "black_dot",
    "greater",
    "negative_black",
    "negative_difference",
    "negative_white",
    "negative_xv",
    "quadruple",
    "sum_sign",
    "v",
    "white_dot",
    "x",
]
