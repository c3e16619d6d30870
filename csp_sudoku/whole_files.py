"""Files that appear under their name only when they are whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike, fspath
from pathlib import Path

from csp_sudoku.errors import CspSudokuError, SourceError


@contextmanager
def whole(path: str | PathLike[str]) -> Iterator[Path]:
    """Yield where to write what the path should hold; at the end it takes its name.

    If anything goes wrong, whatever stood there before still does. A device or a pipe is written to
    at once, and a link keeps pointing where it did.

    >>> with whole("/no/such/folder/a.txt") as part:
    ...     part.write_text("")
    Traceback (most recent call last):
    csp_sudoku.errors.SourceError: cannot write /no/such/folder/a.txt: No such file or directory
    """
    require_name(path)
    try:
        target = Path(path)
        if target.exists() and not target.is_file():
            yield target
            return
        target = target.resolve()
        part = target.with_name(target.name + ".part")
        try:
            yield part
            part.replace(target)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
    except (CspSudokuError, BrokenPipeError):  # who reads has enough: not this file's trouble
        raise
    except OSError as error:
        raise SourceError(f"cannot write {path}: {error.strerror or error}") from error


def require_name(path: str | PathLike[str]) -> None:
    """Refuse what no file can be called."""
    if "\0" in fspath(path):
        raise SourceError(f"{fspath(path)!r} is no name of a file", fix="leave out the NUL")
