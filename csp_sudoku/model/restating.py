"""A structure said otherwise: in terms of the basis, and with what follows from it.

Both are made of a structure once, by `csp.shared`. The solutions stay the same, and answers are
checked against the constraints that the model was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from csp_sudoku.model.constraints import SIMPLE, Constraint, Linear
from csp_sudoku.model.csp import CSP, Structure
from csp_sudoku.model.expressions import Value, Variable
from csp_sudoku.model.flattening import goal_of, is_basic, reduced
from csp_sudoku.model.strengthening import derived


def in_terms_of_the_basis(csp: CSP) -> CSP | None:
    """Return the structure with every constraint reduced to the basis; None if all are."""
    structure = csp._structure
    aims = structure.objective is not None and structure.goal is None
    if not aims and all(map(is_basic, structure.constraints)):
        return None
    other = Structure()
    other.variables, other.index = structure.variables.copy(), structure.index.copy()
    other.of_variables = structure.of_variables
    other.own = len(structure.variables)
    other.begun = structure.begun

    def fresh(domain: Iterable[Value]) -> Variable:
        return other.auxiliary(domain)

    for constraint, said in zip(structure.constraints, _joined(structure.constraints), strict=True):
        if type(constraint) in SIMPLE:
            other.constraints.append(constraint)
            continue
        for part in reduced(said, fresh):
            if part is not constraint and part._name is None:
                part._name = constraint._name or str(constraint)
            other.constraints.append(part)
    if structure.objective is not None:
        definitions, other.goal = goal_of(structure.objective, fresh)
        other.objective = structure.objective
        for part in definitions:
            part.name = part.name or "objective"
        other.constraints += definitions
    other.origin = csp.origin_apart()
    return CSP.over(other)


def _joined(constraints: Sequence[Constraint]) -> Sequence[Constraint]:
    """Return what constraints of the same kind say together, one for each."""
    kinds: dict[type[Constraint], list[int]] = {}
    for place, constraint in enumerate(constraints):
        if type(constraint) not in SIMPLE:
            kinds.setdefault(type(constraint), []).append(place)
    found = list(constraints)
    for kind, places in kinds.items():
        if len(places) > 1:
            together = kind.joined([constraints[place] for place in places])
            for place, said in zip(places, together, strict=True):
                found[place] = said
    return found


def strengthened(
    csp: CSP, rules: frozenset[str], pulse: Callable[[], object], longest: int | None = None
) -> CSP | None:
    """Return a structure of the basis with what follows from it; None if nothing does.

    Derived sums of more than `longest` variables are left out, what follows from them is not.
    """
    structure = csp._structure
    common = csp.groups_in_common
    found = derived(structure.variables, structure.constraints, rules, pulse, common)
    new = [c for c in found.new if longest is None or not _is_long(c, longest)]
    if not new:
        return None
    other = structure.copy()
    other.constraints += new
    if found.superfluous:
        gone = found.superfluous
        other.constraints = [c for c in other.constraints if id(c) not in gone]
    other.origin = csp.origin_apart()
    return CSP.over(other)


def _is_long(constraint: Constraint, longest: int) -> bool:
    return type(constraint) is Linear and len(constraint.variables) > longest


def with_derived(csp: CSP, rules: frozenset[str]) -> CSP:
    """Return a structure with what follows from it for its own variables."""
    bare = csp.problem.csp._structure
    other = csp._structure.copy()
    own = len(other.variables)
    for constraint in derived(bare.variables, bare.constraints, rules).new:
        if all(v.index < own for v in constraint.variables):
            other.constraints.append(constraint)
    return CSP.over(other)
