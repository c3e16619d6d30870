"""JSON: one object a line with the board's name, its values and candidates; holds any puzzle.

What commands write with --json is read as well, if it has a puzzle or a solution: the object has a
status then, and fields that say more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from csp_sudoku import boards
from csp_sudoku.boards import MAX_SIZE, Board
from csp_sudoku.errors import BoardError, CspSudokuError, shown
from csp_sudoku.formats.alphabets import NUMBERS, Alphabet
from csp_sudoku.formats.format import Format, Mismatch, Passage
from csp_sudoku.formats.shape import counted, frame
from csp_sudoku.puzzle import Puzzle

_FIELDS = ("board", "values", "candidates")
_TOLD = ("puzzle", "values", "solution")
"""Where an object that a command wrote has the cells."""
_LONGEST_NAME = 2 * MAX_SIZE * MAX_SIZE
_LONGEST_NUMBER = 600
_NEAR = 1.995


class JsonFormat(Format):
    """One object a line: {"board": name, "values": [...], "candidates": [...]}."""

    name = "json"
    summary = 'one object a line, {"board": name, "values": [...]}, with "candidates" if it has any'
    suffixes = (".json", ".jsonl", ".ndjson")

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a JSON object."""
        fields = _fields(passage)
        values = _numbers(passage, fields["values"], "values")
        board = _board(passage, fields, board) or _usual_board(len(values))
        if len(values) != len(board.cells):
            raise passage.mismatch(
                f"{counted(len(values), 'value')} for {board.name}",
                fix=f"it has {counted(len(board.cells), 'cell')}",
                nearness=_NEAR,
            )
        masks = _masks(passage, fields.get("candidates"), values, board)
        return Puzzle.of(board, values, masks)

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return the object in one line; null stands for the candidates of a clue."""
        import json

        fields: dict[str, object] = {"board": puzzle.board.name, "values": list(puzzle.values)}
        if puzzle.has_candidates:
            marks = puzzle.candidates.values()
            fields["candidates"] = [
                None if value else list(mark)
                for value, mark in zip(puzzle.values, marks, strict=True)
            ]
        return json.dumps(fields, separators=(",", ":"))

    def usual_alphabet(self, size: int) -> Alphabet:
        """Return the numbers."""
        return NUMBERS

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse a board that its name does not build."""
        try:
            named = boards.named(puzzle.board.name)
        except BoardError:
            named = None
        if named == puzzle.board:
            return None
        return f"its board, {puzzle.board.name}, cannot be built from its name"


def _fields(passage: Passage) -> dict[str, object]:
    """Return the fields of the object in a line; raise unless they are those of a puzzle."""
    if not passage.text.lstrip().startswith("{"):
        raise passage.mismatch("no JSON object", fix='write {"board": name, "values": [...]}')
    passage.require_text(_NEAR)
    fields = _decoded(passage)
    if not isinstance(fields, dict):
        raise passage.mismatch("no JSON object", nearness=_NEAR)
    if "status" in fields:
        cells = next((fields[name] for name in _TOLD if fields.get(name) is not None), None)
        if cells is None:
            raise passage.mismatch("JSON of a command, without a puzzle", nearness=_NEAR)
        return {"board": fields.get("board"), "values": cells}
    for name in fields:
        if name not in _FIELDS:
            raise passage.mismatch(
                f"an unknown field {shown(name)}", fix=f"use {', '.join(_FIELDS)}", nearness=_NEAR
            )
    if "values" not in fields:
        raise passage.mismatch(
            "no values", fix="give one number a cell, 0 for an open one", nearness=_NEAR
        )
    return fields


def _decoded(passage: Passage) -> object:
    import json

    try:
        return json.loads(
            passage.text, object_pairs_hook=_once, parse_constant=_no_number, parse_int=_number
        )
    except json.JSONDecodeError as error:
        raise passage.mismatch(
            f"JSON ends or breaks here: {error.msg}",
            fix="write one whole object a line",
            column=error.colno,
            nearness=_NEAR,
        ) from None
    except RecursionError:
        raise passage.mismatch("JSON that is nested too deep", nearness=_NEAR) from None
    except ValueError as error:
        raise passage.mismatch(f"JSON with {error}", nearness=_NEAR) from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field that is given twice")
    return fields


def _number(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name}, which is no number of a cell")


def _board(passage: Passage, fields: dict[str, object], board: Board | None) -> Board | None:
    """Return the board that the object names, which must be the one that the caller gave."""
    name = fields.get("board")
    if name is None:
        return board
    if not isinstance(name, str) or len(name) > _LONGEST_NAME:
        raise passage.mismatch(
            f"{shown(name)} is no board", fix='give its name, as "sudoku-3x3"', nearness=_NEAR
        )
    try:
        found = boards.named(name)
    except (CspSudokuError, RecursionError, ValueError) as error:
        problem = getattr(error, "problem", "a name that is nested too deep or holds a huge number")
        raise BoardError(
            problem,
            fix=getattr(error, "fix", None),
            place=passage.place(),
            text=passage.text,
        ) from None
    if board is not None and found != board:
        raise passage.mismatch(f"the board is {name}, not {board.name}", nearness=_NEAR)
    return found


def _usual_board(count: int) -> Board:
    try:
        return frame(count, None).board
    except Mismatch as mismatch:
        mismatch.nearness = _NEAR
        raise


def _numbers(passage: Passage, given: object, what: str) -> list[int]:
    """Return a list of small numbers, as JSON gave it."""
    if not isinstance(given, list):
        raise passage.mismatch(f"the {what} are no list: {shown(given)}", nearness=_NEAR)
    for number in given:
        if type(number) is not int or not 0 <= number <= MAX_SIZE:
            raise passage.mismatch(
                f"{shown(number)} among the {what}",
                fix=f"use whole numbers up to {MAX_SIZE}",
                nearness=_NEAR,
            )
    return given


def _masks(passage: Passage, given: object, values: list[int], board: Board) -> list[int] | None:
    """Return the candidates as masks; null leaves a cell to its clue, or to anything."""
    if given is None:
        return None
    if not isinstance(given, list) or len(given) != len(values):
        raise passage.mismatch("the candidates are no list with one entry a cell", nearness=_NEAR)
    everything = (1 << board.size) - 1
    masks = []
    for cell, value, entry in zip(board.cells, values, given, strict=True):
        numbers = [] if entry is None else _numbers(passage, entry, f"candidates of {cell}")
        if not all(1 <= number <= board.size for number in numbers):
            raise passage.mismatch(
                f"a candidate of {cell} is no value of {board.name}",
                fix=f"values go from 1 to {board.size}",
                nearness=_NEAR,
            )
        if entry is not None and value and value not in numbers:
            raise passage.mismatch(
                f"the clue {value} of {cell} is none of its candidates", nearness=_NEAR
            )
        masks.append(everything if entry is None else sum(1 << n - 1 for n in set(numbers)))
    return masks
