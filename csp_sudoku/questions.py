"""The questions that a CSP and a Puzzle answer alike: solve, solutions, count, is_unique and more.

Written once, on top of one search of any backend. Backends are imported when a question is asked.
Each solution is checked against the model before it is handed out.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Generator, Hashable, Iterator, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from csp_sudoku.budgets import Budget, counted_up_to
from csp_sudoku.errors import BackendError, NoSolutionError, OutOfBudgetError, shown
from csp_sudoku.status import Status

if TYPE_CHECKING:
    from csp_sudoku.backends.protocol import Backend, Search
    from csp_sudoku.encoders.exports import Export
    from csp_sudoku.engines import Engine
    from csp_sudoku.model import Codes, Contradiction, Goal, Problem
    from csp_sudoku.model.expressions import Number

S = TypeVar("S")
_MOST = 2**62
_SIZES = ("booleans", "max_depth")
_STATUS_OF = {0: Status.NONE, 1: Status.SOLVED}


class Answer(Generic[S]):
    """The answer to `solve`, true if its status is SOLVED; `answer[cell]` reads the solution.

    With a `limit` of 2 or more, SOLVED says that there is no other solution. Where there is one,
    the status is MULTIPLE and the answer is false, although it has a solution to read.

    `backend` names what answered and `reason` says why it was chosen; `stats` counts in the
    backend's own terms. `found` is the number of solutions, as far as it was asked for. `fixed` has
    the names of variables whose values were fixed before the search, because all values are
    interchangeable and these variables all differ.

    For a model with an objective, SOLVED says that the solution is proven optimal, and BEST that
    the budget (or Ctrl-C) ended the search with the best solution so far. `value` is the value of
    the objective, and `bound` what is proven about it: no solution has a better value than that.
    Both are None without an objective. Other solutions are counted only among the optimal ones.
    """

    __slots__ = (
        "backend",
        "bound",
        "fixed",
        "found",
        "reason",
        "seconds",
        "solution",
        "stats",
        "status",
        "value",
    )

    def __init__(
        self,
        status: Status,
        solution: S | None,
        *,
        backend: str,
        reason: str,
        seconds: float,
        stats: Mapping[str, int],
        found: int | None = None,
        fixed: tuple[Hashable, ...] = (),
        value: Number | None = None,
        bound: Number | None = None,
    ) -> None:
        self.value = value
        self.bound = bound
        self.status = status
        self.solution = solution
        self.backend = backend
        self.reason = reason
        self.seconds = seconds
        self.stats = stats
        self.found = int(solution is not None) if found is None else found
        self.fixed = fixed

    def __bool__(self) -> bool:
        return self.status is Status.SOLVED

    def __getitem__(self, key: Hashable) -> Any:
        """Return the value of a variable or cell in the solution."""
        if self.solution is None:
            raise NoSolutionError(f"there is no solution to read {key!r} from: {self.reason}")
        return self.solution[key]  # type: ignore[index]

    def _repr_html_(self) -> str:
        from csp_sudoku.render.html import of_answer

        return of_answer(self)

    def __repr__(self) -> str:
        value = "" if self.value is None else f"value {self.value} with bound {self.bound}; "
        return (
            f"<Answer: {self.status} by {self.backend} in {self.seconds:.6f} s; "
            f"{self.reason}; {value}solution={self.solution!r}>"
        )


class Report:
    """What a search reports: which backend answered, why it was chosen, and what it counted.

    `stats` is in the backend's own terms: nodes, decisions, conflicts, propagations, backtracks.
    """

    __slots__ = ("backend", "reason", "stats")

    def __init__(self, backend: str, reason: str = "asked for by name") -> None:
        self.backend = backend
        self.reason = reason
        self.stats: dict[str, int] = {}

    def add(self, other: Report) -> None:
        """Take over who answered and why, and add up what was counted; sizes are not added up."""
        self.backend, self.reason = other.backend, other.reason
        for name, count in other.stats.items():
            before = self.stats.get(name, 0)
            self.stats[name] = max(before, count) if name in _SIZES else before + count


class Questions(Generic[S]):
    """What can be asked of a problem whose solutions are of type S.

    Every question takes a backend by name (or `"name:choice"`) with its options, and a budget of
    `timeout` seconds, of `nodes` or of `conflicts`.

    If a model has an objective, all questions speak of its optimal solutions: `solve` finds one,
    `count` counts them, `is_unique` tells whether there is exactly one.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def problem(self) -> Problem:
        """The problem in the form that backends take."""

    @abstractmethod
    def _decoded(self, problem: Problem, codes: Codes) -> S:
        """Return a solution in the asker's own type, from one code per variable."""

    @abstractmethod
    def _impossible(self) -> Contradiction | None:
        """Return why there is no solution, if that can be seen before any solver runs."""

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

        With a `limit` of 2 or more the search continues after the first solution, up to this many.
        Then SOLVED says that there is no other one, and MULTIPLE that there is.

        With an objective: find an optimal solution, or say BEST when the budget or Ctrl-C ends the
        search with a solution that is not proven optimal.
        """
        query = Query(self, backend, timeout, nodes, conflicts, options)
        return query.answer(_number(limit))

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

        With an objective: the optimal solutions. Raises OutOfBudgetError if the budget ends before
        the solutions do.
        """
        query = Query(self, backend, timeout, nodes, conflicts, options)
        return query.solutions(_number_or_none(limit))

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

        With an objective: the optimal solutions. Raises OutOfBudgetError if the budget ends first;
        its `least` is how many are known to exist.
        """
        query = Query(self, backend, timeout, nodes, conflicts, options)
        return query.count(_number_or_none(limit))

    def is_unique(
        self,
        backend: str | Backend = "auto",
        *,
        timeout: float | None = None,
        nodes: int | None = None,
        conflicts: int | None = None,
        **options: object,
    ) -> bool:
        """Whether there is exactly one solution: whether a puzzle is proper.

        With an objective: whether there is exactly one optimal solution.
        """
        return Query(self, backend, timeout, nodes, conflicts, options).count(2) == 1

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


class Query(Generic[S]):
    """One question to one backend, and the answer to it.

    A structure that has an engine is asked of the engine, if the backend uses engines.
    """

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

        self.asker = asker
        self.backend = get(backend, **options)
        self.started = time.perf_counter()
        self.budget = Budget(timeout, nodes, conflicts)
        self.report = Report(self.backend.label)
        self.impossible = asker._impossible()
        self.problem = asker.problem
        self.goal = self.problem.csp.goal
        self._engine: Engine | None = None
        if self.backend.uses_engines and self.goal is None:
            self._engine = self.backend.engine(self.problem.csp)
        self._given = self._engine.given(self.problem) if self._engine else None
        self._fixed: Sequence[int] = ()
        asked = self.problem if self.goal is None else self.problem.at_most(0)
        refusal = None if self._given else self.backend.refusal(asked)
        if refusal:
            raise BackendError(f"{self.backend.name} cannot take this problem: {refusal}")

    def answer(self, limit: int = 1) -> Answer[S]:
        """Return the first solution, and whether there are others as far as the limit goes."""
        if self.impossible:
            return self._answer(Status.NONE, f"{self.impossible}, seen by counting")
        if self.goal is not None and limit:
            return self._optimal(self.goal, limit)
        return self._first(limit)

    def _first(self, limit: int) -> Answer[S]:
        search = self._search(limit, self._with_clique_fixed() if limit == 1 else self.problem)
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
        """Yield the solutions up to the limit; raise if the budget ends first."""
        if self.impossible or limit == 0:
            return
        self._require_optimum()
        search = self._search(limit, self.problem)
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
        """Count up to the limit; raise if the budget ends first."""
        if self.impossible or limit == 0:
            return 0
        self._require_optimum()
        counts_itself = limit is None and self.backend.counts_all
        if self._engine and self._given and not self._given.marks and not counts_itself:
            found, settled = self._engine.count(self._given, self.budget, self.report, limit)
        elif self._engine and self._given and limit is not None:
            found, settled = counted_up_to(limit, self._search(limit, self.problem))
        else:
            found, settled = self.backend.count(self.problem, self.budget, self.report, limit)
        if not settled:
            raise self._out_of_budget(found)
        return found

    # Objectives

    def _optimal(self, goal: Goal, limit: int) -> Answer[S]:
        """Return the best solution, and whether there are other optimal ones if that is asked."""
        best = self._best()
        if best.codes is None:
            return self._answer(Status.NONE if best.bound == inf else Status.UNKNOWN)
        if limit > 1 and best.is_proven:
            self.problem = self.problem.at_most(int(best.total))
            spent, self.report = self.report, Report(self.report.backend, self.report.reason)
            answer = self._first(limit)
            spent.add(self.report)
            answer.stats = spent.stats
        else:
            status = Status.SOLVED if best.is_proven else Status.BEST
            answer = self._answer(status, best.reason, self._checked(best.codes), found=1)
        answer.value, answer.bound = goal.value(int(best.total)), goal.value(int(best.bound))
        return answer

    def _best(self) -> _Best:
        """Run the search for the optimum; Ctrl-C ends it, if there is a solution already."""
        problem, best = self.problem, _Best()
        improvements = self.backend.optimize(problem, self.budget, self.report)
        try:
            while True:
                codes = problem.checked(next(improvements), self.report.backend)
                total = problem.total(codes)
                if total < best.total:
                    best.codes, best.total = codes, total
        except StopIteration as end:
            best.bound = min(end.value, best.total) if best.codes is not None else end.value
        except KeyboardInterrupt:
            if best.codes is None or problem.csp.goal is None:
                raise
            best.bound = min(problem.csp.goal.reach(problem.masks)[0], best.total)
            best.reason = "the best solution before Ctrl-C"
        finally:
            improvements.close()
        return best

    def _require_optimum(self) -> None:
        """Make the question one of optimal solutions, if there is an objective."""
        if self.goal is None:
            return
        best = self._best()
        if best.codes is not None and not best.is_proven:
            value, bound = self.goal.value(int(best.total)), self.goal.value(int(best.bound))
            problem = f"the budget ended before an optimum was proven: value {value}, bound {bound}"
            raise OutOfBudgetError(problem, least=0)
        if best.codes is None and best.bound != inf:
            raise self._out_of_budget(0)
        if best.codes is not None:
            self.problem = self.problem.at_most(int(best.total))

    def _search(self, limit: int | None, problem: Problem) -> Search:
        def by_backend(budget: Budget) -> Search:
            return self.backend.search(problem, budget, self.report, limit)

        if self._engine is None or self._given is None:
            return by_backend(self.budget)
        if self._given.marks:
            return self._engine.in_turns(self._given, by_backend, self.budget, self.report)
        return self._engine.solutions(self._given, self.budget, self.report)

    def _with_clique_fixed(self) -> Problem:
        """Return a problem for one solution, or for the proof that there is none."""
        if self._given or not self.backend.fixes_clique:
            return self.problem
        narrowed = self.problem.with_clique_fixed()
        if narrowed is None:
            return self.problem
        problem, self._fixed = narrowed
        return problem

    def _checked(self, codes: Codes) -> S:
        return self.asker._decoded(self.problem, self.problem.checked(codes, self.report.backend))

    def _answer(
        self, status: Status, reason: str | None = None, solution: S | None = None, found: int = 0
    ) -> Answer[S]:
        reason = reason or self.report.reason
        if self._fixed:
            reason += f"; {len(self._fixed)} variables fixed, as all values are interchangeable"
        return Answer(
            status,
            solution,
            backend=self.report.backend,
            reason=reason,
            seconds=time.perf_counter() - self.started,
            stats=self.report.stats,
            found=found,
            fixed=tuple(self.problem.csp.variables[v].name for v in self._fixed),
        )

    def _out_of_budget(self, found: int) -> OutOfBudgetError:
        return OutOfBudgetError(f"the budget ended after {found} solutions", least=found)


class _Best:
    """The best solution that a search for the optimum has found, and what it has proven."""

    __slots__ = ("bound", "codes", "reason", "total")

    def __init__(self) -> None:
        self.codes: Codes | None = None
        self.total: float = inf
        self.bound: float = -inf
        self.reason: str | None = None

    @property
    def is_proven(self) -> bool:
        return self.bound >= self.total


def _number(limit: object) -> int:
    """Return a limit that is a whole number, and at most what any search will ever find."""
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < 0:
        raise BackendError(f"expected a limit that is a whole number from 0 up, got {shown(limit)}")
    return min(limit, _MOST)


def _number_or_none(limit: object) -> int | None:
    return None if limit is None else _number(limit)
