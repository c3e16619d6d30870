"""The links of a state: candidates that are not both false (strong), or not both true (weak).

A node is a value at one cell, or at one of several cells (it is true if one of them has the value).
Links are kept as sets of nodes, one integer per node, so that a search takes a whole layer at once:
from false nodes along strong links to true nodes, from these along weak links to false nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from csp_sudoku.bits import members, union, values_of
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Link, at, chain_links

_STARTS = 32
"""How many starts of chains are searched between two checks of the budget, on a small board."""


class Node(NamedTuple):
    """A value at one of these cells."""

    value: int
    cells: int

    @property
    def candidate(self) -> Candidate:
        """The first of the node's candidates."""
        return Candidate((self.cells & -self.cells).bit_length() - 1, self.value)


class Links:
    """Nodes with their strong and weak links; every link goes both ways.

    >>> from csp_sudoku import Puzzle
    >>> links = plain_links(State.of(Puzzle("12.. .... .... ....")))
    >>> node = links.number[Node(3, 1 << 2)]
    >>> [links.nodes[other] for other in members(links.strong[node])]
    [Node(value=3, cells=8), Node(value=4, cells=4)]
    """

    __slots__ = ("nodes", "number", "singles", "state", "strong", "through", "weak")

    def __init__(self, state: State) -> None:
        self.state = state
        self.nodes: list[Node] = []
        self.number: dict[Node, int] = {}
        self.strong: list[int] = []
        self.weak: list[int] = []
        self.singles = 0
        """The nodes of one candidate, as bits; they have the lowest numbers."""
        self.through: dict[tuple[int, int], tuple[int, int]] = {}
        """For strong links through an almost locked set: the cells and values of the set."""

    def copy(self) -> Links:
        """Return an independent copy, to which nodes and links can be added."""
        other = Links(self.state)
        other.nodes = self.nodes.copy()
        other.number = self.number.copy()
        other.strong = self.strong.copy()
        other.weak = self.weak.copy()
        other.singles = self.singles
        other.through = self.through.copy()
        return other

    def node(self, value: int, cells: int) -> int:
        """Return the number of a node; add the node if it is new."""
        node = Node(value, cells)
        number = self.number.get(node)
        if number is None:
            number = self.number[node] = len(self.nodes)
            self.nodes.append(node)
            self.strong.append(0)
            self.weak.append(0)
        return number

    def join(self, one: int, other: int) -> None:
        """Add a strong link."""
        self.strong[one] |= 1 << other
        self.strong[other] |= 1 << one

    def weaken(self, start: int) -> None:
        """Add the weak links of all nodes from this number on."""
        weak = self.weak
        seen = sight(self.state, self.nodes)
        for number in self.state.paced(range(start, len(self.nodes))):
            nodes = seen[self.nodes[number]]
            weak[number] |= nodes
            bit = 1 << number
            for other in members(nodes & (1 << start) - 1):
                weak[other] |= bit

    def hit(self, nodes: int) -> tuple[Candidate, ...]:
        """Return the candidates of those of these nodes that have only one."""
        return tuple([self.nodes[number].candidate for number in members(nodes & self.singles)])

    def words(self, path: Iterable[int]) -> str:
        """Name the nodes of a path."""
        cell, value = self.state.words.cell, self.state.words.value
        nodes = (self.nodes[number] for number in path)
        return " - ".join(
            f"{'/'.join(cell[place] for place in members(node.cells))}={value[node.value]}"
            for node in nodes
        )

    def sets(self, path: Sequence[int]) -> list[tuple[int, int]]:
        """Return the almost locked sets that a path goes through: their cells and values."""
        links = zip(path[::2], path[1::2], strict=False)
        return [self.through[link] for link in links if link in self.through]

    def told(self, path: Sequence[int]) -> str:
        """Name the nodes of a path, and the almost locked sets that it goes through."""
        words = self.state.words
        sets = [f"{words.cells(c)} with {words.values(v)}" for c, v in self.sets(path)]
        return f"{self.words(path)}{' through ' if sets else ''}{'; '.join(sets)}"

    def drawn(self, path: Iterable[int], *, starts_strong: bool = True) -> tuple[Link, ...]:
        """Return the lines to draw along a path, alternately strong and weak."""
        nodes = (self.nodes[number].candidate for number in path)
        return chain_links(nodes, starts_strong=starts_strong)

    def pattern(self, path: Sequence[int]) -> tuple[Candidate, ...]:
        """Return all candidates of a path's nodes and almost locked sets."""
        found: dict[Candidate, None] = {}
        for number in path:
            value, cells = self.nodes[number]
            found |= dict.fromkeys(at(cells, value))
        for cells, values in self.sets(path):
            found |= dict.fromkeys(self.state.cleared(cells, values))
        return tuple(found)


def sight(state: State, nodes: Sequence[Node]) -> dict[Node, int]:
    """Return for each node the nodes of the same value all of whose cells it sees, as bits."""
    numbers: dict[Node, int] = {}
    for number, node in state.paced(enumerate(nodes)):
        numbers[node] = numbers.get(node, 0) | 1 << number
    everyone: dict[int, int] = {}
    at_place: dict[tuple[int, int], int] = {}
    for (value, cells), bits in state.paced(numbers.items()):
        everyone[value] = everyone.get(value, 0) | bits
        for cell in members(cells):
            at_place[value, cell] = at_place.get((value, cell), 0) | bits
    from_place: dict[tuple[int, int], int] = {}
    for value, cell in state.paced(at_place):
        seen = everyone[value]
        for other in members(state.places[value] & ~state.bits.peers[cell]):
            seen &= ~at_place.get((value, other), 0)
        from_place[value, cell] = seen
    found = {}
    for node in state.paced(numbers):
        value, cells = node
        seen = everyone[value]
        for cell in members(cells):
            seen &= from_place[value, cell]
        found[node] = seen
    return found


