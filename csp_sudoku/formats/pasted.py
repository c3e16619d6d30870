"""Puzzles as people paste them: quoted, fenced, in lists and tables, with names and remarks.

A text from a forum, a data set or a program is cut into passages: a line with a word of 16, 36, 64
or 81 cells, rows that make a board together, a list in brackets, a link, an object, or a row of a
table with a header. What stands beside a puzzle is kept as its headers. Prose is skipped; what
looks like cells and makes no board is an error. This format is only read, and only where no other
fits. `tests/data/collected.txt` has texts as people wrote them.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from csp_sudoku.boards import Board
from csp_sudoku.errors import PuzzleFormatError
from csp_sudoku.formats.alphabets import DIGITS, NUMBERS, Alphabet
from csp_sudoku.formats.format import FORMATS, NO_HEADERS, Format, Line, Mismatch, Passage
from csp_sudoku.formats.lists import is_open_list, is_unfinished, row_of_list, rows_of_list
from csp_sudoku.formats.markup import unmarked
from csp_sudoku.formats.objects import Held, held, is_json
from csp_sudoku.formats.scripts import in_ascii, in_digits
from csp_sudoku.formats.shape import has_boxes
from csp_sudoku.formats.text_rows import (
    AS_DOTS,
    LABELS,
    OPEN,
    REMARKS,
    RULE,
    SYMBOLS,
    USUAL,
    Row,
    is_numbers,
    is_rule,
    labelled,
    row_of,
    two_blanks,
)
from csp_sudoku.formats.wrappings import unwrapped
from csp_sudoku.puzzle import Puzzle

NAMED = ("puzzle", "quizzes", "quiz", "sudoku", "question", "clues", "givens", "problem", "grid")
"""What the column of a table with the puzzles is called, the likeliest first."""

_LENGTHS = {16: "1234", 36: "123456", 64: "12345678", 81: "123456789"}
_WORD = re.compile(rf"(?<![\w{SYMBOLS}])[{SYMBOLS}]{{16,}}(?![\w{SYMBOLS}])")
_NEARLY = re.compile(r"[0-9.*_]{50,}")
_QUOTE = re.compile(r"^\s*(?:>\s?)+")
_TAG = re.compile(
    r"\[/?(?:b|code|color|font|hidden?|i|img|list|pre|quote|size|spoiler|tt|u|url|\*)(?:=[^\]]*)?\]"
    r"|</?(?:b|code|div|i|p|pre|row|span|table|tbody|td|th|tr|tt)\b[^<>]*>|&nbsp;",
    re.IGNORECASE,
)
_ELEMENT = re.compile(r"<[^<>]*>")
_AROUND = re.compile(r"<[^<>]*>|^\s*(?://+|;)|[,;\\]\s*$")
"""What stands around a row: elements, the sign of a comment, the end of a statement."""
_CELLS = 81
_NAMED_CELL = re.compile(
    r"\s*(?:[rR]\d{1,2}[cC]\d{1,2})\s*[=:]|\s*[A-I][1-9]\s*[=:]\s*[1-9]\b"
    r"|\s*\w+\(\s*\d{1,2}\s*,\s*\d{1,2}\s*,\s*\d{1,2}\s*\)\s*\.?"
    r"|.{0,80}<cell\b[^<>]*\b(?:x|col|column)="
)
"""A clue on its own, as in `r1c2 = 5`, `clue(1, 2, 5).` or `<cell x="2" y="1">`."""
_ASSIGNED = re.compile(r"^\s*(?:(?:const|let|var)\s+)?[\w.$]+\s*[=:]\s*(?=\{\s*\")")
"""What stands before an object in a program."""
_CLOSING = re.compile(r"[\s\"'`)\]};,]+")
"""The end of a list, of a string or of a call on a line of its own."""
_HEADER_RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|){3,}(?:\s*:?-+:?)?\s*")
"""What stands below the header of a table in Markdown."""
_PARTED = re.compile(r"\s*[/|,;]\s*|\\n")
"""What stands between rows in one line."""
_LABEL = re.compile(r"^[A-Za-z][\w ]{0,20}[:=]")
"""What may stand before them, as `puzzle:` or `rows =`."""
_FENCE = re.compile(r"^\s*(?:```+|~~~+)\s*\w*\s*$")
_LINK = re.compile(r"https?://[^\s<>\"')\]]+")
_CARRIES = re.compile(
    r"[?&](?:bd|load|q|s)=|[0-9.]{81}|sudokupad|/sc[lf]|\bsudoku(?:_\w+)?/\d+/\d+/|[&?#]m=\w+&p="
)
"""What a link has that carries a puzzle."""
_ASIDE = " \t,;:=|\"'`()[]<>*-#%/▶"
"""What is stripped from names and comments."""
_PROSE = re.compile(r"[^\W\d_]{2}")
_SENTENCE = re.compile(r"(?:[^\W\d_]{2,}[,;:]? ){3}[^\W\d_]{2}")
_RATING = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}(?![\d.])")
_LONGEST = 10_000
"""Characters of a line; objects in braces may be longer."""
_LONGEST_LIST = 1 << 16
_FORMAT_OF = {"cells": "line", "rows": "grid", "marks": "pencilmarks"}
_MARKS = ("\t", ",", ";", "|")
"""What separates the columns of tables."""


class Found(Passage):
    """A passage with what it is (`shape`) and what stood beside the puzzle (`about`)."""

    shape: str
    about: Mapping[str, str]


class PastedFormat(Format):
    """Any text with puzzles in it; `column` names the one of a table that holds them."""

    name = "pasted"
    summary = "texts with puzzles in them: quotes, fences, lists, tables, links, names (only read)"
    is_block = True
    answers_in = "line"

    def __init__(self, column: str | None = None) -> None:
        self.column = column

    def passages(
        self, lines: Iterable[Line], source: str, board: Board | None
    ) -> Iterator[Passage]:
        """Cut a text into the passages that hold a puzzle each."""
        return _Cutting(source, self.column).passages(lines)

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a passage."""
        shape = passage.shape if isinstance(passage, Found) else "cells"
        if shape == "bad":
            raise passage.mismatch(passage.text, nearness=0.5)
        if shape == "link":
            return FORMATS["link"].read(passage, board, None)
        if shape == "json":
            return FORMATS["json"].read(passage, board, None)
        format = FORMATS[_FORMAT_OF[shape]]
        numbers = NUMBERS if re.search("[0-9]{2}", passage.text) and shape == "rows" else DIGITS
        try:
            return format.read(passage, board, numbers)
        except Mismatch as error:
            error.place = passage.place()  # columns are not those of the text
            raise

    def headers(self, passage: Passage) -> Mapping[str, str]:
        """Return what stood beside the puzzle: its name, rating and comment, or other columns."""
        about = dict(passage.about) if isinstance(passage, Found) else {}
        if isinstance(passage, Found) and passage.shape == "link":
            about |= FORMATS["link"].headers(passage)
        return about or NO_HEADERS

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Raise: there is no one way to paste."""
        raise PuzzleFormatError("pasted texts are only read", fix="use another format")

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse every puzzle."""
        return "it is only read"


