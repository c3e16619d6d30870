"""The native rules end where the techniques of the same names end."""

from pathlib import Path

from hypothesis import given

from csp_sudoku import Puzzle
from csp_sudoku.logic import BY_NAME, Progress, solve_by_logic
from csp_sudoku.logic.hardness import settle
from tests.strategies import small_puzzles

MINIMAL = (Path(__file__).parent.parent / "data" / "minimal9.txt").read_text().split()
RULES = {
    "naked": ["naked single"],
    "singles": ["naked single", "hidden single in a block", "hidden single in a line"],
    "locked": [
        "naked single",
        "hidden single in a block",
        "hidden single in a line",
        "pointing",
        "claiming",
    ],
}


def test_the_same_end_on_plain_boards():
    for line in MINIMAL[:60]:
        puzzle = Puzzle(line)
        for rules, names in RULES.items():
            explained = solve_by_logic(puzzle, techniques=[BY_NAME[name] for name in names])
            assert tuple(settle(puzzle, rules)) == explained.state.puzzle.masks


@given(small_puzzles())
def test_singles_end_the_same_on_every_board(puzzle):
    if puzzle.clash():
        assert settle(puzzle) is None
        return
    explained = solve_by_logic(puzzle, techniques=[BY_NAME[name] for name in RULES["singles"]])
    left = settle(puzzle, "singles")
    if explained.progress is Progress.CONTRADICTION:
        assert left is None
    else:
        assert tuple(left) == explained.state.puzzle.masks
