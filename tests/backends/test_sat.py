"""All of PySAT's solvers, all forms, and a solver that stays usable."""

import gc
import subprocess
import sys
from itertools import combinations

import pytest

import csp_sudoku as cs
from csp_sudoku.backends import get, sat
from csp_sudoku.backends.sat import SOLVERS
from csp_sudoku.sat import oracle

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ISOLATED = ("kissat404", "lingeling")


@pytest.mark.parametrize("solver", [name for name in SOLVERS if name not in ISOLATED])
def test_each_solver_by_name(solver):
    backend = f"sat:{solver}"
    assert cs.Puzzle(HARD).is_unique(backend)
    assert cs.Puzzle([0] * 16).count(backend=backend) == 288
    assert cs.Puzzle("12..34..........").count(backend=backend) == 12
    norvig = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
    assert not cs.Puzzle(norvig).solve(backend)


def test_clues_that_leave_a_cell_without_a_value_need_no_solver(monkeypatch):
    monkeypatch.setattr(sat.Sat, "_fed", None)
    values = [[0] * 25 for _ in range(25)]
    values[0][:20] = range(1, 21)
    for at, value in enumerate(range(21, 26), start=5):
        values[at][20] = value
    answer = cs.Puzzle([value for row in values for value in row]).solve("sat")
    assert answer.status is cs.Status.NONE


@pytest.mark.parametrize("solver", ISOLATED)
def test_solvers_that_cannot_be_interrupted_run_apart(solver):
    backend = f"sat:{solver}"
    assert cs.Puzzle(HARD).is_unique(backend)
    assert cs.Puzzle("1..4........2..3").count(3, backend) == 3
    empty = cs.Puzzle({}, board=cs.boards.sudoku(6, 6))
    assert empty.solve(backend, timeout=0.5).status is cs.Status.UNKNOWN


@pytest.mark.parametrize("solver", ["minicard", "gluecard3", "gluecard4"])
def test_native_cardinality(solver):
    assert cs.Puzzle([0] * 16).count(backend=f"sat:{solver}", at_most_one="native") == 288
    assert cs.Puzzle(HARD).is_unique(f"sat:{solver}", at_most_one="native")


def test_a_kept_solver_forgets_what_one_search_blocked():
    puzzle = cs.Puzzle("1..4........2..3")
    every = set(puzzle.solutions("sat"))
    for _ in range(5):
        assert set(puzzle.solutions("sat")) == every
        assert next(puzzle.solutions("sat")) in every  # dropped in the middle
        assert puzzle.count(2, "sat") == 2
    assert len(every) == 7


def test_no_pause_of_a_long_search_is_taken_for_a_solution(monkeypatch):
    monkeypatch.setattr(oracle, "_SLICE_WORK", 1)  # slices of 20 conflicts, until they have grown
    model = cs.CSP()
    apart = model.variables("a b c d e f g", range(12))  # there is room for six of them
    model.add(*[abs(x - y) >= 2 for x, y in combinations(apart, 2)])
    result = model.solve("sat", strengthen=False)
    assert result.status is cs.Status.NONE
    assert result.stats["conflicts"] > 500  # some slices of the largest size have ended
    assert model.count(backend="sat", strengthen=False) == 0


def test_one_solver_serves_many_searches(monkeypatch):
    made = []
    real = sat.Incremental.__init__

    def counted(self, name, cnf, pulse):
        made.append(name)
        real(self, name, cnf, pulse)

    monkeypatch.setattr(sat.Incremental, "__init__", counted)
    monkeypatch.setattr(sat, "_SEARCHES", 10)
    board = cs.boards.jigsaw("AABB ACCB ADCB DDDC")
    for value in range(1, 5):
        for column in range(4):
            assert cs.Puzzle({(0, column): value}, board=board).solve("sat:minisat22")
    assert len(made) == 2  # sixteen searches, eleven of them with the first


