"""ISS: the strings of the Interactive Sudoku Solver, and the links that carry them.

`.Thermo~R1C1~R1C2.AntiKnight.~R5C5_3`: one constraint after the other, each with its arguments. A
link may also carry a plain puzzle; then that is what is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from csp_sudoku.boards import Board
from csp_sudoku.formats import links
from csp_sudoku.formats.alphabets import NUMBERS, Alphabet
from csp_sudoku.formats.format import Format, Passage
from csp_sudoku.puzzle import Puzzle

_SECTIONS = re.compile(r"^#|\n\s*\n", re.MULTILINE)
"""Remarks, and blank lines between sections."""
_BEGINNING = re.compile(r"\.(?:[A-Z][A-Za-z]*\.)*(?:[A-Z][A-Za-z]*)?~[A-Z0-9]")


class IssFormat(Format):
    """One puzzle per line: a link of ISS, or its string."""

    name = "iss"
    summary = "a string of the Interactive Sudoku Solver, or a link with one"
    answers_in = "line"
    keeps_rules = True

    def is_certain(self, text: str) -> bool:
        """Whether a line begins with a type and its arguments, as no other format does.

        >>> IssFormat().is_certain(".Thermo~R1C1~R1C2"), IssFormat().is_certain(".A..B")
        (True, False)
        """
        return _BEGINNING.match(text) is not None

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a string."""
        given = links.payload(passage)
        packed = given._replace(text="".join(given.text.split()))
        if given.site in ("", "iss") and packed.text.startswith("."):
            from csp_sudoku.formats.iss_reading import draft_of, is_string
            from csp_sudoku.formats.iss_tree import parsed

            if is_string(packed.text) and not (given.site and _SECTIONS.search(given.text)):
                return draft_of(packed, parsed(packed)).puzzle()
        if given.site == "iss":
            return self._read_text(given, board)
        raise passage.mismatch("expected a string of ISS", fix="it begins with .Type~")

    @staticmethod
    def _read_text(given: links.Payload, board: Board | None) -> Puzzle:
        """Return the puzzle of a link that carries another text than a string."""
        from csp_sudoku.formats.iss_reading import draft_of
        from csp_sudoku.formats.iss_text import nodes_in
        from csp_sudoku.formats.streams import parse

        nodes = nodes_in(given) if board is None else None
        if nodes:
            return draft_of(given._replace(offset=None), nodes).puzzle()
        return parse(given.text, board=board, source=given.passage.source)

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return a link."""
        from csp_sudoku.formats.iss_writing import string_of

        return links.ISS + string_of(puzzle)

    def usual_alphabet(self, size: int) -> Alphabet:
        """Return the numbers."""
        return NUMBERS

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse boards and rules that ISS does not have."""
        from csp_sudoku.formats.iss_writing import refusal

        return refusal(puzzle)
