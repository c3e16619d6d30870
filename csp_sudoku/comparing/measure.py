"""The fair race: every backend has the same questions, in turns, with everything built before.

- Interleaved: puzzle by puzzle, each asking goes to all backends, and a different one begins each
  time, so that a slow moment of the machine hits all of them alike.
- Warmed up: before the first puzzle of a board, each backend solves an equivalent of it, so that
  imports and what a board's puzzles share are not timed. Each turn begins with another equivalent
  that is not timed and ends after a millisecond, so that no backend starts with caches that another
  one has filled: else the fastest would seem half as fast.
- New: from the second asking on, a random equivalent of the puzzle is asked, the same of all
  backends; some learn, and would answer the same puzzle faster.
- Validated: each solution is checked by `native.check`, and backends that contradict each other are
  reported with the puzzle. An answer that fails the check, and a "none" where another backend has a
  solution that passes it, are wrong and count as not solved.

Time is taken around `puzzle.solve(backend)`: from the question to the checked answer. It is wall
time; on a busy machine, `clock=time.process_time` takes CPU time instead, of all threads together.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from csp_sudoku.backends import available, get
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.boards.board import Board
from csp_sudoku.comparing.comparison import WRONG, Comparison, Disagreement, Trial
from csp_sudoku.equivalence.equivalents import Variants
from csp_sudoku.errors import BackendError, PuzzleError, WrongAnswerError
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.rng import Rng
from csp_sudoku.status import Status

_PARADIGMS = ("bitmask", "dlx", "sat", "cpsat")
Chosen: TypeAlias = Sequence[str | Backend] | Mapping[str, str | Backend]
_WARM_UP_SECONDS = 1.0
_RUN_UP_SECONDS = 0.001


def compare(
    puzzles: Iterable[Puzzle | str],
    backends: Chosen | None = None,
    *,
    timeout: float = 10.0,
    repeat: int = 1,
    limit: int = 2,
    seed: int = 0,
    memory: bool = False,
    clock: Callable[[], float] = time.perf_counter,
    progress: Callable[[Comparison], object] | None = None,
) -> Comparison:
    """Ask the same puzzles of several backends, in turns, and compare.

    >>> comparison = compare(["1... ..2. .3.. ...4"], ["bitmask", "dlx"], repeat=3)
    >>> len(comparison.trials), comparison.disagreements
    (6, [])

    Args:
        puzzles: puzzles, or texts of one puzzle each.
        backends: names as "dlx" or "sat:glucose4", or backends that are made already; a mapping
            gives them names of your own. Without it, each paradigm that is installed.
        timeout: seconds for each asking; one that takes longer counts as not solved.
        repeat: how often each puzzle is asked; from the second time on as a random equivalent.
        limit: look for so many solutions: 1 takes the first, 2 proves that it is the only one.
        seed: decides on the equivalents.
        memory: also measure memory, in a process of its own for each backend, which solves all
            puzzles once more.
        clock: what tells the time, in seconds.
        progress: called with the comparison so far, after each puzzle.

    Raises:
        BackendUnavailable: a backend's package is not installed.
        BackendError: there is no such backend, or a limit is out of range.
    """
    contenders = _contenders(backends)
    asked = _puzzles(puzzles)
    _check(timeout, repeat, limit)
    comparison = Comparison(
        asked,
        list(contenders),
        timeout=timeout,
        repeat=repeat,
        limit=limit,
        timed="CPU time" if clock is time.process_time else "wall time",
    )
    race = _Race(contenders, timeout, limit, Rng(seed), clock)
    for number, puzzle in enumerate(asked):
        trials: list[Trial] = []
        disagreements: list[Disagreement] = []
        for time_of_asking in range(repeat):
            asking = race.ask(puzzle, number, time_of_asking)
            trials += asking.trials
            disagreements += asking.disagreements
        comparison.add(trials, disagreements)
        if progress is not None:
            progress(comparison)
    if memory:
        from csp_sudoku.comparing.memory import added_by

        for name, backend in contenders.items():
            comparison.memory[name] = added_by(backend, asked, timeout, limit)
    return comparison


class _Asking(NamedTuple):
    trials: list[Trial]
    disagreements: list[Disagreement]


class _Said(NamedTuple):
    """What one backend said, before anybody compares."""

    status: str
    seconds: float
    solution: Solution | None = None
    stats: Mapping[str, int] | None = None
    note: str = ""


class _Race:
    """The backends at the start, and the boards that they know already."""

    def __init__(
        self,
        contenders: Mapping[str, Backend],
        timeout: float,
        limit: int,
        rng: Rng,
        clock: Callable[[], float],
    ) -> None:
        self._contenders = list(contenders.items())
        self._timeout = timeout
        self._limit = limit
        self._clock = clock
        self._rng = rng
        self._variants: dict[Board, Variants] = {}
        self._askings = 0

    def ask(self, puzzle: Puzzle, number: int, repeat: int) -> _Asking:
        """Ask all backends, beginning with another one each time."""
        variants = self._warmed_up(puzzle)
        asked = variants.of(puzzle) if repeat else puzzle
        first = self._askings % len(self._contenders)
        self._askings += 1
        similar = variants.of(puzzle)
        said = {}
        with _no_collection():
            for name, backend in self._contenders[first:] + self._contenders[:first]:
                self._say(similar, backend, _RUN_UP_SECONDS)
                said[name] = self._say(asked, backend, self._timeout)
        said = _judged(said)
        trials = [_trial(number, repeat, name, said[name]) for name, _ in self._contenders]
        return _Asking(trials, _disagreements(number, asked, said, self._limit))

    def _warmed_up(self, puzzle: Puzzle) -> Variants:
        """Let all backends meet a board before its first puzzle is timed."""
        board = puzzle.board
        if board not in self._variants:
            variants = self._variants[board] = Variants(board, self._rng)
            similar = variants.of(puzzle)
            for _, backend in self._contenders:
                self._say(similar, backend, _WARM_UP_SECONDS)
        return self._variants[board]

    def _say(self, puzzle: Puzzle, backend: Backend, timeout: float) -> _Said:
        """Ask one backend."""
        clock, started = self._clock, self._clock()
        try:
            answer = puzzle.solve(backend, limit=self._limit, timeout=timeout)
        except WrongAnswerError as error:
            return _Said(WRONG, clock() - started, note=str(error))
        except BackendError as error:  # it cannot take this problem
            return _Said(str(Status.UNKNOWN), clock() - started, note=str(error))
        return _Said(str(answer.status), clock() - started, answer.solution, answer.stats)


def _judged(said: Mapping[str, _Said]) -> dict[str, _Said]:
    """Call those wrong who say that there is no solution where another one has found one."""
    finder = next((name for name, one in said.items() if one.solution is not None), None)
    if finder is None:
        return dict(said)
    note = f"says none, and {finder} has a solution that passes the check"
    return {
        name: one._replace(status=WRONG, note=note) if one.status == str(Status.NONE) else one
        for name, one in said.items()
    }


def _disagreements(
    number: int, asked: Puzzle, said: Mapping[str, _Said], limit: int
) -> list[Disagreement]:
    statuses = {name: one.status for name, one in said.items()}
    known = set(statuses.values()) - {str(Status.UNKNOWN)}
    alone = [one.solution for one in said.values() if one.status == str(Status.SOLVED)]
    differ = limit > 1 and len({solution for solution in alone if solution is not None}) > 1
    if WRONG in known or len(known) > 1 or differ:
        format = "json" if asked.has_candidates else "line"
        return [Disagreement(number, asked.to(format), statuses)]
    return []


def _trial(number: int, repeat: int, name: str, said: _Said) -> Trial:
    stats = said.stats or {}
    return Trial(
        number,
        repeat,
        name,
        said.status,
        said.seconds,
        stats.get("nodes"),
        stats.get("conflicts"),
        said.note,
    )


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep the garbage collector from stopping one of the backends and not the others."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


# What comes in


def paradigms() -> list[str]:
    """Return the names of the backends that are compared if nobody names others."""
    return [info.name for info in available() if info.installed and info.name in _PARADIGMS]


def _contenders(backends: Chosen | None) -> dict[str, Backend]:
    if backends is None:
        backends = paradigms()
    if isinstance(backends, str):
        raise BackendError(f"{backends!r} is one backend", fix="give a list of them")
    if not backends:
        raise BackendError("no backends to compare", fix="name at least one")
    if isinstance(backends, Mapping):
        return {name: get(backend) for name, backend in backends.items()}
    made = [get(backend) for backend in backends]
    contenders = {backend.label: backend for backend in made}
    if len(contenders) < len(made):
        labels = ", ".join(backend.label for backend in made)
        raise BackendError(f"two of {labels} are the same", fix="name them: a mapping does")
    return contenders


def _puzzles(puzzles: Iterable[Puzzle | str]) -> list[Puzzle]:
    if isinstance(puzzles, str | Puzzle):
        raise PuzzleError("one puzzle instead of several", fix="put it into a list")
    return [Puzzle(one) if isinstance(one, str) else one for one in puzzles]


def _check(timeout: float, repeat: int, limit: int) -> None:
    if not 0 < timeout < float("inf"):
        raise BackendError(f"a timeout of {timeout!r} seconds", fix="use more than 0, and an end")
    for name, number in (("repeat", repeat), ("limit", limit)):
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise BackendError(f"a {name} of {number!r}", fix="use a whole number from 1 up")
