"""How hard a puzzle is: the rating of its hardest step, with the easiest step taken at each point.

Plain 9x9 puzzles are rated on the scale of Sudoku Explainer 1.2.1, which people know as SE: 1.2 for
a hidden single in a box, 6.6 for a short X-chain, above 11 for the hardest puzzles known. All other
boards, and puzzles with rules, are rated on our own scale: by the steps of `explain`, each with the
rating of its technique in `techniques.table`. Those of the techniques that Sudoku Explainer has are
the same; a step by one rule has 2.3 to 3.2, one by a derived sum 3.5 to 3.8, a trial 6.5 or 7.0,
one with trials inside 10.
What no technique solves is 12.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from csp_sudoku.budgets import Budget
from csp_sudoku.engines import engine_of
from csp_sudoku.errors import NotProperError, OutOfBudgetError, PuzzleError
from csp_sudoku.logic.levels import Levels, scale_of

if TYPE_CHECKING:
    from csp_sudoku.puzzle import Puzzle

SCALE = "Sudoku Explainer 1.2.1"
OWN_SCALE = "csp-sudoku steps"
BEYOND = 12.0
"""The rating, on our own scale, of puzzles that no technique solves."""


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
    """Rate a puzzle that has exactly one solution, on any board, with any rules.

    >>> from csp_sudoku import Puzzle
    >>> print(rate(Puzzle("1... ..2. .3.. ...4")))
    1.2 (csp-sudoku steps), easy: hidden single in a block

    Args:
        puzzle: the puzzle, with clues and rules alone.
        timeout: seconds after which the rating so far is returned, as "at least".

    Raises:
        PuzzleError: the puzzle has pencil marks.
        NotProperError: no solution, or several.
    """
    engine = engine_of(puzzle.problem.csp)
    if engine is None and not puzzle.rules and not puzzle.has_groups_alone:
        raise PuzzleError(
            f"a puzzle on {puzzle.board.name} cannot be rated",
            fix="techniques know groups and rules, and its model has other constraints",
        )
    if puzzle.has_candidates:
        raise PuzzleError(
            "a puzzle with pencil marks cannot be rated", fix="rate the puzzle with its clues alone"
        )
    budget = Budget(seconds=timeout)
    try:
        is_unique = puzzle.is_unique(timeout=None if engine else timeout)
    except OutOfBudgetError:
        return Rating(OWN_SCALE, 0.0, None, False, (), (), ())
    if not is_unique:
        raise NotProperError(puzzle.clash(), solutions=tuple(puzzle.solutions(limit=2)))
    if engine is None:
        return rate_by_steps(puzzle, budget)
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


def rate_by_steps(puzzle: Puzzle, budget: Budget, most: float = BEYOND) -> Rating:
    """Rate a puzzle that has one solution by the steps that explain it, on our own scale.

    >>> from csp_sudoku import Puzzle
    >>> rate_by_steps(Puzzle("1... ..2. .3.. ...4"), Budget(), most=1.0).finished
    False

    Args:
        puzzle: the puzzle.
        budget: when it ends, the rating so far is returned, as "at least".
        most: techniques above this rating are not tried: what needs them is not finished.
    """
    from csp_sudoku.logic.game import Progress
    from csp_sudoku.logic.solver import solve_by_logic
    from csp_sudoku.logic.techniques.table import BY_NAME, TECHNIQUES

    tried = [technique for technique in TECHNIQUES if technique.rating <= most]
    explained = solve_by_logic(puzzle, techniques=tried, timeout=budget.seconds_left())
    steps = [(BY_NAME[step.technique].rating, step.technique) for step in explained]
    is_beyond = explained.progress is Progress.STUCK and most >= BEYOND
    if is_beyond:
        steps.append((BEYOND, "none"))
    hardest = max(steps, key=lambda step: step[0], default=(0.0, None))
    return Rating(
        scale=OWN_SCALE,
        value=hardest[0],
        technique=hardest[1],
        finished=is_beyond or bool(explained),
        ratings=tuple(rating for rating, _ in steps),
        techniques=tuple(name for _, name in steps),
        open=(),
    )
