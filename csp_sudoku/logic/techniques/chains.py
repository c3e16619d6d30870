"""Chains of alternately strong and weak links: if one end is false, the other is true.

The ends are not both false, so a candidate that sees both is cleared. A chain of one value is an
X-chain, one through cells with two candidates is an XY-chain. Any other is an alternating inference
chain (AIC), or a discontinuous nice loop if it clears only one candidate or ends where it started.
If the ends see each other, the chain is a continuous loop, and each of its links holds in both
directions. Grouped chains have nodes of several cells; others go through almost locked sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, islice, tee
from typing import NamedTuple

from csp_sudoku.bits import members, union, values_of
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step, at
from csp_sudoku.logic.techniques.almost_locked import almost_locked_sets
from csp_sudoku.logic.techniques.links import (
    Links,
    Node,
    Reach,
    grouped_links,
    pair_links,
    plain_links,
    reaches,
)
from csp_sudoku.logic.techniques.technique import Technique, distinct

_LOOP = "continuous nice loop"
_BROKEN = "discontinuous nice loop"
_AIC = "alternating inference chain"
_TIES = 50
"""How many loops of equal length are considered for each pair of ends."""


@distinct
def x_chain(state: State) -> Iterator[Step]:
    """Find chains of three or more strong links of one value."""
    new = [
        (value, places)
        for value, places in enumerate(state.places)
        if places
        and not state.bits.has_kept(("no x-chain", places))
        and len(state.conjugates(value)) > 2
    ]
    if not new:
        return
    links = state.remember("value links", lambda: _by_value(plain_links(state)))
    of_new = {value for value, _ in new}
    starts = [number for number, node in enumerate(links.nodes) if node.value in of_new]
    with_chains = set()
    for reach, on in reaches(links, starts):
        if len(reach.ons) < 3:
            continue
        seen = links.weak[reach.start]
        for end in members(on & ~seen & -2 << reach.start):
            hit = seen & links.weak[end]
            if hit:
                with_chains.add(links.nodes[end].value)
                yield _either(links, reach.path(end), "x-chain", links.hit(hit))
    for value, places in new:
        if value not in with_chains:
            state.bits.keep(("no x-chain", places), lambda: True)


def _by_value(links: Links) -> Links:
    """Return only the links between equal values."""
    same = links.copy()
    of_value: dict[int, int] = {}
    for number, node in enumerate(links.nodes):
        of_value[node.value] = of_value.get(node.value, 0) | 1 << number
    for number, node in links.state.paced(enumerate(links.nodes)):
        same.strong[number] &= of_value[node.value]
        same.weak[number] &= of_value[node.value]
    return same


@distinct
def xy_chain(state: State) -> Iterator[Step]:
    """Find chains through four or more cells that have two candidates each."""
    pairs = pair_links(state)
    for reach, on in reaches(pairs, range(len(pairs.nodes))):
        if len(reach.ons) < 4:
            continue
        value, cells = pairs.nodes[reach.start]
        seen = state.places[value] & state.bits.common_peers(cells)
        for end in members(on & -2 << reach.start):
            there = pairs.nodes[end]
            if there.value != value:
                continue
            hit = seen & state.bits.common_peers(there.cells)
            if hit:
                yield _either(pairs, reach.path(end), "xy-chain", at(hit, value))


def _either(links: Links, path: list[int], name: str, eliminations: tuple[Candidate, ...]) -> Step:
    first, last = links.words(path[:1]), links.words(path[-1:])
    return Step(
        name,
        f"{first} or {last}, along the chain {links.told(path)}: "
        f"{links.state.words.out(eliminations)}",
        eliminations=eliminations,
        pattern=links.pattern(path),
        links=links.drawn(path),
    )


class _Kind(NamedTuple):
    """A kind of chain: its links, and whether a path has a node or link that is special to it."""

    prefix: str
    build: Callable[[State], Links]
    is_used: Callable[[Links, list[int]], bool]


def _has_group(links: Links, path: list[int]) -> bool:
    return any(not links.singles >> node & 1 for node in path)


def _has_set(links: Links, path: list[int]) -> bool:
    return bool(links.sets(path))


def set_links(state: State) -> Links:
    """Return the grouped links, and those between two values of an almost locked set."""
    return state.remember("set links", lambda: _with_sets(state))


def _with_sets(state: State) -> Links:
    links = grouped_links(state).copy()
    start = len(links.nodes)
    for cells, values in state.paced(almost_locked_sets(state)):
        if not cells & (cells - 1):
            continue
        nodes = []
        for value in values_of(values):
            places = state.places[value]
            if places & state.bits.common_peers(places & cells):
                nodes.append(links.node(value, places & cells))
        for one, other in combinations(nodes, 2):
            if not links.strong[one] >> other & 1:
                links.join(one, other)
                links.through[one, other] = links.through[other, one] = cells, values
    links.weaken(start)
    return links


_KINDS = (
    _Kind("", plain_links, lambda _, path: True),
    _Kind("grouped ", grouped_links, _has_group),
    _Kind("als ", set_links, _has_set),
)


def _find(state: State, name: str, kind: _Kind) -> Iterator[Step]:
    """Yield the chains of one name.

    All names of a kind share one search: the next name starts with what was found before.
    """
    shared = state.remember(("chains", kind.prefix), lambda: [_chains(kind, kind.build(state))])
    shared[0], mine = tee(shared[0])
    return (step for step in mine if step.technique == kind.prefix + name)


def _chains(kind: _Kind, links: Links) -> Iterator[Step]:
    seen: set[tuple[str, int]] = set()
    for reach, on in reaches(links, range(len(links.nodes))):
        if len(reach.ons) < 2:
            continue
        for end in members(on & -1 << reach.start):
            for name, path, hit in _conclusions(links, reach, end):
                if not hit or (name, hit) in seen or not kind.is_used(links, path):
                    continue
                if len(path) < 6 and len({links.nodes[node].value for node in path}) == 1:
                    continue  # it is a pattern of `single_digit.py`
                seen.add((name, hit))
                yield _STEPS[name](links, path, kind.prefix + name, links.hit(hit))


def _conclusions(links: Links, reach: Reach, end: int) -> Iterator[tuple[str, list[int], int]]:
    """Yield what a chain proves: its name, its path, and the nodes that are false."""
    weak = links.weak
    start = reach.start
    if end == start:
        cells = links.nodes[start].cells
        if not cells & (cells - 1):
            yield _BROKEN, reach.path(end), _beside(links, start)
        return
    is_loop = weak[start] >> end & 1
    if is_loop:
        links.state.check()
        for path in islice(reach.paths(end), _TIES):
            hit = _around(links, path)
            inside = _inside(links, path, hit)
            yield _LOOP, path, hit & ~inside
            yield _LOOP, path, inside
    hit = weak[start] & weak[end] & links.singles
    if hit & (hit - 1):
        if not is_loop or links.nodes[start].value == links.nodes[end].value:
            yield _AIC, reach.path(end), hit
    elif hit and not is_loop:
        yield _BROKEN, reach.path(end), hit


def _beside(links: Links, node: int) -> int:
    """Return the nodes of the other candidates in the cell of a node."""
    value, cells = links.nodes[node]
    state = links.state
    others = state.candidates[cells.bit_length() - 1] & ~(1 << value - 1)
    return union(links.number[Node(other, cells)] for other in values_of(others))


def _around(links: Links, path: list[int]) -> int:
    """Return the nodes that a continuous loop clears: one end of each of its links is true."""
    hit = 0
    for index in range(-1, len(path) - 1, 2):
        hit |= links.weak[path[index]] & links.weak[path[index + 1]]
    hit &= links.singles
    for one, other in zip(path[::2], path[1::2], strict=True):
        if (one, other) in links.through:
            cells, values = links.through[one, other]
            ends = 1 << links.nodes[one].value - 1 | 1 << links.nodes[other].value - 1
            for value in values_of(values & ~ends):
                places = links.state.places[value]
                lost = places & links.state.bits.common_peers(places & cells)
                hit |= union(links.number[Node(value, 1 << cell)] for cell in members(lost))
    return hit


def _inside(links: Links, path: list[int], hit: int) -> int:
    """Return what links between cells clear in the own cells of a loop of single candidates.

    HoDoKu does not clear these, so they are a step of their own.
    """
    nodes = links.nodes
    if links.through or any(not links.singles >> node & 1 for node in path):
        return 0
    own = 0
    for node in path:
        own |= nodes[node].cells
    for index in range(-1, len(path) - 1, 2):
        one, other = nodes[path[index]], nodes[path[index + 1]]
        if one.cells == other.cells:  # a link in a cell clears all the others there
            hit &= ~(links.weak[path[index]] & links.weak[path[index + 1]])
    return union(node for node in members(hit) if nodes[node].cells & own)


def _loop(links: Links, path: list[int], name: str, eliminations: tuple[Candidate, ...]) -> Step:
    return Step(
        name,
        f"the loop {links.told([*path, path[0]])} holds in both directions: "
        f"{links.state.words.out(eliminations)}",
        eliminations=eliminations,
        pattern=links.pattern(path),
        links=links.drawn([*path, path[0]]),
    )


def _broken(links: Links, path: list[int], name: str, eliminations: tuple[Candidate, ...]) -> Step:
    if path[0] != path[-1]:
        return _either(links, path, name, eliminations)
    words = links.state.words
    cell, value = links.nodes[path[0]].candidate
    return Step(
        name,
        f"if {words.cell[cell]} were not {words.value[value]}, it would be {words.value[value]} "
        f"along the loop {links.told(path)}: {words.out(eliminations)}",
        eliminations=eliminations,
        pattern=links.pattern(path),
        links=links.drawn(path),
    )


_STEPS = {_LOOP: _loop, _BROKEN: _broken, _AIC: _either}


TECHNIQUES = (
    Technique("x-chain", 6.5, x_chain),
    Technique("xy-chain", 6.6, xy_chain),
    *(
        Technique(kind.prefix + name, rating, partial(_find, name=name, kind=kind))
        for kind, rating in zip(_KINDS, (7.0, 7.3, 7.5), strict=True)
        for name in _STEPS
    ),
)
