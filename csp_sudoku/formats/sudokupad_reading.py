"""From the JSON of SudokuPad to a draft of the puzzle: clues, regions, cages and switches."""

from __future__ import annotations

import re
from typing import Any

from csp_sudoku.boards import MAX_SIZE, Cell
from csp_sudoku.errors import shown
from csp_sudoku.formats.draft import Draft, both_diagonals, default_boxes, windows_of
from csp_sudoku.formats.sudokupad_codes import CodeError, classic, older_classic
from csp_sudoku.formats.words import MARKS, missing, numbers_told

DRAWN = ("lines", "arrows", "overlays", "underlays")
_TAG = re.compile(r"([a-z]+):\s*(.*)", re.DOTALL)
_SWITCHES = ("antiknight", "antiking")


def classic_draft(code: str, *, is_older: bool) -> Draft:
    """Return the puzzle of a short code: 9 x 9 clues, and x or w for diagonals or windows."""
    draft = Draft(9, 9)
    draft.regions = default_boxes(9, 9, 9)
    try:
        values, rules = classic(code)
    except CodeError:
        if not is_older:
            raise
        values, rules = older_classic(code), ""
    draft.clues = {cell: value for cell, value in zip(draft.cells, values, strict=True) if value}
    for rule in rules:
        if rule == "x":
            draft.groups += both_diagonals(9)
        elif rule == "w":
            draft.groups += [("window", window) for window in windows_of(9, 9, 9)]
        else:
            draft.note(f"the rule {rule!r}")
    return draft


def metadata_of(data: dict[str, Any]) -> dict[str, str]:
    """Return what is said about the puzzle: as metadata, or in cages without cells."""
    found: dict[str, str] = {}
    given = data.get("metadata")
    for key, value in given.items() if isinstance(given, dict) else ():
        if isinstance(value, str | int) and not isinstance(value, bool):
            found[str(key)] = str(value)
        elif isinstance(value, list) and all(isinstance(line, str) for line in value):
            found[str(key)] = "\n".join(value)
    for cage in _dicts(data.get("cages")):
        match = _TAG.fullmatch(str(cage.get("value", ""))) if not cage.get("cells") else None
        if match:
            found.setdefault(match[1], match[2])
    return found


def draft_of(data: dict[str, Any]) -> Draft:
    """Return the puzzle of the JSON, and note what is only drawn."""
    rows = data["cells"]
    columns = max((len(row) for row in rows if isinstance(row, list)), default=0)
    if not 1 <= len(rows) <= MAX_SIZE or not 1 <= columns <= MAX_SIZE:
        raise CodeError("the puzzle does not have rows of cells", 0)
    regions = [_cells(region, len(rows), columns) for region in data.get("regions") or []]
    size = max(map(len, regions), default=0) or max(len(rows), columns)
    told = metadata_of(data)
    words = told.get("rules", "")
    usual = range(1, min(max(size, len(rows), columns), MAX_SIZE) + 1)
    draft = Draft(len(rows), columns, numbers_told(words) or usual)
    draft.regions = regions
    draft.words = words
    _read_cells(draft, rows)
    _read_cages(draft, data)
    _read_switches(draft, data, told)
    groups = _known_groups(draft)
    for key in DRAWN:
        for item in _dicts(data.get(key)):
            known = [group for place, drawing, group in groups if place == key and drawing == item]
            draft.groups += known
            if not known and not _is_empty(item):
                draft.note(key.removesuffix("s"))
    if data.get("triggereffect"):
        draft.note("triggereffect")
    for name in missing(words, draft.rules):
        draft.note(name)
    return draft


def _dicts(given: object) -> list[dict[str, Any]]:
    return [item for item in given if isinstance(item, dict)] if isinstance(given, list) else []


