"""Refutations: a SAT solver's proof that a problem has no other solution than a given one.

The solver sees the problem over what its masks leave open. What that leaves out follows from the
clues by unit propagation, so each of its steps is a step for the full CNF of a certificate, too,
with other numbers.

The proof must do without auxiliary variables, so that the largest boards have millions of clauses,
which no solver can forget at once. Those go into a process of their own, which can be ended.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from tempfile import TemporaryFile

from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.encoders.cnf import Cnf
from csp_sudoku.encoders.slots import groups
from csp_sudoku.errors import BackendError
from csp_sudoku.model import CSP, Problem
from csp_sudoku.sat.loading import loaded

_MOST_PAIRS = 2_000_000
"""With more clauses than this, a solver takes too long to free its memory."""
_POLL_SECONDS = 0.02


def refute(
    problem: Problem, codes: Sequence[int], solver: str, budget: Budget
) -> bytes | Sequence[int]:
    """Return a proof that there is no solution but this one, as a DRAT text; or another solution.

    Literal n * v + c + 1 of the proof says that variable v has value c of n.

    Raises:
        OutOfBudgetError: the budget ended first.
    """
    if encoder.pairs(problem, enough=_MOST_PAIRS) < _MOST_PAIRS:
        return _refute_here(problem, codes, solver, budget)
    return _refute_apart(problem, codes, solver, budget)


def _refute_here(
    problem: Problem, codes: Sequence[int], solver: str, budget: Budget
) -> bytes | Sequence[int]:
    cnf = Cnf(problem.csp, problem.masks)
    blocking = cnf.blocking(codes, problem.masks)
    if not blocking:  # propagation alone solves it
        return b"0\n"
    pieces = encoder.pieces(cnf)
    oracle = loaded(solver, cnf, pieces, budget.check, with_proof=True)
    try:
        oracle.add(blocking)
        model = oracle.answer([], budget)
        if model is not None:
            return list(cnf.decode(model))  # not bytes, as those are a proof
        return "".join(_renumbered(oracle.proof(), cnf, budget)).encode()
    finally:
        oracle.close()


def _renumbered(steps: Iterable[str], cnf: Cnf, budget: Budget) -> Iterator[str]:
    """Yield the steps in the literals of the full CNF, up to the empty clause.

    Two kinds of deletions are left out: of clauses that no step added (the full CNF has longer
    ones), and of clauses with one literal, which checkers ignore.
    """
    size = len(cnf.csp.values)
    number = {str(x): size * v + code + 1 for x, (v, code) in enumerate(cnf.meaning, 1)}
    number |= {f"-{x}": -y for x, y in number.items()}
    added: Counter[frozenset[str]] = Counter()
    for step in steps:
        budget.check()
        words = step.split()
        deletion = words[0] == "d"
        literals = words[deletion:-1]
        if not literals:
            break
        clause = frozenset(literals)
        if deletion and (len(clause) == 1 or not added[clause]):
            continue
        added[clause] += -1 if deletion else 1
        yield "d " * deletion + "".join(f"{number[word]} " for word in literals) + "0\n"
    yield "0\n"


# In a process of its own


def _refute_apart(
    problem: Problem, codes: Sequence[int], solver: str, budget: Budget
) -> bytes | Sequence[int]:
    """Ask another process, and end it when the budget does."""
    csp = problem.csp
    with TemporaryFile() as question, TemporaryFile() as answer:
        asked = len(csp.values), groups(csp), list(problem.masks), list(codes), solver
        pickle.dump(asked, question)
        question.seek(0)
        command = [sys.executable, "-m", "csp_sudoku.proofs.refutation"]
        child = subprocess.Popen(command, stdin=question, stdout=answer, stderr=subprocess.DEVNULL)
        try:
            while child.poll() is None:
                budget.check()
                _wait(child, _POLL_SECONDS)
        finally:
            if child.returncode is None:
                child.kill()
                # It takes a while until the memory of such a process is free: wait elsewhere.
                threading.Thread(target=child.wait, daemon=True).start()
        if child.returncode:
            raise BackendError(f"{solver} ended without an answer", fix="choose another solver")
        answer.seek(0)
        found: bytes | Sequence[int] = pickle.load(answer)
        return found


def _wait(child: subprocess.Popen[bytes], seconds: float) -> None:
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        return


def _main() -> None:
    size, members, masks, codes, solver = pickle.load(sys.stdin.buffer)
    csp = CSP()
    variables = [csp.variable(v, range(size)) for v in range(len(masks))]
    for group in members:
        csp.all_different([variables[v] for v in group])
    found = _refute_here(Problem(csp, masks), codes, solver, Budget())
    pickle.dump(found, sys.stdout.buffer)


if __name__ == "__main__":
    _main()
