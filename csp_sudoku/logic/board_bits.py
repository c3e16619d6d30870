"""A board as bits: its groups and peers as sets of cells, each set in one integer.

Built once per board, and kept with it. A set of cells has bit i for cell i; a set of values has bit
v - 1 for value v, as in the masks of a `Puzzle`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from csp_sudoku.bits import members, union
from csp_sudoku.boards.board import Board, Group

if TYPE_CHECKING:
    from csp_sudoku.logic.ruled_bits import RuledBits

T = TypeVar("T")

_MOST_KEPT = 20_000
"""How many answers about sets of cells a board keeps."""


class GroupBits(NamedTuple):
    """A group as a set of cells; it is full (a house) if it must have every value of the board."""

    number: int
    kind: str
    name: str
    mask: int
    is_full: bool

    def __str__(self) -> str:
        return self.name


class Crossing(NamedTuple):
    """Parallel lines, and the lines that cross all of them."""

    bases: tuple[GroupBits, ...]
    covers: tuple[GroupBits, ...]


class BoardBits:
    """What techniques ask a board for.

    >>> from csp_sudoku import boards
    >>> bits = BoardBits.of(boards.sudoku(3, 3))
    >>> bits.peers[0].bit_count(), [str(group) for group in bits.groups_of[0]]
    (20, ['row 1', 'column 1', 'box 1'])
    >>> bits is BoardBits.of(boards.sudoku(3, 3))
    True
    """

    ruled: RuledBits | None = None
    """What rules add to the board; None for a board alone."""

    def __init__(
        self, board: Board, more: Iterable[Group] = (), pairs: Iterable[tuple[int, int]] = ()
    ) -> None:
        self.board = board
        self._kept: dict[Hashable, Any] = {}
        self.size = board.size
        self.cells = board.cells
        self.everywhere = (1 << len(board.cells)) - 1
        self.everything = (1 << board.size) - 1
        self.groups = tuple(
            GroupBits(number, *group[:2], union(group.cells), len(group.cells) == board.size)
            for number, group in enumerate((*board.groups, *more))
        )
        self.full_groups = tuple(group for group in self.groups if group.is_full)
        peers = [union(peers) for peers in board.peers]
        for group in self.groups[len(board.groups) :]:
            for cell in members(group.mask):
                peers[cell] |= group.mask & ~(1 << cell)
        for one, other in pairs:
            peers[one] |= 1 << other
            peers[other] |= 1 << one
        self.peers = tuple(peers)
        groups_of: list[list[GroupBits]] = [[] for _ in board.cells]
        for group in self.groups:
            for cell in members(group.mask):
                groups_of[cell].append(group)
        self.groups_of = tuple(map(tuple, groups_of))

    @classmethod
    def of(cls, board: Board) -> BoardBits:
        """Return the bits of a board; they are built once."""
        return board.csp.shared("logic bits", lambda _: cls(board))

    def keep(self, key: Hashable, build: Callable[[], T]) -> T:
        """Return what `build` returns, which the key must determine: it is kept with the board.

        For what follows from the places of one value, which many states have in common.
        """
        found: T | None = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = build()
        return found

    def has_kept(self, key: Hashable) -> bool:
        """Whether `keep` was called with a key."""
        return key in self._kept

    @cached_property
    def overlaps(self) -> tuple[int, ...]:
        """The sets of two or more cells that two groups share."""
        shared = (one.mask & other.mask for one, other in combinations(self.groups, 2))
        return tuple(sorted({mask for mask in shared if mask.bit_count() > 1}))

    @cached_property
    def crossings(self) -> tuple[Crossing, ...]:
        """Rows with the columns that cross them, and columns with rows; one pair for each grid.

        Two lines lie in the same grid if at least as many lines as there are values cross both.
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

    def any_peers(self, cells: int) -> int:
        """Return the cells that are peers of at least one of these."""
        seen = 0
        for cell in members(cells):
            seen |= self.peers[cell]
        return seen

    def common_peers(self, cells: int) -> int:
        """Return the cells that are peers of all of these; no cell is its own peer."""
        seen = self.everywhere
        while cells and seen:
            low = cells & -cells
            seen &= self.peers[low.bit_length() - 1]
            cells ^= low
        return seen

    def common_groups(self, cells: int) -> Iterator[GroupBits]:
        """Yield the groups that contain all of these cells."""
        if cells:
            for group in self.groups_of[(cells & -cells).bit_length() - 1]:
                if not cells & ~group.mask:
                    yield group
