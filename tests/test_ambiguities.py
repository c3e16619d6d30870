"""The fewest extra clues, against trying all of them on small boards."""

from itertools import combinations

import pytest
from hypothesis import given, settings

from csp_sudoku import NoSolutionError, Puzzle, PuzzleError, Solution, boards
from tests.reference import all_solutions
from tests.strategies import small_puzzles

SEVENTEEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"


def fewest(solutions, goals):
    """Return the least number of places whose values tell one of the goals from all solutions."""
    cells = range(len(next(iter(solutions))))
    for count in range(len(cells) + 1):
        for chosen in combinations(cells, count):
            kinds = [tuple(solution[i] for i in chosen) for solution in solutions]
            if any(kinds.count(tuple(goal[i] for i in chosen)) == 1 for goal in goals):
                return count
    raise AssertionError


@settings(max_examples=150)
@given(small_puzzles())
def test_small_boards_agree_with_trying_all(puzzle):
    solutions = all_solutions(puzzle.csp)
    if not solutions:
        with pytest.raises(NoSolutionError):
            puzzle.ambiguity()
        return
    found = puzzle.ambiguity(timeout=None)
    assert (found is None) == (len(solutions) == 1)
    if found is None or len(solutions) > 60:
        return
    assert found.is_fewest
    assert len(found.extra) == found.at_least == fewest(solutions, solutions)
    assert puzzle.replace(found.extra).solve(limit=2).solution == found.solution
    assert puzzle.replace(found.extra).is_unique()
    values = zip(puzzle.board.cells, zip(*solutions, strict=True), strict=True)
    assert found.cells == {cell: tuple(sorted(set(v))) for cell, v in values if len(set(v)) > 1}
    goal = min(solutions)
    aimed = puzzle.ambiguity(solution=Solution(goal, board=puzzle.board), timeout=None)
    assert aimed.is_fewest
    assert aimed.solution.values == bytes(goal)
    assert len(aimed.extra) == fewest(solutions, [goal])


def test_dropped_clues_are_found_again_or_others_as_good():
    puzzle = Puzzle(SEVENTEEN)
    solution = puzzle.solve().solution
    found = puzzle.without("r1c8", "r4c6").ambiguity(solution=solution, timeout=None)
    assert found.is_fewest
    assert len(found.extra) <= 2
    both = puzzle.without("r1c8", "r4c6").replace(found.extra)
    assert both.solve(limit=2).solution == solution
    assert both.is_unique()
    assert "(the fewest)" in str(found)


def test_a_time_limit_leaves_an_honest_bound():
    puzzle = Puzzle({}, board=boards.sudoku(3, 3))
    found = puzzle.ambiguity(timeout=0.3)
    assert not found.is_fewest
    assert 1 <= found.at_least < 17 <= len(found.extra)
    assert puzzle.replace(found.extra).is_unique()
    assert f"at least {found.at_least} are needed" in str(found)


def test_what_is_not_ambiguous():
    assert Puzzle(SEVENTEEN).ambiguity() is None
    with pytest.raises(NoSolutionError):
        Puzzle("11" + "." * 79).ambiguity()
    with pytest.raises(PuzzleError, match="does not solve"):
        Puzzle("2... .... .... ....").ambiguity(solution=Solution("1234 3412 2143 4321"))
