"""Cores: which constraints refute an assumption, as few as possible, within a time.

A smallest core is found by implicit hitting sets, the algorithm of PySAT's OptUx (Ignatiev,
Previti, Liffiton, Marques-Silva: Smallest MUS Extraction with Minimal Hitting Set Dualization,
2015), here in small pieces, so that a time limit and Ctrl-C hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

from csp_sudoku.errors import OutOfBudgetError

_SLICE = 2_000
"""Conflicts after which a solver is asked whether there is time left."""


class CoreSearch:
    """The search for the needs that refute one assumption.

    Args:
        solver: a PySAT solver that knows what excludes what, and the needs behind their switches.
        switches: for each need the literal that switches it on.
        wanted: for each need the literals of which it wants one.
        assumed: the literal to refute; 0 for none.
        end: when to stop, on the monotonic clock.
    """

    def __init__(
        self,
        solver: Any,
        switches: Sequence[int],
        wanted: list[list[int]],
        assumed: int,
        end: float | None,
    ) -> None:
        self.solver = solver
        self.switches = switches
        self.wanted = wanted
        self.assumed = [assumed] if assumed else []
        self.end = end

    def minimal(self) -> list[int] | None:
        """Return needs that refute the assumption, none of which can be spared; None if none do."""
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

        With `most`, only one of at most so many needs is looked for.

        Every core meets every correction set (needs without which the rest can be met). So the
        smallest set that meets all known ones bounds the size from below, and is a smallest core if
        it is one at all; if it is none, it shows another correction set.
        """
        from pysat.examples.hitman import Hitman
        from pysolvers import error

        if len(core) == 1:
            return core, True
        try:
            with Hitman(solver="m22", htype="sorted") as sets:
                chosen: list[int] = []
                spent = 0.0
                while len(chosen) < len(core) and (most is None or len(chosen) <= most):
                    if not self._holds(chosen):
                        return chosen, True
                    sets.hit(self._correction())
                    self._require(spent)
                    began = monotonic()
                    chosen = sorted(sets.get())
                    spent = monotonic() - began
        except OutOfBudgetError:
            return core, False
        except error:  # what PySAT makes of Ctrl-C
            raise KeyboardInterrupt from None
        return core, True

    def _correction(self) -> list[int]:
        """Return needs that, taken away, let the rest be met; none of them is spared in vain."""
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
        """Return the needs that the last model meets."""
        true = {x for x in self.solver.get_model() if x > 0}
        needs = zip(self.switches, self.wanted, strict=True)
        return {switch for switch, literals in needs if not true.isdisjoint(literals)}

    def _core(self, switches: Sequence[int]) -> list[int]:
        used = set(self.solver.get_core() or ())
        return [switch for switch in switches if switch in used]

    def _holds(self, switches: Sequence[int]) -> bool:
        """Whether the assumption and these needs go together."""
        answer: bool | None = None
        while answer is None:
            self._require()
            self.solver.conf_budget(_SLICE)
            answer = self.solver.solve_limited(
                assumptions=[*self.assumed, *switches],
                expect_interrupt=True,  # or the solver itself takes Ctrl-C, and jumps out
            )
        return answer

    def _require(self, seconds: float = 0.0) -> None:
        """Raise unless so much time is left: what cannot be stopped takes as long as before."""
        if self.end is not None and monotonic() + seconds >= self.end:
            raise OutOfBudgetError("the time ended before a reason was found", least=0)
