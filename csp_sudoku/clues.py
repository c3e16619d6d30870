"""Checks clues and candidates as users give them: one number or one mask per cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isqrt
from typing import Any, TypeAlias, TypeVar

from csp_sudoku.bits import union
from csp_sudoku.boards.board import Board, Cell
from csp_sudoku.boards.symmetries import Permutation
from csp_sudoku.border import is_iterable, whole_number
from csp_sudoku.errors import BoardError, PuzzleError, shown

CellKey: TypeAlias = tuple[int, int] | str
T = TypeVar("T")


def side_of(cells: int) -> int:
    """Return the number of rows of a square board with this many cells."""
    side = isqrt(cells)
    if side * side != cells:
        raise PuzzleError(f"{cells} cells do not make a square board", fix="say which board it is")
    return side


def flat_values(numbers: Iterable[object]) -> tuple[object, ...]:
    """Return one number per cell, from a flat sequence or from rows."""
    flat: list[object] = []
    for item in each_of(numbers, "clues"):
        if is_iterable(item) and not isinstance(item, str):
            flat.extend(item)
        else:
            flat.append(item)
    return tuple(flat)


def checked_values(board: Board, values: Sequence[object]) -> Iterator[int]:
    """Yield one number per cell, 0 for an open cell."""
    if len(values) != len(board.cells):
        raise PuzzleError(
            f"expected {len(board.cells)} values, one for each cell of {board.name}, "
            f"got {len(values)}"
        )
    return (checked_value(board, v, board.cells[i]) for i, v in enumerate(values))


def each_of(things: Iterable[T], what: str) -> tuple[T, ...]:
    """Return the members of an iterable; refuse anything else."""
    if not is_iterable(things):
        fix = "give a text, one number per cell, or a dictionary by cell"
        raise PuzzleError(f"expected {what}, got {shown(things)}", fix=fix)
    return tuple(things)


def at_cells(board: Board, mapping: Mapping[Any, T], what: str) -> Iterator[tuple[int, CellKey, T]]:
    """Yield the number of each cell of a mapping, its key, and what the mapping has for it."""
    if not isinstance(mapping, Mapping):
        raise PuzzleError(f"expected {what}, got {shown(mapping)}", fix="give a dictionary by cell")
    for cell, thing in mapping.items():
        yield board.cell_index(cell), cell, thing


def checked_value(board: Board, value: object, cell: CellKey) -> int:
    """Return the value of a cell as a number, 0 for none; refuse what the board does not have."""
    if value is None:
        return 0
    number = whole_number(value)
    if isinstance(value, bool) or number is None or not 0 <= number <= board.size:
        name = cell if isinstance(cell, str) else Cell(*cell)
        raise PuzzleError(
            f"{shown(value)} at {name} is not a value of {board.name}",
            fix=f"use 1 to {board.size}, and 0 or None for an open cell",
        )
    return number


def values_at(board: Board, clues: Mapping[tuple[int, int], int]) -> bytes:
    """Return one number per cell, from a mapping by cell."""
    values = bytearray(len(board.cells))
    for at, cell, value in at_cells(board, clues, "clues"):
        values[at] = checked_value(board, value, cell)
    return bytes(values)


def permutation_of(board: Board, symmetry: str | Permutation) -> Permutation:
    """Return a symmetry by its name, or a rearrangement of all cells as it is."""
    if isinstance(symmetry, str):
        if symmetry not in board.symmetries:
            fix = f"it has {', '.join(board.symmetries)}"
            raise BoardError(f"{board.name} has no symmetry {shown(symmetry)}", fix=fix)
        return board.symmetries[symmetry]
    moved = _rearranged(each_of(symmetry, "a symmetry"), len(board.cells))
    if moved is None:
        raise BoardError(f"{shown(symmetry)} does not rearrange the cells of {board.name}")
    return moved


def _rearranged(things: Iterable[object], count: int) -> tuple[int, ...] | None:
    """Return the numbers below `count` in the order of these; None if these are others."""
    numbers = tuple(-1 if (n := whole_number(thing)) is None else n for thing in things)
    return numbers if sorted(numbers) == [*range(count)] else None


def renaming_of(size: int, values: Mapping[int, int] | None) -> dict[int, int]:
    """Return the new name of each value, and of 0."""
    if not isinstance(values, Mapping | None):
        raise PuzzleError(
            f"expected new names of values, got {shown(values)}", fix="give a dictionary"
        )
    renamed = {v: v for v in range(size + 1)} | dict(values or {})
    names = _rearranged(renamed.values(), size + 1)
    if names is None or names[0] != 0:
        raise PuzzleError("two values would have one name", fix=f"rearrange 1 to {size}")
    return dict(enumerate(names))


# Candidate masks


def masks_at(board: Board, candidates: Mapping[tuple[int, int], Iterable[int]]) -> list[int]:
    """Return one mask per cell, from a mapping by cell; cells that it lacks may be anything."""
    masks = [(1 << board.size) - 1] * len(board.cells)
    for at, cell, values in at_cells(board, candidates, "candidates"):
        numbers = {checked_value(board, value, cell) for value in each_of(values, "candidates")}
        masks[at] = union(number - 1 for number in numbers if number)
    return masks


def checked_masks(board: Board, masks: Sequence[int]) -> tuple[int, ...]:
    """Return one mask per cell, unchanged."""
    given = tuple(map(whole_number, each_of(masks, "candidates")))
    found = tuple(mask for mask in given if mask is not None)
    if len(given) != len(board.cells) or len(found) != len(given):
        raise PuzzleError(f"expected a mask of candidates for each of the {len(board.cells)} cells")
    return found


def reduced_masks(board: Board, values: bytes, masks: Sequence[int] | None) -> tuple[int, ...]:
    """Return the mask of each cell: its clue, or its marks without the clues of its peers."""
    everything = (1 << board.size) - 1
    bits = [1 << value - 1 if value else 0 for value in values]
    excluded = [0] * len(bits)
    for group in board.groups:
        seen = 0
        for cell in group.cells:
            seen |= bits[cell]
        for cell in group.cells:
            excluded[cell] |= seen
    marks = (everything,) * len(bits) if masks is None else masks
    cells = zip(bits, marks, excluded, strict=True)
    return tuple([bit or mask & everything & ~out for bit, mask, out in cells])
