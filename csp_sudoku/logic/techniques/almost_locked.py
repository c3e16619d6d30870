"""Almost locked sets: n cells of a group that have n + 1 candidates together, one too many.

If two such sets cannot both have x (all their places of x see each other), one of them lacks x and
has all its other values. In a chain of such sets, the set at one end or the other lacks only the
value that it shares with its neighbour; a candidate that sees the places of another value in both
ends is cleared. Two sets are the XZ rule, three the XY-wing. In a death blossom, each value of a
cell takes a value away from one of the sets around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from csp_sudoku.bits import members, union, values_of
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Link, Step, at
from csp_sudoku.logic.techniques.links import Links, Node, reaches, sight
from csp_sudoku.logic.techniques.technique import Technique, distinct
from csp_sudoku.logic.words import listed

_SMALL_BOARD = 9
_LARGEST_ELSEWHERE = 4


class AlmostLocked(NamedTuple):
    """Cells of a group, and their values: one more than there are cells."""

    cells: int
    values: int


def almost_locked_sets(state: State) -> list[AlmostLocked]:
    """Return the almost locked sets, small ones first; on large boards, only small ones.

    >>> from csp_sudoku import Puzzle
    >>> almost_locked_sets(State.of(Puzzle("12.. .... .... ....")))[0]
    AlmostLocked(cells=4, values=12)
    """
    return state.remember("almost locked sets", lambda: _sets(state))


def _sets(state: State) -> list[AlmostLocked]:
    size = state.bits.size
    largest = size - 1 if size <= _SMALL_BOARD else _LARGEST_ELSEWHERE
    found: dict[int, int] = {}
    for group in state.paced(state.bits.groups):
        cells = [(1 << cell, state.candidates[cell]) for cell in members(group.mask & state.open)]
        layer = [(0, 0, 0)]
        for count in range(1, min(largest, len(cells) - 1) + 1):
            wider = []
            for mask, values, start in layer:
                for index in range(start, len(cells)):
                    bit, more = cells[index]
                    joined = values | more
                    have = joined.bit_count()
                    if have <= largest + 1:
                        wider.append((mask | bit, joined, index + 1))
                        if have == count + 1:
                            found[mask | bit] = joined
            layer = wider
    order = sorted(found.items(), key=lambda item: (item[0].bit_count(), item[0]))
    return [AlmostLocked(cells, values) for cells, values in order]


class Web:
    """The almost locked sets of a state, and how they are linked.

    The links have a node for each value of each set. They are strong between two values of one set,
    only one of which can be missing, and weak where two sets cannot both have a value.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.sets = almost_locked_sets(state)
        self.links = Links(state)
        self.owner: list[int] = []
        """The number of the set that each node belongs to."""
        self.node: list[dict[int, int]] = []
        """For each set the node of each of its values."""
        self.hits: list[int] = []
        """For each node the cells that lose its value if the set has it."""
        self._add_nodes()
        seen = sight(state, self.links.nodes)
        self.links.weak += [seen[node] for node in self.links.nodes]
        self.near: list[dict[int, int]] = [{} for _ in self.sets]
        """For each set the other sets, with the values that the two cannot both have."""
        for node, weak in state.paced(enumerate(self.links.weak)):
            near = self.near[self.owner[node]]
            value = 1 << self.links.nodes[node].value - 1
            for other in members(weak):
                owner = self.owner[other]
                near[owner] = near.get(owner, 0) | value

    @classmethod
    def of(cls, state: State) -> Web:
        """Return the web of a state; it is built once."""
        return state.remember("almost locked web", lambda: cls(state))

    def _add_nodes(self) -> None:
        links = self.links
        hits: dict[Node, int] = {}
        for number, (cells, values) in self.state.paced(enumerate(self.sets)):
            first = len(links.nodes)
            own = {}
            for value in values_of(values):
                node = Node(value, self.state.places[value] & cells)
                if node not in hits:
                    seen = self.state.bits.common_peers(node.cells)
                    hits[node] = self.state.places[value] & seen
                own[value] = len(links.nodes)
                links.nodes.append(node)
                self.owner.append(number)
                self.hits.append(hits[node])
            self.node.append(own)
            everyone = (1 << len(links.nodes)) - (1 << first)
            links.strong += [everyone & ~(1 << node) for node in own.values()]

    def both(self, one: int, other: int, values: int) -> dict[int, int]:
        """Return the cells by value that are cleared if one of two sets has all of these values."""
        here, there = self.node[one], self.node[other]
        found = {}
        for value in values_of(values):
            cleared = self.hits[here[value]] & self.hits[there[value]]
            if cleared:
                found[value] = cleared
        return found

    def partners(self, one: int) -> int:
        """Return the sets that clear a candidate which this set clears, too."""
        by_candidate = self.state.remember("almost locked targets", self._by_candidate)
        found = 0
        for value, node in self.node[one].items():
            for cell in members(self.hits[node]):
                found |= by_candidate[cell, value]
        return found

    def _by_candidate(self) -> dict[tuple[int, int], int]:
        found: dict[tuple[int, int], int] = {}
        for node, cells in self.state.paced(enumerate(self.hits)):
            bit = 1 << self.owner[node]
            value = self.links.nodes[node].value
            for cell in members(cells):
                found[cell, value] = found.get((cell, value), 0) | bit
        return found

    def described(self, path: Iterable[int]) -> str:
        """Say what the sets A, B, C, … are."""
        words = self.state.words
        return "; ".join(
            f"{_label(index)} is {words.cells(self.sets[number].cells)} with "
            f"{words.values(self.sets[number].values)}"
            for index, number in enumerate(path)
        )

    def pattern(self, path: Iterable[int]) -> tuple[Candidate, ...]:
        """Return the candidates of these sets."""
        cells = 0
        for number in path:
            cells |= self.sets[number].cells
        return self.state.cleared(cells, self.state.bits.everything)

    def step(
        self, name: str, path: Sequence[int], shared: Sequence[int], cleared: dict[int, int]
    ) -> Step:
        """Return the step of a chain of sets; `shared` has the values between neighbours."""
        words = self.state.words
        eliminations = _candidates(cleared)
        apart = listed(
            [
                f"{_label(index)} and {_label(index + 1)} cannot both have {words.value[value]}"
                for index, value in enumerate(shared)
            ]
        )
        left = words.values(_mask(cleared))
        links = []
        fins: dict[Candidate, None] = {}
        for (one, other), value in zip(pairwise(path), shared, strict=True):
            ends = [self.links.nodes[self.node[number][value]] for number in (one, other)]
            links.append(Link(ends[0].candidate, ends[1].candidate, is_strong=False))
            fins |= dict.fromkeys((*at(ends[0].cells, value), *at(ends[1].cells, value)))
        return Step(
            name,
            f"{self.described(path)}. {apart}, so A or {_label(len(path) - 1)} has {left}: "
            f"{words.out(eliminations)}",
            eliminations=eliminations,
            pattern=self.pattern(path),
            fins=tuple(fins),
            links=tuple(links),
        )


