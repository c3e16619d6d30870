"""A puzzle in the making, as readers of variant formats collect it: a grid, clues, marks and rules.

What a reader does not understand is noted by name. Then the puzzle comes with an error that names
it, and is used without it only when the caller asks for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from csp_sudoku import boards
from csp_sudoku.boards import Board, Cell, Group
from csp_sudoku.errors import BoardError, UnknownRuleError
from csp_sudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from csp_sudoku.rules import Rule

Regions = tuple[tuple[Cell, ...], ...]


class Draft:
    """A grid of cells with the numbers that they can be, and what is known about them so far.

    >>> draft = Draft(4, 4)
    >>> draft.regions = default_boxes(4, 4, 4)
    >>> draft.clues[Cell(0, 0)] = 3
    >>> draft.puzzle()
    Puzzle('3...............')
    """

    def __init__(self, rows: int, columns: int, numbers: range | None = None) -> None:
        self.rows = rows
        self.columns = columns
        self.numbers = range(1, max(rows, columns) + 1) if numbers is None else numbers
        self.has_lines = True
        """Whether rows and columns have different values."""
        self.regions: Sequence[Sequence[Cell]] = ()
        self.groups: list[tuple[str, Sequence[Cell]]] = []
        """Further groups, each with its kind."""
        self.clues: dict[Cell, int] = {}
        self.marks: dict[Cell, frozenset[int]] = {}
        self.rules: list[Rule] = []
        self.unknown: dict[str, int] = {}
        """How often something that was not understood was met, by its name."""
        self.words = ""
        """The rules in words."""

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return list(_all_cells(self.rows, self.columns))

    def mark(self, cell: Cell, numbers: Iterable[int]) -> None:
        """Leave a cell some numbers, or those of them that it had before."""
        self.marks[cell] = self.marks.get(cell, _set_of(self.numbers)).intersection(numbers)

    def is_regional(self, items: Iterable[object]) -> bool:
        """Whether each of some items is in a region that the board will have as one."""
        inside = {
            cell
            for region in self.regions
            if not _is_line(region, self.has_lines)
            for cell in region
        }
        return inside.issuperset(items)

    def note(self, name: str) -> None:
        """Note something that is not understood."""
        self.unknown[name] = self.unknown.get(name, 0) + 1

    def board(self) -> Board:
        """Return the board: the one of a family, if it is one."""
        regions = tuple(map(tuple, self.regions))
        groups = tuple((kind, tuple(cells)) for kind, cells in self.groups if len(cells) > 1)
        shape = self.rows, self.columns
        return _board(shape, self.numbers, self.has_lines, regions, groups)

    def puzzle(self) -> Puzzle:
        """Return the puzzle; raise an UnknownRuleError with it if something was not understood."""
        board = self.board()
        before = board.first - 1
        values = None if self.marks else self._values(board)
        if values is not None and not self.unknown:
            return Puzzle._trusted(board, values, tuple(self.rules))
        clues: dict[tuple[int, int], int] = {
            cell: number - before for cell, number in self.clues.items()
        }
        marks: dict[tuple[int, int], list[int]] = {
            cell: [n - before for n in numbers] for cell, numbers in self.marks.items()
        }
        puzzle = Puzzle(clues, board=board, candidates=marks or None, rules=self.rules)
        if self.unknown:
            named = [f"{n} x {name}" if n > 1 else name for name, n in self.unknown.items()]
            raise UnknownRuleError(tuple(named), puzzle, words=self.words)
        return puzzle

    def _values(self, board: Board) -> bytes | None:
        """Return one number per cell; None if a clue is not of the board."""
        values, before, index = bytearray(len(board.cells)), board.first - 1, board.index
        for cell, number in self.clues.items():
            at = index.get(cell)
            if at is None or not 0 < number - before <= board.size:
                return None
            values[at] = number - before
        return bytes(values)


@lru_cache(maxsize=64)
def _set_of(numbers: range) -> frozenset[int]:
    return frozenset(numbers)


@lru_cache(maxsize=64)
def _all_cells(rows: int, columns: int) -> tuple[Cell, ...]:
    return tuple(Cell(row, column) for row in range(rows) for column in range(columns))


def diagonal(size: int, *, up: bool) -> tuple[str, list[Cell]]:
    """Return a long diagonal of a square as a group: from the top left, or up from the bottom."""
    return "diagonal", [Cell(size - 1 - i if up else i, i) for i in range(size)]


def both_diagonals(size: int) -> list[tuple[str, list[Cell]]]:
    """Return both long diagonals of a square as groups."""
    return [diagonal(size, up=False), diagonal(size, up=True)]


@lru_cache(maxsize=256)
def default_boxes(rows: int, columns: int, size: int) -> Regions:
    """Return the boxes of this many cells that a grid usually has, as square as they can be.

    >>> len(default_boxes(6, 6, 6)), len(default_boxes(7, 7, 7))
    (6, 0)
    """
    box = box_of(rows, columns, size)
    if box is None:
        return ()
    high, wide = box
    return tuple(
        tuple(Cell(top + r, left + c) for r in range(high) for c in range(wide))
        for top in range(0, rows, high)
        for left in range(0, columns, wide)
    )


def windows_of(rows: int, columns: int, size: int) -> list[list[Cell]]:
    """Return the windows of a grid: boxes that stand one cell off the border and each other."""
    boxes = default_boxes(rows, columns, size)
    if not boxes:
        return []
    high, wide = boxes[0][-1].row + 1, boxes[0][-1].column + 1
    return [
        [Cell(top + r, left + c) for r in range(high) for c in range(wide)]
        for top in range(1, rows - high, high + 1)
        for left in range(1, columns - wide, wide + 1)
    ]


def box_of(rows: int, columns: int, size: int) -> tuple[int, int] | None:
    """Return the shape of boxes of this many cells that divide a grid, or None."""
    for low in range(int(size**0.5), 1, -1):
        if size % low == 0:
            for box in ((low, size // low), (size // low, low)):
                if rows % box[0] == 0 and columns % box[1] == 0:
                    return box
    return None


@lru_cache(maxsize=256)
def _board(
    shape: tuple[int, int],
    numbers: range,
    has_lines: bool,
    regions: Regions,
    groups: tuple[tuple[str, tuple[Cell, ...]], ...],
) -> Board:
    """Return a board of these parts, once; its name builds it if there is such a name."""
    regions = tuple(tuple(sorted(region)) for region in regions if not _is_line(region, has_lines))
    wanted = _assembled(shape, numbers, has_lines, regions, groups)
    for name in _names(shape, numbers, regions):
        try:
            found = boards.named(name)
            for extra in (boards.diagonals, boards.windows, boards.disjoint):
                extended = extra(found) if groups else found
                found = extended if extended._content[3] <= wanted._content[3] else found
        except BoardError:
            continue
        if found == wanted:
            return found
    return wanted


def _is_line(region: Sequence[Cell], has_lines: bool) -> bool:
    """Whether a region says nothing: it is one cell, or within a row or a column."""
    if len(region) < 2:
        return True
    rows, columns = {cell.row for cell in region}, {cell.column for cell in region}
    return has_lines and (len(rows) == 1 or len(columns) == 1)


def _names(shape: tuple[int, int], numbers: range, regions: Regions) -> list[str]:
    """Return the names of families that may have this board."""
    rows, columns = shape
    ending = "+from0" if numbers.start == 0 else ""
    names = [f"rectangle-{rows}x{columns}-{len(numbers)}{ending}"]
    if regions:
        high = len({cell.row for cell in regions[0]})
        wide = len({cell.column for cell in regions[0]})
        names = [f"{names[0].removesuffix(ending)}-{high}x{wide}{ending}"]
    if rows == columns == len(numbers):
        if not regions:
            names = [f"latin-{rows}{ending}"]
        else:
            letter = {cell: n for n, region in enumerate(regions) for cell in region}
            cells = [Cell(r, c) for r in range(rows) for c in range(columns)]
            drawing = "".join(chr(65 + letter.get(cell, 57)) for cell in cells)
            names = [f"sudoku-{high}x{wide}{ending}", f"jigsaw-{drawing}{ending}"]
    return names


def _assembled(
    shape: tuple[int, int],
    numbers: range,
    has_lines: bool,
    regions: Regions,
    groups: tuple[tuple[str, tuple[Cell, ...]], ...],
) -> Board:
    rows, columns = shape
    cells = [Cell(r, c) for r in range(rows) for c in range(columns)]
    blocks: list[tuple[str, Sequence[Cell]]] = []
    if has_lines:
        blocks += [("row", [Cell(r, c) for c in range(columns)]) for r in range(rows)]
        blocks += [("column", [Cell(r, c) for r in range(rows)]) for c in range(columns)]
    usual = default_boxes(rows, columns, len(regions[0])) if regions else ()
    has_boxes = bool(regions) and set(map(frozenset, regions)) == set(map(frozenset, usual))
    blocks += [("box" if has_boxes else "region", region) for region in regions]
    blocks += groups
    found: list[Group] = []
    known: set[frozenset[Cell]] = set()
    numbered: dict[str, int] = {}
    for kind, block in blocks:
        numbered[kind] = number = numbered.get(kind, 0) + 1
        if len(block) > 1 and frozenset(block) not in known:
            known.add(frozenset(block))
            members = tuple(row * columns + column for row, column in block)
            found.append(Group(kind, f"{kind} {number}", members))
    box = box_of(rows, columns, len(regions[0])) if has_boxes else None
    name = f"{rows}x{columns}-{len(numbers)}"
    return Board(name, len(numbers), cells, found, box=box, first=numbers.start)
