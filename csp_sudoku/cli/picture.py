"""What the full screen of `play` shows: pieces of text, each with its place and its look.

Nothing here needs a terminal. `picture` chooses the largest drawing of the board that fits, with
the panel beside or below it; `cli.fullscreen` sends the pieces to the terminal.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from csp_sudoku.boards.board import Board, Cell
from csp_sudoku.logic.player import Player
from csp_sudoku.logic.sheet import Mode
from csp_sudoku.rules.words import rules_listed

_PANEL = 21
"""The least number of columns for the panel."""
_BELOW = 4
"""The least number of lines for the panel, where it is below the board."""
_SIZES = ((3, 7), (2, 5), (1, 3))
"""How many lines and columns a cell takes, the best first."""
_LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Line pieces by the sides that they reach: 1 up, 2 right, 4 down, 8 left."""
_PLAIN_LINES = " ||+||++-+-+++++"
_BLOCKS = ("box", "region")


class Look(NamedTuple):
    """How a piece looks: what it is, what is behind it, and whether it is at the cursor."""

    what: str = ""
    """"", "clue", "value", "mark", "line", "label", "title" or "wrong"."""
    behind: str = ""
    """"", "selected", "area", "pattern", "result", or "1" to "6" for a colour."""
    is_cursor: bool = False


class Piece(NamedTuple):
    """A piece of text at a place of the screen."""

    row: int
    column: int
    text: str
    look: Look = Look()


