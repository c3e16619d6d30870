"""Where a value can go in a group, and whether it must: what every encoder asks of a group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from csp_sudoku.bits import members
from csp_sudoku.errors import UnsupportedConstraintError
from csp_sudoku.model import CSP, AllDifferent, Constraint, Problem


class Slot(NamedTuple):
    """A value in a group: the variables that can take it, and whether one of them has to.

    A value must appear in a group that has as many variables as it has values to choose from.
    """

    group: AllDifferent
    code: int
    variables: tuple[int, ...]
    required: bool


def slots(csp: CSP, pulse: Callable[[], object] = bool) -> tuple[Slot, ...]:
    """Return all slots of the structure's groups, built once; `pulse` may raise to stop.

    >>> from csp_sudoku import boards
    >>> len(slots(boards.sudoku(3, 3).csp)), len(slots(boards.sudoku(2, 2).csp))
    (243, 48)
    """
    return csp.shared("slots", lambda base: _slots(base, pulse))


def unsupported(csp: CSP, knows: Callable[[Constraint], bool] | None = None) -> str | None:
    """Return which constraint of a structure an encoder does not know; None if it knows all.

    `knows` tells whether the encoder knows a constraint, by its type; without it, only groups are
    known.
    """
    known = knows or (lambda constraint: isinstance(constraint, AllDifferent))
    kinds = csp.shared("kinds", lambda base: {type(c): c for c in base.constraints})
    other = next((c for c in kinds.values() if not known(c)), None)
    return None if other is None else f"it does not know constraints of type {type(other).__name__}"


def groups(csp: CSP) -> tuple[tuple[int, ...], ...]:
    """Return the groups as numbers of variables; any other constraint is refused."""
    for constraint in csp.constraints:
        if not isinstance(constraint, AllDifferent):
            raise UnsupportedConstraintError(constraint)
    return tuple(tuple(v.index for v in c.variables) for c in csp.constraints)


def propagated(problem: Problem, pulse: Callable[[], object] = bool) -> Problem | None:
    """Return the problem less the values that fixed peers rule out; None if one has none left.

    `pulse` is called now and then, and may raise to stop.

    >>> from csp_sudoku import Puzzle
    >>> small = propagated(Puzzle([1, 2, 3, 0] + [0] * 12).problem)
    >>> [mask.bit_count() for mask in small.masks]
    [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3]
    """
    around = peers(problem.csp, pulse)
    masks = list(problem.masks)
    fixed = [v for v, mask in enumerate(masks) if not mask & (mask - 1)]
    for number, v in enumerate(fixed):
        if not number & 255:
            pulse()
        for peer in around[v]:
            if masks[peer] & masks[v]:
                masks[peer] &= ~masks[v]
                if not masks[peer] & (masks[peer] - 1):
                    fixed.append(peer)
    return Problem(problem.csp, masks) if all(masks) else None


def peers(csp: CSP, pulse: Callable[[], object] = bool) -> list[list[int]]:
    """Return for each variable those that share a group with it, in order; built once.

    `pulse` is called now and then, and may raise to stop.

    >>> from csp_sudoku import boards
    >>> peers(boards.sudoku(2, 2).csp)[0]
    [1, 2, 3, 4, 5, 8, 12]
    """
    return csp.shared("peers", lambda base: _peers(base, pulse))


def _peers(csp: CSP, pulse: Callable[[], object]) -> list[list[int]]:
    found: list[set[int]] = [set() for _ in csp.variables]
    for constraint in csp.constraints:
        pulse()
        if isinstance(constraint, AllDifferent):
            group = [v.index for v in constraint.variables]
            for v in group:
                found[v].update(group)
    return [sorted(peers - {v}) for v, peers in enumerate(found)]


def _slots(csp: CSP, pulse: Callable[[], object]) -> tuple[Slot, ...]:
    masks = csp.problem.masks
    found: list[Slot] = []
    for constraint in csp.constraints:
        pulse()
        if isinstance(constraint, AllDifferent):
            found += _slots_of(constraint, masks)
    return tuple(found)


def _slots_of(group: AllDifferent, masks: Sequence[int]) -> list[Slot]:
    places: dict[int, list[int]] = {}
    for variable in group.variables:
        for code in members(masks[variable.index]):
            places.setdefault(code, []).append(variable.index)
    required = len(places) == len(group.variables)
    return [Slot(group, code, tuple(places[code]), required) for code in sorted(places)]
