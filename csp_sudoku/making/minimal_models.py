"""Minimal models: the same solutions, from constraints and clues none of which follows."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing

from csp_sudoku.budgets import Budget
from csp_sudoku.errors import OutOfBudgetError
from csp_sudoku.model import CSP, Constraint
from csp_sudoku.model.units import Unit, chosen_units, units_of, without
from csp_sudoku.proofs.redundancy import Switches
from csp_sudoku.rng import Rng


def minimal_model(
    model: CSP,
    units: Iterable[Unit | str | Constraint] | None = None,
    *,
    seed: int,
    keep: Iterable[Unit | str | Constraint] = (),
    timeout: float | None = None,
) -> CSP:
    """Drop clues and named constraints in a random order, each if it follows from what is left.

    So the solutions stay the same: a model with one solution keeps it as its only one. The result
    is minimal: without any one of the clues and named constraints that are left (but for those to
    keep) there are other solutions. The seed decides the order, and the order what is left.

    >>> model = CSP()
    >>> x, y, z = model.variables("x y z", range(4))
    >>> model.add(x < y, y < z, x < z, x + 2 <= z, name="order")
    >>> smaller = minimal_model(model, seed=1)
    >>> print(*smaller.constraints, sep=", ")
    order 1, order 2
    >>> smaller.count() == model.count()
    True

    Args:
        model: a model that has a solution; an objective stays, and has no part in this.
        units: what may be dropped, by name, as constraints, or as units; without them, each
            narrowed domain and each constraint that has a name, those with one name together.
        seed: the source of the random order.
        keep: what must stay, even if it is redundant.
        timeout: seconds.

    Raises:
        NoSolutionError: there is no solution, and so everything would follow.
        OutOfBudgetError: the time ended; `least` units were known to be needed by then.
    """
    budget = Budget(timeout)
    loose = units_of(model, named=True) if units is None else chosen_units(model, units)
    kept_names = {unit.name for unit in chosen_units(model, keep)}
    loose = [unit for unit in loose if unit.name not in kept_names]
    Rng(seed).shuffle(loose)
    left = list(range(len(loose)))
    needed = 0
    try:
        with closing(Switches(model.without_objective(), loose, budget)) as switches:
            switches.require_solution()
            for number in range(len(loose)):
                others = [other for other in left if other != number]
                if switches.counterexample(number, others) is None:
                    left = others
                else:
                    needed += 1
    except OutOfBudgetError:
        problem = f"the time ended with {needed} constraints and clues known to be needed"
        raise OutOfBudgetError(problem, least=needed) from None
    return without(model, [unit for number, unit in enumerate(loose) if number not in left])
