"""`csp-sudoku solve --sat`: what SAT tools print and return, about the CNF that we write."""

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from csp_sudoku import Puzzle, boards
from csp_sudoku.encoders import cnf as encoder
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import DOUBLED, EMPTY, HARD, lines


def literals_of(out):
    """Return the literals of the v lines, which end with a 0."""
    values = [line for line in out.splitlines() if line.startswith("v ")]
    assert max(map(len, values)) <= 78
    *literals, end = (int(word) for line in values for word in line.split()[1:])
    assert end == 0
    return literals


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (HARD, "sudoku-3x3"),
        (EMPTY, "sudoku-3x3"),
        ("1.....2..3.....4", "sudoku-2x2"),
        ("5...4...2..3.........4...", "jigsaw-AABCCABBBCABDDCADDDCEEEEE"),
    ],
)
def test_the_v_lines_satisfy_the_cnf_of_the_puzzle(text, name):
    ended = here("solve", "--sat", text, "--board", name)
    assert (ended.code, ended.err) == (10, "")
    assert {line.split()[0] for line in ended.out.splitlines()} == {"c", "s", "v"}
    assert "\ns SATISFIABLE\n" in ended.out
    literals = literals_of(ended.out)
    puzzle = Puzzle(text, board=boards.named(name))
    encoding = encoder.encode(puzzle.board.csp)
    facts = [[literal] for literal in encoding.assumptions(puzzle.problem.masks)]
    cnf = CNF(from_clauses=[*encoding.clauses, *facts])
    assert sorted(map(abs, literals)) == list(range(1, cnf.nv + 1))
    with Solver("cadical153", bootstrap_with=cnf) as solver:
        assert solver.solve(assumptions=literals)
        true = next(literal for literal in literals if literal > 0)
        assert not solver.solve(assumptions=[-true, *literals[true:]])


def test_no_solution_and_no_time():
    none = csp_sudoku("solve", "--sat", DOUBLED)
    assert none.code == 20
    assert none.out.endswith("\ns UNSATISFIABLE\n")
    unknown = here("solve", "--sat", "--timeout", 0, "-", stdin=HARD)
    assert unknown.code == 0
    assert unknown.out.endswith("\ns UNKNOWN\n")
    assert csp_sudoku("solve", "--sat", "--quiet", "--backend", "sat", HARD) == (10, "", "")


def test_mistakes():
    assert_refused(here("solve", "--sat", stdin=lines(HARD, HARD)), "one puzzle")
    assert_refused(here("solve", "--sat", HARD, "--json"), "--sat cannot be used with --json")
    assert_refused(here("solve", "--sat", HARD[1:]), "80")
