"""Many puzzles at once: every kind of input, every edge, and the same answers by every way."""

import io
import subprocess
import sys
import threading
import tracemalloc
from itertools import islice, repeat
from pathlib import Path

import numpy as np
import pytest

import csp_sudoku as cs
from csp_sudoku import (
    Batch,
    Outcome,
    Puzzle,
    Status,
    WrongAnswerError,
    boards,
    solve_many,
    solve_stream,
)
from csp_sudoku.bulk import rows
from csp_sudoku.bulk.batch import solve_lines

DATA = Path(__file__).parent / "data"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
DOUBLED = "88" + "." * 79
EMPTY = "." * 81
BAD = HARD[:-1] + "x"
MIXED = [HARD, DOUBLED, BAD, EMPTY, HARD[:-1], "", SOLVED]
MIXED_STATUS = ["SOLVED", "NONE", "INVALID", "MULTIPLE", "INVALID", "INVALID", "SOLVED"]


def numbers(line):
    return [0 if symbol in ".0" else int(symbol) for symbol in line]


def names(batch):
    return [Outcome(code).name for code in batch.status]


def solutions(batch):
    return ["".join(map(str, row)) for row in batch.solutions.tolist()]


def conformance():
    """Puzzles of 81 cells with their known counts and solutions."""
    for line in (DATA / "conformance.txt").read_text().splitlines():
        puzzle, *known = line.split(":")
        if len(puzzle) == 81 and known:
            yield puzzle, int(known[0]), known[1] if len(known) > 1 else None


RESULTS = ("solutions", "counts", "status")


def same(one, other, names=(*RESULTS, "nodes")):
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


@pytest.mark.parametrize("backend", ["auto", "bitmask", "dlx", "sat"])
def test_known_counts_and_solutions(backend):
    puzzles, counts, known = zip(*conformance(), strict=True)
    batch = solve_many(puzzles, limit=200, backend=backend)
    assert batch.counts.tolist() == list(counts)
    for found, solution in zip(solutions(batch), known, strict=True):
        assert solution is None or found == solution


def test_minimal_puzzles_are_proper():
    puzzles = [line for line in (DATA / "minimal9.txt").read_text().split("\n") if len(line) == 81]
    batch = solve_many(puzzles)
    assert set(names(batch)) == {"SOLVED"}
    for puzzle, row in islice(zip(puzzles, batch, strict=True), 0, None, 50):
        assert Puzzle(puzzle).solve("dlx").solution.values == row.solution


def test_what_a_batch_is():
    batch = solve_many(MIXED)
    assert names(batch) == MIXED_STATUS
    assert (batch.solutions.shape, batch.solutions.dtype) == ((7, 81), np.uint8)
    assert (batch.counts.dtype, batch.status.dtype) == (np.uint32, np.uint8)
    assert (batch.nodes.dtype, batch.nodes.shape) == (np.uint64, (7,))
    assert batch.counts.tolist() == [1, 0, 0, 2, 0, 0, 1]
    assert solutions(batch)[0] == SOLVED
    assert not batch.solutions[[1, 2, 4, 5]].any()
    assert batch[0].status is Status.SOLVED
    assert bytes(numbers(SOLVED)) == batch[0].solution == batch[-1].solution
    assert (batch[1].solution, batch[1].found) == (None, 0)
    assert len(batch) == len(list(batch)) == 7
    assert batch.tally() == {
        Status.SOLVED: 2, Status.MULTIPLE: 1, Status.NONE: 1, Status.INVALID: 3
    }  # fmt: skip
    with pytest.raises(IndexError):
        batch[7]


# Inputs


def array(*lines, dtype=np.uint8):
    return np.array([numbers(line) for line in lines], dtype=dtype)


def text(lines, end="\n"):
    return "".join(line + end for line in lines)


