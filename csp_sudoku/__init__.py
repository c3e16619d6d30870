"""csp-sudoku: a board is a constraint problem; everything else is a way to ask it a question.

Public names are few, and all of them are here.
"""

from __future__ import annotations

__version__ = "0.1.0"

from csp_sudoku import boards
from csp_sudoku.boards import Board, Cell, Group
from csp_sudoku.errors import (
    AmbiguousFormatError,
    BackendUnavailable,
    BoardError,
    ContradictionError,
    CspSudokuError,
    ModelError,
    Place,
    PuzzleError,
    PuzzleFormatError,
    SourceError,
)
from csp_sudoku.model import CSP, AllDifferent, Constraint, Contradiction, Variable
from csp_sudoku.puzzle import Puzzle, Solution

__all__ = [
    "CSP",
    "AllDifferent",
    "AmbiguousFormatError",
    "BackendUnavailable",
    "Board",
    "BoardError",
    "Cell",
    "Constraint",
    "Contradiction",
    "ContradictionError",
    "CspSudokuError",
    "Group",
    "ModelError",
    "Place",
    "Puzzle",
    "PuzzleError",
    "PuzzleFormatError",
    "Solution",
    "SourceError",
    "Variable",
    "boards",
]
