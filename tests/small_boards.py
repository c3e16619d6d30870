"""Everything about the small boards by brute force: solutions, differences, hitting sets."""

from functools import cache

from csp_sudoku import Solution, boards
from tests.reference import all_solutions

BOARDS = (
    "sudoku-1x1",
    "sudoku-1x2",
    "sudoku-2x2",
    "sudoku-2x2+diagonals",
    "latin-3",
    "latin-4",
    "jigsaw-AABBACCBADCBDDDC",
)


@cache
def solutions(name):
    """All solutions of a board, in order."""
    board = boards.named(name)
    return [Solution(values, board=board) for values in sorted(all_solutions(board.csp))]


@cache
def differences(solution):
    """The minimal sets of cells in which another solution differs, as bits."""
    found = set()
    for other in solutions(solution.board.name):
        if other != solution:
            pairs = zip(solution.values, other.values, strict=True)
            found.add(sum(1 << cell for cell, (mine, its) in enumerate(pairs) if mine != its))
    return {
        one for one in found if not any(other != one and other & one == other for other in found)
    }


def is_proper(solution, cells):
    return all(cells & difference for difference in differences(solution))


def minimal_games(solution, cells):
    """All minimal games within some cells, as bits: every choice is looked at."""
    members = [1 << cell for cell in range(len(solution.values)) if cells >> cell & 1]
    proper = set()
    for number in range(1 << len(members)):
        choice = sum(bit for i, bit in enumerate(members) if number >> i & 1)
        if is_proper(solution, choice):
            proper.add(choice)
    return {
        choice
        for choice in proper
        if not any(choice & bit and choice ^ bit in proper for bit in members)
    }


def bits(board, cells):
    return sum(1 << board.index[cell] for cell in cells)
