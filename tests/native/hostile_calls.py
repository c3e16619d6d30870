"""Calls that crashed, or that could: to be made in another process.

`CALLS` has for each name a function without arguments, and how it must end: as a pattern for
"returned VALUE" or "ERROR: message". Try with `python -m tests.native.hostile_calls NAME...`.
"""

import contextlib
import gc
import signal
import sys
import tracemalloc
from array import array
from decimal import Decimal
from fractions import Fraction

import numpy as np

from csp_sudoku.native import (
    bitmask,
    bulk9,
    check,
    dlx,
    hitting9,
    minimal9,
    rating9,
    rup,
    sudoku9,
)
from tests.fuzz.hostile import (
    LyingSequence,
    Meddler,
    MischiefError,
    OddInt,
    Shifting,
    emptying,
)

CALLS = {}
FULL = minimal9.grid(1)
EASY = bytes(
    map(int, "005000900000086050600009010032008005000090000100200490020100003080930000007000200")
)
NO_INTEGER = "TypeError: .* cannot be interpreted as an integer"
INCOMPLETE = "this object is not complete: its constructor is still running or raised an error"


def ends(how):
    """Return a decorator that keeps a call with the way in which it must end."""

    def keep(function):
        CALLS[function.__name__] = function, how
        return function

    return keep


# ---------------------------------------------------------------- cells that are not integers


@ends(NO_INTEGER)
def reduce_floats():
    minimal9.reduce(FULL, [(x / 4,) for x in range(324)])


@ends(NO_INTEGER)
def reduce_fractions():
    minimal9.reduce(FULL, [(Fraction(x, 40),) for x in range(3240)])


@ends(NO_INTEGER)
def reduce_numpy_floats():
    minimal9.reduce(FULL, [(np.float64(x / 4),) for x in range(324)])


@ends(NO_INTEGER)
def generate_with_units_of_floats():
    minimal9.Job(bytearray(81), seed=1, units=[(x / 40,) for x in range(3240)]).run()


@ends("ValueError: the order names cell 5 twice")
def reduce_integers_that_equal_nothing():
    minimal9.reduce(FULL, [OddInt(5) for _ in range(30_000)])


@ends("returned True")
def reduce_numpy_integers():
    return minimal9.reduce(FULL, np.arange(81)) == minimal9.reduce(FULL, range(81))


# ---------------------------------------------------------------- sizes that overflow


@ends("ValueError: 81 bytes of clues do not hold 5 rows with a stride of 4611686018427387904")
def first_wrong_with_a_stride_that_overflows():
    check.first_wrong9(bytes(81), FULL, array("I", [1] * 5), stride=2**62, solutions_stride=2**62)


@ends("ValueError: 81 bytes of solutions do not hold 3 rows with a stride of 9223372036854775807")
def first_wrong_with_the_largest_stride():
    check.first_wrong9(bytes(243), FULL, array("I", [1] * 3), solutions_stride=2**63 - 1)


# ---------------------------------------------------------------- sequences that change and lie


@ends("returned None")
def clash_of_a_sequence_that_lies():
    return check.Groups(3, [[0, 1, 2]]).clash(LyingSequence([1, 2, 3], 3, 2**30))


@ends("ValueError: expected 1000 values, one per variable, got 1$")
def clash_of_a_list_that_is_emptied():
    check.Groups(1000, [range(1000)]).clash(emptying([1] * 999, 0, 1, gc.collect))


@ends("returned None, without much memory")
def clash_of_large_values():
    tracemalloc.start()
    found = check.Groups(2, [[0, 1]]).clash([1, 2**31 - 20])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return f"{found}, {'without' if peak < 10**6 else 'with'} much memory"


@ends("returned 0")
def cover_whose_rows_grow_while_they_are_read():
    class Growing:
        def __index__(self):
            for rows in gc.get_objects():
                if type(rows) is list and len(rows) == 1 and rows[0] == (self,):
                    rows.extend([(0,)] * 10**6)
            return 0

    return dlx.ExactCover(1, [[Growing()]]).count([0]) - 1


