"""Where clues stand: patterns as text or cells, and what shows at once that none is proper."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from csp_sudoku.board import Board, Cell
from csp_sudoku.clues import CellKey
from csp_sudoku.errors import GenerationError

_OPEN = ".0_-"
_FEWEST = {
    (2, 2): (4, "by exhaustive search"),
    (2, 3): (8, "by exhaustive search"),
    (3, 2): (8, "by exhaustive search"),
    (3, 3): (17, "McGuire, Tugemann, Civario: There is no 16-clue Sudoku, 2012"),
}
"""The fewest clues of a proper puzzle by the shape of the boxes, and who says so."""


def read_pattern(board: Board, pattern: str | Iterable[CellKey]) -> tuple[int, ...]:
    """Return the numbers of the cells that a pattern names, in order.

    A text has one symbol a cell: an open cell is one of "." "0" "_" "-", anything else is a clue.
    Blanks and line ends do not count.

    >>> from csp_sudoku import boards
    >>> read_pattern(boards.sudoku(2, 2), "x..x .... .... x..x")
    (0, 3, 12, 15)
    >>> read_pattern(boards.sudoku(2, 2), [(0, 3), "r1c1"])
    (0, 3)
    """
    if not isinstance(pattern, str):
        return tuple(sorted({board.cell_index(cell) for cell in pattern}))
    symbols = "".join(pattern.split())
    if len(symbols) != len(board.cells):
        raise GenerationError(
            f"a pattern of {len(symbols)} symbols for the {len(board.cells)} cells of {board.name}",
            fix='write one symbol a cell, "." for an open one',
        )
    return tuple(cell for cell, symbol in enumerate(symbols) if symbol not in _OPEN)


def check_clues(board: Board, clues: int) -> None:
    """Refuse a number of clues that no proper puzzle of the board has.

    >>> from csp_sudoku import boards
    >>> check_clues(boards.sudoku(3, 3), 16)
    Traceback (most recent call last):
    csp_sudoku.errors.GenerationError: no proper puzzle of sudoku-3x3 has 16 clues; 17 is the fewest
    """
    fewest, why = fewest_clues(board)
    if isinstance(clues, bool) or not isinstance(clues, int) or clues > len(board.cells):
        raise GenerationError(
            f"{clues!r} clues on {board.name}", fix=f"use {fewest} to {len(board.cells)}"
        )
    if clues < fewest:
        raise GenerationError(
            f"no proper puzzle of {board.name} has {clues} clues",
            fix=f"{fewest} is the fewest ({why})",
        )


def fewest_clues(board: Board) -> tuple[int, str]:
    """Return a number below which no puzzle of the board is proper, and why.

    >>> from csp_sudoku import boards
    >>> fewest_clues(boards.latin(7))[0]
    6
    """
    if board.is_plain and board.box in _FEWEST:
        return _FEWEST[board.box]
    return board.size - 1, "two values that no clue has could be exchanged"


def check_pattern(board: Board, cells: Iterable[int]) -> None:
    """Refuse a pattern on which no puzzle is proper, as far as that shows without a search.

    >>> from csp_sudoku import boards
    >>> check_pattern(boards.sudoku(3, 3), range(18, 81))
    Traceback (most recent call last):
    csp_sudoku.errors.GenerationError: rows 1 and 2 have no clue and could be exchanged; give ...
    """
    clued = {board.cells[cell] for cell in cells}
    check_clues(board, len(clued))
    for axis, kind in enumerate(("rows", "columns")):
        empty = sorted({cell[axis] for cell in board.cells} - {cell[axis] for cell in clued})
        for one, other in combinations(empty, 2):
            if _can_be_exchanged(board, axis, one, other):
                raise GenerationError(
                    f"{kind} {one + 1} and {other + 1} have no clue and could be exchanged",
                    fix="give one of them a clue",
                )


def _can_be_exchanged(board: Board, axis: int, one: int, other: int) -> bool:
    """Whether exchanging two lines turns every solution into another one."""

    def moved(cell: Cell) -> Cell:
        at = {one: other, other: one}.get(cell[axis], cell[axis])
        return cell._replace(**{Cell._fields[axis]: at})

    images = [board.index.get(moved(cell)) for cell in board.cells]
    groups = {frozenset(group.cells) for group in board.groups}
    if None in images or {frozenset(images[i] for i in group) for group in groups} != groups:
        return False
    return any(images[cell] in board.peers[cell] for cell in range(len(images)))
