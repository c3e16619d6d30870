"""The grid of an ISS string: its shape, boxes and pieces, its variables, and what cells are called.

`R1C1` to `RgCg` are cells, with a letter for what is past 9. `VA1`, `VA2` are variables that
`.Var~A~~2` declares, and `VA` is a single one; they lie in rows as wide as the grid, or as
declared, so that they have neighbours and can be shifted like cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from csp_sudoku.boards import Cell
from csp_sudoku.errors import shown
from csp_sudoku.formats.draft import Draft, default_boxes, diagonal, windows_of
from csp_sudoku.formats.iss_tree import Node

Item = Cell | str
"""A cell, or the name of a variable with @ before it."""

LARGEST = 16
DIGITS = "123456789abcdefg"
LAYOUT = ("Shape", "NoBoxes", "RegionSize", "Jigsaw", "Windoku", "Diagonal", "Var")
"""Types that make the grid and its variables."""
_MOST_VARIABLES = 1000
_SHAPE = re.compile(r"(\d{1,2})x(\d{1,2})", re.ASCII)
_RANGE = re.compile(r"(?:(\d{1,2})-)?(\d{1,2})", re.ASCII)
_CELL = re.compile(r"[Rr]([1-9a-gA-G])[Cc]([1-9a-gA-G])")
_SIZE = re.compile(r"(?:([1-9]\d{0,3})x)?([1-9]\d{0,3})", re.ASCII)
_STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))
_FOREIGN = {
    "CC": "ChaosConstruction",
    **dict.fromkeys(("DGZ", "DGR", "DGC", "DGB"), "Doppelganger"),
}
"""The variables of constraints that are not known here, and which they are of."""


class Mistake(ValueError):  # noqa: N818 - a finding, not a fault
    """Something that ISS would not take."""


class Foreign(Mistake):
    """A variable of a constraint that is not known here, such as chaos construction."""


class Place(NamedTuple):
    """Where an item lies: in the grid ("") or in a group of variables, at a row and a column."""

    group: str
    row: int
    column: int


class Grid:
    """The draft of a puzzle with its shape, and the items that strings name."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        layout = [node for node in nodes if node.type in LAYOUT]
        shapes = [node for node in layout if node.type == "Shape"]
        self.draft = _shaped(shapes[0].arguments) if shapes else Draft(9, 9)
        if any(shape.arguments != shapes[0].arguments for shape in shapes):
            raise Mistake("there are two shapes")
        self.variables: dict[str, tuple[int, int]] = {}
        """For each group of variables, how many there are, and in how many columns they lie."""
        self.shift = (0, 0)
        """How far items are shifted from the places that are named."""
        self.region_size: int | None = None
        self.pieces: list[list[Cell]] = []
        has_boxes = self.draft.has_lines
        for node in layout:
            if node.type == "RegionSize":
                self.region_size = number_of(node.arguments, 1, LARGEST)
            elif node.type == "NoBoxes":
                has_boxes = False
        for node in layout:
            self._lay_out(node)
        self._add_regions(has_boxes)
        self._cells = _cells(self.draft.rows, self.draft.columns)

    def _lay_out(self, node: Node) -> None:
        draft = self.draft
        if node.type == "Jigsaw":
            pieces = _pieces(draft, node.arguments[-1] if node.arguments else "")
            self.pieces += [piece for piece in pieces if piece not in self.pieces]
        elif node.type == "Diagonal":
            if draft.rows != draft.columns or node.arguments not in (("1",), ("-1",)):
                raise Mistake("expected 1 or -1 on a square grid")
            draft.groups.append(diagonal(draft.rows, up=node.arguments == ("1",)))
        elif node.type == "Windoku":
            size = self.region_size or len(draft.numbers)
            windows = windows_of(draft.rows, draft.columns, size)
            draft.groups += [("window", cells) for cells in windows]
        elif node.type == "Var":
            self._declare(*node.arguments)

    def _add_regions(self, has_boxes: bool) -> None:
        draft = self.draft
        size = self.region_size or max(draft.rows, draft.columns)
        boxes = default_boxes(draft.rows, draft.columns, size) if has_boxes else ()
        draft.regions = boxes or self.pieces
        if boxes:
            draft.groups += [("piece", piece) for piece in self.pieces]

    def _declare(self, prefix: str = "", label: str = "", size: str = "", *more: str) -> None:
        match = _SIZE.fullmatch(size)
        rows, columns = (int(match[1] or 1), int(match[2])) if match else (1, 1)
        count = rows * columns
        total = sum(known for known, _ in self.variables.values()) + count
        if not re.fullmatch(r"[A-Z]{1,8}", prefix) or prefix in self.variables or more:
            raise Mistake(f"variables cannot be called {shown(prefix)}")
        if total > _MOST_VARIABLES:
            raise Mistake(f"there are more than {_MOST_VARIABLES} variables")
        self.variables[prefix] = count, columns if match and match[1] else self.draft.columns

    # Items

    def item(self, name: str) -> Item:
        """Return the cell or variable of a name, shifted as far as the grid is told to."""
        if self.shift == (0, 0) and name in self._cells:
            return self._cells[name]
        place = self._place_named(name)
        down, right = self.shift
        found = self.at(place._replace(row=place.row + down, column=place.column + right))
        if found is None:
            raise Mistake(
                f"{name} lies outside" + (" when it is shifted" if any(self.shift) else "")
            )
        return found

    def items(self, names: Iterable[str]) -> list[Item]:
        """Return the cells and variables of names."""
        if self.shift != (0, 0):
            return [self.item(name) for name in names]
        known = self._cells
        return [known.get(name) or self.item(name) for name in names]

    def at(self, place: Place) -> Item | None:
        """Return what lies at a place; None if nothing does."""
        draft, (group, row, column) = self.draft, place
        if row < 0 or column < 0:
            return None
        if not group:
            return Cell(row, column) if row < draft.rows and column < draft.columns else None
        count, columns = self.variables[group]
        number = row * columns + column
        if column >= columns or number >= count:
            return None
        return f"@V{group}" if count == 1 else f"@V{group}{number + 1}"

    def place(self, item: Item) -> Place:
        """Return where an item lies."""
        return Place("", *item) if isinstance(item, Cell) else self._place_named(item[1:])

    def _place_named(self, name: str) -> Place:
        match = _CELL.fullmatch(name)
        if match:
            row, column = (DIGITS.index(symbol.lower()) for symbol in match.groups())
            return Place("", row, column)
        group = name[1:].rstrip("0123456789")
        digits = name[1 + len(group) :]
        if name[:1] == "V" and group in self.variables:
            count, columns = self.variables[group]
            number = (
                int(digits) - 1 if 0 < len(digits) < 5 else 0 if not digits and count == 1 else -1
            )
            if 0 <= number < count:
                return Place(group, *divmod(number, columns))
        if name.rstrip("0123456789") in _FOREIGN:
            raise Foreign(f"{name} is a variable of {_FOREIGN[name.rstrip('0123456789')]}")
        raise Mistake(f"no cell is called {shown(name)}")

    def neighbours(self, items: Iterable[Item]) -> Iterator[tuple[Item, Item]]:
        """Yield the pairs of items that share an edge, the one that comes first first."""
        left = dict.fromkeys(items)
        for item in list(left):
            left.pop(item, None)
            group, row, column = self.place(item)
            for down, right in _STEPS:
                other = self.at(Place(group, row + down, column + right))
                if other is not None and other in left:
                    yield item, other

    def targets(self, origin: str, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield how far the items with these numbers, counted from an origin, are from it."""
        group, row, column = self._place_named(origin)
        columns = self.variables[group][1] if group else self.draft.columns
        start = row * columns + column
        for number in numbers:
            there = Place(group, *divmod(start + number, columns))
            if self.at(there) is None:
                raise Mistake("a target lies outside")
            yield there.row - row, there.column - column


def number_of(arguments: Iterable[str], least: int = 0, most: int = 10**6) -> int:
    """Return the number that the first argument is."""
    return number_in(next(iter(arguments), ""), least, most)


def number_in(text: str, least: int = 0, most: int = 10**6) -> int:
    """Return the number that an argument is."""
    if len(text) < 8 and text.isdecimal() and text.isascii():
        number = int(text)
        if least <= number <= most:
            return number
    if not re.fullmatch(r"-?\d{1,7}", text, re.ASCII) or not least <= int(text) <= most:
        raise Mistake(f"expected a number from {least} to {most}, got {shown(text)}")
    return int(text)


@lru_cache(maxsize=64)
def _cells(rows: int, columns: int) -> Mapping[str, Cell]:
    """Return the cells of a grid by their names."""
    return {
        f"R{DIGITS[row]}C{DIGITS[column]}": Cell(row, column)
        for row in range(rows)
        for column in range(columns)
    }


def _shaped(arguments: tuple[str, ...]) -> Draft:
    """Return the draft of a shape such as 6x6~0-8, or 9x9~~Raw."""
    rows, columns, numbers, has_lines = _shape(arguments)
    draft = Draft(rows, columns, numbers)
    draft.has_lines = has_lines
    return draft


@lru_cache(maxsize=64)
def _shape(arguments: tuple[str, ...]) -> tuple[int, int, range, bool]:
    """Return the rows, the columns and the numbers of a shape, and whether lines differ."""
    dimensions, extent, kind = (*arguments, "", "", "")[:3]
    match = _SHAPE.fullmatch(dimensions)
    if match is None or len(arguments) > 3 or kind not in ("", "Sudoku", "Raw"):
        raise Mistake(f"no shape is called {shown('~'.join(arguments))}")
    rows, columns = int(match[1]), int(match[2])
    first, last = 1, max(rows, columns)
    if extent:
        found = _RANGE.fullmatch(extent)
        if found is None:
            raise Mistake(f"{shown(extent)} is not a range of values")
        first, last = int(found[1] or 1), int(found[2])
    least = 1 if kind == "Raw" else max(rows, columns)
    is_right = 1 <= rows <= LARGEST and 1 <= columns <= LARGEST and first in (0, 1)
    if not is_right or not least <= last - first + 1 <= LARGEST:
        raise Mistake(f"{rows} x {columns} cells cannot have the values {first} to {last}")
    return rows, columns, range(first, last + 1), kind != "Raw"


def _pieces(draft: Draft, layout: str) -> list[list[Cell]]:
    """Return the pieces of a jigsaw, from one symbol per cell; one may have another size."""
    cells = draft.cells
    if len(layout) != len(cells):
        raise Mistake(f"the layout has {len(layout)} symbols for {len(cells)} cells")
    pieces: dict[str, list[Cell]] = {}
    for cell, symbol in zip(cells, layout, strict=True):
        pieces.setdefault(symbol, []).append(cell)
    if len(pieces) == 1:
        return []
    sizes = range(max(draft.rows, draft.columns), len(draft.numbers) + 1)
    found = [piece for piece in pieces.values() if len(piece) in sizes]
    if len(found) < len(pieces) - 1:
        raise Mistake("the pieces have different sizes")
    return found
