"""Patterns: the cells that have clues, as text or cells; refused where no puzzle can be proper."""

from __future__ import annotations

from collections.abc import Iterable

from csp_sudoku.boards.board import Board
from csp_sudoku.clues import CellKey
from csp_sudoku.errors import GenerationError
from csp_sudoku.proofs.improper import exchangeable_lines, fewest_clues

_OPEN = ".0_-"


def read_pattern(board: Board, pattern: str | Iterable[CellKey]) -> tuple[int, ...]:
    """Return the numbers of the cells that a pattern names, in order.

    A text has one symbol per cell: one of "." "0" "_" "-" for an open cell, anything else for a
    clue. Blanks and line ends are ignored.

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
            f"the pattern has {len(symbols)} symbols, {board.name} has {len(board.cells)} cells",
            fix='write one symbol per cell, "." for an open one',
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
            f"no puzzle of {board.name} has {clues!r} clues",
            fix=f"use {fewest} to {len(board.cells)}",
        )
    if clues < fewest:
        raise GenerationError(
            f"no proper puzzle of {board.name} has {clues} clues",
            fix=f"{fewest} is the fewest ({why})",
        )


def check_pattern(board: Board, cells: Iterable[int]) -> None:
    """Refuse a pattern on which no puzzle is proper, where that can be seen without a search.

    >>> from csp_sudoku import boards
    >>> check_pattern(boards.sudoku(3, 3), range(18, 81))
    Traceback (most recent call last):
    csp_sudoku.errors.GenerationError: rows 1 and 2 have no clue and could be exchanged; give ...
    """
    clued = set(cells)
    check_clues(board, len(clued))
    reason = exchangeable_lines(board, clued)
    if reason:
        raise GenerationError(reason, fix="give one of them a clue")
