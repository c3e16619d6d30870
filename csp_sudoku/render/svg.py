"""A board as SVG: plain strings, with attributes instead of styles, on a white background."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from csp_sudoku.boards.board import Board, once_a_board
from csp_sudoku.clues import CellKey
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.formats.shape import counted
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.render.geometry import Marks, Stroke, breadth, marks_of, shaded, strokes_of
from csp_sudoku.render.scene import Drawable, Scene, Symbols, scene_of

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
_PITCH = 15
_PAD = 6
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
        sizes = _sizes(board.size, scene)
        found = highlights(step, scene, sizes)
        tints |= found.tints
        under, over, inks = found.under, found.over, found.inks
    else:
        sizes = _sizes(board.size, scene)
    backdrop = _backdrop(board, sizes)
    if title is None:
        title = f"{step.technique}: {step}" if step is not None else _title(scene)
    across = backdrop.width if width is None else width
    down = backdrop.height if width is None else round(width * backdrop.height / backdrop.width)
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}" '
        f'viewBox="0 0 {backdrop.width} {backdrop.height}" role="img" font-family="{_FONT}" '
        f'text-anchor="middle"><title>{escape(printable(title))}</title>',
        backdrop.ground,
        "".join([_filled([cell], board, sizes, tint) for cell, tint in sorted(tints.items())]),
        backdrop.lines,
        under,
        _values(scene, backdrop, sizes),
        _candidates(scene, backdrop, sizes, inks),
        over,
        "</svg>",
    )
    return Svg("".join(parts))


class Sizes(NamedTuple):
    """The sizes of cells and symbols, and the places of candidates."""

    cell: int
    value_font: float
    mark_font: float
    marks: Marks
    pitch: int

    def value_tag(self, row: int, column: int) -> str:
        """Return the beginning of the text element for the value of a cell."""
        x, y = self.cell * (column + 0.5), self.cell * (row + 0.5) + _RISE * self.value_font
        return f'<text x="{_MARGIN + x:g}" y="{_MARGIN + y:g}"'

    def mark(self, row: int, column: int, value: int) -> tuple[float, float]:
        """Return the middle of a candidate of the cell at this row and column."""
        down, right = self.marks.place(value)
        x = self.cell * (column + 0.5) + self.pitch * (right - (self.marks.columns - 1) / 2)
        y = self.cell * (row + 0.5) + _PITCH * (down - (self.marks.rows - 1) / 2)
        return _MARGIN + x, _MARGIN + y


def _sizes(size: int, scene: Scene) -> Sizes:
    wide = breadth(scene.symbols)
    marks = marks_of(size)
    if scene.candidates is None:
        cell, font, pitch = _CELL, 0.6 * _CELL, 0
    else:
        pitch = max(_PITCH, ceil(wide * _EM * _MARK_FONT + 4))
        cell = max(_CELL, marks.columns * pitch + _PAD, marks.rows * _PITCH + _PAD)
        font = 0.6 * cell
    return Sizes(cell, min(font, round((cell - 8) / (_EM * wide), 1)), _MARK_FONT, marks, pitch)


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
    width, height = (2 * _MARGIN + sizes.cell * length for length in (columns, rows))
    ground = f'<rect width="{width}" height="{height}" fill="#fff"/>'
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
    x, y = _MARGIN + sizes.cell * stroke.left, _MARGIN + sizes.cell * stroke.top
    if stroke.top == stroke.bottom:
        return f"M{x} {y}H{_MARGIN + sizes.cell * stroke.right}"
    return f"M{x} {y}V{_MARGIN + sizes.cell * stroke.bottom}"


def _filled(cells: Iterable[int], board: Board, sizes: Sizes, colour: str) -> str:
    """Fill cells with a colour."""
    side = sizes.cell
    corners = (
        (_MARGIN + side * c, _MARGIN + side * r) for r, c in map(board.cells.__getitem__, cells)
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
