"""Reading one puzzle or a stream of them, and writing one: what the package is used for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from csp_sudoku import boards
from csp_sudoku.boards import Board
from csp_sudoku.errors import CspSudokuError, PuzzleFormatError, shown
from csp_sudoku.formats.alphabets import Alphabet, alphabet_of
from csp_sudoku.formats.cells import require_capacity
from csp_sudoku.formats.detect import settle
from csp_sudoku.formats.format import NO_HEADERS, Format, Line
from csp_sudoku.formats.source import Source, lines_of, lines_of_text, name_of, suffix_of
from csp_sudoku.formats.table import FORMATS, format_of
from csp_sudoku.place import Place
from csp_sudoku.puzzle import Puzzle, Solution


class Record(NamedTuple):
    """A puzzle of a stream, where it stood, what was said about it, and the format's name."""

    puzzle: Puzzle
    place: Place
    headers: Mapping[str, str]
    format: str


def parse(
    text: str,
    *,
    board: Board | str | None = None,
    format: str | None = None,
    alphabet: str | None = None,
    source: str = "<text>",
) -> Puzzle:
    """Return the one puzzle of a text.

    Args:
        text: the puzzle in any format.
        board: the board or its name, where the number of cells does not tell it.
        format: the name of the format, where the text does not tell it.
        alphabet: the name of the alphabet or its symbols, where the text does not tell it.
        source: what error messages call the text.
    """
    if not isinstance(text, str):
        raise PuzzleFormatError(f"{shown(text)} is no text", fix="give a string")
    found = _without_errors(_read(lines_of_text(text), source, board, format, alphabet, ""), None)
    record = next(found)
    second = next(found, None)
    if second is not None:
        raise PuzzleFormatError(
            "more than one puzzle: here begins the second",
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
    name: str | None = None,
    on_error: Callable[[CspSudokuError], object] | None = None,
) -> Iterator[Record]:
    """Yield the puzzles of a source one by one, in memory that does not grow with it.

    Args:
        source: a path (.gz and .zst are decompressed), an open file, or an iterable of lines.
        board: the board or its name, where the number of cells does not tell it.
        format: the name of the format; without it, the first lines tell.
        alphabet: the name of the alphabet or its symbols; without it, the first lines tell.
        name: what error messages call the source.
        on_error: called with the error of a puzzle that cannot be read, and reading goes on with
            the next one; without it, the error is raised. A file that breaks off or holds no puzzle
            always raises.
    """
    found = records_or_errors(source, board=board, format=format, alphabet=alphabet, name=name)
    return _without_errors(found, on_error)


def records_or_errors(
    source: Source,
    *,
    board: Board | str | None = None,
    format: str | None = None,
    alphabet: str | None = None,
    name: str | None = None,
) -> Iterator[Record | CspSudokuError]:
    """Yield what `records` does, and in its place the error of a puzzle that cannot be read."""
    name = name_of(source) if name is None else name
    return _read(lines_of(source, name), name, board, format, alphabet, suffix_of(name))


def write(
    filling: Puzzle | Solution,
    format: str = "line",
    *,
    alphabet: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> str:
    """Return the text of a puzzle or a solution, without a line end after it."""
    if not isinstance(filling, Puzzle | Solution):
        raise PuzzleFormatError(f"{shown(filling)} is no puzzle or solution")
    puzzle = filling.puzzle if isinstance(filling, Solution) else filling
    how = format_of(format)
    why_not = how.refusal(puzzle)
    if why_not:
        holders = ", ".join(f.name for f in FORMATS.values() if f.refusal(puzzle) is None)
        raise PuzzleFormatError(
            f"{format} cannot hold this puzzle: {why_not}", fix=f"use {holders or 'another board'}"
        )
    return how.write(puzzle, _alphabet_for(how, puzzle, alphabet), headers or NO_HEADERS)


def _alphabet_for(format: Format, puzzle: Puzzle, name: str | None) -> Alphabet:
    if name is None:
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
) -> Iterator[Record | CspSudokuError]:
    """Settle how to read, then read passage by passage."""
    known = None if board is None else boards.board_of(board)
    settled = settle(lines, source, board=known, format=format, alphabet=alphabet, suffix=suffix)
    is_empty = True
    if settled is not None:
        reader = settled.reader
        for passage in reader.format.passages(settled.lines, source, known):
            is_empty = False
            try:
                puzzle = reader.read(passage)
                headers = reader.format.headers(passage)
            except CspSudokuError as error:
                yield error
            else:
                yield Record(puzzle, passage.place(), headers, reader.format.name)
    if is_empty:
        fix = "give at least one line that is no comment"
        raise PuzzleFormatError("no puzzle", fix=fix, place=Place(source))


def _without_errors(
    found: Iterator[Record | CspSudokuError], on_error: Callable[[CspSudokuError], object] | None
) -> Iterator[Record]:
    """Yield the records alone; errors are raised, or given to `on_error`."""
    for each in found:
        if isinstance(each, Record):
            yield each
        elif on_error is None:
            raise each
        else:
            on_error(each)
