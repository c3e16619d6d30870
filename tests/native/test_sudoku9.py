"""Plain 9x9, one at a time: every kernel against an obvious search, and against bad input."""

import array
import os
import random
import subprocess
import sys
import threading
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku.native import sudoku9
from csp_sudoku.native.sudoku9 import EXHAUSTED, INVALID, PAUSED, SOLUTION, Job, Search

# ---------------------------------------------------------------- an obvious search, and puzzles

ALL = 0b1111111110
UNITS = [(c // 9, 9 + c % 9, 18 + c // 27 * 3 + c % 9 // 3) for c in range(81)]


def plain_solutions(clues):
    """Yield every solution: the open cell with the fewest choices, one choice after another."""
    cells = list(clues)
    seen = [0] * 27

    def choices(cell):
        row, column, box = UNITS[cell]
        return ALL & ~(seen[row] | seen[column] | seen[box])

    def put(cell, digit):
        cells[cell] = digit
        for unit in UNITS[cell]:
            seen[unit] ^= 1 << digit

    for cell, digit in enumerate(clues):
        cells[cell] = 0
        if digit and not choices(cell) >> digit & 1:
            return
        if digit:
            put(cell, digit)

    def extend(open_cells):
        if not open_cells:
            yield bytes(cells)
            return
        best = min(open_cells, key=lambda cell: choices(cell).bit_count())
        for digit in range(1, 10):
            if choices(best) >> digit & 1:
                put(best, digit)
                yield from extend([cell for cell in open_cells if cell != best])
                put(best, digit)
        cells[best] = 0

    yield from extend([cell for cell in range(81) if not clues[cell]])


def is_solution(clues, cells):
    fits = all(clue in (0, cell) for clue, cell in zip(clues, cells, strict=True))
    return fits and next(plain_solutions(cells)) == bytes(cells) and 0 not in cells


def parse(line):
    return bytes(0 if symbol in ".0*_" else int(symbol) for symbol in line)


DATA = Path(__file__).parent.parent / "data"
MINIMAL = [parse(line) for line in (DATA / "minimal9.txt").read_text().split()]
EMPTY = bytes(81)
GRID = parse("123456789456789123789123456231674895875912364694538217317265948542897631968341572")
HARD = [
    parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
    parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"),
]


def without(clues, cells):
    return bytes(0 if c in cells else clue for c, clue in enumerate(clues))


def changed(clues, cell, digit):
    return clues[:cell] + bytes([digit]) + clues[cell + 1 :]


def mixed(seed, size):
    """Puzzles of every kind: none, one, many solutions, doubled clues, full grids, none at all."""
    rng = random.Random(seed)
    puzzles = [EMPTY, GRID, changed(GRID, 80, 5), changed(EMPTY, 40, 7), *HARD]
    while len(puzzles) < size:
        base = rng.choice(MINIMAL)
        given = [c for c in range(81) if base[c]]
        puzzles += [
            base,
            without(base, rng.sample(given, rng.randint(1, 4))),
            changed(base, rng.randrange(81), rng.randint(1, 9)),
            changed(base, rng.choice(given), rng.randint(1, 9)),
            without(GRID, rng.sample(range(81), rng.randint(20, 55))),
            without(GRID, {c for c in range(81) if GRID[c] in (rng.randint(1, 9), 3)}),
            bytes(rng.randint(1, 9) if rng.random() < 0.1 else 0 for _ in range(81)),
        ]
    return puzzles[:size]


@pytest.fixture(scope="module")
def truth():
    """Mixed puzzles, each with its number of solutions up to three."""
    return [(p, len(list(islice(plain_solutions(p), 3)))) for p in mixed(1, 160)]


@pytest.fixture(params=sudoku9.kernels())
def kernel(request):
    return request.param


# ---------------------------------------------------------------- counts and solutions


@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 2, 4, 9]))
@settings(max_examples=60, deadline=None)
def test_marks_leave_the_solutions_that_keep_to_them(seed, spread):
    rng = random.Random(seed)
    full = sudoku9.solve(HARD[1])
    open_cells = rng.sample(range(81), 40)
    clues = bytes(0 if cell in open_cells else full[cell] for cell in range(81))
    every = list(islice(plain_solutions(clues), 400))
    marks = [511] * 81
    for cell in rng.sample(open_cells, 12):
        marks[cell] = sum({1 << d for d in rng.sample(range(9), spread)} | {1 << full[cell] - 1})
    if rng.random() < 0.2:
        marks[open_cells[0]] &= ~(1 << full[open_cells[0]] - 1)
    expected = {s for s in every if all(marks[c] >> d - 1 & 1 for c, d in enumerate(s))}
    for name in sudoku9.kernels():
        if len(every) < 400:
            assert set(Search(clues, marks=marks, kernel=name)) == expected
        alone = [1 << d - 1 if d else mask for d, mask in zip(clues, marks, strict=True)]
        found = set(islice(Search(bytes(81), marks=alone, kernel=name), 500))
        assert len(every) == 400 or found == expected


