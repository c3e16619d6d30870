"""Pick: the guess, where no technique helps.

The policy: a random cell among those that have the least number of candidates or one more.
"""

from __future__ import annotations

from csp_sudoku.bits import members, values_of
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate
from csp_sudoku.rng import Rng


def pick(state: State, rng: Rng) -> Candidate:
    """Return a candidate to try: a random one of a random cell with few of them.

    >>> from csp_sudoku import Puzzle
    >>> state = State.of(Puzzle("1... ..2. .... ...."))
    >>> pick(state, Rng(1)) == pick(state, Rng(1))
    True
    """
    open_cells = list(members(state.open))
    least = min(state.candidates[cell].bit_count() for cell in open_cells)
    few = [cell for cell in open_cells if state.candidates[cell].bit_count() <= least + 1]
    cell = rng.choice(few)
    return Candidate(cell, rng.choice(list(values_of(state.candidates[cell]))))
