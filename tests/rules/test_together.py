"""Rules that say more together, or by a choice: the solutions are those that meet each of them."""

import random

import pytest

import csp_sudoku as cs
from csp_sudoku.rules import counting_circles, distinct_lines, full_rank, lunchbox
from tests.rules import truths
from tests.rules.test_truths import fillings
from tests.rules.truths import Filled


def found(board, rules):
    return sorted(bytes(s.values) for s in cs.Puzzle(board=board, rules=rules).solutions())


def filled(at, board):
    return Filled(at, board.numbers, [])


@pytest.mark.parametrize("name", ["sudoku-2x2", "latin-3", "latin-4", "rectangle-3x3-4"])
@pytest.mark.parametrize("seed", range(6))
def test_ranks(name, seed):
    """On the last board, values do not begin equally many lines."""
    rng = random.Random(f"{name} {seed}")
    board = cs.boards.named(name)
    side = board.shape[0]
    places = [(n, end) for n in range(side) for end in (-1, side)]
    places += [(end, n) for n in range(side) for end in (-1, side)]
    whole = fillings(name)
    example = filled(rng.choice(whole), board)
    rank_of = {
        place: next(n for n in range(1, 4 * side + 1) if truths.full_rank(example, place, n, True))
        for place in places
    }
    for ties in (False, True):
        wanted = [(place, rank_of[place]) for place in rng.sample(places, rng.randint(2, 9))]
        if seed > 4:
            wanted[0] = wanted[0][0], rng.randint(1, 4 * side)
        rules = [full_rank(f"r{row + 1}c{column + 1}", n, ties) for (row, column), n in wanted]
        met = [
            bytes(at.values())
            for at in whole
            if all(truths.full_rank(filled(at, board), *one, ties) for one in wanted)
        ]
        assert found(board, rules) == sorted(met)
        assert ties is False or seed > 4 or met
        every = [at for at in whole if bytes(at.values()) in met]
        apart = [bytes(at.values()) for at in every if truths.distinct_lines(filled(at, board))]
        assert found(board, [*rules, distinct_lines()]) == sorted(apart)


def test_a_line_with_two_ranks():
    assert not found(cs.boards.named("latin-3"), [full_rank("r0c1", 3), full_rank("r0c1", 4)])


@pytest.mark.parametrize("count", range(1, 13))
def test_circles(count):
    """Few circles leave one set of digits or none; more leave several."""
    rng = random.Random(count)
    board = cs.boards.named("rectangle-3x4-6")
    cells = rng.sample(board.cells, count)
    given = {cell: rng.randint(1, 6) for cell in [cells[0]]}
    whole = [s.assignment for s in cs.Puzzle(given, board="rectangle-3x4-6").solutions(limit=3000)]
    met = [at for at in whole if truths.counting_circles(filled(at, board), cells)]
    for at in [*met[:20], *whole[:20]]:
        puzzle = cs.Puzzle(at, board=board, rules=[counting_circles(cells)])
        assert puzzle.count() == (at in met)


@pytest.mark.parametrize("total", [0, 1, 3, 5, 9, 14])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_lunchboxes(size, total):
    """Whatever the ends, of which only some are possible."""
    board = cs.boards.free(1, size, 6)
    cells = board.cells
    whole = [s.assignment for s in cs.Puzzle(board=board).solutions()]
    met = [at for at in whole if truths.lunchbox(filled(at, board), cells, total)]
    assert found(board, [lunchbox(cells, total)]) == sorted(bytes(at.values()) for at in met)
