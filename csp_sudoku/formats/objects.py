"""Puzzles in JSON objects of other programs: fields of data sets, answers of servers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from csp_sudoku.formats.shape import has_boxes

_NAMED = (
    "puzzle", "quizzes", "quiz", "sudoku", "question", "clues", "givens", "problem", "grid",
    "board", "value", "values", "cells", "mission", "start", "matrix", "unsolved", "rows",
)  # fmt: skip
"""What the field with the puzzle is called, the likeliest first."""
_CHANGING = frozenset(
    {"rules", "rule", "constraints", "constraint", "variant", "variants", "cages", "regions"}
)
"""Fields that make another puzzle of it, even where they are words."""
_HARMLESS = frozenset({"hints"})
"""Fields that are about the puzzle, whatever they hold."""
_DEEPEST = 20
_WORDS = {"None": "null", "True": "true", "False": "false", "undefined": "null"}
_STRICTLY = re.compile(
    r"(\"[^\"\\\n]*\"|'[^'\\\n]*')|(\b[A-Za-z_]\w*)(?=\s*:)|\b(None|True|False|undefined)\b"
    r"|(,)(?=\s*[}\]])"
)
"""What JSON writes in another way: strings, names of fields, words, and commas at the end."""


class Held(NamedTuple):
    """A puzzle as one symbol or number for each cell, and what the object says besides."""

    cells: tuple[str, ...]
    about: Mapping[str, str]
    more: str = ""
    """A field that is not understood, and may change the puzzle: cages, rules."""


def held(text: str) -> list[Held]:
    """Return the puzzles of an object, or a list of objects; none if it is no JSON, or our own.

    >>> held('{"id": 7, "puzzle": "1...............", "solution": "1234341221434321"}')[0].about
    {'id': '7', 'solution': '1234341221434321'}
    >>> held('{"puzzle": "1...............", "cages": [[0, 1]]}')[0].more
    'cages'
    """
    data = _loaded(text)
    if data is None:
        return []
    parts = data if isinstance(data, list) else [data]
    if not all(isinstance(part, dict) and "values" not in part for part in parts):
        return []
    return [found for part in parts for found in _in_object(part, 0)]


def is_json(text: str) -> bool:
    """Whether a text is JSON."""
    return _loaded(text) is not None


def _loaded(text: str) -> Any:
    """Return the data of JSON, or of an object as JavaScript and Python write it; None for others.

    >>> _loaded("{id: 7, 'puzzle': '12', },"), _loaded('{"a": None}'), _loaded("{1, 2")
    ({'id': 7, 'puzzle': '12'}, {'a': None}, None)
    """
    bare = text.strip().rstrip(",;")
    for one in (bare, _STRICTLY.sub(_strict, bare)):
        try:
            return json.loads(one)
        except (ValueError, RecursionError):
            continue
    return None


def _strict(found: re.Match[str]) -> str:
    """Return a piece of an object as JSON has it."""
    string, key, word, comma = found.groups()
    if string is not None:
        return json.dumps(string[1:-1])
    if key is not None:
        return f'"{key}"'
    return _WORDS[word] if word else "" if comma else found[0]


def _in_object(data: Mapping[str, Any], depth: int) -> list[Held]:
    names = {name.lower(): name for name in data}
    for known in _NAMED:
        name = names.get(known)
        cells = None if name is None else _cells(data[name])
        if cells is not None:
            others = {key: value for key, value in data.items() if key != name}
            about = {key: told for key, value in others.items() if (told := _told(value))}
            changing = (
                key
                for key in others
                if key.lower() not in _HARMLESS and (key not in about or key.lower() in _CHANGING)
            )
            more = next((key for key in changing if others[key]), "")
            return [Held(cells, about, more)]
    found: list[Held] = []
    without = ""
    for key, value in data.items() if depth < _DEEPEST else ():
        parts = value if isinstance(value, list) else [value]
        inner = [
            one for part in parts if isinstance(part, dict) for one in _in_object(part, depth + 1)
        ]
        found += inner
        if value and isinstance(value, dict | list) and not inner:
            without = without or key
    return [one._replace(more=one.more or without) for one in found]


def _cells(value: object) -> tuple[str, ...] | None:
    """Return the cells of a board: one string, a list of rows, or a list of all cells."""
    if isinstance(value, str):
        value = "".join(value.split())
    if not isinstance(value, list | str):
        return None
    rows = [_row(part) for part in value] if isinstance(value, list) else [list(value)]
    cells = [cell for row in rows for cell in row]
    width = round(len(cells) ** 0.5)
    is_square = width > 3 and width * width == len(cells) and has_boxes(width)
    if not is_square or (1 < len(rows) < len(cells) and any(len(row) != width for row in rows)):
        return None
    return tuple(cells) if all(_is_cell(cell, width) for cell in cells) else None


def _row(part: object) -> list[str]:
    if isinstance(part, list):
        return [_cell(cell) for cell in part]
    return list(part) if isinstance(part, str) and len(part) > 3 else [_cell(part)]


def _cell(cell: object) -> str:
    is_plain = isinstance(cell, int | str) and not isinstance(cell, bool)
    return "." if cell in (None, "", " ", 0, -1) else str(cell) if is_plain else "?"


def _is_cell(cell: str, width: int) -> bool:
    return cell in (".", "0", "_", "*", "-", "x") or (
        cell.isascii() and cell.isdecimal() and int(cell) <= width
    )


def _told(value: object) -> str:
    """Return a field besides the puzzle as a header; lists only if they are boards."""
    if isinstance(value, bool | int | float | str):
        return str(value)
    cells = _cells(value)
    return "" if cells is None else ("" if len(cells) <= 81 else " ").join(cells)
