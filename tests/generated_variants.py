"""Many generated variants: proper by another paradigm, explained or stuck where, each step sound.

Not a test: the runs take long, and can be continued. A sample is in
`tests/test_generated_variants.py`.

    python -m tests.generated_variants make FOLDER [--each 500] [killer thermo pairs]
    python -m tests.generated_variants explain FOLDER [--each 500] [killer thermo pairs]
    python -m tests.generated_variants count FOLDER

`make` generates puzzles with the native search, and lets a SAT solver prove from the rules and the
clues that each has one solution. `explain` explains them to the end, and checks every step:
placements against the solution, eliminations by that solver. `run` does one after the other. Each
puzzle is one line of a file of the folder; what is there already is left out. The next puzzle is
always one of the family that has had the least CPU time, so that a run may be stopped at any time.
`count` prints the table, and where the stuck puzzles are stuck. The family `pairs` has all
combinations of two of those on a Sudoku.
"""

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from statistics import mean, median
from typing import Any

import csp_sudoku as cs
from csp_sudoku.formats import parse
from csp_sudoku.making.layouts import FAMILIES
from tests.logic.sound_steps import Report

PAIRS = [
    f"{one.name},{other.name}"
    for one, other in combinations(FAMILIES.values(), 2)
    if one.board == other.board == "sudoku-3x3"
]
NAMES = (*FAMILIES, "pairs")
SEED = 16
COUNTS = (
    *("made", "proper", "explained", "solved", "stuck", "open"),
    *("placements", "eliminations", "wrong"),
)

Line = dict[str, Any]


def run(path: Path, names: list[str], each: int, record: Callable[[str, int], Line | None]) -> None:
    """Write the lines of each family that are not in the file yet."""
    done = {(line["family"], line["number"]) for line in lines_of(path)}
    spent = dict.fromkeys(names, 0.0)
    for line in lines_of(path):
        if line["family"] in spent:
            spent[line["family"]] += line["seconds"]
    todo = {
        name: iter([number for number in range(each) if (name, number) not in done])
        for name in names
    }
    with path.open("a") as file:
        while todo:
            family = min(todo, key=lambda name: spent[name])
            number = next(todo[family], None)
            if number is None:
                del todo[family]
                continue
            start = time.process_time()
            if line := record(family, number):
                line["seconds"] = round(time.process_time() - start, 4)
                print(json.dumps(line), file=file, flush=True)
            spent[family] += time.process_time() - start


def made(family: str, number: int) -> Line:
    """Make one puzzle, and let SAT count its solutions."""
    rules, at = family, number
    if family == "pairs":
        rules, at = PAIRS[number % len(PAIRS)], number // len(PAIRS)
    start = time.process_time()
    puzzle = next(cs.generate_many(1, seed=SEED, first=at, rules=rules))
    making = time.process_time() - start
    return {
        "family": family,
        "number": number,
        "rules": rules,
        "proper": puzzle.count(limit=2, backend="sat") == 1,
        "making": round(making, 4),
        "puzzle": puzzle.to("json"),
    }


def explained(line: Line, seconds: float | None) -> Line:
    """Explain a puzzle that was made, and check every step."""
    report = Report(seconds)
    report.check(parse(line["puzzle"], format="json"))
    return {
        "family": line["family"],
        "number": line["number"],
        "rules": line["rules"],
        "ending": next(iter(report.endings)),
        "open": report.open_cells,
        "where": report.where,
        "hardest": report.hardest,
        "placements": report.placements,
        "eliminations": report.eliminations,
        "wrong": [str(step) for _, step in report.wrong],
        "explaining": round(report.explaining, 4),
    }


def make(folder: Path, names: list[str], each: int) -> None:
    """Make the puzzles."""
    run(folder / "made.jsonl", names, each, made)


def explain(folder: Path, names: list[str], each: int, seconds: float | None) -> None:
    """Explain the puzzles that are made."""
    puzzles = {(line["family"], line["number"]): line for line in lines_of(folder / "made.jsonl")}

    def record(family: str, number: int) -> Line | None:
        line = puzzles.get((family, number))
        return explained(line, seconds) if line else None

    run(folder / "explained.jsonl", names, each, record)


def count(folder: Path, names: list[str]) -> int:
    """Print a table with a row for each family; return how many puzzles or steps were wrong."""
    puzzles = _by_family(folder / "made.jsonl")
    endings = _by_family(folder / "explained.jsonl")
    print(
        "| family | made | proper by SAT | ms to make one | explained | ms to explain one: median "
        "| most | solved | stuck | no time | placements | eliminations | wrong |\n|---|"
        + "--:|"
        * 12
    )
    total = Counter[str]()
    for name in [name for name in names if puzzles[name]]:
        ends = endings[name]
        ways = Counter(line["ending"] for line in ends)
        row = Counter(
            made=len(puzzles[name]),
            proper=sum(line["proper"] for line in puzzles[name]),
            explained=len(ends),
            solved=ways["solved"],
            stuck=ways["stuck"],
            open=ways["open"],
            placements=sum(line["placements"] for line in ends),
            eliminations=sum(line["eliminations"] for line in ends),
            wrong=sum(len(line["wrong"]) for line in ends),
        )
        total += row
        making = f"{1000 * mean(line['making'] for line in puzzles[name]):.0f}"
        times = [1000 * line["explaining"] for line in ends]
        middle, most = (f"{median(times):,.0f}", f"{max(times):,.0f}") if times else ("", "")
        print(_row(name, row, making, middle, most))
    print(_row("all", total, "", "", ""))
    for line in lines_of(folder / "explained.jsonl"):
        if line["ending"] != "solved" and line["family"] in names:
            print(f"{line['family']} {line['number']} ({line['rules']}): ", end="")
            print(f"{line['ending']} with {line['open']} open cells: {line['where']}")
    return total["wrong"] + total["made"] - total["proper"]


def _by_family(path: Path) -> defaultdict[str, list[Line]]:
    found = defaultdict[str, list[Line]](list)
    for line in lines_of(path):
        found[line["family"]].append(line)
    return found


def _row(name: str, row: Counter[str], making: str, middle: str, most: str) -> str:
    made, proper, explained, *ends = (f"{row[what]:,}" for what in (COUNTS))
    return f"| {' | '.join([name, made, proper, making, explained, middle, most, *ends])} |"


def lines_of(path: Path) -> Iterator[Line]:
    """Yield what was written so far."""
    if path.exists():
        for line in path.read_text().splitlines():
            yield json.loads(line)


def main(words: list[str] | None = None) -> int:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(prog="python -m tests.generated_variants")
    parser.add_argument("command", choices=("run", "make", "explain", "count"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="FAMILY", default=[*NAMES])
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=None, help="for each explanation")
    args = parser.parse_intermixed_args(words)
    args.folder.mkdir(parents=True, exist_ok=True)
    if args.command == "count":
        return bool(count(args.folder, args.names))
    if args.command != "explain":
        make(args.folder, args.names, args.each)
    if args.command != "make":
        explain(args.folder, args.names, args.each, args.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
