"""Limits and Ctrl-C reach into encoding, into the race, and into solvers that would not listen.

No test looks at a clock: a budget that counts how often it was asked ends a search at any point.
"""

import threading

import pytest

from csp_sudoku import BackendError, Board, Puzzle, Status, boards
from csp_sudoku.backends import cpsat, get, portfolio
from csp_sudoku.backends.protocol import Budget, Report
from csp_sudoku.encoders import cnf, cpsat as cpsat_encoder, exact_cover, slots
from csp_sudoku.errors import OutOfBudgetError
from csp_sudoku.processes import Child
from csp_sudoku.sat import oracle

BUILT = {
    "slots": lambda problem, pulse: slots.slots(problem.csp, pulse),
    "peers": lambda problem, pulse: slots.propagated(problem, pulse),
    "clauses": lambda problem, pulse: cnf.encode(problem.csp, pulse=pulse),
    "clauses of a problem": lambda problem, pulse: cnf.reduce(problem, "sequential", pulse),
    "exact cover": lambda problem, pulse: exact_cover.encode(problem.csp, pulse),
    "Booleans": lambda problem, pulse: cpsat_encoder.reduce(problem, pulse),
    "integers": lambda problem, pulse: cpsat_encoder.encode(problem.csp, "alldifferent", pulse),
}


def a_problem(rows, columns):
    """Return an empty board for which nothing is built yet."""
    known = boards.sudoku(rows, columns)
    board = Board(known.name, known.size, known.cells, known.groups, box=known.box)
    return Puzzle({}, board=board).problem


class Pulse:
    """Raises when it is called for the nth time."""

    def __init__(self, last=None):
        self.last, self.calls = last, 0

    def __call__(self):
        self.calls += 1
        if self.calls == self.last:
            raise OutOfBudgetError("enough", least=0)


class Counting(Budget):
    """A budget that is over when it has been asked some times."""

    __slots__ = ("asked", "last")

    def __init__(self, last):
        super().__init__()
        self.last, self.asked = last, 0

    def is_over(self):
        self.asked += 1
        return self.asked >= self.last or super().is_over()

    def share(self, nodes=None):
        return self


# Encoding


