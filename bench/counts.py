"""Count boards and latin squares natively, and compare with the published counts.

python bench/counts.py              by components, as `puzzle.count()` does
python bench/counts.py --long       also what takes more than a minute
python bench/counts.py --visit      also by backends that visit every solution, where that ends
python bench/counts.py --clues N    N puzzles of each kind with many solutions, by each backend
"""

from __future__ import annotations

import random
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
    "latin squares of order 8": (cs.Puzzle(board="latin-8"), 108_776_032_459_082_956_800),
    "8x8 boards (2x4 boxes)": (cs.Puzzle(board="sudoku-2x4"), 29_136_487_207_403_520),
    "8x8 boards (4x2 boxes)": (cs.Puzzle(board="sudoku-4x2"), 29_136_487_207_403_520),
}
LONG = {"9x9 boards": (cs.Puzzle(board="sudoku"), 6_670_903_752_021_072_936_960)}


def claims(setting: Setting) -> Iterator[Claim]:
    """Yield the rows of this program on the page of results."""
    for name, (puzzle, published) in {**COUNTS, **({} if setting.quick else TOO_MANY)}.items():
        started = time.process_time()
        if puzzle.count() != published:
            raise SystemExit(f"{name}: the count is wrong")
        yield Claim(f"count {name}", "s", time.process_time() - started)


def row(name: str, puzzle: cs.Puzzle, backend: str, published: int) -> None:
    """Count, and print a row."""
    started = time.process_time()
    counted = puzzle.count(backend=backend)
    seconds = time.process_time() - started
    peak = getrusage(RUSAGE_SELF).ru_maxrss >> 10
    print(
        f"| {name} | {published:,} | {backend} | {counted:,} | {seconds:.3f} | {peak} |", flush=True
    )
    if counted != published:
        raise SystemExit(f"{backend} is wrong")


def boards(visit: bool, long: bool) -> None:
    """Count all boards of some kinds."""
    print("| what | published | backend | counted | CPU s | peak MB |\n|---|--:|---|--:|--:|--:|")
    for name, (puzzle, published) in {**COUNTS, **TOO_MANY, **(LONG if long else {})}.items():
        for backend in ("auto", "bitmask", "dlx") if visit and name in COUNTS else ("auto",):
            row(name, puzzle, backend, published)


CLUES = {"sudoku": (20, 21, 22, 24), "sudoku-2x4": (12, 14, 16), "sudoku-2x3": (2, 4, 6)}
BACKENDS = ("auto", "components", "bitmask", "dlx")


def puzzles(each: int) -> None:
    """Count the solutions of boards of which most clues were taken away, by each backend."""
    print("| board | clues | solutions | auto, s | components | bitmask | dlx | auto / best |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    rng = random.Random(20)
    for board, numbers in CLUES.items():
        for puzzle in cs.generate_many(2, board=board, seed=1):  # each backend learns the board
            for backend in BACKENDS:
                puzzle.count(backend=backend)
        for clues in numbers:
            total, seconds = 0, dict.fromkeys(BACKENDS, 0.0)
            for puzzle in cs.generate_many(each, board=board, seed=clues):
                solution = puzzle.solve().solution
                cells = rng.sample(puzzle.board.cells, clues)
                open_one = cs.Puzzle({cell: solution[cell] for cell in cells}, board=board)
                counts = set()
                for backend in seconds:
                    started = time.process_time()
                    counts.add(open_one.count(backend=backend))
                    seconds[backend] += time.process_time() - started
                if len(counts) != 1:
                    raise SystemExit(f"the backends count differently: {open_one}")
                total += counts.pop()
            best = seconds["auto"] / min(list(seconds.values())[1:])
            shown = " | ".join(f"{value:.3f}" for value in seconds.values())
            print(f"| {board} | {clues} | {total:,} | {shown} | {best:.2f} |", flush=True)


if __name__ == "__main__":
    if "--clues" in sys.argv[1:]:
        puzzles(int(sys.argv[sys.argv.index("--clues") + 1]))
    else:
        boards("--visit" in sys.argv[1:], "--long" in sys.argv[1:])
