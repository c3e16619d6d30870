"""A board in box-drawing characters: heavy lines around regions, light ones between cells."""

from __future__ import annotations

from csp_sudoku.boards.board import Board, Cell
from csp_sudoku.formats.drawing import drawn, width_of
from csp_sudoku.render.geometry import Weights, breadth, marks_of, weights_of
from csp_sudoku.render.scene import Drawable, Scene, Symbols, scene_of
from csp_sudoku.rules.words import rules_listed

_CORNERS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Indexed by the weights of the lines up, right, down and left, as a number in base 3."""
_LEVEL = " ─━"
_UPRIGHT = " │┃"


def text(
    what: Drawable,
    *,
    candidates: bool | None = None,
    ascii: bool = False,
    alphabet: Symbols | None = None,
) -> str:
    """Return the drawing of a board in characters, with its rules in words below it.

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
        candidates: whether to draw candidates; by default, only pencil marks and those of a state.
        ascii: draw with + - | only, around regions, as the formats "grid" and "pencilmarks" do.
        alphabet: the symbols: a name, all of them in one word, or a list of texts.
    """
    scene = scene_of(what, candidates=candidates, alphabet=alphabet)
    if ascii:
        board = drawn(scene.board, [_token(scene, n) for n in range(len(scene.values))])
    else:
        blocks = dict(zip(scene.board.cells, _blocks(scene), strict=True))
        board = _fenced(scene.board, blocks)
    return f"{board}\n{rules_listed(scene.board, scene.rules)}" if scene.rules else board


def _token(scene: Scene, cell: int) -> str:
    """Return the text of a cell in one line."""
    value, symbols = scene.values[cell], scene.symbols
    if scene.candidates is None:
        return _padded(symbols[value], breadth(symbols))
    if value:
        return symbols[value]
    left = [symbols[v] for v in scene.left(cell)]
    listed = ("" if breadth(symbols) == 1 else ",").join(left)
    return listed if len(left) > 1 else f"{{{listed}}}"


def _blocks(scene: Scene) -> list[list[str]]:
    """Return the text of each cell, as lines of equal length."""
    symbols = scene.symbols
    wide = breadth(symbols)
    if scene.candidates is None:
        return [[_padded(symbols[value], wide)] for value in scene.values]
    rows, columns = marks_of(scene.board.size)
    width = columns * (wide + 1) - 1
    blocks = []
    for cell, value in enumerate(scene.values):
        if value:
            lines = [" " * width] * rows
            lines[rows // 2] = _centred(symbols[value], width)
        else:
            left = {*scene.left(cell)}
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
    """Draw lines around the texts of all cells."""
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
    """Return the character where lines meet."""
    level, upright = weights
    rows, columns = len(upright), len(level[0])
    up = upright[row - 1][column] if row > 0 else 0
    right = level[row][column] if column < columns else 0
    down = upright[row][column] if row < rows else 0
    left = level[row][column - 1] if column > 0 else 0
    return _CORNERS[((up * 3 + right) * 3 + down) * 3 + left]
