"""`csp-sudoku conflict`, `true-candidates`, `redundant`, `rate` and `canonical`: known facts."""

import json

import pytest

from csp_sudoku import Puzzle, canonical
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import DOUBLED, EMPTY, HARD, SOLVED_4, TWO_4, lines

EXPERT = ".....8..22.4...89...1..2...71....6.....7.5..983.1........3......43.87.2......9.48"


def test_conflict_says_what_is_wrong():
    ended = csp_sudoku("conflict", HARD, DOUBLED, TWO_4)
    one, none, several = ended.out.splitlines()
    assert (ended.code, ended.err, one) == (1, "", "one solution")
    assert none == "no solution: r1c1 and r1c2 in row 1 are both 8"
    assert several.startswith("several solutions: 4 cells differ; unique with r")
    told = csp_sudoku("conflict", "12........3...4.", "--json")
    facts = json.loads(told.out)
    assert (facts["status"], facts["minimal"]) == ("none", True)
    assert facts["clues"] == {"r1c1": 1, "r1c2": 2, "r3c3": 3, "r4c3": 4}
    assert csp_sudoku("conflict", HARD).code == 0


def test_true_candidates_are_drawn_or_listed():
    drawn = here("true-candidates", TWO_4, SOLVED_4)
    assert drawn.code == 0
    assert "| 12 12 | 3 4 |" in drawn.out
    assert drawn.out.count("\n\n") == 1
    told = here("true-candidates", TWO_4, "--json")
    facts = json.loads(told.out)
    assert facts["candidates"][:7] == [[1, 2], [1, 2], [3], [4], [3], [4], [1]]
    assert facts["backbone"] == 12
    none = here("true-candidates", DOUBLED)
    assert (none.code, none.out) == (1, "none\n")
    assert "r1c1 and r1c2 in row 1 are both 8" in none.err


def test_redundant_clues_are_told_with_witnesses():
    ended = here("redundant", "12....2..3.....4", "1.....2..3.....4")
    assert ended == (1, lines("redundant: r1c2", "every clue is needed"), "")
    facts = json.loads(here("redundant", "12....2..3.....4", "--json").out)
    assert (facts["redundant"], facts["unknown"]) == (["r1c2"], [])
    for cell, values in facts["needed"].items():
        rival = Puzzle("12....2..3.....4").without(cell).solve("dlx", limit=2)
        assert rival.status == "multiple"
        assert len(values) == 16
    assert here("redundant", HARD) == (0, "every clue is needed\n", "")
    none = here("redundant", DOUBLED)
    assert (none.code, none.out) == (1, "none\n")
    assert "r1c1 and r1c2 in row 1 are both 8" in none.err
    marked = Puzzle({}, board="sudoku-2x2", candidates={(0, 0): [1, 2]}).to("json")
    refused = here("redundant", stdin=marked)
    assert (refused.code, refused.out) == (2, "invalid\n")
    assert "pencil marks" in refused.err
    unknown = here("redundant", HARD, "--timeout", 0)
    assert (unknown.code, unknown.out) == (3, "unknown\n")


def test_ratings_name_their_scale(tmp_path):
    file = tmp_path / "puzzles.txt"
    file.write_text(lines(EXPERT, DOUBLED, "." * 81))
    ended = here("rate", file)
    row = "4.2\tXY-wing\thard\tSudoku Explainer 1.2.1"
    assert (ended.code, ended.out) == (1, lines(row, "none", "multiple"))
    assert ended.err.startswith(f"csp-sudoku: {file}:2: there is no solution")
    facts = json.loads(here("rate", EXPERT, "--json").out)
    assert (facts["rating"], facts["level"], facts["steps"]) == (4.2, "hard", 59)
    unfinished = here("rate", HARD, "--timeout", 0)
    assert unfinished.code == 3
    assert unfinished.out.startswith(">=")
    assert_refused(here("rate", TWO_4), "sudoku-2x2 cannot be rated")


def test_equivalent_puzzles_have_one_form():
    renamed = HARD.translate(str.maketrans("123456789", "234567891"))
    puzzles = lines(EXPERT, HARD, renamed, HARD[::-1], EXPERT)
    ended = here("canonical", stdin=puzzles)
    forms = [canonical(Puzzle(text)).to("line") for text in (EXPERT, HARD)]
    assert ended == (0, lines(*(forms[i] for i in (0, 1, 1, 1, 0))), "")
    assert here("canonical", "--unique", stdin=puzzles).out == lines(*forms)
    first, second = here("canonical", "--unique", "--json", stdin=puzzles).out.splitlines()
    assert json.loads(second)["puzzle"] == list(Puzzle(HARD).values)
    assert json.loads(first)["canonical"] == list(Puzzle(forms[0]).values)
    assert here("canonical", TWO_4).out == f"{canonical(Puzzle(TWO_4)).to('line')}\n"


@pytest.mark.parametrize(
    "command", ["conflict", "true-candidates", "redundant", "rate", "canonical"]
)
def test_bad_input_silence_and_files(command, tmp_path):
    assert_refused(here(command, HARD[1:]), "80 symbols")
    assert here(command, EXPERT, "--quiet") == (0, "", "")
    file = tmp_path / "out.txt"
    ended = here(command, "-o", file, "--json", stdin=lines("nonsense", EXPERT))
    assert (ended.code, ended.out) == (2, "")
    assert [json.loads(line)["status"] for line in file.read_text().splitlines()] == [
        "invalid",
        "done",
    ]


@pytest.mark.parametrize("command", ["conflict", "true-candidates"])
def test_no_time_is_unknown(command):
    ended = here(command, EMPTY, "--timeout", 0)
    assert (ended.code, ended.out) == (3, "unknown\n")
    assert "budget" in ended.err or "time" in ended.err


def test_no_time_for_a_canonical_form():
    ended = csp_sudoku("canonical", "--timeout", "0", TWO_4)
    assert (ended.code, ended.out) == (3, "unknown\n")
    assert "the time ended before the canonical form was found" in ended.err
