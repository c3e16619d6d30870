"""Objectives: optima that are known from elsewhere, and that paradigms and brute force agree on."""

import pickle
import runpy
from fractions import Fraction
from pathlib import Path

import pytest

import csp_sudoku as cs
from csp_sudoku import CSP, Status, backends
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.budgets import Budget
from csp_sudoku.model import minimum
from csp_sudoku.questions import Report
from tests.random_optima import disagreement

GOLOMB = {2: 1, 3: 3, 4: 6, 5: 11, 6: 17, 7: 25, 8: 34}
"""The lengths of optimal rulers (A003022 in the encyclopedia of integer sequences)."""
EXAMPLES = Path(__file__).parents[1] / "examples"
golomb = runpy.run_path(str(EXAMPLES / "golomb_ruler.py"))["golomb"]


def rectangle():
    """The largest area with a fence of 12: 3 times 3."""
    model = CSP()
    a, b = model.variables("a b", range(1, 12))
    model.add(2 * a + 2 * b <= 12, name="fence")
    model.maximize(a * b)
    return model


@pytest.mark.parametrize("seed", range(30))
def test_paradigms_and_brute_force_agree(seed):
    assert disagreement(seed, ("bitmask", "sat", "cpsat", "auto", "dlx"))[0] is None


@pytest.mark.parametrize("backend", ["portfolio", "mrv", "cpsat:boolean", "sat:minisat22"])
def test_other_backends_agree(backend):
    for seed in range(30, 36):
        assert disagreement(seed, (backend,))[0] is None


@pytest.mark.parametrize(
    ("backend", "most"), [("bitmask", 6), ("sat", 6), ("cpsat", 8), ("auto", 7), ("portfolio", 5)]
)
def test_golomb_rulers_have_their_published_lengths(backend, most):
    for order in range(2, most + 1):
        answer = golomb(order).solve(backend)
        assert (answer.status, answer.value, answer.bound) == (
            Status.SOLVED,
            GOLOMB[order],
            GOLOMB[order],
        )
        assert answer
    assert golomb(5).count(backend=backend) == 2
    assert golomb(4).is_unique(backend)


def test_the_answer_tells_its_value():
    answer = rectangle().solve()
    assert (answer["a"], answer["b"], answer.value, answer.bound) == (3, 3, 9, 9)
    assert "value 9 with bound 9" in repr(answer)
    plain = rectangle().without_objective().solve()
    assert (plain.value, plain.bound) == (None, None)
    assert "value" not in repr(plain)


def test_limits_speak_of_optimal_solutions():
    model = CSP()
    a, b = model.variables("a b", range(4))
    model.add(a != b)
    model.maximize(a + b)
    assert model.count() == 2
    assert not model.is_unique()
    assert [sorted(s.values()) for s in model.solutions()] == [[2, 3], [2, 3]]
    answer = model.solve(limit=2)
    assert (answer.status, answer.found, answer.value) == (Status.MULTIPLE, 2, 5)
    assert model.with_values({a: 3}).solve(limit=2).status is Status.SOLVED
    assert len(model.two_solutions()) == 2
    assert model.without_objective().count() == 12
    assert model.solve(limit=0).status is Status.UNKNOWN
    assert model.count(0) == 0


@pytest.mark.parametrize("backend", ["bitmask", "sat", "cpsat", "auto", "portfolio"])
def test_no_solution_is_proven(backend):
    model = CSP()
    a, b = model.variables("a b", range(3))
    model.add(a + b == 3, a + b == 2, a * b != 5)
    model.minimize(a - b)
    answer = model.solve(backend)
    assert (answer.status, answer.value, answer.bound) == (Status.NONE, None, None)
    assert model.count(backend=backend) == 0
    assert list(model.solutions(backend)) == []


