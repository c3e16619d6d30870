"""The Fight: many random boards that are nearly empty, which are hard for plain search."""

from __future__ import annotations

from csp_sudoku import boards
from csp_sudoku.boards.board import Board
from csp_sudoku.making.fillings import random_filling
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rng import Rng


def fight(number: int, board: Board | None = None, *, seed: int = 0) -> list[Puzzle]:
    """Return boards with 97 % of their cells open: 2 to 4 clues of a random filling on 9x9.

    >>> [len(puzzle.clues) for puzzle in fight(6)]
    [3, 4, 4, 3, 3, 2]
    """
    board = board or boards.sudoku(3, 3)
    rng = Rng(seed)
    return [_nearly_empty(board, rng) for _ in range(number)]


def _nearly_empty(board: Board, rng: Rng) -> Puzzle:
    filling = random_filling(board, rng.word())
    cells = list(range(len(filling.values)))
    rng.shuffle(cells)
    fewest, most = round(len(cells) / 40), round(len(cells) / 20)
    kept = cells[: fewest + rng.below(most - fewest + 1)]
    values = bytearray(len(cells))
    for cell in kept:
        values[cell] = filling.values[cell]
    return Puzzle.of(board, values)
