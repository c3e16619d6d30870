"""What a command says when it fails, in one line, and the exit code that goes with it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from csp_sudoku.cli.statuses import code_of, status_of
from csp_sudoku.errors import CspSudokuError


def code_after(error: Exception) -> int:
    """Say what went wrong and return the exit code; raise again what nobody foresaw."""
    if isinstance(error, CspSudokuError):
        _complain(error)
        return code_of(status_of(error))
    if isinstance(error, BrokenPipeError):  # whoever read our output has enough: no error
        _drop_output()
        return 0
    if isinstance(error, UnicodeEncodeError):
        fix = "set PYTHONIOENCODING=utf-8, or choose another alphabet"
        _complain(CspSudokuError(f"the output is {error.encoding}, which lacks a symbol", fix=fix))
        return 2
    if isinstance(error, OSError):
        _drop_output()
        _complain(CspSudokuError(f"cannot write: {error.strerror or error}"))
        return 2
    raise error


def one_line(text: str) -> str:
    r"""Return a text with escapes for all that would end a line or upset a terminal.

    >>> one_line("no file 'a\nb'")
    "no file 'a\\nb'"
    """
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _drop_output() -> None:
    """Let nothing more be written: the interpreter would try once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(error: CspSudokuError) -> None:
    """Say in one line what was wrong; on a terminal, show the place as well."""
    excerpt = error.excerpt() if sys.stderr.isatty() else None
    lines = [one_line(f"csp-sudoku: {error}"), *([excerpt] if excerpt else [])]
    with suppress(OSError):  # the exit code tells as well
        print("\n".join(lines), file=sys.stderr, flush=True)
