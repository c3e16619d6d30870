"""The structure of a CSP, which many problems share, and read-only views of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from csp_sudoku.model.constraints import Constraint
from csp_sudoku.model.expressions import Name, Value, Variable
from csp_sudoku.model.objectives import Goal, Objective

if TYPE_CHECKING:
    from csp_sudoku.model.csp import CSP


class Structure:
    """The shared part of a CSP: grows while it is built, then serves many problems."""

    __slots__ = ("cache", "constraints", "goal", "index", "objective", "own", "variables")

    def __init__(self) -> None:
        self.variables: list[Variable] = []
        self.index: dict[Name, Variable] = {}
        self.constraints: list[Constraint] = []
        self.own: int | None = None
        """How many variables are the model's own, where auxiliary ones follow."""
        self.objective: Objective | None = None
        self.goal: Goal | None = None
        """The objective of a reduced structure, in terms of the basis."""
        self.cache: dict[Hashable, Any] = {}

    def auxiliary(self, domain: Iterable[Value]) -> Variable:
        """Add an auxiliary variable, and return it."""
        number = len(self.variables)
        variable = Variable(("auxiliary", number), number, tuple(domain))
        self.variables.append(variable)
        self.index[variable.name] = variable
        return variable

    def copy(self) -> Structure:
        """Return a structure of its own, with nothing built from it yet."""
        other = Structure()
        other.variables = self.variables.copy()
        other.index = self.index.copy()
        other.constraints = self.constraints.copy()
        other.own = self.own
        other.objective, other.goal = self.objective, self.goal
        return other

    def values(self) -> tuple[Value, ...]:
        """Return all values of all domains, each once, in the order of appearance."""
        domains = dict.fromkeys(variable.domain for variable in self.variables)
        return tuple(dict.fromkeys(value for domain in domains for value in domain))

    def codes(self) -> list[dict[Value, int]]:
        """Return for each variable the codes of its values; equal domains are looked at once."""
        known: dict[tuple[Value, ...], dict[Value, int]] = {}
        for variable in self.variables:
            if variable.domain not in known:
                known[variable.domain] = {value: i for i, value in enumerate(variable.domain)}
        return [known[variable.domain] for variable in self.variables]

    def __getstate__(self) -> tuple[Any, ...]:
        return self.variables, self.constraints, self.own, self.objective, self.goal

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.variables, self.constraints, self.own, self.objective, self.goal = state
        self.index = {variable.name: variable for variable in self.variables}
        self.cache = {}


class Variables(Sequence[Variable]):
    """The variables of a CSP in the order in which they were added; called, it adds new ones."""

    __slots__ = ("_csp", "_listed")

    def __init__(self, csp: CSP) -> None:
        self._csp = csp
        self._listed = csp._structure.variables

    def __call__(self, names: str | Iterable[Name], domain: Iterable[Value]) -> list[Variable]:
        """Add variables with one domain; a string of names is split at its spaces.

        >>> from csp_sudoku import CSP
        >>> CSP().variables("S E N D", range(10))
        [Variable('S'), Variable('E'), Variable('N'), Variable('D')]
        """
        return self._csp._add_variables(names, domain)

    @overload
    def __getitem__(self, index: int) -> Variable: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Variable, ...]: ...

    def __getitem__(self, index: int | slice) -> Variable | tuple[Variable, ...]:
        if isinstance(index, slice):
            return tuple(self._listed[index])
        return self._listed[index]

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Variable]:
        return iter(self._listed)

    def __contains__(self, thing: object) -> bool:
        return isinstance(thing, Variable) and self._csp._owns(thing)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variables | tuple | list):
            return NotImplemented
        return len(self) == len(other) and all(a is b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # it changes as the model grows

    def __repr__(self) -> str:
        return repr(tuple(self._listed))


class Domains(Mapping[Variable, tuple[Value, ...]]):
    """A read-only view of a CSP's domains, narrowed ones included."""

    __slots__ = ("_narrowed", "_structure")

    def __init__(
        self, structure: Structure, narrowed: Mapping[Variable, tuple[Value, ...]]
    ) -> None:
        self._structure = structure
        self._narrowed = narrowed

    def __getitem__(self, variable: Variable) -> tuple[Value, ...]:
        narrowed = self._narrowed.get(variable)
        return variable.domain if narrowed is None else narrowed

    def __iter__(self) -> Iterator[Variable]:
        return iter(self._structure.variables)

    def __len__(self) -> int:
        return len(self._structure.variables)
