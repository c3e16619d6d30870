"""Templates: the ways to place a value everywhere at once, with one place in each full group.

A place that is in no template is cleared. One that is in all of them is set, and the templates of
other values lose it. No person goes through all templates, so the solver does not try these
techniques by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from csp_sudoku.bits import members
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Step, at
from csp_sudoku.logic.techniques.technique import Technique


def template(state: State, value: int, places: int, needed: int) -> int | None:
    """Return a template of a value that includes the needed places; None if there is none.

    >>> from csp_sudoku import Puzzle
    >>> state = State.of(Puzzle("1... .... .... ...."))
    >>> list(members(template(state, 1, state.places[1], 1 << 6)))
    [6, 9, 15]
    """
    missing = [
        group.mask for group in state.bits.full_groups if not group.mask & state.placed[value]
    ]
    peers = state.bits.peers

    def fill(left: list[int], free: int, chosen: int) -> int | None:
        state.check()
        if not left:
            return chosen
        tight = min((mask & free for mask in left), key=int.bit_count)
        for cell in members(tight):
            rest = [mask for mask in left if not mask >> cell & 1]
            found = fill(rest, free & ~peers[cell] & ~(1 << cell), chosen | 1 << cell)
            if found is not None:
                return found
        return None

    for cell in members(needed):
        missing = [mask for mask in missing if not mask >> cell & 1]
        places &= ~peers[cell]
    return fill(missing, places & ~needed, needed)


class _Uses(NamedTuple):
    """For each value the places that some template uses, and those that every template uses."""

    some: list[int]
    every: list[int]


def _uses(state: State) -> _Uses:
    """Narrow the templates of all values until no value can use a place that another one needs."""
    values = range(1, state.bits.size + 1)
    uses = _Uses(state.places.copy(), [0] * len(state.places))
    stale = set(values)
    while stale:
        value = stale.pop()
        _narrow(state, uses, value)
        sure = uses.every[value]
        for other in values:
            if other != value and uses.some[other] & sure:
                uses.some[other] &= ~sure
                stale.add(other)
    return uses


def _narrow(state: State, uses: _Uses, value: int) -> None:
    """Find the places of a value that are in some template, and those that are in every one."""
    places = uses.some[value]
    some, every = 0, template(state, value, places, 0) or 0
    for cell in members(places):
        if not some >> cell & 1:
            found = template(state, value, places, 1 << cell)
            if found is not None:
                some |= found
                every &= found
    for cell in members(every):
        without = template(state, value, places & ~(1 << cell), 0)
        if without is not None:
            every &= without
    uses.some[value], uses.every[value] = some, every


def template_set(state: State) -> Iterator[Step]:
    """Find places that every template of a value uses."""
    words = state.words
    uses = state.remember("templates", lambda: _uses(state))
    for value, cells in enumerate(uses.every):
        if cells:
            yield Step(
                "template set",
                f"{words.value[value]} is at {words.cells(cells)} in whatever way it is placed",
                placements=at(cells, value),
                pattern=at(state.places[value], value),
            )


def template_delete(state: State) -> Iterator[Step]:
    """Find places that no template of a value uses."""
    words = state.words
    uses = state.remember("templates", lambda: _uses(state))
    for value, cells in enumerate(uses.some):
        eliminations = at(state.places[value] & ~cells, value)
        if eliminations:
            yield Step(
                "template delete",
                f"{words.value[value]} is at one of the other places in whatever way it is placed: "
                f"{words.out(eliminations)}",
                eliminations=eliminations,
                pattern=at(state.places[value], value),
            )


EXTRA = (
    Technique("template set", 8.0, template_set),
    Technique("template delete", 8.0, template_delete),
)
