"""Forcing: all values of a cell, or all places of a value in a group, lead to the same conclusion.

A forcing chain follows single links. A forcing net places a value and follows all singles that
result: to a contradiction, so that the value is impossible, or, from all values of a cell or all
places in a group, to the same conclusion. Both search breadth-first, so that paths are short, and
tell only what the conclusion needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from csp_sudoku.bits import members, values_of
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Link, Step
from csp_sudoku.logic.techniques.links import Links, Node, joined, plain_links
from csp_sudoku.logic.techniques.technique import Technique


class _Choice(NamedTuple):
    """Candidates one of which is true: those of a cell, or the places of a value in a group."""

    words: str
    candidates: tuple[Candidate, ...]
    groups: tuple[int, ...] = ()


def _cells(state: State) -> Iterator[_Choice]:
    for cell in members(state.open):
        candidates = tuple(Candidate(cell, value) for value in values_of(state.candidates[cell]))
        yield _Choice(f"whatever {state.words.cell[cell]} is", candidates)


def _groups(state: State) -> Iterator[_Choice]:
    for group in state.bits.full_groups:
        for value in range(1, state.bits.size + 1):
            places = state.places[value] & group.mask
            if places:
                candidates = tuple(Candidate(cell, value) for cell in members(places))
                words = f"wherever {group} has {state.words.value[value]}"
                yield _Choice(words, candidates, (group.number,))


class _Path(NamedTuple):
    """The way from one candidate to a conclusion: values in order, and links to draw."""

    values: tuple[Candidate, ...]
    links: tuple[Link, ...]

    def told(self, state: State) -> str:
        """Tell the path in words."""
        cell, value = state.words.cell, state.words.value
        return ", then ".join(f"{cell[c]}={value[v]}" for c, v in self.values)


def _forced(
    state: State,
    name: str,
    choice: _Choice,
    paths: Sequence[_Path],
    end: Candidate,
    *,
    is_true: bool,
) -> Step:
    words = state.words
    told = "; ".join(f"if {path.told(state)}" for path in paths)
    result = f"{words.cell[end.cell]} {'is' if is_true else 'cannot be'} {words.value[end.value]}"
    return Step(
        name,
        f"{choice.words}, {result}: {told}",
        placements=(end,) if is_true else (),
        eliminations=() if is_true else (end,),
        pattern=tuple(dict.fromkeys(value for path in paths for value in path.values)),
        fins=choice.candidates,
        groups=choice.groups,
        links=tuple(dict.fromkeys(link for path in paths for link in path.links)),
    )


# Chains


class _Follow:
    """What follows from one true node, in layers of true and false nodes; `ons[0]` is that node."""

    def __init__(self, links: Links, start: int) -> None:
        self.links = links
        self.ons: list[int] = []
        self.offs: list[int] = []
        self.on = self.off = 0
        edge = 1 << start
        while edge:
            self.ons.append(edge)
            self.on |= edge
            off = joined(links.weak, edge) & ~self.off
            self.offs.append(off)
            self.off |= off
            edge = joined(links.strong, off) & ~self.on

    def depth(self, end: int, *, is_true: bool) -> int:
        """Return after how many strong links a node is found to be true, or false."""
        layers = self.ons if is_true else self.offs
        return next(index for index, layer in enumerate(layers) if layer >> end & 1)

    def path(self, end: int, *, is_true: bool) -> _Path:
        """Return a shortest path to a node that is found to be true, or false."""
        depth = self.depth(end, is_true=is_true)
        path = [end]
        if not is_true:
            path.append(self._lowest(self.links.weak[end] & self.ons[depth]))
        for layer in range(depth - 1, -1, -1):
            path.append(self._lowest(self.links.strong[path[-1]] & self.offs[layer]))
            path.append(self._lowest(self.links.weak[path[-1]] & self.ons[layer]))
        path.reverse()
        values = tuple(self.links.nodes[node].candidate for node in path[::2])
        return _Path(values, self.links.drawn(path, starts_strong=False))

    @staticmethod
    def _lowest(nodes: int) -> int:
        return (nodes & -nodes).bit_length() - 1


def _followed(state: State) -> list[_Follow]:
    links = plain_links(state)
    return state.remember(
        "followed", lambda: [_Follow(links, n) for n in state.paced(range(len(links.nodes)))]
    )


class _Agreement(NamedTuple):
    """A node that is true, or false, whichever candidate of a choice is true; and how far it is."""

    length: int
    end: int
    is_true: bool
    choice: _Choice
    follows: list[_Follow]


def _forcing_chains(state: State, name: str, choices: Iterable[_Choice]) -> Iterator[Step]:
    """Yield the conclusions that all candidates of a choice share, the nearest first."""
    links = plain_links(state)
    nearest: dict[tuple[int, bool], _Agreement] = {}
    for choice in state.paced(choices):
        if len(choice.candidates) < 3:
            continue  # it is an alternating inference chain
        starts = [links.number[Node(value, 1 << cell)] for cell, value in choice.candidates]
        follows = [_followed(state)[start] for start in starts]
        on = off = -1
        for follow in follows:
            on &= follow.on
            off &= follow.off
        for is_true, ends in ((True, on), (False, off)):
            for end in state.paced(members(ends)):
                length = sum(follow.depth(end, is_true=is_true) for follow in follows)
                before = nearest.get((end, is_true))
                if before is None or length < before.length:
                    nearest[end, is_true] = _Agreement(length, end, is_true, choice, follows)
    for _, end, is_true, choice, follows in sorted(nearest.values(), key=lambda found: found[:3]):
        paths = [follow.path(end, is_true=is_true) for follow in follows]
        yield _forced(state, name, choice, paths, links.nodes[end].candidate, is_true=is_true)


def cell_forcing_chain(state: State) -> Iterator[Step]:
    """Find what follows from each value of a cell, the shortest paths first."""
    return _forcing_chains(state, "cell forcing chain", _cells(state))


def group_forcing_chain(state: State) -> Iterator[Step]:
    """Find what follows from each place of a value in a group, the shortest paths first."""
    return _forcing_chains(state, "group forcing chain", _groups(state))


# Nets


class _Net:
    """A value that is tried in a cell, and the singles that result, round by round.

    Candidates are coded as one number each, see `_coded`: nets hold millions of them on large
    boards, which as objects would keep the garbage collector busy.
    """

    __slots__ = ("candidates", "clash", "edge", "lost", "places", "start", "state", "why")

    def __init__(self, state: State, start: int) -> None:
        self.state = state
        self.start = start
        self.candidates: dict[int, int] = {}
        """The candidates of those cells that lost some."""
        self.places = state.places.copy()
        self.edge = [start]
        self.why = {start: _CELL}
        """For each value found the group, or `_CELL`, that left no other place or value."""
        self.lost: dict[int, int] = {}
        """For each candidate lost the value that took it away."""
        self.clash: tuple[int, int, int] | None = None
        """The cell without a value and `_CELL`, or a value and the group without a place for it."""

    def advance(self) -> None:
        """Make the moves of one round, and find those of the next."""
        state, places = self.state, self.places
        gone: list[tuple[int, int]] = []
        for found in self.edge:
            cell, value = divmod(found, state.bits.size + 1)
            have = self.candidates.get(cell, state.candidates[cell])
            for other in values_of(have & ~(1 << value - 1)):
                places[other] &= ~(1 << cell)
                self._lose(cell, other, found)
                gone.append((cell, other))
            hit = places[value] & state.bits.peers[cell]
            places[value] &= ~hit
            for peer in members(hit):
                self._lose(peer, value, found)
                gone.append((peer, value))
        self.edge = []
        for cell, value in gone:
            self._look(cell, value)
            if self.clash:
                return

    def _lose(self, cell: int, value: int, because: int) -> None:
        have = self.candidates.get(cell, self.state.candidates[cell])
        self.candidates[cell] = have & ~(1 << value - 1)
        self.lost[cell * (self.state.bits.size + 1) + value] = because

    def _look(self, cell: int, value: int) -> None:
        """Look for singles and contradictions where a candidate was lost."""
        have = self.candidates[cell]
        if not have:
            self.clash = cell, 0, _CELL
            return
        if not have & (have - 1):
            self._find(cell, have.bit_length(), _CELL)
        for group in self.state.bits.groups_of[cell]:
            if not group.is_full:
                continue
            left = self.places[value] & group.mask
            if not left:
                if not self.state.placed[value] & group.mask:
                    self.clash = 0, value, group.number
                    return
            elif not left & (left - 1):
                self._find(left.bit_length() - 1, value, group.number)

    def _find(self, cell: int, value: int, group: int) -> None:
        found = cell * (self.state.bits.size + 1) + value
        if found not in self.why:
            self.why[found] = group
            self.edge.append(found)

    def path(self, ends: Iterable[int]) -> _Path:
        """Return the path to the loss of these candidates, in the order in which it was found."""
        needed: set[int] = set()
        links: dict[Link, None] = {}
        todo: list[int] = []
        for end in ends:
            links[self._link(self.lost[end], end, is_strong=False)] = None
            todo.append(self.lost[end])
        while todo:
            found = todo.pop()
            if found in needed:
                continue
            needed.add(found)
            for lost in self._reasons(found) if found != self.start else ():
                because = self.lost[lost]
                links[self._link(because, lost, is_strong=False)] = None
                links[self._link(lost, found, is_strong=True)] = None
                todo.append(because)
        values = (_decoded(self.state, value) for value in self.why if value in needed)
        return _Path(tuple(values), tuple(links))

    def path_to_value(self, end: int) -> _Path:
        """Return the path to a value that was found; the value comes last."""
        if end == self.start:
            return _Path((_decoded(self.state, end),), ())
        path = self.path(self._reasons(end))
        links = tuple(self._link(lost, end, is_strong=True) for lost in self._reasons(end))
        return _Path((*path.values, _decoded(self.state, end)), path.links + links)

    def _link(self, start: int, end: int, *, is_strong: bool) -> Link:
        return Link(_decoded(self.state, start), _decoded(self.state, end), is_strong)

    def _reasons(self, found: int) -> list[int]:
        """Return the candidates that had to be lost for a value to be found."""
        state = self.state
        cell, value = _decoded(state, found)
        group = self.why[found]
        if group == _CELL:
            others = state.candidates[cell] & ~(1 << value - 1)
            return [_coded(state, Candidate(cell, other)) for other in values_of(others)]
        places = state.places[value] & state.bits.groups[group].mask & ~(1 << cell)
        return [_coded(state, Candidate(other, value)) for other in members(places)]

    def refutation(self) -> tuple[_Path, str]:
        """Return the path to the contradiction, and the contradiction in words."""
        assert self.clash
        state, words = self.state, self.state.words
        cell, value, number = self.clash
        if number == _CELL:
            lost = state.cleared(1 << cell, state.candidates[cell])
            end = f"{words.cell[cell]} has no value left"
        else:
            group = state.bits.groups[number]
            lost = state.cleared(group.mask, 1 << value - 1)
            end = f"{group} has no place for {words.value[value]}"
        return self.path(_coded(state, candidate) for candidate in lost), end


_CELL = -1
"""Takes the place of a group's number where a cell is meant."""


