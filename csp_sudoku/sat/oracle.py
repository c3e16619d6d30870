"""One satisfiability question at a time, within a budget: PySAT's solvers made interruptible.

PySAT's `solve()` keeps the GIL until it is done, so neither Ctrl-C nor a time limit would hold. An
`Incremental` oracle therefore asks in slices of a number of conflicts: of a fixed number, so that
the same question takes the same way on every machine. The solvers that know no slices run in a
process of their own (`Isolated`), which can be killed.
"""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from csp_sudoku.budgets import Budget
from csp_sudoku.errors import BackendError
from csp_sudoku.sat import drat

if TYPE_CHECKING:
    from csp_sudoku.encoders.cnf import Cnf

ISOLATED = ("kissat404", "lingeling")
"""Solvers without limited solving, or without assumptions."""

Steps: TypeAlias = Generator[None, None, Sequence[int] | None]
"""Yields after each slice of work; returns the literals of a model, or None."""

O = TypeVar("O", bound="Oracle")  # noqa: E741 - an oracle

_POLL_SECONDS = 0.02
_LOADED = 50_000
"""Clauses that are handed over at once; in between, others may stop it."""
_SLICE_WORK = 1_000_000
"""Literals times conflicts of a slice: some tens of milliseconds."""


_LENT: set[Oracle] = set()
"""The oracles that searches use now, so that nothing else can end them: see `lent`."""


@contextmanager
def lent(oracle: O) -> Iterator[O]:
    """Keep an oracle alive while a search that may be suspended uses it.

    A suspended search in a reference cycle would otherwise let the garbage collector finalize
    PySAT's solver first, and then the search, which would go on with a dead solver.
    """
    _LENT.add(oracle)
    try:
        yield oracle
    finally:
        _LENT.discard(oracle)


class Oracle(ABC):
    """A growing set of clauses that can be asked for a model."""

    def __init__(self, cnf: Cnf) -> None:
        self.top = cnf.top

    def fresh(self) -> int:
        """Return a new variable."""
        self.top += 1
        return self.top

    @abstractmethod
    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""

    @abstractmethod
    def steps(self, assumptions: Sequence[int], budget: Budget) -> Steps:
        """Look for a model under the assumptions, slice by slice.

        Raises OutOfBudgetError when the budget ends first.
        """

    def answer(self, assumptions: Sequence[int], budget: Budget) -> Sequence[int] | None:
        """Look for a model under the assumptions in one go; None if there is none: see `steps`."""
        steps = self.steps(assumptions, budget)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                model: Sequence[int] | None = end.value
                return model

    @abstractmethod
    def stats(self) -> dict[str, int]:
        """Return what the solver counted since it was made."""

    @abstractmethod
    def close(self) -> None:
        """Free the solver."""


class Incremental(Oracle):
    """A solver that stays, asked in slices of conflicts."""

    def __init__(
        self,
        name: str,
        cnf: Cnf,
        pulse: Callable[[], object] = bool,
        *,
        with_proof: bool = False,
    ) -> None:
        from pysat.solvers import NoSuchSolverError, Solver

        super().__init__(cnf)
        try:
            self._solver = Solver(name=name, with_proof=with_proof)
        except NoSuchSolverError as error:
            raise BackendError(f"this PySAT has no solver {name}", fix="update it") from error
        for start in range(0, len(cnf.clauses), _LOADED):
            self._solver.append_formula(cnf.clauses[start : start + _LOADED])
            pulse()
        for literals in cnf.at_most_ones:
            self._solver.add_atmost(literals, 1)
        # All but CaDiCaL would take Ctrl-C themselves and jump out of the search, unless told that
        # somebody may interrupt them; then they leave it to Python, and the GIL as well.
        self._expects_interrupt = not name.startswith("cadical")
        self._slice = max(20, min(2000, _SLICE_WORK // (len(cnf.meaning) + 1)))

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._solver.add_clause(clause)

    def steps(self, assumptions: Sequence[int], budget: Budget) -> Steps:
        """Ask in slices, so that the budget and Ctrl-C hold."""
        while True:
            budget.check()
            answer = self._slice_answer(assumptions, budget)
            if answer is not None:
                return self._solver.get_model() if answer else None
            yield

    def core(self) -> frozenset[int]:
        """Return those of the last assumptions that rule out a model, after there was none."""
        return frozenset(self._solver.get_core() or ())

    def prefer(self, literals: Sequence[int]) -> None:
        """Make the solver try these literals first; not all solvers know how."""
        self._solver.set_phases(literals)

    def _slice_answer(self, assumptions: Sequence[int], budget: Budget) -> bool | None:
        """Ask for one slice; None if it was too short. Limited conflicts are counted."""
        left = budget.conflicts_left()
        before = 0 if left is None else self.stats()["conflicts"]
        self._solver.conf_budget(self._slice if left is None else min(self._slice, left))
        answer: bool | None = self._solver.solve_limited(
            assumptions=assumptions, expect_interrupt=self._expects_interrupt
        )
        if left is not None:
            budget.spent_conflicts += self.stats()["conflicts"] - before
        return answer

    def stats(self) -> dict[str, int]:
        """Return the solver's own counters."""
        return dict(self._solver.accum_stats())

    def proof(self) -> Iterator[str]:
        """Yield the lines of the DRAT proof that there is no model, if it was made for one."""
        return drat.steps(self._solver)

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()
        del self._solver  # now: a Ctrl-C that comes while it is collected later would be lost


def blank_oracle(solver: str) -> Incremental:
    """Return a solver without any clauses yet; `fresh` gives it variables."""
    from csp_sudoku.encoders.cnf import Cnf
    from csp_sudoku.model import CSP

    return Incremental(solver, Cnf(CSP(), ()))


class Isolated(Oracle):
    """A solver in a process of its own for each question, killed when the time is over."""

    def __init__(self, name: str, cnf: Cnf) -> None:
        super().__init__(cnf)
        self._name = name
        self._clauses: list[Sequence[int]] = list(cnf.clauses)
        self._calls = 0

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._clauses.append(clause)

    def steps(self, assumptions: Sequence[int], budget: Budget) -> Steps:
        """Ask in a new process, and kill it when the budget ends."""
        import subprocess
        import tempfile

        self._calls += 1
        clauses = [*self._clauses, *([literal] for literal in assumptions)]
        with tempfile.TemporaryFile("w+") as question:
            json.dump([self._name, clauses], question)
            question.seek(0)
            process = subprocess.Popen(
                [sys.executable, "-c", _APART],
                stdin=question,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        told: bytes | None = None
        try:
            while told is None:
                try:
                    told, _ = process.communicate(timeout=_POLL_SECONDS)
                except subprocess.TimeoutExpired:
                    budget.check()
                    yield
        finally:
            if told is None:
                process.kill()
                process.communicate()
        if process.returncode != 0:
            raise BackendError(f"{self._name} ended without an answer", fix="choose another solver")
        found: list[int] | None = json.loads(told)
        return found

    def stats(self) -> dict[str, int]:
        """Return how many processes were asked."""
        return {"calls": self._calls}

    def close(self) -> None:
        """Forget the clauses."""
        self._clauses = []


_APART = """
import json, sys
from pysat.solvers import Solver
name, clauses = json.load(sys.stdin)
with Solver(name=name, bootstrap_with=clauses) as solver:
    print(json.dumps(solver.get_model() if solver.solve() else None))
"""
"""What the other process runs: a question comes in, a model or null goes out."""
