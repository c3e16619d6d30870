"""Counting by components: the number of solutions, natively, without visiting them.

Fixing a variable splits the rest of a problem into components that have no constraint in common.
Their counts multiply, and each is kept: a component that comes back is not counted again, whatever
its values are called and wherever its variables stand. See native/src/counting.h.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from csp_sudoku.backends.bitmask import Bitmask
from csp_sudoku.backends.protocol import STRENGTHEN, Backend, Report, Search
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import bitmask as encoder
from csp_sudoku.errors import BackendError
from csp_sudoku.model import Problem
from csp_sudoku.native import bitmask
from csp_sudoku.native.status import Status as Stop

MEMORY = 640
"""Megabytes for kept counts, if no other number is asked for: enough for all boards of 9x9."""
_SLICE_SECONDS = 0.05
_COUNTERS = ("nodes", "hits", "components", "dropped")
_NATIVE = Bitmask()


class Components(Backend):
    """Counts by components; solutions, and counts up to a limit, come from the native search.

    `memory` is in megabytes. Without `order`, nearly empty boards are gone through in order, which
    keeps what is open together, and others by the fewest values.
    """

    name = "components"
    summary = "counting by components, without visiting solutions (native)"
    paradigm = "component counting"
    most_values = encoder.MOST_VALUES
    package = "csp-sudoku"
    options: ClassVar[Mapping[str, tuple[object, ...]]] = {
        "order": (None, "static", "smallest"),
        "memory": (MEMORY, int),
        "strengthen": (False, True, *STRENGTHEN[2:]),
    }
    main_option = "order"

    def refusal(self, problem: Problem) -> str | None:
        """Return what the native search does not know."""
        return encoder.refusal(problem.csp)

    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Yield the solutions of the native search."""
        return _NATIVE.search(problem, budget, report, limit)

    def count(
        self, problem: Problem, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count by components; up to a limit, by the native search.

        If the budget ends first, as many solutions are known to exist as are returned.
        """
        if limit is not None:
            return _NATIVE.count(problem, budget, report, limit)
        counting = self.native(problem)
        settled = self.run(counting, budget, report)
        return counting.least, settled

    def native(self, problem: Problem) -> bitmask.Counting:
        """Return a native counting of the problem, which can be paused and resumed."""
        strong = self.strengthened(problem)
        encoding = encoder.encode(strong.csp)
        masks = encoding.masks(strong)
        is_smallest = self.chosen["order"] == "smallest"
        if self.chosen["order"] is None:
            is_smallest = not _is_nearly_empty(problem)
        memory = self.chosen["memory"]
        if not isinstance(memory, int) or memory < 0:
            raise BackendError(f"expected memory from 0 megabytes up, got {memory}")
        order = "smallest" if is_smallest else "static"
        return encoding.counting(masks, order=order, memory=memory << 20)

    def run(self, counting: bitmask.Counting, budget: Budget, report: Report) -> bool:
        """Continue a counting; return whether it is at its end."""
        try:
            while not budget.is_over():
                left = budget.seconds_left()
                seconds = _SLICE_SECONDS if left is None else min(left, _SLICE_SECONDS)
                nodes = None if budget.nodes is None else max(0, budget.nodes - counting.nodes)
                if counting.run(nodes=nodes, seconds=seconds) is Stop.EXHAUSTED:
                    return True
                if nodes == 0:
                    return False
            return False
        except MemoryError:
            raise BackendError(
                "there is not enough memory to count by components", fix="ask with another backend"
            ) from None
        finally:
            report.stats.update({name: getattr(counting, name) for name in _COUNTERS})


def _is_nearly_empty(problem: Problem) -> bool:
    """Whether few variables are fixed or narrowed."""
    whole = problem.csp.problem.masks
    same = sum(map(int.__eq__, problem.masks, whole))
    return same > _OPEN * len(whole)


_OPEN = 0.8
"""Boards with a greater share of untouched variables are gone through in order."""