@pytest.mark.parametrize("marks", [[511] * 80, [512] * 81, [-1] * 81, ["1"] * 81, [None] * 81])
def test_bad_marks_are_refused(marks):
    with pytest.raises((ValueError, TypeError)):
        Search(bytes(81), marks=marks)


def test_a_cell_without_marks_has_no_solution():
    assert not list(Search(bytes(81), marks=[0] + [511] * 80))


def test_counts_agree_with_the_obvious_search(kernel, truth):
    assert {n for _, n in truth} == {0, 1, 2, 3}
    for limit in (1, 2, 3):
        for clues, solutions in truth:
            assert sudoku9.count(clues, limit, kernel=kernel) == min(limit, solutions)


def test_solve_gives_a_solution_or_none(kernel, truth):
    for clues, solutions in truth:
        cells = sudoku9.solve(clues, kernel=kernel)
        assert (cells is not None) == bool(solutions)
        assert cells is None or is_solution(clues, cells)


def test_all_solutions_each_once_in_the_same_order_on_every_kernel():
    rng = random.Random(2)
    for base in rng.sample(MINIMAL, 8):
        clues = without(base, rng.sample([c for c in range(81) if base[c]], 2))
        expected = sorted(islice(plain_solutions(clues), 2000))
        if len(expected) == 2000:
            continue
        found = [list(Search(clues, kernel=name)) for name in sudoku9.kernels()]
        assert all(solutions == found[0] for solutions in found)
        assert sorted(found[0]) == expected
        assert sudoku9.count(clues, None) == len(expected)


def test_a_published_solution(kernel):
    """The puzzle against brute force of Wikipedia's article on Sudoku solving algorithms."""
    solution = "987654321246173985351928746128537694634892157795461832519286473472319568863745219"
    assert sudoku9.solve(HARD[1], kernel=kernel) == parse(solution)


@given(st.binary(min_size=81, max_size=81).map(lambda b: bytes(x % 10 if x < 30 else 0 for x in b)))
@settings(max_examples=60, deadline=None)
def test_random_clues(clues):
    expected = len(list(islice(plain_solutions(clues), 2)))
    for name in sudoku9.kernels():
        assert sudoku9.count(clues, kernel=name) == expected


# ---------------------------------------------------------------- a search that pauses


def test_a_search_goes_on_after_a_pause(kernel):
    whole = list(Search(HARD[0], kernel=kernel))
    search = Search(HARD[0], kernel=kernel)
    statuses = []
    while not statuses or statuses[-1] != EXHAUSTED:
        statuses.append(search.run(nodes=3))
        if statuses[-1] == SOLUTION:
            assert [search.solution] == whole
        else:
            assert search.solution is None
    assert statuses.count(SOLUTION) == 1
    assert PAUSED in statuses
    assert search.solutions == 1
    assert search.run() == EXHAUSTED
    reference = Search(HARD[0], kernel=kernel)
    reference.count()
    assert search.nodes == reference.nodes


def test_limits_of_a_search():
    search = Search(EMPTY)
    assert search.status == PAUSED
    assert search.run(nodes=0) == PAUSED
    assert search.nodes == 0
    assert search.run(seconds=0) in (SOLUTION, PAUSED)
    assert search.count(1000) == 1000
    assert search.count(0) == 0
    assert search.count(nodes=1) <= 1
    with pytest.raises(ValueError, match="nodes must be 0 or more, not -1"):
        search.run(nodes=-1)
    with pytest.raises(ValueError, match="seconds must be 0 or more, not -1"):
        search.run(seconds=-1)
    with pytest.raises(ValueError, match="limit must be 0 or more, not -1"):
        search.count(-1)


def test_interrupts_reach_a_search_and_a_job(interrupted):
    for work in (
        lambda: sudoku9.count(EMPTY, None),
        lambda: sudoku9.solve_array(EMPTY, limit=INVALID - 1),
        lambda: sudoku9.solve_array(b"x" * 81 * 3_000_000, text=True),
    ):
        interrupted(work)


