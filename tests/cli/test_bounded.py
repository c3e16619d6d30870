"""Commands read no further than they have written, however many of the puzzles are bad."""

import io
import sys
from itertools import chain, repeat

import pytest

from csp_sudoku.cli import main

GOOD = "1..4........2..3"
MOST = 50_000


class Endless(io.RawIOBase):
    """Standard input that goes on for ever; to read much of it is a failure."""

    def __init__(self, lines):
        self.lines, self.given = lines, 0

    def readable(self):
        return True

    def readinto(self, buffer):
        self.given += 1
        assert self.given < MOST, "read on without writing"
        line = next(self.lines)
        buffer[: len(line)] = line
        return len(line)


class Stopped(Exception):  # noqa: N818 - an end, not an error
    """Enough was written."""


class Watched(io.StringIO):
    """Standard output that stops the program after some lines."""

    def write(self, text):
        written = super().write(text)
        if self.getvalue().count("\n") > 1000:
            raise Stopped
        return written


@pytest.mark.parametrize("command", [("solve", "--json"), ("count", "--json"), ("solve",)])
def test_errors_are_written_as_they_come(command, monkeypatch):
    lines = Endless(chain([f"{GOOD}\n".encode()], repeat(b"bad\n")))
    stdin = io.TextIOWrapper(io.BufferedReader(lines, 4096))
    monkeypatch.setattr(sys, "stdin", stdin)
    out = Watched()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr("csp_sudoku.cli.failures.code_after", lambda error, **_: error)
    ended = main(list(command))
    assert isinstance(ended, Stopped)
    words = out.getvalue().splitlines()
    assert "invalid" in words[-1]
    assert len(words) > 1000
