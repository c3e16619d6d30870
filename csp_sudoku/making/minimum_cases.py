"""Is there a puzzle with so few clues? The cases of the question for one grid, settled apart.

The cases are those of `pigeonhole`: they exclude one another, and none needs the others, so that
threads or machines can settle them in any order. Finer cases were tried, and lost: each way to
share the clues among three bands, or the cases of bands and stacks together, take two to five times
as many nodes in all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from csp_sudoku.budgets import Budget
from csp_sudoku.engines import engine_of
from csp_sudoku.errors import PuzzleError
from csp_sudoku.making.pigeonhole import best_parts, cases
from csp_sudoku.making.rivals import clued, rivals_of
from csp_sudoku.making.unavoidable import first_sets
from csp_sudoku.native.status import Status
from csp_sudoku.puzzle import Puzzle, Solution

_SLICE_SECONDS = 0.5


CASES = 3
"""How many cases the question has on plain 9x9: as many as there are bands, or stacks."""


class Settled(NamedTuple):
    """What came of a case."""

    case: int
    puzzle: Puzzle | None
    """A proper puzzle of the case; None if it is proven that there is none."""
    nodes: int


def settled(
    solution: Solution, clues: int, numbers: range, check: Callable[[], object]
) -> Iterator[Settled]:
    """Settle some cases of the question whether a solution has a puzzle with so few clues.

    >>> grid = "123456789456789123789123456234567891567891234891234567345678912678912345912345678"
    >>> [found.puzzle for found in settled(Solution(grid), 11, range(CASES), lambda: None)]
    [None, None, None]

    Args:
        solution: a full plain 9x9 grid.
        clues: the largest number of clues.
        numbers: which cases, from 0 to less than `CASES`.
        check: called every now and then; what it raises ends the search.

    Raises:
        PuzzleError: the board is not the plain 9x9 one.
    """
    engine = engine_of(solution.structure)
    if engine is None:
        raise PuzzleError(
            "only plain 9x9 grids have cases of a minimum that can be settled apart",
            fix="ask for the minimum of the whole board, which takes less than a second up to 6x6",
        )
    rivals = rivals_of(solution, "auto", Budget())
    try:
        known = first_sets(rivals)
    finally:
        rivals.close()
    found = cases(best_parts(solution.structure, known, clues), clues)
    for number in numbers:
        regions = found[number].regions
        search = engine.hitting(solution.values, clues, list(known.values()), regions)
        while search.run(seconds=_SLICE_SECONDS) is Status.PAUSED:
            check()
        puzzle = None
        if search.puzzle is not None:
            puzzle = clued(solution, [cell for cell, value in enumerate(search.puzzle) if value])
        yield Settled(number, puzzle, search.nodes)
        check()
