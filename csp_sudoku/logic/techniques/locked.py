"""Locked candidates: all places of a value in one group lie in another group as well.

Then the other group cannot have the value elsewhere. This holds for any two groups that overlap. On
boards with more groups than rows, columns and boxes, a cell can also see all the places without
sharing one group with all of them; the value is cleared from it, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from csp_sudoku.logic.board_bits import BoardBits, GroupBits
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Step, at
from csp_sudoku.logic.techniques.singles import BLOCKS
from csp_sudoku.logic.techniques.technique import Technique


def pointing(state: State) -> Iterator[Step]:
    """Find values whose places in a box or region all lie in one other group."""
    return _locked(state, "pointing", is_block=True)


def claiming(state: State) -> Iterator[Step]:
    """Find values whose places in a line, diagonal or window all lie in one other group."""
    return _locked(state, "claiming", is_block=False)


def _locked(state: State, name: str, *, is_block: bool) -> Iterator[Step]:
    bits = state.bits
    for value in range(1, bits.size + 1):
        places = state.places[value]
        if not places:
            continue
        for found in bits.keep((name, places), partial(_inside, bits, places, is_block)):
            yield from _split(state, name, value, *found)


def _inside(bits: BoardBits, places: int, is_block: bool) -> list[tuple[GroupBits, int, int]]:
    """Return groups whose places are all seen by others: the group, its places, those others."""
    found = []
    for group in bits.full_groups:
        cells = places & group.mask
        if cells & (cells - 1) and (group.kind in BLOCKS) == is_block:
            seen = places & bits.common_peers(cells) & ~group.mask
            if seen:
                found.append((group, cells, seen))
    return found


def _split(
    state: State, name: str, value: int, group: GroupBits, cells: int, seen: int
) -> Iterator[Step]:
    """Yield a step for each other group, and one for cells that share no group with all places."""
    bits, words = state.bits, state.words
    symbol = words.value[value]
    rest = seen
    for other in bits.common_groups(cells):
        hit = seen & other.mask
        if other is group or not hit:
            continue
        rest &= ~hit
        eliminations = at(hit, value)
        yield Step(
            name,
            f"{group} can have {symbol} only in {words.cells(cells)}, all in {other}: "
            f"{words.out(eliminations)}",
            eliminations=eliminations,
            pattern=at(cells, value),
            groups=(group.number, other.number),
        )
    if rest:
        eliminations = at(rest, value)
        yield Step(
            name,
            f"{group} can have {symbol} only in {words.cells(cells)}, "
            f"all seen by {words.cells(rest)}: {words.out(eliminations)}",
            eliminations=eliminations,
            pattern=at(cells, value),
            groups=(group.number,),
        )


TECHNIQUES = (
    Technique("pointing", 2.6, pointing),
    Technique("claiming", 2.8, claiming),
)
