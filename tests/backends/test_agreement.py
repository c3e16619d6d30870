"""Five paradigms that agree on random problems, with each other and with the obvious search."""

import pytest
from hypothesis import given, settings

from csp_sudoku import Status
from tests.reference import all_solutions
from tests.strategies import csps, small_puzzles


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


@pytest.fixture(scope="session")
def single_backends(chosen_backends):
    """All that search themselves; a race of them is slow, and tested on fewer problems."""
    return tuple(name for name in chosen_backends if name != "portfolio")


@given(csp=csps())
@settings(max_examples=40)
def test_a_race_gives_the_same_solutions(csp):
    assert asked(csp, "portfolio") == all_solutions(csp)


@given(csp=csps())
@settings(max_examples=1200)
def test_all_backends_find_the_same_solutions_of_random_problems(single_backends, csp):
    expected = all_solutions(csp)
    for backend in single_backends:
        assert asked(csp, backend) == expected, backend


@given(puzzle=small_puzzles())
@settings(max_examples=900)
def test_all_backends_find_the_same_solutions_of_small_boards(single_backends, puzzle):
    expected = all_solutions(puzzle.csp)
    for backend in single_backends:
        found = [tuple(solution) for solution in puzzle.solutions(backend)]
        assert len(found) == len(set(found)), f"{backend} repeats a solution"
        assert set(found) == expected, backend
        assert puzzle.count(2, backend) == min(2, len(found)), backend
        answer = puzzle.solve(backend)
        assert (answer.solution is not None) == bool(found)
        assert answer.solution is None or answer.solution.solves(puzzle)
