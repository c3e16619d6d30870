"""`auto` beside every single backend, on boards of all sizes, the hard middle included.

    python bench/auto.py [--data FOLDER] [--seconds 10]

Each set has boards with the same share of cells given, at random, out of random filled boards. A
backend's figure is its median over a set; a board that it does not solve in time counts with the
limit. `auto` should stay within twice the best.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

import sets
from harness import machine

import csp_sudoku as cs
from csp_sudoku.rng import Rng

BACKENDS = ("bitmask", "dlx", "sat", "cpsat", "auto")
SHARES = {
    (4, 4): (0.0, 0.25, 0.35, 0.4, 0.5, 0.6),
    (5, 5): (0.0, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6),
    (6, 6): (0.0, 0.3, 0.4, 0.5, 0.55, 0.6),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="the folder of 9x9 puzzle files")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--boards", type=int, default=3, help="so many in each set")
    args = parser.parse_args()
    print(f"{machine()}; medians in ms over {args.boards} boards; limit {args.seconds} s\n")
    print("| set | " + " | ".join(BACKENDS) + " | auto / best |")
    print("|---|" + "--:|" * (len(BACKENDS) + 1))
    for name, puzzles in chosen_sets(args.data, args.boards):
        for backend in BACKENDS:  # what a board's questions share is built once
            puzzles[0].solve(backend, timeout=args.seconds)
        figures = {b: median_ms(puzzles, b, args.seconds) for b in BACKENDS}
        best = min(ms for backend, ms in figures.items() if backend != "auto")
        cells = " | ".join(shown(ms, args.seconds) for ms in figures.values())
        print(f"| {name} | {cells} | {figures['auto'] / best:.2f} |", flush=True)


def chosen_sets(data: Path | None, boards: int) -> list[tuple[str, list[cs.Puzzle]]]:
    """Return the sets by name: files of 9x9 puzzles if there are, and made boards."""
    found = []
    if data is not None:
        for file in ("seventeen.txt", "top1465.txt", "hardest1106.txt"):
            lines = sets.lines(data / file, 40)
            found.append((f"9x9, {file}", [cs.Puzzle(line) for line in lines]))
    rng = Rng(7)
    for (rows, columns), shares in SHARES.items():
        filled = [sets.filled(rows, columns, rng) for _ in range(boards)]
        side = rows * columns
        for share in shares:
            puzzles = [sets.opened(solution, share, rng) for solution in filled]
            found.append((f"{side}x{side}, {share:.0%} given", puzzles))
    return found


def median_ms(puzzles: list[cs.Puzzle], backend: str, seconds: float) -> float:
    """Return the median time of a set."""
    return 1000 * statistics.median(best_of(puzzle, backend, seconds) for puzzle in puzzles)


def best_of(puzzle: cs.Puzzle, backend: str, seconds: float) -> float:
    """Return the best of three times; a slow answer is believed at once."""
    taken = []
    for _ in range(3):
        taken.append(min(puzzle.solve(backend, timeout=seconds).seconds, seconds))
        if taken[0] > 0.2:
            break
    return min(taken)


def shown(ms: float, seconds: float) -> str:
    """Write a figure, or that the limit was met."""
    return f"> {seconds:.0f} s" if ms >= 1000 * seconds else f"{ms:,.2f}"


if __name__ == "__main__":
    main()
