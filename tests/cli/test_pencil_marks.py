"""Whatever one command writes with --json, every command reads as the same puzzle."""

import json

import pytest
from hypothesis import assume, given, settings, strategies as st

from csp_sudoku import Puzzle, formats
from csp_sudoku.equivalence.canonical import canonical
from csp_sudoku.errors import PuzzleFormatError
from tests.cli.process import assert_refused, here
from tests.cli.test_schema import WITH_JSON
from tests.strategies import small_puzzles

WITHOUT_PUZZLES = {"bench", "compare", "cover", "generate", "parts", "selftest"}
"""Commands that make puzzles, read something else, or write no results for each."""
TELL_THE_PUZZLE = {"canonical", "convert", "explain", "show"}
HAVE_THE_SAME_SOLUTIONS = {"minimal", "minimum", "true-candidates"}
SOLUTION_4 = "1234341221434321"
MARKED = Puzzle(
    {},
    board="sudoku-2x2",
    candidates={(at // 4, at % 4): [int(value)] for at, value in enumerate(SOLUTION_4)},
)


@st.composite
def marked_puzzles(draw):
    """Draw a puzzle on a small board, with pencil marks more often than not."""
    puzzle = draw(small_puzzles())
    values = range(1, puzzle.board.size + 1)
    cells = [cell for cell in puzzle.board.cells if puzzle[cell] is None]
    assume(cells)
    marks = draw(
        st.dictionaries(st.sampled_from(cells), st.sets(st.sampled_from(values), min_size=1))
    )
    return Puzzle(puzzle.clues, board=puzzle.board, candidates=marks)


@pytest.mark.parametrize("command", [name for name in WITH_JSON if name not in WITHOUT_PUZZLES])
@settings(max_examples=12, deadline=None)
@given(puzzle=marked_puzzles())
def test_what_a_command_writes_is_read_as_the_same_puzzle(command, puzzle):
    (line,) = here(command, "--json", "-", stdin=puzzle.to("json")).out.splitlines() or [""]
    if command in TELL_THE_PUZZLE:
        assume(line and not puzzle.clash())
        assert formats.parse(line) == puzzle
        assert here("count", stdin=line) == here("count", stdin=puzzle.to("json"))
        if command == "canonical":
            told = json.loads(line)
            form = {"board": told["board"], "values": told["canonical"]}
            form["candidates"] = told.get("canonical_marks")
            assert formats.parse(json.dumps(form)) == canonical(puzzle)
    elif "error" not in json.loads(line):
        assert_same_solutions(command, puzzle, line)


def assert_same_solutions(command, puzzle, line):
    """The line has a puzzle with the same solutions, one of the solutions, or no puzzle at all."""
    told = json.loads(line)
    if not {"puzzle", "values", "solution"} & told.keys() or told.get("solution", 1) is None:
        with pytest.raises(PuzzleFormatError, match="this JSON of a command has no puzzle"):
            formats.parse(line)
        return
    read = formats.parse(line)
    assert read.board == puzzle.board
    if all(read.values):
        assert read.solve().solution.solves(puzzle)
    else:
        assert command in HAVE_THE_SAME_SOLUTIONS
        assert read.count() == puzzle.count()


def test_pencil_marks_survive_a_pipe():
    """`show --json | count` took a puzzle with one solution for one with 288."""
    assert here("count", stdin=MARKED.to("json")).out == "1\n"
    for command in sorted(TELL_THE_PUZZLE):
        told = here(command, "--json", stdin=MARKED.to("json")).out
        assert here("count", stdin=told).out == "1\n", command


def test_marks_that_are_not_there_are_refused():
    """As in what `show` wrote before it wrote the pencil marks themselves."""
    told = json.loads(here("show", "--json", stdin=MARKED.to("json")).out)
    del told["marks"]
    assert_refused(here("convert", stdin=json.dumps(told)), "pencil marks, and they are not there")
    both = {**told, "candidates": [None] * 16, "marks": [None] * 16}
    assert_refused(here("convert", stdin=json.dumps(both)), "both marks and candidates")


def test_a_proof_names_its_board():
    """Without it, the solution was read as one of a usual sudoku."""
    solution = Puzzle({}, board="sudoku-2x2+diagonals").solve().solution.puzzle
    told = here("prove", "--json", stdin=solution.to("json")).out
    assert formats.parse(told) == solution


RULED = Puzzle("1...............", rules=["cage r1c2 r2c2 = 6", "thermo r4c1-r4c3", "even r3c4"])


@pytest.mark.parametrize("command", sorted({*TELL_THE_PUZZLE, *HAVE_THE_SAME_SOLUTIONS}))
def test_rules_survive_a_pipe(command):
    """`explain --json | count` took a puzzle with one solution for one with 72."""
    told = here(command, "--json", stdin=RULED.to("json"))
    if command == "canonical":
        assert told.code == 2  # it knows groups alone
        return
    read = formats.parse(told.out)
    assert read.rules == RULED.rules or command == "minimal"
    assert read.count() == RULED.count()
    if command in TELL_THE_PUZZLE:
        assert read == RULED
