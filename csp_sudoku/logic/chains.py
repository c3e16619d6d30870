"""Chains of strong and weak links by turns: if one end is false, the other is true.

Both ends cannot be false, so what both of them see is cleared. A chain of one value is an X-chain,
one through cells with two candidates an XY-chain, any other an alternating inference chain (AIC),
or, if it clears one candidate alone or closes at its own start, a discontinuous nice loop. If the
ends see each other, the loop is continuous: each of its links holds both ways. Grouped chains have
nodes of several cells, others go through almost locked sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, tee

from csp_sudoku.logic.bits import members
from csp_sudoku.logic.links import Links, Reach, grouped_links, pair_links, plain_links, reaches
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step, at
from csp_sudoku.logic.technique import Technique, distinct

_LOOP = "continuous nice loop"
_BROKEN = "discontinuous nice loop"
_AIC = "alternating inference chain"
_TIES = 20


def x_chain(state: State) -> Iterator[Step]:
    """Find chains of three strong links or more in one value."""
    return distinct(_x_chain(state))


def _x_chain(state: State) -> Iterator[Step]:
    links = state.remember("value links", lambda: _by_value(plain_links(state)))
    for reach, on in reaches(links, range(len(links.nodes))):
        if len(reach.ons) > 2:
            yield from _ends(links, reach, on, "x-chain")


def _by_value(links: Links) -> Links:
    """Return the links between equal values alone."""
    same = links.copy()
    of_value: dict[int, int] = {}
    for number, node in enumerate(links.nodes):
        of_value[node.value] = of_value.get(node.value, 0) | 1 << number
    for number, node in enumerate(links.nodes):
        same.strong[number] &= of_value[node.value]
        same.weak[number] &= of_value[node.value]
    return same


def xy_chain(state: State) -> Iterator[Step]:
    """Find chains through four cells or more that have two candidates each."""
    return distinct(_xy_chain(state))


def _xy_chain(state: State) -> Iterator[Step]:
    pairs = pair_links(state)
    for reach, on in reaches(pairs, range(len(pairs.nodes))):
        if len(reach.ons) < 4:
            continue
        value, cells = pairs.nodes[reach.start]
        seen = state.places[value] & state.bits.common_peers(cells)
        for end in members(on & -1 << reach.start):
            there = pairs.nodes[end]
            if there.value != value:
                continue
            hit = seen & state.bits.common_peers(there.cells)
            if hit:
                yield _either(pairs, reach.path(end), "xy-chain", at(hit, value))


def _ends(links: Links, reach: Reach, on: int, name: str) -> Iterator[Step]:
    """Yield what follows from both ends of the chains that a start reaches."""
    weak = links.weak
    seen = weak[reach.start]
    for end in members(on & -1 << reach.start):
        hit = seen & weak[end] & links.singles
        if hit and not seen >> end & 1:
            yield _either(links, reach.path(end), name, links.hit(hit))


def _either(
    links: Links, path: list[int], name: str, eliminations: tuple[Candidate, ...]
) -> Step:
    first, last = links.words(path[:1]), links.words(path[-1:])
    return Step(
        name,
        f"{first} or {last}, along the chain {links.words(path)}: "
        f"{links.state.words.out(eliminations)}",
        eliminations=eliminations,
        pattern=links.pattern(path),
        links=links.drawn(path),
    )


def _found(state: State, build: Callable[[State], Links]) -> list[Iterator[Step]]:
    """Return the one search that the three kinds of chains share, to be copied from."""
    return state.remember(("chains", build), lambda: [_chains(build(state), build is not plain_links)])


def _kind(state: State, name: str, build: Callable[[State], Links]) -> Iterator[Step]:
    """Yield the chains of one kind; whoever asks next goes on where this one stopped."""
    shared = _found(state, build)
    shared[0], mine = tee(shared[0])
    prefix = "" if build is plain_links else "grouped "
    return (step for step in mine if step.technique == prefix + name)


def _chains(links: Links, is_grouped: bool) -> Iterator[Step]:
    seen: set[tuple[str, int]] = set()
    prefix = "grouped " if is_grouped else ""
    for reach, on in reaches(links, range(len(links.nodes))):
        if len(reach.ons) < 2:
            continue
        for end in members(on & -1 << reach.start):
            for name, path, hit in _conclusions(links, reach, end):
                if not hit or (name, hit) in seen:
                    continue
                if is_grouped and all(links.singles >> node & 1 for node in path):
                    continue
                if len(path) < 6 and len({links.nodes[node].value for node in path}) == 1:
                    continue
                seen.add((name, hit))
                yield _STEPS[name](links, path, prefix + name, links.hit(hit))


def _conclusions(links: Links, reach: Reach, end: int) -> Iterator[tuple[str, list[int], int]]:
    """Yield names, paths, and the nodes that are false because of them."""
    weak = links.weak
    start = reach.start
    if end == start:
        cells = links.nodes[start].cells
        if not cells & (cells - 1):
            hit = 0
            for number in members(weak[start] & links.singles):
                if links.nodes[number].cells == cells:
                    hit |= 1 << number
            yield _BROKEN, reach.path(end), hit
    elif weak[start] >> end & 1:
        for path in islice(reach.paths(end), _TIES):
            hit = 0
            for index in range(-1, len(path) - 1, 2):
                hit |= weak[path[index]] & weak[path[index + 1]]
            yield _LOOP, path, hit & links.singles
    else:
        hit = weak[start] & weak[end] & links.singles
        if hit:
            yield _AIC if hit & (hit - 1) else _BROKEN, reach.path(end), hit


def _around(links: Links, path: list[int], name: str, eliminations: tuple[Candidate, ...]) -> Step:
    return Step(
        name,
        f"the loop {links.words([*path, path[0]])} holds in both directions: "
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
        f"if {words.cell[cell]} were not {words.value[value]}, it would be so along the loop "
        f"{links.words(path)}: {words.out(eliminations)}",
        eliminations=eliminations,
        pattern=links.pattern(path),
        links=links.drawn(path),
    )


_STEPS = {_LOOP: _around, _BROKEN: _broken, _AIC: _either}


def _techniques(build: Callable[[State], Links], prefix: str, rating: float) -> tuple[Technique, ...]:
    return tuple(
        Technique(prefix + name, rating, partial(_kind, name=name, build=build)) for name in _STEPS
    )


TECHNIQUES = (
    Technique("x-chain", 6.5, x_chain),
    Technique("xy-chain", 6.6, xy_chain),
    *_techniques(plain_links, "", 7.0),
    *_techniques(grouped_links, "grouped ", 7.3),
)
