"""`csp-sudoku export`."""

import signal
import subprocess
import sys
import time

import pytest

from csp_sudoku import Puzzle
from csp_sudoku.encoders.exports import EXPORTS
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import DOUBLED, HARD, MINIMAL_4, SEVERAL, SOLVED, lines
from tests.encoders import export_readers as readers


def test_standard_output_has_what_python_gives():
    ended = csp_sudoku("export", HARD, "--to", "cnf")
    assert (ended.code, ended.err) == (0, "")
    export = Puzzle(HARD).export("cnf")
    assert ended.out == str(export)
    (answer,) = readers.pysat(ended.out)
    assert export.decode(answer).to("line") == SOLVED


@pytest.mark.parametrize("format", EXPORTS.values(), ids=EXPORTS)
def test_the_ending_of_the_file_decides(tmp_path, format):
    target = tmp_path / f"puzzle{format.endings[-1]}"
    ended = here("export", "-", "-o", target, stdin=MINIMAL_4)
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    assert target.read_bytes() == bytes(Puzzle(MINIMAL_4).export(format.name))


def test_a_format_that_is_named_comes_before_the_ending(tmp_path):
    target = tmp_path / "puzzle.dat"
    assert here("export", MINIMAL_4, "--to", "col", "-o", target).code == 0
    assert target.read_text() == str(Puzzle(MINIMAL_4).export("col"))


@pytest.mark.parametrize(
    ("format", "encoding", "options"),
    [
        ("cnf", "ladder", {"at_most_one": "ladder"}),
        ("cnf", "minimal:product", {"form": "minimal", "at_most_one": "product"}),
        ("cpsat", "alldifferent", {"formulation": "alldifferent"}),
    ],
)
def test_encodings(format, encoding, options):
    ended = here("export", HARD, "--to", format, "--encoding", encoding)
    assert ended.out == str(Puzzle(HARD).export(format, **options))


def test_impossible_puzzles_are_exported_as_such():
    ended = here("export", DOUBLED, "--to", "cnf")
    assert ended.code == 0
    assert list(readers.pysat(ended.out)) == []


def test_several_puzzles_go_to_numbered_files(tmp_path):
    source = tmp_path / "puzzles.txt"
    source.write_text(lines(HARD, SEVERAL))
    target = tmp_path / "out.opb"
    assert here("export", source, "-o", target).code == 0
    for number, puzzle in enumerate((HARD, SEVERAL), start=1):
        assert (tmp_path / f"out-{number}.opb").read_text() == str(Puzzle(puzzle).export("opb"))
    assert not target.exists()
    refused = here("export", source, "--to", "opb")
    assert_refused(refused, "more than one puzzle", "-o puzzle.opb")


def test_a_failure_leaves_no_file(tmp_path):
    bad = here("export", "-", "-o", tmp_path / "out.cnf", stdin=f"{HARD}\n{HARD[:-1]}x\n")
    assert_refused(bad, "'x'")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_leaves_no_file(tmp_path):
    """The largest board takes many seconds; this one is stopped when its file has begun."""
    words = ("export", "-", "--board", "sudoku-8x8", "--from", "numbers", "-o", tmp_path / "p.cnf")
    command = [sys.executable, "-m", "csp_sudoku", *map(str, words)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(b"0," * 4095 + b"0\n")
        process.stdin.close()
        while process.poll() is None and not list(tmp_path.iterdir()):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert (process.wait(), process.stderr.read()) == (130, b"")
    assert list(tmp_path.iterdir()) == []


def test_mistakes():
    assert_refused(here("export", HARD), "no format", "--to", "cnf, opb")
    assert_refused(here("export", HARD, "--to", "lp"), "'lp'", "use cnf, opb")
    assert_refused(here("export", HARD, "-o", "puzzle.doc"), "'puzzle.doc'", ".cnf")
    assert_refused(here("export", HARD, "-o", "/nowhere/p.cnf"), "/nowhere/p.cnf")
    for format, encoding in (("cnf", "ladder:product"), ("col", "ladder")):
        words = ("export", HARD, "--to", format, "--encoding", encoding)
        assert_refused(here(*words), f"{format} has no encoding '{encoding}'")
