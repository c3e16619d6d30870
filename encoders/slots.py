"""Where a value can go in a group, and whether it must: what every encoder asks of a group."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from csp_sudoku.bits import members
from csp_sudoku.errors import UnsupportedConstraintError
from csp_sudoku.model import BASIS, CSP, AllDifferent, AnyOf, Constraint, Problem, Value
from csp_sudoku.native.check import Peers

_WORD = 62
"""The native propagation has a word for each mask."""


class Slot(NamedTuple):
    """A value in a group: the variables that can take it, and whether one of them has to.

    A value must appear in a group that has as many variables as it has values to choose from.
    """

    group: AllDifferent
    value: Value
    places: tuple[tuple[int, int], ...]
    """The variables that can take the value, each with its own code for it."""
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
    other = next((c for c in kinds(csp).values() if not known(c)), None)
    return None if other is None else f"it does not know constraints of type {type(other).__name__}"


def kinds(csp: CSP) -> Mapping[type[Constraint], Constraint]:
    """Return one constraint of each kind that a structure has, in branches as well."""
    return csp.shared("kinds", _kinds)


def _kinds(csp: CSP) -> dict[type[Constraint], Constraint]:
    found = dict(zip(map(type, csp.constraints), csp.constraints, strict=True))
    return {type(c): c for c in with_branches(csp.constraints)} if AnyOf in found else found


def is_basic(csp: CSP) -> bool:
    """Whether all constraints of a structure are of the basis, found out once."""
    return csp.shared("is basic", _is_basic)


def _is_basic(csp: CSP) -> bool:
    return all(type(constraint) in BASIS for constraint in with_branches(csp.constraints))


def with_branches(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """Yield constraints, and those that stand in the branches of others."""
    for constraint in constraints:
        yield constraint
        if type(constraint) is AnyOf:
            for branch in constraint.branches:
                yield from with_branches(branch)


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
    csp = problem.csp
    bits = csp.shared("bits of values", _bits_of_values)
    masks = list(problem.masks)
    if bits is None and len(csp.values) <= _WORD:
        native = csp.shared("native peers", lambda base: _native_peers(base, pulse))
        narrowed = native.narrowed(masks)
        return None if narrowed is None else Problem(csp, narrowed)
    around = peers(csp, pulse)
    if not all(masks):
        return None
    fixed = [v for v, mask in enumerate(masks) if not mask & (mask - 1)]
    for number, v in enumerate(fixed):
        if not number & 255:
            pulse()
        if not masks[v]:
            return None
        value = None if bits is None else csp.variables[v].domain[masks[v].bit_length() - 1]
        for peer in around[v]:
            taken = masks[v] if bits is None else bits[peer].get(value, 0)
            if masks[peer] & taken:
                masks[peer] &= ~taken
                if not masks[peer] & (masks[peer] - 1):
                    fixed.append(peer)
    return Problem(csp, masks) if all(masks) else None


def peers(csp: CSP, pulse: Callable[[], object] = bool) -> list[list[int]]:
    """Return for each variable those that share a group with it, in order; built once.

    `pulse` is called now and then, and may raise to stop.

    >>> from csp_sudoku import boards
    >>> peers(boards.sudoku(2, 2).csp)[0]
    [1, 2, 3, 4, 5, 8, 12]
    """
    return csp.shared("peers", lambda base: _peers(base, pulse))


def _native_peers(csp: CSP, pulse: Callable[[], object]) -> Peers:
    members = []
    for constraint in csp.constraints:
        pulse()
        if isinstance(constraint, AllDifferent):
            members.append([v.index for v in constraint.variables])
    return Peers(len(csp.variables), members)


def _bits_of_values(csp: CSP) -> list[dict[Value, int]] | None:
    """Return for each variable the bit of each value; None if all have the same domain."""
    domains = {variable.domain for variable in csp.variables}
    if len(domains) <= 1:
        return None
    tables = {domain: {value: 1 << i for i, value in enumerate(domain)} for domain in domains}
    return [tables[variable.domain] for variable in csp.variables]


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
            found += slots_of(constraint, masks)
    return tuple(found)


def slots_of(group: AllDifferent, masks: Sequence[int]) -> list[Slot]:
    """Return the slots of one group, in the order in which the values first appear in domains."""
    variables = group.variables
    first = variables[0] if variables else None
    if first is not None and all(
        v.domain is first.domain and masks[v.index] == masks[first.index] for v in variables
    ):  # nearly always, and then quick
        numbers = [v.index for v in variables]
        codes = list(members(masks[first.index]))
        required = len(codes) == len(numbers)
        return [
            Slot(group, first.domain[code], tuple([(v, code) for v in numbers]), required)
            for code in codes
        ]
    places: dict[Value, list[tuple[int, int]]] = {}
    for variable in variables:
        domain = variable.domain
        for code in members(masks[variable.index]):
            places.setdefault(domain[code], []).append((variable.index, code))
    required = len(places) == len(variables)
    return [Slot(group, value, tuple(found), required) for value, found in places.items()]
