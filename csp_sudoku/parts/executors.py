"""Executors of this machine: threads and processes; and any other by its name.

An executor is given as a factory, a function that makes one: a pool of processes is dead as soon as
one of its processes is killed, and another one must take its place.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from importlib import import_module
from queue import SimpleQueue
from typing import Any, TypeAlias, TypeVar

from csp_sudoku.budgets import Budget
from csp_sudoku.bulk.workers import checked_workers
from csp_sudoku.errors import PartsError

T = TypeVar("T")
Factory: TypeAlias = Callable[[], Executor]
_MOST_SLOTS = 64
_DEATH_SECONDS = 10

_here = threading.local()


def threads(workers: int | None = None) -> Factory:
    """Return a factory for threads of this process: for what native code does without the GIL."""
    number = checked_workers(workers)
    return lambda: Threads(number)


def processes(workers: int | None = None) -> Factory:
    """Return a factory for processes of this machine; one that is killed is replaced.

    They are spawned: a script that uses them needs the usual `if __name__ == "__main__":`.
    """
    number = checked_workers(workers)
    return lambda: Processes(number)


def factory_of(name: str, workers: int | None = None) -> Factory:
    """Return the factory that a word names: threads, processes, or module:function.

    >>> factory_of("concurrent.futures:ThreadPoolExecutor").__name__
    'ThreadPoolExecutor'
    """
    if name == "threads":
        return threads(workers)
    if name == "processes":
        return processes(workers)
    module, colon, attribute = name.partition(":")
    try:
        found: Any = import_module(module) if colon else None
        for step in attribute.split("."):
            found = getattr(found, step)
    except (ImportError, AttributeError, ValueError) as error:
        raise PartsError(
            f"there is no executor {name!r}: {error}",
            fix="use threads, processes, or module:function for a function that makes an Executor",
        ) from error
    if not callable(found):
        raise PartsError(f"{name} is not a function", fix="name one that makes an Executor")
    return found  # type: ignore[no-any-return]  # what it makes is checked when it is used


def slots_of(executor: Executor) -> int:
    """Return how many parts an executor can work on at a time, as far as it tells."""
    told = getattr(executor, "slots", None)
    found = told() if callable(told) else getattr(executor, "_max_workers", None)
    return found if isinstance(found, int) and found > 0 else _MOST_SLOTS


def end(executor: Executor) -> None:
    """End an executor at once: what it is working on is not wanted any more."""
    kill = getattr(executor, "kill", None)
    with suppress(Exception):  # it may be broken in any way
        if callable(kill):
            kill()
        else:
            try:
                executor.shutdown(wait=False, cancel_futures=True)
            except TypeError:  # an executor that does not know cancel_futures
                executor.shutdown(wait=False)


def cancelling() -> Budget | None:
    """Return the budget that is cancelled when this thread is to stop; None in other threads."""
    return getattr(_here, "budget", None)


class Threads(Executor):
    """Threads that do not keep the program from ending, and can be told to stop."""

    def __init__(self, workers: int) -> None:
        self._max_workers = workers
        self._tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._budget = Budget()
        self._threads = [
            threading.Thread(target=self._work, name=f"parts-{number}", daemon=True)
            for number in range(workers)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have a thread call a function."""
        if self._budget.cancelled:
            raise RuntimeError("the threads were told to stop")
        future: Future[T] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(fn(*args, **kwargs))
            except BaseException as error:
                future.set_exception(error)

        self._tasks.put(run)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the threads end when all is done."""
        for _ in self._threads:
            self._tasks.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def kill(self) -> None:
        """Stop the threads as soon as they notice."""
        self._budget.cancel()
        self.shutdown(wait=False)

    def _work(self) -> None:
        with _cancelled_by(self._budget):
            while (task := self._tasks.get()) is not None:
                if not self._budget.cancelled:
                    task()


class Processes(ProcessPoolExecutor):
    """Processes that end with this one, however it ends, and leave Ctrl-C to it."""

    def __init__(self, workers: int) -> None:
        from multiprocessing import get_context

        super().__init__(workers, mp_context=get_context("spawn"), initializer=_begin_child)

    def kill(self) -> None:
        """End the processes at once."""
        from multiprocessing.connection import wait

        processes = list((self._processes or {}).values())
        for process in processes:
            process.kill()
        gone: list[Any] = []
        while len(gone) < len(processes):  # then nobody holds a half file any more
            left = [process.sentinel for process in processes if process.sentinel not in gone]
            found = wait(left, _DEATH_SECONDS)
            if not found:
                break
            gone += found
        self.shutdown(wait=False, cancel_futures=True)


def _begin_child() -> None:
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C ends
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    import os

    parent.join()
    os._exit(1)


@contextmanager
def _cancelled_by(budget: Budget) -> Iterator[None]:
    _here.budget = budget
    try:
        yield
    finally:
        _here.budget = None
