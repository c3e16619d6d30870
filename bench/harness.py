"""The race: several solvers in one process, interleaved, repeated; ratios with their spread.

Machines are noisy. Every round runs each contender once on the same puzzles, so that a slow moment
hits all of them; a contender's figure is the median of its rounds, and its best one beside it.
"""

from __future__ import annotations

import platform
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Contender(NamedTuple):
    """A solver under a name: `run` takes puzzles and returns the number of solutions of each."""

    name: str
    run: Callable[[Sequence[object]], list[int]]


class Figure(NamedTuple):
    """What a contender took, in microseconds a puzzle."""

    name: str
    median: float
    best: float
    worst: float


def race(
    contenders: Sequence[Contender],
    puzzles: Sequence[object],
    *,
    rounds: int = 5,
    expected: Sequence[int] | None = None,
) -> list[Figure]:
    """Run all contenders in turns; one whose answers are wrong ends the race."""
    times: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for contender in contenders:
        answers = contender.run(puzzles)  # warms up, and shows whether it is right
        if expected is not None and list(answers) != list(expected):
            wrong = next(
                i for i, (a, b) in enumerate(zip(answers, expected, strict=True)) if a != b
            )
            raise SystemExit(f"{contender.name} is wrong on puzzle {wrong}: {puzzles[wrong]}")
    for _ in range(rounds):
        for contender in contenders:
            started = time.perf_counter()
            contender.run(puzzles)
            times[contender.name].append((time.perf_counter() - started) / len(puzzles) * 1e6)
    return [
        Figure(name, statistics.median(taken), min(taken), max(taken))
        for name, taken in times.items()
    ]


def table(title: str, figures: Sequence[Figure], peer: str) -> str:
    """Return a Markdown table of the figures, with ratios to a peer (above 1: faster than it)."""
    base = next(figure for figure in figures if figure.name == peer)
    lines = [
        f"### {title}",
        "",
        f"| solver | median µs | best | spread | times as fast as {peer} |",
        "|---|--:|--:|--:|--:|",
    ]
    for figure in figures:
        spread = (figure.worst - figure.best) / figure.median
        lines.append(
            f"| {figure.name} | {figure.median:,.1f} | {figure.best:,.1f} | {spread:.0%} "
            f"| {base.median / figure.median:.2f} |"
        )
    return "\n".join(lines) + "\n"


def machine() -> str:
    """Say on what kind of machine this ran."""
    cpu = platform.processor() or platform.machine()
    try:
        listed = subprocess.run(["lscpu"], capture_output=True, text=True, check=True).stdout
        cpu = next(
            line.split(":")[1].strip() for line in listed.splitlines() if "Model name" in line
        )
    except (OSError, StopIteration, subprocess.CalledProcessError):
        pass
    return f"{cpu}, one core; Python {platform.python_version()}"
