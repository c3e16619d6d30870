"""Families of boards: sudoku of any box shape, latin, jigsaw, gattai, and extra groups."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache, wraps
from math import isqrt
from typing import SupportsIndex

from csp_sudoku.boards.board import MAX_SIZE, Board, Cell, Group, once_a_board
from csp_sudoku.boards.regions import random_regions, squarest_box
from csp_sudoku.errors import BoardError, shown
from csp_sudoku.rng import Rng

LONGEST_NAME = 2 * MAX_SIZE * MAX_SIZE
"""The longest name that stands for a board in a file."""
MOST_CELLS = 100_000

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~"
_DRAWINGS = 20
_FILLING_NODES = 3_000


# Families


def sudoku(box_rows: int = 3, box_columns: int | None = None) -> Board:
    """Return sudoku with boxes of these rows and columns: 3 x 3 is the classic, 8 x 8 the largest.

    >>> sudoku(2, 3).size, len(sudoku(2, 3).groups)
    (6, 18)
    """
    columns = box_rows if box_columns is None else box_columns
    return _sudoku(whole(box_rows, "the rows of a box"), whole(columns, "the columns of a box"))


@cache
def _sudoku(box_rows: int, columns: int) -> Board:
    size = _size_of_box(box_rows, columns)
    boxes = [
        [Cell(top + row, left + column) for row in range(box_rows) for column in range(columns)]
        for top in range(0, size, box_rows)
        for left in range(0, size, columns)
    ]
    return _square(f"sudoku-{box_rows}x{columns}", size, "box", boxes, box=(box_rows, columns))


def latin(size: int) -> Board:
    """Return the latin square of this size: rows and columns only."""
    return _latin(checked_size(size))


@cache
def _latin(size: int) -> Board:
    return _square(f"latin-{size}", size, "region", [])


def jigsaw(regions: str) -> Board:
    """Return the board whose irregular regions are drawn with one letter per cell, row by row.

    Line ends and blanks do not count.

    >>> jigsaw("AABB ACCB ADCB DDDC").size
    4
    """
    if not isinstance(regions, str):
        raise BoardError(
            f"expected a drawing of regions, got {shown(regions)}", fix="draw n rows of n letters"
        )
    return _jigsaw("".join(regions.split()))


@lru_cache(maxsize=256)
def _jigsaw(drawing: str) -> Board:
    size = isqrt(len(drawing))
    if not drawing or size * size != len(drawing):
        raise BoardError(
            f"{len(drawing)} region letters do not make a square", fix="draw n rows of n letters"
        )
    checked_size(size)
    cells: dict[str, list[Cell]] = {}
    for i, letter in enumerate(drawing):
        cells.setdefault(letter, []).append(Cell(*divmod(i, size)))
    for letter, region in cells.items():
        if len(region) != size:
            raise BoardError(
                f"region {letter!r} has {len(region)} cells on a board of size {size}",
                fix=f"each region needs {size}",
            )
    return _square(f"jigsaw-{_relettered(drawing)}", size, "region", list(cells.values()))


def random_jigsaw(size: int, *, seed: int) -> Board:
    """Return a jigsaw with random connected regions; the same seed gives the same board.

    Regions grow out of boxes by exchanging cells along their borders, until the drawing is one that
    can be filled: a short native search shows that it has a solution. Beyond about 20 values such
    drawings are hard to fill, and if the search finds none, that is an error.
    """
    return _random_jigsaw(checked_size(size), whole(seed, "a seed"))


@lru_cache(maxsize=256)
def _random_jigsaw(size: int, seed: int) -> Board:
    rng = Rng(seed)
    for _ in range(_DRAWINGS):
        board = jigsaw("".join(_LETTERS[region] for region in random_regions(size, rng)))
        if _can_be_filled(board):
            return board
    raise BoardError(
        f"no jigsaw of size {size} with a solution was found from seed {seed}",
        fix="try another seed",
    )


def rectangle(
    rows: int, columns: int, size: int | None = None, box: tuple[int, int] | None = None
) -> Board:
    """Return a rectangle of cells whose rows and columns have different values, and its boxes.

    There may be more values than a row or a column has cells.

    >>> board = rectangle(4, 6, 6, (2, 3))
    >>> board, len(board.groups)
    (boards.named('rectangle-4x6-6-2x3'), 14)

    Args:
        rows: the number of rows.
        columns: the number of columns.
        size: the number of values: as many as the longer lines have cells, unless given.
        box: the rows and columns of a box, which divide those of the board; none if not given.
    """
    shape = checked_size(rows, "the rows of a board"), checked_size(columns, "the columns")
    values = max(shape) if size is None else checked_size(size)
    if box is None:
        return _rectangle(shape, values, None)
    if not isinstance(box, Sequence) or len(box) != 2:
        raise BoardError(f"expected a box, got {shown(box)}", fix="give (rows, columns)")
    return _rectangle(
        shape, values, (whole(box[0], "the rows of a box"), whole(box[1], "the columns of a box"))
    )


@lru_cache(maxsize=256)
def _rectangle(shape: tuple[int, int], size: int, box: tuple[int, int] | None) -> Board:
    rows, columns = shape
    if max(shape) > size:
        raise BoardError(
            f"{max(shape)} cells of a line cannot differ with {size} values",
            fix="use more values",
        )
    blocks: list[list[Cell]] = []
    name = f"rectangle-{rows}x{columns}-{size}"
    if box is not None:
        high, wide = box
        if min(box) < 1 or rows % high or columns % wide or high * wide > size:
            raise BoardError(
                f"boxes of {high} x {wide} do not fit {rows} x {columns} cells and {size} values"
            )
        blocks = [
            [Cell(top + row, left + column) for row in range(high) for column in range(wide)]
            for top in range(0, rows, high)
            for left in range(0, columns, wide)
        ]
        name = f"{name}-{high}x{wide}"
    return _grid(name, shape, size, "box", blocks, box=box)


def free(rows: int, columns: int, size: int, *, first: int = 1) -> Board:
    """Return a rectangle of cells without any groups, for rules alone.

    >>> free(2, 3, 4)
    boards.named('free-2x3-4')
    """
    shape = checked_size(rows, "the rows of a board"), checked_size(columns, "the columns")
    board = _free(shape, checked_size(size))
    if checked_first(first) == 1:
        return board
    if first == 0:
        return from_zero(board)
    return Board(board.name, board.size, board.cells, (), first=first)


@lru_cache(maxsize=256)
def _free(shape: tuple[int, int], size: int) -> Board:
    rows, columns = shape
    cells = tuple(Cell(row, column) for row in range(rows) for column in range(columns))
    return Board._trusted(f"free-{rows}x{columns}-{size}", size, cells, ())


def from_zero(board: Board | str) -> Board:
    """Return the board whose values stand for the numbers from 0 up, where rules compute.

    >>> from_zero("latin-4").numbers
    (0, 1, 2, 3)
    """
    return _from_zero(board_of(board))


@once_a_board
def _from_zero(board: Board) -> Board:
    if board.first == 0:
        return board
    name = f"{board.name}+from0"
    return Board._trusted(name, board.size, board.cells, board.groups, board.box, 0)


# Extra groups


def _of_board(build: Callable[[Board], Board]) -> Callable[[Board | str], Board]:
    """Build once what is made of a board, given as itself or by a word."""
    kept = once_a_board(build)

    @wraps(build)
    def built(board: Board | str) -> Board:
        return kept(board_of(board))

    return built


@_of_board
def diagonals(board: Board) -> Board:
    """Add both long diagonals as groups."""
    size = _side(board, "diagonals")
    down = [Cell(i, i) for i in range(size)]
    up = [Cell(size - 1 - i, i) for i in range(size)]
    return _extended(board, "diagonals", "diagonal", [down, up] if size > 1 else [down])


@_of_board
def windows(board: Board) -> Board:
    """Add the inner boxes that stand one cell off the border and off each other (four on 9x9)."""
    rows, columns = _box(board, "windows")
    tops = range(1, board.size - rows, rows + 1)
    lefts = range(1, board.size - columns, columns + 1)
    panes = [
        [Cell(top + row, left + column) for row in range(rows) for column in range(columns)]
        for top in tops
        for left in lefts
    ]
    return _extended(board, "windows", "window", panes)


@_of_board
def disjoint(board: Board) -> Board:
    """Add the disjoint groups: the cells at the same place of each box differ."""
    rows, columns = _box(board, "disjoint groups")
    places = [
        [
            Cell(top + row, left + column)
            for top in range(0, board.size, rows)
            for left in range(0, board.size, columns)
        ]
        for row in range(rows)
        for column in range(columns)
    ]
    return _extended(board, "disjoint", "disjoint group", places)


_EXTRAS: Mapping[str, Callable[[Board | str], Board]] = {
    "diagonals": diagonals,
    "windows": windows,
    "disjoint": disjoint,
    "from0": from_zero,
}


# Overlapping boards

_OVERLAPS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "twodoku": ((0, 0), (6, 6)),
    "butterfly": ((0, 0), (0, 3), (3, 0), (3, 3)),
    "flower": ((0, 3), (3, 0), (3, 3), (3, 6), (6, 3)),
    "sohei": ((0, 6), (6, 0), (6, 12), (12, 6)),
    "samurai": ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12)),
}


def samurai() -> Board:
    """Return five 9x9 boards, the middle one sharing a box with each of the others.

    >>> len(samurai().cells), len(samurai().groups)
    (369, 131)
    """
    return named("samurai")


def gattai(offsets: Iterable[tuple[int, int]], base: Board | str | None = None) -> Board:
    """Lay copies of a board (of the classic, unless given) at (row, column) offsets."""
    try:
        places = {(whole(row, "a row"), whole(column, "a column")) for row, column in offsets}
    except (TypeError, ValueError):  # not pairs
        raise BoardError(
            f"expected offsets, got {shown(offsets)}", fix="give (row, column) pairs"
        ) from None
    return _gattai(sudoku(3, 3) if base is None else board_of(base), tuple(sorted(places)))


@once_a_board
def _gattai(board: Board, places: tuple[tuple[int, int], ...]) -> Board:
    if len(places) * len(board.cells) > MOST_CELLS:
        raise BoardError(
            f"{len(places)} copies of {board.name} are too many", fix=f"up to {MOST_CELLS:,} cells"
        )
    if not places:
        raise BoardError("there are no offsets to lay boards at", fix="give a (row, column)")
    if min(min(place) for place in places) < 0:
        raise BoardError(f"an offset is negative: {min(places, key=min)}", fix="count from 0")
    copies = [
        [Cell(cell.row + row, cell.column + column) for cell in board.cells]
        for row, column in places
    ]
    cells = sorted({cell for copy in copies for cell in copy})
    index = {cell: i for i, cell in enumerate(cells)}
    groups: dict[frozenset[int], Group] = {}
    for number, copy in enumerate(copies, start=1):
        for group in board.groups:
            moved = tuple(index[copy[i]] for i in group.cells)
            name = f"{group.name} of board {number}" if len(copies) > 1 else group.name
            groups.setdefault(frozenset(moved), Group(group.kind, name, moved))
    name = _gattai_name(places, board)
    return Board(name, board.size, cells, groups.values(), first=board.first)


def _gattai_name(places: tuple[tuple[int, int], ...], base: Board) -> str:
    if base == sudoku(3, 3):
        for name, known in _OVERLAPS.items():
            if places == known:
                return name
    return f"gattai({base.name})@" + ";".join(f"{row},{column}" for row, column in places)


# Boards by name and by size


def board_of(board: Board | str) -> Board:
    """Return a board, given as itself or by a word: its name, or a file that ends in .json.

    >>> board_of("latin-2") is board_of(latin(2))
    True
    """
    if isinstance(board, Board):
        return board
    if isinstance(board, str) and board.lower().endswith(".json"):
        return Board.from_file(board)
    return named(board)


def named(name: str) -> Board:
    """Return the board of a name: sudoku-3x3, latin-5, jigsaw-AABB…, samurai, with +extras.

    >>> named("sudoku-2x3+windows").size
    6
    """
    if not isinstance(name, str):
        raise BoardError(f"expected a board, got {shown(name)}", fix="give a board or its name")
    try:
        return _named(name)
    except RecursionError:
        raise BoardError("the name of the board is nested too deep") from None


@lru_cache(maxsize=256)
def _named(name: str) -> Board:
    pair = "[0-9]{1,4},[0-9]{1,4}"
    gattai_match = re.fullmatch(rf"gattai\((.+)\)@({pair}(?:;{pair})*)", name)
    if gattai_match:
        base, places = gattai_match.groups()
        offsets = (place.split(",") for place in places.split(";"))
        return gattai(tuple((int(row), int(column)) for row, column in offsets), _named(base))
    family, *extras = name.split("+")
    board = _family(family)
    for extra in extras:
        if extra not in _EXTRAS:
            raise BoardError(
                f"no extra groups are called {shown(extra)}", fix=f"use {', '.join(_EXTRAS)}"
            )
        board = _EXTRAS[extra](board)
    return board


def _family(name: str) -> Board:
    if name in _OVERLAPS:
        return gattai(_OVERLAPS[name])
    if name == "sudoku":
        return sudoku()
    if match := re.fullmatch(r"sudoku-([0-9]{1,20})x([0-9]{1,20})", name):
        return sudoku(int(match[1]), int(match[2]))
    if match := re.fullmatch(r"latin-([0-9]{1,20})", name):
        return latin(int(match[1]))
    if match := re.fullmatch(r"free-([0-9]{1,4})x([0-9]{1,4})-([0-9]{1,4})", name):
        return free(int(match[1]), int(match[2]), int(match[3]))
    if match := re.fullmatch(r"rectangle-([0-9]+)x([0-9]+)(-[0-9]+)?(-[0-9]+x[0-9]+)?", name[:60]):
        size = int(match[3][1:]) if match[3] else None
        box = tuple(map(int, match[4][1:].split("x"))) if match[4] else None
        return rectangle(int(match[1]), int(match[2]), size, box)  # type: ignore[arg-type]
    if match := re.fullmatch(r"jigsaw-([0-9]{1,20})@([0-9]{1,20})", name):
        return random_jigsaw(int(match[1]), seed=int(match[2]))
    if match := re.fullmatch(r"jigsaw-(\S+)", name):
        return jigsaw(match[1])
    raise BoardError(
        f"no board is called {shown(name)}",
        fix="use sudoku, sudoku-4x4, latin-5, rectangle-4x6, free-4x6-6, jigsaw-AABB..., "
        f"jigsaw-9@SEED, {', '.join(_OVERLAPS)} or gattai(sudoku-3x3)@0,0;6,6, "
        "with +diagonals, +windows, +disjoint, +from0; or a file of a board, as FILE.json",
    )


def of_size(size: int) -> Board:
    """Return the sudoku that people mean by a size: the squarest boxes, lying (6: 2 x 3).

    >>> of_size(12)
    boards.named('sudoku-3x4')
    """
    size = checked_size(size)
    rows, columns = squarest_box(size)
    if rows == 1 and size > 1:
        raise BoardError(
            f"a board of size {size} has no boxes", fix=f"say which board it is, as latin-{size}"
        )
    return sudoku(rows, columns)


# Building blocks


def _relettered(drawing: str) -> str:
    """Rename the regions to A, B, C … in the order in which they appear."""
    names: dict[str, str] = {}
    for letter in drawing:
        if letter not in names:
            names[letter] = _LETTERS[len(names)]
    return "".join(names[letter] for letter in drawing)


def _can_be_filled(board: Board) -> bool:
    """Whether a short native search finds a solution of the empty board."""
    from csp_sudoku.native.bitmask import SOLUTION, Structure

    structure = Structure(len(board.cells), board.size, [group.cells for group in board.groups])
    full = (1 << board.size) - 1
    search = structure.search([full] * len(board.cells))
    return search.run(nodes=_FILLING_NODES) == SOLUTION


def _square(
    name: str,
    size: int,
    kind: str,
    blocks: Sequence[Sequence[Cell]],
    *,
    box: tuple[int, int] | None = None,
) -> Board:
    """Put together a full square: its rows, its columns, and blocks of one kind."""
    return _grid(name, (size, size), size, kind, blocks, box=box)


def _grid(
    name: str,
    shape: tuple[int, int],
    size: int,
    kind: str,
    blocks: Sequence[Sequence[Cell]],
    *,
    box: tuple[int, int] | None = None,
) -> Board:
    """Put together a full rectangle: its rows, its columns, and blocks of one kind.

    A block that is a row or a column again (boxes of one row) adds nothing and is left out.
    """
    height, width = map(range, shape)
    rows = [[Cell(row, column) for column in width] for row in height]
    columns = [[Cell(row, column) for row in height] for column in width]
    cells = tuple(cell for row in rows for cell in row)
    index = {cell: number for number, cell in enumerate(cells)}
    groups = _added((), index, "row", rows)
    groups = _added(groups, index, "column", columns)
    groups = _added(groups, index, kind, blocks)
    return Board._trusted(name, size, cells, groups, box)


def _extended(board: Board, extra: str, kind: str, blocks: Sequence[Sequence[Cell]]) -> Board:
    """Return the board with more groups of one kind; the same board if it has this extra."""
    groups = _added(board.groups, board.index, kind, blocks)
    if groups == board.groups and extra in board.name.split("+"):
        return board
    name = f"{board.name}+{extra}"
    return Board._trusted(name, board.size, board.cells, groups, board.box, board.first)


def _added(
    groups: tuple[Group, ...],
    index: Mapping[Cell, int],
    kind: str,
    blocks: Sequence[Sequence[Cell]],
) -> tuple[Group, ...]:
    """Return the groups and, after them, those blocks of cells that are not among them."""
    known = {frozenset(group.cells) for group in groups}
    found = list(groups)
    for number, block in enumerate(blocks, start=1):
        cells = tuple(index[cell] for cell in block)
        if len(cells) > 1 and frozenset(cells) not in known:
            known.add(frozenset(cells))
            found.append(Group(kind, f"{kind} {number}", cells))
    return tuple(found)


def whole(number: object, what: str) -> int:
    """Return a whole number of any type as an int."""
    if type(number) is int:
        return number
    if isinstance(number, SupportsIndex) and not isinstance(number, bool):
        with suppress(TypeError):  # an array of several numbers
            return operator.index(number)
    raise BoardError(f"expected a whole number as {what}, got {shown(number)}")


def checked_size(size: object, what: str = "the size of a board") -> int:
    """Return a size that boards can have."""
    number = whole(size, what)
    if not 1 <= number <= MAX_SIZE:
        raise BoardError(f"{what} cannot be {shown(number)}", fix=f"use 1 to {MAX_SIZE}")
    return number


def checked_first(first: object) -> int:
    """Return the number of a board's first value."""
    number = whole(first, "the number of the first value")
    if not -MAX_SIZE <= number <= MAX_SIZE:
        raise BoardError(
            f"the number of the first value cannot be {shown(number)}",
            fix=f"use {-MAX_SIZE} to {MAX_SIZE}",
        )
    return number


def _size_of_box(rows: int, columns: int) -> int:
    if rows < 1 or columns < 1:
        raise BoardError(f"a box cannot have {rows} x {columns} cells", fix="use 1 or more of each")
    return checked_size(rows * columns)


def _side(board: Board, extra: str) -> int:
    if board.shape != (board.size, board.size) or not board.is_full:
        raise BoardError(
            f"{board.name} is not a single square, so it cannot have {extra}",
            fix="add them to its base",
        )
    return board.size


def _box(board: Board, extra: str) -> tuple[int, int]:
    if board.box is None:
        raise BoardError(
            f"{board.name} has no boxes of one shape, so it cannot have {extra}",
            fix="use a sudoku board",
        )
    _side(board, extra)
    return board.box
