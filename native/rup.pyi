from enum import Enum
from typing import NamedTuple

class Verdict(Enum):
    """What a proof shows."""

    REFUTED = 1
    UNFINISHED = 2
    UNFOUNDED = 3
    BAD_CLAUSES = 4
    BAD_PROOF = 5

class Finding(NamedTuple):
    """A verdict, the line (from 1 up) of the text at which the check ended, and counts."""

    verdict: Verdict
    line: int
    added: int
    deleted: int

def examine(clauses: bytes, proof: bytes, seconds: float | None = None) -> Finding:
    """Check that a proof refutes clauses: a DIMACS text and a DRAT text."""
