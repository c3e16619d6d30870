"""The shapes of rules as strokes, boxes and texts, which SVG and PDF draw alike.

The unit is one cell, and points are (row, column) from the top left corner of the board: see
`csp_sudoku.rules.drawing` for the shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor, hypot
from typing import NamedTuple, TypeAlias

from csp_sudoku.rules.drawing import Shape
from csp_sudoku.rules.looks import FRAMES

Point: TypeAlias = tuple[float, float]

_INSET = 0.07
_CAGE = 0.03
_BORDER = 0.045
_HEAD = 0.17
_LABEL = 0.24
_LINE_HEIGHT = 1.05
_EM = 0.58
"""The width of a symbol, for a size of 1."""
_NESTED = 0.15
"""How much smaller the second colour of a cell is, on each side."""


class Strokes(NamedTuple):
    """Straight lines through points, each closed or not, filled or not."""

    paths: tuple[tuple[Point, ...], ...]
    is_closed: bool = False
    colour: str | None = None
    width: float = 0.0
    fill: str | None = None
    is_dashed: bool = False


class Box(NamedTuple):
    """A rectangle with round corners: a circle if the radius is half its side."""

    top: float
    left: float
    height: float
    width: float
    radius: float
    colour: str | None
    fill: str | None
    border: float = _BORDER


class Words(NamedTuple):
    """A line of text: its middle height, and its middle or its left end."""

    row: float
    column: float
    text: str
    size: float
    colour: str
    is_centred: bool = True


Part: TypeAlias = Strokes | Box | Words


class Margins(NamedTuple):
    """How many cells the picture is larger than the board, on each side."""

    top: int = 0
    left: int = 0
    bottom: int = 0
    right: int = 0


class Parts(NamedTuple):
    """What is drawn as shading, below the lines of the grid, and above them."""

    ground: tuple[Part, ...] = ()
    under: tuple[Part, ...] = ()
    over: tuple[Part, ...] = ()


def parts_of(shapes: Sequence[Shape]) -> Parts:
    """Return the parts of shapes, in the order of drawing.

    >>> from csp_sudoku.rules.drawing import circle
    >>> parts_of([circle([(0, 0)], "#A1A1A1")]).under[0].radius
    0.4
    """
    ground: list[Part] = []
    under: list[Part] = []
    over: list[Part] = []
    filled: dict[tuple[int, int], int] = {}
    for shape in shapes:
        if not (shape.get("cells") or shape.get("points")):
            continue  # it is about variables that are not cells
        into = over if shape["over"] else under
        kind = shape["shape"]
        if kind == "fill":
            ground.extend(_fill(shape, filled))
        elif kind == "cage":
            into.extend(_cage(shape))
        elif kind == "line":
            into.extend(_line(shape))
        elif kind in FRAMES:
            into.extend(_frame(shape))
        elif kind == "text":
            into.extend(_text(shape))
    return Parts(tuple(ground), tuple(under), tuple(over))


def margins_of(shapes: Iterable[Shape], rows: int, columns: int) -> Margins:
    """Return the room that shapes need around a board.

    >>> from csp_sudoku.rules.drawing import text
    >>> margins_of([text([(-1, 3)], 12, "outside")], 9, 9)
    Margins(top=1, left=0, bottom=0, right=0)
    """
    points = [
        (row, column, 0.4 * shape["size"] if shape.get("anchor") == "middle" else 0.0)
        for shape in shapes
        for row, column in shape.get("points", ())
    ]
    top = min((floor(row - half) for row, _, half in points), default=0)
    left = min((floor(column - half) for _, column, half in points), default=0)
    bottom = max((ceil(row + half) for row, _, half in points), default=rows)
    right = max((ceil(column + half) for _, column, half in points), default=columns)
    return Margins(max(0, -top), max(0, -left), max(0, bottom - rows), max(0, right - columns))


# Areas


def _fill(shape: Shape, filled: dict[tuple[int, int], int]) -> Iterator[Part]:
    """Fill cells; a cell that has a colour already keeps a border of it."""
    squares = []
    for row, column in shape["cells"]:
        inset = _NESTED * min(filled.get((row, column), 0), 3)
        filled[row, column] = filled.get((row, column), 0) + 1
        top, left, bottom, right = row + inset, column + inset, row + 1 - inset, column + 1 - inset
        squares.append(((top, left), (top, right), (bottom, right), (bottom, left)))
    yield Strokes(tuple(squares), is_closed=True, fill=shape["colour"])


def _cage(shape: Shape) -> Iterator[Part]:
    cells = [(row, column) for row, column in shape["cells"]]
    loops = [_inset(loop) for loop in borders(cells)]
    text, colour = shape["text"], shape["colour"]
    style = {"colour": colour, "width": _CAGE, "is_dashed": shape["dashed"]}
    if text:
        row, column = min(cells)
        corner = (row + _INSET, column + _INSET)
        first = next(i for i, loop in enumerate(loops) if corner in loop)
        loop = loops.pop(first)
        at = loop.index(corner)
        loop = loop[at + 1 :] + loop[:at]
        reach = len(text) * _EM * _LABEL + 0.05
        size = min(_LABEL, _LABEL * 0.86 / (reach + 0.001))
        reach = min(reach, loop[0][1] - corner[1] - 0.02, 0.88)
        down = min(_LABEL * 0.86, loop[-1][0] - corner[0] - 0.02)
        opened = ((corner[0], corner[1] + reach), *loop, (corner[0] + down, corner[1]))
        yield Strokes((opened,), **style)
        yield Words(corner[0] + 0.08, corner[1], text, size, colour, is_centred=False)
    if loops:
        yield Strokes(tuple(map(tuple, loops)), is_closed=True, **style)


def borders(cells: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Return the borders around cells: the corners of each, with the cells to the right of it.

    Cells that only touch at a corner have a border each.

    >>> borders([(0, 0), (0, 1)])
    [[(0, 0), (0, 2), (1, 2), (1, 0)]]
    """
    inside = set(cells)
    ways: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, column in sorted(inside):
        sides = (
            ((row, column), (row, column + 1), (row - 1, column)),
            ((row, column + 1), (row + 1, column + 1), (row, column + 1)),
            ((row + 1, column + 1), (row + 1, column), (row + 1, column)),
            ((row + 1, column), (row, column), (row, column - 1)),
        )
        for start, end, beyond in sides:
            if beyond not in inside:
                ways.setdefault(start, []).append(end)
    found = []
    while ways:
        start = min(ways)
        corners, here, before = [], start, None
        while True:
            there = _right_most(ways, here, before)
            step = (there[0] - here[0], there[1] - here[1])
            if step != before:
                corners.append(here)
            here, before = there, step
            if here == start:
                break
        found.append(corners)
    return found