@pytest.mark.parametrize(
    "given",
    [
        array(HARD, DOUBLED, EMPTY),
        array(HARD, DOUBLED, EMPTY).reshape(3, 9, 9),
        array(HARD, DOUBLED, EMPTY, dtype=np.int64),
        array(HARD, DOUBLED, EMPTY, dtype=np.uint16),
        array(HARD, DOUBLED, EMPTY, dtype=float),
        np.asfortranarray(array(HARD, DOUBLED, EMPTY)),
        array(HARD, BAD[:-1] + "1", DOUBLED, BAD[:-1] + "1", EMPTY)[::2],
        memoryview(array(HARD, DOUBLED, EMPTY)),
        [HARD, DOUBLED, EMPTY],
        (HARD, DOUBLED.replace(".", "0"), EMPTY.replace(".", "*")),
        np.array([HARD, DOUBLED, EMPTY]),
        [HARD.encode(), DOUBLED.encode(), EMPTY.encode()],
        [Puzzle(HARD), Puzzle(DOUBLED), Puzzle(EMPTY)],
        [Puzzle(HARD), DOUBLED, [0] * 81],
        [f"{HARD}\n", f" {DOUBLED}", f"{EMPTY}\tremark"],
        [str(Puzzle(HARD)), DOUBLED, EMPTY],
        text([HARD, DOUBLED, EMPTY]).encode(),
        bytearray(text([HARD, DOUBLED, EMPTY], "\r\n").encode()),
        text([HARD, DOUBLED, EMPTY]).encode()[:-1],
        text([HARD, DOUBLED, EMPTY], "\r\n").encode()[:-2],
        text([HARD, DOUBLED, EMPTY], "\r").encode(),
        text(["# one", HARD, "", DOUBLED, "#" + EMPTY[1:], "  ", EMPTY]).encode(),
        b"\xef\xbb\xbf" + text([HARD, DOUBLED, EMPTY]).encode(),
        text([HARD + "\teasy", DOUBLED + " # none", EMPTY]).encode(),
    ],
    ids=range(24),
)
def test_every_kind_of_input(given):
    batch = solve_many(given)
    assert names(batch) == ["SOLVED", "NONE", "MULTIPLE"]
    assert solutions(batch)[0] == SOLVED


@pytest.mark.parametrize("opened", [io.StringIO, lambda s: io.BytesIO(s.encode())])
def test_files(opened):
    assert names(solve_many(opened(text([HARD, DOUBLED, EMPTY])))) == ["SOLVED", "NONE", "MULTIPLE"]
    assert len(solve_many(opened(""))) == 0
    assert names(solve_many(opened(text(MIXED)))) == [
        status for status, line in zip(MIXED_STATUS, MIXED, strict=True) if line
    ]


def test_a_file_that_ends_in_the_middle_of_a_line():
    assert names(solve_many(f"{HARD}\n{HARD[:40]}".encode())) == ["SOLVED", "INVALID"]
    assert names(solve_many(f"{HARD[:40]}".encode())) == ["INVALID"]


class Pieces:
    """A file that comes in pieces of some bytes, and is never in memory as a whole."""

    def __init__(self, parts, size=50):
        self.parts, self.size, self.rest = iter(parts), size, b""

    def read(self, most):
        while not self.rest:
            part = next(self.parts, None)
            if part is None:
                return b""
            self.rest = part
        size = min(self.size, most)
        piece, self.rest = self.rest[:size], self.rest[size:]
        return piece


@pytest.mark.parametrize("size", [1, 7, 100, 4096])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_that_is_too_long_is_one_row(size, end, monkeypatch):
    monkeypatch.setattr(rows, "_LONGEST_LINE", 300)
    lines = ["1" * 5000, f"# {'long ' * 300}", HARD, " " * 2000, f" {HARD} {' ' * 300}{EMPTY}",
             f"{HARD}\t{'easy ' * 300}", SOLVED, "x" * 301, EMPTY]  # fmt: skip
    given = Pieces(["\ufeff".encode(), *(f"{line}{end}".encode() for line in lines)], size)
    assert names(solve_many(given)) == [
        *("INVALID", "SOLVED", "INVALID", "INVALID", "SOLVED", "INVALID", "MULTIPLE")
    ]


def test_lines_are_numbered_past_one_that_is_too_long(monkeypatch):
    monkeypatch.setattr(rows, "_LONGEST_LINE", 300)
    given = Pieces(f"{line}\n".encode() for line in [HARD, "1" * 999, "# no", HARD, "1" * 999])
    found = [number for batch in solve_lines(given) for number in batch.numbers]
    assert found == [1, 2, 4, 5]


