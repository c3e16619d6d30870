"""f-puzzles' constraints as rules and back: the table of rules says which key is which rule.

An entry under a key has cells (`"cells"`), lines (`"lines"`) or one cell (`"cell"`), and mostly a
`"value"`. Where a key and a rule go together one to one, the rule's parameters say the rest; the
few others are written out here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from csp_sudoku.boards import Cell
from csp_sudoku.errors import RuleError, shown

if TYPE_CHECKING:
    from csp_sudoku.rules import Entry, Rule

_CELL = re.compile(r"[rR](\d{1,3})[cC](\d{1,3})")
_LONGEST = 10_000
"""Cells that a list may name."""
_SINGLE = ("odd", "even", "minimum", "maximum")
"""Keys, and rules of the same name, with an entry for each cell."""
_FREE_ALONE = {"doublearrow": 2} | dict.fromkeys(
    (
        *(
            "betweenline",
            "entropicline",
            "lockout",
            "modularline",
            "nabner",
            "palindrome",
            "renban",
        ),
        *("regionsumline", "slowthermometer", "thermometer", "whispers", "zipperline"),
    ),
    1,
)
"""Lines that say nothing of so few cells."""
_NONE_IF_ZERO = ("killercage", "littlekillersum")
"""Keys whose sum is open if it is 0."""
_WHISPERS = {"whispers": 0, "germanwhispers": 0, "dutchwhispers": 1}
"""Whisper lines without a value, by how much less than half of the size their difference is."""


class Unread(Exception):  # noqa: N818 - a finding, not a fault
    """An entry without a meaning that is known; as text, what to call it."""


class Malformed(ValueError):  # noqa: N818 - a finding, as above
    """An entry that is not of the form that its key has."""


def cell_of(name: object) -> Cell:
    """Return the cell or outside place of a name.

    >>> cell_of("R1C2"), cell_of("R0C3")
    (Cell(row=0, column=1), Cell(row=-1, column=2))
    """
    match = _CELL.fullmatch(name) if isinstance(name, str) else None
    if match is None:
        raise Malformed(f"{shown(name)} is not a cell")
    return Cell(int(match[1]) - 1, int(match[2]) - 1)


def cells_of(names: object) -> list[Cell]:
    """Return the cells of a list of names."""
    if not isinstance(names, list) or len(names) > _LONGEST:
        raise Malformed(f"expected a list of cells, got {shown(names)}")
    return [cell_of(name) for name in names]


def name_of(cell: tuple[int, int]) -> str:
    """Return the name of a cell."""
    return f"R{cell[0] + 1}C{cell[1] + 1}"


def number_of(value: object) -> int | None:
    """Return the number of a value, None if there is none; raise Unread for other words."""
    if value is None or value is False or (isinstance(value, str) and not value.strip()):
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,9}\s*", value, re.ASCII):
        return int(value)
    raise Unread(f"the value {shown(value)}")


# Reading


def rules_of(key: str, item: object, size: int = 9) -> Iterator[Rule]:
    """Yield the rules of an entry under a key; raise Unread or Malformed if it is not known.

    An entry without a cell says nothing, as does a line that is too short; what a whisper line
    asks for without a value depends on the size of the grid.

    >>> [str(rule) for rule in rules_of("killercage", {"cells": ["R1C1", "R1C2"], "value": "5"})]
    ['cage r1c1 r1c2 = 5']
    """
    if not isinstance(item, Mapping):
        raise Malformed(f"expected an object, got {shown(item)}")
    if item.get("cell", item.get("cells", item.get("lines"))) in ("", []):
        return
    special = _SPECIAL.get(key)
    if special is not None:
        yield from special(item)
        return
    entry = entry_of("whispers" if key in _WHISPERS else key)
    if entry is None:
        raise Unread(key)
    if key in _WHISPERS and number_of(item.get("value")) is None:
        item = {**item, "value": (size + 1) // 2 - _WHISPERS[key]}
    elif key in _NONE_IF_ZERO and number_of(item.get("value")) == 0:
        item = {**item, "value": None}
    is_outside = entry.parameters[0].kind.name == "place"
    for cells in [[cell_of(item.get("cell"))]] if is_outside else _lists(item):
        if len(cells) > _FREE_ALONE.get(key, 0):
            yield _rule(entry, cells, item)


def merged(key: str, rules: list[Rule]) -> list[Rule]:
    """Return the rules under a key: one for all cells, if the key has an entry for each."""
    if key not in _SINGLE or not rules:
        return rules
    cells = dict.fromkeys(cell for rule in rules for cell in rule.cells)
    return [rules[0].entry.rule((list(cells),), {})]


@cache
def entry_of(key: str) -> Entry[Any] | None:
    """Return the rule that a key stands for."""
    from csp_sudoku.rules import TABLE

    return next((e for e in TABLE.values() if e.keys.get("fpuzzles") == key), None)


def _lists(item: Mapping[str, Any]) -> list[list[Cell]]:
    """Return the lists of cells of an entry: each of its lines, or its cells, or its one cell."""
    if "lines" in item:
        if not isinstance(item["lines"], list):
            raise Malformed(f"expected lines, got {shown(item['lines'])}")
        return [cells_of(line) for line in item["lines"]]
    if "cells" in item:
        return [cells_of(item["cells"])]
    return [[cell_of(item.get("cell"))]]


def _rule(entry: Entry[Any], cells: Sequence[Cell], item: Mapping[str, Any]) -> Rule:
    """Return a rule whose first parameter is cells and whose second is the value."""
    first, *others = entry.parameters
    given: list[Any] = [cells[0] if first.kind.name in ("cell", "place") else cells]
    named: dict[str, Any] = {}
    for parameter in others:
        if parameter.name == "values" and isinstance(item.get("values"), list):
            named["values"] = [number_of(value) for value in item["values"]]
        elif parameter.name == "direction":
            named["direction"] = item.get("direction")
        elif parameter.kind.name == "number" and parameter.name not in ("low", "high"):
            number = number_of(item.get("value"))
            if number is not None:
                named[parameter.name] = number
            elif parameter.name == entry.number and parameter.default is not None:
                raise Unread("a clue without a number")
            break
    return entry.rule(tuple(given), named)


def _arrows(item: Mapping[str, Any]) -> Iterator[Rule]:
    from csp_sudoku.rules import arrow, pill_arrow

    head = cells_of(item.get("cells"))
    if not isinstance(item.get("lines"), list):
        raise Malformed("an arrow has no lines")
    for line in item["lines"]:
        shaft = cells_of(line)[1:]
        if not shaft:
            continue
        yield arrow(head[0], shaft) if len(head) == 1 else pill_arrow(head, shaft)


def _signs(item: Mapping[str, Any]) -> Iterator[Rule]:
    from csp_sudoku.rules import v, x

    value = item.get("value")
    cells = cells_of(item.get("cells"))
    if value in ("X", "x"):
        yield x(cells)
    elif value in ("V", "v"):
        yield v(cells)
    elif value:
        raise Unread(f"the value {shown(value)}")


def _clones(item: Mapping[str, Any]) -> Iterator[Rule]:
    from csp_sudoku.rules import clone

    cells, others = cells_of(item.get("cells")), cells_of(item.get("cloneCells"))
    if len(cells) != len(others):
        raise Malformed(f"{len(cells)} cells have {len(others)} clones")
    if cells:
        yield clone(cells, others)


_SPECIAL: Mapping[str, Callable[[Mapping[str, Any]], Iterator[Rule]]] = {
    "arrow": _arrows,
    "xv": _signs,
    "clone": _clones,
}


# Writing


def entries_for(rule: Rule) -> tuple[str, list[dict[str, Any]]] | None:
    """Return the key of a rule and its entries; None if f-puzzles does not have the rule.

    >>> from csp_sudoku.rules import odd, thermo
    >>> entries_for(thermo("r1c1-r1c3"))
    ('thermometer', [{'lines': [['R1C1', 'R1C2', 'R1C3']]}])
    >>> entries_for(odd("r1c1 r2c2"))
    ('odd', [{'cell': 'R1C1'}, {'cell': 'R2C2'}])
    """
    key = "arrow" if rule.name == "pill_arrow" else rule.entry.keys.get("fpuzzles")
    if key is None or any(isinstance(cell, str) for cell in rule.cells):
        return None
    cells: Any = rule.cells
    items = [{"cell": name_of(cell)} for cell in cells] if key in _SINGLE else [_item(rule)]
    try:
        if merged(key, [found for item in items for found in rules_of(key, item)]) == [rule]:
            return key, items
    except (Unread, Malformed, RuleError):
        pass
    return None


def _item(rule: Rule) -> dict[str, Any]:
    """Return the entry that a rule would have, if f-puzzles has all of it."""
    given = rule.arguments
    if rule.name in ("arrow", "pill_arrow"):
        head = [given["circle"]] if rule.name == "arrow" else list(given["pill"])
        cells = [name_of(cell) for cell in head]
        return {"lines": [[cells[-1], *map(name_of, given["shaft"])]], "cells": cells}
    if rule.name == "clone":
        one, other = [list(map(name_of, cells)) for cells in list(given.values())[:2]]
        return {"cells": one, "cloneCells": other}
    item: dict[str, Any] = {}
    for parameter in rule.entry.parameters:
        value = given[parameter.name]
        kind = parameter.kind.name
        if value is None:
            continue
        if kind in ("cell", "place"):
            item["cell"] = name_of(value)
        elif kind == "line":
            item["lines"] = [[name_of(cell) for cell in value]]
        elif kind in ("cells", "pair", "square", "list"):
            item["cells"] = [name_of(cell) for cell in value]
        elif kind == "direction":
            one, _, other = value.partition("-")
            item["direction"] = f"{one[0]}{other[0]}".upper()
        elif kind == "numbers":
            item["values"] = list(value)
        elif kind == "number" and (value != parameter.default or rule.name == "whisper"):
            item["value"] = str(value)
    if rule.name in ("x", "v"):
        item["value"] = rule.name.upper()
    return item
