"""A CSP as numbers for the native search: groups of variables, and a 64-bit mask a variable."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from csp_sudoku.encoders.slots import groups, unsupported
from csp_sudoku.errors import ModelError
from csp_sudoku.model import CSP, Problem
from csp_sudoku.native.bitmask import Structure

MOST_VALUES = 64


def refusal(csp: CSP) -> str | None:
    """Return what the native search cannot take of a structure; None if it can take all."""
    if len(csp.values) > MOST_VALUES:
        return f"it has {len(csp.values)} values, and a machine word holds {MOST_VALUES}"
    return unsupported(csp)


def encode(csp: CSP) -> Structure:
    """Return the native structure of a CSP's groups, built once.

    >>> from csp_sudoku import boards
    >>> encode(boards.sudoku(3, 3).csp) is encode(boards.sudoku(3, 3).csp)
    True
    """
    return csp.shared("bitmask", _structure)


def masks(problem: Problem) -> array[int]:
    """Return the initial masks as the native search takes them."""
    return array("Q", problem.masks)


def decode(solution: bytes) -> Sequence[int]:
    """Return a code for each variable: the native search speaks in codes already."""
    return solution


def _structure(csp: CSP) -> Structure:
    if len(csp.values) > MOST_VALUES:
        raise ModelError(
            f"{len(csp.values)} values do not fit a word of {MOST_VALUES} bits",
            fix="use backend dlx, sat or cpsat",
        )
    return Structure(len(csp.variables), max(1, len(csp.values)), groups(csp))
