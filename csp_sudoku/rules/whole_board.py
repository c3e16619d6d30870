"""Rules of the whole board. Steps and neighbours are those of the drawing.

Two cells are neighbours if they share an edge, and a knight's move apart if they are two steps and
one step apart, on jigsaw and rectangular boards as well. On overlapping boards, cells of different
boards count like any others; a hole is not a cell. A pair that a group makes different already gets
no constraint of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from csp_sudoku.boards import Board
from csp_sudoku.boards.board import once_a_board
from csp_sudoku.errors import RuleError
from csp_sudoku.model import AllDifferent, Constraint, Variable
from csp_sudoku.rules.context import ORTHOGONAL, Automaton, Context, ones, pairs_apart, said
from csp_sudoku.rules.kinds import Flag, Number
from csp_sudoku.rules.lines import thirds_of
from csp_sudoku.rules.table import rule

KNIGHT = ((1, 2), (2, 1), (1, -2), (2, -1))
DIAGONAL = ((1, 1), (1, -1))
KING = (*ORTHOGONAL, *DIAGONAL)


@once_a_board
def _apart(board: Board, *steps: tuple[int, int]) -> Sequence[tuple[Variable, Variable]]:
    """Return the pairs of cells some steps apart that no group makes different already."""
    peers = board.peers
    return [(x, y) for x, y in pairs_apart(board, steps) if y.index not in peers[x.index]]


@rule(
    "Cells a knight's move apart do not have the same digit.",
    fpuzzles="antiknight",
    iss="AntiKnight",
)
def antiknight(on: Context) -> Iterator[Constraint]:
    """Anti-knight: cells a knight's move apart differ."""
    return map(on.different, _apart(on.board, *KNIGHT))


@rule("Cells a king's move apart do not have the same digit.", fpuzzles="antiking", iss="AntiKing")
def antiking(on: Context) -> Iterator[Constraint]:
    """Anti-king: cells that touch, at a corner as well, differ."""
    return map(on.different, _apart(on.board, *KING))


@rule(
    "Two cells with the same digit do not have that number of steps, along rows and columns, "
    "between them.",
    iss="AntiTaxicab",
)
def antitaxicab(on: Context) -> Iterator[Constraint]:
    """Anti-taxicab: cells with the digit n are not n steps along rows and columns apart."""
    most = max(on.board.numbers)
    steps = [
        (down, right)
        for down in range(most + 1)
        for right in range(-most, most + 1)
        if 0 < down + abs(right) <= most and (down or right > 0)
    ]
    for step in steps:
        yield from on.related_pairs(_apart(on.board, step), _not_both, step[0] + abs(step[1]))


def _not_both(a: int, b: int, number: int) -> bool:
    return not a == b == number


@rule(
    lambda diagonal: (
        f"{'Diagonally neighbouring' if diagonal else 'Neighbouring'} cells do not have "
        "consecutive digits."
    ),
    fpuzzles="nonconsecutive",
    iss="AntiConsecutive",
)
def nonconsecutive(on: Context, diagonal: Flag = False) -> Iterator[Constraint]:
    """Non-consecutive: neighbours do not differ by 1; or those at the corners, if diagonal."""
    steps = DIAGONAL if diagonal else ORTHOGONAL
    return iter(on.related_pairs(on.pairs_apart(steps), _not_consecutive))


def _not_consecutive(a: int, b: int) -> bool:
    return abs(a - b) != 1


@rule(
    "Cells at the same place of different boxes do not have the same digit.",
    fpuzzles="disjointgroups",
    iss="DisjointSets",
)
def disjoint_groups(on: Context) -> Iterator[Constraint]:
    """Disjoint groups: cells at the same place of their boxes differ."""
    board = on.board
    boxes = [group.cells for group in board.groups if group.kind == "box"]
    if board.box is None or not boxes:
        raise RuleError(
            f"{board.name} has no boxes of one shape", fix="use a board with boxes, as sudoku-3x3"
        )
    for place in zip(*boxes, strict=True):
        yield AllDifferent(on.variables(board.cells[cell] for cell in place))


@rule("Each square of two by two cells has a low, a middle and a high digit.", iss="GlobalEntropy")
def global_entropy(on: Context) -> Iterator[Constraint]:
    """Global entropy: each square of two by two has a low, a middle and a high digit."""
    middle, high = thirds_of(on.board)
    last = on.board.first + on.board.size
    bounds = ((on.board.first, middle), (middle, high), (high, last))
    return _in_each_square(on, [frozenset(range(*bound)) for bound in bounds])


def _in_each_square(on: Context, parts: list[frozenset[int]]) -> Iterator[Constraint]:
    """Yield that each square of two by two has a number of each of some parts."""
    numbers: Any = on.board.csp.values
    weights = [(ones(numbers, part),) * 4 for part in parts]
    for square in on.squares():
        for row in weights:
            yield said(square, row, _ONE_OR_MORE)


_ONE_OR_MORE = ((1, None),)


@rule(
    "Each square of two by two cells has a digit of each remainder by {modulus}.",
    iss="GlobalMod",
)
def global_modulus(on: Context, modulus: Number = 3) -> Iterator[Constraint]:
    """Global modulus: each square of two by two has digits of all remainders."""
    if not 2 <= modulus <= 4:
        raise RuleError(f"four cells cannot have {modulus} remainders", fix="use 2, 3 or 4")
    numbers = on.board.numbers
    remainders = range(modulus)
    return _in_each_square(
        on, [frozenset(n for n in numbers if n % modulus == rest) for rest in remainders]
    )


@rule(
    "Each middle digit (a 5, of 1 to 9) has a lowest one directly above it or a highest one "
    "directly below it.",
    iss="DutchFlatmates",
)
def dutch_flatmates(on: Context) -> Iterator[Constraint]:
    """Dutch flatmates: each 5 has a 1 directly above it or a 9 directly below it."""
    numbers = on.board.numbers
    if len(numbers) % 2 == 0:
        raise RuleError(f"{len(numbers)} values have no middle", fix="use a board of 5, 7 or 9")
    middle = numbers[len(numbers) // 2]
    for cell in on.board.cells:
        x = on[cell]
        above, below = on.get((cell.row - 1, cell.column)), on.get((cell.row + 1, cell.column))
        if above is None and below is None:
            yield on.only(x, lambda a: a != middle)
        elif above is None or below is None:
            other = (below, numbers[-1]) if above is None else (above, numbers[0])
            assert other[0] is not None, "one of the two is a cell"
            yield on.related(x, other[0], _asks_for, middle, other[1])
        else:
            yield on.read([x, above, below], _flatmates, middle, numbers[0], numbers[-1])


def _asks_for(a: int, b: int, middle: int, wanted: int) -> bool:
    return a != middle or b == wanted


def _flatmates(middle: int, low: int, high: int) -> Automaton:
    def step(state: str, number: int) -> str | None:
        if state == "start":
            return "above" if number == middle else "free"
        if state == "above":
            return "free" if number == low else "below"
        if state == "below":
            return "free" if number == high else None
        return "free"

    return "start", step, lambda state: state == "free"


__all__ = [
    "antiking",
    "antiknight",
    "antitaxicab",
    "disjoint_groups",
    "dutch_flatmates",
    "global_entropy",
    "global_modulus",
    "nonconsecutive",
]
