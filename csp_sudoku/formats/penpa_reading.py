"""From the text of penpa-edit to a draft of the puzzle: what is drawn where, and what is a model.

Points have numbers. A grid of N points in rows of `wide`, with two of margin on each side, has its
cells first, then the corners below and right of each cell, then the middles of the edges below, and
right; from 4N on, four points in the corners of each cell.

    N = 13 * 13, r1c1 = 28       k      the cell          2N + k   the edge below it
                             N + k      its corner        3N + k   the edge right of it
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from csp_sudoku.boards import MAX_SIZE, Cell
from csp_sudoku.errors import CspSudokuError, shown
from csp_sudoku.formats.draft import Draft, default_boxes, diagonal
from csp_sudoku.formats.words import missing

_THICK = (2, 21)
_WHITE, _BLACK, _GREY = (1, 6, 7, 8, 10), (2,), (3, 5, 9)
_DOTS = ("circle_SS", "circle_S")
_PLAIN = ("1", "8", "10")
"""The kinds of text that are a digit of usual size."""
_MARKS = "7"
_TAGS = {
    *("classic", "latin", "irregular", "arrow", "thermo", "evenodd"),
    *("killer", "consecutivepairs", "outside", "skyscrapers"),
}
"""Genres that say nothing beyond what is drawn."""
_GENRES = {
    *("alphabet", "tightfit", "isodoku", "consecutive", "nonconsecutive", "sudokurve"),
    *("tile", "battleship", "deficit", "surplus", "tomtom"),
    *_TAGS,
}
"""Genres with a different digit in each cell of a row."""
_LATIN = ("latin", "skyscrapers", "tomtom")
_ONLY_DRAWN = {
    "surface": "shaded cell",
    "line": "line",
    "freeline": "line",
    "freelineE": "line",
    "wall": "line",
    "direction": "arrow without a circle",
    "squareframe": "frame",
    "polygon": "polygon",
    "nobulbthermo": "thermometer without a bulb",
}
_REDRAW = "redraw it on a square grid, and copy the new link"


class DrawingError(ValueError):
    """A drawing of a kind that is not read, and what to do about it."""

    def __init__(self, problem: str, fix: str | None = None) -> None:
        super().__init__(problem)
        self.fix = fix


def headers_of(text: str) -> dict[str, str]:
    """Return the title, the author and the rules in words."""
    fields = text.partition("\n")[0].split(",")
    named = zip(("title", "author", "source", "rules"), fields[15:19], strict=False)
    found = {}
    for name, field in named:
        said = field.removeprefix("Title:").removeprefix("Author:").replace("%2C", ",")
        said = said.replace("%2D", "\n").replace("%2E", "&").replace("%2F", "=").strip()
        if said:
            found[name] = said
    return found


def draft_of(text: str) -> Draft:
    """Return the puzzle of a drawing, and note what the model leaves out."""
    try:
        return _Reading(text).draft()
    except (DrawingError, CspSudokuError):
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise DrawingError("this is not what penpa-edit writes", "copy the whole link") from None


class _Reading:
    """A drawing that is being read."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        head = lines[0].split(",")
        if head[0][:1].isdecimal():
            raise DrawingError(
                "this link is of an old penpa-edit", "open it, and copy the new link"
            )
        if head[0] not in ("square", "sudoku"):
            raise DrawingError(f"this is drawn on a grid of the kind {shown(head[0])}", _REDRAW)
        wide, high = int(head[1]), int(head[2])
        top, bottom, left, right = (int(number) for number in json.loads(lines[1]))
        rows, columns = high - top - bottom, wide - left - right
        if rows != columns or not 1 <= rows <= MAX_SIZE or not 0 <= wide + high <= 8 * MAX_SIZE:
            raise DrawingError(f"the grid has {rows} rows and {columns} columns", _REDRAW)
        self.is_sudoku = head[0] == "sudoku"
        self.size = rows
        self.wide = wide + 4
        self.points = self.wide * (high + 4)
        self.top, self.left = top + 2, left + 2
        self.layer: dict[str, Any] = json.loads(lines[3])
        self.tags = [str(tag) for tag in json.loads(lines[17])] if lines[17:18] else []
        self.words = headers_of(text)
        self.out = Draft(rows, columns)
        self.out.words = self.words.get("rules", "")
        self.require_no_holes(json.loads(lines[5]))

    def require_no_holes(self, steps: list[int]) -> None:
        there, number = set(), 0
        for step in steps:
            number += int(step)
            there.add(number)
        if there != {self.number(cell) for cell in self.out.cells}:
            raise DrawingError("the grid has holes, or is made of several", _REDRAW)

    def number(self, cell: Cell) -> int:
        return (cell.row + self.top) * self.wide + cell.column + self.left

    def cell(self, number: int) -> Cell | None:
        """Return the cell of a point; None if it is outside."""
        row, column = divmod(number, self.wide)
        found = Cell(row - self.top, column - self.left)
        inside = 0 <= found.row < self.size and 0 <= found.column < self.size
        return found if inside else None

    def cells(self, numbers: list[int], name: str) -> list[Cell]:
        """Return the cells of points; those of something that leaves the grid are noted instead."""
        found = [self.cell(number) for number in dict.fromkeys(numbers)]
        inside = [cell for cell in found if cell is not None]
        if len(inside) < len(found):
            self.out.note(f"{name} that leaves the grid")
        return inside if len(inside) == len(found) else []

    def pair(self, number: int) -> tuple[Cell, Cell] | None:
        """Return the two cells beside the middle of an edge; None if it is none inside."""
        kind, at = divmod(number, self.points)
        if kind not in (2, 3):
            return None
        one, other = self.cell(at), self.cell(at + (self.wide if kind == 2 else 1))
        return (one, other) if one and other else None

    def items(self, name: str) -> Iterator[tuple[int, list[Any]]]:
        """Yield what is drawn at points; what is at an edge as an overlay is noted."""
        for key, item in self.layer.get(name, {}).items():
            if not isinstance(item, list) or not str(key).isdecimal():
                self.out.note(f"{name} at {shown(key)}")
            else:
                yield int(key), item

    # What it is

    def draft(self) -> Draft:
        """Return the puzzle."""
        self.read_edges()
        self.require_genre()
        self.read_numbers()
        self.read_cages()
        self.read_lines()
        self.read_symbols()
        for name, words in _ONLY_DRAWN.items():
            for _ in self.layer.get(name) or ():
                self.out.note(words)
        for tag in self.tags:
            if tag not in _TAGS:
                self.out.note(f"the genre {shown(tag)}")
        for name in missing(self.out.words, self.out.rules):
            self.out.note(name)
        return self.out

    def require_genre(self) -> None:
        """Raise if this is another puzzle, or may be one."""
        size, regions = self.size, self.out.regions
        other = [tag for tag in self.tags if tag not in _GENRES]
        if other:
            raise DrawingError(
                f"this is a puzzle of the genre {shown(other[0])}", "only sudoku is read"
            )
        said = " ".join((self.words.get("title", ""), self.out.words)).lower()
        is_said = bool(self.tags) or self.is_sudoku or "sudoku" in said or "latin square" in said
        if len(regions) == 1 and size > 1:
            if "latin square" not in said and not any(tag in _LATIN for tag in self.tags):
                raise DrawingError(
                    "no thick lines divide the grid into boxes, and nothing says that this is a "
                    "latin square",
                    "draw the boxes with edges of style 2, or set the genre",
                )
            self.out.regions = ()
        elif len(regions) != size or any(len(region) != size for region in regions):
            raise DrawingError(
                f"the thick lines do not divide the grid into {size} boxes of {size} cells",
                "only sudoku and latin squares are read",
            )
        elif not is_said and set(regions) != set(default_boxes(size, size, size)):
            raise DrawingError(
                "nothing says that this drawing with regions is a sudoku",
                "set its genre, or say it in its title or rules",
            )

    # What is drawn

    def read_edges(self) -> None:
        """Take thick edges as borders of regions, and slanted ones as diagonals."""
        walls: set[tuple[Cell, Cell]] = set()
        slanted: dict[bool, set[Cell]] = {False: set(), True: set()}
        for key, style in self.layer.get("lineE", {}).items():
            first, second = sorted(int(end) % self.points for end in key.split(","))
            step = second - first
            if step in (1, self.wide):
                beside = second + (self.wide if step == 1 else 1)
                one, other = self.cell(second), self.cell(beside)
                if one and other and style in _THICK:
                    walls.add((one, other))
                elif one and other:
                    self.out.note("line on an edge")
            elif step in (self.wide - 1, self.wide + 1):
                crossed = self.cell(first + self.wide + (step > self.wide))
                if crossed is not None:
                    slanted[step < self.wide].add(crossed)
            else:
                self.out.note("line on an edge")
        for up, cells in slanted.items():
            group = diagonal(self.size, up=up)
            if cells == set(group[1]):
                self.out.groups.append(group)
            elif cells:
                self.out.note("slanted line")
        self.out.regions = _regions(self.out.cells, walls)

    def read_numbers(self) -> None:
        from csp_sudoku.rules import v, x

        for number, item in self.items("number"):
            text, kind = item[0], item[2]
            cell, pair = self.cell(number) if number < self.points else None, self.pair(number)
            if kind == _MARKS and isinstance(text, list):
                digits = [digit for digit, is_set in enumerate(text, start=1) if is_set == 1]
                text = str(digits[0]) if len(digits) == 1 else ""
                if len(digits) > 1:
                    self.out.note("pencil marks")
            elif kind not in _PLAIN and cell is not None and str(text).strip():
                self.out.note(f"text {shown(str(text).strip(), 20)}")
                continue
            text = str(text).strip()
            if not text:
                continue
            is_digit = re.fullmatch("[0-9]{1,2}", text) and int(text) in self.out.numbers
            if cell is not None and is_digit:
                self.out.clues[cell] = int(text)
            elif pair is not None and text in ("X", "V"):
                self.out.rules.append((x if text == "X" else v)(pair))
            elif number < self.points and cell is None:
                self.out.note(f"{shown(text, 20)} outside the grid")
            else:
                self.out.note(f"text {shown(text, 20)}")

    def read_cages(self) -> None:
        """Take cages with the numbers in the corners of their cells."""
        from csp_sudoku.rules import cage

        sums: dict[Cell, int] = {}
        for number, item in self.items("numberS"):
            text, cell = str(item[0]).strip(), self.cell(number // 4 - self.points)
            if re.fullmatch("[0-9]{1,4}", text) and cell is not None:
                sums[cell] = int(text)
            elif text:
                self.out.note(f"small text {shown(text, 20)}")
        caged: set[Cell] = set()
        for numbers in self.layer.get("killercages", ()):
            cells = self.cells(numbers, "cage")
            caged |= set(cells)
            totals = [sums.pop(cell) for cell in cells if cell in sums]
            if len(totals) > 1:
                self.out.note("cage with several sums")
            elif cells:
                self.out.rules.append(cage(cells, totals[0] if totals else None))
        for key in self.layer.get("cage", {}):
            ends = [self.cell(int(end) // 4 - self.points) for end in key.split(",")]
            if any(end not in caged for end in ends):
                self.out.note("line of a cage that was drawn by hand")
        for total in sums.values():
            self.out.note(f"small number {total}")

    def read_lines(self) -> None:
        from csp_sudoku.rules import arrow, thermo

        for key, name in (("thermo", "thermometer"), ("arrows", "arrow")):
            for numbers in self.layer.get(key, ()):
                cells = self.cells(numbers or [], name)
                if len(cells) > 1:
                    is_thermo = key == "thermo"
                    rule = thermo(cells) if is_thermo else arrow(cells[0], cells[1:])
                    self.out.rules.append(rule)

    def read_symbols(self) -> None:
        """Take small circles between two cells as dots; grey ones and squares as odd and even."""
        from csp_sudoku.rules import black_dot, even, odd, white_dot

        said = self.out.words.lower()
        for number, (style, name, *_) in self.items("symbol"):
            cell, pair = self.cell(number) if number < self.points else None, self.pair(number)
            is_parity = "evenodd" in self.tags or ("odd" in said and "even" in said)
            marked = [cell] if cell is not None and style in _GREY and is_parity else []
            if pair is not None and name in _DOTS and style in _WHITE:
                self.out.rules.append(white_dot(pair))
            elif pair is not None and name in _DOTS and style in _BLACK:
                self.out.rules.append(black_dot(pair))
            elif marked and str(name).startswith("circle"):
                self.out.rules.append(odd(marked))
            elif marked and str(name).startswith("square"):
                self.out.rules.append(even(marked))
            else:
                self.out.note(f"symbol {shown(name)}")


def _regions(cells: list[Cell], walls: set[tuple[Cell, Cell]]) -> list[tuple[Cell, ...]]:
    """Return the parts of a grid that walls divide, in the order of their first cells."""
    left, found = dict.fromkeys(cells), []
    while left:
        part, todo = set(), [next(iter(left))]
        while todo:
            cell = todo.pop()
            if left.pop(cell, cell) is None:
                part.add(cell)
                for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                    other = Cell(cell.row + down, cell.column + across)
                    if other in left and not walls & {(cell, other), (other, cell)}:
                        todo.append(other)
        found.append(tuple(sorted(part)))
    return found