@pytest.mark.parametrize("backend", ["bitmask", "sat", "cpsat"])
def test_a_solution_needs_a_value_of_the_objective(backend):
    model = CSP()
    a, b = model.variables("a b", range(3))
    model.minimize(6 // (a * b))
    assert model.solve(backend).value == 1
    assert model.with_values({a: 0}).solve(backend).status is Status.NONE
    assert "has no value" in str(model.violation({a: 0, b: 1}))
    assert model.violation({a: 1, b: 1}) is None


def test_fractions_conditions_and_constants():
    model = CSP()
    a, b = model.variables("a b", (Fraction(1, 2), 1, 2))
    model.add(a != b)
    model.minimize(a * b + Fraction(1, 3))
    assert [model.solve(backend).value for backend in ("bitmask", "sat", "cpsat")] == [
        Fraction(5, 6)
    ] * 3
    model.maximize(a > b)
    assert (model.solve().value, model.count()) == (1, 3)
    model.minimize(7)
    assert (model.solve().value, model.count()) == (7, 6)
    model.maximize(minimum([a, b]))
    assert (model.solve().value, model.count(backend="sat")) == (1, 2)


# Budgets


@pytest.mark.parametrize("backend", ["bitmask", "sat", "cpsat", "auto", "portfolio"])
def test_no_time_is_unknown(backend):
    answer = rectangle().solve(backend, timeout=0)
    assert (answer.status, answer.value, answer.bound) == (Status.UNKNOWN, None, None)
    for question in (rectangle().count, rectangle().is_unique):
        with pytest.raises(cs.OutOfBudgetError):
            question(backend=backend, timeout=0)


def test_a_budget_ends_with_the_best_so_far():
    values = []
    for nodes in (10, 100, 1000):
        model = golomb(8)
        answer = model.solve("bitmask", nodes=nodes)
        assert answer.status is Status.BEST
        assert not answer
        assert model.violation(answer.solution) is None
        assert answer.solution["mark 7"] == answer.value
        assert 0 <= answer.bound <= 34 <= answer.value
        values.append(answer.value)
        with pytest.raises(cs.OutOfBudgetError, match="before an optimum was proven: value"):
            model.count(backend="bitmask", nodes=nodes)
    assert values == sorted(values, reverse=True)
    short = golomb(7).solve("sat", conflicts=1000)
    assert (short.status, short.stats["conflicts"] <= 1100) == (Status.BEST, True)
    assert golomb(8).solve("cpsat", conflicts=20).status is Status.BEST


class Finds(Backend):
    """A backend that gives some solutions, and then a bound or an error."""

    name = "finds"
    summary = "gives what it was told to"

    def __init__(self, found, end):
        super().__init__()
        self.found, self.end = found, end

    def search(self, problem, budget, report, limit):
        yield from self.found
        return True

    def optimize(self, problem, budget, report):
        yield from self.found
        if isinstance(self.end, BaseException):
            raise self.end
        return self.end


def test_ctrl_c_gives_the_best_so_far():
    model = rectangle()
    found = [[0, 0], [1, 1]]  # values 1 and 4
    answer = model.solve(Finds(found, KeyboardInterrupt()))
    assert (answer.status, answer.value, answer["a"]) == (Status.BEST, 4, 2)
    assert answer.bound == 121
    assert answer.reason == "the best solution before Ctrl-C"
    with pytest.raises(KeyboardInterrupt):
        model.solve(Finds([], KeyboardInterrupt()))
    with pytest.raises(cs.OutOfBudgetError, match="value 4, bound 121"):
        model.count(backend=Finds(found, KeyboardInterrupt()))


def test_solutions_are_checked_and_only_better_ones_count():
    model = rectangle()
    with pytest.raises(cs.WrongAnswerError, match="finds gave a wrong answer: fence"):
        model.solve(Finds([[5, 5]], 0))
    answer = model.solve(Finds([[1, 1], [0, 0]], -9))
    assert (answer.status, answer.value, answer.bound) == (Status.BEST, 4, 9)


def test_a_cancelled_budget_ends_its_shares():
    whole = Budget()
    share = whole.share(nodes=10)
    assert not share.is_over()
    whole.cancel()
    assert share.is_over()
    spent = Budget(nodes=10, conflicts=5)
    spent.spend(7, 5)
    assert (spent.nodes, spent.is_over()) == (3, True)


# Choosing


def test_auto_hands_over_to_cpsat_when_the_native_search_is_not_enough(monkeypatch):
    monkeypatch.setattr("csp_sudoku.backends.auto._OPTIMUM_NODES", 2000)
    answer = golomb(8).solve()
    assert (answer.backend, answer.value) == ("cpsat", 34)
    assert answer.reason == "a native search was not done after 2,000 nodes"
    assert golomb(5).solve().backend == "bitmask"


def test_auto_takes_turns_without_cpsat(monkeypatch):
    monkeypatch.setattr("csp_sudoku.backends.auto._OPTIMUM_NODES", 50)
    monkeypatch.setattr(backends, "able", lambda names, problem: iter(()))
    answer = golomb(6).solve()
    assert (answer.status, answer.value) == (Status.SOLVED, 17)
    assert answer.backend != "cpsat"


def test_values_of_too_many_kinds_go_to_cpsat():
    model = CSP()
    a, b = model.variables("a b", range(100))
    model.add(a + b >= 150)
    model.minimize(3 * a + b)
    answer = model.solve()
    assert (answer.value, answer.backend) == (252, "cpsat")
    assert answer.reason.startswith("not the native search")
    assert model.solve("sat").value == 252


def test_exact_cover_takes_sums_and_refuses_those_that_would_explode():
    model = CSP()
    a, b = model.variables("a b", range(3))
    model.all_different([a, b])
    model.minimize(a)
    assert model.solve("dlx").value == 0
    model.minimize(a + b)
    assert model.solve("dlx").value == 1
    model.minimize(sum(model.variables("c d e f g", range(1000))))
    with pytest.raises(cs.BackendError, match="objective would take more than 100,000 options"):
        model.solve("dlx")


def test_an_engine_does_not_answer_for_an_objective():
    board = cs.boards.sudoku(3, 3).csp
    model = CSP.from_json(board.to_json())
    cells = list(model.variables)
    model.maximize(cells[0] + cells[1])
    fixed = dict(zip(cells[2:9], (1, 2, 3, 4, 5, 6, 7), strict=True))
    for backend in ("auto", "bitmask"):
        answer = model.with_values(fixed).solve(backend)
        assert (answer.status, answer.value) == (Status.SOLVED, 17)


# The model


def test_an_objective_goes_wherever_the_model_goes():
    model = rectangle()
    copies = [pickle.loads(pickle.dumps(model)), CSP.from_json(model.to_json())]
    copies.append(model.with_values({}))
    for copy in copies:
        assert str(copy.objective) == "maximize a * b"
        assert copy.solve().value == 9
    assert model.with_values({"a": 1}).solve().value == 5
    model.add(model["a"] <= 2)
    assert model.solve().value == 8
    model.minimize(model["a"])
    assert (str(model.objective), model.solve().value) == ("minimize a", 1)
    assert copies[2].solve().value == 9
    assert model.without_objective().objective is None
    assert model.objective is not None


def test_mistakes_are_refused():
    model = CSP()
    x = model.variable("x", ("red", 1))
    with pytest.raises(cs.ModelError, match="cannot be added or compared"):
        model.minimize(x)
    with pytest.raises(cs.ModelError, match="belongs to another CSP"):
        model.maximize(CSP().variable("y", (1, 2)))
    with pytest.raises(cs.ModelError):
        model.maximize(1.5)
    with pytest.raises(cs.ModelError, match="neither minimize nor maximize"):
        CSP.from_json(rectangle().to_json().replace('"maximize"', '"improve"'))
    for question in (rectangle().prove_unique, rectangle().true_candidates):
        with pytest.raises(cs.ModelError, match="has an objective"):
            question()
    assert rectangle().conflict() is None


def test_reports_add_up():
    report, other = Report("a"), Report("b", "because")
    report.stats = {"nodes": 2, "max_depth": 5}
    other.stats = {"nodes": 3, "max_depth": 4, "restarts": 1}
    report.add(other)
    assert (report.backend, report.reason) == ("b", "because")
    assert report.stats == {"nodes": 5, "max_depth": 5, "restarts": 1}
