"""A board as bits: cells of a set in one integer, groups and peers as such sets.

Built once a board and kept with it. A set of cells has bit i for cell i; a set of values has bit
v - 1 for value v, as the masks of a `Puzzle`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from csp_sudoku.bits import union
from csp_sudoku.boards.board import Board


class GroupBits(NamedTuple):
    """A group as a set of cells; it is full if it must hold every value of the board."""

    number: int
    kind: str
    name: str
    mask: int
    is_full: bool

    def __str__(self) -> str:
        return self.name


class Crossing(NamedTuple):
    """Parallel lines, and the lines that cross each of them."""

    bases: tuple[GroupBits, ...]
    covers: tuple[GroupBits, ...]


class BoardBits:
    """What techniques ask of a board.

    >>> from csp_sudoku import boards
    >>> bits = BoardBits.of(boards.sudoku(3, 3))
    >>> bits.peers[0].bit_count(), [str(group) for group in bits.groups_of[0]]
    (20, ['row 1', 'column 1', 'box 1'])
    >>> bits is BoardBits.of(boards.sudoku(3, 3))
    True
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.size = board.size
        self.cells = board.cells
        self.everywhere = (1 << len(board.cells)) - 1
        self.everything = (1 << board.size) - 1
        self.groups = tuple(
            GroupBits(number, *group[:2], union(group.cells), len(group.cells) == board.size)
            for number, group in enumerate(board.groups)
        )
        self.full_groups = tuple(group for group in self.groups if group.is_full)
        self.peers = tuple(union(peers) for peers in board.peers)
        self.groups_of = tuple(
            tuple(group for group in self.groups if group.mask >> cell & 1)
            for cell in range(len(board.cells))
        )

    @classmethod
    def of(cls, board: Board) -> BoardBits:
        """Return the bits of a board, built at the first time."""
        return board.csp.shared("logic bits", lambda _: cls(board))

    @cached_property
    def crossings(self) -> tuple[Crossing, ...]:
        """Rows with the columns that they cross, and columns with rows; on each board of several.

        Lines belong together if as many lines of the other kind cross both as the board has values.
        """
        found = []
        for kind, other in (("row", "column"), ("column", "row")):
            crossing = {
                line: crossed
                for line in self.of_kind(kind)
                if line.is_full
                and len(crossed := frozenset(c for c in self.of_kind(other) if c.mask & line.mask))
                >= self.size
            }
            left = list(crossing)
            while left:
                first = crossing[left[0]]
                bases = [line for line in left if len(crossing[line] & first) >= self.size]
                covers = frozenset.intersection(*(crossing[line] for line in bases))
                left = [line for line in left if line not in bases]
                if len(bases) > 1:
                    found.append(Crossing(tuple(bases), tuple(sorted(covers))))
        return tuple(found)

    def of_kind(self, *kinds: str) -> tuple[GroupBits, ...]:
        """Return the groups of these kinds: row, column, box, region, diagonal, window."""
        return tuple(group for group in self.groups if group.kind in kinds)

    def common_peers(self, cells: int) -> int:
        """Return the cells that see every one of these; none of them sees itself."""
        seen = self.everywhere
        while cells and seen:
            low = cells & -cells
            seen &= self.peers[low.bit_length() - 1]
            cells ^= low
        return seen

    def common_groups(self, cells: int) -> Iterator[GroupBits]:
        """Yield the groups that hold all of these cells."""
        if cells:
            for group in self.groups_of[(cells & -cells).bit_length() - 1]:
                if not cells & ~group.mask:
                    yield group
