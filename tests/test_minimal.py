"""Minimal games: against brute force on small boards, and the same by every backend."""

from itertools import islice

import pytest
from hypothesis import given, settings, strategies as st

import csp_sudoku as cs
from csp_sudoku import NotProperError, OutOfBudgetError, Puzzle, PuzzleError, Solution, boards
from csp_sudoku.boards.symmetries import PATTERNS, orbits
from csp_sudoku.errors import BoardError
from tests import small_boards
from tests.strategies import small_puzzles

GRID = Solution("123456789456789123789123456231674895875912364694538217317265948542897631968341572")
SEVENTEEN = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def bits(puzzle):
    return small_boards.bits(puzzle.board, puzzle.clues)


@pytest.mark.parametrize("name", small_boards.BOARDS)
@given(data=st.data(), seed=st.integers(0, 2**64 - 1))
@settings(max_examples=4)
def test_minimal_games_of_small_boards(name, data, seed):
    solution = data.draw(st.sampled_from(small_boards.solutions(name)))
    puzzle = cs.minimal(solution, seed=seed)
    assert solution.solves(puzzle)
    assert small_boards.is_proper(solution, bits(puzzle))
    for cell in puzzle.clues:
        assert not small_boards.is_proper(solution, bits(puzzle.without(cell)))
    assert cs.is_minimal(puzzle)
    assert cs.minimal(solution, seed=seed) == puzzle
    assert cs.minimal(solution, seed=seed, backend="dlx") == puzzle


@pytest.mark.parametrize("name", ["sudoku-1x1", "sudoku-1x2", "latin-3", "sudoku-2x2+diagonals"])
def test_all_minimal_games_of_a_solution(name):
    solution = small_boards.solutions(name)[-1]
    found = [bits(puzzle) for puzzle in cs.all_minimal(solution)]
    assert len(found) == len(set(found))
    assert set(found) == small_boards.minimal_games(solution, (1 << len(solution.values)) - 1)


@given(data=st.data())
@settings(max_examples=8)
def test_all_minimal_games_within_a_puzzle(data):
    solution = data.draw(st.sampled_from(small_boards.solutions("sudoku-2x2")))
    cells = data.draw(st.sets(st.sampled_from(solution.board.cells), min_size=7, max_size=11))
    puzzle = Puzzle({cell: solution[cell] for cell in cells}, board=solution.board)
    expected = small_boards.minimal_games(solution, bits(puzzle))
    if expected:
        assert {bits(game) for game in cs.all_minimal(puzzle)} == expected
    else:
        with pytest.raises(NotProperError, match="more than one solution"):
            cs.all_minimal(puzzle)


@given(small_puzzles())
@settings(max_examples=60)
def test_whether_any_small_puzzle_is_minimal(puzzle):
    if puzzle.has_candidates:
        with pytest.raises(PuzzleError, match="pencil marks"):
            puzzle.is_minimal()
        return
    count = puzzle.count(2, "dlx")
    answer = puzzle.is_minimal()
    redundant = [c for c in puzzle.clues if puzzle.without(c).count(2, "dlx") == 1]
    assert bool(answer) == (count == 1 and not redundant)
    assert len(answer.solutions) == count
    assert (answer.redundant in redundant) if count == 1 and redundant else not answer.redundant
    if answer:
        assert set(answer.rivals) == set(puzzle.clues)
        for cell, rival in answer.rivals.items():
            assert rival.solves(puzzle.without(cell))
            assert rival != answer.solutions[0]
    if count != 1:
        with pytest.raises(NotProperError) as caught:
            cs.minimal(puzzle, seed=1)
        assert len(caught.value.solutions) == count
        assert len(set(caught.value.solutions)) == count


def test_every_backend_drops_the_same_clues(backend):
    start = Puzzle(SEVENTEEN).solve().solution.puzzle.without(*GRID.board.cells[:40:2])
    puzzle = cs.minimal(start, seed=5, backend=backend)
    assert puzzle == cs.minimal(start, seed=5)
    assert puzzle.is_unique("dlx")


def test_seeds_differ():
    assert len({cs.minimal(GRID, seed=seed) for seed in range(20)}) == 20


def test_published_puzzles():
    """A puzzle of 17 clues cannot lose one: none has 16."""
    assert Puzzle(SEVENTEEN).is_minimal()
    assert cs.minimal(Puzzle(SEVENTEEN), seed=3) == Puzzle(SEVENTEEN)
    answer = Puzzle(SEVENTEEN).replace({(0, 0): 9}).is_minimal()
    assert not answer
    assert answer.redundant == (0, 0)
    assert answer.reason == "it stays proper without the clue at r1c1"


def test_cells_that_must_stay():
    keep = [(0, 0), "r1c2", (8, 8)]
    puzzle = cs.minimal(GRID, seed=1, keep=keep)
    assert all(puzzle[cell] for cell in keep)
    assert puzzle.is_unique("dlx")
    others = [cell for cell in puzzle.clues if cell not in [(0, 0), (0, 1), (8, 8)]]
    assert not any(puzzle.without(cell).is_unique() for cell in others)
    with pytest.raises(PuzzleError, match="r1c1 cannot be kept: it has no clue"):
        cs.minimal(Puzzle(SEVENTEEN), seed=1, keep=[(0, 0)])


@pytest.mark.parametrize("symmetry", PATTERNS)
@pytest.mark.parametrize("name", ["sudoku-3x3", "sudoku-2x3"])
def test_symmetric_games(symmetry, name):
    solution = (
        GRID if name == "sudoku-3x3" else Puzzle({}, board=boards.named(name)).solve().solution
    )
    puzzle = cs.minimal(solution, seed=2, symmetry=symmetry)
    assert puzzle.is_unique("dlx")
    for orbit in orbits(puzzle.board, symmetry):
        cells = [puzzle.board.cells[i] for i in orbit]
        assert len({puzzle[cell] is None for cell in cells}) == 1
        if puzzle[cells[0]]:
            assert not puzzle.without(*cells).is_unique()


def test_symmetries_that_cannot_be():
    with pytest.raises(PuzzleError, match="not symmetric by rotate180"):
        cs.minimal(Puzzle(SEVENTEEN), seed=1, symmetry="rotate180")
    with pytest.raises(BoardError, match="no symmetry 'spiral'"):
        cs.minimal(GRID, seed=1, symmetry="spiral")


def test_larger_boards():
    for board in (boards.sudoku(4, 4), boards.sudoku(2, 4), boards.latin(7)):
        solution = Puzzle({}, board=board).solve().solution
        puzzle = cs.minimal(solution, seed=1)
        assert puzzle.is_unique("dlx")
        assert puzzle.is_minimal()


def test_lazy_enumeration_on_9x9():
    games = list(islice(cs.all_minimal(GRID), 5))
    assert len(set(games)) == 5
    assert all(game.is_minimal(backend="dlx") for game in games)


def test_time_limits():
    for work in (
        lambda: cs.minimal(GRID, seed=1, timeout=0),
        lambda: cs.minimal(GRID, seed=1, backend="dlx", timeout=0),
        lambda: Puzzle(SEVENTEEN).is_minimal(timeout=0),
        lambda: next(cs.all_minimal(GRID, timeout=0)),
    ):
        with pytest.raises(OutOfBudgetError):
            work()


def test_ctrl_c(interrupted):
    solution = Puzzle({}, board=boards.sudoku(4, 4)).solve().solution
    interrupted(lambda: cs.minimal(solution, seed=1))
