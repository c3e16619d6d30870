"""Reading one puzzle or a stream of them, and writing one: what the package is used for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain
from os import PathLike
from typing import NamedTuple

from csp_sudoku import boards
from csp_sudoku.boards import Board
from csp_sudoku.errors import CspSudokuError, PuzzleFormatError, UnknownRuleError, shown
from csp_sudoku.formats.alphabets import DIGITS, ZERO, Alphabet, alphabet_of
from csp_sudoku.formats.cells import require_capacity
from csp_sudoku.formats.classic import is_classic, values_of
from csp_sudoku.formats.detect import Reader, Settled, settle
from csp_sudoku.formats.format import FORMATS, NO_HEADERS, Format, Line, Passage, format_of
from csp_sudoku.formats.source import (
    Source,
    first_lines,
    lines_of,
    lines_of_text,
    name_of,
    suffix_of,
)
from csp_sudoku.place import Place
from csp_sudoku.puzzle import Puzzle, Solution


class Record(NamedTuple):
    """A puzzle of a stream, where it stood, what was said about it, and the format's name."""

    puzzle: Puzzle
    place: Place
    headers: Mapping[str, str]
    format: str
    ignored: tuple[str, ...] = ()
    """The rules of the text that the puzzle is without, because the caller asked for that."""


def parse(
    text: str,
    *,
    board: Board | str | None = None,
    format: str | None = None,
    alphabet: str | None = None,
    ignore_unknown_rules: bool = False,
    column: str | None = None,
    source: str = "<text>",
) -> Puzzle:
    """Return the one puzzle of a text.

    Args:
        text: the puzzle in any format.
        board: the board or its name, where the number of cells does not tell it.
        format: the name of the format, where the text does not tell it.
        alphabet: the name of the alphabet or its symbols, where the text does not tell it.
        ignore_unknown_rules: whether to return the puzzle without rules that are not understood.
        column: the name of the column with the puzzle, if the text is a table with a header.
        source: what error messages call the text.
    """
    if not isinstance(text, str):
        raise PuzzleFormatError(f"{shown(text)} is no text", fix="give a string")
    found = _raising(
        _read(
            lines_of_text(text), source, board, format, alphabet, "", ignore_unknown_rules, column
        ),
        None,
    )
    record = next(found)
    second = next(found, None)
    if second is not None:
        raise PuzzleFormatError(
            "there is more than one puzzle: the second begins here",
            fix="give one, or read all of them with records()",
            place=second.place,
        )
    return record.puzzle


def records(
    source: Source,
    *,
    board: Board | str | None = None,
    format: str | None = None,
    alphabet: str | None = None,
    ignore_unknown_rules: bool = False,
    column: str | None = None,
    name: str | None = None,
    on_error: Callable[[CspSudokuError], object] | None = None,
) -> Iterator[Record]:
    """Yield the puzzles of a source one by one, in memory that does not grow with it.

    Args:
        source: a path (.gz and .zst are decompressed), an open file, or an iterable of lines.
        board: the board or its name, where the number of cells does not tell it.
        format: the name of the format; without it, the first lines tell.
        alphabet: the name of the alphabet or its symbols; without it, the first lines tell.
        ignore_unknown_rules: whether to read puzzles without rules that are not understood; each
            record names what it is without.
        column: the name of the column with the puzzles, if the source is a table with a header.
        name: what error messages call the source.
        on_error: called with the error of a puzzle that cannot be read, and reading goes on with
            the next one; without it, the error is raised. A file that breaks off or holds no puzzle
            always raises.
    """
    found = records_or_errors(
        source,
        board=board,
        format=format,
        alphabet=alphabet,
        ignore_unknown_rules=ignore_unknown_rules,
        column=column,
        name=name,
    )
    return _raising(found, on_error)


def records_or_errors(
    source: Source,
    *,
    board: Board | str | None = None,
    format: str | None = None,
    alphabet: str | None = None,
    ignore_unknown_rules: bool = False,
    column: str | None = None,
    name: str | None = None,
) -> Iterator[Record | CspSudokuError]:
    """Yield the puzzles of a source as `records` does, and the error of each that cannot be read.

    >>> [type(found).__name__ for found in records_or_errors(["1..4........2..3", "1..4"])]
    ['Record', 'Mismatch']
    """
    name = name_of(source) if name is None else name
    lines, suffix = lines_of(source, name), suffix_of(name)
    return _read(lines, name, board, format, alphabet, suffix, ignore_unknown_rules, column)


