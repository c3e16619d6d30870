"""Search all puzzles with few clues of 9x9 solutions, in turns with gridchecker.

    python bench/minimum.py --clues 16 --grids 20 --seed 555 --peer /path/gridchecker
    python bench/minimum.py --clues 17 --grids 3 --data FOLDER --known 3 --peer /path/gridchecker
    python bench/minimum.py --clues 17 --grid 639241785284765193...
    python bench/minimum.py --clues 16 --grids 5 --certificates

The solutions are random, or those of the first puzzles of FOLDER/seventeen.txt. Figures are seconds
of CPU time for the search to its end: none or all puzzles found. gridchecker (dobrichev) runs as a
process of its own, `--scan --fastscan` on one thread; build it with g++ -O3 -march=native.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import sets
from claims import Claim, Setting
from harness import machine

import csp_sudoku as cs
from csp_sudoku.budgets import Budget
from csp_sudoku.engines import sudoku9
from csp_sudoku.making.minimum_proof import prove_more_clues
from csp_sudoku.making.pigeonhole import best_parts, cases
from csp_sudoku.making.rivals import rivals_of
from csp_sudoku.making.unavoidable import first_sets
from csp_sudoku.native.status import Status


def random_grids(count: int, seed: int) -> list[cs.Solution]:
    """Return solutions of random puzzles."""
    return [puzzle.solve().solution for puzzle in cs.generate_many(count, seed=seed)]


def known_grids(data: Path, count: int) -> list[cs.Solution]:
    """Return solutions that have a puzzle with 17 clues."""
    return [cs.Puzzle(line).solve().solution for line in sets.lines(data / "seventeen.txt", count)]


def all_puzzles(solution: cs.Solution, clues: int) -> tuple[set[bytes], int]:
    """Return all proper puzzles of a solution with at most this many clues, and the nodes."""
    known = first_sets(rivals_of(solution, "auto", Budget()))
    found, nodes = set(), 0
    for case in cases(best_parts(solution.structure, known, clues), clues):
        rivals = list(known.values())
        search = sudoku9.hitting(solution.values, clues, rivals, case.regions)
        while search.run() is Status.SOLUTION:
            found.add(search.puzzle)
        nodes += search.nodes
    return found, nodes


def ours(solution: cs.Solution, clues: int) -> tuple[float, int, int]:
    """Return our seconds, the puzzles found, and the nodes."""
    started = time.process_time()
    found, nodes = all_puzzles(solution, clues)
    return time.process_time() - started, len(found), nodes


def gridchecker(program: str, solution: cs.Solution, clues: int) -> tuple[float, int]:
    """Return gridchecker's seconds and the puzzles that it found."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(
        [program, "--scan", "--fastscan", "--numclues", str(clues)],
        input=solution.to("line") + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = {line.split()[0] for line in printed.stdout.splitlines() if "." in line.split(" ")[0]}
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, sum(len(line) >= 81 for line in lines)


def compare(
    grids: Sequence[cs.Solution], clues: int, program: str | None
) -> tuple[list[float], list[float]]:
    """Print a row for each grid; return our seconds and the peer's."""
    mine, its = [], []
    print("| grid | puzzles | nodes | ours | gridchecker | ratio |\n|---|--:|--:|--:|--:|--:|")
    for number, grid in enumerate(grids, start=1):
        seconds, found, nodes = ours(grid, clues)
        mine.append(seconds)
        row = f"| {number} | {found} | {nodes:,} | {seconds:.2f} |"
        if program:
            taken, other = gridchecker(program, grid, clues)
            its.append(taken)
            row += f" {taken:.2f} | {taken / seconds:.2f} |"
            if other != found:
                raise SystemExit(f"{grid}: we found {found} puzzles, gridchecker {other}")
        print(row, flush=True)
    return mine, its


def claims(setting: Setting) -> Iterator[Claim]:
    """Yield the rows of this program on the page of results."""
    program = setting.peers.get("gridchecker")
    count = 4 if setting.quick else 20
    mine, its = compare(random_grids(count, 555), 16, program)
    what = f"no puzzle with 16 clues: mean of {count} random grids"
    peer = statistics.mean(its) if its else None
    yield Claim(what, "s", statistics.mean(mine), "gridchecker", peer)
    mine, its = compare(random_grids(2 if setting.quick else 3, 20261), 17, program)
    for number, seconds in enumerate(mine):
        what = f"all puzzles with 17 clues: random grid {number + 1}"
        yield Claim(what, "s", seconds, "gridchecker", its[number] if its else None)


def certificates(grids: Sequence[cs.Solution], clues: int) -> None:
    """Prove that this many clues are not enough, and check the certificates."""
    print("| grid | proven in s | trace, MB | sets | checked in s | holds |")
    print("|---|--:|--:|--:|--:|---|")
    for number, grid in enumerate(grids, start=1):
        started = time.process_time()
        certificate = prove_more_clues(grid, clues)
        proven = time.process_time()
        verdict = certificate.check()
        checked = time.process_time() - proven
        size, known = len(certificate.trace) / 1e6, len(certificate.rivals)
        row = f"| {number} | {proven - started:.2f} | {size:.1f} | {known} | {checked:.2f} |"
        print(f"{row} {'yes' if verdict else verdict.reason} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clues", type=int, default=16)
    parser.add_argument("--grids", type=int, default=0, help="random grids")
    parser.add_argument("--seed", type=int, default=555)
    parser.add_argument("--data", type=Path, help="the folder of seventeen.txt")
    parser.add_argument("--known", type=int, default=0, help="grids of known puzzles")
    parser.add_argument("--grid", action="append", default=[], help="a solution, 81 digits")
    parser.add_argument("--peer", help="the program gridchecker")
    parser.add_argument("--certificates", action="store_true", help="make and check proofs")
    args = parser.parse_args()
    grids = random_grids(args.grids, args.seed) if args.grids else []
    grids += known_grids(args.data, args.known) if args.known else []
    grids += [cs.Solution(line) for line in args.grid]
    print(f"{machine()}; {args.clues} clues, seconds of CPU time\n")
    if args.certificates:
        certificates(grids, args.clues)
        return
    mine, its = compare(grids, args.clues, args.peer)
    print(f"\nmean {statistics.mean(mine):.2f}, largest {max(mine):.2f}")
    if its:
        ratio = statistics.geometric_mean([b / a for a, b in zip(mine, its, strict=True)])
        print(f"gridchecker: mean {statistics.mean(its):.2f}, largest {max(its):.2f}")
        print(f"it takes {ratio:.2f} times as long (geometric mean)")


if __name__ == "__main__":
    main()
