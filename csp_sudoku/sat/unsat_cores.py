"""Unsatisfiable cores: the fewest constraints that refute an assumption, within a budget.

A smallest core is found by implicit hitting sets, the algorithm of PySAT's OptUx (Ignatiev,
Previti, Liffiton, Marques-Silva: Smallest MUS Extraction with Minimal Hitting Set Dualization,
2015), here in small pieces, so that a budget and Ctrl-C hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from csp_sudoku.budgets import Budget
from csp_sudoku.errors import OutOfBudgetError

_CONFLICTS, _PROPAGATIONS = 2_000, 2_000_000
"""What a solver may spend between two looks at the budget."""


class _Sliced:
    """A PySAT solver whose searches end with OutOfBudgetError when the budget is over."""

    def __init__(self, solver: Any, budget: Budget) -> None:
        self._solver = solver
        self._budget = budget

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solver, name)

    def solve(self, assumptions: Sequence[int] = (), **_: object) -> bool:
        """Whether the clauses and the assumptions can be satisfied."""
        answer: bool | None = None
        while answer is None:
            self._budget.check()
            self._solver.conf_budget(_CONFLICTS)
            self._solver.prop_budget(_PROPAGATIONS)
            answer = self._solver.solve_limited(
                assumptions=assumptions,
                expect_interrupt=True,  # otherwise the solver handles Ctrl-C itself, by a long jump
            )
        return answer

    solve_limited = solve


class CoreSearch:
    """The search for the needs that refute one assumption.

    Args:
        solver: a PySAT solver with the clauses that hold anyway, and those of each need behind its
            switch.
        switches: for each need the literal that switches it on.
        wanted: for each need the literals at least one of which it requires; None where a need has
            other clauses. Then a model meets the needs that it switches on.
        assumed: the literal to refute; 0 for none.
        budget: when to stop.
    """

    def __init__(
        self,
        solver: Any,
        switches: Sequence[int],
        wanted: list[list[int]] | None,
        assumed: int,
        budget: Budget,
    ) -> None:
        self.solver = _Sliced(solver, budget)
        self.switches = switches
        self.wanted = wanted
        self.assumed = [assumed] if assumed else []
        self.budget = budget

    def minimal(self) -> list[int] | None:
        """Return a minimal set of needs that refutes the assumption; None if none does."""
        if self._holds(self.switches):
            return None
        core = self._core(self.switches)
        spared = 0
        while spared < len(core):
            rest = core[:spared] + core[spared + 1 :]
            if self._holds(rest):
                spared += 1
            else:
                core = self._core(rest)
        return core

    def smallest(self, core: list[int], most: int | None = None) -> tuple[list[int], bool]:
        """Return a smallest core, and whether it is proven to be one.

        With `most`, the search ends when every core is known to have more needs than that.

        Every core hits every correction set (needs without which the rest can be satisfied). So a
        smallest set that hits all known ones bounds the size from below. If it is a core, it is a
        smallest one; if it is not, it leads to another correction set.
        """
        if len(core) == 1 or self.budget.is_over():
            return core, len(core) == 1
        from pysat.examples.hitman import Hitman
        from pysolvers import error

        try:
            with Hitman(solver="m22", htype="sorted") as sets:
                sets.oracle.oracle = _Sliced(sets.oracle.oracle, self.budget)
                chosen: list[int] = []
                while len(chosen) < len(core) and (most is None or len(chosen) <= most):
                    if not self._holds(chosen):
                        return chosen, True
                    sets.hit(self._correction())
                    chosen = sorted(sets.get())
        except OutOfBudgetError:
            return core, False
        except error:  # what PySAT makes of Ctrl-C
            raise KeyboardInterrupt from None
        return core, True

    def _correction(self) -> list[int]:
        """Return a minimal set of needs without which the rest can be satisfied."""
        met = self._met()
        missing = []
        for switch in self.switches:
            if switch in met:
                continue
            if self._holds([*met, switch]):
                met |= self._met()
            else:
                missing.append(switch)
        return missing

    def _met(self) -> set[int]:
        """Return the needs that the last model satisfies."""
        true = {x for x in self.solver.get_model() if x > 0}
        if self.wanted is None:
            return true.intersection(self.switches)
        needs = zip(self.switches, self.wanted, strict=True)
        return {switch for switch, literals in needs if not true.isdisjoint(literals)}

    def _core(self, switches: Sequence[int]) -> list[int]:
        used = set(self.solver.get_core() or ())
        return [switch for switch in switches if switch in used]

    def _holds(self, switches: Sequence[int]) -> bool:
        """Whether the assumption and these needs can be satisfied together."""
        return self.solver.solve([*self.assumed, *switches])
