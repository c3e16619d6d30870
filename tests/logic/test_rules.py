"""Steps by rules: what they say, that they are true in all solutions, and where they appear."""

import json
import random

import pytest

import csp_sudoku as cs
from csp_sudoku import Puzzle, boards, render
from csp_sudoku.logic import BY_NAME, TECHNIQUES, Progress, State, hint, solve_by_logic
from csp_sudoku.logic.reasons import SMALLEST_REASON
from csp_sudoku.logic.rule_words import telling
from csp_sudoku.logic.techniques import rules as by_rules, trials
from csp_sudoku.logic.techniques.technique import first_step
from csp_sudoku.rules import TABLE
from tests.logic.sound_steps import Report
from tests.rules.iss_constraints import puzzle_of, solution_of
from tests.rules.test_questions import sample
from tests.rules.test_truths import LARGER, Drawn, board_of, cases, expected, fillings


def first(name, rules, clues="", board="sudoku-3x3"):
    """Return the first step of a technique, as a sentence."""
    state = State.of(Puzzle(clues or {}, board=board, rules=rules))
    return str(next(BY_NAME[name].find(state)))


@pytest.mark.parametrize(
    ("name", "rules", "sentence"),
    [
        (
            "rule",
            ["cage r1c1 r1c2 r2c1 = 23"],
            "the 3-cell cage of 23 at r1c1 can only be 6, 8 and 9: r1c1, r1c2 and r2c1 cannot be "
            "1, 2, 3, 4, 5 or 7",
        ),
        (
            "rule",
            ["sum_cage r1c1 r5c5 = 17"],
            "the 2-cell cage of 17 at r1c1 adds up to 17: r1c1 and r5c5 cannot be 1, 2, 3, 4, 5, 6 "
            "or 7",
        ),
        (
            "rule",
            ["thermo r1c1-r1c5"],
            "the thermometer from r1c1 to r1c5 increases: r1c1 cannot be 6, r1c1 and r1c2 cannot "
            "be 7, r1c1, r1c2 and r1c3 cannot be 8, r1c1, r1c2, r1c3 and r1c4 cannot be 9, r1c2, "
            "r1c3, r1c4 and r1c5 cannot be 1, r1c3, r1c4 and r1c5 cannot be 2, r1c4 and r1c5 "
            "cannot be 3, r1c5 cannot be 4",
        ),
        (
            "rule",
            ["black_dot r1c1 r1c2"],
            "r1c1 and r1c2 have a black dot, and one is 2 times the other: r1c1 and r1c2 cannot be "
            "5, 7 or 9",
        ),
        (
            "rule",
            ["whisper r1c1-r1c2"],
            "the whisper line from r1c1 to r1c2 has neighbours 5 or more apart: r1c1 and r1c2 "
            "cannot be 5",
        ),
        (
            "rule",
            ["skyscraper r0c1 = 4"],
            "column 1, looked at from r1c1 shows 4 skyscrapers: r1c1 cannot be 7, r1c1 and r2c1 "
            "cannot be 8, r1c1, r2c1 and r3c1 cannot be 9",
        ),
        (
            "rule places",
            ["cage r1c1 r1c2 r1c3 = 23", "cage r2c1 r2c2 = 17"],
            "the 2-cell cage of 17 at r2c1 adds up to 17 and needs 8 at r2c1 or r2c2: r1c1, r1c2, "
            "r1c3, r2c3, r2c4, r2c5, r2c6, r2c7, r2c8, r2c9, r3c1, r3c2 and r3c3 cannot be 8",
        ),
        (
            "rule and groups",
            ["arrow r1c1 ; r1c2 r1c3 r2c1"],
            "the arrow with its circle at r1c1 adds up to its circle, and cells that see each "
            "other differ: r1c1 cannot be 1, 2, 3, 4 or 5, r1c2, r1c3 and r2c1 cannot be 7, 8 or 9",
        ),
        (
            "derived sum",
            ["cage r1c1-r1c4 = 20", "cage r1c5-r1c8 = 18"],
            "row 1 sums to 45, 2 cages in it to 38, so r1c9 is 7: r1c9 cannot be 1, 2, 3, 4, 5, 6, "
            "8 or 9",
        ),
    ],
)
def test_a_step_speaks_of_the_rule_as_it_is_drawn(name, rules, sentence):
    assert first(name, rules) == sentence


def test_a_rule_with_one_open_cell():
    found = first("rule single", ["cage r1c1 r1c2 r1c3 = 12"], "12......." + "." * 72)
    assert found == "the 3-cell cage of 12 at r1c1 adds up to 12: the last open cell r1c3 is 9"


