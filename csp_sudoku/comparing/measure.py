"""The fair race: every backend gets the same questions, in turns, after a warm-up.

- Interleaved: each question goes to all backends before the next one, and a different backend
  begins each time, so that a slow moment of the machine hits all of them alike.
- Warmed up: before the first puzzle of a board, each backend solves an equivalent of it, so that
  imports and encodings of the board are not timed. Each turn begins with another equivalent that is
  not timed and ends after a millisecond, so that no backend starts with the CPU caches that another
  one has filled: otherwise the fastest would seem half as fast.
- New: from the second repeat on, a random equivalent of the puzzle is asked, the same of all
  backends; some learn, and would answer the same puzzle faster.
- A model is asked as a copy each time, of which nothing is built or learnt yet: its encoding is
  part of the time. A puzzle with constraints beyond groups has no equivalents, and is asked so.
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
from typing import Any, NamedTuple, TypeAlias

from csp_sudoku.backends import available, get
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.boards.board import Board
from csp_sudoku.comparing.comparison import WRONG, Comparison, Disagreement, Trial, question_text
from csp_sudoku.equivalence.equivalents import Equivalents
from csp_sudoku.errors import BackendError, PuzzleError, WrongAnswerError
from csp_sudoku.model import CSP
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.rng import Rng
from csp_sudoku.status import Status

_PARADIGMS = ("bitmask", "dlx", "sat", "cpsat")
Chosen: TypeAlias = Sequence[str | Backend] | Mapping[str, str | Backend]
"""Backends to compare: a list, or a mapping from names of the caller's own."""
_WARM_UP_SECONDS = 1.0
_RUN_UP_SECONDS = 0.001


def compare(
    puzzles: CSP | Iterable[Puzzle | CSP | str],
    backends: Chosen | None = None,
    *,
    timeout: float = 10.0,
    repeat: int = 1,
    limit: int = 2,
    seed: int = 0,
    memory: bool = False,
    clock: Callable[[], float] = time.perf_counter,
    progress: Callable[[Comparison], object] | None = None,
    told: Callable[[Trial], object] | None = None,
) -> Comparison:
    """Ask the same puzzles, or models, of several backends, in turns, and compare.

    >>> comparison = compare(["1... ..2. .3.. ...4"], ["bitmask", "dlx"], repeat=3)
    >>> len(comparison.trials), comparison.disagreements
    (6, [])
    >>> model = CSP()
    >>> x, y = model.variables("x y", range(100))
    >>> _ = model.add(x * y == 91)
    >>> [(trial.backend, trial.status) for trial in compare(model, ["sat", "cpsat"]).trials]
    [('sat', 'multiple'), ('cpsat', 'multiple')]

    Args:
        puzzles: puzzles, texts of one puzzle each, or models; or a single model.
        backends: names such as "dlx" or "sat:glucose4", or backend objects; a mapping gives them
            names of your own. The default is each paradigm that is installed.
        timeout: seconds for each question; one that takes longer counts as not solved.
        repeat: how often each puzzle is asked; from the second time on as a random equivalent.
        limit: look for this many solutions: 1 takes the first, 2 proves that it is the only one.
        seed: the source of the random equivalents.
        memory: also measure memory, in one process per backend, which solves all puzzles once
            more.
        clock: a function that returns the time in seconds.
        progress: called with the comparison so far, after each puzzle.
        told: called with each trial at once, before it is compared with those of other backends.

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
    race = _Race(contenders, timeout, limit, Rng(seed), clock, told)
    for number, puzzle in enumerate(asked):
        trials: list[Trial] = []
        disagreements: list[Disagreement] = []
        for time_of_asking in range(repeat):
            asked_now, disagreed = race.ask(puzzle, number, time_of_asking)
            trials += asked_now
            disagreements += disagreed
        comparison.add(trials, disagreements)
        if progress is not None:
            progress(comparison)
    if memory:
        from csp_sudoku.comparing.memory import added_by

        for name, backend in contenders.items():
            comparison.memory[name] = added_by(backend, asked, timeout, limit)
    return comparison


def answered(
    puzzle: Puzzle, backend: str, *, timeout: float, limit: int = 2
) -> tuple[Trial, Solution | None]:
    """Ask one backend once, after a warm-up as in any race; return the trial and the solution."""
    race = _Race(_contenders([backend]), timeout, limit, Rng(0), time.perf_counter)
    (name, contender), *_ = race._contenders
    race._warmed_up(puzzle)
    reply = race._reply(puzzle, contender, timeout)
    solution = reply.solution if isinstance(reply.solution, Solution) else None
    return _trial(0, 0, name, reply), solution


class _Reply(NamedTuple):
    """What one backend answered, before it is compared with the others."""

    status: str
    seconds: float
    solution: Any = None
    """In the asker's own type; None if there is none."""
    stats: Mapping[str, int] | None = None
    note: str = ""


