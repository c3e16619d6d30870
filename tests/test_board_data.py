"""Boards as plain data: any board survives pickle, JSON, certificates and the command line."""

import copy
import json
import pickle

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from jsonschema import Draft202012Validator

from csp_sudoku import Board, BoardError, Certificate, Group, Puzzle, Solution, boards, formats
from csp_sudoku.errors import CspSudokuError, SourceError
from csp_sudoku.proofs.improper import fewest_clues
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.strategies import SMALL_BOARDS, any_boards

PLAIN = boards.sudoku(2, 2)
CORNERS = Board(
    "4x4 with corners",
    4,
    PLAIN.cells,
    (*PLAIN.groups, Group("corners", "the corners", (0, 3, 12, 15))),
    box=(2, 2),
)
DATA = {
    "format": "csp-sudoku board",
    "version": 1,
    "name": "a pair",
    "size": 2,
    "cells": ["r1c1", "r1c3"],
    "groups": [{"kind": "pair", "name": "the pair", "cells": ["r1c3", "r1c1"]}],
}
REUSED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)


def everything(board):
    """All that a board is made of; `==` looks at the problem alone."""
    return board.to_data(short=False)


@st.composite
def puzzles(draw):
    board = draw(any_boards())
    values = st.lists(
        st.integers(0, board.size), min_size=len(board.cells), max_size=len(board.cells)
    )
    marks = st.dictionaries(
        st.sampled_from(board.cells), st.sets(st.integers(1, board.size), min_size=1), max_size=3
    )
    puzzle = Puzzle.of(board, draw(values))
    return Puzzle(puzzle.clues, board=board, candidates=draw(st.none() | marks))


@st.composite
def solutions(draw):
    """Draw a board that can be filled, filled."""
    solved = draw(any_boards().map(lambda board: Puzzle(board=board).solve("sat")).filter(bool))
    return solved.solution


# Any board survives


@given(any_boards())
def test_boards_survive_pickle_json_and_copies(board):
    data = board.to_data()
    assert json.loads(json.dumps(data)) == data
    copies = [
        pickle.loads(pickle.dumps(board)),
        copy.deepcopy(board),
        Board.from_data(data),
        Board.from_data(json.loads(json.dumps(everything(board)))),
    ]
    for other in copies:
        assert other == board
        assert hash(other) == hash(board)
        assert everything(other) == everything(board)
        assert other is copies[0]  # what is built for a board is built once


@given(puzzles())
def test_puzzles_survive_pickle_and_json(puzzle):
    for other in (
        pickle.loads(pickle.dumps(puzzle)),
        formats.parse(puzzle.to("json")),
        Puzzle(puzzle.to("json"), board=puzzle.board),
    ):
        assert other == puzzle
        assert everything(other.board) == everything(puzzle.board)


@given(puzzles())
def test_puzzles_survive_every_format_that_takes_them(puzzle):
    for format in formats.FORMATS.values():
        if format.refusal(puzzle) is None:
            usual = format.usual_alphabet(puzzle.board.size).name
            alphabet = usual if usual in format.alphabets else None
            text = puzzle.to(format.name)
            options = {"format": format.name, "alphabet": alphabet, "board": puzzle.board}
            assert formats.parse(text, **options) == puzzle


@given(solutions())
@settings(max_examples=30)
def test_solutions_survive(solution):
    read = formats.parse(solution.to("json"))
    for other in (pickle.loads(pickle.dumps(solution)), Solution(read.values, board=read.board)):
        assert other == solution
        assert everything(other.board) == everything(solution.board)


@given(solutions(), st.randoms(use_true_random=False))
@REUSED
def test_certificates_survive(tmp_path, solution, random):
    puzzle = solution.puzzle
    for cell in random.sample(puzzle.board.cells, len(puzzle.board.cells)):
        less = puzzle.without(cell)
        puzzle = less if less.count(limit=2) == 1 else puzzle
    certificate = puzzle.prove_unique()
    certificate.save(tmp_path)
    loaded = Certificate.load(tmp_path)
    assert loaded == certificate
    assert loaded.check()
    assert everything(loaded.puzzle.board) == everything(puzzle.board)
    assert here("prove", "--check", tmp_path).code == 0