def _right_most(
    ways: dict[tuple[int, int], list[tuple[int, int]]],
    here: tuple[int, int],
    before: tuple[int, int] | None,
) -> tuple[int, int]:
    """Take a way out of a corner; where two cells touch, the one around the same cell."""
    ends = ways[here]
    if len(ends) > 1 and before is not None:
        right = (before[1], -before[0])
        ends.sort(key=lambda end: (end[0] - here[0], end[1] - here[1]) != right)
    there = ends.pop(0)
    if not ends:
        del ways[here]
    return there


def _inset(corners: Sequence[tuple[int, int]]) -> list[Point]:
    """Move a border into its cells."""
    found = []
    for at, (row, column) in enumerate(corners):
        before, after = corners[at - 1], corners[(at + 1) % len(corners)]
        down = right = 0
        for start, end in ((before, (row, column)), ((row, column), after)):
            across, along = _sign(end[1] - start[1]), _sign(end[0] - start[0])
            down, right = down + across, right - along
        found.append((row + _INSET * down, column + _INSET * right))
    return found


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# Lines, frames and texts


def _line(shape: Shape) -> Iterator[Part]:
    points = tuple((row, column) for row, column in shape["points"])
    colour, width = shape["colour"], shape["width"]
    if len(points) == 1:
        points *= 2
    yield Strokes((points,), colour=colour, width=width)
    if shape["arrow"] and len(points) > 1:
        yield Strokes((_head(points[-2], points[-1]),), colour=colour, width=width)


def _head(before: Point, end: Point) -> tuple[Point, ...]:
    """Return the two strokes of an arrow's head."""
    down, right = end[0] - before[0], end[1] - before[1]
    length = hypot(down, right) or 1.0
    size = min(_HEAD, 0.45 * length)
    down, right = down / length * size, right / length * size
    one = (end[0] - down - 0.8 * right, end[1] - right + 0.8 * down)
    other = (end[0] - down + 0.8 * right, end[1] - right - 0.8 * down)
    return one, end, other


def _frame(shape: Shape) -> Iterator[Part]:
    points, half = shape["points"], shape["size"] / 2
    colour, fill = shape["colour"], shape["fill"]
    rows, columns = [row for row, _ in points], [column for _, column in points]
    top, bottom = min(rows) - half, max(rows) + half
    left, right = min(columns) - half, max(columns) + half
    if shape["shape"] == "diamond":
        row, column = (top + bottom) / 2, (left + right) / 2
        corners = ((top, column), (row, right), (bottom, column), (row, left))
        yield Strokes((corners,), is_closed=True, colour=colour, width=_BORDER, fill=fill)
    else:
        radius = half if shape["shape"] == "circle" else 0.0
        border = _BORDER if shape["size"] > 0.5 else 0.03
        yield Box(top, left, bottom - top, right - left, radius, colour, fill, border)
    if shape["text"]:
        room = (right - left) * (0.74 if shape["shape"] == "circle" else 1.0)
        lines = shape["text"].split("\n")
        longest = max(map(len, lines))
        size = min(0.95 * room / (longest * _EM), 0.98 * room / len(lines), 0.32)
        yield from _lines(lines, (top + bottom) / 2, (left + right) / 2, size, shape["ink"])


def _text(shape: Shape) -> Iterator[Part]:
    (row, column), text, size = shape["points"][0], shape["text"], shape["size"]
    size = min(size, 0.95 / (len(text) * _EM)) if text else size
    is_centred = shape["anchor"] == "middle"
    yield Words(row, column, text, size, shape["colour"], is_centred)


def _lines(
    lines: Sequence[str], row: float, column: float, size: float, colour: str
) -> Iterator[Part]:
    """Write lines of text one below the other, around a middle."""
    for number, line in enumerate(lines):
        down = (number - (len(lines) - 1) / 2) * size * _LINE_HEIGHT
        yield Words(row + down, column, line, size, colour)
