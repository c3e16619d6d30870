"""Solve a million puzzles, and print how many per second: million.py [NUMBER]."""

import sys
import time

import numpy as np

import csp_sudoku as cs
from csp_sudoku.rng import Rng

MADE = 10_000
"""This many puzzles are generated; the others are the same with their digits renamed."""


def puzzles(number: int) -> np.ndarray:
    """Return this many puzzles, one per row: an array of shape (number, 81)."""
    made = [bytes(puzzle.values) for puzzle in cs.generate_many(min(number, MADE), seed=1)]
    first = np.frombuffer(b"".join(made), dtype=np.uint8).reshape(-1, 81)
    rng, digits, parts = Rng(1), list(range(1, 10)), [first]
    while sum(len(part) for part in parts) < number:
        rng.shuffle(digits)
        parts.append(np.array([0, *digits], dtype=np.uint8)[first])
    return np.concatenate(parts)[:number]


def main() -> None:
    """Solve the puzzles on all cores, with uniqueness proven, and check the results."""
    clues = puzzles(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
    started = time.perf_counter()
    batch = cs.solve_many(clues)
    seconds = time.perf_counter() - started

    assert (batch.status == cs.Outcome.SOLVED).all()
    assert (batch.solutions[clues > 0] == clues[clues > 0]).all()
    print(f"{len(batch):,} puzzles, each with exactly one solution")
    print(f"{seconds:.2f} s, {len(batch) / seconds:,.0f} puzzles per second", file=sys.stderr)


if __name__ == "__main__":
    main()
