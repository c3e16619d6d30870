"""What each rule of strengthening is worth: nodes and CPU time with the rule switched off.

`python -m bench.ablation PRIMITIVES.jsonl BACKEND [--limit N] [--every K] [--kept FILE]` asks one
backend for the uniqueness of each puzzle, or of each K-th one: without strengthening, with its
default rules, and with one rule less or more. The limit is in nodes or conflicts, so that the load
of the machine does not matter; puzzles that are not settled within it count with what was spent.
With `--kept`, each result is added to a file at once, and what the file has is not asked again: so
a run can be stopped and continued. `--ways 2` compares nothing and the default alone.

`python -m bench.ablation PRIMITIVES.jsonl killers ISS.jsonl [BACKEND] [LIMIT] [RULES]` asks for the
uniqueness of each Tarek killer, with the default rules or with others, and names those that take
more than 0.5 s of CPU. The second file has their names.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import NamedTuple

import csp_sudoku as cs
from csp_sudoku.backends import get
from csp_sudoku.backends.protocol import Backend, Report
from csp_sudoku.budgets import Budget
from csp_sudoku.model.strengthening import RULES
from tests.variant_data import read

_NODES = ("nodes", "conflicts")
_COUNTS_NODES = ("bitmask", "dlx")
_MOST_SECONDS = 0.5
"""What a killer may take through CP-SAT with derived sums."""


class Result(NamedTuple):
    """What one puzzle took in one way."""

    puzzle: str
    way: str
    settled: bool
    nodes: int
    seconds: float


def ways(name: str) -> dict[str, Backend]:
    """Return the backend with nothing, with its default rules, and with one rule less or more.

    Each other choice of rules is a backend whose default it is: so it begins as the default does.
    """
    usual = get(name)
    found = {"nothing": get(name, strengthen=False), "the default": usual}
    for rule in RULES:
        word = "without" if rule in usual.rules else "and"
        other = type("Other", (type(usual),), {"strengthening": usual.rules ^ {rule}})
        found[f"{word} {rule}"] = other()
    return found


def asked(model: cs.CSP, way: Backend, limit: int) -> tuple[bool, int, float]:
    """Return whether uniqueness was settled, the nodes, and the CPU seconds, encoding included."""
    report = Report(way.name)
    counts_nodes = way.name in _COUNTS_NODES
    budget = Budget(None, limit, None) if counts_nodes else Budget(None, None, limit)
    begun = time.process_time()
    _, settled = way.count(model.problem, budget, report, 2)
    spent = time.process_time() - begun
    return settled, max(report.stats.get(name, 0) for name in _NODES), spent


def results(
    path: Path, backend: str, limit: int, every: int, first: int, kept: Path
) -> list[Result]:
    """Return what each puzzle takes in the first few ways; what is kept in a file is not asked."""
    known = [Result(*json.loads(line)) for line in kept.open()] if kept.exists() else []
    done = {(one.puzzle, one.way) for one in known}
    listed = list(ways(backend).items())[:first]
    puzzles = list(read(path))[::every]
    wanted = {puzzle for puzzle, _, _ in puzzles}
    with kept.open("a") as file:
        for number, (puzzle, data, reader) in enumerate(puzzles):
            turn = number % len(listed)  # none of them is always the first
            for name, way in (*listed[turn:], *listed[:turn]):
                if (puzzle, name) in done:
                    continue
                model, _ = reader(data)  # a new one, as what is derived is kept with it
                if way.refusal(model.problem) is not None:
                    break
                known.append(Result(puzzle, name, *asked(model, way, limit)))
                print(json.dumps(known[-1]), file=file, flush=True)
    names = dict(listed)
    return [one for one in known if one.puzzle in wanted and one.way in names]


def table(listed: list[str], found: list[Result]) -> None:
    """Print what each way took in all."""
    by_way = {way: [one for one in found if one.way == way] for way in listed}
    base = sum(one.seconds for one in by_way["nothing"])
    print("| rules | nodes | CPU s | times nothing | median ms | unsettled |")
    print("|---|--:|--:|--:|--:|--:|")
    for way, own in by_way.items():
        seconds = sorted(one.seconds for one in own)
        numbers = (
            f"{sum(one.nodes for one in own):,}",
            f"{sum(seconds):.1f}",
            f"{sum(seconds) / base:.2f}",
            f"{seconds[len(seconds) // 2] * 1000:.1f}",
            f"{sum(not one.settled for one in own)}",
        )
        print(f"| {way} | {' | '.join(numbers)} |")


def killers(
    path: Path, names: Path, backend: str = "cpsat", limit: str = "40000", rules: str = ""
) -> None:
    """Print what each Tarek killer takes, and which take too long."""
    wanted = {one["id"] for one in map(json.loads, names.open()) if "TAREK" in one["name"]}
    missed, seconds = [], []
    for puzzle, data, reader in read(path):
        if puzzle in wanted:
            model, _ = reader(data)
            way = get(backend, strengthen=rules or True)
            settled, nodes, spent = asked(model, way, int(limit))
            print(f"{puzzle}: {'' if settled else 'not '}settled, {nodes:,} nodes, {spent:.2f} s")
            seconds.append(spent)
            if not settled or spent > _MOST_SECONDS:
                missed.append(puzzle)
    print(
        f"{len(seconds)} killers in {sum(seconds):.1f} s; too long: {', '.join(missed) or 'none'}"
    )


def main() -> None:
    """Print the table of one backend."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("backend")
    parser.add_argument("--limit", type=int, default=20_000, help="nodes or conflicts per puzzle")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--ways", type=int, default=len(RULES) + 2)
    parser.add_argument("--kept", type=Path, default=Path("/dev/null"))
    given = parser.parse_args()
    found = results(
        *[getattr(given, n) for n in ("path", "backend", "limit", "every", "ways", "kept")]
    )
    puzzles = len({one.puzzle for one in found})
    print(f"{given.backend}, {puzzles} puzzles, limit {given.limit:,}\n")
    table(list(ways(given.backend))[: given.ways], found)


if __name__ == "__main__":
    if sys.argv[2:3] == ["killers"]:
        killers(Path(sys.argv[1]), Path(sys.argv[3]), *sys.argv[4:])
    else:
        main()
