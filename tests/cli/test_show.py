"""`csp-sudoku show`."""

import json

import pytest

from tests.cli.process import assert_refused, csp_sudoku, here

PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_it_draws_a_puzzle_from_an_argument_a_file_and_a_pipe(tmp_path):
    file = tmp_path / "one.txt"
    file.write_text(PUZZLE + "\n")
    shown = [
        csp_sudoku("show", PUZZLE),
        csp_sudoku("show", file),
        csp_sudoku("show", "-", stdin=PUZZLE),
        csp_sudoku("show", stdin=PUZZLE),
    ]
    assert len(set(shown)) == 1
    assert shown[0].code == 0
    assert "| 8 . . | . . . | . . . |" in shown[0].out
    assert "sudoku-3x3: 81 cells, 27 groups, 21 clues" in shown[0].out


def test_json_is_one_object_a_line():
    ended = here("show", "--json", stdin=f"{PUZZLE}\n{PUZZLE}\n")
    facts = [json.loads(line) for line in ended.out.splitlines()]
    assert len(facts) == 2
    assert facts[0]["clues"] == 21
    assert facts[0]["contradiction"] is None
    assert facts[0]["values"][:3] == [8, 0, 0]


def test_a_doubled_clue_names_both_cells():
    ended = here("show", "88" + "." * 79)
    assert ended.code == 1
    assert "no solution: r1c1 and r1c2 in row 1 are both 8" in ended.out


def test_bad_input_is_one_line(tmp_path):
    assert_refused(here("show", "%" * 81), "'%'")
    assert_refused(here("show", tmp_path), "directory")
    assert_refused(here("show", tmp_path / "none.txt"), "none.txt")
    assert_refused(here("show", PUZZLE, "--board", "sudoku-0x3"), "0 x 3")
    assert_refused(here("show", PUZZLE, "--from", "magic"), "'magic'", "line")
    assert_refused(here("show", PUZZLE[:-1]), "80")


@pytest.mark.parametrize(
    ("stdin", "place"),
    [("", "<stdin>"), (b"\xff\xfe\x00", "<stdin>:1:1"), (b"\0" * 81, "<stdin>:1:1")],
)
def test_bad_bytes_are_one_line(stdin, place):
    ended = here("show", stdin=stdin)
    assert (ended.code, ended.out.replace("invalid\n", "")) == (2, "")
    assert ended.err.startswith(f"csp-sudoku: {place}: ")
    assert ended.err.count("\n") == 1


def test_a_long_line_is_refused():
    ended = here("show", stdin=b"1" * 10_000_000)
    assert ended.code == 2
    assert "<stdin>" in ended.err
    assert ended.err.count("\n") == 1


def test_one_bad_line_spoils_no_other():
    ended = here("show", stdin=f"{PUZZLE}\n{PUZZLE[1:]}\n{PUZZLE}\n")
    assert ended.code == 2
    assert ended.out.count("sudoku-3x3: 81 cells") == 2
    assert ended.out.count("invalid\n") == 1
    assert ended.err.startswith("csp-sudoku: <stdin>:2: ")


def test_rules_are_drawn_and_said(tmp_path):
    rules = ("--rule", "cage r1c1 r1c2 = 5", "--rule", "whisper r2c1-r2c4 ; difference=2")
    words = ("show", "empty", "--board", "sudoku-2x2", *rules)
    shown = here(*words)
    assert shown.code == 0
    assert shown.out.splitlines()[-6:-1] == [
        "Normal sudoku rules apply with the digits 1 to 4.",
        "Digits in a cage do not repeat, and add up to the number in its corner.",
        "  cage r1c1 r1c2 = 5",
        "Neighbouring digits along a green whisper line differ by at least 2.",
        "  whisper r2c1 r2c2 r2c3 r2c4 ; difference=2",
    ]
    for ending in ("svg", "png", "html", "pdf", "txt"):
        assert here(*words, "-o", str(tmp_path / f"x.{ending}")).code == 0
    assert "stroke-dasharray" in (tmp_path / "x.svg").read_text()
    assert here(*words, "--dark", "--legend", "-o", str(tmp_path / "x.svg")).code == 0
    assert "at least 2." in (tmp_path / "x.svg").read_text()
    assert_refused(here(*words, "--dark"), "--dark is for pictures; add -o FILE.svg")
