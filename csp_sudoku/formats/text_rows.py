"""Rows of a board in a text: a line as cells, as a rule between boxes, with a label or a remark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from csp_sudoku.formats.scripts import in_digits
from csp_sudoku.formats.shape import has_boxes

OPEN = (
    "-?xX·•∙⋅∅□▢\u2013\u2014⬜⬛◻◼◽◾☐■▫▪○◯◌⚪⚫🔲🔳⭕\U0001f534\U0001f535🟠🟡🟢🟣🟤🟥🟦🟧🟨🟩🟪🟫"
)
"""What stands for an open cell besides the usual symbols; in one puzzle, always the same one."""
USUAL = ".0*_"
AS_DOTS = dict.fromkeys(map(ord, OPEN), ".")
SYMBOLS = re.escape("0123456789" + USUAL + OPEN)
RULE = re.compile(r"[-=+|:.'*~#_ \t\u2013\u2014\u2500-\u257f]+")
_FENCES = re.compile("[|!¦\u2500-\u257f]+")
_FENCE_SIGN = re.compile("[|!¦│┃║]")
_NOTHING = re.compile(r"[|!¦│┃║]\s+[|!¦│┃║]")
LABELS = re.compile(r"[|,;\s]*[A-Za-z]\d?(?:[|,;\s]+[A-Za-z]\d?){3,}[|,;\s]*")
"""The letters of columns above a board, or c1 to c9."""
_LABEL = re.compile(
    r"\s*(?:(?P<letter>[A-Za-z])|[rR](?:[oO][wW]\s*)?(?P<row>\d{1,2})|(?P<number>\d{1,2}))"
    r"(?P<sign>\s*[|:)] *|\.?\s|[,;])(?P<cells>.+?)(?:\s+(?P=letter))? *"
)
"""A row after its letter or number."""
_IN_PROGRAM = re.compile(r"^(?:[\w<>\[\]$ ]{1,40}:?\+?=)?[\s,(\[]*(?=[\"'`])")
"""What stands before a row as a string of a program."""
REMARKS = (
    re.compile(r"(?P<cells>.*[|!¦+*\u2500-\u257f])\s{2,}(?P<remark>[^\s|!¦\u2500-\u257f]+.*)"),
    re.compile(
        rf"(?P<cells>[{SYMBOLS}\s|!¦+=:'\u2500-\u257f]*?)\s+(?P<remark>(?:[\[(#]|[^\W\d_]{{2}}).*)"
    ),
)
"""A row or a rule, and what stands beside it."""
_QUOTED = re.compile(r"\s*[\"'`]{0,3}([^\"'`]*)[\"'`]{0,3}[\s),;+]*")
"""A row as a string of a program, perhaps one of a sum, or the last one of a call."""


class Row(NamedTuple):
    """A line that may hold a row; one of dashes alone is a row only if one is missing."""

    number: int
    cells: tuple[str, ...]
    text: str
    """The line, with blanks instead of commas."""
    is_sure: bool = True
    remark: str = ""
    """What stands beside the row."""
    label: int | None = None
    """Its number, if that or a letter stands before it."""

    @property
    def may_be_cells(self) -> bool:
        """Whether each cell is a number or stands for an open cell."""
        return self.is_sure or _are_cells(self.cells)


def row_of(number: int, text: str) -> Row | None:
    """Return the row or the rule that a line holds; None if it holds neither."""
    text = _IN_PROGRAM.sub("", text.rstrip("\\"))
    if (quoted := _QUOTED.fullmatch(text)) and quoted[1].strip():
        text = quoted[1] if quoted.end(1) < len(text.rstrip()) or text[:1] in "\"'`" else text
    cells = _cells(text)
    if cells is not None:
        is_fields = any(text.count(mark) > 2 for mark in ",;\t") or _NOTHING.search(text)
        return Row(number, cells, " ".join(cells) if is_fields else text)
    if RULE.fullmatch(text.strip()):
        return Row(number, tuple("".join(text.split()).strip("|+")), text, is_sure=False)
    return None


def labelled(number: int, text: str, above: Sequence[Row]) -> Row | None:
    """Return the row of a line that begins with its number or letter: A to I, r1 to r9, 1 to 9.

    A number alone is a label only below the numbers of the columns; otherwise a sign must follow.
    Where the columns are counted from 0, the rows are, too. Letters may stand on both sides.

    >>> [labelled(1, text, ()) is not None for text in ("A 1 . . 4", "1: 1 . . 4", "1 1 . . 4")]
    [True, True, False]
    """
    found = _LABEL.fullmatch(text)
    if found is None:
        return None
    sure = [row for row in above if row.is_sure]
    is_below_numbers = len(sure) == 1 and is_numbers(sure[0])
    first = not sure or is_below_numbers
    index = int(found["row"] or found["number"] or ord(found["letter"].upper()) - ord("A") + 1)
    start = 0 if is_below_numbers and sure[0].cells[0] == "0" else 1
    if index != start if first else sure[-1].label != index - 1:
        return None
    row = row_of(number, in_digits(found["cells"]))
    if row is None or not row.is_sure or (sure and len(row.cells) != len(sure[-1].cells)):
        return None
    if found["number"] and first and not is_below_numbers:
        sign = found["sign"].strip()
        is_fence = sign == "|" and set(found["cells"]) & set("| ")
        if sign in ("", ",", ";") or is_fence:  # then the number may be a cell
            return None
    return row._replace(label=index)


def is_numbers(row: Row) -> bool:
    """Whether a row may be the numbers of the columns: 1, 2, 3 and so on, or 0, 1, 2."""
    return is_counted(row.cells)


def is_counted(cells: Sequence[str]) -> bool:
    """Whether cells are numbers that go up by one, from 0 or 1."""
    start = 0 if cells and cells[0] == "0" else 1
    return all(cell == str(number) for number, cell in enumerate(cells, start))


def _cells(text: str) -> tuple[str, ...] | None:
    """Return the cells of a row, one symbol or number each; None if a line is not a row."""
    for mark in (",", ";", "\t"):
        if text.count(mark) > 2:
            fields = [field.strip().strip("\"'") for field in text.split(mark)]
            if not fields[0] and is_counted(fields[1:]):
                del fields[0]  # the corner of a table with the numbers of its columns
            if len(fields) == 11 and mark == "\t" and not (fields[3] or fields[7]):
                del fields[7], fields[3]  # narrow columns of a spreadsheet, between the boxes
            elif not fields[-1] and not has_boxes(len(fields)):
                fields.pop()
            is_row = _are_cells(fields) or (has_boxes(len(fields)) and _are_marks(fields))
            return tuple(f or "." for f in fields) if is_row else None
    bare = _FENCES.sub(" ", text).strip()
    if _NOTHING.search(text):  # open cells may be nothing between two fences
        fields = [
            field.strip()
            for field in _FENCE_SIGN.sub("|", text)
            .strip()
            .removeprefix("|")
            .removesuffix("|")
            .split("|")
        ]
        if len(fields) > 3 and has_boxes(len(fields)) and _are_cells(fields):
            return tuple(field or "." for field in fields)
    words = bare.split()
    if not words or is_rule(bare):
        return None
    if len(words) > 3 and has_boxes(len(words)) and (_are_cells(words) or _are_marks(words)):
        return tuple(words)
    packed = "".join(words)
    is_row = len(packed) > 3 and has_boxes(len(packed)) and _are_cells(packed)
    return tuple(packed) if is_row else None


def is_rule(text: str) -> bool:
    """Whether a text draws a line: with dashes, a dot is a corner and no open cell.

    >>> [is_rule(text) for text in (".---.---.", "+===+", "..-5..-..", ".........")]
    [True, True, False, False]
    """
    return bool(RULE.fullmatch(text)) and ("-" in text or "." not in text)


def _are_marks(words: Sequence[str]) -> bool:
    """Whether each word lists candidates of a board with this many columns."""
    symbols = "123456789"[: len(words)]
    return all(len(set(word)) == len(word) and not set(word) - set(symbols) for word in words)


def _are_cells(fields: Sequence[str]) -> bool:
    """Whether each field is a number, a symbol for an open cell, or nothing."""
    return all(not f or (f.isdecimal() and len(f) < 3) or f in USUAL + OPEN for f in fields)


def two_blanks(cells: Iterable[str]) -> str | None:
    """Say which symbols stand for open cells, if they are not all written alike."""
    found = set(cells)
    extra, usual = found & set(OPEN), found & set(USUAL)
    if len(extra) > 1 or (extra and usual):
        both = " and ".join(repr(symbol) for symbol in sorted(extra | usual))
        return f"both {both} stand for open cells; use one symbol for all of them"
    return None
