"""All unavoidable sets up to a number of cells, by repair.

Change one cell: whatever clashes with its new value must change too, and so on, until nothing
clashes: then there is another solution. The first cell is the smallest that changes, and each cell
that must change is given every value that it can have, so that no set is missed. (For plain 9x9
boards `native/src/unavoidable9.c` does the same.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from csp_sudoku.bits import members, union
from csp_sudoku.budgets import Budget
from csp_sudoku.making.pigeonhole import families, groups_of
from csp_sudoku.model import CSP


class Repairs:
    """Solutions that differ from one in few cells, on a board whose constraints are groups."""

    def __init__(self, csp: CSP, values: Sequence[int], largest: int, budget: Budget) -> None:
        self._values = values
        self._largest = largest
        self._budget = budget
        self._cells = range(len(values))
        self._symbols = range(1, len(csp.values) + 1)
        self._domains = csp.problem.masks
        groups = groups_of(csp)
        peers = [0] * len(values)
        for group in groups:
            for cell in group:
                peers[cell] |= union(group) & ~(1 << cell)
        self._peers = peers
        places = [union(cell for cell in self._cells if values[cell] == v) for v in self._symbols]
        self._owners = [[0, *(peers[cell] & place for place in places)] for cell in self._cells]
        houses = [group for group in groups if len(group) == len(csp.values)]
        self._families = [[union(house) for house in family] for family, _ in families(houses)]

    def minimal(self) -> list[bytes]:
        """Return the rivals whose differences contain no other difference, the smallest first."""
        found: dict[int, bytes] = {}
        for first in self._cells:
            self._holds = [0] * (len(self._symbols) + 1)
            self._new = bytearray(self._values)
            for changed in self._repaired(1 << first, 1 << first, first):
                found.setdefault(changed, bytes(self._new))
        kept: list[int] = []
        for changed in sorted(found, key=lambda cells: (cells.bit_count(), cells)):
            if not any(smaller & changed == smaller for smaller in kept):
                kept.append(changed)
        return [found[changed] for changed in kept]

    def _repaired(self, changed: int, waiting: int, first: int) -> Iterator[int]:
        """Give the cells that wait new values in all ways; yield the cells that changed."""
        self._budget.check()
        if not waiting:
            yield changed
            return
        choices = min((self._choices(cell, changed, first) for cell in members(waiting)), key=len)
        for cell, symbol, more in choices:
            wider = changed | more
            if wider.bit_count() + self._lone(wider) > self._largest:
                continue
            self._new[cell] = symbol
            self._holds[symbol] |= 1 << cell
            yield from self._repaired(wider, (waiting | more) & ~(1 << cell), first)
            self._holds[symbol] &= ~(1 << cell)
            self._new[cell] = self._values[cell]

    def _choices(self, cell: int, changed: int, first: int) -> list[tuple[int, int, int]]:
        """Return the cell with each value it can have, and with the cells that clash with it."""
        found = []
        for symbol in self._symbols:
            if symbol == self._values[cell] or not self._domains[cell] >> symbol - 1 & 1:
                continue
            more = self._owners[cell][symbol] & ~changed
            is_early = more & (1 << first) - 1
            if not is_early and not self._peers[cell] & self._holds[symbol]:
                found.append((cell, symbol, more))
        return found

    def _lone(self, changed: int) -> int:
        """Return how many more cells must change: a house with one change needs another."""
        lone = (
            sum((house & changed).bit_count() == 1 for house in family) for family in self._families
        )
        return max(lone, default=0)
