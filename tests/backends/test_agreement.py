"""Five paradigms that agree on random problems, with each other and with the obvious search."""

import pytest
from hypothesis import given, settings

from csp_sudoku import Status
from tests.reference import all_solutions
from tests.strategies import csps, small_puzzles

pytestmark = pytest.mark.usefixtures("chosen_backends")


def asked(csp, backend):
    """Ask every question, and return the set of all solutions."""
    found = [tuple(s.values()) for s in csp.solutions(backend)]
    assert len(found) == len(set(found)), f"{backend} repeats a solution"
    answer = csp.solve(backend)
    assert (answer.status is Status.SOLVED) == bool(found)
    assert answer.status in (Status.SOLVED, Status.NONE)
    if found:
        assert csp.violation(answer.solution) is None
    assert csp.count(backend=backend) == len(found)
    assert csp.count(2, backend) == min(2, len(found))
    assert csp.is_unique(backend) == (len(found) == 1)
    return set(found)


@given(csp=csps())
@settings(max_examples=1200)
def test_all_backends_find_the_same_solutions_of_random_problems(chosen_backends, csp):
    expected = all_solutions(csp)
    for backend in chosen_backends:
        assert asked(csp, backend) == expected, backend


@given(puzzle=small_puzzles())
@settings(max_examples=900)
def test_all_backends_find_the_same_solutions_of_small_boards(chosen_backends, puzzle):
    expected = all_solutions(puzzle.csp)
    for backend in chosen_backends:
        found = [tuple(solution) for solution in puzzle.solutions(backend)]
        assert len(found) == len(set(found)), f"{backend} repeats a solution"
        assert set(found) == expected, backend
        assert puzzle.count(2, backend) == min(2, len(found)), backend
        answer = puzzle.solve(backend)
        assert (answer.solution is not None) == bool(found)
        assert answer.solution is None or answer.solution.solves(puzzle)
