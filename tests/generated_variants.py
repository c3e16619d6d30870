"""Many generated variants: proper by another paradigm, explained or stuck where, each step sound.

Not a test: the runs take long, and can be continued. A sample is in
`tests/test_generated_variants.py`. Each command adds lines to a file of the folder, one for each
puzzle, and leaves out what is there already.

    python -m tests.generated_variants make FOLDER --each 500 [killer thermo]
    python -m tests.generated_variants explain FOLDER --seconds 2 [--each 100] [killer thermo]
    python -m tests.generated_variants count FOLDER

`make` generates puzzles with the native search and counts the solutions of each by SAT. `explain`
explains each and checks every step: placements by the solution, eliminations by SAT.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import csp_sudoku as cs
from tests.logic.sound_steps import Report

CHEAPEST_FIRST = (
    *("towers", "kenken", "futoshiki", "kakuro", "killer", "thermo", "renban", "whisper", "arrow"),
    *("xv", "kropki", "sandwich", "skyscraper", "little_killer"),
)
COMBINED = ("killer,thermo", "arrow,kropki", "renban,xv", "killer,whisper", "kropki,thermo")
SEED = 16
ROUND = 20
"""So many of one family are made, or explained, before those of the next."""


def make(folder: Path, names: list[str], each: int, backend: str) -> None:
    """Generate puzzles, and count the solutions of each by a backend that did not make them."""
    path = folder / "made.jsonl"
    done = Counter(line["rules"] for line in _lines(path))
    with path.open("a") as file:
        for most in _rounds(each):
            for name in names:
                first = done[name]
                left = max(0, most - first)
                made = cs.generate_many(left, seed=SEED, first=first, rules=name)
                for number in range(first, most):
                    start = time.process_time()
                    puzzle = next(made)
                    spent = time.process_time() - start
                    line = {
                        "rules": name,
                        "number": number,
                        "count": puzzle.count(limit=2, backend=backend),
                        "clues": len(puzzle.clues),
                        "seconds": round(spent, 3),
                        "puzzle": puzzle.to("json"),
                    }
                    print(json.dumps(line), file=file, flush=True)
                done[name] = max(first, most)


def explain(folder: Path, names: list[str], each: int, seconds: float) -> None:
    """Explain the puzzles that were made, and check every step of each explanation."""
    path = folder / "explained.jsonl"
    done = {(line["rules"], line["number"]) for line in _lines(path)}
    made = [
        line
        for line in _lines(folder / "made.jsonl")
        if line["rules"] in names and (line["rules"], line["number"]) not in done
    ]
    made.sort(key=lambda line: (line["number"] // ROUND, names.index(line["rules"])))
    with path.open("a") as file:
        for line in [line for line in made if line["number"] < each]:
            report = Report(seconds)
            start = time.process_time()
            report.check(cs.Puzzle(line["puzzle"]))
            told = {
                "rules": line["rules"],
                "number": line["number"],
                "ending": next(iter(report.endings)),
                "open": report.open_cells,
                "hardest": report.hardest,
                "placements": report.placements,
                "eliminations": report.eliminations,
                "wrong": [str(step) for _, step in report.wrong],
                "explaining": round(report.explaining, 3),
                "seconds": round(time.process_time() - start, 3),
            }
            print(json.dumps(told), file=file, flush=True)


def _rounds(each: int) -> Iterator[int]:
    """Yield how many puzzles of each family there are after each round."""
    yield from range(ROUND, each, ROUND)
    yield each


def count(folder: Path, names: list[str]) -> int:
    """Print a row for each family; return how many puzzles or steps were wrong."""
    made, explained = _lines(folder / "made.jsonl"), _lines(folder / "explained.jsonl")
    of_made: dict[str, list[dict[str, Any]]] = {}
    of_explained: dict[str, list[dict[str, Any]]] = {}
    for lines, by_name in ((made, of_made), (explained, of_explained)):
        for line in lines:
            by_name.setdefault(line["rules"], []).append(line)
    wrong = 0
    print(
        "rules made proper ms | explained ms solved stuck out-of-time placements eliminations wrong"
    )
    for name in [name for name in names if name in of_made]:
        ours, theirs = of_made[name], of_explained.get(name, [])
        endings = Counter(line["ending"] for line in theirs)
        proper = sum(line["count"] == 1 for line in ours)
        steps = [sum(line[kind] for line in theirs) for kind in ("placements", "eliminations")]
        false = sum(len(line["wrong"]) for line in theirs)
        wrong += false + len(ours) - proper
        speed = 1000 * sum(line["seconds"] for line in ours) / len(ours)
        pace = 1000 * median(line["explaining"] for line in theirs) if theirs else 0
        print(
            f"{name} {len(ours)} {proper} {speed:.0f} | {len(theirs)} {pace:.0f} "
            f"{endings['solved']} {endings['stuck']} {endings['open']} | "
            f"{steps[0]} {steps[1]} {false}"
        )
    return wrong


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        for line in path.read_text().splitlines():
            yield json.loads(line)


def main() -> int:
    """Run one of the three commands."""
    parser = argparse.ArgumentParser(prog="python -m tests.generated_variants")
    parser.add_argument("command", choices=("make", "explain", "count"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=[*CHEAPEST_FIRST, *COMBINED])
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--backend", default="sat", help="the backend that checks")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each explanation")
    args = parser.parse_intermixed_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    if args.command == "make":
        make(args.folder, args.names, args.each, args.backend)
    elif args.command == "explain":
        explain(args.folder, args.names, args.each, args.seconds)
    else:
        return bool(count(args.folder, args.names))
    return 0


if __name__ == "__main__":
    sys.exit(main())
