"""Numbers: one per cell in one line, separated by commas or white space; 0 for an open cell.

With a user's alphabet, its symbols stand in place of the numbers: A,0,0,C.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from csp_sudoku.boards import MAX_SIZE, Board
from csp_sudoku.formats.alphabets import NUMBERS, Alphabet
from csp_sudoku.formats.cells import Token, puzzle_of
from csp_sudoku.formats.format import Format, Passage
from csp_sudoku.formats.shape import frame
from csp_sudoku.puzzle import Puzzle

_LONG = 4 * MAX_SIZE * MAX_SIZE


class NumbersFormat(Format):
    """One puzzle per line, one number per cell."""

    name = "numbers"
    summary = "one number per cell in one line, with commas or spaces between; 0 for an open cell"
    suffixes = (".csv",)
    alphabets = ("numbers", "letters")
    unguessed = ("letters",)

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a line of numbers, or of the symbols that were asked for."""
        text = passage.text.partition(" #")[0]
        if len(text) > _LONG:  # before a token is made of each number: a line may have millions
            frame(len(text.replace(",", " ").split()), board)
        return puzzle_of(passage, _tokens(passage, text), board, alphabet or NUMBERS)

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return the numbers or symbols, with commas between them."""
        blank = alphabet.blank if "0" in alphabet.symbols else "0"
        return ",".join(alphabet.symbol(value) if value else blank for value in puzzle.values)

    def usual_alphabet(self, size: int) -> Alphabet:
        """Return the numbers."""
        return NUMBERS


def _tokens(passage: Passage, text: str) -> list[Token]:
    """Return the numbers of a line, an empty one between two commas included."""
    tokens = []
    for field in re.finditer(r"[^,]+|(?<![^,])(?=,|$)", text):
        words = list(re.finditer(r"\S+", field[0]))
        if not words and "," in text:
            raise passage.mismatch(
                "there is no number between two commas",
                fix="write 0 for an open cell",
                column=field.start() + 1,
                nearness=0.9,
            )
        tokens += [Token(word[0], 0, field.start() + word.start() + 1) for word in words]
    if len(tokens) == 1 and len(tokens[0].text) > 2:
        raise passage.mismatch(
            "there is only one number", fix="separate numbers by commas or spaces"
        )
    return tokens
