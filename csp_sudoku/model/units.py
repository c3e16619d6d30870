"""Units: what can be left out of a model as a whole, and what people call it.

A unit is what a variable was narrowed to (a clue), or the constraints that belong to one name: a
rule that a setter draws may consist of several. Whatever is in no unit is always part of the model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from csp_sudoku.errors import ModelError, shown
from csp_sudoku.model.constraints import Constraint
from csp_sudoku.model.csp import CSP
from csp_sudoku.model.expressions import Value, Variable


@dataclass(frozen=True, eq=False)
class Unit:
    """A name, and the constraints and narrowed domains that it stands for; printed, the name.

    >>> x = Variable("x", 0, (1, 2, 3))
    >>> print(Unit.clue(x, (2,)), Unit.clue(x, (1, 3)), sep=", ")
    x = 2, x in {1, 3}
    """

    name: str
    constraints: tuple[Constraint, ...] = ()
    domains: Mapping[Variable, tuple[Value, ...]] = field(default_factory=dict)

    @classmethod
    def clue(cls, variable: Variable, values: tuple[Value, ...]) -> Unit:
        """Return the unit of a variable that was fixed or narrowed."""
        listed = ", ".join(map(str, values))
        name = f"{variable} = {listed}" if len(values) == 1 else f"{variable} in {{{listed}}}"
        return cls(name, domains={variable: values})

    def holds(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether an assignment meets all of it."""
        return all(c.check(assignment) for c in self.constraints) and all(
            assignment[variable] in values for variable, values in self.domains.items()
        )

    def __str__(self) -> str:
        return self.name


def units_of(model: CSP, *, named: bool = False) -> list[Unit]:
    """Return the units of a model: its narrowed domains, and its constraints by their names.

    Constraints with the same name are one unit. Those without are a unit each, or none if only
    the `named` ones are wanted.

    >>> model = CSP()
    >>> x, y = model.variables("x y", range(3))
    >>> _ = model.add(x < y)
    >>> _ = model.add(x + y == 2, name="sum")
    >>> _ = model.add(x != y, name="sum")
    >>> [str(unit) for unit in units_of(model.with_values({x: 0}))]
    ['x = 0', 'x < y', 'sum']
    >>> [str(unit) for unit in units_of(model, named=True)]
    ['sum']
    """
    found = [Unit.clue(variable, values) for variable, values in model.narrowed.items()]
    together: dict[object, list[Constraint]] = {}
    for constraint in model.constraints:
        if constraint.name is not None or not named:
            key = constraint if constraint.name is None else constraint.name
            together.setdefault(key, []).append(constraint)
    found += (Unit(str(some[0]), tuple(some)) for some in together.values())
    return found


def chosen_units(model: CSP, wanted: Iterable[Unit | str | Constraint] | None) -> list[Unit]:
    """Return the units that were asked for: by name, as constraints of the model, or as units."""
    if wanted is None:
        return units_of(model)
    if isinstance(wanted, str) or not isinstance(wanted, Iterable):
        raise ModelError(f"{shown(wanted)} in place of several units", fix="give a list")
    known = {unit.name: unit for unit in units_of(model)}
    inside = set(map(id, model.constraints))
    found = []
    for item in wanted:
        unit = known.get(item) if isinstance(item, str) else item
        if isinstance(unit, Constraint):
            unit = Unit(str(unit), (unit,))
        if not isinstance(unit, Unit):
            fix = f"use {', '.join(map(repr, known)) or 'one that was added'}"
            raise ModelError(f"no constraint or clue is called {shown(item)}", fix=fix)
        if not all(id(constraint) in inside for constraint in unit.constraints):
            raise ModelError(f"{unit} is not a constraint of this model", fix="add it first")
        found.append(unit)
    return found


def without(model: CSP, units: Collection[Unit]) -> CSP:
    """Return a model without some of its units; the variables and all else stay.

    >>> model = CSP()
    >>> x, y = model.variables("x y", range(3))
    >>> model.add(x < y, x == 1)
    >>> without(model, units_of(model)[1:]).count()
    3
    """
    dropped = {id(constraint) for unit in units for constraint in unit.constraints}
    open_again = {variable for unit in units for variable in unit.domains}
    narrowed = {v: values for v, values in model.narrowed.items() if v not in open_again}
    return model.without(lambda constraint: id(constraint) in dropped, narrowed)
