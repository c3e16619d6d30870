"""Wings: three or four cells with few candidates, one of which must have a certain value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from csp_sudoku.bits import members, union, values_of
from csp_sudoku.logic.state import Conjugates, State
from csp_sudoku.logic.step import Candidate, Link, Step, chain_links
from csp_sudoku.logic.techniques.subsets import tight
from csp_sudoku.logic.techniques.technique import Technique, distinct


def xy_wing(state: State) -> Iterator[Step]:
    """Find a cell xy with two peers xz and yz: one of the two is z."""
    pairs = state.cells_with(2)
    for pivot in state.paced(members(pairs)):
        have = state.candidates[pivot]
        near = [
            cell
            for cell in members(pairs & state.bits.peers[pivot])
            if (state.candidates[cell] & have).bit_count() == 1
        ]
        for one, other in combinations(near, 2):
            shared = state.candidates[one] & state.candidates[other] & ~have
            if shared and state.candidates[one] != state.candidates[other]:
                for step in _wing(state, "xy-wing", pivot, (one, other), shared):
                    yield step._replace(links=_xy_links(state, one, pivot, other))


def _xy_links(state: State, one: int, pivot: int, other: int) -> tuple[Link, ...]:
    near = (state.candidates[one] & state.candidates[pivot]).bit_length()
    far = (state.candidates[other] & state.candidates[pivot]).bit_length()
    shared = (state.candidates[one] & state.candidates[other]).bit_length()
    nodes = [(one, shared), (one, near), (pivot, near), (pivot, far), (other, far), (other, shared)]
    return chain_links(Candidate(*node) for node in nodes)


def xyz_wing(state: State) -> Iterator[Step]:
    """Find a cell xyz with two peers xz and yz: one of the three is z."""
    pairs = state.cells_with(2)
    for pivot in state.paced(members(state.cells_with(3))):
        have = state.candidates[pivot]
        near = [
            cell
            for cell in members(pairs & state.bits.peers[pivot])
            if not state.candidates[cell] & ~have
        ]
        for one, other in combinations(near, 2):
            if state.candidates[one] != state.candidates[other]:
                shared = state.candidates[one] & state.candidates[other]
                yield from _wing(state, "xyz-wing", pivot, (one, other), shared)


@distinct
def wxyz_wing(state: State) -> Iterator[Step]:
    """Find four cells with four values, only one of which can appear twice among them."""
    small = state.cells_with(2) | state.cells_with(3) | state.cells_with(4)
    for pivot in state.paced(members(small)):
        beside = [
            (1 << cell, state.candidates[cell] | state.candidates[pivot])
            for cell in members(small & state.bits.peers[pivot])
        ]
        for mask, have in tight(beside, 3, 4, state.check):
            loose = [v for v in values_of(have) if not _is_once(state, mask | 1 << pivot, v)]
            if len(loose) == 1:
                others = tuple(members(mask))
                yield from _wing(state, "wxyz-wing", pivot, others, 1 << loose[0] - 1)


def _is_once(state: State, cells: int, value: int) -> bool:
    """Whether the value can appear only once: the cells that can have it all see each other."""
    holders = state.places[value] & cells
    return not any(holders & ~(state.bits.peers[c] | 1 << c) for c in members(holders))


def _wing(
    state: State, name: str, pivot: int, others: tuple[int, ...], shared: int
) -> Iterator[Step]:
    value = shared.bit_length()
    cells = union(others)
    if any(state.bits.common_groups(cells | 1 << pivot)):
        return  # it is a naked subset
    holders = state.places[value] & (cells | 1 << pivot)
    eliminations = state.cleared(state.bits.common_peers(holders), shared)
    if eliminations:
        words = state.words
        yield Step(
            name,
            f"whatever {words.cell[pivot]} is, with {words.cells(cells)} beside it, one of "
            f"{words.cells(holders)} is {words.value[value]}: {words.out(eliminations)}",
            eliminations=eliminations,
            pattern=state.cleared(cells | 1 << pivot, state.bits.everything),
            fins=state.cleared(holders, shared),
        )


@distinct
def w_wing(state: State) -> Iterator[Step]:
    """Find two cells with the same two candidates, and a strong link of one value between them."""
    bits = state.bits
    for one, other in _equal_pairs(state):
        have = state.candidates[one]
        for value in values_of(have):
            eliminations = state.cleared(
                bits.peers[one] & bits.peers[other], have & ~(1 << value - 1)
            )
            if not eliminations:
                continue
            for link in state.conjugates(value):
                for near, far in ((link.first, link.second), (link.second, link.first)):
                    if bits.peers[one] >> near & 1 and bits.peers[other] >> far & 1:
                        yield _w_step(state, one, other, value, near, far, link, eliminations)


def _equal_pairs(state: State) -> Iterator[tuple[int, int]]:
    """Yield each two cells with the same two candidates that do not see each other."""
    cells_of = _cells_by_pair(state)
    for one in state.paced(members(state.cells_with(2))):
        apart = cells_of[state.candidates[one]] & ~state.bits.peers[one]
        for other in members(apart & -2 << one):
            yield one, other


def _cells_by_pair(state: State) -> dict[int, int]:
    """Return the cells with each pair of candidates, as bits."""
    found: dict[int, int] = {}
    for cell in members(state.cells_with(2)):
        have = state.candidates[cell]
        found[have] = found.get(have, 0) | 1 << cell
    return found


def _w_step(
    state: State,
    one: int,
    other: int,
    value: int,
    near: int,
    far: int,
    link: Conjugates,
    eliminations: tuple[Candidate, ...],
) -> Step:
    words = state.words
    wanted = eliminations[0].value
    nodes = [
        Candidate(one, wanted),
        Candidate(one, value),
        Candidate(near, value),
        Candidate(far, value),
        Candidate(other, value),
        Candidate(other, wanted),
    ]
    return Step(
        "w-wing",
        f"{link.group} has {words.value[value]} at {words.cell[near]} or {words.cell[far]}, so "
        f"{words.cell[one]} and {words.cell[other]} are not both {words.value[value]} and one is "
        f"{words.value[wanted]}: {words.out(eliminations)}",
        eliminations=eliminations,
        pattern=tuple(nodes),
        groups=(link.group.number,),
        links=chain_links(nodes),
    )


@distinct
def remote_pair(state: State) -> Iterator[Step]:
    """Find chains of four or more cells with the same two candidates: the values alternate."""
    for have, cells in state.paced(_cells_by_pair(state).items()):
        if cells.bit_count() < 4:
            continue
        left = cells
        while left:
            start = (left & -left).bit_length() - 1
            sides = [1 << start, 0]
            side, edge = 1, 1 << start
            while edge:
                edge = state.bits.any_peers(edge) & cells & ~(sides[0] | sides[1])
                sides[side] |= edge
                side = 1 - side
            net = sides[0] | sides[1]
            left &= ~net
            hit = state.bits.any_peers(sides[0]) & state.bits.any_peers(sides[1]) & ~net
            eliminations = state.cleared(hit, have)
            if net.bit_count() >= 4 and eliminations:
                words = state.words
                yield Step(
                    "remote pair",
                    f"{words.cells(sides[0])} are all one of {words.values(have)}, and "
                    f"{words.cells(sides[1])} all the other: {words.out(eliminations)}",
                    eliminations=eliminations,
                    pattern=state.cleared(net, have),
                    fins=state.cleared(sides[1], have),
                )


TECHNIQUES = (
    Technique("xy-wing", 4.2, xy_wing),
    Technique("xyz-wing", 4.4, xyz_wing),
    Technique("w-wing", 4.4, w_wing),
    Technique("remote pair", 4.3, remote_pair),
    Technique("wxyz-wing", 5.5, wxyz_wing),
)
