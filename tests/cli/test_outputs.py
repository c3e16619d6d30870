"""Output files: lines that stay, runs that are resumed, and files that cannot be written."""

import subprocess
import sys

import pytest

from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import HARD, MINIMAL_4, SEVERAL, SOLVED, SOLVED_4, TWO_4, lines


@pytest.mark.parametrize(
    "words",
    [
        ("count", "--limit", 2),
        ("minimal", "--seed", 1, "--json"),
        ("conflict",),
        ("canonical",),
    ],
)
def test_a_file_goes_on_where_it_stopped(tmp_path, words):
    puzzles, file = tmp_path / "in.txt", tmp_path / "out.txt"
    puzzles.write_text(lines(MINIMAL_4, TWO_4, "no puzzle", "# remark", SOLVED_4, MINIMAL_4))
    assert csp_sudoku(*words, puzzles, "-o", file).out == ""
    whole = file.read_text()
    assert whole.count("\n") == 5
    first, second = whole.splitlines()[:2]
    file.write_text(f"{first}, as it was\n{second}\n{second[:1]}")
    assert csp_sudoku(*words, puzzles, "-o", file, "--resume").code == 2
    assert file.read_text() == whole.replace(first, f"{first}, as it was", 1)


def test_a_whole_file_stays_as_it_is_and_a_missing_one_is_made(tmp_path):
    file = tmp_path / "out.txt"
    words = ("count", HARD, SEVERAL, "-o", file, "--resume")
    for _ in range(2):
        assert here(*words) == (0, "", "")
        assert file.read_text() == lines(1, 292)
    assert here("count", HARD, "-o", file).code == 0
    assert file.read_text() == lines(1)


def test_mistakes(tmp_path):
    file = tmp_path / "in.txt"
    file.write_text(lines(HARD))
    assert_refused(here("count", file, "-o", file), "input and output")
    assert file.read_text() == lines(HARD)
    assert_refused(here("count", file, "--resume"), "-o")
    assert_refused(here("rate", file, "-o", ""), "without a name")
    assert_refused(here("minimal", file, "-o", tmp_path), "has other files already")
    assert_refused(here("generate", "-o", tmp_path / "no" / "file"), "cannot write")
    assert_refused(here("canonical", file, "-o", "x", "--unique", "--resume"), "--unique")
    assert_refused(here("minimal", file, "-o", "x", "--all", "--resume"), "--all")
    assert_refused(here("true-candidates", file, "-o", "x", "--resume"), "--json")


def test_a_full_disk_is_one_line():
    line = f"{sys.executable} -m csp_sudoku count {HARD} > /dev/full"
    done = subprocess.run(["bash", "-c", line], capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"csp-sudoku: cannot write")
    assert done.stderr.count(b"\n") == 1


def test_results_come_line_by_line():
    words = [sys.executable, "-m", "csp_sudoku", "minimum", SOLVED_4, SOLVED]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline().endswith(b"\t4\t4\n")  # the next takes minutes
        process.kill()
