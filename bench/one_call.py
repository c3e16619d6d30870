"""Measure single calls, as a user types them: one puzzle, one answer.

    python bench/one_call.py

Figures are microseconds of CPU time, the median of many calls; each call gets another puzzle. PySAT
by hand builds its model again for each puzzle, or keeps a solver that takes the clues as
assumptions, as ours does; then both are asked about each puzzle in turns, from its text to its
solution as text.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import peers
from claims import Claim, Missing, Setting
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


def kept_by_hand() -> Callable[[str], str]:
    """Return PySAT by hand with one solver for all puzzles: the extended form, and assumptions."""
    from pysat.solvers import Solver

    groups = [group.cells for group in cs.boards.named("sudoku-3x3").groups]
    clauses = []
    for cell in range(81):
        literals = range(9 * cell + 1, 9 * cell + 10)
        clauses += [list(literals), *([-a, -b] for a, b in combinations(literals, 2))]
    for group in groups:
        for value in range(1, 10):
            literals = [9 * cell + value for cell in group]
            clauses += [literals, *([-a, -b] for a, b in combinations(literals, 2))]
    solver = Solver("cadical153", bootstrap_with=clauses)

    def solved(text: str) -> str:
        clues = [
            9 * cell + int(symbol) for cell, symbol in enumerate(text) if symbol in "123456789"
        ]
        if not solver.solve(assumptions=clues):
            return ""
        return "".join([str((x - 1) % 9 + 1) for x in solver.get_model()[:729] if x > 0])

    return solved


def in_turns(
    ours: Callable[[str], object], theirs: Callable[[str], object], texts: Sequence[str]
) -> tuple[float, float]:
    """Return the median microseconds of two calls that are made for each text in turns."""
    for call in (ours, theirs):
        call(texts[0])
    taken = [[median(call, [text]) for call in (ours, theirs)] for text in texts]
    mine, its = zip(*taken, strict=True)
    return statistics.median(mine), statistics.median(its)


def claims(setting: Setting) -> Iterator[Claim | Missing]:
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
    if by_hand is None:
        yield Missing("PySAT by hand", "pysat is not installed")
        return
    theirs = median(lambda t: by_hand.run([t]), texts[:20])
    ours = median(lambda t: cs.Puzzle(t).count(2, "sat"), texts[:100])
    yield Claim('Puzzle(text).count(2, "sat"), hard', "µs", ours, "PySAT by hand", theirs)
    few = [one.to("line") for one in cs.generate_many(100 if setting.quick else 500, seed=2)]
    ours, theirs = in_turns(
        lambda t: cs.Puzzle(t).solve("sat").solution.to("line"), kept_by_hand(), few
    )
    what = 'Puzzle(text).solve("sat").solution.to("line"), minimal, kept solver'
    yield Claim(what, "µs", ours, "PySAT by hand, kept", theirs)


def main() -> None:
    print(f"{machine()}\n")
    for claim in claims(Setting(None, {}, False)):
        print(
            f"missing: {claim}" if isinstance(claim, Missing) else f"{claim.what}: {claim.cell()}"
        )


if __name__ == "__main__":
    main()
