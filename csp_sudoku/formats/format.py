"""What a format is: how it cuts a text into puzzles, reads one, writes one, and what it refuses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import ClassVar, NamedTuple

from csp_sudoku import boards
from csp_sudoku.boards import Board
from csp_sudoku.errors import PuzzleFormatError, shown
from csp_sudoku.formats import NAMES
from csp_sudoku.formats.alphabets import ALPHABETS, Alphabet, usual_alphabet
from csp_sudoku.place import Place
from csp_sudoku.puzzle import Puzzle

NO_HEADERS: Mapping[str, str] = {}


class Line(NamedTuple):
    """One line of a text, without its end, and its number from 1."""

    number: int
    text: str

    @property
    def is_content(self) -> bool:
        """Whether the line is more than blanks or a comment."""
        bare = self.text.strip()
        return bool(bare) and not bare.startswith("#")


class Mismatch(PuzzleFormatError):  # noqa: N818 - a finding of one format, among others
    """A text that a format cannot read; `nearness` (0 to 2) says how little is missing.

    From 1 on the layout fits and only symbols are wrong.
    """

    def __init__(
        self,
        problem: str,
        *,
        fix: str | None = None,
        place: Place | None = None,
        text: str | None = None,
        nearness: float = 0.0,
    ) -> None:
        super().__init__(problem, fix=fix, place=place, text=text)
        self.nearness = nearness


class Passage(NamedTuple):
    """The lines that one puzzle is written in."""

    source: str
    start: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The first line: all there is, in formats with one line per puzzle."""
        return self.lines[0]

    def place(self, row: int = 0, column: int | None = None) -> Place:
        """Return the place of a line of this passage (counted from 0) and a column from 1."""
        return Place(self.source, self.start + row, column)

    def mismatch(
        self,
        problem: str,
        *,
        fix: str | None = None,
        row: int = 0,
        column: int | None = None,
        nearness: float = 0.0,
    ) -> Mismatch:
        """Return the error for something wrong in this passage, with its place."""
        place = self.place(row, column)
        return Mismatch(problem, fix=fix, place=place, text=self.lines[row], nearness=nearness)

    def require_text(self, nearness: float = 0.0) -> None:
        """Raise if a line holds bytes that are not text."""
        for row, line in enumerate(self.lines):
            for column, symbol in enumerate(line, start=1) if not line.isprintable() else ():
                if symbol == "\0" or "\ud800" <= symbol <= "\udfff":
                    problem = described(symbol)
                    raise self.mismatch(problem, row=row, column=column, nearness=nearness)


