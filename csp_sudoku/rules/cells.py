"""Cells: rules about single marked cells, and about what their digits point at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from csp_sudoku.boards import Board, Cell
from csp_sudoku.boards.board import once_a_board
from csp_sudoku.errors import RuleError
from csp_sudoku.model import Constraint, Value, Variable
from csp_sudoku.model.constraints import Fresh, joined
from csp_sudoku.rules.context import Automaton, Context, counting, said
from csp_sudoku.rules.drawing import (
    GREY,
    PALE_GREEN,
    PALE_GREY,
    PALE_LILAC,
    PALE_RED,
    PALE_VIOLET,
    RED,
    TEAL,
    Shape,
    chevrons,
    circle,
    fill,
    line,
    square,
    text,
)
from csp_sudoku.rules.kinds import Cells, Line, Numbers
from csp_sudoku.rules.table import rule


@rule(
    "Digits in grey circles are odd.",
    drawing=lambda cells: [circle([cell], None, fill=GREY, size=0.7) for cell in cells],
    fpuzzles="odd",
)
def odd(on: Context, cells: Cells) -> Iterator[Constraint]:
    """Cells with odd digits."""
    for x in on.variables(cells):
        yield on.among(x, lambda a: a % 2 == 1)


@rule(
    "Digits in grey squares are even.",
    drawing=lambda cells: [square([cell], None, fill=GREY, size=0.7) for cell in cells],
    fpuzzles="even",
)
def even(on: Context, cells: Cells) -> Iterator[Constraint]:
    """Cells with even digits."""
    for x in on.variables(cells):
        yield on.among(x, lambda a: a % 2 == 0)


@rule(
    "A cell with small digits at its foot has one of them.",
    number="values",
    drawing=lambda cells, values: [
        text([cell], " ".join(map(str, values)), "foot")
        for cell in cells
        if not isinstance(cell, str)
    ],
    iss="Given",
)
def allowed(on: Context, cells: Cells, values: Numbers) -> Iterator[Constraint]:
    """Cells that have one of some digits."""
    wanted: Any = values
    for x in on.variables(cells):
        yield on.among(x, lambda a: a in wanted)


_AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))


def _extreme(
    on: Context, name: str, cells: Any, holds: Callable[..., object]
) -> Iterator[Constraint]:
    """Compare cells with their neighbours, except those that are marked alike."""
    marked = {cell for rule in on.rules if rule.name == name for cell in rule.cells}
    for cell in cells:
        for down, right in _AROUND:
            there = Cell(cell.row + down, cell.column + right)
            if there in on.board.index and there not in marked:
                yield on.related(on[cell], on[there], holds)


def _less(a: int, b: int) -> bool:
    return a < b


def _more(a: int, b: int) -> bool:
    return a > b


def _signed(cells: Any, *, outwards: bool) -> list[Shape]:
    places = [cell for cell in cells if not isinstance(cell, str)]
    signs = [chevrons(cell, outwards=outwards, but=places) for cell in places]
    return [fill(cells, PALE_GREY), *(shape for around in signs for shape in around)]


@rule(
    "A digit in a shaded cell with signs that point inwards is less than its neighbours, except "
    "those that are marked alike.",
    drawing=lambda cells: _signed(cells, outwards=False),
    reads=("minimum",),
    fpuzzles="minimum",
)
def minimum(on: Context, cells: Cells) -> Iterator[Constraint]:
    """Minimums: less than their neighbours, those that are minimums themselves aside."""
    return _extreme(on, "minimum", cells, _less)


@rule(
    "A digit in a shaded cell with signs that point outwards is greater than its neighbours, "
    "except those that are marked alike.",
    drawing=lambda cells: _signed(cells, outwards=True),
    reads=("maximum",),
    fpuzzles="maximum",
)
def maximum(on: Context, cells: Cells) -> Iterator[Constraint]:
    """Maximums: greater than their neighbours, those that are maximums themselves aside."""
    return _extreme(on, "maximum", cells, _more)


@rule(
    "The {colour} areas have the same digits at the same places.",
    drawing=lambda cells, copy: [fill(cells, PALE_LILAC), fill(copy, PALE_LILAC)],
    is_apart=True,
    fpuzzles="clone",
)
def clone(on: Context, cells: Cells, copy: Cells) -> Iterator[Constraint]:
    """Clones: each cell has the digit of the cell at the same place of the copy."""
    one, other = on.variables(cells), on.variables(copy)
    if len(one) != len(other):
        raise RuleError(f"{len(one)} cells cannot be cloned to {len(other)}", fix="name as many")
    for x, y in zip(one, other, strict=True):
        yield on.same(x, y)


@rule(
    "A digit in a circle says how many circles have that digit.",
    drawing=lambda cells: [circle([cell]) for cell in cells],
    iss="CountingCircles",
)
def counting_circles(on: Context, cells: Cells) -> Iterator[Constraint]:
    """Counting circles: a digit stands in none of the circles, or in as many as it says."""
    xs = on.variables(cells)
    yield Circled(xs, on.most_alike(xs, max(on.board.numbers)))


class Circled(Constraint):
    """Variables among which each value stands never, or as often as it says.

    Args:
        variables: the variables, each once.
        most: at most this many of them are equal, as groups tell.
    """

    __slots__ = ("most",)

    def __init__(self, variables: Sequence[Variable], most: int) -> None:
        super().__init__(variables)
        self.most = most

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether each value that stands there does so as often as it says."""
        values = [assignment[x] for x in self.variables]
        return all(values.count(value) == value for value in set(values))

    def decompose(self, fresh: Fresh) -> list[Constraint]:
        """Say which values stand there: they add up to the number of variables.

        The counts alone would not see which values go together.
        """
        xs = self.variables
        values: Any = tuple(dict.fromkeys([value for x in xs for value in x.domain]))
        sets = _adding_up(tuple([value for value in values if value <= self.most]), len(xs))
        chosen = None if sets is None or len(sets) < 2 else fresh(range(len(sets)))
        found = []
        for value in values:
            rows = counting(xs, frozenset({value}))
            if chosen is not None and sets is not None:
                which = tuple([-value if value in one else 0 for one in sets])
                found.append(said((*xs, chosen), (*rows, which), ((0, 0),)))
                continue
            totals = {0, max(0, value)}
            if sets is not None:
                totals = {value if value in one else 0 for one in sets}
            found.append(said(xs, rows, joined((total, total) for total in sorted(totals))))
        return found


