"""Random numbers from an explicit seed, the same on every machine and Python version.

The standard library promises that only for `random()`; shuffling and sampling may change. The
generator is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from operator import index
from typing import TypeVar

T = TypeVar("T")
_WORD = (1 << 64) - 1


class Rng:
    """A stream of random numbers.

    >>> Rng(1).below(100), Rng(1).below(100)
    (65, 65)
    >>> Rng("1")
    Traceback (most recent call last):
    TypeError: 'str' object cannot be interpreted as an integer
    """

    def __init__(self, seed: int) -> None:
        self._state = index(seed) & _WORD  # a whole number of any type, numpy's included

    @classmethod
    def stream(cls, seed: int, number: int) -> Rng:
        """Return one of many streams of a seed, each practically independent of the others.

        >>> Rng.stream(1, 0).below(100), Rng.stream(1, 1).below(100)
        (95, 81)
        """
        return cls(cls(cls(seed).word() + number).word())

    def word(self) -> int:
        """Return the next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each equally likely."""
        unfair = (1 << 64) % bound
        while True:
            word = self.word()
            if word >= unfair:
                return word % bound

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Bring the items into a random order, each order equally likely."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
