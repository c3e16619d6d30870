"""From a puzzle to the JSON of SudokuPad: clues, regions and cages as they are, all else drawn.

The shapes come from the rules themselves (`Rule.drawing`), and so do the words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from csp_sudoku.boards import Cell
from csp_sudoku.formats.draft import diagonal, windows_of
from csp_sudoku.formats.words import MARKS, sentence_of
from csp_sudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from csp_sudoku.rules import Rule

_CELL = 64
"""Pixels of a cell: thicknesses are in pixels, everything else is in cells."""
_BLOCKS = ("box", "region")
_LINES = ("row", "column")
_DIAGONAL = "#34BBE6"
_SHADED = "#CFCFCF"
_BLACK, _WHITE = "#000000", "#FFFFFF"
_ALL_OF_THE_BOARD = ("antiknight", "antiking")


def refusal(puzzle: Puzzle) -> str | None:
    """Say why SudokuPad cannot show a puzzle; None if it can."""
    if not puzzle.board.is_full:
        return f"its board, {puzzle.board.name}, has holes"
    if puzzle.has_candidates and not all(puzzle.masks):
        return "a cell is left without a value"
    board = puzzle.board
    for group in board.groups:
        cells = [board.cells[at] for at in group.cells]
        if group.kind not in (*_LINES, *_BLOCKS) and not group_drawing(cells, board.shape):
            return f"its board has the group {group.name}, which nobody would see"
    regions = {len(group.cells) for group in board.groups if group.kind in _BLOCKS}
    if board.first == 1 and board.size != max(*board.shape, *regions):
        return f"it has {board.size} values, which nobody would see"
    for rule in puzzle.rules:
        if any(isinstance(cell, str) for cell in rule.cells) or rule.name == "variables":
            return "it has variables that are not cells"
    return None


def data_of(puzzle: Puzzle, headers: Mapping[str, str]) -> dict[str, Any]:
    """Return a puzzle that is not refused as JSON.

    >>> from csp_sudoku.rules import cage, thermo
    >>> rules = [cage("r1c1 r1c2", 5), thermo("r2c2 r3c3")]
    >>> data = data_of(Puzzle("1... .... .... ....", rules=rules), {"title": "Small"})
    >>> data["cages"], len(data["lines"]), data["metadata"]["title"]
    ([{'cells': [[0, 0], [0, 1]], 'unique': True, 'value': '5', 'sum': 5}], 1, 'Small')
    """
    board = puzzle.board
    rows, columns = board.shape
    data: dict[str, Any] = {
        "id": headers.get("title") or "csp-sudoku",
        "cellSize": _CELL,
        "metadata": {},
        "cells": [[{} for _ in range(columns)] for _ in range(rows)],
        "regions": [],
        **{key: [] for key in ("cages", "lines", "arrows", "underlays", "overlays")},
    }
    for cell, value in puzzle.clues.items():
        data["cells"][cell.row][cell.column] = {"value": value - 1 + board.first}
    if puzzle.has_candidates:
        for cell, values in puzzle.candidates.items():
            if len(values) < board.size and cell not in puzzle.clues:
                marks = [value - 1 + board.first for value in values]
                data["cells"][cell.row][cell.column]["centremarks"] = marks
    for group in board.groups:
        _draw_group(data, group.kind, [board.cells[at] for at in group.cells], (rows, columns))
    for rule in puzzle.rules:
        _draw_rule(data, rule)
    switches = [rule.name for rule in puzzle.rules if rule.name in _ALL_OF_THE_BOARD]
    data["metadata"] = {
        "title": headers.get("title") or "Puzzle",
        "author": headers.get("author") or "csp-sudoku",
        "rules": headers.get("rules") or words_of(puzzle),
        **({"solution": headers["solution"]} if headers.get("solution") else {}),
        **dict.fromkeys(switches, True),
    }
    return data


def words_of(puzzle: Puzzle) -> str:
    """Return the rules of a puzzle in words, each once."""
    board = puzzle.board
    kinds = {group.kind for group in board.groups}
    places = [kind for kind in ("row", "column", "box", "region") if kind in kinds]
    said = []
    if places:
        last = f" and {places[-1]}" if len(places) > 1 else places[0]
        before = ", ".join(places[:-1])
        low, high = board.first, board.first + board.size - 1
        said.append(f"Digits from {low} to {high} do not repeat in any {before}{last}.")
    if "diagonal" in kinds:
        said.append("Digits do not repeat on a marked diagonal.")
    if kinds - {*_LINES, *_BLOCKS, "diagonal"}:
        said.append("Digits do not repeat in a shaded area.")
    if puzzle.has_candidates:
        said.append(MARKS)
    said += [sentence_of(rule) for rule in puzzle.rules]
    return "\n".join(dict.fromkeys(sentence for sentence in said if sentence))


def _pairs(cells: Sequence[tuple[int, int]]) -> list[list[int]]:
    return [list(cell) for cell in cells]


def _centre(cells: Sequence[tuple[int, int]]) -> list[float]:
    rows, columns = zip(*cells, strict=True)
    return [round(sum(line) / len(line) + 0.5, 3) for line in (rows, columns)]


def _draw_group(data: dict[str, Any], kind: str, cells: list[Cell], shape: tuple[int, int]) -> None:
    if kind in _LINES:
        return
    if kind in _BLOCKS:
        data["regions"].append(_pairs(cells))
        return
    key, drawing = group_drawing(cells, shape) or ("underlays", {})
    data[key].append(drawing)


def group_drawing(
    cells: Sequence[Cell], shape: tuple[int, int]
) -> tuple[str, dict[str, Any]] | None:
    """Return how SudokuPad draws a long diagonal or a window, which everybody knows by that.

    >>> group_drawing([Cell(0, 0), Cell(1, 1)], (2, 2))
    ('lines', {'wayPoints': [[0, 0], [2, 2]], 'color': '#34BBE6', 'thickness': 2})
    """
    for up in (False, True):
        if shape[0] == shape[1] and set(cells) == set(diagonal(shape[0], up=up)[1]):
            ends = [[shape[0], 0], [0, shape[1]]] if up else [[0, 0], list(shape)]
            return "lines", {"wayPoints": ends, "color": _DIAGONAL, "thickness": 2}
    if set(cells) in map(set, windows_of(*shape, len(cells))):
        rows, columns = (max(line) - min(line) + 1 for line in zip(*cells, strict=True))
        frame = {"center": _centre(cells), "width": columns, "height": rows}
        return "underlays", {**frame, "backgroundColor": _SHADED}
    return None


def _draw_rule(data: dict[str, Any], rule: Rule) -> None:
    given = rule.arguments
    if rule.name == "cage" or (rule.name == "sum_cage" and given.get("factors") is None):
        cage: dict[str, Any] = {"cells": _pairs(given["cells"]), "unique": rule.name == "cage"}
        if given["sum"] is not None:
            cage |= {"value": str(given["sum"]), "sum": given["sum"]}
        data["cages"].append(cage)
        return
    for shape in rule.drawing():
        if shape["cells"]:
            _SHAPES[shape["shape"]](data, shape)


# Shapes


def _filled(cell: tuple[int, int], colour: str) -> dict[str, Any]:
    return {"center": _centre([cell]), "width": 1, "height": 1, "backgroundColor": colour}


def _outline(data: dict[str, Any], shape: dict[str, Any]) -> None:
    data["cages"].append({"cells": _pairs(shape["cells"])})


def _fill(data: dict[str, Any], shape: dict[str, Any]) -> None:
    data["underlays"] += [_filled(cell, shape["colour"]) for cell in shape["cells"]]


def _line(data: dict[str, Any], shape: dict[str, Any]) -> None:
    points = [_centre([cell]) for cell in shape["cells"]]
    line = {
        "wayPoints": points,
        "color": shape["colour"],
        "thickness": round(_CELL * shape["width"], 1),
    }
    if shape.get("arrow"):
        data["arrows"].append({**line, "headLength": 0.3})
    else:
        data["lines"].append(line)


def _frame(data: dict[str, Any], shape: dict[str, Any]) -> None:
    cells, size = shape["cells"], shape["size"]
    spans = [max(line) - min(line) for line in zip(*cells, strict=True)]
    frame = {
        "center": _centre(cells),
        "height": round(spans[0] + size, 3),
        "width": round(spans[1] + size, 3),
        "borderColor": shape["colour"],
        "backgroundColor": shape["fill"] or _WHITE,
        "rounded": shape["shape"] == "circle",
    }
    if shape["shape"] == "diamond":
        frame["angle"] = 45
    data["underlays"].append(frame)


def _dot(data: dict[str, Any], shape: dict[str, Any]) -> None:
    is_dark = shape["fill"] == _BLACK
    data["overlays"].append(
        {
            "center": _centre(shape["cells"]),
            "width": 0.3,
            "height": 0.3,
            "rounded": True,
            "borderColor": _BLACK,
            "backgroundColor": shape["fill"] or _WHITE,
            "color": _WHITE if is_dark else _BLACK,
            "fontSize": 16,
            "text": shape["text"],
        }
    )


def _text(data: dict[str, Any], shape: dict[str, Any]) -> None:
    centre = _centre(shape["cells"])
    if shape["at"] == "corner":
        centre = [round(centre[0] - 0.3, 3), round(centre[1] - 0.3, 3)]
    data["overlays"].append(
        {
            "center": centre,
            "width": 0.25,
            "height": 0.25,
            "color": _BLACK,
            "fontSize": 28 if shape["at"] == "outside" else 16,
            "text": shape["text"],
        }
    )


def _arrow(data: dict[str, Any], shape: dict[str, Any]) -> None:
    (row, column), (down, right) = _centre(shape["cells"]), shape["direction"]
    points = [[round(row + n * down, 3), round(column + n * right, 3)] for n in (0.3, 0.48)]
    data["arrows"].append({"wayPoints": points, "color": _BLACK, "thickness": 2, "headLength": 0.3})


_SHAPES: Mapping[str, Callable[[dict[str, Any], dict[str, Any]], None]] = {
    "arrow": _arrow,
    "circle": _frame,
    "diamond": _frame,
    "dot": _dot,
    "fill": _fill,
    "line": _line,
    "outline": _outline,
    "square": _frame,
    "text": _text,
}
