"""Every question of a puzzle has an answer for any model: a test each."""

from itertools import combinations

import networkx
import pytest
from hypothesis import given, strategies as st

import csp_sudoku as cs
from csp_sudoku import model as m
from tests.random_models import make, solutions_by_check


def colouring():
    """Return a model with relations, a sum, a table and an automaton, and its variables."""
    model = cs.CSP()
    xs = model.variables("a b c d", range(4))
    a, b, c, d = xs
    model.add(a < b, name="order")
    model.add(a + b + c == 4, name="sum")
    model.add(cs.Table([b, c, d], [(1, 3, 0), (2, 1, 0), (3, 1, 2), (2, 2, 1)]), name="table")
    model.add(cs.Regular(xs, 0, lambda s, v: s + v if s + v < 9 else None, {4, 5, 6}), name="word")
    return model, xs


@pytest.mark.parametrize("backend", ["auto", "portfolio", "bitmask", "mrv", "sat", "cpsat"])
def test_each_question(backend):
    model, xs = colouring()
    expected = solutions_by_check(model)
    found = list(model.solutions(backend))
    assert {tuple(s[x] for x in xs) for s in found} == expected
    assert model.count(backend=backend) == len(expected)
    assert model.is_unique(backend) == (len(expected) == 1)
    answer = model.solve(backend)
    assert answer[xs[0]] == answer["a"] == answer.solution[xs[0]]
    two = model.two_solutions(backend)
    assert (two is None) == (len(expected) == 1)
    fixed = model.with_values(dict(zip(xs, next(iter(expected)), strict=True)))
    assert fixed.is_unique(backend)
    assert fixed.two_solutions(backend) is None


def test_auto_and_portfolio_pass_over_those_that_cannot():
    model, _ = colouring()
    with pytest.raises(cs.BackendError, match="logic cannot take"):
        model.solve("logic")
    assert model.solve("portfolio", members="logic,sat").backend == "sat"
    with pytest.raises(cs.BackendError):
        model.solve("portfolio", members="logic,logic")
    wide = cs.CSP()
    x, y = wide.variables("x y", range(100))
    wide.add(x * y == 91, x < y)
    with pytest.raises(cs.BackendError, match="100 values, and a machine word holds 64"):
        wide.solve("bitmask")
    assert {(s[x], s[y]) for s in wide.solutions()} == {(1, 91), (7, 13)}
    assert wide.count(backend="portfolio") == 2


def test_compare():
    model, _ = colouring()
    comparison = cs.compare(model, ["bitmask", "sat", "cpsat"], repeat=2)
    assert not comparison.disagreements
    assert {trial.status for trial in comparison.trials} == {"multiple"}
    assert [row.solved for row in comparison.rows()] == [1, 1, 1, 1]
    assert "1 puzzle" in str(comparison)
    refused = model.compare(["logic", "sat"])
    assert [trial.status for trial in refused.trials] == ["unknown", "multiple"]
    assert "does not know" in refused.trials[0].note
    mixed = cs.compare(["1... ..2. .3.. ...4", model], ["bitmask", "sat"])
    assert [trial.status for trial in mixed.trials] == ["solved", "solved", "multiple", "multiple"]


def test_compare_asks_copies_of_which_nothing_is_built():
    model, xs = colouring()
    model.compare(["bitmask", "sat"])
    assert "bitmask" not in model._structure.cache
    copy = model.copy()
    copy.add(xs[0] == 0)
    assert len(copy.constraints) == len(model.constraints) + 1
    assert copy.find("a") is xs[0]


def test_compare_saves_models(tmp_path):
    model, _ = colouring()
    comparison = model.compare(["sat"])
    comparison.save(tmp_path / "trials.csv")
    assert "4 variables" in (tmp_path / "trials.csv").read_text()


# Reasons


def by_force(model, condition):
    """Return the size of a smallest reason, by asking every set of facts and constraints."""
    items = [*model.constraints, *model.narrowed]
    for size in range(len(items) + 1):
        for chosen in combinations(items, size):
            other = cs.CSP()
            other._structure.variables += model.variables
            other._structure.constraints += [c for c in chosen if isinstance(c, cs.Constraint)]
            narrowed = {v: model.domains[v] for v in chosen if isinstance(v, cs.Variable)}
            other._narrowed.update(narrowed)
            kept = [dict(zip(model.variables, s, strict=True)) for s in solutions_by_check(other)]
            if all(condition.holds(assignment) for assignment in kept):
                return size
    return None


