"""`puzzle.explain`: steps as text and data, to the end if wanted, and what is said there."""

import json
from collections import Counter

import pytest

from csp_sudoku import ContradictionError, Puzzle, boards
from csp_sudoku.logic import TECHNIQUES, Candidate, Progress, State
from tests.seeds import BOARD_9, EASY_9, EASY_SOLVED_9, SOLVED_9

SEVERAL = Puzzle(EASY_9).without("r1c1", "r1c8", "r1c9")
HIDDEN = Puzzle(EASY_9).replace({(0, 1): 6})  # wrong, but no clash
STEP_KEYS = (
    "technique",
    "sentence",
    "placements",
    "eliminations",
    "pattern",
    "fins",
    "support",
    "groups",
    "rule",
    "links",
    "trial",
)


def test_an_explanation_is_its_steps():
    explained = Puzzle(EASY_9).explain()
    assert explained
    assert explained.progress is Progress.SOLVED
    assert len(explained) == len(explained.steps) == len(list(explained))
    assert explained.solutions == 1
    assert "".join(map(str, explained.state.values)) == EASY_SOLVED_9
    lines = str(explained).splitlines()
    assert lines[0] == f"1. {explained.steps[0].sentence}"
    assert len(lines) == len(explained) + 1
    assert lines[-1] == "solved"
    assert repr(explained) == f"<Explanation: {len(explained)} steps, solved>"


def test_data_has_a_stable_shape_and_leads_to_the_solution():
    explained = Puzzle(EASY_9).explain()
    data = json.loads(explained.to_json())
    assert data == explained.to_dict()
    assert tuple(data) == (
        "board",
        "puzzle",
        "values",
        "progress",
        "ending",
        "contradiction",
        "solutions",
        "guesses",
        "steps",
    )
    assert all(tuple(step) == STEP_KEYS for step in data["steps"])
    assert data["board"] == "sudoku-3x3"
    assert data["contradiction"] is None
    found = {mark["cell"]: mark["value"] for step in data["steps"] for mark in step["placements"]}
    assert Puzzle(EASY_9).replace({boards.Cell.named(c): v for c, v in found.items()}).values == (
        bytes(data["values"])
    )


def test_several_solutions_are_explained_as_far_as_logic_goes_and_then_said():
    assert SEVERAL.count(2) == 2
    explained = SEVERAL.explain()
    assert explained.progress is Progress.STUCK
    assert explained.solutions == 2
    assert explained.ending == "stuck: the puzzle has several solutions"
    for solution in SEVERAL.solutions():
        for step in explained:
            assert all(solution.values[cell] == value for cell, value in step.placements)
    guessed = SEVERAL.explain(guess=True)
    assert guessed.ending == "solved, as one of several solutions"
    assert guessed.guesses >= 1
    assert SEVERAL.explain(unique=True).ending == explained.ending
    assert SEVERAL.explain(reasons=True).ending == explained.ending


def test_a_contradiction_names_the_cells():
    explained = HIDDEN.explain()
    assert not explained
    assert explained.progress is Progress.CONTRADICTION
    assert explained.solutions == 0
    assert explained.ending == f"contradiction: {explained.contradiction}"
    told = explained.to_dict()["contradiction"]
    assert told["reason"] == str(explained.contradiction)
    assert told["cells"]
    assert all(cell.startswith("r") for cell in told["cells"])
    with pytest.raises(ContradictionError, match="r1c1 and r1c2 in row 1 are both 8"):
        Puzzle("88" + "." * 79).explain()


def test_guesses_lead_to_the_end_the_same_with_the_same_seed(monkeypatch):
    monkeypatch.setattr("csp_sudoku.logic.solver.TECHNIQUES", TECHNIQUES[:4])
    puzzle = Puzzle(
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    )
    explained = puzzle.explain(guess=True, seed=3)
    assert explained.progress is Progress.SOLVED
    assert explained.solutions == 1
    again = puzzle.explain(guess=True, seed=3)
    assert str(explained) == str(again)
    assert explained.to_json() == again.to_json()
    assert str(explained) != str(puzzle.explain(guess=True, seed=4))
    refuted = next(step for step in explained if step.trial)
    number = explained.steps.index(refuted) + 1
    assert f"   {number}.1. {refuted.trial[0]}" in str(explained)
    assert explained.guesses > 1


def test_reasons_go_on_where_techniques_are_stuck(monkeypatch):
    few = TECHNIQUES[:4]  # singles
    monkeypatch.setattr("csp_sudoku.logic.solver.TECHNIQUES", few)
    puzzle = Puzzle(BOARD_9)
    assert puzzle.explain().progress is Progress.STUCK
    assert puzzle.explain().ending == "stuck"
    assert puzzle.explain().solutions == 1
    explained = puzzle.explain(reasons=True)
    assert "".join(map(str, explained.state.values)) == SOLVED_9
    used = Counter(step.technique for step in explained)
    assert used["smallest reason"] > 0
    for step in explained:
        assert all(int(SOLVED_9[cell]) != value for cell, value in step.eliminations)


def test_each_step_is_told_in_the_users_alphabet():
    told = []
    puzzle = Puzzle("1... ..2. .3.. ...4")
    explained = puzzle.explain(alphabet="letters", tell=told.append)
    assert tuple(told) == explained.steps
    assert str(told[0]) == "A has one place left in box 2: r2c4"


def test_no_time_is_open():
    explained = Puzzle(BOARD_9).explain(timeout=0)
    assert explained.progress is Progress.OPEN
    assert explained.ending == "open: the time ended"
    assert explained.solutions is None


def test_every_board_family():
    for board in ("sudoku-2x3", "latin-4", "sudoku-2x2+diagonals", "jigsaw-AABBACCBADCBDDDC"):
        solution = Puzzle({}, board=boards.named(board)).solve().solution
        puzzle = solution.puzzle.without("r1c1", "r2c2", "r3c1")
        explained = puzzle.explain(guess=True)
        assert explained.progress is Progress.SOLVED
        state = State.of(puzzle)
        for step in explained:
            state.apply(step)
        assert state.is_solved


def test_the_readable_state_block_by_block():
    state = State.of(Puzzle("1,0,0,0,0,0,2,0,0,3,0,0,0,0,0,4"), alphabet="abcd")
    assert "{" in str(state)
    assert state.words.out([Candidate(0, 1)]) == "r1c1 cannot be a"
