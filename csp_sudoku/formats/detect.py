"""Detection: every format tries to read the first lines, and the one that fits best is chosen.

A reader is a format with an alphabet. Readers that see the same puzzles are one; if two that fit
equally well see different puzzles, the error names both and the option that decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from csp_sudoku.boards import Board
from csp_sudoku.errors import (
    AmbiguousFormatError,
    CspSudokuError,
    PuzzleFormatError,
    SourceError,
    UnknownRuleError,
)
from csp_sudoku.formats.alphabets import ALPHABETS, Alphabet, alphabet_of
from csp_sudoku.formats.cells import symbols_of
from csp_sudoku.formats.format import FORMATS, Format, Line, Mismatch, Passage, format_of
from csp_sudoku.formats.line import body
from csp_sudoku.formats.source import HEAD_LINES, LONGEST_LINE, first_lines
from csp_sudoku.puzzle import Puzzle

_HEAD_PUZZLES = 64
_FITS = 2.0
_CERTAIN = 1.9
"""From here on a format says best what is wrong."""
_PASTED = "pasted"
_LAYOUT_FITS = 1.0


class Reader(NamedTuple):
    """A format with an alphabet: one way to read a text."""

    format: Format
    alphabet: Alphabet | None
    board: Board | None

    def __str__(self) -> str:
        return self.format.name + (f" in {self.alphabet.name}" if self.alphabet else "")

    def read(self, passage: Passage) -> Puzzle:
        """Return the puzzle of a passage; every error has a place."""
        try:
            _require_bounded(passage)
            return self.format.read(passage, self.board, self.alphabet)
        except CspSudokuError as error:
            if error.place is None:
                error.place, error.text = passage.place(), passage.text[:LONGEST_LINE]
            raise


def _require_bounded(passage: Passage) -> None:
    for row, line in enumerate(passage.lines):
        if len(line) > LONGEST_LINE:
            raise Mismatch(
                f"the line has more than {LONGEST_LINE:,} characters",
                fix="write one puzzle per line",
                place=passage.place(row, LONGEST_LINE + 1),
            )


class Settled(NamedTuple):
    """The reader of a text, and its lines, from the first on."""

    reader: Reader
    lines: Iterator[Line]


def settle(
    lines: Iterator[Line],
    source: str,
    *,
    board: Board | None = None,
    format: str | None = None,
    alphabet: str | None = None,
    suffix: str = "",
) -> Settled | None:
    """Find the one way to read a text, from its first lines; None if there is nothing to read."""
    readers = _readers(board, format, alphabet)
    if len(readers) == 1:
        return Settled(readers[0], lines)
    head = first_lines(lines)
    content = [line.text for line in head if line.is_content]
    if not content:
        return None
    for reader in readers:
        if alphabet is None and all(map(reader.format.is_certain, content)):
            return Settled(reader, chain(head, lines))
    hopeless: dict[tuple[Format, Passage], Mismatch] = {}
    likely = [reader for reader in readers if alphabet or _has_telltale(reader, content)]
    attempts = [_attempt(reader, head, source, hopeless) for reader in likely]
    pasted = [attempt for attempt in attempts if attempt.reader.format.name == _PASTED]
    strict = [attempt for attempt in attempts if attempt.reader.format.name != _PASTED]
    if pasted and _is_pasted(pasted[0], strict, content):
        return Settled(pasted[0].reader, chain(head, lines))
    if max(attempt.score for attempt in strict) < _LAYOUT_FITS:
        _require_text(head, source)
    return Settled(_chosen(strict, suffix), chain(head, lines))


def _is_pasted(pasted: _Attempt, strict: Sequence[_Attempt], content: Sequence[str]) -> bool:
    """Whether a text is best read as what people paste: only that finds all puzzles in it."""
    from csp_sudoku.formats.pasted import has_marks, has_prose, has_sentence
    from csp_sudoku.formats.scripts import in_ascii

    best = max((attempt.score for attempt in strict), default=0.0)
    results = (result for attempt in strict for result in attempt.results)
    if best >= _FITS or any(isinstance(result, AmbiguousFormatError) for result in results):
        return False
    found, most = len(pasted.puzzles), max((attempt.boards for attempt in strict), default=0)
    is_marked = any(map(has_marks, content))
    if not found and not most:  # then it says best what the text looks like
        is_text = is_marked or any(
            has_prose(text) or "," in text or in_ascii(text) != text for text in content
        )
        return bool(pasted.passages) and is_text and best < _CERTAIN
    is_report = any(map(has_sentence, content))
    drawn = (attempt for attempt in strict if attempt.boards == most)
    is_titled = pasted.score == _FITS and all(one.reader.format.is_block for one in drawn)
    return found > most or (found == most and (is_marked or is_report or is_titled))


def _require_text(head: Sequence[Line], source: str) -> None:
    """Raise a SourceError if lines that no format can read hold bytes that are not text."""
    try:
        for line in head:
            Passage(source, line.number, (line.text,)).require_text()
    except Mismatch as found:
        raise SourceError(
            f"this is not a text: {found.problem}", fix="give a text in UTF-8", place=found.place
        ) from None


def _readers(board: Board | None, format: str | None, alphabet: str | None) -> list[Reader]:
    """List the readers that the caller leaves open."""
    formats = list(FORMATS.values()) if format is None else [format_of(format)]
    if alphabet is None:
        return [Reader(f, a, board) for f in formats for a in _alphabets_of(f)]
    given = alphabet_of(alphabet)
    readers = [Reader(f, given, board) for f in formats if f.takes(given)]
    if not readers:
        raise PuzzleFormatError(
            f"{format} is not written in {given.name}",
            fix=f"use {', '.join(formats[0].alphabets) or 'no alphabet'}",
        )
    if not format:
        readers = [Reader(f, None, board) for f in formats if not f.alphabets] + readers
    return readers


def _alphabets_of(format: Format) -> list[Alphabet | None]:
    if len(format.alphabets) < 2:
        return [None]
    return [ALPHABETS[name] for name in format.alphabets if name not in format.unguessed]


def _has_telltale(reader: Reader, content: Sequence[str]) -> bool:
    return reader.alphabet is None or any(reader.alphabet.telltale in text for text in content)


# Trying


class _Attempt(NamedTuple):
    """What one reader made of the first lines: a puzzle or an error for each passage."""

    reader: Reader
    passages: Sequence[Passage]
    results: Sequence[Puzzle | CspSudokuError]
    score: float
    """How well it fits: 2 if every passage was read."""

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles that were read."""
        return tuple(result for result in self.results if isinstance(result, Puzzle))

    @property
    def boards(self) -> int:
        """How many puzzles were read that are more than one number on a line."""
        return sum(puzzle.board.size > 1 for puzzle in self.puzzles)

    @property
    def is_whole_sukaku(self) -> bool:
        """Whether these are candidates in one line, some for each cell."""
        is_sukaku = self.reader.format.name == "sukaku" and self.score == _FITS
        return is_sukaku and all(all(puzzle.masks) for puzzle in self.puzzles)


