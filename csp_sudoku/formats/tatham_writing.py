"""From a puzzle to a game id of Simon Tatham's puzzles: of the one game that has all of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from csp_sudoku import boards
from csp_sudoku.boards import Board, Cell
from csp_sudoku.formats.draft import both_diagonals
from csp_sudoku.formats.tatham import OPERATIONS, SIGNS, places
from csp_sudoku.formats.tatham_codes import blocks_of, code_of, code_of_blocks
from csp_sudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from csp_sudoku.rules import Rule

_SYMBOLS = {sign: letter for letter, sign in OPERATIONS.items()}
_LARGEST = 31


class Unwritten(Exception):  # noqa: N818 - a finding, not a fault
    """Something that no game has; as text, why."""


def id_of(puzzle: Puzzle) -> str:
    """Return the game id of a puzzle that is not refused."""
    return _game(puzzle)(puzzle)


def refusal(puzzle: Puzzle) -> str | None:
    """Say why none of the games has a puzzle; None if one has it."""
    if puzzle.has_candidates:
        return "it has pencil marks"
    try:
        id_of(puzzle)
    except Unwritten as why:
        return str(why)
    return None


def _game(puzzle: Puzzle) -> Callable[[Puzzle], str]:
    board = puzzle.board
    size = board.size
    if board.first != 1 or board.shape != (size, size) or not 2 <= size <= _LARGEST:
        raise Unwritten(f"its board, {board.name}, is not a square of {size} x {size}")
    names = {rule.name for rule in puzzle.rules}
    if board != boards.latin(size):
        game, known = _solo, {"cage"}
    elif names == {"calc"}:
        game, known = _keen, {"calc"}
    elif names == {"skyscraper"}:
        game, known = _towers, {"skyscraper"}
    else:
        game, known = _unequal, {"greater", "white_dot", "negative_difference"}
    other = next(iter(sorted(names - known)), None)
    if other:
        raise Unwritten(f"it has the rule {other}, which this game does not have")
    return game


def _solo(puzzle: Puzzle) -> str:
    board = puzzle.board
    size = board.size
    kinds = {group.kind for group in board.groups}
    blocks = [group.cells for group in board.groups if group.kind in ("box", "region")]
    diagonals = [group.cells for group in board.groups if group.kind == "diagonal"]
    if kinds - {"row", "column", "box", "region", "diagonal"}:
        raise Unwritten(f"its board, {board.name}, has other groups")
    blocks += _straight(board, set(range(size * size)).difference(*blocks))
    if sorted(at for block in blocks for at in block) != list(range(size * size)):
        raise Unwritten(f"the regions of its board, {board.name}, do not fill it")
    both = {frozenset(board.index[c] for c in cells) for _, cells in both_diagonals(size)}
    if diagonals and {frozenset(cells) for cells in diagonals} != both:
        raise Unwritten(f"its board, {board.name}, has one diagonal only")
    parts = [code_of(puzzle.values)]
    if board.box is not None:
        parameters = f"{board.box[0]}x{board.box[1]}"
    else:
        parameters = f"{size}j"
        parts.append(_blocks(blocks, size, short=False))
    parameters += "x" if diagonals else ""
    if puzzle.rules:
        parameters += "k"
        parts += _cages(puzzle)
    return f"{parameters}:{','.join(parts)}"


def _straight(board: Board, left: set[int]) -> list[tuple[int, ...]]:
    """Return the lines outside all regions: a region that is a line is known only as a line."""
    found = []
    for group in board.groups:
        if group.kind in ("row", "column") and left.issuperset(group.cells):
            found.append(group.cells)
            left = left.difference(group.cells)
    return found


def _cages(puzzle: Puzzle) -> list[str]:
    board = puzzle.board
    taken: dict[int, int] = {}
    cages: list[list[int]] = []
    sums = [0] * len(board.cells)
    for rule in puzzle.rules:
        cells = sorted(board.index[cell] for cell in rule.arguments["cells"])
        if taken.keys() & set(cells):
            raise Unwritten("two cages overlap")
        if rule.arguments["sum"] is None or rule.arguments["sum"] < 1:
            raise Unwritten("a cage has no sum")
        taken |= dict.fromkeys(cells, len(cages))
        cages.append(cells)
        sums[cells[0]] = rule.arguments["sum"]
    alone = [[at] for at in range(len(board.cells)) if at not in taken]
    return [_blocks([*cages, *alone], board.size, short=False), code_of(sums)]


def _blocks(blocks: Sequence[Sequence[int]], size: int, *, short: bool) -> str:
    """Return the borders of blocks; refuse blocks that are in several pieces."""
    code = code_of_blocks(blocks, size, short=short)
    if {frozenset(block) for block in blocks_of(code, size)} != set(map(frozenset, blocks)):
        raise Unwritten("a block of cells is in several pieces")
    return code


def _keen(puzzle: Puzzle) -> str:
    board = puzzle.board
    if any(puzzle.values):
        raise Unwritten("it has clues")
    clues: dict[int, str] = {}
    blocks: list[list[int]] = []
    for rule in puzzle.rules:
        cells = sorted(board.index[cell] for cell in rule.arguments["cells"])
        blocks.append(cells)
        symbol = _SYMBOLS[rule.arguments["operation"]]
        if symbol in "sd" and len(cells) != 2:
            raise Unwritten("a difference or a quotient has other than two cells")
        clues[cells[0]] = f"{symbol}{rule.arguments['value']}"
    if sorted(at for block in blocks for at in block) != list(range(len(board.cells))):
        raise Unwritten("its cages do not fill the board, or overlap")
    told = "".join(clues[at] for at in sorted(clues))
    return f"{board.size}:{_blocks(blocks, board.size, short=True)},{told}"


def _unequal(puzzle: Puzzle) -> str:
    board = puzzle.board
    names = {rule.name for rule in puzzle.rules}
    is_adjacent = "negative_difference" in names
    if ("white_dot" in names or "greater" in names) and ("greater" in names) == is_adjacent:
        raise Unwritten("its signs are of two games")
    if "white_dot" in names and not is_adjacent:
        raise Unwritten("not all of its dots are given")
    signs: dict[Cell, str] = {}
    for rule in puzzle.rules:
        if any(
            rule.arguments[parameter.name] != parameter.default
            for parameter in rule.entry.parameters
            if parameter.name != "cells"
        ):
            raise Unwritten(f"{rule} has an unusual number")
        if rule.name != "negative_difference":
            one, other = rule.arguments["cells"]
            for here, there in ((one, other), (other, one)) if is_adjacent else ((one, other),):
                signs[here] = signs.get(here, "") + _sign(here, there, rule)
    cells = [
        f"{value}{''.join(sorted(signs.get(cell, ''), key='URDL'.index))},"
        for cell, value in zip(board.cells, puzzle.values, strict=True)
    ]
    return f"{board.size}{'a' if is_adjacent else ''}:{''.join(cells)}"


def _sign(here: Cell, there: Cell, rule: Rule) -> str:
    step = (there.row - here.row, there.column - here.column)
    for letter, known in SIGNS.items():
        if step == known:
            return letter
    raise Unwritten(f"{rule} is not between neighbours")


def _towers(puzzle: Puzzle) -> str:
    board: Board = puzzle.board
    clues = {rule.arguments["place"]: rule.arguments["count"] for rule in puzzle.rules}
    if len(clues) < len(puzzle.rules) or not all(count > 0 for count in clues.values()):
        raise Unwritten("two clues are at one place, or one is 0")
    outside = "/".join(str(clues.get(place, "")) for place in places(board.size))
    inside = f",{code_of(puzzle.values)}" if any(puzzle.values) else ""
    return f"{board.size}:{outside}{inside}"
