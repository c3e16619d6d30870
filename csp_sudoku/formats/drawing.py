"""The drawing of a board in text: a token in each cell, and rules where regions meet."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from csp_sudoku.boards.board import Board, Cell, once_a_board


class Rules(NamedTuple):
    """Where a board has rules: `upright[r][c]` left of cell (r, c), `level[r][c]` above it.

    `gaps[c]` says whether there is room for a rule left of column c: around boxes only, but around
    each column if the regions are irregular, so that the columns stay evenly apart.
    """

    upright: tuple[tuple[bool, ...], ...]
    level: tuple[tuple[bool, ...], ...]
    gaps: tuple[bool, ...]


def drawn(board: Board, tokens: Sequence[str]) -> str:
    """Return the drawing of a board with a token for each cell.

    >>> from csp_sudoku import boards
    >>> print(drawn(boards.sudoku(1, 2), "1..2"))
    +-----+
    | 1 . |
    | . 2 |
    +-----+
    """
    if len(set(map(len, tokens))) == 1 and "".join(tokens).isascii():  # nearly always
        frame = _even_frame(board, len(tokens[0]))
        return frame.text % frame.in_order(tokens)
    columns = board.shape[1]
    widths = [0] * columns
    for cell, token in zip(board.cells, tokens, strict=True):
        widths[cell.column] = max(widths[cell.column], width_of(token))
    frame = _frame(board, widths)
    padded = [
        token + " " * (widths[cell.column] - width_of(token))
        for cell, token in zip(board.cells, tokens, strict=True)
    ]
    return frame.text % frame.in_order(padded)


class _Frame(NamedTuple):
    """The drawing of a board with "%s" in each cell, and the cells from top left on."""

    text: str
    order: tuple[int, ...] | None
    """None says that the cells of the board stand in this order already."""

    def in_order(self, tokens: Sequence[str]) -> tuple[str, ...]:
        """Return the tokens from top left on."""
        return tuple(tokens) if self.order is None else tuple([tokens[at] for at in self.order])


@once_a_board
def _even_frame(board: Board, width: int) -> _Frame:
    """Return the frame for tokens that are all of the same width."""
    used = {cell.column for cell in board.cells}
    return _frame(board, [width * (column in used) for column in range(board.shape[1])])


def _frame(board: Board, widths: Sequence[int]) -> _Frame:
    """Draw what stands around the tokens of a board; `widths` has the width of each column."""
    rows = board.shape[0]
    rules, cells = rules_of(board), set(board.cells)
    lines = []
    for row in range(rows + 1):
        if any(rules.level[row]):
            lines.append(_rule_line(rules, row, widths))
        if row < rows:
            lines.append(_cell_line(rules, row, widths, cells))
    order = tuple(sorted(range(len(board.cells)), key=board.cells.__getitem__))
    is_sorted = order == tuple(range(len(order)))
    return _Frame("\n".join(line.rstrip() for line in lines), None if is_sorted else order)


def width_of(text: str) -> int:
    """Return the columns that a text takes in a terminal.

    >>> width_of("12"), width_of("数"), width_of("e\N{COMBINING ACUTE ACCENT}")
    (2, 2, 1)
    """
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(c) in "WF" else not combining(c) for c in text)


def _cell_line(rules: Rules, row: int, widths: Sequence[int], cells: Set[Cell]) -> str:
    parts = []
    for column, width in enumerate([*widths, 0]):
        if rules.gaps[column]:
            parts.append(
                ("" if column == 0 else " ") + ("|" if rules.upright[row][column] else " ")
            )
        if column < len(widths):
            parts.append(" %s" if Cell(row, column) in cells else " " * (width + 1))
    return "".join(parts)


def _rule_line(rules: Rules, row: int, widths: Sequence[int]) -> str:
    parts = []
    level = rules.level[row]
    for column, width in enumerate([*widths, 0]):
        if rules.gaps[column]:
            before = "" if column == 0 else "-" if level[column - 1] else " "
            parts.append(before + _corner(rules, row, column))
        if column < len(widths):
            parts.append(("-" if level[column] else " ") * (width + 1))
    return "".join(parts)


def _corner(rules: Rules, row: int, column: int) -> str:
    """Return what stands where rules may meet."""
    above = row > 0 and rules.upright[row - 1][column]
    below = row < len(rules.upright) and rules.upright[row][column]
    left = column > 0 and rules.level[row][column - 1]
    right = column < len(rules.level[row]) and rules.level[row][column]
    if (above or below) and (left or right):
        return "+"
    return "|" if above or below else "-" if left or right else " "


@once_a_board
def rules_of(board: Board) -> Rules:
    """Find the sides of cells where a region or the board ends."""
    rows, columns = board.shape
    regions: dict[Cell, set[int]] = {cell: set() for cell in board.cells}
    for number, group in enumerate(board.groups):
        for index in group.cells if group.kind in ("box", "region") else ():
            regions[board.cells[index]].add(number)  # several, where boards overlap

    def differ(one: Cell, other: Cell) -> bool:
        return regions.get(one) != regions.get(other)

    upright = tuple(
        tuple(differ(Cell(r, c - 1), Cell(r, c)) for c in range(columns + 1)) for r in range(rows)
    )
    level = tuple(
        tuple(differ(Cell(r - 1, c), Cell(r, c)) for c in range(columns)) for r in range(rows + 1)
    )
    is_irregular = any(group.kind == "region" for group in board.groups)
    gaps = tuple(is_irregular or any(line[c] for line in upright) for c in range(columns + 1))
    return Rules(upright, level, gaps)
