"""Names, options, what is installed, strangers, and answers that say who gave them."""

import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints

import pytest

import csp_sudoku as cs
from csp_sudoku import backends
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.errors import WrongAnswerError
from tests.conftest import BACKENDS

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_all_backends_are_listed_with_what_they_can():
    listed = {info.name: info for info in cs.backends()}
    assert tuple(listed) == (*BACKENDS, "logic")  # which is stuck now and then: test_logic.py
    assert all(info.summary and info.installed for info in listed.values())
    assert "glucose4" in listed["sat"].options["solver"]
    assert listed["dlx"].options.keys() == {"strengthen"}


@pytest.mark.parametrize(
    ("backend", "options", "says"),
    [
        ("magic", {}, "use one of auto, bitmask"),
        ("sat:magic", {}, "cadical153"),
        ("dlx:fast", {}, "nothing after a colon"),
        ("sat", {"colour": "red"}, "it has solver, form, at_most_one"),
        ("dlx", {"colour": "red"}, "it has strengthen"),
        ("bitmask", {"order": "backwards"}, "static"),
        ("bitmask", {"seed": -1}, "seed"),
        ("bitmask", {"seed": True}, "int"),
        ("bitmask", {"fill": 2.0}, "fill"),
        ("sat:glucose4", {"at_most_one": "native"}, "minicard"),
    ],
)
def test_what_is_unknown_is_an_error_that_lists_the_known(backend, options, says):
    with pytest.raises(cs.BackendError) as caught:
        cs.Puzzle(HARD).solve(backend, **options)
    assert says in str(caught.value)


def test_a_backend_that_is_not_installed_says_how_to_get_it(monkeypatch):
    registry = sys.modules["csp_sudoku.backends"]
    monkeypatch.setattr(registry, "find_spec", lambda name: None)
    registry._default.cache_clear()
    info = next(info for info in cs.backends() if info.name == "cpsat")
    assert not info.installed
    with pytest.raises(cs.BackendUnavailable, match=r"pip install .*\[cpsat\]'") as caught:
        cs.Puzzle(HARD).solve("cpsat")
    assert isinstance(caught.value, ImportError)
    assert cs.Puzzle(HARD).is_unique("bitmask")


class Loopback(Backend):
    """A stranger that asks another backend."""

    name = "loopback"
    summary = "asks dlx"

    def search(self, problem, budget, report, limit):
        return backends.get("dlx").search(problem, budget, report, limit)


class Liar(Backend):
    """A backend with a defect."""

    name = "liar"
    summary = "says that all is 1"

    def search(self, problem, budget, report, limit):
        yield [0] * len(problem.masks)
        return True


@pytest.fixture
def strangers(monkeypatch):
    points = EntryPoints(
        EntryPoint(name, f"{__name__}:{name.title()}", "csp_sudoku.backends")
        for name in ("loopback", "liar", "dlx")
    )
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    monkeypatch.setattr(EntryPoint, "load", lambda point: globals()[point.value.split(":")[1]])
    sys.modules["csp_sudoku.backends"]._strangers.cache_clear()
    yield
    sys.modules["csp_sudoku.backends"]._strangers.cache_clear()


@pytest.mark.usefixtures("strangers")
def test_a_stranger_comes_in_by_an_entry_point():
    assert [info.name for info in cs.backends()][-2:] == ["loopback", "liar"]
    answer = cs.Puzzle(HARD).solve("loopback")
    assert answer.solution == cs.Puzzle(HARD).solve("dlx").solution
    assert answer.backend == "loopback"


@pytest.mark.usefixtures("strangers")
def test_a_wrong_answer_is_never_handed_out():
    with pytest.raises(WrongAnswerError, match="liar gave a wrong answer"):
        cs.Puzzle(HARD).solve("liar")
    with pytest.raises(WrongAnswerError):
        list(cs.Puzzle(HARD).solutions("liar"))


