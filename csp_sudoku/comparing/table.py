"""A comparison as a table for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from csp_sudoku.comparing.comparison import Comparison

_SHOWN_DISAGREEMENTS = 10


class Work(NamedTuple):
    """How much a backend searched, in its own unit."""

    amount: float
    unit: str

    def __str__(self) -> str:
        return f"{self.amount:,.0f} {self.unit}"


class Figures(NamedTuple):
    """The figures of one backend: times in seconds per puzzle, memory in bytes."""

    backend: str
    solved: int
    median: float
    mean: float
    par2: float
    work: Work | None
    memory: int | None
    fastest: int


def duration(seconds: float) -> str:
    """Return a time with three significant digits and its unit.

    >>> [duration(s) for s in (0.0000412, 0.00345, 1.234, 123.4)]
    ['41.2 µs', '3.45 ms', '1.23 s', '123 s']
    """
    for unit, scale in (("µs", 1e6), ("ms", 1e3), ("s", 1)):
        number = seconds * scale
        if number < 999.5 or unit == "s":
            digits = 2 if number < 9.995 else 1 if number < 99.95 else 0
            return f"{number:,.{digits}f} {unit}"
    raise AssertionError("the last unit takes whatever is left")


def columns(lines: Sequence[Sequence[str]]) -> str:
    """Align lines of words in columns, the first to the left and the others to the right.

    >>> print(columns([("way", "s"), ("dlx", "10")]))
    way   s
    dlx  10
    """
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rows = []
    for first, *rest in lines:
        words = [first.ljust(widths[0])]
        words += [word.rjust(width) for word, width in zip(rest, widths[1:], strict=True)]
        rows.append("  ".join(words).rstrip())
    return "\n".join(rows)


def text(comparison: Comparison) -> str:
    """Return the table, with the question above it and the disagreements below."""
    rows = comparison.rows()
    has_memory = bool(comparison.memory)
    heads = ["backend", "solved", "median", "mean", "PAR-2", "search"]
    lines = [(*heads, *(["memory"] if has_memory else []), "fastest")]
    for row in rows:
        memory = "-" if row.memory is None else f"{row.memory / 2**20:,.1f} MiB"
        lines.append(
            (
                row.backend,
                f"{row.solved}/{comparison.measured}",
                _limited(row.median, comparison.timeout),
                duration(row.mean),
                duration(row.par2),
                "-" if row.work is None else str(row.work),
                *([memory] if has_memory else []),
                str(row.fastest),
            )
        )
    return "\n".join([_question(comparison), columns(lines), *_complaints(comparison)])


def _limited(seconds: float, timeout: float) -> str:
    return f"> {timeout:g} s" if seconds >= timeout else duration(seconds)


def _question(comparison: Comparison) -> str:
    """Return the question in words: how many puzzles, how often, how much time."""
    asked, all_of_them = comparison.measured, len(comparison.puzzles)
    number = f"{asked}" if asked == all_of_them else f"{asked} of {all_of_them}"
    goals = {1: "one solution", 2: "one solution, and whether it is alone"}
    goal = goals.get(comparison.limit, f"up to {comparison.limit} solutions")
    askings = "" if comparison.repeat == 1 else f", asked {comparison.repeat} times"
    plural = "" if number == "1" else "s"
    limit = f"in at most {comparison.timeout:g} s"
    return f"{number} puzzle{plural}{askings}: {goal}, {limit}; {comparison.timed}"


def _complaints(comparison: Comparison) -> list[str]:
    found = comparison.disagreements
    lines = [f"DISAGREEMENT on {one}" for one in found[:_SHOWN_DISAGREEMENTS]]
    if len(found) > _SHOWN_DISAGREEMENTS:
        lines.append(f"and on {len(found) - _SHOWN_DISAGREEMENTS} more puzzles")
    notes = dict.fromkeys(
        f"{trial.backend}: {trial.note}" for trial in comparison.trials if trial.note
    )
    return lines + list(notes)[:_SHOWN_DISAGREEMENTS]