@given(solutions())
@REUSED
def test_boards_survive_the_command_line(tmp_path, solution):
    board, puzzle = solution.board, solution.puzzle.without(solution.board.cells[0])
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board.to_data()))
    typed = ["--board", file, "--from", "numbers", puzzle.to("numbers")]

    written = [here("convert", "--to", "json", *typed).out]
    for command in ("show", "explain", "minimal"):
        told = here(command, "--json", *typed).out
        schema = json.loads(here("schema", command).out)
        Draft202012Validator(schema).validate(json.loads(told))
        written += [told] if "board" in json.loads(told) else []  # not if it has two solutions
    for text in written:
        read = formats.parse(text)
        assert everything(read.board) == everything(board)
        assert here("count", stdin=text).code in (0, 1)
    assert formats.parse(written[0]) == puzzle

    solved = formats.parse(here("solve", "--json", "--limit", "1", *typed).out)
    assert everything(solved.board) == everything(board)
    assert Solution(solved.values, board=solved.board).solves(puzzle)


@given(solutions())
@REUSED
def test_new_puzzles_on_any_board(tmp_path, solution):
    file = tmp_path / "board.json"
    file.write_text(json.dumps(everything(solution.board)))
    made = here("generate", "--seed", 1, "--board", file, "--json")
    puzzle = formats.parse(made.out)
    assert everything(puzzle.board) == everything(solution.board)
    assert puzzle.count(limit=2) == 1


# The short form


@pytest.mark.parametrize("name", [*SMALL_BOARDS, "samurai", "jigsaw-6@1", "sudoku-5x5"])
def test_the_name_is_the_short_form(name):
    board = boards.named(name)
    assert board.to_data() == board.name
    assert Board.from_data(board.to_data()) is board
    assert Board.from_data(everything(board)) is board
    assert repr(board) == f"boards.named({board.name!r})"


def test_a_name_that_builds_another_board_is_not_a_short_form():
    """Equal boards with other names of groups, and other boards with a known name."""
    plain = boards.sudoku(2, 2)
    renamed = [group._replace(name=group.name.upper()) for group in plain.groups]
    for groups in (renamed, plain.groups[1:], plain.groups[::-1]):
        board = Board(plain.name, 4, plain.cells, groups, box=(2, 2))
        back = pickle.loads(pickle.dumps(board))
        assert back.groups == tuple(groups)
        assert back.name == plain.name
        assert repr(board) == f"<Board 'sudoku-2x2': 4 values, 16 cells, {len(groups)} groups>"
    same = Board(plain.name, 4, plain.cells, plain.groups, box=(2, 2))
    assert pickle.loads(pickle.dumps(same)) is plain


def test_a_name_that_is_too_long_for_a_file():
    tall = boards.gattai([(2 * row, 0) for row in range(1600)], "sudoku-2x2")
    assert len(tall.name) > 8192
    assert boards.named(tall.name) is tall
    assert isinstance(tall.to_data(), dict)
    assert Board.from_data(tall.to_data()).groups == tall.groups


def test_puzzles_of_one_file_share_their_board():
    line = Puzzle({(0, 0): 1}, board=CORNERS).to("json")
    one, other = formats.records([line, line])
    assert one.puzzle.board is other.puzzle.board
    assert one.puzzle.board == CORNERS


# Files


def test_a_file_is_a_board_wherever_a_name_is(tmp_path):
    file = tmp_path / "corners.JSON"
    file.write_text(json.dumps(CORNERS.to_data(), indent=1))
    assert boards.board_of(str(file)) == Board.from_file(file) == CORNERS
    assert Puzzle([0] * 16, board=str(file)).board.name == CORNERS.name
    count = Puzzle([0] * 16, board=CORNERS).count()
    told = csp_sudoku("count", "--board", file, "." * 16)
    assert (told.code, told.out) == (0, f"{count}\n")
    file.write_text(json.dumps("latin-4"))
    assert Board.from_file(file) is boards.latin(4)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "board.json:1:1: the JSON of the board ends or breaks here"),
        (b'{\n"size": 4,,\n}', "board.json:2:11: the JSON of the board ends or breaks here"),
        (b'{"a": 1, "a": 2}', "the JSON of the board has a field that is given twice"),
        (b"[" * 100_000, "nested too deep"),
        (b"\xff", "the text is not UTF-8"),
        (b"3", "expected a board, got 3"),
        (b'"chess"', "board.json: no board is called 'chess'"),
        (b'{"size": 4}', "board.json: the format of the board is None"),
    ],
)
def test_files_that_hold_no_board(tmp_path, content, says):
    file = tmp_path / "board.json"
    file.write_bytes(content)
    with pytest.raises(CspSudokuError) as caught:
        Board.from_file(file)
    assert says in str(caught.value)
    ended = here("count", "--board", file, "....")
    assert ended.code == 2
    assert says in ended.err


