"""Unavoidable sets: all of them on small boards, and proven ones on larger boards."""

from itertools import islice

import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku import OutOfBudgetError, Puzzle, Solution, UnavoidableSet, boards, unavoidable_sets
from tests import small_boards

GRID = Solution("123456789456789123789123456231674895875912364694538217317265948542897631968341572")


@pytest.mark.parametrize("name", small_boards.BOARDS)
@given(data=st.data())
@settings(max_examples=3)
def test_all_sets_of_small_boards(name, data):
    solution = data.draw(st.sampled_from(small_boards.solutions(name)))
    found = list(unavoidable_sets(solution))
    assert all(one.check(solution) for one in found)
    as_bits = [small_boards.bits(solution.board, one) for one in found]
    assert len(as_bits) == len(set(as_bits))
    assert set(as_bits) == small_boards.differences(solution)


@pytest.mark.parametrize("board", [None, boards.diagonals(boards.sudoku(2, 3)), boards.latin(5)])
def test_sets_of_larger_boards_are_unavoidable_and_minimal(board):
    solution = GRID if board is None else Puzzle({}, board=board).solve("dlx").solution
    sets = list(islice(unavoidable_sets(solution), 60))
    assert len({one.cells for one in sets}) == 60
    for one in sets[::6]:
        puzzle = solution.puzzle.without(*one)
        assert one.check(solution)
        assert one.other.solves(puzzle)
        for cell in one:
            spared = puzzle.replace({cell: solution[cell]})
            assert spared.is_unique("dlx")


def test_a_set_that_is_tampered_with_does_not_check():
    one = next(unavoidable_sets(GRID))
    assert len(one) == len(one.cells) == 4
    assert one.cells[0] in one
    assert not UnavoidableSet(one.cells[1:], one.other).check(GRID)
    assert not UnavoidableSet(one.cells, GRID).check(GRID)
    assert not one.check(Solution("1234 3412 2143 4321"))


def test_time_limit():
    with pytest.raises(OutOfBudgetError):
        next(unavoidable_sets(GRID, timeout=0))
