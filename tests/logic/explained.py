"""Puzzles rated and explained to the end, each step held against the solution.

Not a test: the runs take long. Samples are in `tests/logic/test_rated.py`. What is known of a
puzzle is appended to a file, so that a run that was stopped continues, and several can share it.

    python -m tests.logic.explained RESULTS FILE [--part K/N]
"""

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

import csp_sudoku as cs


def main() -> int:
    """Explain all puzzles of a file, and print how many were explained to the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--part", default="1/1", help="K/N: only every N-th from the K-th on")
    parser.add_argument("--timeout", type=float, default=3600.0, help="seconds for each puzzle")
    parser.add_argument("--seconds", type=float, help="begin no puzzle after this many seconds")
    args = parser.parse_args()
    end = None if args.seconds is None else time.monotonic() + args.seconds
    part, parts = map(int, args.part.split("/"))
    puzzles = [line[:81] for line in args.file.read_text().splitlines() if line.strip()]
    known = set(read(args.results))
    with args.results.open("a") as out:
        for puzzle in puzzles[part - 1 :: parts]:
            if end is not None and time.monotonic() > end:
                break
            if puzzle not in known:
                print(json.dumps(explained(puzzle, args.timeout)), file=out, flush=True)
    return summary([record for p, record in read(args.results).items() if p in puzzles])


def read(file: Path) -> dict[str, dict]:
    """Return what is known so far, by puzzle."""
    if not file.exists():
        return {}
    records = map(json.loads, file.read_text().splitlines())
    return {record["puzzle"]: record for record in records}


def explained(text: str, timeout: float) -> dict:
    """Rate and explain a puzzle, and hold every step against the solution."""
    puzzle = cs.Puzzle(text)
    right = puzzle.solve("dlx").solution.values
    start = time.process_time()
    rating = puzzle.rate()
    rated = time.process_time()
    explanation = puzzle.explain(timeout=timeout)
    done = time.process_time()
    return {
        "puzzle": text,
        "rating": rating.value,
        "rated": rating.finished,
        "hardest": [rating.technique, [*explanation.techniques][-1]],
        "progress": str(explanation.progress),
        "steps": len(explanation),
        "techniques": explanation.techniques,
        "wrong": [
            str(step)
            for step in explanation
            if any(right[cell] != value for cell, value in step.placements)
            or any(right[cell] == value for cell, value in step.eliminations)
        ],
        "seconds": [round(rated - start, 3), round(done - rated, 3)],
    }


def summary(records: list[dict]) -> int:
    """Print a table; return 1 if a step was wrong, or a puzzle was rated but not explained."""
    ends = Counter(record["progress"] for record in records)
    used = Counter(name for record in records for name in record["techniques"])
    print(f"{len(records)} puzzles, rated {min(r['rating'] for r in records)} to", end=" ")
    print(max(r["rating"] for r in records), *(f"{count} {end}" for end, count in ends.items()))
    for what, at in (("rating", 0), ("explaining", 1)):
        spent = sorted(record["seconds"][at] for record in records)
        print(f"{what}: {sum(spent) / len(spent):.2f} s of CPU each, at most {spent[-1]:.1f} s")
    print(f"{sum(record['steps'] for record in records)} steps; puzzles that used a technique:")
    for name, count in used.most_common():
        print(f"  {name}: {count}")
    wrong = sum(len(record["wrong"]) for record in records)
    same = sum(len(set(record["hardest"])) == 1 for record in records)
    print(f"in {same} the hardest technique is the one that the rating names")
    print(f"{wrong} steps contradict the solution")
    return int(wrong > 0 or any(r["rated"] and r["progress"] != "solved" for r in records))


if __name__ == "__main__":
    sys.exit(main())
