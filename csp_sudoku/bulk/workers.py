"""Threads that work on many tasks, with the results in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import TypeVar

from csp_sudoku.errors import BackendError

T = TypeVar("T")
R = TypeVar("R")


def ordered(
    run: Callable[[T], R], tasks: Iterator[T], workers: int, cancel: Callable[[], None]
) -> Iterator[R]:
    """Yield the result of each task, in order, with a few tasks under way at a time."""
    first = list(islice(tasks, 2)) if workers > 1 else []
    if len(first) < 2:
        yield from map(run, chain(first, tasks))
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    pending: deque[Future[R]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for task in chain(first, tasks):
                pending.append(pool.submit(run, task))
                if len(pending) > 2 * workers:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        except BaseException:  # Ctrl-C, or the rest is not wanted: no thread outlives this
            cancel()
            pool.shutdown(cancel_futures=True)
            raise


def checked_workers(workers: int | None) -> int:
    """Return the number of threads: as given, or one per core."""
    if workers is None:
        return _cores()
    if isinstance(workers, bool) or workers < 1:
        raise BackendError(f"expected 1 worker or more, or None for all cores, got {workers}")
    return workers


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
