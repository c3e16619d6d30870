"""The model: variables with finite domains, and constraints over them. No solver in sight.

`constraints` has the parts, `csp` puts them together.
"""

from csp_sudoku.model.constraints import (
    AllDifferent,
    Constraint,
    Contradiction,
    Name,
    Value,
    Variable,
)
from csp_sudoku.model.csp import CSP, Codes, Domains, Problem

__all__ = [
    "CSP",
    "AllDifferent",
    "Codes",
    "Constraint",
    "Contradiction",
    "Domains",
    "Name",
    "Problem",
    "Value",
    "Variable",
]