@pytest.mark.parametrize("name", BUILT)
def test_every_encoding_can_be_stopped_at_many_points(name):
    whole = Pulse()
    BUILT[name](a_problem(4, 5), whole)
    assert whole.calls >= 3 * 20  # at least once for each group
    for last in (1, 2, whole.calls // 2, whole.calls):
        problem = a_problem(4, 5)
        with pytest.raises(OutOfBudgetError):
            BUILT[name](problem, Pulse(last))
        BUILT[name](problem, Pulse())  # nothing was kept that is not whole


@pytest.mark.parametrize("backend", ["sat", "sat:kissat404", "cpsat", "cpsat:alldifferent", "dlx"])
@pytest.mark.parametrize("last", [1, 2, 10, 40])
def test_a_budget_that_ends_while_encoding_leaves_the_question_open(backend, last):
    problem = a_problem(5, 5)
    search = get(backend).search(problem, Counting(last), Report(backend), 1)
    with pytest.raises(StopIteration) as end:
        next(search)
    assert not end.value.value
    assert get(backend).count(problem, Counting(last), Report(backend), 1) == (0, False)
    assert threading.active_count() == 1


def test_a_form_that_is_asked_for_can_be_stopped_too():
    for form in ("minimal", "extended"):
        backend = get("sat", form=form)
        assert list(backend.search(a_problem(5, 5), Counting(20), Report("sat"), 1)) == []


# The race


def test_ctrl_c_in_a_race_stops_members_that_encode(monkeypatch):
    def pressed(queue):
        raise KeyboardInterrupt

    monkeypatch.setattr(portfolio, "_wait", pressed)
    problem = a_problem(6, 6)
    with pytest.raises(KeyboardInterrupt):
        next(get("portfolio:sat,cpsat,dlx").search(problem, Budget(), Report("race"), 1))
    assert threading.active_count() == 1
    finished = [key for key in problem.csp._structure.cache if key == "exact cover"]
    assert not finished


def test_a_race_ends_with_its_budget():
    _, settled = get("portfolio").count(a_problem(6, 6), Counting(30), Report("race"), None)
    assert not settled
    assert threading.active_count() == 1


# Solvers in a process of their own


@pytest.fixture
def apart(monkeypatch):
    """Give every solver its own process; return those that were started."""
    monkeypatch.setattr(oracle, "LARGE", 0)
    monkeypatch.setattr(cpsat, "_LONG_LITERALS", 0)
    started = []
    real = Child.__init__

    def noted(child, program, **options):
        real(child, program, **options)
        started.append(child._process)

    monkeypatch.setattr(Child, "__init__", noted)
    yield started
    assert started
    assert all(process.poll() is not None for process in started)


def close_kept(csp):
    """Close the solvers that wait for the next question on a structure."""
    for key, value in csp._structure.cache.items():
        if "kept solvers" in key:
            for solver, _ in value.idle:
                solver.close()


@pytest.mark.parametrize("backend", ["sat", "sat:glucose4", "sat:minicard", "cpsat:alldifferent"])
@pytest.mark.usefixtures("apart")
def test_a_solver_apart_gives_the_same_answers(backend):
    csp = a_problem(2, 2).csp.with_values({(0, 0): 1, (1, 2): 2})
    every = {tuple(found.values()) for found in csp.solutions("dlx")}
    found = [tuple(found.values()) for found in csp.solutions(backend)]
    assert len(found) == len(every)
    assert set(found) == every
    assert csp.count(5, backend) == 5
    assert csp.solve(backend)
    wrong = csp.with_values({(0, 1): 3, (1, 3): 4, (3, 2): 4})
    assert wrong.solve(backend).status is wrong.solve("dlx").status is Status.NONE
    close_kept(csp)


@pytest.mark.parametrize("backend", ["sat", "sat:kissat404", "cpsat:alldifferent"])
def test_a_search_that_is_stopped_or_dropped_ends_its_process(backend, apart):
    problem = a_problem(2, 3)
    options = {"form": "reduced"} if backend == "sat" else {}
    chosen = get(backend, **options)
    for last in (12, 160, 200):
        budget = Counting(last)
        for _ in chosen.search(problem, budget, Report(backend), None):
            budget.asked = last  # it ends when the search next waits
    search = chosen.search(problem, Budget(), Report(backend), None)
    next(search)
    search.close()
    assert len(apart) >= 2


@pytest.mark.usefixtures("apart")
def test_a_kept_solver_whose_process_was_ended_is_not_asked_again():
    problem = a_problem(2, 3)
    found = sum(1 for _ in get("sat").search(problem, Counting(60), Report("sat"), None))
    assert found < problem.csp.count(1000, "dlx")
    assert problem.csp.solve("sat")
    close_kept(problem.csp)


# Processes


def test_a_child_answers_in_order_and_ends_when_told():
    child = Child("while True: write([sum(read())])")
    child.tell(1, 2)
    assert child.ask(3, 4) == [3]
    child.end()
    child.tell(5)  # nothing happens
    child.end()
    assert not child.is_running


def test_a_child_that_is_busy_is_ended_by_the_pulse():
    child = Child("while True: pass")
    process = child._process
    child.pulse = Pulse(3)
    with pytest.raises(OutOfBudgetError):
        child.ask("anything")
    assert process.poll() is not None


@pytest.mark.parametrize("program", ["raise ValueError", "read(); sys.exit()", "import nothing"])
def test_a_child_that_breaks_down_is_an_error_in_words(program):
    child = Child(program)
    with pytest.raises(BackendError, match="ended without an answer"):
        child.ask("x" * 1_000_000)
    assert not child.is_running


def test_a_child_ends_with_its_parent():
    child = Child("while True: write(read())")
    process = child._process
    assert child.ask(1) == (1,)
    process.stdin.close()
    assert process.wait(60) == 0
    process.stdout.close()
