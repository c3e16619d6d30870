"""Minimum games: published numbers, honest bounds, and proofs that can be checked."""

from dataclasses import replace
from itertools import combinations

import pytest

import csp_sudoku as cs
from csp_sudoku import Puzzle, PuzzleError, Solution, boards
from tests import small_boards

GRID = Solution("123456789456789123789123456231674895875912364694538217317265948542897631968341572")


def test_every_4x4_has_a_minimum_of_4():
    for solution in small_boards.solutions("sudoku-2x2")[::12]:
        found = cs.minimum(solution)
        assert (found.lower, found.upper, found.is_proven) == (4, 4, True)
        assert found.check()


@pytest.mark.parametrize("name", small_boards.BOARDS)
def test_minimum_of_small_boards_by_brute_force(name):
    solution = small_boards.solutions(name)[len(small_boards.solutions(name)) // 2]
    cells = [1 << cell for cell in range(len(solution.values))]
    found = cs.minimum(solution)
    assert found.is_proven
    assert found.check()
    assert found.puzzle.solve("dlx", limit=2).solution == solution
    assert not any(
        small_boards.is_proper(solution, sum(choice))
        for choice in combinations(cells, found.upper - 1 if found.upper else 0)
        if found.upper
    )


def test_6x6_has_a_minimum_of_8_or_9():
    board = boards.sudoku(2, 3)
    for seed in range(4):
        solution = cs.minimal(Puzzle({}, board=board).solve().solution, seed=seed).solve().solution
        found = cs.minimum(
            solution.puzzle.transform("flip" if seed % 2 else "mirror").solve().solution
        )
        assert found.is_proven
        assert found.upper in (8, 9)
        assert found.check()


def test_a_tampered_proof_does_not_check():
    found = cs.minimum(Solution("1234 3412 2143 4321"))
    assert found.check()
    other = Solution("1234 3421 2143 4312")
    assert not replace(found, sets=found.sets[:2]).check()
    assert not replace(found, lower_by_sets=5).check()
    assert not replace(found, puzzle=found.puzzle.without(next(iter(found.puzzle.clues)))).check()
    assert not replace(found, solution=other).check()


def test_bounds_only_close():
    told = []
    found = cs.minimum(Puzzle({}, board=boards.sudoku(2, 3)).solve().solution, progress=told.append)
    assert told
    assert [bounds.lower for bounds in told] == sorted(bounds.lower for bounds in told)
    assert [bounds.upper for bounds in told] == sorted((b.upper for b in told), reverse=True)
    assert (told[-1].lower, told[-1].upper) == (found.lower, found.upper)


def test_wishes():
    solution = Solution("1234 3412 2143 4321")
    assert cs.minimum(solution, at_most=6).upper <= 6
    refuted = cs.minimum(solution, at_most=3)
    assert refuted.lower == 4
    assert refuted.reason == "no 3 cells meet all of the unavoidable sets"
    assert refuted.check()
    for wish in (-1, 2.5, True):
        with pytest.raises(PuzzleError, match="at_most is"):
            cs.minimum(solution, at_most=wish)


def test_fewer_than_17_clues_on_9x9_are_refused_at_once():
    with pytest.raises(PuzzleError, match=r"no 9x9 puzzle with 16 clues .* fewest is 17 \(McGuire"):
        cs.minimum(GRID, at_most=16)
    assert cs.minimum(GRID, at_most=30).upper <= 30


def test_an_unfinished_9x9_is_honest():
    found = cs.minimum(GRID, timeout=0.3)
    assert found.lower == 17 < found.upper
    assert not found.is_proven
    assert found.puzzle.is_unique("dlx")
    assert found.check()
    assert "McGuire" in found.reason


@pytest.mark.parametrize("puzzle", [GRID.puzzle, Puzzle("1234 3412 2143 43..")])
def test_a_puzzle_is_no_solution(puzzle):
    with pytest.raises(PuzzleError, match=r"expected a solution, got a Puzzle; give puzzle\.solve"):
        cs.minimum(puzzle)
    with pytest.raises(PuzzleError, match="expected a solution, got a Puzzle"):
        next(cs.unavoidable_sets(puzzle))


def test_no_time_at_all():
    found = cs.minimum(GRID, timeout=0)
    assert found.puzzle == GRID.puzzle
    latin = cs.minimum(Solution("123 231 312", board=boards.latin(3)), timeout=0)
    assert (latin.lower, latin.upper) == (0, 9)


def test_ctrl_c(interrupted):
    interrupted(lambda: cs.minimum(GRID))
