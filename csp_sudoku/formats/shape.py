"""From a number of symbols to a board: which board has as many, and which are its cells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from csp_sudoku import boards
from csp_sudoku.boards import MAX_SIZE, Board
from csp_sudoku.boards.board import once_a_board
from csp_sudoku.boards.regions import squarest_box
from csp_sudoku.errors import BoardError
from csp_sudoku.formats.format import Mismatch


class Frame(NamedTuple):
    """A board, and where its cells stand among the symbols (None: one after the other)."""

    board: Board
    picks: tuple[int, ...] | None = None

    def filled_hole(self, values: Sequence[int]) -> int | None:
        """Return the place of a symbol that stands where the board has a hole, if there is one."""
        if self.picks is None:
            return None
        cells = set(self.picks)
        return next((i for i, value in enumerate(values) if value and i not in cells), None)

    def cells(self, values: bytes) -> bytes:
        """Return the values of the cells alone."""
        return values if self.picks is None else bytes(values[i] for i in self.picks)


def frame(count: int, board: Board | None) -> Frame:
    """Return the board that has this many symbols, or fit the symbols to a given board.

    >>> frame(16, None)
    Frame(board=boards.named('sudoku-2x2'), picks=None)
    >>> frame(80, None)
    Traceback (most recent call last):
    csp_sudoku.formats.format.Mismatch: no sudoku board has 80 symbols; 81 make a 9x9 board
    """
    return _frame_of(_usual_board(count) if board is None else board, count)


@once_a_board
def _frame_of(board: Board, count: int) -> Frame:
    if count == len(board.cells):
        return Frame(board)
    rows, columns = board.shape
    if count == rows * columns:
        return Frame(board, tuple(row * columns + column for row, column in board.cells))
    filled = "" if board.is_full else f", or {rows * columns} with its holes"
    raise Mismatch(
        f"{counted(count, 'symbol')} cannot fill {board.name}",
        fix=f"it has {counted(len(board.cells), 'cell')}{filled}",
        nearness=_nearness(count, len(board.cells)),
    )


@lru_cache(maxsize=256)
def _usual_board(count: int) -> Board:
    side = isqrt(count)
    if side * side == count and has_boxes(side):
        return usual_board(side)
    if side * side == count and side <= MAX_SIZE:
        raise Mismatch(
            f"{count} symbols make a {side}x{side} board, which has no boxes",
            fix=f"say which board it is, as latin-{side}; a 9x9 puzzle has 81 symbols",
            nearness=0.3,
        )
    nearest = _nearest_size(count)
    raise Mismatch(
        f"no sudoku board has {counted(count, 'symbol')}",
        fix=f"{nearest**2} make a {nearest}x{nearest} board",
        nearness=_nearness(count, nearest * nearest),
    )


def usual_board(side: int) -> Board:
    """Return the usual sudoku with this many rows; raise a Mismatch if there is none."""
    try:
        return boards.of_size(side)
    except BoardError as error:
        raise Mismatch(error.problem, fix=error.fix, nearness=0.3) from None


@lru_cache(maxsize=256)
def _nearest_size(count: int) -> int:
    """Return the size of the sudoku board whose number of cells is nearest, from 9x9 on."""
    sizes = filter(has_boxes, range(9, MAX_SIZE + 1))
    return min(sizes, key=lambda size: abs(size * size - count))


def has_boxes(size: int) -> bool:
    """Whether there is a usual sudoku of this size.

    >>> [size for size in range(12) if has_boxes(size)]
    [1, 4, 6, 8, 9, 10]
    """
    return size == 1 or (1 < size <= MAX_SIZE and squarest_box(size)[0] > 1)


def _nearness(count: int, wanted: int) -> float:
    return max(0.0, 0.99 - abs(count - wanted) / max(count, wanted))


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "row"), counted(8, "row")
    ('1 row', '8 rows')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