def joined(masks: Sequence[int], numbers: int) -> int:
    """Return the union of the masks with these numbers.

    >>> joined([0b001, 0b010, 0b100], 0b101)
    5
    """
    found = 0
    while numbers:  # not with `members`, because searches spend their time here
        low = numbers & -numbers
        found |= masks[low.bit_length() - 1]
        numbers ^= low
    return found


def plain_links(state: State) -> Links:
    """Return the links between candidates; strong in cells with two and in conjugate pairs."""
    return state.remember("plain links", lambda: _plain(state))


def _plain(state: State) -> Links:
    links = _singles(state)
    _join_pairs(links)
    for value in range(1, state.bits.size + 1):
        for first, second, _ in state.conjugates(value):
            links.join(links.node(value, 1 << first), links.node(value, 1 << second))
    return links


def _join_pairs(links: Links) -> None:
    """Add the strong links inside cells with two candidates."""
    state = links.state
    for cell in members(state.cells_with(2)):
        one, other = values_of(state.candidates[cell])
        links.join(links.node(one, 1 << cell), links.node(other, 1 << cell))


def _singles(state: State) -> Links:
    """Return a node for each candidate, with all weak links."""
    links = Links(state)
    at_cell: list[int] = [0] * len(state.candidates)
    for value in range(1, state.bits.size + 1):
        places = state.places[value]
        bit_of = {cell: 1 << links.node(value, 1 << cell) for cell in members(places)}
        for cell, bit in state.paced(bit_of.items()):
            at_cell[cell] |= bit
            mask = 0
            for peer in members(places & state.bits.peers[cell]):
                mask |= bit_of[peer]
            links.weak[bit.bit_length() - 1] = mask
    for number, (_, cells) in state.paced(enumerate(links.nodes)):
        links.weak[number] |= at_cell[cells.bit_length() - 1] & ~(1 << number)
    links.singles = (1 << len(links.nodes)) - 1
    return links


def pair_links(state: State) -> Links:
    """Return the strong links inside cells with two candidates, and weak links of equal values."""
    return state.remember("pair links", lambda: _pairs(state))


def _pairs(state: State) -> Links:
    links = Links(state)
    _join_pairs(links)
    links.weaken(0)
    links.singles = (1 << len(links.nodes)) - 1
    return links


def grouped_links(state: State) -> Links:
    """Return the plain links, and those of nodes with several cells where two groups overlap."""
    return state.remember("grouped links", lambda: _grouped(state))


def _grouped(state: State) -> Links:
    links = plain_links(state).copy()
    start = len(links.nodes)
    for value in range(1, state.bits.size + 1):
        places = state.places[value]
        nodes = {places & mask for mask in state.bits.overlaps}
        several = sorted(node for node in nodes if node & (node - 1))
        for group in state.paced(state.bits.full_groups):
            inside = places & group.mask
            for node in several:
                rest = inside & ~node
                if node & ~inside or not rest:
                    continue
                if not rest & (rest - 1) or rest in nodes:
                    links.join(links.node(value, node), links.node(value, rest))
    links.weaken(start)
    return links


class Reach:
    """What follows if one node is false, in layers of true and false nodes.

    `ons[k]` has the nodes that are found to be true after k + 1 strong links and not before,
    `offs[k]` the false nodes from which the last of these links starts. Only false nodes that have
    strong links count, those in `joints`.
    """

    __slots__ = ("joints", "links", "offs", "ons", "seen_off", "seen_on", "start")

    def __init__(self, links: Links, start: int, joints: int) -> None:
        self.links = links
        self.start = start
        self.joints = joints
        self.offs = [1 << start]
        self.ons: list[int] = []
        self.seen_off = 1 << start
        self.seen_on = 0

    def step(self) -> int:
        """Follow one more weak link (but none at first) and strong link; return the true nodes."""
        edge = self.offs[0]
        if self.ons:
            edge = joined(self.links.weak, self.ons[-1]) & self.joints & ~self.seen_off
            self.offs.append(edge)
            self.seen_off |= edge
        on = joined(self.links.strong, edge) & ~self.seen_on
        self.seen_on |= on
        self.ons.append(on)
        return on

    def path(self, end: int) -> list[int]:
        """Return a shortest path from the start to a node of the last layer."""
        return next(self.paths(end))

    def paths(self, end: int) -> Iterator[list[int]]:
        """Yield all shortest paths from the start to a node of the last layer."""

        def back(node: int, layer: int) -> Iterator[list[int]]:
            for off in members(self.links.strong[node] & self.offs[layer]):
                if not layer:
                    yield [off, node]
                    continue
                for on in members(self.links.weak[off] & self.ons[layer - 1]):
                    for path in back(on, layer - 1):
                        yield [*path, off, node]

        return back(end, len(self.ons) - 1)


def reaches(links: Links, starts: Iterable[int]) -> Iterator[tuple[Reach, int]]:
    """Yield the true nodes that each start reaches, shortest chains first."""
    joints = union(number for number, strong in enumerate(links.strong) if strong)
    open_ones = [Reach(links, start, joints) for start in starts if links.strong[start]]
    every = 1 if links.state.is_large else _STARTS
    while open_ones:
        going = []
        for number, reach in enumerate(open_ones):
            if not number % every:
                links.state.check()
            on = reach.step()
            if on:
                yield reach, on
                going.append(reach)
        open_ones = going