def _fitness(result: Puzzle | CspSudokuError) -> float:
    if isinstance(result, Puzzle):
        return _FITS
    return result.nearness if isinstance(result, Mismatch | UnknownRuleError) else 1.0


def _attempt(
    reader: Reader,
    head: Sequence[Line],
    source: str,
    hopeless: dict[tuple[Format, Passage], Mismatch],
) -> _Attempt:
    """Read the first lines; the last block may be cut off, unless it is the only one."""
    passages = list(reader.format.passages(iter(head), source, reader.board))
    if reader.format.is_block and len(passages) > 1 and len(head) >= HEAD_LINES:
        passages.pop()
    del passages[_HEAD_PUZZLES:]
    results = [_result(reader, passage, hopeless) for passage in passages]
    score = sum(map(_fitness, results)) / max(1, len(results))
    return _Attempt(reader, passages, results, score)


def _result(
    reader: Reader, passage: Passage, hopeless: dict[tuple[Format, Passage], Mismatch]
) -> Puzzle | CspSudokuError:
    """Read a passage, unless its layout has failed already: no alphabet mends that."""
    known = hopeless.get((reader.format, passage))
    if known is not None:
        return known
    try:
        puzzle = reader.read(passage)
    except CspSudokuError as error:
        if isinstance(error, Mismatch) and error.nearness < _LAYOUT_FITS:
            hopeless[reader.format, passage] = error
        return error
    least = reader.alphabet.guessed_from if reader.alphabet else 1
    if puzzle.board.size < max(least, reader.format.guessed_from):
        return Mismatch(f"{reader} is for larger boards", place=passage.place())
    return puzzle