def test_files_that_cannot_be_read(tmp_path):
    for wrong, says in (
        (tmp_path / "none.json", "there is no such file; check its name"),
        (tmp_path, "it is not a file"),
        ("\0.json", "NUL"),
    ):
        with pytest.raises(SourceError, match=says):
            Board.from_file(wrong)
    assert_refused(here("count", "--board", tmp_path / "none.json", "...."), "no such file")


def test_a_board_is_not_a_puzzle():
    with pytest.raises(CspSudokuError, match="a board, not a puzzle; give it with --board"):
        formats.parse(json.dumps(DATA))


def test_the_board_of_a_puzzle_must_be_the_one_that_was_asked_for():
    other = Board(CORNERS.name, 4, CORNERS.cells, CORNERS.groups[1:])
    text = Puzzle(board=CORNERS).to("json")
    with pytest.raises(CspSudokuError, match="not the other board of that name"):
        formats.parse(text, board=other)
    with pytest.raises(CspSudokuError, match="the board is 4x4 with corners, not sudoku-2x2"):
        formats.parse(text, board="sudoku-2x2")


# What is not a board


def with_group(**fields):
    return DATA | {"groups": [DATA["groups"][0] | fields]}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "expected a board, got None; give its name"),
        (["sudoku-3x3"], "expected a board, got a list"),
        ("x" * 10_000, "no board has a name of 10,000 characters"),
        ({}, "the format of the board is None"),
        (DATA | {"format": "csp-sudoku game"}, "the format of the board is 'csp-sudoku game'"),
        (DATA | {"version": 2}, "the version of the board is 2, and only 1 is known here; update"),
        (DATA | {"version": True}, "the version of the board is True"),
        (DATA | {"rules": []}, "the board has an unknown field 'rules'; use format, version, name"),
        (DATA | {1: 2}, "the board has an unknown field 1"),
        ({k: v for k, v in DATA.items() if k != "size"}, "the board has no field 'size'"),
        (DATA | {"name": 7}, "expected a text as the name of a board, got 7"),
        (DATA | {"name": ""}, "'' cannot be the name of a board; use at least one character"),
        (DATA | {"name": "a\nb"}, r"'a\nb' cannot be the name of a board"),
        (DATA | {"name": "\ud800"}, "cannot be the name of a board"),
        (DATA | {"size": "4"}, "expected a whole number as the size of a board, got '4'"),
        (DATA | {"size": True}, "expected a whole number as the size of a board, got True"),
        (DATA | {"size": 0}, "the size of a board cannot be 0; use 1 to 64"),
        (DATA | {"size": 65}, "the size of a board cannot be 65"),
        (DATA | {"cells": "r1c1"}, "expected the cells of the board as a list, got 'r1c1'"),
        (DATA | {"cells": [], "groups": []}, "a board cannot have 0 cells"),
        (DATA | {"cells": ["r1c1", "r1c3", 3]}, "expected the name of a cell, got 3; write r4c6"),
        (DATA | {"cells": ["r1c1", "a1"]}, "no cell is called 'a1'; write r4c6"),
        (DATA | {"cells": ["r1c3", "r1c1", "r1c3"]}, "the board has the cell r1c3 twice"),
        (DATA | {"cells": ["r1c3", "r1c1", "r0c2"]}, "no board has a cell in row 0, column 2"),
        (DATA | {"cells": ["r9999c1", "r1c9999"], "groups": []}, "is too large to draw"),
        (DATA | {"groups": {}}, "expected the groups of the board as a list, got a dict"),
        (DATA | {"groups": [7]}, "expected group 1 of the board as an object, got 7; give it kind"),
        (with_group(color="red"), "group 1 of the board has an unknown field 'color'"),
        (DATA | {"groups": [{"kind": "a"}]}, "group 1 of the board has no field 'name'"),
        (with_group(kind=None), "expected a text as the kind of group 1 of the board, got None"),
        (with_group(name=[]), "expected a text as the name of group 1 of the board, got a list"),
        (with_group(cells=[]), "group 1 of the board has no cells; leave it out"),
        (with_group(cells=7), "expected the cells of group 1 of the board as a list, got 7"),
        (with_group(cells=[0]), "group 1 of the board has 0, which is not a cell of the board"),
        (with_group(cells=["r9c9"]), "has 'r9c9', which is not a cell of the board"),
        (with_group(cells=["r1c1", "r1c1"]), "group 1 of the board has r1c1 twice"),
        (DATA | {"box": 3}, "expected the box of the board as a list, got 3"),
        (DATA | {"box": [1]}, "expected (rows, columns) of a box, got a tuple"),
        (DATA | {"box": [0, 2]}, "the rows of a box cannot be 0"),
        (DATA | {"box": [2, "2"]}, "expected a whole number as the columns of a box, got '2'"),
    ],
)
def test_data_that_is_no_board(data, says):
    with pytest.raises(BoardError) as caught:
        Board.from_data(data)
    assert says in str(caught.value)
    if isinstance(data, dict) and all(isinstance(name, str) for name in data):
        line = json.dumps({"board": data, "values": [0, 0]})
        with pytest.raises(BoardError) as caught:
            formats.parse(line)
        assert str(caught.value).startswith("<text>:1: ")
        assert says in str(caught.value)


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        (("a", 2, 7, []), "expected the cells of a board, got 7"),
        (("a", 2, [7], []), "expected (row, column) of a cell, got 7; give two whole numbers"),
        (("a", 2, [(0, "1")], []), "expected a whole number as the column of a cell, got '1'"),
        (("a", 2, [(0, -1)], []), "no board has a cell in row 1, column 0"),
        (("a", 2, [(0, 0)], 7), "expected the groups of a board, got 7"),
        (("a", 2, [(0, 0)], [7]), "expected group 1 of the board as a Group, got 7; write Group("),
        (("a", 2, [(0, 0)], [Group("a", "b", (1,))]), "group 1 of the board has the cell number 1"),
        (("a", 2, [(0, 0)], [Group("a", "b", (-1,))]), "the cells have the numbers 0 to 0"),
        (("a", 2, [(0, 0)], [Group("a", "b", (0, 0))]), "has r1c1 twice; a cell cannot differ"),
        (("a", 2, [(0, 0)], [Group("a", "b", 7)]), "expected the cells of a board, got 7"),
    ],
)
def test_boards_are_checked_when_they_are_made(parts, says):
    with pytest.raises(BoardError) as caught:
        Board(*parts)
    assert says in str(caught.value)