def test_one_object_serves_one_thread_at_a_time():
    search = Search(EMPTY)
    errors = []

    def count():
        try:
            search.count(200_000)
        except RuntimeError as error:
            errors.append(str(error))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(errors) <= {"this object is already running: it takes one call at a time"}
    assert search.solutions == 200_000 * (4 - len(errors))


def test_searches_in_many_threads():
    results = {}

    def work(name):
        results[name] = [sudoku9.solve(clues) for clues in MINIMAL]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    assert all(solutions == results[0] for solutions in results.values())


# ---------------------------------------------------------------- tables


def run_job(puzzles, **options):
    """Run a job over puzzles; return solutions, counts and nodes as lists."""
    n = len(puzzles)
    solutions = bytearray(81 * n)
    counts, nodes = array.array("I", [7] * n), array.array("Q", [7] * n)
    sudoku9.solve_array(
        b"".join(puzzles), solutions=solutions, counts=counts, nodes=nodes, **options
    )
    return [bytes(solutions[81 * i : 81 * i + 81]) for i in range(n)], list(counts), list(nodes)


@pytest.mark.parametrize("size", [0, 1, 2, 160])
def test_a_job_gives_what_single_calls_give(kernel, truth, size):
    puzzles = [p for p, _ in truth[:size]]
    solutions, counts, nodes = run_job(puzzles, limit=3, kernel=kernel)
    assert counts == [n for _, n in truth[:size]]
    for clues, cells, spent in zip(puzzles, solutions, nodes, strict=True):
        search = Search(clues, kernel=kernel)
        assert cells == (next(search, None) or EMPTY)
        search.count(2)
        assert spent == search.nodes


def test_a_bad_row_spoils_nothing_else(kernel):
    puzzles = [MINIMAL[0], changed(MINIMAL[1], 80, 10), MINIMAL[2], bytes([255]) + EMPTY[1:]]
    solutions, counts, nodes = run_job(puzzles, kernel=kernel)
    assert counts == [1, INVALID, 1, INVALID]
    assert [bool(n) for n in nodes] == [True, False, True, False]
    assert solutions[1] == solutions[3] == EMPTY
    assert is_solution(MINIMAL[2], solutions[2])


@pytest.mark.parametrize("end", ["", "\n", "\r\n", ",xyz\n"])
def test_text_in_and_out(kernel, truth, end):
    symbols = [".123456789", "0123456789", "*123456789", "_123456789"]
    lines = [
        "".join(symbols[i % 4][d] for d in clues) + end for i, (clues, _) in enumerate(truth[:40])
    ]
    text = "".join(lines).encode()
    out = bytearray(b"#" * 85 * len(lines))
    counts = np.zeros(len(lines), np.uint32)
    sudoku9.solve_array(
        text, text=True, stride=81 + len(end), solutions=out, solutions_text=True,
        solutions_stride=85, counts=counts, limit=3, kernel=kernel,
    )  # fmt: skip
    assert counts.tolist() == [n for _, n in truth[:40]]
    for (clues, solutions), row in zip(truth, range(40), strict=False):
        line = out[85 * row : 85 * row + 85].decode()
        assert line[81:] == "####"
        expected = sudoku9.solve(clues)
        assert line[:81] == ("".join(map(str, expected)) if solutions else "." * 81)
    last = text[: len(text) - len(end)]
    sudoku9.solve_array(last, text=True, stride=81 + len(end), counts=counts, limit=3)
    assert counts.tolist() == [n for _, n in truth[:40]]


def test_every_byte_as_a_symbol(kernel):
    rows = 256
    text = np.full((rows, 81), ord("."), np.uint8)
    text[np.arange(rows), np.arange(rows) % 81] = np.arange(rows)
    counts = np.zeros(rows, np.uint32)
    sudoku9.solve_array(text, text=True, counts=counts, limit=1, kernel=kernel)
    valid = {chr(s) for s in range(rows) if counts[s] == 1}
    assert valid == set("123456789.0*_")
    assert set(counts.tolist()) == {1, INVALID}
    numbers = np.where(text == ord("."), 0, text)
    numbers[ord("."), ord(".") % 81] = ord(".")
    sudoku9.solve_array(numbers, counts=counts, limit=1, kernel=kernel)
    assert [s for s in range(rows) if counts[s] == 1] == list(range(10))


