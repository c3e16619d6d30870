"""Solve 500 nearly empty boards, with two to four random clues each, and compare backends."""

import time

import csp_sudoku as cs
from csp_sudoku.comparing.fights import fight

BOARDS = 500


def main() -> None:
    """Solve all boards with each backend, and print the mean time."""
    boards = fight(BOARDS, seed=1)
    assert {len(puzzle.clues) for puzzle in boards} == {2, 3, 4}
    for backend in ("mrv", "bitmask", "dlx"):
        started = time.perf_counter()
        solved = sum(puzzle.solve(backend).status is cs.Status.SOLVED for puzzle in boards)
        seconds = time.perf_counter() - started
        print(f"{backend:8} solved {solved} of {BOARDS}, {seconds / BOARDS * 1e6:6.0f} µs each")


if __name__ == "__main__":
    main()