def test_a_line_of_100_mb_is_one_row_in_bounded_memory():
    parts = [f"{HARD}\n".encode(), *repeat(b"1" * 100_000, 1000), f"\n{HARD}\n".encode()]
    tracemalloc.start()
    batch = solve_many(Pieces(parts, 100_000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert names(batch) == ["SOLVED", "INVALID", "SOLVED"]
    assert peak < 20_000_000


def test_two_short_lines_are_not_one_row():
    pair = f"{HARD[:40]}\n{HARD[41:]}\n"
    assert len(pair) == 82
    assert names(solve_many((f"{HARD}\n{pair}{HARD}\n").encode())) == [
        "SOLVED", "INVALID", "INVALID", "SOLVED"
    ]  # fmt: skip


def test_an_array_is_not_copied_and_not_changed():
    given = array(*[HARD] * 300)
    before = given.copy()
    given.flags.writeable = False
    tracked = []

    def measure(done, total):
        tracked.append((done, total))

    assert set(names(solve_many(given, progress=measure))) == {"SOLVED"}
    assert np.array_equal(given, before)
    assert tracked == [(300, 300)]


@pytest.mark.parametrize(
    ("dtype", "bad"),
    [(np.uint8, 10), (np.int8, -1), (np.int64, 256), (float, 1.5), (float, np.nan)],
)
def test_values_out_of_range_make_their_row_invalid(dtype, bad):
    given = array(HARD, HARD, HARD, dtype=dtype)
    given[1, 80] = bad
    assert names(solve_many(given)) == ["SOLVED", "INVALID", "SOLVED"]


@pytest.mark.parametrize("rows", [0, 1, 255, 256, 257])
def test_numbers_of_rows(rows):
    for given in (
        array(*[HARD] * rows).reshape(rows, 81),
        [HARD] * rows,
        text([HARD] * rows).encode(),
    ):
        batch = solve_many(given)
        assert batch.solutions.shape == (rows, 81)
        assert solutions(batch) == [SOLVED] * rows
        assert batch.counts.tolist() == [1] * rows


def test_nothing():
    for given in ([], b"", iter(()), np.empty((0, 81)), np.empty((0, 9, 9)), np.empty(0)):
        batch = solve_many(given)
        assert (len(batch), batch.solutions.shape) == (0, (0, 81))
    assert repr(solve_many([])) == "<Batch: 0 rows; nothing>"
    assert list(solve_stream([])) == []


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (HARD, "expected a list of puzzles, got one puzzle"),
        (Puzzle(HARD), "expected a list of puzzles, got one puzzle"),
        (np.zeros((3, 80), np.uint8), "shape"),
        (np.zeros(81, np.uint8), "shape"),
        (np.zeros((2, 9, 8), np.uint8), "shape"),
        (np.zeros((2, 81), complex), "complex"),
    ],
)
def test_what_is_no_batch_says_what_would_be(given, says):
    with pytest.raises(cs.PuzzleError, match=says):
        solve_many(given)


@pytest.mark.parametrize(
    "options", [{"limit": -1}, {"limit": 2**32}, {"workers": 0}, {"timeout": -1}, {"backend": "x"}]
)
def test_options_that_cannot_be(options):
    with pytest.raises(cs.BackendError):
        solve_many([HARD], **options)


def test_rows_that_are_nothing_at_all_are_invalid():
    assert names(solve_many([HARD, None, float("nan"), 7, [1, 2], "é" * 81])) == [
        "SOLVED", *["INVALID"] * 5
    ]  # fmt: skip


# Limits, workers, time