@pytest.mark.parametrize("form", ["minimal", "extended", "reduced"])
@pytest.mark.parametrize("name", ["sudoku-2x3", "latin-5", "jigsaw-AABBACCBADCBDDDC"])
def test_the_walk_goes_on_where_blocking_ends(monkeypatch, form, name):
    monkeypatch.setattr(sat, "_BLOCKED", 3)
    board = cs.boards.named(name)
    values = cs.Puzzle({}, board=board).solve("dlx").solution.values
    given = bytearray(values)
    given[1::2] = bytes(len(given[1::2]))
    puzzle = cs.Puzzle.of(board, given)
    found = list(puzzle.solutions("sat", form=form))
    assert len(found) == len(set(found)) == puzzle.count(backend="dlx")


def test_large_boards_are_encoded_for_each_problem():
    board = cs.boards.sudoku(5, 5)
    full = cs.Puzzle({}, board=board).solve("bitmask").solution
    given = bytearray(full.values)
    given[::2] = bytes(len(given[::2]))
    puzzle = cs.Puzzle.of(board, given)
    assert puzzle.solve("sat").solution.solves(puzzle)
    wrong = puzzle.replace({(0, 0): full.values[1]})
    assert wrong.solve("sat").status is cs.Status.NONE


def test_labels():
    assert get("sat").label == "sat"
    assert get("sat:glucose4").label == "sat:glucose4"


@pytest.mark.parametrize(
    "board", [cs.boards.sudoku(3, 3), cs.boards.sudoku(5, 5)], ids=["kept", "own"]
)
def test_a_search_that_is_dropped_in_a_reference_cycle_spoils_no_solver(board, recwarn):
    class Holder:
        pass

    puzzle = cs.Puzzle({(0, 0): 1}, board=board)
    for _ in range(3):
        holder = Holder()
        holder.itself, holder.search = holder, puzzle.solutions("sat")
        next(holder.search)
        del holder
        gc.collect()
    assert puzzle.solve("sat")
    assert not recwarn


def test_a_model_that_is_dropped_with_its_search_ends_quietly(recwarn):
    class Holder:
        pass

    holder = Holder()
    holder.itself, holder.model = holder, cs.CSP()
    for name in "ab":
        holder.model.variable(name, range(3))
    holder.search = holder.model.solutions("sat")
    next(holder.search)
    del holder
    gc.collect()
    assert not recwarn


@pytest.mark.parametrize("name", ["cadical103", "cadical153", "cadical195"])
def test_ctrl_c_never_jumps_out_of_cadical(name, monkeypatch):
    """In the main thread PySAT jumped out of the search, and the next clause aborted the process.

    The last argument says whether it may.
    """
    import pysolvers

    solve, may_jump = getattr(pysolvers, f"{name}_solve_lim"), []

    def watched(solver, assumptions, is_main_thread):
        may_jump.append(is_main_thread)
        return solve(solver, assumptions, is_main_thread)

    monkeypatch.setattr(pysolvers, f"{name}_solve_lim", watched)
    assert cs.Puzzle("1...............").count(backend=f"sat:{name}") == 72
    assert set(may_jump) == {0}


_FREED_TWICE = """
import os, signal, threading
import pysolvers
from csp_sudoku.sat.oracle import blank_oracle

free, freed = pysolvers.glucose41_del, []

def freeing(solver, *proof):
    freed.append(solver)
    free(solver, *proof)
    if threading.current_thread() is threading.main_thread():
        os.kill(os.getpid(), signal.SIGINT)  # where a signal that came in `free` is handled
    else:
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

pysolvers.glucose41_del = freeing
signal.signal(signal.SIGINT, signal.default_int_handler)
oracle = blank_oracle("glucose4")
try:
    oracle.close()
except KeyboardInterrupt:
    pass
oracle.close()
assert len(freed) == 1
"""


def test_ctrl_c_while_a_solver_is_freed_does_not_free_it_again():
    """To free it twice ended the process with a segmentation fault."""
    done = subprocess.run([sys.executable, "-c", _FREED_TWICE], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
