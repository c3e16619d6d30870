"""`backend="logic"`: proven answers or UNKNOWN; complete with guesses."""

import pytest
from hypothesis import given, settings

from csp_sudoku import CSP, BackendError, OutOfBudgetError, Puzzle, Solution, Status, boards
from csp_sudoku.backends.protocol import Budget, Report
from csp_sudoku.logic.backend import Logic
from csp_sudoku.logic.techniques.technique import Technique
from csp_sudoku.model import Constraint
from tests.backends.test_conformance import NORVIG, lines
from tests.reference import all_solutions
from tests.seeds import BOARD_9, EASY_9, EASY_SOLVED_9, SOLVED_9
from tests.strategies import csps, small_puzzles

SEVERAL = Puzzle(EASY_9).without("r1c1", "r1c8", "r1c9")


def test_logic_alone_solves_and_proves_that_there_is_no_other():
    answer = Puzzle(EASY_9).solve("logic", limit=2)
    assert answer.status is Status.SOLVED
    assert answer.solution == Solution(EASY_SOLVED_9)
    assert answer.stats["steps"] > 40
    assert answer.stats["guesses"] == 0


def test_stuck_is_unknown_and_a_guess_goes_on():
    stuck = SEVERAL.solve("logic")
    assert stuck.status is Status.UNKNOWN
    assert "no technique helps" in stuck.reason
    with pytest.raises(OutOfBudgetError):
        SEVERAL.count(2, "logic")
    guessed = SEVERAL.solve("logic", limit=2, guess=True)
    assert guessed.status is Status.MULTIPLE
    assert guessed.stats["guesses"] > 0
    found = list(SEVERAL.solutions("logic", guess=True))
    assert len(found) == len(set(found))
    assert set(found) == set(SEVERAL.solutions("dlx"))


def test_basic_techniques_are_fewer():
    puzzle = Puzzle(BOARD_9)
    basic = puzzle.solve("logic:basic")
    assert basic.backend == "logic:basic"
    assert basic.status is Status.UNKNOWN
    guessed = puzzle.solve("logic:basic", limit=2, guess=True)
    assert guessed.solution == Solution(SOLVED_9)
    assert guessed.status is Status.SOLVED


def test_a_contradiction_is_none():
    wrong = Puzzle(EASY_9).replace({(0, 1): 6})
    assert wrong.solve("logic").status is Status.NONE
    assert wrong.count(backend="logic") == 0


@pytest.mark.parametrize(
    ("text", "count", "solution"), [line for line in lines() if len(line.values[0]) <= 81]
)
def test_known_counts(text, count, solution):
    puzzle = Puzzle(text)
    if text == NORVIG:  # no solution, which takes thousands of guesses to see
        with pytest.raises(OutOfBudgetError):
            puzzle.count(5, "logic:basic", guess=True, nodes=20)
        return
    assert puzzle.count(5, "logic:basic", guess=True) == min(count, 5)
    if solution:
        assert puzzle.solve("logic:basic", guess=True).solution == Solution(solution)
    answer = puzzle.solve("logic:basic", limit=2)
    assert answer.status in (Status.UNKNOWN, {0: Status.NONE, 1: Status.SOLVED}.get(count))


@given(small_puzzles(), csps())
@settings(max_examples=25)
def test_every_solution_once(puzzle, csp):
    for asker, solutions in ((puzzle, all_solutions(puzzle.csp)), (csp, all_solutions(csp))):
        assert asker.count(60, "logic", guess=True, seed=5) == min(60, len(solutions))
        answer = asker.solve("logic", limit=2)
        if answer.status is not Status.UNKNOWN:
            assert answer.found == len(solutions) < 2


def test_edges():
    assert CSP().solve("logic").solution == {}
    csp = CSP()
    for name in "ab":
        csp.variable(name, (1, 2, 3))
    assert csp.count(backend="logic:basic", guess=True) == 9
    empty = Puzzle([0] * 16)
    assert empty.count(backend="logic:basic", guess=True) == 288
    assert len(set(empty.solutions("logic:basic", guess=True, limit=5))) == 5
    assert Puzzle(EASY_9).solve("logic", timeout=0).status is Status.UNKNOWN
    assert empty.solve("logic:basic", guess=True, nodes=0).status is Status.UNKNOWN
    with pytest.raises(OutOfBudgetError):
        empty.count(backend="logic:basic", guess=True, nodes=20)
    one = [empty.solve("logic:basic", guess=True, seed=seed).solution for seed in (1, 1, 2)]
    assert one[0] == one[1] != one[2]


def test_the_end_of_the_time_is_seen_between_two_techniques(monkeypatch):
    budget, asked = Budget(), []

    def last(state):
        asked.append("first")
        budget.cancel()
        return iter(())

    def too_late(state):
        raise AssertionError("the time is over")

    techniques = [Technique("first", 1.0, last), Technique("second", 2.0, too_late)]
    monkeypatch.setattr(Logic, "_techniques", lambda self: techniques)
    search = Logic().search(Puzzle(EASY_9).problem, budget, Report("logic"), None)
    with pytest.raises(StopIteration) as ended:
        next(search)
    assert (asked, ended.value.value) == (["first"], False)


def test_other_boards():
    for name in ("latin-5", "jigsaw-AABBACCBADCBDDDC", "sudoku-2x3+diagonals"):
        puzzle = Puzzle({}, board=boards.named(name)).solve().solution.puzzle.without("r1c1")
        assert puzzle.solve("logic", limit=2).status is Status.SOLVED


def test_what_it_cannot_take():
    class Odd(Constraint):
        def check(self, assignment):
            return True

    csp = CSP()
    csp.add(Odd([csp.variable("x", (1, 2))]))
    with pytest.raises(BackendError, match="Odd"):
        csp.solve("logic")
    wide = CSP()
    wide.variable("x", range(300))
    with pytest.raises(BackendError, match="300 values"):
        wide.solve("logic")
