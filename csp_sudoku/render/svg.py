"""A board as SVG: plain strings, with attributes instead of styles, on a white background."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from csp_sudoku.boards.board import Board, once_a_board
from csp_sudoku.clues import CellKey
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.formats.shape import counted
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.render.colours import darkened
from csp_sudoku.render.geometry import Marks, Stroke, breadth, marks_of, shaded, strokes_of
from csp_sudoku.render.legend import legend_of
from csp_sudoku.render.painting import Canvas
from csp_sudoku.render.scene import Drawable, Scene, Symbols, scene_of
from csp_sudoku.render.shapes import Margins, Parts, margins_of, parts_of
from csp_sudoku.rules import Rule
from csp_sudoku.rules.drawing import Shape
from csp_sudoku.rules.looks import Look, arranged, looks

if TYPE_CHECKING:
    from csp_sudoku.logic.step import Step

# The colours of Okabe and Ito, which colour-blind people can tell apart, and paler ones.
INK = "#111"
FILLED = "#0072b2"
_PENCIL = "#444"
_LIGHT = "#999"
_SHADES = {"diagonal": "#56b4e9", "window": "#777"}
_MARKED = "#f6d8a8"

_LONGEST_NAME = 40
_MARGIN = 4
_CELL = 40
_LARGE_CELL = 48
"""The same where rules have small texts."""
_PITCH = 15
_PAD = 6
_ROOM = 22
"""The same where rules have texts in corners and signs on edges."""
_MARK_FONT = 12
_FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_EM = 0.58
"""The width of a symbol, for a size of 1."""
_RISE = 0.36
"""From a symbol's middle down to its baseline, for a size of 1."""


