"""One satisfiability question at a time, within a budget: PySAT's solvers made interruptible.

PySAT's `solve()` keeps the GIL until it is done, so neither Ctrl-C nor a time limit would hold. An
`Incremental` oracle therefore asks in slices of a fixed number of conflicts, so that the same
question is answered in the same way on every machine. Where a slice can take seconds, the solver
runs in a process of its own, which can be ended: see `processes`.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from csp_sudoku.budgets import Budget
from csp_sudoku.errors import BackendError
from csp_sudoku.processes import Child
from csp_sudoku.sat import drat

if TYPE_CHECKING:
    from csp_sudoku.encoders.cnf import Cnf

ISOLATED = ("kissat404", "lingeling")
"""Solvers without limited solving, or without assumptions."""

Steps: TypeAlias = Generator[float, None, Sequence[int] | None]
"""Yields after each slice of work how large it was, in units of `_SLICE_WORK`; returns the literals
of a model, or None."""

O = TypeVar("O", bound="Oracle")  # noqa: E741 - an oracle

LARGE = 12_000
"""Literals from which a solver gets its own process. CaDiCaL simplifies such a formula for seconds
within one slice: 1 s for an empty 25x25, 9 s for a 64x64."""
_LOADED = 20_000
"""Clauses that are handed over at once; in between, loading can be stopped."""
_SLICE_WORK = 1_000_000
"""Literals times conflicts of the first slice: some tens of milliseconds."""
_GROWTH = 1.5
_MOST_UNITS = 6.0
_MOST_UNITS_APART = 100.0
"""Each slice is larger than the one before, as a solver begins each one afresh: boards of 49x49
that were not solved in 12 s by slices of 30 conflicts take 1 to 2 s in one. In this process a slice
cannot be interrupted, so it does not grow beyond some tenths of a second."""
_HURRY_SECONDS = 0.5
"""So near to a time limit, slices in this process do not grow."""


_LENT: set[Oracle] = set()
"""The oracles that searches use now, so that the garbage collector leaves them: see `lent`."""


@contextmanager
def lent(oracle: O) -> Iterator[O]:
    """Keep an oracle alive while a search that may be suspended uses it.

    Otherwise, if a suspended search is part of a reference cycle, the garbage collector may
    finalize PySAT's solver first, and then the search, which would continue with a dead solver.
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

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked again: not if a question that was stopped ended its process."""
        return True

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
    """A solver that is kept between questions, asked in slices of conflicts.

    For large problems, where a slice may take seconds, it has a process of its own, unless its
    caller can interrupt it or wants its proof, which is a file of this process. A question that is
    stopped ends that process.
    """

    def __init__(
        self,
        name: str,
        cnf: Cnf,
        pulse: Callable[[], object] = bool,
        *,
        with_proof: bool = False,
        can_interrupt: bool = False,
    ) -> None:
        super().__init__(cnf)
        is_apart = cnf.literals >= LARGE and not can_interrupt and not with_proof
        self._solver = _SolverProcess(name) if is_apart else _solver(name, with_proof)
        self._name = name
        self._is_cadical = name.startswith("cadical")
        try:
            self._load(cnf, pulse)
        except BaseException:
            self.close()
            raise
        self._slice = max(20, min(2000, _SLICE_WORK // (cnf.literals + 1)))
        self._most_units = _MOST_UNITS_APART if is_apart else _MOST_UNITS

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked again: not if a question that was stopped ended its process."""
        return not isinstance(self._solver, _SolverProcess) or self._solver.is_running

    def take(self, cnf: Cnf, pieces: Iterable[object], pulse: Callable[[], object]) -> None:
        """Take over the clauses that pieces add to `cnf` one after another, and leave none there.

        So they never stand in memory all at once. If `pulse`, which is called after each piece,
        raises, the solver is closed.
        """
        try:
            for _ in pieces:
                if len(cnf.clauses) >= _LOADED:
                    self._load(cnf, pulse)
                    cnf.clauses.clear()
                    cnf.at_most_ones.clear()
                pulse()
            self._load(cnf, pulse)
        except BaseException:
            self.close()
            raise
        cnf.clauses.clear()
        cnf.at_most_ones.clear()
        self.top = cnf.top

    def _load(self, cnf: Cnf, pulse: Callable[[], object]) -> None:
        """Add the clauses that stand in `cnf`, some thousands at once."""
        if self._is_cadical and not isinstance(self._solver, _SolverProcess):
            import pysolvers

            # As PySAT's own methods do, clause by clause, in half of their time.
            add = partial(getattr(pysolvers, f"{self._name}_add_cl"), self._solver.solver.cadical)
            for start in range(0, len(cnf.clauses), _LOADED):
                deque(map(add, cnf.clauses[start : start + _LOADED]), maxlen=0)
                pulse()
        else:
            _load(self._solver, cnf.clauses, pulse)
        for literals in cnf.at_most_ones:
            self._solver.add_atmost(literals, 1)

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._solver.add_clause(clause)

    def steps(self, assumptions: Sequence[int], budget: Budget) -> Steps:
        """Ask in slices, so that the budget and Ctrl-C hold."""
        units = 1.0
        while True:
            budget.check()
            answer = self._slice_answer(assumptions, budget, int(units * self._slice))
            if answer is not None:
                return self._solver.get_model() if answer else None
            yield units
            units = min(units * _GROWTH, self._most_units)
            left = budget.seconds_left()
            if left is not None and left < _HURRY_SECONDS:
                units = 1.0

    def core(self) -> frozenset[int]:
        """Return those of the last assumptions that rule out a model, after there was none."""
        return frozenset(self._solver.get_core() or ())

    def prefer(self, literals: Sequence[int]) -> None:
        """Make the solver try these literals first; not all solvers can."""
        self._solver.set_phases(literals)

    def _slice_answer(
        self, assumptions: Sequence[int], budget: Budget, conflicts: int
    ) -> bool | None:
        """Ask for one slice; None if it was too short. Limited conflicts are counted."""
        left = budget.conflicts_left()
        before = 0 if left is None else self.stats().get("conflicts", 0)
        self._solver.conf_budget(conflicts if left is None else min(conflicts, left))
        if isinstance(self._solver, _SolverProcess):
            self._solver.pulse = budget.check
        answer: bool | None = self._asked(assumptions)
        if left is not None:
            budget.spent_conflicts += self.stats()["conflicts"] - before
        return answer

    def _asked(self, assumptions: Sequence[int]) -> bool | None:
        """Run the solver until its budget ends; Ctrl-C waits for that."""
        if isinstance(self._solver, _SolverProcess) or not self._is_cadical:
            answer: bool | None = self._solver.solve_limited(assumptions, True)
            return answer
        return _cadical_answer(self._name, self._solver.solver, assumptions)

    def stats(self) -> dict[str, int]:
        """Return the solver's own counters."""
        return dict(self._solver.accum_stats())

    def proof(self) -> Iterator[str]:
        """Yield the lines of the DRAT proof that there is no model, if it was made for one."""
        return drat.steps(self._solver)

    def close(self) -> None:
        """Free the solver; a second call does nothing."""
        solver, self._solver = self._solver, None
        if solver is not None:
            free(solver)


