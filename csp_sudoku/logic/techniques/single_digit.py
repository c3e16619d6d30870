"""Patterns of one value: two strong links joined by a weak one, and the empty rectangle.

If two groups have two places each for a value, and one place of the first sees one of the second,
then one of the two far ends is true, and every place that sees both is cleared. Two parallel lines
joined by a crossing line are a skyscraper, a row and a column joined by a block are a two-string
kite, all others are a turbot fish. In an empty rectangle, a block whose places lie on two lines
takes the part of one strong link.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from csp_sudoku.logic.board_bits import GroupBits
from csp_sudoku.logic.state import Conjugates, State
from csp_sudoku.logic.step import Candidate, Step, at, chain_links
from csp_sudoku.logic.techniques.singles import BLOCKS
from csp_sudoku.logic.techniques.technique import Technique, distinct

_LINES = ("row", "column")


def skyscraper(state: State) -> Iterator[Step]:
    """Find two parallel lines whose strong links are joined by a crossing line."""
    return _two_links(state, "skyscraper")


def two_string_kite(state: State) -> Iterator[Step]:
    """Find a row and a column whose strong links are joined by a block."""
    return _two_links(state, "two-string kite")


def turbot_fish(state: State) -> Iterator[Step]:
    """Find any other two strong links joined by a weak one."""
    return _two_links(state, "turbot fish")


@distinct
def _two_links(state: State, name: str) -> Iterator[Step]:
    found = state.remember("two links", lambda: list(_joined(state)))
    for value, one, other, chain, seen in found:
        _, near, joint, _ = chain
        if _shape(state, one, other, near, joint) == name:
            yield _step(state, name, value, chain, (one, other), seen)


def _joined(
    state: State,
) -> Iterator[tuple[int, GroupBits, GroupBits, tuple[int, int, int, int], int]]:
    """Yield each two strong links joined by a weak one: value, groups, cells, what they clear."""
    bits = state.bits
    for value in state.paced(range(1, bits.size + 1)):
        places = state.places[value]
        for found in bits.keep(("two links", places), partial(_linked, state, value)):
            yield value, *found


def _linked(
    state: State, value: int
) -> list[tuple[GroupBits, GroupBits, tuple[int, int, int, int], int]]:
    """Return the same for one value; it follows from its places alone."""
    bits, places = state.bits, state.places[value]
    found = []
    for one, other in combinations(state.conjugates(value), 2):
        for far, near in _ends(one):
            for joint, end in _ends(other):
                if len({far, near, joint, end}) < 4 or not bits.peers[near] >> joint & 1:
                    continue
                seen = places & bits.peers[far] & bits.peers[end]
                seen &= ~(1 << near | 1 << joint)
                if seen:
                    found.append((one.group, other.group, (far, near, joint, end), seen))
    return found


def _ends(link: Conjugates) -> tuple[tuple[int, int], tuple[int, int]]:
    return (link.first, link.second), (link.second, link.first)


def _shape(state: State, one: GroupBits, other: GroupBits, near: int, joint: int) -> str:
    """Name the pattern of two strong links in these groups, joined at these cells."""
    joints = {group.kind for group in state.bits.common_groups(1 << near | 1 << joint)}
    if one.kind in _LINES and other.kind in _LINES:
        if one.kind == other.kind and joints & (set(_LINES) - {one.kind}):
            return "skyscraper"
        if one.kind != other.kind and joints & set(BLOCKS):
            return "two-string kite"
    return "turbot fish"


def _step(
    state: State,
    name: str,
    value: int,
    chain: tuple[int, int, int, int],
    groups: tuple[GroupBits, GroupBits],
    seen: int,
) -> Step:
    words = state.words
    far, _, _, end = chain
    nodes = [Candidate(cell, value) for cell in chain]
    eliminations = at(seen, value)
    return Step(
        name,
        f"{words.value[value]} has two places each in {words.groups(groups)}, "
        f"{words.chain(nodes)}: it is at {words.cell[far]} or {words.cell[end]}, "
        f"{words.out(eliminations)}",
        eliminations=eliminations,
        pattern=tuple(nodes),
        groups=tuple(group.number for group in groups),
        links=chain_links(nodes),
    )


@distinct
def empty_rectangle(state: State) -> Iterator[Step]:
    """Find a block whose places lie on two crossing lines, and a strong link that ends on one."""
    bits = state.bits
    for value in range(1, bits.size + 1):
        none = "no empty rectangle", state.places[value]
        if bits.has_kept(none):
            continue
        is_empty = True
        for step in _rectangles(state, value):
            is_empty = False
            yield step
        if is_empty:
            bits.keep(none, lambda: True)


def _rectangles(state: State, value: int) -> Iterator[Step]:
    bits, places = state.bits, state.places[value]
    lines = bits.of_kind(*_LINES)
    links = [link for link in state.conjugates(value) if link.group.kind in _LINES]
    for block in state.paced(bits.of_kind(*BLOCKS)) if links else ():
        inside = places & block.mask
        if not block.is_full or inside.bit_count() < 2:
            continue
        for line in lines:
            rest = inside & ~line.mask
            if not rest or rest == inside:
                continue
            for cross in lines:
                if cross.kind == line.kind or rest & ~cross.mask:
                    continue
                for link in links:
                    yield from _hinge(state, value, block, inside, line, cross, link)


def _hinge(
    state: State,
    value: int,
    block: GroupBits,
    inside: int,
    line: GroupBits,
    cross: GroupBits,
    link: Conjugates,
) -> Iterator[Step]:
    """Yield what follows from a link that starts on the line and runs parallel to the other one."""
    if link.group.kind != cross.kind or link.group is cross:
        return
    for near, far in _ends(link):
        if not line.mask >> near & 1 or (block.mask >> near | block.mask >> far) & 1:
            continue
        seen = state.places[value] & state.bits.peers[far] & cross.mask & ~block.mask
        if seen:
            words = state.words
            eliminations = at(seen, value)
            nodes = [Candidate(far, value), Candidate(near, value)]
            yield Step(
                "empty rectangle",
                f"{block} can have {words.value[value]} only in {line} or {cross}, and "
                f"{link.group} only in {words.cell[near]} or {words.cell[far]}: "
                f"{words.out(eliminations)}",
                eliminations=eliminations,
                pattern=(*nodes, *at(inside, value)),
                groups=(block.number, line.number, cross.number, link.group.number),
                links=chain_links(nodes),
            )


def dual(state: State, name: str) -> Iterator[Step]:
    """Find two kites, or two empty rectangles, that share cells, as one step."""
    find = {"two-string kite": two_string_kite, "empty rectangle": empty_rectangle}[name]
    steps = list(find(state))
    for one, other in combinations(steps, 2):
        both = tuple(sorted({*one.eliminations, *other.eliminations}))
        shared = {cell for cell, _ in one.pattern} & {cell for cell, _ in other.pattern}
        if len(both) > max(len(one.eliminations), len(other.eliminations)) and len(shared) > 1:
            yield Step(
                f"dual {name}",
                f"{one.sentence}; {other.sentence}",
                eliminations=both,
                pattern=tuple(sorted({*one.pattern, *other.pattern})),
                groups=tuple(dict.fromkeys(one.groups + other.groups)),
                links=one.links + other.links,
            )


TECHNIQUES = (
    Technique("skyscraper", 4.0, skyscraper),
    Technique("two-string kite", 4.1, two_string_kite),
    Technique("turbot fish", 4.2, turbot_fish),
    Technique("empty rectangle", 4.3, empty_rectangle),
)

EXTRA = (
    Technique("dual two-string kite", 4.1, lambda state: dual(state, "two-string kite")),
    Technique("dual empty rectangle", 4.3, lambda state: dual(state, "empty rectangle")),
)
"""Two steps seen as one: never easier than either, so the solver does not try them by itself."""
