"""The grammar of cell lists: `r1c1 r1c2`, runs `r9c1-r5c1`, `row 3`, `box 5`, outside places.

list  =  item, item ...         blanks or commas between items; none is needed after a cell
item  =  r4c6                   row 4, column 6, counted from 1
|  r9c1-r5c1-r5c4         straight runs along rows, columns and diagonals, ends included
|  row 3                  the cells of a group, by the name that the board gives it
|  @name                  a variable that is not a cell: see `variables`
place =  r0c3, r3c10            next to the board: 0, or one more than the last row or column
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeAlias

from csp_sudoku.boards import Board, Cell
from csp_sudoku.errors import RuleError, shown

Item: TypeAlias = Cell | str
"""A cell; or as text the name of a group, or of a variable with @ before it."""

_ITEM = re.compile(
    r"\s*,?\s*(?:"
    r"(?P<run>[rR][0-9]{1,4}[cC][0-9]{1,4}(?:\s*-\s*[rR][0-9]{1,4}[cC][0-9]{1,4})*)"
    r"|(?P<group>[a-z]+(?: [a-z]+)* [0-9]{1,4}(?: of board [0-9]{1,4})?)"
    r"|(?P<name>@[A-Za-z_][A-Za-z0-9_]*)"
    r")"
)
_CELL = re.compile(r"[rR]([0-9]{1,4})[cC]([0-9]{1,4})")
_WAY_OUT = "write cells as r4c6, runs as r9c1-r5c1, groups as row 3 or box 5"


@lru_cache(maxsize=4096)
def parsed(text: str) -> tuple[Item, ...]:
    """Return what a list of cells names, in its order.

    >>> [str(item) for item in parsed("r2c2-r4c4 r4c5, box 5")]
    ['r2c2', 'r3c3', 'r4c4', 'r4c5', 'box 5']
    """
    found: list[Item] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _ITEM.match(text, at)
        if match is None:
            raise RuleError(f"no cells are called {shown(text[at:].strip())}", fix=_WAY_OUT)
        at = match.end()
        if match["run"]:
            found += _run(match["run"])
        else:
            found.append(match["group"] or match["name"])
    return tuple(found)


def _run(text: str) -> list[Item]:
    corners = [Cell(int(row) - 1, int(column) - 1) for row, column in _CELL.findall(text)]
    found: list[Item] = [corners[0]]
    here = corners[0]
    for corner in corners[1:]:
        down, right = corner.row - here.row, corner.column - here.column
        length = max(abs(down), abs(right))
        if not length or (down and right and abs(down) != abs(right)):
            raise RuleError(
                f"there is no straight run from {here} to {corner}",
                fix="runs go along rows, columns and diagonals; name the cells one by one",
            )
        steps = range(1, length + 1)
        down, right = down // length, right // length
        found += [Cell(here.row + n * down, here.column + n * right) for n in steps]
        here = corner
    return found


def items_of(given: Any) -> tuple[Item, ...]:
    """Return the items of a text or of an iterable of cells."""
    if type(given) in (list, tuple) and {*map(type, given)} == {Cell}:
        return tuple(given)
    if isinstance(given, str):
        return parsed(given)
    if isinstance(given, Cell):
        return (given,)
    if not isinstance(given, Iterable):
        raise RuleError(f"expected cells, got {shown(given)}", fix=_WAY_OUT)
    found: list[Item] = []
    for one in given:
        if isinstance(one, Cell):
            found.append(one)
        elif isinstance(one, str):
            found += parsed(one)
        else:
            found.append(_pair(one))
    return tuple(found)


def _pair(given: Any) -> Cell:
    try:
        row, column = given
        return Cell(operator.index(row), operator.index(column))
    except (TypeError, ValueError):
        fix = "give a text, or (row, column) pairs counted from 0"
        raise RuleError(f"expected a cell, got {shown(given)}", fix=fix) from None


def text_of(items: Iterable[Item]) -> str:
    """Return a list of cells as text, which `parsed` reads."""
    return " ".join(map(str, items))


def on_board(items: Iterable[Item], board: Board) -> tuple[Item, ...]:
    """Return the items with the cells of a board in place of the names of its groups.

    >>> from csp_sudoku import boards
    >>> text_of(on_board(parsed("row 2"), boards.sudoku(2, 2)))
    'r2c1 r2c2 r2c3 r2c4'
    """
    found: list[Item] = []
    index = board.index
    if type(items) is tuple and all(map(index.__contains__, items)):
        return items
    for item in items:
        if isinstance(item, str) and not item.startswith("@"):
            found += _group(item, board)
        elif isinstance(item, str) or item in index:
            found.append(item)
        else:
            rows, columns = board.shape
            raise RuleError(
                f"{board.name} has no cell {item}", fix=f"its cells are r1c1 to r{rows}c{columns}"
            )
    return tuple(found)


def _group(name: str, board: Board) -> list[Cell]:
    for group in board.groups:
        if group.name == name:
            return [board.cells[i] for i in group.cells]
    known = ", ".join(dict.fromkeys(f"{group.kind} 1" for group in board.groups))
    raise RuleError(
        f"{board.name} has no {name}",
        fix=f"use {known} and so on" if known else "name the cells, as it has no groups",
    )
