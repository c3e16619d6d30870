"""Where a command's puzzles come from: an argument, a file, `-`, or a pipe."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from csp_sudoku import formats
from csp_sudoku.errors import CspSudokuError, PuzzleFormatError


def add_input(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say which puzzles to read, and how."""
    parser.add_argument(
        "puzzles",
        nargs="*",
        metavar="PUZZLE",
        help="a puzzle, a file of puzzles, or - for standard input (the default in a pipe)",
    )
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
        help="the board, as sudoku-3x4, latin-5, samurai, sudoku-3x3+diagonals, jigsaw-AABB…",
    )


def read(args: argparse.Namespace) -> Iterator[formats.Record]:
    """Yield the puzzles that the arguments name, one after the other."""
    for word in args.puzzles or ["-"]:
        yield from _records(word, args)


def _records(word: str, args: argparse.Namespace) -> Iterator[formats.Record]:
    if word == "-":
        if sys.stdin.isatty() and not args.puzzles:
            raise CspSudokuError("no puzzle", fix="give one, a file, or - for standard input")
        return _read(sys.stdin.buffer, "<stdin>", args)
    if _is_path(word):
        return _read(word, None, args)
    return _typed(word, args)


def _read(
    source: str | BinaryIO | list[str], name: str | None, args: argparse.Namespace
) -> Iterator[formats.Record]:
    return formats.records(
        source, name=name, board=args.board, format=args.format, alphabet=args.alphabet
    )


def _is_path(word: str) -> bool:
    """Whether the word names something on disk."""
    try:
        return Path(word).exists()
    except (OSError, ValueError):  # too long for a name, or with a NUL: no path
        return False


def _typed(word: str, args: argparse.Namespace) -> Iterator[formats.Record]:
    """Read a puzzle that stands in the command itself."""
    try:
        yield from _read(word.splitlines() or [""], "<argument>", args)
    except PuzzleFormatError as error:
        if "/" in word or Path(word).suffix[1:].isalpha():
            raise CspSudokuError(f"no file {word!r}", fix="check the path") from error
        raise
