"""Explaining a puzzle: its steps as far as logic goes, and what is the matter where it ends."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.logic.explanation import SEVERAL, Explanation
from csp_sudoku.logic.game import Progress
from csp_sudoku.logic.solver import solve_by_logic
from csp_sudoku.logic.step import Step
from csp_sudoku.logic.techniques.table import TECHNIQUES
from csp_sudoku.logic.techniques.technique import Technique
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.status import Status

_LOOK_SECONDS = 10.0
_SOLUTIONS = {Status.NONE: 0, Status.SOLVED: 1, Status.MULTIPLE: SEVERAL}


def explain(
    puzzle: Puzzle,
    *,
    unique: bool = False,
    reasons: bool = False,
    guess: bool = False,
    seed: int = 0,
    timeout: float | None = None,
    alphabet: str | Alphabet | None = None,
    tell: Callable[[Step], object] | None = None,
) -> Explanation:
    """Explain a puzzle; see `Puzzle.explain`."""
    end = None if timeout is None else monotonic() + timeout
    leans = unique and solutions(puzzle, timeout=timeout) == 1
    explained = solve_by_logic(
        puzzle,
        techniques=(*TECHNIQUES, *_general(reasons, end)),
        unique=leans,
        guess=guess,
        seed=seed,
        timeout=None if end is None else max(0.0, end - monotonic()),
        alphabet=alphabet,
        tell=tell,
    )
    if leans:
        explained.solutions = 1
    elif explained.contradiction:
        explained.solutions = 0
    elif explained.progress is Progress.SOLVED and not _has_held_guess(explained):
        explained.solutions = 1  # every step was forced
    else:
        explained.solutions = solutions(puzzle, timeout=timeout)
    return explained


def solutions(puzzle: Puzzle, *, timeout: float | None = None) -> int | None:
    """Return 0, 1, or 2 for several solutions; None if the time ended before that was known.

    >>> solutions(Puzzle("1... ..2. .3.. ...4")), solutions(Puzzle("1... .... .... ...."))
    (1, 2)
    """
    seconds = _LOOK_SECONDS if timeout is None else timeout
    return _SOLUTIONS.get(puzzle.solve(limit=2, timeout=seconds).status)


def _general(reasons: bool, end: float | None) -> tuple[Technique, ...]:
    if not reasons:
        return ()
    from csp_sudoku.logic.reasons import technique

    return (technique(end),)


def _has_held_guess(explained: Explanation) -> bool:
    return any(step.technique == "pick" and step.placements for step in explained)
