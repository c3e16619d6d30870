"""Values that are interchangeable, and the clique of variables whose values may then be fixed.

If renaming the values keeps every constraint and every domain, each solution is one of a family in
which the values are renamed in all ways. Variables that all differ, a clique, have different values
in a solution, and some renaming turns these into the first values of the domain, in order. So there
is a solution with exactly these values for the clique if there is a solution at all. A question for
one solution, or for a proof that there is none, may fix them; a count may not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from csp_sudoku.bits import members
from csp_sudoku.model.constraints import AllDifferent, Constraint, Relation

if TYPE_CHECKING:
    from csp_sudoku.model.csp import CSP, Problem

_MOST_STARTS = 16
"""This many variables are tried as the first of a clique."""


def interchangeable(csp: CSP) -> bool:
    """Whether renaming the values keeps every constraint and every domain; found out once.

    >>> from csp_sudoku import CSP
    >>> model = CSP()
    >>> a, b, c = model.variables("a b c", (1, 2, 3))
    >>> model.add(a != b, b != c)
    >>> before = interchangeable(model.problem.csp)
    >>> _ = model.add(a < c)
    >>> before, interchangeable(model.problem.csp)
    (True, False)
    """
    return csp.shared("interchangeable values", _interchangeable)


def _interchangeable(csp: CSP) -> bool:
    domains = {variable.domain for variable in csp.variables}
    return len(domains) == 1 and all(map(_survives_renaming, csp.constraints))


def _survives_renaming(constraint: Constraint) -> bool:
    if constraint.is_symmetric:
        return True
    return isinstance(constraint, Relation) and (
        _is_unequal(constraint) or all(row == 1 << a for a, row in enumerate(constraint.rows))
    )


def _is_unequal(relation: Relation) -> bool:
    """Whether two variables with the same domain must differ, and nothing else."""
    whole = (1 << len(relation.rows)) - 1
    return all(row == whole & ~(1 << a) for a, row in enumerate(relation.rows))


def clique(csp: CSP) -> tuple[int, ...]:
    """Return variables that all differ from each other, as many as a quick search finds.

    >>> from csp_sudoku import boards
    >>> clique(boards.sudoku(2, 2).csp)
    (0, 1, 2, 3)
    """
    return csp.shared("clique", _clique)


def _clique(csp: CSP) -> tuple[int, ...]:
    """Grow a clique from several variables, always by the one with most neighbours in common."""
    around = _neighbours(csp)
    enough = len(csp.variables[0].domain) + 1 if csp.variables else 0
    starts = sorted(range(len(around)), key=lambda v: (-around[v].bit_count(), v))
    best: list[int] = []
    for start in starts[:_MOST_STARTS]:
        found, common = [start], around[start]
        while common and len(found) < enough:
            added = max(members(common), key=lambda v: ((around[v] & common).bit_count(), -v))
            found.append(added)
            common &= around[added]
        if len(found) > len(best):
            best = found
        if len(best) >= enough - 1:  # as many as there are values, or even more
            break
    return tuple(sorted(best))


def _neighbours(csp: CSP) -> list[int]:
    """Return for each variable those that must differ from it, as bits."""
    around = [0] * len(csp.variables)
    for constraint in csp.constraints:
        if isinstance(constraint, AllDifferent) or (
            isinstance(constraint, Relation) and _is_unequal(constraint)
        ):
            group = 0
            for variable in constraint.variables:
                group |= 1 << variable.index
            for variable in constraint.variables:
                around[variable.index] |= group & ~(1 << variable.index)
    return around


def clique_fixed(problem: Problem) -> tuple[Problem, Sequence[int]] | None:
    """Return a problem that has a solution exactly if this one does, and the variables it fixes.

    None if the values are not interchangeable, or if any domain is narrowed.
    """
    csp, masks = problem.csp, problem.masks
    if not masks or any(mask != masks[0] for mask in masks) or masks[0].bit_count() < 2:
        return None
    if masks[0].bit_count() < len(csp.variables[0].domain) or not interchangeable(csp):
        return None
    fixed = clique(csp)[: masks[0].bit_count()]
    narrowed = list(masks)
    for code, v in enumerate(fixed):
        narrowed[v] = 1 << code
    return problem.of(narrowed), fixed
