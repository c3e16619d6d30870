"""Uniqueness: two solutions as a witness against it, or a certificate that a stranger can check."""

from __future__ import annotations

from typing import TypeVar

from csp_sudoku.budgets import Budget
from csp_sudoku.encoders.slots import propagated
from csp_sudoku.errors import (
    BackendError,
    NotProperError,
    OutOfBudgetError,
    WrongAnswerError,
)
from csp_sudoku.proofs.certificate import Certificate
from csp_sudoku.proofs.refutation import refute
from csp_sudoku.proofs.statement import state
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.questions import Questions
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

    It states the groups of a board cell by cell. A puzzle with other constraints is refused; its
    model has certificates of another form: `puzzle.csp.prove_unique()`.

    Args:
        puzzle: the puzzle, on any board.
        timeout: seconds.
        solver: one of `PROOF_SOLVERS`.

    Raises:
        NotProperError: there is no solution, or there are two, which `solutions` then holds.
        OutOfBudgetError: the time ended first.
        PuzzleError: the puzzle has constraints beyond the groups of its board.

    >>> bool(prove_unique(Puzzle("1... ..2. .3.. ...4")).check())
    True
    """
    if solver not in PROOF_SOLVERS:
        raise BackendError(
            f"there are no proofs from a solver {solver!r}", fix=f"use {', '.join(PROOF_SOLVERS)}"
        )
    puzzle.require_groups_alone("this form of certificate")
    budget = Budget(timeout)
    answer = puzzle.solve(timeout=budget.seconds_left())
    if answer.solution is None:
        if answer.status is Status.UNKNOWN:
            raise OutOfBudgetError("the time ended before a solution was found", least=0)
        raise NotProperError(puzzle.contradiction())
    solution = answer.solution
    reduced = propagated(puzzle.problem) or puzzle.problem
    try:
        budget.check()
        proof = refute(reduced, [value - 1 for value in solution], solver, budget)
        if not isinstance(proof, bytes):
            other = puzzle._decoded(reduced, reduced.checked(proof, solver))
            raise NotProperError(solutions=(solution, other))
        cnf = state(puzzle, solution, budget)
    except OutOfBudgetError:
        raise OutOfBudgetError("the time ended before the proof was found", least=1) from None
    certificate = Certificate(puzzle, solution, cnf, proof)
    verdict = certificate._checked(budget)
    if not verdict:
        raise WrongAnswerError(f"{solver} gave a wrong proof: {verdict}")
    return certificate
