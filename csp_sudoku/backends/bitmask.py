"""Bitmask search in C: candidate sets as machine words, with classic algorithms as presets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from csp_sudoku.backends.protocol import STRENGTHEN, Backend, Codes, Report, Search
from csp_sudoku.backends.stages import Beginning, Stages
from csp_sudoku.budgets import Budget, counted, pulled
from csp_sudoku.encoders import bitmask as encoder
from csp_sudoku.errors import BackendError
from csp_sudoku.model import Problem
from csp_sudoku.native import bitmask

_COUNTERS = ("nodes", "backtracks", "propagations", "restarts", "solutions", "max_depth")


class Bitmask(Backend):
    """Depth-first search on candidate sets, in the fastest configuration that was measured.

    With no option set, plain 9x9 puzzles are solved by their engine.
    """

    name = "bitmask"
    summary = "bitmask search with propagation (native)"
    paradigm = "backtracking"
    most_values = encoder.MOST_VALUES
    package = "csp-sudoku"
    preset: ClassVar[str] = "default"
    options: ClassVar[Mapping[str, tuple[object, ...]]] = {
        "order": (None, *bitmask.ORDERS),
        "branch": (None, *bitmask.BRANCHES),
        "values": (None, *bitmask.VALUES),
        "propagation": (None, *bitmask.PROPAGATIONS),
        "restarts": (None, int),
        "rhythm": (None, *bitmask.RHYTHMS),
        "probe": (None, False, True),
        "fill": (None, int, float),
        "successor": (None, *bitmask.SUCCESSORS),
        "seed": (None, int),
        "strengthen": STRENGTHEN,
    }
    strengthening = frozenset(
        {
            "hidden cages",
            "innies and outies",
            "counts together",
            "pairwise sets",
            "equal variables",
            "cliques",
            "value sets",
        }
    )
    main_option = "propagation"

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._configuration: dict[str, Any] = {**bitmask.PRESETS[self.preset]}
        unset = True
        for name, value in self.chosen.items():
            if name != "strengthen" and value is not None:
                self._configuration[name] = value
                unset = False
        self.uses_engines = self.preset == "default" and unset
        self._has_stages = self.preset == "default" and self.chosen["strengthen"] is True
        # The classics stay as they are described, and a seed may be meant for a random solution.
        self.fixes_clique = self.preset == "default" and self.chosen["seed"] is None

    def refusal(self, problem: Problem) -> str | None:
        """Return what the native search does not know."""
        return encoder.refusal(problem.csp)

    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Yield the solutions in the order of the search."""
        return self.pulled(self.begun(problem), problem, budget, report)

    def count(
        self, problem: Problem, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count natively."""
        return self.counted(self.begun(problem), budget, report, limit)

    def begun(self, problem: Problem) -> bitmask.Search | Stages:
        """Return a search of the problem, in two stages if it may be strengthened: see `stages`."""
        if not self._has_stages or not problem.may_gain(self.rules):
            return self.native(problem)
        try:
            return Stages(problem, self.strengthened, self._configuration)
        except ValueError as error:
            raise self._refused(error) from error

    def native(self, problem: Problem) -> bitmask.Search:
        """Return a native search of the strengthened problem, which can be paused and resumed."""
        strong = self.strengthened(problem)
        encoding = encoder.encode(strong.csp)
        try:
            return encoding.search(encoding.masks(strong), **self._configuration)
        except ValueError as error:
            raise self._refused(error) from error

    def _refused(self, error: ValueError) -> BackendError:
        return BackendError(f"{self.name} refuses these options: {error}")

    def beginning(self, problem: Problem) -> Beginning | None:
        """Return the first stage of a search, for whoever runs many of them in one call."""
        if not self._has_stages or not problem.may_gain(self.rules) or self.refusal(problem):
            return None
        return Beginning.of(problem, self._configuration)

    def pulled(
        self, search: bitmask.Search | Stages, problem: Problem, budget: Budget, report: Report
    ) -> Search:
        """Yield the solutions of a problem from a native search, new or paused."""
        return pulled(search, self.decoder(search, problem), budget, report.stats, _COUNTERS)

    def decoder(
        self, search: bitmask.Search | Stages, problem: Problem
    ) -> Callable[[Codes], Codes]:
        """Return what makes codes of a problem from a solution of its native search."""
        if isinstance(search, Stages):
            return _as_it_is
        return encoder.encode(self.strengthened(problem).csp).decode

    def counted(
        self, search: bitmask.Search | Stages, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count the solutions of a native search, new or paused."""
        return counted(search, budget, report.stats, _COUNTERS, limit)


def _as_it_is(codes: Codes) -> Codes:
    return codes


class BruteForce(Bitmask):
    """Plain backtracking, cell by cell, with the next candidate found by bit operations."""

    strengthening = frozenset()

    name = "bruteforce"
    summary = "plain backtracking, cell by cell (native)"
    preset = "bruteforce"


class Mrv(Bitmask):
    """Fewest candidates first, failure weights, least constraining value, naked singles."""

    name = "mrv"
    summary = "smallest domain, failure weights, least constraining value (native)"
    preset = "mrv"


class Deepest(Bitmask):
    """Many restarts, each with the values of the deepest assignment so far.

    For the first solution of a large board. Not for proofs: what was searched is searched again.
    """

    name = "deepest"
    summary = "many restarts from the deepest assignment so far (native)"
    preset = "deepest"


class Probing(Bitmask):
    """Every value tried by itself after the first dead ends; those that fail are taken away.

    For proofs about boards that are hard for their size.
    """

    name = "probing"
    summary = "every value tried by itself, if a short search is not enough (native)"
    preset = "probing"


class TabooTotemPick(Bitmask):
    """Naked and hidden singles, then a random cell among those with the fewest candidates."""

    name = "taboo-totem-pick"
    summary = "taboo, totem and a random pick (native)"
    preset = "taboo-totem-pick"
