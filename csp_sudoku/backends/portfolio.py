"""Several backends at once: the first answer counts, and the others are stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf
from queue import SimpleQueue
from threading import Thread
from typing import ClassVar, TypeVar

from csp_sudoku.backends import able, get
from csp_sudoku.backends.protocol import STRENGTHEN, Backend, Codes, Improvements, Report, Search
from csp_sudoku.backends.tightening import Followed
from csp_sudoku.budgets import Budget
from csp_sudoku.model import Problem

T = TypeVar("T")

MEMBERS = "bitmask,sat,cpsat,dlx"


class Portfolio(Backend):
    """A race of paradigms in threads. Native code runs in parallel, Python code in turns."""

    name = "portfolio"
    summary = "several backends at once, the first answer counts"
    paradigm = "race"
    package = "csp-sudoku"
    fixes_clique = True
    options: ClassVar[Mapping[str, tuple[object, ...]]] = {
        "members": (MEMBERS, str),
        "strengthen": STRENGTHEN,
    }
    main_option = "members"

    def refusal(self, problem: Problem) -> str | None:
        """Return why no member can take the problem."""
        if any(able(self._names, problem)):
            return None
        return f"no member of {', '.join(self._names)} is installed and knows its constraints"

    @property
    def _names(self) -> list[str]:
        return [name.strip() for name in str(self.chosen["members"]).split(",")]

    def _members(self, problem: Problem) -> list[Backend]:
        """Return those that can take a problem, with `strengthen` as it was chosen."""
        members = list(able(self._names, problem))
        wanted = self.chosen["strengthen"]
        if wanted is True:  # each by its own rules
            return members
        return [
            get(one.label, strengthen=wanted) if "strengthen" in one.options else one
            for one in members
        ]

    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Race to the first solution; the winner continues alone."""
        searches: dict[str, Search] = {}

        def first(backend: Backend, own: Budget, told: Report) -> tuple[Codes | None, bool]:
            search = searches[backend.label] = backend.search(problem, own, told, limit)
            try:
                return next(search), True
            except StopIteration as end:
                return None, bool(end.value)

        winner, (found, settled) = self._race(problem, budget, report, first)
        if found is None:
            return settled
        yield found
        return (yield from searches[winner])

    def count(
        self, problem: Problem, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Race to the whole count."""

        def counted(backend: Backend, own: Budget, told: Report) -> tuple[int, bool]:
            return backend.count(problem, own, told, limit)

        return self._race(problem, budget, report, counted)[1]

    def optimize(self, problem: Problem, budget: Budget, report: Report) -> Improvements:
        """Race to the proof of an optimum; all members may find better solutions on the way.

        The best bound of all counts, and a member that has proven its best ends the race.
        """
        members = self._members(problem.at_most(0))
        news: SimpleQueue[tuple[str, Codes | float | BaseException]] = SimpleQueue()
        budgets = {member.label: budget.share() for member in members}
        reports = {member.label: Report(member.label) for member in members}

        def runner(member: Backend) -> None:
            label = member.label
            try:
                improvements = member.optimize(problem, budgets[label], reports[label])
                followed = Followed(problem, improvements)
                for codes in followed:
                    news.put((label, codes))
                news.put((label, followed.bound))
            except BaseException as error:
                news.put((label, error))

        threads = [Thread(target=runner, args=(member,), daemon=True) for member in members]
        best, bound, running = inf, -inf, len(members)
        report.reason = f"the best of {', '.join(budgets)}"
        try:
            for thread in threads:
                thread.start()
            while running and bound < best:
                label, told = _wait(news)
                if isinstance(told, BaseException):
                    running -= 1
                    if not running and best == inf and bound == -inf:
                        raise told
                elif isinstance(told, int | float):
                    running -= 1
                    bound = max(bound, told)
                    if bound >= best:
                        report.backend, report.stats = label, reports[label].stats
                elif problem.total(told) < best:
                    best = problem.total(told)
                    report.backend, report.stats = label, reports[label].stats
                    yield told
        finally:
            _end(threads, budgets.values())
        return bound

    def _race(
        self,
        problem: Problem,
        budget: Budget,
        report: Report,
        run: Callable[[Backend, Budget, Report], tuple[T, bool]],
    ) -> tuple[str, tuple[T, bool]]:
        """Run all members in threads; return the first settled result, and the label of its member.

        If none settles within the budget, the last result counts.
        """
        members = self._members(problem)
        finished: SimpleQueue[tuple[str, tuple[T, bool] | BaseException]] = SimpleQueue()
        budgets = {member.label: budget.share() for member in members}
        reports = {member.label: Report(member.label) for member in members}

        def runner(member: Backend) -> None:
            label = member.label
            try:
                finished.put((label, run(member, budgets[label], reports[label])))
            except BaseException as error:
                finished.put((label, error))

        threads = [Thread(target=runner, args=(member,), daemon=True) for member in members]
        try:
            for thread in threads:
                thread.start()
            label, result = self._first_settled(finished, len(members))
        finally:
            _end(threads, budgets.values())
        budgets[label].revive()
        report.backend = label
        report.reason = f"the first of {', '.join(budgets)}"
        report.stats = reports[label].stats
        return label, result

    def _first_settled(
        self, finished: SimpleQueue[tuple[str, tuple[T, bool] | BaseException]], runners: int
    ) -> tuple[str, tuple[T, bool]]:
        while True:
            label, result = _wait(finished)
            runners -= 1
            if isinstance(result, BaseException):
                if not runners:  # the others may still answer
                    raise result
            elif result[1] or not runners:
                return label, result


def _end(threads: Iterable[Thread], budgets: Iterable[Budget]) -> None:
    """Stop all members, and wait until they have ended."""
    for budget in budgets:
        budget.cancel()
    for thread in threads:
        if thread.ident is not None:  # Ctrl-C may come before all are started
            thread.join()


def _wait(queue: SimpleQueue[T]) -> T:
    """Wait in short steps, so that Ctrl-C gets through."""
    from queue import Empty

    while True:
        try:
            return queue.get(timeout=0.05)
        except Empty:
            continue
