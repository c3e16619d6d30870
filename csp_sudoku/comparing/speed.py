"""Throughput in puzzles per second: in bulk, one by one, and by each backend.

As in tdoku's benchmark: warmed up, for a target time, on random equivalents of the puzzles, and
with the answers of the warm-up compared. The ways to solve take turns, so that a slow moment of the
machine hits all of them; each question proves that the solution is the only one.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from typing import Any, NamedTuple, TypeAlias

from csp_sudoku.backends import get
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.bulk.batch import solve_many
from csp_sudoku.comparing.table import columns, duration
from csp_sudoku.equivalence.equivalents import Equivalents
from csp_sudoku.errors import BackendError, PuzzleError, WrongAnswerError
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.questions import Answer
from csp_sudoku.rng import Rng
from csp_sudoku.status import Status

_POOL = 4096
"""This many equivalents are made; in bulk they are solved in one call."""
_TURNS = 8
_WARM_UP = 0.25
"""The share of the target time for the warm-up."""


class Speed(NamedTuple):
    """The throughput of one way to solve.

    >>> Speed("dlx", puzzles=500, seconds=0.25, nodes=32_000, guessed=None).a_second
    2000.0
    """

    way: str
    puzzles: int
    seconds: float
    nodes: int | None
    """Nodes of all puzzles, or conflicts for a backend that counts those."""
    guessed: int | None
    """How many puzzles needed a guess, if that is known."""

    @property
    def a_second(self) -> float:
        """Puzzles per second."""
        return self.puzzles / self.seconds

    def facts(self) -> dict[str, object]:
        """Return the figures for JSON."""
        guessed = None if self.guessed is None else 1 - self.guessed / self.puzzles
        return {
            "way": self.way,
            "puzzles": self.puzzles,
            "seconds": self.seconds,
            "puzzles_per_second": self.a_second,
            "without_guess": guessed,
            "nodes_per_puzzle": None if self.nodes is None else self.nodes / self.puzzles,
        }


class _Turn(NamedTuple):
    """The result of one turn: some puzzles of the pool, solved in one way."""

    seconds: float
    puzzles: int
    nodes: int | None
    guessed: int | None
    solutions: Sequence[bytes]


_Way: TypeAlias = Callable[[float], _Turn]
"""Solves puzzles for about this many seconds."""


def speeds(
    puzzles: Sequence[Puzzle],
    backends: Mapping[str, str | Backend],
    *,
    seconds: float = 1.0,
    seed: int = 0,
    progress: Callable[[str], object] | None = None,
) -> list[Speed]:
    """Measure how fast the puzzles of one board are solved.

    Args:
        puzzles: proper puzzles of one board.
        backends: the backends that solve one by one, by the names to show.
        seconds: the target time for each way, without the warm-up.
        seed: the source of the random equivalents.
        progress: called with what is being done.

    Raises:
        PuzzleError: the puzzles are of several boards, or one is not proper.
        BackendError: there is no such backend, or the time is not finite.
        WrongAnswerError: two ways differ on a solution.
    """
    if not 0 <= seconds < math.inf:
        raise BackendError(
            f"the time for each way is {seconds} seconds", fix="use 0 or more, and a finite number"
        )
    pool = _pool(puzzles, seed)
    ways: dict[str, _Way] = {"solve_many, 1 worker": _in_bulk(pool, 1)}
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if cores and cores > 1:
        ways[f"solve_many, {cores} workers"] = _in_bulk(pool, cores)
    ways |= {name: _one_by_one(pool, get(backend)) for name, backend in backends.items()}
    _warm_up(pool, ways, _WARM_UP * seconds, progress)
    done = dict.fromkeys(ways, _Turn(0.0, 0, 0, 0, ()))
    while unfinished := [n for n, t in done.items() if not t.puzzles or t.seconds < seconds]:
        for name in unfinished:
            if progress:
                progress(f"{name}: {done[name].seconds:.1f} of {seconds:g} s")
            done[name] = _sum(done[name], ways[name](seconds / _TURNS))
    return [
        Speed(name, total.puzzles, total.seconds, total.nodes, total.guessed)
        for name, total in done.items()
    ]


def text(measured: Sequence[Speed]) -> str:
    """Return the figures as a table."""
    lines = [("way", "puzzles/s", "a puzzle", "no guess", "nodes")]
    for speed in measured:
        nodes = "-" if speed.nodes is None else f"{speed.nodes / speed.puzzles:,.1f}"
        guessed = speed.guessed
        without = "-" if guessed is None else f"{1 - guessed / speed.puzzles:.1%}"
        apiece = duration(1 / speed.a_second)
        lines.append((speed.way, f"{speed.a_second:,.0f}", apiece, without, nodes))
    return columns(lines)


def _pool(puzzles: Sequence[Puzzle], seed: int) -> list[Puzzle]:
    """Return random equivalents of the puzzles, in turn, as many as a bulk call takes."""
    boards = {puzzle.board for puzzle in puzzles}
    if len(boards) != 1:
        raise PuzzleError(
            f"expected puzzles of one board, got {len(boards)} boards",
            fix="measure one board at a time",
        )
    random = Equivalents(puzzles[0].board, Rng(seed))
    number = _POOL if puzzles[0].board.name == "sudoku-3x3" else len(puzzles)
    return [random.of(puzzle) for puzzle, _ in zip(cycle(puzzles), range(number), strict=False)]


def _warm_up(
    pool: Sequence[Puzzle],
    ways: Mapping[str, _Way],
    seconds: float,
    progress: Callable[[str], object] | None,
) -> None:
    """Run each way once, and compare its solutions with those of the first way."""
    expected: Sequence[bytes] = ()
    for name, way in ways.items():
        if progress:
            progress(f"{name}: warm-up")
        solutions = way(seconds).solutions
        expected = expected or solutions
        for puzzle, mine, other in zip(pool, solutions, expected, strict=False):
            if mine != other:
                raise WrongAnswerError(f"{name} differs from {next(iter(ways))}: {puzzle!r}")


def _sum(one: _Turn, other: _Turn) -> _Turn:
    def added(first: int | None, second: int | None) -> int | None:
        return None if first is None or second is None else first + second

    nodes, guessed = added(one.nodes, other.nodes), added(one.guessed, other.guessed)
    seconds = one.seconds + other.seconds
    return _Turn(seconds, one.puzzles + other.puzzles, nodes, guessed, ())


# The ways


def _in_bulk(pool: Sequence[Puzzle], workers: int) -> _Way:
    """Solve the whole pool in calls of `solve_many`, as an array unless there are pencil marks."""
    board = pool[0].board
    rows: Any = pool
    if not any(puzzle.has_candidates for puzzle in pool):
        numbers = memoryview(b"".join(puzzle.values for puzzle in pool))
        rows = numbers.cast("B", (len(pool), len(board.cells)))

    def run(seconds: float) -> _Turn:
        started = time.perf_counter()
        calls, taken = 0, 0.0
        while not calls or taken < seconds:
            batch = solve_many(rows, workers=workers, board=board)
            taken = time.perf_counter() - started
            calls += 1
        nodes = [row.nodes for row in batch]
        guessed = calls * sum(count > 1 for count in nodes)
        solutions = [
            _solution(puzzle, row.solution, row.status)
            for puzzle, row in zip(pool, batch, strict=True)
        ]
        return _Turn(taken, calls * len(pool), calls * sum(nodes), guessed, solutions)

    return run


def _one_by_one(pool: Sequence[Puzzle], backend: Backend) -> _Way:
    """Solve the puzzles of the pool one by one; each turn continues where the last one stopped."""
    position = 0

    def run(seconds: float) -> _Turn:
        nonlocal position
        started, taken = time.perf_counter(), 0.0
        answers: list[Answer[Solution]] = []
        first = position
        while not answers or taken < seconds:
            answers.append(pool[position % len(pool)].solve(backend, limit=2))
            position += 1
            taken = time.perf_counter() - started
        nodes = [answer.stats.get("nodes", answer.stats.get("conflicts")) for answer in answers]
        guesses = [_has_guessed(answer.stats) for answer in answers]
        return _Turn(
            taken,
            len(answers),
            None if None in nodes else sum(filter(None, nodes)),
            None if None in guesses else sum(map(bool, guesses)),
            [
                _solution(pool[number % len(pool)], answer.solution, answer.status)
                for number, answer in enumerate(answers, start=first)
            ],
        )

    return run


def _has_guessed(stats: Mapping[str, int]) -> bool | None:
    """Tell from a backend's counters whether it guessed; None if they do not show it.

    A search that proves uniqueness backtracks from each of its guesses.
    """
    if "backtracks" in stats:
        return stats["backtracks"] > 0
    if "max_depth" in stats:  # exact cover counts forced options, too
        return stats["nodes"] > stats["max_depth"]
    if "nodes" in stats:  # the kernel propagates within one node
        return stats["nodes"] > 1
    return None


def _solution(puzzle: Puzzle, solution: Any, status: Status) -> bytes:
    if status is not Status.SOLVED or solution is None:
        raise PuzzleError(
            f"expected proper puzzles, but the equivalent {puzzle!r} of one has status {status}",
            fix="measure proper puzzles",
        )
    return bytes(solution)
