"""Layouts: what is drawn on a board for each kind of variant, one small function per family.

Lines are drawn on the empty board, and the board is filled under them. Numbers and signs are read
off the full board. Each function returns units: rules that stand or go together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from csp_sudoku.errors import GenerationError, shown
from csp_sudoku.making.layouts import cages, lines, outside, signs
from csp_sudoku.making.layouts.canvas import Canvas, Numbers, Unit
from csp_sudoku.rules import Rule

__all__ = ["FAMILIES", "Canvas", "Family", "Numbers", "Unit", "family_of"]


@dataclass(frozen=True)
class Family:
    """A kind of variant: how its rules are laid out, and on which board if none is given."""

    name: str
    meaning: str
    draw: Callable[[Canvas, int | None], list[Unit]] | None = None
    """Draws on the empty board."""
    read: Callable[[Canvas, Numbers, int | None], list[Unit]] | None = None
    """Reads rules off a full board."""
    board: str = "sudoku-3x3"
    tiles: bool = False
    """Whether the rules cover the board: they stay, and there are no clues."""
    mend: Callable[[Canvas, Numbers, int | None, Sequence[Rule]], list[Unit]] | None = None
    """Reads rules off a full board again, beside those that are kept."""
    beside: int | None = None
    """How many rules there are for each row, beside another family; None for all."""


_LISTED = (
    Family("killer", "cages with sums", read=cages.killer, mend=cages.killer, tiles=True, beside=1),
    Family("thermo", "thermometers", draw=lines.thermos),
    Family("arrow", "arrows", draw=lines.arrows),
    Family("whisper", "whisper lines", draw=lines.whispers),
    Family("renban", "renban lines", draw=lines.renbans),
    Family("kropki", "white and black dots", read=signs.kropki, beside=2),
    Family("xv", "X and V", read=signs.xv, beside=2),
    Family("little_killer", "sums of diagonals", read=outside.little_killers, beside=1),
    Family("sandwich", "sums between 1 and 9", read=outside.sandwiches, beside=1),
    Family("skyscraper", "skyscrapers on a Sudoku", read=outside.skyscrapers, beside=1),
    Family("futoshiki", "a latin square with signs", read=signs.futoshiki, board="latin-5"),
    Family(
        *("kenken", "a latin square with cages"),
        read=cages.kenken,
        mend=cages.kenken,
        board="latin-6",
        tiles=True,
    ),
    Family("towers", "a latin square of skyscrapers", read=outside.skyscrapers, board="latin-5"),
    Family("kakuro", "sums of runs, on a pattern of its own", board="free-9x9-9", tiles=True),
)

FAMILIES: Mapping[str, Family] = MappingProxyType({family.name: family for family in _LISTED})
"""The families that puzzles can be generated of, by name."""


def family_of(name: str) -> Family:
    """Return the family of a name.

    >>> family_of("Little Killers").name, family_of("thermometer").name
    ('little_killer', 'thermo')
    """
    word = name.strip().lower().replace(" ", "_").replace("-", "_")
    word = word.replace("thermometer", "thermo")
    found = FAMILIES.get(word) or FAMILIES.get(word.removesuffix("s"))
    if found is None:
        raise GenerationError(
            f"no family of variants is called {shown(name)}", fix=f"use {', '.join(FAMILIES)}"
        )
    return found
