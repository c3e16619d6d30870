"""Formats with fields: SudoCue's headers, HoDoKu's library lines, JSON objects."""

import json

import pytest

from csp_sudoku import boards, formats
from csp_sudoku.errors import BoardError, CspSudokuError, PuzzleFormatError
from csp_sudoku.formats.hodoku import parse_position
from csp_sudoku.puzzle import Puzzle

LINE = "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1"
ROWS = "\n".join(LINE[at : at + 9] for at in range(0, 81, 9))
PUZZLE = formats.parse(LINE)

# SudoCue

HEADERS = "#AAn author\n#DA description\n#CFirst\n#CSecond\n#B03-08-2006\n#LEasy\n"


def test_headers_survive():
    (record,) = formats.records((HEADERS + ROWS).split("\n"))
    assert (record.format, record.puzzle) == ("sdk", PUZZLE)
    assert record.headers["A"] == "An author"
    assert record.headers["C"] == "First\nSecond"
    assert formats.write(record.puzzle, "sdk", headers=record.headers) == HEADERS + ROWS


def test_sections_and_state():
    state = LINE.replace("2..1.5..3", "2671.5..3")
    text = f"#AMe\n[Puzzle]\n{ROWS}\n[State]\n" + ROWS.replace("2..1.5..3", "2671.5..3")
    (record,) = formats.records(text.split("\n"))
    assert record.puzzle == PUZZLE
    assert record.headers == {"A": "Me", "State": state}
    assert formats.write(record.puzzle, "sdk", headers=record.headers) == text
    assert formats.parse(text.replace("[State]", "\n[State]")) == PUZZLE


def test_several_in_one_file():
    text = f"{HEADERS}{ROWS}\n\n#AYou\n\n{ROWS}\n\n{formats.write(PUZZLE, 'sdk')}"
    read = list(formats.records(text.split("\n")))
    assert [record.puzzle for record in read] == [PUZZLE] * 3
    assert [record.headers.get("A") for record in read] == ["An author", "You", None]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"#AMe\n{ROWS[:-1]}", "the row has 8 digits"),
        (f"#AMe\n{ROWS[:-10]}", "the puzzle has 8 rows"),
        (f"[Puzzle]\n{ROWS}\n[State]\n{ROWS.replace('2', 'x', 1)}", "'x' is not a value"),
        (f"[Other]\n{ROWS}", "section .* is unknown"),
        (f"[State]\n{ROWS}", r"no section \[Puzzle\]"),
        (f"#A\udcff\n{ROWS}", "the byte 0xff"),
        (ROWS, "no headers"),
    ],
)
def test_sdk_that_is_none(text, problem):
    with pytest.raises(PuzzleFormatError, match=problem):
        formats.parse(text, format="sdk")


def test_unknown_headers_are_not_dropped_silently():
    with pytest.raises(PuzzleFormatError, match="sdk has no header 'X'"):
        formats.write(PUZZLE, "sdk", headers={"X": "?"})


# HoDoKu

GIVENS = "+6+3+42+8+9...8+7531+6+2+9+42+91+7+5+4+6+38+349+16+58+7+2+5+8+79+42..+6+1"
POSITION = ":0610-x:25:" + "1.3456+789" + "." * 72 + ":242 243:239::7"


def test_a_position():
    position = parse_position(POSITION)
    assert (position.technique, position.variant, position.must_be_absent) == ("0610", "x", True)
    assert position.digits == (2, 5)
    assert position.placed == ((0, 6),)
    assert position.puzzle[0, 6] == 7
    assert position.givens[0, 6] is None
    assert position.deleted == (((3, 1), 2), ((3, 2), 2))
    assert position.eliminations == (((2, 8), 2),)
    assert position.placements == ()
    assert position.extra == "7"
    assert position.puzzle.candidates[3, 1] == (1, 3, 4, 5, 6, 7, 8, 9)
    assert not position.givens.has_candidates


def test_a_position_is_a_puzzle():
    puzzle = formats.parse(POSITION)
    assert puzzle == parse_position(POSITION).puzzle
    text = formats.write(puzzle, "hodoku")
    assert text == ":0000:x:1.3456789" + "." * 72 + ":242 243:::"
    assert formats.parse(text) == puzzle
    diagonal = boards.named("sudoku-3x3+diagonals")
    assert parse_position(POSITION, board=diagonal).puzzle.board == diagonal


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("0610", "expected a library line"),
        (":1:2", "expected a library line"),
        (POSITION.replace("0610-x", "swordfish"), "is not a technique"),
        (POSITION.replace(":25:", ":2a:"), "are not digits"),
        (POSITION.replace("1.3456", "1.34x6"), "1:16: 'x' is not a digit"),
        (POSITION.replace("1.3456", "1.3456."), "82 cells; 81 make a 9x9 board"),
        (POSITION.replace("242", "2423"), "'2423' is not a candidate"),
        (POSITION.replace("242", "202"), "'202' is not a candidate"),
    ],
)
def test_positions_that_are_none(line, problem):
    with pytest.raises(PuzzleFormatError, match=problem):
        parse_position(line)
    with pytest.raises(CspSudokuError):
        formats.parse(line)


