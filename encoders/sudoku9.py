"""Plain 9x9 sudoku as the 9x9 kernel takes it: 81 numbers, and no other structure."""

from __future__ import annotations

from csp_sudoku.model import CSP, AllDifferent, Problem

_EVERYTHING = 0b111111111
_CLUE_OF = {_EVERYTHING: 0} | {1 << code: code + 1 for code in range(9)}
_CODE_OF = bytes(max(0, number - 1) for number in range(256))
_ROWS = [[(row, column) for column in range(9)] for row in range(9)]
_COLUMNS = [[(row, column) for row in range(9)] for column in range(9)]
_BOXES = [
    [(row, column) for row in range(top, top + 3) for column in range(left, left + 3)]
    for top in (0, 3, 6)
    for left in (0, 3, 6)
]
_GROUPS = {
    frozenset(9 * row + column for row, column in group) for group in _ROWS + _COLUMNS + _BOXES
}


def fits(csp: CSP) -> bool:
    """Whether a structure is the plain 9x9 board and nothing else, found out once.

    >>> from csp_sudoku import boards
    >>> fits(boards.sudoku(3, 3).csp), fits(boards.diagonals(boards.sudoku(3, 3)).csp)
    (True, False)
    """
    return csp.shared("sudoku9", _fits)


def clues(problem: Problem) -> bytes | None:
    """Return 81 numbers, 0 for an open cell; None if the kernel cannot take the problem.

    It takes cells that are given or open; a cell that may be some of the values is neither.

    >>> from csp_sudoku import Puzzle
    >>> clues(Puzzle({(0, 2): 7}).problem)[:4].hex()
    '00000700'
    """
    if not fits(problem.csp):
        return None
    try:
        return bytes([_CLUE_OF[mask] for mask in problem.masks])
    except KeyError:
        return None


def decode(solution: bytes) -> bytes:
    """Return a code for each variable from the kernel's numbers."""
    return solution.translate(_CODE_OF)


def _fits(csp: CSP) -> bool:
    if len(csp.variables) != 81 or len(csp.values) != 9:
        return False
    if any(mask != _EVERYTHING for mask in csp.problem.masks):
        return False
    if not all(type(constraint) is AllDifferent for constraint in csp.constraints):
        return False
    return {frozenset(v.index for v in group.variables) for group in csp.constraints} == _GROUPS
