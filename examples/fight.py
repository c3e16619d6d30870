"""Seed 001's "Fight": 500 boards with two to four random cells given, each solved at once."""

import time

import csp_sudoku as cs
from csp_sudoku.rng import Rng

BOARDS = 500


def challenge(rng: Rng, solution: cs.Solution) -> cs.Puzzle:
    """Return a solved board with all but two to four cells taken away."""
    cells = list(solution.board.cells)
    rng.shuffle(cells)
    given = cells[: 2 + rng.below(3)]
    return cs.Puzzle({cell: solution.assignment[cell] for cell in given})


def main() -> None:
    """Let the seed's own algorithm fight, and the others beside it."""
    rng = Rng(1)
    solution = cs.generate(seed=1).solve().solution
    assert solution is not None
    challenges = [challenge(rng, solution) for _ in range(BOARDS)]
    for backend in ("mrv", "bitmask", "dlx"):
        started = time.perf_counter()
        solved = sum(bool(puzzle.solve(backend)) for puzzle in challenges)
        seconds = time.perf_counter() - started
        print(f"{backend:8} solved {solved} of {BOARDS}, {seconds / BOARDS * 1e6:6.0f} µs each")


if __name__ == "__main__":
    main()
