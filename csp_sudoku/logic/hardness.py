"""Hardness: the size of the reasons that a puzzle needs, a measure that knows no techniques.

A puzzle has hardness k if it is solved by clearing candidates that have reasons of at most k
constraints, and not with a smaller k. Clearing a candidate makes no other reason larger, so the
order does not matter: the number is a property of the puzzle, on any board.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import bitmask
from csp_sudoku.errors import OutOfBudgetError
from csp_sudoku.logic.reasons import Reasons
from csp_sudoku.logic.state import State
from csp_sudoku.puzzle import Puzzle


class Hardness(NamedTuple):
    """The size of the largest reason that is needed.

    With `is_exact`, smaller reasons are proven not to suffice; without it, the size is what was
    proven to be needed before the time ended. `is_solved` is False if candidates are left that no
    reason clears: the puzzle has several solutions or none, or the time ended.
    """

    size: int
    is_exact: bool
    is_solved: bool

    def __str__(self) -> str:
        size = self.size if self.is_exact else f"{self.size} or more"
        return f"hardness {size}: the largest reason that is needed, in constraints"


def hardness(puzzle: Puzzle, *, timeout: float | None = 60.0) -> Hardness:
    """Return the size of the largest reason that is needed to solve a puzzle.

    >>> hardness(Puzzle("1... ..2. .3.. ...4"))
    Hardness(size=1, is_exact=True, is_solved=True)
    >>> hardness(Puzzle("1... .... .... ....")).is_solved
    False
    """
    budget = Budget(seconds=timeout)
    needed = 0
    try:
        while True:
            masks = settle(puzzle)
            if masks is None:
                return Hardness(max(needed, 1), True, False)
            if masks != list(puzzle.masks):
                needed = max(needed, 1)
            values = [mask.bit_length() if mask.bit_count() == 1 else 0 for mask in masks]
            if all(values):
                return Hardness(needed, True, True)
            state = State.of(Puzzle.of(puzzle.board, values, masks))
            reasons = Reasons.of(state, budget)
            sizes = reasons.sizes(timeout=None, budget=budget)
            budget.check()
            if not sizes:
                return Hardness(needed, True, False)
            needed = max(needed, 1)
            while not (cleared := reasons.within(sizes, needed, timeout=None, budget=budget)):
                needed += 1
            for cell, code in cleared:
                state.clear(cell, code + 1)
            puzzle = state.puzzle
    except OutOfBudgetError:
        return Hardness(needed, False, False)


def settle(
    puzzle: Puzzle, rules: Literal["naked", "singles", "locked", "alldifferent"] = "locked"
) -> list[int] | None:
    """Return the candidates that native propagation leaves each cell; None for a contradiction.

    >>> settle(Puzzle("1... ..2. .3.. ...4"))
    [1, 2, 8, 4, 4, 8, 2, 1, 8, 4, 1, 2, 2, 1, 4, 8]

    Args:
        puzzle: where to start.
        rules: "naked" for naked singles; "singles" for naked and hidden ones; "locked" for singles
            and locked candidates of two groups; "alldifferent" for singles and subsets of any size.
    """
    puzzle.require_groups_alone("solving by techniques")
    problem = puzzle.problem
    left = bitmask.encode(problem.csp).settle(bitmask.masks(problem), rules)
    return None if left is None else left.tolist()
