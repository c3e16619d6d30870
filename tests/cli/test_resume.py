"""--resume continues the same job and no other; signals leave no half file."""

import errno
import os
import signal
import subprocess
import sys
import time

import pytest

from csp_sudoku.cli import outputs
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import EMPTY, HARD, MINIMAL_4, SOLVED, TWO_4, lines


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("count", "{in}", "--limit", 3), "with --limit 2, and this run is with --limit 3"),
        (("count", "{in}"), "with --limit 2, and this run is without --limit"),
        (("count", "{in}", "--limit", 2, "--json"), "without --json"),
        (("count", "{in}", "{in}", "--limit", 2), "with 1 inputs, and this run has 2"),
        (("count", "{other}", "--limit", 2), "is not what it was begun with"),
        (("count", "{in}", "--limit", 2, "--timeout", 9), "without --timeout"),
        (("rate", "{in}"), "begun by count, and this run is rate"),
    ],
)
def test_another_job_does_not_continue_a_file(tmp_path, words, says):
    names = {"in": tmp_path / "in.txt", "other": tmp_path / "other.txt"}
    names["in"].write_text(lines(MINIMAL_4, TWO_4))
    names["other"].write_text(lines(TWO_4, MINIMAL_4))
    out = tmp_path / "out.txt"
    assert here("count", names["in"], "--limit", 2, "-o", out).code == 0
    whole = out.read_text()
    given = [str(word).format_map(names) for word in words]
    assert_refused(here(*given, "-o", out, "--resume"), f"cannot resume {out}: ", says)
    assert out.read_text() == whole


def test_a_seed_that_was_drawn_is_known_to_the_run_that_continues(tmp_path):
    """The same command does what is missing, whether it names a seed or not."""
    for name, words in (("a.txt", ()), ("a", ("--part-size", 2, "--executor", "threads"))):
        out = tmp_path / name
        end = "/" if words else ""
        first = here("generate", "-n", 4, "-o", f"{out}{end}", *words)
        assert "--seed " in first.err
        again = here("generate", "-n", 4, "-o", f"{out}{end}", *words, "--resume")
        assert (again.code, "--seed" in again.err) == (0, False)
    words = ("generate", "-n", 4, "--part-size", 2, "-o", f"{tmp_path / 'shares'}/")
    assert_refused(here(*words, "--share", "0/2"), "--share needs a seed that all shares have")
    assert here(*words, "--share", "0/2", "--seed", 7).code == 0
    assert here(*words, "--share", "1/2").code == 0
    assert here("parts", tmp_path / "shares").code == 0


def test_another_seed_does_not_continue_a_file(tmp_path):
    """It gave a file with puzzles of both seeds."""
    out = tmp_path / "out.txt"
    assert here("generate", "-n", 2, "-o", out, "--seed", 1).code == 0
    words = ("generate", "-n", 4, "-o", out, "--resume", "--workers", 1, "--timeout", 60)
    assert_refused(here(*words, "--seed", 2), "with --seed 1, and this run is with --seed 2")
    assert here(*words, "--seed", 1).code == 0
    assert out.read_text() == here("generate", "-n", 4, "--seed", 1).out


def test_a_board_in_a_file_belongs_to_the_job(tmp_path):
    board, out = tmp_path / "board.json", tmp_path / "out.txt"
    board.write_text(here("generate", "--board", "sudoku-2x2", "--json").out)  # any file
    words = ("count", MINIMAL_4, "--alphabet", board, "-o", out)
    here(*words)
    out.write_text("1\n")
    board.write_text("changed")
    assert_refused(here(*words, "--resume"), "with --alphabet another ")


def test_a_file_of_an_older_version_is_not_continued(tmp_path):
    out = tmp_path / "out.txt"
    out.write_text("1\n")
    ended = here("count", HARD, HARD, "-o", out, "--resume")
    assert_refused(ended, "out.txt.manifest.json", "is not there; start again without --resume")
    assert out.read_text() == "1\n"


