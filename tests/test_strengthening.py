"""Strengthening: what is derived follows, says where it comes from, and can be switched off."""

import pickle
from collections import Counter

import pytest

import csp_sudoku as cs
from csp_sudoku.backends import get
from csp_sudoku.model import Linear, ValueSet
from csp_sudoku.model.strengthening import RULES, derived
from csp_sudoku.rules import cage
from tests import random_houses, random_models


def killer():
    """Two rows of a Sudoku with cages; the last cell of the second row is not in any."""
    model = cs.CSP()
    grid = model.grid(2, 9, range(1, 10))
    for number, row in enumerate(grid.rows, start=1):
        model.all_different(row, f"row {number}")
    sizes, totals = (2, 3, 3, 4, 3, 2), (17, 6, 15, 13, 15, 17)
    cells = list(grid)
    for number, (size, total) in enumerate(zip(sizes, totals, strict=True), start=1):
        model.add(sum(cells[:size]) == total, name=f"cage {number}")
        cells = cells[size:]
    return model, cells[0]


def test_rows_less_their_cages():
    model, last = killer()
    found = model.strengthened(["innies and outies"]).constraints[len(model.constraints) :]
    (only,) = [c for c in found if len(c.origin.parts) == 2]
    assert only.variables == (last,)
    assert only.totals == ((7, 7),)
    assert str(only.origin) == (
        "row 1 and row 2 sum to 90, cage 1, cage 2, cage 3, cage 4, cage 5 and cage 6 to 83"
    )
    assert only.origin.rule == "innies and outies"
    assert [str(part) for part in only.origin.parts] == ["row 1", "row 2"]


def test_the_sum_of_a_cage_becomes_a_value_set():
    model, _ = killer()
    found = model.strengthened(["value sets"]).constraints[len(model.constraints) :]
    assert {c.origin.rule for c in found} == {"value sets"}
    assert found[0].family == (frozenset({8, 9}),)
    assert str(found[0].origin) == "value sets: cage 1"


def test_a_strengthened_model_keeps_its_own_constraints_and_grows_only_once():
    model, _ = killer()
    strong = model.strengthened()
    assert strong.constraints[: len(model.constraints)] == model.constraints
    again = strong.strengthened()
    assert len(again.constraints) == len(strong.constraints)
    assert model.strengthened().constraints == strong.constraints  # built once
    assert all(c.origin is None for c in model.constraints)


def test_narrowed_domains_are_kept():
    model, last = killer()
    assert model.with_values({last: 7}).strengthened().domains[last] == (7,)
    assert model.with_values({last: 6}).strengthened().count() == 0


def test_origins_survive_pickling():
    model, _ = killer()
    strong = pickle.loads(pickle.dumps(model.strengthened()))
    assert sum(c.origin is not None for c in strong.constraints) > 3


def test_a_rule_that_does_not_exist_is_refused():
    model, _ = killer()
    with pytest.raises(cs.ModelError, match="there is no rule 'swordfish'"):
        model.strengthened(["swordfish"])
    with pytest.raises(cs.ModelError, match="there is no rule 'swordfish'"):
        model.count(2, "bitmask", strengthen="value sets,swordfish")


@pytest.mark.parametrize("backend", ["auto", "bitmask", "sat", "cpsat"])
def test_backends_take_the_word(backend):
    model, _ = killer()
    counts = {
        model.count(200, backend, strengthen=rules)
        for rules in (True, False, "value sets", {"hidden cages", "cliques"}, list(RULES))
    }
    assert counts == {model.with_values({}).count(200)}


def test_the_answer_is_checked_against_the_original_model():
    model, _ = killer()
    problem = model.problem.strengthened(frozenset(RULES))
    assert problem.csp is not model.problem.csp
    codes = [0] * len(problem.masks)
    assert problem.violation(codes).constraint in model.constraints


def test_conflicts_speak_of_the_original_constraints():
    model, last = killer()
    conflict = model.with_values({last: 6}).conflict()
    assert set(conflict.constraints) <= set(model.constraints)


def test_equal_variables_share_their_groups():
    model = cs.CSP()
    a, b, c, d = model.variables("a b c d", range(1, 4))
    model.all_different([a, b, c], "the group")
    model.add(cs.Relation(a, d, lambda x, y: x == y, "the clone"))
    (found,) = derived(model.variables, model.constraints, ["equal variables"]).new
    assert set(found.variables) == {b, c, d}
    assert str(found.origin) == "equal variables: the group and the clone"


def test_leftovers_of_a_jigsaw():
    board = cs.boards.named("jigsaw-6@1")
    found = derived(board.csp.variables, board.csp.constraints, ["leftovers"]).new
    assert found
    solution = cs.Puzzle([0] * 36, board=board).solve().solution
    values = dict(zip(board.csp.variables, solution.values, strict=True))
    assert all(constraint.check(values) for constraint in found)


