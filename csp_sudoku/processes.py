"""Programs in a process of their own, for work that cannot be interrupted in this one.

A solver that keeps the GIL, or does not look at a time limit for seconds, can only be stopped by
ending its process. `Child` runs such a program and exchanges messages with it.
"""

from __future__ import annotations

import marshal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from select import POLLIN, poll
from typing import IO, Any

from csp_sudoku.errors import BackendError

_POLL_MILLISECONDS = 20
_PIPE_BYTES = 1 << 20
"""As much as a system may grant: with a small pipe both sides wait for each other all the time."""
_SIZE_BYTES = 8

_PREPARED = """
import marshal, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C ends

def read():
    size = sys.stdin.buffer.read(8)
    return marshal.loads(sys.stdin.buffer.read(int.from_bytes(size))) if size else sys.exit()

def write(message):
    data = marshal.dumps(message)
    sys.stdout.buffer.write(len(data).to_bytes(8) + data)
    sys.stdout.buffer.flush()

sys.path[:] = read()
"""
"""What every program begins with: it can import what its parent can, and ends with its parent."""


class Child:
    """A Python program in a process of its own; `end` stops it at once, whatever it is doing.

    The program calls `read()` for the next message and `write(message)` to answer. Messages are
    plain data: numbers, strings, and lists, tuples and dictionaries of them. A bare process starts
    faster, without the module `site`: it cannot import packages that are installed as editable.

    >>> child = Child("while True: write(sum(read()))")
    >>> child.ask(1, 2, 3)
    6
    >>> child.end()
    """

    def __init__(self, program: str, *, is_bare: bool = False) -> None:
        flags = ["-S"] if is_bare else []
        self._process: subprocess.Popen[bytes] | None = subprocess.Popen(
            [sys.executable, *flags, "-c", _PREPARED + program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            pipesize=_PIPE_BYTES,
        )
        self.pulse: Callable[[], object] = bool
        """Called while an answer is awaited; if it raises, the child is ended."""
        self.tell(*sys.path)

    @property
    def is_running(self) -> bool:
        """Whether the child was not ended."""
        return self._process is not None

    def tell(self, *message: Any) -> None:
        """Send a message that is not answered; nothing happens if the child was ended."""
        if self._process is None:
            return
        data = marshal.dumps(message)
        pipe = _open(self._process.stdin)
        try:
            pipe.write(len(data).to_bytes(_SIZE_BYTES))
            pipe.write(data)
        except OSError:
            pass  # the program has ended: whoever asks next gets to know
        except BaseException:  # half a message was sent
            self.end()
            raise

    def ask(self, *message: Any) -> Any:
        """Send a message, and wait for its answer; `pulse` is called meanwhile."""
        self.tell(*message)
        data = b""
        if self._process is not None:
            try:
                data = self._awaited(_open(self._process.stdin), _open(self._process.stdout))
            except BaseException:
                self.end()
                raise
        if not data:
            self.end()
            raise BackendError(
                "a process that was asked ended without an answer", fix="use another backend"
            )
        return marshal.loads(data)

    def _awaited(self, stdin: IO[bytes], stdout: IO[bytes]) -> bytes:
        """Return the next answer; nothing if the program has ended."""
        with suppress(OSError):
            stdin.flush()
        answers = poll()
        answers.register(stdout, POLLIN)
        while not answers.poll(_POLL_MILLISECONDS):
            self.pulse()
        return stdout.read(int.from_bytes(stdout.read(_SIZE_BYTES)))

    def end(self) -> None:
        """Stop the program, and wait until its process is gone."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # what was not sent yet is not wanted any more
                _open(pipe).close()
        process.wait()


def _open(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "the process was started with pipes"
    return pipe
