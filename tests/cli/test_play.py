"""`csp-sudoku play` in a pipe, and in a real pseudo-terminal as a person types."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from csp_sudoku import Puzzle
from tests.cli.process import assert_refused, csp_sudoku
from tests.seeds import EASY_9

SEVERAL = "000000000" + EASY_9[9:]
ROW = "| 1 9 3 | 5 8 6 | 4 2 7 |"


def test_commands_from_a_pipe():
    lines = ["r1c2 1", "hint", "nonsense", "go", "END", "show"]
    ended = csp_sudoku("play", EASY_9, stdin="\n".join(lines))
    assert ended.code == 0
    assert ended.err == ""
    assert "r1c2 cannot be 1: r1c1 in row 1 is 1" in ended.out
    assert "no command 'nonsense'" in ended.out
    assert ROW in ended.out
    assert ended.out.endswith("solved\n")
    assert "> " not in ended.out


def test_the_end_of_the_input_leaves_as_well():
    assert csp_sudoku("play", stdin="").code == 0
    assert csp_sudoku("play", stdin="12\n").code == 0
    rows = [EASY_9[i : i + 9].rstrip("0") for i in range(0, 81, 9)]
    ended = csp_sudoku("play", stdin="\n".join([*rows, "solve"]))
    assert ended.code == 0
    assert ROW in ended.out


def test_bytes_that_are_no_text_are_a_wrong_line():
    ended = csp_sudoku("play", EASY_9, stdin=b"\xff\xfe\x00\ngo\n")
    assert ended.code == 0
    assert "no command" in ended.out
    assert ended.out.endswith("solved\n")


def test_a_game_that_never_ends_is_refused():
    ended = csp_sudoku("play", EASY_9, stdin="load /dev/zero\nq\n")
    assert ended.code == 0
    assert "cannot read /dev/zero: it has more than" in ended.out + ended.err


def test_files(tmp_path):
    game = tmp_path / "a.game"
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(EASY_9 + "\n")
    ended = csp_sudoku("play", puzzle, stdin=f"r1c2 9\nstep\nsave {game}\nend\n")
    assert f"saved to {game}" in ended.out
    assert len(json.loads(game.read_text())["steps"]) == 2
    assert {path.name for path in tmp_path.iterdir()} == {"a.game", "puzzle.txt"}
    again = csp_sudoku("play", game, stdin="undo\nundo\nundo\n")
    assert "| 1 9 . |" in again.out
    assert "there is nothing to undo" in again.out
    lost = csp_sudoku("play", puzzle, stdin=f"load {tmp_path}/none\nsave {tmp_path}/no/x\ngo\n")
    assert lost.code == 0
    assert f"cannot read {tmp_path}/none: No such file or directory" in lost.out
    assert f"cannot write {tmp_path}/no/x: No such file or directory" in lost.out
    assert lost.out.endswith("solved\n")


def test_what_is_no_puzzle_is_refused(tmp_path):
    assert_refused(csp_sudoku("play", "z" * 81), "'z'")
    assert_refused(csp_sudoku("play", "--board", "magic"), "magic")
    assert_refused(csp_sudoku("play", "missing.txt"), "no file 'missing.txt'; check the path")
    broken = tmp_path / "broken.game"
    broken.write_text('{"format": "csp-sudoku game"')
    assert_refused(csp_sudoku("play", broken), "not a game file")
    assert_refused(csp_sudoku("play", "88" + "." * 79), "r1c1 and r1c2 in row 1 are both 8")


class Terminal:
    """A person at a terminal: waits for the prompt, types a line, reads what is shown."""

    def __init__(self, *words):
        self.screen, side = pty.openpty()
        environment = os.environ | {"TERM": "dumb", "INPUTRC": os.devnull}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "csp_sudoku", *words],
            stdin=side,
            stdout=side,
            stderr=side,
            env=environment,
            start_new_session=True,
        )
        os.close(side)

    def read_until(self, prompt):
        text = ""
        while not text.endswith(prompt):
            ready, _, _ = select.select([self.screen], [], [], 60)
            assert ready, f"nothing more after {text!r}"
            try:
                part = os.read(self.screen, 4096)
            except OSError:  # the other side is closed
                part = b""
            if not part:
                break
            text += part.decode()
        return text.replace("\r\n", "\n").replace("\r", "")

    def type(self, line, prompt="\n> "):
        os.write(self.screen, line.encode())
        return self.read_until(prompt)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.screen)


@pytest.fixture
def terminal():
    opened = []

    def start(*words):
        opened.append(Terminal(*words))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def test_a_stuck_puzzle_is_played_to_the_end_in_a_terminal(terminal):
    puzzle = Puzzle(SEVERAL)
    assert puzzle.count(2) == 2
    screen = terminal("play")
    assert "A short row is padded on the right" in screen.read_until("row 1> ")
    for row in range(9):
        text = SEVERAL[row * 9 : row * 9 + 9].replace("0", " ").rstrip()
        if row == 4:
            assert "is not a symbol" in screen.type("9?\n", "row 5> ")
        shown = screen.type(text + "\n", f"row {row + 2}> " if row < 8 else "\n> ")
    assert "| . . . | 3 . 4 | . 1 5 |" in shown
    stuck = screen.type("go\n")
    assert "stuck: there are several solutions from here" in stuck
    assert "r1c7 cannot be 5" in screen.type("r1c7 5\n")
    assert "cleared by hand" in screen.type("clear r1c7 7\n")
    assert "\nsolved\n" in screen.type("go\n")
    assert "{47}" in screen.type("undo\n") + screen.type("undo\n") + screen.type("candidates\n")
    shown = screen.type("set r1c7 4\n") + screen.type("go\n")
    assert ROW in shown
    assert "\nsolved\n" in shown
    screen.type("End\n", "nothing follows")
    assert screen.process.wait(30) == 0


def test_line_editing_history_and_ctrl_d(terminal):
    screen = terminal("play", EASY_9)
    screen.read_until("\n> ")
    assert "| 1 9 . |" in screen.type("r1c2 8\b9\n")
    assert "| 1 . . |" in screen.type("undo\n")
    assert "| 1 9 . |" in screen.type("\x1b[A\x1b[A\n")  # up, up: the line before the last
    screen.type("\x04", "nothing follows")
    assert screen.process.wait(30) == 0


def test_ctrl_c_leaves(terminal):
    screen = terminal("play", EASY_9)
    screen.read_until("\n> ")
    while screen.process.poll() is None:  # one that comes before the line is waited for is lost
        screen.process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            screen.process.wait(0.5)
    assert screen.process.returncode == 130
