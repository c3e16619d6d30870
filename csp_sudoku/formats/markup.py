"""Tables in HTML, MediaWiki and LaTeX, as rows of fields between tabs; other lines as they are.

The lines of a table are kept until it ends, so that a tag in prose takes no line away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape

from csp_sudoku.formats.format import Line

_LINE_END = re.compile(r"<br\s*/?>|</(?:div|li|p|row)>", re.IGNORECASE)
_TOKEN = re.compile(r"<(/?)(table|tr|td|th)\b[^<>]*>", re.IGNORECASE)
_INPUT = re.compile(r"<input\b[^<>]*?\bvalue\s*=\s*[\"']?([^\s\"'<>]*)[^<>]*>", re.IGNORECASE)
_ANY_TAG = re.compile(r"<[^<>]*>")
_STYLE = re.compile(r"^[^|\[\]{}]*=[^|]*\|(?!\|)")
"""What stands before the text of a cell in MediaWiki: `style="..." |`."""
_ENVIRONMENT = re.compile(
    r"\s*(?:\$\$|\\\[)?\s*\\begin\{(?:sudoku-?block|sudoku|tabular|array|[bp]?matrix)\}"
)
_SPELLED = re.compile(r"\\(?:cdot|quad|text\w*|mathbf)\b|[{}$~]")
"""What is written in and around the cells of a table in LaTeX."""
_LONGEST = 10_000
"""Characters of a line that may hold a table."""
_MOST_LINES = 5_000
"""Lines of a table: one with more of them is read line by line."""
_IDLE = 8
"""After this many lines without anything of a table, there was none."""
_MOST = 2_000
"""Fields of a row; a text with more of them does not hold a board."""


def unmarked(lines: Iterable[Line]) -> Iterator[Line]:
    r"""Yield the lines of a text, with each row of a table as one line of fields between tabs.

    >>> html = "<table><tr><td>5</td><td></td></tr>", "<tr><td>3<td>&nbsp;</table>"
    >>> [line.text for line in unmarked(map(Line, (1, 2), html))]
    ['5\t', '3\t']
    >>> wiki = '{| class="wikitable"', "| 5 || ", "|-", "| 3 || 4", "|}"
    >>> [line.text for line in unmarked(map(Line, range(5), wiki))]
    ['5\t', '3\t4']
    """
    kinds = _Html, _Wiki, _Latex
    inside: _Html | _Wiki | _Latex | None = None
    kept: list[Line] = []
    found: list[Line] = []
    for line in lines:
        if inside is None and len(line.text) <= _LONGEST:
            inside = next((kind() for kind in kinds if kind.begins(line.text)), None)
            kept, found = [], []
        if inside is None:
            yield from _parted(line)
            continue
        kept.append(line)
        found += inside.rows(line)
        if not inside.is_open:
            yield from found
            inside = None
        elif inside.idle > _IDLE or len(kept) > _MOST_LINES:
            yield from kept  # a tag in prose
            inside = None
    if inside is not None:
        found += inside.left()
        yield from found if any(one.text.count("\t") > 2 for one in found) else kept


def _parted(line: Line) -> Iterator[Line]:
    """Yield the lines that elements of HTML make of one."""
    if len(line.text) > _LONGEST or "<" not in line.text:
        yield line
        return
    first, *more = _LINE_END.split(line.text)
    yield Line(line.number, first)
    yield from (Line(line.number, text) for text in more if text.strip())


class _Rows:
    """The row of a table that is being read."""

    def __init__(self) -> None:
        self.fields: list[str] = []
        self.number = 0
        self.is_open = False
        self.idle = 0
        """How many lines in a row had nothing of a table."""

    def add(self, number: int, text: str) -> None:
        """Begin a field."""
        if not self.fields:
            self.number = number
        if len(self.fields) < _MOST:
            self.fields.append(text)

    def left(self) -> Iterator[Line]:
        """Yield the row, if it has begun."""
        fields, self.fields = self.fields, []
        if fields:
            yield Line(self.number, "\t".join(" ".join(field.split()) for field in fields))


class _Html(_Rows):
    @staticmethod
    def begins(text: str) -> bool:
        """Whether a table, or a part of one, begins in a line."""
        token = _TOKEN.search(text) if "<" in text else None
        return token is not None and not token[1]

    def rows(self, line: Line) -> Iterator[Line]:
        """Yield the rows that end in a line."""
        self.is_open = True
        self.idle = 0 if _TOKEN.search(line.text) else self.idle + 1
        at = 0
        for token in _TOKEN.finditer(line.text):
            self.text(line.text[at : token.start()])
            at = token.end()
            name = token[2].lower()
            if name in ("td", "th"):
                if not token[1]:
                    self.add(line.number, "")
            else:
                yield from self.left()
                self.is_open = not (token[1] and name == "table")
        self.text(line.text[at:])

    def text(self, text: str) -> None:
        """Add to the last field; what stands between the fields is left out."""
        if self.fields and text:
            text = _ANY_TAG.sub(" ", _INPUT.sub(r" \1 ", text))
            self.fields[-1] = f"{self.fields[-1]} {unescape(text)}".strip()[:_LONGEST]


class _Wiki(_Rows):
    @staticmethod
    def begins(text: str) -> bool:
        """Whether a table begins in a line."""
        return text.lstrip(" :").startswith("{|")

    def rows(self, line: Line) -> Iterator[Line]:
        """Yield the rows that end with a line."""
        text = line.text.strip(" :\t")
        self.is_open = not text.startswith("|}")
        self.idle = 0 if text.startswith(("|", "!", "{|")) else self.idle + 1
        if text.startswith(("|-", "|}", "{|")):
            yield from self.left()
        elif text.startswith(("|+", "{|")) or not text.startswith(("|", "!")):
            return
        else:
            for field in re.split(r"\|\||!!", text[1:]):
                bare = _STYLE.sub("", field).strip("' \t")
                self.add(line.number, unescape(_ANY_TAG.sub(" ", bare)))


class _Latex(_Rows):
    r"""Rows as `|5|3| | |7| | | | |.` (package `sudoku`), or `5 & 3 & & \\` (tables, arrays)."""

    @staticmethod
    def begins(text: str) -> bool:
        """Whether a board begins in a line."""
        return _ENVIRONMENT.match(text) is not None

    def rows(self, line: Line) -> Iterator[Line]:
        """Yield the row of a line."""
        text = line.text.strip()
        self.is_open = not text.startswith("\\end")
        self.idle = 0 if text.startswith(("|", "\\")) or "&" in text else self.idle + 1
        if text.startswith("|"):
            yield Line(line.number, "\t".join(text.rstrip(".").strip("|").split("|")))
        elif text.count("&") > 2:
            fields = re.sub(r"\\\\.*$", "", text.removeprefix("\\hline")).split("&")
            yield Line(line.number, "\t".join(_SPELLED.sub("", field).strip() for field in fields))
