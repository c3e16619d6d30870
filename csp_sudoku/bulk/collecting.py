"""The garbage collector at rest, while the structures of a chunk are built and searched.

A structure is many small objects that live until its row is answered. The collector would look
through all of them again and again, and find nothing: that took a seventh of the time of killers.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_LOCK = Lock()
_resting = 0
"""How many threads want the collector to rest."""
_was_on = False


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Keep the garbage collector from running, if it would; the last thread switches it on again.

    >>> with collector_at_rest():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    global _resting, _was_on
    with _LOCK:
        if not _resting:
            _was_on = gc.isenabled()
            gc.disable()
        _resting += 1
    try:
        yield
    finally:
        with _LOCK:
            _resting -= 1
            if not _resting and _was_on:
                gc.enable()