class _Race:
    """The backends, and the boards on which they are warmed up."""

    def __init__(
        self,
        contenders: Mapping[str, Backend],
        timeout: float,
        limit: int,
        rng: Rng,
        clock: Callable[[], float],
        told: Callable[[Trial], object] | None = None,
    ) -> None:
        self._told = told
        self._contenders = list(contenders.items())
        self._timeout = timeout
        self._limit = limit
        self._clock = clock
        self._rng = rng
        self._equivalents: dict[Board, Equivalents] = {}
        self._questions = 0

    def ask(
        self, puzzle: Puzzle | CSP, number: int, repeat: int
    ) -> tuple[list[Trial], list[Disagreement]]:
        """Ask all backends, beginning with another one each time."""
        similar_to = self._warmed_up(puzzle)
        asked = similar_to(puzzle) if repeat else puzzle
        first = self._questions % len(self._contenders)
        self._questions += 1
        similar = similar_to(puzzle)
        replies = {}
        with _no_collection():
            for name, backend in self._contenders[first:] + self._contenders[:first]:
                self._reply(similar, backend, _RUN_UP_SECONDS)
                replies[name] = self._reply(_unasked(asked), backend, self._timeout)
                if self._told is not None:
                    self._told(_trial(number, repeat, name, replies[name]))
        replies = _judged(replies)
        trials = [_trial(number, repeat, name, replies[name]) for name, _ in self._contenders]
        return trials, _disagreements(number, asked, replies, self._limit)

    def _warmed_up(self, puzzle: Puzzle | CSP) -> Callable[[Any], Puzzle | CSP]:
        """Return what makes similar questions; all backends are warmed up with one of them."""
        if isinstance(puzzle, CSP) or not puzzle.has_groups_alone:
            for _, backend in self._contenders:
                self._reply(_unasked(puzzle), backend, _WARM_UP_SECONDS)
            return _unasked
        board = puzzle.board
        if board not in self._equivalents:
            equivalents = self._equivalents[board] = Equivalents(board, self._rng)
            similar = equivalents.of(puzzle)
            for _, backend in self._contenders:
                self._reply(similar, backend, _WARM_UP_SECONDS)
        return self._equivalents[board].of

    def _reply(self, puzzle: Puzzle | CSP, backend: Backend, timeout: float) -> _Reply:
        """Ask one backend."""
        clock, started = self._clock, self._clock()
        try:
            answer = puzzle.solve(backend, limit=self._limit, timeout=timeout)
        except WrongAnswerError as error:
            return _Reply(WRONG, clock() - started, note=str(error))
        except BackendError as error:  # it cannot take this problem
            return _Reply(str(Status.UNKNOWN), clock() - started, note=str(error))
        return _Reply(str(answer.status), clock() - started, answer.solution, answer.stats)


def _unasked(puzzle: Puzzle | CSP) -> Puzzle | CSP:
    """Return a model as a copy of which nothing is built yet; a board's puzzle stays as it is."""
    if isinstance(puzzle, Puzzle):
        return puzzle if puzzle.has_groups_alone else puzzle.csp.copy()
    return puzzle.copy()


def _judged(replies: Mapping[str, _Reply]) -> dict[str, _Reply]:
    """Mark a reply "none" as wrong where another backend has found a solution."""
    finder = next((name for name, reply in replies.items() if reply.solution is not None), None)
    if finder is None:
        return dict(replies)
    note = f"says none, and {finder} has a solution that passes the check"
    wrong = str(Status.NONE)
    return {
        name: reply._replace(status=WRONG, note=note) if reply.status == wrong else reply
        for name, reply in replies.items()
    }


def _disagreements(
    number: int, asked: Puzzle | CSP, replies: Mapping[str, _Reply], limit: int
) -> list[Disagreement]:
    statuses = {name: reply.status for name, reply in replies.items()}
    known = set(statuses.values()) - {str(Status.UNKNOWN)}
    alone = [reply.solution for reply in replies.values() if reply.status == str(Status.SOLVED)]
    found = [solution for solution in alone if solution is not None]
    differ = limit > 1 and any(solution != found[0] for solution in found)
    if WRONG in known or len(known) > 1 or differ:
        return [Disagreement(number, question_text(asked), statuses)]
    return []


def _trial(number: int, repeat: int, name: str, reply: _Reply) -> Trial:
    stats = reply.stats or {}
    return Trial(
        number,
        repeat,
        name,
        reply.status,
        reply.seconds,
        stats.get("nodes"),
        stats.get("conflicts"),
        reply.note,
    )


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep the garbage collector from pausing one of the backends and not the others."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


# What comes in


def paradigms() -> list[str]:
    """Return the names of the backends that are compared by default."""
    return [info.name for info in available() if info.installed and info.name in _PARADIGMS]


def _contenders(backends: Chosen | None) -> dict[str, Backend]:
    if backends is None:
        backends = paradigms()
    if isinstance(backends, str):
        raise BackendError(
            f"expected a list of backends, got {backends!r}", fix=f"give [{backends!r}]"
        )
    if not backends:
        raise BackendError("there are no backends to compare", fix="name at least one")
    if isinstance(backends, Mapping):
        return {name: get(backend) for name, backend in backends.items()}
    made = [get(backend) for backend in backends]
    contenders = {backend.label: backend for backend in made}
    if len(contenders) < len(made):
        labels = ", ".join(backend.label for backend in made)
        raise BackendError(
            f"two of {labels} are the same", fix="give a mapping from names to backends"
        )
    return contenders


def _puzzles(puzzles: CSP | Iterable[Puzzle | CSP | str]) -> list[Puzzle | CSP]:
    if isinstance(puzzles, CSP):
        return [puzzles]
    if isinstance(puzzles, str | Puzzle):
        raise PuzzleError("expected a list of puzzles, got one puzzle", fix="put it into a list")
    return [Puzzle(one) if isinstance(one, str) else one for one in puzzles]


def _check(timeout: float, repeat: int, limit: int) -> None:
    if not 0 < timeout < float("inf"):
        raise BackendError(
            f"the timeout is {timeout!r} seconds", fix="use more than 0, and a finite number"
        )
    for name, number in (("repeat", repeat), ("limit", limit)):
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise BackendError(f"{name} is {number!r}", fix="use a whole number from 1 up")
