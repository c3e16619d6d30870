"""Every format gives back what it was given, on every board that it can hold."""

import contextlib
import random

import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku import boards, formats
from csp_sudoku.errors import AmbiguousFormatError
from csp_sudoku.puzzle import Puzzle, Solution

BOARDS = [
    "sudoku-1x1",
    "sudoku-2x2",
    "sudoku-2x3",
    "sudoku-3x2",
    "sudoku-2x4",
    "sudoku-3x3",
    "sudoku-3x4",
    "sudoku-4x4",
    "sudoku-5x5",
    "sudoku-6x6",
    "sudoku-8x8",
    "latin-2",
    "latin-5",
    "latin-9",
    "jigsaw-AABBACCBADCBDDDC",
    "jigsaw-AAABBCCCCAAABBBBCCAADBBBCCCADDEEFFFFDDDEEEEFFDDDHEEFFFGGGHHEIIIGGGHHHIIIGGGHHHIII",
    "sudoku-3x3+diagonals",
    "sudoku-3x3+windows",
    "sudoku-2x3+disjoint",
    "samurai",
    "twodoku",
    "gattai(sudoku-2x2)@0,0;0,6;6,0",
]


def clue_puzzle(board: boards.Board, rng: random.Random) -> Puzzle:
    density = rng.choice([0.0, 0.1, 0.3, 0.9, 1.0])
    values = [
        rng.randint(1, board.size) if rng.random() < density else 0 for _ in range(len(board.cells))
    ]
    return Puzzle.of(board, values)


def marked_puzzle(board: boards.Board, rng: random.Random) -> Puzzle:
    clues = clue_puzzle(board, rng)
    return Puzzle.of(board, clues.values, [rng.getrandbits(board.size) for _ in board.cells])


def alphabets_for(format: formats.Format, size: int) -> list[str]:
    names = [name for name in format.alphabets if formats.ALPHABETS[name].capacity >= size]
    own = "".join(chr(0x3B1 + i) for i in range(17)) + "".join(chr(0x410 + i) for i in range(47))
    return [*names, own] if "letters" in format.alphabets else names


def examples(board: boards.Board) -> int:
    return 20 if len(board.cells) < 100 else 5 if len(board.cells) < 1000 else 1


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("make", [clue_puzzle, marked_puzzle])
def test_every_format_gives_back_the_puzzle(name, make):
    board = boards.named(name)

    @settings(max_examples=examples(board), deadline=None, database=None)
    @given(seed=st.integers(0, 2**32))
    def check(seed):
        rng = random.Random(seed)
        puzzle = make(board, rng)
        for format in formats.FORMATS.values():
            if format.refusal(puzzle) is None:
                check_format(puzzle, format, rng)

    check()


def check_format(puzzle: Puzzle, format: formats.Format, rng: random.Random) -> None:
    names = alphabets_for(format, puzzle.board.size)
    chosen = rng.choice(names) if names else None
    text = formats.write(puzzle, format.name, alphabet=chosen)
    assert not text.endswith("\n")
    assert "\n\n" not in text or not puzzle.board.is_full
    back = formats.parse(text, board=puzzle.board, format=format.name, alphabet=chosen)
    assert back == puzzle
    two = format.separator.join([text + "\n"] * 2).splitlines()
    read = formats.records(two, board=puzzle.board, format=format.name, alphabet=chosen)
    assert [record.puzzle for record in read] == [puzzle, puzzle]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("make", [clue_puzzle, marked_puzzle])
def test_detection_finds_the_puzzle_or_says_that_it_cannot_tell(name, make):
    board = boards.named(name)

    @settings(max_examples=max(1, examples(board) // 3), deadline=None, database=None)
    @given(seed=st.integers(0, 2**32))
    def check(seed):
        puzzle = make(board, random.Random(seed))
        for format in formats.FORMATS.values():
            if format.refusal(puzzle) is None and board.size >= format.guessed_from:
                text = formats.write(puzzle, format.name)
                with contextlib.suppress(AmbiguousFormatError):
                    assert formats.parse(text, board=board) == puzzle

    check()


@pytest.mark.parametrize("name", [n for n in BOARDS if n.startswith("sudoku") and "+" not in n])
def test_a_drawn_grid_tells_its_own_boxes(name):
    board = boards.named(name)
    text = formats.write(Puzzle.of(board, bytes(len(board.cells))), "grid")
    assert formats.parse(text, format="grid", alphabet="numbers").board == board


def test_a_solution_is_written_like_a_puzzle_without_open_cells():
    solution = Solution("1234 3412 2143 4321")
    assert solution.to("line") == "1234341221434321"
    assert formats.parse(str(solution)) == solution.puzzle


@pytest.mark.parametrize("name", BOARDS)
def test_repr_builds_the_puzzle_again(name):
    board = boards.named(name)
    for seed in range(3 if len(board.cells) < 1000 else 1):
        for make in (clue_puzzle, marked_puzzle):
            puzzle = make(board, random.Random(seed))
            assert eval(repr(puzzle), {"Puzzle": Puzzle, "boards": boards}) == puzzle
