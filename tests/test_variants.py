"""Random equivalents: as hard as the puzzle, and another one."""

import pytest

import csp_sudoku as cs
from csp_sudoku.equivalence.equivalents import Equivalents as Variants
from csp_sudoku.making.fillings import random_filling
from csp_sudoku.rng import Rng
from tests.cli.puzzles import HARD

BOARDS = ["sudoku-3x3", "sudoku-2x3", "latin-5", "jigsaw-6@1", "sudoku-2x2+diagonals", "twodoku"]


@pytest.mark.parametrize("name", BOARDS)
def test_an_equivalent_of_a_solution_is_one(name):
    board = cs.boards.named(name)
    filling = random_filling(board, 1)
    variants = Variants(board, Rng(2))
    for _ in range(10):
        assert cs.Solution(variants.of(filling.puzzle).values, board=board)


def test_equivalents_have_the_same_canonical_form_and_differ():
    puzzle = cs.Puzzle(HARD)
    variants = Variants(puzzle.board, Rng(3))
    made = [variants.of(puzzle) for _ in range(200)]
    assert {cs.canonical(variant) for variant in made} == {cs.canonical(puzzle)}
    assert len(set(made)) == 200


def test_pencil_marks_move_along():
    puzzle = cs.Puzzle("1... .... .... ....", candidates={(0, 1): (2, 3)})
    variant = Variants(puzzle.board, Rng(1)).of(puzzle)
    assert variant.has_candidates
    assert variant.count() == puzzle.count()


def test_the_seed_decides():
    puzzle = cs.Puzzle(HARD)
    one, same, other = (Variants(puzzle.board, Rng(seed)).of(puzzle) for seed in (1, 1, 2))
    assert one == same != other
