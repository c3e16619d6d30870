"""New puzzles: proven by a backend that did not make them, repeatable, and honest when it fails."""

import subprocess
import sys
import threading
from collections import Counter
from itertools import islice
from math import comb

import pytest
from hypothesis import given, settings, strategies as st

import csp_sudoku as cs
from csp_sudoku import boards
from csp_sudoku.boards.symmetries import PATTERNS, orbits
from csp_sudoku.making import fillings, patterns
from csp_sudoku.making.generate import generate, generate_many
from csp_sudoku.making.minimal import is_minimal

PLAIN = boards.sudoku(3, 3)
FAMILIES = [
    "sudoku-2x2",
    "sudoku-2x3",
    "sudoku-3x2",
    "sudoku-2x4",
    "latin-5",
    "latin-7",
    "sudoku-3x3+diagonals",
    "jigsaw-7@1",
    "twodoku",
]
DIAGONALS = "x..x..x...x..x..x...x..x..x" * 3


def clue_count(puzzle):
    return len(puzzle.clues)


@given(seed=st.integers(-(2**70), 2**70))
@settings(max_examples=25)
def test_a_random_puzzle_is_minimal(seed):
    puzzle = generate(seed=seed)
    assert puzzle.is_unique("dlx")
    assert is_minimal(puzzle)
    assert generate(seed=seed) == puzzle


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("symmetry", [None, "rotate180"])
def test_every_backend_makes_the_same(seed, symmetry):
    assert generate(seed=seed, symmetry=symmetry) == generate(
        seed=seed, symmetry=symmetry, backend="dlx"
    )
    wanted = {"seed": seed, "symmetry": symmetry, "clues": 40}
    assert generate(**wanted) == generate(**wanted, backend="dlx")


@pytest.mark.parametrize("name", FAMILIES)
def test_families(name):
    board = boards.named(name)
    puzzle = generate(seed=1, board=board)
    assert puzzle.board == board
    assert puzzle.is_unique("dlx")
    assert is_minimal(puzzle)
    assert generate(seed=1, board=board) == puzzle != generate(seed=2, board=board)


@pytest.mark.parametrize("symmetry", PATTERNS)
@pytest.mark.parametrize("board", [PLAIN, boards.latin(6)], ids=str)
def test_symmetries(symmetry, board):
    puzzle = generate(seed=3, board=board, symmetry=symmetry)
    assert puzzle.is_unique("dlx")
    for orbit in orbits(board, symmetry):
        clues = {bool(puzzle.values[cell]) for cell in orbit}
        assert len(clues) == 1
        if clues == {True}:
            assert not puzzle.without(*(board.cells[cell] for cell in orbit)).is_unique("dlx")


@pytest.mark.parametrize("clues", [22, 25, 30, 64, 81])
def test_a_number_of_clues(clues):
    for puzzle in generate_many(5, seed=1, clues=clues):
        assert clue_count(puzzle) == clues
        assert puzzle.is_unique("dlx")


def test_a_number_of_clues_on_other_boards():
    board = boards.diagonals(boards.sudoku(2, 3))
    puzzle = generate(seed=1, board=board, clues=20, symmetry="rotate180")
    assert clue_count(puzzle) == 20
    assert puzzle.is_unique("dlx")


def test_minimal_with_a_number_of_clues():
    puzzle = generate(seed=1, clues=27, minimal=True)
    assert clue_count(puzzle) == 27
    assert is_minimal(puzzle)


def test_a_pattern():
    cells = set(patterns.read_pattern(PLAIN, DIAGONALS))
    for puzzle in generate_many(5, seed=1, pattern=DIAGONALS):
        assert {cell for cell, value in enumerate(puzzle.values) if value} == cells
        assert puzzle.is_unique("dlx")
    named = [PLAIN.cells[cell] for cell in cells]
    assert generate(seed=1, pattern=named) == generate(seed=1, pattern=DIAGONALS)


