"""Each paradigm beside its peers, on 9x9 puzzles with uniqueness proven.

    python bench/paradigms.py --data FOLDER [--peer tdoku=libtdoku.so:TdokuSolverDpllTriadSimd]

FOLDER holds seventeen.txt and hardest1106.txt, one puzzle a line.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import peers
import sets
from harness import Contender, machine, race, table

import csp_sudoku as cs

GROUPS = {
    "exact cover": (["dlx"], ["exact-cover-py", "xcover"], "exact-cover-py"),
    "SAT": (["sat", "sat:glucose4"], ["plain PySAT", "CPMpy"], "plain PySAT"),
    "CP-SAT": (["cpsat"], ["plain OR-Tools", "CPMpy"], "plain OR-Tools"),
    "native": (["bitmask", "auto"], [], "bitmask"),
}


def ours(backend: str) -> Contender:
    """Our backend on puzzles that were read before: the question alone is timed."""
    read: dict[object, cs.Puzzle] = {}

    def run(puzzles: Sequence[object]) -> list[int]:
        asked = [read.setdefault(text, cs.Puzzle(str(text))) for text in puzzles]
        return [puzzle.count(2, backend) for puzzle in asked]

    return Contender(backend, run)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of puzzle files")
    parser.add_argument("--peer", action="append", default=[], help="NAME=lib.so:symbol")
    parser.add_argument("--only", help="one group: " + ", ".join(GROUPS))
    parser.add_argument("--puzzles", type=int, default=50, help="so many of each file")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    print(f"{machine()}; {args.puzzles} puzzles of each set, {args.rounds} rounds, medians\n")
    for title, (backends, packages, base) in GROUPS.items():
        if args.only not in (None, title):
            continue
        contenders = [ours(name) for name in backends]
        contenders += filter(None, map(peers.contender, packages))
        if title == "native":
            contenders += map(peers.library, args.peer)
        names = [contender.name for contender in contenders]
        for file in ("seventeen.txt", "hardest1106.txt"):
            puzzles = sets.lines(args.data / file, args.puzzles)
            figures = race(contenders, puzzles, rounds=args.rounds, expected=[1] * len(puzzles))
            print(table(f"{title}: {file}", figures, base if base in names else names[0]))


if __name__ == "__main__":
    main()
