"""`csp-sudoku play` on the full screen of a pseudo-terminal, as a person would see it."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios

import pyte
import pytest

from csp_sudoku import Puzzle
from csp_sudoku.logic import gamefile
from tests.seeds import EASY_9

ARROWS = {"right": "\x1bOC", "left": "\x1bOD", "up": "\x1bOA", "down": "\x1bOB"}


class Terminal:
    """A terminal with a person: keys go in, and the screen is read as it is drawn."""

    def __init__(self, folder, *words, rows=24, columns=80, term="xterm-256color", **variables):
        self.side, self.other = pty.openpty()
        self.resize(rows, columns)
        self.before = termios.tcgetattr(self.other)
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.bytes = b""
        names = {"TERM": term, "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": str(folder)}
        environment = {**os.environ, **names, **variables}
        for name in ("LINES", "COLUMNS", "NO_COLOR"):
            if name not in variables:
                environment.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "csp_sudoku", "play", *words],
            stdin=self.other,
            stdout=self.other,
            stderr=self.other,
            env=environment,
            start_new_session=True,
        )

    def resize(self, rows, columns):
        fcntl.ioctl(self.other, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys):
        os.write(self.side, keys.encode())

    def wait_for(self, text):
        """Read what is drawn until the screen shows a text; return the screen."""
        while text not in (shown := "\n".join(self.screen.display)):
            ready, _, _ = select.select([self.side], [], [], 20)
            assert ready, f"{text!r} is not shown:\n{shown}"
            part = os.read(self.side, 65536)
            self.bytes += part
            self.stream.feed(part)
        return shown

    def end(self):
        """Wait for the end of the process, and return its exit code."""
        code = self.process.wait(60)
        while select.select([self.side], [], [], 0)[0]:
            part = os.read(self.side, 65536)
            self.bytes += part
            self.stream.feed(part)
        return code

    def is_restored(self):
        """Whether the terminal has its own screen and its modes again."""
        left = self.bytes.rfind(b"\x1b[?1049l") > self.bytes.rfind(b"\x1b[?1049h")
        return left and termios.tcgetattr(self.other) == self.before

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.side)
        os.close(self.other)


@pytest.fixture
def terminal(tmp_path):
    opened = []

    def start(*words, **options):
        opened.append(Terminal(tmp_path, *words, **options))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def keys_to_solve(puzzle):
    """Return the keys that write the solution, row by row."""
    solution = puzzle.solve("dlx").solution
    keys = []
    for row in range(9):
        for column in range(9):
            if puzzle[row, column] is None:
                keys.append(str(solution[row, column]))
            keys.append(ARROWS["right"])  # around the edge, to the same row
        keys.append(ARROWS["down"])
    return "".join(keys)


@pytest.mark.parametrize(
    "options", [{}, {"NO_COLOR": "1"}, {"term": "vt100"}, {"term": "vt100", "LC_ALL": "C"}]
)
def test_a_game_is_played_to_its_end(terminal, options):
    screen = terminal(EASY_9, **options)
    first = screen.wait_for("q quit")
    assert "sudoku-3x3" in first
    assert ">" in first
    screen.press(keys_to_solve(Puzzle(EASY_9)))
    assert "0 cells open" in screen.wait_for("solved")
    screen.press("q")
    assert screen.end() == 0
    assert screen.is_restored() or options.get("term") == "vt100"


def test_hints_marks_and_mistakes(terminal):
    screen = terminal(EASY_9, rows=40, columns=110)
    screen.wait_for("q quit")
    screen.press(ARROWS["right"] + "1")
    screen.wait_for("r1c2 = 1")
    screen.press("h")
    screen.wait_for("something is wrong")
    screen.press("m")
    screen.wait_for("1  !")
    screen.press("u\t234")
    screen.wait_for("corner 234")
    screen.press("n")
    screen.wait_for("hidden single in a block: 1 has one")
    screen.press("?")
    screen.wait_for("any key: back")
    screen.press(" :quit\n")
    assert screen.end() == 0


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_keep_the_game_and_restore_the_terminal(terminal, tmp_path, number, code):
    screen = terminal(EASY_9)
    screen.wait_for("q quit")
    screen.press(ARROWS["right"] + "9")
    screen.wait_for("r1c2 = 9")
    screen.process.send_signal(number)
    assert screen.end() == code
    assert screen.is_restored()
    puzzle, sheet = gamefile.read_sheet((tmp_path / "csp-sudoku" / "last.game").read_text())
    assert puzzle == Puzzle(EASY_9)
    assert sheet.values[1] == 9
    again = terminal("--continue")
    again.wait_for("q quit")
    again.press(ARROWS["right"])
    again.wait_for("r1c2 = 9")
    again.press("q")
    assert again.end() == 0


def test_a_game_whose_terminal_is_closed_is_kept(tmp_path):
    """No signal tells of it here: the process is in a session without a terminal of its own."""
    screen = Terminal(tmp_path, EASY_9)
    screen.wait_for("q quit")
    screen.press(ARROWS["right"] + "9")
    screen.wait_for("r1c2 = 9")
    os.close(screen.other)
    os.close(screen.side)
    assert screen.process.wait(60) == 2  # nothing can be said to it any more
    _, sheet = gamefile.read_sheet((tmp_path / "csp-sudoku" / "last.game").read_text())
    assert sheet.values[1] == 9


def test_a_new_puzzle_by_level(terminal):
    screen = terminal()
    assert "1 easy" in screen.wait_for("5 extreme")
    screen.press("1")
    screen.wait_for("? lists the keys")
    screen.press("q")
    assert screen.end() == 0


def test_a_puzzle_of_ones_own_is_typed_in_and_played(terminal):
    screen = terminal()
    assert "0 your own" in screen.wait_for("5 extreme")
    screen.press("0")
    screen.wait_for("type or paste your puzzle")
    rows = [EASY_9[at : at + 9] for at in range(0, 81, 9)]
    screen.press("\n".join(rows))  # line ends of a pasted text do nothing
    screen.press("E")
    screen.wait_for("it has one solution")
    screen.press(keys_to_solve(Puzzle(EASY_9)))
    assert "0 cells open" in screen.wait_for("solved")
    screen.press("q")
    assert screen.end() == 0


def test_a_small_terminal_says_so_and_may_grow(terminal):
    screen = terminal(EASY_9, rows=10, columns=40)
    screen.wait_for("needs 34 columns")
    screen.screen.resize(30, 90)
    screen.resize(30, 90)
    screen.process.send_signal(signal.SIGWINCH)
    screen.wait_for("q quit")
    screen.press("q")
    assert screen.end() == 0
