"""Solving by logic: always the easiest next step, guesses where they are wanted."""

from csp_sudoku import Puzzle, boards
from csp_sudoku.logic import BY_NAME, TECHNIQUES, Progress, State, solve_by_logic
from csp_sudoku.logic.solver import pick
from csp_sudoku.rng import Rng
from tests.seeds import BOARD_9, EASY_9, EASY_SOLVED_9, SOLVED_9


def test_steps_lead_from_the_puzzle_to_the_solution():
    puzzle = Puzzle(EASY_9)
    explained = solve_by_logic(puzzle)
    assert explained.progress is Progress.SOLVED
    state = State.of(puzzle)
    for step in explained.steps:
        assert state.apply(step) is None
    assert "".join(map(str, state.values)) == EASY_SOLVED_9
    assert state == explained.state


def test_always_the_easiest_next_step():
    puzzle = Puzzle(BOARD_9)
    state = State.of(puzzle)
    for step in solve_by_logic(puzzle).steps:
        for technique in TECHNIQUES:
            if technique.name == step.technique:
                break
            assert technique.needs_unique or next(technique.find(state), None) is None
        state.apply(step)


def test_stuck_without_a_guess_and_solved_with_it():
    puzzle = Puzzle(BOARD_9)
    names = ("full house", "naked single")
    few = [BY_NAME[name] for name in names]
    stuck = solve_by_logic(puzzle, techniques=few)
    assert stuck.progress is Progress.STUCK
    assert str(stuck).endswith("stuck")
    solved = solve_by_logic(puzzle, techniques=few, guess=True, seed=1)
    assert "".join(map(str, solved.state.values)) == SOLVED_9
    assert solved.steps == solve_by_logic(puzzle, techniques=few, guess=True, seed=1).steps
    assert solved.steps != solve_by_logic(puzzle, techniques=few, guess=True, seed=2).steps


def test_refuted_guesses_show_their_trial():
    puzzle = Puzzle(BOARD_9)
    few = [BY_NAME["naked single"]]
    explained = solve_by_logic(puzzle, techniques=few, guess=True, seed=1)
    state = State.of(puzzle)
    refuted = 0
    for step in explained.steps:
        if step.technique == "pick" and step.eliminations:
            refuted += 1
            trial = state.copy()
            (guess,) = step.eliminations
            trial.place(*guess)
            for inner in step.trial:
                trial.apply(inner)
            assert trial.contradiction() is not None
            assert step.sentence.startswith("if ")
        state.apply(step)
    assert refuted
    assert state.is_solved


def test_pick_takes_cells_with_few_candidates():
    state = State.of(Puzzle(BOARD_9))
    counts = [mask.bit_count() for mask in state.candidates if mask]
    picked = [pick(state, Rng(seed)) for seed in range(50)]
    found = {state.candidates[cell].bit_count() for cell, _ in picked}
    assert found == {min(counts), min(counts) + 1}
    assert all(state.has(*candidate) for candidate in picked)


def test_a_contradiction_ends_it_with_the_cells():
    explained = solve_by_logic(Puzzle("123. ...4 .... ...."))
    assert explained.progress is Progress.CONTRADICTION
    assert explained.steps == ()
    assert str(explained) == "contradiction: r1c4 has no value left"


def test_game_of_seed_002():
    """One line of numbers with commas, any alphabet, and print as the messenger."""
    told = []
    line = ",".join(EASY_9)
    explained = solve_by_logic(
        Puzzle(line, format="numbers"), alphabet="ABCDEFGHI", tell=lambda step: told.append(step)
    )
    assert tuple(told) == explained.steps
    letters = set("ABCDEFGHI")
    for step in explained.steps:
        assert not letters.isdisjoint(step.sentence)
    solution = "".join("ABCDEFGHI"[int(symbol) - 1] for symbol in EASY_SOLVED_9)
    assert "".join(c for c in str(explained.state) if c in letters) == solution


def test_boards_of_any_family():
    for name in ("sudoku-2x3", "latin-4", "sudoku-2x2+diagonals", "sudoku-1x1"):
        explained = solve_by_logic(Puzzle({}, board=boards.named(name)), guess=True, seed=0)
        assert explained.progress is Progress.SOLVED
