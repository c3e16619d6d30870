"""One file of puzzles with known counts goes through every backend."""

from pathlib import Path

import pytest

from csp_sudoku import Puzzle, Solution

LIMIT = 200


def lines():
    path = Path(__file__).parent.parent / "data" / "conformance.txt"
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            puzzle, count, *solution = line.split(":")
            yield pytest.param(puzzle, int(count), *(solution or [None]), id=puzzle[:20])


@pytest.mark.parametrize(("text", "count", "solution"), lines())
def test_count_and_solution(backend, text, count, solution):
    puzzle = Puzzle(text)
    nodes = 3_000_000 if backend in ("bruteforce", "mrv") else None
    assert puzzle.count(LIMIT, backend, nodes=nodes) == min(count, LIMIT)
    if solution:
        assert puzzle.solve(backend, nodes=nodes).solution == Solution(solution)