def test_a_queen_graph_is_merged_into_its_lines():
    networkx = pytest.importorskip("networkx")
    squares = [(r, c) for r in range(5) for c in range(5)]
    graph = networkx.Graph()
    graph.add_nodes_from(squares)
    for i, (r, c) in enumerate(squares):
        for s, d in squares[:i]:
            if r == s or c == d or abs(r - s) == abs(c - d):
                graph.add_edge((r, c), (s, d))
    model = cs.CSP.from_graph(graph, 5)
    found = derived(model.variables, model.constraints, ["cliques"]).new
    lines = {frozenset(v.name for v in c.variables) for c in found}
    assert {frozenset((r, c) for c in range(5)) for r in range(5)} <= lines
    assert model.count(backend="bitmask", strengthen=["cliques"]) == 240  # 2 squares, 5! names


def test_no_rule_changes_solutions():
    fired = Counter()
    assert [random_houses.wrong(seed, fired) for seed in range(150)] == [None] * 150
    assert set(fired) >= set(RULES) - {"long innies and outies"}


def test_long_innies_are_a_rule_of_their_own():
    model = cs.CSP()
    grid = model.grid(3, 9, range(1, 10))
    for number, row in enumerate(grid.rows, start=1):
        model.all_different(row, f"row {number}")
    model.add(cs.Linear([(grid[0, 0], 1), (grid[0, 1], 1)], 3, 3, name="cage 0"))
    for column in range(2, 9):
        model.add(sum(grid.columns[column]) == 15, name=f"cage {column}")
    only = model.strengthened(["long innies and outies"]).constraints[len(model.constraints) :]
    first = next(c for c in only if c.variables == tuple(grid.rows[0][2:]))
    assert first.totals == ((42, 42),)
    assert str(first.origin) == "row 1 sums to 45, cage 0 to 3"
    short = model.strengthened(["innies and outies"]).constraints[len(model.constraints) :]
    assert first.variables not in [c.variables for c in short]


def test_counts_that_make_up_the_number_of_cells():
    model = cs.CSP()
    cells = model.variables("a b c d e f", range(1, 5))
    for value in range(1, 5):
        model.add(cs.Linear([(x, {value: 1}) for x in cells], totals=[0, value]))
    (found,) = derived(model.variables, model.constraints, ["counts together"]).new
    assert len(found.branches) == 2  # 1 + 2 + 3 and 2 + 4
    assert model.count(backend="bitmask") == model.count(backend="bitmask", strengthen=False) == 75


def test_a_renban_line_becomes_a_value_set():
    model = cs.CSP()
    line = model.variables("a b c d", range(1, 10))
    model.all_different(line)
    for i, x in enumerate(line):
        for y in line[:i]:
            model.add(abs(x - y) <= 3)
    (found,) = model.strengthened(["pairwise sets"]).constraints[7:]
    assert sorted(map(sorted, found.family)) == [list(range(n, n + 4)) for n in range(1, 7)]


@pytest.mark.parametrize("backend", ["bitmask", "sat", "cpsat"])
def test_all_rules_on_random_models_of_every_kind(backend):
    for seed in range(40):
        model = random_models.make(seed)
        expected = random_models.solutions_by_check(model)
        found = model.solutions(backend, strengthen=RULES)
        listed = [tuple(s[v.name] for v in model.variables) for s in found]
        assert len(listed) == len(expected), seed
        assert set(listed) == expected, seed


@pytest.mark.parametrize("backend", ["bitmask", "sat", "cpsat"])
def test_all_rules_on_random_houses(backend):
    for seed in range(1000, 1025):
        maker = random_houses.Maker(seed)
        expected = sum(
            all(c.check(filling) for c in maker.model.constraints) for filling in maker.fillings()
        )
        assert maker.model.count(backend=backend, strengthen=RULES) == expected, seed


def test_large_models_are_left_as_they_are():
    model = cs.CSP()
    xs = model.variables(range(6000), range(3))
    model.add(sum(xs[:3]) == 3)
    assert not derived(model.variables, model.problem.csp.constraints).new


def test_sat_leaves_out_derived_sums_that_are_long_and_keeps_what_follows_from_them():
    cages = [cage("r1c1 r1c2 r2c1", 15), cage("r1c3 r1c4 r1c5", 12), cage("r2c2 r2c3", 7)]
    problem = cs.Puzzle(board="sudoku", rules=cages).problem
    sums, sets = {}, {}
    for name in ("bitmask", "sat"):
        backend = get(name, strengthen=["innies and outies", "value sets"])
        new = [c for c in backend.strengthened(problem).csp.constraints if c.origin is not None]
        sums[name] = [len(c.variables) for c in new if isinstance(c, Linear)]
        sets[name] = [c.variables for c in new if isinstance(c, ValueSet)]
    assert max(sums["bitmask"]) > 3
    assert max(sums["sat"], default=0) <= 3
    assert sets["sat"] == sets["bitmask"] != []
