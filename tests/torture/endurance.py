"""Many solves by each backend: memory and descriptors stay flat.

`python -m tests.torture.endurance NAME` is the process of one backend: for each line that it reads
it solves for a while, and prints how often, and what it uses.
"""

import gc
import json
import os
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path

from csp_sudoku import Puzzle, backends
from tests.cli.puzzles import DOUBLED, HARD, MINIMAL_4, SEVERAL, TWO_4
from tests.torture.trial import Trial

OWED = 100_000
"""As often at least each backend solves in a long run, however long that takes."""
_GROWTH = 16.0
"""Megabytes that all solves of a backend together may add after its first ones."""
_ROUND = 2.0
_SMALL_TO_HARD = 1000
"""Small puzzles are solved so much faster that most of them are small: 10^5 take minutes, even
where a hard one takes all of its ten seconds."""


def many_solves(random, folder):
    """Solve in rounds, always with the backend that is behind, each in a process of its own."""
    names = [info.name for info in backends() if info.installed]
    processes = {name: _started(name) for name in names}
    solves, most = dict.fromkeys(names, 0), dict.fromkeys(names, 0.0)
    begun = {}
    while True:
        name = min(solves, key=solves.__getitem__)
        yield name
        count, memory, descriptors = _round(processes[name])
        before = begun.setdefault(name, (memory, descriptors))  # after the first round
        solves[name] += count
        most[name] = max(most[name], memory - before[0])
        broke = None
        if memory - before[0] > _GROWTH:
            broke = f"{solves[name]} solves took {memory - before[0]:.1f} MB"
        if descriptors > before[1]:
            broke = f"{solves[name]} solves left {descriptors - before[1]} descriptors open"
        is_owed = min(solves.values()) < OWED
        place = (name, "solves")
        yield Trial(f"{name}, {solves[name]:,} solves", broke, solves[name], place, is_owed)
        yield Trial(f"{name}, memory", None, round(most[name], 1), (name, "MB"), is_owed)


def _started(name):
    command = [sys.executable, "-m", __name__, name]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _round(process):
    """Let a process solve for a while; return how often, its memory and its descriptors."""
    process.stdin.write(b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def work(name):
    """Be the process of a backend."""
    hard = [Puzzle(text) for text in (HARD, SEVERAL, DOUBLED)]
    small = [Puzzle(text) for text in (MINIMAL_4, TWO_4)]
    puzzles = cycle([*hard, *(small * _SMALL_TO_HARD)])
    for puzzle in [*hard, *small]:
        puzzle.solve(name, timeout=10)
    for _ in sys.stdin:
        end, count = time.monotonic() + _ROUND, 0
        while time.monotonic() < end:
            next(puzzles).solve(name, timeout=10)
            count += 1
        print(json.dumps([count, *_used()]), flush=True)


def _used():
    """Return the resident memory in megabytes, and the number of open descriptors."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6, len(list(Path("/proc/self/fd").iterdir()))


if __name__ == "__main__":
    work(sys.argv[1])
