"""Colours: strong links of one value joined to a net; its cells take two colours by turns.

One colour of a net is all true, the other all false.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple

from csp_sudoku.bits import members
from csp_sudoku.logic.state import Conjugates, State
from csp_sudoku.logic.step import Candidate, Link, Step, at
from csp_sudoku.logic.techniques.technique import Technique


class Net(NamedTuple):
    """The places of a value that strong links join: two colours, and the links between them."""

    value: int
    colours: tuple[int, int]
    links: tuple[Conjugates, ...]

    @property
    def cells(self) -> int:
        """All cells of the net."""
        return self.colours[0] | self.colours[1]


def nets(state: State, value: int) -> list[Net]:
    """Return the nets of a value.

    A net that cannot be coloured with two colours shows a contradiction; it is left out.
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
            found.append(Net(value, (sides[0], sides[1]), inside))
    return found


def seen_by(state: State, cells: int) -> int:
    """Return the cells that see at least one of these."""
    seen = 0
    for cell in members(cells):
        seen |= state.bits.peers[cell]
    return seen


def colour_trap(state: State) -> Iterator[Step]:
    """Find places that see both colours of a net."""
    for value in range(1, state.bits.size + 1):
        for net in nets(state, value):
            one, other = net.colours
            hit = state.places[value] & ~net.cells & seen_by(state, one) & seen_by(state, other)
            if hit:
                words = state.words
                reason = (
                    f"either {words.cells(one)} or {words.cells(other)} are all "
                    f"{words.value[value]}"
                )
                yield _step(state, "simple colour trap", [net], reason, hit, other)


def colour_wrap(state: State) -> Iterator[Step]:
    """Find colours of which two cells see each other: that colour is false."""
    for value in range(1, state.bits.size + 1):
        for net in nets(state, value):
            for false in net.colours:
                if false & seen_by(state, false):
                    words = state.words
                    reason = (
                        f"{words.cells(false)} are {words.value[value]} all or none, "
                        "and two of them see each other"
                    )
                    yield _step(state, "simple colour wrap", [net], reason, false, false)


def multi_colours(state: State) -> Iterator[Step]:
    """Find two nets of which a colour sees one of the other: they are not both true.

    Then one of the opposite colours is true, and what sees both is cleared. A colour that sees both
    colours of the other net is false.
    """
    for value in range(1, state.bits.size + 1):
        places = state.places[value]
        for one, other in combinations(nets(state, value), 2):
            hit = fins = 0
            reasons = []
            for near, far in permutations(one.colours):
                for joint, end in permutations(other.colours):
                    if not seen_by(state, near) & joint:
                        continue
                    more = places & seen_by(state, far) & seen_by(state, end)
                    more &= ~(one.cells | other.cells)
                    if more:
                        hit |= more
                        fins |= near | joint
                        reasons.append(_not_both(state, value, near, joint))
            for net, second in permutations((one, other)):
                for false in net.colours:
                    seen = seen_by(state, false)
                    if seen & second.colours[0] and seen & second.colours[1]:
                        hit |= false
                        fins |= false
                        reasons.append(_neither(state, value, false, second))
            if hit:
                yield _step(state, "multi colours", [one, other], "; ".join(reasons), hit, fins)


def _not_both(state: State, value: int, near: int, joint: int) -> str:
    words = state.words
    return f"{words.cells(near)} cannot be {words.value[value]} together with {words.cells(joint)}"


def _neither(state: State, value: int, false: int, net: Net) -> str:
    words = state.words
    one, other = net.colours
    return (
        f"{words.cells(false)} see both {words.cells(one)} and {words.cells(other)}, "
        f"which are {words.value[value]} by turns"
    )


def _step(state: State, name: str, used: list[Net], reason: str, hit: int, fins: int) -> Step:
    value = used[0].value
    eliminations = at(hit, value)
    cells = 0
    for net in used:
        cells |= net.cells
    links = tuple(
        Link(Candidate(link.first, value), Candidate(link.second, value), True)
        for net in used
        for link in net.links
    )
    groups = dict.fromkeys(link.group.number for net in used for link in net.links)
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
