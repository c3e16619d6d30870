"""The checker of refutations: against a slow one and a brute force, and on texts of every kind."""

import math
import threading
from itertools import product
from types import SimpleNamespace

import pytest
from hypothesis import given, strategies as st

from csp_sudoku.native import rup
from csp_sudoku.native.rup import ProofResult as Verdict, examine
from csp_sudoku.rng import Rng
from tests import rup_fuzz, rup_reference

SQUARE = b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
REFUTATION = b"1 0\n0\n"


def line(literals, deletion=False):
    return ("d " if deletion else "") + "".join(f"{x} " for x in literals) + "0\n"


def dimacs(variables, clauses):
    return (f"p cnf {variables} {len(clauses)}\n" + "".join(map(line, clauses))).encode()


def drat(steps):
    return "".join(line(literals, deletion) for deletion, literals in steps).encode()


def pigeonhole(pigeons, holes):
    """More pigeons than holes, each in a hole and no two in one."""
    at = [[holes * p + h + 1 for h in range(holes)] for p in range(pigeons)]
    pairs = [(p, q) for p in range(pigeons) for q in range(p)]
    return pigeons * holes, [*at, *([-at[p][h], -at[q][h]] for p, q in pairs for h in range(holes))]


def test_a_refutation():
    found = examine(SQUARE, REFUTATION)
    assert found == (Verdict.REFUTED, 3, 2, 0)


def test_every_clause_is_needed():
    lines = SQUARE.splitlines(keepends=True)
    for left_out in range(1, 5):
        kept = [b"p cnf 2 3\n", *lines[1:left_out], *lines[left_out + 1 :]]
        assert examine(b"".join(kept), REFUTATION).verdict is Verdict.UNFOUNDED


def test_pigeons_need_more_than_unit_propagation():
    variables, clauses = pigeonhole(3, 2)
    cnf = dimacs(variables, clauses)
    assert examine(cnf, b"0\n").verdict is Verdict.UNFOUNDED
    assert examine(cnf, b"-1 0\n0\n").verdict is Verdict.REFUTED


def test_what_unit_propagation_refutes_still_needs_the_empty_clause():
    cnf = b"p cnf 1 2\n1 0\n-1 0\n"
    assert examine(cnf, b"").verdict is Verdict.UNFINISHED
    assert examine(cnf, b"1 0\n").verdict is Verdict.UNFINISHED
    assert examine(cnf, b"0\n").verdict is Verdict.REFUTED


def test_the_empty_clause_given():
    assert examine(b"p cnf 0 1\n0\n", b"0\n").verdict is Verdict.REFUTED


def test_a_deleted_clause_is_gone():
    assert examine(SQUARE, b"d 1 2 0\n1 0\n0\n").verdict is Verdict.UNFOUNDED
    assert examine(SQUARE, b"d 2 1 0\n1 0\n0\n").verdict is Verdict.UNFOUNDED
    twice = SQUARE.replace(b"p cnf 2 4\n", b"p cnf 2 5\n2 1 0\n")
    assert examine(twice, b"d 1 2 0\n1 0\n0\n").verdict is Verdict.REFUTED


def test_deletions_of_units_and_of_strangers_are_passed_over():
    assert examine(SQUARE, b"1 0\nd 1 0\n0\n") == (Verdict.REFUTED, 4, 2, 1)
    assert examine(SQUARE, b"d 1 -1 0\n" + REFUTATION).verdict is Verdict.REFUTED
    # A clause that forced a literal: the literal stays.
    assert examine(SQUARE, b"1 0\nd -1 2 0\nd -1 -2 0\n0\n").verdict is Verdict.REFUTED


def test_a_rat_step_is_refused():
    """A new definition keeps satisfiability, and yet follows from nothing."""
    cnf = b"p cnf 3 1\n1 2 0\n"
    assert examine(cnf, b"3 -1 0\n").verdict is Verdict.UNFOUNDED


