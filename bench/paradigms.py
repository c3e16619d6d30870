"""Compare each paradigm with its peers, on 9x9 puzzles with uniqueness proven.

    python bench/paradigms.py --data FOLDER [--peer tdoku=libtdoku.so:TdokuSolverDpllTriadSimd]

FOLDER holds seventeen.txt and hardest1106.txt, one puzzle per line.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Sequence
from pathlib import Path

import peers
import sets
from harness import Contender, machine, race, table

import csp_sudoku as cs
from csp_sudoku.encoders import bitmask
from csp_sudoku.native.bitmask import PRESETS

GROUPS = {
    "exact cover": (["dlx"], ["exact-cover-py", "xcover"], "exact-cover-py"),
    "SAT": (["sat", "sat:glucose4"], ["plain PySAT", "CPMpy"], "plain PySAT"),
    "CP-SAT": (["cpsat"], ["plain OR-Tools", "CPMpy"], "plain OR-Tools"),
    "native": (["bitmask", "auto"], [], "tdoku"),
}


def ours(backend: str) -> Contender:
    """Return one of our backends; reading the puzzles is not timed."""
    read: dict[str, cs.Puzzle] = {}

    def prepare(puzzles: Sequence[str]) -> None:
        read.update((text, cs.Puzzle(text)) for text in puzzles)

    def run(puzzles: Sequence[str]) -> list[int]:
        return [(read.get(text) or cs.Puzzle(text)).count(2, backend) for text in puzzles]

    return Contender(backend, run, prepare)


def native() -> Contender:
    """Return the generic native search itself, without the Python code around it."""
    structure = bitmask.encode(cs.boards.sudoku(3, 3).csp)
    masks: dict[str, array[int]] = {}

    def prepare(puzzles: Sequence[str]) -> None:
        masks.update((text, bitmask.masks(cs.Puzzle(text).problem)) for text in puzzles)

    def run(puzzles: Sequence[str]) -> list[int]:
        prepare([text for text in puzzles if text not in masks])
        configuration = PRESETS["default"]
        return [structure.search(masks[t], **configuration).count(limit=2) for t in puzzles]

    return Contender("generic search, native call", run, prepare)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of puzzle files")
    parser.add_argument("--peer", action="append", default=[], help="NAME=lib.so:symbol")
    parser.add_argument("--only", help="one group: " + ", ".join(GROUPS))
    parser.add_argument("--puzzles", type=int, default=50, help="number of puzzles of each file")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    print(f"{machine()}; {args.puzzles} puzzles of each set, {args.rounds} rounds, medians\n")
    for title, (backends, packages, base) in GROUPS.items():
        if args.only not in (None, title):
            continue
        contenders = [ours(name) for name in backends]
        contenders += filter(None, map(peers.contender, packages))
        if title == "native":
            contenders += [native(), *map(peers.library, args.peer)]
        names = [contender.name for contender in contenders]
        for file in ("seventeen.txt", "hardest1106.txt"):
            puzzles = sets.lines(args.data / file, args.puzzles)
            figures = race(contenders, puzzles, rounds=args.rounds, expected=[1] * len(puzzles))
            print(table(f"{title}: {file}", figures, base if base in names else names[0]))


if __name__ == "__main__":
    main()
