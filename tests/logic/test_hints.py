"""Hints: three levels, refused while something is wrong, and for what no technique finds."""

import json

import pytest

from csp_sudoku import MoveError, Puzzle
from csp_sudoku.logic import State, hint
from csp_sudoku.logic.hints import hint_at, mistake
from tests.seeds import EASY_9, EASY_SOLVED_9

PUZZLE = Puzzle(EASY_9)
FIRST = PUZZLE.explain().steps[0]


def test_three_levels():
    nudge, technique, step = (PUZZLE.hint(level) for level in (1, 2, 3))
    assert str(nudge).startswith("look at ")
    assert str(technique) == f"{FIRST.technique}: {nudge}"
    assert str(step) == f"{FIRST.technique}: {FIRST}"
    assert nudge.step == technique.step == step.step == FIRST
    assert FIRST.sentence not in str(technique)
    assert nudge.to_dict()["step"] is None
    assert json.loads(json.dumps(step.to_dict()))["step"]["sentence"] == FIRST.sentence


@pytest.mark.parametrize("level", [0, 4, "1", None, True])
def test_no_such_level(level):
    with pytest.raises(MoveError, match="no hint of level"):
        PUZZLE.hint(level)


def test_entries_are_taken_into_account():
    ((cell, value),) = FIRST.placements
    entries = {PUZZLE.board.cells[cell]: value}
    assert PUZZLE.hint(3, entries=entries).step != FIRST
    assert PUZZLE.hint(3, entries=entries)
    right = {c: int(EASY_SOLVED_9[i]) for i, c in enumerate(PUZZLE.board.cells)}
    assert str(PUZZLE.hint(entries=right)) == "the board is solved"


def test_no_hint_while_the_board_has_an_error():
    wrong = PUZZLE.hint(3, entries={"r1c2": 6, "r1c3": 3, "r2c1": 8})
    assert not wrong
    assert wrong.is_refused
    assert wrong.wrong == ("r1c2",)
    assert str(wrong) == "no hint while the board has an error: r1c2 is not 6"
    assert wrong.step is None
    clash = PUZZLE.hint(entries={"r1c2": 1})
    assert str(clash) == ("no hint while the board has an error: r1c1 and r1c2 in row 1 are both 1")
    assert clash.wrong == ("r1c1", "r1c2")
    assert PUZZLE.hint(entries={"r1c1": 9}).wrong == ("r1c1",)
    letters = PUZZLE.hint(entries={"r1c2": 6}, alphabet="letters")
    assert str(letters).endswith("r1c2 is not F")


def test_a_puzzle_that_is_wrong_itself():
    assert Puzzle("88" + "." * 79).hint().wrong == ("r1c1", "r1c2")
    lost = PUZZLE.replace({(0, 1): 6}).hint()
    assert str(lost) == "no hint while the board has an error: there is no solution from here"
    assert lost.wrong == ()


def test_a_value_that_was_wrongly_cleared_is_an_error():
    state = State.of(PUZZLE)
    state.clear(1, 9)
    assert str(mistake(PUZZLE, state.puzzle)) == "9 was cleared from r1c2"
    state = State.of(PUZZLE)
    state.clear(1, 6)
    assert mistake(PUZZLE, state.puzzle) is None


def test_where_no_technique_helps_there_is_a_reason(monkeypatch):
    monkeypatch.setattr("csp_sudoku.logic.hints.TECHNIQUES", ())
    found = hint_at(State.of(PUZZLE), 3)
    assert str(found).startswith("smallest reason: ")
    assert all(int(EASY_SOLVED_9[cell]) != value for cell, value in found.step.eliminations)


def test_where_nothing_helps_it_says_so():
    empty = Puzzle("." * 16)
    found = hint(empty)
    assert not found
    assert not found.is_refused
    assert str(found) == "no technique helps here: set or clear a value by hand"
