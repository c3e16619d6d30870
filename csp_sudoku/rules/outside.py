"""Outside rules: a number next to the board says something of the line that it looks along."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from csp_sudoku.boards import Board, Cell
from csp_sudoku.boards.board import once_a_board
from csp_sudoku.errors import RuleError
from csp_sudoku.model import AllDifferent, Constraint, Regular, Value, Variable
from csp_sudoku.model.constraints import Fresh
from csp_sudoku.rules.context import Automaton, Context, looking, unrolled, weighed
from csp_sudoku.rules.drawing import PALE_GREY, Shape, fill, pointing, text
from csp_sudoku.rules.kinds import Cells, Direction, Flag, Number, Outside
from csp_sudoku.rules.table import rule

_STEPS = {
    "down-right": (1, 1),
    "down-left": (1, -1),
    "up-right": (-1, 1),
    "up-left": (-1, -1),
}


def _written(number: str) -> Callable[..., list[Shape]]:
    return lambda place, **others: [text([place], others[number], "outside")]


@rule(
    "Digits along the diagonal of an arrow outside add up to its number; they may repeat.",
    number="sum",
    drawing=lambda place, direction, sum: pointing(place, sum, _STEPS[direction]),
    fpuzzles="littlekillersum",
    iss="LittleKiller",
)
def little_killer(
    on: Context, place: Outside, direction: Direction, sum: Number
) -> Iterator[Constraint]:
    """A little killer: the diagonal from a place outside has the sum; digits may repeat."""
    yield on.sums(on.variables(diagonal(on.board, place, direction)), sum)


def diagonal(board: Board, place: Any, direction: str) -> list[Cell]:
    """Return the cells of a diagonal from a place outside, up to the end or the next hole."""
    down, right = _STEPS[direction]
    found: list[Cell] = []
    cell = Cell(place.row + down, place.column + right)
    while cell in board.index:
        found.append(cell)
        cell = Cell(cell.row + down, cell.column + right)
    if not found:
        raise RuleError(
            f"there is no cell {direction} of {place}", fix="point the arrow at the board"
        )
    return found


@rule(
    lambda low, high, **_: (
        "The number outside is the sum of the digits between "
        f"{'the lowest' if low is None else low} and {'the highest' if high is None else high}"
        + (" digit of the line." if high is None else " of the line.")
    ),
    number="sum",
    drawing=_written("sum"),
    fpuzzles="sandwichsum",
    iss="Sandwich",
)
def sandwich(
    on: Context,
    place: Outside,
    sum: Number,
    low: Number | None = None,
    high: Number | None = None,
) -> Iterator[Constraint]:
    """A sandwich: the digits between 1 and 9, or between any other two, have the sum."""
    line = on.seen_from(place)
    if low is None and high is None:
        return _between_extremes(on, line, sum, on.are_different(line))
    first = on.board.numbers[0] if low is None else low
    last = on.board.numbers[-1] if high is None else high
    if first == last:
        raise RuleError(f"both ends of the sandwich are {first}", fix="use two digits")
    return iter([_between(on, line, first, last, sum)])


def _between_extremes(
    on: Context, line: tuple[Variable, ...], sum: int, are_different: bool
) -> Iterator[Constraint]:
    numbers = tuple(sorted({number for x in line for number in on.numbers(x)}))
    if are_different and len(numbers) == len(line):  # each of them stands in the line
        yield _between(on, line, numbers[0], numbers[-1], sum)
    else:
        yield on.read(line, _lunchbox, numbers, sum)


_MOST_FILLINGS = 32
"""With more sets of digits than this between the ends, their sum is all that is read."""


def _between(on: Context, line: tuple[Variable, ...], low: int, high: int, sum: int) -> Constraint:
    """Return that the numbers between two others have a sum: as sets, if all of them differ."""
    if on.are_distinct(line):
        numbers = {number for x in line for number in on.numbers(x)} - {low, high}
        sets = _sets_with_sum(tuple(sorted(numbers)), len(line) - 2, sum)
        if len(sets) <= _MOST_FILLINGS:
            return on.read(line, _filled_sandwich, low, high, sets)
    return on.read(line, _sandwich, low, high, sum)


@lru_cache(maxsize=1024)
def _sets_with_sum(numbers: tuple[int, ...], most: int, total: int) -> frozenset[frozenset[int]]:
    """Return the sets of at most so many of some numbers that have a sum."""
    sizes = range(min(most, len(numbers)) + 1)
    sets = (frozenset(one) for size in sizes for one in combinations(numbers, size))
    return frozenset(one for one in sets if sum(one) == total)


def _filled_sandwich(low: int, high: int, sets: frozenset[frozenset[int]]) -> Automaton:
    """Before the first end; inside with the digits so far; after the second end with all of them.

    That digits between the ends differ, and are not used after them, is what a sum does not see.
    """
    parts = {
        frozenset(part)
        for one in sets
        for n in range(len(one) + 1)
        for part in combinations(one, n)
    }

    def step(state: Any, number: int) -> Any:
        phase, inside = state
        is_end = number in (low, high)
        if phase == "before":
            return (low + high - number, frozenset()) if is_end else state
        if phase == "after":
            return None if is_end or number in inside else state
        if is_end:
            return ("after", inside) if number == phase and inside in sets else None
        grown = inside | {number}
        return (phase, grown) if number not in inside and grown in parts else None

    return ("before", frozenset()), step, lambda state: state[0] == "after"


def _sandwich(low: int, high: int, total: int) -> Automaton:
    """Before the first end; inside with what is still to come; after the second end."""

    def step(state: Any, number: int) -> Any:
        if state == "before":
            if number == low:
                return high, total
            return (low, total) if number == high else "before"
        if state == "after":
            return None if number in (low, high) else "after"
        end, rest = state
        if number == end:
            return "after" if rest == 0 else None
        if number in (low, high) or number > rest:
            return None
        return end, rest - number

    return "before", step, lambda state: state == "after"


@rule(
    "In a lunchbox (shaded, with a number) digits do not repeat, and those "
    "between its lowest and its highest digit "
    "add up to its number.",
    number="sum",
    drawing=lambda cells, sum: [fill(cells, PALE_GREY), text(cells[:1], sum, "corner")],
    iss="Lunchbox",
)
def lunchbox(on: Context, cells: Cells, sum: Number) -> Iterator[Constraint]:
    """A lunchbox: between the lowest and the highest of its digits stands the sum."""
    xs = on.variables(cells)
    if len(xs) < 2:
        raise RuleError("a lunchbox has two ends", fix="name two cells or more")
    yield AllDifferent(xs)
    yield from _between_extremes(on, xs, sum, True)


def _lunchbox(numbers: tuple[int, ...], total: int) -> Automaton:
    """Guess both ends, then read; every digit lies within them."""

    def step(state: Any, number: int) -> Any:
        if state == "start":
            guesses = [(low, high) for low in numbers for high in numbers if low < high]
            return [
                after
                for low, high in guesses
                if (after := step((low, high, "before", 0), number)) is not None
            ]
        low, high, phase, rest = state
        if not low <= number <= high:
            return None
        is_end = number in (low, high)
        if phase == "before":
            return (low, high, high if number == low else low, total) if is_end else state
        if phase == "after":
            return None if is_end else state
        if is_end:
            return (low, high, "after", 0) if number == phase and rest == 0 else None
        return (low, high, phase, rest - number) if number <= rest else None

    return "start", step, lambda state: state[2] == "after"


@rule(
    "The number outside is the sum of the first X digits of the line, X being the first of them.",
    number="sum",
    drawing=_written("sum"),
    fpuzzles="xsum",
    iss="XSum",
)
def x_sum(on: Context, place: Outside, sum: Number) -> Iterator[Constraint]:
    """An X-sum: the first digit X, and with it the first X digits have the sum."""
    line = on.seen_from(place)
    yield on.read(line, _x_sum, sum, len(line))


def _x_sum(total: int, length: int) -> Automaton:
    """Count down how many are to come, and what they must add up to."""

    def step(state: Any, number: int) -> Any:
        if state == "first":
            if number == 0:
                return "done" if total == 0 else None
            if not 1 <= number <= length:
                return None
            state = (number, total)
        if state == "done":
            return state
        count, rest = state[0] - 1, state[1] - number
        if count == 0:
            return "done" if rest == 0 else None
        return (count, rest) if rest >= 0 else None

    return "first", step, lambda state: state == "done"


@rule(
    "The number outside says how many skyscrapers are seen from there: digits are heights, and "
    "higher ones hide lower ones.",
    number="count",
    drawing=_written("count"),
    fpuzzles="skyscraper",
    iss="Skyscraper",
    tatham="towers",
)
def skyscraper(on: Context, place: Outside, count: Number) -> Iterator[Constraint]:
    """Skyscrapers: as many digits are greater than all before them, seen from outside.

    A 0 is no skyscraper: it is not seen.
    """
    line = on.seen_from(place)
    if not on.are_distinct(line):
        yield on.read(line, _skyscraper, count)
        return
    numbers = sorted({number for x in line for number in on.numbers(x)})
    highest = numbers[len(line) - 1 :]  # the last one that is seen is one of these
    yield on.read(line, _distinct_skyscraper, count, highest[0] if highest else numbers[-1])


def _skyscraper(count: int) -> Automaton:
    def step(state: Any, number: int) -> Any:
        height, seen = state
        if number > height:
            return (number, seen + 1) if seen < count else None
        return state

    return (0, 0), step, lambda state: state[1] == count


def _distinct_skyscraper(count: int, least: int) -> Automaton:
    """The same where no two are equally high: the highest is at least so high."""
    start, follow, _ = _skyscraper(count)

    def step(state: Any, number: int) -> Any:
        return None if number == state[0] > 0 else follow(state, number)

    return start, step, lambda state: state[1] == count and state[0] >= least


@rule(
    "The number outside is the first skyscraper that is hidden from there: digits are heights, "
    "and higher ones hide lower ones.",
    number="value",
    drawing=_written("value"),
    iss="HiddenSkyscraper",
)
def hidden_skyscraper(on: Context, place: Outside, value: Number) -> Iterator[Constraint]:
    """A hidden skyscraper: the first digit that is not greater than all before it."""
    line = on.seen_from(place)
    yield on.read(line, _hidden, value, on.are_distinct(line))


def _hidden(value: int, are_distinct: bool) -> Automaton:
    def step(state: Any, number: int) -> Any:
        if state == "found":
            return None if number == value and are_distinct else state
        if state is None or state == "first" or number > state:
            return number
        return "found" if number == value else None

    return "first", step, lambda state: state == "found"


@rule(
    "The digit outside stands in the cell of the line whose number is the first digit.",
    number="value",
    drawing=_written("value"),
    iss="NumberedRoom",
)
def numbered_room(on: Context, place: Outside, value: Number) -> Iterator[Constraint]:
    """A numbered room: the first digit X says that the digit stands in the cell X of the line."""
    line = on.seen_from(place)
    return on.indexed(line[0], line, value)


# Ranks


@rule(
    "Rows and columns, read as numbers from both ends, have ranks from the lowest up; the number "
    "outside is the rank of the line as it is read from there.",
    number="rank",
    drawing=_written("rank"),
    iss="FullRank",
)
def full_rank(
    on: Context, place: Outside, rank: Number, ties: Flag = False
) -> Iterator[Constraint]:
    """Full rank: the line has the rank among all rows and columns, read from both ends.

    With ties, other lines may read the same, and count as not lower.
    """
    line = looking(on.board, place)
    others = [xs for other, xs in _lines(on.board) if other != line]
    if len({len(line), *map(len, others)}) > 1:
        raise RuleError(f"the lines of {on.board.name} are not equally long")
    if not 1 <= rank <= len(others) + 1:
        raise RuleError(f"the rank is {rank}", fix=f"use 1 to {len(others) + 1}")
    xs = on.variables(line)
    borders = _borders(on.board)
    if borders is None:
        yield Ranked(xs, others, rank, ties=ties)
        return
    # Each value begins as many lines as there are borders: so the rank tells the first one.
    below, rank_inside = divmod(rank - 1, len(borders))
    first = xs[0].domain[below]
    yield on.among(xs[0], lambda value: value == first)
    near = {on[cell] for border in borders if line[0] in border for cell in border} - {xs[0]}
    rivals = [other for other in others if other[0] not in near]
    yield Ranked(xs, others, rank, ties=ties, inside=Inside(first, rank_inside, tuple(rivals)))


@rule("No two rows or columns, read from either end, are the same.", iss="FullRankTies none")
def distinct_lines(on: Context) -> Iterator[Constraint]:
    """No two rows or columns read the same, from whichever end."""
    readings = [on.variables(line) for line in _readings(on.board)]
    for at, one in enumerate(readings):
        for other in readings[:at]:
            if set(one) != set(other) and len(one) == len(other):
                yield on.read([x for pair in zip(one, other, strict=True) for x in pair], _unlike)


def _unlike() -> Automaton:
    def step(state: Any, number: int) -> Any:
        if state == "other":
            return state
        if state == "same":
            return (number,)
        return "same" if state[0] == number else "other"

    return "same", step, lambda state: state == "other"


def _readings(board: Board) -> list[tuple[Cell, ...]]:
    """Return all rows and columns, each read from both ends."""
    lines = [
        tuple(board.cells[i] for i in group.cells)
        for group in board.groups
        if group.kind in ("row", "column")
    ]
    if not lines:
        raise RuleError(f"{board.name} has no rows and columns to read", fix="use another board")
    return [reading for line in lines for reading in (line, line[::-1])]


@once_a_board
def _lines(board: Board) -> list[tuple[tuple[Cell, ...], tuple[Variable, ...]]]:
    """Return all rows and columns, read from both ends, with the variables of their cells."""
    index, variables = board.index, board.csp.variables
    return [(line, tuple([variables[index[cell]] for cell in line])) for line in _readings(board)]


@once_a_board
def _borders(board: Board) -> list[frozenset[Cell]] | None:
    """Return the sets of cells in which lines begin, if each has every value once; else None."""
    houses = {
        frozenset(board.cells[i] for i in group.cells)
        for group in board.groups
        if len(group.cells) == board.size
    }
    lines = _readings(board)
    kinds = (lines[start::2] for start in (0, 1))
    found = []
    for readings in kinds:
        for step in (0, 1):  # rows, then columns
            firsts = [one[0] for one in readings if (one[0].column == one[-1].column) == step]
            if len(set(firsts)) < len(firsts) or frozenset(firsts) not in houses:
                return None
            found.append(frozenset(firsts))
    return found


class Inside(NamedTuple):
    """What the rank of a line says where each value begins equally many lines."""

    first: Value
    """The value with which the line begins."""
    lower: int
    """How many of the lines that begin with the same value come before it."""
    rivals: tuple[tuple[Variable, ...], ...]
    """The lines that can begin with the same value."""


class Ranked(Constraint):
    """A line that comes after exactly as many others as its rank says, as words are ordered."""

    __slots__ = ("inside", "line", "others", "rank", "ties")

    def __init__(
        self,
        line: tuple[Variable, ...],
        others: Sequence[tuple[Variable, ...]],
        rank: int,
        *,
        ties: bool,
        inside: Inside | None = None,
    ) -> None:
        super().__init__(dict.fromkeys((*line, *(x for other in others for x in other))))
        self.line, self.others, self.rank, self.ties = line, tuple(others), rank, ties
        self.inside = inside

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether as many lines come before this one, and none is the same if none may be."""
        line: Any = [assignment[x] for x in self.line]
        others: Any = [[assignment[x] for x in other] for other in self.others]
        lower = sum(other < line for other in others)
        return lower == self.rank - 1 and (self.ties or line not in others)

    def decompose(self, fresh: Fresh) -> list[Constraint]:
        """One truth value for each other line, whether it is lower; and their number."""
        known = self.inside
        found: list[Constraint] = []
        flags = []
        for other in self.others if known is None else known.rivals:
            flag = fresh((0, 1))
            flags.append(flag)
            pairs = [x for pair in zip(self.line, other, strict=True) for x in pair]
            if known is None:
                found.append(_read([flag, *pairs], _lower, self.ties))
            elif other[0] is self.line[0]:
                found.append(_read([flag, *pairs[2:]], _lower, self.ties))
            else:
                found.append(_read([flag, *pairs[1:]], _lower_inside, self.ties, known.first))
        lower = self.rank - 1 if known is None else known.lower
        found.append(weighed(dict.fromkeys(flags, (0, 1)), (lower, lower)))
        return found