def free(solver: Any) -> None:
    """Free a solver of PySAT, once, whatever signals come.

    PySAT first frees it and then forgets it. What a signal raises in between would leave it to be
    freed again, which crashes; so that is done in a thread, where no signal is handled.
    """
    if threading.current_thread() is not threading.main_thread():
        solver.delete()
        return
    thread = threading.Thread(target=solver.delete)
    thread.start()
    thread.join()


def blank_oracle(solver: str) -> Incremental:
    """Return a solver without any clauses yet; `fresh` gives it variables."""
    from csp_sudoku.encoders.cnf import Cnf
    from csp_sudoku.model import CSP

    return Incremental(solver, Cnf(CSP(), ()))


class Isolated(Oracle):
    """A solver in a process of its own for each question, ended when the budget is over."""

    def __init__(self, name: str, cnf: Cnf) -> None:
        super().__init__(cnf)
        self._name = name
        self._clauses: list[Sequence[int]] = list(cnf.clauses)
        self._calls = 0

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._clauses.append(clause)

    def steps(self, assumptions: Sequence[int], budget: Budget) -> Steps:
        """Ask in a new process, and end it when the budget ends."""
        self._calls += 1
        solver = _SolverProcess(self._name)
        solver.pulse = budget.check
        try:
            _load(solver, self._clauses, budget.check)
            _load(solver, [[literal] for literal in assumptions], budget.check)
            yield 1.0
            return solver.get_model() if solver.solve() else None
        finally:
            solver.delete()

    def stats(self) -> dict[str, int]:
        """Return how many processes were asked."""
        return {"calls": self._calls}

    def close(self) -> None:
        """Forget the clauses."""
        self._clauses = []


