"""Pages of boards as PDF, drawn with reportlab; all lengths are in points, 72 to an inch."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from csp_sudoku.errors import CspSudokuError, installing
from csp_sudoku.render.geometry import marks_of, shaded, strokes_of
from csp_sudoku.render.paper import Paper
from csp_sudoku.render.pdf_fonts import Fonts
from csp_sudoku.render.pdf_parts import Spot, draw
from csp_sudoku.render.pdf_steps import draw_marks, draw_tints, mark_place
from csp_sudoku.render.scene import Scene
from csp_sudoku.render.shapes import Part
from csp_sudoku.render.svg import drawn_rules, printable

if TYPE_CHECKING:
    from csp_sudoku.logic.step import Step

_HEAD = 44.0
_GAP = 26.0
_CAPTION = 16.0
_NOTES = (8.5, 7.5, 6.5, 5.5)
"""The sizes of notes: a long one is written small, so that it leaves room for its board."""
_NOTE_SHARE = 0.4
_LEADING = 1.24
READABLE_CELL = 15.0
"""The smallest cell in which people can write: a board that needs more room gets it."""
SMALLEST_CELL = 11.0
"""The smallest cell of a solution."""
_SHADES = {"diagonal": (0.80, 0.91, 0.97), "window": (0.86, 0.86, 0.86)}
_GREY = 0.6
_CLUE = (0.0, 0.0, 0.0)
_FILLED = (0.0, 0.447, 0.698)
_PENCIL = (0.25, 0.25, 0.25)
_LEAST_CAPTION = 7
"""The smallest size of captions; what is still too wide is cut off."""
_RISE = 0.36
"""The distance from a symbol's middle down to its baseline, for a size of 1."""


class Entry(NamedTuple):
    """A board, the caption above it, and a note below it."""

    caption: str
    scene: Scene
    note: str = ""
    aside: str = ""
    """What stands at the other end of the caption's line, as the page of the solution."""
    step: Step | None = None
    """A step to highlight."""


class _PageLayout(NamedTuple):
    """How boards share a page: in how many columns, and the width and height for each board."""

    columns: int
    width: float
    height: float


