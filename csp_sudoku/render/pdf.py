"""Pages of boards as PDF, drawn by reportlab; all lengths are in points, 72 to an inch."""

from __future__ import annotations

from collections.abc import Container, Sequence
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import NamedTuple

from csp_sudoku.errors import CspSudokuError, SourceError
from csp_sudoku.render.frame import lines_of, marks_of, shaded
from csp_sudoku.render.position import Position
from csp_sudoku.render.svg import printable

PAGES = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""The width and height of paper."""
_MARGIN = 48.0
_HEAD = 44.0
_GAP = 26.0
_CAPTION = 16.0
_SMALLEST_CELL = 11.0
_SHADES = {"diagonal": (0.80, 0.91, 0.97), "window": (0.86, 0.86, 0.86)}
_GREY = 0.6
_CLUE = (0.0, 0.0, 0.0)
_FILLED = (0.0, 0.447, 0.698)
_PENCIL = (0.25, 0.25, 0.25)
_RISE = 0.36
"""From a symbol's middle down to its baseline, for a size of 1."""


class Entry(NamedTuple):
    """A board and what is written above it."""

    caption: str
    position: Position


class _Slots(NamedTuple):
    """How boards share a page: so many columns, each slot of this width and height."""

    columns: int
    width: float
    height: float


class Pdf:
    """A document on its way.

    Args:
        title: what readers show as its title.
        size: the width and height of its pages.
        font: a TrueType file; without it, Helvetica, which every reader has.
    """

    def __init__(self, title: str, size: tuple[float, float], font: str | Path | None) -> None:
        try:
            from reportlab.pdfgen.canvas import Canvas
        except ImportError:
            raise CspSudokuError(
                "PDF books need a package", fix="pip install 'csp-sudoku[pdf]'"
            ) from None
        self.pages = 0
        self._width, self._height = size
        self._bytes = BytesIO()
        self._canvas = Canvas(self._bytes, pagesize=size, invariant=True)
        self._canvas.setTitle(printable(title))
        self._canvas.setCreator("csp-sudoku")
        self._fonts = _Fonts(font)

    def end(self) -> bytes:
        """Return the whole document."""
        self._canvas.save()
        return self._bytes.getvalue()

    def capacity(self, entries: Sequence[Entry]) -> int:
        """Return how many boards fit a page in small print."""
        rows, columns = _largest(entries)
        across = (self._room[0] + _GAP) // (columns * _SMALLEST_CELL + _GAP)
        down = (self._room[1] + _GAP) // (rows * _SMALLEST_CELL + _CAPTION + _GAP)
        return max(1, int(across * down))

    def add(self, heading: str, entries: Sequence[Entry], per_page: int) -> None:
        """Add pages with so many boards each, the first one with a heading."""
        slots = self._slots(entries, per_page)
        middle = self._width / 2
        for start in range(0, len(entries), per_page):
            if start == 0:
                self._write(heading, (middle, self._height - _MARGIN - 16), 20, bold=True)
            for place, entry in enumerate(entries[start : start + per_page]):
                down, across = divmod(place, slots.columns)
                left = _MARGIN + across * (slots.width + _GAP)
                top = self._height - _MARGIN - _HEAD - down * (slots.height + _GAP)
                self._draw(entry, left, top, slots)
            self.pages += 1
            self._write(str(self.pages), (middle, _MARGIN - 12), 9)
            self._canvas.showPage()

    # Layout

    @property
    def _room(self) -> tuple[float, float]:
        """The width and height that boards share."""
        return self._width - 2 * _MARGIN, self._height - 2 * _MARGIN - _HEAD

    def _slots(self, entries: Sequence[Entry], per_page: int) -> _Slots:
        """Return the slots that let the boards be as large as they can."""
        rows, columns = _largest(entries)
        width, height = self._room

        def slots(across: int) -> _Slots:
            down = ceil(per_page / across)
            return _Slots(
                across,
                (width - (across - 1) * _GAP) / across,
                (height - (down - 1) * _GAP) / down,
            )

        def cell(across: int) -> float:
            slot = slots(across)
            return min(slot.width / columns, (slot.height - _CAPTION) / rows)

        best = max(range(1, per_page + 1), key=cell)
        if cell(best) < 1:
            raise CspSudokuError(f"no room for {per_page} boards a page", fix="use fewer")
        return slots(best)

    # Drawing

    def _draw(self, entry: Entry, left: float, top: float, slots: _Slots) -> None:
        """Draw a board into a slot, in the middle of its width, below the caption."""
        board = entry.position.board
        rows, columns = board.shape
        cell = min(slots.width / columns, (slots.height - _CAPTION) / rows)
        left += (slots.width - cell * columns) / 2
        self._write(entry.caption, (left, top - 10), 10, centred=False)
        frame = _Frame(left, top - _CAPTION, cell)
        canvas = self._canvas
        for kind, cells in shaded(board).items():
            canvas.setFillColorRGB(*_SHADES[kind], alpha=0.6)
            for row, column in (board.cells[index] for index in cells):
                x, y = frame.point(row + 1, column)
                canvas.rect(x, y, cell, cell, stroke=0, fill=1)
        canvas.setFillAlpha(1)
        canvas.setLineCap(2)
        weights = (min(0.5, cell / 30), _GREY), (max(0.9, min(2.0, cell / 12)), 0.0)
        for lines, (weight, grey) in zip(lines_of(board), weights, strict=True):
            canvas.setLineWidth(weight)
            canvas.setStrokeGray(grey)
            path = [
                (*frame.point(line.top, line.left), *frame.point(line.bottom, line.right))
                for line in lines
            ]
            canvas.lines(path)
        self._fill(entry.position, frame)

    def _fill(self, position: Position, frame: _Frame) -> None:
        """Write the values of a board, and its candidates."""
        widest = max(self._fonts.width(symbol) for symbol in position.symbols)
        size = min(0.62, 0.8 / widest) * frame.cell
        marks = marks_of(position.board.size)
        pitch = 0.94 * frame.cell / max(marks)
        small = min(0.8, 0.9 / widest) * pitch
        for index, (row, column) in enumerate(position.board.cells):
            x, y = frame.point(row + 0.5, column + 0.5)
            value = position.values[index]
            if value:
                given = bool(position.given[index])
                colour = _CLUE if given else _FILLED
                self._write(position.symbols[value], (x, y - _RISE * size), size, colour, given)
            for left in position.left(index) if not value else ():
                down, across = marks.place(left)
                at = (
                    x + pitch * (across - (marks.columns - 1) / 2),
                    y - pitch * (down - (marks.rows - 1) / 2) - _RISE * small,
                )
                self._write(position.symbols[left], at, small, _PENCIL)

    def _write(
        self,
        text: str,
        at: tuple[float, float],
        size: float,
        colour: tuple[float, float, float] = (0, 0, 0),
        bold: bool = False,
        *,
        centred: bool = True,
    ) -> None:
        canvas = self._canvas
        canvas.setFont(self._fonts.name_for(text, bold=bold), size)
        canvas.setFillColorRGB(*colour)
        (canvas.drawCentredString if centred else canvas.drawString)(*at, text)