def _solver(name: str, with_proof: bool) -> Any:
    """Return a solver of PySAT in this process."""
    from pysat.solvers import NoSuchSolverError, Solver

    try:
        return Solver(name=name, with_proof=with_proof)
    except NoSuchSolverError as error:
        raise BackendError(
            f"the installed PySAT has no solver {name}", fix="update python-sat"
        ) from error


def _cadical_answer(name: str, solver: Any, assumptions: Sequence[int]) -> bool | None:
    """Run CaDiCaL as PySAT's own `solve_limited` does, but never let Ctrl-C jump out of it.

    In the main thread, solvers of PySAT handle Ctrl-C themselves and jump out of the search, unless
    they are told to expect an interrupt; then they leave it to Python. For CaDiCaL, PySAT has no
    such word, and what was left in that way aborts the process at the next clause. So it is told
    that this is another thread.
    """
    import pysolvers

    status = getattr(pysolvers, f"{name}_solve_lim")(solver.cadical, list(assumptions), 0)
    solver.status = None if status == 0 else status > 0
    solver.prev_assumps = assumptions
    answer: bool | None = solver.status
    return answer


def _load(solver: Any, clauses: Sequence[Sequence[int]], pulse: Callable[[], object]) -> None:
    """Add clauses piece by piece."""
    for start in range(0, len(clauses), _LOADED):
        solver.append_formula(clauses[start : start + _LOADED])
        pulse()


class _SolverProcess(Child):
    """A solver of PySAT in a process of its own, with the methods that it has in PySAT."""

    def __init__(self, name: str) -> None:
        super().__init__(_PROGRAM, is_bare=True)
        self._counted: dict[str, int] = {}
        self.tell(name)

    def __getattr__(self, method: str) -> Callable[..., Any]:
        return partial(self.ask if method in _ANSWERED else self.tell, method)

    def solve_limited(self, assumptions: Sequence[int], expect_interrupt: bool) -> bool | None:
        """Solve, and keep what was counted: the next question may end the process."""
        answer: bool | None
        answer, self._counted = self.ask("solve_limited", list(assumptions), expect_interrupt)
        return answer

    def accum_stats(self) -> dict[str, int]:
        """Return what was counted up to the last answer."""
        return self._counted

    def delete(self) -> None:
        """End the process."""
        self.end()


_ANSWERED = ("solve", "get_model", "get_core")
_PROGRAM = f"""
import gc
from pysat.solvers import Solver
gc.disable()  # there are no cycles, and looking for them takes longer than reading clauses
(name,) = read()
solver = Solver(name=name)
while True:
    method, *arguments = read()
    result = getattr(solver, method)(*arguments)
    if method == "solve_limited":
        write((result, solver.accum_stats()))
    elif method in {_ANSWERED}:
        write(result)
"""
