"""The line: one symbol per cell, row after row; what follows a tab or ` #` is a remark.

White space between symbols does not count, unless nothing else stands for an open cell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from csp_sudoku.boards import Board
from csp_sudoku.errors import AmbiguousFormatError, shown
from csp_sudoku.formats.alphabets import BLANKS, DIGITS, Alphabet
from csp_sudoku.formats.cells import Token, puzzle_of, symbols_of
from csp_sudoku.formats.format import Format, Mismatch, Passage
from csp_sudoku.formats.shape import frame
from csp_sudoku.puzzle import Puzzle

_WORDS = re.compile(r"\s*[^\W\d_]{2,}(?:[\s,;:!?'()-]+[^\W\d_]+){,20}[\s.!?]*")
_NEAR = 1.05


class LineFormat(Format):
    """One puzzle per line, one symbol per cell."""

    name = "line"
    summary = "one symbol per cell in one line; . 0 * _ or a space for an open cell"
    alphabets: ClassVar[tuple[str, ...]] = ("digits", "ascii", "letters", "zero")

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a line."""
        alphabet = alphabet or DIGITS
        start, end = body(passage.text)
        text = passage.text[start:end]
        packed = "".join(text.split())
        if len(packed) < len(text):
            spaced = _with_blank_cells(passage, start, end, board, alphabet)
            if spaced is not None:
                return _only(passage, spaced, _packed(passage, packed, board, alphabet))
        puzzle = _packed(passage, packed, board, alphabet)
        if isinstance(puzzle, Mismatch):
            if _WORDS.fullmatch(text) and alphabet is DIGITS and board is None:
                raise passage.mismatch(
                    f"there is no puzzle in these words: {shown(text.strip())}",
                    fix="give 81 symbols, with . for an open cell, or a file with puzzles",
                    nearness=_NEAR,
                )
            raise puzzle
        return puzzle

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return one symbol per cell, in the order of the board."""
        return written(puzzle, alphabet, alphabet.blank)


def written(puzzle: Puzzle, alphabet: Alphabet, blank: str) -> str:
    """Return one symbol per cell."""
    symbols = [blank, *map(alphabet.symbol, range(1, puzzle.board.size + 1))]
    return "".join([symbols[value] for value in puzzle.values])


def body(text: str) -> tuple[int, int]:
    r"""Return where the symbols of a line begin and end: before a tab or ` #`.

    >>> body("53..7\t2.5"), body("53..7 # hard")
    ((0, 5), (0, 5))
    """
    if "\t" not in text and " #" not in text:
        return 0, len(text)
    start = len(text) - len(text.lstrip("\t"))
    ends = [at for mark in ("\t", " #") if (at := text.find(mark, start)) >= 0]
    return start, min(ends, default=len(text))


def _packed(
    passage: Passage, symbols: str, board: Board | None, alphabet: Alphabet
) -> Puzzle | Mismatch:
    """Read the symbols one after the other."""
    try:
        fitted = frame(len(symbols), board)
        size = fitted.board.size
        values = alphabet.values(symbols, size) if alphabet.capacity >= size else None
        if values is not None and fitted.picks is None:
            return Puzzle._trusted(fitted.board, values)
        tokens = symbols_of(passage.text, 0, *body(passage.text))
        return puzzle_of(passage, tokens, board, alphabet)
    except Mismatch as mismatch:
        return mismatch


def _with_blank_cells(
    passage: Passage, start: int, end: int, board: Board | None, alphabet: Alphabet
) -> Puzzle | None:
    """Read spaces as open cells, if nothing else stands for them and the number of symbols fits."""
    text = passage.text[start:end]
    if any(blank in text for blank in BLANKS.strip() if blank not in alphabet.symbols):
        return None
    try:
        frame(len(text), board)  # before a token is made of each symbol: a line may have millions
        tokens = [Token(symbol, 0, column) for column, symbol in enumerate(text, start=start + 1)]
        return puzzle_of(passage, tokens, board, alphabet)
    except Mismatch:
        return None


def _only(passage: Passage, spaced: Puzzle, packed: Puzzle | Mismatch) -> Puzzle:
    """Return the one reading of a line with spaces; two that differ are an error."""
    if isinstance(packed, Mismatch) or packed == spaced:
        return spaced
    raise AmbiguousFormatError(
        f"the spaces may be open cells of {spaced.board.name}, "
        f"or stand between the symbols of {packed.board.name}",
        fix=f"write {BLANKS[0]} for an open cell, or say which board it is",
        place=passage.place(column=passage.text.find(" ") + 1),
        text=passage.text,
    )