def _label(index: int) -> str:
    return chr(ord("A") + index) if index < 26 else f"A{index}"


def _mask(values: Iterable[int]) -> int:
    return union(value - 1 for value in values)


def _candidates(cleared: dict[int, int]) -> tuple[Candidate, ...]:
    return tuple(
        candidate for value, cells in sorted(cleared.items()) for candidate in at(cells, value)
    )


@distinct
def xz(state: State) -> Iterator[Step]:
    """Find two sets that cannot both have one value, or two values."""
    web = Web.of(state)
    for one, near in state.paced(enumerate(web.near)):
        here = web.sets[one]
        for other, shared in near.items():
            there = web.sets[other]
            if other < one or here.cells & there.cells:
                continue
            if not shared & (shared - 1):
                cleared = web.both(one, other, here.values & there.values & ~shared)
                if cleared:
                    yield web.step("als-xz", (one, other), (shared.bit_length(),), cleared)
            elif shared.bit_count() == 2:
                yield from _doubly_linked(web, one, other, shared)


def _doubly_linked(web: Web, one: int, other: int, shared: int) -> Iterator[Step]:
    """Yield what follows if each of two sets has exactly one of two shared values."""
    cleared = web.both(one, other, shared)
    for number in (one, other):
        for value in values_of(web.sets[number].values & ~shared):
            hit = web.hits[web.node[number][value]]
            if hit:
                cleared[value] = cleared.get(value, 0) | hit
    if cleared:
        words = web.state.words
        first, second = values_of(shared)
        step = web.step("als-xz", (one, other), (first,), cleared)
        yield step._replace(
            sentence=f"{web.described((one, other))}. They cannot both have {words.value[first]}, "
            f"nor both {words.value[second]}: each has one of these and all its other values, "
            f"{words.out(step.eliminations)}"
        )


def xy_wing(state: State) -> Iterator[Step]:
    """Find two sets that are joined by a third one."""
    web = Web.of(state)
    beside = [union(near) for near in web.near]
    found = set()
    for one in range(len(web.sets)):
        state.check()
        for other in members(web.partners(one) & -2 << one):
            values = web.sets[one].values & web.sets[other].values
            for middle, first, second in _joints(web, one, other, beside[one] & beside[other]):
                cleared = web.both(one, other, values & ~(1 << first - 1 | 1 << second - 1))
                key = tuple(cleared.items())
                if cleared and key not in found:
                    found.add(key)
                    yield web.step("als-xy-wing", (one, middle, other), (first, second), cleared)


