"""The model: variables with finite domains, and constraints over them. No solver in sight.

`expressions` has variables and what is written with them, `constraints` the basis, `composed` the
constraints that reduce to it, `flattening` how they do, and `csp` puts a problem together.
`assumptions` answers what other code may take for granted about a structure.
"""

from csp_sudoku.model.assumptions import beyond_groups, has_groups_alone, has_symmetric_values
from csp_sudoku.model.composed import (
    AbsoluteDifference,
    AtMost,
    Element,
    Equivalent,
    GlobalCardinality,
    Implies,
    LexLess,
    Maximum,
    Minimum,
    Modulo,
    NValue,
    Product,
)
from csp_sudoku.model.constraints import (
    BASIS,
    AllDifferent,
    AnyOf,
    Codes,
    Constraint,
    Contradiction,
    Linear,
    Origin,
    Regular,
    Relation,
    Table,
    ValueSet,
)
from csp_sudoku.model.csp import CSP, Problem, Variables, numbered
from csp_sudoku.model.expressions import (
    Condition,
    Expression,
    Name,
    Value,
    Variable,
    count,
    element,
    equivalent,
    implies,
    largest,
    maximum,
    minimum,
    smallest,
    total,
)
from csp_sudoku.model.grids import Grid
from csp_sudoku.model.objectives import Goal, Objective
from csp_sudoku.model.views import Domains

__all__ = [
    "BASIS",
    "CSP",
    "AbsoluteDifference",
    "AllDifferent",
    "AnyOf",
    "AtMost",
    "Codes",
    "Condition",
    "Constraint",
    "Contradiction",
    "Domains",
    "Element",
    "Equivalent",
    "Expression",
    "GlobalCardinality",
    "Goal",
    "Grid",
    "Implies",
    "LexLess",
    "Linear",
    "Maximum",
    "Minimum",
    "Modulo",
    "NValue",
    "Name",
    "Objective",
    "Origin",
    "Problem",
    "Product",
    "Regular",
    "Relation",
    "Table",
    "Value",
    "ValueSet",
    "Variable",
    "Variables",
    "beyond_groups",
    "count",
    "element",
    "equivalent",
    "has_groups_alone",
    "has_symmetric_values",
    "implies",
    "largest",
    "maximum",
    "minimum",
    "numbered",
    "smallest",
    "total",
]
