"""Minimal 9x9 puzzles, natively: dropping against counting one by one, grids, and bulk."""

import threading
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku.native import minimal9, sudoku9
from csp_sudoku.native.minimal9 import Job, generate, grid, reduce
from csp_sudoku.rng import Rng

DATA = Path(__file__).parent.parent / "data"
PROPER = bytes(map(int, (DATA / "minimal9.txt").read_text().split()[0].replace(".", "0")))
ROWS = [range(9 * row, 9 * row + 9) for row in range(9)]
COLUMNS = [range(column, 81, 9) for column in range(9)]
BOXES = [
    [27 * band + 3 * stack + 9 * row + column for row in range(3) for column in range(3)]
    for band in range(3)
    for stack in range(3)
]
LETTERS = set(range(1, 10))


def reduced(clues, units):
    """Drop unit after unit, counting the solutions each time."""
    left = bytearray(clues)
    for unit in units:
        tried = bytearray(left)
        for cell in unit:
            tried[cell] = 0
        if sudoku9.count(tried) == 1:
            left = tried
    return bytes(left)


def shuffled(rng, items):
    order = list(items)
    rng.shuffle(order)
    return order


@pytest.mark.parametrize("kernel", minimal9.kernels())
@given(seed=st.integers(0, 2**64 - 1))
@settings(max_examples=30)
def test_reduce_is_the_obvious_loop(kernel, seed):
    order = shuffled(Rng(seed), range(81))
    full = grid(seed)
    result = reduce(full, order, kernel=kernel)
    assert result == reduced(full, [[cell] for cell in order])
    assert reduce(result, order, kernel=kernel) == result


@given(seed=st.integers(0, 2**64 - 1), size=st.integers(2, 9))
@settings(max_examples=30)
def test_units_go_together_and_unnamed_cells_stay(seed, size):
    cells = shuffled(Rng(seed), range(81))
    units = [cells[start : start + size] for start in range(0, 60, size)]
    full = grid(seed)
    result = reduce(full, units)
    assert result == reduced(full, units)
    assert all(result[cell] for cell in set(range(81)).difference(*units))


def test_a_minimal_puzzle_is_left_alone():
    assert reduce(PROPER, range(81)) == PROPER
    assert reduce(PROPER, []) == PROPER


@pytest.mark.parametrize(
    ("clues", "order", "message"),
    [
        (bytes(80), [], "81 cells"),
        (bytes(81), [], "several"),
        (bytes([1, 1, *bytes(79)]), [], "no solution"),
        (bytes([10, *bytes(80)]), [], "1 to 9"),
        (PROPER, [81], "0 to 80"),
        (PROPER, [-1], "0 to 80"),
        (PROPER, [3, [4, 3]], "twice"),
    ],
)
def test_reduce_refuses(clues, order, message):
    with pytest.raises(ValueError, match=message):
        reduce(clues, order)


@given(seed=st.integers(0, 2**64 - 1))
def test_grids_are_full_and_repeat(seed):
    cells = grid(seed)
    assert all({cells[i] for i in group} == LETTERS for group in (*ROWS, *COLUMNS, *BOXES))
    assert grid(seed) == cells


def split_pure(cells, boxes, lines):
    """Whether the sets of digits in the lines of two boxes are the same sets."""
    one, other = ({frozenset(cells[i] for i in box[lines[k]]) for k in range(3)} for box in boxes)
    return one == other


def test_no_corner_of_the_grid_is_special():
    """The sampler builds bands 1 and 3 in different ways; in uniform grids they look the same.

    Boxes 1 and 2 (and so 3) have equal row sets in 2 of 56 divisions of a band, but a band does not
    stand alone: such bands are continued a little more or less often, alike in every place.
    """
    rows = [slice(0, 3), slice(3, 6), slice(6, 9)]
    columns = [slice(0, 9, 3), slice(1, 9, 3), slice(2, 9, 3)]
    pairs = [((0, 1), rows), ((7, 8), rows), ((0, 3), columns), ((5, 8), columns), ((4, 5), rows)]
    found = [0] * len(pairs)
    for seed in range(20_000):
        cells = grid(seed)
        for number, (boxes, lines) in enumerate(pairs):
            found[number] += split_pure(cells, [BOXES[box] for box in boxes], lines)
    expected = 20_000 * 2 / 56  # and a standard deviation of 26
    assert all(expected - 110 < count < expected + 110 for count in found), found


def test_puzzle_i_depends_on_seed_and_i():
    everything = generate(5, 70)
    for first, count in ((0, 1), (33, 10), (69, 1)):
        assert generate(5, count, first=first) == everything[81 * first : 81 * (first + count)]
    assert generate(6, 70) != everything
    assert generate(5 + 2**64, 3) == generate(5, 3)


def test_a_puzzle_is_its_streams_grid_and_order():
    solutions = bytearray(10 * 81)
    puzzles = generate(9, 10, solutions=solutions)
    for i in range(10):
        row = slice(81 * i, 81 * i + 81)
        assert puzzles[row] == bytes(
            value if clue else 0 for value, clue in zip(solutions[row], puzzles[row], strict=True)
        )
        assert sudoku9.solve(puzzles[row]) == solutions[row]
        assert reduce(puzzles[row], range(81)) == puzzles[row]


def test_units_in_bulk():
    units = [{cell, 80 - cell} for cell in range(41)]
    puzzles = generate(3, 20, units=units)
    for i in range(20):
        puzzle = puzzles[81 * i : 81 * i + 81]
        assert all(bool(puzzle[cell]) == bool(puzzle[80 - cell]) for cell in range(81))
        assert reduce(puzzle, units) == puzzle


@pytest.mark.parametrize("kernel", minimal9.kernels())
def test_every_kernel_makes_the_same(kernel):
    assert generate(4, 20, kernel=kernel) == generate(4, 20)


def test_a_job_pauses_and_goes_on():
    puzzles = bytearray(100 * 81)
    job = Job(puzzles, seed=8)
    turns = 0
    while not job.run(seconds=0):
        turns += 1
    assert turns > 1
    assert job.done == job.rows == 100
    assert puzzles == generate(8, 100)
    assert generate(8, 0) == b""


def test_threads_share_a_range():
    puzzles = bytearray(64 * 81)
    view = memoryview(puzzles)
    jobs = [Job(view[81 * i : 81 * (i + 16)], seed=2, first=i) for i in range(0, 64, 16)]
    threads = [threading.Thread(target=job.run) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert puzzles == generate(2, 64)


def test_interrupts_reach_reduce_on_a_puzzle_that_takes_long_to_refute(interrupted):
    hopeless = bytearray(81)
    for cell, digit in ((0, 4), (6, 5), (9, 8), (29, 4), (47, 8), (53, 4), (64, 5), (73, 2)):
        hopeless[cell] = digit
    interrupted(lambda: reduce(hopeless, []))


def test_a_job_refuses_what_does_not_fit():
    with pytest.raises(ValueError, match="rows of 81"):
        Job(bytearray(80), seed=1)
    with pytest.raises(ValueError, match="as many"):
        Job(bytearray(81), seed=1, solutions=bytearray(82))
    with pytest.raises(ValueError, match="kernel"):
        Job(bytearray(81), seed=1, kernel="abacus")
    with pytest.raises(ValueError, match="0 or more"):
        generate(1, -1)
