"""What code may assume of a structure: that it has groups alone, or that its values are alike.

Much is true of all-different groups only: that two values can be exchanged everywhere, that a
pattern of clues is as good as its mirror image, that a board's groups are all there is to say.
Whoever relies on that asks here first, and then refuses with a reason, or does without.
"""

from __future__ import annotations

from csp_sudoku.model.constraints import AllDifferent, Constraint
from csp_sudoku.model.csp import CSP


def beyond_groups(csp: CSP) -> Constraint | None:
    """Return a constraint that is not an all-different group; None if all of them are.

    >>> from csp_sudoku import boards
    >>> model = CSP()
    >>> x, y = model.variables("x y", range(3))
    >>> print(beyond_groups(boards.sudoku(3, 3).csp), beyond_groups(model))
    None None
    >>> _ = model.add(x < y)
    >>> print(beyond_groups(model))
    x < y
    """
    return csp.shared("beyond groups", _beyond_groups)


def has_groups_alone(csp: CSP) -> bool:
    """Whether every constraint of a structure is an all-different group."""
    return beyond_groups(csp) is None


def has_symmetric_values(csp: CSP) -> bool:
    """Whether renaming the values of all variables alike turns solutions into solutions.

    All variables have the same values, and every constraint keeps its meaning when they are
    renamed. What a problem fixes on top of the structure is not looked at.

    >>> model = CSP()
    >>> x, y = model.variables("x y", ["red", "green", "blue"])
    >>> _ = model.add(x != y)
    >>> has_symmetric_values(model)
    True
    >>> _ = model.add(x != "red")
    >>> has_symmetric_values(model)
    False
    """
    return csp.shared("symmetric values", _has_symmetric_values)


def _beyond_groups(csp: CSP) -> Constraint | None:
    return next((c for c in csp.constraints if type(c) is not AllDifferent), None)


def _has_symmetric_values(csp: CSP) -> bool:
    if len({frozenset(variable.domain) for variable in csp.variables}) > 1:
        return False
    if all(constraint.is_symmetric for constraint in csp.constraints):
        return True
    reduced = csp.problem.csp  # what a condition says shows when it is written as a table
    return not reduced.auxiliary and all(c.is_symmetric for c in reduced.constraints)
