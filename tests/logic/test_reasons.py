"""Reasons: true, smallest, in words, and honest about what is proven."""

from itertools import combinations, count
from pathlib import Path

import pytest
from hypothesis import given, settings
from pysat.examples.hitman import Hitman
from pysolvers import error

from csp_sudoku import CSP, ModelError, OutOfBudgetError, Puzzle
from csp_sudoku.formats.hodoku import parse_position
from csp_sudoku.logic import TECHNIQUES, State, reasons
from csp_sudoku.logic.reasons import Reasons, smallest_reason, step_size
from csp_sudoku.logic.techniques.technique import first_step
from csp_sudoku.model import Constraint
from tests.reference import all_solutions
from tests.seeds import BOARD_9, EASY_9
from tests.strategies import csps, small_puzzles

STUCK_9 = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

LINES = (Path(__file__).parent.parent / "data" / "techniques.txt").read_text().splitlines()


def can_be_met(asked, needs, chosen=()):
    """Whether each need can have one of its candidates, no two of which exclude each other."""
    if not needs:
        return True
    for pair in needs[0].left:
        fits = all(may_stand_together(asked, pair, other) for other in chosen)
        if fits and can_be_met(asked, needs[1:], (*chosen, pair)):
            return True
    return False


def may_stand_together(asked, one, other):
    if one == other:
        return True
    (v, code), (w, other_code) = one, other
    if v == w:
        return False
    groups = (g.variables for g in asked.csp.constraints)
    together = any({v, w} <= {x.index for x in group} for group in groups)
    return code != other_code or not together


def check_smallest(asked, pair, found):
    """No fewer needs refute the candidate, and these do: by trying all of them."""
    assert found.is_smallest
    assert not can_be_met(asked, found.needs, chosen=(pair,))
    fewer = combinations(asked.needs, found.size - 1)
    assert all(can_be_met(asked, needs, chosen=(pair,)) for needs in fewer)


@given(small_puzzles())
@settings(max_examples=25)
def test_small_boards_a_candidate_has_a_reason_if_no_solution_has_it(puzzle):
    if puzzle.clash():
        return
    state = State.of(puzzle)
    asked = Reasons.of(state)
    solutions = all_solutions(puzzle.csp)
    for (cell, code), _ in list(asked.literal.items())[:12]:
        found = asked.ask(cell, code)
        assert (found is None) == any(s[cell] == code + 1 for s in solutions)
        if found and found.size <= 3:
            check_smallest(asked, (cell, code), found)
    assert (asked.why_not() is None) == bool(solutions)


@given(csps())
@settings(max_examples=60)
def test_any_csp(csp):
    if csp.contradiction():
        return
    asked = Reasons.of(csp)
    solutions = all_solutions(csp)
    for variable, code in asked.literal:
        value = csp.values[code]
        name = csp.variables[variable].name
        can = any(solution[variable] == value for solution in solutions)
        must = all(solution[variable] == value for solution in solutions)
        found = asked.why(name, value)
        assert (found is None) == can
        assert (asked.why(name, value, holds=True) is None) == (not must)
        if found:
            check_smallest(asked, (variable, code), found)
            assert str(found).startswith(f"{name} cannot be {value}, because ")


SIZES = {"0100": 1, "0101": 1, "0200": 2, "0210": 2, "0300": 2, "0400": 2, "0401": 2, "0403": 2}


@pytest.mark.parametrize("code", SIZES)
def test_the_size_follows_the_order_of_techniques(code):
    positions = [parse_position(line) for line in LINES if line.startswith(f":{code}:")]
    assert positions
    for position in positions:
        state = State.of(position.puzzle, placed=position.placed)
        cell, value = position.eliminations[0]
        found = Reasons.of(state).why(cell, value)
        assert (found.size, found.is_smallest) == (SIZES[code], True)


def test_words_name_cells_groups_and_values_in_the_users_alphabet():
    state = State.of(Puzzle("12.. .... 3... ...."), alphabet="letters")
    asked = Reasons.of(state)
    assert str(asked.ask(4, 3, holds=True)) == "r2c1 must be D, because r2c1 must be D"
    found = asked.why((1, 1), 4)
    assert str(found) == "r2c2 cannot be D, because r2c1 must be D"
    assert asked.why("r2c2", 4) is found
    names = {need.group for need in found.needs}
    assert names == {None}


