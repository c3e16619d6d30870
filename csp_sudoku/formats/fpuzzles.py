"""f-puzzles: its links, the compressed text in them, and the JSON that this text holds.

Rules come from the table of rules. What a puzzle only shows (lines, texts, colours, the player's
pencil marks) has no meaning of its own; it travels as the header "drawing", so that it is still
there when the puzzle is written again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from csp_sudoku.boards import Board
from csp_sudoku.errors import PuzzleFormatError, RuleError
from csp_sudoku.formats import links
from csp_sudoku.formats.alphabets import NUMBERS, Alphabet
from csp_sudoku.formats.format import Format, Passage
from csp_sudoku.formats.links import Payload
from csp_sudoku.puzzle import Puzzle

_DESCRIBING = {"title": "title", "author": "author", "ruleset": "rules"}
"""The header for each key that describes the puzzle."""
_DRAWING = "drawing"


class FpuzzlesFormat(Format):
    """One puzzle per line: a link, its compressed text, or its JSON."""

    name = "fpuzzles"
    summary = "a link of f-puzzles, the compressed text in it, or its JSON"
    answers_in = "line"
    keeps_rules = True

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a link, of a compressed text, or of JSON."""
        given = links.payload(passage)
        return puzzle_of(given, data_in(given))

    def headers(self, passage: Passage) -> Mapping[str, str]:
        """Return the title, the author, the rules in words, the solution, and the drawing."""
        return headers_of(data_in(links.payload(passage)))

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return a link."""
        import json

        from csp_sudoku.formats.lzstring import compressed

        data = json.dumps(data_of(puzzle, headers), separators=(",", ":"), ensure_ascii=False)
        return links.FPUZZLES + compressed(data)

    def usual_alphabet(self, size: int) -> Alphabet:
        """Return the numbers."""
        return NUMBERS

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse boards that are not square grids, and rules that f-puzzles does not have."""
        from csp_sudoku.formats.fpuzzles_writing import refusal

        return refusal(puzzle)


def data_of(puzzle: Puzzle, headers: Mapping[str, str]) -> dict[str, Any]:
    """Return a puzzle as the JSON of f-puzzles, with the drawing of its headers."""
    from csp_sudoku.formats.fpuzzles_writing import data_of

    return data_of(puzzle, headers)


def data_in(given: Payload) -> dict[str, Any]:
    """Return the JSON of a text; raise a Mismatch if it is not that of a puzzle."""
    import json

    from csp_sudoku.boards.data import decoded
    from csp_sudoku.formats.lzstring import decompressed, is_base64

    text = given.text
    if given.site not in ("", "fpuzzles") or not (text.startswith("{") or is_base64(text)):
        raise given.passage.mismatch("expected a link of f-puzzles")
    is_sure = given.site == "fpuzzles"
    try:
        if not text.startswith("{"):
            if len(text) < 16 and not is_sure:
                raise given.passage.mismatch("expected a link of f-puzzles")
            text = decompressed(text)
        data = decoded(text)
    except json.JSONDecodeError as error:
        problem = f"the JSON ends or breaks here: {error.msg}"
    except PuzzleFormatError as error:
        problem = error.problem
    except (ValueError, RecursionError) as error:
        problem = f"the JSON has {error}"
    else:
        if isinstance(data, dict) and "grid" in data:
            return data
        problem = "this is not the JSON of f-puzzles"
    mismatch = given.mismatch(problem, fix="copy the whole link")
    mismatch.nearness = links.NEAR if is_sure else 0.0
    raise mismatch


def puzzle_of(given: Payload, data: dict[str, Any]) -> Puzzle:
    """Return the puzzle of the JSON; raise an UnknownRuleError if it has more than is known."""
    from csp_sudoku.formats.fpuzzles_reading import draft_of
    from csp_sudoku.formats.fpuzzles_rules import Malformed

    try:
        return draft_of(data).puzzle()
    except Malformed as error:
        raise given.mismatch(str(error), fix="this is not what f-puzzles writes") from None
    except RuleError as error:
        raise given.mismatch(error.problem, fix=error.fix) from None


def headers_of(data: dict[str, Any]) -> dict[str, str]:
    """Return what the JSON says besides the puzzle."""
    import json

    from csp_sudoku.formats.fpuzzles_reading import drawing_of, solution_of

    headers = {
        name: str(data[key]) for key, name in _DESCRIBING.items() if isinstance(data.get(key), str)
    }
    solution = solution_of(data)
    if solution:
        headers["solution"] = solution
    drawing = drawing_of(data)
    if drawing:
        headers[_DRAWING] = json.dumps(drawing, separators=(",", ":"), ensure_ascii=False)
    return headers
