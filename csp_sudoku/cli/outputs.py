"""Where a command writes: standard output, a file that can be resumed, a file that is whole."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, TypeGuard

from csp_sudoku.cli.inputs import is_path, words
from csp_sudoku.errors import CspSudokuError, SourceError
from csp_sudoku.formats.format import format_of
from csp_sudoku.whole_files import require_name, whole

_PIECE = 1 << 20
_COMPRESSED = (".gz", ".zst")


@contextmanager
def output_file(args: argparse.Namespace) -> Iterator[tuple[TextIO, int]]:
    """Open the output file that the arguments name; yield it with the number of its lines.

    To resume, a line without an end at the end of the file is cut off.
    """
    name = args.output
    if not _is_file(name):
        if args.resume:
            raise CspSudokuError("--resume needs an output file", fix="name it with -o")
        yield sys.stdout, 0
        return
    refuse_input(args, name)
    try:
        done = _whole_lines(name) if args.resume and Path(name).exists() else 0
        with Path(name).open("a" if done else "w", encoding="utf-8") as file:
            yield file, done
    except CspSudokuError:
        raise
    except OSError as error:
        raise SourceError(f"cannot write {name}: {error.strerror or error}") from error


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


def _whole_lines(name: str) -> int:
    """Count the lines of a file, and cut off what follows the last line end."""
    count = end = at = 0
    with Path(name).open("rb+") as file:
        while piece := file.read(_PIECE):
            if b"\n" in piece:
                count += piece.count(b"\n")
                end = at + piece.rindex(b"\n") + 1
            at += len(piece)
        file.truncate(end)
    return count


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