def test_a_minimal_puzzle_on_a_pattern():
    known = generate(seed=5)
    puzzle = generate(seed=5, pattern=known.clues, minimal=True, tries=1000)
    assert puzzle.clues.keys() == known.clues.keys()
    assert is_minimal(puzzle)


def test_a_pattern_on_another_board():
    board = boards.sudoku(2, 3)
    puzzle = generate(seed=1, board=board, pattern="xx..xx x....x ..xx.. ..xx.. x....x xx..xx")
    assert clue_count(puzzle) == 16
    assert puzzle.is_unique("dlx")


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        ({"clues": 16}, "17 is the fewest"),
        ({"clues": 82}, "17 to 81"),
        ({"clues": 3, "board": boards.sudoku(2, 2)}, "4 is the fewest"),
        ({"clues": 7, "board": boards.sudoku(2, 3)}, "8 is the fewest"),
        ({"clues": 5, "board": boards.latin(7)}, "6 is the fewest"),
        ({"clues": 31, "symmetry": "full", "board": boards.latin(6)}, "no pattern"),
        ({"symmetry": "sideways"}, "no symmetry"),
        ({"minimal": False}, "clues=N"),
        ({"tries": 0}, "1 or more"),
        ({"method": "magic"}, "top-down"),
        ({"method": "controlled-bias", "board": boards.sudoku(2, 2)}, "plain 9x9"),
        ({"method": "controlled-bias", "symmetry": "full"}, "without symmetry"),
        ({"pattern": "x" * 80}, "80 symbols"),
        ({"pattern": "x" * 16 + "." * 65}, "17 is the fewest"),
        ({"pattern": "." * 18 + "x" * 63}, "rows 1 and 2"),
        ({"pattern": ".x.xxxxxx" * 9}, "columns 1 and 3"),
        ({"pattern": "x" * 81, "symmetry": "full"}, "alone"),
        ({"pattern": [(9, 0)]}, "no cell"),
        ({"timeout": -1}, "budget"),
    ],
)
def test_what_cannot_be_is_refused_at_once(wishes, reason):
    with pytest.raises(cs.CspSudokuError, match=reason):
        generate(seed=1, **wishes)
    with pytest.raises(cs.CspSudokuError, match=reason):
        generate_many(1, seed=1, **wishes)


def test_empty_columns_of_different_stacks_may_be():
    assert generate(seed=1, pattern="xx.x.xxxx" * 9).is_unique("dlx")


def test_rows_of_a_latin_square_can_all_be_exchanged():
    with pytest.raises(cs.GenerationError, match="rows 1 and 5"):
        generate(seed=1, board=boards.latin(5), pattern="....." + "x" * 15 + ".....")


def test_diagonals_hold_rows_in_place():
    board = boards.diagonals(PLAIN)
    patterns.check_pattern(board, range(18, 81))


def test_it_gives_up_with_a_reason():
    with pytest.raises(
        cs.OutOfBudgetError, match=r"the 1 tries ended without a puzzle .* 18 clues"
    ):
        generate(seed=1, clues=18, tries=1)
    with pytest.raises(cs.GenerationError, match="puzzles with 17 clues are too rare"):
        generate(seed=1, clues=17, tries=2)
    with pytest.raises(cs.OutOfBudgetError, match=r"3 tries ended without .* pattern of 8 clues"):
        generate(
            seed=1,
            board=boards.sudoku(2, 3),
            pattern="x....x ..x... .x..x. x..... ...x.. ..x...",
            tries=3,
        )
    with pytest.raises(cs.OutOfBudgetError, match="time ended"):
        generate(seed=1, clues=18, timeout=0)
    with pytest.raises(cs.OutOfBudgetError, match="time ended"):
        generate(seed=1, board=boards.sudoku(5, 5), timeout=0)


def test_nobody_but_seed_and_number_decides():
    everything = list(generate_many(40, seed=7, workers=1))
    assert list(generate_many(40, seed=7, workers=3)) == everything
    assert list(generate_many(11, seed=7, first=20)) == everything[20:31]
    assert list(islice(generate_many(None, seed=7), 5)) == everything[:5]
    assert list(generate_many(0, seed=7)) == []
    assert generate(seed=7) == everything[0]
    small = {"seed": 7, "board": boards.sudoku(2, 3), "clues": 12}
    assert list(generate_many(8, **small, workers=1)) == list(generate_many(8, **small, workers=2))