def test_standard_input_from_a_file_is_looked_at(tmp_path):
    given, out = tmp_path / "in.txt", tmp_path / "out.txt"
    line = f"{sys.executable} -m csp_sudoku count -o {out} --resume < {given}"
    for text, code in ((HARD, 0), (HARD, 0), (SOLVED, 2)):
        given.write_text(lines(text))
        done = subprocess.run(["bash", "-c", line], capture_output=True, check=False)
        assert done.returncode == code, done
    assert b"input 1, -, is not what it was begun with" in done.stderr


def test_input_from_a_pipe_is_not_continued(tmp_path):
    """It was continued with whatever the pipe gave."""
    out, fifo = tmp_path / "out.txt", tmp_path / "fifo"
    os.mkfifo(fifo)
    assert csp_sudoku("count", "-o", out, stdin=lines(HARD)).code == 0
    says = f"cannot resume {out}: standard input is not a regular file", "save it to a file"
    assert_refused(csp_sudoku("count", "-o", out, "--resume", stdin=lines(SOLVED, HARD)), *says)
    assert_refused(here("count", "-o", out, "--resume", stdin=lines(SOLVED, HARD)), *says)
    assert_refused(here("count", fifo, "-o", out, "--resume"), f"{fifo} is not a regular file")
    words = ("count", HARD, "--alphabet", fifo, "-o", out, "--resume")
    assert_refused(here(*words), f"{fifo} is not a regular file")
    assert out.read_text() == "1\n"
    assert_refused(csp_sudoku("count", "-o", tmp_path / "new", "--resume", stdin=lines(HARD)))
    assert not (tmp_path / "new").exists()


def test_the_input_is_named_if_it_cannot_be_read(tmp_path, monkeypatch):
    """It said that the output cannot be written."""
    given, out = tmp_path / "in.txt", tmp_path / "out.txt"
    given.write_text(lines(HARD))

    def refuse(*_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(outputs, "content_of", refuse)
    assert_refused(here("count", given, "-o", out), f"cannot read {given}: Permission denied")
    assert not out.exists()


def test_a_pipe_is_not_continued(tmp_path):
    assert_refused(here("count", HARD, "-o", os.devnull, "--resume"), "not a regular file")
    assert here("count", HARD, "-o", os.devnull) == (0, "", "")
    assert not os.path.lexists(os.devnull + ".manifest.json")


def test_two_writers_of_one_file(tmp_path):
    out = tmp_path / "out.txt"
    words = ("generate", "-n", 10_000_000, "--seed", 1, "-o", out)
    with started(*words) as process:
        until(lambda: out.exists() and out.stat().st_size, process)
        for more in ((), ("--resume",)):
            assert_refused(csp_sudoku(*words, *more), "another run is writing it")
        process.kill()
    made = [line for line in out.read_text().splitlines() if len(line) == 81]
    assert made == here("generate", "-n", len(made), "--seed", 1).out.split()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_leaves_no_part(tmp_path, number):
    """A part stayed after SIGTERM."""
    page = tmp_path / "steps.html"
    given = tmp_path / "many.txt"
    given.write_text(lines(*[HARD] * 1000, EMPTY))
    with started("explain", given, "--html", page) as process:
        until(lambda: list(tmp_path.glob(".steps.html.*.part")), process)
        process.send_signal(number)
        assert process.wait(30) == 128 + number
        assert process.stderr.read() == b""
    assert [path.name for path in tmp_path.iterdir()] == ["many.txt"]


def test_a_signal_that_is_ignored_stays_so(tmp_path):
    """As nohup wants it."""
    line = f"trap '' TERM; exec {sys.executable} -m csp_sudoku minimum {SOLVED} --timeout 1"
    with subprocess.Popen(["bash", "-c", line], stdout=subprocess.PIPE) as process:
        time.sleep(0.7)
        process.terminate()
        assert process.wait(30) == 3


def started(*words):
    command = [sys.executable, "-m", "csp_sudoku", *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def until(is_there, process):
    while not is_there():
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)
