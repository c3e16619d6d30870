"""The command line as people start it, a process of its own; and the same in this process."""

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest import mock

from csp_sudoku.cli import main


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


def here(*words, stdin=""):
    """Run the command in this process: faster, where how it is started does not matter."""
    streams = [io.TextIOWrapper(io.BytesIO(text), encoding="utf-8") for text in (b"", b"")]
    text = stdin.encode() if isinstance(stdin, str) else stdin
    given = io.TextIOWrapper(io.BufferedReader(io.BytesIO(text)), encoding="utf-8")
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]), mock.patch("sys.stdin", given):
        try:
            code = main([str(word) for word in words])
        except SystemExit as left:
            code = left.code
    for stream in streams:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode() for stream in streams)
    return Ended(code, out, err)


def assert_refused(ended, *says):
    """A user's mistake: exit code 2, one line, nothing on standard output."""
    assert ended.code == 2, ended
    assert ended.out == ""
    assert ended.err.count("\n") == 1, ended.err
    assert "Traceback" not in ended.err
    for words in says:
        assert words in ended.err