class Svg(str):
    """The text of an SVG picture; notebooks show the picture."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


def svg(
    what: Drawable,
    *,
    clues: Puzzle | None = None,
    candidates: bool | None = None,
    step: Step | None = None,
    marked: Iterable[CellKey] = (),
    alphabet: Symbols | None = None,
    title: str | None = None,
    width: int | None = None,
    legend: bool | None = None,
    dark: bool = False,
) -> Svg:
    """Return the picture of a board as SVG.

    >>> picture = svg(Puzzle("1..4 .... .... 2..3"), title="a small one")
    >>> picture[:4], "<title>a small one</title>" in picture, picture.count("<text")
    ('<svg', True, 4)

    Args:
        what: a puzzle, a solution, or the state of a game.
        clues: the puzzle whose clues are drawn differently from what was filled in.
        candidates: whether to draw candidates. By default they are drawn for a state, for a puzzle
            with pencil marks, and with a step. If they are not drawn, a step shows its own.
        step: a step to show: its pattern, its links, what it places and what it clears.
        marked: cells to tint, such as the clues of a conflict.
        alphabet: the symbols: a name, all of them in one word, or a list of texts.
        title: the text for screen readers and tooltips; by default the step's sentence or the
            board's name.
        width: the width in pixels, if it should differ from the picture's own.
        legend: whether to write the rules in words below the board, with a sample of each. By
            default this is done only where two kinds of rules would look alike, so that one of them
            has an unusual colour.
        dark: draw for a dark ground.
    """
    if width is not None and width < 1:
        raise CspSudokuError(f"expected a width of at least 1 pixel, got {width}")
    shown = candidates is not False if step is not None else candidates
    scene = scene_of(what, clues=clues, candidates=shown, alphabet=alphabet)
    board = scene.board
    tints = {board.cell_index(key): _MARKED for key in marked}
    under = over = ""
    inks: Mapping[tuple[int, int], str] = {}
    if step is not None:
        from csp_sudoku.render.highlights import highlights, mentioned

        if not shown:
            scene = scene._replace(candidates=mentioned(step, scene))
        sizes = _sizes(scene)
        found = highlights(step, scene, sizes)
        tints |= found.tints
        under, over, inks = found.under, found.over, found.inks
    else:
        sizes = _sizes(scene)
    backdrop = _backdrop(board, sizes)
    drawn = drawn_rules(scene.rules)
    canvas = Canvas(sizes.left, sizes.top, sizes.cell)
    high, below = backdrop.height, ""
    if drawn.has_lookalikes if legend is None else legend:
        wide = backdrop.width - 2 * _MARGIN
        below, more = legend_of(drawn.looks, _MARGIN, high, wide, INK)
        high += more
    if title is None:
        title = f"{step.technique}: {step}" if step is not None else _title(scene)
    across = backdrop.width if width is None else width
    down = high if width is None else round(width * high / backdrop.width)
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}" '
        f'viewBox="0 0 {backdrop.width} {high}" role="img" font-family="{_FONT}" '
        f'text-anchor="middle"><title>{escape(printable(title))}</title>',
        f'<rect width="{backdrop.width}" height="{high}" fill="#fff"/>',
        backdrop.ground,
        canvas.painted(drawn.parts.ground),
        "".join([_filled([cell], board, sizes, tint) for cell, tint in sorted(tints.items())]),
        canvas.painted(drawn.parts.under),
        backdrop.lines,
        canvas.painted(drawn.parts.over),
        below,
        under,
        _values(scene, backdrop, sizes),
        _candidates(scene, backdrop, sizes, inks),
        over,
        "</svg>",
    )
    picture = "".join(parts)
    return Svg(darkened(picture) if dark else picture)


def stage(what: Drawable, *, clues: Puzzle | None = None) -> tuple[Svg, Sizes, tuple[str, ...]]:
    """Return the picture of a board with its rules and without any symbols, and its sizes.

    Candidates and values fit into it as into the pictures of `svg`; the symbols of the values
    come third.
    """
    scene = scene_of(what, clues=clues, candidates=True)
    bare = scene._replace(values=bytes(len(scene.values)), candidates=(0,) * len(scene.values))
    board, sizes = scene.board, _sizes(scene)
    backdrop, drawn = _backdrop(board, sizes), drawn_rules(scene.rules)
    canvas = Canvas(sizes.left, sizes.top, sizes.cell)
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{backdrop.width}" '
        f'height="{backdrop.height}" viewBox="0 0 {backdrop.width} {backdrop.height}" role="img" '
        f'font-family="{_FONT}" text-anchor="middle">',
        f'<rect width="{backdrop.width}" height="{backdrop.height}" fill="#fff"/>',
        backdrop.ground,
        canvas.painted(drawn.parts.ground),
        canvas.painted(drawn.parts.under),
        backdrop.lines,
        canvas.painted(drawn.parts.over),
        "</svg>",
    )
    return Svg("".join(parts)), sizes, bare.symbols


class Drawn(NamedTuple):
    """How the rules of a puzzle are drawn."""

    looks: tuple[Look, ...]
    shapes: tuple[Shape, ...]
    parts: Parts
    has_lookalikes: bool
    """Whether a kind of rules has an unusual colour, as another kind looks alike."""
    is_crowded: bool
    """Whether there are texts in corners, or signs on edges of cells."""

    def margins(self, board: Board) -> Margins:
        """Return the room that the rules need around a board."""
        return margins_of(self.shapes, *board.shape) if self.shapes else Margins()


@lru_cache(maxsize=64)
def drawn_rules(rules: tuple[Rule, ...]) -> Drawn:
    """Return how rules are drawn, together."""
    found = looks(rules)
    shapes = arranged(found)
    return Drawn(
        tuple(found),
        tuple(shapes),
        parts_of(shapes),
        any(look.is_recoloured for look in found),
        any(shape["over"] or shape.get("text") for shape in shapes),
    )


class Sizes(NamedTuple):
    """The sizes of cells and symbols, and the places of candidates."""

    cell: int
    value_font: float
    mark_font: float
    marks: Marks
    pitch: int
    left: int = _MARGIN
    """Where the first column begins; the rest of the picture is margin."""
    top: int = _MARGIN
    right: int = _MARGIN
    bottom: int = _MARGIN

    def value_tag(self, row: int, column: int) -> str:
        """Return the beginning of the text element for the value of a cell."""
        x, y = self.cell * (column + 0.5), self.cell * (row + 0.5) + _RISE * self.value_font
        return f'<text x="{self.left + x:g}" y="{self.top + y:g}"'

    def mark(self, row: int, column: int, value: int) -> tuple[float, float]:
        """Return the middle of a candidate of the cell at this row and column."""
        down, right = self.marks.place(value)
        x = self.cell * (column + 0.5) + self.pitch * (right - (self.marks.columns - 1) / 2)
        y = self.cell * (row + 0.5) + _PITCH * (down - (self.marks.rows - 1) / 2)
        return self.left + x, self.top + y


def _sizes(scene: Scene) -> Sizes:
    wide = breadth(scene.symbols)
    marks = marks_of(scene.board.size)
    drawn = drawn_rules(scene.rules)
    pad = _ROOM if drawn.is_crowded else _PAD
    if scene.candidates is None:
        cell = _LARGE_CELL if drawn.is_crowded else _CELL
        font, pitch = 0.6 * cell, 0
    else:
        pitch = max(_PITCH, ceil(wide * _EM * _MARK_FONT + 4))
        cell = max(_CELL, marks.columns * pitch + pad, marks.rows * _PITCH + pad)
        font = 0.6 * cell
    beside = 16 if drawn.is_crowded and wide > 1 else 8
    font = min(font, round((cell - beside) / (_EM * wide), 1))
    around = drawn.margins(scene.board)
    return Sizes(
        cell,
        font,
        _MARK_FONT,
        marks,
        pitch,
        left=_MARGIN + cell * around.left,
        top=_MARGIN + cell * around.top,
        right=_MARGIN + cell * around.right,
        bottom=_MARGIN + cell * around.bottom,
    )


class _Backdrop(NamedTuple):
    """What all pictures of a board have in common."""

    width: int
    height: int
    ground: str
    lines: str
    values: tuple[str, ...]
    """The tag before the value of each cell."""
    mark_xs: tuple[tuple[str, ...], ...]
    """For each column, the places of the candidates of each value."""
    mark_ys: tuple[tuple[str, ...], ...]
    """For each row, the places of the candidates of each value."""


@once_a_board
def _backdrop(board: Board, sizes: Sizes) -> _Backdrop:
    rows, columns = board.shape
    width = sizes.left + sizes.cell * columns + sizes.right
    height = sizes.top + sizes.cell * rows + sizes.bottom
    ground = ""
    for kind, cells in shaded(board).items():
        ground += _filled(cells, board, sizes, f'{_SHADES[kind]}" fill-opacity=".3')
    light, heavy = ("".join(_path(s, sizes) for s in strokes) for strokes in strokes_of(board))
    weight = 2.5 if board.size <= 16 else 4
    lines = (
        f'<path d="{light}" stroke="{_LIGHT}" shape-rendering="crispEdges"/>'
        f'<path d="{heavy}" stroke="{INK}" stroke-width="{weight}" stroke-linecap="square"/>'
    )
    places = tuple(f"{sizes.value_tag(*cell)}>" for cell in board.cells)
    values = range(board.size + 1)
    down = _RISE * sizes.mark_font
    mark_xs = tuple(
        tuple(f'x="{sizes.mark(0, c, v)[0]:g}"' for v in values) for c in range(columns)
    )
    mark_ys = tuple(
        tuple(f'y="{sizes.mark(r, 0, v)[1] + down:g}"' for v in values) for r in range(rows)
    )
    return _Backdrop(width, height, ground, lines, places, mark_xs, mark_ys)


def _path(stroke: Stroke, sizes: Sizes) -> str:
    x, y = sizes.left + sizes.cell * stroke.left, sizes.top + sizes.cell * stroke.top
    if stroke.top == stroke.bottom:
        return f"M{x} {y}H{sizes.left + sizes.cell * stroke.right}"
    return f"M{x} {y}V{sizes.top + sizes.cell * stroke.bottom}"


def _filled(cells: Iterable[int], board: Board, sizes: Sizes, colour: str) -> str:
    """Fill cells with a colour."""
    side = sizes.cell
    corners = (
        (sizes.left + side * c, sizes.top + side * r)
        for r, c in map(board.cells.__getitem__, cells)
    )
    path = "".join(f"M{x} {y}h{side}v{side}h-{side}z" for x, y in corners)
    return f'<path d="{path}" fill="{colour}"/>'


def _values(scene: Scene, backdrop: _Backdrop, sizes: Sizes) -> str:
    """Draw the clues, and what was filled in."""
    ends = [f"{escape(symbol)}</text>" for symbol in scene.symbols]
    clues: list[str] = []
    filled: list[str] = []
    for place, value, given in zip(backdrop.values, scene.values, scene.given, strict=True):
        if value:
            (clues if given else filled).append(place + ends[value])
    font = f'font-size="{sizes.value_font:g}"'
    text = f'<g {font} font-weight="bold" fill="{INK}">{"".join(clues)}</g>' if clues else ""
    return text + (f'<g {font} fill="{FILLED}">{"".join(filled)}</g>' if filled else "")


def _candidates(
    scene: Scene, backdrop: _Backdrop, sizes: Sizes, inks: Mapping[tuple[int, int], str]
) -> str:
    """Draw the candidates of open cells, some of them with attributes of their own."""
    if scene.candidates is None:
        return ""
    ends = [f">{escape(symbol)}</text>" for symbol in scene.symbols]
    values = range(1, scene.board.size + 1)
    parts = [f'<g font-size="{sizes.mark_font:g}" fill="{_PENCIL}">']
    cells = zip(scene.board.cells, scene.values, scene.candidates, strict=True)
    for number, ((row, column), filled, mask) in enumerate(cells):
        if filled:
            continue
        xs, ys = backdrop.mark_xs[column], backdrop.mark_ys[row]
        parts += [
            f"<text {xs[v]} {ys[v]}{inks.get((number, v), '') if inks else ''}{ends[v]}"
            for v in values
            if mask >> v - 1 & 1
        ]
    parts.append("</g>")
    return "".join(parts)


def _title(scene: Scene) -> str:
    name = scene.board.name
    short = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 3]}..."
    clues = len(scene.given) - scene.given.count(0)
    return f"{short}, {'filled in' if all(scene.values) else counted(clues, 'clue')}"


def printable(text: str) -> str:
    """Return a text with a replacement mark for each character that XML and HTML forbid.

    >>> printable("a" + chr(0) + "b")
    'a�b'
    """
    return "".join(part if part.isprintable() else "\ufffd" for part in text)
