"""`csp-sudoku cover`."""

import gzip

import pytest

from csp_sudoku import Puzzle, boards
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import HARD, MINIMAL_4
from tests.native.test_dlx_colours import DLX2, TAOCP


@pytest.mark.parametrize(
    ("text", "solution"),
    [(TAOCP, "p r x:A y ; q x:A\n"), (DLX2, "A C X:1 Y:1 ; B X:1\n")],
    ids=["the book", "dlx2"],
)
def test_the_examples_of_knuth(text, solution):
    ended = csp_sudoku("cover", "-", stdin=text)
    assert (ended.code, ended.out, ended.err) == (0, solution, "")
    assert here("cover", "-", "--count", stdin=text).out == "1\n"


def test_what_is_exported_is_solved(tmp_path):
    source = tmp_path / "puzzle.dlx"
    export = Puzzle(HARD).export("xcover")
    source.write_bytes(bytes(export))
    ended = here("cover", source)
    assert ended.code == 0
    options = "\n".join(ended.out.rstrip("\n").split(" ; "))
    assert export.decode(options).to("line") == Puzzle(HARD).solve().solution.to("line")


def test_all_boards_of_four_by_four(tmp_path):
    source = tmp_path / "empty.dlx.gz"
    source.write_bytes(gzip.compress(bytes(Puzzle(board=boards.sudoku(2, 2)).export("xcover"))))
    assert here("cover", source, "--count").out == "288\n"
    assert here("cover", source, "--count", "--limit", "7").out == ">=7\n"
    lines = here("cover", source, "--limit", "5").out.splitlines()
    assert len(set(lines)) == 5
    assert len(here("cover", source).out.splitlines()) == 288


def test_no_solution_is_a_word_and_an_exit_code():
    ended = here("cover", "-", stdin="a b\na\n")
    assert (ended.code, ended.out) == (1, "none\n")
    assert here("cover", "-", "--count", stdin="a b\na\n")[:2] == (0, "0\n")


def test_the_time_ends():
    problem = str(Puzzle(MINIMAL_4).export("xcover"))
    ended = here("cover", "-", "--timeout", "0", stdin=problem)
    assert (ended.code, ended.out) == (3, "unknown\n")
    ended = here("cover", "-", "--count", "--timeout", "0", stdin=problem)
    assert (ended.code, ended.out) == (3, ">=0\n")


def test_mistakes(tmp_path):
    source = tmp_path / "wrong.dlx"
    source.write_text("a b\na c\n")
    assert_refused(here("cover", source), "wrong.dlx:2:3", "no item 'c'")
    assert_refused(here("cover", tmp_path), "directory")
    assert_refused(here("cover", tmp_path / "nothing.dlx"), "nothing.dlx")
    assert_refused(here("cover", "-"), "items")


def test_what_never_ends_is_refused(tmp_path):
    """It was read into memory for ever; a packed file can be as long."""
    refused = csp_sudoku("cover", "/dev/zero", "--timeout", "1")
    assert_refused(refused, "/dev/zero: the problem has more than 134,217,728 bytes")
    packed = tmp_path / "bomb.dlx.gz"
    packed.write_bytes(gzip.compress(bytes(2**27 + 1), 1))
    assert_refused(here("cover", packed), "the problem has more than")