def test_answers_say_who_gave_them_and_why():
    puzzle = cs.Puzzle(HARD)
    answer = puzzle.solve("sat:glucose4")
    assert (answer.backend, answer.reason) == ("sat:glucose4", "asked for by name")
    assert answer.stats["decisions"] > 0
    assert answer.seconds > 0
    assert answer[0, 0] == 8
    assert "solved by sat:glucose4" in repr(answer)
    auto = puzzle.solve()
    assert auto.backend == "bitmask"
    assert auto.stats["nodes"] > 0
    assert puzzle.solve("dlx").stats["updates"] > 0
    assert puzzle.solve("cpsat").stats["propagations"] > 0


def test_auto_hands_over_what_native_search_cannot_take():
    csp = cs.CSP()
    for name in "abc":
        csp.variable(name, range(100))
    csp.all_different("abc")
    answer = csp.solve()
    assert answer.backend == "sat"
    assert "100 values" in answer.reason


def test_auto_takes_turns_where_a_short_search_is_not_enough(monkeypatch):
    from csp_sudoku.backends import auto

    monkeypatch.setattr(auto, "_FIRST_NODES", 1)
    monkeypatch.setattr(auto, "_DENSE", 1000)
    empty = cs.Puzzle({}, board=cs.boards.diagonals(cs.boards.sudoku(2, 2)))
    assert len(set(empty.solutions())) == empty.count() == empty.count(backend="dlx") == 48
    hard = cs.Puzzle(HARD, board=cs.boards.jigsaw(JIGSAW))
    assert hard.count(3) == hard.count(3, "dlx")


JIGSAW = "AAABBBCCC" * 3 + "DDDEEEFFF" * 3 + "GGGHHHIII" * 3


def test_a_budget_of_conflicts_counts_for_the_whole_search():
    several = cs.Puzzle(HARD).without("r9c2")
    for name in ("sat", "sat:glucose4"):
        with pytest.raises(cs.OutOfBudgetError) as caught:
            several.count(backend=name, form="reduced", conflicts=50)  # a solver of its own
        assert caught.value.least > 0


