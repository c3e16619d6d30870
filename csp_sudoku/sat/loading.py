"""Solvers with the clauses of a board, made and asked so that a time limit holds on any board.

Clauses are handed over as they are made and not kept: those of a large board would take more memory
as Python objects than in the solver, and longer to free than a limit allows. And a large board is
for another solver: minicard, which knows "at most one" without clauses (M. Liffiton, J. Maglalang:
A cardinality solver: more expressive constraints for free, 2012), and which can be interrupted.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence

from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.encoders.cnf import Cnf
from csp_sudoku.errors import BackendError
from csp_sudoku.model import CSP, Problem
from csp_sudoku.sat.oracle import Incremental, Steps

_KEPT_LITERALS = 20_000
_POLL_SECONDS = 0.01


def is_kept(csp: CSP) -> bool:
    """Whether a structure is small enough (up to 25x25) to keep its clauses for the next question.

    >>> from csp_sudoku import boards
    >>> [is_kept(boards.sudoku(n, n).csp) for n in (3, 5, 6)]
    [True, True, False]
    """
    return len(csp.variables) * len(csp.values) <= _KEPT_LITERALS


def oracle_for(problem: Problem, solver: str, budget: Budget) -> tuple[Cnf, Incremental]:
    """Return what literals mean, and a solver that knows the problem: this one, unless it is large.

    Raises OutOfBudgetError if the budget ends before the solver has all clauses.
    """
    budget.check()
    cnf = Cnf(problem.csp, problem.masks)
    budget.check()
    cnf.at_most_one = "native" if is_large(cnf) else encoder.at_most_one_for(problem)
    return cnf, loaded(solver, cnf, encoder.pieces(cnf), budget.check)


def is_large(cnf: Cnf) -> bool:
    """Whether there are so many literals that `loaded` takes the solver for large boards."""
    return cnf.literals > _KEPT_LITERALS


def loaded(
    solver: str,
    cnf: Cnf,
    pieces: Iterable[object],
    pulse: Callable[[], object],
    *,
    with_proof: bool = False,
) -> Incremental:
    """Return a solver with the clauses that the pieces add to `cnf`, which is left without them.

    Args:
        solver: the solver's name in PySAT, for problems that are not large, and for proofs.
        cnf: where the clauses appear.
        pieces: adds some clauses each time that it is asked for the next piece.
        pulse: called after each piece; it may raise to stop.
        with_proof: whether the solver shall write a proof.
    """
    if is_large(cnf) and not with_proof:
        oracle: Incremental = Interruptible(cnf)
    else:
        oracle = Incremental(solver, cnf, with_proof=with_proof)
    oracle.take(cnf, pieces, pulse)
    return oracle


class Interruptible(Incremental):
    """A solver that runs in a thread of its own, and is interrupted when the budget ends.

    On a large board a slice of few conflicts can take seconds, and slices of a time or of
    propagations would start it over before it has seen the whole board.

    Ctrl-C may end a question anywhere, even before its thread has begun. So the thread holds a lock
    while it uses the solver, and `close` waits for that: freed too early, the solver would crash.
    """

    def __init__(self, cnf: Cnf) -> None:
        super().__init__("minicard", cnf, can_interrupt=True)
        self._in_use = threading.Lock()
        self._is_open = True

    def steps(self, assumptions: Sequence[int], budget: Budget) -> Steps:
        """Wait for the answer, and yield now and then."""
        budget.check()
        found: list[bool | None] = []
        done = threading.Event()
        thread = threading.Thread(target=self._solve, args=(assumptions, found, done))
        is_started = False
        try:
            thread.start()
            is_started = True
            while not done.wait(_POLL_SECONDS):
                yield 1.0
                budget.check()
        finally:  # not by thread.join(), which calls a thread ended when Ctrl-C ends the waiting
            while is_started and not done.is_set():
                self._solver.interrupt()
                done.wait(_POLL_SECONDS)
        if not found or found[0] is None:
            raise BackendError("minicard ended without an answer")
        return self._solver.get_model() if found[0] else None

    def _solve(
        self, assumptions: Sequence[int], found: list[bool | None], done: threading.Event
    ) -> None:
        try:
            with self._in_use:
                if self._is_open:
                    self._solver.clear_interrupt()
                    found.append(self._solved(assumptions))
        finally:
            done.set()

    def _solved(self, assumptions: Sequence[int]) -> bool | None:
        answer: bool | None = self._solver.solve_limited(
            assumptions=assumptions, expect_interrupt=True
        )
        return answer

    def close(self) -> None:
        """Free the solver, as soon as its last thread has left it."""
        while not self._in_use.acquire(timeout=_POLL_SECONDS):
            self._solver.interrupt()
        try:
            self._is_open = False
            super().close()
        finally:
            self._in_use.release()
