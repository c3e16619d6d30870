"""A player's sheet: what was written into the cells of a puzzle, right or wrong.

A `Game` only takes moves that can be right. A sheet takes everything, as paper does: values, two
kinds of pencil marks, and colours. A sheet never changes, so that undo is a list of sheets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from csp_sudoku.bits import values_of
from csp_sudoku.logic.game import Game
from csp_sudoku.puzzle import Puzzle

COLOURS = 6
"""How many colours there are."""

Masks: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is written in each cell: a value, corner marks, centre marks, a colour.

    Marks are masks of values. `cleared` has the candidates that steps of logic ruled out.

    >>> sheet = Sheet.of(Puzzle("1... ..2. .3.. ...4")).with_value([1], 4)
    >>> sheet.values[:4]
    (1, 4, 0, 0)
    >>> sheet.with_value([1], 4).values[:4]
    (1, 0, 0, 0)
    """

    values: tuple[int, ...]
    corner: Masks
    centre: Masks
    colours: tuple[int, ...]
    cleared: Masks

    @classmethod
    def of(cls, puzzle: Puzzle) -> Sheet:
        """Return a sheet with nothing but the clues."""
        nothing = (0,) * len(puzzle.values)
        return cls(tuple(puzzle.values), nothing, nothing, nothing, nothing)

    @classmethod
    def of_game(cls, game: Game) -> Sheet:
        """Return a sheet with the values of a game, and with what its steps ruled out."""
        cleared = [0] * len(game.puzzle.values)
        for move in game.history:
            if not move.places:
                cleared[move.cell] |= 1 << move.value - 1
        return replace(cls.of(game.puzzle), values=tuple(game.state.values), cleared=tuple(cleared))

    @property
    def is_full(self) -> bool:
        """Whether every cell has a value."""
        return all(self.values)

    def filled(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with the values of the sheet as clues."""
        cells = puzzle.board.cells
        entered: dict[tuple[int, int], int | None] = {
            cells[at]: value
            for at, value in enumerate(self.values)
            if value and not puzzle.values[at]
        }
        return puzzle.replace(entered)

    def with_value(self, cells: Iterable[int], value: int) -> Sheet:
        """Return the sheet with a value in these cells; if all have it already, without it."""
        wanted = list(cells)
        new = 0 if all(self.values[cell] == value for cell in wanted) else value
        taken = any(self.values[cell] and self.values[cell] != new for cell in wanted)
        values = _changed(self.values, dict.fromkeys(wanted, new))
        return replace(self, values=values, cleared=self._cleared(taken))

    def with_mark(self, kind: str, cells: Iterable[int], value: int) -> Sheet:
        """Return the sheet with a "corner" or "centre" mark in those of these cells that are open.

        If all of them have it already, it is taken away.
        """
        marks: Masks = getattr(self, kind)
        bit = 1 << value - 1
        open_cells = [cell for cell in cells if not self.values[cell]]
        is_there = all(marks[cell] & bit for cell in open_cells)
        new = {c: marks[c] & ~bit if is_there else marks[c] | bit for c in open_cells}
        changed = _changed(marks, new)
        return replace(self, corner=changed) if kind == "corner" else replace(self, centre=changed)

    def painted(self, cells: Iterable[int], colour: int) -> Sheet:
        """Return the sheet with a colour, from 1, in these cells; if all have it, without it."""
        wanted = list(cells)
        new = 0 if all(self.colours[cell] == colour for cell in wanted) else colour
        return replace(self, colours=_changed(self.colours, dict.fromkeys(wanted, new)))

    def erased(self, cells: Iterable[int]) -> Sheet:
        """Return the sheet without the values of these cells; if none has one, without marks.

        What has neither loses its colour.
        """
        wanted = list(cells)
        nothing = dict.fromkeys(wanted, 0)
        if any(self.values[cell] for cell in wanted):
            return replace(self, values=_changed(self.values, nothing), cleared=self._cleared(True))
        if any(self.corner[cell] or self.centre[cell] for cell in wanted):
            return replace(
                self,
                corner=_changed(self.corner, nothing),
                centre=_changed(self.centre, nothing),
            )
        return replace(self, colours=_changed(self.colours, nothing))

    def with_centre(self, masks: Sequence[int]) -> Sheet:
        """Return the sheet with these centre marks in all open cells."""
        marks = (0 if value else mask for value, mask in zip(self.values, masks, strict=True))
        return replace(self, centre=tuple(marks))

    def with_cleared(self, cell: int, value: int) -> Sheet:
        """Return the sheet without a candidate: in the centre marks, and for the steps to come."""
        bit = 1 << value - 1
        return replace(
            self,
            centre=_changed(self.centre, {cell: self.centre[cell] & ~bit}),
            cleared=_changed(self.cleared, {cell: self.cleared[cell] | bit}),
        )

    def _cleared(self, taken: bool) -> Masks:
        """Return what steps ruled out: nothing when a value was taken away that they may use."""
        return (0,) * len(self.values) if taken else self.cleared

    def to_data(self) -> dict[str, Any]:
        """Return the sheet as plain data, cell by cell in the order of the board."""
        return {
            "values": [*self.values],
            "corner": [[*values_of(mask)] for mask in self.corner],
            "centre": [[*values_of(mask)] for mask in self.centre],
            "colours": [*self.colours],
            "cleared": [[*values_of(mask)] for mask in self.cleared],
        }

    @classmethod
    def from_data(cls, puzzle: Puzzle, data: object) -> Sheet:
        """Return the sheet of a puzzle from plain data; raises ValueError if it does not fit.

        >>> puzzle = Puzzle("1... ..2. .3.. ...4")
        >>> sheet = Sheet.of(puzzle).with_mark("corner", [1, 2], 3).painted([5], 2)
        >>> Sheet.from_data(puzzle, sheet.to_data()) == sheet
        True
        """
        if not isinstance(data, Mapping):
            raise ValueError("the sheet is not an object")
        size = puzzle.board.size

        def numbers(name: str, most: int) -> tuple[int, ...]:
            return tuple(_number(value, 0, most) for value in _list(data.get(name), name, puzzle))

        def masks(name: str) -> Masks:
            found = []
            for values in _list(data.get(name), name, puzzle):
                if not isinstance(values, list):
                    raise ValueError(f"{name} has something other than lists")
                found.append(sum({1 << _number(value, 1, size) - 1 for value in values}))
            return tuple(found)

        values = numbers("values", size)
        if any(clue and clue != own for clue, own in zip(puzzle.values, values, strict=True)):
            raise ValueError("the values change a clue")
        return cls(
            values, masks("corner"), masks("centre"), numbers("colours", COLOURS), masks("cleared")
        )


def _changed(items: tuple[int, ...], new: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(new.get(at, item) for at, item in enumerate(items))


def _list(found: object, name: str, puzzle: Puzzle) -> list[object]:
    if not isinstance(found, list) or len(found) != len(puzzle.values):
        raise ValueError(f"{name} is not a list of {len(puzzle.values)} cells")
    return found


def _number(value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{value!r} is not a number from {least} to {most}")
    return value


class Mode(StrEnum):
    """What a symbol does: it is the value of a cell, a mark, or a colour."""

    VALUE = "value"
    CORNER = "corner"
    CENTRE = "centre"
    COLOUR = "colour"
