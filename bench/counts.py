"""Count boards and latin squares natively, and compare with the published counts.

python bench/counts.py            by components, as `puzzle.count()` does
python bench/counts.py --visit    also by backends that visit every solution, where that ends
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from resource import RUSAGE_SELF, getrusage

from claims import Claim, Setting

import csp_sudoku as cs


def reduced_latin(order: int) -> cs.Puzzle:
    """Return the empty latin square whose first row and column are in order."""
    given = {(0, i): i + 1 for i in range(order)} | {(i, 0): i + 1 for i in range(order)}
    return cs.Puzzle(given, board=cs.boards.latin(order))


COUNTS = {
    "4x4 boards": (cs.Puzzle([0] * 16), 288),
    "6x6 boards (2x3 boxes)": (cs.Puzzle([0] * 36), 28_200_960),
    "reduced latin squares of order 6": (reduced_latin(6), 9_408),
    "reduced latin squares of order 7": (reduced_latin(7), 16_942_080),
}
TOO_MANY = {
    "latin squares of order 6": (cs.Puzzle(board="latin-6"), 812_851_200),
    "latin squares of order 7": (cs.Puzzle(board="latin-7"), 61_479_419_904_000),
    "8x8 boards (2x4 boxes)": (cs.Puzzle(board="sudoku-2x4"), 29_136_487_207_403_520),
}


def claims(setting: Setting) -> Iterator[Claim]:
    """Yield the rows of this program on the page of results."""
    for name, (puzzle, published) in {**COUNTS, **({} if setting.quick else TOO_MANY)}.items():
        started = time.process_time()
        if puzzle.count() != published:
            raise SystemExit(f"{name}: the count is wrong")
        yield Claim(f"count {name}", "s", time.process_time() - started)


def main(visit: bool) -> None:
    print("| what | published | backend | counted | CPU s | peak MB |\n|---|--:|---|--:|--:|--:|")
    for name, (puzzle, published) in {**COUNTS, **TOO_MANY}.items():
        for backend in ("auto", "bitmask", "dlx") if visit and name in COUNTS else ("auto",):
            started = time.process_time()
            counted = puzzle.count(backend=backend)
            seconds = time.process_time() - started
            peak = getrusage(RUSAGE_SELF).ru_maxrss >> 10
            row = f"{published:,} | {backend} | {counted:,} | {seconds:.3f} | {peak}"
            print(f"| {name} | {row} |", flush=True)
            if counted != published:
                raise SystemExit(f"{backend} is wrong")


if __name__ == "__main__":
    main("--visit" in sys.argv[1:])
