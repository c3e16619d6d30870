"""Hints for the page: the hint that the library gives, and what of the board it is about."""

from __future__ import annotations

from typing import Any

from csp_sudoku.bits import values_of
from csp_sudoku.boards import Board
from csp_sudoku.budgets import Budget
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.logic.hints import HINT_LEVELS, Hint, hint_at, mistake, refused
from csp_sudoku.logic.state import State
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.web.asked import Asked


def hint(asked: Asked) -> dict[str, Any]:
    """Return "hint" as the command writes it, the candidates that it sees, and the cells it names.

    The question has the "puzzle", the "entries" (one value or 0 for each cell) and what was
    "cleared" by earlier steps (for each cell the values that it is known not to have).
    """
    puzzle = asked.puzzle()
    level = asked.whole("level", min(HINT_LEVELS), max(HINT_LEVELS), default=1)
    budget = Budget(asked.seconds)
    filled = _filled(puzzle, asked)
    wrong = mistake(puzzle, filled, timeout=budget.seconds_left())
    if wrong:
        return {"hint": _facts(refused(wrong, level)), "area": [], "candidates": None}
    state = State.of(filled)
    found = hint_at(state, level, timeout=budget.seconds_left())
    return {
        "hint": _facts(found),
        "area": _area(found, puzzle.board),
        "candidates": [list(values_of(mask)) for mask in state.candidates],
    }


def _facts(found: Hint) -> dict[str, Any]:
    return {"status": "done", **found.to_dict()}


def _filled(puzzle: Puzzle, asked: Asked) -> Puzzle:
    """Return the puzzle with what was entered, without the candidates that were cleared."""
    board = puzzle.board
    entries = asked.list("entries", len(board.cells))
    if entries and len(entries) != len(board.cells):
        raise CspSudokuError("expected one entry for each cell")
    values = [
        given or entry for given, entry in zip(puzzle.values, entries or puzzle.values, strict=True)
    ]
    filled = Puzzle.of(board, values, None, puzzle.rules)
    cleared = asked.list("cleared", len(board.cells))
    if not any(cleared):
        return filled
    masks = []
    for cell, mask in enumerate(filled.masks):
        gone = cleared[cell] if cell < len(cleared) else []
        if not isinstance(gone, list) or not all(type(v) is int and 1 <= v <= 64 for v in gone):
            raise CspSudokuError("expected a list of cleared values for each cell")
        masks.append(mask & ~sum(1 << v - 1 for v in set(gone)) if not values[cell] else mask)
    if not all(masks):
        return filled
    return Puzzle.of(board, values, masks, puzzle.rules)


def _area(found: Hint, board: Board) -> list[int]:
    """Return the cells of the group or rule that a hint of the first two levels names."""
    step = found.step
    if step is None or found.level == max(HINT_LEVELS):
        return []
    name = found.text.rpartition("look at ")[2]
    for group in board.groups:
        if group.name == name:
            return list(group.cells)
    return sorted({*step.support, *(cell for cell, _ in (*step.pattern, *step.placements))})
