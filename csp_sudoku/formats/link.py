"""Links of any site that carry a puzzle, one per line: each is read in the format of its site."""

from __future__ import annotations

from collections.abc import Mapping

from csp_sudoku.boards import Board
from csp_sudoku.formats.alphabets import NUMBERS, Alphabet
from csp_sudoku.formats.format import FORMATS, Format, Passage
from csp_sudoku.formats.links import is_link, payload
from csp_sudoku.puzzle import Puzzle


class LinkFormat(Format):
    """One link per line, of f-puzzles, SudokuPad or ISS."""

    name = "link"
    summary = "links of f-puzzles, SudokuPad and ISS, one per line; written as one of SudokuPad"
    answers_in = "line"
    keeps_rules = True

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a link."""
        return _format(passage).read(passage, board, alphabet)

    def headers(self, passage: Passage) -> Mapping[str, str]:
        """Return what the link says besides the puzzle."""
        return _format(passage).headers(passage)

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return a link to play the puzzle."""
        return FORMATS["sudokupad"].write(puzzle, alphabet, headers)

    def usual_alphabet(self, size: int) -> Alphabet:
        """Return the numbers."""
        return NUMBERS

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse what SudokuPad cannot show."""
        return FORMATS["sudokupad"].refusal(puzzle)


def _format(passage: Passage) -> Format:
    if not is_link(passage.text.strip()):
        raise passage.mismatch("expected a link", fix="it begins with https://")
    return FORMATS[payload(passage).site]
