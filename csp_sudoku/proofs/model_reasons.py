"""Why something holds in every solution of a model: a smallest set of facts and constraints.

What is asked is negated and added to the model; the facts (fixed values, narrowed domains) and
constraints that refute it are the reason. `sat.unsat_cores` finds a smallest set of them. Any
constraint will do, and any condition can be asked.
"""

from __future__ import annotations

from typing import NamedTuple

from csp_sudoku.budgets import Budget
from csp_sudoku.errors import ModelError, shown
from csp_sudoku.model import CSP, Condition, Constraint, Name, Value, Variable
from csp_sudoku.proofs.switched import Switched, in_words
from csp_sudoku.sat.unsat_cores import CoreSearch

_SOLVER = "minisat22"


class ModelReason(NamedTuple):
    """Narrowed domains and constraints that force a condition; printed, the reason in words.

    Leave out any one of them, and the condition can be violated. With `is_smallest`, no smaller set
    forces it: that is proven. Without it, the time ended before that.
    """

    claim: str
    domains: dict[Name, tuple[Value, ...]]
    constraints: tuple[Constraint, ...]
    is_smallest: bool

    @property
    def size(self) -> int:
        """How many facts and constraints there are."""
        return len(self.domains) + len(self.constraints)

    def __str__(self) -> str:
        if not self.size:
            return f"{self.claim}, whatever the rest is"
        return f"{self.claim}, because {in_words(self.domains, self.constraints)}"


def why(model: CSP, condition: Condition, *, timeout: float | None = 10.0) -> ModelReason | None:
    """Return a smallest reason why a condition holds in every solution; None if it need not.

    >>> model = CSP()
    >>> x, y, z = model.variables("x y z", range(1, 6))
    >>> model.add(x + y == 5, y > x, z != y, z + x != 9)
    >>> print(why(model.with_values({z: 3}), x == 1))
    x == 1, because z = 3, x + y == 5, y > x and z != y
    >>> why(model, x == 1) is None
    True

    Args:
        model: the model, with what it fixes.
        condition: such as `x == 3`, `x != 3` or `x < y`.
        timeout: seconds after which the best reason so far is returned.

    Raises:
        OutOfBudgetError: the time ended before any reason was found.
    """
    if not isinstance(condition, Condition):
        raise ModelError(f"expected a condition, got {shown(condition)}", fix="write x == 3")
    for variable in condition.variables:
        model.find(variable)
    budget = Budget(timeout)
    switched = Switched(model, budget, ~condition)
    found, is_smallest = _smallest(switched, budget)
    if found is None:
        return None
    items = [switched.switches[switch] for switch in sorted(found)]
    domains = {v.name: model.domains[v] for v in items if isinstance(v, Variable)}
    constraints = tuple(item for item in items if isinstance(item, Constraint))
    return ModelReason(str(condition), domains, constraints, is_smallest)


def _smallest(switched: Switched, budget: Budget) -> tuple[list[int] | None, bool]:
    """Return the switches of a smallest core; None if there is none."""
    from pysat.solvers import Solver

    with Solver(name=_SOLVER) as solver:
        for number, clause in enumerate(switched.cnf.clauses):
            if number % 20_000 == 0:
                budget.check()
            solver.add_clause(clause)
        switches = list(switched.switches)
        solver.set_phases(switches)
        search = CoreSearch(solver, switches, None, 0, budget)
        core = search.minimal()
        if not core:
            return core, True
        return search.smallest(core)
