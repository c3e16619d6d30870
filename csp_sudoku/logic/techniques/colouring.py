"""Colouring: clusters of strong links of one value, whose cells have two colours alternately.

The cells of one colour are all true, those of the other are all false.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple

from csp_sudoku.logic.state import Conjugates, State
from csp_sudoku.logic.step import Candidate, Link, Step, at
from csp_sudoku.logic.techniques.technique import Technique


class Cluster(NamedTuple):
    """Places of a value that strong links connect: those of each colour, and the links."""

    value: int
    colours: tuple[int, int]
    links: tuple[Conjugates, ...]

    @property
    def cells(self) -> int:
        """All cells of the cluster."""
        return self.colours[0] | self.colours[1]


def clusters(state: State, value: int) -> list[Cluster]:
    """Return the clusters of a value.

    One that cannot be coloured with two colours is a contradiction; it is left out.
    """
    links = state.conjugates(value)
    beside: dict[int, list[int]] = {}
    for first, second, _ in links:
        beside.setdefault(first, []).append(second)
        beside.setdefault(second, []).append(first)
    colour: dict[int, int] = {}
    found = []
    for start in beside:
        if start in colour:
            continue
        colour[start] = 0
        sides = [1 << start, 0]
        todo = [start]
        while todo:
            cell = todo.pop()
            for other in beside[cell]:
                if other not in colour:
                    colour[other] = 1 - colour[cell]
                    sides[colour[other]] |= 1 << other
                    todo.append(other)
        inside = tuple(link for link in links if (sides[0] | sides[1]) >> link.first & 1)
        if all(colour[link.first] != colour[link.second] for link in inside):
            found.append(Cluster(value, (sides[0], sides[1]), inside))
    return found


def colour_trap(state: State) -> Iterator[Step]:
    """Find places that see both colours of a cluster."""
    for value in range(1, state.bits.size + 1):
        for cluster in clusters(state, value):
            one, other = cluster.colours
            hit = state.places[value] & ~cluster.cells
            hit &= state.bits.any_peers(one) & state.bits.any_peers(other)
            if hit:
                words = state.words
                reason = (
                    f"either {words.cells(one)} or {words.cells(other)} are all "
                    f"{words.value[value]}"
                )
                yield _step(state, "simple colour trap", [cluster], reason, hit, other)


def colour_wrap(state: State) -> Iterator[Step]:
    """Find colours two cells of which see each other: such a colour is false."""
    for value in range(1, state.bits.size + 1):
        for cluster in clusters(state, value):
            for false in cluster.colours:
                if false & state.bits.any_peers(false):
                    words = state.words
                    reason = (
                        f"{words.cells(false)} are {words.value[value]} all or none, "
                        "and two of them see each other"
                    )
                    yield _step(state, "simple colour wrap", [cluster], reason, false, false)


def multi_colours(state: State) -> Iterator[Step]:
    """Find two clusters with a colour each that see each other: these are not both true.

    Then one of the opposite colours is true, and places that see both of them are cleared. A colour
    that sees both colours of the other cluster is false.
    """
    for value in range(1, state.bits.size + 1):
        places = state.places[value]
        for one, other in state.paced(combinations(clusters(state, value), 2)):
            hit = fins = 0
            reasons = []
            for near, far in permutations(one.colours):
                for joint, end in permutations(other.colours):
                    if not state.bits.any_peers(near) & joint:
                        continue
                    more = places & state.bits.any_peers(far) & state.bits.any_peers(end)
                    more &= ~(one.cells | other.cells)
                    if more:
                        hit |= more
                        fins |= near | joint
                        reasons.append(_not_both(state, value, near, joint))
            for first, second in permutations((one, other)):
                for false in first.colours:
                    seen = state.bits.any_peers(false)
                    if seen & second.colours[0] and seen & second.colours[1]:
                        hit |= false
                        fins |= false
                        reasons.append(_neither(state, value, false, second))
            if hit:
                yield _step(state, "multi colours", [one, other], "; ".join(reasons), hit, fins)


def _not_both(state: State, value: int, near: int, joint: int) -> str:
    words = state.words
    return f"{words.cells(near)} cannot be {words.value[value]} together with {words.cells(joint)}"


def _neither(state: State, value: int, false: int, cluster: Cluster) -> str:
    words = state.words
    one, other = cluster.colours
    return (
        f"{words.cells(false)} see both {words.cells(one)} and {words.cells(other)}, "
        f"and one of these colours is {words.value[value]}"
    )


def _step(state: State, name: str, used: list[Cluster], reason: str, hit: int, fins: int) -> Step:
    value = used[0].value
    eliminations = at(hit, value)
    cells = 0
    for cluster in used:
        cells |= cluster.cells
    links = tuple(
        Link(Candidate(link.first, value), Candidate(link.second, value), True)
        for cluster in used
        for link in cluster.links
    )
    groups = dict.fromkeys(link.group.number for cluster in used for link in cluster.links)
    return Step(
        name,
        f"{reason}: {state.words.out(eliminations)}",
        eliminations=eliminations,
        pattern=at(cells, value),
        fins=at(fins, value),
        groups=tuple(groups),
        links=links,
    )


TECHNIQUES = (
    Technique("simple colour trap", 4.2, colour_trap),
    Technique("simple colour wrap", 4.2, colour_wrap),
    Technique("multi colours", 4.5, multi_colours),
)
