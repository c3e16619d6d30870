"""Hardness: belongs to the puzzle, whatever order its candidates are cleared in."""

from pathlib import Path

import pytest

from csp_sudoku import Puzzle
from csp_sudoku.formats.hodoku import parse_position
from csp_sudoku.logic import State
from csp_sudoku.logic.hardness import Hardness, hardness, settle
from csp_sudoku.logic.reasons import smallest_reason
from csp_sudoku.logic.techniques.singles import (
    hidden_single_in_block,
    hidden_single_in_line,
    naked_single,
)
from tests.seeds import BOARD_9, EASY_9, EASY_SOLVED_9

DATA = Path(__file__).parent.parent / "data"
TECHNIQUES = (DATA / "techniques.txt").read_text().splitlines()


def step_by_step(puzzle):
    """Return the largest smallest reason on the way that always takes the smallest one."""
    state, largest = State.of(puzzle), 0
    singles = (naked_single, hidden_single_in_block, hidden_single_in_line)
    while state.open:
        step = next((s for find in singles for s in find(state)), None)
        size = 1
        if step is None:
            step = next(smallest_reason(state, timeout=None))
            size = step.sentence.count(", and ") + 1
        largest = max(largest, size)
        state.apply(step)
    return largest


def test_easy_and_solved():
    assert hardness(Puzzle(EASY_9)) == Hardness(1, True, True)
    assert hardness(Puzzle(EASY_SOLVED_9)) == Hardness(0, True, True)


POSITIONS = {line[1:5]: parse_position(line).puzzle for line in TECHNIQUES if line.count("+") >= 24}


@pytest.mark.parametrize(("code", "size"), {"0607": 1, "0100": 2, "0803": 3, "0610": 3}.items())
def test_the_same_as_step_by_step(code, size):
    puzzle = POSITIONS[code]
    found = hardness(puzzle)
    assert found.is_exact
    assert found.is_solved
    assert found.size == size == step_by_step(puzzle)
    assert (found.size == 1) == all(mask.bit_count() == 1 for mask in settle(puzzle))


def test_several_and_no_solutions():
    assert hardness(Puzzle(EASY_9).without("r1c1", "r1c8", "r1c9")) == Hardness(1, True, False)
    assert not hardness(Puzzle(EASY_9).replace({(0, 1): 6})).is_solved


def test_no_time():
    assert hardness(Puzzle(BOARD_9), timeout=0) == Hardness(1, False, False)
