"""Where a command writes: standard output, a file that can be resumed, a file that is whole."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO, TypeGuard

from csp_sudoku.cli.inputs import is_path, words
from csp_sudoku.errors import CspSudokuError, SourceError
from csp_sudoku.formats.format import format_of
from csp_sudoku.manifest import Manifest, content_of, lock, path_of
from csp_sudoku.whole_files import require_name, whole

_PIECE = 1 << 20
_COMPRESSED = (".gz", ".zst")
_WITHOUT_EFFECT = (
    "debug",
    "n",
    "output",
    "puzzles",
    "quiet",
    "resume",
    "seed",
    "workers",
)
"""Arguments that a manifest leaves out, or has elsewhere."""


@contextmanager
def output_file(args: argparse.Namespace) -> Iterator[tuple[TextIO, int]]:
    """Open the output file that the arguments name; yield it with the number of its lines.

    Nobody else can write to it meanwhile, and its manifest says what it belongs to. To resume, the
    manifest must be that of these arguments; a line without an end at the end is cut off.
    """
    name = args.output
    if not _is_file(name):
        if args.resume:
            raise CspSudokuError("--resume needs an output file", fix="name it with -o")
        yield sys.stdout, 0
        return
    refuse_input(args, name)
    job = manifest_of(args)
    try:
        file = os.open(name, (os.O_RDWR if args.resume else os.O_WRONLY) | os.O_CREAT, 0o666)
        with os.fdopen(file, "w", encoding="utf-8") as out:
            yield out, _lines_kept(file, args, job)
    except (CspSudokuError, BrokenPipeError):
        raise
    except OSError as error:
        raise SourceError(f"cannot write {name}: {error.strerror or error}") from error


def _lines_kept(file: int, args: argparse.Namespace, job: Manifest) -> int:
    """Make an open file ready for the next result; return how many lines it keeps."""
    if not stat.S_ISREG(os.fstat(file).st_mode):
        if args.resume:
            raise SourceError(f"cannot resume {args.output}: it is not a regular file")
        return 0
    lock(file, args.output)
    path = Path(args.output).resolve()
    done, end = _whole_lines(file) if args.resume else (0, 0)
    if done:
        job.require_same(path)
    os.ftruncate(file, end)
    os.lseek(file, end, os.SEEK_SET)
    if not done:
        os.fsync(file)  # from here on, the manifest must not meet the lines of another job
        _describe(path, job, args)
    return done


def _describe(path: Path, job: Manifest, args: argparse.Namespace) -> None:
    """Write the manifest of an output, where there is room for one."""
    try:
        job.save(path)
    except SourceError:
        if args.resume or os.path.lexists(path_of(path)):
            raise


def manifest_of(args: argparse.Namespace) -> Manifest:
    """Return what the results of a command depend on.

    Neither the number of threads nor that of new puzzles changes a result that is there. A time
    limit changes results, except those of new puzzles: there, only how many there are.
    """
    given = {name: value for name, value in vars(args).items() if name not in _WITHOUT_EFFECT}
    if hasattr(args, "n"):
        given.pop("timeout", None)
    return Manifest(
        given.pop("command"),
        {name: _content(value, args) for name, value in given.items()},
        getattr(args, "seed", None),
        [_input(word, args) for word in (words(args) if hasattr(args, "puzzles") else ())],
    )


def _content(value: object, args: argparse.Namespace) -> object:
    """Return an argument as plain data; if it names a file, with what is in it."""
    if isinstance(value, str) and is_path(value):
        return _input(value, args)
    return value if value is None or isinstance(value, str | int | float | list) else str(value)


def _input(word: str, args: argparse.Namespace) -> dict[str, object]:
    """Return what a word stands for: what a file or standard input has, or the puzzle itself."""
    if word != "-" and not is_path(word):
        return {"puzzle": word}
    found: dict[str, object] = {"name": word}
    if word == "-":
        with suppress(OSError, ValueError, AttributeError):  # it is closed, or not a file
            found = content_of(word, sys.stdin.fileno())
    elif Path(word).is_file():  # not a pipe, which would wait
        try:
            with Path(word).open("rb") as file:
                found = content_of(word, file.fileno())
        except OSError as error:
            raise SourceError(f"cannot read {word}: {error.strerror or error}") from error
    if args.resume and "sha256" not in found:
        what = "standard input" if word == "-" else word
        raise CspSudokuError(
            f"cannot resume {args.output}: {what} is not a regular file, and nobody knows whether "
            "it gives what it gave before",
            fix="save it to a file, and name that",
        )
    return found


@contextmanager
def whole_file(name: str | None) -> Iterator[TextIO]:
    """Open an output that appears under its name only when it is whole."""
    if not _is_file(name):
        yield sys.stdout
        return
    with whole(name) as part, part.open("w", encoding="utf-8") as out:
        yield out


def refuse_input(args: argparse.Namespace, *names: str | None) -> None:
    """Refuse to write to a file from which the arguments read puzzles."""
    for name in filter(None, names):
        if any(_is_same(word, name) for word in getattr(args, "puzzles", ())):
            raise CspSudokuError(f"{name} is input and output", fix="choose another output file")


def _is_file(name: str | None) -> TypeGuard[str]:
    if name == "":
        raise SourceError("an output file without a name", fix="give one, or - for standard output")
    if name is None or name == "-":
        return False
    require_name(name)
    if Path(name).suffix.lower() in _COMPRESSED:
        raise SourceError(
            f"cannot write {name}: the output is not compressed",
            fix=f"write to {Path(name).with_suffix('')}, then compress it",
        )
    return True


def _is_same(word: str, name: str) -> bool:
    """Whether two words name the same file on disk."""
    try:
        return Path(word).samefile(name)
    except (OSError, ValueError):  # one of them does not name a file
        return False


def _whole_lines(file: int) -> tuple[int, int]:
    """Count the lines of an open file; return their number, and where the last one ends."""
    count = end = at = 0
    while piece := os.pread(file, _PIECE, at):
        if b"\n" in piece:
            count += piece.count(b"\n")
            end = at + piece.rindex(b"\n") + 1
        at += len(piece)
    return count, end


# Files beside the input: one.txt has its solutions in one.solution.txt


def files_beside(args: argparse.Namespace) -> dict[str, str]:
    """Return the file for the results of each input; refuse what would overwrite something."""
    format = "json" if args.json else args.to
    found: dict[str, str] = {}
    for word in words(args):
        if not is_path(word) or not Path(word).is_file():
            what = "standard input" if word == "-" else f"{word[:20]!r}"
            raise CspSudokuError(
                f"--save needs input files, and {what} is not a file",
                fix="name files, or leave out --save",
            )
        name = beside(word, format)
        if name in found.values():
            raise CspSudokuError(f"two inputs would be saved as {name}", fix="solve them apart")
        if any(_is_same(other, name) for other in words(args)):
            raise CspSudokuError(f"{name} is input and output", fix="leave it out of the input")
        found[word] = name
    return found


def beside(word: str, format: str | None = None) -> str:
    """Return the name of the file for the solutions of an input file.

    It keeps the suffix, which tells the format, unless the solutions have another format.

    >>> beside("games/one.sdk"), beside("many.txt.gz"), beside("one")
    ('games/one.solution.sdk', 'many.solution.txt', 'one.solution')
    >>> beside("many.sdm", "json"), beside("many.sdm", "grid")
    ('many.solution.json', 'many.solution.txt')
    """
    path = Path(word)
    if path.suffix.lower() in _COMPRESSED:
        path = path.with_suffix("")
    suffix = path.suffix
    if format is not None:
        suffix = next(iter(format_of(format).suffixes), ".txt")
    return str(path.with_name(f"{path.stem}.solution{suffix}"))
