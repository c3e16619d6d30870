"""Why a puzzle cannot be proper, where no search is needed to see it: too few clues, say."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from csp_sudoku.boards.board import Board, Cell, once_a_board
from csp_sudoku.model import has_groups_alone, has_symmetric_values
from csp_sudoku.puzzle import Puzzle

_FEWEST = {
    (2, 2): (4, "by exhaustive search"),
    (2, 3): (8, "by exhaustive search"),
    (3, 2): (8, "by exhaustive search"),
    (3, 3): (17, "McGuire, Tugemann, Civario: There is no 16-clue Sudoku, 2012"),
}
"""The fewest clues of a proper puzzle by the shape of the boxes, with the source."""


def improper(puzzle: Puzzle) -> str | None:
    """Return why a puzzle cannot have exactly one solution, where no search is needed to see it.

    It has fewer clues than any proper puzzle of its board, or two values, rows or columns without
    a clue could be exchanged. None means that only a search can tell.

    >>> improper(Puzzle("1... .... .... ...1"))
    '2 clues, and no proper puzzle of sudoku-2x2 has fewer than 4 (by exhaustive search)'
    >>> improper(Puzzle("12.. .... .... 2..1"))
    'no clue is 3 or 4: they could be exchanged'
    >>> improper(Puzzle("1... ..2. .3.. ...4")) is None
    True
    """
    board = puzzle.board
    if not puzzle.has_groups_alone:
        return None  # a rule may tell values, rows and columns apart without any clue
    if puzzle.has_candidates or all(len(group.cells) < board.size for group in board.groups):
        return None  # marks tell values apart, and a value that need not occur cannot be exchanged
    clued = [cell for cell, value in enumerate(puzzle.values) if value]
    fewest, why = fewest_clues(board)
    if len(clued) < fewest:
        few = f"{len(clued)} clue{'s' * (len(clued) != 1)}"
        return f"{few}, and no proper puzzle of {board.name} has fewer than {fewest} ({why})"
    missing = sorted(set(range(1, board.size + 1)).difference(puzzle.values))
    if len(missing) > 1:
        return f"no clue is {missing[0]} or {missing[1]}: they could be exchanged"
    return exchangeable_lines(board, clued)


def fewest_clues(board: Board) -> tuple[int, str]:
    """Return a number below which no puzzle of the board is proper, and the reason.

    >>> from csp_sudoku import boards
    >>> fewest_clues(boards.latin(7))[0]
    6
    """
    if not has_symmetric_values(board.csp):
        return 0, "its constraints tell values apart"
    if board.is_plain and has_groups_alone(board.csp) and board.box in _FEWEST:
        return _FEWEST[board.box]
    return board.size - 1, "two values that no clue has could be exchanged"


def exchangeable_lines(board: Board, clued: Iterable[int]) -> str | None:
    """Return which two rows or columns without a clue could be exchanged; None if there are none.

    >>> from csp_sudoku import boards
    >>> exchangeable_lines(boards.sudoku(3, 3), range(18, 81))
    'rows 1 and 2 have no clue and could be exchanged'
    """
    if not has_groups_alone(board.csp):
        return None
    cells = {board.cells[cell] for cell in clued}
    for axis, kind in enumerate(("rows", "columns")):
        empty = sorted({cell[axis] for cell in board.cells} - {cell[axis] for cell in cells})
        for one, other in combinations(empty, 2):
            if _can_be_exchanged(board, axis, one, other):
                return f"{kind} {one + 1} and {other + 1} have no clue and could be exchanged"
    return None


def _can_be_exchanged(board: Board, axis: int, one: int, other: int) -> bool:
    """Whether exchanging two lines turns every solution into another one."""
    images: dict[int, int] = {}
    for cell in board.cells:
        if cell[axis] in (one, other):
            moved = list(cell)
            moved[axis] = one + other - cell[axis]
            image = board.index.get(Cell(*moved))
            if image is None:
                return False
            images[board.index[cell]] = image
    groups = _group_sets(board)
    if not all(frozenset(images.get(i, i) for i in group) in groups for group in groups):
        return False
    return any(image in board.peers[cell] for cell, image in images.items())


@once_a_board
def _group_sets(board: Board) -> dict[frozenset[int], None]:
    """Return the groups as sets of cells, boxes first: most exchanges break one of those."""
    return dict.fromkeys(frozenset(group.cells) for group in reversed(board.groups))
