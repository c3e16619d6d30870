"""Lines of cells without what editors and programs wrap around each cell or each row."""

from __future__ import annotations

import re

_BOLD = re.compile(r"(?:(?<=[|\s])|^)(\*\*|__)(\d{1,2})\1(?=[|\s]|$)")
_BRACKETS = re.compile(r"[\[(]\s?([\d.*_?x-]?)\s?[\])]")
_IN_BRACKETS = re.compile(rf"\s*(?:\|?\s*{_BRACKETS.pattern.replace('(', '(?:', 1)}[\s|,]*)+")
_MARKS = re.compile(r"(?:(?<=\s)|^)[\[(](\d{1,9})[\])](?=\s|$)")
"""Candidates in brackets."""
_COMMA = re.compile(r"(?<=\d),(?=\d)")
"""What stands between candidates, where fences stand between cells."""
_DECIMAL = re.compile(r"(\d{1,2})\.0*")
_NOTHING = re.compile(r"(?i:nan|na|none|null|nil|<na>|#n/a)")
"""What tables of programs have for an empty cell."""
_INDEX = re.compile(r"^\s*\[(\d+),\](?=\s)")
"""The number of a row, as R prints it."""
_INDEXES = re.compile(r"\s*(?:\[,\d+\]\s*)+")
_ITEM = re.compile(r"^\s*[-*+]\s+(?:\*\*|__)?(?=[rR]ow\b)")
_ITEM_END = re.compile(r"^([rR]ow\s*\d+)(?::?\*\*:?|:?__:?)")
_LABEL = re.compile(r"\s*\d{1,2}[.:](?=\s)")
_MARK = re.compile(r"([\s,;|])")
_LEAST = 4
"""Cells of a row."""


def unwrapped(text: str) -> str:
    """Return a line with bare cells: no brackets, bold, decimals or words for nothing.

    >>> unwrapped("[5][3][ ][ ]"), unwrapped("| **5** | | 3 |"), unwrapped("5.0,NaN,3.0,,")
    ('5 3 . .', '| 5 | | 3 |', '5,.,3,,')
    >>> unwrapped("[1,]    5   NA    3   NA"), unwrapped("- **Row 2:** 6 . 1 .")
    ('1:    5   .    3   .', 'Row 2: 6 . 1 .')
    """
    if _INDEXES.fullmatch(text):
        return ""
    text = _INDEX.sub(r"\1:", text)
    text = _ITEM_END.sub(r"\1:", _ITEM.sub("", text))
    text = _BOLD.sub(r"\2", text)
    if text.count("[") + text.count("(") >= _LEAST and _IN_BRACKETS.fullmatch(text):
        return " ".join(cell or "." for cell in _BRACKETS.findall(text))
    if not any(symbol.isalpha() for symbol in text):
        text = _MARKS.sub(r"\1", text)
        text = _COMMA.sub("", text) if text.count("|") >= _LEAST - 1 else text
    return _numbers(text)


def _numbers(text: str) -> str:
    """Return a row of a table of numbers with whole numbers, and dots for missing ones.

    >>> _numbers("53..7.... 5.0 and more"), _numbers("0  5.0  NaN  7.0  1.0")
    ('53..7.... 5.0 and more', '0  5  .  7  1')
    """
    label = found[0] if (found := _LABEL.match(text)) else ""
    parts = _MARK.split(text.removeprefix(label))
    fields = [part for part in parts if part and not _MARK.fullmatch(part)]
    is_row = len(fields) >= _LEAST or any(text.count(mark) >= _LEAST - 1 for mark in ",;\t|")
    cells = {field: _cell(field) for field in fields}
    if not is_row or "" in cells.values() or all(cells[field] == field for field in fields):
        return text
    return label + "".join(cells.get(part, part) for part in parts)


def _cell(field: str) -> str:
    """Return a field as a cell; nothing if it is none."""
    if _NOTHING.fullmatch(field):
        return "."
    found = _DECIMAL.fullmatch(field)
    bare = found[1] if found else field
    return bare if bare.isdecimal() and len(bare) < 3 else ""
