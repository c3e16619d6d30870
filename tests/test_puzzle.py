"""Puzzles and solutions as values."""

import pickle

import numpy as np
import pytest
from hypothesis import given, strategies as st

import csp_sudoku as cs
from csp_sudoku import (
    BoardError,
    ContradictionError,
    Puzzle,
    PuzzleError,
    Solution,
    boards,
    errors,
)

CLUES = "800000070006010053040600000000080400003000700020005038000000800004050061900002000"
FILLED = "831529674796814253542637189159783426483296715627145938365471892274958361918362547"


def test_the_same_puzzle_by_five_ways():
    numbers = [int(symbol) for symbol in CLUES]
    rows = [numbers[i : i + 9] for i in range(0, 81, 9)]
    cells = {divmod(i, 9): value for i, value in enumerate(numbers) if value}
    ways = [
        Puzzle(CLUES),
        Puzzle(numbers),
        Puzzle(rows),
        Puzzle(cells),
        Puzzle.of(boards.sudoku(3, 3), numbers),
    ]
    assert len(set(ways)) == 1
    assert all(way == ways[0] for way in ways)


def test_reading_cells():
    puzzle = Puzzle(CLUES)
    assert puzzle[0, 0] == puzzle["r1c1"] == 8
    assert puzzle[3, 5] is None
    assert puzzle.clues[1, 2] == 6
    assert len(puzzle.clues) == 81 - CLUES.count("0")
    assert (3, 5) not in puzzle.clues
    with pytest.raises(BoardError):
        puzzle[9, 0]


def test_puzzles_cannot_be_changed():
    puzzle = Puzzle(CLUES)
    with pytest.raises(AttributeError, match="make another"):
        puzzle.board = boards.latin(9)
    with pytest.raises(AttributeError):
        del puzzle.board
    with pytest.raises(TypeError):
        puzzle.clues[0, 0] = 1


def test_replace_and_without_make_others():
    puzzle = Puzzle(CLUES)
    less = puzzle.without((0, 0), "r1c8")
    assert less.replace({(0, 0): 8, (0, 7): 7}) == puzzle
    assert len(less.clues) == len(puzzle.clues) - 2
    assert less != puzzle
    assert puzzle.replace({(0, 0): None}) == puzzle.without((0, 0))


def test_repr_says_how_to_make_it_again():
    board = boards.diagonals(boards.sudoku(2, 2))
    names = {"Puzzle": Puzzle, "boards": boards, "Solution": Solution}
    for value in (
        Puzzle(CLUES),
        Puzzle([1, *[0] * 15]),
        Puzzle([1, *[0] * 15], board=board),
        Puzzle([1, *[0] * 24], board=boards.latin(5)),
        Puzzle({}, candidates={(0, 0): [1, 2]}),
        Solution(FILLED),
    ):
        assert eval(repr(value), names) == value


def test_pickling():
    for value in (Puzzle(CLUES), Puzzle({}, candidates={(0, 0): [1, 2]}), Solution(FILLED)):
        assert pickle.loads(pickle.dumps(value)) == value


def test_boards_matter():
    numbers = [0] * 81
    assert Puzzle(numbers) != Puzzle(numbers, board=boards.latin(9))


def test_candidates():
    puzzle = Puzzle({(0, 0): 1}, board=boards.sudoku(2, 2), candidates={(3, 3): [2, 3]})
    assert puzzle.has_candidates
    assert puzzle.candidates[3, 3] == (2, 3)
    assert puzzle.candidates[0, 1] == (2, 3, 4)
    assert puzzle.csp.domains[puzzle.csp.find((3, 3))] == (2, 3)
    assert puzzle != Puzzle({(0, 0): 1}, board=boards.sudoku(2, 2))


def test_candidates_that_say_no_more_than_the_clues_are_none():
    clues = Puzzle({(0, 0): 1}, board=boards.sudoku(2, 2))
    marks = Puzzle({(0, 0): 1}, board=boards.sudoku(2, 2), candidates=clues.candidates)
    assert marks == clues
    assert not marks.has_candidates


def test_the_problem_is_the_same_by_both_ways():
    for puzzle in (Puzzle(CLUES), Puzzle({(0, 0): 5}, candidates={(4, 4): [1, 9]})):
        assert list(puzzle.problem.masks) == list(puzzle.csp.problem.masks)
        assert puzzle.problem.csp._structure is puzzle.csp.problem.csp._structure


