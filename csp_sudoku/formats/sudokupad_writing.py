"""From a puzzle to the JSON of SudokuPad: clues, regions and cages as they are, all else drawn.

The shapes come from the rules themselves (`csp_sudoku.rules.looks`), and so do the words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from csp_sudoku.boards import Cell
from csp_sudoku.formats.draft import diagonal, windows_of
from csp_sudoku.formats.words import MARKS, sentence_of
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rules.looks import Look, arranged, looks

if TYPE_CHECKING:
    from csp_sudoku.rules import Rule

_CELL = 64
"""Pixels of a cell: thicknesses are in pixels, everything else is in cells."""
_WIDE = 0.58
"""The width of a symbol, for a size of 1."""
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
    _draw_rules(data, looks(puzzle.rules))
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
    said += [sentence_of(look) for look in looks(puzzle.rules)]
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


def _draw_rules(data: dict[str, Any], found: Sequence[Look]) -> None:
    """Draw rules: cages of sums as they are, all others as shapes."""
    drawn = []
    for look in found:
        if look.rules[0].name == "cage" or _is_plain_sum(look.rules[0]):
            data["cages"] += [_cage(rule, look) for rule in look.rules]
        else:
            drawn.append(look)
    for shape in arranged(drawn):
        _SHAPES[shape["shape"]](data, shape)


def _is_plain_sum(rule: Rule) -> bool:
    return rule.name == "sum_cage" and rule.arguments["factors"] is None


def _cage(rule: Rule, look: Look) -> dict[str, Any]:
    given = rule.arguments
    cage: dict[str, Any] = {"cells": _pairs(given["cells"]), "unique": rule.name == "cage"}
    if given["sum"] is not None:
        cage |= {"value": str(given["sum"]), "sum": given["sum"]}
    if look.is_recoloured:
        cage["borderColor"] = look.shapes[0]["colour"]
    return cage


# Shapes


def _filled(cell: Sequence[int], colour: str) -> dict[str, Any]:
    row, column = cell
    return {"center": _centre([(row, column)]), "width": 1, "height": 1, "backgroundColor": colour}


def _outline(data: dict[str, Any], shape: dict[str, Any]) -> None:
    """Draw a cage; its text is drawn apart, as it would be taken for a sum."""
    data["cages"].append({"cells": shape["cells"]})
    if shape["text"]:
        row, column = min(shape["cells"])
        corner = {"points": [[row + 0.17, column + 0.07]], "size": 0.25, "anchor": "start"}
        _text(data, {**shape, **corner})


def _fill(data: dict[str, Any], shape: dict[str, Any]) -> None:
    data["underlays"] += [_filled(cell, shape["colour"]) for cell in shape["cells"]]


def _line(data: dict[str, Any], shape: dict[str, Any]) -> None:
    line = {
        "wayPoints": [_rounded(point) for point in shape["points"]],
        "color": shape["colour"],
        "thickness": round(_CELL * shape["width"], 1),
    }
    if shape["arrow"]:
        data["arrows"].append({**line, "headLength": 0.3})
    else:
        data["lines"].append(line)


def _frame(data: dict[str, Any], shape: dict[str, Any]) -> None:
    sides = list(zip(*shape["points"], strict=True))
    spans = [max(side) - min(side) for side in sides]
    frame = {
        "center": _rounded([(max(side) + min(side)) / 2 for side in sides]),
        "height": round(spans[0] + shape["size"], 3),
        "width": round(spans[1] + shape["size"], 3),
        "backgroundColor": _colour(shape["fill"] or _WHITE),
        "rounded": shape["shape"] == "circle",
    }
    if shape["colour"] is not None:
        frame["borderColor"] = _colour(shape["colour"])
    if shape["shape"] == "diamond":
        frame["angle"] = 45
    if shape["over"]:
        frame |= {"text": shape["text"], "color": _colour(shape["ink"]), "fontSize": 16}
    data["overlays" if shape["over"] else "underlays"].append(frame)


def _text(data: dict[str, Any], shape: dict[str, Any]) -> None:
    row, column = shape["points"][0]
    if shape["anchor"] == "start":
        column += _WIDE * shape["size"] * len(shape["text"]) / 2
    data["overlays"].append(
        {
            "center": _rounded([row, column]),
            "width": 0.25,
            "height": 0.25,
            "color": _colour(shape["colour"]),
            "fontSize": round(_CELL * shape["size"]),
            "text": shape["text"],
        }
    )


def _rounded(point: Sequence[float]) -> list[float]:
    return [round(part, 3) for part in point]


def _colour(name: str) -> str:
    return {"white": _WHITE, "black": _BLACK}.get(name, name)


_SHAPES: Mapping[str, Callable[[dict[str, Any], dict[str, Any]], None]] = {
    "cage": _outline,
    "circle": _frame,
    "diamond": _frame,
    "fill": _fill,
    "line": _line,
    "square": _frame,
    "text": _text,
}
