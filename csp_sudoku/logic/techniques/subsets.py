"""Subsets: n cells of a group that share n values (naked), n values that share n cells (hidden).

The two are one partition of a group seen from both sides. All pairs, triples and quadruples are
enumerated; subsets of any larger size come from a matching of cells to values (Régin: A filtering
algorithm for constraints of difference in CSPs, 1994).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from csp_sudoku.bits import members, union, values_of
from csp_sudoku.logic.board_bits import GroupBits
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Step
from csp_sudoku.logic.techniques.technique import Technique, distinct

_NAMES = {2: "pair", 3: "triple", 4: "quadruple"}
_LARGEST = max(_NAMES)
_LONG = 12
"""With more items than that, trying all combinations of four takes a while."""


def tight(
    items: Sequence[tuple[int, int]],
    size: int,
    room: int | None = None,
    check: Callable[[], object] = int,
) -> Iterator[tuple[int, int]]:
    """Yield the united keys and masks of `size` items whose masks have that many bits together.

    >>> list(tight([(1, 0b011), (2, 0b110), (4, 0b011), (8, 0b101)], 2))
    [(5, 3)]

    Args:
        items: a key and a mask for each.
        size: how many items to take.
        room: how many bits their masks have together, if not `size`.
        check: called now and then if there are many items.
    """
    bits = size if room is None else room
    few = [item for item in items if item[1].bit_count() <= bits]

    def extend(start: int, left: int, keys: int, mask: int) -> Iterator[tuple[int, int]]:
        if not left:
            if mask.bit_count() == bits:
                yield keys, mask
            return
        for index in range(start, len(few) - left + 1):
            key, more = few[index]
            joined = mask | more
            if joined.bit_count() <= bits:
                yield from extend(index + 1, left - 1, keys | key, joined)

    is_long = len(few) > _LONG
    for index in range(len(few) - size + 1):
        if is_long:
            check()
        yield from extend(index + 1, size - 1, *few[index])


def _kept(
    state: State, kind: str, items: list[tuple[int, int]], size: int
) -> list[tuple[int, int]]:
    """Return what `tight` yields; most groups are as they were in the state before."""
    key = kind, size, tuple(items)
    return state.bits.keep(key, lambda: list(tight(items, size, check=state.check)))


@distinct
def naked(state: State, size: int) -> Iterator[Step]:
    """Find `size` cells of a group that have that many candidates together."""
    for group in state.bits.groups:
        cells = [(1 << cell, state.candidates[cell]) for cell in members(group.mask & state.open)]
        if len(cells) <= size:
            continue
        for found, values in _kept(state, "naked", cells, size):
            yield from _naked_step(state, f"naked {_NAMES[size]}", found, values)


def _naked_step(state: State, name: str, cells: int, values: int) -> Iterator[Step]:
    eliminations = state.cleared(state.bits.common_peers(cells), values)
    if eliminations:
        words = state.words
        groups = list(state.bits.common_groups(cells))
        yield Step(
            name,
            f"{words.cells(cells)} in {words.groups(groups)} have {words.values(values)} "
            f"to themselves: {words.out(eliminations)}",
            eliminations=eliminations,
            pattern=state.cleared(cells, values),
            groups=tuple(other.number for other in groups),
        )


@distinct
def hidden(state: State, size: int) -> Iterator[Step]:
    """Find `size` values that have that many places together in a group."""
    for group in state.bits.full_groups:
        places = [
            (1 << value - 1, state.places[value] & group.mask)
            for value in range(1, state.bits.size + 1)
        ]
        missing = [item for item in places if item[1]]
        if len(missing) <= size:
            continue
        for values, cells in _kept(state, "hidden", missing, size):
            yield from _hidden_step(state, f"hidden {_NAMES[size]}", group, cells, values)


def _hidden_step(
    state: State, name: str, group: GroupBits, cells: int, values: int
) -> Iterator[Step]:
    eliminations = state.cleared(cells, state.bits.everything & ~values)
    if eliminations:
        words = state.words
        yield Step(
            name,
            f"{words.values(values)} have only {words.cells(cells)} left in {group}: "
            f"{words.out(eliminations)}",
            eliminations=eliminations,
            pattern=state.cleared(cells, values),
            groups=(group.number,),
        )


def locked_subset(state: State, size: int) -> Iterator[Step]:
    """Find naked subsets in two groups at once, where both lose candidates."""
    for step in naked(state, size):
        if len(step.groups) > 1 and _is_everywhere(state, step):
            name = f"locked {_NAMES[size]}"
            yield step._replace(technique=name)


def _is_everywhere(state: State, step: Step) -> bool:
    lost = union(cell for cell, _ in step.eliminations)
    return all(state.bits.groups[number].mask & lost for number in step.groups)


@distinct
def large(state: State) -> Iterator[Step]:
    """Find subsets of more than four cells: the smallest that a matching shows."""
    for group in state.paced(state.bits.groups):
        cells = list(members(group.mask & state.open))
        if len(cells) <= 2 * _LARGEST:
            continue
        key = "closed", tuple([(cell, state.candidates[cell]) for cell in cells])
        for found in state.bits.keep(key, partial(_all_closed, state, cells)):
            size = found.bit_count()
            values = state.union(found)
            rest = union(cells) & ~found
            is_hidden = group.is_full and rest.bit_count() < size
            if size != values.bit_count() or (rest.bit_count() if is_hidden else size) <= _LARGEST:
                continue
            if is_hidden:
                others = state.union(rest) & ~values
                yield from _hidden_step(state, "large subset", group, rest, others)
            else:
                yield from _naked_step(state, "large subset", found, values)


def _all_closed(state: State, cells: list[int]) -> list[int]:
    return list(_closed(state, cells))


def _closed(state: State, cells: list[int]) -> Iterator[int]:
    """Yield, for each cell, the smallest set of cells with it that needs all of its own values.

    In a matching, a cell leads to the cells that hold its other candidates. The cells that can be
    reached form such a set.
    """
    holder = _matching(state, cells)
    if holder is None:
        return
    for start in state.paced(cells):
        reached, todo = 1 << start, [start]
        while todo:
            for value in values_of(state.candidates[todo.pop()]):
                cell = holder.get(value)
                if cell is None:  # a value that no cell needs
                    todo, reached = [], 0
                    break
                if not reached >> cell & 1:
                    reached |= 1 << cell
                    todo.append(cell)
        if reached:
            yield reached


def _matching(state: State, cells: list[int]) -> dict[int, int] | None:
    """Return a matching, as the cell of each value that is used; None if there is none."""
    holder: dict[int, int] = {}

    def settle(cell: int, tried: set[int]) -> bool:
        for value in values_of(state.candidates[cell]):
            if value not in tried:
                tried.add(value)
                if value not in holder or settle(holder[value], tried):
                    holder[value] = cell
                    return True
        return False

    return holder if all(settle(cell, set()) for cell in state.paced(cells)) else None


TECHNIQUES = (
    Technique("locked pair", 3.0, lambda state: locked_subset(state, 2)),
    Technique("naked pair", 3.0, lambda state: naked(state, 2)),
    Technique("hidden pair", 3.4, lambda state: hidden(state, 2)),
    Technique("locked triple", 3.6, lambda state: locked_subset(state, 3)),
    Technique("naked triple", 3.6, lambda state: naked(state, 3)),
    Technique("hidden triple", 4.0, lambda state: hidden(state, 3)),
    Technique("naked quadruple", 5.0, lambda state: naked(state, 4)),
    Technique("hidden quadruple", 5.4, lambda state: hidden(state, 4)),
    Technique("large subset", 5.9, large),
)