def _read(
    xs: Sequence[Variable], automaton: Callable[..., Automaton], *parameters: Any
) -> Constraint:
    domains: Any = tuple([x.domain for x in xs])
    return Regular.of_layers(xs, *unrolled(automaton, parameters, domains))


def _lower(ties: bool) -> Automaton:
    return "start", _compared(ties), {"told", 0}.__contains__


def _lower_inside(ties: bool, first: Value) -> Automaton:
    """Read whether the other line is lower and begins alike, its first value, then the rest."""
    compared = _compared(ties)

    def step(state: Any, number: Any) -> Any:
        if state == "flag":
            return ("first", number)
        if state not in (0, "told") and state[0] == "first":
            if number == first:
                return compared("start", state[1])
            return None if state[1] else "told"
        return compared(state, number)

    return "flag", step, {"told", 0}.__contains__


def _compared(ties: bool) -> Callable[[Any, Any], Any]:
    """Read whether the other line is lower, then both lines together."""

    def step(state: Any, number: int) -> Any:
        if state == "start":
            # 0: not lower so far, and that is right if they stay the same and may
            return 0 if number == 0 and ties else ("equal", number)
        if state == "told":
            return state
        is_lower = 0 if state == 0 else state[1]
        if state == 0 or state[0] == "equal":
            return ("after", is_lower, number)
        mine = state[2]
        if number == mine:
            return 0 if is_lower == 0 and ties else ("equal", is_lower)
        return "told" if (number < mine) == bool(is_lower) else None

    return step


__all__ = [
    "distinct_lines",
    "full_rank",
    "hidden_skyscraper",
    "little_killer",
    "lunchbox",
    "numbered_room",
    "sandwich",
    "skyscraper",
    "x_sum",
]
