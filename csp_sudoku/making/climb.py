"""A proper puzzle on given cells, by climbing: other values that leave fewer solutions."""

from __future__ import annotations

from csp_sudoku.backends.bitmask import Bitmask
from csp_sudoku.boards.board import Board
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import bitmask
from csp_sudoku.native.bitmask import EXHAUSTED
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.rng import Rng

_MOST_SOLUTIONS = 20_000
"""Counting stops here: all sets of clues with this many solutions or more are equally bad."""
_COUNT_NODES = 200_000
_FILL_NODES = 5_000
_TURN_SECONDS = 0.03
_MOST_FREED = 4
_PATIENCE = 40
"""A climb ends after this many steps per cell of the pattern without an improvement."""
_NATIVE = Bitmask()


def climb(start: Solution, cells: tuple[int, ...], rng: Rng, budget: Budget) -> bytes | None:
    """Return clues on these cells with one solution, one number per cell; None if it got stuck.

    A step gives a few of the cells other values, those of a random solution of the rest. It is
    taken if that leaves no more solutions than before. Steps are counted, not timed, so that a seed
    leads to the same clues on every machine.

    Raises:
        OutOfBudgetError: the budget ended first.
    """
    board = start.board
    clues = _on(cells, start.values)
    fewest = _count(board, clues, _MOST_SOLUTIONS, budget)
    idle = 0
    while fewest > 1 and idle < _PATIENCE * len(cells):
        budget.check()
        idle += 1
        other = _changed(board, cells, clues, rng, budget)
        if other is None or other == clues:
            continue
        count = _count(board, other, fewest + 1, budget)
        if count <= fewest:
            idle = idle if count == fewest else 0
            clues, fewest = other, count
    return clues if fewest == 1 else None


def _on(cells: tuple[int, ...], values: bytes) -> bytes:
    clues = bytearray(len(values))
    for cell in cells:
        clues[cell] = values[cell]
    return bytes(clues)


def _changed(
    board: Board, cells: tuple[int, ...], clues: bytes, rng: Rng, budget: Budget
) -> bytes | None:
    """Return clues that differ from the given ones in a few cells, and have a solution."""
    freed = {rng.choice(cells) for _ in range(1 + rng.below(_MOST_FREED))}
    kept = bytearray(clues)
    for cell in freed:
        kept[cell] = 0
    problem = Puzzle._trusted(board, bytes(kept)).problem
    structure = bitmask.encode(problem.csp)
    search = structure.search(bitmask.masks(problem), values="random", seed=rng.word())
    while search.status is not EXHAUSTED and search.nodes < _FILL_NODES:
        budget.check()
        search.run(nodes=_FILL_NODES - search.nodes, seconds=_TURN_SECONDS)
        if search.solution is not None:
            codes = structure.decode(search.solution)
            return _on(cells, bytes([code + 1 for code in codes[: problem.own]]))
    return None


def _count(board: Board, clues: bytes, limit: int, budget: Budget) -> int:
    """Count the solutions up to a limit; if that takes too many nodes, return the limit."""
    search = _NATIVE.native(Puzzle._trusted(board, clues).problem)
    found = 0
    while found < limit and search.nodes < _COUNT_NODES:
        budget.check()
        nodes = _COUNT_NODES - search.nodes
        found += search.count(limit=limit - found, nodes=nodes, seconds=_TURN_SECONDS)
        if search.status is EXHAUSTED:
            return found
    return limit
