from collections.abc import Iterable, Sequence
from typing import Any

from typing_extensions import Buffer

class Groups:
    """All-different groups over the variables 0 to variables - 1."""

    variables: int
    def __init__(self, variables: int, groups: Iterable[Iterable[int]]) -> None: ...
    def clash(self, values: Sequence[int]) -> tuple[int, int, int] | None:
        """Return (group, first variable, second variable) of the first clash, or None."""

class Peers:
    """Variables of all-different groups, whose values all have the same codes."""

    variables: int
    def __init__(self, variables: int, groups: Iterable[Iterable[int]]) -> None: ...
    def narrowed(self, masks: Iterable[int]) -> list[int] | None:
        """Return the masks less the codes that fixed peers have; None if one has none left."""

CONDITIONS: tuple[str, ...]

class Conditions:
    """Conditions on variables, given by a code for each of them; they are checked one by one."""

    variables: int
    def __init__(self, variables: int, conditions: Iterable[tuple[Any, ...]]) -> None: ...
    def first_broken(self, codes: Sequence[int]) -> int | None:
        """Return the number of the first condition that these codes do not meet; None if all do."""

def masks_of(values: bytes, masks: tuple[int, ...]) -> list[int]:
    """Return the mask of each value of some bytes: `masks` has one for each value from 0 up."""

def given_values(masks: Sequence[int], size: int) -> bytes | None:
    """Return what masks of `size` values give: v for bit v - 1 alone, 0 for all the values."""

def fixed_and_open(masks: Iterable[int]) -> tuple[int, int]:
    """Return how many masks have exactly one bit, and how many bits those with more have."""

def first_outside(masks: Sequence[int], codes: Sequence[int], count: int) -> int | None:
    """Return the first of `count` variables whose mask does not hold its code; None if all do."""

def first_wrong9(
    clues: Buffer,
    solutions: Buffer,
    counts: Buffer,
    *,
    text: bool = False,
    stride: int = 81,
    solutions_text: bool = False,
    solutions_stride: int = 81,
) -> int | None:
    """Return the first row of plain 9x9 whose solution is wrong, or None if all are right."""

def stride9(text: Buffer) -> int:
    """Return the bytes per line if each has 81 symbols without blanks and comments; else 0."""

def translate9(counts: Buffer, table: Buffer, codes: Buffer) -> None:
    """Write one code per count: the table has the codes of 0, 1, more, and 4294967295."""
