"""What the formats of killer sudoku share: cages, and why a puzzle has more than those."""

from __future__ import annotations

from collections.abc import Iterator

from csp_sudoku import boards
from csp_sudoku.boards import Cell
from csp_sudoku.puzzle import Puzzle

_STEPS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


def cages_of(puzzle: Puzzle) -> Iterator[tuple[list[Cell], int | None]]:
    """Yield the cells and the sum of each cage."""
    for rule in puzzle.rules:
        if rule.name == "cage":
            yield sorted(rule.arguments["cells"]), rule.arguments["sum"]


def not_only_cages(puzzle: Puzzle, *, diagonals: bool = False) -> str | None:
    """Say what a puzzle has besides cages whose cells touch on a plain 9 x 9 board."""
    plain = boards.sudoku(3, 3)
    if puzzle.board != plain and not (diagonals and puzzle.board == boards.diagonals(plain)):
        return f"its board, {puzzle.board.name}, is not the usual 9 x 9"
    if puzzle.has_candidates:
        return "it has pencil marks"
    other = next((rule.name for rule in puzzle.rules if rule.name != "cage"), None)
    if other:
        return f"it has the rule {other}"
    taken: set[Cell] = set()
    for cells, total in cages_of(puzzle):
        if not all(isinstance(cell, Cell) for cell in cells):
            return "a cage has a variable that is not a cell"
        if not 0 < (total or 1) <= 45:
            return f"a cage has the sum {total}"
        if taken & set(cells):
            return "two cages overlap"
        if not _touch(cells):
            return "a cage is in several pieces"
        taken.update(cells)
    return None


def _touch(cells: list[Cell]) -> bool:
    """Whether one can walk through all cells, sideways or diagonally."""
    left, found = set(cells[1:]), [cells[0]]
    for row, column in found:
        near = {Cell(row + down, column + right) for down, right in _STEPS} & left
        left -= near
        found += near
    return not left
