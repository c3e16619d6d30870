"""What each rule of strengthening is worth: nodes and CPU time with the rule switched off.

`python -m bench.ablation PRIMITIVES.jsonl BACKEND [LIMIT] [EVERY]` asks one backend for the
uniqueness of each puzzle, or of every so many: without strengthening, with its default rules, and
with one rule less or more. LIMIT is in nodes or conflicts, so that the load of the machine does not
matter; puzzles that are not settled within it count with what was spent.

`python -m bench.ablation PRIMITIVES.jsonl killers ISS.jsonl [BACKEND] [LIMIT] [RULES]` asks for the
uniqueness of each Tarek killer, with the default rules or with others, and names those that take
more than 0.5 s of CPU. The second file has their names.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import csp_sudoku as cs
from csp_sudoku.backends import get
from csp_sudoku.backends.protocol import Report
from csp_sudoku.budgets import Budget
from csp_sudoku.model.strengthening import RULES
from tests.variant_data import read

_NODES = ("nodes", "conflicts")
_MOST_SECONDS = 0.5
"""What a killer may take through CP-SAT with derived sums."""


def ways(backend: str) -> dict[str, object]:
    """Return what `strengthen` is set to, by a name for the table."""
    usual = get(backend).rules
    found: dict[str, object] = {"nothing": False, "the default": True}
    for name in RULES:
        word = "without" if name in usual else "and"
        found[f"{word} {name}"] = usual ^ {name}
    return found


class Sum:
    """What one way took for all puzzles."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.nodes = 0
        self.unsettled: list[str] = []


def asked(model: cs.CSP, backend: str, strengthen: object, limit: int) -> tuple[bool, int, float]:
    """Return whether uniqueness was settled, the nodes, and the CPU seconds, encoding included."""
    way, report = get(backend, strengthen=strengthen), Report(backend)
    budget = (
        Budget(None, limit, None) if backend in ("bitmask", "dlx") else Budget(None, None, limit)
    )
    begun = time.process_time()
    _, settled = way.count(model.problem, budget, report, 2)
    spent = time.process_time() - begun
    return settled, max(report.stats.get(name, 0) for name in _NODES), spent


def main(path: Path, backend: str, limit: int, every: int) -> None:
    """Print the table."""
    sums = {name: Sum() for name in ways(backend)}
    puzzles = list(read(path))[::every]
    for puzzle, data, reader in puzzles:
        for name, strengthen in ways(backend).items():
            model, _ = reader(data)  # a new one, as what is derived is kept with it
            settled, nodes, spent = asked(model, backend, strengthen, limit)
            sums[name].seconds.append(spent)
            sums[name].nodes += nodes
            if not settled:
                sums[name].unsettled.append(puzzle)
    print(f"{backend}, {len(puzzles)} puzzles, limit {limit:,}\n")
    print("| rules | nodes | CPU s | median ms | unsettled |")
    print("|---|--:|--:|--:|--:|")
    for name, one in sums.items():
        median = sorted(one.seconds)[len(one.seconds) // 2] * 1000
        numbers = f"{one.nodes:,} | {sum(one.seconds):.1f} | {median:.1f} | {len(one.unsettled)}"
        print(f"| {name} | {numbers} |")


def killers(
    path: Path, names: Path, backend: str = "cpsat", limit: str = "40000", rules: str = ""
) -> None:
    """Print what each Tarek killer takes, and which take too long."""
    wanted = {one["id"] for one in map(json.loads, names.open()) if "TAREK" in one["name"]}
    missed, seconds = [], []
    for puzzle, data, reader in read(path):
        if puzzle in wanted:
            model, _ = reader(data)
            settled, nodes, spent = asked(model, backend, rules or True, int(limit))
            print(f"{puzzle}: {'' if settled else 'not '}settled, {nodes:,} nodes, {spent:.2f} s")
            seconds.append(spent)
            if not settled or spent > _MOST_SECONDS:
                missed.append(puzzle)
    print(
        f"{len(seconds)} killers in {sum(seconds):.1f} s; too long: {', '.join(missed) or 'none'}"
    )


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if sys.argv[2] == "killers":
        killers(Path(sys.argv[1]), Path(sys.argv[3]), *sys.argv[4:])
    else:
        numbers = [*map(int, sys.argv[3:5]), *(20_000, 1)[len(sys.argv) - 3 :]]
        main(Path(sys.argv[1]), sys.argv[2], *numbers)