def test_lines_behind_the_empty_clause_are_read():
    assert examine(SQUARE, REFUTATION + b"2 0\n").verdict is Verdict.REFUTED
    assert examine(SQUARE, REFUTATION + b"2\n") == (Verdict.BAD_PROOF, 3, 2, 0)


def random_clause(rng, shortest=0):
    return [rng.choice((-4, -3, -2, -1, 1, 2, 3, 4)) for _ in range(shortest + rng.below(4))]


def random_formula(rng):
    return [random_clause(rng, shortest=1) for _ in range(rng.below(16))]


@pytest.mark.parametrize("seed", range(20))
def test_agrees_with_the_slow_checker(seed):
    rng = Rng(seed)
    verdicts = set()
    for _ in range(200):
        clauses = random_formula(rng)
        steps = [(rng.below(5) == 0, random_clause(rng)) for _ in range(rng.below(9))]
        steps += [(True, c) for c in clauses if rng.below(9) == 0]
        rng.shuffle(steps)
        found = examine(dimacs(4, clauses), drat(steps))
        assert (found.verdict, found.line) == rup_reference.examine(clauses, steps)
        verdicts.add(found.verdict)
    assert verdicts == {Verdict.REFUTED, Verdict.UNFINISHED, Verdict.UNFOUNDED}


def test_a_short_fuzz():
    """The long one is a script: `python -m tests.rup_fuzz 100000`."""
    seen = rup_fuzz.fuzz(200, seed=7)
    assert set(seen) == {verdict.name for verdict in Verdict}


def worlds(variables):
    """All ways to set the first variables."""
    return list(product(*((-x, x) for x in range(1, variables + 1))))


def test_refutes_just_what_cannot_be_true():
    """By a proof that names each way to fail, from the whole worlds down to the empty clause."""
    proof = drat([(False, clause) for depth in (4, 3, 2, 1, 0) for clause in worlds(depth)])
    rng = Rng(1)
    seen = set()
    for _ in range(500):
        clauses = random_formula(rng)
        possible = any(all(set(c) & set(world) for c in clauses) for world in worlds(4))
        verdict = examine(dimacs(4, clauses), proof).verdict
        assert verdict is (Verdict.UNFOUNDED if possible else Verdict.REFUTED)
        seen.add(possible)
    assert seen == {True, False}


def test_many_clauses_and_long_ones():
    """A chain of implications over many variables, with long lemmas; tables have to grow."""
    n = 3000
    chain = [[1], *([-x, x + 1] for x in range(1, n)), [-n, *range(-n + 1, 0)]]
    back = [[x, -x - 1] for x in range(1, n)]
    clauses = [*chain[1:-1], *back, list(range(1, n + 1)), chain[-1]]
    lemmas = [(False, [-x, y]) for x in range(1, n, 7) for y in (n, 1)]
    deletions = [(True, literals) for _, literals in lemmas]
    steps = [*lemmas, *deletions, (False, [1]), (False, [])]
    found = examine(dimacs(n, clauses), drat(steps))
    assert found == (Verdict.REFUTED, len(steps) + 1, len(lemmas) + 2, len(lemmas))