def has_marks(text: str) -> bool:
    """Whether a line shows that it was quoted, fenced or tagged, or is the header of a table.

    >>> has_marks("[code]"), has_marks("> 53..7...."), has_marks("53..7....")
    (True, True, False)
    """
    if len(text) > _LONGEST:
        return False
    if any(form.match(text) for form in (_QUOTE, _FENCE, _NAMED_CELL)) or _TAG.search(text):
        return True
    return any(_chosen(_fields(text, mark), None) is not None for mark in _MARKS if mark in text)


def has_prose(text: str) -> bool:
    """Whether a line has words in it."""
    return _PROSE.search(text) is not None


def has_sentence(text: str) -> bool:
    """Whether four words follow one another: no damaged record looks like that.

    >>> [has_sentence(text) for text in ("list it, step by step", "bad", "a b c d")]
    [True, False, False]
    """
    return _SENTENCE.search(text) is not None


# Cutting


class _Cutting:
    """A text that is being cut."""

    def __init__(self, source: str, column: str | None) -> None:
        self.source = source
        self.column = column
        self.title: list[str] = []
        self.rows: list[Row] = []
        self.table: tuple[str, list[str]] | None = None
        self.list: list[str] = []
        self.list_start = 0
        self.doubtful: Passage | None = None
        """The first thing that is wrong only if there is no puzzle: brackets, single cells."""

    def passages(self, lines: Iterable[Line]) -> Iterator[Passage]:
        """Yield what holds a puzzle, and what looks like one and holds none."""
        is_empty = True
        for line in unmarked(lines):
            for passage in self.taken(line.number, line.text):
                is_empty = False
                yield passage
        if self.list:
            is_empty = False
            yield self.bad(self.list_start, "a list begins here and does not end")
        for passage in self.closed():
            is_empty = False
            yield passage
        if is_empty and self.doubtful is not None:
            yield self.doubtful

    def taken(self, number: int, raw: str) -> Iterator[Passage]:
        """Take one more line."""
        if len(raw) > _LONGEST and not raw.lstrip().startswith("{"):
            yield from self.closed()
            yield self.bad(number, f"the line has more than {_LONGEST:,} characters")
            return
        if _FENCE.match(raw):
            return
        text = _TAG.sub(_kept, _QUOTE.sub("", raw))
        text = in_digits(unwrapped(in_ascii(text))).rstrip("\r\n ")
        if self.list:
            yield from self.continued(text)
            return
        if not text.strip():
            self.table = None
            yield from self.settled()
            return
        if self.table is not None or (len(text) <= _LONGEST and self.begins_table(text)):
            yield from self.from_table(number, text)
            return
        if self.column is not None:
            likely = max((_fields(text[:_LONGEST], mark) for mark in _MARKS), key=len)
            has = ", ".join(likely)[:100]
            yield self.bad(number, f"the table has no column {self.column!r}; its header is {has}")
            return
        if _NAMED_CELL.match(raw):
            problem = f"this names single cells: {text.strip()[:30]!r}; a puzzle has them in rows"
            self.doubtful = self.doubtful or self.bad(number, problem)
            return
        if (cells := row_of_list(text)) is not None:
            self.rows.append(Row(number, tuple(cells), " ".join(cells)))
            yield from self.complete()
            return
        text = _ASSIGNED.sub("", text).removesuffix(";" if text.endswith("};") else "")
        if is_open_list(text) or (text.lstrip().startswith("{") and is_unfinished(text)):
            yield from self.closed()
            self.list_start = number
            yield from self.continued(text)
            return
        if text.lstrip().startswith("{") and (objects := held(text)):
            yield from self.closed()
            yield from self.objects(number, objects)
            return
        found = self.whole(number, text)
        if found is not None:
            yield from self.closed()
            yield found
            return
        if LABELS.fullmatch(text) or _CLOSING.fullmatch(text):
            return
        if _HEADER_RULE.fullmatch(text) and len(self.rows) == 1 and _is_header(self.rows[0]):
            self.rows = []
            return
        if row := labelled(number, text, self.rows):
            self.rows = [one for one in self.rows if not is_numbers(one) or one.label is not None]
        row = row or row_of(number, text) or row_of(number, _AROUND.sub(" ", text))
        row = row or self.row_with_remark(number, text)
        if row is None:
            yield from self.closed()
            yield from self.other(number, text)
            return
        if len(row.cells) == _CELLS:
            yield from self.closed()
            yield self.found("cells", number, ("".join(row.cells).translate(AS_DOTS),))
            return
        self.rows.append(row)
        yield from self.complete()

    def row_with_remark(self, number: int, text: str) -> Row | None:
        """Return the row or rule that a line begins with, if words stand beside it."""
        width = next((len(row.cells) for row in self.rows if row.is_sure), 9)
        for form in REMARKS:
            match = form.fullmatch(text)
            row = row_of(number, match["cells"]) if match else None
            if match and row and (len(row.cells) == width or not row.is_sure):
                return row._replace(remark=match["remark"].strip())
        return None

    def other(self, number: int, text: str) -> Iterator[Passage]:
        """Take a line without cells: prose, or something that should have been a puzzle."""
        if nearly := _NEARLY.search(text):
            length = len(nearly[0])
            if _is_board(nearly[0]):  # words stand around it without a space
                about = _about(text[: nearly.start()], text[nearly.end() :])
                yield self.found("cells", number, (nearly[0],), about)
                return
            yield self.bad(number, f"a word of {length} symbols; a 9x9 puzzle has 81")
        elif text.lstrip().startswith("{") or not has_prose(text):
            yield self.bad(
                number, f"this line is neither a puzzle nor words: {text.strip()[:40]!r}"
            )
        else:
            if self.doubtful is None and (link := _LINK.search(text)):
                self.doubtful = self.bad(number, f"no puzzle is inside this link: {link[0][:60]}")
            elif self.doubtful is None and has_sentence(text):
                problem = f"no puzzle is among these words: {text.strip()[:40]!r}"
                self.doubtful = self.bad(number, problem)
            self.title = [_ELEMENT.sub(" ", text).strip(" #*:-\t")]

    def whole(self, number: int, text: str) -> Passage | None:
        """Return the puzzle that a line holds alone; None if there is none."""
        bare = text.strip()
        is_object = bare.startswith("{") and bare.endswith("}")
        if is_object and (is_json(bare) or not _WORD.search(bare)):
            return self.found("json", number, (bare,))
        for link in _LINK.finditer(text):
            if _CARRIES.search(link[0]):
                self.title += [before] if (before := text[: link.start()].strip(_ASIDE)) else []
                return self.found("link", number, (link[0],))
        if rows := _rows_in_line(bare):
            return self.found("cells", number, (rows.translate(AS_DOTS),))
        words = [w for w in _WORD.finditer(text) if _is_board(w[0]) and not is_rule(w[0])]
        opened = [word for word in words if set(word[0]) & set(USUAL + OPEN)]
        if len(opened or words) != 1:
            if not words:
                return None
            return self.bad(number, f"this line has {len(words)} puzzles; give each its own line")
        (word,) = opened or words
        about = _about(text[: word.start()], text[word.end() :])
        if solved := next((w[0] for w in words if w is not word), None):
            about["solution"] = solved
            about.pop("comment", None)
        if problem := two_blanks(word[0]):
            return self.bad(number, problem)
        return self.found("cells", number, (word[0].translate(AS_DOTS),), about)

    def complete(self) -> Iterator[Passage]:
        """Yield the rows if they make a board by now."""
        width = len(next((row.cells for row in self.rows if row.is_sure), ()))
        sure = [row for row in self.rows if row.is_sure]
        maybe = [row for row in self.rows if len(row.cells) == width and row.may_be_cells]
        if sure and is_numbers(sure[0]) and sure[0].label is None:
            if len(sure) == width:
                return  # if one more row follows, these are the numbers of the columns
            sure, maybe = sure[1:], []
        if width and has_boxes(width):
            chosen = sure if len(sure) == width else maybe if len(maybe) == width else None
            if chosen is not None and all(len(row.cells) == width for row in chosen):
                yield self.drawn(chosen)

    def drawn(self, rows: list[Row]) -> Passage:
        """Return rows as a passage, with the rules between them."""
        start, end = rows[0].number, rows[-1].number
        cells = [cell for row in rows for cell in row.cells]
        if problem := two_blanks(cells):
            self.rows = []
            return self.bad(start, problem)
        lines: list[str] = []
        for row in self.rows:
            if start <= row.number <= end:
                lines += [""] * (row.number - start - len(lines))
                lines.append(row.text.translate(AS_DOTS) if row in rows else row.text)
        self.rows = []
        remarks = "; ".join(row.remark for row in rows if row.remark)
        return self.found(
            _shape(cells, len(rows)),
            start,
            tuple(lines),
            {"comment": remarks} if remarks else NO_HEADERS,
        )

    def settled(self) -> Iterator[Passage]:
        """Yield rows that make a board, and waited for one more."""
        sure = [row for row in self.rows if row.is_sure]
        if sure and is_numbers(sure[0]) and len(sure) == len(sure[0].cells):
            yield self.drawn(sure)

    def closed(self) -> Iterator[Passage]:
        """Yield the rows that make no board, with what is missing."""
        yield from self.settled()
        sure, self.rows = [row for row in self.rows if row.is_sure], []
        if all(row.remark for row in sure):  # these are sentences that begin with a number
            return
        width, count = len(sure[0].cells), len(sure)
        odd = next((row for row in sure if len(row.cells) != width), None)
        if odd is not None:
            problem = f"this row has {len(odd.cells)} cells, and the one above it {width}"
            yield self.bad(odd.number, problem)
        elif count < width:
            first = f"{count + 1} to {width}" if count + 1 < width else f"{width}"
            problem = f"{count} of {width} rows of {width} cells: row{'s' * (count + 1 < width)}"
            yield self.bad(sure[0].number, f"{problem} {first} missing")
        else:
            yield self.bad(sure[0].number, f"{count} rows of {width} cells make no board")

    # Lists

    def continued(self, text: str) -> Iterator[Passage]:
        """Take a line of a list; yield its puzzles when it ends."""
        self.list.append(text)
        whole = "\n".join(self.list)
        if len(whole) > _LONGEST_LIST:
            self.list = []
            yield self.bad(self.list_start, "a list begins here and does not end")
            return
        boards = rows_of_list(whole)
        if boards is None:
            return
        self.list = []
        if objects := held(whole):
            yield from self.objects(self.list_start, objects)
            return
        if whole.lstrip().startswith("{") and is_json(whole):
            yield self.found("json", self.list_start, (" ".join(whole.split("\n")),))
            return
        name = re.match(r"\s*(?:(?:const|let|var|int|char)\s+)*([A-Za-z_]\w*)", whole)
        if name and not self.title:
            self.title = [name[1]]
        if not boards and (found := self.whole(self.list_start, " ".join(whole.split("\n")))):
            yield found
            return
        if not boards:
            bad = self.bad(self.list_start, "a list whose rows make no board")
            if sum(symbol.isdecimal() for symbol in whole) >= 4:
                yield bad
            self.doubtful = self.doubtful or bad
        for rows in boards:
            shape = _shape([cell for row in rows for cell in row], len(rows))
            yield self.found(shape, self.list_start, tuple(" ".join(row) for row in rows))

    def objects(self, number: int, objects: Iterable[Held]) -> Iterator[Passage]:
        """Yield the puzzles of an object of another program."""
        for cells, about, more in objects:
            if more:
                yield self.bad(number, f"the object has {more!r} besides its puzzle; leave it out")
            elif problem := two_blanks(cells):
                yield self.bad(number, problem)
            else:
                width = round(len(cells) ** 0.5)
                rows = range(0, len(cells), width)
                lines = tuple(" ".join(cells[at : at + width]).translate(AS_DOTS) for at in rows)
                yield self.found("rows", number, lines, about)

    # Tables

    def begins_table(self, text: str) -> bool:
        """Whether a line is the header of a table with puzzles."""
        for mark in _MARKS:
            names = _fields(text, mark)
            if (mark in text or names == [self.column]) and _chosen(names, self.column) is not None:
                self.table = (mark, names)
                return True
        return False

    def from_table(self, number: int, text: str) -> Iterator[Passage]:
        """Take a row of a table, or its header."""
        if self.table is None:
            return
        mark, names = self.table
        fields = _fields(text, mark)
        if fields == names or (mark == "|" and RULE.fullmatch(text.strip())):
            return
        at = _chosen(names, self.column)
        assert at is not None, "the header was looked at"
        if len(fields) != len(names):
            problem = f"this row has {len(fields)} fields, and the header of the table {len(names)}"
            yield self.bad(number, problem)
            return
        cells = re.sub(r"[\s,;]", "", fields[at])
        about = {n: v for i, (n, v) in enumerate(zip(names, fields, strict=True)) if i != at and v}
        if not _is_board(cells):
            yield self.bad(number, f"the column {names[at]!r} has {cells[:40]!r}, not a puzzle")
            return
        yield self.found("cells", number, (cells.translate(AS_DOTS),), about)

    # Passages

    def found(
        self, shape: str, start: int, lines: tuple[str, ...], about: Mapping[str, str] = NO_HEADERS
    ) -> Found:
        passage = Found(self.source, start, lines)
        name = {"name": self.title[-1]} if self.title and "name" not in about else {}
        passage.shape, passage.about = shape, {**name, **about}
        self.title = []
        return passage

    def bad(self, number: int, problem: str) -> Found:
        return self.found("bad", number, (problem,))


