"""What a command shows on a terminal."""

import os
import pty
import subprocess
import sys


def shown(*words, **variables):
    """Run a command whose output is a terminal, and return what it showed there."""
    environment = {**os.environ, "TERM": "xterm", **variables}
    if "NO_COLOR" not in variables:
        environment.pop("NO_COLOR", None)
    terminal, end = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "csp_sudoku", *words],
        stdout=end,
        stderr=subprocess.DEVNULL,
        check=False,
        env=environment,
    )
    os.close(end)
    text = os.read(terminal, 10_000).decode()
    os.close(terminal)
    return text
