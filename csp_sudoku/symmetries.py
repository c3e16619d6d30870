"""Rearrangements of a board's cells that map its groups onto each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from csp_sudoku.boards import Board, Cell

Permutation: TypeAlias = tuple[int, ...]
"""What stood in cell i stands in cell permutation[i] afterwards."""

Move: TypeAlias = Callable[["Cell"], tuple[int, int]]


def symmetries(board: Board) -> dict[str, Permutation]:
    """Return the symmetries that follow from the board's kind, by name."""
    groups = {frozenset(group.cells) for group in board.groups}
    return {
        name: permutation
        for name, move in _moves(board)
        if (permutation := _permutation(board, move)) is not None
        and {frozenset(permutation[i] for i in group) for group in groups} == groups
    }


def _permutation(board: Board, move: Move) -> Permutation | None:
    """Return the move as a permutation of the cells; None if it leaves the board."""
    index: Mapping[tuple[int, int], int] = board.index
    images = [index.get(move(cell)) for cell in board.cells]
    inside = tuple(image for image in images if image is not None)
    return inside if len(inside) == len(images) else None


def _moves(board: Board) -> Iterator[tuple[str, Move]]:
    """List the moves that a board of this kind may allow."""
    bottom, right = (side - 1 for side in board.shape)
    yield "rotate90", lambda cell: (cell.column, bottom - cell.row)
    yield "rotate180", lambda cell: (bottom - cell.row, right - cell.column)
    yield "rotate270", lambda cell: (right - cell.column, cell.row)
    yield "mirror", lambda cell: (cell.row, right - cell.column)
    yield "flip", lambda cell: (bottom - cell.row, cell.column)
    yield "diagonal", lambda cell: (cell.column, cell.row)
    yield "antidiagonal", lambda cell: (right - cell.column, bottom - cell.row)
    if not board.is_full:
        return
    band, stack = board.box or (1, 1)
    for line, block, length in (("row", band, bottom + 1), ("column", stack, right + 1)):
        for width, name in ((1, f"{line}s"), (block, "bands" if line == "row" else "stacks")):
            if width == 1 and name in ("bands", "stacks"):
                continue
            for start in range(0, length - 2 * width + 1, width):
                number = start // width + 1
                yield (
                    f"swap {name} {number} and {number + 1}",
                    _swap_lines(line, start, width),
                )


def _swap_lines(line: str, start: int, width: int) -> Move:
    """Swap the `width` lines from `start` on with the `width` lines after them."""

    def swapped(at: int) -> int:
        if start <= at < start + width:
            return at + width
        if start + width <= at < start + 2 * width:
            return at - width
        return at

    if line == "row":
        return lambda cell: (swapped(cell.row), cell.column)
    return lambda cell: (cell.row, swapped(cell.column))