@ends("returned array")
def masks_that_look_for_their_array():
    def empty():
        for found in gc.get_objects():
            if type(found) is array and len(found) == 2000:
                del found[:]

    return bitmask.Structure(2000, 3, []).settle([Meddler(1, empty), *[1] * 1999])[:1]


@ends("ValueError: the constraints changed while they were read")
def constraints_that_look_for_their_copies():
    """It read weights a gigabyte behind the last one."""

    def change():
        for found in gc.get_objects():
            if type(found) is list and found and found[-1] == (1, 2):
                found.append((1, object()))

    weights = [(1, 2), (3, Meddler(4, change))]
    structure = bitmask.Structure(3, 2, [], [("sum", [0, 2], weights, [-1, -1], [(0, 9)])])
    return structure.search([3, 3, 3]).count()


@ends("returned 2")
def disjunctions_within_each_other():
    """The time doubled with each level, and nothing could interrupt it."""
    constraint = ("only", 0, 0b01)
    for _ in range(50):
        constraint = ("any", [[constraint], [("only", 0, 0)]])
    return bitmask.Structure(2, 2, [], [constraint]).search([0b11, 0b11]).count()


@ends("ValueError: disjunctions within each other, more than 50 deep")
def disjunctions_without_end():
    branches = []
    branches.append([("any", branches)])
    bitmask.Structure(2, 2, [], [("any", branches)])


# ---------------------------------------------------------------- numbers that change


@ends("returned True")
def stride_that_grows():
    clues, solutions = bytes(162), bytearray(162)
    return sudoku9.Job(clues, stride=Shifting(81, 2**40), solutions=solutions).run()


@ends("returned True")
def stride_of_solutions_that_grows():
    solutions = bytearray(810)
    stride = Shifting(81, 2**40)
    return bulk9.Job(bytes(810), solutions=solutions, solutions_stride=stride).run()


@ends("ValueError: most must be 20 to 81, not ")
def fewer_clues_than_are_given():
    hitting9.Search(FULL, Shifting(5), given=range(20)).run()


@ends("ValueError: values must be 1 to 64, not ")
def a_mask_without_values():
    bitmask.members(1, Shifting(0), "loop")


@ends("returned Search")
def kernels_that_were_replaced():
    before, sudoku9.kernels = sudoku9.kernels, lambda: ("a",) * 9
    try:
        return type(sudoku9.Search(FULL, kernel="auto")).__name__
    finally:
        sudoku9.kernels = before


@ends("returned ProofResult.REFUTED")
def seconds_that_are_not_a_float():
    return rup.examine(b"p cnf 1 2\n1 0\n-1 0\n", b"0\n", Decimal(60)).verdict


@ends("TypeError: a bytes-like object is required, not 'int'")
def a_number_for_a_solution():
    hitting9.Search(10**10, 17)


# ---------------------------------------------------------------- half-built objects


class Spy(Meddler):
    """An argument that looks for the object that is being made, and makes the constructor fail."""

    def __init__(self, kind):
        self.found = []

        def look():
            self.found += [it for it in gc.get_objects() if isinstance(it, kind)]
            raise MischiefError

        super().__init__(0, look)

    def __iter__(self):
        return iter([self.answer()])


def half_built(kind, make, *uses):
    """Make an object with a spy in its arguments; return what its methods answer."""
    spy = Spy(kind)
    with contextlib.suppress(MischiefError):
        make(spy)
    assert len(spy.found) == 1, spy.found
    answers = set()
    for use in uses:
        try:
            answers.add(f"returned {use(spy.found[0])}")
        except RuntimeError as error:
            answers.add(str(error))
    return ", ".join(sorted(answers))


class Cover(dlx.ExactCover):
    pass


class Structure(bitmask.Structure):
    pass


class Groups(check.Groups):
    pass


class KernelSearch(sudoku9.Search):
    pass


class HittingSearch(hitting9.Search):
    pass


@ends(f"returned {INCOMPLETE}$")
def half_built_cover():
    return half_built(
        Cover,
        lambda spy: Cover(3, [[0], [spy]]),
        lambda it: it.option(0),
        lambda it: it.count(),
        lambda it: it.solve(),
        dlx.Search,
    )


