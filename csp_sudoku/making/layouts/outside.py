"""Numbers outside the board, read off a full board: little killers, sandwiches, skyscrapers."""

from __future__ import annotations

from collections.abc import Iterator

from csp_sudoku.boards import Cell
from csp_sudoku.making.layouts.canvas import Canvas, Numbers, Unit
from csp_sudoku.rules import little_killer, sandwich, skyscraper
from csp_sudoku.rules.context import looking
from csp_sudoku.rules.outside import diagonal

_SHORTEST = 3
"""The shortest diagonal of a little killer."""


def little_killers(canvas: Canvas, numbers: Numbers, wanted: int | None) -> list[Unit]:
    """Read the sums of diagonals, each from one of its ends."""
    places = [*_diagonals(canvas)]
    canvas.rng.shuffle(places)
    places = list(dict(places).items())  # one number at each place outside
    found: list[Unit] = []
    for place, direction in places[:wanted]:
        total = sum(numbers[cell] for cell in diagonal(canvas.board, place, direction))
        found.append((little_killer(place, direction, total),))
    return found


def _diagonals(canvas: Canvas) -> Iterator[tuple[Cell, str]]:
    """Yield the long diagonals of a full board, each once, with a random end of it."""
    rows, columns = canvas.board.shape
    starts = [(Cell(-1, column), "down-right") for column in range(-1, columns - 1)]
    starts += [(Cell(row, -1), "down-right") for row in range(rows - 1)]
    starts += [(Cell(-1, column), "down-left") for column in range(1, columns + 1)]
    starts += [(Cell(row, columns), "down-left") for row in range(rows - 1)]
    for place, direction in starts:
        cells = diagonal(canvas.board, place, direction)
        if len(cells) < _SHORTEST:
            continue
        if canvas.rng.below(2):
            yield place, direction
        else:
            step = 1 if direction == "down-right" else -1
            last = cells[-1]
            side = "left" if step == 1 else "right"
            yield Cell(last.row + 1, last.column + step), f"up-{side}"


def sandwiches(canvas: Canvas, numbers: Numbers, wanted: int | None) -> list[Unit]:
    """Read the sandwiches of rows and columns, above and on the left."""
    found: list[Unit] = []
    for place in _places(canvas, wanted, both_ends=False):
        line = [numbers[cell] for cell in looking(canvas.board, place)]
        ends = sorted((line.index(min(line)), line.index(max(line))))
        found.append((sandwich(place, sum(line[ends[0] + 1 : ends[1]])),))
    return found


def skyscrapers(canvas: Canvas, numbers: Numbers, wanted: int | None) -> list[Unit]:
    """Read how many skyscrapers are seen from all four sides."""
    found: list[Unit] = []
    for place in _places(canvas, wanted, both_ends=True):
        seen: list[int] = []
        for cell in looking(canvas.board, place):
            if not seen or numbers[cell] > seen[-1]:
                seen.append(numbers[cell])
        found.append((skyscraper(place, len(seen)),))
    return found


def _places(canvas: Canvas, wanted: int | None, *, both_ends: bool) -> list[Cell]:
    rows, columns = canvas.board.shape
    found = [Cell(-1, column) for column in range(columns)]
    found += [Cell(row, -1) for row in range(rows)]
    if both_ends:
        found += [Cell(rows, column) for column in range(columns)]
        found += [Cell(row, columns) for row in range(rows)]
    canvas.rng.shuffle(found)
    return found[:wanted]
