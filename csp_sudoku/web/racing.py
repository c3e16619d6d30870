"""The race of backends: `compare`, with a report after each trial."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from csp_sudoku.comparing import Comparison, compare
from csp_sudoku.comparing.comparison import Trial
from csp_sudoku.comparing.files import facts
from csp_sudoku.web.asked import Asked, puzzle_of
from csp_sudoku.web.reading import MOST_PUZZLES

_MOST_BACKENDS = 12


def race(asked: Asked, tell: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Race backends on the "puzzles"; the answer is what the command compare writes.

    "cactus" has the sorted seconds of the puzzles that each backend solved.
    """
    puzzles = [puzzle_of(one) for one in asked.list("puzzles", MOST_PUZZLES)]
    backends = [str(name) for name in asked.list("backends", _MOST_BACKENDS)] or None

    def told(trial: Trial) -> None:
        tell({"trial": trial._asdict()})

    comparison = compare(
        puzzles,
        backends,
        timeout=min(asked.seconds, asked.number("timeout", 0.01, 60, 5) or 5),
        repeat=asked.whole("repeat", 1, 20, 1),
        limit=asked.whole("limit", 1, 1000, 2),
        told=told,
    )
    return {"compare": facts(comparison), "cactus": _cactus(comparison)}


def _cactus(comparison: Comparison) -> dict[str, list[float]]:
    """Return for each backend the sorted seconds of its settled trials."""
    found: dict[str, list[float]] = {name: [] for name in comparison.backends}
    for trial in comparison.trials:
        if trial.is_settled:
            found[trial.backend].append(trial.seconds)
    return {name: sorted(seconds) for name, seconds in found.items()}