def test_a_native_solve_imports_nothing_heavy():
    code = (
        "import sys, csp_sudoku as cs\n"
        f"assert cs.Puzzle('{HARD}').is_unique()\n"
        "assert cs.Puzzle([0] * 256).solve()\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    heavy = {"numpy", "pandas", "networkx", "pysat", "ortools", "matplotlib", "dataclasses"}
    assert not heavy & set(done.stdout.decode().split())


@pytest.mark.parametrize("wrong", [1.5, "x", True, -1, float("nan")])
@pytest.mark.parametrize("what", ["nodes", "conflicts", "limit"])
def test_amounts_are_whole_numbers(what, wrong):
    with pytest.raises(cs.BackendError):
        cs.Puzzle(HARD).solve("dlx", **{what: wrong})


@pytest.mark.parametrize("what", ["nodes", "conflicts"])
def test_budgets_have_a_bound(what):
    with pytest.raises(cs.BackendError):
        cs.Puzzle(HARD).solve("dlx", **{what: 10**30})


@pytest.mark.parametrize("backend", ["auto", "bitmask", "mrv", "dlx", "sat", "cpsat", "portfolio"])
def test_a_limit_has_no_bound(backend):
    puzzle = cs.Puzzle("1... ..2. .3.. ...4")
    assert puzzle.solve(backend, limit=10**30).found == 1
    assert puzzle.count(10**30, backend) == 1


def test_two_found_are_several_although_the_budget_ended():
    answer = cs.Puzzle([0] * 81).solve("mrv", limit=10**9, timeout=0.3)
    assert answer.status is cs.Status.MULTIPLE
    assert answer.found > 1


class Failing(Backend):
    """A backend that takes every problem, and then breaks down."""

    name = "failing"
    summary = "raises an error"

    def search(self, problem, budget, report, limit):
        raise RuntimeError("broken down")
        yield


class Choosy(Failing):
    """A backend that takes no problem."""

    name = "choosy"

    def refusal(self, problem):
        return "it never likes one"


@pytest.fixture
def plugged_in(monkeypatch):
    """Plug in some backends as other packages would, one of them with a broken module."""
    from importlib import metadata

    here = {"failing": Failing, "choosy": Choosy, "number": 7}

    def load(point):
        if point.name == "broken":
            raise ImportError("no module named nothing")
        return here[point.name]

    points = EntryPoints(
        EntryPoint(name, f"somewhere:{name}", "csp_sudoku.backends") for name in (*here, "broken")
    )
    module = sys.modules["csp_sudoku.backends"]
    monkeypatch.setattr(metadata, "entry_points", lambda group: points)
    monkeypatch.setattr(EntryPoint, "load", load)
    module._strangers.cache_clear()
    module._default.cache_clear()
    yield
    module._strangers.cache_clear()
    module._default.cache_clear()


@pytest.mark.usefixtures("plugged_in")
def test_a_broken_plug_in_is_listed_with_the_reason_and_breaks_nothing_else():
    infos = {info.name: info for info in cs.backends()}
    assert infos["dlx"].installed
    assert infos["failing"].installed
    assert not infos["broken"].installed
    assert "no module named nothing" in infos["broken"].missing
    assert "is not a subclass of Backend" in infos["number"].missing
    for name in ("broken", "number"):
        with pytest.raises(cs.BackendUnavailable, match=f"somewhere:{name}"):
            cs.Puzzle(HARD).solve(name)
    assert cs.Puzzle(HARD).solve("dlx")


@pytest.mark.usefixtures("plugged_in")
def test_a_portfolio_raises_only_when_no_member_is_left():
    puzzle = cs.Puzzle(HARD)
    answer = puzzle.solve("portfolio:failing,dlx,choosy,broken")
    assert (answer.backend, answer.status) == ("dlx", cs.Status.SOLVED)
    assert puzzle.count(2, "portfolio:failing,dlx") == 1
    with pytest.raises(RuntimeError, match="broken down"):
        puzzle.solve("portfolio:failing,choosy")
    with pytest.raises(cs.BackendError, match="no member of choosy, broken"):
        puzzle.solve("portfolio:choosy,broken")


class Odd(cs.Constraint):
    """One variable is odd: a kind of constraint that only CP-SAT is taught, in the test below."""

    def check(self, assignment):
        return assignment[self.variables[0]] % 2 == 1


def test_auto_takes_whoever_knows_the_constraints():
    from csp_sudoku.encoders import cpsat

    model = cs.CSP()
    model.add(Odd([model.variable("a", range(4))]))
    for name in ("auto", "bitmask", "dlx", "sat", "cpsat", "portfolio", "logic"):
        with pytest.raises(cs.BackendError, match="cannot take this problem"):
            model.solve(name)

    @cpsat.register.register
    def _(constraint: Odd, encoding: cpsat.Encoding) -> None:
        for code in (0, 2):
            literal = encoding.literal(constraint.variables[0].index, code)
            encoding.proto.constraints.add().bool_or.literals.append(-literal - 1)

    assert model.count() == 2
    assert model.solve().backend == "cpsat"
    assert model.solve("portfolio").backend == "cpsat"


@pytest.mark.parametrize("backend", ["dlx", "portfolio:dlx,bitmask", "portfolio"])
def test_strengthening_changes_no_count_where_it_is_an_option(backend):
    model = cs.CSP()
    square = model.grid(4, 4, range(1, 5))
    for line in (*square.rows, *square.columns):
        model.all_different(line)
    model.add(square[0, 0] + square[0, 1] == 3)
    known = 576 // 6  # latin squares of order 4; 1 and 2 begin a row of each six
    for strengthen in (True, False, "value sets", ["hidden cages", "value sets"]):
        assert model.count(backend=backend, strengthen=strengthen) == known
    with pytest.raises(cs.ModelError, match="there is no rule"):
        model.count(backend=backend, strengthen="magic")
