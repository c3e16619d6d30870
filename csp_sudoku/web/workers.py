"""Worker processes: each answers one question at a time, and is ended when its asker leaves.

Techniques and encodings are Python code that holds the GIL, and some do not look at a limit for
seconds: only the end of a process ends them at once. New workers are forked from a process that has
imported everything, which takes milliseconds; a worker whose answer was wanted to its end is used
again, with all that it has built. A worker also ends when the server dies, however it dies.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, TypeAlias

from csp_sudoku.errors import CspSudokuError

_QUEUE = 8
"""How many questions may wait for a worker."""
_GRACE = 2.0
"""How many seconds longer than its limit a job may take, before its worker is ended."""
_BEGUN = b"?"
"""What a worker says once it has a question; it may have been killed before that."""
_END = b""
_Question: TypeAlias = tuple[str, dict[str, Any], float]
"""Its name and fields, and how many seconds it may take."""
_CONTEXT = get_context("forkserver")


class BusyError(CspSudokuError):
    """Too many questions wait already."""


class _Worker(NamedTuple):
    process: Any
    """A process of the context's own class."""
    talk: Connection
    """Questions go in, lines of JSON come out; an empty one ends an answer."""
    life: Connection
    """The worker ends when this is closed."""

    def end(self) -> None:
        """End the process at once, whatever it is doing, and wait until it is gone."""
        self.process.kill()
        self.process.join()
        self.talk.close()
        self.life.close()


class Workers:
    """Up to `most` processes at work, and a short queue before them.

    Args:
        most: how many questions are answered at the same time.
        questions: the module whose `answer(name, fields, seconds, write)` writes the lines.
    """

    def __init__(self, most: int, questions: str = "csp_sudoku.web.questions") -> None:
        self._questions = questions
        self._free = asyncio.Semaphore(most)
        self._waiting = 0
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._threads = ThreadPoolExecutor(2 * most + 2, thread_name_prefix="worker")
        _CONTEXT.set_forkserver_preload([questions, "csp_sudoku.web.preloaded"])

    async def warm_up(self) -> None:
        """Start the first worker, so that the first question does not wait for imports."""
        self._idle.append(await self._in_thread(self._started))

    async def lines(self, name: str, fields: dict[str, Any], seconds: float) -> AsyncIterator[str]:
        """Yield the lines of an answer; if the asker stops reading, the worker is ended."""
        if self._waiting >= _QUEUE:
            raise BusyError("the server is busy with other questions", fix="try again soon")
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        worker = None
        is_done = False
        try:
            worker = await self._asked((name, fields, seconds))
            deadline = time.monotonic() + seconds + _GRACE
            while True:
                line = await self._in_thread(partial(_received, worker.talk, deadline))
                if line is None:
                    raise _ended()
                if line == _END:
                    is_done = True
                    return
                yield line.decode()
        finally:
            if worker is not None:
                self._busy.discard(worker)
                if is_done:
                    self._idle.append(worker)
                else:
                    worker.end()
            self._free.release()

    def end(self) -> None:
        """End all workers."""
        for worker in (*self._idle, *self._busy):
            worker.end()
        self._idle.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _asked(self, question: _Question) -> _Worker:
        """Return a worker that has the question.

        A worker may have been killed while it rested, also a moment ago, when its process seems to
        live and takes what is sent. A question that never reached one is asked again.
        """
        while True:
            is_new = not self._idle
            worker = await self._in_thread(self._started) if is_new else self._idle.pop()
            self._busy.add(worker)
            has_it = False
            try:
                has_it = await self._in_thread(partial(_reached, worker.talk, question))
            finally:
                if not has_it:
                    self._busy.discard(worker)
                    worker.end()
            if has_it:
                return worker
            if is_new:
                raise _ended()

    async def _in_thread(self, function: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function)

    def _started(self) -> _Worker:
        talk, theirs = _CONTEXT.Pipe()
        life, their_life = _CONTEXT.Pipe()
        process = _CONTEXT.Process(
            target=_work, args=(theirs, their_life, self._questions), daemon=True
        )
        process.start()
        theirs.close()
        their_life.close()
        return _Worker(process, talk, life)


def _ended() -> CspSudokuError:
    return CspSudokuError(
        "the question took too long or too much memory, and was ended",
        fix="ask for less, or start the server with more --seconds",
    )


def _reached(talk: Connection, question: _Question) -> bool:
    """Whether a worker took the question."""
    deadline = time.monotonic() + question[2] + _GRACE
    with suppress(OSError):
        talk.send(question)
        return _received(talk, deadline) == _BEGUN
    return False


def _received(talk: Connection, deadline: float) -> bytes | None:
    """Return the next line of an answer; None if the worker ended, or the time did."""
    try:
        if not talk.poll(max(0.0, deadline - time.monotonic())):
            return None
        return talk.recv_bytes()
    except (EOFError, OSError):
        return None


# In the worker


def _work(talk: Connection, life: Connection, questions: str) -> None:
    """Answer questions until the server closes the connection."""
    import signal
    from importlib import import_module

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides what Ctrl-C ends
    threading.Thread(target=_watch, args=(life,), daemon=True).start()
    answer = import_module(questions).answer
    with suppress(EOFError, OSError):
        while True:
            name, fields, seconds = talk.recv()
            talk.send_bytes(_BEGUN)
            answer(name, fields, seconds, lambda line: talk.send_bytes(line.encode()))
            talk.send_bytes(_END)


def _watch(life: Connection) -> None:
    """End this process when the server closes its end, or dies."""
    with suppress(EOFError, OSError):
        life.recv()
    os._exit(1)
