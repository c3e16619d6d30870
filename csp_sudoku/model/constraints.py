"""Variables, and the constraints over them: what a model is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

from csp_sudoku.errors import ModelError

Name = Hashable
Value = Hashable


class Variable(NamedTuple):
    """An unknown of a CSP: any hashable name, and its place among the CSP's variables."""

    name: Name
    index: int  # type: ignore[assignment]  # hides the method of tuples on purpose

    def __str__(self) -> str:
        return str(self.name)


class Contradiction(NamedTuple):
    """Why a problem has no solution, or an assignment is none: in words, with what takes part."""

    reason: str
    variables: tuple[Variable, ...]
    constraint: Constraint | None = None

    def __str__(self) -> str:
        return self.reason


class Constraint(ABC):
    """A condition on some variables. Encoders dispatch on its type, so the model knows no list."""

    __slots__ = ("name", "variables")

    def __init__(self, variables: Iterable[Variable], name: str | None = None) -> None:
        self.variables = tuple(variables)
        self.name = name

    def __str__(self) -> str:
        return self.name or f"{type(self).__name__}({', '.join(map(str, self.variables))})"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({[v.name for v in self.variables]!r}, name={self.name!r})"

    @abstractmethod
    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether a full assignment meets the condition."""

    def contradiction(self, domains: Mapping[Variable, tuple[Value, ...]]) -> Contradiction | None:
        """Return why these domains leave no way to meet the condition, if counting shows it."""
        return None


class AllDifferent(Constraint):
    """A group: its variables take different values.

    >>> a, b = Variable("a", 0), Variable("b", 1)
    >>> print(AllDifferent([a, b], "row 1").contradiction({a: (1,), b: (1,)}))
    a and b in row 1 are both 1
    """

    __slots__ = ()

    def __init__(self, variables: Iterable[Variable], name: str | None = None) -> None:
        super().__init__(variables, name)
        if len(set(self.variables)) < len(self.variables):
            twice = next(v for v in self.variables if self.variables.count(v) > 1)
            raise ModelError(f"the group names {twice} twice, which cannot differ from itself")

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether no value stands twice in the group."""
        return len({assignment[v] for v in self.variables}) == len(self.variables)

    def contradiction(self, domains: Mapping[Variable, tuple[Value, ...]]) -> Contradiction | None:
        """Find a value that is fixed twice, or too few values for the group."""
        holder: dict[Value, Variable] = {}
        union: set[Value] = set()
        for variable in self.variables:
            domain = domains[variable]
            union.update(domain)
            if len(domain) != 1:
                continue
            first = holder.setdefault(domain[0], variable)
            if first is not variable:
                reason = f"{first} and {variable} in {self} are both {domain[0]}"
                return Contradiction(reason, (first, variable), self)
        if len(union) < len(self.variables):
            counted = f"{len(self.variables)} variables but only {len(union)} values"
            return Contradiction(f"{self} has {counted}", self.variables, self)
        return None
