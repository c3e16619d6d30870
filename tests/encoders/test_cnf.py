"""Every form and every at-most-one encoding has exactly the models that the problem has."""

from itertools import product

import pytest
from hypothesis import given, settings, strategies as st
from pysat.solvers import Solver

from csp_sudoku import CSP, AllDifferent, Constraint, ModelError, boards
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.encoders.at_most_one import ENCODINGS
from csp_sudoku.encoders.slots import propagated
from csp_sudoku.errors import UnsupportedConstraintError
from tests.reference import all_solutions
from tests.strategies import csps

EVERY = list(product(("minimal", "extended", "reduced"), ENCODINGS))


def decoded_models(cnf, problem, assumptions):
    """Enumerate with a plain solver, blocking each solution; count each decoded one once."""
    found = []
    with Solver("glucose4", bootstrap_with=cnf.clauses) as solver:
        while solver.solve(assumptions=assumptions):
            codes = cnf.decode(solver.get_model())
            found.append(tuple(problem.assignment(codes).values()))
            solver.add_clause([-cnf.literal[v][code] for v, code in enumerate(codes)])
    return found


@given(csps())
def test_the_model_of_a_solution_is_what_a_solver_says(csp):
    cnf = encoder.encode(csp)
    with Solver("glucose4", bootstrap_with=cnf.clauses) as solver:
        if solver.solve(assumptions=cnf.assumptions(csp.problem.masks)):
            model = solver.get_model()
            assert cnf.model(cnf.decode(model)) == model[: len(cnf.meaning)]


def encoded(csp, form, at_most_one):
    problem = csp.problem
    if form == "reduced":
        return encoder.reduce(problem, at_most_one), problem, []
    cnf = encoder.encode(csp, form, at_most_one)
    return cnf, problem, cnf.assumptions(problem.masks)


@given(csps(), st.sampled_from(EVERY))
@settings(max_examples=400)
def test_models_are_the_solutions(csp, choice):
    cnf, problem, assumptions = encoded(csp, *choice)
    found = decoded_models(cnf, problem, assumptions)
    assert len(found) == len(set(found))
    assert set(found) == all_solutions(csp)


@pytest.mark.parametrize(("form", "at_most_one"), EVERY)
def test_each_choice_counts_the_4x4_boards(form, at_most_one):
    csp = boards.sudoku(2, 2).csp
    cnf, problem, assumptions = encoded(csp, form, at_most_one)
    assert len(decoded_models(cnf, problem, assumptions)) == 288


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("n", range(1, 20))
def test_at_most_one_allows_n_plus_one_choices(name, n):
    top = n

    def fresh():
        nonlocal top
        top += 1
        return top

    clauses = list(ENCODINGS[name](range(1, n + 1), fresh))
    seen = set()
    with Solver("glucose4", bootstrap_with=[*clauses, [n, -n]]) as solver:
        for _ in range(n + 2):
            if not solver.solve():
                break
            true = {x for x in range(1, n + 1) if x in set(solver.get_model())}
            seen.add(frozenset(true))
            solver.add_clause([-x if x in true else x for x in range(1, n + 1)])
    assert seen == {frozenset(), *(frozenset([x]) for x in range(1, n + 1))}


def test_known_sizes_of_the_classic():
    csp = boards.sudoku(3, 3).csp
    # 81 cells with a value, 27 x 9 pairs of 36 in groups; extended adds 81 x 36 and 27 x 9.
    assert len(encoder.encode(csp, "minimal").clauses) == 81 + 27 * 9 * 36
    assert len(encoder.encode(csp).clauses) == 81 + 27 * 9 * 36 + 81 * 36 + 27 * 9
    assert encoder.pairs(csp.problem) == 27 * 9 * 36 + 81 * 36
    assert encoder.encode(csp) is encoder.encode(csp)


@given(csps())
def test_propagation_keeps_all_solutions(csp):
    narrowed = propagated(csp.problem)
    expected = all_solutions(csp)
    if narrowed is None:
        assert not expected
        return
    cnf = encoder.reduce(narrowed)
    assert set(decoded_models(cnf, narrowed, [])) == expected


def test_unknown_choices_are_named():
    csp = boards.sudoku(2, 2).csp
    with pytest.raises(ModelError, match="pairwise, sequential"):
        encoder.encode(csp, at_most_one="magic")
    with pytest.raises(ModelError, match="minimal, extended"):
        encoder.encode(csp, form="short")


class Implies(Constraint):
    """If the first variable is a, then the second is a as well."""

    def check(self, assignment):
        first, second = (assignment[v] for v in self.variables)
        return first != "a" or second == "a"


def test_a_new_kind_of_constraint_is_taught_from_outside():
    csp = CSP()
    one, two = (csp.variable(name, "abc") for name in ("one", "two"))
    csp.add(Implies([one, two]))
    with pytest.raises(UnsupportedConstraintError, match="Implies"):
        encoder.encode(csp)

    @encoder.register.register
    def _(constraint: Implies, cnf: encoder.Cnf) -> None:
        first, second = (cnf.literal[v.index] for v in constraint.variables)
        cnf.clauses.append([-first[0], second[0]])

    assert csp.count(backend="sat") == 7
    assert not isinstance(csp.constraints[0], AllDifferent)
