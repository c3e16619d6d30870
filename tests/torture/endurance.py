"""Many solves by each backend: memory and descriptors stay flat."""

import gc
import os
import time
from pathlib import Path

from csp_sudoku import Puzzle, backends
from tests.cli.puzzles import DOUBLED, HARD, MINIMAL_4, SEVERAL, TWO_4
from tests.torture.trial import Trial

_GROWTH = 8.0
"""Megabytes that a backend may take for itself after its first solves."""
_ROUND = 2.0


def many_solves(random, folder):
    """Solve for a while; compare memory and descriptors with what they were after a warm-up."""
    names = [info.name for info in backends() if info.installed]
    puzzles = [Puzzle(text) for text in (HARD, SEVERAL, DOUBLED, MINIMAL_4, TWO_4)]
    begun = {}
    totals = dict.fromkeys(names, 0)
    while True:
        for name in names:
            yield name
            if name not in begun:
                _solve(puzzles, name, 60)
                begun[name] = _used()
            before = _used()
            count = _solve(puzzles, name, 10**9)
            memory, descriptors = (now - then for now, then in zip(_used(), before, strict=True))
            totals[name] += count
            broke = None
            if memory > _GROWTH:
                broke = f"{count} solves took {memory:.1f} MB"
            if descriptors > 0:
                broke = f"{count} solves left {descriptors} descriptors open"
            yield Trial(f"{name}, {totals[name]:,} solves in all", broke, memory)


def _solve(puzzles, name, most):
    """Solve until the round ends, or this many; return how many were solved."""
    end, count = time.monotonic() + _ROUND, 0
    while count < most and time.monotonic() < end:
        puzzles[count % len(puzzles)].solve(name, timeout=10)
        count += 1
    return count


def _used():
    """Return the resident memory in megabytes, and the number of open descriptors."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6, len(list(Path("/proc/self/fd").iterdir()))
