"""What is asked of how hard a new puzzle is: a level, a range of ratings, a needed technique."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from csp_sudoku.boards import Board
from csp_sudoku.budgets import Budget
from csp_sudoku.engines import engine_of
from csp_sudoku.errors import GenerationError, shown
from csp_sudoku.logic.levels import HARDEST, SCALES, Levels, Scale, scale_of
from csp_sudoku.logic.rating import BEYOND, rate, rate_by_steps
from csp_sudoku.logic.techniques.table import BY_NAME, TECHNIQUES
from csp_sudoku.native.rating9 import TECHNIQUES as PLAIN_TECHNIQUES
from csp_sudoku.puzzle import Puzzle

Difficulty: TypeAlias = "str | tuple[float, float] | Sequence[float]"
"""A level, or the lowest and the highest rating: (3.0, 4.5), or "3.0..4.5"."""

_EASY_RATINGS = (
    *(1.0, 1.2, 1.5, 1.7, 1.9, 2.0, 2.3, 2.5, 2.6, 2.8),
    *(3.0, 3.2, 3.4, 3.6, 3.8, 4.0, 4.2, 4.4),
)
"""The only ratings below 4.5."""
_EVERY_TENTH = (4.5, 12.0)
"""From here on ratings grow with the length of a pattern."""


class Wanted:
    """Tells whether a puzzle is as hard as wished: on plain 9x9 by Sudoku Explainer's scale.

    Puzzles of other boards and with rules are rated on our own scale (see `logic.rating`), and no
    technique is tried that is harder than what is wanted.
    """

    def __init__(
        self,
        board: Board,
        difficulty: Difficulty | None = None,
        requires: str | None = None,
        levels: Levels | None = None,
        *,
        has_rules: bool = False,
    ) -> None:
        self.is_plain = engine_of(board.csp) is not None and not has_rules
        self.scale, self.level = _level(difficulty, levels)
        ratings = _EASY_RATINGS if self.is_plain else _own_ratings()
        self.low, self.high = (0.0, HARDEST) if self.level else _range(difficulty, ratings)
        self.technique = None if requires is None else _technique(requires, self.is_plain)
        self.most = self._most()
        self.nearest: float | None = None
        """The rating that came nearest so far, for the message when nothing was found."""

    def __call__(self, puzzle: Puzzle, budget: Budget) -> bool:
        """Rate the puzzle, and tell whether it is what was asked for."""
        rating = rate(puzzle) if self.is_plain else rate_by_steps(puzzle, budget, self.most)
        if not rating.finished:
            return False
        if not self.low <= rating.value <= self.high:
            self._note(rating.value)
            return False
        if self.level is not None and self.scale.level(rating) != self.level:
            self._note(rating.value)
            return False
        if self.technique is None or rating.technique == self.technique:
            return True
        self._note(rating.value)
        return False

    def _most(self) -> float:
        """Return the rating of the hardest technique that is worth a try, on our own scale."""
        most = self.high
        if self.level is not None:
            own = self.scale.techniques.get(self.level, ())
            known = [t.rating for t in BY_NAME.values() if t.name in own]
            most = max(self.scale.highest[self.level], *known, 0.0)
        if self.technique is not None and not self.is_plain:
            most = min(most, BY_NAME[self.technique].rating)
        return most

    def _note(self, value: float) -> None:
        if self.nearest is None or self._distance(value) < self._distance(self.nearest):
            self.nearest = value

    def _distance(self, value: float) -> float:
        return max(self.low - value, value - self.high, 0.0)

    def __str__(self) -> str:
        words = []
        if self.level is not None:
            words.append(f"that is {self.level} ({self.scale.name})")
        elif (self.low, self.high) != (0.0, HARDEST):
            words.append(f"rated {self.low:.1f} to {self.high:.1f}")
        if self.technique is not None:
            words.append(f"whose hardest step is {self.technique}")
        near = "" if self.nearest is None else f" (the nearest was rated {self.nearest:.1f})"
        return ", ".join(words) + near


def _level(difficulty: Difficulty | None, levels: Levels | None) -> tuple[Scale, str | None]:
    scale = scale_of(levels)
    if not isinstance(difficulty, str) or ".." in difficulty:
        return scale, None
    word = difficulty.strip().lower()
    if word in scale.levels:
        return scale, word
    if levels is None:  # a word that only another scale has
        for other in SCALES.values():
            if word in other.levels:
                return other, word
    raise GenerationError(
        f"there is no level {shown(difficulty)}",
        fix=f"use {', '.join(scale.levels)} (the scale {scale.name}), or a range as 3.0..4.5",
    )


def _own_ratings() -> tuple[float, ...]:
    """Return all ratings on our own scale."""
    return (*sorted({technique.rating for technique in TECHNIQUES}), BEYOND)


def _range(difficulty: Difficulty | None, ratings: Sequence[float]) -> tuple[float, float]:
    if difficulty is None:
        return 0.0, HARDEST
    bounds = difficulty.split("..") if isinstance(difficulty, str) else difficulty
    try:
        low, high = (float(bound) for bound in bounds)
    except (TypeError, ValueError):
        raise GenerationError(
            f"{shown(difficulty)} is not a range of ratings",
            fix="write it as 3.0..4.5, or (3.0, 4.5) in Python",
        ) from None
    if not low <= high:
        raise GenerationError(f"there is no rating from {low:g} to {high:g}", fix="swap them")
    first, last = _EVERY_TENTH if ratings is _EASY_RATINGS else (HARDEST, HARDEST)
    if not (low <= last and high >= first) and not any(low <= r <= high for r in ratings):
        below = max((r for r in ratings if r < low), default=None)
        above = min((r for r in (*ratings, first) if high < r < HARDEST), default=None)
        near = " and ".join(f"{r:g}" for r in (below, above) if r is not None)
        raise GenerationError(
            f"no puzzle is rated {low:g} to {high:g}", fix=f"the nearest ratings are {near}"
        )
    return low, high


def _technique(name: str, is_plain: bool) -> str:
    """Return the rater's name of a technique: "x-wing", "X Wing" and "naked triple" are known."""
    names = PLAIN_TECHNIQUES if is_plain else [t.name for t in TECHNIQUES if not t.needs_unique]
    known = {_plain(technique): technique for technique in names}
    word = _plain(name)
    found = known.get(word) or known.get(word.replace("triple", "triplet"))
    if found is None:
        raise GenerationError(
            f"the rating knows no technique called {shown(name)}",
            fix=f"use one of {', '.join(names)}",
        )
    return found


def _plain(name: str) -> str:
    return "".join(sign for sign in name.lower() if sign.isalnum() or sign == "+")
