"""Pages of boards as PDF, drawn with reportlab; all lengths are in points, 72 to an inch."""

from __future__ import annotations

from collections.abc import Container, Sequence
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import NamedTuple

from csp_sudoku.errors import CspSudokuError, SourceError, installing
from csp_sudoku.render.geometry import marks_of, shaded, strokes_of
from csp_sudoku.render.pdf_parts import Spot, draw
from csp_sudoku.render.scene import Scene
from csp_sudoku.render.shapes import Part
from csp_sudoku.render.svg import drawn_rules, printable

PAGES = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""The width and height of paper."""
_MARGIN = 48.0
_HEAD = 44.0
_GAP = 26.0
_CAPTION = 16.0
_NOTES = (8.5, 7.5, 6.5, 5.5)
"""The sizes of notes: a long one is written small, so that it leaves room for its board."""
_NOTE_SHARE = 0.4
_LEADING = 1.24
_SMALLEST_CELL = 11.0
_SHADES = {"diagonal": (0.80, 0.91, 0.97), "window": (0.86, 0.86, 0.86)}
_GREY = 0.6
_CLUE = (0.0, 0.0, 0.0)
_FILLED = (0.0, 0.447, 0.698)
_PENCIL = (0.25, 0.25, 0.25)
_RISE = 0.36
"""The distance from a symbol's middle down to its baseline, for a size of 1."""


class Entry(NamedTuple):
    """A board, the caption above it, and a note below it."""

    caption: str
    scene: Scene
    note: str = ""


class _PageLayout(NamedTuple):
    """How boards share a page: in how many columns, and the width and height for each board."""

    columns: int
    width: float
    height: float


class _Note(NamedTuple):
    """The lines of a note, and their size."""

    lines: list[str]
    size: float

    @property
    def height(self) -> float:
        """The room that the note takes below its board."""
        return _LEADING * self.size * (len(self.lines) + 0.5) if self.lines else 0.0