@pytest.mark.parametrize(
    ("cnf", "line"),
    [
        (b"", 1),
        (b"c nothing\n", 2),
        (b"1 0\n", 1),
        (b"p cnf 1\n", 1),
        (b"p cnf 1 \n", 1),
        (b"p cnf x 1\n", 1),
        (b"p dnf 1 1\n", 1),
        (b"p cnf 1 1 \n1 0\n", 1),
        (b"p cnf 99999999999999999999 1\n1 0\n", 1),
        (b"p cnf 16777217 1\n1 0\n", 1),
        (b"p cnf 1 0\np cnf 1 0\n", 2),
        (b"p cnf 1 1\n", 2),
        (b"p cnf 1 1\n1 0\n1 0\n", 4),
        (b"p cnf 1 1\n2 0\n", 2),
        (b"p cnf 1 1\n1 0 \n", 2),
        (b"p cnf 1 1\n1\n0\n", 2),
        (b"p cnf 1 1\n-0\n", 2),
        (b"p cnf 1 1\n--1 0\n", 2),
        (b"p cnf 1 1\n1  0\n", 2),
        (b"p cnf 1 1\n\n", 2),
        (b"p cnf 1 1\n1 0\r\n", 2),
        (b"p cnf 1 1\nd 1 0\n", 2),
        (b"p cnf 1 1\n4294967297 0\n", 2),
        (b"p cnf 1 1\n18446744073709551617 0\n", 2),
        (b"p cnf 1 1\n1 0\x00\n", 2),
    ],
)
def test_clauses_that_are_refused(cnf, line):
    found = examine(cnf, b"0\n")
    assert (found.verdict, found.line) == (Verdict.BAD_CLAUSES, line)


@pytest.mark.parametrize(
    "step",
    [b"", b"x", b"1", b"-", b"3 0", b"-3 0", b"1 0 0", b"d", b"d0", b"c 1", b"01 -0", b"a\x02\x00"],
)
def test_proofs_that_are_refused(step):
    found = examine(SQUARE, b"1 0\n" + step + b"\n0\n")
    assert (found.verdict, found.line) == (Verdict.BAD_PROOF, 2)


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_any_bytes_get_a_verdict(clauses, proof):
    assert examine(clauses, proof).verdict is not Verdict.REFUTED
    assert examine(SQUARE, proof).verdict in Verdict


@given(st.text("0123 -dp cnf\n", max_size=30), st.text("012 -d\n", max_size=30))
def test_any_text_of_the_right_symbols_gets_a_verdict(clauses, proof):
    assert examine(b"p cnf 2 3\n1 2 0\n" + clauses.encode(), proof.encode()).verdict in Verdict


def test_what_is_no_text_is_refused():
    for call in (
        lambda: examine("", b""),
        lambda: examine(b"", None),
        lambda: examine(b"", b"", "1"),
    ):
        with pytest.raises(TypeError):
            call()
    for seconds in (-1, math.nan):
        with pytest.raises(ValueError, match="0 or more"):
            examine(SQUARE, REFUTATION, seconds)


def test_time_ends():
    with pytest.raises(TimeoutError):
        examine(SQUARE, REFUTATION, 0)
    assert examine(SQUARE, REFUTATION, math.inf).verdict is Verdict.REFUTED


def test_the_clock_is_looked_at_within_a_long_step(monkeypatch):
    """One step that looks at three million clauses, and then at a chain of as many."""
    count = 3 << 20
    cnf = b"p cnf 3 %d\n" % count + b"-1 2 0\n" * count
    times = []
    clock = SimpleNamespace(monotonic=lambda: times.append(0) or 0.0)
    monkeypatch.setattr(rup, "time", clock)
    assert examine(cnf, b"", 1).verdict is Verdict.UNFINISHED
    without = len(times)
    times.clear()
    assert examine(cnf, b"-1 3 0\n", 1).verdict is Verdict.UNFOUNDED
    assert len(times) >= without + 2
    asked = iter(range(len(times)))
    clock.monotonic = lambda: 0.0 if next(asked) < len(times) - 1 else 1.0
    with pytest.raises(TimeoutError):
        examine(cnf, b"-1 3 0\n", 1)


def test_ctrl_c(interrupted):
    long = b"1 0\n" * 2_000_000
    interrupted(lambda: examine(SQUARE, long))


def test_threads_do_not_meet():
    variables, clauses = pigeonhole(3, 2)
    cnf = dimacs(variables, clauses)
    proof = b"-1 0\n" * 2000 + b"0\n"
    found = []
    work = [threading.Thread(target=lambda: found.append(examine(cnf, proof))) for _ in range(4)]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    assert [f.verdict for f in found] == [Verdict.REFUTED] * 4