_MOST_SETS = 60
"""More sets of values than this are too many for one variable."""


@lru_cache(maxsize=256)
def _adding_up(values: tuple[int, ...], total: int) -> tuple[frozenset[int], ...] | None:
    """Return the sets of values from 1 up that have a sum; None for too many."""
    found = [frozenset[int]()]
    for value in values:
        if value > 0:
            found += [one | {value} for one in found if sum(one) + value <= total]
        if len(found) > _MOST_SETS**2:
            return None
    found = [one for one in found if sum(one) == total]
    return tuple(found) if len(found) <= _MOST_SETS else None


@once_a_board
def _line_of(board: Board, cell: Cell, kind: str) -> tuple[tuple[Variable, ...], int]:
    """Return the row or the column of a cell, and the place of the cell there, from 1 up."""
    found = [group.cells for group in board.groups if group.kind == kind]
    at, variables = board.index.get(cell, -1), board.csp.variables
    lines = [cells for cells in found if at in cells]
    if len(lines) != 1:
        raise RuleError(
            f"{cell} stands in {len(lines)} groups that are called {kind}",
            fix="use a board where it is one",
        )
    return tuple([variables[other] for other in lines[0]]), lines[0].index(at) + 1


def _index(on: Context, cells: Any, kinds: tuple[str, ...]) -> Iterator[Constraint]:
    there = {group.kind for group in on.board.groups}
    kind = next((k for k in kinds if k in there), kinds[0])
    known: set[Variable] = set()
    for cell in cells:
        xs, place = _line_of(on.board, cell, kind)
        index = xs[place - 1]
        yield from on.indexed(index, xs, place, known)
        known.add(index)


@rule(
    "A digit in a {colour} cell says in which row of its column the number of its own row stands.",
    drawing=lambda cells: [fill(cells, PALE_RED)],
    fpuzzles="rowindexer",
    iss="Indexing R",
)
def row_index(on: Context, cells: Cells) -> Iterator[Constraint]:
    """Row indexing: a digit V in row R says that row V of its column has the digit R."""
    return _index(on, cells, ("column",))


@rule(
    "A digit in a {colour} cell says in which column of its row the number of its own column "
    "stands.",
    drawing=lambda cells: [fill(cells, PALE_GREEN)],
    fpuzzles="columnindexer",
    iss="Indexing C",
)
def column_index(on: Context, cells: Cells) -> Iterator[Constraint]:
    """Column indexing: a digit V in column C says that column V of its row has the digit C."""
    return _index(on, cells, ("row",))


@rule(
    "A digit in a {colour} cell says at which place of its box the number of its own place stands.",
    drawing=lambda cells: [fill(cells, PALE_VIOLET)],
    fpuzzles="boxindexer",
)
def box_index(on: Context, cells: Cells) -> Iterator[Constraint]:
    """Box indexing: a digit V at place P of a box says that place V of it has the digit P."""
    return _index(on, cells, ("box", "region"))


@rule(
    "The digit in the circle of a {colour} arrow stands on it again, as far from the second cell "
    "as the second digit says.",
    drawing=lambda cells: [circle(cells[:1], TEAL), line(cells, TEAL, 0.05, arrow=True)],
    iss="ValueIndexing",
)
def value_index(on: Context, cells: Line) -> Iterator[Constraint]:
    """Value indexing: value, index, then cells; the cell number index has the value."""
    xs = on.variables(cells)
    if len(xs) < 3:
        raise RuleError(f"{len(xs)} cells", fix="name the value, the index and a cell or more")
    yield on.read(xs[1::-1] + xs[2:], _value_index, len(xs) - 2)


def _value_index(length: int) -> Automaton:
    """Read the index, then the value, then count down to the cell that has it."""

    def step(state: Any, number: int) -> Any:
        if state == "index":
            return (number, None) if 1 <= number <= length else None
        if state == "done":
            return state
        left, value = state
        if value is None:
            return left, number
        if left == 1:
            return "done" if number == value else None
        return left - 1, value

    return "index", step, lambda state: state == "done"


@rule(
    "Digits in cells with a {colour} frame count double wherever digits are added or compared.",
    drawing=lambda cells: [square([cell], RED, size=0.9) for cell in cells],
    comes_first=True,
)
def doubled(on: Context, cells: Cells) -> Iterator[Constraint]:
    """Doubled cells: they count twice their digit in sums, differences, ratios and comparisons.

    What speaks of digits (all different, equal, odd and even, sets, counts) takes the digit itself.
    """
    for x in on.variables(cells):
        on.count_as(x, tuple(2 * number for number in on.numbers(x)))
    return iter(())


__all__ = [
    "allowed",
    "box_index",
    "clone",
    "column_index",
    "counting_circles",
    "doubled",
    "even",
    "maximum",
    "minimum",
    "odd",
    "row_index",
    "value_index",
]