class Frame:
    """Where the cells of a board are on the screen, and the lines between them.

    There is a line in a gap between two rows or columns only if a block ends there, at some place.
    """

    def __init__(self, board: Board, height: int, width: int) -> None:
        self.board, self.height, self.width = board, height, width
        rows, columns = board.shape
        blocks: dict[int, set[int]] = {at: set() for at in range(len(board.cells))}
        for number, group in enumerate(board.groups):
            if group.kind in _BLOCKS:
                for at in group.cells:
                    blocks[at].add(number)
        self._blocks = {cell: blocks[at] for at, cell in enumerate(board.cells)}
        self.label = len(f"r{rows}") + 1
        self._tops = self._starts(rows, self._is_wall_above, columns, 1, height)
        self._lefts = self._starts(columns, self._is_wall_left, rows, self.label, width)

    @staticmethod
    def _starts(
        count: int, is_wall: Callable[[int, int], bool], across: int, first: int, size: int
    ) -> list[int]:
        """Return where each row or column begins; the last number is where the frame ends."""
        starts, at = [], first
        for number in range(count + 1):
            at += any(is_wall(number, other) for other in range(across))
            starts.append(at)
            at += size
        return starts

    def _same(self, one: Cell, other: Cell) -> bool:
        return self._blocks.get(one) == self._blocks.get(other)

    def _is_wall_above(self, row: int, column: int) -> bool:
        return not self._same(Cell(row - 1, column), Cell(row, column))

    def _is_wall_left(self, column: int, row: int) -> bool:
        return not self._same(Cell(row, column - 1), Cell(row, column))

    @cached_property
    def size(self) -> tuple[int, int]:
        """How many lines and columns the board takes, with its labels."""
        return self._tops[-1], self._lefts[-1]

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the line and the column where a cell begins."""
        return self._tops[cell.row], self._lefts[cell.column]

    def labels(self) -> Iterator[Piece]:
        """Yield the numbers of the columns and rows."""
        look = Look("label")
        rows, columns = self.board.shape
        for column in range(columns):
            yield Piece(0, self._lefts[column], f"{column + 1:^{self.width}}", look)
        for row in range(rows):
            at = self._tops[row] + (self.height - 1) // 2
            yield Piece(at, 0, f"{row + 1:>{self.label - 1}}", look)

    def lines(self, *, is_plain: bool) -> Iterator[Piece]:
        """Yield the lines around the blocks."""
        height, width = self.size
        sides: dict[tuple[int, int], int] = {}

        def draw(row: int, column: int, down: int, right: int) -> None:
            for step in range(down):
                sides[row + step, column] = sides.get((row + step, column), 0) | 4
                sides[row + step + 1, column] = sides.get((row + step + 1, column), 0) | 1
            for step in range(right):
                sides[row, column + step] = sides.get((row, column + step), 0) | 2
                sides[row, column + step + 1] = sides.get((row, column + step + 1), 0) | 8

        rows, columns = self.board.shape
        for row in range(rows + 1):
            for column in range(columns + 1):
                top, left = self._tops[row] - 1, self._lefts[column] - 1
                if column < columns and self._is_wall_above(row, column):
                    draw(top, left, 0, self._lefts[column + 1] - 1 - left)
                if row < rows and self._is_wall_left(column, row):
                    draw(top, left, self._tops[row + 1] - 1 - top, 0)
        signs = _PLAIN_LINES if is_plain else _LINES
        for row in range(height):
            text = "".join(signs[sides.get((row, column), 0)] for column in range(width))
            if text.strip():
                start = len(text) - len(text.lstrip())
                for word in text.split():
                    at = text.index(word, start)
                    yield Piece(row, at, word, Look("line"))
                    start = at + len(word)


def picture(
    player: Player, rows: int, columns: int, *, is_plain: bool = False, has_colours: bool = True
) -> list[Piece]:
    """Return everything that the screen shows.

    Args:
        player: the game.
        rows: how many lines the screen has.
        columns: how many columns it has.
        is_plain: whether only ASCII can be shown.
        has_colours: whether looks can be told by colours; if not, signs tell the colours of cells.
    """
    if player.page is not None:
        return _page(player.page, rows, columns)
    fit = _fitting(player, rows, columns)
    if fit is None:
        return _too_small(player.puzzle.board, rows, columns)
    frame, is_beside = fit
    height, width = frame.size
    pieces = [*frame.labels(), *frame.lines(is_plain=is_plain)]
    for cell in range(len(player.puzzle.board.cells)):
        pieces += _cell(player, frame, cell, has_colours)
    top, left = (0, width + 2) if is_beside else (height, 0)
    room = rows - top
    for row, (text, look) in enumerate(_panel(player, columns - left, room, is_beside)):
        pieces.append(Piece(top + row, left, text, look))
    return pieces


def _fitting(player: Player, rows: int, columns: int) -> tuple[Frame, bool] | None:
    """Return the largest frame that fits, and whether the panel is beside it."""
    board = player.puzzle.board
    wide = max(len(player.alphabet.symbol(value)) for value in range(1, board.size + 1))
    for high, across in _SIZES:
        frame = Frame(board, high, max(across, wide + 2))
        height, width = frame.size
        if height <= rows and width + 2 + _PANEL <= columns:
            return frame, True
        if height + _BELOW <= rows and width <= columns:
            return frame, False
    return None


def _too_small(board: Board, rows: int, columns: int) -> list[Piece]:
    height, width = Frame(board, *_SIZES[-1]).size
    text = (
        f"{board.name} needs {width} columns and {height + _BELOW} lines, but there are {columns} "
        f"and {rows}. Make the terminal larger, or leave by q and play with --lines."
    )
    return _page(text, rows, columns, "")


def _page(text: str, rows: int, columns: int, end: str = "any key: back") -> list[Piece]:
    lines = [
        part
        for line in text.splitlines()
        for part in textwrap.wrap(line, max(1, columns - 1), subsequent_indent="  ") or [""]
    ]
    if len(lines) > rows - 1:
        lines = [*lines[: max(0, rows - 2)], "…"]
    return [Piece(row, 0, line) for row, line in enumerate([*lines, end][:rows])]


def _cell(player: Player, frame: Frame, cell: int, has_colours: bool) -> Iterator[Piece]:
    """Yield the lines of one cell, blanks included: they carry what is behind it."""
    sheet, width = player.sheet, frame.width
    row, column = frame.place(player.puzzle.board.cells[cell])
    is_cursor = cell == player.cursor
    behind = _behind(player, cell)
    colour = sheet.colours[cell]
    left = ">" if is_cursor else "*" if behind in ("pattern", "result") else " "
    right = "!" if cell in player.wrong else " "
    if right == " " and colour and not has_colours:
        right = "abcdef"[colour - 1]
    value = sheet.values[cell]
    corner, centre = player.marks(cell, "corner"), player.marks(cell, "centre")
    what = "clue" if player.puzzle.values[cell] else "value"
    inner = width - 2
    if value:
        lines = [f"{left}{player.alphabet.symbol(value):^{inner}}{right}"]
        lines += [" " * width] * (frame.height - 1)
        if frame.height == 3:
            lines = [lines[1], lines[0], lines[2]]
    else:
        what = "mark"
        if frame.height == 1:
            lines = [f"{left}{_cut(centre or corner, inner) or '.':^{inner}}{right}"]
        elif frame.height == 2:
            lines = [
                f"{left}{_cut(corner, inner):<{inner}}{right}",
                f"{_cut(centre, width):^{width}}",
            ]
        else:
            lines = [
                f"{_cut(corner, width):<{width}}",
                f"{left}{_cut(centre, inner):^{inner}}{right}",
                " " * width,
            ]
    what = "wrong" if cell in player.wrong else what
    for at, text in enumerate(lines):
        yield Piece(row + at, column, text, Look(what, behind, is_cursor))


def _cut(marks: str, width: int) -> str:
    return marks if len(marks) <= width else f"{marks[: width - 1]}+"


def _behind(player: Player, cell: int) -> str:
    step = player.step
    if cell in player.selected:
        return "selected"
    if step is not None:
        if any(c == cell for c, _ in (*step.placements, *step.eliminations)):
            return "result"
        if any(c == cell for c, _ in (*step.pattern, *step.fins)) or cell in step.support:
            return "pattern"
    if cell in player.area:
        return "area"
    colour = player.sheet.colours[cell]
    return str(colour) if colour else ""


def _panel(player: Player, width: int, room: int, is_beside: bool) -> list[tuple[str, Look]]:
    """Return the lines of the panel: where the cursor is, the message, and what else fits."""
    title, plain, dim = Look("title"), Look(), Look("label")
    board = player.puzzle.board

    def wrapped(text: str) -> list[str]:
        return [p for line in text.splitlines() for p in textwrap.wrap(line, max(8, width))]

    here = _here(player)
    if player.line is not None:
        told = [f":{player.line}_"]
    elif player.is_choosing:
        told = [player.message, *(f"{n} {word}" for n, word in enumerate(player.levels, start=1))]
        told.append("0 your own")
    else:
        told = wrapped(player.message)
    modes = " ".join(f"[{m}]" if m is player.mode else str(m) for m in Mode)
    if not is_beside:
        lines = [(f"{here}; {player.open_left} open; {player.mode}", title)]
        lines += [(line, plain) for line in told]
        return _limited(lines, room, width)
    lines = [(board.name, title), (f"{player.open_left} cells open", dim), ("", plain)]
    lines += [(line, plain) for line in wrapped(modes)]
    lines += [("", plain), (here, title)]
    lines += [
        (f"{kind} {marks}", plain)
        for kind in ("corner", "centre")
        if (marks := player.marks(player.cursor, kind))
    ]
    lines += [("", plain), *((line, plain) for line in told)]
    keys = ("? keys h hint n step", "u undo  m mistakes", "N new  w save  q quit")
    after = [("", plain), *((line, dim) for line in keys), ("", plain)]
    rules = [(line, dim) for line in wrapped(rules_listed(board, player.puzzle.rules))]
    if len(lines) + len(after) > room:
        return _limited(lines, room, width)
    if len(rules) + len(lines) + len(after) > room:
        rules = [("i lists the rules", dim)]
    return _limited([*lines, *after, *rules], room, width)


def _limited(lines: list[tuple[str, Look]], room: int, width: int) -> list[tuple[str, Look]]:
    if len(lines) > room:
        lines = [*lines[: room - 1], ("… t tells all", Look("label"))]
    return [(text[:width], look) for text, look in lines]


def _here(player: Player) -> str:
    cell = player.cursor
    name = str(player.puzzle.board.cells[cell])
    value = player.sheet.values[cell]
    if not value:
        return name
    what = " (clue)" if player.puzzle.values[cell] else ""
    return f"{name} = {player.alphabet.symbol(value)}{what}"
