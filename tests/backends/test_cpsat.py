"""The CP-SAT backend: answers, enumeration, budgets, interruption, and what it leaves behind."""

import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, islice, product

import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku import CSP, Constraint, Puzzle, boards
from csp_sudoku.backends import cpsat, cpsat_run, get
from csp_sudoku.backends.protocol import Budget, Report
from csp_sudoku.encoders import cpsat as encoder
from csp_sudoku.errors import BackendError, OutOfBudgetError
from csp_sudoku.status import Status
from tests.random_models import make, solutions_by_check

EACH = pytest.mark.parametrize("backend", ["cpsat:boolean", "cpsat:alldifferent"])

# One solution; and none, which Peter Norvig found to be hard to see.
PROPER = "000000001500092000907006000829030007700060190000000000600050000000000078080007409"
IMPOSSIBLE = "000005080000601043000000000010500000000106000300000005530000061000000004000000000"


def puzzle(text):
    return Puzzle([int(symbol) for symbol in text])


def latin(n):
    model = CSP()
    cells = {(r, c): model.variable((r, c), range(n)) for r in range(n) for c in range(n)}
    for i in range(n):
        model.all_different(cells[i, c] for c in range(n))
        model.all_different(cells[r, i] for r in range(n))
    return model


def pigeons(n):
    """One pigeon too many, two by two: no solution, and no short proof by clauses.

    The first one has a hole less, so that holes are not interchangeable.
    """
    model = CSP()
    everyone = [model.variable(i, range(n - 1 - (not i))) for i in range(n)]
    for pair in combinations(everyone, 2):
        model.all_different(pair)
    return model


def free(variables, values):
    model = CSP()
    for name in range(variables):
        model.variable(name, range(values))
    return model


def drained(search):
    """Return how many solutions a search yields, and whether it says that there are no more."""
    exhausted = []

    def note():
        exhausted.append((yield from search))

    return sum(1 for _ in note()), exhausted[0]


def workers():
    return [thread for thread in threading.enumerate() if thread.name == "cpsat"]


def run_apart(code):
    """Run a script in a process of its own; return what it prints."""
    script = textwrap.dedent(code)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


# Answers


@EACH
def test_a_proper_puzzle_has_one_solution(backend):
    answer = puzzle(PROPER).solve(backend)
    assert answer.status is Status.SOLVED
    assert answer.backend == backend
    assert answer.solution.solves(puzzle(PROPER))
    assert puzzle(PROPER).is_unique(backend)
    assert list(puzzle(PROPER).solutions(backend)) == [answer.solution]


@EACH
def test_an_impossible_puzzle_has_none(backend):
    assert puzzle(IMPOSSIBLE).solve(backend).status is Status.NONE
    assert puzzle(IMPOSSIBLE).count(backend=backend) == 0


@EACH
def test_known_counts(backend):
    assert boards.sudoku(2, 2).csp.count(backend=backend) == 288
    assert [latin(n).count(backend=backend) for n in range(5)] == [1, 1, 2, 12, 576]


@EACH
def test_solutions_come_once(backend):
    found = [tuple(each.values()) for each in latin(4).solutions(backend)]
    assert len(set(found)) == len(found) == 576


@st.composite
def csps(draw):
    """Small problems with holes, overlaps, empty groups, free variables and narrowed domains."""
    model = CSP()
    names = range(draw(st.integers(0, 4)))
    for name in names:
        model.variable(name, draw(st.lists(st.sampled_from("abcd"), unique=True)))
    groups = st.lists(st.sampled_from(names), unique=True) if names else st.just([])
    for group in draw(st.lists(groups, max_size=4)):
        model.all_different(group)
    return model.with_domains(
        {v: domain[1:] for v, domain in model.domains.items() if draw(st.booleans())}
    )


@EACH
@settings(max_examples=50)
@given(csp=csps())
def test_all_solutions_are_those_of_an_obvious_search(backend, csp):
    tried = (dict(enumerate(values)) for values in product(*csp.domains.values()))
    expected = [found for found in tried if csp.violation(found) is None]
    found = list(csp.solutions(backend))
    assert len(found) == len(expected)
    assert all(each in expected for each in found)
    assert csp.count(2, backend) == min(2, len(expected))
    assert bool(csp.solve(backend)) == bool(expected)


