from collections.abc import Iterable
from typing import Final, NamedTuple

from typing_extensions import Buffer

TECHNIQUES: Final[tuple[str, ...]]
SEARCHES: Final[tuple[str, ...]]
KINDS: Final[dict[int, str]]
UNFINISHED: Final = 0xFF

class Rated(NamedTuple):
    """What the rater found; ratings are ten times what people write."""

    rating: int
    technique: str | None
    finished: bool
    ratings: tuple[int, ...]
    techniques: tuple[str, ...]
    open: tuple[int, ...]

class Found(NamedTuple):
    """A step by chains; candidates are cell * 9 + digit, both from 0."""

    rating: int
    technique: str
    kind: str
    source: int
    placement: int | None
    eliminations: tuple[int, ...]

def find(masks: Iterable[int], first: int, last: int, seconds: float | None = None) -> Found | None:
    """Find a step by chains in any position; raise TimeoutError when the time ends first."""

def rate(clues: Buffer, seconds: float | None = None) -> Rated:
    """Rate one puzzle."""

def rate_array(clues: Buffer, ratings: Buffer, seconds: float | None = None) -> int:
    """Rate many puzzles: row i of the clues gets item i of the ratings."""
