"""What an error means for a command: a status, an exit code, and one line on standard error."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from csp_sudoku.cli import code_of
from csp_sudoku.cli.screen import printable
from csp_sudoku.errors import CspSudokuError, NoSolutionError, NotProperError, OutOfBudgetError
from csp_sudoku.status import Status

_UNFORESEEN = 70
"""The exit code of an error of ours: EX_SOFTWARE in sysexits.h."""


def status_of(error: CspSudokuError) -> Status:
    """Return the status of a puzzle that ended in an error.

    >>> str(status_of(NotProperError()))
    'none'
    """
    if isinstance(error, NotProperError) and error.solutions:
        return Status.MULTIPLE
    if isinstance(error, NotProperError | NoSolutionError):
        return Status.NONE
    return Status.UNKNOWN if isinstance(error, OutOfBudgetError) else Status.INVALID


def code_after(error: Exception, *, is_debugging: bool = False) -> int:
    """Say what went wrong and return the exit code; the traceback only for those who debug."""
    if isinstance(error, CspSudokuError):
        _complain(error)
        return code_of(status_of(error))
    if isinstance(error, BrokenPipeError):  # the reader of our output stopped: not an error
        drop_output()
        return 0
    if isinstance(error, UnicodeEncodeError):
        problem = f"the output is {error.encoding}, which lacks a symbol"
        fix = "set PYTHONIOENCODING=utf-8, or choose another alphabet"
        _complain(CspSudokuError(problem, fix=fix))
        return 2
    if isinstance(error, OSError):
        drop_output()
        _complain(CspSudokuError(f"cannot write: {error.strerror or error}"))
        return 2
    if is_debugging:
        from traceback import print_exception

        with suppress(OSError):
            print_exception(error)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    fix = "if this is not due to your settings, report it with what --debug adds"
    _complain(CspSudokuError(f"this should not happen: {what}", fix=fix))
    return _UNFORESEEN


def drop_output() -> None:
    """Discard what is still to be written, so that the interpreter does not fail at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(error: CspSudokuError) -> None:
    """Say in one line what was wrong; on a terminal, show the place as well."""
    excerpt = error.excerpt() if sys.stderr.isatty() else None
    lines = [printable(f"csp-sudoku: {error}"), *([excerpt] if excerpt else [])]
    with suppress(OSError):  # if nobody can read it, the exit code still says it
        print("\n".join(lines), file=sys.stderr, flush=True)
