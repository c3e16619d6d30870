from typing import NamedTuple

from typing_extensions import Buffer

class Found(NamedTuple):
    """A form, and the change that leads to it."""

    form: bytes
    transposed: bool
    rows: bytes
    columns: bytes
    labels: bytes
    ways: int

def find(puzzle: Buffer) -> Found | None:
    """Return the canonical form of one puzzle; None if clues clash or are not 1 to 9."""

def find_array(puzzles: Buffer, forms: Buffer, *, stride: int = 81) -> list[int]:
    """Write the canonical form of each row into a buffer, with the GIL released."""