@EACH
def test_the_smallest_problems(backend):
    assert CSP().solve(backend).solution == {}
    assert list(CSP().solutions(backend)) == [{}]
    assert free(3, 2).count(backend=backend) == 8
    empty = CSP()
    empty.variable("a", ())
    search = get(backend).search(empty.problem, Budget(), Report(backend), None)
    assert list(search) == []
    group = free(2, 2)
    group.all_different([])
    assert group.count(backend=backend) == 4


@EACH
def test_large_boards(backend):
    assert Puzzle([0] * 256).solve(backend).solution
    assert Puzzle([0] * 256).count(2, backend) == 2
    board = boards.sudoku(4, 4)
    full = list(Puzzle([0] * 256, board=board).solve(backend).solution)
    almost = [0 if i % 5 == 0 and i < 100 else value for i, value in enumerate(full)]
    assert Puzzle(almost, board=board).solve(backend).solution.solves(Puzzle(almost, board=board))
    impossible = Puzzle([0, *range(2, 17), *[0] * 16, 1, *[0] * 223], board=board)
    assert impossible.solve(backend).status is Status.NONE


# Limits and budgets


@EACH
def test_limits(backend):
    board = boards.sudoku(2, 2).csp
    for limit in (0, 1, 2, 17, 300):
        assert board.count(limit, backend) == min(limit, 288)
        assert len(list(board.solutions(backend, limit=limit))) == min(limit, 288)


@pytest.mark.parametrize("moment", [0.05, 0.0])
def test_one_of_many_solutions_is_not_taken_for_the_only_one(moment, monkeypatch):
    monkeypatch.setattr(cpsat, "_MOMENT", moment)
    search = get("cpsat").search(boards.sudoku(2, 2).csp.problem, Budget(), Report("cpsat"), 1)
    assert drained(search) == (1, False)
    search = get("cpsat").search(puzzle(IMPOSSIBLE).problem, Budget(), Report("cpsat"), 1)
    assert drained(search) == (0, True)
    assert puzzle(PROPER).is_unique("cpsat")
    assert boards.sudoku(2, 2).csp.count(2, "cpsat") == 2


@EACH
def test_no_time_is_unknown_and_never_wrong(backend):
    answer = puzzle(PROPER).solve(backend, timeout=0)
    assert answer.status is Status.UNKNOWN
    assert not answer.stats
    with pytest.raises(OutOfBudgetError):
        puzzle(PROPER).count(backend=backend, timeout=0)
    with pytest.raises(OutOfBudgetError):
        list(puzzle(PROPER).solutions(backend, conflicts=0))


def test_time_and_conflicts_end_a_search():
    assert pigeons(20).solve("cpsat", timeout=0.2, strengthen=False).status is Status.UNKNOWN
    answer = pigeons(20).solve("cpsat", conflicts=50, strengthen=False)
    assert answer.status is Status.UNKNOWN
    assert answer.stats["conflicts"] < 500
    with pytest.raises(OutOfBudgetError) as caught:
        pigeons(20).count(backend="cpsat", conflicts=50, strengthen=False)
    assert caught.value.least == 0
    assert not workers()


def test_what_was_found_before_the_budget_ended_is_kept():
    report = Report("cpsat")
    search = get("cpsat").search(Puzzle([0] * 81).problem, Budget(conflicts=50), report, None)
    found, exhausted = drained(search)
    assert found > 0
    assert not exhausted
    assert 50 <= report.stats["conflicts"] < 150
    assert not workers()


def test_statistics_are_numbers_in_cpsat_s_own_terms():
    hard = puzzle(
        "000000002008010900500003040000109300060030080003700000040000005301070800200000000"
    )
    stats = hard.solve("cpsat").stats
    assert set(stats) == {"conflicts", "branches", "propagations", "booleans"}
    assert all(type(count) is int for count in stats.values())
    assert stats["propagations"] > stats["booleans"] > 0


# Options


def test_options():
    for options in ({"workers": 2}, {"seed": 7}, {"formulation": "alldifferent", "workers": 2}):
        assert puzzle(PROPER).solve("cpsat", **options)
        assert boards.sudoku(2, 2).csp.count(backend="cpsat", **options) == 288
    answer = pigeons(20).solve("cpsat", workers=2, timeout=0.2, strengthen=False)
    assert answer.status is Status.UNKNOWN


@pytest.mark.parametrize(
    "wrong", [{"workers": 0}, {"workers": "two"}, {"seed": -1}, {"seed": 2**31}]
)
def test_wrong_options_are_refused(wrong):
    with pytest.raises(BackendError):
        get("cpsat", **wrong)


def test_an_unknown_formulation_names_the_known():
    with pytest.raises(BackendError, match="auto, boolean, alldifferent"):
        get("cpsat:quantum")


# Constraints with auxiliary variables


class Distant(Constraint):
    """The two values differ by more than one."""

    def check(self, assignment):
        first, second = self.variables
        return abs(assignment[first] - assignment[second]) > 1


@encoder.register.register
def _(constraint: Distant, encoding: encoder.Encoding) -> None:
    """Say it with a variable that nothing determines: CP-SAT alone would repeat solutions."""
    first, second = (variable.index for variable in constraint.variables)
    whatever = len(encoding.proto.variables)
    encoding.proto.variables.add().domain.extend([0, 1])
    values = encoding.csp.values
    for a, b in product(range(len(values)), repeat=2):
        pair = encoding.literal(first, a), encoding.literal(second, b)
        if abs(values[a] - values[b]) <= 1 and None not in pair:
            for sign in (whatever, ~whatever):
                clause = encoding.proto.constraints.add().bool_or
                clause.literals.extend([sign, *(~x for x in pair)])


@EACH
def test_auxiliary_variables_repeat_no_solution(backend):
    model = free(3, 4)
    model.add(Distant([model.find(0), model.find(1)]))
    model.all_different([1, 2])
    found = [tuple(each.values()) for each in model.solutions(backend)]
    expected = [(a, b, c) for a, b, c in product(range(4), repeat=3) if abs(a - b) > 1 and b != c]
    assert sorted(found) == expected
    assert model.solve(backend)
    assert model.count(2, backend) == 2
    report = Report(backend)
    spent = get(backend).search(model.problem, Budget(seconds=0), report, None)
    assert list(spent) == []


# Threads, interruption, memory


def test_enumeration_is_lazy_and_ends_with_its_iterator():
    solutions = Puzzle([0] * 81).solutions("cpsat")
    assert not workers()
    assert len(set(islice(solutions, 5))) == 5
    assert len(workers()) == 1
    solutions.close()
    assert not workers()


def test_a_finished_search_leaves_no_thread():
    assert latin(3).count(backend="cpsat") == 12
    assert latin(3).solve("cpsat")
    assert not workers()


def test_two_threads_share_a_backend():
    backend, board = get("cpsat"), boards.sudoku(2, 2)
    with ThreadPoolExecutor(2) as pool:
        counts = pool.map(lambda _: board.csp.count(backend=backend), range(6))
        unique = pool.map(lambda _: puzzle(PROPER).is_unique(backend), range(6))
        assert list(counts) == [288] * 6
        assert all(unique)


def test_an_error_in_the_thread_reaches_the_asker():
    with pytest.raises(BackendError, match="refuses the model"):
        list(cpsat_run.Run(cpsat_run.CpModelProto(), {"num_workers": -5}).all(lambda: False))


def test_ctrl_c_stops_a_search_without_solutions():
    assert run_apart(
        """
        import os, signal, threading
        from itertools import combinations
        from csp_sudoku import CSP

        def interrupt():
            while not any(thread.name == "cpsat" for thread in threading.enumerate()):
                pass
            os.kill(os.getpid(), signal.SIGINT)

        model = CSP()
        pigeons = [model.variable(i, range(19 - (not i))) for i in range(20)]
        for pair in combinations(pigeons, 2):
            model.all_different(pair)
        other = threading.Thread(target=interrupt)
        other.start()
        try:
            model.solve("cpsat", strengthen=False)
        except KeyboardInterrupt:
            other.join()
            print("interrupted", *(thread.name for thread in threading.enumerate()))
        """
    ) == ["interrupted", "MainThread"]


def test_ctrl_c_stops_an_enumeration():
    assert run_apart(
        """
        import os, signal, threading
        from csp_sudoku import Puzzle

        found = 0
        try:
            for solution in Puzzle([0] * 81).solutions("cpsat"):
                found += 1
                if found == 20:
                    threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT)).start()
        except KeyboardInterrupt:
            pass
        names = {thread.name for thread in threading.enumerate()}
        print(found >= 20, "cpsat" in names)
        """
    ) == ["True", "False"]