@given(st.integers(0, 10**6))
def test_a_reason_is_smallest(seed):
    model = make(seed)
    xs = list(model.variables)
    if not all(x.domain for x in xs):
        return
    model = model.with_values({x: x.domain[seed % len(x.domain)] for x in xs[1:]})
    x = xs[0]
    value = x.domain[seed % len(x.domain)]
    condition = x == value if seed % 2 else x != value
    found = model.why(condition)
    size = by_force(model, condition)
    assert (found is None) == (size is None)
    if found is not None:
        assert found.size == size
        assert found.is_smallest


def test_reasons_name_facts_and_constraints():
    model, (a, b, c, d) = colouring()
    narrowed = model.with_domains({b: (1, 2), d: (0, 1)})
    reason = narrowed.why(c != 0)
    assert str(reason) == "c != 0, because table"
    assert reason.constraints[0].name == "table"
    assert reason.domains == {}
    reason = narrowed.with_values({d: 1}).why(b == 2)
    assert str(reason) == "b == 2, because d = 1 and table"
    assert reason.domains == {"d": (1,)}
    assert model.why(a == 3) is None
    assert str(model.why(a != 7)) == "a != 7, whatever the rest is"
    with pytest.raises(cs.ModelError, match="expected a condition"):
        model.why(3)
    other = cs.CSP().variable("x", (1, 2))
    with pytest.raises(cs.ModelError, match="another CSP"):
        model.why(other == 1)
    with pytest.raises(cs.OutOfBudgetError):
        model.why(b == 2, timeout=0)


def test_reasons_of_a_puzzle():
    puzzle = cs.Puzzle("12.. .... ..3. ....")
    reason = puzzle.why("r1c3", 4)
    assert reason.is_smallest
    assert reason.size == 5
    assert puzzle.why("r1c3", 3) is None
    assert puzzle.why((0, 2), 3, holds=False).size == 2
    with pytest.raises(cs.PuzzleError):
        puzzle.why("r1c3", 5)


def test_reasons_of_a_puzzle_with_more_than_groups():
    plain = cs.boards.sudoku(2, 2)
    board = cs.Board("ruled", 4, plain.cells, plain.groups, box=(2, 2))
    at = board.csp.find
    board.csp.add(at((0, 0)) + at((0, 1)) == 7, name="cage")
    board.csp.add(at((1, 2)) > at((1, 3)), name="more")
    puzzle = cs.Puzzle.of(board, bytes([0, 0, 1, *[0] * 13]))
    assert str(puzzle.why("r1c4", 2)) == "r1c4 == 2, because r1c3 = 1, row 1 and cage"
    assert str(puzzle.why("r2c3", 4)) == "r2c3 == 4, because row 1, box 2, cage and more"


# The rest of the list


def test_prove_conflict_and_true_candidates():
    model, (a, _, _, d) = colouring()
    expected = solutions_by_check(model)
    for number, values in enumerate(model.true_candidates().values()):
        assert set(values) == {solution[number] for solution in expected}
    assert model.conflict() is None
    broken = model.with_values({a: 3})
    assert str(broken.conflict()) == "a = 3 and order cannot hold together"
    only = model.with_values({d: 2})
    assert only.prove_unique().check()
    assert len(model.two_solutions()) == 2


def test_from_graph_and_export():
    graph = networkx.petersen_graph()
    model = cs.CSP.from_graph(graph, ["red", "green", "blue"])
    assert model.count() == 120
    assert m.has_symmetric_values(model)
    assert model.is_unique() is False
    for format in ("cnf", "mzn", "xcsp3", "opb"):
        assert str(model.export(format))


def test_the_smallest_and_the_largest_of_expressions():
    model = cs.CSP()
    x, y, z = model.variables("x y z", range(5))
    model.add(cs.smallest([x, y, z]) == 1, cs.largest([x, y + 1, z]) <= 3)
    expected = {
        (a, b, c)
        for a in range(5)
        for b in range(5)
        for c in range(5)
        if min(a, b, c) == 1 and max(a, b + 1, c) <= 3
    }
    assert {(s[x], s[y], s[z]) for s in model.solutions()} == expected
    with pytest.raises(cs.PuzzleError, match=r"the smallest of expressions is cs\.smallest"):
        cs.minimum([x, y])
