"""The results of a comparison: every trial, and the figures of each backend."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import NamedTuple

from csp_sudoku.comparing.table import Figures, Work, text
from csp_sudoku.errors import BackendError
from csp_sudoku.model import CSP
from csp_sudoku.puzzle import Puzzle

WRONG = "wrong"
"""The status of an answer that fails the check, in addition to those of `Status`."""
VIRTUAL_BEST = "virtual best"
"""The best backend for each puzzle: what a perfect choice could reach."""
_SETTLED = ("solved", "multiple", "none")


class Trial(NamedTuple):
    """One question to one backend, with its answer.

    >>> Trial(puzzle=0, repeat=0, backend="dlx", status="solved", seconds=0.002).is_settled
    True
    """

    puzzle: int
    """The number of the puzzle, from 0."""
    repeat: int
    """The number of the repeat, from 0; from 1 on, a random equivalent was asked."""
    backend: str
    status: str
    """A word of `Status`, or "wrong"."""
    seconds: float
    nodes: int | None = None
    conflicts: int | None = None
    note: str = ""
    """Why there is no answer, or what is wrong with it."""

    @property
    def is_settled(self) -> bool:
        """Whether the backend gave a definite answer."""
        return self.status in _SETTLED


class Disagreement(NamedTuple):
    """A puzzle on which backends contradict each other, or one is wrong; `asked` is its text."""

    puzzle: int
    asked: str
    statuses: Mapping[str, str]

    def __str__(self) -> str:
        said = ", ".join(f"{backend} says {status}" for backend, status in self.statuses.items())
        return f"puzzle {self.puzzle + 1}: {said}: {self.asked}"


def question_text(puzzle: Puzzle | CSP) -> str:
    """Return a puzzle as text, or a model in a few words."""
    if isinstance(puzzle, CSP):
        return repr(puzzle)
    return puzzle.to("json" if puzzle.has_candidates else "line")


class Comparison:
    """The results of `compare`. Printed, it is a table.

    A puzzle counts as solved by a backend if every repeat was settled within the time limit; its
    time is the median of the repeats. In `median` and `mean` a puzzle that was not solved counts
    with the limit, in PAR-2 with twice the limit.
    """

    def __init__(
        self,
        puzzles: Sequence[Puzzle | CSP],
        backends: Sequence[str],
        *,
        timeout: float,
        repeat: int = 1,
        limit: int = 2,
        timed: str = "wall time",
    ) -> None:
        self.puzzles = tuple(puzzles)
        self.backends = tuple(backends)
        self.timeout = timeout
        self.repeat = repeat
        self.limit = limit
        self.timed = timed
        """What the seconds measure: wall time or CPU time."""
        self.trials: list[Trial] = []
        self.disagreements: list[Disagreement] = []
        self.memory: dict[str, int] = {}
        """Bytes that each backend added to a process of its own, if that was asked for."""
        self._times: dict[str, list[float]] = {backend: [] for backend in backends}

    def add(self, trials: Iterable[Trial], disagreements: Iterable[Disagreement] = ()) -> None:
        """Add the trials of one more puzzle, by all backends."""
        trials = list(trials)
        self.trials += trials
        self.disagreements += disagreements
        for backend, times in self._times.items():
            mine = [trial for trial in trials if trial.backend == backend]
            taken = statistics.median(trial.seconds for trial in mine)
            is_solved = taken <= self.timeout and all(trial.is_settled for trial in mine)
            times.append(taken if is_solved else math.inf)

    @property
    def measured(self) -> int:
        """How many puzzles were asked: fewer than there are, if Ctrl-C was pressed."""
        return len(self._times[self.backends[0]])

    @property
    def is_settled(self) -> bool:
        """Whether every backend solved every puzzle that was asked."""
        return all(math.isfinite(time) for times in self._times.values() for time in times)

    def times(self, backend: str) -> list[float]:
        """Return the seconds for each puzzle; infinity for one that was not solved in time."""
        if backend == VIRTUAL_BEST:
            return [min(times) for times in zip(*self._times.values(), strict=True)]
        if backend not in self._times:
            known = ", ".join(self.backends)
            raise BackendError(f"{backend!r} was not compared", fix=f"use one of {known}")
        return list(self._times[backend])

    def rows(self) -> list[Figures]:
        """Return the figures of each backend, and of the virtual best at the end."""
        best = self.times(VIRTUAL_BEST)
        return [self._row(backend, best) for backend in (*self.backends, VIRTUAL_BEST)]

    def _row(self, backend: str, best: Sequence[float]) -> Figures:
        times = self.times(backend)
        limited = [min(time, self.timeout) for time in times]
        penalized = [time if math.isfinite(time) else 2 * self.timeout for time in times]
        firsts = zip(times, best, strict=True)
        return Figures(
            backend=backend,
            solved=sum(map(math.isfinite, times)),
            median=statistics.median(limited) if limited else 0.0,
            mean=statistics.fmean(limited) if limited else 0.0,
            par2=statistics.fmean(penalized) if penalized else 0.0,
            work=self._work(backend),
            memory=self.memory.get(backend),
            fastest=sum(time == least < math.inf for time, least in firsts),
        )

    def _work(self, backend: str) -> Work | None:
        """Return the median of what a backend counts: nodes, or else conflicts."""
        mine = [trial for trial in self.trials if trial.backend == backend]
        for unit in ("nodes", "conflicts"):
            counts = [count for trial in mine if (count := getattr(trial, unit)) is not None]
            if counts:
                return Work(statistics.median(counts), unit)
        return None

    def __str__(self) -> str:
        return text(self)

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self.backends)} on {self.measured} puzzles>"

    def save(self, path: str | PathLike[str]) -> None:
        """Write every trial to a file: .csv, .json or .parquet (needs pyarrow)."""
        from csp_sudoku.comparing.files import save

        save(self, path)

    def plot(self, path: str | PathLike[str], *, title: str | None = None) -> None:
        """Draw a cactus plot: how many puzzles each backend solves within which time per puzzle.

        The file's ending names the format: .svg, .png, .pdf. Needs matplotlib.
        """
        from csp_sudoku.comparing.plots import cactus

        cactus(self, path, title=title)

    def scatter(
        self, one: str, other: str, path: str | PathLike[str], *, title: str | None = None
    ) -> None:
        """Draw a point for each puzzle: the time of one backend against that of another."""
        from csp_sudoku.comparing.plots import scatter

        scatter(self, one, other, path, title=title)
