"""Measure the generation of variants, beside Simon Tatham's generators where both exist.

    python bench/variants_made.py --count 20

A peer is one of the programs of his Portable Puzzle Collection (sgt-puzzles in Debian), run as
`sgt-keen --generate N 6`; its CPU time includes its start. Ours is measured in this process, after
one puzzle that is not counted. The puzzles are not the same: his are as hard as his solver's level
says, ours are proper with as few clues and signs as a search leaves.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import time

from csp_sudoku import generate_many

PEERS = {
    "killer": ("sudoku-3x3", "sgt-solo", "3x3kdu"),
    "kenken": ("latin-6", "sgt-keen", "6du"),
    "futoshiki": ("latin-5", "sgt-unequal", "5dr"),
    "towers": ("latin-5", "sgt-towers", "5du"),
}


def theirs(program: str, parameters: str, count: int) -> float:
    """Return the CPU seconds of a peer for one puzzle."""
    path = shutil.which(program) or f"/usr/games/{program}"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = [path, "--generate", str(count), parameters]
    made = subprocess.run(words, capture_output=True, check=True, text=True, timeout=600)
    if len(made.stdout.splitlines()) != count:
        raise SystemExit(f"{program} made {len(made.stdout.splitlines())} puzzles, not {count}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / count


def ours(name: str, board: str, count: int) -> float:
    """Return our CPU seconds for one puzzle."""
    puzzles = generate_many(count + 1, seed=1, rules=name, board=board)
    next(puzzles)
    start = time.process_time()
    for _ in puzzles:
        pass
    return (time.process_time() - start) / count


def main() -> None:
    """Print a table: milliseconds for one puzzle, and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    count = parser.parse_args().count
    print(f"{'':12} {'ours':>9} {'Tatham':>9} {'ratio':>7}")
    for name, (board, program, parameters) in PEERS.items():
        mine, peer = ours(name, board, count), theirs(program, parameters, count)
        print(f"{name:12} {1e3 * mine:6.1f} ms {1e3 * peer:6.1f} ms {mine / peer:7.1f}")


if __name__ == "__main__":
    main()
