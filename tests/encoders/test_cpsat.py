"""The CP-SAT encoder: the same solutions as an obvious search, in each formulation."""

import signal
from itertools import product

import pytest
from hypothesis import given, strategies as st
from ortools.sat import cp_model_pb2
from ortools.sat.python import cp_model

from csp_sudoku import CSP, Constraint, ModelError, Puzzle, Regular, boards
from csp_sudoku.encoders import cpsat, ortools_door
from csp_sudoku.encoders.slots import propagated
from csp_sudoku.errors import UnsupportedConstraintError

EACH = pytest.mark.parametrize("formulation", cpsat.FORMULATIONS)


@st.composite
def csps(draw):
    """Small problems with holes, overlaps, empty groups, free variables and narrowed domains."""
    model = CSP()
    subsets = st.lists(st.sampled_from("abcd"), unique=True)
    names = range(draw(st.integers(0, 4)))
    for name in names:
        model.variable(name, draw(subsets))
    groups = st.lists(st.sampled_from(names), unique=True) if names else st.just([])
    for group in draw(st.lists(groups, max_size=4)):
        model.all_different(group)
    narrowed = {
        v: [value for value in domain if draw(st.integers(0, 3))]
        for v, domain in model.domains.items()
        if draw(st.booleans())
    }
    return model.with_domains(narrowed)


def expected(csp):
    """Try everything."""
    choices = product(*csp.domains.values())
    tried = (dict(zip(csp.variables, values, strict=True)) for values in choices)
    return sorted(
        tuple(v.domain.index(found[v]) for v in csp.variables)
        for found in tried
        if all(constraint.check(found) for constraint in csp.constraints)
    )


class Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.found = []

    def on_solution_callback(self):
        response = self.Response()
        self.found.append(list(response.solution))


def solved(proto):
    """Return the values of all solutions, by the documented interface."""
    model, solver, collector = cp_model.CpModel(), cp_model.CpSolver(), Collector()
    model.proto.copy_from(proto)
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # it would not give the signal back
    status = solver.solve(model, collector)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE), model.validate()
    return collector.found


def solutions(encoding, masks):
    return sorted(tuple(encoding.decode(v)) for v in solved(encoding.narrowed(masks)))


@given(csps())
def test_each_formulation_has_the_solutions_of_the_problem(csp):
    wanted = expected(csp)
    for formulation in cpsat.FORMULATIONS:
        encoding = cpsat.encode(csp, formulation)
        assert not encoding.has_auxiliary
        assert solutions(encoding, csp.problem.masks) == wanted


@given(csps())
def test_the_reduced_model_has_the_solutions_of_the_problem(csp):
    problem = csp.problem
    small = propagated(problem)
    for each in (problem, small or problem):
        assert solutions(cpsat.reduce(each), each.masks) == expected(csp)


@EACH
def test_there_are_288_grids_of_4x4(formulation):
    csp = boards.sudoku(2, 2).csp
    found = solutions(cpsat.encode(csp, formulation), csp.problem.masks)
    assert len(set(found)) == len(found) == 288


@EACH
def test_a_structure_is_built_once_and_problems_leave_it_alone(formulation):
    board = boards.sudoku(2, 2)
    encoding = cpsat.encode(board.csp, formulation)
    before = str(encoding.proto)
    puzzle = Puzzle([1, 0, 0, 4] + [0] * 12, board=board)
    assert encoding.narrowed(puzzle.problem.masks) is not encoding.proto
    assert str(encoding.proto) == before
    assert cpsat.encode(puzzle.csp, formulation) is encoding


@EACH
def test_an_empty_domain_is_a_model_without_solutions(formulation):
    csp = CSP()
    csp.variable("nothing", ())
    csp.variable("free", (1, 2))
    assert solutions(cpsat.encode(csp, formulation), csp.problem.masks) == []


def test_an_unknown_formulation_names_the_known():
    with pytest.raises(ModelError, match="use boolean, alldifferent"):
        cpsat.encode(CSP(), "quantum")


def test_a_reduced_model_has_only_what_is_left_open():
    puzzle = Puzzle([1, 2, 3, 0] + [0] * 12)
    assert len(cpsat.encode(puzzle.csp).proto.variables) == 64
    assert len(cpsat.reduce(propagated(puzzle.problem)).proto.variables) == 4 + 4 * 2 + 8 * 3


# Export


