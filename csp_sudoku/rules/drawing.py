"""How rules are drawn, as plain data: shapes that any picture or player can show.

The unit is one cell. Points are [row, column] from the top left corner of the board, so that the
middle of the first cell is [0.5, 0.5]; cells are [row, column] from 0. Places outside the board
are below 0, or beyond its last row or column. A shape is a dict:

    {"shape": "fill", "cells": [...], "colour": "#D9D9D9"}
        cells in a colour
    {"shape": "cage", "cells": [...], "colour": "#000000", "dashed": True, "text": "15"}
        a border inside cells, interrupted for a text in its upper left corner
    {"shape": "line", "points": [...], "colour": "#67F067", "width": 0.15, "arrow": False}
        a line through points, with the head of an arrow at its end
    {"shape": "circle", "points": [...], "colour", "fill", "size": 0.8, "text": "", "ink"}
        around a point, or a pill around several; colour (of the border) and fill may be None
    {"shape": "square", ...}, {"shape": "diamond", ...}
        the same with corners
    {"shape": "text", "points": [...], "colour", "size": 0.22, "text": "15", "anchor": "start"}
        a text whose middle ("middle") or left end ("start") is at the point

"over" says whether a shape lies above the lines of the grid. Digits are above all shapes. Sizes and
widths are parts of a cell; a text may have several lines. Colours are "#RRGGBB", which a dark
picture turns into the same colour for a dark ground; "white" and "black" stay what they are.

>>> thermometer = line([(4, 0), (3, 0)], GREY, 0.35)
>>> thermometer["points"], thermometer["over"]
([[4.5, 0.5], [3.5, 0.5]], False)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

Shape: TypeAlias = dict[str, Any]

# Colours that setters know from f-puzzles and SudokuPad.
GREY = "#CFCFCF"
SLATE = "#A1A1A1"
GREEN = "#67F067"
VIOLET = "#F067F0"
BLUE = "#2ECBFF"
ORANGE = "#FFB07A"
TEAL = "#33BBBB"
RED = "#F26A6A"
BROWN = "#C9A227"
LILAC = "#B099E8"
PALE_GREY = "#DDDDDD"
PALE_RED = "#FFD0D8"
PALE_GREEN = "#CDF5D3"
PALE_ORANGE = "#FFDDBF"
PALE_TEAL = "#A9DCE3"
PALE_VIOLET = "#D8D8FF"
PALE_LILAC = "#E6D3EE"
CREAM = "#FFEAA8"
INK = "#000000"
GROUND = "#FFFFFF"
BLACK = "black"
WHITE = "white"

SPARE = {
    "dark blue": "#3D7BE0",
    "dark red": "#D9534F",
    "dark green": "#2E9E5B",
    "purple": "#A050BE",
    "amber": "#E08A1E",
    "dark brown": "#8C6D46",
}
"""Colours for rules that would look like others of the same puzzle."""
PALE_SPARE = {
    "pale blue": "#BBD7FA",
    "pale yellow": "#F7EBA3",
    "pale brown": "#E0CDB4",
    "pale pink": "#F9C6E0",
    "pale olive": "#D7DDA8",
    "pale purple": "#D9BFF2",
}
"""The same for areas."""

NAMES = {
    GREY: "grey",
    GREEN: "green",
    VIOLET: "violet",
    BLUE: "blue",
    ORANGE: "orange",
    TEAL: "teal",
    RED: "red",
    BROWN: "brown",
    LILAC: "lilac",
    SLATE: "grey",
    PALE_GREY: "shaded",
    PALE_RED: "pale red",
    PALE_GREEN: "pale green",
    PALE_ORANGE: "pale orange",
    PALE_TEAL: "pale teal",
    PALE_VIOLET: "pale violet",
    PALE_LILAC: "pale lilac",
    CREAM: "cream",
    INK: "black",
}
"""What sentences call colours."""

_SIGN = 0.3
_SMALL = 0.25
_OUTSIDE = 0.46
_THIN = 0.035


def _pairs(cells: Any) -> list[list[int]]:
    """Return cells as pairs; variables that are not cells are not drawn."""
    return [[cell[0], cell[1]] for cell in cells if not isinstance(cell, str)]


def _middles(cells: Any) -> list[list[float]]:
    return [[row + 0.5, column + 0.5] for row, column in _pairs(cells)]


def _meeting(cells: Any) -> list[float]:
    """Return where cells meet: the lower right corner of one, the middle of several."""
    pairs = _pairs(cells)
    if len(pairs) == 1:
        return [pairs[0][0] + 1.0, pairs[0][1] + 1.0]
    return [sum(along) / len(pairs) + 0.5 for along in zip(*pairs, strict=True)]


# Areas


def fill(cells: Any, colour: str) -> Shape:
    """Return shaded cells."""
    return {"shape": "fill", "cells": _pairs(cells), "colour": colour, "over": False}


def outline(cells: Any, *, dashed: bool = True, words: object = "", colour: str = INK) -> Shape:
    """Return a cage around cells, with a text in its corner."""
    return {
        "shape": "cage",
        "cells": _pairs(cells),
        "colour": colour,
        "dashed": dashed,
        "text": str(words),
        "over": False,
    }


# Lines


def line(cells: Any, colour: str, width: float = 0.15, *, arrow: bool = False) -> Shape:
    """Return a line through the centres of cells, perhaps with the head of an arrow."""
    return _line(_middles(cells), colour, width, arrow=arrow)


def _line(
    points: list[list[float]],
    colour: str,
    width: float,
    *,
    arrow: bool = False,
    over: bool = False,
) -> Shape:
    return {
        "shape": "line",
        "points": points,
        "colour": colour,
        "width": width,
        "arrow": arrow,
        "over": over,
    }


def arrow(place: Any, direction: tuple[int, int]) -> Shape:
    """Return a small arrow in the corner of a place, with the rows and columns of its step."""
    down, right = direction
    row, column = place[0] + 0.5, place[1] + 0.5
    points = [[row + part * down, column + part * right] for part in (0.26, 0.47)]
    return _line(points, INK, _THIN, arrow=True, over=True)


def chevron(cells: Any) -> list[Shape]:
    """Return the sign between two cells that points from the first at the second."""
    first, second = _pairs(cells)
    at, step = _meeting(cells), (second[0] - first[0], second[1] - first[1])
    ground = _frame("square", [at], None, GROUND, 0.24, over=True)
    return [ground, _pointer(at, step, 0.1)]


def chevrons(cell: Any, *, outwards: bool, but: Any = ()) -> list[Shape]:
    """Return a sign at each side of a cell, but not towards some others.

    It points out of the cell or into it.
    """
    row, column = cell[0] + 0.5, cell[1] + 0.5
    sign = 1 if outwards else -1
    return [
        _pointer([row + 0.41 * down, column + 0.41 * right], (sign * down, sign * right), 0.06)
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if (cell[0] + down, cell[1] + right) not in but
    ]


def _pointer(at: list[float], step: tuple[float, float], size: float) -> Shape:
    """Return an angle whose tip points along a step of one row or column."""
    row, column = at
    length = max(abs(step[0]), abs(step[1]))
    down, right = step[0] / length * size, step[1] / length * size
    points = [
        [row - down / 2 - right, column - right / 2 - down],
        [row + down / 2, column + right / 2],
        [row - down / 2 + right, column - right / 2 + down],
    ]
    return _line(points, INK, 0.045, over=True)


# Frames


def circle(
    cells: Any, colour: str | None = SLATE, *, fill: str | None = None, size: float = 0.8
) -> Shape:
    """Return a circle around a cell, or a pill around several."""
    return _frame("circle", _middles(cells), colour, fill, size)


def square(
    cells: Any, colour: str | None = SLATE, *, fill: str | None = None, size: float = 0.8
) -> Shape:
    """Return a square in a cell."""
    return _frame("square", _middles(cells), colour, fill, size)


def diamond(
    cells: Any, colour: str | None = SLATE, *, fill: str | None = None, size: float = 0.8
) -> Shape:
    """Return a diamond in a cell."""
    return _frame("diamond", _middles(cells), colour, fill, size)


def _frame(
    shape: str,
    points: list[list[float]],
    colour: str | None,
    fill: str | None,
    size: float,
    *,
    text: str = "",
    ink: str = INK,
    over: bool = False,
) -> Shape:
    return {
        "shape": shape,
        "points": points,
        "colour": colour,
        "fill": fill,
        "size": size,
        "text": text,
        "ink": ink,
        "over": over,
    }


def dot(cells: Any, fill: str | None, text: str = "") -> Shape:
    """Return a dot where cells meet: on the edge of two, on the corner of four.

    A text of three words or more takes two lines.
    """
    words = text.split()
    if len(words) > 2:
        half = (len(words) + 1) // 2
        text = " ".join(words[:half]) + "\n" + " ".join(words[half:])
    size = 0.36 if text else _SIGN
    if len(words) > 1:
        size = 0.54 if len(text) < 8 else 0.7
    ink = WHITE if fill == BLACK else BLACK
    return _frame("circle", [_meeting(cells)], INK, fill, size, text=text, ink=ink, over=True)


# Texts


def text(cells: Any, words: object, at: str) -> Shape:
    """Return a text at the "corner" or "foot" of the first cell, on an "edge", or "outside"."""
    said = str(words)
    if at == "edge":
        size = max(0.34, 0.15 * len(said) + 0.06)
        return _frame("square", [_meeting(cells)], None, GROUND, size, text=said, over=True)
    row, column = (*_pairs(cells), [0, 0])[0]  # a variable that is not a cell has no place
    if at == "corner":
        return _text([row + 0.17, column + 0.07], said, _SMALL, "start")
    if at == "foot":
        return _text([row + 0.9, column + 0.5], said, 0.17, "middle")
    return _text([row + 0.5, column + 0.5], said, _OUTSIDE, "middle")


def pointing(place: Any, words: object, direction: tuple[int, int]) -> list[Shape]:
    """Return a text at an outside place, with a small arrow that says where it looks."""
    row, column = place[0] + 0.5 - 0.1 * direction[0], place[1] + 0.5 - 0.06 * direction[1]
    return [
        _text([row, column], str(words), 0.4, "middle"),
        arrow(place, direction),
    ]


def beside(cells: Any, lengths: Any) -> list[Shape]:
    """Return numbers before the beginning of a line of cells, one after the other."""
    (row, column), second = _pairs(cells)[:2]
    down, right = second[0] - row, second[1] - column
    found = []
    for number, length in enumerate(reversed(lengths), start=1):
        back = 0.5 + 0.55 * number - 0.1
        found.append(
            _text(
                [row + 0.5 - back * down, column + 0.5 - back * right], str(length), 0.4, "middle"
            )
        )
    return found


def before(cells: Any, number: object) -> list[Shape]:
    """Return a number in the half of a shaded cell before a run, as Kakuro has it."""
    pairs = _pairs(cells)
    row, column = pairs[0]
    is_down = len(pairs) > 1 and pairs[1][0] > row
    row, column = (row - 1, column) if is_down else (row, column - 1)
    at = [row + 0.74, column + 0.3] if is_down else [row + 0.28, column + 0.7]
    return [
        fill([(row, column)], PALE_GREY),
        _line([[row, column], [row + 1, column + 1]], SLATE, _THIN),
        _text(at, str(number), 0.34, "middle"),
    ]


def _text(point: list[float], words: str, size: float, anchor: str) -> Shape:
    return {
        "shape": "text",
        "points": [point],
        "colour": INK,
        "text": words,
        "size": size,
        "anchor": anchor,
        "over": True,
    }


def each(shapes: Iterable[Shape | None]) -> list[Shape]:
    """Return the shapes that there are."""
    return [shape for shape in shapes if shape is not None]
