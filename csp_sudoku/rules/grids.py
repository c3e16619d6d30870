"""Grids without Sudoku: KenKen, Str8ts and nonograms, and the boards of such puzzles.

Futoshiki is a latin square with `greater`, towers (skyscrapers) one with `skyscraper`, KenKen one
with `calc`. The others have boards of their own; each function returns the board and its rules:

>>> import csp_sudoku as cs
>>> board, rules = kakuro({"r1c1 r1c2": 3, "r1c1 r2c1": 4, "r2c1 r2c2": 4, "r1c2 r2c2": 3})
>>> cs.Puzzle(board=board, rules=rules).count()
1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from csp_sudoku import boards
from csp_sudoku.boards import Board, Cell, Group
from csp_sudoku.errors import RuleError, shown
from csp_sudoku.model import AllDifferent, Constraint
from csp_sudoku.rules.context import Automaton, Context
from csp_sudoku.rules.drawing import CREAM, before, beside, fill, outline
from csp_sudoku.rules.kinds import Cells, CellsLike, Line, Number, Numbers, Operation
from csp_sudoku.rules.lines import is_run
from csp_sudoku.rules.places import items_of
from csp_sudoku.rules.rule import Rule
from csp_sudoku.rules.table import rule

_SIGNS = {"+": "+", "-": "\N{EN DASH}", "*": "\N{MULTIPLICATION SIGN}", "/": "\N{DIVISION SIGN}"}


@rule(
    "The digits in a cage give its number by its operation, in some order; they may repeat.",
    number="value",
    drawing=lambda cells, operation, value: [
        outline(cells, dashed=False, words=f"{value}{_SIGNS[operation] * (len(cells) > 1)}"),
    ],
    tatham="keen",
)
def calc(on: Context, cells: Cells, operation: Operation, value: Number) -> Iterator[Constraint]:
    """A KenKen cage: + - * / of the digits, in the order that fits, give the value."""
    xs = on.variables(cells)
    if operation == "+":
        yield on.sums(xs, value)
    elif operation == "*":
        yield on.read(xs, _product, value)
    elif len(xs) == 2:
        holds = _differ_by if operation == "-" else _divide_to
        yield on.related(xs[0], xs[1], holds, value)
    else:
        yield on.read(xs, _less_the_rest if operation == "-" else _over_the_rest, value, len(xs))


def _differ_by(a: int, b: int, value: int) -> bool:
    return abs(a - b) == value


def _divide_to(a: int, b: int, value: int) -> bool:
    return (b != 0 and a == value * b) or (a != 0 and b == value * a)


def _product(value: int) -> Automaton:
    """Multiply; a product that does not divide the value leads nowhere."""

    def step(state: int, number: int) -> int | None:
        product = state * number
        fits = value == 0 if product == 0 else value % product == 0
        return product if fits else None

    return 1, step, lambda state: state == value


def _less_the_rest(value: int, length: int) -> Automaton:
    """Guess which one the others are taken from."""

    def step(state: Any, number: int) -> Any:
        is_found, rest = state
        ways: list[Any] = [(is_found, rest - number)]
        return ways if is_found else [*ways, (True, rest + number)]

    return (False, 0), step, lambda state: state == (True, value)


def _over_the_rest(value: int, length: int) -> Automaton:
    """Guess which one is divided, and multiply the others."""

    def step(state: Any, number: int) -> Any:
        dividend, product = state
        ways: list[Any] = [(dividend, product * number)] if number else []
        return ways if dividend is not None else [*ways, (number, product)]

    def accept(state: Any) -> bool:
        return state[0] is not None and bool(state[0] == value * state[1])

    return (None, 1), step, accept


@rule(
    "Digits of a straight ({colour} cells in a row or column) are consecutive in "
    "some order, without repeats.",
    drawing=lambda cells: [fill(cells, CREAM)],
)
def straight(on: Context, cells: Cells) -> Iterator[Constraint]:
    """A straight of Str8ts: its digits are a run of consecutive ones, in any order."""
    xs = on.variables(cells)
    if len(xs) > 1:
        yield on.one_of_sets(xs, is_run, "renban")


@rule(
    "Digits of a run do not repeat, and add up to the number before it.",
    number="sum",
    drawing=lambda cells, sum: before(cells, sum),
)
def run(on: Context, cells: Cells, sum: Number) -> Iterator[Constraint]:
    """A run of a Kakuro: digits differ, and add up to the sum."""
    xs = on.variables(cells)
    if len(xs) > 1:
        yield AllDifferent(xs)
    yield on.sums(xs, sum)


@rule(
    "The numbers beside a line are the lengths of its runs of filled cells, in order.",
    number="lengths",
    drawing=beside,
)
def blocks(on: Context, cells: Line, lengths: Numbers) -> Iterator[Constraint]:
    """A line of a nonogram: runs of ones of these lengths, with zeros between them."""
    yield on.read(on.variables(cells), _runs, lengths)  # type: ignore[arg-type]


def _runs(lengths: tuple[int, ...]) -> Automaton:
    """Count the runs that are done, and how many cells of the next one are filled."""
    wanted = [length for length in lengths if length]

    def step(state: Any, number: int) -> Any:
        done, filled = state
        if number == 1:
            fits = done < len(wanted) and filled < wanted[done]
            return (done, filled + 1) if fits else None
        if number != 0:
            return None
        if not filled:
            return state
        return (done + 1, 0) if filled == wanted[done] else None

    def accept(state: Any) -> bool:
        done, filled = state
        at_end = done == len(wanted) - 1 and filled == wanted[done]
        return bool(at_end) or state == (len(wanted), 0)

    return (0, 0), step, accept


# Boards with their rules


def kakuro(
    runs: Mapping[CellsLike, int | None] | Iterable[tuple[CellsLike, int | None]], size: int = 9
) -> tuple[Board, list[Rule]]:
    """Return the board of a Kakuro and its rules, from the cells of each run and its sum."""
    given = list(runs.items() if isinstance(runs, Mapping) else runs)
    lists = [(_cells_of(cells), total) for cells, total in given]
    cells = sorted({cell for part, _ in lists for cell in part})
    index = {cell: number for number, cell in enumerate(cells)}
    groups = []
    for number, (part, _) in enumerate(lists, start=1):
        kind = "row" if len({cell.row for cell in part}) == 1 else "column"
        groups.append(Group("run", f"{kind} run {number}", tuple(index[cell] for cell in part)))
    board = Board(f"kakuro-{len(cells)}", size, cells, groups)
    return board, [run(part, total) for part, total in lists if total is not None]


def _cells_of(given: CellsLike) -> tuple[Cell, ...]:
    items = items_of(given)
    for item in items:
        if isinstance(item, str):
            raise RuleError(f"{item} is not a cell", fix="name the cells of the run")
    return items  # type: ignore[return-value]


def str8ts(drawing: str, size: int = 9) -> tuple[Board, list[Rule], dict[Cell, int]]:
    """Return the board of a Str8ts, its rules and its clues, from a drawing of its rows.

    A dot is an open cell, a digit a given one, # a black cell, and a letter from A a black cell
    with that number (A is 1), which counts in its row and column but not in a straight.
    """
    rows = drawing.split()
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise RuleError("the rows of the drawing are not equally long", fix="draw a rectangle")
    signs = {Cell(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
    odd = next((sign for sign in signs.values() if not (sign in ".#" or sign.isalnum())), None)
    if odd is not None:
        raise RuleError(f"{shown(odd)} in the drawing", fix="use . # digits, and letters for black")
    cells = [cell for cell, sign in signs.items() if sign != "#"]
    white = {cell for cell in cells if not signs[cell].isalpha()}
    clues = {
        cell: int(sign) if sign.isdigit() else ord(sign.upper()) - ord("A") + 1
        for cell, sign in signs.items()
        if sign.isalnum()
    }
    index = {cell: number for number, cell in enumerate(cells)}
    lines = [("row", [cell for cell in signs if cell.row == r]) for r in range(len(rows))]
    lines += [("column", [cell for cell in signs if cell.column == c]) for c in range(len(rows[0]))]
    groups: list[Group] = []
    rules: list[Rule] = []
    for kind, line in lines:
        members = tuple(index[cell] for cell in line if cell in index)
        number = line[0].row + 1 if kind == "row" else line[0].column + 1
        if len(members) > 1:
            groups.append(Group(kind, f"{kind} {number}", members))
        rules += [straight(run) for run in _stretches(line, white) if len(run) > 1]
    board = Board(f"str8ts-{len(rows)}x{len(rows[0])}", size, cells, groups)
    return board, rules, clues


def _stretches(line: Sequence[Cell], white: set[Cell]) -> Iterator[list[Cell]]:
    run: list[Cell] = []
    for cell in line:
        if cell in white:
            run.append(cell)
        elif run:
            yield run
            run = []
    if run:
        yield run


def nonogram(
    rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]]
) -> tuple[Board, list[Rule]]:
    """Return the board of a nonogram and its rules, from the lengths beside rows and columns.

    Its values stand for 0 (empty) and 1 (filled).

    >>> import csp_sudoku as cs
    >>> board, rules = nonogram([[1], [2]], [[2], [1]])
    >>> solution = cs.Puzzle(board=board, rules=rules).solve().solution
    >>> list(solution.assignment.values())
    [1, 0, 1, 1]
    """
    board = boards.free(len(rows), len(columns), 2, first=0)
    lines = [[Cell(r, c) for c in range(len(columns))] for r in range(len(rows))]
    lines += [[Cell(r, c) for r in range(len(rows))] for c in range(len(columns))]
    sides = [*rows, *columns]
    return board, [blocks(line, side) for line, side in zip(lines, sides, strict=True)]


__all__ = ["blocks", "calc", "run", "straight"]