def test_a_program_ends_although_an_enumeration_was_left_open():
    assert run_apart(
        """
        from csp_sudoku import Puzzle
        solutions = Puzzle([0] * 81).solutions("cpsat")
        print(len(next(solutions).values))
        """
    ) == ["81"]


@pytest.mark.parametrize("wait", ["paused", "searching"])
def test_a_program_ends_although_a_daemon_still_searches(wait):
    script = f"""
        import threading
        from csp_sudoku import Puzzle

        def search():
            solutions = Puzzle([0] * 81).solutions("cpsat")
            next(solutions)
            started.set()
            if {wait!r} == "paused":
                threading.Event().wait()
            for _ in solutions:
                pass

        started = threading.Event()
        threading.Thread(target=search, daemon=True).start()
        started.wait()
        print("over")
        """
    assert run_apart(script) == ["over"]


def test_ortools_comes_late_and_without_pandas():
    assert run_apart(
        """
        import sys
        from csp_sudoku import Puzzle
        from csp_sudoku.backends import backend_class

        def loaded():
            names = {name.partition(".")[0] for name in sys.modules}
            return sorted(names & {"ortools", "pandas", "numpy", "google"})

        backend_class("cpsat")
        print("listed", *loaded())
        Puzzle([0] * 81).count(20, "cpsat")
        print("solved", *loaded())
        """
    ) == ["listed", "solved", "ortools"]


def test_without_the_light_module_the_documented_one_stands_in():
    assert run_apart(
        """
        import sys
        from types import ModuleType
        from ortools.sat.python import cp_model
        sys.modules["ortools.sat.python.cp_model_helper"] = ModuleType("emptied")

        from csp_sudoku import Puzzle, boards
        from csp_sudoku.encoders import ortools_door
        print(ortools_door.SolveWrapper is ortools_door.HeavyWrapper)
        print(boards.sudoku(2, 2).csp.count(backend="cpsat"))
        solutions = Puzzle([0] * 81).solutions("cpsat")
        print(len({next(solutions) for _ in range(20)}))
        solutions.close()
        print(Puzzle([0] * 81).solve("cpsat").status)
        """
    ) == ["True", "288", "20", "solved"]


def test_memory_does_not_grow_with_the_solutions():
    (grown,) = run_apart(
        """
        import resource
        from itertools import islice
        from csp_sudoku import CSP

        def peak():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        model = CSP()
        for name in range(4):
            model.variable(name, range(12))
        solutions = model.solutions("cpsat")
        assert sum(1 for _ in islice(solutions, 2_000)) == 2_000
        before = peak()
        assert sum(1 for _ in islice(solutions, 18_000)) == 18_000
        solutions.close()
        print(peak() - before)
        """
    )
    assert int(grown) < 8_000, f"{grown} KiB more after 18,000 further solutions"


def test_ctrl_c_while_ortools_is_imported_is_not_lost():
    assert run_apart(
        """
        import os, signal, sys
        from csp_sudoku import Puzzle

        class PressesCtrlC:
            def find_spec(self, name, path, target=None):
                if name == "ortools.sat.python.cp_model_helper":
                    os.kill(os.getpid(), signal.SIGINT)
                    try:
                        for _ in range(1000):
                            pass
                    except KeyboardInterrupt:
                        raise ImportError from None

        sys.meta_path.insert(0, PressesCtrlC())
        try:
            Puzzle([0] * 16).count(3, "cpsat")
        except KeyboardInterrupt:
            print("interrupted", Puzzle([0] * 16).count(3, "cpsat"))
        """
    ) == ["interrupted", "3"]


@pytest.mark.parametrize("seed", [2041688, 2066816])
def test_no_solution_is_lost_by_a_table_of_two_columns(seed):
    """CP-SAT 9.15 lost some of them, one time by INFEASIBLE, when relations were its tables."""
    model = make(seed)
    found = {tuple(s[v.name] for v in model.variables) for s in model.solutions("cpsat")}
    assert found == solutions_by_check(model)


def test_solutions_after_the_end_do_not_wait():
    """With two workers CP-SAT may still call back after it was stopped: then it waited for ever."""
    answers = []

    def solve(hand_over):
        answers.extend(hand_over((number,)) for number in range(3))

    worker = cpsat_run._Worker(solve)
    worker.begin()
    assert worker.next(lambda: False) == (0,)
    worker.end(lambda: None)
    assert answers == [False] * 3
