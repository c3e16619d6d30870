"""Edges that every backend answers in the same, defined way."""

import os
import subprocess
import sys
import threading

import pytest

from csp_sudoku import CSP, BackendError, OutOfBudgetError, Puzzle, Status

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_no_variables(backend):
    assert CSP().solve(backend).solution == {}
    assert CSP().count(backend=backend) == 1


def test_no_constraints(backend):
    csp = CSP()
    for name in "ab":
        csp.variable(name, (1, 2, 3))
    assert csp.count(backend=backend) == 9
    assert len({tuple(s.values()) for s in csp.solutions(backend)}) == 9


def test_one_variable(backend):
    csp = CSP()
    csp.variable("x", ["only"])
    assert csp.solve(backend)["x"] == "only"


def test_an_empty_domain_has_no_solution(backend):
    csp = CSP()
    csp.variable("x", (1, 2))
    csp.variable("y", ())
    answer = csp.solve(backend)
    assert answer.status is Status.NONE
    assert "y has no value left" in answer.reason
    assert csp.count(backend=backend) == 0


def test_contradictory_clues_have_no_solution_and_say_why(backend):
    answer = Puzzle("88" + "." * 79).solve(backend)
    assert answer.status is Status.NONE
    assert "r1c1 and r1c2 in row 1 are both 8" in answer.reason
    assert not answer
    with pytest.raises(LookupError):
        answer[0, 0]


def test_impossible_by_counting(backend):
    csp = CSP()
    csp.all_different([csp.variable(i, (1, 2)) for i in range(3)])
    assert csp.solve(backend).status is Status.NONE
    assert csp.count(backend=backend) == 0


def test_timeout_0_is_unknown(backend):
    assert Puzzle(HARD).solve(backend, timeout=0).status is Status.UNKNOWN
    with pytest.raises(OutOfBudgetError) as caught:
        Puzzle(HARD).count(2, backend, timeout=0)
    assert caught.value.least == 0
    with pytest.raises(TimeoutError):
        list(Puzzle(HARD).solutions(backend, timeout=0))


def test_limits(backend):
    empty = Puzzle([0] * 16)
    assert empty.count(0, backend) == 0
    assert list(empty.solutions(backend, limit=0)) == []
    assert len(set(empty.solutions(backend, limit=5))) == 5
    assert empty.count(None, backend) == 288
    with pytest.raises(BackendError, match="-1"):
        empty.count(-1, backend)


def test_every_cell_given(backend):
    full = Puzzle(HARD).solve("dlx").solution
    assert full.puzzle.solve(backend).solution == full
    assert full.puzzle.is_unique(backend)


def test_solutions_are_lazy_and_can_be_dropped(backend):
    found = Puzzle([0] * 81).solutions(backend)
    first = next(found)
    assert first.solves(Puzzle([0] * 81))
    found.close()
    assert threading.active_count() == 1


def test_unknown_options_list_the_known(backend):
    with pytest.raises(BackendError, match="colour"):
        Puzzle(HARD).solve(backend, colour="red")
    with pytest.raises(BackendError, match="got -1"):
        Puzzle(HARD).solve(backend, timeout=-1)


def test_two_threads_use_one_backend_at_once(backend):
    puzzles = [Puzzle(HARD), Puzzle([0] * 16), Puzzle("1..4........2..3")]
    expected = [1, 50, 7]
    wrong = []

    def work():
        for _ in range(3):
            counts = [p.count(50, backend) for p in puzzles]
            if counts != expected:
                wrong.append(counts)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


INTERRUPTED = """
import os, signal, sys, threading
import csp_sudoku as cs
puzzle = cs.Puzzle([0] * 81)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    puzzle.count(backend=sys.argv[1])
except KeyboardInterrupt:
    print("interrupted")
    assert cs.Puzzle([0] * 16).count(3, sys.argv[1]) == 3
    sys.stdout.flush()
    os._exit(threading.active_count() - 1)
"""


def test_ctrl_c_stops_a_search_without_end(backend):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, backend], capture_output=True, check=False, timeout=60
    )
    assert done.stdout == b"interrupted\n", done.stderr.decode()
    assert done.returncode == 0


def test_a_time_limit_stops_a_search_without_end(backend):
    with pytest.raises(OutOfBudgetError):
        Puzzle([0] * 81).count(backend=backend, timeout=0.2)


@pytest.mark.parametrize("count", [3000])
def test_memory_does_not_grow_with_the_number_of_solutions(backend, count):
    found = Puzzle([0] * 81).solutions(backend)
    for _ in range(count // 10):
        next(found)
    before = resident()
    for _ in range(count):
        next(found)
    found.close()
    assert resident() - before < 8_000_000


def resident():
    """Return the bytes that this process holds in memory, native ones included."""
    with open("/proc/self/statm") as numbers:  # noqa: PTH123
        return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
