"""From the JSON of f-puzzles to a draft of the puzzle, and to what is only drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, TypeGuard

from csp_sudoku.boards import MAX_SIZE, Cell
from csp_sudoku.errors import RuleError, shown
from csp_sudoku.formats.draft import Draft, default_boxes, diagonal
from csp_sudoku.formats.fpuzzles_rules import (
    Malformed,
    Unread,
    cells_of,
    entry_of,
    merged,
    name_of,
    rules_of,
)
from csp_sudoku.formats.words import missing

if TYPE_CHECKING:
    from csp_sudoku.rules import Rule

DESCRIBING = ("title", "author", "ruleset", "solution")
HARMLESS = (
    "disabledlogic",
    "foglight",
    "fogofwar",
    "highlightConflicts",
    "successMessage",
    "truecandidatesoptions",
)
"""Keys that change what a player sees, or how a solver works, but not what the solution is."""
DRAWN = ("line", "rectangle", "circle", "text", "cage")
DIAGONALS = {"diagonal-": False, "diagonal+": True}
_OF_CELLS = ("value", "given", "region", "givenPencilMarks", "parity")
_HARMLESS_OF_CELLS = ("c", "cArray", "centerPencilMarks", "cornerPencilMarks", "highlight")
_LIT = ("FOW", "FOGLIGHT")


def draft_of(data: dict[str, Any]) -> Draft:
    """Return the puzzle of the JSON as far as it is understood; raise Malformed if it is not."""
    grid = _grid(data)
    draft = Draft(len(grid), len(grid))
    draft.words = data["ruleset"] if isinstance(data.get("ruleset"), str) else ""
    regions: dict[object, list[Cell]] = {}
    usual = {
        cell: number
        for number, box in enumerate(default_boxes(len(grid), len(grid), len(grid)))
        for cell in box
    }
    for cell, content in _contents(grid):
        _read_cell(draft, cell, content)
        region = content.get("region", usual.get(cell, cell.row))
        if region is not None:
            regions.setdefault(shown(region), []).append(cell)
    draft.regions = [cells for cells in regions.values() if len(cells) <= len(grid)]
    if len(draft.regions) < len(regions):
        raise Malformed("a region has more cells than there are values")
    draft.groups += [
        diagonal(len(grid), up=up) for key, up in DIAGONALS.items() if data.get(key) is True
    ]
    for key, value in data.items():
        if key not in ("size", "grid", "negative", *DESCRIBING, *DIAGONALS, *HARMLESS, *DRAWN):
            _read_key(draft, key, [*value, *_parity(grid, key)] if _is_list(value) else value)
    for key in ("odd", "even"):
        if not _is_list(data.get(key)):
            _read_key(draft, key, _parity(grid, key))
    _read_negative(draft, data)
    _read_drawn(draft, data)
    for name in missing(draft.words, draft.rules):
        draft.note(name)
    return draft


def _grid(data: dict[str, Any]) -> list[list[dict[str, Any]]]:
    grid = data.get("grid")
    size = len(grid) if isinstance(grid, list) else 0
    if not isinstance(grid, list) or not 1 <= size <= MAX_SIZE or data.get("size", size) != size:
        raise Malformed("the grid does not have as many rows as the size says")
    for row in grid:
        if not isinstance(row, list) or len(row) != size:
            raise Malformed(f"a row of the grid does not have {size} cells")
        if not all(isinstance(content, dict) for content in row):
            raise Malformed("a cell of the grid is not an object")
    return grid


def _contents(grid: list[list[dict[str, Any]]]) -> Iterator[tuple[Cell, dict[str, Any]]]:
    for row, contents in enumerate(grid):
        for column, content in enumerate(contents):
            yield Cell(row, column), content


def _read_cell(draft: Draft, cell: Cell, content: dict[str, Any]) -> None:
    if content.get("given") is True:
        draft.clues[cell] = _value(draft, content.get("value"), cell)
    marks = content.get("givenPencilMarks")
    if isinstance(marks, list) and marks:
        draft.mark(cell, [_value(draft, mark, cell) for mark in marks])
    for key in content:
        if key not in _OF_CELLS and key not in _HARMLESS_OF_CELLS:
            draft.note(f"{key} of a cell")


def _is_list(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


def _parity(grid: list[list[dict[str, Any]]], key: str) -> list[object]:
    """Return the odd or even cells that older texts have in their grid, as entries."""
    return [
        {"cell": name_of(cell)}
        for cell, content in _contents(grid)
        if content.get("parity") == key.capitalize()
    ]


def _value(draft: Draft, value: object, cell: Cell) -> int:
    if isinstance(value, str) and value.isdecimal() and len(value) < 4:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value not in draft.numbers:
        raise Malformed(f"{cell} cannot be {shown(value)}")
    return value


def _read_key(draft: Draft, key: str, value: object) -> None:
    """Add the rules under a key, or note that it is not known."""
    if value in (None, False, [], ""):
        return
    if value is True:
        entry = entry_of(key)
        if entry is None:
            draft.note(key)
        elif key == "disjointgroups":
            _read_disjoint_groups(draft)
        elif key != "nonconsecutive":
            draft.rules.append(entry())
        return
    if not isinstance(value, list):
        draft.note(key)
        return
    found: list[Rule] = []
    for item in value:
        try:
            found += rules_of(key, item, len(draft.numbers))
        except Unread as unread:
            if key == str(unread):
                draft.note(key)
            elif str(unread) != "a clue without a number":
                draft.note(f"{key} with {unread}")
        except RuleError as error:
            raise Malformed(f"{key}: {error.problem}") from None
    draft.rules += merged(key, found)


def _read_disjoint_groups(draft: Draft) -> None:
    """Add what is at the same place of all regions; in irregular ones, places count row by row."""
    from csp_sudoku.rules import disjoint_groups, extra_region

    size = len(draft.numbers)
    usual = default_boxes(size, size, size)
    if set(map(frozenset, draft.regions)) == set(map(frozenset, usual)):
        draft.rules.append(disjoint_groups())
    elif len(draft.regions) == size and {len(cells) for cells in draft.regions} == {size}:
        draft.rules += [extra_region(place) for place in zip(*draft.regions, strict=True)]
    else:
        draft.note("disjointgroups")


def _read_negative(draft: Draft, data: dict[str, Any]) -> None:
    """Add what unmarked neighbours must not be; a pair with any dot is exempt."""
    from csp_sudoku.rules import (
        negative_black,
        negative_difference,
        negative_white,
        negative_xv,
        nonconsecutive,
    )

    signs = {rule.name for rule in draft.rules}
    if data.get("nonconsecutive") is True:
        if "black_dot" in signs:
            draft.rules.append(negative_white())
        else:
            draft.rules.append(negative_difference() if "white_dot" in signs else nonconsecutive())
    negative = data.get("negative") or []
    if not isinstance(negative, list):
        raise Malformed("expected a list of negative constraints")
    for name in negative:
        if name == "xv":
            draft.rules.append(negative_xv())
        elif name == "ratio":
            ratios = [rule.arguments["ratio"] for rule in draft.rules if rule.name == "black_dot"]
            draft.rules += [negative_black(ratio) for ratio in dict.fromkeys(ratios or [2])]
        else:
            draft.note(f"negative {name}")


# What is only drawn


def _read_drawn(draft: Draft, data: dict[str, Any]) -> None:
    """Note what is drawn without a rule that is stated: its meaning is in words."""
    stated: set[frozenset[Any]] = {frozenset(rule.cells) for rule in draft.rules}
    for key in DRAWN:
        for item in data.get(key) or []:
            if not isinstance(item, dict):
                raise Malformed(f"{key}: expected an object, got {shown(item)}")
            if not _is_decoration(key, item, stated):
                draft.note(key)


def _is_decoration(key: str, item: dict[str, Any], stated: Collection[frozenset[Any]]) -> bool:
    """Whether a drawn thing says nothing: a label of ours, or the picture of a rule."""
    if item.get("fromConstraint") or item.get("isNewConstraint"):
        return True
    value = item.get("value")
    if key == "cage" and isinstance(value, str):
        head, colon, _ = value.partition(": ")
        if value in _LIT or (colon and head.isalpha() and head.islower()):
            return True
    lists = item.get("lines") if key == "line" else [item.get("cells")]
    if not isinstance(lists, list):
        raise Malformed(f"{key}: expected lines, got {shown(lists)}")
    return all(frozenset(cells_of(cells or [])) in stated for cells in lists)


def drawing_of(data: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of the JSON that are not in the puzzle: what is only drawn."""
    drawing = {key: data[key] for key in (*DRAWN, *HARMLESS) if data.get(key)}
    cells: dict[str, Any] = {}
    for cell, content in _contents(_grid(data)):
        kept = {key: value for key, value in content.items() if key in _HARMLESS_OF_CELLS}
        if "value" in content and content.get("given") is not True:
            kept["value"] = content["value"]
        if kept:
            cells[name_of(cell)] = kept
    return {**drawing, "grid": cells} if cells else drawing


def solution_of(data: dict[str, Any]) -> str:
    """Return the solution with one number per cell, with commas if one is above 9."""
    solution = data.get("solution")
    if isinstance(solution, str):
        return solution
    if not isinstance(solution, list) or not all(isinstance(n, int | str) for n in solution):
        return ""
    numbers = [str(number) for number in solution]
    return ("," if any(len(number) != 1 for number in numbers) else "").join(numbers)
