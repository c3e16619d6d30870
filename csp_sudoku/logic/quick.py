"""Singles and locked candidates without words: how far they go, natively and at once."""

from __future__ import annotations

from typing import Literal

from csp_sudoku.encoders import bitmask
from csp_sudoku.puzzle import Puzzle


def settle(
    puzzle: Puzzle, rules: Literal["naked", "singles", "locked", "alldifferent"] = "locked"
) -> list[int] | None:
    """Return what the rules leave each cell, as bits; None if they meet a contradiction.

    >>> settle(Puzzle("1... ..2. .3.. ...4"))
    [1, 2, 8, 4, 4, 8, 2, 1, 8, 4, 1, 2, 2, 1, 4, 8]

    Args:
        puzzle: where to start.
        rules: "naked" singles alone; "singles", naked and hidden; "locked", those and locked
            candidates of two groups; "alldifferent", singles and subsets of any size.
    """
    problem = puzzle.problem
    left = bitmask.encode(problem.csp).settle(bitmask.masks(problem), rules)
    return None if left is None else left.tolist()
