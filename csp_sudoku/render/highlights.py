"""Highlights: what a step adds to the SVG of its board, candidates in colour and links.

Colour is never the only sign: cleared candidates are struck out, fins are in a square, placed
values are white on dark, and weak links are dashed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import hypot
from typing import NamedTuple, TypeAlias

from csp_sudoku.boards import Board
from csp_sudoku.errors import PuzzleError
from csp_sudoku.logic.step import Candidate, Link, Step
from csp_sudoku.render.scene import Scene
from csp_sudoku.render.svg import Sizes

Point: TypeAlias = tuple[float, float]

_GROUP = "#fdf8e1"
_SUPPORT = "#e6e6e6"
_PATTERN_CELL = "#e4f1fa"
_PLACED_CELL = "#d3efe5"
_PATTERN = "#9dd1f0"
_FIN = "#f0b93a"
_PLACED = "#009e73"
_CLEARED = "#d55e00"
_CLEARED_DISC = "#f9c3a2"
_LINK = "#882255"
_RADIUS = 7.2
_BEND = 0.16
_LEAST_BEND = 9.0
_MOST_BEND = 26.0


class Highlights(NamedTuple):
    """What a step adds to the picture of its board."""

    tints: dict[int, str]
    """The colours of cells."""
    under: str
    """What is drawn below the symbols."""
    inks: dict[tuple[int, int], str]
    """The SVG attributes of candidates."""
    over: str
    """What is drawn above the symbols."""


def mentioned(step: Step, scene: Scene) -> list[int] | None:
    """Return the candidates that a step is about, as one mask per cell; None if it only places."""
    _require_board(step, scene)
    masks = [0] * len(scene.values)
    for cell, value in (*step.eliminations, *step.pattern, *step.fins, *_ends(step)):
        masks[cell] |= 1 << value - 1
    for cell, _ in step.placements:
        masks[cell] = 0
    return masks if any(masks) else None


def group_cells(step: Step, board: Board) -> Iterator[int]:
    """Yield the cells of a step's groups; what rules make of cells is drawn anyway."""
    for number in step.groups:
        if number < len(board.groups):
            yield from board.groups[number].cells


def highlights(step: Step, scene: Scene, sizes: Sizes) -> Highlights:
    """Return what a step adds to the picture of its board."""
    _require_board(step, scene)
    cells = scene.board.cells

    def place(candidate: Candidate) -> Point:
        return sizes.mark(*cells[candidate.cell], candidate.value)

    tints = dict.fromkeys(group_cells(step, scene.board), _GROUP)
    tints |= dict.fromkeys(step.support, _SUPPORT)
    tints |= {cell: _PATTERN_CELL for cell, _ in (*step.pattern, *step.fins)}
    tints |= {cell: _PLACED_CELL for cell, _ in step.placements}
    small = [c for c in _ordered(step.placements) if _is_drawn(c, scene)]
    large = [c for c in _ordered(step.placements) if c not in small and not scene.values[c.cell]]
    done = {*step.placements, *step.eliminations}
    fins = set(step.fins) - done
    pattern = set(step.pattern) - done - fins
    links = dict.fromkeys(step.links)
    rows, columns = scene.board.shape
    extent = float(columns * sizes.cell), float(rows * sizes.cell)
    under = [
        *(_ring(place(c)) for c in _ordered(set(_ends(step)) - done - fins - pattern)),
        *(_disc(place(c), _PATTERN) for c in _ordered(pattern)),
        *(_square(place(c), _FIN) for c in _ordered(fins)),
        *(_disc(place(c), _CLEARED_DISC) for c in _ordered(step.eliminations)),
        *(_disc(place(c), _PLACED) for c in small),
        *(_curve(link, place(link.start), place(link.end), extent) for link in links),
    ]
    dark = (*step.pattern, *step.fins, *step.eliminations)
    inks: dict[tuple[int, int], str] = dict.fromkeys(dark, ' fill="#000"')
    inks |= dict.fromkeys(step.placements, ' fill="#fff" font-weight="bold"')
    over = "".join(_strike(place(c)) for c in _ordered(step.eliminations))
    if over:
        over = f'<path d="{over}" stroke="{_CLEARED}" stroke-width="1.5"/>'
    font = f'font-size="{sizes.value_font:g}" font-weight="bold" fill="{_PLACED}"'
    for cell, value in large:
        over += f"{sizes.value_tag(*cells[cell])} {font}>{escape(scene.symbols[value])}</text>"
    return Highlights(tints, "".join(under), inks, over)


def _require_board(step: Step, scene: Scene) -> None:
    """Raise PuzzleError if the board lacks a cell, value or group of the step."""
    board = scene.board
    named = (*step.placements, *step.eliminations, *step.pattern, *step.fins, *_ends(step))
    cells = (*(cell for cell, _ in named), *step.support)
    if (
        max(cells, default=0) >= len(board.cells)
        or max((value for _, value in named), default=1) > board.size
        or (max(step.groups, default=0) >= len(board.groups) and not scene.rules)
    ):
        raise PuzzleError(
            f"the step does not belong to {board.name}", fix="draw it on its own board"
        )


def _ends(step: Step) -> list[Candidate]:
    return [end for link in step.links for end in (link.start, link.end)]


def _is_drawn(candidate: Candidate, scene: Scene) -> bool:
    masks = scene.candidates
    return masks is not None and bool(masks[candidate.cell] >> candidate.value - 1 & 1)


def _ordered(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(set(candidates))


def _disc(at: Point, colour: str) -> str:
    return f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{_RADIUS:g}" fill="{colour}"/>'


def _ring(at: Point) -> str:
    return (
        f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{_RADIUS:g}" fill="#fff" stroke="{_PATTERN}"/>'
    )


def _square(at: Point, colour: str) -> str:
    half = _RADIUS - 0.4
    x, y = at[0] - half, at[1] - half
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{2 * half:g}" height="{2 * half:g}" rx="2" '
        f'fill="{colour}"/>'
    )


def _strike(at: Point) -> str:
    x, y = at
    reach = _RADIUS * 0.8
    return f"M{x - reach:g} {y + reach:g}L{x + reach:g} {y - reach:g}"


def _curve(link: Link, start: Point, end: Point, extent: Point) -> str:
    """Draw a link as a curve, bent so that symbols between its ends stay readable."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1) or 1.0
    bend = min(max(_BEND * length, _LEAST_BEND), _MOST_BEND) / length
    middle = (x1 + x2) / 2, (y1 + y2) / 2
    aside = (y1 - y2) * bend, (x2 - x1) * bend
    if not all(0 < m + a / 2 < most for m, a, most in zip(middle, aside, extent, strict=True)):
        aside = -aside[0], -aside[1]
    by = middle[0] + aside[0], middle[1] + aside[1]
    x1, y1 = _towards(start, by)
    x2, y2 = _towards(end, by)
    dashes = "" if link.is_strong else ' stroke-dasharray="5 3"'
    return (
        f'<path d="M{x1:.1f} {y1:.1f}Q{by[0]:.1f} {by[1]:.1f} {x2:.1f} {y2:.1f}" fill="none" '
        f'stroke="{_LINK}" stroke-width="2"{dashes}/>'
    )


def _towards(start: Point, end: Point) -> Point:
    """Return where a curve leaves the disc around its start."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    part = min(_RADIUS / length, 0.9)
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
