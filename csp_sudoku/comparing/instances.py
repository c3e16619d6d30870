"""One question to one backend in a process of its own, with limits of CPU time and memory.

Where thousands of instances are compared on many machines, one that takes all memory must not end
the others. The process is new for each instance, warms up as in any comparison, and is stopped by
the system when it goes beyond a limit. Processes that it starts itself have the same limits; they
are ended with it, and it ends with whoever asked, also if that one is killed.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any, NamedTuple

from csp_sudoku.puzzle import Puzzle
from csp_sudoku.status import Status

_START_SECONDS = 30
"""CPU time that starting and warming up may take besides the question itself."""
_PATIENCE_SECONDS = 60
"""How much longer than twice its time limit a question may take on the clock, on a busy machine."""
_NOTE_LENGTH = 200


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
        timeout: seconds for the question; it may use all cores in that time.
        limit: look for up to this many solutions.
        memory: how many bytes of address space the process may have.
    """
    asked = {
        "puzzle": puzzle.to("json"),
        "backend": backend,
        "timeout": timeout,
        "limit": limit,
        "cpu_seconds": int(timeout * (os.cpu_count() or 1)) + _START_SECONDS,
        "memory": memory,
    }
    code, said, complaint = _run(asked, 2 * timeout + _PATIENCE_SECONDS)
    if code == 0 and said:
        return Instance(**json.loads(said))
    return Instance(backend, str(Status.UNKNOWN), timeout, note=_why(code, complaint))


def _run(asked: dict[str, Any], seconds: float) -> tuple[int | None, bytes, str]:
    """Ask a process; return its code, its answer and complaint. The code is None if it hangs."""
    lifeline, ours = os.pipe()
    try:
        child = subprocess.Popen(
            [sys.executable, "-m", "csp_sudoku.comparing.instances", str(lifeline)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[lifeline],
            start_new_session=True,
        )
        try:
            said, complaint = child.communicate(json.dumps(asked).encode(), timeout=seconds)
            return child.returncode, said, complaint.decode(errors="replace")
        except subprocess.TimeoutExpired:
            return None, b"", ""
        finally:
            if child.returncode != 0:  # what it started has its group
                with suppress(ProcessLookupError):
                    os.killpg(child.pid, signal.SIGKILL)
                child.communicate()
    finally:
        os.close(lifeline)
        os.close(ours)


def _why(code: int | None, complaint: str) -> str:
    """Say in a line why a process gave no answer.

    >>> _why(None, ""), _why(-signal.SIGXCPU, ""), _why(-signal.SIGSEGV, "")
    ('it did not end by itself', 'it took too much CPU time', 'it was ended by SIGSEGV')
    """
    if code is None:
        return "it did not end by itself"
    if code == -signal.SIGXCPU:
        return "it took too much CPU time"
    if code < 0:
        return f"it was ended by {signal.Signals(-code).name}"
    lines = complaint.strip().splitlines() or [f"the process ended with {code}"]
    return lines[-1][:_NOTE_LENGTH]


def _main() -> None:
    asked = json.load(sys.stdin)
    _end_with(int(sys.argv[1]))
    _limit(asked["cpu_seconds"], asked["memory"])

    from csp_sudoku.comparing.measure import answered
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
                _peak(),
                answer,
                trial.note,
            )._asdict()
        )
    )


def _end_with(lifeline: int) -> None:
    """End this process, and all that it started, with the one that holds the other end.

    The system sends their group a signal then, SIGIO, which ends processes. A thread that waits
    would take 70 MB of the address space.
    """
    import fcntl
    from select import select

    fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    if select([lifeline], [], [], 0)[0]:
        sys.exit("whoever asked has ended")


def _limit(cpu_seconds: int, memory: int | None) -> None:
    """Set the limits of this process, where the system has such limits."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _peak() -> int:
    """Return the peak memory of this process, or of one that it started: the larger one."""
    import resource

    from csp_sudoku.comparing.memory import peak

    unit = 1 if sys.platform == "darwin" else 1024
    return max(peak(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit)


if __name__ == "__main__":
    _main()
