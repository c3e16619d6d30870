"""Drawings in characters: what was drawn can be read again."""

import unicodedata

import pytest
from hypothesis import given, settings

from csp_sudoku import Puzzle, boards, formats, render
from csp_sudoku.logic import State
from csp_sudoku.render.geometry import weights_of
from tests.render.pictures import HARD, every_third
from tests.strategies import small_puzzles


@settings(max_examples=40)
@given(small_puzzles())
def test_drawings_are_read_back(puzzle):
    bare = Puzzle(puzzle.clues, board=puzzle.board)
    drawing = render.text(puzzle, candidates=False)
    assert Puzzle(drawing, board=puzzle.board, format="grid") == bare


@settings(max_examples=40)
@given(small_puzzles())
def test_ascii_is_what_the_formats_write(puzzle):
    assert render.text(puzzle, candidates=True, ascii=True) == formats.write(puzzle, "pencilmarks")
    bare = Puzzle(puzzle.clues, board=puzzle.board)
    assert render.text(bare, ascii=True) == formats.write(bare, "grid")


@pytest.mark.parametrize("name", ["sudoku-4x4", "sudoku-8x8", "samurai", "jigsaw-9@3"])
def test_larger_boards_are_read_back(name):
    puzzle, solution = every_third(name)
    for drawn in (puzzle, solution.puzzle):
        alphabet = "numbers" if puzzle.board.size > 9 else None
        drawing = render.text(drawn, alphabet=alphabet)
        read = Puzzle(drawing, board=puzzle.board, format="grid", alphabet=alphabet)
        assert read == drawn


def test_a_usual_board_tells_itself():
    assert Puzzle(render.text(HARD)) == HARD


def weights(symbol):
    """Return how heavy the lines of a box-drawing character are, from its name in Unicode."""
    found = dict.fromkeys(("UP", "RIGHT", "DOWN", "LEFT"), 0)
    if symbol == " ":
        return found
    weight, waiting = 0, []
    for word in unicodedata.name(symbol).removeprefix("BOX DRAWINGS ").split():
        if word in ("LIGHT", "HEAVY"):
            weight = 1 + (word == "HEAVY")
            for direction in waiting:
                found[direction] = weight
            waiting = []
        elif word != "AND":
            sides = {"HORIZONTAL": ("LEFT", "RIGHT"), "VERTICAL": ("UP", "DOWN")}.get(word, (word,))
            waiting += sides
    for direction in waiting:
        found[direction] = weight
    return found


@pytest.mark.parametrize(
    "name",
    ["sudoku-2x3", "jigsaw-9@3", "samurai", "latin-4", "gattai(sudoku-2x2)@0,0;1,1", "flower"],
)
def test_lines_meet_as_heavy_as_they_are(name):
    board = boards.named(name)
    rows, columns = board.shape
    lines = render.text(Puzzle({}, board=board)).splitlines()
    level, upright = weights_of(board)
    assert len(lines) == 2 * rows + 1
    for row in range(rows + 1):
        padded = lines[2 * row].ljust(4 * columns + 1)
        for column in range(columns + 1):
            assert weights(padded[4 * column]) == {
                "UP": upright[row - 1][column] if row else 0,
                "RIGHT": level[row][column] if column < columns else 0,
                "DOWN": upright[row][column] if row < rows else 0,
                "LEFT": level[row][column - 1] if column else 0,
            }


def test_lines_are_heavy_where_regions_end():
    board = boards.named("jigsaw-9@3")
    _, upright = weights_of(board)
    for row in range(9):
        for column in range(1, 9):
            here, before = board.index[row, column], board.index[row, column - 1]
            assert (upright[row][column] == 2) == (board.regions[here] != board.regions[before])


def test_states_and_lists_of_symbols():
    puzzle = Puzzle("12.. .... .... ....")
    lines = render.text(puzzle, alphabet=["red", "green", "数", "d"]).splitlines()
    assert lines[1] == "┃   red │ green ┃     . │     . ┃"
    lines = render.text(State.of(puzzle), ascii=True).splitlines()
    assert lines[1] == "| 1   2   | 34   34   |"
    assert render.text(State.of(puzzle), candidates=False) == render.text(puzzle)
    numbers = Puzzle({(0, 0): 10}, board=boards.sudoku(2, 5))
    drawing = render.text(numbers, candidates=True, ascii=True, alphabet="numbers")
    assert drawing.splitlines()[1].startswith("| 10                1,2,3,4,5,6,7,8,9 ")


@pytest.mark.parametrize("candidates", [False, True])
def test_wide_symbols_keep_the_lines_of_ascii_apart(candidates):
    puzzle = Puzzle("12.. .... .... ....")
    wide = ["数", "e\N{COMBINING ACUTE ACCENT}", "c", "d"]
    plain = render.text(puzzle, candidates=candidates, ascii=True, alphabet=["aa", "b", "c", "d"])
    drawing = render.text(puzzle, candidates=candidates, ascii=True, alphabet=wide)
    assert drawing.replace(wide[0], "aa").replace(wide[1], "b") == plain
