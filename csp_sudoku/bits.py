"""The bits of a mask: sets of small numbers as one integer.

Bit i stands for the number i: a cell, or the place of a value. Masks of candidates have bit v - 1
for value v.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def members(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, from the lowest on.

    >>> list(members(0b1101))
    [0, 2, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def values_of(mask: int) -> Iterator[int]:
    """Yield the values of a mask of candidates, from the lowest on.

    >>> list(values_of(0b1101))
    [1, 3, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length()
        mask ^= low


def union(numbers: Iterable[int]) -> int:
    """Return the mask of these numbers.

    >>> bin(union([0, 2, 3]))
    '0b1101'
    """
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask
