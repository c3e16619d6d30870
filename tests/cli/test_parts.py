"""Large jobs on the command line: files in, a folder of parts out."""

import json
import signal
import subprocess
import sys
import time

from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import HARD, lines
from tests.parts.sources import content, games, half_files


def test_a_job_in_parts(tmp_path):
    sources, out = games(tmp_path / "in"), tmp_path / "out"
    words = ("solve", *sources, "-o", f"{out}/", "--workers", 2)
    ended = csp_sudoku(*words)
    assert (ended.code, ended.out) == (0, "")
    assert "out: 5 of 5 parts done, 100 rows (100 solved)" in ended.err
    for number, source in enumerate(sources):
        assert (out / f"{number:05}.txt").read_text() == here("solve", source).out
    assert_refused(here(*words), "has a job in parts already; continue it with --resume")
    assert_refused(here(*words, "--limit", 3, "--resume"), "begun with --limit 2, and this run")
    (out / "00003.txt").unlink()
    assert here("parts", out).code == 3
    assert here(*words, "--resume", "--quiet", "--executor", "threads") == (0, "", "")
    shown = here("parts", out)
    assert shown.code == 0
    assert shown.out.startswith("solve: 5 of 5 parts done, 100 rows (100 solved), ")


def test_shares_of_a_folder(tmp_path):
    """As a Slurm array or an indexed job of Kubernetes does it; a folder names its files."""
    games(tmp_path / "in")
    out = tmp_path / "out"
    words = ("count", tmp_path / "in", "--limit", 2, "-o", f"{out}/", "--executor", "threads")
    for number, share in ((2, "1 of 1 parts"), (0, "2 of 2 parts"), (1, "2 of 2 parts")):
        ended = here(*words, "--share", f"{number}/3")
        assert ended.code == 0
        assert f"out, share {number}/3: {share} done" in ended.err
    facts = json.loads(here("parts", out, "--json").out)
    assert (facts["done"], facts["missing"], facts["rows"]) == (5, 0, 100)
    assert here("count", *sorted((tmp_path / "in").iterdir()), "--limit", 2).out == "".join(
        text.decode() for text in content(out).values()
    )


def test_the_results_of_a_job_are_the_input_of_another(tmp_path):
    made, formed, kept = (tmp_path / name for name in ("made", "formed", "kept"))
    run = ("--executor", "threads", "--quiet")
    words = (
        "generate",
        "-n",
        60,
        "--seed",
        0,
        "--board",
        "sudoku-2x2",
        "--part-size",
        20,
        "-o",
        f"{made}/",
    )
    assert here(*words, *run).code == 0
    board = ("--board", "sudoku-2x2")
    assert here("canonical", made, *board, "--shards", 3, "-o", f"{formed}/", *run).code == 0
    assert here("distinct", formed, "-o", f"{kept}/", "--as", ".txt", *run).code == 0
    found = "".join(text.decode() for text in content(kept).values()).split()
    every = here("generate", "-n", 60, "--seed", 0, *board).out
    assert len(found) == len(here("canonical", *board, "--unique", stdin=every).out.split())
    (made / "00001.parquet").unlink()
    ended = here("solve", made, "-o", f"{tmp_path / 'solved'}/", *run)
    assert_refused(ended, "made is not done: 1 of 3 parts are missing; continue it with --resume")
    assert_refused(here("distinct", kept, "-o", f"{tmp_path / 'x'}/"), "written without shards")


def test_exit_codes(tmp_path):
    source, out = tmp_path / "in.txt", tmp_path / "out"
    source.write_text(lines(HARD, "." * 81))
    words = ("solve", source, "-o", f"{out}/", "--executor", "threads", "--quiet")
    assert here(*words).code == 1
    assert here(*words, "--resume").code == 1
    source.unlink()
    source.mkdir()
    assert_refused(here("solve", tmp_path / "nowhere", "-o", f"{out}/"), "is not a file")


def test_what_does_not_fit_together(tmp_path):
    source = tmp_path / "in.txt"
    source.write_text(lines(HARD))
    out = f"{tmp_path}/out/"
    for words, says in (
        (("solve", HARD, "-o", out), "takes files"),
        (("solve", "-", "-o", out), "standard input is not a file"),
        (("solve", "-o", out), "no input"),
        (("solve", source, "-o", out, "--json"), "--json cannot be used"),
        (("solve", source, "-o", out, "--require-unique"), "--require-unique cannot be used"),
        (("rate", source, "--share", "0/2"), "--share needs a folder to write to"),
        (("rate", source, "-o", out, "--share", "2/2"), "expected K/N with K from 0 to N - 1"),
        (("rate", source, "-o", out, "--executor", "fibers"), "there is no executor 'fibers'"),
        (("rate", source, "-o", out, "--as", ".doc"), "cannot write .doc files"),
        (("rate", source, "-o", out, "--executor", "threads", "--cluster", "x"), "not allowed"),
        (("minimal", source, "-o", out, "--all"), "--all cannot be used"),
        (("compare", source, "-o", f"{tmp_path}/new"), "is not a folder"),
        (("parts", tmp_path), "manifest.json, which says how it was made, is not there"),
        (("parts", tmp_path / "nowhere"), "no folder"),
    ):
        assert_refused(here(*words), says)
    assert not (tmp_path / "out").exists()


def test_ctrl_c_and_on(tmp_path):
    sources, out = games(tmp_path / "in", 40, 30), tmp_path / "out"
    words = ("rate", *sources, "-o", f"{out}/", "--workers", 2)
    command = [sys.executable, "-m", "csp_sudoku", *map(str, words)]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        while len(content(out)) < 3:
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(300) == 130
        assert process.stderr.read() == b""
    assert half_files(out) == []
    assert here(*words, "--resume", "--executor", "threads", "--quiet").code == 0
    assert len(content(out)) == 40


def test_a_comparison_in_parts(tmp_path):
    source, out = tmp_path / "in.txt", tmp_path / "out"
    source.write_text(lines(HARD, "1....2....3....4"))
    words = ("compare", source, "--backends", "bitmask,dlx", "-o", f"{out}/", "--quiet")
    assert here(*words, "--executor", "threads").code == 1  # one of them has several solutions
    shown = here("compare", out, "--save", tmp_path / "trials.csv")
    assert shown.code == 0
    assert "2 puzzles" in shown.out
    assert "virtual best     2/2" in shown.out
    assert len((tmp_path / "trials.csv").read_text().splitlines()) == 5
