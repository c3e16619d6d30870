"""Board families as constraint problems: sudoku of any box shape, latin, jigsaw, gattai, extras.

A board is cells and groups of cells that must all differ, and nothing else. Families build them,
extras (`diagonals`, `windows`, `disjoint`) add groups to any board that has room for them, and
`gattai` lays boards over each other. Each board of a family is built once, and its name builds it
again; a board of your own is plain data (`Board.to_data`):

>>> board = diagonals(sudoku(3, 3))
>>> board
boards.named('sudoku-3x3+diagonals')
>>> named("sudoku-3x3+diagonals") is board
True
>>> len(board.cells), len(board.groups), board.size
(81, 29, 9)
>>> Board.from_data(board.to_data()) is board
True
"""

from csp_sudoku.boards.board import MAX_SIZE, Board, Cell, Group
from csp_sudoku.boards.families import (
    board_of,
    diagonals,
    disjoint,
    free,
    from_zero,
    gattai,
    jigsaw,
    latin,
    named,
    of_size,
    random_jigsaw,
    rectangle,
    samurai,
    sudoku,
    windows,
)

__all__ = [
    "MAX_SIZE",
    "Board",
    "Cell",
    "Group",
    "board_of",
    "diagonals",
    "disjoint",
    "free",
    "from_zero",
    "gattai",
    "jigsaw",
    "latin",
    "named",
    "of_size",
    "random_jigsaw",
    "rectangle",
    "samurai",
    "sudoku",
    "windows",
]
