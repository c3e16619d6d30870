"""Outside rules: a number next to the board says something of the line that it looks along."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from operator import eq
from typing import Any, NamedTuple

from csp_sudoku.boards import Board, Cell
from csp_sudoku.boards.board import once_a_board
from csp_sudoku.errors import RuleError
from csp_sudoku.model import AllDifferent, Constraint, Regular, Relation, Table, Value, Variable
from csp_sudoku.model.constraints import Fresh
from csp_sudoku.rules.context import (
    Automaton,
    Context,
    Layers,
    looking,
    related_rows,
    unrolled,
    weighed,
)
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
    elif not are_different or not on.count_as_themselves(line):
        yield on.read(line, _lunchbox, tuple(combinations(numbers, 2)), sum)
    else:
        filled = _filled_ends(numbers, len(line), sum)
        if len(filled) <= _MOST_FILLED:
            yield on.read(line, _filled_lunchbox, filled, len(line))
        else:
            yield on.read(line, _lunchbox, tuple(dict.fromkeys([one[:2] for one in filled])), sum)


_MOST_FILLED = 64
"""With more ways to fill a lunchbox than this, the sum between its ends is all that is read."""
_Filled = tuple[int, int, frozenset[int]]
"""The lowest and the highest number of a line in which all differ, and those between the two."""


@lru_cache(maxsize=1024)
def _filled_ends(numbers: tuple[int, ...], size: int, total: int) -> tuple[_Filled, ...]:
    """Return the ends that a line of some size can have, and the sets with a sum between them."""
    found = []
    for low, high in combinations(numbers, 2):
        inside = tuple([n for n in numbers if low < n < high])
        if len(inside) >= size - 2:
            sets = _sets_with_sum(inside, size - 2, total)
            found += [(low, high, one) for one in sorted(sets, key=sorted)]
    return tuple(found)


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


def _filled_lunchbox(filled: tuple[_Filled, ...], size: int) -> Automaton:
    """Guess the ends and what stands between them, then read; the others lie within the ends too.

    A state has the guess, the end that is to come (0 before both ends, None after them; the ends
    are numbered 1 and 2), what is still missing between them, and how many cells are left.
    """

    def step(state: Any, number: int) -> Any:
        if state is None:
            found = (step((one, 0, one[2], size), number) for one in filled)
            return [after for after in found if after is not None]
        (low, high, inside), end, missing, left = state
        left -= 1
        if number in (low, high):
            which = 1 if number == low else 2
            if end == 0:
                return state[0], 3 - which, missing, left
            return (state[0], None, missing, left) if end == which and not missing else None
        if not low < number < high:
            return None
        if end:
            if number not in missing or left < len(missing):
                return None
            return state[0], end, missing - {number}, left
        if number in inside or (end == 0 and left < len(inside) + 2):
            return None
        return state[0], end, missing, left

    return None, step, lambda state: state[1] is None


def _lunchbox(ends: tuple[tuple[int, int], ...], total: int) -> Automaton:
    """Guess both ends, then read; every digit lies within them."""

    def step(state: Any, number: int) -> Any:
        if state == "start":
            return [
                after
                for low, high in ends
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
    return iter(on.indexed(line[0], line, value))


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
    lines = _lines(on.board)
    line = looking(on.board, place)
    read = lines.get(line)
    if read is None or len({len(other) for other in lines}) > 1:
        raise RuleError(f"the lines of {on.board.name} are not equally long")
    if not 1 <= rank <= len(lines):
        raise RuleError(f"the rank is {rank}", fix=f"use 1 to {len(lines)}")
    if read.rivals is None:
        yield Ranked(read, rank, ties=ties)
        return
    # Each value begins as many lines as there are borders: so the rank tells the first one.
    first = read.line[0]
    value = first.domain[(rank - 1) // _BORDERS]
    yield on.among(first, lambda other: other == value)
    yield Ranked(read, rank, ties=ties, first=value)


@rule("No two rows or columns, read from either end, are the same.", iss="FullRankTies none")
def distinct_lines(on: Context) -> Iterator[Constraint]:
    """No two rows or columns read the same, from whichever end."""
    for xs in _may_be_alike(on.board):
        yield on.read(xs, _unlike)


@once_a_board
def _may_be_alike(board: Board) -> list[tuple[Variable, ...]]:
    """Return the pairs of lines that can read the same, their cells in turns.

    They cannot if two cells at the same place differ by a group. Two lines that are both turned
    round are the same pair.
    """
    peers, index, variables = board.peers, board.index, board.csp.variables
    readings = [[index[cell] for cell in line] for line in _readings(board)]
    found, known = [], set()
    for at, one in enumerate(readings):
        for other in readings[:at]:
            pair = one, other
            turned = frozenset((tuple(one[::-1]), tuple(other[::-1])))
            if set(one) == set(other) or len(one) != len(other) or turned in known:
                continue
            if not any(b in peers[a] for a, b in zip(*pair, strict=True)):
                known.add(frozenset(map(tuple, pair)))
                found.append(
                    tuple([variables[v] for both in zip(*pair, strict=True) for v in both])
                )
    return found


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


_BORDERS = 4
"""Lines begin at the left and right ends of rows, and at both ends of columns."""


class Reading(NamedTuple):
    """A row or column, read from one end, among all others of a board."""

    line: tuple[Variable, ...]
    others: tuple[tuple[Variable, ...], ...]
    """All other rows and columns, read from both ends."""
    rivals: tuple[tuple[tuple[Variable, ...], ...], ...] | None
    """For each other border the lines from there that can begin with the same value, where each
    value begins one line of each border; else None."""
    everything: tuple[Variable, ...]
    """The variables of all lines, each once."""


@once_a_board
def _lines(board: Board) -> Mapping[tuple[Cell, ...], Reading]:
    """Return all rows and columns, read from both ends, by their cells."""
    index, variables = board.index, board.csp.variables
    lines = {line: tuple([variables[index[cell]] for cell in line]) for line in _readings(board)}
    everything = tuple(dict.fromkeys([x for line in lines.values() for x in line]))
    borders = _borders(board)
    found = {}
    for cells, line in lines.items():
        others = tuple([other for other in lines.values() if other is not line])
        rivals = None
        if borders is not None:
            near = {c for starts in map(_firsts, borders) if cells[0] in starts for c in starts}
            near.discard(cells[0])
            rivals = tuple(
                [
                    tuple([lines[other] for other in border if other[0] not in near])
                    for border in borders
                    if cells not in border
                ]
            )
        found[cells] = Reading(line, others, rivals, everything)
    return found


def _firsts(border: Iterable[tuple[Cell, ...]]) -> list[Cell]:
    return [line[0] for line in border]


@once_a_board
def _borders(board: Board) -> list[list[tuple[Cell, ...]]] | None:
    """Return the lines by the border where they begin, if each has every value once; else None."""
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
            border = [one for one in readings if (one[0].column == one[-1].column) == step]
            firsts = _firsts(border)
            if len(set(firsts)) < len(firsts) or frozenset(firsts) not in houses:
                return None
            found.append(border)
    return found


class Beside(NamedTuple):
    """What ranks of other lines leave to say about the rank of one."""

    before: tuple[Variable, ...] | None
    """The line with the next lower rank, or with the same one: the others follow from it."""
    is_same: bool
    ranked: frozenset[int]
    """The lines that have ranks, by their identity."""
    alike: frozenset[int]
    """Those of them that begin with the same value, or all where that is not known."""
    lower: int
    """How many of these come before."""


class Ranked(Constraint):
    """A line that comes after exactly as many others as its rank says, as words are ordered."""

    __slots__ = ("beside", "first", "rank", "reading", "ties")

    def __init__(
        self, reading: Reading, rank: int, *, ties: bool, first: Value | None = None
    ) -> None:
        super().__init__(reading.everything)
        self.reading, self.rank, self.ties = reading, rank, ties
        self.first = first
        """The value with which the line begins, where the rank tells it."""
        self.beside: Beside | None = None

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether as many lines come before this one, and none is the same if none may be."""
        line: Any = [assignment[x] for x in self.reading.line]
        first, lower = line[0], 0
        for other in self.reading.others:
            begins: Any = assignment[other[0]]
            if begins > first:
                continue
            if begins == first:
                values: Any = [assignment[x] for x in other]
                if values > line:
                    continue
                if values == line:
                    if not self.ties:
                        return False
                    continue
            lower += 1
        return lower == self.rank - 1

    @classmethod
    def joined(cls, together: Sequence[Constraint]) -> Sequence[Constraint]:
        """Let each line come after the one with the next lower rank, if both have ranks.

        What else the two ranks say of each other follows: it need not be found out again by truth
        values.
        """
        found = {id(one): one for one in together if isinstance(one, Ranked)}
        ordered = sorted(found.values(), key=lambda one: one.rank)
        ranked = frozenset([id(one.reading.line) for one in ordered])
        if len(ranked) < len(ordered):  # a line with two ranks
            return together
        alike: dict[Value | None, list[int]] = {}
        for one in ordered:
            alike.setdefault(one.first, []).append(id(one.reading.line))
        last: Ranked | None = None
        for at, one in enumerate(ordered):
            if last is None or one.first != last.first:
                start, last = at, None
            lower = next(i for i in range(start, at + 1) if ordered[i].rank == one.rank) - start
            is_same = last is not None and last.rank == one.rank
            ties = one.ties and (last is None or not is_same or last.ties)
            other = Ranked(one.reading, one.rank, ties=ties, first=one.first)
            before = None if last is None else last.reading.line
            same = frozenset(alike[one.first])
            other.beside, other._name = Beside(before, is_same, ranked, same, lower), one._name
            found[id(one)] = other
            last = one
        return [found.get(id(one), one) for one in together]

    def decompose(self, fresh: Fresh) -> list[Constraint]:
        """One truth value for each other line, whether it is lower; and their number.

        Where the rank tells the first value, one other line of each border begins with it: then one
        truth value for each border, and it is about that line.
        """
        reading, beside = self.reading, self.beside
        lower = self.rank - 1
        borders: Iterable[Sequence[tuple[Variable, ...]]] = [(other,) for other in reading.others]
        if self.first is not None and reading.rivals is not None:
            borders, lower = reading.rivals, lower % _BORDERS
        found: list[Constraint] = []
        if beside is not None:
            borders = [
                [other for other in border if id(other) not in beside.ranked]
                for border in borders
                if beside.alike.isdisjoint(map(id, border))
            ]
            lower -= beside.lower
            found += self._after(beside)
        flags = []
        read: dict[object, tuple[Layers, tuple[int, ...]]] = {}
        for border in borders:
            flag = fresh((0, 1))
            flags.append(flag)
            found += [self._compared(flag, other, read) for other in border]
        found.append(weighed(dict.fromkeys(flags, (0, 1)), (lower, lower)))
        return found

    def _compared(
        self,
        flag: Variable,
        other: tuple[Variable, ...],
        read: dict[object, tuple[Layers, tuple[int, ...]]],
    ) -> Constraint:
        """Return that a truth value says whether another line is lower, if it begins alike.

        What is read is kept by its automaton: all cells of the board have the same values.
        """
        line = self.reading.line
        xs = [flag] * (2 * len(line) + 1)
        xs[1::2], xs[2::2] = line, other
        automaton: Callable[..., Automaton] = _lower
        parameters: tuple[Any, ...] = (self.ties,)
        if self.first is not None:
            is_corner = other[0] is line[0]
            del xs[1 : 3 if is_corner else 2]
            if not is_corner:
                automaton, parameters = _lower_inside, (self.ties, self.first)
        if automaton not in read:
            domains: Any = tuple([x.domain for x in xs])
            read[automaton] = unrolled(automaton, parameters, domains)
        return Regular.of_layers(xs, *read[automaton])

    def _after(self, beside: Beside) -> Iterator[Constraint]:
        """Yield that the line comes after the one with the next lower rank."""
        line, before = self.reading.line, beside.before
        if before is None:
            return
        if not beside.is_same:
            start = 0 if self.first is None else 1  # both begin with that value
            both = zip(before[start:], line[start:], strict=True)
            yield _read([x for pair in both for x in pair], _ordered)
        elif self.ties:
            for x, y in zip(before, line, strict=True):
                if x is not y:
                    yield Relation.of_rows(x, y, related_rows(eq, (), x.domain, y.domain))
        else:
            yield Table((), ())


def _read(
    xs: Sequence[Variable], automaton: Callable[..., Automaton], *parameters: Any
) -> Constraint:
    domains: Any = tuple([x.domain for x in xs])
    return Regular.of_layers(xs, *unrolled(automaton, parameters, domains))


def _lower(ties: bool) -> Automaton:
    return "start", _compared(ties), {"told", 0}.__contains__


def _ordered() -> Automaton:
    """Read two lines together, of which the first is lower."""

    def step(state: Any, number: int) -> Any:
        if state == "told":
            return state
        if state == "equal":
            return (number,)
        if number == state[0]:
            return "equal"
        return "told" if state[0] < number else None

    return "equal", step, lambda state: state == "told"


def _lower_inside(ties: bool, first: Value) -> Automaton:
    """Read whether the other line is lower, its first value, and the rest if both begin alike."""
    compared = _compared(ties)

    def step(state: Any, number: Any) -> Any:
        if state == "flag":
            return ("first", number)
        if state not in (0, "told") and state[0] == "first":
            return compared("start", state[1]) if number == first else "told"
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
