"""Escape characters from files and names never reach a terminal; an error of ours is one line."""

import json
import os
import pty
import re
import subprocess
import sys

import pytest

from csp_sudoku import Board, boards
from csp_sudoku.cli import COMMANDS
from tests.cli.process import csp_sudoku, here
from tests.cli.puzzles import HARD, MINIMAL_4

EVIL = "\x1b]0;owned\x07\x1b[2J\x1b[0m\x9b31m\u202e\r"
OURS = re.compile(r"\r\n|\x1b\[1m.\x1b\[0m|\r([\d,]+ results)?\x1b\[K|\x1b\[\d+F\x1b\[J")
"""Line ends, bold clues, and the codes of progress."""
SDK = "\n".join(f"#{letter}{EVIL}" for letter in "ADC") + "\n" + "\n".join(
    HARD[at : at + 9] for at in range(0, 81, 9)
)  # fmt: skip
PLAIN_BOARD = boards.named("sudoku-2x2")
EVIL_BOARD = {
    **Board("x", 4, PLAIN_BOARD.cells, PLAIN_BOARD.groups).to_data(),
    "name": "evil" + EVIL.replace("\r", ""),
}


def on_terminal(*words, folder, typed=b""):
    """Run a command whose streams are all terminals, and return all that it showed there."""
    terminal, end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "csp_sudoku", *map(str, words)],
        stdin=subprocess.PIPE if typed else subprocess.DEVNULL,
        stdout=end,
        stderr=end,
        cwd=folder,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(end)
    if typed:
        process.stdin.write(typed)
        process.stdin.close()
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 10_000)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(terminal)
    process.wait(60)
    return shown.decode()


@pytest.mark.parametrize(
    "words",
    [
        ("convert", "{file}", "--to", "sdk"),
        ("convert", "--from", "line", "{file}"),
        ("solve", "{file}", "--to", "sdk"),
        ("solve", "--save", "{file}"),
        ("show", "{board}"),
        ("show", "{board}", "--unicode", "--candidates"),
        ("show", "{file}", "{missing}"),
        ("explain", "{board}"),
        ("count", "{missing}"),
        ("count", "{bad}"),
        ("solve", "--require-unique", "{bad}", "{board}"),
        ("prove", "{file}", "--out", "{missing}"),
        ("prove", "--check", "{folder}"),
        ("prove", "--check", "{missing}"),
        ("compare", "{board}", "--backends", "dlx,mrv", "--save", "{missing}.csv"),
        ("compare", "--backends", "{missing}"),
        ("backends", "{board}"),
        ("rate", "{board}"),
        ("play", "{board}"),
        ("export", "{board}", "--to", "cnf"),
        ("--{missing}",),
        ("solve", "--board", "{missing}"),
        ("{missing}",),
    ],
    ids=" ".join,
)
def test_escapes_from_files_and_names_stay_text(tmp_path, words):
    names = {name: EVIL + name for name in ("file", "board", "bad", "missing", "folder")}
    (tmp_path / names["folder"]).mkdir()
    (tmp_path / names["file"]).write_text(SDK)
    (tmp_path / names["bad"]).write_text(f"{EVIL}\n{HARD[:40]}{EVIL}{HARD[41:]}\n")
    puzzle = {"board": EVIL_BOARD, "values": [1] + [0] * 15}
    (tmp_path / names["board"]).write_text(json.dumps(puzzle))
    given = [word.format_map(names) for word in words]
    shown = on_terminal(*given, folder=tmp_path, typed=b"load \x1b[2J\x07\nend\n")
    assert shown
    rest = OURS.sub("", shown)
    assert not {"\x1b", "\x07", "\x9b", "\u202e", "\r"} & set(rest), shown


def test_a_pipe_gets_what_the_file_has(tmp_path):
    """Only terminals are guarded: data stay as they are."""
    (tmp_path / "a.sdk").write_text("#A\x1b[1mMe\n" + SDK.split("\n", 3)[3])
    assert "\x1b[1mMe" in csp_sudoku("convert", tmp_path / "a.sdk", "--to", "sdk").out


# Errors of ours


@pytest.mark.parametrize("debug", [(), ("--debug",)])
def test_a_wrong_kernel_is_one_line(debug):
    """It was a traceback, and exit code 1: the answer `no`."""
    env = {**os.environ, "CSP_SUDOKU_KERNEL": "frobnicate"}
    ended = csp_sudoku("solve", HARD, *debug, env=env)
    assert (ended.code, ended.out) == (70, "")
    *before, last = ended.err.splitlines()
    assert last.startswith("csp-sudoku: this should not happen: ValueError: CSP_SUDOKU_KERNEL is")
    assert bool(before) == bool(debug)
    assert ("Traceback (most recent call last)" in ended.err) == bool(debug)


@pytest.mark.parametrize("error", [MemoryError, RecursionError, ZeroDivisionError, SystemError])
@pytest.mark.parametrize("debug", [(), ("--debug",)])
def test_an_unforeseen_error_has_an_exit_code_of_its_own(monkeypatch, error, debug):
    def fail(args):
        raise error

    monkeypatch.setattr("csp_sudoku.cli.commands.count.run", fail)
    ended = here("count", MINIMAL_4, *debug)
    assert (ended.code, ended.out) == (70, "")
    assert f"this should not happen: {error.__name__}; " in ended.err
    assert ("Traceback" in ended.err) == bool(debug)
    assert debug or ended.err.count("\n") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_debugged(name):
    assert "--debug" in here(name, "--help").out
