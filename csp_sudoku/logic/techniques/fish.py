"""Fish: the places of a value in n base groups all lie in n cover groups, except for fins.

The bases have the value n times, the covers at most n times. If the covers contain all places of
the bases, they cannot have the value elsewhere. Places outside the covers are fins: a place that
sees all of them is cleared all the same, because either a fin is true or the fish is. A fish is
sashimi if a base has fewer than two places without its fins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from csp_sudoku.bits import members, union
from csp_sudoku.logic.board_bits import GroupBits
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Step, at
from csp_sudoku.logic.techniques.subsets import tight
from csp_sudoku.logic.techniques.technique import Technique, distinct

_NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}


class Fish(NamedTuple):
    """A fish of one value: its groups, its places, its fins, and the cells that it clears."""

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


class _Water(NamedTuple):
    """The lines in which fish of one value can be: bases that have places, and covers."""

    value: int
    places: int
    bases: tuple[GroupBits, ...]
    covers: tuple[GroupBits, ...]
    hits: dict[int, int]
    """What `hit` returned for these covers so far, whatever the places were."""

    def hit(self, cells: int) -> int:
        """Return the covers that contain any of these cells, as bits."""
        mask = self.hits.get(cells)
        if mask is None:
            mask = union(i for i, cover in enumerate(self.covers) if cover.mask & cells)
            self.hits[cells] = mask
        return mask

    def fish(self, state: State, bases: int, covers: int) -> Fish:
        """Return the fish with these bases and covers."""
        body = covered = 0
        for number in members(bases):
            body |= self.bases[number].mask & self.places
        for number in members(covers):
            covered |= self.covers[number].mask
        fins = body & ~covered
        cleared = self.places & covered & ~body & state.bits.common_peers(fins)
        return Fish(
            self.value,
            tuple(self.bases[number] for number in members(bases)),
            tuple(self.covers[number] for number in members(covers)),
            body & ~fins,
            fins,
            cleared,
        )


def _waters(state: State, size: int) -> Iterator[_Water]:
    """Yield where fish of this size can be: with more lines of the value than the fish takes."""
    for value in range(1, state.bits.size + 1):
        places = state.places[value]
        for number, (lines, covers) in enumerate(state.bits.crossings if places else ()):
            bases = tuple([base for base in lines if base.mask & places])
            if len(bases) > size and sum(cover.mask & places > 0 for cover in covers) > size:
                hits: dict[int, int] = state.bits.keep(("hits", number), dict)
                yield _Water(value, places, bases, covers, hits)


def _basic(state: State, size: int) -> Iterator[Fish]:
    for water in _waters(state, size):
        lines = [
            (1 << number, water.hit(base.mask & water.places))
            for number, base in enumerate(water.bases)
        ]
        for bases, covers in tight(lines, size, check=state.check):
            fish = water.fish(state, bases, covers)
            if fish.cleared:
                yield fish


def _finned(state: State, size: int) -> list[Fish]:
    """Return all fish of this size with fins.

    If the value were at a place that a fish clears, its peers could not have it, and the remaining
    places of the bases would lie in one cover too few. So each place is tried.
    """
    return state.remember(
        ("finned", size),
        lambda: [fish for water in _waters(state, size) for fish in _with_fins(state, water, size)],
    )


def _with_fins(state: State, water: _Water, size: int) -> Iterator[Fish]:
    """Yield the fish of one value; the same places of another value have the same fish."""
    key = "finned", size, water.places, water.bases[0].kind, water.bases[0].number
    for fish in state.bits.keep(key, lambda: list(_tried(state, water, size))):
        yield fish._replace(value=water.value)


def _tried(state: State, water: _Water, size: int) -> Iterator[Fish]:
    seen = set()
    masks = [(number, base.mask) for number, base in enumerate(water.bases)]
    for target in state.paced(members(water.places)):
        own = water.hit(1 << target)
        if not own:
            continue
        left = water.places & ~state.bits.peers[target]
        # each place of a line is in a cover of its own: lines with more of them need no closer look
        lines = [
            (1 << number, water.hit(cells))
            for number, mask in masks
            if (cells := mask & left) and cells.bit_count() < size and not mask >> target & 1
        ]
        if len(lines) < size:
            continue
        for bases, covers in tight(lines, size, size - 1, state.check):
            if (bases, covers | own) not in seen:
                seen.add((bases, covers | own))
                fish = water.fish(state, bases, covers | own)
                if fish.fins:
                    yield fish


@distinct
def basic(state: State, size: int) -> Iterator[Step]:
    """Find fish without fins."""
    return (fish_step(state, _NAMES[size], [fish]) for fish in _basic(state, size))


@distinct
def finned(state: State, size: int, *, is_sashimi: bool) -> Iterator[Step]:
    """Find fish with fins: those that are sashimi, or those that are not."""
    name = f"{'sashimi' if is_sashimi else 'finned'} {_NAMES[size]}"
    return (
        fish_step(state, name, [fish])
        for fish in _finned(state, size)
        if fish.is_sashimi == is_sashimi
    )


@distinct
def siamese(state: State, size: int, *, is_sashimi: bool) -> Iterator[Step]:
    """Find two finned fish with the same bases that clear different candidates, as one step."""
    name = f"siamese {'sashimi' if is_sashimi else 'finned'} {_NAMES[size]}"
    return (
        fish_step(state, name, [one, other])
        for one, other in combinations(_finned(state, size), 2)
        if (one.value, one.bases) == (other.value, other.bases)
        and one.cleared != other.cleared
        and is_sashimi in (one.is_sashimi, other.is_sashimi)
    )


def fish_step(state: State, name: str, fish: Sequence[Fish]) -> Step:
    """Return the step of a fish, or of several that share their bases."""
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
    see = "sees" if cleared.bit_count() == 1 else "see"
    unless = f", or at {words.cells(fins, 'or')}, which {words.cells(cleared)} {see}"
    return Step(
        name,
        f"{words.groups(bases)} can have {words.value[value]} only in "
        f"{words.groups(sorted(covers.values()))}{unless if fins else ''}: "
        f"{words.out(eliminations)}",
        eliminations=eliminations,
        pattern=at(body, value),
        fins=at(fins, value),
        groups=(*(base.number for base in bases), *covers),
    )


TECHNIQUES = (
    Technique("x-wing", 3.2, lambda state: basic(state, 2)),
    Technique("finned x-wing", 4.3, lambda state: finned(state, 2, is_sashimi=False)),
    Technique("sashimi x-wing", 4.3, lambda state: finned(state, 2, is_sashimi=True)),
    Technique("swordfish", 3.8, lambda state: basic(state, 3)),
    Technique("finned swordfish", 4.8, lambda state: finned(state, 3, is_sashimi=False)),
    Technique("sashimi swordfish", 4.8, lambda state: finned(state, 3, is_sashimi=True)),
    Technique("jellyfish", 5.2, lambda state: basic(state, 4)),
    Technique("finned jellyfish", 5.4, lambda state: finned(state, 4, is_sashimi=False)),
    Technique("sashimi jellyfish", 5.5, lambda state: finned(state, 4, is_sashimi=True)),
)

EXTRA = (
    Technique("siamese finned x-wing", 4.3, lambda state: siamese(state, 2, is_sashimi=False)),
    Technique("siamese sashimi x-wing", 4.3, lambda state: siamese(state, 2, is_sashimi=True)),
    Technique("siamese finned swordfish", 4.8, lambda state: siamese(state, 3, is_sashimi=False)),
    Technique("siamese sashimi swordfish", 4.8, lambda state: siamese(state, 3, is_sashimi=True)),
    Technique("siamese finned jellyfish", 5.4, lambda state: siamese(state, 4, is_sashimi=False)),
    Technique("siamese sashimi jellyfish", 5.5, lambda state: siamese(state, 4, is_sashimi=True)),
)
"""Two steps seen as one: never easier than either, so the solver does not try them by itself."""