def test_every_rule_has_words():
    board = boards.sudoku(3, 3)
    drawn = Drawn(board, random.Random(1))
    for entry in TABLE.values():
        if entry.name != "variables":
            rule = drawn.rule(entry)
            words = telling(rule, board, [0, 1, 2])
            assert words.noun
            assert "{" not in words.noun.partition('"')[0] + words.says


def check(step, state, solutions):
    assert step.placements or step.eliminations
    for cell, value in step.placements:
        assert state.has(cell, value), step
        assert all(solution[cell] == value for solution in solutions), step
    for cell, value in step.eliminations:
        assert state.has(cell, value), step
        assert all(solution[cell] != value for solution in solutions), step


def sound(entry, name, seed, tries):
    """Check every step of random rules on a small board against all solutions."""
    board = board_of(name)
    drawn = Drawn(board, random.Random(f"{entry.name} {name} {seed}"))
    for number in range(tries):
        wanted = [drawn.rule(entry)]
        if entry.name == "doubled" or (number + len(name)) % 2:
            wanted += [drawn.rule(TABLE["thermo"]), drawn.rule(TABLE["sum_cage"])]
        clues = LARGER[1] if name == LARGER[0] else {}
        puzzle = Puzzle(clues, board=board, rules=wanted)
        solutions = expected(board, name, wanted)
        state = State.of(puzzle)
        families = [*by_rules.TECHNIQUES, *trials.TECHNIQUES]
        wrong = state.contradiction()
        assert not (wrong and solutions), wrong
        while state.open and not wrong:
            for technique in families:
                for step in technique.find(state):
                    check(step, state, solutions)
            step = first_step(state, [t for t in TECHNIQUES if not t.needs_unique])
            if step is None:
                break
            check(step, state, solutions)
            wrong = state.apply(step)
        if not solutions:
            assert wrong or state.open, wanted
        elif not state.open:
            assert solutions == {tuple(state.values)}


@pytest.mark.parametrize(("entry", "name"), list(cases()))
def test_every_step_is_true_in_all_solutions(entry, name):
    assert fillings(name)
    sound(entry, name, 1, 1)


@pytest.mark.parametrize("data", sample()[::2], ids=lambda data: data["id"])
def test_published_puzzles(data):
    puzzle = puzzle_of(data)
    explained = solve_by_logic(puzzle, techniques=[t for t in TECHNIQUES if t.rating < 4])
    solution = solution_of(data)
    for step in explained:
        assert all(solution[cell] == value for cell, value in step.placements), step
        assert all(solution[cell] != value for cell, value in step.eliminations), step
        assert all(step.technique for step in step.trial)
    assert explained.progress is not Progress.CONTRADICTION


KILLER = Puzzle(
    board="sudoku-2x2",
    rules=[
        "cage r1c1 r1c2 = 3",
        "cage r2c1 r3c1 = 5",
        "thermo r3c2 r4c2",
        "cage r3c4 r4c4 = 4",
        "greater r1c2 r1c1",
    ],
)


def test_a_small_killer_to_its_end_checked_by_sat():
    assert KILLER.is_unique()
    report = Report()
    report.check(KILLER)
    assert not report.wrong
    assert report.endings == {"solved": 1}
    assert report.placements == 16


def test_groups_of_rules_serve_other_techniques():
    state = State.of(Puzzle({(0, 0): 1}, board="sudoku-3x3", rules=["antiknight"]))
    knight = state.bits.board.index[(1, 2)], state.bits.board.index[(2, 1)]
    assert not any(state.has(cell, 1) for cell in knight)
    state = State.of(Puzzle({}, board="sudoku-3x3", rules=["cage r1c1 r5c5 r9c9"]))
    assert state.bits.peers[0] >> 80 & 1
    assert state.bits.groups[-1].name == "the cage at r1c1"


def test_uniqueness_techniques_stay_away():
    clues = "1234 34.. .... ...."
    unique = [t for t in TECHNIQUES if t.needs_unique]
    assert first_step(State.of(Puzzle(clues, rules=["thermo r3c3 r3c4"])), unique) is None


def test_what_cannot_be_is_a_contradiction():
    explained = Puzzle({}, board="sudoku-2x2", rules=["cage r1c1 r1c2 = 9"]).explain()
    assert explained.progress is Progress.CONTRADICTION
    filled = Puzzle("1234 3412 2143 4321", rules=["cage r1c1 r1c2 = 4"]).explain()
    assert filled.contradiction.reason == "the 2-cell cage of 4 at r1c1 is filled in wrongly"
    knights = Puzzle("1... ..1. .... ....", rules=["antiknight"]).explain()
    assert "are both 1" in str(knights.contradiction)
    odd = Puzzle("2... .... .... ....", rules=["odd r1c1"]).explain()
    assert str(odd.contradiction) == "r1c1 cannot be 2"


