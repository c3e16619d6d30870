"""How much memory a backend needs: measured in a process of its own.

Peak memory is a process's, so every backend has one: it reads the puzzles, notes what it holds, and
then imports the backend, builds its encodings and solves each puzzle once. The difference between
the peak and the note is the backend's: the packages that it brings, encodings, and the search.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from csp_sudoku.backends.protocol import Backend
from csp_sudoku.errors import BackendError, WrongAnswerError
from csp_sudoku.puzzle import Puzzle


def added_by(backend: Backend, puzzles: Sequence[Puzzle], timeout: float, limit: int) -> int:
    """Return the bytes that a backend adds to a process, at the most, to solve these puzzles."""
    question = pickle.dumps((backend.name, backend.chosen, list(puzzles), timeout, limit))
    child = subprocess.run(
        [sys.executable, "-m", "csp_sudoku.comparing.memory"],
        input=question,
        capture_output=True,
        check=False,
    )
    if child.returncode:
        reason = child.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise BackendError(f"no memory figure for {backend.label}: {' '.join(reason)}")
    return int(child.stdout)


def peak() -> int:
    """Return the most memory that this process ever held, in bytes.

    Linux's VmHWM; its ru_maxrss would be that of the parent, if that was larger.
    """
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


def _main() -> None:
    from csp_sudoku.backends import get

    name, options, puzzles, timeout, limit = pickle.load(sys.stdin.buffer)
    before = peak()
    backend = get(name, **options)
    for puzzle in puzzles:
        with suppress(BackendError, WrongAnswerError):  # the race has told of them
            puzzle.solve(backend, timeout=timeout, limit=limit)
    print(peak() - before)


if __name__ == "__main__":
    _main()
