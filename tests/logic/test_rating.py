"""`puzzle.rate()`: the rating in words, and what cannot be rated."""

import pytest

from csp_sudoku import Puzzle, PuzzleError, boards, generate
from csp_sudoku.errors import NotProperError
from csp_sudoku.logic.rating import SCALE, Rating, rate

# (a puzzle of the random minimal ones in tests/data, its rating, level and hardest technique)
PUZZLES = [
    (
        "8.21........85.....97....3.4.......9....8.35..3..26..4..3..241..8...79...5.......",
        1.2,
        "easy",
        "hidden single",
    ),
    (
        ".....8..22.4...89...1..2...71....6.....7.5..983.1........3......43.87.2......9.48",
        4.2,
        "hard",
        "XY-wing",
    ),
]


@pytest.mark.parametrize(("line", "value", "level", "technique"), PUZZLES)
def test_rate(line, value, level, technique):
    rating = Puzzle(line).rate()
    assert rating == rate(Puzzle(line))
    assert (rating.scale, rating.value, rating.level) == (SCALE, value, level)
    assert (rating.technique, rating.finished) == (technique, True)
    assert rating.steps == len(rating.ratings) == len(rating.techniques) == len(rating.open)
    assert str(rating) == f"{value} (Sudoku Explainer 1.2.1), {level}: {technique}"


def rating_of(value, finished=True):
    return Rating(SCALE, value, "nishio", finished, (value,), ("nishio",), (0,))


def test_at_least():
    assert str(rating_of(7.6, finished=False)).startswith("at least 7.6 (")


def test_no_time():
    line = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
    rating = Puzzle(line).rate(timeout=0)
    assert not rating.finished
    assert rating.steps > 0


def test_filled_in():
    solution = Puzzle(PUZZLES[0][0]).solve().solution
    rating = solution.puzzle.rate()
    assert (rating.value, rating.technique, rating.steps, rating.level) == (0.0, None, 0, "easy")
    assert str(rating) == "0.0 (Sudoku Explainer 1.2.1), easy"


@pytest.mark.parametrize(
    ("puzzle", "problem"),
    [
        (Puzzle({(0, 0): 1}, board=boards.diagonals(boards.sudoku(3, 3))), "more than one"),
        (Puzzle("1... .... .... ...."), "more than one"),
        (Puzzle({}, candidates={(0, 0): (1, 2)}), "pencil marks"),
    ],
)
def test_cannot_be_rated(puzzle, problem):
    with pytest.raises((PuzzleError, NotProperError), match=problem):
        puzzle.rate()


@pytest.mark.parametrize("board", ["sudoku-2x3", "latin-6", "sudoku-2x2"])
def test_other_boards_are_rated_by_their_steps(board):
    puzzle = generate(seed=3, board=boards.named(board))
    rating = puzzle.rate()
    assert rating.scale == "csp-sudoku steps"
    assert rating.finished
    assert rating.value == max(rating.ratings)
    assert rating.techniques[rating.ratings.index(rating.value)] == rating.technique


@pytest.mark.parametrize(
    ("line", "problem", "solutions"),
    [
        ("." * 81, "there is more than one solution", 2),
        ("11" + "." * 79, "there is no solution: r1c1 and r1c2 in row 1 are both 1", 0),
        ("12345678." + "." * 8 + "9" + "." * 63, "there is no solution", 0),
    ],
)
def test_not_proper(line, problem, solutions):
    with pytest.raises(NotProperError, match=problem) as raised:
        Puzzle(line).rate()
    assert len(raised.value.solutions) == solutions
