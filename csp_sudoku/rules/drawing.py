"""How rules are drawn, as plain data: shapes at cells, which any picture or player can show.

Each shape is a dict with "shape" and what it needs:

    {"shape": "outline", "cells": [...], "dashed": True}           a cage around cells
    {"shape": "fill", "cells": [...], "colour": "#..."}            shaded cells
    {"shape": "line", "cells": [...], "colour", "width", "arrow"}  through the centres of cells
    {"shape": "circle", "cells": [...], "colour", "fill", "size"}  around a cell, or a pill
    {"shape": "square", "cells": [...], "colour", "fill", "size"}
    {"shape": "diamond", "cells": [...], "colour", "fill", "size"}
    {"shape": "dot", "cells": [...], "fill", "text"}               where cells meet
    {"shape": "text", "cells": [...], "at", "text"}                at "corner", "edge" or "outside"
    {"shape": "arrow", "cells": [...], "direction": [1, 1]}        a small arrow at a place

Cells are (row, column) pairs from 0, outside places included. Widths and sizes are parts of a
cell. Colours are those that setters know from f-puzzles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

Shape: TypeAlias = dict[str, Any]

GREY = "#CFCFCF"
GREEN = "#67F067"
VIOLET = "#F067F0"
BLUE = "#2ECBFF"
ORANGE = "#FFCCAA"
TEAL = "#33BBBB"
RED = "#F26A6A"
BROWN = "#C9A227"
BLACK = "#000000"
WHITE = "#FFFFFF"


def _pairs(cells: Any) -> list[tuple[int, int]]:
    """Return cells as pairs; variables that are not cells are not drawn."""
    return [(cell[0], cell[1]) for cell in cells if not isinstance(cell, str)]


def outline(cells: Any, *, dashed: bool = True) -> Shape:
    """Return a cage around cells."""
    return {"shape": "outline", "cells": _pairs(cells), "dashed": dashed}


def fill(cells: Any, colour: str) -> Shape:
    """Return shaded cells."""
    return {"shape": "fill", "cells": _pairs(cells), "colour": colour}


def line(cells: Any, colour: str, width: float = 0.15, *, arrow: bool = False) -> Shape:
    """Return a line through the centres of cells, perhaps with the head of an arrow."""
    return {
        "shape": "line",
        "cells": _pairs(cells),
        "colour": colour,
        "width": width,
        "arrow": arrow,
    }


def circle(cells: Any, colour: str = GREY, *, fill: str | None = None, size: float = 0.8) -> Shape:
    """Return a circle around a cell, or a pill around several."""
    return _frame("circle", cells, colour, fill, size)


def square(cells: Any, colour: str = GREY, *, fill: str | None = None, size: float = 0.8) -> Shape:
    """Return a square in a cell."""
    return _frame("square", cells, colour, fill, size)


def diamond(cells: Any, colour: str = GREY, *, fill: str | None = None, size: float = 0.8) -> Shape:
    """Return a diamond in a cell."""
    return _frame("diamond", cells, colour, fill, size)


def _frame(shape: str, cells: Any, colour: str, fill: str | None, size: float) -> Shape:
    return {
        "shape": shape,
        "cells": _pairs(cells),
        "colour": colour,
        "fill": fill,
        "size": size,
    }


def dot(cells: Any, fill: str | None, text: str = "") -> Shape:
    """Return a dot where cells meet: on the edge of two, on the corner of four."""
    return {"shape": "dot", "cells": _pairs(cells), "fill": fill, "text": text}


def text(cells: Any, words: object, at: str) -> Shape:
    """Return a text at a "corner" of the first cell, on the "edge" of two, or "outside"."""
    return {"shape": "text", "cells": _pairs(cells), "at": at, "text": str(words)}


def arrow(cell: Any, direction: tuple[int, int]) -> Shape:
    """Return a small arrow at a place, with the rows and columns of its step."""
    return {"shape": "arrow", "cells": _pairs([cell]), "direction": list(direction)}


def each(shapes: Iterable[Shape | None]) -> list[Shape]:
    """Return the shapes that there are."""
    return [shape for shape in shapes if shape is not None]
