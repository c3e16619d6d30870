"""Lines: rules about the digits along a line, in its order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, groupby, pairwise
from typing import Any

from csp_sudoku.boards import Board
from csp_sudoku.errors import RuleError
from csp_sudoku.model import Constraint, Variable
from csp_sudoku.rules.context import Automaton, Context
from csp_sudoku.rules.drawing import (
    BLUE,
    BROWN,
    GREEN,
    GREY,
    LILAC,
    ORANGE,
    PALE_TEAL,
    RED,
    SLATE,
    TEAL,
    VIOLET,
    Shape,
    circle,
    diamond,
    line,
    text,
)
from csp_sudoku.rules.kinds import Flag, Line, List, Lists, Number, OneCell
from csp_sudoku.rules.places import Item
from csp_sudoku.rules.table import rule


def _drawn(colour: str, width: float = 0.15) -> Callable[..., list[Shape]]:
    return lambda cells, **_: [line(cells, colour, width)]


def _less(a: int, b: int) -> bool:
    return a < b


def _not_more(a: int, b: int) -> bool:
    return a <= b


def _equal(a: int, b: int) -> bool:
    return a == b


def _apart(a: int, b: int, least: int) -> bool:
    return abs(a - b) >= least


def _along(
    on: Context, cells: Any, holds: Callable[..., object], *parameters: int
) -> Iterator[Constraint]:
    return iter(on.related_pairs(pairwise(on.variables(cells)), holds, *parameters))


def _bulb(cells: Any, colour: str) -> list[Shape]:
    return [circle(cells[:1], colour, fill=colour, size=0.85), line(cells, colour, 0.33)]


# Rules of lines


@rule(
    "Digits along a thermometer increase from the bulb.",
    drawing=lambda cells: _bulb(cells, GREY),
    fpuzzles="thermometer",
    iss="Thermo",
)
def thermo(on: Context, cells: Line) -> Iterator[Constraint]:
    """A thermometer: digits increase from the bulb, the first cell."""
    return _along(on, cells, _less)


@rule(
    "Digits along a slow ({colour}) thermometer increase from the bulb or stay the same.",
    drawing=lambda cells: _bulb(cells, PALE_TEAL),
    fpuzzles="slowthermometer",
)
def slow_thermo(on: Context, cells: Line) -> Iterator[Constraint]:
    """A slow thermometer: digits never decrease from the bulb, the first cell."""
    return _along(on, cells, _not_more)


@rule(
    "Digits along an arrow add up to the digit in its circle.",
    drawing=lambda circle, shaft: _arrow([circle], shaft),
    fpuzzles="arrow",
    iss="Arrow",
)
def arrow(on: Context, circle: OneCell, shaft: List) -> Iterator[Constraint]:
    """An arrow: the digits along the shaft add up to the one in the circle."""
    yield on.equal_sums([on[circle]], on.variables(shaft))


def _arrow(head: Any, shaft: Any) -> list[Shape]:
    return [circle(head, size=0.75), line([head[-1], *shaft], SLATE, 0.08, arrow=True)]


@rule(
    "Digits between the circles at the ends of a thin line add up to the sum of the circles.",
    drawing=lambda cells: [circle(cells[:1]), circle(cells[-1:]), line(cells, SLATE, 0.05)],
    fpuzzles="doublearrow",
    iss="DoubleArrow",
)
def double_arrow(on: Context, cells: Line) -> Iterator[Constraint]:
    """A double arrow: the digits between add up to the sum of both ends."""
    first, *middle, last = on.variables(cells)
    yield on.equal_sums([first, last], middle)


@rule(
    "Digits along an arrow add up to the number in its pill, read from the left and from above.",
    drawing=lambda pill, shaft: _arrow(pill, shaft),
    iss="PillArrow",
)
def pill_arrow(on: Context, pill: Line, shaft: List) -> Iterator[Constraint]:
    """A pill arrow: the shaft adds up to the number in the pill, read in the order of rows."""
    ordered: Any = pill
    head = on.variables(sorted(ordered))
    places = [(x, -(10 ** (len(head) - 1 - i))) for i, x in enumerate(head)]
    yield on.total([*places, *((x, 1) for x in on.variables(shaft))], 0, 0)
    for x in head[1:]:
        if max(on.numbers(x), default=0) > 9:
            yield on.only(x, lambda a: a <= 9)


@rule(
    "The digits along a {colour} palindrome line read the same from both ends.",
    drawing=_drawn(GREY, 0.25),
    fpuzzles="palindrome",
    iss="Palindrome",
)
def palindrome(on: Context, cells: Line) -> Iterator[Constraint]:
    """A palindrome: digits at the same distance from the ends are equal."""
    xs = on.variables(cells)
    for x, y in zip(xs[: len(xs) // 2], reversed(xs), strict=False):
        yield on.same(x, y)


@rule(
    "The digits on a {colour} renban line are consecutive in some order, without repeats.",
    drawing=_drawn(VIOLET),
    fpuzzles="renban",
    iss="Renban",
)
def renban(on: Context, cells: Line) -> Iterator[Constraint]:
    """A renban line: its digits are a run of consecutive ones, in any order."""
    yield on.one_of_sets(on.variables(cells), is_run, "renban")


def is_run(values: tuple[int, ...]) -> bool:
    """Whether numbers that differ are consecutive."""
    return max(values) - min(values) == len(values) - 1


@rule(
    "Neighbouring digits along a {colour} whisper line differ by at least {difference}.",
    drawing=_drawn(GREEN),
    fpuzzles="whispers",
    iss="Whisper",
)
def whisper(on: Context, cells: Line, difference: Number = 5) -> Iterator[Constraint]:
    """A whisper line: neighbours on it differ by at least the difference."""
    return _along(on, cells, _apart, difference)


@rule(
    "Digits on a {colour} line between two circles lie strictly between the digits in the circles.",
    drawing=lambda cells: [line(cells, GREY), circle(cells[:1]), circle(cells[-1:])],
    fpuzzles="betweenline",
    iss="Between",
)
def between(on: Context, cells: Line) -> Iterator[Constraint]:
    """A between line: the digits lie strictly between those at the ends."""
    first, *middle, last = on.variables(cells)
    if middle:
        yield on.read([first, last, *middle], _inside)


def _inside() -> Automaton:
    def step(state: Any, number: int) -> Any:
        if state == "first":
            return number, None
        low, high = state
        if high is None:
            return (min(low, number), max(low, number)) if abs(low - number) > 1 else None
        return state if low < number < high else None

    return "first", step, lambda state: True


@rule(
    "Digits on a {colour} line between two diamonds lie outside the range of the digits in the "
    "diamonds, which differ by at least {difference}.",
    drawing=lambda cells, difference: [
        diamond(cells[:1], BLUE),
        diamond(cells[-1:], BLUE),
        line(cells, BLUE),
    ],
    fpuzzles="lockout",
    iss="Lockout",
)
def lockout(on: Context, cells: Line, difference: Number = 4) -> Iterator[Constraint]:
    """A lockout line: the ends differ by at least the difference, the rest lies outside them."""
    first, *middle, last = on.variables(cells)
    yield on.read([first, last, *middle], _locked_out, difference)


def _locked_out(difference: int) -> Automaton:
    def step(state: Any, number: int) -> Any:
        if state == "first":
            return number, None
        low, high = state
        if high is None:
            apart = abs(low - number) >= difference
            return (min(low, number), max(low, number)) if apart else None
        return state if number < low or number > high else None

    return "first", step, lambda state: True


@rule(
    "Digits on a {colour} region sum line have the same sum in each box that it visits.",
    drawing=_drawn(BLUE),
    fpuzzles="regionsumline",
    iss="RegionSumLine",
)
def region_sum(on: Context, cells: Line) -> Iterator[Constraint]:
    """A region sum line: each stay in a box or region has the same sum."""
    parts = sorted((on.variables(part) for part in stays(on.board, cells)), key=len)
    for other in parts[1:]:
        yield on.equal_sums(parts[0], other)


def stays(board: Board, items: Any) -> list[list[Item]]:
    """Return the parts of a line that are in one region each; what is in none is left out.

    >>> from csp_sudoku import boards
    >>> from csp_sudoku.rules.kinds import LINE
    >>> [len(part) for part in stays(boards.sudoku(3, 3), LINE.read("r1c2-r1c9"))]
    [2, 3, 3]
    """

    def region(item: Any) -> int | None:
        at = board.index.get(item)
        return None if at is None else board.regions[at]

    return [list(part) for number, part in groupby(items, key=region) if number is not None]


@rule(
    "Digits at the same distance from the middle of a {colour} zipper line add up to the same sum, "
    "which is the digit in the middle if there is one.",
    drawing=_drawn(LILAC),
    fpuzzles="zipperline",
    iss="Zipper",
)
def zipper(on: Context, cells: Line) -> Iterator[Constraint]:
    """A zipper line: pairs at the same distance from the middle have one sum, as has the middle."""
    xs = on.variables(cells)
    half = len(xs) // 2
    pairs = list(zip(xs[:half], reversed(xs), strict=False))
    middle = [xs[half]] if len(xs) % 2 else list(pairs.pop())
    for pair in pairs:
        yield on.equal_sums(middle, pair)


@rule(
    "No two digits on a {colour} nabner line are consecutive, and none repeats.",
    drawing=_drawn(BROWN),
    fpuzzles="nabner",
)
def nabner(on: Context, cells: Line) -> Iterator[Constraint]:
    """A nabner line: any two digits on it differ by two or more."""
    yield on.one_of_sets(on.variables(cells), _has_no_run, "nabner")


def _has_no_run(values: tuple[int, ...]) -> bool:
    ordered = sorted(values)
    return all(b - a > 1 for a, b in pairwise(ordered))


@rule(
    "Any {modulus} digits in a row on a {colour} modular line have different remainders by "
    "{modulus}.",
    drawing=_drawn(TEAL),
    fpuzzles="modularline",
    iss="Modular",
)
def modular(on: Context, cells: Line, modulus: Number = 3) -> Iterator[Constraint]:
    """A modular line: any `modulus` digits in a row differ by that modulus."""
    if modulus < 2:
        raise RuleError(f"the modulus is {modulus}", fix="use 2 or more")
    xs = on.variables(cells)
    for at, x in enumerate(xs):
        for y in xs[at + 1 : at + modulus]:
            yield on.related(x, y, _other_rest, modulus)
        if at + modulus < len(xs):
            yield on.related(x, xs[at + modulus], _same_rest, modulus)


def _other_rest(a: int, b: int, modulus: int) -> bool:
    return (a - b) % modulus != 0


def _same_rest(a: int, b: int, modulus: int) -> bool:
    return (a - b) % modulus == 0


@rule(
    "Any three digits in a row on an entropic line ({colour}) are one low, one middle "
    "and one high digit.",
    drawing=_drawn(ORANGE),
    fpuzzles="entropicline",
    iss="Entropic",
)
def entropic(on: Context, cells: Line) -> Iterator[Constraint]:
    """An entropic line: any three digits in a row are a low, a middle and a high one."""
    bounds = thirds_of(on.board)
    xs = on.variables(cells)
    for at, x in enumerate(xs):
        for y in xs[at + 1 : at + 3]:
            yield on.related(x, y, _other_third, *bounds)
        if at + 3 < len(xs):
            yield on.related(x, xs[at + 3], _same_third, *bounds)


def thirds_of(board: Board) -> tuple[int, int]:
    """Return the first middle number of the board and the first high one.

    Where the size is not divisible by three, as many are low as high.
    """
    size = board.size
    if size < 3:
        raise RuleError(
            f"{size} values are not low, middle and high", fix="use a board with three or more"
        )
    low = size // 3 + (size % 3 == 2)
    return board.first + low, board.first + size - low


def _third(number: int, middle: int, high: int) -> int:
    return (number >= middle) + (number >= high)


def _other_third(a: int, b: int, middle: int, high: int) -> bool:
    return _third(a, middle, high) != _third(b, middle, high)


def _same_third(a: int, b: int, middle: int, high: int) -> bool:
    return _third(a, middle, high) == _third(b, middle, high)


@rule(
    lambda loop, **_: (
        "A {colour} "
        + ("loop" if loop else "sum line")
        + " can be cut into pieces that each add up to its number."
    ),
    number="sum",
    drawing=lambda cells, sum, loop: [
        line([*cells, *cells[:loop]], RED, 0.12),
        text(cells[:1], sum, "corner"),
    ],
    iss="SumLine",
)
def sum_line(on: Context, cells: Line, sum: Number, loop: Flag = False) -> Iterator[Constraint]:
    """A sum line: it can be cut into pieces that each have the sum; a loop has no ends."""
    if sum < 1:
        raise RuleError(f"the sum is {sum}", fix="use 1 or more")
    xs = on.variables(cells)
    if min(number for x in xs for number in on.numbers(x)) < 0:
        raise RuleError("a digit is negative", fix="use a board with values from 0 or 1")
    yield on.read(xs, _looped if loop else _cut, sum)


def _cut(total: int) -> Automaton:
    """Add up; a full piece is as good as a new start, if there is one already."""

    def step(state: Any, number: int) -> Any:
        so_far = (state or 0) + number
        if so_far > total:
            return None
        return -1 if so_far == total else so_far

    def stepped(state: int, number: int) -> Any:
        # 0: nothing but zeros yet; -1: at the end of a piece
        if state == -1:
            return -1 if number == 0 else step(0, number)
        return step(state, number)

    return 0, stepped, lambda state: state == -1


def _looped(total: int) -> Automaton:
    """Add up from each possible first cut: pairs of what came before it, and what came since."""

    def step(state: frozenset[tuple[int, int | None]], number: int) -> Any:
        found: set[tuple[int, int | None]] = set()
        for before, since in state:
            if since is None:  # no cut so far: cut here, or not
                if before + number <= total:
                    found |= {(before + number, None), (before + number, 0)}
            elif since + number <= total:
                found.add((before, since + number))
                if since + number == total:
                    found.add((before, 0))
        return frozenset(found) or None

    def accept(state: frozenset[tuple[int, int | None]]) -> bool:
        return any(since is not None and before + since == total for before, since in state)

    return frozenset({(0, None), (0, 0)}), step, accept


@rule(
    "The areas below wide {colour} lines have the same digits, each as often.",
    drawing=lambda cells: [line(part, GREY, 0.5) for part in cells],
    is_apart=True,
    iss="SameValues",
)
def same_values(on: Context, cells: Lists) -> Iterator[Constraint]:
    """Lists of cells that have the same digits, each as often as in the others."""
    lists = [on.variables(part) for part in cells]
    if len({len(part) for part in lists}) > 1:
        raise RuleError("the lists are not equally long", fix="give as many cells in each")
    if len(lists[0]) == 1:
        singles = [part[0] for part in lists]
        for x, y in combinations(singles, 2):
            yield on.same(x, y)
        return
    for other in lists[1:]:
        yield from _same_counts(on, lists[0], other)


def _same_counts(
    on: Context, left: tuple[Variable, ...], right: tuple[Variable, ...]
) -> Iterator[Constraint]:
    values: Any = dict.fromkeys(value for x in (*left, *right) for value in x.domain)
    for value in values:
        yield on.balanced(left, right, value)


__all__ = [
    "arrow",
    "between",
    "double_arrow",
    "entropic",
    "lockout",
    "modular",
    "nabner",
    "palindrome",
    "pill_arrow",
    "region_sum",
    "renban",
    "same_values",
    "slow_thermo",
    "sum_line",
    "thermo",
    "whisper",
    "zipper",
]