# What hand-made boards are asked


def test_a_board_that_looks_plain_is_asked_for_its_groups():
    """Rows, columns and boxes are not all: one may be missing, or one too many."""
    assert Board("a", 4, PLAIN.cells, PLAIN.groups, box=(2, 2)).is_plain
    assert not Board("a", 4, PLAIN.cells, PLAIN.groups[1:], box=(2, 2)).is_plain
    diagonal = Group("row", "row 5", (0, 5, 10, 15))
    more = Board("a", 4, PLAIN.cells, (*PLAIN.groups, diagonal), box=(2, 2))
    assert not more.is_plain
    assert fewest_clues(more)[0] == 3 < fewest_clues(PLAIN)[0]


def test_extra_groups_on_hand_made_boards():
    named_so = Board("a+diagonals", 4, PLAIN.cells, PLAIN.groups, box=(2, 2))
    assert len(boards.diagonals(named_so).groups) == len(PLAIN.groups) + 2
    ragged = Board("a", 4, PLAIN.cells[1:], [], box=(2, 2))
    for extra in (boards.diagonals, boards.windows, boards.disjoint):
        with pytest.raises(BoardError, match="a is not a single square, so it cannot have"):
            extra(ragged)


def test_rows_without_columns_are_explained():
    board = Board("rows", 4, PLAIN.cells, PLAIN.groups[:4])
    assert str(Puzzle(board=board).explain(timeout=10)).startswith("stuck")
    assert Puzzle("123. 1234 1234 1234", board=board).explain().ending == "solved"


def test_reprs_of_puzzles():
    assert repr(Puzzle("12..", board="sudoku-1x2")) == (
        "Puzzle('12..', board=boards.named('sudoku-1x2'))"
    )
    assert repr(CORNERS) == "<Board '4x4 with corners': 4 values, 16 cells, 13 groups>"
    assert repr(Puzzle([1] + [0] * 15, board=CORNERS)) == (
        f"Puzzle('1...............', board={CORNERS!r})"
    )
