"""The command line as people start it: a process of its own."""

import subprocess
import sys
from typing import NamedTuple


class Ended(NamedTuple):
    code: int
    out: str
    err: str


def csp_sudoku(*words, stdin=b"", env=None):
    """Run the command, and return its exit code, output and messages."""
    text = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [sys.executable, "-m", "csp_sudoku", *map(str, words)],
        input=text,
        capture_output=True,
        check=False,
        env=env,
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


def assert_refused(ended, *says):
    """A user's mistake: exit code 2, one line, nothing on standard output."""
    assert ended.code == 2, ended
    assert ended.out == ""
    assert ended.err.count("\n") == 1, ended.err
    assert "Traceback" not in ended.err
    for words in says:
        assert words in ended.err