class Page(NamedTuple):
    """Entries that share a page, by their numbers, and how they share it."""

    numbers: range
    layout: _PageLayout


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
        paper: the size of its pages, and their margins.
        font: a TrueType file; by default Bitstream Vera.
    """

    def __init__(self, title: str, paper: Paper, font: str | Path | None = None) -> None:
        try:
            from reportlab.pdfgen.canvas import Canvas
        except ImportError:
            raise CspSudokuError(
                "PDF files need the package reportlab", fix=installing("pdf")
            ) from None
        self.pages = 0
        self._paper = paper
        self._fonts = Fonts(font)
        self._bytes = BytesIO()
        self._canvas = Canvas(
            self._bytes,
            pagesize=(paper.width, paper.height),
            invariant=True,
            # else Helvetica is named, and not embedded; reportlab's stub has the wrong type
            initialFontName=self._fonts.plain,  # type: ignore[arg-type]
        )
        self._canvas.setTitle(printable(title))
        self._canvas.setCreator("csp-sudoku")

    def end(self) -> bytes:
        """Return the whole document."""
        self._canvas.save()
        return self._bytes.getvalue()

    def capacity(self, entries: Sequence[Entry], cell: float = SMALLEST_CELL) -> int:
        """Return how many boards fit on a page with cells of this size."""
        rows, columns = _largest(entries)
        width, height = self._room
        across = (width + _GAP) // (columns * cell + _GAP)
        down = (height + _GAP) // (rows * cell + _CAPTION + _GAP)
        return max(1, int(across * down))

    def planned(
        self, entries: Sequence[Entry], per_page: int, cell: float = READABLE_CELL
    ) -> list[Page]:
        """Share entries among pages: this many on each, or fewer where cells would be too small.

        Neighbours share a page if the one that needs the most room still has it there.
        """
        known: dict[tuple[object, ...], int] = {}
        counts = []
        for entry in entries:
            key = (*_extent(entry), entry.note)
            if key not in known:
                known[key] = self._most_together(entry, per_page, cell)
            counts.append(known[key])
        pages = []
        start = 0
        while start < len(entries):
            end, most = start, per_page
            while end < len(entries) and end - start < min(most, counts[end]):
                most = min(most, counts[end])
                end += 1
            layout = self._layout(entries[start:end], most)
            pages.append(Page(range(start, end), layout))
            start = end
        return pages

    def draw(
        self, heading: str, entries: Sequence[Entry], plan: Sequence[Page], title: str = ""
    ) -> None:
        """Add the pages of a plan; the first one has the heading, and perhaps a title above it."""
        for number, page in enumerate(plan):
            self.pages += 1
            left, top = self._paper.left(self.pages), self._paper.height - self._paper.margin
            middle = left + self._room[0] / 2
            if number == 0:
                self._write(title or heading, (middle, top - 16), 20, bold=True)
                if title and heading:
                    self._write(heading, (middle, top - 34), 12)
            for place, entry in enumerate(entries[i] for i in page.numbers):
                down, across = divmod(place, page.layout.columns)
                x = left + across * (page.layout.width + _GAP)
                y = top - _HEAD - down * (page.layout.height + _GAP)
                self._draw(entry, x, y, page.layout)
            self._write(str(self.pages), (middle, self._paper.margin - 12), 9)
            self._canvas.showPage()

    def add(self, heading: str, entries: Sequence[Entry], per_page: int) -> None:
        """Plan pages of entries and draw them."""
        self.draw(heading, entries, self.planned(entries, per_page))

    # Layout

    @property
    def _room(self) -> tuple[float, float]:
        """The width and height that boards share."""
        width, height = self._paper.room
        return width, height - _HEAD

    def _most_together(self, entry: Entry, per_page: int, least: float) -> int:
        """Return how many boards like this one can share a page, with cells of this size."""
        count = per_page
        while count > 1 and self._cell([entry], count, self._columns([entry], count)) < least:
            count -= 1
        return count

    def _layout(self, entries: Sequence[Entry], per_page: int) -> _PageLayout:
        """Return the layout that makes the boards as large as possible."""
        best = self._columns(entries, per_page)
        if self._cell(entries, per_page, best) < 1:
            raise CspSudokuError(f"{per_page} boards do not fit on a page", fix="use fewer")
        return self._with_columns(per_page, best)

    def _columns(self, entries: Sequence[Entry], per_page: int) -> int:
        return max(range(1, per_page + 1), key=lambda across: self._cell(entries, per_page, across))

    def _with_columns(self, per_page: int, across: int) -> _PageLayout:
        down = ceil(per_page / across)
        width, height = self._room
        return _PageLayout(
            across, (width - (across - 1) * _GAP) / across, (height - (down - 1) * _GAP) / down
        )

    def _cell(self, entries: Sequence[Entry], per_page: int, across: int) -> float:
        """Return the side of a cell in a layout with this many boards across."""
        rows, columns = _largest(entries)
        found = self._with_columns(per_page, across)
        notes = max(self._note(entry, found).height for entry in entries)
        return min(found.width / columns, (found.height - _CAPTION - notes) / rows)

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

    def _head(self, entry: Entry, left: float, y: float, room: float) -> None:
        """Write the caption and what stands at the other end, beside each other in this room."""

        def width(text: str, size: float) -> float:
            return self._fonts.width(text, size, bold=False)

        caption, size = entry.caption, 10.0
        asides = [entry.aside, entry.aside.rpartition(": ")[2]]  # "solution: page 4", or "page 4"
        fitting = (one for one in asides if width(f"{one}  ", 8) + width(caption, size) <= room)
        aside = next(fitting, asides[-1])
        room_left = room - (width(f"{aside}  ", 8) if aside else 0)
        while size > _LEAST_CAPTION and width(caption, size) > room_left:
            size -= 0.5
        while len(caption) > 4 and width(caption, size) > room_left:
            caption = caption.removesuffix("...")[:-1] + "..."
        self._write(caption, (left, y), size, centred=False)
        if aside:
            self._write(aside, (left + room - width(aside, 8), y), 8, _PENCIL, centred=False)

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
        self._head(entry, left, top - 10, cell * columns)
        spot = Spot(left + cell * around.left, top - _CAPTION - cell * around.top, cell)
        canvas = self._canvas
        for kind, cells in shaded(board).items():
            canvas.setFillColorRGB(*_SHADES[kind], alpha=0.6)
            for row, column in (board.cells[index] for index in cells):
                x, y = spot.point(row + 1, column)
                canvas.rect(x, y, cell, cell, stroke=0, fill=1)
        canvas.setFillAlpha(1)
        if entry.step is not None:
            draw_tints(canvas, entry.step, board, spot)
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
        self._fill(entry, spot)

    def _draw_parts(self, parts: Sequence[Part], spot: Spot) -> None:
        draw(self._canvas, parts, spot, lambda text: self._fonts.name_for(text, bold=False))

    def _fill(self, entry: Entry, spot: Spot) -> None:
        """Write the values of a board, and its candidates with what a step says of them."""
        scene = entry.scene
        widest = max(self._fonts.width(symbol) for symbol in scene.symbols)
        size = min(0.62, 0.8 / widest) * spot.cell
        marks = marks_of(scene.board.size)
        room = 0.7 if drawn_rules(scene.rules).is_crowded else 0.94
        pitch = room * spot.cell / max(marks)
        small = min(0.8, 0.9 / widest) * pitch
        if entry.step is not None:
            draw_marks(self._canvas, entry.step, scene, spot, pitch)
        for index, (row, column) in enumerate(scene.board.cells):
            x, y = spot.point(row + 0.5, column + 0.5)
            value = scene.values[index]
            if value:
                given = bool(scene.given[index])
                colour = _CLUE if given else _FILLED
                self._write(scene.symbols[value], (x, y - _RISE * size), size, colour, given)
            for left in scene.left(index) if not value else ():
                at_x, at_y = mark_place(marks, left, (x, y), pitch)
                self._write(scene.symbols[left], (at_x, at_y - _RISE * small), small, _PENCIL)

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
