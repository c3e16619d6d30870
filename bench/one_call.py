"""Measure single calls, as a user types them: one puzzle, one answer.

    python bench/one_call.py

Figures are microseconds of CPU time, the median of many calls; each call gets another puzzle. PySAT
builds its model by hand, again for each puzzle.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence

import peers
from claims import Claim, Setting
from harness import equivalent, machine

import csp_sudoku as cs
from csp_sudoku.rng import Rng

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def median(call: Callable[[str], object], texts: Sequence[str]) -> float:
    """Return the median microseconds of a call."""
    taken = []
    for text in texts:
        started = time.process_time_ns()
        call(text)
        taken.append((time.process_time_ns() - started) / 1000)
    return statistics.median(taken)


def claims(setting: Setting) -> Iterator[Claim]:
    """Yield the rows of this program on the page of results."""
    rng = Rng(1)
    texts = [equivalent(HARD, rng) for _ in range(100 if setting.quick else 1_000)]
    easy = [cs.generate(seed=seed, clues=34).to("line") for seed in range(100)]
    yield Claim(
        "Puzzle(text).solve(), 34 clues", "µs", median(lambda t: cs.Puzzle(t).solve(), easy)
    )
    yield Claim("Puzzle(text).solve(), hard", "µs", median(lambda t: cs.Puzzle(t).solve(), texts))
    solutions = [cs.Puzzle(text).solve().solution for text in easy]
    by_text = dict(zip(easy, solutions, strict=True))
    yield Claim("str(solution)", "µs", median(lambda t: str(by_text[t]), easy))
    by_hand = peers.contender("plain PySAT")
    theirs = median(lambda t: by_hand.run([t]), texts[:20]) if by_hand else None
    ours = median(lambda t: cs.Puzzle(t).count(2, "sat"), texts[:100])
    yield Claim('Puzzle(text).count(2, "sat"), hard', "µs", ours, "PySAT by hand", theirs)


def main() -> None:
    print(f"{machine()}\n")
    for claim in claims(Setting(None, {}, False)):
        print(f"{claim.what}: {claim.cell()}")


if __name__ == "__main__":
    main()
