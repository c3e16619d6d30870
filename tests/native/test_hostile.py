"""The border of C: no argument, however odd, gets past it; see also tests/fuzz."""

import ctypes
import gc
import re
import subprocess
import sys
from array import array
from pathlib import Path

import numpy as np
import pytest

from csp_sudoku.native import bitmask, canonical9, check, dlx, minimal9, rating9, sudoku9
from tests.fuzz import native_calls, native_interface
from tests.native.hostile_calls import CALLS

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def endings():
    """How each call ended: all in one process, or in the next one where it did not survive."""
    found, left = {}, list(CALLS)
    while left:
        command = [sys.executable, "-m", "tests.native.hostile_calls", *left]
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
        )
        found |= {line.split()[0]: line.partition(" ")[2] for line in done.stdout.splitlines()}
        left = [name for name in CALLS if name not in found]
        if left:
            found[left.pop(0)] = f"the process ended with {done.returncode}: {done.stderr}"
    return found


@pytest.mark.parametrize("name", CALLS)
def test_a_hostile_call_is_answered(endings, name):
    assert re.match(CALLS[name][1], endings[name]), endings[name]


# ---------------------------------------------------------------- buffers


@pytest.mark.parametrize(
    "call",
    [
        lambda memory: rating9.rate_array(memory[:243], memory[240:243], 0),
        lambda memory: canonical9.find_array(memory[:81], memory[:81]),
        lambda memory: canonical9.find_array(memory[:81], memory[80:161]),
        lambda memory: minimal9.Job(memory[:81], seed=1, solutions=memory[:81]),
        lambda memory: minimal9.Job(memory[:162], seed=1, solutions=memory[81:243]),
        lambda memory: check.translate9(memory[:16].cast("I"), b"0123", memory[12:16]),
        lambda memory: sudoku9.Job(memory[:81], counts=memory[80:84].cast("I")),
    ],
)
def test_results_must_not_overlap_what_is_read(call):
    with pytest.raises(ValueError, match=r"the buffers of \w+ and \w+ overlap"):
        call(memoryview(bytearray(243)))


def test_results_may_lie_beside_what_is_read():
    memory = memoryview(bytearray(162 + 8))
    canonical9.find_array(memory[:81], memory[81:162])
    assert rating9.rate_array(memory[:81], memory[81:82], 0) == 0
    check.translate9(memory[:4].cast("I"), b"0123", memory[4:5])


@pytest.mark.parametrize(
    "counts",
    [
        array("f", [0.0]),
        np.zeros(1, ">u4"),
        np.zeros(1, "u1,u1,u2"),
        np.zeros(1, "S4"),
    ],
)
def test_items_that_are_not_integers_of_this_machine(counts):
    with pytest.raises(ValueError, match="counts must hold integers, not items of the format"):
        sudoku9.Job(bytes(81), counts=counts)
    with pytest.raises(ValueError, match="offsets must hold integers"):
        dlx.ExactCover.from_arrays(0, 0, counts, array("i"))


@pytest.mark.parametrize("counts", [np.zeros(1, "<i4"), (ctypes.c_uint * 1)()])
def test_items_that_are_integers_of_this_machine(counts):
    assert sudoku9.Job(bytes(81), counts=counts).run()
    assert memoryview(counts).cast("B").cast("I")[0] == 2


def test_masks_that_are_not_aligned():
    memory = np.zeros(8 * 81 + 1, np.uint8)
    masks = memory[1:].view(np.uint64)
    masks[:] = 511
    assert sudoku_structure().search(masks).run(nodes=200) is bitmask.SOLUTION
    assert sudoku_structure().settle(masks).tolist() == [511] * 81


def sudoku_structure():
    rows = [range(9 * i, 9 * i + 9) for i in range(9)]
    return bitmask.Structure(81, 9, [*rows, *(range(i, 81, 9) for i in range(9))])


def test_memory_of_a_forgotten_job_is_free_again():
    class Kept(sudoku9.Job):
        pass

    memory = bytearray(81)
    job = Kept(bytes(81), solutions=memory)
    job.itself = job
    del job
    gc.collect()
    memory.append(0)  # a BufferError if a buffer of the job were still held


@pytest.mark.parametrize("nothing", [None, 3, "x", [1]])
def test_what_is_not_a_buffer(nothing):
    for call in (
        lambda: check.first_wrong9(nothing, bytes(81), array("I", [1])),
        lambda: check.first_wrong9(bytes(81), nothing, array("I", [1])),
        lambda: check.first_wrong9(bytes(81), bytes(81), nothing),
        lambda: check.stride9(nothing),
        lambda: check.translate9(nothing, b"0123", bytearray()),
        lambda: rating9.rate_array(nothing, bytearray()),
        lambda: canonical9.find(nothing),
        lambda: dlx.ExactCover.from_arrays(0, 0, nothing, array("i")),
    ):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError):
        bitmask.Structure(0, 1, []).settle(None)


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize("number", [81.0, "81", None, 81j])
def test_numbers_that_are_not_integers(number):
    for call in (
        lambda: sudoku9.Job(bytes(81), stride=number),
        lambda: sudoku9.Job(bytes(81), solutions=bytearray(81), solutions_stride=number),
        lambda: sudoku9.Job(bytes(81), limit=number),
        lambda: canonical9.find_array(bytes(81), bytearray(81), stride=number),
        lambda: check.first_wrong9(bytes(81), bytes(81), array("I", [1]), stride=number),
        lambda: minimal9.grid(number),
        lambda: minimal9.generate(1, number),
        lambda: bitmask.members(1, number),
        lambda: bitmask.Structure(number, 2, []),
        lambda: check.Groups(number, []),
        lambda: check.Groups(1, [[0]]).clash([number]),
    ):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("number", [-1, -(2**70)])
def test_numbers_below_zero(number):
    for call in (
        lambda: check.Groups(number, []),
        lambda: check.Groups(1, [[0]]).clash([number]),
        lambda: check.Groups(1, [[number]]),
        lambda: bitmask.members(number, 3),
    ):
        with pytest.raises(ValueError, match=str(number)):
            call()


def test_values_of_any_size_clash():
    groups = check.Groups(3, [[0, 1], [1, 2]])
    assert groups.clash([2**100, 2**101, 2**101]) == (1, 1, 2)
    assert groups.clash([0, 0, 0]) is None
    assert groups.clash(array("Q", [2**63, 1, 2**63])) is None


# ---------------------------------------------------------------- the fuzzer


def test_the_fuzzer_calls_everything_that_is_public():
    assert native_calls.missing() == set()


def test_a_few_episodes_of_the_fuzzer():
    outcomes = native_interface.batch(seed=0, first=0, episodes=25)
    assert sum(outcomes.values()) > 1900
