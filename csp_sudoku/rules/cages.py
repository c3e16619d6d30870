"""Cages: rules about the values of some cells, wherever these are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from csp_sudoku.errors import RuleError, shown
from csp_sudoku.model import AllDifferent, Constraint, NValue
from csp_sudoku.rules.context import Context
from csp_sudoku.rules.drawing import INK, PALE_GREY, PALE_ORANGE, Shape, circle, fill, outline
from csp_sudoku.rules.kinds import Cells, List, Lists, Number, Numbers, OneCell, Text
from csp_sudoku.rules.table import rule


def _caged(cells: Any, words: object = None) -> list[Shape]:
    return [outline(cells, words="" if words is None else words)]


@rule(
    lambda cells, sum: (
        "Digits in a cage do not repeat."
        if sum is None
        else "Digits in a cage do not repeat, and add up to the number in its corner."
    ),
    number="sum",
    drawing=lambda cells, sum: _caged(cells, sum),
    fpuzzles="killercage",
    iss="Cage",
    sudokupad="cages",
)
def cage(on: Context, cells: Cells, sum: Number | None = None) -> Iterator[Constraint]:
    """A killer cage: digits differ, and add up to the sum if there is one."""
    xs = on.variables(cells)
    if len(xs) > 1:
        yield on.different(xs)
    if sum is not None:
        yield on.sums(xs, sum)


@rule(
    "Digits in a {colour} region do not repeat.",
    drawing=lambda cells: [fill(cells, PALE_GREY)],
    fpuzzles="extraregion",
    iss="AllDifferent",
)
def extra_region(on: Context, cells: Cells) -> Iterator[Constraint]:
    """An extra region: digits differ."""
    yield AllDifferent(on.variables(cells))


@rule(
    "Digits in a cage add up to the number in its corner; they may repeat.",
    number="sum",
    drawing=lambda cells, sum, factors: _caged(cells, sum),
    iss="Sum",
)
def sum_cage(
    on: Context, cells: List, sum: Number, factors: Numbers | None = None
) -> Iterator[Constraint]:
    """A sum of cells, each times a factor if there are any; digits may repeat."""
    xs = on.variables(cells)
    times = (1,) * len(xs) if factors is None else _numbers(factors)
    if len(times) != len(xs):
        raise RuleError(f"{len(times)} factors for {len(xs)} cells", fix="give one for each cell")
    yield on.total(zip(xs, times, strict=True), sum, sum)


@rule(
    "The {colour} areas have the same sum.",
    drawing=lambda cells: [fill(part, PALE_ORANGE) for part in cells],
    is_apart=True,
    iss="EqualSum",
)
def equal_sums(on: Context, cells: Lists) -> Iterator[Constraint]:
    """Lists of cells that all have the same sum."""
    lists = sorted(map(on.variables, cells), key=len)
    for other in lists[1:]:
        yield on.equal_sums(lists[0], other)


@rule(
    "In a cage with = in its corner digits do not repeat, as many are even as odd, and as many "
    "low as high.",
    drawing=lambda cells: _caged(cells, "="),
    iss="EqualityCage",
)
def equality_cage(on: Context, cells: Cells) -> Iterator[Constraint]:
    """An equality cage: digits differ, as many even as odd, as many low as high."""
    xs = on.variables(cells)
    numbers = on.board.numbers
    half = len(numbers) // 2
    low, high = frozenset(numbers[:half]), frozenset(numbers[len(numbers) - half :])

    def holds(values: tuple[int, ...]) -> bool:
        odd = len([value for value in values if value % 2])
        balance = len(low.intersection(values)) - len(high.intersection(values))
        return 2 * odd == len(values) and balance == 0

    yield on.one_of_sets(xs, holds, "equality", low, high)


@rule(
    "Digits in a cage that says not do not repeat, and no one or more of them add up to its "
    "number.",
    number="sum",
    drawing=lambda cells, sum: _caged(cells, f"not {sum}"),
    iss="RellikCage",
)
def rellik(on: Context, cells: Cells, sum: Number) -> Iterator[Constraint]:
    """A rellik cage: digits differ, and no selection of them has the sum."""
    yield on.one_of_sets(on.variables(cells), lambda v: not _adds_up(v, sum), "rellik", sum)


def _adds_up(values: Iterable[int], total: int) -> bool:
    """Whether one or more of some numbers add up to a total."""
    reached: set[int] = set()
    for value in values:
        reached |= {one + value for one in reached} | {value}
    return total in reached


@rule(
    "A cage that says 23 has exactly two threes, and so on for each pair of digits.",
    number="said",
    drawing=lambda cells, said: _caged(cells, said),
    iss="LookAndSay",
)
def look_and_say(on: Context, cells: Cells, said: Text) -> Iterator[Constraint]:
    """A look-and-say cage: "1223" says one 2 and two 3s; other digits are free."""
    pairs = [said[at : at + 2] for at in range(0, len(said), 2)]
    if not said or len(said) % 2 or not (said.isascii() and said.isdigit()):
        raise RuleError(f"{shown(said)} is not look-and-say", fix="give a count and a digit, as 23")
    if len({pair[1] for pair in pairs}) < len(pairs):
        raise RuleError(f"{shown(said)} counts a digit twice", fix="count each digit once")
    xs = on.variables(cells)
    for pair in pairs:
        yield on.counted(xs, [int(pair[1])], int(pair[0]), int(pair[0]))


@rule(
    "A cage has all the digits that are written in its corner, each at least as often.",
    number="values",
    drawing=lambda cells, values: _caged(cells, " ".join(map(str, values))),
    iss="ContainAtLeast",
)
def contain(on: Context, cells: Cells, values: Numbers) -> Iterator[Constraint]:
    """Cells that have some digits, each at least as often as it is named."""
    wanted = _numbers(values)
    for digit in dict.fromkeys(wanted):
        yield on.counted(on.variables(cells), [digit], wanted.count(digit), None)


@rule(
    "A cage has all the digits that are written in its corner, each exactly as often.",
    number="values",
    drawing=lambda cells, values: _caged(cells, " ".join(map(str, values))),
    iss="ContainExact",
)
def contain_exactly(on: Context, cells: Cells, values: Numbers) -> Iterator[Constraint]:
    """Cells that have some digits, each exactly as often as it is named; others are free."""
    wanted = _numbers(values)
    for digit in dict.fromkeys(wanted):
        times = wanted.count(digit)
        yield on.counted(on.variables(cells), [digit], times, times)


@rule(
    "The digit in a circle is the number of different digits in the cage of its colour ({colour}).",
    drawing=lambda counter, cells: [outline(cells), circle([counter], INK)],
    is_apart=True,
    iss="CountDistinct",
)
def count_distinct(on: Context, counter: OneCell, cells: List) -> Iterator[Constraint]:
    """A cell whose number is how many different digits some other cells have."""
    yield NValue(on.variables(cells), on[counter])


def _numbers(given: Any) -> tuple[int, ...]:
    """Return numbers as a rule keeps them."""
    found: tuple[int, ...] = given
    return found


__all__ = [
    "cage",
    "contain",
    "contain_exactly",
    "count_distinct",
    "equal_sums",
    "equality_cage",
    "extra_region",
    "look_and_say",
    "rellik",
    "sum_cage",
]
