"""Compare several solvers in one process: interleaved, repeated, with ratios and their spread.

Machines are noisy. Every round runs each contender once on the same puzzles, so that a slow moment
affects all of them, and CPU time is measured, so that other processes disturb little. The figure of
a contender is the median of its rounds; its best round is shown as well. Some solvers learn, so
each round uses new puzzles, which are random equivalents of the given ones (an idea of tdoku).
"""

from __future__ import annotations

import platform
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from csp_sudoku.rng import Rng


class Contender(NamedTuple):
    """A solver with a name; `run` returns the number of solutions of each puzzle.

    `prepare` is called before `run` and is not timed, because reading puzzles is not measured.
    """

    name: str
    run: Callable[[Sequence[str]], Sequence[int]]
    prepare: Callable[[Sequence[str]], object] = len


class Figure(NamedTuple):
    """The time that a contender took, in microseconds per puzzle."""

    name: str
    median: float
    best: float
    worst: float


def equivalent(puzzle: str, rng: Rng) -> str:
    """Return the 9x9 puzzle with digits renamed, and lines, bands and stacks shuffled."""
    rows, columns = _shuffled_lines(rng), _shuffled_lines(rng)
    digits = list("123456789")
    rng.shuffle(digits)
    moved = "".join(puzzle[9 * row + column] for row in rows for column in columns)
    return moved.translate(str.maketrans("123456789", "".join(digits)))


def _shuffled_lines(rng: Rng) -> list[int]:
    blocks = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    rng.shuffle(blocks)
    for block in blocks:
        rng.shuffle(block)
    return [line for block in blocks for line in block]


def race(
    contenders: Sequence[Contender],
    puzzles: Sequence[str],
    *,
    rounds: int = 5,
    expected: Sequence[int] | None = None,
    clock: Callable[[], float] = time.process_time,
) -> list[Figure]:
    """Run all contenders in turns; exit if one gives a wrong answer."""
    rng = Rng(1)
    times: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for contender in contenders:
        answers = contender.run(puzzles)  # a warm-up, and a check of the answers
        if expected is not None and list(answers) != list(expected):
            wrong = next(
                i for i, (a, b) in enumerate(zip(answers, expected, strict=True)) if a != b
            )
            raise SystemExit(f"{contender.name} is wrong on puzzle {wrong}: {puzzles[wrong]}")
    for _ in range(rounds):
        varied = [equivalent(puzzle, rng) for puzzle in puzzles]
        for contender in contenders:
            contender.prepare(varied)
            started = clock()
            contender.run(varied)
            times[contender.name].append((clock() - started) / len(puzzles) * 1e6)
    return [
        Figure(name, statistics.median(taken), min(taken), max(taken))
        for name, taken in times.items()
    ]


def table(title: str, figures: Sequence[Figure], peer: str) -> str:
    """Return a Markdown table of the figures, with ratios to a peer (above 1: faster)."""
    base = next(figure for figure in figures if figure.name == peer)
    lines = [
        f"### {title}",
        "",
        f"| solver | median µs | best | spread | speed-up over {peer} | by best rounds |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for figure in figures:
        spread = (figure.worst - figure.best) / figure.median
        lines.append(
            f"| {figure.name} | {figure.median:,.2f} | {figure.best:,.2f} | {spread:.0%} "
            f"| {base.median / figure.median:.2f} | {base.best / figure.best:.2f} |"
        )
    return "\n".join(lines) + "\n"


def machine() -> str:
    """Return a description of this machine."""
    cpu = platform.processor() or platform.machine()
    try:
        listed = subprocess.run(["lscpu"], capture_output=True, text=True, check=True).stdout
        cpu = next(
            line.split(":")[1].strip() for line in listed.splitlines() if "Model name" in line
        )
    except (OSError, StopIteration, subprocess.CalledProcessError):
        pass
    return f"{cpu}, one core; Python {platform.python_version()}"
