"""`csp-sudoku compare` and `csp-sudoku bench`."""

import json
import os
import pty
import signal
import subprocess
import sys

import pytest

from csp_sudoku.cli import main
from csp_sudoku.comparing import measure
from csp_sudoku.comparing.fights import fight
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import HARD, MINIMAL_4, SEVERAL, SOLVED_4, TWO_4, lines

# Brute force fills the first row with 987654321 last.
AGAINST_BRUTE_FORCE = (
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
)


def test_a_table_plots_and_files(tmp_path):
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(lines(MINIMAL_4, SOLVED_4, TWO_4))
    ended = csp_sudoku(
        *("compare", puzzles, "--backends", "dlx,sat:glucose4", "--repeat", 2),
        *("--plot", tmp_path / "cactus.svg", "--save", tmp_path / "raw.csv"),
        *("--scatter", f"dlx,sat:glucose4,{tmp_path / 'scatter.png'}"),
    )
    assert (ended.code, ended.err) == (0, "")
    first, heads, *rows = ended.out.splitlines()
    asked = "one solution, and whether it is alone, in at most 10 s; wall time"
    assert first == f"3 puzzles, asked 2 times: {asked}"
    assert heads.split() == ["backend", "solved", "median", "mean", "PAR-2", "search", "fastest"]
    assert [row.split()[0] for row in rows] == ["dlx", "sat:glucose4", "virtual"]
    assert all("3/3" in row for row in rows)
    assert (tmp_path / "cactus.svg").read_text().count("backend ") == 3
    assert (tmp_path / "scatter.png").read_bytes().startswith(b"\x89PNG")
    assert len((tmp_path / "raw.csv").read_text().splitlines()) == 1 + 3 * 2 * 2


def test_json_from_a_pipe_and_the_first_puzzles():
    ended = here(
        *("compare", "--backends", "bitmask,dlx", "--json", "--first", 2),
        stdin=lines(MINIMAL_4, SOLVED_4, TWO_4),
    )
    facts = json.loads(ended.out)
    assert (ended.code, facts["measured"], facts["limit"]) == (0, 2, 2)
    assert [row["solved"] for row in facts["backends"]] == [2, 2, 2]
    assert facts["disagreements"] == []


def test_a_fight(tmp_path):
    file = tmp_path / "raw.json"
    words = ("compare", "--fight", 20, "--seed", 5, "--backends", "bitmask,mrv", "--save", file)
    ended = here(*words)
    assert ended.code == 0
    assert ended.out.startswith("20 puzzles: one solution, in at most 10 s")
    fought = [trial["text"] for trial in json.loads(file.read_text())["trials"]]
    assert fought[::2] == [puzzle.to("line") for puzzle in fight(20, seed=5)]
    ended = here("compare", "--fight", 1, "--board", "sudoku-4x4", "--backends", "dlx")
    assert ended.code == 0


def test_what_was_not_solved_in_time_is_3(monkeypatch):
    monkeypatch.setattr(measure, "_WARM_UP_SECONDS", 0.01)
    words = ("compare", AGAINST_BRUTE_FORCE, "--backends", "bruteforce,dlx", "--timeout", 0.01)
    ended = here(*words)
    assert ended.code == 3
    assert "0/1  > 0.01 s" in ended.out