def _is_board(word: str) -> bool:
    """Whether a word has as many symbols as a board, and only those of its values."""
    values = _LENGTHS.get(len(word))
    return values is not None and not set(word) - set(values + USUAL + OPEN)


def _shape(cells: Sequence[str], size: int) -> str:
    """Return whether the cells of a board are values ("rows") or list candidates ("marks")."""
    is_marks = any(len(cell) > 2 or (cell.isdecimal() and int(cell) > size) for cell in cells)
    return "marks" if is_marks else "rows"


def _kept(tag: re.Match[str]) -> str:
    """Return what is left of a tag: nothing, or the puzzle that it carries."""
    word = _WORD.search(tag[0])
    return f" {word[0]} " if word and _is_board(word[0]) else " "


def _rows_in_line(text: str) -> str:
    r"""Return the cells of rows that stand in one line, as in 53..7..../6..195.../ and so on.

    >>> _rows_in_line("12.4/...1/2.../..2."), _rows_in_line(r"12.4\n...1\n2...\n..2.")
    ('12.4...12.....2.', '12.4...12.....2.')
    >>> _rows_in_line("rows = '12.4, ...1, 2..., ..2.'")
    '12.4...12.....2.'
    """
    rows = _PARTED.split(_LABEL.sub("", text, count=1).strip(" \"'|/,;"))
    is_square = len(rows) > 3 and all(len(row) == len(rows) for row in rows)
    return "".join(rows) if is_square and _is_board("".join(rows)) else ""


