"""Boxes for a size, and random regions for jigsaws: connected, the same for the same seed."""

from __future__ import annotations

from math import isqrt

from csp_sudoku.rng import Rng

_EXCHANGES = 8
"""Exchanges tried for each cell: enough that no box keeps its shape."""


def squarest_box(size: int) -> tuple[int, int]:
    """Return the rows and columns of the squarest boxes with this many cells, lying.

    >>> squarest_box(12), squarest_box(7)
    ((3, 4), (1, 7))
    """
    rows = max(d for d in range(1, isqrt(size) + 1) if size % d == 0)
    return rows, size // rows


def random_regions(size: int, rng: Rng) -> list[int]:
    """Return the region of each cell: connected, of equal size, made from boxes by exchanges."""
    drawing = _Drawing(size)
    if size > 1:
        for _ in range(_EXCHANGES * size * size):
            drawing.exchange(rng)
    return drawing.region_of


class _Drawing:
    """A square divided into regions, at first the squarest boxes."""

    def __init__(self, size: int) -> None:
        rows, columns = squarest_box(size)
        lines = range(size)
        self.region_of = [
            row // rows * rows + column // columns for row in lines for column in lines
        ]
        self.members = [
            {cell for cell, region in enumerate(self.region_of) if region == number}
            for number in lines
        ]
        self.neighbours = [_beside(row, column, size) for row in lines for column in lines]

    def exchange(self, rng: Rng) -> None:
        """Swap a random cell for one of a region beside it, if both regions stay connected."""
        out = rng.below(len(self.region_of))
        region, other = self.region_of[out], self.region_of[rng.choice(self.neighbours[out])]
        if region == other:
            return
        rest = self.members[region] - {out}
        border = sorted(
            cell for cell in self.members[other] if not rest.isdisjoint(self.neighbours[cell])
        )
        if not border:
            return
        back = rng.choice(border)
        one, two = rest | {back}, (self.members[other] - {back}) | {out}
        if self._is_connected(one) and self._is_connected(two):
            self.members[region], self.members[other] = one, two
            self.region_of[out], self.region_of[back] = other, region

    def _is_connected(self, region: set[int]) -> bool:
        start = min(region)
        seen, todo = {start}, [start]
        while todo:
            for cell in self.neighbours[todo.pop()]:
                if cell in region and cell not in seen:
                    seen.add(cell)
                    todo.append(cell)
        return len(seen) == len(region)


def _beside(row: int, column: int, size: int) -> list[int]:
    """Return the cells above, below, left and right of a cell of a square."""
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * size + c for r, c in steps if 0 <= r < size and 0 <= c < size]
