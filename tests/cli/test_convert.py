"""`csp-sudoku convert`."""

import json

import pytest

from csp_sudoku import formats
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.seeds import BOARD_9, BOARD_16, BOARD_25

PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


NAMES = ("123456789", "234567891", "987654321")


SPELT = ("line", "sdk", "sdm", "hodoku", "grid", "pencilmarks", "sukaku")
"""Formats that write values as symbols of an alphabet; the others write numbers."""


@pytest.mark.parametrize("board", [BOARD_9, BOARD_16, BOARD_25])
def test_seed_boards_go_into_every_format_and_back(board):
    puzzle = formats.parse(board, alphabet="ascii")
    names = [name for name, f in formats.FORMATS.items() if f.refusal(puzzle) is None]
    assert len(names) >= (9 if board == BOARD_9 else 5)
    for name in names:
        there = here("convert", board, "--alphabet", "ascii", "--to", name)
        assert there.code == 0, there
        back = here(
            *("convert", "-", "--from", name),
            *(("--alphabet", "digits") if name in SPELT else ()),
            *("--to", "line", "--to-alphabet", "ascii"),
            stdin=there.out,
        )
        assert back.out.strip().replace(".", "0") == board, name


def test_many_puzzles_keep_their_order(tmp_path):
    rows = [PUZZLE.translate(str.maketrans("123456789", names)) for names in NAMES]
    source = tmp_path / "in.sdm"
    source.write_text("".join(f"{row}\r\n" for row in rows))
    target = tmp_path / "out.json"
    assert csp_sudoku("convert", source, "--json", "-o", target).code == 0
    back = csp_sudoku("convert", target, "--to", "line")
    assert back.out.split() == rows


def test_the_ending_of_the_file_tells_the_format(tmp_path):
    for name, start in (("a.json", '{"board"'), ("b.sdm", "800"), ("c.sdk", "["), ("d.txt", "8..")):
        assert here("convert", PUZZLE, "-o", tmp_path / name).code == 0
        assert (tmp_path / name).read_text().startswith(start), name
    assert here("convert", PUZZLE, "-o", tmp_path / "e.json", "--to", "line").code == 0
    assert (tmp_path / "e.json").read_text() == f"{PUZZLE}\n"


@pytest.mark.parametrize("command", ["convert", "count"])
def test_what_is_written_is_not_packed_and_not_called_so(tmp_path, command):
    ended = here(command, PUZZLE, "-o", tmp_path / "out.txt.gz")
    assert_refused(ended, "not compressed", f"write to {tmp_path / 'out.txt'}, then compress it")
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_no_file(tmp_path):
    target = tmp_path / "out.txt"
    bad = here("convert", "-", "-o", target, stdin=f"{PUZZLE}\n{PUZZLE[:-1]}x\n")
    assert_refused(bad, "<stdin>:2:81", "'x'")
    assert list(tmp_path.iterdir()) == []


def test_a_doubled_clue_is_refused_with_both_cells():
    assert_refused(here("convert", "88" + "." * 79), "r1c1 and r1c2 in row 1 are both 8")


def test_mistakes():
    assert_refused(here("convert", PUZZLE, "--to", "magic"), "'magic'")
    assert_refused(here("convert", PUZZLE, "-o", "/nowhere/at/all"), "/nowhere")
    assert_refused(here("convert", PUZZLE, "--to-alphabet", "ABC"), "ABC")
    sixteen = "0123456789ABCDEF" * 16
    assert_refused(here("convert", sixteen), "--alphabet")


def test_what_stood_beside_a_puzzle_goes_through(tmp_path):
    table = tmp_path / "rated.csv"
    table.write_text(f"id,puzzle,rating\n7,{PUZZLE},1.5\n")
    assert here("convert", table).out == f"{PUZZLE}\tid 7, rating 1.5\n"
    text = here("convert", table, "--to", "json").out
    (answer,) = here("rate", "--json", stdin=text).out.splitlines()
    assert json.loads(answer)["about"] == {"id": "7", "rating": "1.5"}


def test_an_ending_that_no_format_has_is_refused(tmp_path):
    assert_refused(here("convert", PUZZLE, "-o", tmp_path / "g.parquet"), "'.parquet'", ".sdk")
    assert not any(tmp_path.iterdir())


def test_a_column_of_a_table(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text(f"start,end\n{PUZZLE},\n")
    assert here("convert", table, "--column", "start").out == f"{PUZZLE}\n"
    assert_refused(here("convert", table, "--column", "begin"), "no column 'begin'")