class _Frame(NamedTuple):
    """Where a board stands: its top left corner, and the side of a cell."""

    left: float
    top: float
    cell: float

    def point(self, row: float, column: float) -> tuple[float, float]:
        """Return the point so many rows below and columns right of the corner."""
        return self.left + column * self.cell, self.top - row * self.cell


class _Fonts:
    """The fonts of a document: Helvetica, or a file."""

    def __init__(self, file: str | Path | None) -> None:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFError, TTFont

        self._names = ("Helvetica", "Helvetica-Bold")
        self._glyphs: Container[int] | None = None
        self._width_of = pdfmetrics.stringWidth
        if file is not None:
            name = f"csp-sudoku {file}"
            try:
                font = TTFont(name, str(file))
            except (TTFError, OSError) as error:
                raise SourceError(f"{file} is no TrueType font: {error}") from None
            pdfmetrics.registerFont(font)
            self._names = (name, name)
            self._glyphs = font.face.charToGlyph

    def width(self, text: str) -> float:
        """Return the width of a bold text, for a size of 1."""
        return self._width_of(text, self.name_for(text, bold=True), 1)

    def name_for(self, text: str, *, bold: bool) -> str:
        """Return the font for a text; raise an error if it lacks a symbol."""
        for symbol in text:
            if not self._has(symbol):
                raise CspSudokuError(
                    f"the book's font has no {symbol!r}", fix="name a TrueType file that has it"
                )
        return self._names[bold]

    def _has(self, symbol: str) -> bool:
        if self._glyphs is not None:
            return ord(symbol) in self._glyphs
        try:
            symbol.encode("cp1252")
        except UnicodeEncodeError:
            return False
        return True


def _largest(entries: Sequence[Entry]) -> tuple[int, int]:
    """Return the rows and columns of a board that all these boards fit in."""
    shapes = [entry.position.board.shape for entry in entries]
    return max(rows for rows, _ in shapes), max(columns for _, columns in shapes)
