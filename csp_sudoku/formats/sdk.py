"""SDK: SudoCue's file of one 9 x 9 puzzle, with `#` headers and sometimes the player's state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from csp_sudoku import boards
from csp_sudoku.boards import Board
from csp_sudoku.errors import PuzzleFormatError
from csp_sudoku.formats.alphabets import DIGITS, Alphabet
from csp_sudoku.formats.cells import puzzle_of, symbols_of
from csp_sudoku.formats.format import Format, Line, Passage, is_nine, no_marks, only_nine
from csp_sudoku.formats.line import written
from csp_sudoku.formats.shape import counted
from csp_sudoku.puzzle import Puzzle

HEADERS: Mapping[str, str] = {
    "A": "author",
    "D": "description",
    "C": "comment",
    "B": "date published",
    "S": "source",
    "L": "level",
    "U": "address",
}
"""What the letter after `#` means."""

STATE = "State"
"""The name under which the digits of the section [State] stand among the headers."""

_PUZZLE = "Puzzle"
_LONGEST = 256


class _Parts(NamedTuple):
    """A passage taken apart: headers, and the numbers of the rows of each section."""

    headers: dict[str, str]
    sections: dict[str, list[int]]


class SdkFormat(Format):
    """Nine rows of nine digits, after headers such as #A for the author."""

    name = "sdk"
    summary = "SudoCue's 9x9 puzzle with headers (#A author, #D description, #C comment …)"
    suffixes = (".sdk",)
    is_block = True
    alphabets = ("digits",)

    def passages(
        self, lines: Iterable[Line], source: str, board: Board | None
    ) -> Iterator[Passage]:
        """Cut the text where something new begins after a blank line that follows rows."""
        run: list[Line] = []
        has_rows = after_blank = False
        for line in lines:
            bare = line.text.strip()
            is_new = bare and after_blank and has_rows and bare != f"[{STATE}]"
            if is_new or len(run) > _LONGEST:
                if has_rows:
                    yield _passage(run, source)
                run, has_rows = [], False
            if bare or run:
                run.append(line)
            has_rows = has_rows or (bool(bare) and bare[0] not in "#[")
            after_blank = not bare
        if has_rows:
            yield _passage(run, source)

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a file; its state is checked, too."""
        parts = _parts(passage)
        if not parts.headers and not parts.sections.keys() - {""}:
            raise passage.mismatch(
                f"there are no headers and no [{_PUZZLE}]", fix="read it as a grid"
            )
        rows = parts.sections.get(_PUZZLE) or parts.sections.get("")
        if rows is None:
            raise passage.mismatch(f"there is no section [{_PUZZLE}]", nearness=1.2)
        if STATE in parts.sections:
            _rows_read(passage, parts.sections[STATE], board)
        return _rows_read(passage, rows, board)

    def headers(self, passage: Passage) -> Mapping[str, str]:
        """Return the headers by their letter, and the state as a line of digits."""
        parts = _parts(passage)
        rows = parts.sections.get(STATE)
        state = (
            {STATE: "".join("".join(passage.lines[row].split()) for row in rows)} if rows else {}
        )
        return parts.headers | state

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return the headers, then the rows, then the state if there is one."""
        lines = [
            line for key, text in headers.items() if key != STATE for line in _header(key, text)
        ]
        rows = _cut(written(puzzle, alphabet, "."))
        if STATE in headers:
            return "\n".join([*lines, f"[{_PUZZLE}]", *rows, f"[{STATE}]", *_cut(headers[STATE])])
        return "\n".join([*lines, *([] if lines else [f"[{_PUZZLE}]"]), *rows])

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse other boards and pencil marks."""
        return only_nine(puzzle) or no_marks(puzzle)


def _passage(run: Sequence[Line], source: str) -> Passage:
    return Passage(source, run[0].number, tuple(line.text for line in run))


def _parts(passage: Passage) -> _Parts:
    """Take a passage apart; rows before any section have the section ''."""
    passage.require_text()
    parts = _Parts({}, {})
    section = ""
    for number, line in enumerate(passage.lines):
        bare = line.strip()
        if bare.startswith("#"):
            _add_header(parts.headers, bare)
        elif bare.startswith("["):
            section = _section(passage, number, bare)
        elif bare:
            parts.sections.setdefault(section, []).append(number)
    return parts


def _add_header(headers: dict[str, str], line: str) -> None:
    """Add a header, or a line to it if it is there. Other lines with # are comments."""
    key, text = line[1:2], line[2:]
    if key in HEADERS:
        headers[key] = f"{headers[key]}\n{text}" if key in headers else text


def _section(passage: Passage, number: int, line: str) -> str:
    name = line.strip("[]")
    if name not in (_PUZZLE, STATE):
        raise passage.mismatch(
            f"the section {line[:20]!r} is unknown",
            fix=f"use [{_PUZZLE}] or [{STATE}]",
            row=number,
            column=1,
            nearness=1.2,
        )
    return name


def _rows_read(passage: Passage, rows: Sequence[int], board: Board | None) -> Puzzle:
    """Return the puzzle of nine rows."""
    board = board or boards.sudoku(3, 3)
    tokens = [symbols_of(passage.lines[row], row) for row in rows]
    for number, row in zip(rows, tokens, strict=True):
        if len(row) != 9:
            raise passage.mismatch(
                f"the row has {counted(len(row), 'digit')}",
                fix="give each row 9",
                row=number,
                column=len(passage.lines[number].rstrip()),
                nearness=1.2,
            )
    if len(rows) != 9 or not is_nine(board):
        raise passage.mismatch(
            f"the puzzle has {counted(len(rows), 'row')}",
            fix="sdk has 9 x 9 boards",
            nearness=1.2,
        )
    return puzzle_of(passage, [token for row in tokens for token in row], board, DIGITS)


def _header(key: str, text: str) -> list[str]:
    if key not in HEADERS:
        raise PuzzleFormatError(f"sdk has no header {key!r}", fix=f"use {', '.join(HEADERS)}")
    return [f"#{key}{line}" for line in text.split("\n")]


def _cut(line: str) -> list[str]:
    return [line[at : at + 9] for at in range(0, len(line), 9)]
