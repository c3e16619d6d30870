"""What workers need most, imported once before the first of them is forked."""

from csp_sudoku import backends, comparing, formats, making, proofs, render, rules
from csp_sudoku.logic import hints, rating, solver

__all__ = [
    "backends",
    "comparing",
    "formats",
    "hints",
    "making",
    "proofs",
    "rating",
    "render",
    "rules",
    "solver",
]