def test_hints_in_three_levels():
    puzzle = Puzzle({}, board="sudoku-3x3", rules=["cage r1c1 r1c2 r2c1 = 23"])
    noun = "the 3-cell cage of 23 at r1c1"
    assert str(hint(puzzle, 1)) == f"look at {noun}"
    assert str(hint(puzzle, 2)) == f"rule: look at {noun}"
    found = hint(puzzle, 3)
    assert str(found).startswith(f"rule: {noun} can only be 6, 8 and 9: ")
    assert found.data["rule"] == noun
    assert "no hint" in str(hint(KILLER, 1, entries={"r1c1": 3}))


def test_the_smallest_reason_names_rules():
    rules = ["cage r1c1 r1c2 = 4", "cage r1c3 r1c4 = 6"]
    state = State.of(Puzzle({}, board="sudoku-2x2", rules=rules))
    (step,) = SMALLEST_REASON.find(state)
    assert step.technique == "smallest reason"
    assert "of cage r1c" in step.sentence
    ((cell, value),) = step.eliminations
    assert cell < 4
    assert value in (1, 2, 3, 4)


def test_numbers_are_named_as_rules_count_them():
    puzzle = Puzzle({}, board="latin-4+from0", rules=["cage r1c1 r1c2 = 1"])
    step = next(BY_NAME["rule"].find(State.of(puzzle)))
    assert str(step) == (
        "the 2-cell cage of 1 at r1c1 can only be 0 and 1: r1c1 and r1c2 cannot be 2 or 3"
    )


def test_pictures_pages_and_data():
    explained = KILLER.explain()
    page = explained._repr_html_()
    assert page.count("<details>") == len(explained)
    for state, step in explained.replay():
        assert render.svg(state, step=step)
    data = json.loads(explained.to_json())
    assert {step["rule"] for step in data["steps"]} > {None, "the 2-cell cage of 3 at r1c1"}


def test_time_limits_hold_inside_the_steps():
    puzzle = Puzzle({}, board="sudoku-3x3", rules=["nonconsecutive", "antiknight"])
    explained = puzzle.explain(timeout=0.3)
    assert explained.progress in (Progress.OPEN, Progress.STUCK)


def test_rating_by_steps():
    rating = KILLER.rate()
    assert rating.finished
    assert rating.scale == "csp-sudoku steps"
    assert rating.value == max(BY_NAME[name].rating for name in rating.techniques)
    with pytest.raises(cs.NotProperError):
        Puzzle({}, board="sudoku-2x2", rules=["thermo r1c1 r1c2"]).rate()


@pytest.mark.parametrize("name", ["kropki", "xv"])
def test_each_trial_that_is_told_with_others_fails_by_itself(name):
    seen = 0
    for seed in range(3):
        puzzle = cs.generate(seed=seed, rules=name, board="sudoku-2x3")
        explained = solve_by_logic(puzzle)
        assert explained.progress is Progress.SOLVED
        solution = puzzle.solve("sat").solution.values
        state = State.of(puzzle)
        for step in explained:
            cases = [case for case in step.trial if case.technique == "case"]
            assert [case.eliminations for case in cases] in ([], [(e,) for e in step.eliminations])
            for case in cases:
                seen += 1
                (tried,) = case.eliminations
                assert solution[tried.cell] != tried.value
                assert case.trial[0].placements == (tried,)
                after = state.copy()
                wrong = [after.apply(inner) for inner in case.trial]
                assert wrong[-1]
                assert not any(wrong[:-1])
            state.apply(step)
    assert seen


@pytest.mark.parametrize(
    "wishes",
    [{"seed": 0, "rules": "kropki", "board": "sudoku-2x3"}, {"seed": 1, "board": "jigsaw-9@1"}],
)
def test_a_nested_trial_has_trials_inside_and_ends_wrongly(wishes):
    puzzle = cs.generate(**wishes)
    solution = puzzle.solve("sat").solution.values
    state = State.of(puzzle)
    step = next(trials.nested_trial(state))
    (tried,) = step.eliminations
    assert solution[tried.cell] != tried.value
    state.place(*tried)
    wrong = [state.apply(inner) for inner in step.trial]
    assert wrong[-1]
    assert not any(wrong[:-1])


def test_boards_without_rules_have_nested_trials_only_where_nothing_else_goes_on():
    """Plain 9x9 has the rater's chains; several solutions leave little to find."""
    for puzzle in (cs.generate(seed=1), Puzzle({(0, 0): 1}, board="jigsaw-9@1")):
        assert not list(trials.nested_trial(State.of(puzzle)))
    state = State.of(cs.generate(seed=1, board="jigsaw-9@1"))
    assert not list(trials.short_trial(state))
    assert not list(trials.trial(state))
