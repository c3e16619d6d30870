"""Where a command's puzzles come from: an argument, a file, or standard input (`-`)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING

from csp_sudoku.boards import sudoku
from csp_sudoku.cli.screen import printable
from csp_sudoku.errors import CspSudokuError, PuzzleFormatError, RuleError
from csp_sudoku.formats.classic import is_classic_head, values_of
from csp_sudoku.formats.links import NEAR
from csp_sudoku.formats.source import open_binary
from csp_sudoku.formats.streams import Record, records_or_errors
from csp_sudoku.place import Place
from csp_sudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from csp_sudoku.rules import Rule

PLAIN_FORMATS = (None, "line", "sdm")
"""The formats that bulk solving reads and writes; None is a format that was not given."""
EMPTY = "empty"
"""The word for a board without clues."""
_ARGUMENT = "<argument>"
_SHORTEST = 16
_PLAIN = 81


def words(args: argparse.Namespace) -> list[str]:
    """Return the words that name puzzles, or the one for standard input."""
    return args.puzzles or ["-"]


def read(args: argparse.Namespace) -> Iterator[Record]:
    """Yield the puzzles that the arguments name; raise the first error."""
    for record in read_on(args):
        if isinstance(record, CspSudokuError):
            raise record
        yield record


def read_on(args: argparse.Namespace) -> Iterator[Record | CspSudokuError]:
    """Yield the puzzles that the arguments name, and an error for each that cannot be read."""
    for word in words(args):
        yield from read_word(word, args)


def read_word(
    word: str, args: argparse.Namespace, bulk: Callable[[IO[bytes], str], object] | None = None
) -> Iterator[Record | CspSudokuError]:
    """Yield the puzzles of a word, and an error for each in a file that cannot be read.

    An error that ends the reading is raised, or yielded as the last item with --json. A file of
    plain 9x9 lines goes to `bulk` as a whole, with its name, if `bulk` is given.
    """
    opened = _opened(word, args)
    try:
        if opened is None:
            yield from read_argument(word, args)
            return
        name = "<stdin>" if word == "-" else word
        with opened as file:
            if bulk is not None and _is_plain(file, args):
                bulk(file, name)
            else:
                yield from read_source(file, name, args)
    except CspSudokuError as error:
        if not getattr(args, "json", False):
            raise
        yield error


def read_source(
    source: IO[bytes] | list[str], name: str, args: argparse.Namespace
) -> Iterator[Record | CspSudokuError]:
    """Yield the puzzles of an open file or a list of lines, and an error for each bad one."""
    found = records_or_errors(
        source,
        name=name,
        board=args.board,
        format=args.format,
        alphabet=args.alphabet,
        ignore_unknown_rules=args.ignore_unknown_rules,
        column=args.column,
    )
    if args.ignore_unknown_rules and not getattr(args, "quiet", False):
        found = _told(found)
    rules = rules_of(args)
    return (_ruled(record, rules) for record in found) if rules else found


def _told(found: Iterator[Record | CspSudokuError]) -> Iterator[Record | CspSudokuError]:
    """Say on standard error which rules of a puzzle are left out."""
    for record in found:
        if isinstance(record, Record) and record.ignored:
            names = ", ".join(record.ignored)
            said = (
                f"csp-sudoku: {record.place}: read without rules that are not understood: {names}"
            )
            print(printable(said), file=sys.stderr, flush=True)
        yield record


def rules_of(args: argparse.Namespace) -> list[Rule]:
    """Return the rules that the arguments give to all puzzles."""
    if not (getattr(args, "rule", None) or getattr(args, "rules", None)):
        return []
    from csp_sudoku.rules import parse, read_rules

    return [*map(parse, args.rule), *(read_rules(args.rules) if args.rules else ())]


def _ruled(record: Record | CspSudokuError, rules: list[Rule]) -> Record | CspSudokuError:
    """Return a puzzle with more rules; or the error, if they do not fit its board."""
    if isinstance(record, CspSudokuError):
        return record
    try:
        puzzle = record.puzzle.with_rules(*record.puzzle.rules, *rules)
    except RuleError as error:
        error.place = record.place if record.place.source != _ARGUMENT else None
        return error
    return record._replace(puzzle=puzzle)


def read_argument(word: str, args: argparse.Namespace) -> Iterator[Record]:
    """Yield the puzzles that are written in the command itself; raise the first error."""
    if word == EMPTY:
        bare = Record(Puzzle({}, board=args.board), Place(_ARGUMENT, 1), {}, "line")
        found = _ruled(bare, rules_of(args))
        if isinstance(found, CspSudokuError):
            raise found
        yield found
        return
    plain = values_of(word) if _may_be_plain(args) and len(word) == _PLAIN else None
    if plain is not None:  # as nearly always
        yield Record(Puzzle._trusted(sudoku(3, 3), plain), Place(_ARGUMENT, 1), {}, "line")
        return
    try:
        for record in read_source(word.splitlines() or [""], _ARGUMENT, args):
            if isinstance(record, CspSudokuError):
                raise record
            yield record
    except PuzzleFormatError as error:
        if getattr(error, "nearness", 0) >= NEAR:  # it is a puzzle, with a mistake in it
            raise
        if "/" in word or Path(word).suffix[1:].isalpha():
            raise CspSudokuError(f"no file {word!r}", fix="check the path") from error
        if word.isalnum() and not word.isdecimal() and len(word) < _SHORTEST:
            raise CspSudokuError(
                f"{word!r} is neither a file nor a puzzle", fix="check the name, or give a puzzle"
            ) from error
        raise


def is_argument(record: Record) -> bool:
    """Whether a puzzle is written in the command itself."""
    return record.place.source == _ARGUMENT


def is_path(word: str) -> bool:
    """Whether a word names something on disk."""
    try:
        return bool(word) and Path(word).exists()
    except (OSError, ValueError):  # too long for a name, or with a NUL
        return False


def _opened(word: str, args: argparse.Namespace) -> AbstractContextManager[IO[bytes]] | None:
    """Open the file that a word names, or standard input; None if the word names no file."""
    if word == "-":
        if sys.stdin is None:
            raise CspSudokuError("standard input is closed", fix="give a puzzle or a file")
        if sys.stdin.isatty() and not args.puzzles:
            raise CspSudokuError("no puzzle", fix="give one, a file, or - for standard input")
        return nullcontext(sys.stdin.buffer)
    return open_binary(word, word) if is_path(word) else None


def _may_be_plain(args: argparse.Namespace) -> bool:
    """Whether the options leave it open that the input is plain 9x9 lines."""
    if getattr(args, "rule", None) or getattr(args, "rules", None):
        return False
    if args.column is not None:
        return False
    return not args.board and not args.alphabet and args.format in PLAIN_FORMATS


def _is_plain(file: IO[bytes], args: argparse.Namespace) -> bool:
    """Whether a file begins with plain 9x9 lines."""
    if not _may_be_plain(args):
        return False
    try:
        return is_classic_head(file.peek(1))  # type: ignore[attr-defined]
    except Exception:  # a broken file: the reader that comes next says what is wrong with it
        return False