def load(
    path: str | PathLike[str],
    *,
    board: Board | str | None = None,
    format: str | None = None,
    alphabet: str | None = None,
    column: str | None = None,
) -> list[Puzzle]:
    """Return all puzzles of a file; the first one that cannot be read raises its error.

    The options are those of `formats.records`, which also tells what stood beside each puzzle and
    reads files that are larger than the memory.

    >>> from tempfile import TemporaryDirectory
    >>> from pathlib import Path
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "mine.txt")
    ...     _ = path.write_text("> [code]1.....2..3.....4[/code]")
    ...     load(path)
    [Puzzle('1.....2..3.....4')]
    """
    return [
        record.puzzle
        for record in records(path, board=board, format=format, alphabet=alphabet, column=column)
    ]


def _raising(
    found: Iterator[Record | CspSudokuError], on_error: Callable[[CspSudokuError], object] | None
) -> Iterator[Record]:
    for record in found:
        if not isinstance(record, CspSudokuError):
            yield record
        elif on_error is None:
            raise record
        else:
            on_error(record)


def write(
    filling: Puzzle | Solution,
    format: str = "line",
    *,
    alphabet: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> str:
    """Return the text of a puzzle or a solution, without a line end after it."""
    if not isinstance(filling, Puzzle | Solution):
        raise PuzzleFormatError(f"expected a puzzle or a solution, got {shown(filling)}")
    # Values that are all there need no rules: every format holds them.
    puzzle = filling
    if isinstance(filling, Solution):
        puzzle = Puzzle._trusted(filling.board, filling.values)
    assert isinstance(puzzle, Puzzle)
    how = format_of(format)
    why_not = how.why_not(puzzle)
    if why_not:
        holders = ", ".join(f.name for f in FORMATS.values() if f.why_not(puzzle) is None)
        raise PuzzleFormatError(
            f"{format} cannot hold this puzzle: {why_not}", fix=f"use {holders or 'another board'}"
        )
    return how.write(puzzle, _alphabet_for(how, puzzle, alphabet), headers or NO_HEADERS)


def _alphabet_for(format: Format, puzzle: Puzzle, name: str | None) -> Alphabet:
    if name is None:
        if puzzle.board.first == 0 and format.takes(ZERO) and puzzle.board.size <= ZERO.capacity:
            return ZERO
        return format.usual_alphabet(puzzle.board.size)
    alphabet = alphabet_of(name)
    if not format.takes(alphabet):
        raise PuzzleFormatError(
            f"{format.name} is not written in {alphabet.name}",
            fix=f"use {', '.join(format.alphabets)}",
        )
    require_capacity(alphabet, puzzle.board.size)
    return alphabet


def _read(
    lines: Iterator[Line],
    source: str,
    board: Board | str | None,
    format: str | None,
    alphabet: str | None,
    suffix: str,
    ignore_unknown_rules: bool,
    column: str | None,
) -> Iterator[Record | CspSudokuError]:
    """Settle how to read, then read passage by passage."""
    known = None if board is None else boards.board_of(board)
    is_said = any(given is not None for given in (known, format, alphabet, column))
    is_open = not is_said and not _names_format(suffix)
    head = first_lines(lines) if is_open else []
    lines = chain(head, lines)
    settled: Settled | None
    if _are_plain(head):
        settled = Settled(_PlainReader(FORMATS["line"], DIGITS, None), lines)
    elif column is not None:
        from csp_sudoku.formats.pasted import PastedFormat

        settled = Settled(Reader(PastedFormat(column), None, known), lines)
    else:
        settled = settle(
            lines, source, board=known, format=format, alphabet=alphabet, suffix=suffix
        )
    is_empty = True
    if settled is not None:
        reader = settled.reader
        for passage in reader.format.passages(settled.lines, source, known):
            is_empty = False
            ignored: tuple[str, ...] = ()
            try:
                try:
                    puzzle = reader.read(passage)
                except UnknownRuleError as error:
                    if not ignore_unknown_rules:
                        raise
                    puzzle, ignored = error.puzzle, error.names
                headers = reader.format.headers(passage)
            except CspSudokuError as error:
                yield error
                continue
            yield Record(puzzle, passage.place(), headers, reader.format.name, ignored)
    if is_empty:
        fix = "give at least one line that is not a comment"
        raise PuzzleFormatError("no puzzle", fix=fix, place=Place(source))


def _names_format(suffix: str) -> bool:
    """Whether the suffix of a file names a format."""
    return bool(suffix) and any(suffix in format.suffixes for format in FORMATS.values())


def _are_plain(head: list[Line]) -> bool:
    """Whether the first lines are plain 9x9 puzzles, comments aside."""
    content = [line.text for line in head if line.is_content]
    return bool(content) and all(map(is_classic, content))


class _PlainReader(Reader):
    """Reads the plain lines of 9x9 puzzles without trying any format; other lines as `line`."""

    __slots__ = ()

    def read(self, passage: Passage) -> Puzzle:
        values = values_of(passage.text)
        if values is None:
            return super().read(passage)
        return Puzzle._trusted(_plain_board(), values)


@cache
def _plain_board() -> Board:
    return boards.sudoku(3, 3)
