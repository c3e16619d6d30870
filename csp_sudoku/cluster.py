"""A dask.distributed cluster as an executor for jobs in parts; no other module names dask.

Two things about dask must be known to whoever relies on it. It counts the death of a worker against
every task that the worker merely had in its queue, and gives a task up at the fourth death: such a
part is handed in again, as any part whose attempt failed. And a nanny does not restart a worker
that dies while it starts (`Nanny._on_worker_exit`); when no worker is left, the scheduler waits for
ever. So the number of workers is watched here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any, TypeVar

from csp_sudoku.errors import BackendUnavailable, PartsError, installing
from csp_sudoku.parts.executors import Factory

T = TypeVar("T")
_LOOK_SECONDS = 1.0
_CONNECT_SECONDS = 30.0
_PATIENCE_SECONDS = 60.0


def dask(address: str, *, patience: float = _PATIENCE_SECONDS) -> Factory:
    """Return a factory for executors on the cluster of a dask scheduler.

    Args:
        address: the address of the scheduler, for example tcp://10.0.0.1:8786.
        patience: seconds that the cluster may be without any worker before the run is given up.
    """
    try:
        import distributed
    except ImportError:
        raise BackendUnavailable(
            "a cluster needs dask.distributed", fix=installing("dask")
        ) from None
    return lambda: DaskExecutor(distributed, address, patience)


class DaskExecutor(Executor):
    """An executor on a dask cluster that notices when nobody is left to work."""

    def __init__(self, distributed: Any, address: str, patience: float) -> None:
        self._address = address
        self._patience = patience
        try:
            self._client = distributed.Client(
                address, timeout=_CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, ValueError, TypeError) as error:
            raise PartsError(
                f"cannot reach a dask scheduler at {address}: {error}",
                fix="start one with `dask scheduler`, then continue with --resume",
            ) from error
        self._executor = self._client.get_executor(pure=False)
        self._slots = 0
        self._looked = 0.0
        self._seen = time.monotonic()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have a worker call a function."""
        future: Future[T] = self._executor.submit(fn, *args, **kwargs)
        return future

    def slots(self) -> int:
        """Return how many threads all workers have, at least 1; give up if there are none."""
        now = time.monotonic()
        if now - self._looked > _LOOK_SECONDS:
            self._looked = now
            self._slots = sum(self._client.nthreads().values())
            if self._slots:
                self._seen = now
            elif now - self._seen > self._patience:
                raise PartsError(
                    f"the cluster at {self._address} had no worker for {self._patience:.0f} "
                    "seconds",
                    fix="start workers with `dask worker`, then continue with --resume",
                )
        return max(1, self._slots)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; it goes on without us."""
        with suppress(Exception):  # it may be gone
            self._client.close(timeout=5)

    def kill(self) -> None:
        """Leave the cluster; what it has of ours is cancelled."""
        with suppress(Exception):  # it may be gone
            self._executor.shutdown(wait=False)
        self.shutdown()
