"""`csp-sudoku explain` and `csp-sudoku hint`."""

import json

import pytest

from csp_sudoku import Puzzle
from csp_sudoku.logic import TECHNIQUES, solve_by_logic
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.seeds import EASY_9, EASY_SOLVED_9

SEVERAL = "000000000" + EASY_9[9:]
HARD_9 = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
WRONG = "16" + EASY_9[2:]


def test_every_step_and_the_end():
    ended = csp_sudoku("explain", EASY_9)
    assert ended.code == 0
    assert ended.out == f"{Puzzle(EASY_9).explain()}\n"
    two = csp_sudoku("explain", stdin=f"{EASY_9}\n{EASY_9}\n")
    assert two.out == f"{ended.out}\n{ended.out}"


def test_json_is_one_object_a_line():
    ended = here("explain", "--json", stdin=f"{EASY_9}\n{WRONG}\n88{'.' * 79}\n")
    assert ended.code == 1
    easy, wrong, clash = map(json.loads, ended.out.splitlines())
    assert easy == {"status": "done"} | Puzzle(EASY_9).explain().to_dict()
    assert wrong["progress"] == clash["progress"] == "contradiction"
    assert clash["contradiction"]["cells"] == ["r1c1", "r1c2"]


@pytest.mark.parametrize(
    ("words", "code", "ending"),
    [
        ([SEVERAL], 1, "stuck: the puzzle has several solutions"),
        ([SEVERAL, "--guess", "--seed", "3"], 1, "solved, as one of several solutions"),
        ([SEVERAL, "--unique", "--reasons"], 1, "stuck: the puzzle has several solutions"),
        ([EASY_9, "--timeout", "0"], 3, "open: the time ended"),
        (["88" + "." * 79], 1, "contradiction: r1c1 and r1c2 in row 1 are both 8"),
    ],
)
def test_how_it_ends(words, code, ending):
    ended = here("explain", *words)
    assert ended.code == code
    assert ended.out.endswith(f"{ending}\n")
    assert ended.err == ""


def test_where_techniques_end_the_way_on_is_named(monkeypatch):
    monkeypatch.setattr("csp_sudoku.logic.solver.TECHNIQUES", TECHNIQUES[:4])  # singles
    ended = here("explain", HARD_9)
    assert (ended.code, ended.out.splitlines()[-1]) == (
        3,
        "stuck: no technique finds a step; --reasons or --guess would continue",
    )
    left = solve_by_logic(Puzzle(HARD_9), techniques=TECHNIQUES[:4]).state
    assert f"{left.open.bit_count()} cells are open:\n{left}\nstuck: " in ended.out
    assert here("explain", HARD_9, "--guess").out.endswith("solved\n")


def test_hardness():
    ended = here("explain", EASY_9, "--hardness")
    last = "hardness 1: the largest reason that is needed, in constraints"
    assert ended.out.endswith(f"solved\n{last}\n")
    told = json.loads(here("explain", EASY_9, "--hardness", "--json").out)
    assert told["hardness"] == {"size": 1, "is_exact": True, "is_solved": True}


def test_hints_by_level():
    steps = [here("hint", EASY_9, "--level", level) for level in (1, 2, 3)]
    assert [step.code for step in steps] == [0, 0, 0]
    assert [step.out for step in steps] == [f"{Puzzle(EASY_9).hint(n)}\n" for n in (1, 2, 3)]
    told = json.loads(here("hint", EASY_9, "--level", "3", "--json").out)
    assert told == {"status": "done"} | Puzzle(EASY_9).hint(3).to_dict()


def test_no_hint_while_something_is_wrong():
    ended = here("hint", WRONG, "--given", EASY_9)
    assert ended.code == 1
    assert ended.out == "no hint while the board has an error: r1c2 is not 6\n"
    lost = here("hint", WRONG)
    assert lost.code == 1
    assert "there is no solution from here" in lost.out
    assert here("hint", EASY_SOLVED_9).out == "the board is solved\n"
    assert here("hint", "." * 16).code == 3


def test_bad_input_is_one_line():
    assert_refused(here("explain", "z" * 81), "'z'")
    assert_refused(here("explain", EASY_9, "--timeout", "-1"), "'-1'")
    assert_refused(here("hint", EASY_9, "--level", "4"), "4")
    assert_refused(here("hint", EASY_9, "--given", "." * 16), "sudoku-2x2")
    assert_refused(here("hint", EASY_9, "--given", "x"), "x")
    assert_refused(here("explain", EASY_9, "--seed", "-1"), "whole number")


def test_one_bad_line_spoils_no_other():
    for command in ("explain", "hint"):
        ended = here(command, stdin=f"{EASY_9[1:]}\n{EASY_9}\n")
        assert ended.code == 2
        assert ended.out.startswith("invalid\n")
        assert ended.out.count("\n") > 1
        assert ended.err.startswith("csp-sudoku: <stdin>:1: ")
        assert here(command, EASY_9, "--quiet") == (0, "", "")
