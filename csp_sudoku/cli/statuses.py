"""What came of a puzzle in a word, and the exit code that says it to scripts."""

from __future__ import annotations

from csp_sudoku.status import Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from csp_sudoku.errors import CspSudokuError

_CODES = {Status.INVALID: 2, Status.UNKNOWN: 3, Status.NONE: 1, Status.MULTIPLE: 1}


def status_of(error: CspSudokuError) -> Status:
    """Return the word for a puzzle that ended in an error.

    >>> from csp_sudoku.errors import NotProperError
    >>> str(status_of(NotProperError()))
    'none'
    """
    from csp_sudoku.errors import NoSolutionError, NotProperError, OutOfBudgetError

    if isinstance(error, NotProperError) and error.solutions:
        return Status.MULTIPLE
    if isinstance(error, NotProperError | NoSolutionError):
        return Status.NONE
    return Status.UNKNOWN if isinstance(error, OutOfBudgetError) else Status.INVALID


def code_of(status: Status) -> int:
    """Return the exit code for one puzzle that ended in this way."""
    return _CODES.get(status, 0)


def worst(codes: Collection[int]) -> int:
    """Return the exit code for many puzzles: bad input first, then what is unknown.

    >>> worst([0, 1, 3, 1])
    3
    """
    return next((code for code in _CODES.values() if code in codes), 0)
