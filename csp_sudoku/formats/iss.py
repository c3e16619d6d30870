"""ISS: the strings of the Interactive Sudoku Solver, and the links that carry them.

`.Thermo~R1C1~R1C2.AntiKnight.~R5C5_3`: one constraint after the other, each with its arguments. A
link may also carry a plain puzzle; then that is what is read.
"""

from __future__ import annotations

from collections.abc import Mapping

from csp_sudoku.boards import Board
from csp_sudoku.formats import links
from csp_sudoku.formats.alphabets import NUMBERS, Alphabet
from csp_sudoku.formats.format import Format, Passage
from csp_sudoku.puzzle import Puzzle


class IssFormat(Format):
    """One puzzle per line: a link of ISS, or its string."""

    name = "iss"
    summary = "a string of the Interactive Sudoku Solver, or a link with one"
    answers_in = "line"
    keeps_rules = True

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a string."""
        given = links.payload(passage)
        given = given._replace(text="".join(given.text.split()))
        if given.site in ("", "iss") and _is_string(given.text):
            from csp_sudoku.formats.iss_reading import draft_of
            from csp_sudoku.formats.iss_tree import parsed

            return draft_of(given, parsed(given)).puzzle()
        if given.site == "iss":
            from csp_sudoku.formats.streams import parse

            return parse(given.text, board=board, source=passage.source)
        raise passage.mismatch("expected a string of ISS", fix="it begins with .Type~")

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


def _is_string(text: str) -> bool:
    """Whether a text is one constraint after the other: dots alone may be open cells."""
    if not text.startswith("."):
        return False
    if "~" in text:
        return True
    from csp_sudoku.formats.iss_reading import is_type

    names = [name for name in text[1:].split(".") if name != "End"]
    return all(name and is_type(name) for name in names)
