"""A trial: what was tried, and what broke; and commands as processes."""

import subprocess
import sys
from typing import NamedTuple


class Trial(NamedTuple):
    what: str
    broke: str | None = None
    figure: float | None = None
    """Something measured: of all trials, the largest is told."""
    place: tuple[str, str] | None = None
    """The row and the column of a table in which the largest figures are told."""
    is_owed: bool = False
    """Whether a long run goes on even when the time is over."""


def command(*words):
    return [sys.executable, "-m", "csp_sudoku", *map(str, words)]


def run(*words, seconds=120, **settings):
    """Run a command to its end; one that hangs is ended, and has no exit code."""
    try:
        return subprocess.run(
            command(*words),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
            **settings,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, None, b"", b"")


def complaint(done, *codes):
    """Say what is wrong with a process that should end with one of some codes, and one line."""
    if done.returncode is None:
        return "it hung"
    if done.returncode not in codes:
        return f"exit code {done.returncode}, expected {codes}: {done.stderr[-300:]!r}"
    if b"Traceback" in done.stderr:
        return f"a traceback: {done.stderr[-300:]!r}"
    return None


def left_over(folder):
    """Say which parts of files were left in a folder."""
    parts = [path.name for path in folder.rglob("*.part")]
    return f"parts were left: {parts}" if parts else None
