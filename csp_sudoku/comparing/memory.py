"""How much memory a backend needs, measured in a process of its own.

Peak memory can only be measured for a whole process. The process reads the puzzles and notes its
peak so far; then it imports the backend, builds its encodings and solves each puzzle once. The
increase is what the backend needs for its packages, encodings and search.
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
from csp_sudoku.model import CSP
from csp_sudoku.puzzle import Puzzle


def added_by(backend: Backend, puzzles: Sequence[Puzzle | CSP], timeout: float, limit: int) -> int:
    """Return by how many bytes a backend raises the peak memory of a process for these puzzles."""
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
    """Return the peak memory of this process in bytes.

    On Linux this is VmHWM: a child inherits the ru_maxrss of a larger parent.
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
        with suppress(BackendError, WrongAnswerError):  # the race has reported them
            puzzle.solve(backend, timeout=timeout, limit=limit)
    print(peak() - before)


if __name__ == "__main__":
    _main()