def _cells(given: object, rows: int, columns: int) -> list[Cell]:
    """Return cells given as [row, column] pairs, or as r1c1."""
    if isinstance(given, str):
        given = [[int(r) - 1, int(c) - 1] for r, c in re.findall(r"r(\d{1,3})c(\d{1,3})", given)]
    if not isinstance(given, list):
        raise CodeError(f"expected a list of cells, got {shown(given)}", 0)
    found = []
    for pair in given:
        is_pair = isinstance(pair, list) and len(pair) == 2
        if not is_pair or not all(type(number) is int for number in pair):
            raise CodeError(f"expected a cell, got {shown(pair)}", 0)
        cell = Cell(*pair)
        if not (0 <= cell.row < rows and 0 <= cell.column < columns):
            raise CodeError(f"the cell {cell} is not in the grid", 0)
        found.append(cell)
    return found


def _read_cells(draft: Draft, rows: list[Any]) -> None:
    for row, contents in enumerate(rows):
        for column, content in enumerate(contents if isinstance(contents, list) else ()):
            value = content.get("value") if isinstance(content, dict) else None
            marks = content.get("centremarks") if MARKS in draft.words else None
            if isinstance(marks, list) and all(type(mark) is int for mark in marks):
                draft.mark(Cell(row, column), marks)
            if value in (None, "", {}):
                continue
            text = str(value)
            if not (text.isascii() and text.isdecimal()) or int(text[:4]) not in draft.numbers:
                raise CodeError(f"{Cell(row, column)} cannot be {shown(value)}", 0)
            draft.clues[Cell(row, column)] = int(text)


def _read_cages(draft: Draft, data: dict[str, Any]) -> None:
    """Add cages; one that is unique or has a sum is a rule, any other is only drawn."""
    from csp_sudoku.rules import cage, sum_cage

    for item in _dicts(data.get("cages")):
        if not item.get("cells"):
            continue
        cells = list(dict.fromkeys(_cells(item["cells"], draft.rows, draft.columns)))
        value = item.get("sum", item.get("value"))
        text = "" if value is None else str(value).strip()
        is_number = text.isascii() and text.isdecimal() and len(text) < 6
        if item.get("type") == "rowcol" or (item.get("hidden") and item.get("unique") is not True):
            continue
        if text and not is_number:
            draft.note(f"cage with {shown(text)}")
        elif item.get("unique") is False:
            if is_number:
                draft.rules.append(sum_cage(cells, int(text)))
        elif is_number or item.get("unique") is True:
            draft.rules.append(cage(cells, int(text) if is_number else None))
        else:
            draft.note("cage")


def _read_switches(draft: Draft, data: dict[str, Any], told: dict[str, str]) -> None:
    from csp_sudoku.rules import TABLE

    switches = [name for name in _SWITCHES if told.get(name) in ("true", "True", "1")]
    for name in data.get("global") or ():
        if name in _SWITCHES:
            switches.append(name)
        elif name == "diagonals" and draft.rows == draft.columns:
            draft.groups += both_diagonals(draft.rows)
        else:
            draft.note(f"the global rule {shown(name)}")
    metadata = data.get("metadata")
    for name in _SWITCHES:
        if isinstance(metadata, dict) and metadata.get(name) is True:
            switches.append(name)
    draft.rules += [TABLE[name]() for name in dict.fromkeys(switches)]


def _known_groups(draft: Draft) -> list[tuple[str, dict[str, Any], tuple[str, list[Cell]]]]:
    """Return where diagonals and windows would be drawn, how, and which groups they are."""
    from csp_sudoku.formats.sudokupad_writing import group_drawing

    shape = draft.rows, draft.columns
    groups = both_diagonals(draft.rows) if draft.rows == draft.columns else []
    groups += [("window", window) for window in windows_of(*shape, max(shape))]
    drawn = [(group_drawing(cells, shape), (kind, cells)) for kind, cells in groups]
    return [(*drawing, group) for drawing, group in drawn if drawing]


def _is_empty(item: dict[str, Any]) -> bool:
    """Whether something drawn cannot be seen."""
    points = item.get("wayPoints")
    return isinstance(points, list) and len(points) < 2
