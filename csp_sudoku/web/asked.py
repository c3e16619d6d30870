"""What a page asked: the fields of a JSON object, checked as they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from csp_sudoku.boards import Board
from csp_sudoku.errors import CspSudokuError, PuzzleError, shown
from csp_sudoku.puzzle import Puzzle

MOST_CELLS = 4096
"""The largest board that the page takes."""
MOST_RULES = 1000


class Asked:
    """A question of the page: its fields, and how many seconds it may take.

    >>> asked = Asked({"limit": 5, "puzzle": {"board": "sudoku-2x2", "values": [0] * 16}}, 10.0)
    >>> asked.number("limit", 1, 100, default=2), asked.puzzle().board.name
    (5, 'sudoku-2x2')
    """

    def __init__(self, fields: object, seconds: float) -> None:
        if not isinstance(fields, dict):
            raise CspSudokuError(f"expected an object, got {shown(fields)}")
        self.fields: Mapping[str, Any] = fields
        self.seconds = seconds

    def number(
        self, name: str, least: float, most: float, default: float | None = None
    ) -> int | float | None:
        """Return a number within bounds."""
        found = self.fields.get(name, default)
        if found is None:
            return None
        if isinstance(found, bool) or not isinstance(found, int | float):
            raise CspSudokuError(f"{name}: expected a number, got {shown(found)}")
        if not least <= found <= most:
            raise CspSudokuError(
                f"{name}: expected a number from {least} to {most}, got {shown(found)}"
            )
        return found

    def whole(self, name: str, least: int, most: int, default: int) -> int:
        """Return a whole number within bounds."""
        found = self.number(name, least, most, default)
        if not isinstance(found, int):
            raise CspSudokuError(f"{name}: expected a whole number, got {shown(found)}")
        return found

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text."""
        found = self.fields.get(name, default)
        if not isinstance(found, str):
            raise CspSudokuError(f"{name}: expected a text, got {shown(found)}")
        return found

    def choice(self, name: str, choices: Sequence[str], default: str | None = None) -> str:
        """Return one of some words."""
        found = self.text(name, default)
        if found not in choices:
            raise CspSudokuError(f"there is no {name} {shown(found)}", fix="reload the page")
        return found

    def flag(self, name: str) -> bool:
        """Return whether something is wanted."""
        return self.fields.get(name) is True

    def list(self, name: str, most: int) -> list[Any]:
        """Return a list that is not too long."""
        found = self.fields.get(name, [])
        if not isinstance(found, list) or len(found) > most:
            raise CspSudokuError(f"{name}: expected a list of at most {most}, got {shown(found)}")
        return found

    @property
    def is_plain(self) -> bool:
        """Whether the puzzle is small and has no rules: native code answers at once."""
        puzzle = self.fields.get("puzzle")
        return (
            isinstance(puzzle, dict)
            and not puzzle.get("rules")
            and puzzle.get("board") in ("sudoku-3x3", "sudoku-2x3", "sudoku-2x2")
        )

    def puzzle(self, name: str = "puzzle") -> Puzzle:
        """Return the puzzle of a field, an object with "board", "values", "candidates", "rules"."""
        return puzzle_of(self.fields.get(name))


def puzzle_of(data: object) -> Puzzle:
    """Return the puzzle of an object, as `to("json")` writes it; no file is read for its board."""
    if not isinstance(data, dict):
        raise PuzzleError(f"expected a puzzle, got {shown(data)}")
    board = Board.from_data(data.get("board", "sudoku-3x3"))
    if len(board.cells) > MOST_CELLS:
        raise PuzzleError(f"the page takes boards of up to {MOST_CELLS} cells", fix="use Python")
    values = data.get("values")
    if values is None:
        values = [0] * len(board.cells)
    if not isinstance(values, list):
        raise PuzzleError(f"expected a list of values, got {shown(values)}")
    rules = data.get("rules") or []
    if not isinstance(rules, list) or len(rules) > MOST_RULES:
        raise PuzzleError(f"the page takes up to {MOST_RULES} rules")
    puzzle = Puzzle.of(board, values, _masks(data.get("candidates"), values, board.size))
    return puzzle.with_rules(*rules) if rules else puzzle


def _masks(candidates: object, values: list[Any], size: int) -> list[int] | None:
    """Return candidates as bits; an empty place stands for a clue, or for all values."""
    if candidates is None:
        return None
    if not isinstance(candidates, list) or len(candidates) != len(values):
        raise PuzzleError("expected a list of candidates for each cell")
    masks = []
    for value, marks in zip(values, candidates, strict=True):
        if value or marks is None:
            masks.append(1 << value - 1 if value else (1 << size) - 1)
            continue
        if not isinstance(marks, list) or not all(
            type(mark) is int and 1 <= mark <= size for mark in marks
        ):
            raise PuzzleError(f"expected candidates from 1 to {size}, got {shown(marks)}")
        masks.append(sum(1 << mark - 1 for mark in set(marks)))
    return masks
