"""What a backend is: a name, what it can do, and one lazy search. The rest is written once.

A new paradigm is one subclass of `Backend` and one line in the registry.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from csp_sudoku.backends.tightening import tightened
from csp_sudoku.budgets import Budget, counted_up_to
from csp_sudoku.engines import Engine, engine_of
from csp_sudoku.errors import BackendError
from csp_sudoku.model import CSP, Codes, Problem
from csp_sudoku.model.strengthening import chosen
from csp_sudoku.questions import Report

if TYPE_CHECKING:
    from csp_sudoku.backends.stages import Beginning

__all__ = ["Backend", "Budget", "Codes", "Improvements", "Report", "Search"]

Search: TypeAlias = Generator[Codes, None, bool]
"""Yields each solution once; returns True when there are no more, False when the budget ended."""

Improvements: TypeAlias = Generator[Codes, None, float]
"""Yields ever better solutions of a problem with an objective; returns a proven bound on the total
of its goal. No solution is below it: infinity says that there is none at all."""


STRENGTHEN: tuple[object, ...] = (True, False, Collection)
"""The choices of the option `strengthen`: what pays, nothing, or rules by their names."""


class Backend(ABC):
    """One solver paradigm, with the options that one user chose.

    Subclasses declare what they are as data. They keep no state of a search in themselves: two
    threads may search with one backend at the same time.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    paradigm: ClassVar[str] = "other"
    """What kind of search it is, in a word or two."""
    is_complete: ClassVar[bool] = True
    """Whether it settles every problem, given time: counts all solutions, or proves that there
    are none."""
    uses_engines: bool = False
    """Whether problems on a structure that has an engine are solved by the engine."""
    counts_all: ClassVar[bool] = False
    """Whether it counts without a limit in its own way, also where a structure has an engine."""
    fixes_clique: bool = False
    """Whether a question for one solution pays if the values of a clique are fixed before, where
    all values are interchangeable: measured for each backend."""
    most_values: ClassVar[int | None] = None
    """How many values a problem may have; None for any number."""
    package: ClassVar[str | None] = None
    """The distribution that does the work, and whose version is reported."""
    requires: ClassVar[str | None] = None
    """The module that has to be installed, if any; `extra` is our extra that installs it."""
    extra: ClassVar[str | None] = None
    options: ClassVar[Mapping[str, tuple[object, ...]]] = {}
    """The options by name, with the choices of each; the first is the default."""
    strengthening: ClassVar[frozenset[str]] = frozenset()
    """The rules of `model.strengthening` that were measured to pay, if it has `strengthen`."""
    longest_sum: ClassVar[int | None] = None
    """Derived sums of more variables than this were measured not to pay; None if all of them do."""
    main_option: ClassVar[str | None] = None
    """The option that `"name:value"` sets."""

    def __init__(self, **options: object) -> None:
        self.chosen = {name: choices[0] for name, choices in self.options.items()}
        for name, value in options.items():
            self.chosen[name] = self._accepted(name, value)
        wanted = self.chosen.get("strengthen", False)
        self.rules = self.strengthening
        """The rules by which problems are strengthened before they are encoded."""
        if wanted is not True:
            self.rules = chosen(wanted) if isinstance(wanted, Collection) else frozenset()
        if isinstance(wanted, Collection):
            self.chosen["strengthen"] = self.rules

    @cached_property
    def label(self) -> str:
        """The name, with the main option as in `"sat:glucose4"` if it is not the default."""
        main = self.main_option
        if main is None or self.chosen[main] == self.options[main][0]:
            return self.name
        return f"{self.name}:{self.chosen[main]}"

    def _accepted(self, name: str, value: object) -> object:
        """Return an option's value if it is one of the choices; a type allows all its instances."""
        if name not in self.options:
            known = ", ".join(self.options) or "none"
            raise BackendError(f"{self.name} has no option {name!r}", fix=f"it has {known}")
        for choice in self.options[name]:
            if isinstance(choice, type):
                if isinstance(value, choice) and not isinstance(value, bool):
                    return value
            elif value == choice and type(value) is type(choice):
                return value
        known = ", ".join(str(getattr(c, "__name__", c)) for c in self.options[name])
        raise BackendError(f"{self.name} has no {name} {value!r}", fix=f"use one of {known}")

    def refusal(self, problem: Problem) -> str | None:
        """Return why this backend cannot take the problem; None if it can."""
        return None

    def strengthened(self, problem: Problem, pulse: Callable[[], object] = bool) -> Problem:
        """Return the problem with what follows by the chosen rules, if this backend can take it.

        `pulse` is called often, and may raise to stop.
        """
        strong = problem.strengthened(self.rules, pulse, self.longest_sum)
        return problem if strong.csp is problem.csp or self.refusal(strong) else strong

    def engine(self, csp: CSP) -> Engine | None:
        """Return the engine that solves problems on a structure for this backend, if any."""
        return engine_of(csp) if self.uses_engines else None

    def beginning(self, problem: Problem) -> Beginning | None:
        """Return the short native search with which this backend begins; None if it does not.

        What it settles within `stages.FIRST_NODES` nodes is the answer of `search`.
        """
        return None

    @abstractmethod
    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Search lazily: yield each solution once, and count in `report.stats` what it took.

        Returns whether there are no more solutions; False says that the budget ended. At most
        `limit` solutions will be pulled (None: all): a hint, for backends that can use it.
        """

    def count(
        self, problem: Problem, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count up to `limit` solutions; the flag says whether the count is settled."""
        return counted_up_to(limit, self.search(problem, budget, report, limit))

    def optimize(self, problem: Problem, budget: Budget, report: Report) -> Improvements:
        """Yield ever better solutions of a problem whose structure has a `goal`.

        Written once for all backends, on top of `search`; those that know objectives override it.
        """
        return tightened(self, problem, budget, report)
