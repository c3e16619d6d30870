"""A puzzle as the page draws it: cells, groups, lines and the shapes of rules, as plain data.

The unit is one cell. Paths are those of SVG, with x to the right and y down from the top left
corner of the board. A colour is a pair, for a light and for a dark ground.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from csp_sudoku import boards
from csp_sudoku.boards import Board
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.render.colours import dark
from csp_sudoku.render.geometry import Stroke, marks_of, shaded, strokes_of
from csp_sudoku.render.scene import symbols_of
from csp_sudoku.render.shapes import Box, Part, Strokes
from csp_sudoku.render.svg import drawn_rules
from csp_sudoku.rules import Rule


def drawn(puzzle: Puzzle) -> dict[str, Any]:
    """Return all that a page needs to know of a puzzle in order to draw it and to play it.

    >>> picture = drawn(Puzzle("1..4 .... .... 2..3"))
    >>> picture["puzzle"]["values"][:4], picture["board"]["symbols"], picture["link"]
    ([1, 0, 0, 4], ['1', '2', '3', '4'], '1..4........2..3')
    """
    board, rules = puzzle.board, puzzle.rules
    shapes = drawn_rules(rules)
    sentences = {rule: look.sentence for look in shapes.looks for rule in look.rules}
    return {
        "puzzle": json.loads(puzzle.to("json")),
        "board": {
            "name": _short(board),
            "size": board.size,
            "rows": board.shape[0],
            "columns": board.shape[1],
            "cells": [list(cell) for cell in board.cells],
            "names": [str(cell) for cell in board.cells],
            "groups": [
                {"kind": group.kind, "name": group.name, "cells": list(group.cells)}
                for group in board.groups
            ],
            "symbols": list(symbols_of(board, None, numbers=bool(rules))[1:]),
            "light": _paths(strokes_of(board).light),
            "heavy": _paths(strokes_of(board).heavy),
            "shades": shaded(board),
            "margins": list(shapes.margins(board)),
            "marks": list(marks_of(board.size)),
        },
        "rules": [
            {
                "data": rule.to_data(),
                "text": str(rule),
                "name": rule.name,
                "sentence": sentences.get(rule, rule.sentence),
                "cells": _cells(rule, board),
            }
            for rule in rules
        ],
        "parts": {
            "ground": [_part(part) for part in shapes.parts.ground],
            "under": [_part(part) for part in shapes.parts.under],
            "over": [_part(part) for part in shapes.parts.over],
        },
        "words": puzzle.rules_text,
        "link": link_of(puzzle),
    }


def link_of(puzzle: Puzzle) -> str:
    """Return the shortest text that tells a puzzle with its board and rules."""
    board = puzzle.board
    is_usual = board.is_named and board.size in (4, 9, 16, 25)
    if (
        is_usual
        and not puzzle.rules
        and not puzzle.has_candidates
        and board.name == boards.of_size(board.size).name
        and len(puzzle.clues) >= board.size
    ):
        return puzzle.to("line")
    return puzzle.to("json")


def _short(board: Board) -> str:
    """Return what a board is called on the page: the name of a jigsaw lists all its regions."""
    if len(board.name) <= 40:
        return board.name
    rows, columns = board.shape
    return f"{board.name.partition('-')[0][:20]} {rows}x{columns}"


def _paths(strokes: Iterable[Stroke]) -> str:
    return "".join(
        f"M{s.left} {s.top}" + (f"H{s.right}" if s.top == s.bottom else f"V{s.bottom}")
        for s in strokes
    )


def _cells(rule: Rule, board: Board) -> list[int]:
    """Return the numbers of the cells that a rule names."""
    return [board.index[cell] for cell in rule.cells if not isinstance(cell, str)]


def _colour(colour: str | None) -> list[str] | None:
    """Return a colour for light and for dark grounds."""
    if colour is None:
        return None
    return [colour, dark(colour[1:]) if colour.startswith("#") else colour]


def _part(part: Part) -> dict[str, Any]:
    if isinstance(part, Strokes):
        end = "z" if part.is_closed else ""
        path = "".join(
            "M" + "L".join(f"{column:.3g} {row:.3g}" for row, column in points) + end
            for points in part.paths
        )
        return {
            "part": "path",
            "path": path,
            "stroke": _colour(part.colour),
            "width": part.width,
            "fill": _colour(part.fill),
            "dashed": part.is_dashed,
            "closed": part.is_closed,
        }
    if isinstance(part, Box):
        return {
            "part": "box",
            "x": part.left,
            "y": part.top,
            "w": part.width,
            "h": part.height,
            "radius": part.radius,
            "stroke": _colour(part.colour),
            "width": part.border,
            "fill": _colour(part.fill),
        }
    return {
        "part": "text",
        "x": part.column,
        "y": part.row,
        "text": part.text,
        "size": part.size,
        "fill": _colour(part.colour),
        "centred": part.is_centred,
    }