def test_the_needs_read_as_a_proof():
    position = parse_position(next(line for line in LINES if line.startswith(":0300:")))
    state = State.of(position.puzzle, placed=position.placed)
    step = next(smallest_reason(state))
    assert step.technique == "smallest reason"
    assert step.eliminations
    assert step.sentence.startswith(state.words.out(step.eliminations) + ", because ")
    assert set(step.groups) <= set(range(27))
    assert all(state.has(*candidate) for candidate in step.pattern)


def test_no_solution_has_a_reason():
    impossible = Puzzle("12.. ..34 ...3 3...")
    assert impossible.count() == 0
    found = Reasons.of(State.of(impossible)).why_not()
    assert str(found).startswith("there is no solution, because ")
    assert found.is_smallest


def test_reasons_are_kept():
    state = State.of(Puzzle(BOARD_9))
    asked = Reasons.of(state)
    assert Reasons.of(state) is asked
    pair = next(iter(asked.sizes()))
    assert asked.ask(*pair) is asked.ask(*pair)
    state.clear(pair[0], pair[1] + 1)
    assert Reasons.of(state) is not asked
    csp = Puzzle(EASY_9).csp
    assert Reasons.of(csp) is Reasons.of(Puzzle(EASY_9).csp)
    others = [csp.with_values({(8, 8): value}) for value in range(1, 10)]
    kept = [Reasons.of(other) for other in others]
    assert Reasons.of(others[-1]) is kept[-1]
    assert Reasons.of(others[0]) is not kept[0]


def test_what_is_not_proven_is_not_called_smallest(monkeypatch):
    position = parse_position(next(line for line in LINES if line.startswith(":0202:")))
    state = State.of(position.puzzle, placed=position.placed)
    cell, value = position.eliminations[0]
    proven = Reasons.of(state.copy()).why(cell, value)
    clock = count()
    monkeypatch.setattr("csp_sudoku.budgets.time.monotonic", lambda: next(clock))
    asked = Reasons.of(state)
    needed = 0
    for seconds in count(1, 7):
        try:
            found = asked.why(cell, value, timeout=seconds)
        except OutOfBudgetError:
            needed = seconds
            continue
        if found.is_smallest:
            break
        assert found.size >= proven.size > 1
        assert reasons.step_of(found).technique == "reason"
    assert needed >= 1
    assert seconds > needed + 7
    assert found.size == proven.size


def test_no_time_is_an_error_that_says_so():
    asked = Reasons.of(State.of(Puzzle(BOARD_9)))
    with pytest.raises(OutOfBudgetError, match="the time ended"):
        asked.ask(*next(iter(asked.literal)), timeout=0)
    assert asked.sizes(timeout=0) == {}
    assert list(smallest_reason(State.of(Puzzle(BOARD_9)), timeout=0)) == []


def test_what_cannot_be_asked():
    asked = Reasons.of(State.of(Puzzle(BOARD_9)))
    with pytest.raises(ModelError, match="r1c1 is fixed"):
        asked.why((0, 0), 8)
    with pytest.raises(ModelError, match="no variable"):
        asked.why("nobody", 8)
    with pytest.raises(ModelError, match="no variable has the value 10"):
        asked.why("r1c2", 10)

    class Odd(Constraint):
        def check(self, assignment):
            return True

    csp = CSP()
    csp.add(Odd([csp.variable("x", (1, 2))]))
    with pytest.raises(ModelError, match="Odd"):
        Reasons.of(csp)


def test_the_size_of_a_step_of_any_technique():
    state = State.of(Puzzle(EASY_9))
    step = first_step(state, TECHNIQUES)
    assert step_size(state, step) == 1


def test_ctrl_c_within_pysat_is_ctrl_c(monkeypatch):
    def stopped(sets):
        raise error("Caught keyboard interrupt")

    monkeypatch.setattr(Hitman, "get", stopped)
    with pytest.raises(KeyboardInterrupt):
        list(smallest_reason(State.of(Puzzle(STUCK_9))))


def test_ctrl_c(interrupted):
    state = State.of(Puzzle(STUCK_9))
    interrupted(lambda: list(smallest_reason(state.copy())))
