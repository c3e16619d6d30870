"""Where a command's puzzles come from: an argument, a file, `-`, or a pipe."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO

from csp_sudoku import formats
from csp_sudoku.errors import CspSudokuError, PuzzleFormatError
from csp_sudoku.formats.classic import is_classic_head
from csp_sudoku.formats.source import open_binary
from csp_sudoku.formats.streams import records_or_errors
from csp_sudoku.place import Place

_SHORTEST = 16
LINES = (None, "line", "sdm")
"""The formats of one puzzle a line that bulk work takes; None is one that was not told."""


def add_input(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say which puzzles to read, and how."""
    parser.add_argument(
        "puzzles",
        nargs="*",
        metavar="PUZZLE",
        help="a puzzle, a file of puzzles, or - for standard input (the default in a pipe)",
    )
    add_reading(parser)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say how to read puzzles."""
    group = parser.add_argument_group("reading")
    group.add_argument(
        "--from",
        dest="format",
        metavar="FORMAT",
        help=f"the format of the input, if it cannot be told: {', '.join(formats.FORMATS)}",
    )
    group.add_argument(
        "--alphabet",
        metavar="NAME",
        help="the symbols of the input: digits, zero, letters, ascii, or all of them, as ABCDEFGHI",
    )
    group.add_argument(
        "--board",
        metavar="NAME",
        help="the board, as sudoku-3x4, latin-5, samurai, sudoku-3x3+diagonals, jigsaw-AABB...",
    )


def read(args: argparse.Namespace) -> Iterator[formats.Record]:
    """Yield the puzzles that the arguments name, one after the other."""
    for word in words(args):
        opened = open_named(word, args)
        if opened is None:
            yield from read_typed(word, args)
        else:
            with opened as file:
                yield from read_file(file, name_of(word), args)


def read_on(args: argparse.Namespace) -> Iterator[formats.Record | CspSudokuError]:
    """Yield the puzzles that the arguments name, and an error for what is none in a file."""
    for word in words(args):
        yield from read_on_word(word, args)


def read_on_word(
    word: str, args: argparse.Namespace, bulk: Callable[[IO[bytes], str], object] | None = None
) -> Iterator[formats.Record | CspSudokuError]:
    """Yield the puzzles that a word names or is, and an error for what is none in a file.

    A file of plain 9x9 lines goes to `bulk` as a whole, with its name, if that is given.
    """
    opened = open_named(word, args)
    if opened is None:
        yield from _to_the_end(read_typed(word, args), args)
        return
    with opened as file:
        if bulk is not None and is_plain(file, args):
            bulk(file, name_of(word))
        else:
            yield from _read_on_file(file, word, args)


def _read_on_file(
    file: IO[bytes], word: str, args: argparse.Namespace
) -> Iterator[formats.Record | CspSudokuError]:
    """Yield the puzzles of an open file, and the errors of others, in the order of the file."""
    return _to_the_end(
        records_or_errors(
            file,
            name=name_of(word),
            board=args.board,
            format=args.format,
            alphabet=args.alphabet,
        ),
        args,
    )


def _to_the_end(
    records: Iterator[formats.Record | CspSudokuError], args: argparse.Namespace
) -> Iterator[formats.Record | CspSudokuError]:
    """Yield puzzles; what ends them too early is the last line with --json, and raised without."""
    try:
        yield from records
    except CspSudokuError as error:
        if not args.json:
            raise
        yield error


def words(args: argparse.Namespace) -> list[str]:
    """Return the words that name puzzles; standard input, if there is none."""
    return args.puzzles or ["-"]


def name_of(word: str) -> str:
    """Return what messages call the source that a word names."""
    return "<stdin>" if word == "-" else word


def open_named(word: str, args: argparse.Namespace) -> AbstractContextManager[IO[bytes]] | None:
    """Open the file that a word names, or standard input; None if the word is no file."""
    if word == "-":
        if sys.stdin is None:
            raise CspSudokuError("standard input is closed", fix="give a puzzle or a file")
        if sys.stdin.isatty() and not args.puzzles:
            raise CspSudokuError("no puzzle", fix="give one, a file, or - for standard input")
        return nullcontext(sys.stdin.buffer)
    return open_binary(word, word) if is_path(word) else None


def read_file(
    file: IO[bytes] | list[str],
    name: str,
    args: argparse.Namespace,
    on_error: Callable[[CspSudokuError], object] | None = None,
) -> Iterator[formats.Record]:
    """Yield the puzzles of an open file."""
    return formats.records(
        file,
        name=name,
        board=args.board,
        format=args.format,
        alphabet=args.alphabet,
        on_error=on_error,
    )


def is_plain(file: IO[bytes], args: argparse.Namespace) -> bool:
    """Whether lines of plain 9x9 puzzles come in."""
    if args.board or args.alphabet or args.format not in LINES:
        return False
    try:
        return is_classic_head(file.peek(1))  # type: ignore[attr-defined]
    except Exception:  # a broken file: whoever reads it next says what is wrong with it
        return False


def no_plain_puzzle(name: str, line: int) -> CspSudokuError:
    """Return the error for a line among plain 9x9 puzzles that is none."""
    return PuzzleFormatError(
        "no 9x9 puzzle", fix="write 81 symbols, 1-9 and . for an open cell", place=Place(name, line)
    )


def is_path(word: str) -> bool:
    """Whether a word names something on disk."""
    try:
        return bool(word) and Path(word).exists()
    except (OSError, ValueError):  # too long for a name, or with a NUL: no path
        return False


def read_typed(word: str, args: argparse.Namespace) -> Iterator[formats.Record]:
    """Read a puzzle that stands in the command itself."""
    try:
        yield from read_file(word.splitlines() or [""], "<argument>", args)
    except PuzzleFormatError as error:
        if "/" in word or Path(word).suffix[1:].isalpha():
            raise CspSudokuError(f"no file {word!r}", fix="check the path") from error
        if word.isalnum() and not word.isdecimal() and len(word) < _SHORTEST:
            raise CspSudokuError(
                f"{word!r} is neither a file nor a puzzle", fix="check the name, or give a puzzle"
            ) from error
        raise
