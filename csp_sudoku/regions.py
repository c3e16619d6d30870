"""Random regions for jigsaw boards: connected, of equal size, the same for the same seed."""

from __future__ import annotations

from csp_sudoku.rng import Rng

_EXCHANGES = 8
"""Exchanges tried for each cell: enough that no box keeps its shape."""


def random_regions(size: int, rng: Rng) -> list[int]:
    """Number the cells by connected regions of equal size: boxes, after many random exchanges."""
    rows = max(d for d in range(1, int(size**0.5) + 1) if size % d == 0)
    columns = size // rows
    region_of = [
        row // rows * rows + column // columns for row in range(size) for column in range(size)
    ]
    members = [{i for i, r in enumerate(region_of) if r == region} for region in range(size)]
    neighbours = _neighbours(size)
    for _ in range(_EXCHANGES * size * size):
        out = rng.below(size * size)
        other = region_of[rng.choice(neighbours[out])] if size > 1 else region_of[out]
        if other == region_of[out]:
            continue
        _exchange(out, region_of[out], other, rng, region_of, members, neighbours)
    return region_of


def _neighbours(size: int) -> list[list[int]]:
    """For each cell of a square the cells beside, above and below it."""
    steps = ((-1, 0), (1, 0), (0, -1), (0, 1))
    return [
        [
            (row + down) * size + column + right
            for down, right in steps
            if 0 <= row + down < size and 0 <= column + right < size
        ]
        for row in range(size)
        for column in range(size)
    ]


def _exchange(
    out: int,
    region: int,
    other: int,
    rng: Rng,
    region_of: list[int],
    members: list[set[int]],
    neighbours: list[list[int]],
) -> None:
    """Give cell `out` to the other region, for a random cell of its own, if both stay connected."""
    rest = members[region] - {out}
    border = sorted(i for i in members[other] if not rest.isdisjoint(neighbours[i]))
    if not border:
        return
    back = rng.choice(border)
    one, two = rest | {back}, (members[other] - {back}) | {out}
    if _connected(one, neighbours) and _connected(two, neighbours):
        members[region], members[other] = one, two
        region_of[out], region_of[back] = other, region


def _connected(region: set[int], neighbours: list[list[int]]) -> bool:
    start = min(region)
    seen, todo = {start}, [start]
    while todo:
        for cell in neighbours[todo.pop()]:
            if cell in region and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return len(seen) == len(region)
