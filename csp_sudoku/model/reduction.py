"""Structures made from a structure: reduced to the basis, or with what follows from it."""

from __future__ import annotations

from collections.abc import Callable

from csp_sudoku.model.constraints import BASIS, AnyOf
from csp_sudoku.model.structure import Structure


def in_the_basis(structure: Structure) -> Structure | None:
    """Return a structure in terms of the basis; None if it is so already."""
    aims = structure.objective is not None and structure.goal is None
    if not aims and all(type(c) in BASIS and type(c) is not AnyOf for c in structure.constraints):
        return None
    from csp_sudoku.model.flattening import goal_of, is_basic, reduced

    if not aims and all(map(is_basic, structure.constraints)):
        return None
    other = Structure()
    other.variables = structure.variables.copy()
    other.index = structure.index.copy()
    other.own = len(structure.variables)
    for constraint in structure.constraints:
        for part in reduced(constraint, other.auxiliary):
            if part is not constraint and part.name is None:
                part.name = str(constraint)
            other.constraints.append(part)
    if structure.objective is not None:
        definitions, other.goal = goal_of(structure.objective, other.auxiliary)
        other.objective = structure.objective
        for part in definitions:
            part.name = part.name or "objective"
        other.constraints += definitions
    return other


def strengthened(
    structure: Structure, rules: frozenset[str], pulse: Callable[[], object]
) -> Structure | None:
    """Return a structure of the basis with what follows from it; None if nothing does."""
    from csp_sudoku.model.strengthening import derived

    found = derived(structure.variables, structure.constraints, rules, pulse)
    if not found.new:
        return None
    other = structure.copy()
    other.constraints += found.new
    if found.superfluous:
        gone = found.superfluous
        other.constraints = [c for c in other.constraints if id(c) not in gone]
    return other


def with_derived(structure: Structure, basis: Structure, rules: frozenset[str]) -> Structure:
    """Return a structure with what follows for its own variables from its form in the basis."""
    from csp_sudoku.model.strengthening import derived

    other = structure.copy()
    own = len(other.variables)
    for constraint in derived(basis.variables, basis.constraints, rules).new:
        if all(v.index < own for v in constraint.variables):
            other.constraints.append(constraint)
    return other