@pytest.mark.parametrize(
    ("clues", "says"),
    [
        ({(0, 0): 8, (0, 5): 8}, "r1c1 and r1c6 in row 1 are both 8"),
        ({(0, 0): 8, (5, 0): 8}, "r1c1 and r6c1 in column 1 are both 8"),
        ({(0, 0): 8, (1, 1): 8}, "r1c1 and r2c2 in box 1 are both 8"),
    ],
)
def test_a_doubled_clue_names_both_cells(clues, says):
    puzzle = Puzzle(clues)
    assert str(puzzle.contradiction()) == says
    with pytest.raises(ContradictionError) as caught:
        puzzle.require_consistent()
    assert says in str(caught.value)
    assert Puzzle(CLUES).require_consistent() == Puzzle(CLUES)


def test_an_empty_candidate_set_is_a_contradiction():
    puzzle = Puzzle({}, candidates={(2, 2): []})
    assert str(puzzle.contradiction()) == "r3c3 has no value left"


@pytest.mark.parametrize(
    ("mistake", "says"),
    [
        (lambda: Puzzle([10, *[0] * 80]), "10 at r1c1"),
        (lambda: Puzzle([-1, *[0] * 80]), "-1 at r1c1"),
        (lambda: Puzzle([True, *[0] * 80]), "True at r1c1"),
        (lambda: Puzzle([1.5, *[0] * 80]), "1.5 at r1c1"),
        (lambda: Puzzle(["5", *[0] * 80]), "'5' at r1c1"),
        (lambda: Puzzle([0] * 80), "80 cells"),
        (
            lambda: Puzzle([0] * 80, board=boards.sudoku(3, 3)),
            "expected 81 values, one for each cell of sudoku-3x3, got 80",
        ),
        (lambda: Puzzle({(0, 0): 10}), "10 at r1c1"),
        (lambda: Puzzle({}, candidates={(0, 0): [0, 10]}), "10 at r1c1"),
        (lambda: Solution(CLUES), "r1c2 has no value"),
        (lambda: Solution("1" + FILLED[1:]), "are both 1"),
    ],
)
def test_mistakes_are_our_errors(mistake, says):
    with pytest.raises(PuzzleError) as caught:
        mistake()
    assert says in str(caught.value)


def test_solution_proves_itself():
    solution = Solution(FILLED)
    assert solution.solves(Puzzle(CLUES))
    assert solution.puzzle.clues == solution.assignment
    wrong = Puzzle(CLUES).replace({(0, 0): 9})
    assert str(solution.violation(wrong)) == "r1c1 cannot be 8"
    other = Puzzle([0] * 81, board=boards.latin(9))
    assert "latin-9" in str(solution.violation(other))
    assert not solution.solves(other)


@given(st.sampled_from(sorted(boards.sudoku(3, 3).symmetries)), st.permutations(range(1, 10)))
def test_transformed_solutions_are_solutions(symmetry, order):
    renamed = dict(enumerate(order, start=1))
    moved = Solution(FILLED).puzzle.transform(symmetry, renamed)
    assert Solution(moved.values).solves(Puzzle(CLUES).transform(symmetry, renamed))


def test_transform_moves_candidates():
    puzzle = Puzzle({}, board=boards.sudoku(2, 2), candidates={(0, 1): [1, 2]})
    moved = puzzle.transform("mirror", {1: 4, 4: 1})
    assert moved.candidates[0, 2] == (2, 4)


def test_rows_and_arrays():
    puzzle = Puzzle("12.. .... ..4. ...3")
    assert puzzle.rows == ((1, 2, 0, 0), (0, 0, 0, 0), (0, 0, 4, 0), (0, 0, 0, 3))
    assert np.asarray(puzzle).tolist() == [list(row) for row in puzzle.rows]
    solution = puzzle.solve().solution
    assert np.array(solution, dtype=np.int64).sum() == 40
    assert {sum(row) for row in solution.rows} == {10}
    samurai = Puzzle({"r1c1": 5}, board="samurai")
    assert np.asarray(samurai).shape == (21, 21)
    assert samurai.rows[0][0] == 5
    assert samurai.rows[9][0] == 0


def test_every_error_that_users_meet_is_exported():
    public = [getattr(cs, name) for name in cs.__all__]
    for name, found in vars(errors).items():
        if isinstance(found, type) and issubclass(found, errors.CspSudokuError):
            assert found in public, name