def test_a_job_in_pieces(kernel):
    puzzles = [*MINIMAL, *HARD] * 20
    counts = array.array("I", [9] * len(puzzles))
    job = Job(b"".join(puzzles), counts=counts, kernel=kernel)
    assert (job.rows, job.done) == (len(puzzles), 0)
    seen = []
    while not job.run(seconds=0):
        seen.append(job.done)
    assert seen == sorted(seen)
    assert job.done == job.rows
    assert set(counts) == {1}
    assert job.run()


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        (b"", "a puzzle has 81 cells, not 0"),
        (bytes(80), "a puzzle has 81 cells, not 80"),
        (bytes(729), "a puzzle has 81 cells, not 729"),
        (bytes(17) + b"\x0a" + bytes(63), "cell 17 holds 10; clues must be 1 to 9, or 0"),
        (array.array("I", [0] * 81), "clues must have items of 1 bytes, not 4"),
    ],
)
def test_bad_clues_are_named(clues, message):
    with pytest.raises(ValueError, match=message):
        sudoku9.count(clues)


def test_what_is_no_buffer_is_a_type_error():
    for clues in ("1" * 81, None, [0] * 81):
        with pytest.raises(TypeError):
            sudoku9.count(clues)
        with pytest.raises(TypeError):
            sudoku9.solve_array(clues)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limit": 0}, "limit must be 1 to 4294967294, not 0"),
        ({"limit": -1}, "limit must be 1 to 4294967294, not -1"),
        ({"limit": 2**32 - 1}, "limit must be 1 to 4294967294, not 4294967295"),
        ({"stride": 80}, "the stride of clues must be 81 to 2147483647, not 80"),
        ({"stride": 2**40}, "the stride of clues must be 81 to"),
        ({"stride": 82}, "clues must hold rows with a stride of 82, got 162 bytes"),
        ({"solutions": bytearray(81)}, "expected 2 rows of solutions, one per row of clues, got 1"),
        ({"solutions": bytearray(163)}, "rows with a stride of 81, got 163 bytes"),
        ({"counts": array.array("I", [0])}, "expected 2 counts, one per row of clues, got 1"),
        ({"counts": array.array("Q", [0, 0])}, "counts must have items of 4 bytes, not 8"),
        ({"nodes": array.array("Q", [0] * 3)}, "expected 2 nodes, one per row of clues, got 3"),
        ({"kernel": "avx9000"}, "kernel is 'avx9000'; this CPU runs auto, generic"),
    ],
)
def test_tables_that_do_not_fit_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        Job(bytes(162), **options)


def test_buffers_that_cannot_be_used():
    with pytest.raises(BufferError):
        Job(bytes(162), solutions=bytes(162))
    with pytest.raises((BufferError, ValueError)):
        Job(np.zeros((2, 162), np.uint8)[:, ::2])
    both = np.zeros((2, 81), np.uint8)
    with pytest.raises(ValueError, match="overlap"):
        Job(both, solutions=both)
    words = np.zeros(9, np.uint8)[1:].view(np.uint8)
    with pytest.raises(ValueError, match="counts is not aligned to its items of 4 bytes"):
        Job(bytes(162), counts=words.view(np.uint32))


def test_arrays_of_two_and_three_dimensions(kernel):
    clues = np.frombuffer(b"".join(MINIMAL), np.uint8)
    expected = np.zeros((300, 81), np.uint8)
    sudoku9.solve_array(clues, solutions=expected, kernel=kernel)
    solutions = np.zeros((300, 9, 9), np.uint8)
    sudoku9.solve_array(clues.reshape(300, 9, 9), solutions=solutions, kernel=kernel)
    assert (solutions.reshape(300, 81) == expected).all()


# ---------------------------------------------------------------- the choice of a kernel


def in_new_process(value):
    code = "from csp_sudoku.native import sudoku9; print(sudoku9.kernel_name())"
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "CSP_SUDOKU_KERNEL": value},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", [*sudoku9.kernels(), "auto", ""])
def test_the_environment_forces_a_kernel(name):
    result = in_new_process(name)
    assert result.stdout.strip() == (name if name in sudoku9.kernels() else sudoku9.kernels()[-1])


def test_an_impossible_kernel_is_an_error_that_names_it():
    result = in_new_process("sse17")
    assert result.returncode != 0
    assert "CSP_SUDOKU_KERNEL is 'sse17'; this CPU runs auto, generic" in result.stderr
