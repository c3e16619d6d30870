"""HoDoKu's library line: a 9 x 9 position, with the technique that it shows and its exact result.

`:technique:digits:givens:deleted candidates:eliminations:placements:extra`. A `+` before a digit
marks one that was placed, not given; `436` is digit 4 at row 3, column 6. A technique that ends in
`-x` must not be found.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from csp_sudoku import boards
from csp_sudoku.bits import values_of
from csp_sudoku.boards import Board, Cell
from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.formats.format import Format, Passage, described, is_nine, only_nine
from csp_sudoku.puzzle import Puzzle

Mark: TypeAlias = tuple[Cell, int]
"""A value at a cell."""

_NEAR = 1.995


class Position(NamedTuple):
    """A library line, taken apart."""

    technique: str
    variant: str
    digits: tuple[int, ...]
    puzzle: Puzzle
    """The position: givens and placed digits as clues, less the deleted candidates."""
    placed: tuple[Cell, ...]
    """The cells whose digit is not a given."""
    deleted: tuple[Mark, ...]
    eliminations: tuple[Mark, ...]
    placements: tuple[Mark, ...]
    extra: str

    @property
    def must_be_absent(self) -> bool:
        """Whether the technique must not be found here."""
        return self.variant == "x"

    @property
    def givens(self) -> Puzzle:
        """The puzzle of the givens alone."""
        return Puzzle.of(self.puzzle.board, self.puzzle.values).without(*self.placed)


def parse_position(line: str, *, board: Board | None = None, source: str = "<text>") -> Position:
    """Return the position of a library line.

    >>> line = ":0003:7:" + "1.3456+789" + "." * 72 + ":::712:"
    >>> position = parse_position(line)
    >>> position.technique, position.digits, [str(cell) for cell in position.placed]
    ('0003', (7,), ['r1c7'])
    """
    return _position(Passage(source, 1, (line.rstrip("\r\n"),)), board)


class HodokuFormat(Format):
    """One position per line."""

    name = "hodoku"
    summary = "HoDoKu's library line: :technique:digits:givens:deleted candidates:…"
    alphabets = ("digits",)

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the position of a library line as a puzzle."""
        return _position(passage, board).puzzle

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return the puzzle as a library line that shows no technique."""
        bare = Puzzle.of(puzzle.board, puzzle.values).masks
        deleted = [
            f"{value}{cell.row + 1}{cell.column + 1}"
            for cell, mask, full in zip(puzzle.board.cells, puzzle.masks, bare, strict=True)
            for value in values_of(full & ~mask)
        ]
        values = "".join(str(value or ".") for value in puzzle.values)
        return f":0000:x:{values}:{' '.join(deleted)}:::"

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse other boards."""
        return only_nine(puzzle)


def _position(passage: Passage, board: Board | None) -> Position:
    board = board or boards.sudoku(3, 3)
    fields = passage.text.rstrip().split(":")
    if fields[0] or not 5 <= len(fields) <= 8 or not is_nine(board):
        raise passage.mismatch(
            "expected a library line of a 9 x 9 board",
            fix="write :technique:digits:givens:deleted candidates:eliminations:placements:extra",
            nearness=1.1 if not fields[0] and is_nine(board) else 0.0,
        )
    starts = [sum(len(field) + 1 for field in fields[:number]) for number in range(len(fields))]
    fields += [""] * (8 - len(fields))
    starts += [len(passage.text)] * (8 - len(starts))
    technique, variant = _technique(passage, fields[1], starts[1])
    values, placed = _givens(passage, fields[3], starts[3])
    deleted, eliminations, placements = (
        _marks(passage, fields[number], starts[number]) for number in (4, 5, 6)
    )
    return Position(
        technique,
        variant,
        _digits(passage, fields[2], starts[2]),
        Puzzle.of(board, values, _masks(board, deleted)),
        tuple(board.cells[at] for at in placed),
        deleted,
        eliminations,
        placements,
        fields[7],
    )


def _technique(passage: Passage, field: str, start: int) -> tuple[str, str]:
    match = re.fullmatch(r"([0-9]{4,5})(?:-([0-9]|x))?", field)
    if not match:
        raise passage.mismatch(
            f"{described(field)} is not a technique",
            fix="write a code such as 0300, 0708-1 or 0610-x",
            column=start + 1,
            nearness=1.1,
        )
    return match[1], match[2] or ""


def _digits(passage: Passage, field: str, start: int) -> tuple[int, ...]:
    """Return the digits that take part; HoDoKu writes x for none."""
    if not re.fullmatch(r"x|[1-9]*", field):
        raise passage.mismatch(
            f"{described(field)} are not digits", column=start + 1, nearness=_NEAR
        )
    return () if field == "x" else tuple(map(int, field))


def _givens(passage: Passage, field: str, start: int) -> tuple[list[int], list[int]]:
    """Return the value of each cell, and the cells whose digit was placed."""
    values: list[int] = []
    placed: list[int] = []
    at = 0
    for cell in re.finditer(r"\+[1-9]|[1-9.0]", field):
        if cell.start() != at:
            break
        if cell[0][0] == "+":
            placed.append(len(values))
        values.append(int(cell[0].replace(".", "0")))
        at = cell.end()
    if at < len(field):
        raise passage.mismatch(
            f"{described(field[at])} is not a digit of a cell",
            fix="use 1-9, . for an open cell, and + before a digit that is not given",
            column=start + at + 1,
            nearness=_NEAR,
        )
    if len(values) != 81:
        raise passage.mismatch(
            f"the line has {len(values)} cells",
            fix="81 make a 9x9 board",
            column=start + 1,
            nearness=_NEAR,
        )
    return values, placed


def _marks(passage: Passage, field: str, start: int) -> tuple[Mark, ...]:
    """Return entries such as 436: digit 4 at row 3, column 6."""
    marks = []
    for entry in re.finditer(r"\S+", field):
        if not re.fullmatch("[1-9]{3}", entry[0]):
            raise passage.mismatch(
                f"{described(entry[0])} is not a candidate",
                fix="write 436 for digit 4 at row 3, column 6",
                column=start + entry.start() + 1,
                nearness=_NEAR,
            )
        value, row, column = map(int, entry[0])
        marks.append((Cell(row - 1, column - 1), value))
    return tuple(marks)


def _masks(board: Board, deleted: tuple[Mark, ...]) -> list[int] | None:
    if not deleted:
        return None
    masks = [(1 << board.size) - 1] * len(board.cells)
    for cell, value in deleted:
        masks[board.index[cell]] &= ~(1 << value - 1)
    return masks
