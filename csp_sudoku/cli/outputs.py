"""Where a command's results go: line by line to standard output, or a file that can be resumed."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TextIO, TypeGuard

from csp_sudoku.errors import CspSudokuError, SourceError
from csp_sudoku.whole_files import require_name, whole

_BLINK = 0.2
_PIECE = 1 << 20
_PACKED = (".gz", ".zst")


def add_output(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the arguments that say where lines go, and in which form."""
    group = parser.add_argument_group("writing")
    group.add_argument("-o", "--output", metavar="FILE", help="write here, not to standard output")
    group.add_argument(
        "--resume", action="store_true", help="go on where the output file stopped, with -o"
    )
    _add_form(group)
    return group


def add_standard_output(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the arguments that say in which form lines go to standard output, and nowhere else."""
    group = parser.add_argument_group("writing")
    _add_form(group)
    parser.set_defaults(output=None, resume=False)
    return group


def _add_form(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--json", action="store_true", help="one JSON object a line")
    group.add_argument("--quiet", action="store_true", help="write nothing; the exit code tells")


class Lines(NamedTuple):
    """An open output: `done` lines stand in it already."""

    file: TextIO
    done: int

    def write(self, text: str) -> None:
        """Write a line that is there to stay, whatever happens next."""
        self.file.write(f"{text}\n")
        self.file.flush()


@contextmanager
def lines(args: argparse.Namespace) -> Iterator[Lines]:
    """Open the output that the arguments name; a half line at the end of a file is cut off."""
    name = args.output
    if not _is_file(name):
        if args.resume:
            raise CspSudokuError("nothing to resume", fix="name the output file with -o")
        yield Lines(sys.stdout, 0)
        return
    refuse_input(args, name)
    with _our_errors(name):
        done = _whole_lines(name) if args.resume and Path(name).exists() else 0
        with Path(name).open("a" if done else "w", encoding="utf-8") as file:
            yield Lines(file, done)


def refuse_input(args: argparse.Namespace, *names: str | None) -> None:
    """Refuse to write where the arguments say that puzzles are read."""
    for name in filter(None, names):
        if any(is_same(word, name) for word in getattr(args, "puzzles", ())):
            raise CspSudokuError(f"{name} is input and output", fix="choose another output file")


@contextmanager
def whole_file(name: str | None) -> Iterator[TextIO]:
    """Open the output; a file appears under its name only when it is whole."""
    if not _is_file(name):
        yield sys.stdout
        return
    with whole(name) as part, part.open("w", encoding="utf-8") as out:
        yield out


class Progress:
    """One line on a terminal that says how far it is; elsewhere, nothing."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._is_shown = sys.stderr.isatty() and not args.quiet
        self._is_written = False
        self._next = time.monotonic() + _BLINK

    def tell(self, text: str) -> None:
        """Say it, unless something was said just now."""
        if self._is_shown and time.monotonic() > self._next:
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
            self._is_written = True
            self._next = time.monotonic() + _BLINK

    def clear(self) -> None:
        """Take the line away, so that something else can be written."""
        if self._is_written:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._is_written = False


# Files


def _is_file(name: str | None) -> TypeGuard[str]:
    if name == "":
        raise SourceError("an output file without a name", fix="give one, or - for standard output")
    if name is None or name == "-":
        return False
    require_name(name)
    if Path(name).suffix.lower() in _PACKED:
        raise SourceError(
            f"{name} would be no {Path(name).suffix} file",
            fix=f"write to {Path(name).with_suffix('')}, then pack it",
        )
    return True


def is_same(word: str, name: str) -> bool:
    """Whether two words name the same file on disk."""
    try:
        return Path(word).samefile(name)
    except (OSError, ValueError):  # one of them is no file
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


@contextmanager
def _our_errors(name: str) -> Iterator[None]:
    """Say which file could not be written."""
    try:
        yield
    except CspSudokuError:
        raise
    except OSError as error:
        raise SourceError(f"cannot write {name}: {error.strerror or error}") from error
