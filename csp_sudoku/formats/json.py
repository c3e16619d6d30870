"""JSON: one object per line with the board, its values and candidates; holds any puzzle.

The board is a name, or an object with its cells and groups: see `Board.to_data`. What commands
write with --json is read as well, if it has a puzzle or a solution: the object has a status then,
pencil marks under "marks" or "candidates", and more fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from csp_sudoku.bits import union
from csp_sudoku.boards import MAX_SIZE, Board
from csp_sudoku.errors import BoardError, RuleError, shown
from csp_sudoku.formats.alphabets import NUMBERS, Alphabet
from csp_sudoku.formats.format import NO_HEADERS, Format, Mismatch, Passage, marks_of, rules_of
from csp_sudoku.formats.shape import counted, frame
from csp_sudoku.formats.source import LONGEST_LINE
from csp_sudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from csp_sudoku.rules import Rule

_FIELDS = ("board", "values", "candidates", "rules", "about")
_TOLD = ("puzzle", "values", "solution")
"""Where an object that a command wrote has the cells."""
_NEAR = 1.995
_FOREIGN = 1.85
"""The nearness of an object of another program."""
_CERTAIN = 1.999
"""The nearness of what names its format itself."""


class JsonFormat(Format):
    """One object per line: {"board": name or object, "values": [...], "candidates": [...]}."""

    name = "json"
    summary = 'one object per line, {"board": name, "values": [...]}, "candidates" and "rules"'
    suffixes = (".json", ".jsonl", ".ndjson")
    keeps_rules = True

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a JSON object."""
        fields = _fields(passage)
        values = _numbers(passage, fields["values"], "values")
        board = _board(passage, fields, board) or _usual_board(len(values))
        if len(values) != len(board.cells):
            raise passage.mismatch(
                f"{counted(len(values), 'value')} cannot fill {board.name}",
                fix=f"it has {counted(len(board.cells), 'cell')}",
                nearness=_NEAR,
            )
        masks = _masks(passage, fields.get("candidates"), values, board)
        return Puzzle.of(board, values, masks, _rules(passage, fields.get("rules"), board))

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return the object in one line; null stands for the candidates of a clue."""
        import json

        fields: dict[str, object] = {
            "board": puzzle.board.to_data(),
            "values": list(puzzle.values),
            **marks_of(puzzle, "candidates"),
            **rules_of(puzzle),
            **({"about": dict(headers)} if headers else {}),
        }
        return json.dumps(fields, separators=(",", ":"))

    def headers(self, passage: Passage) -> Mapping[str, str]:
        """Return what stands beside the puzzle under "about"."""
        if '"about"' not in passage.text:
            return NO_HEADERS
        fields = _decoded(passage)
        about = fields.get("about") if isinstance(fields, dict) else None
        if not isinstance(about, dict):
            return NO_HEADERS
        return {str(key): str(value) for key, value in about.items()}

    def usual_alphabet(self, size: int) -> Alphabet:
        """Return the numbers."""
        return NUMBERS

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse a board whose cells and groups are too many for a line that can be read back."""
        is_short = puzzle.board.is_named and not puzzle.rules
        if is_short or len(self.write(puzzle, NUMBERS, NO_HEADERS)) <= LONGEST_LINE:
            return None
        what = f"its board, {puzzle.board.name}," + (" with its rules" if puzzle.rules else "")
        return f"{what} takes more than {LONGEST_LINE:,} characters"


def _fields(passage: Passage) -> dict[str, object]:
    """Return the fields of the object in a line; raise unless they are those of a puzzle."""
    if not passage.text.lstrip().startswith("{"):
        raise passage.mismatch(
            "expected a JSON object", fix='write {"board": name, "values": [...]}'
        )
    from csp_sudoku.boards.data import FORMAT

    passage.require_text(_NEAR)
    fields = _decoded(passage)
    if not isinstance(fields, dict):
        raise passage.mismatch("expected a JSON object", nearness=_NEAR)
    if "status" in fields:
        return _told(passage, fields)
    if fields.get("format") == FORMAT:
        raise passage.mismatch(
            "this is a board, not a puzzle", fix="give it with --board", nearness=_CERTAIN
        )
    for name in fields:
        if name not in _FIELDS:
            raise passage.mismatch(
                f"the field {shown(name)} is unknown",
                fix=f"use {', '.join(_FIELDS)}",
                nearness=_NEAR if "values" in fields else _FOREIGN,
            )
    if "values" not in fields:
        raise passage.mismatch(
            "the object has no values",
            fix="give one number per cell, 0 for an open cell",
            nearness=_NEAR,
        )
    return fields


