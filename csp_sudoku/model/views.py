"""What a model shows of itself: its domains, and a solution by names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from csp_sudoku.model.expressions import Name, Value, Variable

if TYPE_CHECKING:
    from csp_sudoku.model.csp import Structure


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


class Assignment(dict[Name, Value]):
    """A solution: values by the names of the variables, or by the variables themselves.

    >>> x = Variable("x", 0, (1, 2))
    >>> Assignment({"x": 2})[x]
    2
    """

    def __missing__(self, key: object) -> Value:
        if isinstance(key, Variable) and key.name in self:
            return self[key.name]
        raise KeyError(key)
