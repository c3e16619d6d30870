"""A board in box-drawing characters: heavy lines around regions, light ones between cells."""

from __future__ import annotations

from csp_sudoku.boards.board import Board, Cell
from csp_sudoku.formats.drawing import drawn, width_of
from csp_sudoku.render.frame import Weights, breadth, marks_of, weights_of
from csp_sudoku.render.position import Drawable, Position, Symbols, position_of

_CORNERS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""By the weights of the lines up, right, down and left, read as a number in base 3."""
_LEVEL = " ─━"
_UPRIGHT = " │┃"


def text(
    what: Drawable,
    *,
    candidates: bool | None = None,
    ascii: bool = False,
    alphabet: Symbols | None = None,
) -> str:
    """Return the drawing of a board in characters.

    >>> from csp_sudoku import Puzzle
    >>> print(text(Puzzle("1..4 .... .... 2..3"), candidates=True))
    ┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓
    ┃     │   2 ┃   2 │     ┃
    ┃  1  │ 3   ┃ 3   │  4  ┃
    ┠─────┼─────╂─────┼─────┨
    ┃     │   2 ┃ 1 2 │ 1 2 ┃
    ┃ 3 4 │ 3 4 ┃ 3   │     ┃
    ┣━━━━━┿━━━━━╋━━━━━┿━━━━━┫
    ┃     │ 1   ┃ 1 2 │ 1 2 ┃
    ┃ 3 4 │ 3 4 ┃   4 │     ┃
    ┠─────┼─────╂─────┼─────┨
    ┃     │ 1   ┃ 1   │     ┃
    ┃  2  │   4 ┃   4 │  3  ┃
    ┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛

    Args:
        what: a puzzle, a solution, or the state of a game.
        candidates: whether to draw what open cells may be; if not told, those of a state are, and
            pencil marks.
        ascii: use + - | alone, and only around regions, as the formats "grid" and "pencilmarks".
        alphabet: the symbols: a name, all of them in one word, or a list of texts.
    """
    position = position_of(what, candidates=candidates, alphabet=alphabet)
    if ascii:
        return drawn(position.board, [_token(position, n) for n in range(len(position.values))])
    blocks = dict(zip(position.board.cells, _blocks(position), strict=True))
    return _fenced(position.board, blocks)


def _token(position: Position, cell: int) -> str:
    """Return what stands for a cell on one line."""
    value, symbols = position.values[cell], position.symbols
    if position.candidates is None:
        return _padded(symbols[value], breadth(symbols))
    if value:
        return symbols[value]
    left = [symbols[v] for v in position.left(cell)]
    listed = ("" if breadth(symbols) == 1 else ",").join(left)
    return listed if len(left) > 1 else f"{{{listed}}}"


def _blocks(position: Position) -> list[list[str]]:
    """Return what stands in each cell, as lines of one length."""
    symbols = position.symbols
    wide = breadth(symbols)
    if position.candidates is None:
        return [[_padded(symbols[value], wide)] for value in position.values]
    rows, columns = marks_of(position.board.size)
    width = columns * (wide + 1) - 1
    blocks = []
    for cell, value in enumerate(position.values):
        if value:
            lines = [" " * width] * rows
            lines[rows // 2] = _centred(symbols[value], width)
        else:
            left = {*position.left(cell)}
            marks = [
                _padded(symbols[v] if v in left else "", wide) for v in range(1, rows * columns + 1)
            ]
            lines = [" ".join(marks[row * columns : (row + 1) * columns]) for row in range(rows)]
        blocks.append(lines)
    return blocks


def _padded(symbol: str, width: int) -> str:
    return " " * (width - width_of(symbol)) + symbol


def _centred(symbol: str, width: int) -> str:
    room = width - width_of(symbol)
    return " " * (room // 2) + symbol + " " * (room - room // 2)


def _fenced(board: Board, blocks: dict[Cell, list[str]]) -> str:
    """Draw lines around the blocks of all cells."""
    rows, columns = board.shape
    weights = weights_of(board)
    some = next(iter(blocks.values()))
    width, height = breadth([some[0]]) + 2, len(some)
    empty = [" " * (width - 2)] * height
    lines = []
    for row in range(rows + 1):
        fences = (
            _corner(weights, row, column) + _LEVEL[weights.level[row][column]] * width
            for column in range(columns)
        )
        lines.append("".join(fences) + _corner(weights, row, columns))
        for part in range(height if row < rows else 0):
            upright = [_UPRIGHT[weight] for weight in weights.upright[row]]
            cells = (
                f"{upright[column]} {blocks.get(Cell(row, column), empty)[part]} "
                for column in range(columns)
            )
            lines.append("".join(cells) + upright[columns])
    return "\n".join(line.rstrip() for line in lines)


def _corner(weights: Weights, row: int, column: int) -> str:
    """Return what stands where lines may meet."""
    level, upright = weights
    rows, columns = len(upright), len(level[0])
    up = upright[row - 1][column] if row > 0 else 0
    right = level[row][column] if column < columns else 0
    down = upright[row][column] if row < rows else 0
    left = level[row][column - 1] if column > 0 else 0
    return _CORNERS[((up * 3 + right) * 3 + down) * 3 + left]
