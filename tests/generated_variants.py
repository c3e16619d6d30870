"""Many generated variants: proper by another paradigm, explained or stuck where, each step sound.

Not a test: the runs take long, and can be continued. A sample is in
`tests/test_generated_variants.py`.

    python -m tests.generated_variants run FOLDER [--each 500] [killer thermo pairs]
    python -m tests.generated_variants count FOLDER

`run` generates puzzles with the native search, lets a SAT solver prove from the rules and the clues
that each has one solution, explains it to the end, and checks every step: placements against the
solution, eliminations by that solver. Each puzzle is one line of a file of the folder; what is
there already is left out, and the families take turns, so that a run may be stopped at any time.
`count` prints the table. The family `pairs` has all combinations of two of those on a Sudoku.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

import csp_sudoku as cs
from csp_sudoku.making.layouts import FAMILIES
from tests.logic.sound_steps import Report

PAIRS = [
    f"{one.name},{other.name}"
    for one, other in combinations(FAMILIES.values(), 2)
    if one.board == other.board == "sudoku-3x3"
]
NAMES = (*FAMILIES, "pairs")
SEED = 16
ROUND = 10
"""This many of one family are done before those of the next."""


def run(folder: Path, names: list[str], each: int, seconds: float | None) -> None:
    """Make puzzles of each family, check that they are proper, and explain them."""
    path = folder / "puzzles.jsonl"
    done = {(line["family"], line["number"]) for line in lines_of(path)}
    with path.open("a") as file:
        for first in range(0, each, ROUND):
            for family in names:
                for number in range(first, min(first + ROUND, each)):
                    if (family, number) not in done:
                        line = record(family, number, seconds)
                        print(json.dumps(line), file=file, flush=True)


def record(family: str, number: int, seconds: float | None) -> dict[str, Any]:
    """Make one puzzle; return it, with what was found out about it."""
    rules, at = family, number
    if family == "pairs":
        rules, at = PAIRS[number % len(PAIRS)], number // len(PAIRS)
    start = time.process_time()
    puzzle = next(cs.generate_many(1, seed=SEED, first=at, rules=rules))
    made = time.process_time()
    report = Report(seconds)
    report.check(puzzle)
    return {
        "family": family,
        "number": number,
        "rules": rules,
        "proper": report.is_proper,
        "ending": next(iter(report.endings)),
        "open": report.open_cells,
        "hardest": report.hardest,
        "placements": report.placements,
        "eliminations": report.eliminations,
        "wrong": [str(step) for _, step in report.wrong],
        "making": round(made - start, 4),
        "explaining": round(report.explaining, 4),
        "seconds": round(time.process_time() - start, 4),
        "puzzle": puzzle.to("json"),
    }


def count(folder: Path, names: list[str]) -> int:
    """Print a table with a row for each family; return how many puzzles or steps were wrong."""
    by_family: dict[str, list[dict[str, Any]]] = {}
    for line in lines_of(folder / "puzzles.jsonl"):
        by_family.setdefault(line["family"], []).append(line)
    print(
        "| family | puzzles | proper by SAT | ms to make one | ms to explain one, median "
        "| solved | stuck | placements | eliminations | wrong |\n|---|" + "--:|" * 9
    )
    wrong, total = 0, Counter[str]()
    for name in [name for name in names if name in by_family]:
        lines = by_family[name]
        endings = Counter(line["ending"] for line in lines)
        row = Counter(
            puzzles=len(lines),
            proper=sum(line["proper"] for line in lines),
            solved=endings["solved"],
            stuck=endings.total() - endings["solved"],
            placements=sum(line["placements"] for line in lines),
            eliminations=sum(line["eliminations"] for line in lines),
            wrong=sum(len(line["wrong"]) for line in lines),
        )
        total += row
        making = 1000 * sum(line["making"] for line in lines) / len(lines)
        explaining = 1000 * median(line["explaining"] for line in lines)
        print(_row(name, row, f"{making:.0f}", f"{explaining:.0f}"))
        wrong += row["wrong"] + row["puzzles"] - row["proper"]
    print(_row("all", total, "", ""))
    return wrong


def _row(name: str, row: Counter[str], making: str, explaining: str) -> str:
    ends = " | ".join(
        f"{row[what]:,}" for what in ("solved", "stuck", "placements", "eliminations", "wrong")
    )
    proper = f"{row['puzzles']:,} | {row['proper']:,}"
    return f"| {name} | {proper} | {making} | {explaining} | {ends} |"


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    """Yield what was written so far."""
    if path.exists():
        for line in path.read_text().splitlines():
            yield json.loads(line)


def main(words: list[str] | None = None) -> int:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(prog="python -m tests.generated_variants")
    parser.add_argument("command", choices=("run", "count"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="FAMILY", default=[*NAMES])
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=None, help="for each explanation")
    args = parser.parse_intermixed_args(words)
    args.folder.mkdir(parents=True, exist_ok=True)
    if args.command == "run":
        run(args.folder, args.names, args.each, args.seconds)
        return 0
    return bool(count(args.folder, args.names))


if __name__ == "__main__":
    sys.exit(main())
