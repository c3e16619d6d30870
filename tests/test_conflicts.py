"""Conflicts are conflicts, and minimal: checked by brute force and by other solvers."""

import pytest
from hypothesis import assume, given, settings, strategies as st

from csp_sudoku import CSP, OutOfBudgetError, Puzzle, boards
from tests.reference import all_solutions
from tests.strategies import small_puzzles

NO_SOLUTION = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def is_possible(board, clues, marks, groups):
    """Whether these facts can be met on the board with these groups alone."""
    csp = CSP()
    for cell in board.cells:
        csp.variable(cell, range(1, board.size + 1))
    for group in groups:
        csp.all_different([v.name for v in group.variables])
    return csp.with_values(clues).with_domains(marks).solve("sat").solution is not None


def check(puzzle, found):
    """Assert that a conflict is one, and that nothing of it can be spared."""
    board, everything = puzzle.board, puzzle.board.csp.constraints
    assert found.is_minimal
    assert all(puzzle[cell] == value for cell, value in found.clues.items())
    assert all(puzzle.candidates[cell] == values for cell, values in found.marks.items())
    assert not is_possible(board, found.clues, found.marks, found.groups)
    for cell in found.clues:
        rest = {c: v for c, v in found.clues.items() if c != cell}
        assert is_possible(board, rest, found.marks, everything)
    for cell in found.marks:
        rest = {c: v for c, v in found.marks.items() if c != cell}
        assert is_possible(board, found.clues, rest, everything)
    for group in found.groups:
        rest = [g for g in found.groups if g is not group]
        assert is_possible(board, found.clues, found.marks, rest)
    for cell in (*found.clues, *found.marks):
        assert str(cell) in found.reason
    for group in found.groups:
        assert str(group) in found.reason


@given(small_puzzles(), st.data())
def test_small_boards(puzzle, data):
    cell = data.draw(st.sampled_from(puzzle.board.cells))
    puzzle = puzzle.replace({cell: data.draw(st.integers(1, puzzle.board.size))})
    found = puzzle.conflict()
    if all_solutions(puzzle.csp):
        assert found is None
    else:
        check(puzzle, found)


@settings(max_examples=5)
@given(st.data())
def test_one_changed_clue_of_9x9(data):
    puzzle = Puzzle(HARD)
    cell = data.draw(st.sampled_from(sorted(puzzle.clues)))
    other = puzzle.replace({cell: data.draw(st.integers(1, 9))})
    assume(other.count(1) == 0)
    check(other, other.conflict())


def test_a_deep_conflict():
    puzzle = Puzzle(NO_SOLUTION)
    found = puzzle.conflict()
    check(puzzle, found)
    assert 0 < len(found.clues) < len(puzzle.clues)


def test_reasons_in_words():
    assert str(Puzzle("7...7" + "." * 76).conflict()) == "r1c1 and r1c5 in row 1 are both 7"
    no_place = Puzzle({(4, 3): 9, (8, 4): 9, (1, 8): 9, (2, 5): 2, (0, 5): 3, (6, 0): 1})
    assert str(no_place.conflict()) == (
        "r1c6 = 3, r2c9 = 9, r3c6 = 2, r5c4 = 9 and r9c5 = 9 cannot stand together in row 2, "
        "column 4, column 5 and box 2: 9 has no place in box 2"
    )


def test_pencil_marks_take_part():
    puzzle = Puzzle({}, candidates={(0, 0): (1, 2), (0, 1): (1, 2), (0, 2): (1, 2), (5, 5): (1, 7)})
    found = puzzle.conflict()
    assert found.clues == {}
    assert found.marks == {(0, 0): (1, 2), (0, 1): (1, 2), (0, 2): (1, 2)}
    check(puzzle, found)
    assert "r1c1 in {1, 2}" in found.reason


def test_a_board_that_cannot_be_filled():
    board = boards.named("sudoku-2x2+diagonals+windows+disjoint")
    found = Puzzle({(0, 0): 1}, board=board).conflict()
    if found is not None:
        assert found.clues == {}
        assert found.reason.startswith("the board itself cannot be filled")
        check(Puzzle({}, board=board), found)


def test_larger_boards_and_solvable_ones():
    board = boards.sudoku(4, 4)
    assert Puzzle({(0, 0): 1}, board=board).conflict() is None
    row, column = {(0, i): i + 1 for i in range(8)}, {(i + 1, 15): i + 9 for i in range(8)}
    found = Puzzle(row | column, board=board).conflict()
    assert found.is_minimal
    assert found.clues == row | column
    assert {str(group) for group in found.groups} <= {"row 1", "column 16", "box 4"}
    assert found.reason.endswith("r1c16 has no value left")


def test_no_time():
    with pytest.raises(OutOfBudgetError):
        Puzzle(NO_SOLUTION).conflict(timeout=0)
