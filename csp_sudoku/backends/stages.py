"""A native search in two stages: a short one in the problem as it is, then a long one.

Strengthening a problem and encoding what it derives takes a few milliseconds: as long as some
hundred nodes of search. Many puzzles need fewer nodes than that. So the search begins in the
problem as it is. If it is not over after `FIRST_NODES` nodes, the problem is strengthened, and
searched from the start.

Stages are counted in nodes, not in seconds: the same question takes the same path on every machine.
What the first stage has found is not found again by the second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from csp_sudoku.encoders import bitmask as encoder
from csp_sudoku.model import Problem
from csp_sudoku.native.status import Status

if TYPE_CHECKING:
    from csp_sudoku.native import bitmask

FIRST_NODES = 100
"""The nodes of the first stage: they take about as long as strengthening a killer does."""
_ADDED = ("nodes", "backtracks", "propagations", "restarts")


class Beginning(NamedTuple):
    """The first stage of a search, not run yet, and the way from its solutions to codes."""

    search: bitmask.Search
    decode: Callable[[bytes], Sequence[int]]

    @classmethod
    def of(cls, problem: Problem, configuration: dict[str, Any]) -> Beginning:
        """Return the search of a problem as it is."""
        encoding = encoder.encode(problem.csp)
        return cls(encoding.search(encoding.masks(problem), **configuration), encoding.decode)


class Stages:
    """The solutions of one problem, one after another: as a native search, with codes decoded.

    Ask either for solutions, by `run`, or for their number, by `count`.
    """

    def __init__(
        self,
        problem: Problem,
        strengthened: Callable[[Problem], Problem],
        configuration: dict[str, Any],
    ) -> None:
        self._problem = problem
        self._strengthened: Callable[[Problem], Problem] | None = strengthened
        """What the second stage searches; None once that is the running one."""
        self._configuration = configuration
        self._spent = dict.fromkeys((*_ADDED, "max_depth"), 0)
        self._seen: set[tuple[int, ...]] = set()
        """What the first stage has found, as far as the second has not found it again."""
        self._counted_before = 0
        """The same as a number, once solutions are only counted."""
        self._begin(problem)

    def _begin(self, problem: Problem) -> None:
        self._search, self._decode = Beginning.of(problem, self._configuration)

    def _next_stage(self) -> None:
        """Go on with the strengthened problem; with the same search, if nothing was derived."""
        assert self._strengthened is not None
        strong, self._strengthened = self._strengthened(self._problem), None
        if strong.csp is self._problem.csp:
            self._seen.clear()
            return
        for counter in _ADDED:
            self._spent[counter] = getattr(self._search, counter)
        self._spent["max_depth"] = self._search.max_depth
        self._begin(strong)

    def run(self, nodes: int | None = None, seconds: float | None = None) -> Status:
        """Continue to the next solution: see `native.bitmask.Search.run`."""
        first = self.nodes
        while True:
            granted = None if nodes is None else max(0, nodes - (self.nodes - first))
            if self._strengthened is None:
                status = self._search.run(granted, seconds)
                if status is Status.SOLUTION and self._own() in self._seen:
                    self._seen.remove(self._own())
                    continue
                return status
            left = FIRST_NODES - self._search.nodes
            status = self._search.run(left if granted is None else min(left, granted), seconds)
            if status is Status.SOLUTION:
                self._seen.add(self._own())
            if status is not Status.PAUSED or self._search.nodes < FIRST_NODES:
                return status
            self._next_stage()

    def count(
        self, limit: int | None = None, nodes: int | None = None, seconds: float | None = None
    ) -> int:
        """Count the solutions from here on: see `native.bitmask.Search.count`."""
        first, found = self.nodes, 0
        while self._strengthened is not None:
            if found == limit:
                return found
            granted = None if nodes is None else max(0, nodes - (self.nodes - first))
            status = self.run(granted, seconds)
            if status is not Status.SOLUTION:
                return found
            found += 1
        self._counted_before += len(self._seen)
        self._seen.clear()
        granted = None if nodes is None else max(0, nodes - (self.nodes - first))
        rest = None if limit is None else limit - found + self._counted_before
        new = self._search.count(rest, granted, seconds)
        again = min(new, self._counted_before)
        self._counted_before -= again
        return found + new - again

    def _own(self) -> tuple[int, ...]:
        solution = self.solution
        return () if solution is None else tuple(solution[: self._problem.own])

    @property
    def solution(self) -> Sequence[int] | None:
        """The solution at which the last run stopped, as codes; None if it did not."""
        found = self._search.solution
        return None if found is None else self._decode(found)

    @property
    def status(self) -> Status:
        """Why the last run returned."""
        return self._search.status

    @property
    def nodes(self) -> int:
        """How many branches were tried."""
        return self._spent["nodes"] + self._search.nodes

    @property
    def backtracks(self) -> int:
        """How many dead ends were met."""
        return self._spent["backtracks"] + self._search.backtracks

    @property
    def propagations(self) -> int:
        """How many values were removed from domains by inference."""
        return self._spent["propagations"] + self._search.propagations

    @property
    def restarts(self) -> int:
        """How many restarts were made."""
        return self._spent["restarts"] + self._search.restarts

    @property
    def solutions(self) -> int:
        """How many solutions were found by the running stage."""
        return self._search.solutions

    @property
    def max_depth(self) -> int:
        """The most decisions that were open at the same time."""
        return max(self._spent["max_depth"], self._search.max_depth)
