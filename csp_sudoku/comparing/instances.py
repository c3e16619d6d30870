"""One question to one backend in a process of its own, with limits of CPU time and memory.

Where thousands of instances are compared on many machines, one that takes all memory must not end
the others. The process is new for each instance, warms up as in any comparison, and is stopped by
the system when it goes beyond a limit.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import NamedTuple

from csp_sudoku.puzzle import Puzzle
from csp_sudoku.status import Status

_START_SECONDS = 30
"""CPU time that starting and warming up may take besides the question itself."""


class Instance(NamedTuple):
    """What came of it: a trial, and the memory that the process took."""

    backend: str
    status: str
    seconds: float
    nodes: int | None = None
    conflicts: int | None = None
    peak_rss: int | None = None
    answer: str | None = None
    """The solution that was found."""
    note: str = ""


def measured(
    puzzle: Puzzle, backend: str, *, timeout: float, limit: int = 2, memory: int | None = None
) -> Instance:
    """Ask a backend in a process of its own.

    >>> measured(Puzzle("1... ..2. .3.. ...4"), "dlx", timeout=10).status
    'solved'

    Args:
        puzzle: the puzzle.
        backend: the name of the backend.
        timeout: seconds for the question.
        limit: look for up to this many solutions.
        memory: how many bytes of address space the process may have.
    """
    asked = {
        "puzzle": puzzle.to("json"),
        "backend": backend,
        "timeout": timeout,
        "limit": limit,
        "memory": memory,
    }
    try:
        child = subprocess.run(
            [sys.executable, "-m", "csp_sudoku.comparing.instances"],
            input=json.dumps(asked).encode(),
            capture_output=True,
            check=False,
            timeout=2 * timeout + 2 * _START_SECONDS,
        )
        said = child.stdout
    except subprocess.TimeoutExpired:
        return Instance(backend, str(Status.UNKNOWN), timeout, note="it did not end by itself")
    if child.returncode or not said:
        lines = child.stderr.decode(errors="replace").strip().splitlines()
        why = lines[-1][:200] if lines else f"the process ended with {child.returncode}"
        return Instance(backend, str(Status.UNKNOWN), timeout, note=why)
    return Instance(**json.loads(said))


def _main() -> None:
    asked = json.load(sys.stdin)
    _limit(asked["timeout"], asked["memory"])

    from csp_sudoku.comparing.measure import answered
    from csp_sudoku.comparing.memory import peak
    from csp_sudoku.formats.streams import parse

    puzzle = parse(asked["puzzle"], format="json")
    trial, solution = answered(
        puzzle, asked["backend"], timeout=asked["timeout"], limit=asked["limit"]
    )
    answer = None if solution is None else solution.to("line")
    print(
        json.dumps(
            Instance(
                asked["backend"],
                trial.status,
                trial.seconds,
                trial.nodes,
                trial.conflicts,
                peak(),
                answer,
                trial.note,
            )._asdict()
        )
    )


def _limit(seconds: float, memory: int | None) -> None:
    """Set the limits of this process, where the system has such limits."""
    try:
        import resource
    except ImportError:
        return
    most = int(seconds) + _START_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


if __name__ == "__main__":
    _main()
