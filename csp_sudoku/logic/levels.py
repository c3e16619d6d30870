"""Levels: how hard a puzzle is in a word, on a published scale or one of your own.

The words of different programs mean different things. So a level belongs to a scale, and a scale
names its source.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from csp_sudoku.errors import PuzzleError, shown

if TYPE_CHECKING:
    from csp_sudoku.logic.rating import Rating

HARDEST = 20.0
"""More than any rating."""


@dataclass(frozen=True)
class Scale:
    """Levels from the easiest to the hardest, each with its highest rating or its techniques."""

    name: str
    source: str
    highest: Mapping[str, float]
    """The highest rating of each level."""
    techniques: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The techniques of each level, if they decide: the hardest that was used says the level.

    Where a puzzle needed techniques that the scale does not know, its rating decides.
    """

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels, from the easiest to the hardest."""
        return tuple(self.highest)

    def level(self, rating: Rating) -> str:
        """Return the level of a rating."""
        known = {technique: name for name, own in self.techniques.items() for technique in own}
        if known and rating.techniques and known.keys() >= set(rating.techniques):
            return max((known[one] for one in rating.techniques), key=self.levels.index)
        found = [name for name, most in self.highest.items() if rating.value <= most]
        return found[0] if found else self.levels[-1]


HODOKU = Scale(
    "hodoku",
    "the levels that HoDoKu 2.2 gives techniques by default, without its limits of points",
    {"easy": 2.3, "medium": 3.1, "hard": 6.2, "unfair": 7.5, "extreme": HARDEST},
    {
        "easy": ("full house", "hidden single", "naked single"),
        "medium": (
            *("direct pointing", "direct claiming", "direct hidden pair", "direct hidden triplet"),
            *("pointing", "claiming", "naked pair", "hidden pair"),
            *("naked triplet", "hidden triplet"),
        ),
        "hard": (
            *("X-wing", "swordfish", "jellyfish", "naked quad", "hidden quad"),
            *("XY-wing", "XYZ-wing", "unique rectangle", "unique loop", "bivalue universal grave"),
        ),
        "unfair": (
            *("aligned pair exclusion", "aligned triplet exclusion"),
            *("bidirectional X-cycle", "forcing X-chain", "bidirectional Y-cycle"),
            *("bidirectional cycle", "forcing chain"),
        ),
        "extreme": (
            *("nishio", "cell forcing chains", "region forcing chains"),
            *("dynamic forcing chains", "dynamic forcing chains (+)", "nested forcing chains"),
        ),
    },
)
"""Techniques that HoDoKu lacks stand with those that find the same: aligned exclusion with almost
locked sets, unique loops with unique rectangles, direct subsets with subsets. What Sudoku Explainer
calls a forcing chain without alternatives is a chain or nice loop there."""

SUDOKU_EXPLAINER = Scale(
    "sudoku-explainer",
    "the levels of the generator of Sudoku Explainer 1.2.1",
    {"easy": 1.2, "medium": 1.5, "hard": 2.5, "fiendish": 6.0, "diabolical": HARDEST},
)

SCALES: Mapping[str, Scale] = MappingProxyType(
    {scale.name: scale for scale in (HODOKU, SUDOKU_EXPLAINER)}
)
"""The published scales, by name; the first one is meant if none is named."""

Levels: TypeAlias = "str | Mapping[str, float] | Scale"
"""A scale: by its name, itself, or your own levels with the highest rating of each."""


def scale_of(levels: Levels | None = None) -> Scale:
    """Return a scale: by its name, from a text as "calm=1.5,brisk=4.5,evil", or of a mapping.

    >>> scale_of("sudoku-explainer").levels
    ('easy', 'medium', 'hard', 'fiendish', 'diabolical')
    >>> scale_of({"calm": 1.5, "brisk": 4.5, "evil": 20}).levels
    ('calm', 'brisk', 'evil')
    >>> dict(scale_of("calm=1.5,evil").highest)
    {'calm': 1.5, 'evil': 20.0}
    """
    if levels is None:
        return HODOKU
    if isinstance(levels, Scale):
        return levels
    if isinstance(levels, str):
        if levels in SCALES:
            return SCALES[levels]
        if "=" not in levels:
            raise PuzzleError(
                f"no scale is called {shown(levels)}",
                fix=f"use {' or '.join(SCALES)}, or your own levels as calm=1.5,brisk=4.5,evil",
            )
        levels = dict(_level(word) for word in levels.split(","))
    if not isinstance(levels, Mapping) or not levels:
        raise PuzzleError(
            f"expected levels, got {shown(levels)}", fix='give {"calm": 1.5, "evil": 20}'
        )
    bounds = list(levels.values())
    if not all(isinstance(bound, int | float) for bound in bounds) or sorted(bounds) != bounds:
        raise PuzzleError(
            f"the levels {shown(dict(levels))} do not rise",
            fix="give the highest rating of each, from the easiest level to the hardest",
        )
    return Scale("own", "given by the caller", dict(levels))


def _level(word: str) -> tuple[str, float]:
    name, _, bound = word.partition("=")
    try:
        return name.strip(), float(bound) if bound.strip() else HARDEST
    except ValueError:
        raise PuzzleError(
            f"{shown(word)} does not say the highest rating of a level", fix="write calm=1.5"
        ) from None
