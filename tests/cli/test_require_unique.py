"""`csp-sudoku solve --require-unique`: puzzles are refused, with the reason, and never solved."""

import json

from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import DOUBLED, EMPTY, HARD, SEVERAL, SOLVED, lines

NO_FIVE_AND_SIX = SOLVED.replace("5", ".").replace("6", ".")


def test_each_refusal_is_one_line():
    few = HARD[:55] + "." * 26
    puzzles = lines(HARD, few, NO_FIVE_AND_SIX, SEVERAL, DOUBLED, "82" + HARD[2:])
    ended = csp_sudoku("solve", "--require-unique", stdin=puzzles)
    assert ended.code == 1
    assert ended.out == lines(SOLVED, "improper", "improper", "multiple", "none", "none")
    said = ended.err.splitlines()
    assert [line.split(": ")[1] for line in said] == [f"<stdin>:{number}" for number in range(2, 7)]
    assert "13 clues, and no proper puzzle of sudoku-3x3 has fewer than 17 (McGuire" in said[0]
    assert "no clue is 5 or 6: they could be exchanged" in said[1]
    assert "there is more than one solution: r1c1 is " in said[2]
    assert "there is no solution: r1c1 and r1c2 in row 1 are both 8" in said[3]
    assert "there is no solution" in said[4]


def test_nothing_is_searched_where_counting_is_enough():
    ended = here("solve", "--require-unique", "--json", "--timeout", 0, EMPTY, SEVERAL)
    first, second = map(json.loads, ended.out.splitlines())
    assert (ended.code, first["status"], second["status"]) == (3, "improper", "unknown")
    assert first["reason"].startswith("0 clues")
    assert "csp-sudoku: there is not exactly one solution: 0 clues, and no proper" in ended.err


def test_no_solution_is_shown_of_what_is_refused():
    told = json.loads(here("solve", "--require-unique", "--json", SEVERAL).out)
    assert (told["status"], told["solution"]) == ("multiple", None)
    assert here("solve", "--require-unique", "--quiet", SEVERAL) == (1, "", "")
    assert here("solve", "--require-unique", HARD) == (0, lines(SOLVED), "")
    assert_refused(here("solve", "--require-unique", "--limit", 1, HARD), "--limit 1")
