"""`csp-sudoku count`: numbers, limits, time, and many lines at once."""

import json

from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import DOUBLED, EMPTY, HARD, SEVERAL, SOLVED, lines


def test_all_solutions_are_counted():
    ended = csp_sudoku("count", HARD, DOUBLED, SEVERAL, "................")
    assert ended == (0, lines(1, 0, 292, 288), "")


def test_a_limit_that_is_reached_is_a_bound():
    assert here("count", SEVERAL, "--limit", 292).out == ">=292\n"
    assert here("count", SEVERAL, "--limit", 293).out == "292\n"


def test_lines_in_bulk_and_one_by_one_say_the_same(tmp_path):
    file = tmp_path / "many.txt"
    many = [HARD, SEVERAL, DOUBLED] * 100
    file.write_text(lines("# these", *many, "", HARD[1:], EMPTY, SOLVED))
    in_bulk = here("count", file, "--limit", 3)
    assert in_bulk.code == 2
    assert in_bulk.out == lines(*[1, ">=3", 0] * 100, "invalid", ">=3", 1)
    assert in_bulk.err.startswith(f"csp-sudoku: {file}:303: this line is not a 9x9 puzzle")
    told = here("count", file, "--limit", 3, "--json")
    assert told.code == 2
    facts = [json.loads(line) for line in told.out.splitlines()][-6:]
    assert [fact.get("count") for fact in facts] == [1, 3, 0, None, 3, 1]
    assert [fact.get("exact") for fact in facts] == [True, False, True, None, False, True]
    assert f"{file}:303" in facts[3]["error"]


def test_when_the_time_ends_the_number_is_a_bound():
    ended = here("count", EMPTY, "--timeout", "0.05")
    assert ended.code == 3
    assert ended.out.startswith(">=")
    bulk = here("count", "--timeout", 0, "--limit", 2, stdin=lines(HARD, HARD))
    assert bulk == (3, lines(">=0", ">=0"), "")


def test_backends_and_silence():
    assert here("count", SEVERAL, "--backend", "dlx").out == "292\n"
    assert here("count", SEVERAL, "--quiet") == (0, "", "")
    assert_refused(here("count", HARD, "--backend", "magic"), "magic")
    assert_refused(here("count", HARD, "--limit", "many"), "--limit")
