"""What each rule of strengthening is worth: nodes and CPU time with the rule switched off.

`python -m bench.ablation PRIMITIVES.jsonl BACKEND [SECONDS]` asks one backend for the uniqueness
of each puzzle: without strengthening, with its default, with all rules, with all but one, and with
each rule alone. Puzzles that one of the ways has not settled within the limit count with the time
that was spent. `iss_primitives.jsonl` is described in docs/measurements.md.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path

import csp_sudoku as cs
from csp_sudoku.backends import get
from csp_sudoku.backends.protocol import Report
from csp_sudoku.budgets import Budget
from csp_sudoku.model.strengthening import RULES
from tests.variant_data import read

_NODES = ("nodes", "conflicts")


def ways() -> dict[str, object]:
    """Return what `strengthen` is set to, by a name for the table."""
    everything = frozenset(RULES)
    found: dict[str, object] = {"nothing": False, "default": True, "all rules": everything}
    found |= {f"all but {name}": everything - {name} for name in RULES}
    return found | {f"only {name}": frozenset({name}) for name in RULES}


class Sum:
    """What one way took for all puzzles."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.nodes = 0
        self.unsettled: list[str] = []


def asked(
    model: cs.CSP, backend: str, strengthen: object, seconds: float
) -> tuple[bool, int, float]:
    """Return whether uniqueness was settled, the nodes, and the CPU seconds, encoding included."""
    way, report = get(backend, strengthen=strengthen), Report(backend)
    begun = time.process_time()
    _, settled = way.count(model.problem, Budget(seconds), report, 2)
    spent = time.process_time() - begun
    return settled, max(report.stats.get(name, 0) for name in _NODES), spent


def main(path: Path, backend: str, seconds: float, only: Iterable[str]) -> None:
    """Print the table."""
    wanted = set(only)
    sums = {name: Sum() for name in ways() if not wanted or name in wanted}
    puzzles = list(read(path))
    for puzzle, data, reader in puzzles:
        for name, strengthen in ways().items():
            if name not in sums:
                continue
            model, _ = reader(data)  # a new one, as what is derived is kept with it
            settled, nodes, spent = asked(model, backend, strengthen, seconds)
            sums[name].seconds.append(spent)
            sums[name].nodes += nodes
            if not settled:
                sums[name].unsettled.append(puzzle)
    print(f"{backend}, {len(puzzles)} puzzles, limit {seconds} s\n")
    print("| strengthened by | nodes | CPU s | median ms | unsettled |")
    print("|---|--:|--:|--:|--:|")
    for name, one in sums.items():
        median = sorted(one.seconds)[len(one.seconds) // 2] * 1000
        numbers = f"{one.nodes:,} | {sum(one.seconds):.1f} | {median:.1f} | {len(one.unsettled)}"
        print(f"| {name} | {numbers} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], float((*sys.argv[3:4], 2)[0]), sys.argv[4:])