def _joints(web: Web, one: int, other: int, middles: int) -> Iterator[tuple[int, int, int]]:
    """Yield the sets that join two others, with the value that each shares with either."""
    for middle in members(middles):
        for first in values_of(web.near[one][middle]):
            for second in values_of(web.near[other][middle] & ~(1 << first - 1)):
                yield middle, first, second


def chain(state: State) -> Iterator[Step]:
    """Find chains of four or more sets, the shortest first."""
    web = Web.of(state)
    nodes = web.links.nodes
    useful: dict[int, int] = {}
    for number, node in enumerate(nodes):
        if web.hits[number]:
            useful[node.value] = useful.get(node.value, 0) | 1 << number
    starts = [number for number, hit in enumerate(web.hits) if hit]
    found = set()
    for reach, on in reaches(web.links, starts):
        if len(reach.ons) < 4:
            continue
        start = reach.start
        for end in members(on & useful[nodes[start].value] & -2 << start):
            if not web.hits[start] & web.hits[end]:
                continue
            state.check()
            path = reach.path(end)
            first, last = nodes[path[1]].value, nodes[path[-2]].value
            one, other = web.owner[start], web.owner[end]
            left = web.sets[one].values & web.sets[other].values
            cleared = web.both(one, other, left & ~(1 << first - 1 | 1 << last - 1))
            key = tuple(cleared.items())
            if key in found:
                continue
            found.add(key)
            owners = [web.owner[node] for node in path[::2]]
            shared = [nodes[node].value for node in path[1:-1:2]]
            yield web.step("als chain", owners, shared, cleared)


@distinct
def death_blossom(state: State) -> Iterator[Step]:
    """Find cells each value of which takes that value from a set, which then has another one."""
    web = Web.of(state)
    petals: dict[tuple[int, int], list[int]] = {}
    for node, cells in state.paced(enumerate(web.hits)):
        for cell in members(cells):
            petals.setdefault((cell, web.links.nodes[node].value), []).append(web.owner[node])
    for stem in members(state.open):
        have = list(values_of(state.candidates[stem]))
        around = [petals.get((stem, value), []) for value in have]
        if len(have) < 2 or not all(around):
            continue
        for value in state.paced(values_of(state.bits.everything & ~state.candidates[stem])):
            yield from _blossom(web, stem, have, around, value)


def _blossom(
    web: Web, stem: int, have: list[int], around: list[list[int]], value: int
) -> Iterator[Step]:
    """Yield a step for each candidate of a value that all petals of a cell can clear."""
    choices = []
    everywhere = web.state.places[value]
    for sets in around:
        hits = [
            (number, web.hits[web.node[number][value]])
            for number in sets
            if value in web.node[number]
        ]
        reached = 0
        for _, hit in hits:
            reached |= hit
        everywhere &= reached
        choices.append(hits)
        if not everywhere:
            return
    while everywhere:
        target = everywhere & -everywhere
        chosen = [next(item for item in hits if item[1] & target) for hits in choices]
        cleared = everywhere
        for _, hit in chosen:
            cleared &= hit
        everywhere &= ~cleared
        yield _blossom_step(web, stem, have, [number for number, _ in chosen], {value: cleared})


def _blossom_step(
    web: Web, stem: int, have: list[int], path: list[int], cleared: dict[int, int]
) -> Step:
    words = web.state.words
    eliminations = _candidates(cleared)
    (value,) = cleared
    taken = listed(
        [f"{words.value[v]} takes it from {_label(index)}" for index, v in enumerate(have)]
    )
    stems = [Candidate(stem, v) for v in have]
    return Step(
        "death blossom",
        f"{web.described(path)}. In {words.cell[stem]}, {taken}: one of these sets is left with "
        f"{words.value[value]}, {words.out(eliminations)}",
        eliminations=eliminations,
        pattern=(*stems, *web.pattern(path)),
        fins=tuple(stems),
        links=tuple(
            Link(one, web.links.nodes[web.node[number][one.value]].candidate, is_strong=False)
            for one, number in zip(stems, path, strict=True)
        ),
    )


TECHNIQUES = (
    Technique("als-xz", 7.1, xz),
    Technique("als-xy-wing", 7.2, xy_wing),
    Technique("als chain", 7.4, chain),
    Technique("death blossom", 7.5, death_blossom),
)
