"""csp-sudoku: a board is a constraint problem; everything else is a way to ask it a question.

Public names are few, and all of them are here. Each is imported when it is first used, so that a
command which needs little starts fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from csp_sudoku import boards, formats, graphs
    from csp_sudoku.answers import Answer, Status
    from csp_sudoku.backends import BackendInfo
    from csp_sudoku.backends import available as backends
    from csp_sudoku.batch import Batch, Outcome, solve_many, solve_stream
    from csp_sudoku.boards import Board, Cell, Group
    from csp_sudoku.errors import (
        AmbiguousFormatError,
        BackendError,
        BackendUnavailable,
        BoardError,
        ContradictionError,
        CspSudokuError,
        ModelError,
        MoveError,
        NoSolutionError,
        OutOfBudgetError,
        Place,
        PuzzleError,
        PuzzleFormatError,
        SourceError,
        UnsupportedConstraintError,
        WrongAnswerError,
    )
    from csp_sudoku.model import CSP, AllDifferent, Constraint, Contradiction, Problem, Variable
    from csp_sudoku.puzzle import Puzzle, Solution

_HOME = {
    "answers": ("Answer", "Status"),
    "backends": ("BackendInfo",),
    "batch": ("Batch", "Outcome", "solve_many", "solve_stream"),
    "boards": ("Board", "Cell", "Group"),
    "errors": (
        "AmbiguousFormatError",
        "BackendError",
        "BackendUnavailable",
        "BoardError",
        "ContradictionError",
        "CspSudokuError",
        "ModelError",
        "MoveError",
        "NoSolutionError",
        "OutOfBudgetError",
        "Place",
        "PuzzleError",
        "PuzzleFormatError",
        "SourceError",
        "UnsupportedConstraintError",
        "WrongAnswerError",
    ),
    "model": ("CSP", "AllDifferent", "Constraint", "Contradiction", "Problem", "Variable"),
    "puzzle": ("Puzzle", "Solution"),
}

_MODULES = ("backends", "boards", "formats", "graphs")
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "CSP",
    "AllDifferent",
    "AmbiguousFormatError",
    "Answer",
    "BackendError",
    "BackendInfo",
    "BackendUnavailable",
    "Batch",
    "Board",
    "BoardError",
    "Cell",
    "Constraint",
    "Contradiction",
    "ContradictionError",
    "CspSudokuError",
    "Group",
    "ModelError",
    "MoveError",
    "NoSolutionError",
    "OutOfBudgetError",
    "Outcome",
    "Place",
    "Problem",
    "Puzzle",
    "PuzzleError",
    "PuzzleFormatError",
    "Solution",
    "SourceError",
    "Status",
    "UnsupportedConstraintError",
    "Variable",
    "WrongAnswerError",
    "backends",
    "boards",
    "formats",
    "graphs",
    "solve_many",
    "solve_stream",
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
