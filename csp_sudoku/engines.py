"""Engines: special native code for one structure, found by one question.

Today there is one, for plain 9x9 boards: `engine_of(csp)` returns it or None. Whoever has an engine
uses its parts instead of the generic search; each part is imported when it is first used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from csp_sudoku.encoders import sudoku9
from csp_sudoku.model import CSP, Problem

if TYPE_CHECKING:
    from csp_sudoku.native import canonical9, hitting9, rating9
    from csp_sudoku.native.sudoku9 import Search


class Engine:
    """The native code for plain 9x9 boards, where a puzzle is 81 numbers and 0 is an open cell."""

    def clues(self, problem: Problem) -> bytes | None:
        """Return a problem as 81 numbers; None if some cell is neither given nor open."""
        return sudoku9.clues(problem)

    def decode(self, solution: bytes) -> bytes:
        """Return a code for each variable from a solution of the engine."""
        return sudoku9.decode(solution)

    def search(self, clues: bytes | bytearray) -> Search:
        """Return a search for the solutions of one puzzle, which can be paused and resumed."""
        from csp_sudoku.native.sudoku9 import Search

        return Search(clues)

    def grid(self, seed: int) -> bytes:
        """Return a random full board, each with the same probability."""
        from csp_sudoku.native import minimal9

        return minimal9.grid(seed)

    def reduce(self, clues: bytes, parts: Sequence[tuple[int, ...]]) -> bytes:
        """Drop parts of a proper puzzle's clues one after the other, each that can go."""
        from csp_sudoku.native import minimal9

        return minimal9.reduce(clues, parts)

    def hitting(self, solution: bytes, most: int) -> hitting9.Search:
        """Return a search for proper puzzles of a solution with at most this many clues."""
        from csp_sudoku.native import hitting9

        return hitting9.Search(solution, most)

    def rate(self, clues: bytes, seconds: float | None) -> rating9.Rated:
        """Rate a proper puzzle on the scale of Sudoku Explainer."""
        from csp_sudoku.native import rating9

        return rating9.rate(clues, seconds=seconds)

    def canonical(self, clues: bytes) -> canonical9.Found | None:
        """Return the canonical form of a puzzle and the way to it; None if two clues clash."""
        from csp_sudoku.native import canonical9

        return canonical9.find(clues)


_PLAIN_9X9 = Engine()


def engine_of(csp: CSP) -> Engine | None:
    """Return the engine for a structure, found out once; None if there is none.

    >>> from csp_sudoku import boards
    >>> engine_of(boards.sudoku(3, 3).csp) is not None, engine_of(boards.sudoku(2, 3).csp)
    (True, None)
    """
    return _PLAIN_9X9 if sudoku9.fits(csp) else None