# Choosing


def _chosen(attempts: Sequence[_Attempt], suffix: str) -> Reader:
    """Return the reader that fits best; raise if two fit equally and see different puzzles."""
    best = max(attempt.score for attempt in attempts)
    if not best:  # the first lines tell nothing: what comes later is most likely one per line
        plain = (attempt for attempt in attempts if attempt.reader.format.name == "line")
        return next(plain, attempts[0]).reader
    fitting = [attempt for attempt in attempts if attempt.score == best]
    fitting.sort(key=lambda attempt: suffix not in attempt.reader.format.suffixes)
    whole = [attempt for attempt in fitting if attempt.is_whole_sukaku]
    if whole:  # a line of 729 symbols, each in its own place, is not a board of 27 x 27
        fitting = whole
    first = fitting[0]
    if suffix and suffix in first.reader.format.suffixes:
        fitting = [a for a in fitting if suffix in a.reader.format.suffixes]
    for other in fitting[1:]:
        if first.puzzles and other.puzzles != first.puzzles:
            raise _ambiguity(first, other)
    return first.reader


def _ambiguity(one: _Attempt, other: _Attempt) -> AmbiguousFormatError:
    """Name two readings, the first place where they differ, and the option that settles it."""
    pairs = zip(one.results, other.results, strict=False)
    at = next((i for i, (left, right) in enumerate(pairs) if left != right), 0)
    passage = one.passages[at]
    same_format = one.reader.format is other.reader.format
    option, flag = ("alphabet", "--alphabet") if same_format else ("format", "--from")
    names = [
        reader.alphabet.name if same_format and reader.alphabet else reader.format.name
        for reader in (one.reader, other.reader)
    ]
    return AmbiguousFormatError(
        f"this may be {one.reader} or {other.reader}{_difference(one, other, at)}",
        fix=f'say {option}="{names[0]}" or {option}="{names[1]}" ({flag})',
        place=passage.place(column=_column(passage, one.results[at], other.results[at])),
        text=passage.text,
    )


def _column(
    passage: Passage, one: Puzzle | CspSudokuError, other: Puzzle | CspSudokuError
) -> int | None:
    """Return the column of the first symbol of a line that is read in two ways."""
    symbols = symbols_of(passage.text, 0, *body(passage.text))
    if not isinstance(one, Puzzle) or not isinstance(other, Puzzle):
        return None
    if not len(symbols) == len(one.values) == len(other.values):
        return None
    pairs = zip(symbols, one.values, other.values, strict=True)
    return next((symbol.column for symbol, a, b in pairs if a != b), None)


def _difference(one: _Attempt, other: _Attempt, at: int) -> str:
    """Say how two readings of a puzzle differ."""
    left, right = one.results[at], other.results[at]
    if not isinstance(left, Puzzle) or not isinstance(right, Puzzle):
        return ""
    if left.board != right.board:
        return f": {left.board.name} or {right.board.name}"
    for cell, a, b in zip(left.board.cells, left.values, right.values, strict=True):
        if a != b:
            return f": {cell} is {a or 'open'} or {b or 'open'}"
    return ": with different pencil marks"