# JSON


def test_json_holds_candidates():
    puzzle = Puzzle({(0, 0): 1}, board=boards.sudoku(2, 2), candidates={(1, 2): [3], (3, 3): []})
    text = formats.write(puzzle, "json")
    assert text.startswith('{"board":"sudoku-2x2","values":[1,0,0,')
    assert formats.parse(text) == puzzle


@pytest.mark.parametrize("field", ["puzzle", "values", "solution"])
def test_json_that_a_command_wrote(field):
    told = {
        "status": "done",
        "board": "latin-2",
        "clues": 1,
        "candidates": False,
        field: [1, 0, 0, 0],
    }
    assert formats.parse(json.dumps(told)) == Puzzle({(0, 0): 1}, board=boards.latin(2))


def test_json_may_leave_the_board_to_the_number_of_values():
    assert formats.parse('{"values": [1,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,0]}').board.size == 4
    assert formats.parse('{"values": [1,0,0,0]}', board="latin-2").board == boards.latin(2)


DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "the JSON ends or breaks here"),
        ('{"board": "latin-2"}', "no values"),
        ('{"values": 7}', "expected a list of values, got 7"),
        ('{"values": [1.5]}', "whole numbers as values, got 1.5"),
        ('{"values": [true]}', "whole numbers as values, got True"),
        ('{"values": ["1"]}', "whole numbers as values, got '1'"),
        ('{"values": [[1]]}', "whole numbers as values, got a list"),
        ('{"values": [null]}', "whole numbers as values, got None"),
        ('{"values": [NaN]}', "NaN, which is not a whole number"),
        ('{"values": [-1]}', "whole numbers as values, got -1"),
        ('{"values": [2]}', "2' at r1c1|2 at r1c1"),
        ('{"values": [' + "9" * 30 + "]}", "whole numbers as values, got a huge number"),
        ('{"values": [' + "9" * 10_000 + "]}", "the JSON has a number of "),
        ('{"values": ' + DEEP, "nested too deep|breaks"),
        ('{"values": [], "values": []}', "a field that is given twice"),
        ('{"values": [1], "other": 1}', "the field 'other' is unknown"),
        ('{"status": "none", "solution": null}', "this JSON of a command has no puzzle"),
        ('{"status": "done", "puzzle": 7}', "expected a list"),
        ('{"values": [1], "board": 3}', "expected a board, got 3"),
        ('{"values": [1,2], "board": "sudoku-1x1"}', "2 values cannot fill sudoku-1x1"),
        ('{"values": [1], "candidates": 1}', "a list of candidates with one entry per cell"),
        ('{"values": [0], "candidates": [[2]]}', "not a value of sudoku-1x1"),
        ('{"values": [0], "candidates": [7]}', "expected a list of candidates of r1c1, got 7"),
        ('{"values": [1], "candidates": [[]]}', "is not among its candidates"),
        ('{"values": [1]} trailing', "the JSON ends or breaks here"),
        ('{"values": [1], "b\0": 1}', "a NUL byte"),
    ],
)
def test_json_that_is_none(text, problem):
    with pytest.raises(CspSudokuError, match=problem) as caught:
        formats.parse(text)
    assert caught.value.place.line == 1


@pytest.mark.parametrize(
    "name", ["sudoku-0x3", "nothing", "gattai(" * 1000, "jigsaw-9@" + "9" * 5000]
)
def test_json_with_a_board_that_cannot_be(name):
    with pytest.raises(BoardError) as caught:
        formats.parse(f'{{"board": "{name}", "values": []}}')
    assert caught.value.place.line == 1


def test_json_of_another_board_than_wanted():
    with pytest.raises(PuzzleFormatError, match="the board is latin-4, not sudoku-2x2"):
        formats.parse(formats.write(Puzzle(board=boards.latin(4)), "json"), board="sudoku-2x2")


def test_json_holds_a_board_without_a_name_that_builds_it():
    plain = boards.sudoku(2, 2)
    board = boards.Board("home-made", 4, plain.cells, plain.groups[:5])
    assert formats.FORMATS["json"].refusal(Puzzle(board=board)) is None
    assert formats.parse(Puzzle(board=board).to("json")).board == board


def test_json_refuses_a_board_that_is_too_long_for_a_line():
    cells = [(row, column) for row in range(400) for column in range(200)]
    groups = [boards.Group("all", "all", tuple(range(len(cells))))] * 3
    board = boards.Board("home-made", 4, cells, groups)
    with pytest.raises(PuzzleFormatError, match="home-made, takes more than 2,000,000 characters"):
        Puzzle(board=board).to("json")
