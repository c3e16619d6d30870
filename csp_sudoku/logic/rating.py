"""How hard a puzzle is, on the scale of Sudoku Explainer 1.2.1, which people know as SE.

The rating of a puzzle is that of its hardest step, when the easiest step is taken at each point:
1.2 for a hidden single in a box, 6.6 for a short X-chain, above 11 for the hardest puzzles known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from csp_sudoku.engines import engine_of
from csp_sudoku.errors import NotProperError, PuzzleError
from csp_sudoku.logic.levels import Levels, scale_of

if TYPE_CHECKING:
    from csp_sudoku.puzzle import Puzzle

SCALE = "Sudoku Explainer 1.2.1"


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is, and step by step why.

    >>> from csp_sudoku import Puzzle
    >>> rating = rate(Puzzle(
    ...     ".....8..22.4...89...1..2...71....6.....7.5..983.1........3......43.87.2......9.48"
    ... ))
    >>> print(rating)
    4.2 (Sudoku Explainer 1.2.1), hard: XY-wing
    >>> rating.value, rating.level, rating.steps, rating.ratings[:4], rating.open[:4]
    (4.2, 'hard', 59, (1.2, 1.2, 1.2, 1.2), (6, 5, 4, 4))
    """

    scale: str
    value: float
    """The rating of the hardest step; 0 for a puzzle that is filled in."""
    technique: str | None
    """The hardest step's technique; None for a puzzle that is filled in."""
    finished: bool
    """False if the time ran out: the puzzle is at least this hard."""
    ratings: tuple[float, ...]
    """The rating of each step."""
    techniques: tuple[str, ...]
    """The technique of each step."""
    open: tuple[int, ...]
    """How many cells could be filled by singles alone, before each step."""

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.ratings)

    @property
    def level(self) -> str:
        """The rating in a word, on the first scale of `levels.SCALES`: HoDoKu's."""
        return self.level_on()

    def level_on(self, levels: Levels | None = None) -> str:
        """Return the rating in a word, on a scale by its name or on your own levels.

        >>> rating = Rating(SCALE, 2.3, "naked single", True, (2.3,), ("naked single",), (1,))
        >>> rating.level_on("hodoku"), rating.level_on("sudoku-explainer")
        ('easy', 'hard')
        >>> rating.level_on({"calm": 2.5, "evil": 20})
        'calm'
        """
        return scale_of(levels).level(self)

    def __str__(self) -> str:
        least = "" if self.finished else "at least "
        why = f": {self.technique}" if self.technique else ""
        return f"{least}{self.value:.1f} ({self.scale}), {self.level}{why}"


def rate(puzzle: Puzzle, *, timeout: float | None = None) -> Rating:
    """Rate a plain 9x9 puzzle that has exactly one solution.

    Args:
        puzzle: the puzzle, with clues alone.
        timeout: seconds after which the rating so far is returned, as "at least".

    Raises:
        PuzzleError: another board, or pencil marks.
        NotProperError: no solution, or several.
    """
    engine = engine_of(puzzle.problem.csp)
    if engine is None:
        raise PuzzleError(
            f"a puzzle on {puzzle.board.name} cannot be rated",
            fix=f"{SCALE} rates plain 9x9 boards only",
        )
    if puzzle.has_candidates:
        raise PuzzleError(
            "a puzzle with pencil marks cannot be rated", fix="rate the puzzle with its clues alone"
        )
    if not puzzle.is_unique():
        raise NotProperError(puzzle.clash(), solutions=tuple(puzzle.solutions(limit=2)))
    rated = engine.rate(puzzle.values, timeout)
    return Rating(
        scale=SCALE,
        value=rated.rating / 10,
        technique=rated.technique,
        finished=rated.finished,
        ratings=tuple(rating / 10 for rating in rated.ratings),
        techniques=rated.techniques,
        open=rated.open,
    )
