"""csp-sudoku: a board is a constraint problem; everything else is a way to ask it a question.

Public names are few, and all of them are here. Each is imported when it is first used, so that a
command which needs little starts fast.
"""

from __future__ import annotations

import sys
from types import ModuleType

__version__ = "0.1.0"

TYPE_CHECKING = False  # as in `typing`, whose import every command would wait for
if TYPE_CHECKING:
    from csp_sudoku import boards, formats, graphs, render
    from csp_sudoku.ambiguities import Ambiguity, ambiguity
    from csp_sudoku.answers import Answer, Status
    from csp_sudoku.backends import BackendInfo
    from csp_sudoku.backends import available as backends
    from csp_sudoku.batch import Batch, Outcome, solve_many, solve_stream
    from csp_sudoku.boards import Board, Cell, Group
    from csp_sudoku.candidates import backbone, true_candidates
    from csp_sudoku.certificate import Certificate, Verdict
    from csp_sudoku.conflicts import Conflict, conflict
    from csp_sudoku.equivalence import are_equivalent, canonical, canonical_many
    from csp_sudoku.errors import (
        AmbiguousFormatError,
        BackendError,
        BackendUnavailable,
        BoardError,
        CertificateError,
        ContradictionError,
        CspSudokuError,
        GenerationError,
        ModelError,
        MoveError,
        NoSolutionError,
        NotProperError,
        OutOfBudgetError,
        PuzzleError,
        PuzzleFormatError,
        SourceError,
        UnsupportedConstraintError,
        WrongAnswerError,
    )
    from csp_sudoku.generate import bias_weight, generate, generate_many
    from csp_sudoku.minimal import Minimality, all_minimal, is_minimal, minimal
    from csp_sudoku.minimum import Bounds, Minimum, minimum
    from csp_sudoku.model import CSP, AllDifferent, Constraint, Contradiction, Problem, Variable
    from csp_sudoku.place import Place
    from csp_sudoku.puzzle import Puzzle, Solution
    from csp_sudoku.symmetries import Transformation
    from csp_sudoku.unavoidable import UnavoidableSet, unavoidable_sets
    from csp_sudoku.uniqueness import prove_unique, two_solutions

_HOME = {
    "ambiguities": ("Ambiguity", "ambiguity"),
    "answers": ("Answer", "Status"),
    "backends": ("BackendInfo",),
    "batch": ("Batch", "Outcome", "solve_many", "solve_stream"),
    "boards": ("Board", "Cell", "Group"),
    "candidates": ("backbone", "true_candidates"),
    "certificate": ("Certificate", "Verdict"),
    "conflicts": ("Conflict", "conflict"),
    "equivalence": ("are_equivalent", "canonical", "canonical_many"),
    "errors": (
        "AmbiguousFormatError",
        "BackendError",
        "BackendUnavailable",
        "BoardError",
        "CertificateError",
        "ContradictionError",
        "CspSudokuError",
        "GenerationError",
        "ModelError",
        "MoveError",
        "NoSolutionError",
        "NotProperError",
        "OutOfBudgetError",
        "PuzzleError",
        "PuzzleFormatError",
        "SourceError",
        "UnsupportedConstraintError",
        "WrongAnswerError",
    ),
    "generate": ("bias_weight", "generate", "generate_many"),
    "minimal": ("Minimality", "all_minimal", "is_minimal", "minimal"),
    "minimum": ("Bounds", "Minimum", "minimum"),
    "model": ("CSP", "AllDifferent", "Constraint", "Contradiction", "Problem", "Variable"),
    "place": ("Place",),
    "puzzle": ("Puzzle", "Solution"),
    "uniqueness": ("prove_unique", "two_solutions"),
    "symmetries": ("Transformation",),
    "unavoidable": ("UnavoidableSet", "unavoidable_sets"),
}

_MODULES = ("backends", "boards", "formats", "graphs", "render")
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "CSP",
    "AllDifferent",
    "Ambiguity",
    "AmbiguousFormatError",
    "Answer",
    "BackendError",
    "BackendInfo",
    "BackendUnavailable",
    "Batch",
    "Board",
    "BoardError",
    "Bounds",
    "Cell",
    "Certificate",
    "CertificateError",
    "Conflict",
    "Constraint",
    "Contradiction",
    "ContradictionError",
    "CspSudokuError",
    "GenerationError",
    "Group",
    "Minimality",
    "Minimum",
    "ModelError",
    "MoveError",
    "NoSolutionError",
    "NotProperError",
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
    "Transformation",
    "UnavoidableSet",
    "UnsupportedConstraintError",
    "Variable",
    "Verdict",
    "WrongAnswerError",
    "all_minimal",
    "ambiguity",
    "are_equivalent",
    "backbone",
    "backends",
    "bias_weight",
    "boards",
    "canonical",
    "canonical_many",
    "conflict",
    "formats",
    "generate",
    "generate_many",
    "graphs",
    "is_minimal",
    "minimal",
    "minimum",
    "prove_unique",
    "render",
    "solve_many",
    "solve_stream",
    "true_candidates",
    "two_solutions",
    "unavoidable_sets",
]


class _Package(ModuleType):
    """Keeps `csp_sudoku.generate` the function when the module of that name is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _MODULE_OF and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


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
