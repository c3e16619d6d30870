"""Plain 9x9 in bulk: the same answers as one at a time, however the puzzles are grouped."""

import array
import threading
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku.native import bulk9, sudoku9
from csp_sudoku.native.bulk9 import INVALID, Job


def parse(line):
    return [0 if symbol == "." else int(symbol) for symbol in line]


DATA = Path(__file__).parent.parent / "data"
MINIMAL = np.array([parse(p) for p in (DATA / "minimal9.txt").read_text().split()], np.uint8)
HARD = np.array(
    [
        parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
        parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"),
    ],
    np.uint8,
)


def single(puzzles, limit=2):
    """Solutions and counts by the one-at-a-time search, which has tests of its own."""
    solutions, counts = np.zeros_like(puzzles), np.zeros(len(puzzles), np.uint32)
    sudoku9.solve_array(puzzles, solutions=solutions, counts=counts, limit=limit)
    return solutions, counts


def bulk(puzzles, **options):
    solutions, counts = np.full_like(puzzles, 99), np.full(len(puzzles), 99, np.uint32)
    bulk9.solve_array(puzzles, solutions=solutions, counts=counts, **options)
    return solutions, counts


def mixed(seed, size):
    """Rows of every kind: none, one, many solutions, doubled clues, grids, bad symbols, empty."""
    rng = np.random.default_rng(seed)
    rows = MINIMAL[rng.integers(0, len(MINIMAL), size)].copy()
    grids, _ = single(rows)
    kind = rng.integers(0, 10, size)
    for row, grid, k in zip(rows, grids, kind, strict=True):
        if k in (0, 1):  # clues taken away
            row[rng.permutation(np.flatnonzero(row))[: rng.integers(1, 7)]] = 0
        elif k == 2:  # a clue more, right or wrong
            row[rng.integers(0, 81)] = rng.integers(1, 10)
        elif k == 3:  # a grid with holes
            row[:] = np.where(rng.random(81) < rng.random(), grid, 0)
        elif k == 4:  # a full grid
            row[:] = grid
        elif k == 5:  # random clues
            row[:] = np.where(rng.random(81) < 0.1, rng.integers(1, 10, 81), 0)
        elif k == 6 and rng.random() < 0.3:  # nothing at all
            row[:] = 0
        elif k == 7 and rng.random() < 0.3:  # no symbol of ours
            row[rng.integers(0, 81)] = rng.integers(10, 256)
        elif k == 8 and rng.random() < 0.1:
            row[:] = HARD[rng.integers(0, 2)]
    return rows


@pytest.fixture(params=bulk9.kernels())
def kernel(request):
    return request.param


# ---------------------------------------------------------------- the same answers


SIZES = [0, 1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 383, 512, 1000]


@pytest.mark.parametrize("size", SIZES)
def test_any_number_of_rows(kernel, size):
    puzzles = mixed(size, size)
    for limit in (1, 2, 3):
        solutions, counts = bulk(puzzles, limit=limit, kernel=kernel)
        expected_solutions, expected_counts = single(puzzles, limit)
        assert (counts == expected_counts).all()
        assert (solutions == expected_solutions).all()


def test_thousands_of_rows_of_every_kind(kernel):
    puzzles = mixed(5, 6000)
    solutions, counts = bulk(puzzles, kernel=kernel)
    expected_solutions, expected_counts = single(puzzles)
    assert {0, 1, 2, INVALID} == set(counts.tolist())
    assert (counts == expected_counts).all()
    assert (solutions == expected_solutions).all()


def test_the_order_of_rows_does_not_matter(kernel):
    puzzles = mixed(7, 900)
    solutions, counts = bulk(puzzles, limit=3, kernel=kernel)
    order = np.random.default_rng(8).permutation(len(puzzles))
    again, counted = bulk(puzzles[order], limit=3, kernel=kernel)
    assert (again == solutions[order]).all()
    assert (counted == counts[order]).all()


def test_hard_rows_only(kernel):
    puzzles = np.repeat(HARD, 200, axis=0)
    solutions, counts = bulk(puzzles, kernel=kernel)
    expected, _ = single(HARD)
    assert (counts == 1).all()
    assert (solutions[0] == expected[0]).all()
    assert (solutions[-1] == expected[1]).all()


def test_more_solutions_than_boards_can_wait(kernel):
    puzzles = np.zeros((400, 81), np.uint8)
    solutions, counts = bulk(puzzles, limit=7, kernel=kernel)
    expected, _ = single(puzzles[:1])
    assert (counts == 7).all()
    assert (solutions == expected).all()


@pytest.mark.parametrize("limit", [1, 2])
def test_counts_alone(kernel, limit):
    puzzles = mixed(9, 700)
    counts = np.zeros(700, np.uint32)
    bulk9.solve_array(puzzles, counts=counts, limit=limit, kernel=kernel)
    assert (counts == single(puzzles, limit)[1]).all()
    bulk9.solve_array(puzzles, limit=limit, kernel=kernel)