@pytest.mark.parametrize("wrong", [{"count": -1}, {"count": 1, "first": -1}])
def test_amounts_are_checked(wrong):
    with pytest.raises(cs.GenerationError, match="0 or more"):
        generate_many(**wrong, seed=1)


def test_controlled_bias():
    puzzle = generate(seed=30, method="controlled-bias")  # a seed that needs few tries
    assert is_minimal(puzzle)
    assert cs.bias_weight(puzzle) == comb(81, clue_count(puzzle))
    assert generate(seed=30, method="controlled-bias") == puzzle


def test_stopping_a_stream_leaves_no_thread():
    before = threading.active_count()
    stream = generate_many(None, seed=1, workers=2)
    next(stream)
    stream.close()
    assert threading.active_count() == before


INTERRUPTED = """
import os, signal, sys, threading
from csp_sudoku import boards, generate_many
wishes = eval(sys.argv[1])
threading.Timer(0.6, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    for puzzle in generate_many(None, seed=1, **wishes):
        pass
except KeyboardInterrupt:
    print("interrupted", threading.active_count())
"""


@pytest.mark.parametrize(
    "wishes",
    [
        "{'workers': 2}",
        "{'clues': 18, 'tries': 10**9, 'workers': 1}",
        "{'clues': 18, 'tries': 10**9, 'workers': 2}",
        "{'board': boards.sudoku(5, 5), 'workers': 2}",
    ],
)
def test_ctrl_c_ends_all_threads(wishes):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, wishes], capture_output=True, check=False, timeout=60
    )
    assert done.stdout == b"interrupted 1\n", done.stderr.decode()


# Full boards


def test_small_boards_are_uniform():
    board = boards.sudoku(2, 2)
    tally = Counter(fillings.random_filling(board, seed).values for seed in range(28_800))
    assert len(tally) == 288  # and a standard deviation of 10
    assert all(40 < count < 160 for count in tally.values())


@pytest.mark.parametrize(
    ("name", "uniform"),
    [("latin-5", True), ("latin-6", False), ("sudoku-3x2", True), ("sudoku-3x3+windows", False)],
)
def test_which_boards_are_uniform(name, uniform):
    assert fillings.is_uniform(boards.named(name)) is uniform


@pytest.mark.parametrize(
    "name", ["sudoku-5x5", "sudoku-6x6", "samurai", "jigsaw-12@1", "sudoku-4x4+diagonals"]
)
def test_large_boards_are_filled(name):
    board = boards.named(name)
    solution = fillings.random_filling(board, 1)
    assert cs.Solution(list(solution.values), board=board) == solution
    assert fillings.random_filling(board, 1) == solution != fillings.random_filling(board, 2)


@pytest.mark.parametrize("name", ["latin-3+diagonals", "sudoku-2x3+diagonals+disjoint"])
def test_a_board_without_fillings_says_so(name):
    with pytest.raises(cs.GenerationError, match="cannot be filled"):
        generate(seed=1, board=boards.named(name))


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "unfair", "extreme"])
def test_difficulty(level):
    puzzles = list(generate_many(3, seed=7, difficulty=level, workers=2))
    assert [puzzle.rate().level for puzzle in puzzles] == [level] * 3
    assert puzzles[0] == generate(seed=7, difficulty=level)
    assert all(puzzle.is_unique("dlx") for puzzle in puzzles)


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"difficulty": "tough"}, "no level 'tough'; use easy, medium, hard"),
        ({"difficulty": (10.1, 11), "board": boards.sudoku(2, 2)}, "nearest ratings are 10 and 12"),
    ],
)
def test_a_difficulty_that_is_none(wishes, message):
    with pytest.raises(cs.GenerationError, match=message):
        generate(seed=1, **wishes)
