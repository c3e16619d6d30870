"""Texts that are pasted or dropped: one puzzle, a choice of readings, or a collection."""

from __future__ import annotations

from typing import Any

from csp_sudoku.errors import AmbiguousFormatError, CspSudokuError, UnknownRuleError
from csp_sudoku.formats import NAMES, parse
from csp_sudoku.formats.streams import records
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.web.asked import MOST_CELLS, Asked
from csp_sudoku.web.drawing import drawn

MOST_PUZZLES = 256


def read(asked: Asked) -> dict[str, Any]:
    """Return the puzzle of a text as it is drawn.

    Where there are two readings, "choices" has both. Where rules are not understood, "choices" has
    the puzzle without them. A collection gives its first puzzle and "collection" with up to 256 of
    them; "more" says whether there are more.
    """
    text = asked.text("text")
    try:
        puzzle = parse(text)
    except AmbiguousFormatError:
        return {"choices": _readings(text), "why": "this text can be read in more than one way"}
    except UnknownRuleError as error:
        words = f"without {', '.join(error.names)}"
        return {"choices": [{"words": words, **_choice(error.puzzle)}], "why": error.problem}
    except CspSudokuError:
        found = _collection(text)
        if len(found) < 2:
            raise
        return {
            **_taken(found[0]),
            "collection": [one.to("json") for one in found[:MOST_PUZZLES]],
            "more": len(found) > MOST_PUZZLES,
        }
    return _taken(puzzle)


def _taken(puzzle: Puzzle) -> dict[str, Any]:
    if len(puzzle.board.cells) > MOST_CELLS:
        raise CspSudokuError(f"the page takes boards of up to {MOST_CELLS} cells", fix="use Python")
    return drawn(puzzle)


def _collection(text: str) -> list[Puzzle]:
    """Return the first puzzles of a text with several; nothing if one of them cannot be read."""
    found = []
    try:
        for record in records(text.splitlines()):
            found.append(record.puzzle)
            if len(found) > MOST_PUZZLES:
                break
    except CspSudokuError:
        return []
    return found


def _readings(text: str) -> list[dict[str, Any]]:
    """Return the different puzzles that a text can be read as, with the names of the formats."""
    found: dict[Puzzle, str] = {}
    for name in NAMES:
        try:
            found.setdefault(parse(text, format=name), name)
        except CspSudokuError:
            continue
    return [
        {"words": f"{name}, {puzzle.board.name}", **_choice(puzzle)}
        for puzzle, name in found.items()
    ]


def _choice(puzzle: Puzzle) -> dict[str, Any]:
    return {"text": puzzle.to("json")}
