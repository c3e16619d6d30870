"""The parts of rules as SVG."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import isclose
from typing import NamedTuple

from csp_sudoku.render.shapes import Box, Part, Strokes, Words

_RISE = 0.36
"""From a symbol's middle down to its baseline, for a size of 1."""
_DASHES = (0.1, 0.065)


class Canvas(NamedTuple):
    """Where a board is drawn: its top left corner, and the side of a cell."""

    left: float
    top: float
    cell: float

    def painted(self, parts: Iterable[Part]) -> str:
        """Return parts as SVG.

        >>> words = Words(0.5, 0.5, "X", 0.3, "#000000")
        >>> Canvas(4, 4, 40).painted([words])
        '<text x="24" y="28.32" font-size="12" fill="#000000">X</text>'
        """
        found = []
        for part in parts:
            if isinstance(part, Strokes):
                found.append(self._strokes(part))
            elif isinstance(part, Box):
                found.append(self._box(part))
            else:
                found.append(self._words(part))
        return "".join(found)

    def _point(self, row: float, column: float) -> str:
        return f"{_number(self.left + self.cell * column)} {_number(self.top + self.cell * row)}"

    def _strokes(self, part: Strokes) -> str:
        end = "z" if part.is_closed else ""
        path = "".join(
            "M" + "L".join(self._point(*point) for point in points) + end for points in part.paths
        )
        look = f' fill="{part.fill or "none"}"'
        if part.colour is not None:
            look += f' stroke="{part.colour}" stroke-width="{_number(self.cell * part.width)}"'
            if part.is_dashed:
                dashes = " ".join(_number(self.cell * length) for length in _DASHES)
                look += f' stroke-dasharray="{dashes}"'
            elif not part.is_closed:
                look += ' stroke-linecap="round" stroke-linejoin="round"'
        return f'<path d="{path}"{look}/>'

    def _box(self, part: Box) -> str:
        look = f' fill="{part.fill or "none"}"'
        if part.colour is not None:
            look += f' stroke="{part.colour}" stroke-width="{_number(self.cell * part.border)}"'
        if isclose(part.height, part.width) and isclose(2 * part.radius, part.width):
            x = _number(self.left + self.cell * (part.left + part.radius))
            y = _number(self.top + self.cell * (part.top + part.radius))
            return f'<circle cx="{x}" cy="{y}" r="{_number(self.cell * part.radius)}"{look}/>'
        x, y = (
            _number(self.left + self.cell * part.left),
            _number(self.top + self.cell * part.top),
        )
        size = (
            f'width="{_number(self.cell * part.width)}" height="{_number(self.cell * part.height)}"'
        )
        corners = f' rx="{_number(self.cell * part.radius)}"' if part.radius else ""
        return f'<rect x="{x}" y="{y}" {size}{corners}{look}/>'

    def _words(self, part: Words) -> str:
        size = self.cell * part.size
        x = _number(self.left + self.cell * part.column)
        y = _number(self.top + self.cell * part.row + _RISE * size)
        anchor = "" if part.is_centred else ' text-anchor="start"'
        return (
            f'<text x="{x}" y="{y}" font-size="{_number(size)}" fill="{part.colour}"{anchor}>'
            f"{escape(part.text)}</text>"
        )


def _number(length: float) -> str:
    return f"{round(length, 2):g}"
