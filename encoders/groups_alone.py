"""Languages that know all-different groups alone: graph colouring, exact cover, graphs of peers."""

from __future__ import annotations

from csp_sudoku.errors import CspSudokuError, UnsupportedConstraintError
from csp_sudoku.model import CSP, AllDifferent, Constraint


class GroupsAloneError(UnsupportedConstraintError):
    """A constraint that is not an all-different group, where a language knows nothing else."""

    def __init__(self, constraint: Constraint, language: str) -> None:
        kind = type(constraint).__name__
        CspSudokuError.__init__(
            self,
            f"{language} knows all-different groups alone, and cannot say {constraint} ({kind})",
            fix="export to cnf, opb, mzn, xcsp3 or cpsat",
        )


def require_groups(csp: CSP, language: str) -> None:
    """Refuse a structure that has any other constraint, and name it."""
    for constraint in csp.constraints:
        if not isinstance(constraint, AllDifferent):
            raise GroupsAloneError(constraint, language)
