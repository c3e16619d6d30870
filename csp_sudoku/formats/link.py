"""Links of any site that carry a puzzle, one per line: each is read in the format of its site.

A link with 81 digits or dots in it is a puzzle on any site. sudokuwiki.org also has a form with
candidates: two symbols in base 32 per cell, twice the mask of its values, and one more for a clue
(https://www.sudokuwiki.org/Sudoku_String_Definitions). Links that begin with S9B have two symbols
in base 36 per cell: 1 to 9 is a clue, 10 to 18 a value that was found, and above that 18 and the
mask of the candidates. This was read off pages that link both to a position and to its start.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from csp_sudoku.boards import Board, sudoku
from csp_sudoku.formats.alphabets import NUMBERS, Alphabet
from csp_sudoku.formats.format import FORMATS, NO_HEADERS, Format, Passage
from csp_sudoku.formats.links import NEAR, is_link, payload
from csp_sudoku.puzzle import Puzzle

_CELLS = re.compile(r"(?<![0-9A-Za-z.])[0-9.]{81}(?![0-9A-Za-z.])")
_MARKED = re.compile(r"(?<=[?&]bd=)[0-9a-v]{162}(?![0-9A-Za-z])")
_PACKED = re.compile(r"(?<=[?&]bd=)S9B[0-9a-z]{162}(?![0-9A-Za-z])")
_QUERY = re.compile(r"[?&]q=")
"""Links that carry more than cells, perhaps: the form of ISS."""
_NEARLY = re.compile(r"[0-9.]{50,}")


class LinkFormat(Format):
    """One link per line, of any site that is known."""

    name = "link"
    summary = "links of all these sites and others, one per line; written as one of SudokuPad"
    answers_in = "line"
    keeps_rules = True

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a link."""
        plain = _plain(passage, board)
        return plain if plain is not None else _format(passage).read(passage, board, alphabet)

    def headers(self, passage: Passage) -> Mapping[str, str]:
        """Return what the link says besides the puzzle."""
        if any(form.search(passage.text) for form in (_CELLS, _MARKED, _PACKED)):
            return NO_HEADERS
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


def _plain(passage: Passage, board: Board | None) -> Puzzle | None:
    """Return the puzzle whose cells stand in a link as they are; None if there are none."""
    if not is_link(passage.text.strip()) or _QUERY.search(passage.text):
        return None
    cells, marked = _CELLS.search(passage.text), _MARKED.search(passage.text)
    packed = _PACKED.search(passage.text)
    if cells:
        return FORMATS["line"].read(
            Passage(passage.source, passage.start, (cells[0],)), board, None
        )
    if marked:
        return _with_candidates(marked[0], board or sudoku(3, 3))
    if packed:
        return _unpacked(passage, packed[0][3:], board or sudoku(3, 3))
    if nearly := _NEARLY.search(passage.text):
        raise passage.mismatch(
            f"the link has {len(nearly[0])} cells", fix="a 9x9 puzzle has 81", nearness=NEAR
        )
    return None


def _unpacked(passage: Passage, text: str, board: Board) -> Puzzle:
    """Return a puzzle with candidates from two symbols per cell, as they follow S9B."""
    numbers = [int(text[at : at + 2], 36) for at in range(0, len(text), 2)]
    if not all(1 <= number <= 18 + 0x1FF for number in numbers):
        raise passage.mismatch("the packed cells (S9B) of this link are damaged", nearness=NEAR)
    masks = [1 << (number - 1) % 9 if number <= 18 else number - 18 for number in numbers]
    values = [number if number <= 9 else 0 for number in numbers]
    return Puzzle.of(board, values, masks, ())


def _with_candidates(text: str, board: Board) -> Puzzle:
    """Return a puzzle with candidates from two symbols per cell."""
    numbers = [int(text[at : at + 2], 32) for at in range(0, len(text), 2)]
    values = [(n >> 1).bit_length() if n & 1 and n > 1 else 0 for n in numbers]
    everything = (1 << board.size) - 1
    return Puzzle.of(board, values, [(n >> 1) or everything for n in numbers], ())