def test_limits():
    rows = [HARD, DOUBLED, EMPTY, BAD]
    assert solve_many(rows, limit=0).counts.tolist() == [0, 0, 0, 0]
    assert names(solve_many(rows, limit=0)) == ["UNKNOWN", "UNKNOWN", "UNKNOWN", "INVALID"]
    assert solve_many(rows, limit=1).counts.tolist() == [1, 0, 1, 0]
    assert names(solve_many(rows, limit=1)) == ["SOLVED", "NONE", "SOLVED", "INVALID"]
    assert solve_many(rows, limit=3).counts.tolist() == [1, 0, 3, 0]
    for limit in (254, 255, 256, 511, 512):
        batch = solve_many(rows, limit=limit)
        assert batch.counts.tolist() == [1, 0, limit, 0]
        assert names(batch) == ["SOLVED", "NONE", "MULTIPLE", "INVALID"]


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_workers_and_grouping_change_nothing(limit):
    lines = (DATA / "minimal9.txt").read_text().split("\n") * 12 + MIXED
    alone = solve_many(lines, workers=1, limit=limit)
    assert same(alone, solve_many(lines, workers=2, limit=limit))
    assert same(alone, solve_many(lines, workers=7, limit=limit))
    assert same(alone, solve_many(iter(lines), workers=3, limit=limit), RESULTS)
    rows = list(solve_stream(iter(lines), workers=2, limit=limit))
    assert same(alone, Batch.joined(rows, 81), RESULTS)
    single = [solve_many([line], limit=limit) for line in lines[:40]]
    assert same(alone.part(0, 40), Batch.joined(single, 81), RESULTS)


def test_a_stream_reads_no_more_than_it_needs():
    taken = 0

    def endless():
        nonlocal taken
        for line in repeat(HARD):
            taken += 1
            yield line

    found = solve_stream(endless(), workers=2)
    first = next(found)
    assert set(names(first)) == {"SOLVED"}
    found.close()
    assert taken < 10 * len(first)
    assert threading.active_count() == 1


def test_progress_counts_up_to_the_end():
    seen = []
    solve_many([HARD] * 3000, workers=2, progress=lambda *now: seen.append(now))
    assert seen == sorted(seen)
    assert seen[-1] == (3000, 3000)
    seen.clear()
    solve_many(iter([HARD] * 3000), progress=lambda *now: seen.append(now))
    assert seen[-1] == (3000, None)


def test_an_error_in_the_input_or_in_progress_ends_all_threads():
    def broken():
        yield from repeat(HARD, 40_000)
        raise OSError("the source broke")

    with pytest.raises(OSError, match="the source broke"):
        solve_many(broken(), workers=2)
    with pytest.raises(ZeroDivisionError):
        solve_many(repeat(HARD, 40_000), workers=2, progress=lambda done, total: 1 // 0)
    assert threading.active_count() == 1


@pytest.mark.parametrize("backend", ["auto", "dlx"])
def test_no_time_is_unknown(backend):
    batch = solve_many([HARD, EMPTY], timeout=0, backend=backend)
    assert names(batch) == ["UNKNOWN", "UNKNOWN"]
    assert not batch.solutions.any()


@pytest.mark.parametrize("workers", [1, 2])
def test_rows_behind_an_endless_one_are_unknown(workers):
    lines = [HARD] * 600 + [EMPTY] + [HARD] * 20
    batch = solve_many(lines, limit=4_000_000_000, timeout=0.5, workers=workers)
    assert names(batch)[:512] == ["SOLVED"] * 512
    assert names(batch)[600] == "UNKNOWN"
    assert batch.counts[600] == 0
    assert not batch.solutions[600].any()


INTERRUPTED = """
import os, signal, sys, threading
from csp_sudoku import solve_many
threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    workers, backend = int(sys.argv[1]), sys.argv[2]
    solve_many(["." * 81] * 2000, limit=4_000_000_000, workers=workers, backend=backend)
except KeyboardInterrupt:
    print("interrupted", threading.active_count())
"""


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("backend", ["auto", "dlx"])
def test_ctrl_c_ends_all_threads(workers, backend):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(workers), backend],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.stdout == b"interrupted 1\n", done.stderr.decode()


# Other boards


