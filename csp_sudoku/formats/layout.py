"""The layout of a block: which of its lines are rows of cells, which only rules, and its boxes.

People draw boards in many ways: with or without rules, with symbols packed, spaced or fenced in,
with blank lines between bands. Here each block becomes rows of tokens.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from csp_sudoku import boards
from csp_sudoku.boards import MAX_SIZE, Board
from csp_sudoku.boards.board import once_a_board
from csp_sudoku.formats.alphabets import BLANKS
from csp_sudoku.formats.cells import Token, symbols_of
from csp_sudoku.formats.format import Line, Mismatch, Passage
from csp_sudoku.formats.shape import counted, has_boxes, usual_board

_FENCES = {ord("¦"): "|"} | dict.fromkeys(range(0x2500, 0x2580), "|")
_RULE = re.compile(
    r"(?=.*(?:-|==|[─━═┄┅┈┉╌╍\u2013\u2014]))[-=+|:.'*,~`¦ \t\u2013\u2014\u2500-\u257f]+"
)
_LONGEST_BLOCK = 8 * MAX_SIZE
_LONGEST_ROW = 4 * MAX_SIZE * MAX_SIZE


class DrawnCells(NamedTuple):
    """The tokens of the cells of a block, and the board that they are drawn on."""

    tokens: tuple[Token, ...]
    board: Board


class _DrawnRow(NamedTuple):
    """A line that holds cells; `text` has `|` for every fence."""

    text: str
    number: int

    def words(self) -> list[Token]:
        """What white space and fences set apart."""
        text = self.text.replace("|", " ")
        return [Token(w[0], self.number, w.start() + 1) for w in re.finditer(r"\S+", text)]

    def symbols(self) -> list[Token]:
        """Each symbol by itself."""
        return symbols_of(self.text.replace("|", " "), self.number)

    def fenced(self) -> list[Token]:
        """What stands between each two fences: a token, or nothing."""
        cells = []
        for start, field in self._segments():
            word = field.strip()
            at = start + len(field) - len(field.lstrip()) if word else start
            cells.append(Token(word or " ", self.number, at + 1))
        return cells

    def packed(self) -> list[Token]:
        """Each symbol by itself, spaces included."""
        return [
            Token(symbol, self.number, start + at)
            for start, field in self._segments()
            for at, symbol in enumerate(field, start=1)
        ]

    def spread(self) -> list[Token]:
        """Every second symbol between fences, spaces included, if the others are spaces."""
        cells = []
        for start, field in self._segments():
            if field[::2].strip():
                return []
            evens = enumerate(field[1::2])
            cells += [Token(symbol, self.number, start + 2 * at + 2) for at, symbol in evens]
        return cells

    def between(self) -> list[Token]:
        """Every other symbol between fences, from the first on; a last part may be cut short."""
        parts = self._segments()
        width = max((len(field) for _, field in parts), default=0)
        is_cut = any(len(field) < width for _, field in parts[:-1])
        if width % 2 == 0 or is_cut or any(field[1::2].strip() for _, field in parts):
            return []
        return [
            Token(symbol, self.number, start + 2 * at + 1)
            for start, field in parts
            for at, symbol in enumerate(field.ljust(width)[::2])
        ]

    def _segments(self) -> list[tuple[int, str]]:
        """What stands between fences, with where it starts."""
        bare = self.text.strip()
        text = self.text.rstrip() if bare.endswith("|") else self.text
        start = text.index("|") if bare.startswith("|") else 0
        return [(start + m.start(), m[0]) for m in re.finditer(r"[^|]+", text[start:])]


_Cut = Callable[[_DrawnRow], list[Token]]
_CUTS: tuple[_Cut, ...] = (_DrawnRow.words, _DrawnRow.symbols)
_BLANK_CUTS: tuple[_Cut, ...] = (
    _DrawnRow.fenced,
    _DrawnRow.packed,
    _DrawnRow.spread,
    _DrawnRow.between,
)
"""Those that take spaces for open cells: used only where nothing else stands for them."""


def drawn_cells(passage: Passage, board: Board | None) -> DrawnCells:
    """Return the cells of a passage; raise a Mismatch if they do not make a board.

    The tokens of a given board come in the order of its cells, or row by row with its holes.
    """
    drawn = _drawn_cells(passage, board)
    if board is None:
        return drawn
    tokens = drawn.tokens
    if len(tokens) == len(board.cells):
        tokens = tuple(tokens[at] for at in _places_by_row(board))
    return DrawnCells(tokens, board)


@once_a_board
def _places_by_row(board: Board) -> tuple[int, ...]:
    """Return where each cell stands in a text that has the cells row by row."""
    place_of = {cell: place for place, cell in enumerate(sorted(board.cells))}
    return tuple(place_of[cell] for cell in board.cells)


@lru_cache(maxsize=16)
def _drawn_cells(passage: Passage, board: Board | None) -> DrawnCells:
    if max(map(len, passage.lines)) > _LONGEST_ROW:
        raise passage.mismatch(f"a row has more than {_LONGEST_ROW:,} characters")
    rows = _rows(passage)
    if not rows:
        raise passage.mismatch("there is no row of cells")
    if len(rows) > MAX_SIZE and board is None:
        raise passage.mismatch(
            f"the block has {len(rows)} rows",
            fix=f"boards have up to {MAX_SIZE}; separate them by blank lines",
        )
    is_one_row = board is not None and len(_row_lengths(board)) == 1
    if len(rows) == 1 and not is_one_row and len(rows[0].text.strip(" |")) > len("{1}"):
        raise passage.mismatch("there is only one row", fix="give each row a line of its own")
    has_blanks = any(blank in row.text for row in rows for blank in BLANKS.strip())
    for cut in _CUTS if has_blanks else _CUTS + _BLANK_CUTS:
        cells = [cut(row) for row in rows]
        if _fits([len(row) for row in cells], board):
            tokens = tuple(token for row in cells for token in row)
            return DrawnCells(tokens, board or _drawn_board(passage, rows, cells))
    raise _misfit(passage, rows, board)


def _rows(passage: Passage) -> list[_DrawnRow]:
    """Return the lines that hold cells."""
    return [
        _DrawnRow(line.translate(_FENCES).replace("\t", " "), number)
        for number, line in enumerate(passage.lines)
        if _is_row(line)
    ]


def _is_row(line: str) -> bool:
    bare = line[:_LONGEST_ROW].strip()
    return bool(bare) and not bare.startswith("#") and not _RULE.fullmatch(bare)


def _fits(widths: list[int], board: Board | None) -> bool:
    """Whether rows of these widths make a square, or the given board with or without its holes."""
    if board is None:
        return set(widths) == {len(widths)}
    rows, columns = board.shape
    return widths in (_row_lengths(board), [columns] * rows)


def _row_lengths(board: Board) -> list[int]:
    """Return how many cells each row has, rows without any left out."""
    lengths = Counter(cell.row for cell in board.cells)
    return [lengths[row] for row in sorted(lengths)]


def _misfit(passage: Passage, rows: list[_DrawnRow], board: Board | None) -> Mismatch:
    """Say what is wrong with rows that do not make a board: the length of one, or their number."""
    readings = [[len(cut(row)) for row in rows] for cut in _CUTS]
    widths = max(readings, key=_likeliness)
    usual = _usual_width(widths)
    wanted = _row_lengths(board) if board else [usual] * len(rows)
    if len(wanted) == len(rows):
        for row, width, right in zip(rows, widths, wanted, strict=True):
            if width != right:
                return passage.mismatch(
                    f"the row has {counted(width, 'cell')} instead of {right}",
                    fix="give each cell its symbol, and an open one a dot",
                    row=row.number,
                    column=len(row.text.rstrip()),
                    nearness=_evenness(widths),
                )
    if board is None and usual == 2 * len(rows) and has_boxes(len(rows)):
        return passage.mismatch(
            f"two boards of {counted(len(rows), 'row')} stand side by side",
            fix="put one below the other",
            nearness=_evenness(widths),
        )
    if board is None and usual < 4:
        return passage.mismatch(
            f"the block has {counted(len(rows), 'row')} of {counted(usual, 'cell')}",
            fix="a board has as many rows as cells in a row",
            nearness=_evenness(widths),
        )
    return passage.mismatch(
        f"the block has {counted(len(rows), 'row')} of {counted(usual, 'cell')}",
        fix=f"{board.name} has {len(wanted)}" if board else f"{usual} make a {usual}x{usual} board",
        nearness=_evenness(widths),
    )


def _usual_width(widths: list[int]) -> int:
    return max(set(widths), key=widths.count)


def _likeliness(widths: list[int]) -> float:
    """Return how likely a reading is: rows of few words each are words, not symbols."""
    return max(_evenness(widths), 0.3 if len(set(widths)) == 1 and widths[0] > 1 else 0.0)


def _evenness(widths: list[int]) -> float:
    """Return how near rows are to a square: below 1, or they would be one."""
    usual, rows = _usual_width(widths), len(widths)
    return 0.99 * min(rows, usual) / max(rows, usual) * widths.count(usual) / rows


# Boxes, as the rules draw them


def _drawn_board(passage: Passage, rows: list[_DrawnRow], cells: list[list[Token]]) -> Board:
    """Return the sudoku whose boxes the rules draw; the usual one if they draw none."""
    size = len(rows)
    gaps = {_gaps(row, tokens) for row, tokens in zip(rows, cells, strict=True)}
    bands = _bands(passage, rows)
    columns = _step(gaps.pop(), size) if len(gaps) == 1 else 0
    height = _step(bands, size)
    if columns == size and height == size:
        return usual_board(size)
    across = columns if columns < size else size // height if height else 0
    down = height if height < size else size // columns if columns else 0
    if across * down == size:
        return boards.sudoku(down, across)
    raise passage.mismatch(
        "the lines do not draw boxes of one shape",
        fix="say which board it is, or leave out the lines",
        nearness=1.0,
    )


def _gaps(row: _DrawnRow, tokens: list[Token]) -> frozenset[int]:
    """Return after how many cells of a row there is a fence, or a space between packed symbols."""
    ends = [token.column + len(token.text) - 1 for token in tokens]
    is_packed = len(row.words()) < len(row.symbols()) == len(tokens)
    marks = r"[|\s]+" if is_packed else r"\|"
    at = {m.start() for m in re.finditer(marks, row.text)}
    before = {sum(end <= place for end in ends) for place in at}
    return frozenset(before - {0, len(tokens)})


def _bands(passage: Passage, rows: list[_DrawnRow]) -> frozenset[int]:
    """Return after how many rows there is a rule; or, without any rules, a blank line."""
    numbers = [row.number for row in rows]
    others = [i for i in range(len(passage.lines)) if i not in set(numbers)]
    rules = [i for i in others if passage.lines[i].strip()] or others
    before = {sum(number < rule for number in numbers) for rule in rules}
    return frozenset(before - {0, len(rows)})


def _step(gaps: frozenset[int], size: int) -> int:
    """Return the distance of regular gaps; `size` if they say nothing, 0 if they are irregular."""
    if not gaps or len(gaps) == size - 1:
        return size
    step = min(gaps)
    return step if gaps == frozenset(range(step, size, step)) and size % step == 0 else 0


# Cutting a text into blocks


def blocks(
    lines: Iterable[Line], source: str, board: Board | None, *, marks: bool
) -> Iterator[Passage]:
    """Cut a text into blocks: runs of lines, or equal runs that make a board only together.

    With `marks`, each word is one cell; without, a word may be several cells.
    """
    pending: list[Passage] = []
    for run in _runs(lines, source):
        total = sum(map(_height, pending)) + _height(run)
        alike = not pending or board is not None or _height(run) == _height(pending[0])
        if pending and (not alike or total > _full_height(pending[0], board, marks)):
            yield _joined(pending)
            pending, total = [], _height(run)
        pending.append(run)
        if total >= _full_height(pending[0], board, marks):
            yield _joined(pending)
            pending = []
    if pending:
        yield _joined(pending)


def _runs(lines: Iterable[Line], source: str) -> Iterator[Passage]:
    """Yield each run of lines without a blank line or a comment, if it holds rows of cells."""
    run: list[Line] = []
    for line in lines:
        if line.is_content and len(run) < _LONGEST_BLOCK:
            run.append(line)
            continue
        yield from _closed(run, source)
        run = [line] if line.is_content else []
    yield from _closed(run, source)


def _closed(run: list[Line], source: str) -> Iterator[Passage]:
    if any(_is_row(line.text) for line in run):
        yield Passage(source, run[0].number, tuple(line.text for line in run))


def _joined(runs: list[Passage]) -> Passage:
    """Return runs as one passage, with blank lines for what stood between them."""
    first, *more = runs
    lines = list(first.lines)
    for run in more:
        lines += [""] * (run.start - first.start - len(lines))
        lines += run.lines
    return first._replace(lines=tuple(lines))


def _height(run: Passage) -> int:
    return sum(map(_is_row, run.lines))


@lru_cache(maxsize=16)
def _full_height(run: Passage, board: Board | None, marks: bool) -> int:
    """Return how many rows a block has that begins like this."""
    if board is not None:
        return len(_row_lengths(board))
    if max(map(len, run.lines)) > _LONGEST_ROW:
        return 1
    first = _rows(run)[0]
    words = first.words()
    fenced = first.fenced()
    if any(cell.text == " " for cell in fenced) and all(" " not in c.text.strip() for c in fenced):
        return len(fenced)
    is_cells = marks or all(re.fullmatch("[0-9]{1,2}", word.text) for word in words)
    return len(words) if is_cells and has_boxes(len(words)) else len(first.symbols())
