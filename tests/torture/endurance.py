"""Many solves by each backend: memory and descriptors stay flat."""

import gc
import os
import time
from pathlib import Path

from csp_sudoku import Puzzle, backends
from tests.cli.puzzles import DOUBLED, HARD, MINIMAL_4, SEVERAL, TWO_4
from tests.torture.trial import Trial

_GROWTH = 16.0
"""Megabytes that all solves of a backend together may add after its first ones."""
_ROUND = 2.0
_HARD_ONCE_IN = 40
"""Small puzzles are solved so much faster that most of them are small: 10^5 take minutes."""


def many_solves(random, folder):
    """Solve in rounds, always with the backend that is behind; add up what its rounds leave."""
    hard = [Puzzle(text) for text in (HARD, SEVERAL, DOUBLED)]
    small = [Puzzle(text) for text in (MINIMAL_4, TWO_4)]
    puzzles = [*hard, *(small * _HARD_ONCE_IN)]
    solves = dict.fromkeys((info.name for info in backends() if info.installed), 0)
    grown = dict.fromkeys(solves, 0.0)
    for name in solves:
        yield f"the first solves with {name}"
        _solve(puzzles, name, len(puzzles))
    while True:
        name = min(solves, key=solves.__getitem__)
        yield name
        before = _used()
        count = _solve(puzzles, name, 10**9)
        memory, descriptors = (now - then for now, then in zip(_used(), before, strict=True))
        solves[name] += count
        grown[name] += memory
        broke = None
        if grown[name] > _GROWTH:
            broke = f"{solves[name]} solves took {grown[name]:.1f} MB"
        if descriptors > 0:
            broke = f"{count} solves left {descriptors} descriptors open"
        yield Trial(f"{name}, {solves[name]:,} solves", broke, solves[name], (name, "solves"))
        yield Trial(f"{name}, memory", None, round(max(0.0, grown[name]), 1), (name, "MB"))


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
