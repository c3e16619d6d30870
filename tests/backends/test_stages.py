"""The two stages of the native search find each solution once, wherever the first one ends."""

import pytest

import csp_sudoku as cs
from csp_sudoku.backends import stages
from csp_sudoku.backends.bitmask import Bitmask
from csp_sudoku.backends.stages import Stages
from csp_sudoku.native.status import Status
from csp_sudoku.rules import cage


def puzzle(solutions):
    """Return a killer on 4x4 with this many solutions, as brute force counts them."""
    cages = [cage("r1c1 r2c1", 4), cage("r1c2 r1c3", 5)]
    made = cs.Puzzle({}, board="sudoku-2x2", rules=cages)
    assert made.count(backend="bruteforce") == solutions
    return made


@pytest.fixture(params=[0, 1, 2, 5, 20, 100])
def first_nodes(request, monkeypatch):
    monkeypatch.setattr(stages, "FIRST_NODES", request.param)
    return request.param


def test_each_solution_is_found_once(first_nodes):
    killer = puzzle(12)
    found = list(killer.solutions(backend="bitmask"))
    assert len(found) == len(set(found)) == 12
    assert set(found) == set(killer.solutions(backend="bruteforce"))


@pytest.mark.parametrize("limit", [1, 2, 3, 11, 12, 13, None])
def test_counts_have_their_limit(first_nodes, limit):
    assert puzzle(12).count(limit, backend="bitmask") == min(12, limit or 12)


@pytest.mark.parametrize("nodes", [1, 3])
def test_a_search_can_be_paused_in_either_stage(first_nodes, nodes):
    problem = puzzle(12).problem
    search = Bitmask().begun(problem)
    assert isinstance(search, Stages)
    found = []
    while (status := search.run(nodes=nodes)) is not Status.EXHAUSTED:
        if status is Status.SOLUTION:
            found.append(tuple(search.solution))
    assert len(found) == len(set(found)) == 12
    again = Bitmask().begun(problem)
    total = 0
    while True:
        total += again.count(limit=4, nodes=nodes)
        if again.status is Status.EXHAUSTED:
            break
    assert total == 12
    assert again.nodes >= min(first_nodes, search.nodes)


def test_rules_by_name_and_classics_have_one_stage():
    problem = puzzle(12).problem
    for backend in (Bitmask(strengthen=False), Bitmask(strengthen=["value sets"])):
        assert not isinstance(backend.begun(problem), Stages)
    plain = cs.Puzzle("1234 3412 2123 432.").problem
    assert not isinstance(Bitmask().begun(plain), Stages)
