"""The pieces of Simon Tatham's game ids: runs of blanks and numbers, and blocks by their borders.

A run of blanks is a letter (a is one, z is 26), and two numbers side by side have _ between them.
Blocks are told by their borders: all borders between columns, row by row, then those between rows,
column by column; each symbol is a number of missing borders before the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

_PIECE = re.compile(r"([a-z])|_|([0-9]+)")
_BORDER = re.compile(r"([a-z_])([0-9]*)")
_LETTERS = "_abcdefghijklmnopqrstuvwxyz"
_MOST = 25
"""Missing borders that a symbol can tell; z tells that more follow without a border."""


class CodeError(ValueError):
    """A piece of a game id that cannot be decoded, and the place in it."""

    def __init__(self, problem: str, at: int) -> None:
        super().__init__(problem)
        self.at = at


def numbers_of(code: str, count: int) -> list[int]:
    """Return one number per cell, 0 for a blank.

    >>> numbers_of("b3_10a", 5), code_of([0, 0, 3, 10, 0])
    ([0, 0, 3, 10, 0], 'b3_10a')
    """
    found: list[int] = []
    at = 0
    while at < len(code):
        piece = _PIECE.match(code, at)
        if piece is None or len(piece[0]) > 6:
            raise CodeError(f"{code[at]!r} is neither a number nor a run of blanks", at)
        if piece[1]:
            found += [0] * _LETTERS.index(piece[1])
        elif piece[2]:
            found.append(int(piece[2]))
        if len(found) > count:
            raise CodeError(f"there are more than {count} cells", at)
        at = piece.end()
    if len(found) < count:
        raise CodeError(f"there are {len(found)} cells instead of {count}", at)
    return found


def code_of(numbers: Sequence[int]) -> str:
    """Return numbers with runs of blanks between them."""
    parts: list[str] = []
    for is_blank, run in groupby(numbers, key=lambda number: not number):
        if is_blank:
            length = len(list(run))
            parts.append("z" * (length // 26) + (_LETTERS[length % 26] if length % 26 else ""))
        else:
            parts.append("_".join(map(str, run)))
    return "".join(parts)


def blocks_of(code: str, size: int) -> list[list[int]]:
    """Return the cells of each block of a square board, in the order of their first cells.

    >>> blocks_of("b__", 2), code_of_blocks([[0, 1], [2, 3]], 2)
    ([[0, 1], [2, 3]], 'b__')
    """
    total = 2 * size * (size - 1)
    of = list(range(size * size))

    def first(cell: int) -> int:
        while of[cell] != cell:
            of[cell] = of[of[cell]]
            cell = of[cell]
        return cell

    at, sides = 0, _all_sides(size)
    for missing, has_border, place in _borders(code, total):
        for number in range(at, at + missing):
            if number >= total:
                raise CodeError("there are too many borders", place)
            one, other = sides[number]
            one, other = first(one), first(other)
            of[max(one, other)] = min(one, other)
        at += missing + has_border
    if at != total + 1:
        raise CodeError(f"there are borders for {at - 1} places instead of {total}", len(code))
    blocks: dict[int, list[int]] = {}
    for cell in range(size * size):
        blocks.setdefault(first(cell), []).append(cell)
    return list(blocks.values())


def code_of_blocks(blocks: Sequence[Sequence[int]], size: int, *, short: bool = True) -> str:
    """Return the borders of blocks; `short` counts equal symbols, as keen does."""
    of = {cell: number for number, block in enumerate(blocks) for cell in block}
    symbols: list[str] = []
    missing = 0
    for number in range(2 * size * (size - 1) + 1):
        sides = None if number == 2 * size * (size - 1) else _sides(number, size)
        if sides is not None and of[sides[0]] == of[sides[1]]:
            missing += 1
            continue
        symbols += "z" * ((missing - 1) // _MOST if missing > _MOST else 0)
        symbols += _LETTERS[missing - _MOST * ((missing - 1) // _MOST) if missing else 0]
        missing = 0
    if not short:
        return "".join(symbols)
    runs = ((symbol, len(list(run))) for symbol, run in groupby(symbols))
    return "".join(symbol * n if n < 3 else f"{symbol}{n}" for symbol, n in runs)


def _borders(code: str, total: int) -> Iterator[tuple[int, bool, int]]:
    """Yield each number of missing borders, whether a border follows, and where it stands."""
    at = 0
    while at < len(code):
        piece = _BORDER.match(code, at)
        if piece is None:
            raise CodeError(f"{code[at]!r} does not tell borders", at)
        times = int(piece[2] or 1) if len(piece[2]) < 6 else total + 2
        missing = min(_LETTERS.index(piece[1]), _MOST)
        for _ in range(min(times, total + 2)):
            yield missing, piece[1] != "z", at
        at = piece.end()


@lru_cache(maxsize=64)
def _all_sides(size: int) -> list[tuple[int, int]]:
    return [_sides(number, size) for number in range(2 * size * (size - 1))]


def _sides(number: int, size: int) -> tuple[int, int]:
    """Return the two cells at a border."""
    line, place = divmod(number, size - 1)
    if line < size:
        return line * size + place, line * size + place + 1
    return place * size + line - size, (place + 1) * size + line - size
