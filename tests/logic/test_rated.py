"""The rater's steps as explanations: every rated puzzle is explained to its end, by true steps."""

import pytest

from csp_sudoku import Puzzle, render
from csp_sudoku.logic import TECHNIQUES, Progress, State, solve_by_logic
from csp_sudoku.logic.techniques import rated
from csp_sudoku.native.rating9 import KINDS, SEARCHES, find

README = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARD = (
    README,
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
)
QUICK = [*(t for t in TECHNIQUES if t.rating < 3.5), *rated.TECHNIQUES]
"""Singles, pairs and the like, and then the rater's steps at once."""


@pytest.mark.parametrize("line", HARD)
def test_hard_puzzles_are_explained_to_their_end(line):
    puzzle = Puzzle(line)
    solution = tuple(puzzle.solve().solution)
    explained = solve_by_logic(puzzle, techniques=QUICK)
    assert explained.progress is Progress.SOLVED
    for step in explained:
        assert all(solution[cell] == value for cell, value in step.placements), step
        assert all(solution[cell] != value for cell, value in step.eliminations), step
    told = [step for step in explained if step.technique in {t.name for t in rated.TECHNIQUES}]
    assert told
    for step in told:
        assert step.trial
        first = step.trial[0]
        assert first.technique == "assumption" or first.trial[0].technique == "assumption"


def test_a_step_tells_what_it_needs():
    state = State.of(Puzzle(README))
    (step,) = rated.dynamic_plus(state)
    assert str(step) == (
        "if r1c4 is 3, then after 9 steps column 2 has no place for 8: r1c4 cannot be 3"
    )
    assert [inner.technique for inner in step.trial][:4] == [
        "assumption",
        "hidden single",
        "hidden single",
        "pointing",
    ]
    assert render.svg(state, step=step)


def test_each_step_of_a_trial_follows_from_those_before():
    """A trial that is replayed ends in the contradiction that its sentence names."""
    state = State.of(Puzzle(README))
    (step,) = rated.dynamic_plus(state)
    wrong = None
    for inner in step.trial:
        assert wrong is None
        for move in inner.moves():
            assert state.has(move.cell, move.value), inner
        wrong = state.apply(inner)
    assert str(wrong).startswith("column 2 has no place for 8")


def test_the_native_search_checks_its_arguments():
    with pytest.raises(ValueError, match="81 masks"):
        find([0] * 80, 0, 0)
    with pytest.raises(ValueError, match="searches"):
        find([0] * 81, 3, len(SEARCHES))
    with pytest.raises(ValueError, match="nine bits"):
        find([512] + [0] * 80, 0, 0)
    with pytest.raises(TimeoutError):
        find(State.of(Puzzle(README)).candidates, 0, len(SEARCHES) - 1, 0)
    assert find([0] * 81, 0, len(SEARCHES) - 1) is None
    assert {find(State.of(Puzzle(line)).candidates, 3, 8).kind for line in HARD} <= {
        *KINDS.values()
    }
