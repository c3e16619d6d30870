"""Signs between cells, read off a full board: dots, X and V, inequality."""

from __future__ import annotations

from collections.abc import Iterator

from csp_sudoku.making.layouts.canvas import Canvas, Numbers, Unit
from csp_sudoku.rules import Rule, black_dot, greater, v, white_dot, x


def kropki(canvas: Canvas, numbers: Numbers, wanted: int | None) -> list[Unit]:
    """Read dots off a full board: black for twice, white for one more; 1 and 2 have a black one."""
    return [(rule,) for rule in list(_dots(canvas, numbers))[:wanted]]


def _dots(canvas: Canvas, numbers: Numbers) -> Iterator[Rule]:
    for pair in canvas.pairs():
        low, high = sorted(numbers[cell] for cell in pair)
        if high == 2 * low and low:
            yield black_dot(pair)
        elif high == low + 1:
            yield white_dot(pair)


def xv(canvas: Canvas, numbers: Numbers, wanted: int | None) -> list[Unit]:
    """Read X and V off a full board, where two neighbours add up to 10 or 5."""
    totals = ((pair, numbers[pair[0]] + numbers[pair[1]]) for pair in canvas.pairs())
    signs = [x(pair) if total == 10 else v(pair) for pair, total in totals if total in (5, 10)]
    return [(rule,) for rule in signs[:wanted]]


def futoshiki(canvas: Canvas, numbers: Numbers, wanted: int | None) -> list[Unit]:
    """Read inequality signs off a full board: two for each row, unless their number is given."""
    found: list[Unit] = []
    for one, other in canvas.pairs()[: 2 * canvas.board.shape[0] if wanted is None else wanted]:
        pair = (one, other) if numbers[one] > numbers[other] else (other, one)
        found.append((greater(pair),))
    return found
