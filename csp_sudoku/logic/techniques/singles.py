"""Singles: a cell with one value left (naked), a value with one place left in a group (hidden)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from csp_sudoku.bits import members, values_of
from csp_sudoku.logic.board_bits import BoardBits, GroupBits
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step
from csp_sudoku.logic.techniques.technique import Technique

BLOCKS = ("box", "region")
"""The kinds of groups that people look at first."""


def full_house(state: State) -> Iterator[Step]:
    """Find groups with one open cell.

    >>> from csp_sudoku import Puzzle
    >>> print(next(full_house(State.of(Puzzle("123. .... .... ....")))))
    r1c4 is the last open cell of row 1: it is 4
    """
    words = state.words
    for group in state.bits.full_groups:
        last = group.mask & state.open
        if last and not last & (last - 1):
            cell = last.bit_length() - 1
            if state.candidates[cell].bit_count() != 1:
                continue
            found = Candidate(cell, state.candidates[cell].bit_length())
            where = f"{words.cell[cell]} is the last open cell of {group}"
            yield Step(
                "full house",
                f"{where}: it is {words.value[found.value]}",
                placements=(found,),
                pattern=(found,),
                groups=(group.number,),
            )


def naked_single(state: State) -> Iterator[Step]:
    """Find cells with one value left.

    >>> from csp_sudoku import Puzzle
    >>> print(next(naked_single(State.of(Puzzle("12.. .... 3... ....")))))
    r2c1 can only be 4: its groups have all other values
    """
    words = state.words
    why = "all other values are out" if state.rules else "its groups have all other values"
    for cell, candidates in enumerate(state.candidates):
        if candidates and not candidates & (candidates - 1):
            found = Candidate(cell, candidates.bit_length())
            yield Step(
                "naked single",
                f"{words.cell[cell]} can only be {words.value[found.value]}: {why}",
                placements=(found,),
                pattern=(found,),
                support=_support(state, [cell], state.bits.everything & ~candidates),
                groups=tuple(group.number for group in state.bits.groups_of[cell]),
            )


def hidden_single_in_block(state: State) -> Iterator[Step]:
    """Find values with one place left in a box or region.

    >>> from csp_sudoku import Puzzle
    >>> print(next(hidden_single_in_block(State.of(Puzzle("1... ..2. .2.. ....")))))
    1 has one place left in box 2: r2c4
    """
    return _hidden(state, "hidden single in a block", is_block=True)


def hidden_single_in_line(state: State) -> Iterator[Step]:
    """Find values with one place left in a row, a column or another group that is not a block."""
    return _hidden(state, "hidden single in a line", is_block=False)


def _hidden(state: State, name: str, *, is_block: bool) -> Iterator[Step]:
    words, bits = state.words, state.bits
    for value in range(1, bits.size + 1):
        places = state.places[value]
        if not places:
            continue
        for group in bits.keep((name, places), partial(_alone, bits, places, is_block)):
            left = places & group.mask
            found = Candidate(left.bit_length() - 1, value)
            yield Step(
                name,
                f"{words.value[value]} has one place left in {group}: {words.cell[found.cell]}",
                placements=(found,),
                pattern=(found,),
                support=_support(state, members(group.mask & state.open & ~left), 1 << value - 1),
                groups=(group.number,),
            )


def _alone(bits: BoardBits, places: int, is_block: bool) -> list[GroupBits]:
    """Return the blocks, or the other groups, that have one of these places."""
    return [
        group
        for group in bits.full_groups
        if (left := places & group.mask)
        and not left & (left - 1)
        and (group.kind in BLOCKS) == is_block
    ]


def _support(state: State, cells: Iterable[int], values: int) -> tuple[int, ...]:
    """Return solved cells that rule these values out of these cells, one for each if possible."""
    found = 0
    for cell in cells:
        for value in values_of(values):
            holders = state.placed[value] & state.bits.peers[cell]
            if holders and not holders & found:
                found |= holders & -holders
    return tuple(members(found))


TECHNIQUES = (
    Technique("full house", 1.0, full_house),
    Technique("hidden single in a block", 1.2, hidden_single_in_block),
    Technique("hidden single in a line", 1.5, hidden_single_in_line),
    Technique("naked single", 2.3, naked_single),
)