class Format(ABC):
    """A way to write puzzles down. Each module of this package that is one holds one."""

    name: ClassVar[str]
    summary: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]] = ()
    is_block: ClassVar[bool] = False
    """Whether a puzzle takes several lines; blocks stand apart by a blank line."""
    alphabets: ClassVar[tuple[str, ...]] = ()
    """The alphabets in which it can be read and written; none, if it has only one of its own."""

    answers_in: ClassVar[str | None] = None
    """The format in which answers to its puzzles are written, if it is another one."""
    keeps_rules: ClassVar[bool] = False
    """Whether it can hold rules; if it cannot, puzzles with rules are refused."""
    unguessed: ClassVar[tuple[str, ...]] = ()
    """Those of its alphabets that a reader tries only when told to."""
    guessed_from: ClassVar[int] = 1
    """The smallest size of board for which a reader tries this format unasked."""

    def __repr__(self) -> str:
        return f"<format {self.name}>"

    @property
    def answers(self) -> str:
        """The name of the format in which answers to its puzzles are written."""
        return self.answers_in or self.name

    @property
    def separator(self) -> str:
        """What stands between two puzzles of a file, after the line end of the first."""
        return "\n" if self.is_block else ""

    def takes(self, alphabet: Alphabet) -> bool:
        """Whether puzzles can be read and written in this alphabet."""
        if alphabet.name in self.alphabets:
            return True
        return "letters" in self.alphabets and alphabet.name not in ALPHABETS

    def is_certain(self, text: str) -> bool:
        """Whether a line is of this format and of no other, so that no other need be tried."""
        return False

    def passages(
        self, lines: Iterable[Line], source: str, board: Board | None
    ) -> Iterator[Passage]:
        """Cut a text into puzzles: here, one per line, without blank lines and comments."""
        for line in lines:
            if line.is_content:
                yield Passage(source, line.number, (line.text,))

    @abstractmethod
    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a passage; raise a Mismatch that says why there is none."""

    def headers(self, passage: Passage) -> Mapping[str, str]:
        """Return what the passage says besides the puzzle: author, source, …."""
        return NO_HEADERS

    @abstractmethod
    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return the text of a puzzle that this format does not refuse."""

    def usual_alphabet(self, size: int) -> Alphabet:
        """Return the alphabet in which this format is written by default."""
        return usual_alphabet(size)

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Say why this format cannot express the puzzle; None if it can."""
        return no_marks(puzzle)

    def why_not(self, puzzle: Puzzle) -> str | None:
        """Say why a puzzle cannot be written without losing anything; None if it can."""
        if puzzle.rules and not self.keeps_rules:
            return f"it has {len(puzzle.rules)} rule{'s' * (len(puzzle.rules) > 1)}"
        return self.refusal(puzzle)


class _Table(Mapping[str, Format]):
    """The formats by name: `line` is the class `LineFormat` of the module `line`."""

    def __init__(self) -> None:
        self._known: dict[str, Format] = {}

    def __getitem__(self, name: str) -> Format:
        if name in self._known:
            return self._known[name]
        if not isinstance(name, str) or name not in NAMES:
            raise KeyError(name)
        module = import_module(f"csp_sudoku.formats.{name}")
        return self._known.setdefault(name, getattr(module, f"{name.capitalize()}Format")())

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


FORMATS: Mapping[str, Format] = _Table()
"""All formats by name, in the order of `NAMES`; each is imported when it is looked up."""


def format_of(name: str) -> Format:
    """Return a format by its name."""
    if not isinstance(name, str) or name not in NAMES:
        raise PuzzleFormatError(f"no format is called {shown(name)}", fix=f"use {', '.join(NAMES)}")
    return FORMATS[name]


def nearness_of(legal: int, total: int) -> float:
    """Return how near a text is whose layout fits, with this many of its symbols legal."""
    return 1 + 0.99 * legal / total if total > 1 else 0.1


def marks_of(puzzle: Puzzle, name: str = "marks") -> dict[str, object]:
    """Return the JSON field with the pencil marks of a puzzle, None at clues; {} without any.

    >>> marks_of(Puzzle("1... .... .... ....", candidates={(0, 1): [2, 3]}))["marks"][:3]
    [None, [2, 3], [2, 3, 4]]
    >>> marks_of(Puzzle("1... .... .... ...."))
    {}
    """
    if not puzzle.has_candidates:
        return {}
    marks = zip(puzzle.values, puzzle.candidates.values(), strict=True)
    return {name: [None if value else list(mark) for value, mark in marks]}


def rules_of(puzzle: Puzzle) -> dict[str, object]:
    """Return the JSON field with the rules of a puzzle; {} without any.

    >>> rules_of(Puzzle("1... .... .... ....", rules=["odd r1c1"]))
    {'rules': [{'rule': 'odd', 'cells': 'r1c1'}]}
    """
    return {"rules": [rule.to_data() for rule in puzzle.rules]} if puzzle.rules else {}


def no_marks(puzzle: Puzzle) -> str | None:
    """Refuse pencil marks."""
    return "it has pencil marks" if puzzle.has_candidates else None


def only_nine(puzzle: Puzzle) -> str | None:
    """Refuse boards other than 9 x 9."""
    if is_nine(puzzle.board):
        return None
    return f"its board, {puzzle.board.name}, is not 9 x 9"


def is_nine(board: Board) -> bool:
    """Whether a board has 9 values, and 9 rows of 9 cells, one after the other."""
    return board.size == 9 and board.cells == boards.sudoku(3, 3).cells


def described(symbol: str) -> str:
    """Name a symbol for people, printable or not.

    >>> described("x"), described(chr(0)), described(chr(0xdcff))
    ("'x'", 'a NUL byte', 'the byte 0xff, which is not UTF-8')
    """
    for part in symbol:
        if part == "\0":
            return "a NUL byte"
        if "\udc80" <= part <= "\udcff":
            return f"the byte 0x{ord(part) - 0xDC00:02x}, which is not UTF-8"
    return repr(symbol if len(symbol) <= 20 else f"{symbol[:17]}...")
