"""What can be asked of any model beside its solutions: true candidates, and conflicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from csp_sudoku.bits import members
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.errors import NoSolutionError, OutOfBudgetError
from csp_sudoku.model import CSP, Constraint, Name, Value, Variable
from csp_sudoku.proofs.switched import Switched, in_words
from csp_sudoku.sat.oracle import Incremental
from csp_sudoku.status import Status

_SOLVER = "glucose4"


def true_candidates(model: CSP, *, timeout: float | None = None) -> dict[Name, tuple[Value, ...]]:
    """Return for each variable the values that it takes in some solution, in its domain's order.

    >>> model = CSP()
    >>> x, y = model.variables("x y", range(5))
    >>> _ = model.add(x + y == 7)
    >>> true_candidates(model)
    {'x': (3, 4), 'y': (3, 4)}

    Raises:
        NoSolutionError: there is no solution; `conflict` says why.
        OutOfBudgetError: the time ended first; `least` candidates were seen in solutions.
    """
    seen = true_masks(model, Budget(timeout))
    variables = list(model.variables)
    return {
        v.name: tuple(v.domain[code] for code in members(mask))
        for v, mask in zip(variables, seen, strict=True)
    }


def true_masks(
    model: CSP, budget: Budget, told: Callable[[Sequence[int]], None] | None = None
) -> list[int]:
    """Return the true candidates as bits, those of each variable by their places in its domain.

    `told` gets what was seen so far after each solution.
    """
    problem = model.problem
    seen = [0] * problem.own
    cnf = encoder.reduce(problem, encoder.at_most_one_for(problem), budget.check)
    oracle = Incremental(_SOLVER, cnf, budget.check)
    own = [(x, v, code) for x, (v, code) in enumerate(cnf.meaning, start=1) if v < problem.own]
    try:
        while new := [x for x, v, code in own if not seen[v] >> code & 1]:
            oracle.prefer([-x for x, _, _ in own])
            oracle.prefer(new)
            oracle.add(new)  # a solution that shows something new
            found = oracle.answer((), budget)
            if found is None:
                break
            codes = problem.checked(cnf.decode(found), _SOLVER)
            for v in range(problem.own):
                seen[v] |= 1 << codes[v]
            if told is not None:
                told(seen)
    except OutOfBudgetError:
        least = sum(mask.bit_count() for mask in seen)
        raise OutOfBudgetError(
            f"the time ended with {least} candidates seen in solutions", least=least
        ) from None
    finally:
        oracle.close()
    if not all(seen):
        raise NoSolutionError("there is no solution, and so no true candidates")
    return seen


class ModelConflict(NamedTuple):
    """Narrowed domains and constraints that cannot stand together; printed, the reason in words.

    Leave out any one of them, and the rest has a solution. `is_minimal` is False where the time
    ended before that was proven.
    """

    domains: dict[Name, tuple[Value, ...]]
    constraints: tuple[Constraint, ...]
    is_minimal: bool

    def __str__(self) -> str:
        together = " together" if len(self.domains) + len(self.constraints) > 1 else ""
        return f"{in_words(self.domains, self.constraints)} cannot hold{together}"


def conflict(model: CSP, *, timeout: float | None = None) -> ModelConflict | None:
    """Return a minimal set of fixed values and constraints that cannot all hold.

    None if there is a solution.

    >>> model = CSP()
    >>> x, y, z = model.variables("x y z", range(3))
    >>> model.add(x < y, y < z, z < x, x != 1)
    >>> print(conflict(model))
    x < y, y < z and z < x cannot hold together

    Raises:
        OutOfBudgetError: the time ended before it was clear that there is no solution.
    """
    budget = Budget(timeout)
    status = model.solve(timeout=timeout).status
    if status is Status.SOLVED:
        return None
    if status is Status.UNKNOWN:
        raise OutOfBudgetError("the time ended before a solution or a conflict was found", least=0)
    switched = Switched(model, budget)
    oracle = Incremental(_SOLVER, switched.cnf, budget.check)
    try:
        found, is_minimal = shrunk(oracle, switched.switches, budget)
    finally:
        oracle.close()
    domains = {v.name: model.domains[v] for v in found if isinstance(v, Variable)}
    constraints = tuple(item for item in found if isinstance(item, Constraint))
    return ModelConflict(domains, constraints, is_minimal)


def shrunk(
    oracle: Incremental, switches: Mapping[int, Any], budget: Budget
) -> tuple[list[Any], bool]:
    """Return what is needed for the conflict, one try for each item, as far as the time goes."""
    rest, tried = list(switches), 0
    needed: list[int] = []
    try:
        if oracle.answer(rest, budget) is None:
            rest = _in_core(oracle, rest)
        while rest:
            tried = rest.pop()
            if oracle.answer([*needed, *rest], budget) is None:
                rest = _in_core(oracle, rest)
            else:
                needed.append(tried)
    except OutOfBudgetError:
        return [switches[x] for x in sorted({*needed, *rest, tried} - {0})], False
    return [switches[x] for x in sorted(needed)], True


def _in_core(oracle: Incremental, items: Sequence[int]) -> list[int]:
    core = oracle.core()
    return [item for item in items if item in core]
