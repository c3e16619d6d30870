"""Bitmask search in C: candidate sets as machine words, and the seeds' algorithms as presets.

Plain 9x9 puzzles go to a kernel of their own, unless somebody sets an option of the search.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

from csp_sudoku.backends import native
from csp_sudoku.backends.protocol import Backend, Report, Search
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import bitmask as encoder, sudoku9
from csp_sudoku.errors import BackendError
from csp_sudoku.model import Problem
from csp_sudoku.native.bitmask import (
    BRANCHES,
    ORDERS,
    PRESETS,
    PROPAGATIONS,
    SUCCESSORS,
    VALUES,
    Search as GenericSearch,
)
from csp_sudoku.native.sudoku9 import Search as KernelSearch

NativeSearch: TypeAlias = GenericSearch | KernelSearch

_COUNTERS = ("nodes", "backtracks", "propagations", "restarts", "solutions", "max_depth")
_KERNEL_COUNTERS = ("nodes", "solutions")
_KERNEL_REASON = "a plain 9x9 board, answered by the 9x9 kernel"


class Bitmask(Backend):
    """Depth-first search on candidate sets, in the fastest configuration that was measured."""

    name = "bitmask"
    summary = "bitmask search with propagation (native)"
    paradigm = "backtracking"
    most_values = encoder.MOST_VALUES
    package = "csp-sudoku"
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
    main_option = "propagation"

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        unset = all(value is None for value in self.chosen.values())
        self.uses_engines = self.preset == "default" and unset

    def refusal(self, problem: Problem) -> str | None:
        """Return what the native search does not know."""
        return encoder.refusal(problem.csp)

    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Yield the solutions in the order of the search."""
        return self.pull(self.native(problem), problem, budget, report)

    def count(
        self, problem: Problem, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count natively."""
        return self.counted(self.native(problem), budget, report, limit)

    def native(self, problem: Problem) -> NativeSearch:
        """Return a native search of the problem, which can be paused and resumed."""
        return self.kernel(problem) or self._generic(problem)

    def kernel(self, problem: Problem) -> KernelSearch | None:
        """Return a search of the 9x9 kernel, if the problem is for it."""
        engine = self.engine(problem.csp)
        clues = engine.clues(problem) if engine else None
        return engine.search(clues) if engine and clues is not None else None

    def _generic(self, problem: Problem) -> GenericSearch:
        configuration: dict[str, Any] = {**PRESETS[self.preset]}
        configuration |= {name: value for name, value in self.chosen.items() if value is not None}
        try:
            return encoder.encode(problem.csp).search(encoder.masks(problem), **configuration)
        except ValueError as error:
            raise BackendError(f"{self.name} cannot be set so: {error}") from error

    def pull(
        self, search: NativeSearch, problem: Problem, budget: Budget, report: Report
    ) -> Search:
        """Pull solutions of a problem from a native search, new or paused."""
        if isinstance(search, KernelSearch):
            report.reason = _KERNEL_REASON
            return native.pull(search, sudoku9.decode, budget, report, _KERNEL_COUNTERS)
        decode = encoder.encode(problem.csp).decode
        return native.pull(search, decode, budget, report, _COUNTERS)

    def counted(
        self, search: NativeSearch, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count on with a native search, new or paused."""
        is_kernel = isinstance(search, KernelSearch)
        counters = _KERNEL_COUNTERS if is_kernel else _COUNTERS
        return native.count(search, budget, report, limit, counters)


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