def _coded(state: State, candidate: Candidate) -> int:
    return candidate.cell * (state.bits.size + 1) + candidate.value


def _decoded(state: State, code: int) -> Candidate:
    return Candidate(*divmod(code, state.bits.size + 1))


class _Nets:
    """The nets of all candidates of a state, advanced together."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.nets: dict[int, _Net] = {}
        for cell in state.paced(members(state.open)):
            for value in values_of(state.candidates[cell]):
                start = _coded(state, Candidate(cell, value))
                self.nets[start] = _Net(state, start)
        self.going = list(self.nets.values())
        self.refuted: list[tuple[Candidate, _Path, str]] = []
        """The values that led to a contradiction so far, each with its path and words."""

    @classmethod
    def of(cls, state: State) -> _Nets:
        """Return the nets of a state, advanced as far as was needed so far."""
        return state.remember("nets", lambda: cls(state))

    def advance(self) -> None:
        """Advance all nets by one round; list the new contradictions, shortest paths first."""
        clashes = []
        for net in self.state.paced(self.going):
            net.advance()
            if net.clash:
                clashes.append((_decoded(self.state, net.start), *net.refutation()))
        self.refuted += sorted(clashes, key=lambda clash: (len(clash[1].values), clash[0]))
        self.going = [net for net in self.going if net.edge and not net.clash]

    def complete(self) -> dict[int, _Net]:
        """Advance all nets to their end, and return them by their start."""
        while self.going:
            self.advance()
        return self.nets


def forcing_net(state: State) -> Iterator[Step]:
    """Find values that singles refute, those with the fewest rounds first."""
    nets = _Nets.of(state)
    told = 0
    while nets.going or told < len(nets.refuted):
        if told == len(nets.refuted):
            nets.advance()
            continue
        yield _refuted(state, *nets.refuted[told])
        told += 1


def _refuted(state: State, start: Candidate, path: _Path, end: str) -> Step:
    return Step(
        "forcing net",
        f"if {path.told(state)}, then {end}: {state.words.out((start,))}",
        eliminations=(start,),
        pattern=path.values,
        fins=(start,),
        links=path.links,
    )


def _common(state: State, name: str, choices: Iterable[_Choice]) -> Iterator[Step]:
    """Yield the conclusions that the nets of a choice share; none if a net is refuted."""
    seen: set[tuple[int, bool]] = set()
    complete = _Nets.of(state).complete()
    for choice in state.paced(choices):
        nets = [complete[_coded(state, candidate)] for candidate in choice.candidates]
        if len(nets) < 2 or any(net.clash for net in nets):
            continue
        first, *others = nets
        for end in first.why:
            if (end, True) not in seen and all(end in net.why for net in others):
                seen.add((end, True))
                paths = [net.path_to_value(end) for net in nets]
                yield _forced(state, name, choice, paths, _decoded(state, end), is_true=True)
        for end in first.lost:
            if (end, False) not in seen and all(end in net.lost for net in others):
                seen.add((end, False))
                paths = [net.path((end,)) for net in nets]
                yield _forced(state, name, choice, paths, _decoded(state, end), is_true=False)


def cell_forcing_net(state: State) -> Iterator[Step]:
    """Find what follows by singles from each value of a cell."""
    return _common(state, "cell forcing net", _cells(state))


def group_forcing_net(state: State) -> Iterator[Step]:
    """Find what follows by singles from each place of a value in a group."""
    return _common(state, "group forcing net", _groups(state))


TECHNIQUES = (
    Technique("cell forcing chain", 8.2, cell_forcing_chain),
    Technique("group forcing chain", 8.3, group_forcing_chain),
    Technique("forcing net", 8.8, forcing_net),
    Technique("cell forcing net", 9.0, cell_forcing_net),
    Technique("group forcing net", 9.0, group_forcing_net),
)
