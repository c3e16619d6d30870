"""csp-sudoku: a board is a constraint problem; everything else is a way to ask it a question.

Public names are few, and all of them are here. Each is imported when it is first used, so that a
command which needs little starts fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from csp_sudoku import boards, formats, graphs
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

_HOME = {
    "boards": ("Board", "Cell", "Group"),
    "errors": (
        "AmbiguousFormatError",
        "BackendUnavailable",
        "BoardError",
        "ContradictionError",
        "CspSudokuError",
        "ModelError",
        "Place",
        "PuzzleError",
        "PuzzleFormatError",
        "SourceError",
    ),
    "model": ("CSP", "AllDifferent", "Constraint", "Contradiction", "Variable"),
    "puzzle": ("Puzzle", "Solution"),
}
_MODULES = ("boards", "formats", "graphs")
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

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
    "formats",
    "graphs",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _MODULE_OF:
        value = getattr(import_module(f"csp_sudoku.{_MODULE_OF[name]}"), name)
    elif name in _MODULES:
        value = import_module(f"csp_sudoku.{name}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
