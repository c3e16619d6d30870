"""The links of puzz.link and its kin (pzv.jp): sudoku on boards with square boxes, and 6x6.

`puzz.link/p?sudoku/9/9/…` has the columns, the rows, and then the clues in base 16, from - on with
two digits; a letter from g on stands for one and more open cells. After the source of pzprjs, where
boxes are as wide as the root of the columns, but 3 cells for 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from csp_sudoku import boards
from csp_sudoku.boards import Board
from csp_sudoku.formats import links
from csp_sudoku.formats.alphabets import NUMBERS, Alphabet
from csp_sudoku.formats.format import Format, Passage, no_marks
from csp_sudoku.formats.links import Payload
from csp_sudoku.puzzle import Puzzle

_BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}
_FORM = re.compile(
    r"(?P<kind>\w+?)(?:_edit|_play)?(?:/v:\w*)?/(?P<columns>\d+)/(?P<rows>\d+)/(?P<code>[^/]*)/?"
)
_TOKEN = re.compile(r"(?P<clue>[0-9a-f]|-[0-9a-f]{2})|(?P<run>[g-z])|(?P<any>\.)", re.ASCII)
_FIRST_RUN = ord("g")
_LONGEST_RUN = 20


class PuzzlinkFormat(Format):
    """One link per line."""

    name = "puzzlink"
    summary = "a link of puzz.link or pzv.jp with a sudoku of 4x4, 6x6, 9x9, 16x16 or 25x25"
    answers_in = "line"

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a link."""
        given = links.payload(passage)
        if given.site != "puzzlink":
            raise passage.mismatch("expected a link of puzz.link")
        found = _FORM.fullmatch(given.text)
        if found is None:
            raise given.mismatch("the link is not complete", fix="copy the whole link")
        if found["kind"] != "sudoku":
            raise given.mismatch(
                f"this is a puzzle of the kind {found['kind']!r}",
                fix="of the kinds of puzz.link, only sudoku is read",
            )
        columns, rows = found["columns"][:9], found["rows"][:9]
        size = int(columns)
        if rows != columns or size not in _BOXES:
            raise given.mismatch(
                f"a board of {columns} columns and {rows} rows is not read",
                fix=f"use one with {', '.join(map(str, _BOXES))} of both",
            )
        values = list(_values(given, found["code"], found.start("code"), size))
        return Puzzle.of(board or boards.sudoku(*_BOXES[size]), values, None, ())

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return a link."""
        size = puzzle.board.size
        return f"{links.PUZZLINK}sudoku/{size}/{size}/{_code(puzzle)}"

    def usual_alphabet(self, size: int) -> Alphabet:
        """Return the numbers."""
        return NUMBERS

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse boards that puzz.link would draw with other boxes, and pencil marks."""
        boxes = _BOXES.get(puzzle.board.size)
        if boxes is None or puzzle.board != boards.sudoku(*boxes):
            return f"its board, {puzzle.board.name}, is not one of puzz.link"
        return no_marks(puzzle)


def _values(given: Payload, code: str, start: int, size: int) -> Iterator[int]:
    """Yield the value of each cell, 0 for an open one."""
    at = count = 0
    while at < len(code):
        token = _TOKEN.match(code, at)
        if token is None or token["any"]:
            problem = f"{code[at]!r} does not stand for a digit or for open cells"
            raise given.mismatch(problem, fix="copy the whole link", at=start + at)
        run = ord(token["run"]) - _FIRST_RUN + 1 if token["run"] else 0
        value = 0 if run else int(token["clue"].lstrip("-"), 16)
        count += run or 1
        if value > size or (not run and not value):
            problem = f"a cell of this board cannot be {value}"
            raise given.mismatch(problem, at=start + at)
        if count > size * size:
            break
        yield from [0] * run or [value]
        at = token.end()
    if count != size * size:
        many = "more cells than" if count > size * size else f"{count} cells instead of"
        raise given.mismatch(f"the link has {many} {size * size}", fix="copy the whole link")


def _code(puzzle: Puzzle) -> str:
    parts, run = [], 0
    for value in (*puzzle.values, None):
        if run and (value or value is None or run == _LONGEST_RUN):
            parts.append(chr(_FIRST_RUN + run - 1))
            run = 0
        if value:
            parts.append(f"{value:x}" if value < 16 else f"-{value:x}")
        else:
            run += 1
    return "".join(parts)
