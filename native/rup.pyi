from enum import Enum
from typing import NamedTuple

class ProofResult(Enum):
    """The result of checking a proof."""

    REFUTED = 1
    UNFINISHED = 2
    UNFOUNDED = 3
    BAD_CLAUSES = 4
    BAD_PROOF = 5

class Finding(NamedTuple):
    """The result, the line (from 1 up) at which the check stopped, and how many steps it took."""

    verdict: ProofResult
    line: int
    added: int
    deleted: int

def examine(clauses: bytes, proof: bytes, seconds: float | None = None) -> Finding:
    """Check that a proof refutes clauses: a DIMACS text and a DRAT text."""