def _told(passage: Passage, fields: dict[str, object]) -> dict[str, object]:
    """Return the fields of the puzzle in an object that a command wrote."""
    cells = next((fields[name] for name in _TOLD if fields.get(name) is not None), None)
    if cells is None:
        raise passage.mismatch("this JSON of a command has no puzzle", nearness=_NEAR)
    marks, candidates = fields.get("marks"), fields.get("candidates")
    if isinstance(candidates, bool):  # `show` says whether there are any
        if candidates and marks is None:
            raise passage.mismatch(
                "this JSON says that the puzzle has pencil marks, and they are not there",
                fix="write it again with this version",
                nearness=_NEAR,
            )
        candidates = None
    if marks is not None and candidates is not None:
        raise passage.mismatch(
            "this JSON has both marks and candidates", fix="leave one of them out", nearness=_NEAR
        )
    return {
        "board": fields.get("board"),
        "values": cells,
        "candidates": candidates if marks is None else marks,
        "rules": fields.get("rules"),
    }


def _decoded(passage: Passage) -> object:
    import json

    from csp_sudoku.boards.data import decoded

    try:
        return decoded(passage.text)
    except json.JSONDecodeError as error:
        begins = re.match(r"\s*\{\s*([\"}]|$)", passage.text)
        raise passage.mismatch(
            f"the JSON ends or breaks here: {error.msg}",
            fix="write one whole object per line",
            column=error.colno,
            nearness=_NEAR if begins else _FOREIGN,
        ) from None
    except ValueError as error:
        raise passage.mismatch(f"the JSON has {error}", nearness=_NEAR) from None


def _board(passage: Passage, fields: dict[str, object], board: Board | None) -> Board | None:
    """Return the board of the object, which must be the one that the caller gave."""
    given = fields.get("board")
    if given is None:
        return board
    try:
        found = Board.from_data(given)
    except BoardError as error:
        error.place, error.text = passage.place(), passage.text
        raise
    if board is not None and found != board:
        other = board.name if board.name != found.name else "the other board of that name"
        raise passage.mismatch(f"the board is {found.name}, not {other}", nearness=_NEAR)
    return found


def _usual_board(count: int) -> Board:
    try:
        return frame(count, None).board
    except Mismatch as mismatch:
        mismatch.nearness = _NEAR
        raise


def _rules(passage: Passage, given: object, board: Board) -> Sequence[Rule]:
    """Return the rules of the object, put on their board."""
    if given is None:
        return ()
    if not isinstance(given, list):
        raise passage.mismatch(f"expected a list of rules, got {shown(given)}", nearness=_NEAR)
    from csp_sudoku.rules import from_data, ruled

    try:
        found = tuple(from_data(data) for data in given)
        return ruled(board, found).rules if found else ()
    except RuleError as error:
        raise passage.mismatch(error.problem, fix=error.fix, nearness=_NEAR) from None


def _numbers(passage: Passage, given: object, what: str) -> list[int]:
    """Return a list of small numbers, as JSON gave it."""
    if not isinstance(given, list):
        raise passage.mismatch(f"expected a list of {what}, got {shown(given)}", nearness=_NEAR)
    for number in given:
        if type(number) is not int or not 0 <= number <= MAX_SIZE:
            raise passage.mismatch(
                f"expected whole numbers as {what}, got {shown(number)}",
                fix=f"use 0 to {MAX_SIZE}",
                nearness=_NEAR,
            )
    return given


def _masks(passage: Passage, given: object, values: list[int], board: Board) -> list[int] | None:
    """Return the candidates as masks; null leaves a cell to its clue, or to anything."""
    if given is None:
        return None
    if not isinstance(given, list) or len(given) != len(values):
        raise passage.mismatch(
            "expected a list of candidates with one entry per cell", nearness=_NEAR
        )
    everything = (1 << board.size) - 1
    masks = []
    for cell, value, entry in zip(board.cells, values, given, strict=True):
        numbers = [] if entry is None else _numbers(passage, entry, f"candidates of {cell}")
        if not all(1 <= number <= board.size for number in numbers):
            raise passage.mismatch(
                f"a candidate of {cell} is not a value of {board.name}",
                fix=f"values go from 1 to {board.size}",
                nearness=_NEAR,
            )
        if entry is not None and value and value not in numbers:
            raise passage.mismatch(
                f"the clue {value} of {cell} is not among its candidates", nearness=_NEAR
            )
        masks.append(everything if entry is None else union(n - 1 for n in numbers))
    return masks
