"""From a puzzle to the JSON of f-puzzles."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from csp_sudoku.boards import Board, Cell, Group
from csp_sudoku.formats.draft import default_boxes, diagonal
from csp_sudoku.formats.fpuzzles_reading import DIAGONALS, DRAWN, HARMLESS
from csp_sudoku.formats.fpuzzles_rules import entries_for, name_of
from csp_sudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from csp_sudoku.rules import Rule

_HEADERS = {"title": "title", "author": "author", "ruleset": "rules"}
_SWITCHES = ("antiknight", "antiking", "disjoint_groups")
_BLOCKS = ("box", "region")


def data_of(puzzle: Puzzle, headers: Mapping[str, str]) -> dict[str, Any]:
    """Return a puzzle that is not refused as JSON, with the drawing of its headers."""
    board = puzzle.board
    size = board.size
    data: dict[str, Any] = {"size": size}
    data |= {key: headers[name] for key, name in _HEADERS.items() if headers.get(name)}
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(size)] for _ in range(size)]
    regions = _regions(board)
    for at, (row, column) in enumerate(board.cells):
        content = grid[row][column]
        if puzzle.values[at]:
            content |= {"value": puzzle.values[at], "given": True}
        if regions is not None:
            content["region"] = regions[at]
    if puzzle.has_candidates:
        for cell, numbers in _marks(puzzle).items():
            grid[cell.row][cell.column]["givenPencilMarks"] = numbers
    data["grid"] = grid
    for group in board.groups:
        key = _diagonal(board, group)
        if key:
            data[key] = True
    for rule in puzzle.rules:
        _add(data, rule)
    _add_drawing(data, headers.get("drawing", ""))
    if headers.get("solution"):
        text = headers["solution"]
        data["solution"] = text.split(",") if "," in text else list(text)
    return data


def refusal(puzzle: Puzzle) -> str | None:
    """Say why f-puzzles cannot hold a puzzle; None if it can."""
    board = puzzle.board
    size = board.size
    if board.shape != (size, size) or not board.is_full:
        return f"its board, {board.name}, is not a square of {size} x {size}"
    if board.first != 1:
        return f"its values begin at {board.first}"
    lines = {group.cells for group in board.groups if group.kind in ("row", "column")}
    if len(lines) != 2 * size and size > 1:
        return f"its board, {board.name}, has other rows and columns"
    if len([at for group in board.groups if group.kind in _BLOCKS for at in group.cells]) > size**2:
        return f"the regions of its board, {board.name}, overlap"
    for group in board.groups:
        if group.kind not in ("row", "column", *_BLOCKS) and not _diagonal(board, group):
            return f"its board has the group {group.name}, which f-puzzles has as a rule only"
    if puzzle.has_candidates and not all(puzzle.masks):
        return "a cell is left without a value"
    names = {rule.name for rule in puzzle.rules}
    for rule in puzzle.rules:
        if not _is_switch(rule, names, puzzle) and entries_for(rule) is None:
            return f"it has the rule {rule.name}, which f-puzzles does not have in this form"
    return None


def _regions(board: Board) -> list[int | None] | None:
    """Return the region of each cell; None if they are the usual boxes."""
    blocks = [group.cells for group in board.groups if group.kind in _BLOCKS]
    usual = default_boxes(board.size, board.size, board.size)
    if {frozenset(cells) for cells in blocks} == {
        frozenset(board.index[cell] for cell in box) for box in usual
    }:
        return None
    of = {at: number for number, cells in enumerate(blocks) for at in cells}
    return [of.get(at) for at in range(len(board.cells))]


def _marks(puzzle: Puzzle) -> dict[Cell, list[int]]:
    """Return the pencil marks of the open cells."""
    candidates = puzzle.candidates
    return {
        cell: list(numbers)
        for cell, numbers in candidates.items()
        if not puzzle.values[puzzle.board.index[cell]] and len(numbers) < puzzle.board.size
    }


def _diagonal(board: Board, group: Group) -> str | None:
    """Return the key of a group that is a long diagonal."""
    cells = [board.cells[at] for at in group.cells]
    for key, up in DIAGONALS.items():
        if set(cells) == set(diagonal(board.size, up=up)[1]):
            return key
    return None


def _is_switch(rule: Rule, names: set[str], puzzle: Puzzle) -> bool:
    """Whether a rule of the whole board is one that f-puzzles has, with the dots that it has."""
    if any(
        value != parameter.default
        for parameter, value in zip(rule.entry.parameters, rule.arguments.values(), strict=True)
        if parameter.name != "ratio"
    ):
        return False
    if rule.name == "negative_black":
        ratios = {r.arguments["ratio"] for r in puzzle.rules if r.name == "black_dot"} or {2}
        others = {r.arguments["ratio"] for r in puzzle.rules if r.name == "negative_black"}
        return others == ratios
    if rule.name == "nonconsecutive":
        return not {"white_dot", "black_dot"} & names
    if rule.name == "negative_difference":
        return "black_dot" not in names and "white_dot" in names
    if rule.name == "negative_white":
        return bool({"white_dot", "black_dot"} & names)
    return rule.name in _SWITCHES or rule.name == "negative_xv"


def _add(data: dict[str, Any], rule: Rule) -> None:
    if rule.name in ("nonconsecutive", "negative_difference", "negative_white"):
        data["nonconsecutive"] = True
    elif rule.name in ("negative_black", "negative_xv"):
        name = "ratio" if rule.name == "negative_black" else "xv"
        listed = data.setdefault("negative", [])
        if name not in listed:
            listed.append(name)
    elif rule.name in _SWITCHES:
        data[rule.entry.keys["fpuzzles"]] = True
    else:
        found = entries_for(rule)
        assert found is not None, "a rule that is refused is not written"
        data.setdefault(found[0], []).extend(found[1])


def _add_drawing(data: dict[str, Any], drawing: str) -> None:
    """Add what is only drawn, if the header is one that f-puzzles wrote."""
    try:
        parts = json.loads(drawing) if drawing else {}
    except ValueError:
        return
    if not isinstance(parts, dict):
        return
    for key in (*DRAWN, *HARMLESS):
        if key in parts:
            data[key] = parts[key]
    cells = parts.get("grid")
    for row, contents in enumerate(data["grid"]):
        for column, content in enumerate(contents):
            kept = cells.get(name_of((row, column))) if isinstance(cells, dict) else None
            if isinstance(kept, dict) and "given" not in kept:
                contents[column] = {**kept, **content}
