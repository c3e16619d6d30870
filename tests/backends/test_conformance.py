"""One file of puzzles with known counts goes through every backend."""

from pathlib import Path

import pytest

from csp_sudoku import OutOfBudgetError, Puzzle, Solution

LIMIT = 200
NORVIG = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."

HOPELESS = {"bruteforce": (NORVIG, "B5F...D......E.3"), "mrv": (NORVIG,)}
"""Where a preset is out of its depth: it has to say so, and must not answer wrongly."""


def lines():
    path = Path(__file__).parent.parent / "data" / "conformance.txt"
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            puzzle, count, *solution = line.split(":")
            yield pytest.param(puzzle, int(count), *(solution or [None]), id=puzzle[:20])


@pytest.mark.parametrize(("text", "count", "solution"), list(lines()))
def test_count_and_solution(backend, text, count, solution):
    puzzle = Puzzle(text)
    if text.startswith(HOPELESS.get(backend, ("nothing",))):
        with pytest.raises(OutOfBudgetError):
            puzzle.count(LIMIT, backend, nodes=100_000)
        return
    assert puzzle.count(LIMIT, backend) == min(count, LIMIT)
    if solution:
        assert puzzle.solve(backend).solution == Solution(solution)
