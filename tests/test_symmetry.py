"""Interchangeable values: what may be fixed, what is said about it, and what is never touched."""

from itertools import combinations, product

import networkx as nx
import pytest
from hypothesis import given, strategies as st

import csp_sudoku as cs
from csp_sudoku.model.symmetry import clique, interchangeable

BACKENDS = ("auto", "bitmask", "sat", "cpsat", "dlx", "portfolio:bitmask,dlx")


def queens(n):
    graph = nx.Graph()
    graph.add_nodes_from(product(range(n), repeat=2))
    for (a, b), (c, d) in combinations(list(graph), 2):
        if a == c or b == d or abs(a - c) == abs(b - d):
            graph.add_edge((a, b), (c, d))
    return graph


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("graph", "chromatic"),
    [
        (queens(5), 5),  # M. Vasquez, "New results on the queens_n^2 graph coloring problem", 2004
        (queens(6), 7),
        (nx.petersen_graph(), 3),
        (nx.mycielski_graph(4), 4),  # the Grötzsch graph
        (nx.complete_graph(6), 6),
    ],
    ids=["queens 5", "queens 6", "Petersen", "Grötzsch", "complete"],
)
def test_chromatic_numbers_are_proven(graph, chromatic, backend):
    answer = cs.CSP.from_graph(graph, chromatic - 1).solve(backend)
    assert answer.status is cs.Status.NONE
    if "seen by counting" not in answer.reason:
        assert len(answer.fixed) >= 2
        assert answer.reason.endswith("variables fixed, as all values are interchangeable")
    model = cs.CSP.from_graph(graph, chromatic)
    answer = model.solve(backend)
    assert answer
    assert model.violation(answer.solution) is None
    assert [answer[name] for name in answer.fixed] == list(range(1, len(answer.fixed) + 1))
    assert all(graph.has_edge(a, b) for a, b in combinations(answer.fixed, 2))


@given(st.integers(1, 6), st.integers(1, 4), st.randoms(use_true_random=False))
def test_fixing_a_clique_never_changes_whether_there_is_a_solution(size, colours, rng):
    model = cs.CSP()
    xs = model.variables([f"x{i}" for i in range(size)], range(colours))
    for a, b in combinations(xs, 2):
        if rng.random() < 0.6:
            model.add(rng.choice([cs.AllDifferent([a, b]), a != b]))
        elif rng.random() < 0.1:
            model.add(a == b)
    expected = model.count(1) > 0
    for backend in ("bitmask", "dlx"):
        assert bool(model.solve(backend)) is expected
    assert interchangeable(model.problem.csp)


def test_counting_enumerating_and_uniqueness_fix_nothing():
    model = cs.CSP.from_graph(nx.complete_graph(3), 3)
    assert model.count() == len(list(model.solutions())) == 6
    assert model.count(1) == 1
    assert not model.is_unique()
    answer = model.solve(limit=2)
    assert (answer.status, answer.fixed) == (cs.Status.MULTIPLE, ())
    assert "interchangeable" not in answer.reason
    assert len(list(model.solutions("dlx", limit=1))) == 1


@pytest.mark.parametrize(
    "spoil",
    [
        lambda model, a, b: model.with_values({a: 2}),
        lambda model, a, b: model.with_domains({b: (1, 2)}),
        lambda model, a, b: model.add(a < b),
        lambda model, a, b: model.add(a + b == 4),
        lambda model, a, b: model.variable("other", (1, 2)),
        lambda model, a, b: model.add(cs.Table([a], [(3,)])),
    ],
    ids=["fixed", "narrowed", "ordered", "summed", "another domain", "a set"],
)
def test_values_that_are_not_interchangeable_stay(spoil):
    model = cs.CSP()
    a, b, c = model.variables("a b c", (1, 2, 3))
    model.all_different([a, b, c])
    spoiled = spoil(model, a, b)
    answer = (spoiled if isinstance(spoiled, cs.CSP) else model).solve()
    assert answer
    assert (answer.fixed, "interchangeable" in answer.reason) == ((), False)


def test_a_seed_and_the_classic_searches_are_left_alone():
    board = cs.boards.named("latin-5")
    for backend, options in (("bitmask", {"seed": 3}), ("mrv", {}), ("taboo-totem-pick", {})):
        assert not cs.Puzzle({}, board=board).solve(backend, **options).fixed
    assert len(cs.Puzzle({}, board=board).solve("bitmask").fixed) == 5


def test_cliques_larger_than_their_groups_are_found():
    wheel = cs.CSP.from_graph(nx.complete_graph(7), 9).problem.csp
    assert clique(wheel) == tuple(range(7))
    assert len(clique(cs.boards.named("sudoku-4x4").csp)) == 16
