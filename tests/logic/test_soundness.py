"""Every step is true: in all solutions of small puzzles, and in the one of larger ones."""

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku import Board, Group, Puzzle, Status, boards
from csp_sudoku.logic import TECHNIQUES, Progress, State, solve_by_logic
from csp_sudoku.logic.techniques import complex_fish
from csp_sudoku.logic.techniques.technique import first_step
from tests.reference import all_solutions
from tests.strategies import small_puzzles

FAMILIES = [
    line.split("\t")
    for line in (Path(__file__).parent.parent / "data" / "families.tsv").read_text().splitlines()
]


def check(step, state, solutions):
    assert step.placements or step.eliminations
    for cell, value in step.placements:
        assert state.has(cell, value)
        assert all(solution[cell] == value for solution in solutions), step
    for cell, value in step.eliminations:
        assert state.has(cell, value)
        assert all(solution[cell] != value for solution in solutions), step


@given(small_puzzles())
@settings(max_examples=40)
def test_small_boards_all_steps_in_all_solutions(puzzle):
    if puzzle.clash():
        return
    solutions = all_solutions(puzzle.csp)
    usable = [t for t in TECHNIQUES if len(solutions) == 1 or not t.needs_unique]
    state = State.of(puzzle)
    while state.open and not state.contradiction():
        if solutions:
            for technique in usable:
                for step in technique.find(state):
                    check(step, state, solutions)
        step = first_step(state, usable)
        if step is None:
            return
        state.apply(step)
    if state.contradiction():
        assert not solutions
    else:
        assert solutions == {tuple(state.values)}


@given(st.sets(st.integers(0, 15), min_size=4))
@settings(max_examples=25)
def test_groups_that_need_not_hold_every_value(kept):
    """A latin square with three cells of a diagonal that differ: each value need not be there."""
    latin = boards.latin(4)
    extra = Group("region", "the corner", (0, 5, 10))
    board = Board("latin-4 with a corner", 4, latin.cells, (*latin.groups, extra))
    full = (1, 2, 3, 4, 3, 4, 1, 2, 4, 3, 2, 1, 2, 1, 4, 3)
    puzzle = Puzzle.of(board, [full[cell] if cell in kept else 0 for cell in range(16)])
    solutions = all_solutions(puzzle.csp)
    usable = [t for t in TECHNIQUES if len(solutions) == 1 or not t.needs_unique]
    state = State.of(puzzle)
    while step := solutions and first_step(state, usable):
        for technique in usable:
            for other in technique.find(state):
                check(other, state, solutions)
        state.apply(step)


@given(small_puzzles())
@settings(max_examples=20)
def test_small_boards_complex_fish(puzzle):
    if puzzle.clash() or puzzle.contradiction():
        return
    state = State.of(puzzle)
    solutions = all_solutions(puzzle.csp)
    for technique in complex_fish.EXTRA if solutions else ():
        if technique.name.endswith(("x-wing", "swordfish")):
            for step in technique.find(state):
                check(step, state, solutions)


@pytest.mark.parametrize(("name", "numbers"), FAMILIES)
def test_board_families_all_steps(name, numbers):
    puzzle = Puzzle(numbers, board=boards.named(name), format="numbers")
    answer = puzzle.solve("sat", limit=2)
    assert answer.status is Status.SOLVED
    solutions = [tuple(answer.solution)]
    state = State.of(puzzle)
    steps = 0
    while state.open:
        every = steps % max(1, len(state.values) // 4) == 0
        found = None
        for technique in TECHNIQUES:
            if found and not every:
                break
            for step in islice(technique.find(state), 30 if every else 1):
                check(step, state, solutions)
                found = found or step
        if found is None:
            break
        assert state.apply(found) is None
        steps += 1
    assert steps > 10


@given(small_puzzles())
@settings(max_examples=25)
def test_guessing_ends_every_puzzle(puzzle):
    if puzzle.clash():
        return
    explained = solve_by_logic(puzzle, guess=True, seed=3)
    solutions = all_solutions(puzzle.csp)
    if explained.progress is Progress.SOLVED:
        assert tuple(explained.state.values) in solutions
    else:
        assert explained.progress is Progress.CONTRADICTION
        assert explained.contradiction.variables
        assert not solutions
