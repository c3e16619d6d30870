"""Boards as plain data: the parts of a board, checked, and the JSON in which they are kept.

{"format": "csp-sudoku board", "version": 1, "name": "corners", "size": 4,
 "cells": ["r1c1", "r1c4", "r4c1", "r4c4"],
 "groups": [{"kind": "corners", "name": "the corners", "cells": ["r1c1", "r1c4", "r4c1", "r4c4"]}]}

"box" holds the rows and columns of the boxes, where they are all rectangles of one shape, and
"first" the number of the first value, where it is not 1. A reader refuses what it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NoReturn, TypeAlias, TypeVar

from csp_sudoku.boards.board import Board, Cell, Group
from csp_sudoku.boards.families import (
    LONGEST_NAME,
    MOST_CELLS,
    checked_first,
    checked_size,
    named,
    whole,
)
from csp_sudoku.border import is_iterable
from csp_sudoku.errors import BoardError, SourceError, shown
from csp_sudoku.place import Place
from csp_sudoku.whole_files import require_name

T = TypeVar("T")

FORMAT = "csp-sudoku board"
VERSION = 1

_FIELDS = ("format", "version", "name", "size", "cells", "groups", "box", "first")
_GROUP_FIELDS = ("kind", "name", "cells")
_LAST_LINE = 9_999
"""The last row or column that the name of a cell can hold."""
_MOST_PLACES = 4_000_000
"""The largest drawing, holes included."""
_LONGEST_FILE = 1 << 25
_LONGEST_NUMBER = 600

Parts: TypeAlias = tuple[str, int, tuple[Cell, ...], tuple[Group, ...], tuple[int, int] | None, int]
"""Name, size, cells, groups, box and first number of a board."""


# Data


def data_of(board: Board) -> dict[str, Any]:
    """Return all that a board is made of, as JSON can hold it."""
    names = [str(cell) for cell in board.cells]
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "name": board.name,
        "size": board.size,
        "cells": names,
        "groups": [
            {"kind": kind, "name": name, "cells": [names[cell] for cell in cells]}
            for kind, name, cells in board.groups
        ],
    }
    if board.box is not None:
        data["box"] = list(board.box)
    return data if board.first == 1 else {**data, "first": board.first}


def board_from(data: object) -> Board:
    """Return the board of a name or of the dict that `data_of` gives.

    Boards from equal data are one object, so that the puzzles of a file share what is built for
    their board.

    >>> board_from({"format": FORMAT, "version": 1, "name": "one", "size": 1, "cells": ["r1c1"]})
    Traceback (most recent call last):
    csp_sudoku.errors.BoardError: the board has no field 'groups'; it needs format, version, ...
    """
    if isinstance(data, str):
        if len(data) > LONGEST_NAME:
            raise BoardError(
                f"no board has a name of {len(data):,} characters",
                fix="give the board as an object with its cells and groups",
            )
        return named(data)
    if not isinstance(data, Mapping):
        raise BoardError(
            f"expected a board, got {shown(data)}",
            fix='give its name, as "sudoku-3x3", or an object with its cells and groups',
        )
    if data.get("format") != FORMAT:
        raise BoardError(
            f"the format of the board is {shown(data.get('format'))}",
            fix=f'write "format": "{FORMAT}"',
        )
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise BoardError(
            f"the version of the board is {shown(version)}, and only {VERSION} is known here",
            fix="update csp-sudoku, or save the board with an older one",
        )
    _require_fields(data, _FIELDS, "the board", optional=("box", "first"))
    names = _list(data["cells"], "the cells of the board")
    box = data.get("box")
    return _shared(
        checked_parts(
            data["name"],
            data["size"],
            [_named_cell(name) for name in names],
            _numbered(_list(data["groups"], "the groups of the board"), names),
            None if box is None else tuple(_list(box, "the box of the board")),
            data.get("first", 1),
        )
    )


@lru_cache(maxsize=256)
def _shared(parts: Parts) -> Board:
    board = Board._trusted(*parts)
    return named(board.name) if board.is_named else board


def _require_fields(
    data: Mapping[object, object], known: tuple[str, ...], what: str, optional: tuple[str, ...] = ()
) -> None:
    for name in data:
        if name not in known:
            raise BoardError(
                f"{what} has an unknown field {shown(name)}", fix=f"use {', '.join(known)}"
            )
    for name in known:
        if name not in data and name not in optional:
            needed = ", ".join(field for field in known if field not in optional)
            raise BoardError(f"{what} has no field {name!r}", fix=f"it needs {needed}")


def _list(thing: object, what: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(thing, list | tuple):
        raise BoardError(f"expected {what} as a list, got {shown(thing)}")
    return thing


def _named_cell(name: object) -> Cell:
    if not isinstance(name, str):
        raise BoardError(
            f"expected the name of a cell, got {shown(name)}",
            fix="write r4c6 for row 4, column 6",
        )
    return Cell.named(name)


def _numbered(groups: Iterable[object], names: Iterable[object]) -> list[Group]:
    """Return groups of data with numbers in place of the names of their cells."""
    number_of = {name: number for number, name in enumerate(names)}
    found = []
    for place, group in enumerate(groups, start=1):
        where = f"group {place} of the board"
        if not isinstance(group, Mapping):
            raise BoardError(
                f"expected {where} as an object, got {shown(group)}",
                fix=f"give it {', '.join(_GROUP_FIELDS)}",
            )
        _require_fields(group, _GROUP_FIELDS, where)
        numbers = []
        for name in _list(group["cells"], f"the cells of {where}"):
            if not isinstance(name, str) or name not in number_of:
                raise BoardError(
                    f"{where} has {shown(name)}, which is not a cell of the board",
                    fix='name only what is listed in its "cells"',
                )
            numbers.append(number_of[name])
        found.append(Group(group["kind"], group["name"], tuple(numbers)))
    return found


# Files


def read(path: str | PathLike[str]) -> Board:
    """Return the board of a JSON file.

    >>> read("no-such-board.json")
    Traceback (most recent call last):
    csp_sudoku.errors.SourceError: no-such-board.json: there is no such file; check its name
    """
    require_name(path)
    place = Place(fspath(path))
    try:
        data = decoded(_text(Path(path), place))
    except json.JSONDecodeError as error:
        line = error.doc.splitlines()[error.lineno - 1 : error.lineno]
        raise BoardError(
            f"the JSON of the board ends or breaks here: {error.msg}",
            fix="write one whole object",
            place=place._replace(line=error.lineno, column=error.colno),
            text="".join(line),
        ) from None
    except ValueError as error:
        raise BoardError(f"the JSON of the board has {error}", place=place) from None
    try:
        return board_from(data)
    except BoardError as error:
        error.place = place
        raise


def _text(path: Path, place: Place) -> str:
    try:
        if not path.is_file():
            problem = "it is not a file" if path.exists() else "there is no such file"
            raise SourceError(problem, fix="check its name", place=place)
        with path.open("rb") as file:
            content = file.read(_LONGEST_FILE + 1)
        if len(content) > _LONGEST_FILE:
            raise SourceError(f"the file has more than {_LONGEST_FILE:,} bytes", place=place)
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SourceError("the text is not UTF-8", fix="save it as UTF-8", place=place) from None
    except SourceError:
        raise
    except OSError as error:
        raise SourceError(
            f"the board cannot be read: {error.strerror or error}", place=place
        ) from None


def decoded(text: str) -> object:
    """Return what a JSON text holds; a ValueError says what no JSON of ours has.

    >>> decoded('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    ValueError: a field that is given twice
    """
    try:
        return json.loads(
            text, object_pairs_hook=_once, parse_constant=_no_number, parse_int=_number
        )
    except RecursionError:
        raise ValueError("lists or objects that are nested too deep") from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field that is given twice")
    return fields


def _number(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name}, which is not a whole number")


# The parts of a board


def checked_parts(
    name: object, size: object, cells: object, groups: object, box: object, first: object = 1
) -> Parts:
    """Return the parts of a board in the form that it keeps; raise BoardError if one is wrong."""
    found = _cells(cells)
    return (
        _words(name, "the name of a board"),
        checked_size(size),
        found,
        tuple(_group(group, number, found) for number, group in _counted(groups, "groups")),
        _box(box),
        checked_first(first),
    )


def _words(thing: object, what: str) -> str:
    """Return a text that can stand in a line of a message."""
    if not isinstance(thing, str):
        raise BoardError(f"expected a text as {what}, got {shown(thing)}")
    if not thing or not thing.isprintable():
        raise BoardError(
            f"{shown(thing)} cannot be {what}", fix="use at least one character, all printable"
        )
    return thing


def _counted(things: object, what: str) -> Iterable[tuple[int, object]]:
    if not is_iterable(things):
        raise BoardError(f"expected the {what} of a board, got {shown(things)}", fix="give a list")
    return enumerate(things, start=1)


def _cells(things: object) -> tuple[Cell, ...]:
    cells = tuple(_cell(thing) for _, thing in _counted(things, "cells"))
    if not 1 <= len(cells) <= MOST_CELLS:
        raise BoardError(
            f"a board cannot have {len(cells):,} cells", fix=f"give it 1 to {MOST_CELLS:,}"
        )
    if (twice := _repeated(cells)) is not None:
        raise BoardError(f"the board has the cell {twice} twice", fix="list each cell once")
    rows, columns = (max(line) + 1 for line in zip(*cells, strict=True))
    if min(map(min, cells)) < 0 or max(rows, columns) > _LAST_LINE:
        wrong = next(c for c in cells if min(c) < 0 or max(c) >= _LAST_LINE)
        raise BoardError(
            f"no board has a cell in row {wrong.row + 1}, column {wrong.column + 1}",
            fix=f"rows and columns go from 1 to {_LAST_LINE:,}",
        )
    if rows * columns > _MOST_PLACES:
        raise BoardError(
            f"a board of {rows:,} rows and {columns:,} columns is too large to draw",
            fix=f"bring the cells closer together: up to {_MOST_PLACES:,} places",
        )
    return cells


def _cell(thing: object) -> Cell:
    if isinstance(thing, str):
        return Cell.named(thing)
    row, column = _pair(thing, "(row, column) of a cell")
    return Cell(whole(row, "the row of a cell"), whole(column, "the column of a cell"))


def _pair(thing: object, what: str) -> tuple[object, object]:
    if is_iterable(thing):
        pair = tuple(thing)
        if len(pair) == 2:
            return pair
    raise BoardError(f"expected {what}, got {shown(thing)}", fix="give two whole numbers")


def _group(thing: object, number: int, cells: tuple[Cell, ...]) -> Group:
    where = f"group {number} of the board"
    parts = tuple(thing) if is_iterable(thing) else ()
    if len(parts) != 3:
        raise BoardError(
            f"expected {where} as a Group, got {shown(thing)}",
            fix='write Group("row", "row 1", (0, 1, 2, 3))',
        )
    kind, name, members = parts
    numbers = tuple(whole(m, f"a cell of {where}") for _, m in _counted(members, "cells"))
    if not numbers:
        raise BoardError(f"{where} has no cells", fix="leave it out")
    for cell in numbers:
        if not 0 <= cell < len(cells):
            raise BoardError(
                f"{where} has the cell number {shown(cell)}",
                fix=f"the cells have the numbers 0 to {len(cells) - 1}",
            )
    if (twice := _repeated(numbers)) is not None:
        raise BoardError(
            f"{where} has {cells[twice]} twice", fix="a cell cannot differ from itself"
        )
    kind, name = _words(kind, f"the kind of {where}"), _words(name, f"the name of {where}")
    return Group(kind, name, numbers)


def _repeated(things: tuple[T, ...]) -> T | None:
    """Return a thing that comes a second time; None if there is none."""
    seen: set[T] = set()
    for thing in things:
        if thing in seen:
            return thing
        seen.add(thing)
    return None


def _box(thing: object) -> tuple[int, int] | None:
    if thing is None:
        return None
    rows, columns = _pair(thing, "(rows, columns) of a box")
    return checked_size(rows, "the rows of a box"), checked_size(columns, "the columns of a box")
