"""Cases of a search for few clues: some part of the board holds its share of them.

If n clues lie in p parts that cover the board, some part holds at least n / p of them. Take the
first part that does: all other parts together hold at most the rest, and each part before it holds
less than its share. These are p cases, which exclude one another and can be searched independently,
by threads or machines. Each case is a list of regions that hold at most a number of clues.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from csp_sudoku.bits import union
from csp_sudoku.model import CSP, AllDifferent

Cells: TypeAlias = tuple[int, ...]
_BRANCHES = 4
"""About how many times the choices grow with each clue that a bound leaves open."""


class Region(NamedTuple):
    """Cells that hold at most a number of clues."""

    cells: Cells
    most: int


class Case(NamedTuple):
    """The choices of clues whose regions hold at most their numbers of them."""

    regions: tuple[Region, ...]


def cases(parts: Sequence[Cells], clues: int) -> list[Case]:
    """Return the cases of this many clues in disjoint parts that cover the board.

    One part, or fewer clues than parts, make one case without regions: the whole search.

    >>> [[region.most for region in case.regions] for case in cases([(0, 1), (2, 3)], 3)]
    [[1], [1, 1]]
    """
    if clues < len(parts) or len(parts) < 2:
        return [Case(())]
    share = -(-clues // len(parts))
    found = []
    for number in range(len(parts)):
        others = tuple(cell for i, part in enumerate(parts) if i != number for cell in part)
        before = [Region(part, share - 1) for part in parts[:number]]
        found.append(Case((Region(others, clues - share), *before)))
    return found


def best_parts(csp: CSP, sets: Iterable[Iterable[int]], clues: int) -> list[Cells]:
    """Return the parts of a board whose cases promise the shortest search.

    A case is short if the clues that its other parts hold at most are few for the sets in them.
    """
    masks = sorted((union(members) for members in sets), key=int.bit_count)
    whole = tuple(range(len(csp.variables)))
    ways = list(_ways(csp)) or [[whole]]
    return min(ways, key=lambda parts: _estimate(parts, masks, clues))


def groups_of(csp: CSP) -> list[Cells]:
    """Return the cells of each all-different constraint between variables."""
    return [
        tuple(variable.index for variable in constraint.variables)
        for constraint in csp.constraints
        if isinstance(constraint, AllDifferent)
    ]


def families(groups: Iterable[Cells]) -> list[tuple[list[Cells], int]]:
    """Return families of groups that share no cell, as rows do, each with the mask of its cells.

    >>> families([(0, 1), (2, 3), (0, 2), (1, 3)])
    [([(0, 1), (2, 3)], 15), ([(0, 2), (1, 3)], 15)]
    """
    found: list[tuple[list[Cells], int]] = []
    for group in groups:
        mask = union(group)
        for number, (family, covered) in enumerate(found):
            if not covered & mask:
                found[number] = ([*family, group], covered | mask)
                break
        else:
            found.append(([group], mask))
    return found


def _ways(csp: CSP) -> Iterator[list[Cells]]:
    """Yield ways to split a board: its rows, columns and so on, in three bundles, or else in two.

    Measured on 9x9: with bands or stacks as the parts, whichever promise more, the search is two to
    four times as short as without; two parts that cut boxes are worse than none.
    """
    seen: set[tuple[Cells, ...]] = set()
    for family, covered in families(groups_of(csp)):
        if covered != (1 << len(csp.variables)) - 1:
            continue
        size = len(family) // next((count for count in (3, 2) if len(family) % count == 0), 1)
        bundles = [family[first : first + size] for first in range(0, len(family), size)]
        parts = [tuple(sorted(cell for group in bundle for cell in group)) for bundle in bundles]
        if tuple(parts) not in seen:
            seen.add(tuple(parts))
            yield parts


def _estimate(parts: Sequence[Cells], masks: Sequence[int], clues: int) -> int:
    """Return about how long the cases of these parts take, in some unit."""
    total = 0
    for case in cases(parts, clues):
        for cells, most in case.regions[:1]:
            total += _BRANCHES ** max(0, most + 1 - _packed(masks, union(cells)))
    return total


def _packed(masks: Iterable[int], region: int) -> int:
    """Return how many of the sets within a region are apart, chosen greedily."""
    used = count = 0
    for mask in masks:
        if not mask & (used | ~region):
            used |= mask
            count += 1
    return count
