"""The legend below a picture: a sample of each kind of rule, and its sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from csp_sudoku.render.painting import Canvas
from csp_sudoku.render.shapes import parts_of
from csp_sudoku.rules.drawing import Shape
from csp_sudoku.rules.looks import FRAMES, Look

_FONT = 11
_LEADING = 15
_SAMPLE = 24
_GAP = 10
_EM = 0.53
"""The mean width of a letter, for a size of 1."""


class Legend(NamedTuple):
    """The SVG of a legend, and its height."""

    svg: str
    height: int


def legend_of(looks: Sequence[Look], left: int, top: int, width: int, ink: str) -> Legend:
    """Return the legend of some looks, from a point down, as wide as there is room."""
    room = max(12, int((width - _SAMPLE - 8) / (_FONT * _EM)))
    parts = []
    y = top + _GAP
    for look in looks:
        lines = wrapped(look.sentence, room)
        high = max(_SAMPLE, _LEADING * len(lines)) + 4
        if look.shapes:
            canvas = Canvas(left, y + (high - _SAMPLE) / 2, _SAMPLE)
            drawn = parts_of([*_sample(look.shapes)])
            parts.append(canvas.painted((*drawn.ground, *drawn.under, *drawn.over)))
        first = y + (high - _LEADING * len(lines)) / 2 + _FONT
        x = left + _SAMPLE + 8
        parts += [
            f'<text x="{x}" y="{first + _LEADING * number:g}" text-anchor="start" '
            f'font-size="{_FONT}" fill="{ink}">{escape(line)}</text>'
            for number, line in enumerate(lines)
        ]
        y += high
    return Legend("".join(parts), y - top + _GAP // 2)


def wrapped(sentence: str, room: int) -> list[str]:
    """Return a sentence in lines of at most so many letters.

    >>> wrapped("Digits in a cage do not repeat.", 20)
    ['Digits in a cage do', 'not repeat.']
    """
    from textwrap import wrap

    return wrap(sentence, room) or [""]


def _sample(shapes: Sequence[Shape]) -> Iterator[Shape]:
    """Yield the shapes of a kind once each, all in the first cell."""
    seen: set[Any] = set()
    has_line = any(shape["shape"] == "line" and not shape["over"] for shape in shapes)
    for shape in shapes:
        key = (shape["shape"], shape.get("fill"), shape.get("width"))
        if key in seen:
            continue
        seen.add(key)
        if shape["shape"] in ("fill", "cage"):
            words = {"text": "12"} if shape.get("text") else {}
            yield {**shape, "cells": [[0, 0]], **words}
        elif shape["shape"] == "line" and not shape["over"]:
            yield {**shape, "points": [[0.5, 0.2], [0.5, 0.85]], "width": max(shape["width"], 0.06)}
        elif shape["shape"] == "line" and shape["arrow"]:
            yield {**shape, "points": [[0.75, 0.75], [0.97, 0.97]]}
        elif shape["shape"] in FRAMES:
            middle = 0.3 if has_line else 0.5
            yield {**shape, "points": [[0.5, middle]], "size": min(shape["size"], 0.6)}
        elif shape["shape"] == "text" and not has_line:
            text = "12" if shape["text"].isdigit() else shape["text"]
            yield {**shape, "points": [[0.45, 0.4]], "anchor": "middle", "size": 0.5, "text": text}