class Pdf:
    """A PDF document that is being written.

    Args:
        title: the title in the document's properties.
        size: the width and height of its pages.
        font: a TrueType file; by default Helvetica, which every PDF reader has.
    """

    def __init__(self, title: str, size: tuple[float, float], font: str | Path | None) -> None:
        try:
            from reportlab.pdfgen.canvas import Canvas
        except ImportError:
            raise CspSudokuError(
                "PDF files need the package reportlab", fix=installing("pdf")
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
        """Return how many boards fit on a page in the smallest size."""
        rows, columns = _largest(entries)
        across = (self._room[0] + _GAP) // (columns * _SMALLEST_CELL + _GAP)
        down = (self._room[1] + _GAP) // (rows * _SMALLEST_CELL + _CAPTION + _GAP)
        return max(1, int(across * down))

    def add(self, heading: str, entries: Sequence[Entry], per_page: int) -> None:
        """Add pages with `per_page` boards each; the first one has the heading."""
        layout = self._layout(entries, per_page)
        middle = self._width / 2
        for start in range(0, len(entries), per_page):
            if start == 0:
                self._write(heading, (middle, self._height - _MARGIN - 16), 20, bold=True)
            for place, entry in enumerate(entries[start : start + per_page]):
                down, across = divmod(place, layout.columns)
                left = _MARGIN + across * (layout.width + _GAP)
                top = self._height - _MARGIN - _HEAD - down * (layout.height + _GAP)
                self._draw(entry, left, top, layout)
            self.pages += 1
            self._write(str(self.pages), (middle, _MARGIN - 12), 9)
            self._canvas.showPage()

    # Layout

    @property
    def _room(self) -> tuple[float, float]:
        """The width and height that boards share."""
        return self._width - 2 * _MARGIN, self._height - 2 * _MARGIN - _HEAD

    def _layout(self, entries: Sequence[Entry], per_page: int) -> _PageLayout:
        """Return the layout that makes the boards as large as possible."""
        rows, columns = _largest(entries)
        width, height = self._room

        def layout(across: int) -> _PageLayout:
            down = ceil(per_page / across)
            return _PageLayout(
                across,
                (width - (across - 1) * _GAP) / across,
                (height - (down - 1) * _GAP) / down,
            )

        def cell(across: int) -> float:
            found = layout(across)
            notes = max(self._note(entry, found).height for entry in entries)
            return min(found.width / columns, (found.height - _CAPTION - notes) / rows)

        best = max(range(1, per_page + 1), key=cell)
        if cell(best) < 1:
            raise CspSudokuError(f"{per_page} boards do not fit on a page", fix="use fewer")
        return layout(best)

    def _note(self, entry: Entry, layout: _PageLayout) -> _Note:
        """Return the note of a board in lines: in the largest size that fits below the board."""
        if not entry.note:
            return _Note([], _NOTES[0])
        from reportlab.lib.utils import simpleSplit

        name = self._fonts.name_for(entry.note, bold=False)
        for size in _NOTES:
            note = _Note(simpleSplit(entry.note, name, size, layout.width), size)
            if note.height < _NOTE_SHARE * layout.height:
                break
        return note

    # Drawing

    def _draw(self, entry: Entry, left: float, top: float, layout: _PageLayout) -> None:
        """Draw a board at its place on the page, centred, below its caption."""
        board = entry.scene.board
        rules = drawn_rules(entry.scene.rules)
        around = rules.margins(board)
        rows, columns = _extent(entry)
        note = self._note(entry, layout)
        cell = min(layout.width / columns, (layout.height - _CAPTION - note.height) / rows)
        for number, line in enumerate(note.lines, start=1):
            y = top - _CAPTION - cell * rows - 2 - _LEADING * note.size * number
            self._write(line, (left, y), note.size, centred=False)
        left += (layout.width - cell * columns) / 2
        self._write(entry.caption, (left, top - 10), 10, centred=False)
        spot = Spot(left + cell * around.left, top - _CAPTION - cell * around.top, cell)
        canvas = self._canvas
        for kind, cells in shaded(board).items():
            canvas.setFillColorRGB(*_SHADES[kind], alpha=0.6)
            for row, column in (board.cells[index] for index in cells):
                x, y = spot.point(row + 1, column)
                canvas.rect(x, y, cell, cell, stroke=0, fill=1)
        canvas.setFillAlpha(1)
        self._draw_parts((*rules.parts.ground, *rules.parts.under), spot)
        canvas.setLineCap(2)
        weights = (min(0.5, cell / 30), _GREY), (max(0.9, min(2.0, cell / 12)), 0.0)
        for strokes, (weight, grey) in zip(strokes_of(board), weights, strict=True):
            canvas.setLineWidth(weight)
            canvas.setStrokeGray(grey)
            path = [
                (*spot.point(stroke.top, stroke.left), *spot.point(stroke.bottom, stroke.right))
                for stroke in strokes
            ]
            canvas.lines(path)
        self._draw_parts(rules.parts.over, spot)
        self._fill(entry.scene, spot)

    def _draw_parts(self, parts: Sequence[Part], spot: Spot) -> None:
        draw(self._canvas, parts, spot, lambda text: self._fonts.name_for(text, bold=False))

    def _fill(self, scene: Scene, spot: Spot) -> None:
        """Write the values of a board, and its candidates."""
        widest = max(self._fonts.width(symbol) for symbol in scene.symbols)
        size = min(0.62, 0.8 / widest) * spot.cell
        marks = marks_of(scene.board.size)
        room = 0.7 if drawn_rules(scene.rules).is_crowded else 0.94
        pitch = room * spot.cell / max(marks)
        small = min(0.8, 0.9 / widest) * pitch
        for index, (row, column) in enumerate(scene.board.cells):
            x, y = spot.point(row + 0.5, column + 0.5)
            value = scene.values[index]
            if value:
                given = bool(scene.given[index])
                colour = _CLUE if given else _FILLED
                self._write(scene.symbols[value], (x, y - _RISE * size), size, colour, given)
            for left in scene.left(index) if not value else ():
                down, across = marks.place(left)
                at = (
                    x + pitch * (across - (marks.columns - 1) / 2),
                    y - pitch * (down - (marks.rows - 1) / 2) - _RISE * small,
                )
                self._write(scene.symbols[left], at, small, _PENCIL)

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
                raise SourceError(f"{file} is not a TrueType font: {error}") from None
            pdfmetrics.registerFont(font)
            self._names = (name, name)
            self._glyphs = font.face.charToGlyph

    def width(self, text: str) -> float:
        """Return the width of a bold text, for a size of 1."""
        return self._width_of(text, self.name_for(text, bold=True), 1)

    def name_for(self, text: str, *, bold: bool) -> str:
        """Return the font for a text; raise CspSudokuError if the font lacks a symbol."""
        for symbol in text:
            if not self._has(symbol):
                raise CspSudokuError(
                    f"the font has no symbol {symbol!r}", fix="give a TrueType file that has it"
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
    """Return the most rows and the most columns of these boards, their margins included."""
    shapes = [_extent(entry) for entry in entries]
    return max(rows for rows, _ in shapes), max(columns for _, columns in shapes)


def _extent(entry: Entry) -> tuple[int, int]:
    """Return the rows and columns of a board with what stands around it."""
    board = entry.scene.board
    around = drawn_rules(entry.scene.rules).margins(board)
    rows, columns = board.shape
    return rows + around.top + around.bottom, columns + around.left + around.right
