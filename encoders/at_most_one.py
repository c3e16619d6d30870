"""At most one of these literals: the classic encodings, each a function from literals to clauses.

All of them are equivalent on the given literals; they differ in the number of clauses, of
auxiliary variables, and in how the solver's learning sees them. `fresh()` gives a new variable.

- pairwise: each two exclude each other; n(n-1)/2 clauses, no variables;
- sequential: a counter runs along (Sinz 2005); 3n-4 clauses, n-1 variables;
- ladder: a monotone ladder, each literal marking one step (Gent and Nightingale 2004);
- product: rows and columns of a rectangle (Chen 2010); about 2n clauses;
- bitwise: each literal writes its number in binary (Prestwich 2007); n log n clauses;
- commander: small groups with a commander each (Klieber and Kwon 2007).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise as neighbours
from math import isqrt
from typing import TypeAlias

Clause: TypeAlias = list[int]
Fresh: TypeAlias = Callable[[], int]

_SMALL = 4
"""Up to this many literals, pairwise has the fewest clauses and is used by the others, too."""


def pairwise(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Exclude each pair.

    >>> list(pairwise([1, 2, 3], int))
    [[-1, -2], [-1, -3], [-2, -3]]
    """
    return ([-a, -b] for a, b in combinations(literals, 2))


def sequential(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Let a counter run along: `seen` says that one of the literals so far is true."""
    if len(literals) <= _SMALL:
        yield from pairwise(literals, fresh)
        return
    first, *middle, last = literals
    seen = fresh()
    yield [-first, seen]
    for literal in middle:
        yield [-literal, -seen]
        now = fresh()
        yield [-seen, now]
        yield [-literal, now]
        seen = now
    yield [-last, -seen]


def ladder(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Give each literal its own step of a ladder: true below the step, false from it on."""
    if len(literals) <= _SMALL:
        yield from pairwise(literals, fresh)
        return
    rungs = [fresh() for _ in literals[1:]]
    yield from ([-upper, lower] for lower, upper in neighbours(rungs))
    for i, literal in enumerate(literals):
        if i > 0:
            yield [-literal, rungs[i - 1]]
        if i < len(rungs):
            yield [-literal, -rungs[i]]


def product(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Lay the literals out in a rectangle: at most one row, and at most one column."""
    if len(literals) <= _SMALL:
        yield from pairwise(literals, fresh)
        return
    width = isqrt(len(literals) - 1) + 1
    rows = [fresh() for _ in range(-(-len(literals) // width))]
    columns = [fresh() for _ in range(width)]
    for i, literal in enumerate(literals):
        yield [-literal, rows[i // width]]
        yield [-literal, columns[i % width]]
    yield from product(rows, fresh)
    yield from product(columns, fresh)


def bitwise(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Let each literal force its own number in binary."""
    if len(literals) <= _SMALL:
        yield from pairwise(literals, fresh)
        return
    bits = [fresh() for _ in range((len(literals) - 1).bit_length())]
    for number, literal in enumerate(literals):
        yield from ([-literal, bit if number >> b & 1 else -bit] for b, bit in enumerate(bits))


def commander(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Form groups of three; at most one in each, and at most one group has its commander true."""
    if len(literals) <= _SMALL:
        yield from pairwise(literals, fresh)
        return
    commanders = []
    for start in range(0, len(literals), 3):
        group = literals[start : start + 3]
        leader = fresh()
        commanders.append(leader)
        yield from pairwise(group, fresh)
        yield from ([-literal, leader] for literal in group)
    yield from commander(commanders, fresh)


ENCODINGS: Mapping[str, Callable[[Sequence[int], Fresh], Iterator[Clause]]] = {
    "pairwise": pairwise,
    "sequential": sequential,
    "ladder": ladder,
    "product": product,
    "bitwise": bitwise,
    "commander": commander,
}
