"""Complex fish: bases and covers may be blocks (franken) or groups of any kind (mutant).

Bases may overlap, and so may covers: a place counts once for each base, and once for each cover,
that contains it. The bases have the value n times, the covers at most n times. So if all places in
more bases than covers (the fins) are false, all places in more covers than bases are false, too.
Those of the latter that see all fins are cleared.

The search tries each place: if it were true, the remaining places of the bases must lie in one
cover too few. It is complete and slow, so the solver does not try these techniques by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from csp_sudoku.bits import members
from csp_sudoku.logic.board_bits import GroupBits
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Step
from csp_sudoku.logic.techniques.fish import Fish, fish_step
from csp_sudoku.logic.techniques.singles import BLOCKS
from csp_sudoku.logic.techniques.technique import Technique, distinct

_NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag"}


def complex_fish(state: State, size: int, *, is_mutant: bool) -> list[Fish]:
    """Return all fish of a size, each choice of bases and covers once."""
    return state.remember(
        ("complex fish", size, is_mutant), lambda: list(_all(state, size, is_mutant))
    )


def _all(state: State, size: int, is_mutant: bool) -> Iterator[Fish]:
    bits = state.bits
    shapes = (
        [(bits.groups, bits.groups)]
        if is_mutant
        else [
            (bits.of_kind("row", *BLOCKS), bits.of_kind("column", *BLOCKS)),
            (bits.of_kind("column", *BLOCKS), bits.of_kind("row", *BLOCKS)),
        ]
    )
    for value in range(1, bits.size + 1):
        for bases, covers in shapes if state.places[value] else ():
            seen = set()
            full = [base for base in bases if base.is_full and base.mask & state.places[value]]
            for target in members(state.places[value]):
                for fish in _tried(state, value, target, size, full, covers):
                    key = fish.bases, fish.covers
                    if key not in seen:
                        seen.add(key)
                        yield fish


def _tried(
    state: State,
    value: int,
    target: int,
    size: int,
    bases: list[GroupBits],
    covers: tuple[GroupBits, ...],
) -> Iterator[Fish]:
    """Yield the fish that clear a place: without it and its peers, one cover is too few."""
    left = state.places[value] & ~state.bits.peers[target] & ~(1 << target)
    usable = [base for base in bases if base.mask & left and not base.mask >> target & 1]
    own = [cover for cover in covers if cover.mask >> target & 1]
    others = [cover for cover in covers if cover.mask & left and not cover.mask >> target & 1]
    for chosen, covering in _covered(state, left, usable, others, size):
        for last in own:
            yield _fish(state, value, chosen, (*covering, last))


def _covered(
    state: State, left: int, bases: list[GroupBits], covers: list[GroupBits], size: int
) -> Iterator[tuple[tuple[GroupBits, ...], tuple[GroupBits, ...]]]:
    """Yield `size` bases with one cover fewer that contain each place at least as often."""

    def extend(
        start: int, chosen: tuple[GroupBits, ...], covering: tuple[GroupBits, ...]
    ) -> Iterator[tuple[tuple[GroupBits, ...], tuple[GroupBits, ...]]]:
        state.check()
        bare = _excess(chosen, covering) & left
        if bare:
            if len(covering) < size - 1:
                place = bare & -bare
                for cover in covers:
                    if cover.mask & place and cover not in chosen and cover not in covering:
                        yield from extend(start, chosen, (*covering, cover))
        elif len(chosen) == size:
            if len(covering) == size - 1:
                yield chosen, tuple(sorted(covering))
        else:
            for index in range(start, len(bases)):
                if bases[index] not in covering:
                    yield from extend(index + 1, (*chosen, bases[index]), covering)

    return extend(0, (), ())


def _excess(many: tuple[GroupBits, ...], few: tuple[GroupBits, ...]) -> int:
    """Return the cells that lie in more groups of the first kind than of the second."""
    counts = [many, few]
    levels: list[list[int]] = []
    for groups in counts:
        at_least: list[int] = []  # the cells in at least one group, in at least two, ...
        for group in groups:
            carry = group.mask
            for depth, cells in enumerate(at_least):
                at_least[depth], carry = cells | carry, cells & carry
            if carry:
                at_least.append(carry)
        levels.append(at_least)
    found = 0
    for depth, cells in enumerate(levels[0]):
        found |= cells & ~(levels[1][depth] if depth < len(levels[1]) else 0)
    return found


def _fish(
    state: State, value: int, bases: tuple[GroupBits, ...], covers: tuple[GroupBits, ...]
) -> Fish:
    places = state.places[value]
    fins = _excess(bases, covers) & places
    body = 0
    for base in bases:
        body |= base.mask & places
    cleared = _excess(covers, bases) & places & state.bits.common_peers(fins)
    return Fish(value, bases, tuple(sorted(covers)), body & ~fins, fins, cleared)


@distinct
def find(state: State, size: int, *, is_mutant: bool, is_finned: bool) -> Iterator[Step]:
    """Find complex fish with or without fins."""
    name = _name(size, is_mutant, is_finned)
    found = complex_fish(state, size, is_mutant=is_mutant)
    return (fish_step(state, name, [fish]) for fish in found if bool(fish.fins) == is_finned)


@distinct
def siamese(state: State, size: int, *, is_mutant: bool) -> Iterator[Step]:
    """Find two complex fish with the same bases that clear different candidates, as one step."""
    name = f"siamese {_name(size, is_mutant, True)}"
    same: dict[tuple[int, tuple[GroupBits, ...]], list[Fish]] = {}
    for fish in complex_fish(state, size, is_mutant=is_mutant):
        same.setdefault((fish.value, fish.bases), []).append(fish)
    return (
        fish_step(state, name, [one, other])
        for several in same.values()
        for one, other in combinations(several, 2)
        if one.cleared != other.cleared
    )


def _name(size: int, is_mutant: bool, is_finned: bool) -> str:
    kind = "mutant" if is_mutant else "franken"
    return f"{'finned ' if is_finned else ''}{kind} {_NAMES[size]}"


def _technique(size: int, rating: float, *, is_mutant: bool, is_finned: bool) -> Technique:
    return Technique(
        _name(size, is_mutant, is_finned),
        rating,
        lambda state: find(state, size, is_mutant=is_mutant, is_finned=is_finned),
    )


def _siamese(size: int, rating: float, *, is_mutant: bool) -> Technique:
    return Technique(
        f"siamese {_name(size, is_mutant, True)}",
        rating,
        lambda state: siamese(state, size, is_mutant=is_mutant),
    )


EXTRA = (
    *(
        _technique(size, 5.0 + size / 5 + is_mutant, is_mutant=is_mutant, is_finned=is_finned)
        for size in _NAMES
        for is_mutant in (False, True)
        for is_finned in (False, True)
    ),
    *(
        _siamese(size, 5.0 + size / 5 + is_mutant, is_mutant=is_mutant)
        for size in _NAMES
        for is_mutant in (False, True)
    ),
)
"""The solver does not try these by itself."""
