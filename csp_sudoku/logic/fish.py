"""Fish: n groups that must have a value n times, all of it inside n other groups, or nearly.

The base groups hold the value n times, the cover groups at most n times. Where the covers hold all
places of the bases, they can have the value nowhere else. Places outside the covers are fins: what
sees all of them is cleared all the same, for either a fin is true or the fish is. A fish is sashimi
if a base has fewer than two places without its fins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from csp_sudoku.logic.bits import GroupBits
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Step, at
from csp_sudoku.logic.technique import Technique, distinct

_NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}
_LINES = (("row", "column"), ("column", "row"))


class Fish(NamedTuple):
    """A fish of one value: its groups, the places in them, the fins, and what it clears."""

    value: int
    bases: tuple[GroupBits, ...]
    covers: tuple[GroupBits, ...]
    body: int
    fins: int
    cleared: int

    @property
    def is_sashimi(self) -> bool:
        """Whether a base has fewer than two places without its fins."""
        return any((base.mask & self.body).bit_count() < 2 for base in self.bases)


def fishes(state: State, size: int, *, finned: bool) -> Iterator[list[Fish]]:
    """Yield all fish of rows in columns and of columns in rows, those of the same bases together.

    Args:
        state: where to look.
        size: the number of bases, and of covers.
        finned: whether to look for fish with fins, or for those without.
    """
    for value in range(1, state.bits.size + 1):
        places = state.places[value]
        if not places:
            continue
        for base_kind, cover_kind in _LINES:
            bases = [g for g in state.bits.of_kind(base_kind) if g.is_full and g.mask & places]
            covers = [g for g in state.bits.of_kind(cover_kind) if g.mask & places]
            if len(bases) <= size or len(covers) <= size:
                continue
            for chosen, body in _disjoint(bases, places, size, () if finned else covers):
                hit = [cover for cover in covers if cover.mask & body]
                found = [
                    Fish(value, chosen, cover, body & ~fins, fins, cleared)
                    for cover, fins, cleared in _covers(state, places, body, hit, size)
                    if bool(fins) == finned
                ]
                if found:
                    yield found


def _disjoint(
    bases: Sequence[GroupBits], places: int, size: int, covers: Sequence[GroupBits]
) -> Iterator[tuple[tuple[GroupBits, ...], int]]:
    """Yield so many bases that have no place in common, and their places.

    Where covers are given, the places must lie in no more of them than there are bases.
    """

    def extend(
        start: int, chosen: tuple[GroupBits, ...], body: int
    ) -> Iterator[tuple[tuple[GroupBits, ...], int]]:
        if len(chosen) == size:
            yield chosen, body
            return
        for index in range(start, len(bases)):
            more = bases[index].mask & places
            if more & body:
                continue
            if covers and sum(1 for c in covers if c.mask & (more | body)) > size:
                continue
            yield from extend(index + 1, (*chosen, bases[index]), body | more)

    return extend(0, (), 0)


def _covers(
    state: State, places: int, body: int, hit: list[GroupBits], size: int
) -> Iterator[tuple[tuple[GroupBits, ...], int, int]]:
    """Yield each choice of covers, with the fins that it leaves and what it clears."""
    outside = places & ~body

    def drop(start: int, left: list[GroupBits]) -> Iterator[tuple[tuple[GroupBits, ...], int, int]]:
        covered = 0
        for cover in left:
            covered |= cover.mask
        fins = body & ~covered
        seen = outside & covered & state.bits.common_peers(fins)
        if not seen:
            return
        if len(left) == size:
            yield tuple(left), fins, seen
            return
        for index in range(start, len(left)):
            yield from drop(index, left[:index] + left[index + 1 :])

    return drop(0, hit) if len(hit) >= size else iter(())


def basic(state: State, size: int) -> Iterator[Step]:
    """Find fish without fins."""
    found = fishes(state, size, finned=False)
    return distinct(_step(state, _NAMES[size], [fish]) for group in found for fish in group)


def finned(state: State, size: int, *, is_sashimi: bool) -> Iterator[Step]:
    """Find fish with fins, either those that are sashimi or those that are not."""
    name = f"{'sashimi' if is_sashimi else 'finned'} {_NAMES[size]}"
    found = fishes(state, size, finned=True)
    return distinct(
        _step(state, name, [fish])
        for group in found
        for fish in group
        if fish.is_sashimi == is_sashimi
    )


def siamese(state: State, size: int, *, is_sashimi: bool) -> Iterator[Step]:
    """Find two finned fish with the same bases that clear different candidates, as one step."""
    name = f"siamese {'sashimi' if is_sashimi else 'finned'} {_NAMES[size]}"
    found = fishes(state, size, finned=True)
    return distinct(
        _step(state, name, [one, other])
        for group in found
        for one, other in combinations(group, 2)
        if one.cleared != other.cleared and is_sashimi in (one.is_sashimi, other.is_sashimi)
    )


def _step(state: State, name: str, fish: Sequence[Fish]) -> Step:
    words = state.words
    value, bases = fish[0].value, fish[0].bases
    cleared = fins = body = 0
    covers: dict[int, GroupBits] = {}
    for each in fish:
        cleared |= each.cleared
        fins |= each.fins
        body |= each.body | each.fins
        covers |= {cover.number: cover for cover in each.covers}
    eliminations = at(cleared, value)
    unless = f" unless it is at {words.cells(fins, 'or')}, which they see" if fins else ""
    return Step(
        name,
        f"{words.groups(bases)} can have {words.value[value]} only in "
        f"{words.groups(covers.values())}{unless}: {words.out(eliminations)}",
        eliminations=eliminations,
        pattern=at(body, value),
        fins=at(fins, value),
        groups=(*(base.number for base in bases), *covers),
    )


TECHNIQUES = (
    Technique("x-wing", 3.2, lambda state: basic(state, 2)),
    Technique("finned x-wing", 3.4, lambda state: finned(state, 2, is_sashimi=False)),
    Technique("sashimi x-wing", 3.5, lambda state: finned(state, 2, is_sashimi=True)),
    Technique("swordfish", 3.8, lambda state: basic(state, 3)),
    Technique("finned swordfish", 4.0, lambda state: finned(state, 3, is_sashimi=False)),
    Technique("sashimi swordfish", 4.1, lambda state: finned(state, 3, is_sashimi=True)),
    Technique("jellyfish", 5.2, lambda state: basic(state, 4)),
    Technique("finned jellyfish", 5.4, lambda state: finned(state, 4, is_sashimi=False)),
    Technique("sashimi jellyfish", 5.5, lambda state: finned(state, 4, is_sashimi=True)),
)

COMBINED = (
    Technique("siamese finned x-wing", 3.4, lambda state: siamese(state, 2, is_sashimi=False)),
    Technique("siamese sashimi x-wing", 3.5, lambda state: siamese(state, 2, is_sashimi=True)),
    Technique("siamese finned swordfish", 4.0, lambda state: siamese(state, 3, is_sashimi=False)),
    Technique("siamese sashimi swordfish", 4.1, lambda state: siamese(state, 3, is_sashimi=True)),
    Technique("siamese finned jellyfish", 5.4, lambda state: siamese(state, 4, is_sashimi=False)),
    Technique("siamese sashimi jellyfish", 5.5, lambda state: siamese(state, 4, is_sashimi=True)),
)
"""Two steps seen as one: never easier than either, so a solver has no use for them."""
