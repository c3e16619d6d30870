"""All parts of a job on an executor, watched: attempts, deadlines and stalls are kept here.

Executors fail in their own ways: a pool of processes is dead after one of them is killed, MPI
leaves a future pending for ever, a cluster waits for workers that never come. None of that is asked
about. What counts is whether a part's report comes, and when the last one came.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from typing import NamedTuple, TypeAlias

from csp_sudoku.errors import CspSudokuError, PartsError
from csp_sudoku.parts.executors import Factory, end, slots_of, threads
from csp_sudoku.parts.folder import PartsFolder, Share, opened
from csp_sudoku.parts.job import Part, PartReport
from csp_sudoku.parts.plan import Plan
from csp_sudoku.parts.running import Failure, attempt_part

_POLL_SECONDS = 0.2
_GRACE_SECONDS = 30.0
_MOST_BREAKS = 10
"""After this many executors that broke before any part was done, another one will not help."""
_RESUME = "continue with --resume (resume=True)"


class Progress(NamedTuple):
    """How far a run is."""

    done: int
    parts: int
    failed: int
    rows: int
    """The rows of the parts that are done."""
    rows_per_second: float
    """Since this run began."""
    seconds_left: float | None
    """None until the first part of this run is done."""
    tally: Mapping[str, int]
    """How many rows ended with which status."""

    def __str__(self) -> str:
        failed = f", {self.failed} failed" if self.failed else ""
        speed = speed_of(self.rows_per_second, self.seconds_left)
        return f"{self.done:,} of {self.parts:,} parts{failed}, {self.rows:,} rows{speed}"


OnProgress: TypeAlias = Callable[[Progress], object]


def run_parts(
    plan: Plan,
    *,
    executor: Factory | None = None,
    resume: bool = False,
    share: tuple[int, int] = (0, 1),
    ahead: int | None = None,
    attempts: int = 3,
    part_timeout: float | None = None,
    stall: float | None = None,
    progress: OnProgress | None = None,
) -> Iterator[PartReport]:
    """Do the parts of a plan that are not done yet, and yield their reports as they come.

    Args:
        plan: the parts.
        executor: a function that makes an executor, for example `parts.processes(8)`; one thread
            per core if not given. A new one is made when one breaks.
        resume: whether to continue a folder that the same job began.
        share: (K, N) for every N-th part from part K on; other runs do the others.
        ahead: how many parts the executor has at a time; by default twice what it can work on.
        attempts: how often a part is tried. When an executor breaks, nobody knows which of its
            parts is to blame, and it counts for none of them; a part that was there so often is
            tried alone at the end, where it counts.
        part_timeout: seconds for one part.
        stall: seconds without any part done after which the run is given up; by default three
            times `part_timeout` if there is one.
        progress: called with `Progress` after each part, and now and then between them.

    Raises:
        PartsError: some parts failed, or the run was given up; what is done stays, and the message
            names the way on.
    """
    for name, number in (("attempts", attempts), ("ahead", ahead)):
        if number is not None and number < 1:
            raise PartsError(f"{name} is {number}", fix="use 1 or more")
    if stall is None and part_timeout is not None:
        stall = 3 * part_timeout + _GRACE_SECONDS
    return _run(
        plan,
        executor or threads(),
        Share(*share),
        resume,
        _Limits(ahead, attempts, part_timeout, stall),
        progress,
    )


class _Limits(NamedTuple):
    ahead: int | None
    attempts: int
    part_timeout: float | None
    stall: float | None


def _run(
    plan: Plan,
    factory: Factory,
    share: Share,
    resume: bool,
    limits: _Limits,
    progress: OnProgress | None,
) -> Iterator[PartReport]:
    with opened(plan, share, resume=resume) as folder:
        watch = _Watch(folder, factory, limits, progress)
        try:
            yield from watch.run()
            watch.executor.shutdown()
        except BaseException:  # Ctrl-C, or the rest is not wanted: nothing goes on behind this
            watch.end()
            raise
        finally:
            folder.sweep()


class _Try(NamedTuple):
    part: Part
    attempt: int = 1
    breaks: int = 0
    """How often an executor broke that had this part among others."""
    started: float = 0.0


class _Watch:
    """One run: what the executor has, what is to be tried again, and what failed."""

    def __init__(
        self,
        folder: PartsFolder,
        factory: Factory,
        limits: _Limits,
        progress: OnProgress | None,
    ) -> None:
        self._folder = folder
        self._factory = factory
        self._limits = limits
        self._progress = progress
        self._missing = folder.missing()
        self._again: deque[_Try] = deque()
        self._suspects: deque[_Try] = deque()
        """To be tried alone, when all others are done: too many executors broke that had them."""
        self._pending: dict[Future[PartReport | Failure], _Try] = {}
        self._failed: list[tuple[int, str]] = []
        self._started = self._last = time.monotonic()
        self._before = folder.finished, folder.rows
        self._breaks = 0
        """How often an executor broke since the last part was done."""
        self.executor = self._made()

    def run(self) -> Iterator[PartReport]:
        """Do all parts; yield the reports."""
        while self._fill():
            done, _ = wait(self._pending, timeout=_POLL_SECONDS, return_when=FIRST_COMPLETED)
            broken = ""
            for future in done:
                if why := _breaking(future):
                    broken = why  # what it had stays pending until it is replaced
                elif (report := self._settled(future, self._pending.pop(future))) is not None:
                    yield report
            if broken:
                self._replace(broken)
            self._look_for_stalls()
            self._tell()
        self._tell()
        if self._failed:
            number, error = self._failed[0]
            raise PartsError(
                f"{len(self._failed)} of {len(self._folder)} parts failed, the first is part "
                f"{number}: {error}",
                fix=f"{_RESUME}; see csp-sudoku parts {self._folder.plan.out}",
            )

    def end(self) -> None:
        """Give up what is under way."""
        pending = list(self._pending)
        self._pending.clear()
        end(self.executor)
        if not hasattr(self.executor, "kill"):  # Python 3.11's pool stumbles over cancelled ones
            for future in pending:
                future.cancel()

    def _made(self) -> Executor:
        try:
            executor = self._factory()
        except CspSudokuError:
            raise
        except Exception as error:
            raise PartsError(
                f"no executor could be made: {type(error).__name__}: {error}", fix=_RESUME
            ) from error
        if not hasattr(executor, "submit"):
            raise PartsError(
                f"the factory made a {type(executor).__name__}, which is not an executor",
                fix="give a function that returns a concurrent.futures.Executor",
            )
        return executor

    def _fill(self) -> bool:
        """Hand parts to the executor, as many as it is to have; return whether it has any."""
        most = self._limits.ahead or 2 * self._slots()
        while len(self._pending) < most and (trial := self._next()) is not None:
            trial = trial._replace(started=time.monotonic())
            job, timeout = self._folder.plan.job, self._limits.part_timeout
            try:
                future = self.executor.submit(attempt_part, job, trial.part, trial.attempt, timeout)
            except Exception as error:  # it broke, or was shut down
                self._again.appendleft(trial)
                self._replace(_worded(error))
                continue
            self._pending[future] = trial
        return bool(self._pending)

    def _next(self) -> _Try | None:
        """Return what the executor gets next; None if it is to have no more now."""
        if self._again:
            return self._again.popleft()
        part = next(self._missing, None)
        if part is not None:
            return _Try(part)
        return self._suspects.popleft() if self._suspects and not self._pending else None

    def _slots(self) -> int:
        """Return how many parts the executor can work on; it may be out of reach."""
        try:
            return slots_of(self.executor)
        except CspSudokuError:
            raise
        except Exception as error:
            self._replace(_worded(error))
            return 1

    def _settled(self, future: Future[PartReport | Failure], trial: _Try) -> PartReport | None:
        """Take what came of an attempt."""
        try:
            found = future.result()
        except (Exception, CancelledError) as error:  # of the executor: ours come as failures
            self._failed_once(trial, _worded(error))
            return None
        if isinstance(found, Failure):
            if found.ends_all:
                raise PartsError(
                    f"part {trial.part.number} cannot be done: {found.error}", fix=_RESUME
                )
            self._failed_once(trial, found.error, is_final=found.is_final)
            return None
        self._breaks = 0
        self._last = time.monotonic()
        self._folder.note(trial.part, found)
        return found

    def _failed_once(self, trial: _Try, error: str, *, is_final: bool = False) -> None:
        """Try a part again, or take note that it failed."""
        if not is_final and trial.attempt < self._limits.attempts:
            self._hand_in(trial._replace(attempt=trial.attempt + 1))
            return
        self._failed.append((trial.part.number, error))
        self._folder.note_failure(trial.part, error, trial.attempt)

    def _hand_in(self, trial: _Try) -> None:
        """Try a part again, with others or alone."""
        is_suspect = trial.breaks >= self._limits.attempts
        (self._suspects if is_suspect else self._again).append(trial)

    def _replace(self, why: str) -> None:
        """Make another executor; what the broken one had is tried again."""
        pending, self._pending = self._pending, {}
        end(self.executor)
        lost = []
        for future, trial in pending.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._pending[future] = trial  # it was done just before
            else:
                lost.append(trial)
        if len(lost) == 1 and lost[0].breaks >= self._limits.attempts:  # it was alone
            self._failed_once(lost[0], why)
        else:
            self._breaks += 1
            if self._breaks > _MOST_BREAKS:
                raise PartsError(
                    f"{self._breaks} executors broke one after the other: {why}", fix=_RESUME
                )
            for trial in lost:
                self._hand_in(trial._replace(breaks=trial.breaks + 1))
        self.executor = self._made()

    def _look_for_stalls(self) -> None:
        """Give up parts that take too long, and the run if nothing gets done at all."""
        now, limits = time.monotonic(), self._limits
        if limits.part_timeout is not None:  # a worker notices it itself, unless it is lost
            overdue = now - 2 * limits.part_timeout - _GRACE_SECONDS
            for future, trial in list(self._pending.items()):
                if trial.started < overdue:
                    del self._pending[future]
                    future.cancel()
                    self._failed_once(trial, "the worker did not answer in time")
        if limits.stall is not None and now - self._last > limits.stall:
            raise PartsError(
                f"no part was done for {limits.stall:,.0f} seconds; {len(self._pending)} are with "
                "the executor, which does not answer",
                fix=f"look after the executor, then {_RESUME}",
            )

    def _tell(self) -> None:
        if self._progress is None:
            return
        folder = self._folder
        done, rows = folder.finished - self._before[0], folder.rows - self._before[1]
        seconds = max(1e-9, time.monotonic() - self._started)
        missing = len(folder) - folder.finished - len(self._failed)
        self._progress(
            Progress(
                folder.finished,
                len(folder),
                len(self._failed),
                folder.rows,
                rows / seconds,
                missing * seconds / done if done else None,
                folder.tally,
            )
        )


def _breaking(future: Future[PartReport | Failure]) -> str:
    """Return how an executor broke, if that is why an attempt ended; else an empty word."""
    error = None if future.cancelled() else future.exception()
    return _worded(error) if isinstance(error, BrokenExecutor) else ""


def _worded(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")


def speed_of(rows_per_second: float, seconds_left: float | None) -> str:
    """Return how fast a job goes and how long it takes, to be added to a line for people.

    >>> speed_of(1234.5, 90.0), speed_of(0.0, None)
    (', 1,234 rows/s, 90 s left', '')
    """
    rate = f", {rows_per_second:,.0f} rows/s" if rows_per_second else ""
    return rate if seconds_left is None else f"{rate}, {_duration(seconds_left)} left"


def _duration(seconds: float) -> str:
    """Return a time for people.

    >>> _duration(42.3), _duration(4000), _duration(400_000)
    ('42 s', '67 min', '111 h')
    """
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"
