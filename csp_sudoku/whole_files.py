"""Files that appear under their name only when they are whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike, fspath
from pathlib import Path

from csp_sudoku.errors import CspSudokuError, SourceError


@contextmanager
def whole(path: str | PathLike[str]) -> Iterator[Path]:
    """Yield the path of a part to write; at the end, the part takes the place of the file.

    If anything goes wrong, the file stays as it was. A device or a pipe is written to directly, and
    a link keeps its target.

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
    except (CspSudokuError, BrokenPipeError):  # the reader has left: not an error of the file
        raise
    except OSError as error:
        raise SourceError(f"cannot write {path}: {error.strerror or error}") from error


def require_name(path: str | PathLike[str]) -> None:
    """Raise SourceError for a name that no file can have."""
    if "\0" in fspath(path):
        raise SourceError(f"{fspath(path)!r} cannot be the name of a file", fix="leave out the NUL")
