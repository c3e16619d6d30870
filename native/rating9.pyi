from typing import Final, NamedTuple

from typing_extensions import Buffer

TECHNIQUES: Final[tuple[str, ...]]
UNFINISHED: Final = 0xFF

class Rated(NamedTuple):
    """What the rater found; ratings are ten times what people write."""

    rating: int
    technique: str | None
    finished: bool
    ratings: tuple[int, ...]
    techniques: tuple[str, ...]
    open: tuple[int, ...]

def rate(clues: Buffer, seconds: float | None = None) -> Rated:
    """Rate one puzzle."""

def rate_array(clues: Buffer, ratings: Buffer, seconds: float | None = None) -> int:
    """Rate many puzzles: row i of the clues gets item i of the ratings."""
