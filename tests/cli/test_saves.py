"""`csp-sudoku solve --save` and `--source`: solutions in files beside the puzzles."""

import gzip
import json
import subprocess
import sys

import pytest

from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import DOUBLED, HARD, SOLVED, SOLVED_4, TWO_4, lines


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "one.txt").write_text(lines(HARD))
    (tmp_path / "small").write_text(lines(SOLVED_4[:-2] + "..", TWO_4))
    return tmp_path


def test_each_file_has_its_solutions_beside_it(folder):
    (folder / "many.sdm.gz").write_bytes(gzip.compress(lines(HARD, DOUBLED, HARD[1:]).encode()))
    words = ("solve", "--save", "-s", folder / "one.txt", "--source", folder / "many.sdm.gz")
    ended = csp_sudoku(*words, folder / "small")
    assert ended.code == 2
    assert (folder / "one.solution.txt").read_text() == lines(SOLVED)
    assert (folder / "many.solution.sdm").read_text() == lines(SOLVED, "none", "invalid")
    assert (folder / "small.solution").read_text() == lines(SOLVED_4, "multiple")
    assert ended.out == lines(SOLVED_4, "multiple", SOLVED, SOLVED, "none", "invalid")
    saved = [line.split(": ", 1) for line in ended.err.splitlines()[:-1]]
    assert [name for name, _ in saved] == [
        str(folder / name) for name in ("small.solution", "one.solution.txt", "many.solution.sdm")
    ]
    assert [text.split(",")[0] for _, text in saved] == ["2 puzzles", "1 puzzle", "3 puzzles"]
    assert ended.err.splitlines()[-1].startswith(f"csp-sudoku: {folder}/many.sdm.gz:3: ")


def test_other_formats_have_other_suffixes(folder):
    small = folder / "small"
    assert here("solve", "--save", small, "--to", "grid", "--quiet") == (1, "", "")
    grid, word = (folder / "small.solution.txt").read_text().split("\n\n")
    assert "| 1 2 | 3 4 |" in grid
    assert word == "multiple\n"
    assert here("solve", "--save", small, "--json", "--quiet").code == 1
    facts = map(json.loads, (folder / "small.solution.json").read_text().splitlines())
    assert [fact["status"] for fact in facts] == ["solved", "multiple"]


def test_files_are_saved_to_their_end_when_nobody_reads_the_output(folder):
    many = folder / "many.txt"
    many.write_text(lines(HARD) * 3000)
    words = f"{sys.executable} -m csp_sudoku solve --save {many} {folder}/one.txt"
    for more in ("", "--json"):
        code = f"{words} {more} | head -n 1 > /dev/null; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", code], capture_output=True, check=True)
        assert done.stdout == b"0\n"
        assert done.stderr.decode().count("\n") == 2
        suffix = "json" if more else "txt"
        assert (folder / f"many.solution.{suffix}").read_text().count("\n") == 3000
        assert (folder / f"one.solution.{suffix}").read_text().count("\n") == 1


def test_what_cannot_be_saved_is_refused_before_anything_is_written(folder):
    one, solution = folder / "one.txt", folder / "one.solution.txt"
    solution.write_text(lines(HARD))
    before = {path.name for path in folder.iterdir()}
    again = csp_sudoku("solve", "--save", one, solution)
    assert_refused(again, f"{solution} is input and output")
    assert solution.read_text() == lines(HARD)
    assert_refused(here("solve", "--save", stdin=HARD), "standard input is not a file")
    assert_refused(here("solve", "--save", one, HARD), "is not a file")
    assert_refused(here("solve", "--save", one, one), "two inputs")
    assert_refused(here("solve", "-s", folder / "none.txt"), "no file", "none.txt")
    assert {path.name for path in folder.iterdir()} == before
    assert here("solve", "--save", "--quiet", one).code == 0
    assert solution.read_text() == lines(SOLVED)


def test_the_exit_code_stays_when_nobody_reads_the_output(folder):
    many = folder / "many.txt"
    many.write_text(lines(HARD, DOUBLED) * 3000)
    for more in ("", "--json"):
        words = f"{sys.executable} -m csp_sudoku solve --save {more} {many}"
        code = f"{words} | head -n 1 > /dev/null; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", code], capture_output=True, check=True)
        assert done.stdout == b"1\n"
