"""Count boards and latin squares natively, and compare with the published counts.

python bench/counts.py
"""

from __future__ import annotations

import time

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


def main() -> None:
    print("| what | published | backend | counted | seconds |\n|---|--:|---|--:|--:|")
    for name, (puzzle, published) in COUNTS.items():
        for backend in ("bitmask", "dlx"):
            started = time.perf_counter()
            counted = puzzle.count(backend=backend)
            seconds = time.perf_counter() - started
            print(f"| {name} | {published:,} | {backend} | {counted:,} | {seconds:.2f} |")
            if counted != published:
                raise SystemExit(f"{backend} is wrong")


if __name__ == "__main__":
    main()
