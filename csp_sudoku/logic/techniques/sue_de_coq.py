"""Sue de Coq: cells where two groups cross, and cells beside them, that use up all their values.

The crossing has at least two values more than cells. Take cells beside it in both groups. A value
can be among all these cells once, or twice if it is on both sides (and then not in the crossing).
If these numbers add up to the number of cells, every value is there as often as it can be, and is
cleared elsewhere in its group.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import NamedTuple

from csp_sudoku.bits import members, values_of
from csp_sudoku.logic.board_bits import GroupBits
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step, at
from csp_sudoku.logic.techniques.technique import Technique, distinct

_CROSSING = 3
"""The most cells that are taken from a crossing."""
_BESIDE = 5
"""The most cells that are taken beside it, on each side."""


class _Part(NamedTuple):
    """Some cells, and the values that they can have."""

    cells: int
    values: int

    @property
    def surplus(self) -> int:
        """How many more values than cells there are."""
        return self.values.bit_count() - self.cells.bit_count()


@distinct
def sue_de_coq(state: State) -> Iterator[Step]:
    """Find crossings of two groups that use up all their values with cells beside them."""
    for one, other in state.bits.keep("crossing groups", lambda: _crossing(state)):
        shared = one.mask & other.mask & state.open
        if not shared & (shared - 1):
            continue
        cells = tuple(state.candidates[cell] for cell in members(one.mask | other.mask))
        key = "sue de coq", one.number, other.number, cells
        for parts in state.bits.keep(key, partial(_all_fitting, state, one, other)):
            yield from _step(state, (one, other), *parts)


def _crossing(state: State) -> list[tuple[GroupBits, GroupBits]]:
    """Return the groups that share two cells or more."""
    pairs = combinations(state.bits.groups, 2)
    return [(one, other) for one, other in pairs if (one.mask & other.mask).bit_count() > 1]


def _all_fitting(
    state: State, one: GroupBits, other: GroupBits
) -> list[tuple[_Part, _Part, _Part]]:
    """Return what the candidates of two groups allow: parts of their crossing, and beside it."""
    state.check()
    parts = _parts(state, one.mask & other.mask & state.open, state.bits.size, _CROSSING)
    crossings = [part for part in parts if part.cells & (part.cells - 1) and part.surplus > 1]
    if not crossings:
        return []
    most = max(part.cells.bit_count() for part in crossings) - 1
    here = _parts(state, one.mask & ~other.mask & state.open, most, _BESIDE)
    there = _parts(state, other.mask & ~one.mask & state.open, most, _BESIDE)
    return [
        (crossing, *beside)
        for crossing in crossings
        for beside in _fitting(state, crossing, here, there)
    ]


def _parts(state: State, cells: int, surplus: int, largest: int) -> list[_Part]:
    """Return the parts of these cells with 1 to `surplus` more values than cells."""
    room = largest + surplus
    every = [(0, 0, 0)]
    for cell in members(cells):
        bit, have = 1 << cell, state.candidates[cell]
        every += [
            (mask | bit, values | have, count + 1)
            for mask, values, count in every
            if count < largest and (values | have).bit_count() <= room
        ]
    return [
        _Part(mask, values)
        for mask, values, count in every[1:]
        if 0 < values.bit_count() - count <= surplus
    ]


def _fitting(
    state: State, crossing: _Part, here: list[_Part], there: list[_Part]
) -> Iterator[tuple[_Part, _Part]]:
    """Yield the parts on both sides that take all values of a crossing with it."""
    room = crossing.cells.bit_count()
    beside = [part for part in there if part.values & crossing.values]
    for one in here:
        left = room - one.surplus
        if left < 1 or not one.values & crossing.values:
            continue
        state.check()
        bare = crossing.values & ~one.values
        for other in beside:
            if (bare & ~other.values).bit_count() == left - other.surplus:
                yield one, other


def _step(
    state: State, groups: tuple[GroupBits, GroupBits], crossing: _Part, one: _Part, other: _Part
) -> Iterator[Step]:
    twice = one.values & other.values
    cells = crossing.cells | one.cells | other.cells
    eliminations: list[Candidate] = []
    for value in values_of(crossing.values | one.values | other.values):
        places = state.places[value] & (groups[0].mask | groups[1].mask)
        hit = 0
        for side in (one.cells, other.cells) if twice >> value - 1 & 1 else (cells,):
            hit |= places & state.bits.common_peers(places & side)
        eliminations += at(hit, value)
    if eliminations:
        words = state.words
        yield Step(
            "sue de coq",
            f"{words.cells(crossing.cells)}, where {words.groups(groups)} cross, with "
            f"{words.cells(one.cells)} and {words.cells(other.cells)} beside them have room for no "
            f"more than {words.values(crossing.values | one.values | other.values)}: "
            f"{words.out(eliminations)}",
            eliminations=tuple(eliminations),
            pattern=state.cleared(cells, state.bits.everything),
            fins=state.cleared(crossing.cells, state.bits.everything),
            groups=tuple(group.number for group in groups),
        )


TECHNIQUES = (Technique("sue de coq", 6.4, sue_de_coq),)
