"""Random equivalents of puzzles: cells rearranged by symmetries of the board, and values renamed.

Benchmarks ask them in place of a puzzle that was asked before: an equivalent is as hard, but a
solver that keeps what it learnt has not seen it (as in the benchmarks of tdoku).
"""

from __future__ import annotations

from csp_sudoku.boards.board import Board
from csp_sudoku.boards.symmetries import Permutation
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rng import Rng

_ARRANGEMENTS = 64
_PASSES = 3


class Equivalents:
    """Random equivalents of the puzzles of one board; the same seed gives the same ones.

    >>> from csp_sudoku import boards
    >>> Equivalents(boards.sudoku(2, 2), Rng(1)).of(Puzzle("1..4 .... .... 2..3"))
    Puzzle('.3.1.....2.4....')
    """

    def __init__(self, board: Board, rng: Rng) -> None:
        self._rng = rng
        self._board = board
        self._arrangements: list[Permutation] = []

    def of(self, puzzle: Puzzle) -> Puzzle:
        """Return a random puzzle that is equivalent to this one."""
        names = list(range(1, self._board.size + 1))
        self._rng.shuffle(names)
        return puzzle.transform(self._arrangement(), dict(enumerate(names, start=1)))

    def _arrangement(self) -> Permutation:
        """Return one of up to 64 random rearrangements, which are made as they are needed."""
        number = self._rng.below(_ARRANGEMENTS)
        if number >= len(self._arrangements):
            self._arrangements.append(_random(self._board, self._rng))
            return self._arrangements[-1]
        return self._arrangements[number]


def _random(board: Board, rng: Rng) -> Permutation:
    """Return a product of symmetries of the board, each taken or not, in random order."""
    moves = list(board.symmetries.values())
    cells = list(range(len(board.cells)))
    for _ in range(_PASSES):
        rng.shuffle(moves)
        for move in moves:
            if rng.below(2):
                cells = [move[cell] for cell in cells]
    return tuple(cells)
