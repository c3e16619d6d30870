"""Variant puzzles beside ISS in one run: everything from the text to the proof of uniqueness.

`python -m bench.variants_from_text ISS.jsonl --iss FOLDER` reads the ISS strings of a collection,
and counts up to two solutions of each puzzle, warm, several times; the best time counts. The
structure of a puzzle with rules is forgotten in between: reading, building, encoding, searching and
checking are part of every run. ISS, too, runs each puzzle several times, one after the other.

FOLDER is a checkout of ISS (github.com/sigh/Interactive-Sudoku-Solver) with a script that is called
as `node iss_bench.mjs IN.jsonl OUT.jsonl LIMIT_MS REPEAT`, and writes `build_ms` and `solve_ms` for
each puzzle. It runs before and after ours, and its better time counts. All times are CPU time.

    --backend NAME  the backend (default: auto)
    --repeat N      runs of each puzzle (default: 3)
    --limit MS      CPU milliseconds after which a puzzle is given up (default: 1500)
    --table FILE    write one line of JSON for each puzzle, too
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import subprocess
import tempfile
import time
import weakref
from pathlib import Path
from typing import Any, NamedTuple

from csp_sudoku.errors import UnknownRuleError
from csp_sudoku.formats import parse

_SLACK = 4
"""Seconds of the clock for a second of CPU, on a machine with other load."""


class Result(NamedTuple):
    """What one puzzle took, in milliseconds of CPU."""

    name: str
    is_settled: bool
    read: float
    """From the text to the puzzle."""
    whole: float
    first: float
    """The first run, in which tables that other puzzles do not share are built."""
    iss: float


def iss_times(
    puzzles: list[dict[str, Any]], folder: Path, limit: int, repeat: int
) -> dict[str, float]:
    """Return what ISS takes for each puzzle that it finishes."""
    with tempfile.TemporaryDirectory() as temporary:
        given, told = Path(temporary, "in.jsonl"), Path(temporary, "out.jsonl")
        given.write_text("".join(json.dumps(puzzle) + "\n" for puzzle in puzzles))
        command = ["node", "iss_bench.mjs", str(given), str(told), str(limit), str(repeat)]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        lines = list(map(json.loads, told.read_text().splitlines()))
    return {
        line["id"]: line["build_ms"] + line["solve_ms"]
        for line in lines
        if not line["err"] and not line["timedOut"]
    }


def measured(puzzle: dict[str, Any], backend: str, limit: int, repeat: int) -> list[float] | None:
    """Return whether it was settled, and what reading and everything took; None if not read."""
    text = puzzle["iss"].partition('"')[0]  # one line has more than its text
    runs = []
    for _ in range(repeat):
        begun = time.process_time()
        try:
            read = parse(text, format="iss")
        except UnknownRuleError:
            return None
        middle = time.process_time()
        answer = read.solve(backend, limit=2, timeout=_SLACK * limit / 1000)
        end = time.process_time()
        settled = str(answer.status) != "unknown" and 1000 * (end - begun) <= limit
        runs.append((1000 * (end - begun), 1000 * (middle - begun), settled))
        structure = weakref.ref(read.structure) if read.rules else None
        del read, answer
        if structure is not None and structure() is not None:
            gc.collect()
        if not settled:
            break
    best = min(runs)
    return [best[2], best[1], best[0], runs[0][0]]


def report(results: list[Result], others: int) -> None:
    """Print the figures."""
    ratios = [one.whole / one.iss for one in results]
    slow = [one for one in results if one.whole > 2 * one.iss]
    settled = sum(one.is_settled for one in results)
    print(f"{len(results)} puzzles that ISS finishes, {settled} of them settled here;", end=" ")
    print(f"{others} that it does not finish or that are not read")
    for name in ("read", "whole", "first", "iss"):
        times = [getattr(one, name) for one in results]
        print(f"  {name}: median {statistics.median(times):.2f} ms, in all {sum(times):,.0f} ms")
    print(f"  of those settled: {sum(o.whole for o in results if o.is_settled):,.0f} ms", end="; ")
    print(f"ISS on these {sum(o.iss for o in results if o.is_settled):,.0f} ms")
    print(f"everything beside ISS: median ratio {statistics.median(ratios):.2f}")
    print(f"more than twice its time: {len(slow)} ({len(slow) / len(results):.1%})")
    for one in sorted(slow, key=lambda one: -one.whole / one.iss):
        state = "" if one.is_settled else ", not settled"
        print(f"  {one.name}: {one.whole:.1f} ms{state}; ISS {one.iss:.1f} ms")


def main(
    path: Path, folder: Path, backend: str, repeat: int, limit: int, table: Path | None
) -> None:
    """Run ISS, ours, and ISS again."""
    puzzles = [json.loads(line) for line in path.read_text().splitlines()]
    before = iss_times(puzzles, folder, limit, repeat)
    ours = {
        one["id"]: measured(one, backend, limit, repeat) for one in puzzles if one["id"] in before
    }
    after = iss_times([one for one in puzzles if one["id"] in before], folder, limit, repeat)
    results = []
    for puzzle in puzzles:
        mine, theirs = ours.get(puzzle["id"]), before.get(puzzle["id"])
        if mine is None or theirs is None:
            continue
        settled, read, whole, first = mine
        best = min(theirs, after.get(puzzle["id"], theirs))
        name = f"{puzzle['id']} {puzzle['name']}"
        results.append(Result(name, bool(settled), read, whole, first, best))
    if table is not None:
        table.write_text("".join(json.dumps(one._asdict()) + "\n" for one in results))
    report(results, len(puzzles) - len(results))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("path", type=Path, metavar="ISS.jsonl")
    parser.add_argument("--iss", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=int, default=1500, metavar="MS")
    parser.add_argument("--table", type=Path, metavar="FILE")
    given = parser.parse_args()
    main(given.path, given.iss, given.backend, given.repeat, given.limit, given.table)