def _is_header(row: Row) -> bool:
    """Whether a row above a rule of Markdown is the header: numbers of columns, or nothing."""
    return is_numbers(row) or set(row.cells) == {"."}


def _about(before: str, after: str) -> dict[str, str]:
    """Return the name before a puzzle, and the rating and comment after it."""
    if before.lstrip().startswith("<"):  # an element of XML, with more of them behind it
        return {}
    name, comment = before.strip(_ASIDE), after.strip(" \t,;:|\"'`)]>#")
    rating = _RATING.search(comment)
    found = {"name": name, "rating": rating[0] if rating else "", "comment": comment}
    return {key: value for key, value in found.items() if value}


def _chosen(names: Sequence[str], column: str | None) -> int | None:
    """Return which column of a table holds the puzzles."""
    if column is not None:
        return names.index(column) if column in names else None
    lower = [name.lower() for name in names]
    likely = (at for known in NAMED for at, n in enumerate(lower) if n in (known, f"{known}s"))
    return next(likely, None)


def _fields(text: str, mark: str) -> list[str]:
    """Return the fields of a row of a table."""
    if mark == "|":
        return [field.strip() for field in text.strip().strip("|").split("|")]
    return [
        field.strip() for field in next(csv.reader([text], delimiter=mark, skipinitialspace=True))
    ]