def named(csp):
    """Return a problem with names that a text format has to escape."""
    a, b = csp.variable('a "quoted"\n', ("ä", 2, 5)), csp.variable(("b", 1), ("ä", 5))
    csp.all_different([a, b])
    return csp.with_domains({a: ("ä", 5)})


@EACH
def test_the_text_is_read_back_as_the_same_model(formulation):
    problem = named(CSP()).problem
    model = cp_model.CpModel()
    assert model.proto.parse_text_format(cpsat.text(problem, formulation))
    decode = cpsat.encode(problem.csp, formulation).decode
    assert sorted(decode(values) for values in solved(model.proto)) == [[0, 1], [2, 0]]


@EACH
def test_the_binary_is_read_back_as_the_same_model(formulation):
    problem = named(CSP()).problem
    read = cp_model_pb2.CpModelProto.FromString(cpsat.binary(problem, formulation))
    model = cpsat.model(problem, formulation)
    assert len(read.variables) == len(model.variables)
    assert len(read.constraints) == len(model.constraints)
    assert [v.name for v in read.variables] == [v.name for v in model.variables]
    assert [list(v.domain) for v in read.variables] == [list(v.domain) for v in model.variables]


def test_exported_variables_say_what_they_mean():
    problem = named(CSP()).problem
    booleans, integers = (cpsat.model(problem, each) for each in ("boolean", "alldifferent"))
    first = 'a "quoted"\\n'
    assert [v.name for v in booleans.variables] == [
        *(f"{first}={value}" for value in ("ä", 2, 5)),
        *(f"('b', 1)={value}" for value in ("ä", 5)),
    ]
    assert [v.name for v in integers.variables] == [first, "('b', 1)"]
    assert not cpsat.encode(problem.csp, "alldifferent").proto.variables[0].name


# New kinds of constraints


class Rising(Constraint):
    """The first variable is less than the second."""

    def check(self, assignment):
        first, second = self.variables
        return assignment[first] < assignment[second]


@cpsat.register.register
def _(constraint: Rising, encoding: cpsat.Encoding) -> None:
    first, second = constraint.variables
    for (low, small), (high, large) in product(enumerate(first.domain), enumerate(second.domain)):
        pair = encoding.literal(first.index, low), encoding.literal(second.index, high)
        if small >= large and None not in pair:
            encoding.proto.constraints.add().bool_or.literals.extend([~x for x in pair])


@given(csps(), st.data())
def test_a_constraint_that_is_taught_holds_in_each_formulation(csp, data):
    if len(csp.variables) < 2:
        return
    first, second = data.draw(st.permutations(csp.variables))[:2]
    csp.add(Rising([first, second]))
    for formulation in cpsat.FORMULATIONS:
        encoding = cpsat.encode(csp, formulation)
        assert not encoding.has_auxiliary
        assert solutions(encoding, csp.problem.masks) == expected(csp)


class Odd(Constraint):
    def check(self, assignment):
        return True


@EACH
def test_a_constraint_that_was_not_taught_is_refused(formulation):
    csp = CSP()
    csp.add(Odd([csp.variable("a", (1, 2))]))
    with pytest.raises(UnsupportedConstraintError, match="does not know constraints of type Odd"):
        cpsat.encode(csp, formulation)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_waits_until_the_native_module_is_imported(name):
    """SIGTERM became an ImportError there, and the command went on for ever."""
    number = getattr(signal, name)

    class EndedError(Exception):
        pass

    def end(*_):
        raise EndedError

    def imported():
        with ortools_door._signals_later():
            signal.raise_signal(number)
            done.append(True)

    before = signal.signal(number, end)
    done = []
    try:
        with pytest.raises(EndedError):
            imported()
        assert signal.getsignal(number) is end
    finally:
        signal.signal(number, before)
    assert done


def test_solutions_of_automata_are_asked_for_one_by_one():
    """CP-SAT repeats them when it enumerates, as it gives states Booleans that stay open."""
    model = CSP()
    xs = model.variables("a b c", (0, 1))
    model.add(xs[0] + xs[1] <= 1)
    assert not cpsat.encode(model.problem.csp, "alldifferent").has_auxiliary
    model.add(Regular(xs, 0, [(0, 0, 0), (0, 1, 1), (1, 0, 0)], {0, 1}))
    assert cpsat.encode(model.problem.csp, "alldifferent").has_auxiliary
    assert model.count(backend="cpsat") == 5  # words of three letters without 11
