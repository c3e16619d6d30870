"""Unavoidable sets: all of them on small boards, and proven ones on larger boards."""

from itertools import combinations, islice

import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku import (
    OutOfBudgetError,
    Puzzle,
    PuzzleError,
    Solution,
    UnavoidableSet,
    boards,
    unavoidable_sets,
)
from csp_sudoku.budgets import Budget
from csp_sudoku.making.repair import Repairs
from csp_sudoku.rules import cage
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


def sets_of(solution, **options):
    found = list(unavoidable_sets(solution, **options))
    assert all(one.check(solution) for one in found)
    return [small_boards.bits(solution.board, one) for one in found]


@pytest.mark.parametrize("name", small_boards.BOARDS)
@given(data=st.data())
@settings(max_examples=4, deadline=None)
def test_no_small_set_is_missed_on_small_boards(name, data):
    solution = data.draw(st.sampled_from(small_boards.solutions(name)))
    size = data.draw(st.integers(0, len(solution.values)))
    found = sets_of(solution, max_size=size)
    assert len(found) == len(set(found))
    assert [one.bit_count() for one in found] == sorted(one.bit_count() for one in found)
    assert set(found) == {
        one for one in small_boards.differences(solution) if one.bit_count() <= size
    }


def test_no_small_set_is_missed_on_6x6():
    """Every other solution that leaves all but four digits alone, or two rows or columns."""
    solution = Puzzle({}, board=boards.sudoku(2, 3)).solve().solution
    found = sets_of(solution, max_size=12)
    opened = [[cell for cell, value in enumerate(solution.values) if value in digits]
              for digits in combinations(range(1, 7), 3)]  # fmt: skip
    opened += [[6 * row + c for row in rows for c in range(6)]
               for rows in combinations(range(6), 3)]  # fmt: skip
    rivals = set()
    for cells in opened:
        values = [0 if cell in cells else value for cell, value in enumerate(solution.values)]
        for other in Puzzle(values, board=solution.board).solutions("dlx"):
            pairs = enumerate(zip(solution.values, other.values, strict=True))
            rivals.add(sum(1 << cell for cell, (mine, its) in pairs if mine != its))
    small = {one for one in rivals if 0 < one.bit_count() <= 12}
    minimal = {one for one in small if not any(o != one and o & one == o for o in small)}
    assert len(minimal) > 20
    assert minimal <= set(found)


def test_the_native_repair_and_the_plain_one_agree():
    plain = Repairs(GRID.structure, GRID.values, 10, Budget()).minimal()
    found = {frozenset(i for i in range(81) if other[i] != GRID.values[i]) for other in plain}
    native = sets_of(GRID, max_size=10)
    assert {sum(1 << cell for cell in cells) for cells in found} == set(native)
    assert len(native) == len(plain) > 50


def test_sizes_that_are_none():
    for size in (-1, 2.5, True):
        with pytest.raises(PuzzleError, match="max_size is"):
            next(unavoidable_sets(GRID, max_size=size))
    assert list(unavoidable_sets(GRID, max_size=3)) == []
    with pytest.raises(OutOfBudgetError):
        next(unavoidable_sets(GRID, max_size=18, timeout=0))
    latin = Puzzle({}, board=boards.latin(9)).solve().solution
    with pytest.raises(OutOfBudgetError):
        next(unavoidable_sets(latin, max_size=30, timeout=0.05))
    ruled = Puzzle({}, board=boards.sudoku(2, 2), rules=[cage("r1c1 r1c2", 3)]).solve().solution
    with pytest.raises(PuzzleError, match="groups alone"):
        next(unavoidable_sets(ruled, max_size=4))
