"""penpa-edit (Penpa+): links with a drawing inside, read as far as the drawing is a model.

`…/penpa-edit/#m=edit&p=…` holds base 64 of a raw deflate stream of lines, most of them JSON with
short words for its keys. Digits, regions, cages, dots, thermometers and arrows are a model; what
else was drawn is named as a rule that is not understood. After the source of penpa-edit.
"""

from __future__ import annotations

import zlib
from base64 import b64decode
from collections.abc import Mapping

from csp_sudoku.boards import Board
from csp_sudoku.errors import PuzzleFormatError, RuleError
from csp_sudoku.formats import links
from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.formats.format import Format, Passage
from csp_sudoku.formats.links import Payload
from csp_sudoku.puzzle import Puzzle

_LARGEST = 1 << 22
_SHORT = {
    "z9": '"qa"',
    "zQ": '"pu_q"',
    "zA": '"pu_a"',
    "zG": '"grid"',
    "zM": '"edit_mode"',
    "zS": '"surface"',
    "zL": '"line"',
    "zE": '"lineE"',
    "zW": '"wall"',
    "zC": '"cage"',
    "zN": '"number"',
    "zY": '"symbol"',
    "zP": '"special"',
    "zB": '"board"',
    "zR": '"command_redo"',
    "zU": '"command_undo"',
    "z8": '"command_replay"',
    "z1": '"numberS"',
    "zF": '"freeline"',
    "z2": '"freelineE"',
    "zT": '"thermo"',
    "z3": '"arrows"',
    "zD": '"direction"',
    "z0": '"squareframe"',
    "z5": '"polygon"',
    "z4": '"deletelineE"',
    "z6": '"killercages"',
    "z7": '"nobulbthermo"',
    "z_": '"__a"',
    "zO": "null",
    "zZ": "z",
}


class PenpaFormat(Format):
    """One link per line."""

    name = "penpa"
    summary = "a link of penpa-edit with a sudoku drawn in it (only read)"
    answers_in = "line"

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a link, as far as it is a model."""
        from csp_sudoku.formats.penpa_reading import DrawingError, draft_of

        given = _given(passage)
        try:
            return draft_of(text_in(given)).puzzle()
        except DrawingError as error:
            raise given.mismatch(str(error), fix=error.fix) from None
        except RuleError as error:
            raise given.mismatch(error.problem, fix=error.fix) from None

    def headers(self, passage: Passage) -> Mapping[str, str]:
        """Return the title, the author and the rules in words."""
        from csp_sudoku.formats.penpa_reading import headers_of

        return headers_of(text_in(_given(passage)))

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Raise: links of penpa-edit are only read."""
        raise PuzzleFormatError("links of penpa-edit are only read", fix="use sudokupad or link")

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse every puzzle."""
        return "it is only read"


def _given(passage: Passage) -> Payload:
    given = links.payload(passage)
    if given.site != "penpa":
        raise passage.mismatch("expected a link of penpa-edit")
    return given


def text_in(given: Payload) -> str:
    """Return the text of a drawing, with its words written out."""
    whole = "copy the whole link; a short link has to be opened first"
    code = given.text.replace(" ", "+")
    try:
        stream = zlib.decompressobj(-zlib.MAX_WBITS)
        packed = b64decode(code + "=" * (-len(code) % 4), validate=True)
        text = stream.decompress(packed, _LARGEST).decode()
    except (ValueError, zlib.error):
        raise given.mismatch("the packed drawing (p=) is damaged", fix=whole) from None
    if stream.unconsumed_tail:
        raise given.mismatch("the packed drawing (p=) is too large for a puzzle")
    if not stream.eof:
        raise given.mismatch("the packed drawing (p=) is cut off", fix=whole)
    return written_out(text)


def written_out(text: str) -> str:
    """Replace the short words of a drawing.

    >>> written_out('{zN:{"29":["zZ",1,"1"]},zT:[]}')
    '{"number":{"29":["z",1,"1"]},"thermo":[]}'
    """
    parts = text.split("z")
    found = [parts[0]]
    for part in parts[1:]:
        short = f"z{part[:1]}"
        found += (_SHORT[short], part[1:]) if short in _SHORT else ("z", part)
    return "".join(found)