def test_rows_that_mean_nothing(kernel):
    puzzles = np.full((5000, 81), 10, np.uint8)
    puzzles[4321] = MINIMAL[0]
    solutions, counts = bulk(puzzles, kernel=kernel)
    assert counts[4321] == 1
    assert (np.delete(counts, 4321) == INVALID).all()
    assert not np.delete(solutions, 4321, axis=0).any()


@given(st.lists(st.sampled_from(range(400)), min_size=128, max_size=300), st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_any_choice_of_rows(choice, limit):
    puzzles = mixed(11, 400)[choice]
    expected_solutions, expected_counts = single(puzzles, limit)
    for name in bulk9.kernels():
        solutions, counts = bulk(puzzles, limit=limit, kernel=name)
        assert (counts == expected_counts).all()
        assert (solutions == expected_solutions).all()


# ---------------------------------------------------------------- text, pieces, threads


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_text_in_and_out(kernel, end):
    puzzles = mixed(13, 400)
    symbols = np.array([ord(s) for s in ".123456789"] + [ord("x")] * 246, np.uint8)
    blanks = np.array([ord(s) for s in ".0*_"], np.uint8)
    text = symbols[puzzles]
    text = np.where(puzzles == 0, blanks[np.arange(81) % 4], text)
    lines = b"".join(row.tobytes() + end.encode() for row in text)
    out = bytearray(b"#" * 84 * 400)
    counts = array.array("I", [9] * 400)
    bulk9.solve_array(
        lines, text=True, stride=81 + len(end), solutions=out, solutions_text=True,
        solutions_stride=84, counts=counts, kernel=kernel,
    )  # fmt: skip
    expected_solutions, expected_counts = single(puzzles)
    assert list(counts) == expected_counts.tolist()
    written = np.frombuffer(out, np.uint8).reshape(400, 84)
    assert (written[:, 81:] == ord("#")).all()
    assert (written[:, :81] == symbols[expected_solutions]).all()


def test_every_byte_as_a_symbol(kernel):
    text = np.full((256, 81), ord("."), np.uint8)
    text[np.arange(256), np.arange(256) % 81] = np.arange(256)
    counts = np.zeros(256, np.uint32)
    bulk9.solve_array(text, text=True, counts=counts, limit=1, kernel=kernel)
    assert {chr(s) for s in range(256) if counts[s] == 1} == set("123456789.0*_")
    assert set(counts.tolist()) == {1, INVALID}


def test_a_job_in_pieces(kernel):
    puzzles = mixed(17, 3000)
    counts = np.zeros(3000, np.uint32)
    nodes = np.zeros(3000, np.uint64)
    job = Job(puzzles, counts=counts, nodes=nodes, limit=40, kernel=kernel)
    assert (job.rows, job.done) == (3000, 0)
    seen = []
    while not job.run(seconds=0):
        seen.append(job.done)
    assert seen == sorted(seen)
    assert job.done == 3000
    assert job.run()
    assert (counts == single(puzzles, 40)[1]).all()
    assert ((nodes > 0) == (counts != INVALID)).all()


def test_interrupts_reach_a_job(interrupted):
    for puzzles, limit in (
        (np.repeat(HARD, 3000, axis=0), 2),
        (np.zeros((300, 81), np.uint8), INVALID - 1),
        (np.full((3_000_000, 81), 77, np.uint8), 2),
    ):
        interrupted(partial(bulk9.solve_array, puzzles, limit=limit))


def test_jobs_in_many_threads():
    puzzles = mixed(19, 2000)
    results = {}

    def work(name):
        results[name] = bulk(puzzles)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    solutions, counts = single(puzzles)
    assert len(results) == 4
    assert all((s == solutions).all() and (c == counts).all() for s, c in results.values())


def test_one_job_serves_one_thread_at_a_time():
    job = Job(np.repeat(HARD, 2000, axis=0), counts=np.zeros(4000, np.uint32))
    outcomes = []

    def work():
        try:
            outcomes.append(job.run())
        except RuntimeError as error:
            outcomes.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(outcomes) <= {True, "this object is already running: it takes one call at a time"}
    assert True in outcomes
    assert job.done == 4000


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limit": 0}, "limit must be 1 to 4294967294, not 0"),
        ({"stride": 80}, "the stride of clues must be 81 to 2147483647, not 80"),
        ({"stride": 83}, "clues must hold rows with a stride of 83, got 162 bytes"),
        ({"solutions": bytearray(81)}, "expected 2 rows of solutions, one per row of clues, got 1"),
        ({"counts": array.array("I", [0])}, "expected 2 counts, one per row of clues, got 1"),
        ({"nodes": array.array("I", [0, 0])}, "nodes must have items of 8 bytes, not 4"),
        ({"kernel": "none"}, "kernel is 'none'; this CPU runs auto, generic"),
    ],
)
def test_tables_that_do_not_fit_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        Job(bytes(162), **options)


def test_kernels_are_those_of_the_single_search():
    assert bulk9.kernels() == sudoku9.kernels()
    assert bulk9.kernel_name() == sudoku9.kernel_name()
    solutions = {bulk(MINIMAL, kernel=name)[0].tobytes() for name in bulk9.kernels()}
    assert solutions == {single(MINIMAL)[0].tobytes()}
