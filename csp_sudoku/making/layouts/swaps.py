"""Swaps: four cells of a full board with two numbers, which can trade places.

Three of four other solutions of a board under new cages are of this kind, so cages that would allow
one are told without a search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import TypeAlias

from csp_sudoku.boards import Board, Cell
from csp_sudoku.boards.board import once_a_board

Swap: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""The two cells of one number, and the two of the other, by their numbers on the board."""


def swaps(board: Board, values: Sequence[int]) -> list[Swap]:
    """Return the rectangles of a full board in which two values can trade places.

    >>> from csp_sudoku import boards
    >>> swaps(boards.latin(4), [1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2])[0]
    ((0, 5), (1, 4))
    """
    return [
        ((a, d), (b, c))
        for a, b, c, d in _rectangles(board)
        if values[a] == values[d] and values[b] == values[c]
    ]


def untold(found: Iterable[Swap], cages: Iterable[Iterable[int]]) -> set[int]:
    """Return the cells of the swaps that change what stands in none of some cages.

    >>> untold([((0, 4), (1, 3))], [[0, 1], [3, 4]]), untold([((0, 4), (1, 3))], [[0, 4]])
    ({0, 1, 3, 4}, set())
    """
    cage_of = {cell: number for number, cage in enumerate(cages) for cell in cage}
    cells: set[int] = set()
    for one, other in found:
        places = [sorted([cage_of.get(cell, -1) for cell in pair]) for pair in (one, other)]
        if places[0] == places[1]:
            cells.update(one, other)
    return cells


@once_a_board
def _rectangles(board: Board) -> list[tuple[int, int, int, int]]:
    """Return the rectangles whose diagonals meet the same groups of the board equally often."""
    rows, columns = board.shape
    groups = [frozenset(group.cells) for group in board.groups]
    found = []
    for (top, below), (left, right) in product(
        combinations(range(rows), 2), combinations(range(columns), 2)
    ):
        corners = [Cell(row, column) for row in (top, below) for column in (left, right)]
        if not all(cell in board.index for cell in corners):
            continue
        a, b, c, d = (board.index[cell] for cell in corners)
        if all((a in group) + (d in group) == (b in group) + (c in group) for group in groups):
            found.append((a, b, c, d))
    return found