def test_who_disagrees_is_1(monkeypatch, capsys):
    from csp_sudoku.backends.dlx import Dlx

    def nothing(self, problem, budget, report, limit):
        return True
        yield

    monkeypatch.setattr(Dlx, "search", nothing)
    assert main(["compare", HARD, "--backends", "dlx,bitmask"]) == 1
    told = capsys.readouterr().out
    assert f"DISAGREEMENT on puzzle 1: dlx says wrong, bitmask says solved: {HARD}" in told
    assert main(["compare", HARD, "--backends", "dlx,bitmask", "--quiet"]) == 1
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((HARD, "--backends", "magic"), "no backend 'magic'"),
        ((HARD, "--backends", "dlx,dlx"), "the same"),
        ((HARD, "--save", "raw.xlsx"), "use .csv"),
        ((HARD, "--plot", "cactus.gif"), "use .svg"),
        ((HARD, "--plot", "no-folder/cactus.svg"), "no folder 'no-folder'"),
        ((HARD, "--backends", "dlx", "--scatter", "dlx,sat,x.svg"), "'sat' does not take part"),
        ((HARD, "--scatter", "dlx,magic,x.svg"), "'magic' does not take part"),
        ((HARD, "--scatter", "dlx,x.svg"), "two backends and a file"),
        ((HARD, "--save", "folder.csv"), "'folder.csv' is a folder"),
        (("--first", "1", "--fight", "3"), "makes its own puzzles"),
        ((HARD, "--timeout", "0"), "timeout is 0"),
        ((HARD, "--fight", "3"), "makes its own puzzles"),
        ((__file__, "--repeat", "3", "-o", "out/"), "--repeat cannot be used with -o"),
        (("frobnicate",), "neither a file nor a puzzle"),
    ],
)
def test_mistakes(words, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.csv").mkdir()
    assert_refused(here("compare", *words), says)


def test_ctrl_c_shows_and_saves_what_there_is(tmp_path):
    puzzles, raw = tmp_path / "puzzles.txt", tmp_path / "raw.csv"
    puzzles.write_text(lines(HARD, AGAINST_BRUTE_FORCE))
    terminal, end = pty.openpty()
    words = ["compare", puzzles, "--backends", "dlx,bruteforce", "--timeout", 3000, "--save", raw]
    command = [sys.executable, "-m", "csp_sudoku", *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=end) as process:
        os.read(terminal, 1)  # the table after the first puzzle
        process.send_signal(signal.SIGINT)
        out = process.stdout.read().decode()
    os.close(terminal)
    os.close(end)
    assert process.returncode == 130
    assert out.startswith("1 of 2 puzzles")
    assert len(raw.read_text().splitlines()) == 3


@pytest.mark.parametrize("no_color", ["", "1"])
def test_the_table_grows_on_a_terminal(no_color):
    terminal, end = pty.openpty()
    words = ["compare", "--fight", "3", "--backends", "dlx"]
    done = subprocess.run(
        [sys.executable, "-m", "csp_sudoku", *words],
        stdout=subprocess.PIPE,
        stderr=end,
        check=True,
        env={**os.environ, "NO_COLOR": no_color, "COLUMNS": "60"},
    )
    shown = os.read(terminal, 100_000).decode()
    os.close(terminal)
    os.close(end)
    assert shown.startswith("1 of 3 puzzles: one solution, in at most 10 s; wall time\r\n")
    assert ("\x1b[1m" in shown) is not bool(no_color)
    assert shown.endswith("\x1b[4F\x1b[J")  # taken away, before the whole one is printed
    assert max(map(len, shown.splitlines())) < 60 + len("\x1b[1m\x1b[0m")
    assert done.stdout.startswith(b"3 puzzles")


# Bench


def test_bench_measures_made_puzzles_in_bulk_and_one_by_one():
    words = ("bench", "--backends", "dlx", "--seconds", 0.02, "--first", 20, "--seed", 4)
    ended = csp_sudoku(*words)
    assert (ended.code, ended.err) == (0, "")
    first, heads, *rows = ended.out.splitlines()
    assert first.startswith("20 puzzles of sudoku-3x3, kernel ")
    assert heads.split()[:3] == ["way", "puzzles/s", "a"]
    assert rows[0].startswith("solve_many, 1 worker ")
    assert [row.split()[0] for row in rows][-2:] == ["solve", "dlx"]


def test_bench_in_json_on_puzzles_of_a_file(tmp_path):
    file = tmp_path / "puzzles.txt"
    file.write_text(lines(MINIMAL_4, SOLVED_4))
    ended = here("bench", file, "--backends", "bitmask", "--seconds", 0.02, "--json")
    facts = [json.loads(line) for line in ended.out.splitlines()]
    assert [one["way"] for one in facts][-2:] == ["solve", "bitmask"]
    assert all(one["puzzles_per_second"] > 0 for one in facts)
    assert all(one["puzzles"] / one["seconds"] == one["puzzles_per_second"] for one in facts)


@pytest.mark.parametrize(
    ("puzzles", "says"),
    [
        ((SEVERAL,), "expected proper puzzles"),
        ((HARD, MINIMAL_4), "one board at a time"),
        (("?",), ""),
    ],
)
def test_bench_wants_proper_puzzles_of_one_board(puzzles, says):
    assert_refused(here("bench", *puzzles, "--seconds", 0.01, "--backends", "dlx"), says)


def test_bench_wants_an_end():
    assert_refused(
        here("bench", HARD, "--seconds", "inf", "--backends", "dlx"), "and a finite number"
    )
