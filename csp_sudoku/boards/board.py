"""What a board is: cells, groups of cells that must all differ, and what follows from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property, wraps
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, TypeVarTuple

from csp_sudoku.errors import BoardError, shown
from csp_sudoku.model import CSP
from csp_sudoku.native.check import Groups

if TYPE_CHECKING:
    from csp_sudoku.encoders.exports import Export

T = TypeVar("T")
Rest = TypeVarTuple("Rest")


class Cell(NamedTuple):
    """A cell by its row and column, counted from 0; in words, r1c1 is the first.

    >>> str(Cell(0, 4)), Cell.named("r1c5") == (0, 4)
    ('r1c5', True)
    """

    row: int
    column: int

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.column + 1}"

    @classmethod
    def named(cls, name: str) -> Cell:
        """Return the cell of a name such as r4c6."""
        match = re.fullmatch(r"[rR]([0-9]{1,4})[cC]([0-9]{1,4})", name)
        if not match:
            raise BoardError(
                f"no cell is called {shown(name)}", fix="write r4c6 for row 4, column 6"
            )
        return cls(int(match[1]) - 1, int(match[2]) - 1)


class Group(NamedTuple):
    """Cells that must all differ, as numbers of cells; its name is for people ("row 3")."""

    kind: str
    name: str
    cells: tuple[int, ...]

    def __str__(self) -> str:
        return self.name


class Board:
    """The structure of a puzzle without its clues: cells, groups, number of values, shape.

    `box` is the shape (rows, columns) of its boxes, if they are all rectangles of one shape.
    """

    def __init__(
        self,
        name: str,
        size: int,
        cells: Iterable[Cell],
        groups: Iterable[Group],
        *,
        box: tuple[int, int] | None = None,
    ) -> None:
        self.name = name
        self.size = size
        self.cells = tuple(cells)
        self.groups = tuple(groups)
        self.box = box
        self._kept: dict[object, Any] = {}

    def __repr__(self) -> str:
        return f"boards.named({self.name!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self is other or self._content == other._content

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[[str], Board], tuple[str]]:
        from csp_sudoku.boards import named

        return named, (self.name,)

    @cached_property
    def _content(self) -> tuple[int, tuple[Cell, ...], frozenset[tuple[int, ...]]]:
        return self.size, self.cells, frozenset(group.cells for group in self.groups)

    @cached_property
    def _hash(self) -> int:
        return hash(self._content)

    @cached_property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns of the drawing."""
        return max(c.row for c in self.cells) + 1, max(c.column for c in self.cells) + 1

    @cached_property
    def is_full(self) -> bool:
        """Whether the cells fill the rectangle of the shape (a samurai does not)."""
        rows, columns = self.shape
        return len(self.cells) == rows * columns

    @cached_property
    def is_plain(self) -> bool:
        """Whether this is ordinary sudoku: rows, columns and boxes, and nothing else."""
        kinds = {group.kind for group in self.groups}
        return self.box is not None and kinds <= {"row", "column", "box"}

    @cached_property
    def index(self) -> Mapping[Cell, int]:
        """The number of each cell."""
        return MappingProxyType({cell: i for i, cell in enumerate(self.cells)})

    def cell_index(self, cell: tuple[int, int] | str) -> int:
        """Return the number of a cell given as (row, column) or by its name."""
        try:
            wanted = Cell.named(cell) if isinstance(cell, str) else Cell(*cell)
            found, name = self.index.get(wanted), str(wanted)
        except TypeError:  # no pair, or no pair of numbers
            fix = "write (3, 5) or r4c6 for row 4, column 6"
            raise BoardError(f"{shown(cell)} is no cell", fix=fix) from None
        if found is None:
            rows, columns = self.shape
            raise BoardError(f"{self.name} has no cell {name}", fix=f"it has {rows} x {columns}")
        return found

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells that share a group with it, in order."""
        found: list[set[int]] = [set() for _ in self.cells]
        for group in self.groups:
            for cell in group.cells:
                found[cell].update(group.cells)
        return tuple(tuple(sorted(peers - {cell})) for cell, peers in enumerate(found))

    @cached_property
    def regions(self) -> tuple[int | None, ...]:
        """For each cell the number of its box or region among the groups, or None."""
        of: list[int | None] = [None] * len(self.cells)
        for number, group in enumerate(self.groups):
            if group.kind in ("box", "region"):
                for cell in group.cells:
                    of[cell] = number
        return tuple(of)

    @cached_property
    def csp(self) -> CSP:
        """The board as a constraint problem: a variable a cell, values from 1 to size."""
        csp = CSP()
        values = tuple(range(1, self.size + 1))
        variables = [csp.variable(cell, values) for cell in self.cells]
        for group in self.groups:
            csp.all_different([variables[i] for i in group.cells], group.name)
        return csp

    def export(self, format: str, **options: str) -> Export[dict[Hashable, Hashable]]:
        """Return the board without clues in the language of another program: see `Questions`."""
        return self.csp.export(format, **options)

    @cached_property
    def clue_masks(self) -> tuple[int, ...]:
        """For each clue (0 for none) the values that it leaves its cell, as bits."""
        return ((1 << self.size) - 1, *(1 << code for code in range(self.size)))

    @cached_property
    def distinct(self) -> Groups:
        """The groups in the form of the native check."""
        return Groups(len(self.cells), [group.cells for group in self.groups])

    @cached_property
    def symmetries(self) -> Mapping[str, tuple[int, ...]]:
        """Rearrangements of the cells that map groups onto groups, by name.

        What stood in cell i stands in cell permutation[i] afterwards.

        Turning and mirroring the board, and swapping neighbouring lines, bands or stacks, as far as
        they leave the groups intact. They generate more; the values may always be renamed as well.
        """
        from csp_sudoku.boards.symmetries import symmetries

        return MappingProxyType(symmetries(self))


def once_a_board(build: Callable[[Board, *Rest], T]) -> Callable[[Board, *Rest], T]:
    """Keep what is made of a board, and of anything else, with the board.

    Boards with the same groups are equal, and may have other names: a cache that goes by equality
    would give one the names of the other.
    """

    @wraps(build)
    def kept(board: Board, *rest: *Rest) -> T:
        key = build, rest
        if key not in board._kept:
            board._kept[key] = build(board, *rest)
        made: T = board._kept[key]
        return made

    return kept
