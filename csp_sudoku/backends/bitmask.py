"""Bitmask search in C: candidate sets as machine words, and the seeds' algorithms as presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from csp_sudoku.backends import native
from csp_sudoku.backends.protocol import Backend, Budget, Report, Search
from csp_sudoku.encoders import bitmask as encoder
from csp_sudoku.encoders.slots import unsupported
from csp_sudoku.errors import BackendError
from csp_sudoku.model import Problem
from csp_sudoku.native.bitmask import (
    BRANCHES,
    ORDERS,
    PRESETS,
    PROPAGATIONS,
    SUCCESSORS,
    VALUES,
)
from csp_sudoku.native.bitmask import Search as NativeSearch

_COUNTERS = ("nodes", "backtracks", "propagations", "restarts", "solutions", "max_depth")


class Bitmask(Backend):
    """Depth-first search on candidate sets, in the fastest configuration that was measured."""

    name = "bitmask"
    summary = "bitmask search with propagation (native)"
    preset: ClassVar[str] = "default"
    options: ClassVar[Mapping[str, tuple[object, ...]]] = {
        "order": (None, *ORDERS),
        "branch": (None, *BRANCHES),
        "values": (None, *VALUES),
        "propagation": (None, *PROPAGATIONS),
        "restarts": (None, int),
        "fill": (None, int, float),
        "successor": (None, *SUCCESSORS),
        "seed": (None, int),
    }

    def refusal(self, problem: Problem) -> str | None:
        """A machine word holds 64 values, and a group is all the search knows."""
        if len(problem.csp.values) > encoder.MOST_VALUES:
            return f"{len(problem.csp.values)} values, and a word holds {encoder.MOST_VALUES}"
        return unsupported(problem.csp)

    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Yield the solutions in the order of the search."""
        return self.pull(self.native(problem), budget, report)

    def count(
        self, problem: Problem, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count natively."""
        return self.counted(self.native(problem), budget, report, limit)

    def native(self, problem: Problem) -> NativeSearch:
        """Return a native search of the problem, which can be paused and resumed."""
        configuration: dict[str, Any] = {**PRESETS[self.preset]}
        configuration |= {name: value for name, value in self.chosen.items() if value is not None}
        try:
            return encoder.encode(problem.csp).search(encoder.masks(problem), **configuration)
        except ValueError as error:
            raise BackendError(f"{self.name} cannot be set so: {error}") from error

    def pull(self, search: NativeSearch, budget: Budget, report: Report) -> Search:
        """Pull solutions from a native search, new or paused."""
        return native.pull(search, encoder.decode, budget, report, _COUNTERS)

    def counted(
        self, search: NativeSearch, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count on with a native search, new or paused."""
        return native.count(search, budget, report, limit, _COUNTERS)


class BruteForce(Bitmask):
    """Row by row, the next candidate by bit tricks: the seed that started with no more."""

    name = "bruteforce"
    summary = "plain backtracking, cell by cell (native)"
    preset = "bruteforce"


class Mrv(Bitmask):
    """Fewest candidates first, failure weights, least constraining value, naked singles."""

    name = "mrv"
    summary = "smallest domain, failure weights, least constraining value (native)"
    preset = "mrv"


class TabooTotemPick(Bitmask):
    """Naked and hidden singles, then a random cell among those with the fewest candidates."""

    name = "taboo-totem-pick"
    summary = "taboo, totem and a random pick (native)"
    preset = "taboo-totem-pick"
