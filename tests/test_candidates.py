"""True candidates and the backbone against brute force, on every family of boards."""

import pytest
from hypothesis import given

from csp_sudoku import NoSolutionError, OutOfBudgetError, Puzzle, boards
from csp_sudoku.engines import sudoku9
from tests.reference import all_solutions
from tests.strategies import small_puzzles

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEVENTEEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
NO_SOLUTION = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."


@given(small_puzzles())
def test_small_boards_agree_with_brute_force(puzzle):
    solutions = all_solutions(puzzle.csp)
    if not solutions:
        with pytest.raises(NoSolutionError, match=r"conflict\(\)"):
            puzzle.true_candidates()
        return
    values = zip(*solutions, strict=True)
    expected = {
        cell: tuple(sorted(set(v))) for cell, v in zip(puzzle.board.cells, values, strict=True)
    }
    assert puzzle.true_candidates() == expected
    assert puzzle.backbone() == {cell: v[0] for cell, v in expected.items() if len(v) == 1}


@pytest.mark.parametrize("dropped", [(), ("r1c8",), ("r2c1", "r9c6"), ("r1c8", "r4c6", "r9c4")])
def test_kernel_and_sat_agree_on_9x9(dropped, monkeypatch):
    puzzle = Puzzle(SEVENTEEN).without(*dropped)
    by_kernel = puzzle.true_candidates()
    monkeypatch.setattr(sudoku9, "given", lambda problem: None)
    assert puzzle.true_candidates() == by_kernel
    for cell, values in by_kernel.items():
        for value in () if cell in puzzle.clues else range(1, 10):
            assert puzzle.replace({cell: value}).count(1) == (value in values)


def test_a_proper_puzzle_is_all_backbone():
    puzzle = Puzzle(HARD)
    assert bytes(puzzle.backbone().values()) == puzzle.solve().solution.values


def test_an_empty_board_can_be_anything():
    for board in (boards.sudoku(3, 3), boards.named("sudoku-3x4"), boards.latin(7)):
        everything = tuple(range(1, board.size + 1))
        assert Puzzle({}, board=board).true_candidates() == dict.fromkeys(board.cells, everything)
        assert Puzzle({}, board=board).backbone() == {}


@pytest.mark.parametrize("text", [NO_SOLUTION, "11" + "." * 79])
def test_no_solution_is_an_error(text):
    with pytest.raises(NoSolutionError):
        Puzzle(text).backbone()


@pytest.mark.parametrize("board", ["sudoku-3x3", "sudoku-4x4"])
def test_no_time_is_an_error(board):
    with pytest.raises(OutOfBudgetError):
        Puzzle({}, board=boards.named(board)).true_candidates(timeout=0)


@pytest.mark.parametrize("board", ["sudoku-3x3", "sudoku-4x4"])
def test_ctrl_c(board, interrupted):
    puzzle = Puzzle({}, board=boards.named(board))
    interrupted(puzzle.true_candidates)
