"""Counts that others have published, and the boards of the seeds."""

import pytest

import csp_sudoku as cs
from tests.conftest import BACKENDS
from tests.seeds import BOARD_9, BOARD_16, BOARD_25, EASY_9, EASY_SOLVED_9, SOLVED_9, SOLVED_16

SLOW = ("portfolio", "cpsat", "sat")


def reduced_latin(order):
    """The latin square whose first row and column are in order."""
    given = {(0, i): i + 1 for i in range(order)} | {(i, 0): i + 1 for i in range(order)}
    return cs.Puzzle(given, board=cs.boards.latin(order))


@pytest.mark.parametrize(("order", "count"), [(1, 1), (2, 1), (3, 1), (4, 4), (5, 56)])
def test_reduced_latin_squares(backend, order, count):
    assert reduced_latin(order).count(backend=backend) == count


@pytest.mark.parametrize("name", [name for name in BACKENDS if name not in SLOW])
def test_reduced_latin_squares_of_order_six(name):
    assert reduced_latin(6).count(backend=name) == 9408


@pytest.mark.parametrize("name", ["bitmask", "dlx", "auto", "mrv"])
def test_6x6_boards_with_a_given_row(name):
    row = {(0, i): i + 1 for i in range(6)}
    assert cs.Puzzle(row, board=cs.boards.sudoku(2, 3)).count(backend=name) == 28_200_960 // 720


@pytest.mark.parametrize(
    ("board", "solved"), [(BOARD_9, SOLVED_9), (EASY_9, EASY_SOLVED_9), (BOARD_16, SOLVED_16)]
)
def test_seed_boards_have_the_seeds_solutions(backend, board, solved):
    puzzle = cs.Puzzle(board, alphabet="ascii")
    assert puzzle.solve(backend).solution.to("line", alphabet="ascii") == solved
    if backend != "bruteforce":
        assert puzzle.is_unique(backend)


@pytest.mark.parametrize("name", ["auto", "bitmask", "mrv", "dlx", "sat", "cpsat"])
def test_the_nearly_empty_25x25(name):
    puzzle = cs.Puzzle(BOARD_25, alphabet="ascii")
    answer = puzzle.solve(name, timeout=60)
    assert answer.solution.solves(puzzle)


@pytest.mark.parametrize("name", ["bitmask", "auto"])
def test_an_empty_64x64(name):
    puzzle = cs.Puzzle({}, board=cs.boards.sudoku(8, 8))
    assert puzzle.solve(name).solution.solves(puzzle)
