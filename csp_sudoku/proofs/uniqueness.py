"""Uniqueness: two solutions as a witness against it, or a certificate that a stranger can check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.encoders.cnf import Cnf
from csp_sudoku.encoders.slots import propagated
from csp_sudoku.errors import (
    BackendError,
    NotProperError,
    OutOfBudgetError,
    WrongAnswerError,
)
from csp_sudoku.model import Problem
from csp_sudoku.proofs.certificate import Certificate
from csp_sudoku.proofs.statement import state
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.questions import Questions
from csp_sudoku.sat.oracle import Incremental
from csp_sudoku.status import Status

S = TypeVar("S")

PROOF_SOLVERS = (
    "cadical195",
    "cadical153",
    "cadical103",
    "glucose3",
    "glucose4",
    "glucose42",
    "gluecard4",
)
"""The solvers that write correct proofs and can be interrupted; the first is the default."""


def two_solutions(
    asker: Questions[S], backend: str = "auto", *, timeout: float | None = None
) -> tuple[S, S] | None:
    """Return two different solutions, or None if there is exactly one.

    Raises NotProperError if there is no solution, and OutOfBudgetError when the time ends first.

    >>> one, other = two_solutions(Puzzle("1... ..2. .3.. ...."))
    >>> one == other
    False
    >>> two_solutions(Puzzle("1... ..2. .3.. ...4")) is None
    True
    """
    found = tuple(asker.solutions(backend, limit=2, timeout=timeout))
    if not found:
        raise NotProperError(asker._impossible())
    return None if len(found) == 1 else (found[0], found[1])


def prove_unique(
    puzzle: Puzzle, *, timeout: float | None = None, solver: str = PROOF_SOLVERS[0]
) -> Certificate:
    """Return a certificate, already checked, that the puzzle has exactly one solution.

    Args:
        puzzle: the puzzle, on any board.
        timeout: seconds.
        solver: one of `PROOF_SOLVERS`.

    Raises:
        NotProperError: there is no solution, or there are two, which `solutions` then holds.
        OutOfBudgetError: the time ended first.

    >>> bool(prove_unique(Puzzle("1... ..2. .3.. ...4")).check())
    True
    """
    if solver not in PROOF_SOLVERS:
        raise BackendError(
            f"there are no proofs from a solver {solver!r}", fix=f"use {', '.join(PROOF_SOLVERS)}"
        )
    budget = Budget(timeout)
    answer = puzzle.solve(timeout=timeout)
    if answer.solution is None:
        if answer.status is Status.UNKNOWN:
            raise OutOfBudgetError("the time ended before a solution was found", least=0)
        raise NotProperError(puzzle.contradiction())
    try:
        proof = _refuted(puzzle, answer.solution, solver, budget)
    except OutOfBudgetError:
        raise OutOfBudgetError("the time ended before the proof was found", least=1) from None
    cnf = state(puzzle, answer.solution, budget)
    certificate = Certificate(puzzle, answer.solution, cnf, proof)
    verdict = certificate.check(timeout=budget.seconds_left())
    if not verdict:
        raise WrongAnswerError(f"{solver} gave a wrong proof: {verdict}")
    return certificate


def _refuted(puzzle: Puzzle, solution: Solution, solver: str, budget: Budget) -> bytes:
    """Return a proof that there is no other solution; raise NotProperError if there is one.

    The solver sees the reduced form only. What that leaves out follows from the clues by unit
    propagation, so each of its steps is a step for the full CNF, too, with other numbers.
    """
    budget.check()
    reduced = propagated(puzzle.problem) or puzzle.problem
    codes = [value - 1 for value in solution]
    cnf = encoder.reduce(reduced, pulse=budget.check)
    blocking = cnf.blocking(codes, reduced.masks)
    if not blocking:  # propagation alone solves it
        return b"0\n"
    oracle = Incremental(solver, cnf, budget.check, with_proof=True)
    try:
        oracle.add(blocking)
        model = oracle.answer([], budget)
        if model is not None:
            raise NotProperError(solutions=(solution, _decoded(puzzle, reduced, cnf, model)))
        steps = oracle.proof()
    finally:
        oracle.close()
    return "".join(f"{step}\n" for step in _renumbered(steps, cnf, puzzle.board.size)).encode()


def _decoded(puzzle: Puzzle, problem: Problem, cnf: Cnf, model: Sequence[int]) -> Solution:
    return puzzle._decoded(problem, problem.checked(cnf.decode(model), "the solver"))


def _renumbered(steps: list[str], cnf: Cnf, size: int) -> Iterator[str]:
    """Yield the steps in the literals of the full CNF, up to the empty clause.

    Two kinds of deletions are left out: of clauses that no step added (the full CNF has longer
    ones), and of clauses with one literal, which checkers ignore.
    """
    number = {str(x): size * v + code + 1 for x, (v, code) in enumerate(cnf.meaning, 1)}
    number |= {f"-{x}": -y for x, y in number.items()}
    added: Counter[frozenset[str]] = Counter()
    for step in steps:
        words = step.split()
        deletion = words[0] == "d"
        literals = words[deletion:-1]
        if not literals:
            break
        clause = frozenset(literals)
        if deletion and (len(clause) == 1 or not added[clause]):
            continue
        added[clause] += -1 if deletion else 1
        yield " ".join(["d"] * deletion + [str(number[word]) for word in literals] + ["0"])
    yield "0"