@ends(f"returned {INCOMPLETE}$")
def half_built_dlx_search():
    cover = dlx.ExactCover(3, [[0], [1], [2]])
    names = ("solution", "status", "nodes", "updates", "solutions", "depth", "max_depth")
    return half_built(
        dlx.Search,
        lambda spy: cover.search([0, spy]),
        next,
        lambda it: it.run(),
        lambda it: it.count(),
        *(lambda it, name=name: getattr(it, name) for name in names),
    )


@ends(f"returned {INCOMPLETE}$")
def half_built_structure():
    return half_built(
        Structure,
        lambda spy: Structure(3, 3, [[0], spy]),
        lambda it: it.settle([]),
        lambda it: it.search([]),
        lambda it: bitmask.Search(it, []),
    )


@ends(f"returned {INCOMPLETE}$")
def half_built_bitmask_search():
    structure = bitmask.Structure(3, 3, [[0, 1]])
    names = ("solution", "status", "nodes", "backtracks", "propagations", "restarts", "max_depth")
    return half_built(
        bitmask.Search,
        lambda spy: structure.search([1, 2, spy]),
        next,
        lambda it: it.run(),
        lambda it: it.count(),
        *(lambda it, name=name: getattr(it, name) for name in names),
    )


@ends(f"returned {INCOMPLETE}$")
def half_built_groups():
    return half_built(Groups, lambda spy: Groups(3, [[0], spy]), lambda it: it.clash(b"123"))


@ends(f"returned {INCOMPLETE}$")
def half_built_kernel_search():
    names = ("solution", "status", "solutions", "nodes")
    return half_built(
        KernelSearch,
        lambda spy: KernelSearch(FULL, kernel=spy),
        next,
        lambda it: it.run(),
        lambda it: it.count(),
        *(lambda it, name=name: getattr(it, name) for name in names),
    )


@ends(f"returned {INCOMPLETE}$")
def half_built_hitting_search():
    names = ("puzzle", "status", "sets", "nodes", "rivals")
    return half_built(
        HittingSearch,
        lambda spy: HittingSearch(FULL, spy),
        lambda it: it.run(),
        lambda it: it.taken_trace(),
        *(lambda it, name=name: getattr(it, name) for name in names),
    )


JOB = (lambda it: it.run(), lambda it: it.rows, lambda it: it.done)


@ends(f"returned {INCOMPLETE}$")
def half_built_job():
    return half_built(sudoku9.Job, lambda spy: sudoku9.Job(bytes(81), kernel=spy), *JOB)


@ends(f"returned {INCOMPLETE}$")
def half_built_job_of_many():
    return half_built(bulk9.Job, lambda spy: bulk9.Job(bytes(81), kernel=spy), *JOB)


@ends(f"returned {INCOMPLETE}$")
def half_built_generator():
    return half_built(minimal9.Job, lambda spy: minimal9.Job(bytearray(81), seed=spy), *JOB)


@ends("returned 1, 1")
def what_from_arrays_gives_to_the_constructor():
    """Whatever a subclass gets hold of makes a complete problem."""
    captured = []

    class Curious(dlx.ExactCover):
        def __new__(cls, primary, options, *others):
            captured.append(options)
            return super().__new__(cls, primary, options, *others)

    made = Curious.from_arrays(1, 0, array("i", [0, 1]), array("i", [0]))
    return f"{made.count()}, {dlx.ExactCover(1, captured[0]).count()}"


# ---------------------------------------------------------------- memory that changes


@ends(r"ValueError: cell \d+ holds 255; clues must be 1 to 9, or 0 for an open cell")
def clues_that_a_signal_changes():
    clues = bytearray(EASY * 100_000)

    def spoil(*_):
        clues[:] = b"\xff" * len(clues)

    signal.signal(signal.SIGALRM, spoil)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    rating9.rate_array(clues, bytearray(100_000))


def attempt(name):
    """Make a call, and say how it ended."""
    try:
        return f"returned {CALLS[name][0]()}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(name, attempt(name), flush=True)
