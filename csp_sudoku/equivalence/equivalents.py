"""Random equivalents of puzzles: cells rearranged as the board allows, and values renamed.

A solver that remembers would answer a puzzle faster when it is asked again; an equivalent is as
hard, and new to it (tdoku measures so).
"""

from __future__ import annotations

from csp_sudoku.boards.board import Board
from csp_sudoku.boards.symmetries import Permutation
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rng import Rng

_ARRANGEMENTS = 64
_PASSES = 3


class Variants:
    """Random equivalents of the puzzles of one board, which the seed alone decides on.

    >>> from csp_sudoku import boards
    >>> Variants(boards.sudoku(2, 2), Rng(1)).of(Puzzle("1..4 .... .... 2..3"))
    Puzzle('.3.1.....2.4....')
    """

    def __init__(self, board: Board, rng: Rng) -> None:
        self._rng = rng
        self._board = board
        self._arrangements: list[Permutation] = []

    def of(self, puzzle: Puzzle) -> Puzzle:
        """Return a puzzle that is this one but for the places and the names of things."""
        names = list(range(1, self._board.size + 1))
        self._rng.shuffle(names)
        return puzzle.transform(self._arrangement(), dict(enumerate(names, start=1)))

    def _arrangement(self) -> Permutation:
        """Return one of some random rearrangements; as many are made as are asked for."""
        number = self._rng.below(_ARRANGEMENTS)
        if number >= len(self._arrangements):
            self._arrangements.append(_random(self._board, self._rng))
            return self._arrangements[-1]
        return self._arrangements[number]


def _random(board: Board, rng: Rng) -> Permutation:
    """Return a product of the board's symmetries, each taken or not in random order."""
    moves = list(board.symmetries.values())
    cells = list(range(len(board.cells)))
    for _ in range(_PASSES):
        rng.shuffle(moves)
        for move in moves:
            if rng.below(2):
                cells = [move[cell] for cell in cells]
    return tuple(cells)
