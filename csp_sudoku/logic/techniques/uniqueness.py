"""Uniqueness: patterns that a solution cannot contain if it is the only one.

Two values on the corners of a rectangle can change places if each group has as many corners of one
diagonal as of the other, and no corner is a clue. If a puzzle has exactly one solution, at least
one corner of such a rectangle has another value. These techniques are valid only for such puzzles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from csp_sudoku.bits import members, union, values_of
from csp_sudoku.boards.board import Cell
from csp_sudoku.logic.board_bits import BoardBits, GroupBits
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step
from csp_sudoku.logic.techniques.subsets import tight
from csp_sudoku.logic.techniques.technique import Technique, distinct

_LARGEST = 4
"""The most cells that make a subset with the two loose corners of a rectangle."""


class Rectangle(NamedTuple):
    """A rectangle on which two values could change places.

    The corners are listed around it. `loose` has those with other candidates.
    """

    corners: tuple[int, int, int, int]
    pair: int
    loose: int

    @property
    def mask(self) -> int:
        """The corners as a set of cells."""
        return union(self.corners)

    @property
    def is_diagonal(self) -> bool:
        """Whether the loose corners are two that lie across from each other."""
        one, _, other, _ = self.corners
        diagonal = 1 << one | 1 << other
        return self.loose in (diagonal, self.mask & ~diagonal)


def rectangles(state: State) -> Iterable[Rectangle]:
    """Return the rectangles of open cells at least one of which has two candidates."""
    return state.paced(state.remember("rectangles", lambda: list(_rectangles(state))))


def _rectangles(state: State) -> Iterator[Rectangle]:
    bits = state.bits
    seen = set()
    for start in state.paced(members(state.cells_with(2))):
        pair = state.candidates[start]
        corner = bits.cells[start]
        beside = [
            cell for cell in members(state.open & bits.peers[start]) if _fits(state, cell, pair)
        ]
        rows = [cell for cell in beside if bits.cells[cell].row == corner.row]
        columns = [cell for cell in beside if bits.cells[cell].column == corner.column]
        for right in rows:
            for below in columns:
                across = _across(bits, start, right, below)
                if across is None or not state.open >> across & 1:
                    continue
                corners = (start, right, across, below)
                found = (union(corners), pair)
                if found in seen or not _fits(state, across, pair):
                    continue
                seen.add(found)
                if can_swap(bits, corners) and _is_threat(state, corners, pair):
                    loose = union(c for c in corners if state.candidates[c] & ~pair)
                    yield Rectangle(corners, pair, loose)


def _fits(state: State, cell: int, pair: int) -> bool:
    """Whether a cell can be a corner: it has both values, or one was ruled out by logic."""
    left = state.candidates[cell] & pair
    return left == pair or (bool(left) and not state.has_given_marks)


def _is_threat(state: State, corners: tuple[int, int, int, int], pair: int) -> bool:
    """Whether the two values can still alternate around the corners."""
    low, high = values_of(pair)
    even = union(corners[::2])
    odd = union(corners[1::2])
    places = state.places
    return not (even & ~places[low] | odd & ~places[high]) or not (
        even & ~places[high] | odd & ~places[low]
    )


def can_swap(bits: BoardBits, corners: tuple[int, int, int, int]) -> bool:
    """Whether each group has as many corners of one diagonal as of the other.

    >>> from csp_sudoku import boards
    >>> bits = BoardBits.of(boards.sudoku(2, 2))
    >>> can_swap(bits, (0, 1, 9, 8)), can_swap(bits, (0, 2, 10, 8))
    (True, False)
    """
    one = 1 << corners[0] | 1 << corners[2]
    other = 1 << corners[1] | 1 << corners[3]
    return all(
        (group.mask & one).bit_count() == (group.mask & other).bit_count()
        for corner in corners
        for group in bits.groups_of[corner]
    )


def _step(
    state: State,
    name: str,
    rectangle: Rectangle,
    reason: str,
    eliminations: tuple[Candidate, ...],
    groups: tuple[GroupBits, ...] = (),
    more: tuple[Candidate, ...] = (),
) -> Iterator[Step]:
    if not eliminations:
        return
    words = state.words
    yield Step(
        name,
        f"{words.cells(rectangle.mask)} cannot be only {words.values(rectangle.pair)}, for the "
        f"solution is unique; {reason}: {words.out(eliminations)}",
        eliminations=eliminations,
        pattern=(*state.cleared(rectangle.mask, rectangle.pair), *more),
        fins=state.cleared(rectangle.loose, state.bits.everything & ~rectangle.pair),
        groups=tuple(group.number for group in groups),
    )


def type_1(state: State) -> Iterator[Step]:
    """Find rectangles with one loose corner: it cannot have either of the two values."""
    for rectangle in rectangles(state):
        if rectangle.loose.bit_count() == 1:
            reason = f"only {state.words.cells(rectangle.loose)} has other candidates"
            eliminations = state.cleared(rectangle.loose, rectangle.pair)
            yield from _step(state, "unique rectangle 1", rectangle, reason, eliminations)


def type_2(state: State) -> Iterator[Step]:
    """Find rectangles with two adjacent loose corners that have the same one additional value."""
    return _same_extra(state, "unique rectangle 2", is_side=True)


def type_5(state: State) -> Iterator[Step]:
    """Find rectangles with two opposite or three loose corners with the same additional value."""
    return _same_extra(state, "unique rectangle 5", is_side=False)


def _is_side(rectangle: Rectangle) -> bool:
    return rectangle.loose.bit_count() == 2 and not rectangle.is_diagonal


def _same_extra(state: State, name: str, *, is_side: bool) -> Iterator[Step]:
    words = state.words
    for rectangle in rectangles(state):
        extra = state.union(rectangle.loose) & ~rectangle.pair
        if rectangle.loose.bit_count() < 2 or _is_side(rectangle) != is_side:
            continue
        if extra.bit_count() == 1:
            reason = f"one of {words.cells(rectangle.loose)} is {words.values(extra)}"
            seen = state.bits.common_peers(rectangle.loose)
            eliminations = state.cleared(seen, extra)
            yield from _step(state, name, rectangle, reason, eliminations)


@distinct
def type_3(state: State) -> Iterator[Step]:
    """Find rectangles whose two loose corners form a naked subset with other cells of a group."""
    words = state.words
    for rectangle in rectangles(state):
        if not _is_side(rectangle):
            continue
        extra = state.union(rectangle.loose) & ~rectangle.pair
        for group in state.bits.common_groups(rectangle.loose):
            others = [
                (1 << cell, state.candidates[cell] | extra)
                for cell in members(group.mask & state.open & ~rectangle.mask)
            ]
            for size in range(1, min(len(others), _LARGEST + 1)):
                for subset, joined in tight(others, size, size + 1, state.check):
                    whole = subset | rectangle.loose
                    hit = 0
                    for common in state.bits.common_groups(whole):
                        hit |= common.mask
                    eliminations = state.cleared(hit & ~whole, joined)
                    reason = (
                        f"one of {words.cells(rectangle.loose)} is {words.values(extra, 'or')}, "
                        f"and in {group} {words.cells(subset)} have no more than "
                        f"{words.values(joined)} with it"
                    )
                    yield from _step(
                        state,
                        "unique rectangle 3",
                        rectangle,
                        reason,
                        eliminations,
                        (group,),
                        state.cleared(subset, joined),
                    )


@distinct
def type_4(state: State) -> Iterator[Step]:
    """Find rectangles whose two loose corners are the only places of one value in a group."""
    words = state.words
    for rectangle in rectangles(state):
        if not _is_side(rectangle):
            continue
        for group in state.bits.common_groups(rectangle.loose):
            if not group.is_full:
                continue
            for value in values_of(rectangle.pair):
                left = state.places[value] & group.mask
                if not left or left & ~rectangle.loose:
                    continue
                eliminations = state.cleared(rectangle.loose, rectangle.pair & ~(1 << value - 1))
                reason = (
                    f"one of {words.cells(rectangle.loose)} is {words.value[value]}, for {group} "
                    "has no other place"
                )
                yield from _step(
                    state, "unique rectangle 4", rectangle, reason, eliminations, (group,)
                )


@distinct
def type_6(state: State) -> Iterator[Step]:
    """Find rectangles with two opposite loose corners that are also an x-wing of one value."""
    words = state.words
    for rectangle in rectangles(state):
        if rectangle.loose.bit_count() != 2 or not rectangle.is_diagonal:
            continue
        for value in values_of(rectangle.pair):
            for lines in _sides(state.bits, rectangle):
                left = [state.places[value] & line.mask for line in lines]
                if not all(left) or any(places & ~rectangle.mask for places in left):
                    continue
                eliminations = state.cleared(rectangle.loose, 1 << value - 1)
                reason = f"{words.groups(lines)} have {words.value[value]} only there"
                yield from _step(
                    state, "unique rectangle 6", rectangle, reason, eliminations, lines
                )


def _sides(bits: BoardBits, rectangle: Rectangle) -> Iterator[tuple[GroupBits, GroupBits]]:
    """Yield the two groups that contain opposite sides of the rectangle, in both directions."""
    a, b, c, d = rectangle.corners
    for one, other in (((a, b), (c, d)), ((b, c), (d, a))):
        for first in bits.common_groups(union(one)):
            for second in bits.common_groups(union(other)):
                if first is not second and first.is_full and second.is_full:
                    yield first, second


@distinct
def hidden_rectangle(state: State) -> Iterator[Step]:
    """Find rectangles one corner of which would force its neighbours, and so all corners."""
    words = state.words
    for rectangle in rectangles(state):
        corners = rectangle.corners
        for index, across in enumerate(corners):
            far = corners[(index + 2) % 4]
            if rectangle.loose >> far & 1:
                continue
            neighbours = corners[(index + 1) % 4], corners[(index + 3) % 4]
            for value in values_of(rectangle.pair):
                if not all(_is_forced(state, across, cell, value) for cell in neighbours):
                    continue
                eliminations = state.cleared(1 << across, rectangle.pair & ~(1 << value - 1))
                reason = (
                    f"unless {words.cell[across]} is {words.value[value]}, "
                    f"{words.cells(union(neighbours))} are, and {words.cell[far]} is not"
                )
                yield from _step(state, "hidden rectangle", rectangle, reason, eliminations)


def _is_forced(state: State, across: int, cell: int, value: int) -> bool:
    """Whether a group has the value only at these two cells."""
    both = 1 << across | 1 << cell
    return any(
        group.is_full and state.places[value] & group.mask == both
        for group in state.bits.common_groups(both)
    )


def avoidable_1(state: State) -> Iterator[Step]:
    """Find rectangles of solved cells with one open corner: it cannot complete the pattern."""
    words = state.words
    for rectangle in _found_rectangles(state):
        if rectangle.loose.bit_count() == 1:
            reason = f"only {words.cells(rectangle.loose)} can have another value"
            eliminations = state.cleared(rectangle.loose, rectangle.pair)
            yield from _step(state, "avoidable rectangle 1", rectangle, reason, eliminations)


def avoidable_2(state: State) -> Iterator[Step]:
    """Find rectangles of solved cells with two open corners with the same additional value."""
    words = state.words
    for rectangle in _found_rectangles(state):
        extra = state.union(rectangle.loose) & ~rectangle.pair
        if rectangle.loose.bit_count() == 2 and extra.bit_count() == 1:
            reason = f"one of {words.cells(rectangle.loose)} is {words.values(extra)}"
            eliminations = state.cleared(state.bits.common_peers(rectangle.loose), extra)
            yield from _step(state, "avoidable rectangle 2", rectangle, reason, eliminations)


def _found_rectangles(state: State) -> list[Rectangle]:
    """Return rectangles with at least two adjacent corners that are solved, but not given."""
    return state.remember("found rectangles", lambda: list(_found(state)))


def _found(state: State) -> Iterator[Rectangle]:
    if state.has_given_marks:
        return
    bits = state.bits
    found = bits.everywhere & ~state.open & ~state.given
    free = found | state.open
    seen = set()
    for start in state.paced(members(found)):
        for second in members(found & bits.peers[start]):
            first, last = state.values[start], state.values[second]
            fourths = bits.peers[start] & free & (state.placed[last] | state.places[last])
            for fourth in members(fourths & ~bits.peers[second]):
                third = _across(bits, start, second, fourth)
                if third is None or not free >> third & 1 or not _continues(state, third, first):
                    continue
                corners = (start, second, third, fourth)
                mask = union(corners)
                if mask not in seen and can_swap(bits, corners):
                    seen.add(mask)
                    pair = 1 << first - 1 | 1 << last - 1
                    loose = union(c for c in corners if state.candidates[c] & ~pair)
                    yield Rectangle(corners, pair, loose)


def _across(bits: BoardBits, corner: int, second: int, fourth: int) -> int | None:
    """Return the cell opposite to a corner, if its neighbours are in its row and its column."""
    start, one, other = bits.cells[corner], bits.cells[second], bits.cells[fourth]
    if one.row == start.row and other.column == start.column:
        return bits.board.index.get(Cell(other.row, one.column))
    if one.column == start.column and other.row == start.row:
        return bits.board.index.get(Cell(one.row, other.column))
    return None


def _continues(state: State, cell: int, value: int) -> bool:
    """Whether a corner has, or can have, the value that completes the pattern."""
    return state.values[cell] == value or state.has(cell, value)


def bug_1(state: State) -> Iterator[Step]:
    """Find states that would have two solutions without one candidate: that candidate is true.

    All open cells except one have two candidates, and without the third candidate of that cell,
    every group has two places for each value.
    """
    odd = state.open & ~state.cells_with(2)
    if odd.bit_count() != 1 or len(state.bits.full_groups) < len(state.bits.groups):
        return
    cell = odd.bit_length() - 1
    if state.candidates[cell].bit_count() != 3:
        return
    for value in values_of(state.candidates[cell]):
        if all(
            (state.places[other] & group.mask & ~(odd if other == value else 0)).bit_count()
            in (0, 2)
            for group in state.bits.groups
            for other in range(1, state.bits.size + 1)
        ):
            words = state.words
            yield Step(
                "bug+1",
                f"without {words.value[value]} at {words.cell[cell]}, every open cell would have "
                "two candidates and every group two places for each value, and the solution "
                f"would not be unique: {words.cell[cell]} is {words.value[value]}",
                eliminations=state.cleared(odd, state.bits.everything & ~(1 << value - 1)),
                pattern=(Candidate(cell, value),),
            )


TECHNIQUES = (
    Technique("unique rectangle 1", 4.5, type_1, needs_unique=True),
    Technique("unique rectangle 2", 4.5, type_2, needs_unique=True),
    Technique("unique rectangle 3", 4.6, type_3, needs_unique=True),
    Technique("unique rectangle 4", 4.5, type_4, needs_unique=True),
    Technique("unique rectangle 5", 4.5, type_5, needs_unique=True),
    Technique("unique rectangle 6", 4.6, type_6, needs_unique=True),
    Technique("hidden rectangle", 4.7, hidden_rectangle, needs_unique=True),
    Technique("avoidable rectangle 1", 4.7, avoidable_1, needs_unique=True),
    Technique("avoidable rectangle 2", 4.7, avoidable_2, needs_unique=True),
    Technique("bug+1", 5.6, bug_1, needs_unique=True),
)
