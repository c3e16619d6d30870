"""The questions that a CSP and a Puzzle answer alike: solve, solutions, count, is_unique and more.

Written once, on top of one search of any backend. Backends are imported when a question is asked.
Each solution is checked against the model before it is handed out.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from csp_sudoku.answers import Answer, Status
from csp_sudoku.errors import BackendError, OutOfBudgetError, shown

if TYPE_CHECKING:
    from csp_sudoku.backends.protocol import Backend, Search
    from csp_sudoku.encoders.exports import Export
    from csp_sudoku.model import Codes, Contradiction, Problem

S = TypeVar("S")
_MOST = 2**62
_STATUS_OF = {0: Status.NONE, 1: Status.SOLVED}


class Questions(Generic[S]):
    """What can be asked of a problem whose solutions are of type S.

    Every question takes a backend by name (or `"name:choice"`) with its options, and a budget of
    `timeout` seconds, of `nodes` or of `conflicts`.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def problem(self) -> Problem:
        """The problem in the form that backends take."""

    @abstractmethod
    def _decoded(self, problem: Problem, codes: Codes) -> S:
        """Return a solution in the asker's own terms."""

    @abstractmethod
    def _impossible(self) -> Contradiction | None:
        """Return what a cheap look shows to be impossible, before any solver runs."""

    def solve(
        self,
        backend: str | Backend = "auto",
        *,
        limit: int = 1,
        timeout: float | None = None,
        nodes: int | None = None,
        conflicts: int | None = None,
        **options: object,
    ) -> Answer[S]:
        """Find one solution, prove that there is none, or say UNKNOWN when the budget ends.

        With a `limit` of 2 or more the search goes on behind the first solution, up to so many:
        then SOLVED says that there is no other one, and MULTIPLE that there is.
        """
        run = Run(self, backend, timeout, nodes, conflicts, options)
        return run.answer(_number(limit))

    def solutions(
        self,
        backend: str | Backend = "auto",
        *,
        limit: int | None = None,
        timeout: float | None = None,
        nodes: int | None = None,
        conflicts: int | None = None,
        **options: object,
    ) -> Iterator[S]:
        """Yield the solutions, each once, up to `limit`; memory does not grow with their number.

        Raises OutOfBudgetError where the budget ends before the solutions do.
        """
        run = Run(self, backend, timeout, nodes, conflicts, options)
        return run.solutions(_number_or_none(limit))

    def count(
        self,
        limit: int | None = None,
        backend: str | Backend = "auto",
        *,
        timeout: float | None = None,
        nodes: int | None = None,
        conflicts: int | None = None,
        **options: object,
    ) -> int:
        """Count the solutions, up to `limit` (with limit 2: 0, 1, or 2 for "two or more").

        Raises OutOfBudgetError, which knows how many were found, where the budget ends first.
        """
        run = Run(self, backend, timeout, nodes, conflicts, options)
        return run.count(_number_or_none(limit))

    def is_unique(
        self,
        backend: str | Backend = "auto",
        *,
        timeout: float | None = None,
        nodes: int | None = None,
        conflicts: int | None = None,
        **options: object,
    ) -> bool:
        """Whether there is exactly one solution: whether a puzzle is proper."""
        return Run(self, backend, timeout, nodes, conflicts, options).count(2) == 1

    def two_solutions(
        self, backend: str = "auto", *, timeout: float | None = None
    ) -> tuple[S, S] | None:
        """Return two solutions that differ, or None: see `uniqueness.two_solutions`."""
        from csp_sudoku.proofs.uniqueness import two_solutions

        return two_solutions(self, backend, timeout=timeout)

    def export(self, format: str, **options: str) -> Export[S]:
        """Return the problem in the language of another program, as "cnf", "mzn" or "col".

        Formats, their options and how answers are read back: see `encoders.exports`.
        """
        from csp_sudoku.encoders.exports import Export

        return Export(self, format, options)


class Run(Generic[S]):
    """One question on its way through a backend."""

    def __init__(
        self,
        asker: Questions[S],
        backend: str | Backend,
        timeout: float | None,
        nodes: int | None,
        conflicts: int | None,
        options: dict[str, object],
    ) -> None:
        from csp_sudoku.backends import get
        from csp_sudoku.backends.protocol import Report
        from csp_sudoku.budgets import Budget

        self.asker = asker
        self.backend = get(backend, **options)
        self.started = time.perf_counter()
        self.budget = Budget(timeout, nodes, conflicts)
        self.report = Report(self.backend.label)
        self.impossible = asker._impossible()
        self.problem = asker.problem
        refusal = self.backend.refusal(self.problem)
        if refusal:
            raise BackendError(f"{self.backend.name} cannot take this problem: {refusal}")

    def answer(self, limit: int = 1) -> Answer[S]:
        """Return the first solution, and whether there are others as far as the limit goes."""
        if self.impossible:
            return self._answer(Status.NONE, f"{self.impossible}, seen by counting")
        search = self._search(limit)
        first, found = None, 0
        try:
            while found < limit:
                codes = next(search)
                if not found:
                    first = self._checked(codes)
                found += 1
            status = _STATUS_OF.get(found, Status.MULTIPLE) if limit else Status.UNKNOWN
        except StopIteration as end:
            settled = bool(end.value) or found > 1
            status = _STATUS_OF.get(found, Status.MULTIPLE) if settled else Status.UNKNOWN
        finally:
            search.close()
        return self._answer(status, solution=first, found=found)

    def solutions(self, limit: int | None) -> Generator[S, None, None]:
        """Yield the solutions up to the limit; raise where the budget ends first."""
        if self.impossible or limit == 0:
            return
        search = self._search(limit)
        found = 0
        try:
            while limit is None or found < limit:
                codes = next(search)
                found += 1
                yield self._checked(codes)
        except StopIteration as end:
            if not end.value:
                raise self._out_of_budget(found) from None
        finally:
            search.close()

    def count(self, limit: int | None) -> int:
        """Count up to the limit; raise where the budget ends first."""
        if self.impossible or limit == 0:
            return 0
        found, settled = self.backend.count(self.problem, self.budget, self.report, limit)
        if not settled:
            raise self._out_of_budget(found)
        return found

    def _search(self, limit: int | None) -> Search:
        return self.backend.search(self.problem, self.budget, self.report, limit)

    def _checked(self, codes: Codes) -> S:
        return self.asker._decoded(self.problem, self.problem.checked(codes, self.report.backend))

    def _answer(
        self, status: Status, reason: str | None = None, solution: S | None = None, found: int = 0
    ) -> Answer[S]:
        return Answer(
            status,
            solution,
            backend=self.report.backend,
            reason=reason or self.report.reason,
            seconds=time.perf_counter() - self.started,
            stats=self.report.stats,
            found=found,
        )

    def _out_of_budget(self, found: int) -> OutOfBudgetError:
        return OutOfBudgetError(f"the budget ended after {found} solutions", least=found)


def _number(limit: object) -> int:
    """Return a limit that is a number, and not more than any search will ever find."""
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < 0:
        fix = "use a whole number from 0 up"
        raise BackendError(f"a limit of {shown(limit)} solutions", fix=fix)
    return min(limit, _MOST)


def _number_or_none(limit: object) -> int | None:
    return None if limit is None else _number(limit)
