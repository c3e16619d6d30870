"""What a board is: cells, groups of cells that must all differ, and what follows from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property, wraps
from os import PathLike
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, TypeVarTuple

from csp_sudoku.errors import BoardError, shown
from csp_sudoku.model import CSP
from csp_sudoku.native.check import Groups

if TYPE_CHECKING:
    from csp_sudoku.encoders.exports import Export

T = TypeVar("T")
Rest = TypeVarTuple("Rest")

MAX_SIZE = 64
"""The largest number of values: a candidate set fits one machine word."""


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
    """Cells that must all differ, by their numbers on the board; the name is for people ("row 3").

    Kinds that drawings and techniques know are row, column, box, region, diagonal, window and
    disjoint group; any other is a group like these without a special drawing.
    """

    kind: str
    name: str
    cells: tuple[int, ...]

    def __str__(self) -> str:
        return self.name


class Board:
    """The structure of a puzzle without its clues: cells, groups, number of values, shape.

    The parts are checked, and a BoardError says what is wrong with them. Cells may be given as
    (row, column) or by name, and keep their order: groups refer to it.

    >>> corners = Group("corners", "the corners", (0, 1, 2, 3))
    >>> board = Board("corners", 4, ["r1c1", "r1c4", "r4c1", "r4c4"], [corners])
    >>> board
    <Board 'corners': 4 values, 4 cells, 1 group>
    >>> Board.from_data(board.to_data()) == board
    True

    Args:
        name: what messages call the board.
        size: the number of values, from 1 to 64.
        cells: the cells, each once.
        groups: the groups, each with the numbers of its cells, counted from 0.
        box: the shape (rows, columns) of the boxes, if they are all rectangles of one shape.
        first: the number that the first value stands for, where rules compute with numbers.
    """

    def __init__(
        self,
        name: str,
        size: int,
        cells: Iterable[tuple[int, int] | str],
        groups: Iterable[Group],
        *,
        box: tuple[int, int] | None = None,
        first: int = 1,
    ) -> None:
        from csp_sudoku.boards.data import checked_parts

        self._fill(*checked_parts(name, size, cells, groups, box, first))

    @classmethod
    def _trusted(
        cls,
        name: str,
        size: int,
        cells: tuple[Cell, ...],
        groups: tuple[Group, ...],
        box: tuple[int, int] | None = None,
        first: int = 1,
    ) -> Board:
        """Make a board from parts that are right by construction."""
        board = cls.__new__(cls)
        board._fill(name, size, cells, groups, box, first)
        return board

    def _fill(
        self,
        name: str,
        size: int,
        cells: tuple[Cell, ...],
        groups: tuple[Group, ...],
        box: tuple[int, int] | None,
        first: int,
    ) -> None:
        self.name = name
        self.size = size
        self.cells = cells
        self.groups = groups
        self.box = box
        self.first = first
        self._kept: dict[object, Any] = {}

    @staticmethod
    def from_data(data: object) -> Board:
        """Return the board of plain data: a name, or a dict that `to_data` gave."""
        from csp_sudoku.boards.data import board_from

        return board_from(data)

    @staticmethod
    def from_file(path: str | PathLike[str]) -> Board:
        """Return the board of a JSON file that holds its data."""
        from csp_sudoku.boards.data import read

        return read(path)

    def to_data(self, *, short: bool = True) -> str | dict[str, Any]:
        """Return the board as plain data, as JSON can hold it; `from_data` reads it back.

        A board that its name builds again is its name. Any other is a dict with "format",
        "version", "name", "size", "cells" (names such as r4c6), "groups" (each with "kind", "name"
        and "cells") and, if it has them, "box" and "first".

        >>> from csp_sudoku import boards
        >>> boards.latin(2).to_data()
        'latin-2'
        >>> boards.latin(2).to_data(short=False)["groups"][0]
        {'kind': 'row', 'name': 'row 1', 'cells': ['r1c1', 'r1c2']}

        Args:
            short: whether a name will do, where it builds the board.
        """
        if short and self.is_named:
            return self.name
        from csp_sudoku.boards.data import data_of

        return data_of(self)

    @cached_property
    def is_named(self) -> bool:
        """Whether the name builds exactly this board, the names of its groups included."""
        from csp_sudoku.boards.families import LONGEST_NAME, named

        try:
            found = named(self.name) if len(self.name) <= LONGEST_NAME else None
        except BoardError:
            found = None
        return found is self or (found is not None and found._parts == self._parts)

    @property
    def _parts(self) -> tuple[object, ...]:
        """All that the board is made of; equal boards may differ in it."""
        return self.name, self.size, self.cells, self.groups, self.box, self.first

    def __repr__(self) -> str:
        if self.is_named:
            return f"boards.named({self.name!r})"
        numbers = ((self.size, "value"), (len(self.cells), "cell"), (len(self.groups), "group"))
        counted = ", ".join(f"{number} {noun}{'s' * (number != 1)}" for number, noun in numbers)
        return f"<Board {self.name!r}: {counted}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self is other or self._content == other._content

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[[object], Board], tuple[str | dict[str, Any]]]:
        return Board.from_data, (self.to_data(),)

    @cached_property
    def _content(self) -> tuple[int, int, tuple[Cell, ...], frozenset[tuple[int, ...]]]:
        groups = frozenset(group.cells for group in self.groups)
        return self.size, self.first, self.cells, groups

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
        from csp_sudoku.boards.families import sudoku

        if self.box is None or self.box[0] * self.box[1] != self.size:
            return False
        return self == sudoku(*self.box)

    @cached_property
    def index(self) -> Mapping[Cell, int]:
        """The number of each cell."""
        return MappingProxyType({cell: i for i, cell in enumerate(self.cells)})

    def cell_index(self, cell: tuple[int, int] | str) -> int:
        """Return the number of a cell given as (row, column) or by its name."""
        try:
            wanted = Cell.named(cell) if isinstance(cell, str) else Cell(*cell)
            found, name = self.index.get(wanted), str(wanted)
        except TypeError:  # not a pair of numbers
            fix = "write (3, 5) or r4c6 for row 4, column 6"
            raise BoardError(f"expected a cell, got {shown(cell)}", fix=fix) from None
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
    def numbers(self) -> tuple[int, ...]:
        """The number that each value stands for: the value itself, unless they start elsewhere.

        Puzzles and solutions count the values of a board from 1, as 0 is an open cell. Rules and
        models compute with numbers.

        >>> from csp_sudoku import boards
        >>> boards.named("latin-4+from0").numbers
        (0, 1, 2, 3)
        """
        return tuple(range(self.first, self.first + self.size))

    @cached_property
    def csp(self) -> CSP:
        """The board as a constraint problem: one variable per cell, and its numbers as domain."""
        csp = CSP()
        variables = csp.variables(self.cells, self.numbers)
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
    """Build what depends on a board (and on other arguments) once, and keep it with the board.

    Boards with the same groups are equal, but may have different names: a cache keyed by equality
    would give one board the names of the other.
    """

    @wraps(build)
    def kept(board: Board, *rest: *Rest) -> T:
        key = build, rest
        if key not in board._kept:
            board._kept[key] = build(board, *rest)
        made: T = board._kept[key]
        return made

    return kept
