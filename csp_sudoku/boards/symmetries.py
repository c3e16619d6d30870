"""Rearrangements of a board's cells that map its groups onto each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from csp_sudoku.boards.board import Board, Cell
from csp_sudoku.errors import BoardError

Permutation: TypeAlias = tuple[int, ...]
"""What stood in cell i stands in cell permutation[i] afterwards."""

CellMap: TypeAlias = Callable[[Cell], tuple[int, int]]
"""Where a cell goes, as (row, column)."""


def symmetries(board: Board) -> dict[str, Permutation]:
    """Return the symmetries that follow from the board's kind, by name."""
    groups = {frozenset(group.cells) for group in board.groups}
    return {
        name: permutation
        for name, move in _moves(board)
        if (permutation := _permutation(board, move)) is not None
        and {frozenset(permutation[i] for i in group) for group in groups} == groups
    }


PATTERNS = {
    "rotate90": ("rotate90",),
    "rotate180": ("rotate180",),
    "mirror": ("mirror",),
    "flip": ("flip",),
    "diagonal": ("diagonal",),
    "antidiagonal": ("antidiagonal",),
    "full": ("rotate90", "mirror"),
}
"""The symmetries that a pattern of clues may have, and the moves that generate each."""


def orbits(board: Board, symmetry: str) -> list[tuple[int, ...]]:
    """Return the sets of cells that a symmetric pattern has together or not at all, in order.

    Only the drawing counts: a pattern can be symmetric where the boxes are not.

    >>> from csp_sudoku import boards
    >>> orbits(boards.sudoku(2, 2), "mirror")[:2]
    [(0, 3), (1, 2)]
    """
    if symmetry not in PATTERNS:
        raise BoardError(
            f"no symmetry is called {symmetry!r}", fix=f"use one of {', '.join(PATTERNS)}"
        )
    moves = dict(_moves(board))
    permutations = [_permutation(board, moves[name]) for name in PATTERNS[symmetry]]
    found: dict[int, tuple[int, ...]] = {}
    for cell in range(len(board.cells)):
        if cell in found:
            continue
        orbit = [cell]
        for member in orbit:  # grows while it is read
            for permutation in permutations:
                if permutation is None:
                    raise BoardError(
                        f"the cells of {board.name} do not have the symmetry {symmetry}",
                        fix="choose another symmetry",
                    )
                if permutation[member] not in orbit:
                    orbit.append(permutation[member])
        found |= dict.fromkeys(orbit, tuple(sorted(orbit)))
    return list(dict.fromkeys(found.values()))


_IMAGES = {
    **{name: (name,) for name in ("rotate180", "mirror", "flip", "diagonal", "antidiagonal")},
    "rotate90": ("rotate90", "rotate180", "rotate270"),
    "full": (
        *("rotate90", "rotate180", "rotate270"),
        *("mirror", "flip", "diagonal", "antidiagonal"),
    ),
}
"""All moves that leave a pattern of each symmetry as it is, but for the one that moves nothing."""


def images(board: Board, symmetry: str) -> list[CellMap]:
    """Return the moves that a symmetry consists of, for what is drawn on a board and beside it.

    >>> from csp_sudoku import boards
    >>> [move(Cell(0, 1)) for move in images(boards.sudoku(2, 2), "rotate90")]
    [(1, 3), (3, 2), (2, 0)]
    """
    orbits(board, symmetry)  # refuses one that the board does not have
    moves = dict(_moves(board))
    return [moves[name] for name in _IMAGES[symmetry]]


def _permutation(board: Board, move: CellMap) -> Permutation | None:
    """Return the move as a permutation of the cells; None if it leaves the board."""
    images = [board.index.get(Cell(*move(cell))) for cell in board.cells]
    inside = tuple(image for image in images if image is not None)
    return inside if len(inside) == len(images) else None


def _moves(board: Board) -> Iterator[tuple[str, CellMap]]:
    """Yield the moves that a board of this shape may allow, by name."""
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
    yield from _swaps("rows", 1, bottom + 1, _row_swap)
    yield from _swaps("columns", 1, right + 1, _column_swap)
    if board.box is not None and min(board.box) > 1:
        yield from _swaps("bands", board.box[0], bottom + 1, _row_swap)
        yield from _swaps("stacks", board.box[1], right + 1, _column_swap)


def _swaps(
    name: str, width: int, length: int, swap: Callable[[int, int], CellMap]
) -> Iterator[tuple[str, CellMap]]:
    """Yield the swaps of each `width` lines with the next ones."""
    for number, start in enumerate(range(0, length - 2 * width + 1, width), start=1):
        yield f"swap {name} {number} and {number + 1}", swap(start, width)


def _row_swap(start: int, width: int) -> CellMap:
    return lambda cell: (_swapped(cell.row, start, width), cell.column)


def _column_swap(start: int, width: int) -> CellMap:
    return lambda cell: (cell.row, _swapped(cell.column, start, width))


def _swapped(at: int, start: int, width: int) -> int:
    """Exchange the lines from `start` to `start + width - 1` with as many lines after them."""
    if start <= at < start + width:
        return at + width
    if start + width <= at < start + 2 * width:
        return at - width
    return at
