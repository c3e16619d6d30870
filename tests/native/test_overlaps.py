"""Sets of variables that overlap, beside the obvious way to find the same with Python's sets."""

import random
from itertools import groupby

import pytest

from csp_sudoku.native.overlaps import Areas, Standing


def cliques(groups, variables, kinds):
    """Return a number for each variable, taking the largest set of one kind in a group first."""
    found = dict.fromkeys(variables, -1)
    number = 0
    for kind in dict.fromkeys(kinds):
        left = [v for v, of in zip(variables, kinds, strict=True) if of == kind]
        while True:
            inside = [[v for v in left if v in group] for group in groups]
            most = max(map(len, inside), default=0)
            if most < 2:
                break
            for v in next(members for members in inside if len(members) == most):
                found[v] = number
            left = [v for v in left if found[v] < 0]
            number += 1
    return tuple(found.values())


@pytest.mark.parametrize("seed", range(40))
def test_standing(seed):
    rng = random.Random(seed)
    count = rng.randint(1, 30)
    groups = [
        rng.sample(range(count), rng.randint(1, count)) for _ in range(rng.randint(0, 2 * count))
    ]
    half = len(groups) // 2
    first = Standing(count, groups[:half])
    standing = first.copy()
    for group in groups[half:]:
        standing.add(group)
    assert (first.groups, standing.groups, standing.variables) == (half, len(groups), count)
    for _ in range(30):
        some = tuple(rng.sample(range(count), rng.randint(0, count)))
        inside = any(set(some) <= set(group) for group in groups)
        assert standing.is_within(some) == (inside and bool(some))
        kinds = [rng.randint(0, 2) for _ in some]
        assert standing.cliques(some, kinds) == cliques(groups, some, kinds)
        assert standing.cliques(some) == cliques(groups, some, [0] * len(some))


def remainders(areas, sums, most, opposed):
    found = []
    for place, area in enumerate(areas):
        used, ways = [], []
        inside = [at for at, one in enumerate(sums) if one and one <= area]
        outside = [one - area for one in sums]
        mostly = [at for at, out in enumerate(outside) if out and 2 * len(out) < len(sums[at])]
        for part in (inside, mostly):
            for at in part:
                if not any(sums[at] & sums[other] for other in used):
                    used.append(at)
            ways.append(tuple(used))
        for way in [key for key, _ in groupby(reversed(ways))]:
            taken = frozenset().union(*(sums[at] for at in way))
            plus, minus = area - taken, taken - area
            fits = min(len(plus), len(minus)) <= opposed and 0 < len(plus | minus) <= most
            if way and fits:
                found.append((place, plus, minus, way))
    return found


def bits(some):
    return sum(1 << v for v in some)


@pytest.mark.parametrize("seed", range(40))
def test_areas(seed):
    rng = random.Random(seed)
    count = rng.choice([10, 20, 81, 150])
    areas = [frozenset(rng.sample(range(count), rng.randint(0, 9))) for _ in range(30)]
    size = rng.choice([2, 4])
    sums = [frozenset(rng.sample(range(count), rng.randint(0, size))) for _ in range(40)]
    sums += [frozenset(rng.sample(sorted(area), len(area) // 2)) for area in areas]
    most, opposed = rng.randint(1, 12), rng.randint(0, 3)
    found = Areas(map(bits, areas)).remainders(map(bits, sums), most, opposed)
    wanted = remainders(areas, sums, most, opposed)
    assert found == [(place, bits(plus), bits(minus), way) for place, plus, minus, way in wanted]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: Standing(3, [[0, 3]]), "variable 3 is not in 0 to 2"),
        (lambda: Standing(-1), "-1 variables"),
        (lambda: Standing(3).cliques([0, 1], [0]), "1 kinds for 2 variables"),
        (lambda: Standing(3).is_within([-1]), "variable -1 is not in 0 to 2"),
    ],
)
def test_refusals(call, error):
    with pytest.raises(ValueError, match=error):
        call()


def test_sets_of_variables_are_not_negative():
    with pytest.raises(OverflowError):
        Areas([-1])
    with pytest.raises(OverflowError):
        Areas([1]).remainders([-5], 3, 1)


def test_groups_that_are_added_while_kinds_are_read():
    standing = Standing(3, [[0, 1]])

    def kinds():
        for _ in range(3):
            for _ in range(1000):
                standing.add([0, 1, 2])
            yield 0

    assert standing.cliques([0, 1, 2], kinds()) == (0, 0, 0)