@pytest.mark.parametrize("workers", [1, 2])
def test_other_boards(workers):
    rows = ["1..4........2..3", "1234341221434321", "11..............", "1..", "1..9............"]
    batch = solve_many(rows, limit=50, workers=workers)
    assert batch.counts.tolist() == [7, 1, 0, 0, 0]
    assert names(batch) == ["MULTIPLE", "SOLVED", "NONE", "INVALID", "INVALID"]
    assert batch.solutions.shape == (5, 16)
    assert solve_many(np.zeros((2, 4, 4), int), limit=300).counts.tolist() == [288, 288]
    assert solve_many(b"................\n", limit=300).counts.tolist() == [288]
    assert len(solve_many([], board="sudoku-4x4").solutions.T) == 256


def test_81_cells_that_are_not_plain_never_reach_the_kernel():
    diagonals = boards.diagonals(boards.sudoku(3, 3))
    unique = next(Puzzle([0] * 81, board=diagonals).solutions("dlx"))
    batch = solve_many([unique.puzzle, HARD], board=diagonals)
    assert names(batch) == ["SOLVED", Puzzle(HARD, board=diagonals).solve().status.name]
    assert solve_many([Puzzle(HARD), unique.puzzle]).tally()[Status.INVALID] == 1


def test_pencil_marks_go_their_own_way():
    marked = Puzzle([0] * 81, candidates={(0, 0): [5]})
    batch = solve_many([marked, HARD, Puzzle(EMPTY)])
    assert names(batch) == ["MULTIPLE", "SOLVED", "MULTIPLE"]
    assert batch.solutions[0, 0] == 5
    assert batch.nodes[1] == solve_many([HARD]).nodes[0]


def test_rows_that_a_job_did_not_finish_are_unknown():
    lines = (DATA / "minimal9.txt").read_text().split() * 40
    clues = b"".join(line.encode() for line in lines)
    whole = solve_many(lines)
    batch = Batch(len(lines))
    job = batch.job(clues, 2, is_text=True)
    assert not job.run(seconds=0)
    batch.settle(is_finished=False)
    batch.check(clues, is_text=True)
    done = batch.status != Outcome.UNKNOWN
    assert done.sum() == job.done < len(lines)
    for name in RESULTS:
        assert np.array_equal(getattr(batch, name)[done], getattr(whole, name)[done])
        assert not getattr(batch, name)[~done].any()


@pytest.mark.parametrize("rows", [1, 5000])
def test_a_wrong_answer_is_never_handed_out(monkeypatch, rows):
    honest = Batch.settle

    def lying(batch, *, is_finished):
        batch._solutions[81 * (len(batch) - 1)] ^= 1
        honest(batch, is_finished=is_finished)

    monkeypatch.setattr(Batch, "settle", lying)
    with pytest.raises(WrongAnswerError, match="wrong answer to"):
        solve_many([HARD] * rows)


# Without numpy


WITHOUT = """
import sys
sys.modules["numpy"] = None
from csp_sudoku import solve_many
batch = solve_many([sys.argv[1], "bad"], workers=2)
assert batch.solutions.tolist()[0][:3] == [8, 1, 2]
assert batch.solutions[0, 1] == 1 and batch.solutions.shape == (2, 81)
assert list(batch.counts) == [1, 0] and bytes(batch.status) == bytes([1, 4])
assert solve_many([]).solutions.nbytes == 0
"""


def test_without_numpy_there_are_buffers():
    subprocess.run([sys.executable, "-c", WITHOUT, HARD], check=True)


def test_numpy_is_imported_only_for_arrays():
    code = (
        "import sys; from csp_sudoku import solve_many\n"
        f"row = solve_many(['{HARD}'] * 3000, workers=2)[0]\n"
        "assert row.found == 1 and 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_batch_compares_without_numpy(monkeypatch):
    batch = cs.solve_many([HARD, DOUBLED, HARD])
    expected = (batch.status == Outcome.SOLVED).tolist()
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert (batch.status == Outcome.SOLVED).tolist() == expected == [True, False, True]
    assert (batch.status == Outcome.SOLVED).sum() == 2
    assert (batch.counts >= 1).tolist() == [1, 0, 1]
    assert (batch.counts != [1, 0, 0]).any()
    with pytest.raises(ValueError, match="several numbers"):
        assert batch.status == Outcome.SOLVED
    assert batch.counts.tolist() == [1, 0, 1]
