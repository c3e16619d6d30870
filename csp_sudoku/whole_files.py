"""Files that appear under their name only when they are whole."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from os import PathLike, fspath
from pathlib import Path
from secrets import token_hex

from csp_sudoku.errors import CspSudokuError, SourceError

_EXCLUSIVELY = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)
_LONGEST = 40
"""How much of a name its part keeps: with 4 bytes per symbol, it still fits into 255."""
_PART = re.compile(r"\..*\.[0-9a-f]{16}\.part", re.DOTALL)


@contextmanager
def whole(path: str | PathLike[str], *, follows_links: bool = True) -> Iterator[Path]:
    """Yield the path of a part to write; at the end, the part takes the place of the file.

    If anything goes wrong, the file stays as it was. The part is a new file in the same folder,
    under a name that nobody can guess, and reaches the disk before it takes the place. It is locked
    until then, so that `sweep` knows whether its writer lives. A file that is replaced hands on its
    mode. A device or a pipe is written to directly.

    >>> with whole("/no/such/folder/a.txt") as part:
    ...     part.write_text("")
    Traceback (most recent call last):
    csp_sudoku.errors.SourceError: cannot write /no/such/folder/a.txt: No such file or directory

    Args:
        path: the name of the file.
        follows_links: whether a link stays, and the file that it points to is replaced.
    """
    require_name(path)
    try:
        target = Path(path)
        if target.exists() and not target.is_file():
            yield target
            return
        target = target.resolve() if follows_links else target
        mode = target.stat().st_mode & 0o777 if target.is_file() else None
        part = target.with_name(f".{target.name[:_LONGEST]}.{token_hex(8)}.part")
        held: list[int] = []
        try:  # before the part is there, so that no signal comes in between
            while not held or not os.fstat(held[-1]).st_nlink:  # it was swept before it was locked
                held.append(os.open(part, _EXCLUSIVELY, 0o666 if mode is None else 0o600))
                try_lock(held[-1])
            yield part
            _bring_to_disk(part, mode)
            if os.name != "posix":  # elsewhere what is open cannot be renamed
                os.close(held.pop())
            part.replace(target)
            _bring_to_disk(target.parent)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            for file in held:
                os.close(file)
    except (CspSudokuError, BrokenPipeError):  # the reader has left: not an error of the file
        raise
    except OSError as error:
        raise SourceError(f"cannot write {path}: {error.strerror or error}") from error


def sweep(halves: Iterable[Path]) -> None:
    """Remove parts that were left behind, save those whose writer still lives.

    Where the file system has no locks, nobody knows which writers live, and all parts stay.
    """
    for part in halves:
        with suppress(OSError):
            file = os.open(part, os.O_RDWR)
            try:
                if try_lock(file):
                    part.unlink()
            finally:
                os.close(file)


def half_files(folder: str | PathLike[str]) -> list[Path]:
    """Return the parts in a folder: of writers at work, and left by those that were killed."""
    names = os.listdir(folder)  # noqa: PTH208 - there may be 100,000 of them
    return [Path(folder, name) for name in names if is_half_file(name)]


def is_half_file(name: str) -> bool:
    """Whether a file with this name is a part."""
    return name.startswith(".") and _PART.fullmatch(name) is not None


def try_lock(file: int, *, shared: bool = False, waits: bool = False) -> bool | None:
    """Lock an open file; return whether that was possible, and None if nobody can know.

    The system lifts the lock when the file is closed, or the process ends, however it ends.

    Args:
        file: the descriptor; NFS wants it open for reading to share it, else for writing.
        shared: whether others may hold such a lock, too.
        waits: whether to wait for those who hold it now.
    """
    try:
        import fcntl
    except ImportError:  # a system without it
        return None
    try:
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        fcntl.flock(file, kind if waits else kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return None
    return True


def require_name(path: str | PathLike[str]) -> None:
    """Raise SourceError for a name that no file can have."""
    if "\0" in fspath(path):
        raise SourceError(f"{fspath(path)!r} cannot be the name of a file", fix="leave out the NUL")


def _bring_to_disk(path: Path, mode: int | None = None) -> None:
    """Wait until what was written is on the disk, and set the mode of a file."""
    if os.name != "posix":  # elsewhere only what is open for writing can be waited for
        return
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
        if mode is not None:
            os.fchmod(file, mode)
    finally:
        os.close(file)
