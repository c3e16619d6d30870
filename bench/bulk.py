"""Compare bulk solving of 9x9 puzzles with peers: one core, two cores, and the command line.

    python bench/bulk.py kernels --data FOLDER --peer tdoku=libtdoku.so:TdokuSolverDpllTriadSimd
    python bench/bulk.py kernels --drop 1 ...      a clue less in each: several solutions
    python bench/bulk.py instructions --data FOLDER --peer ...      needs valgrind
    python bench/bulk.py workers --data FOLDER
    python bench/bulk.py lines --data FOLDER
    python bench/bulk.py parts --data FOLDER       easy puzzles: what solve_many does beside solving

FOLDER holds seventeen.txt, top1465.txt, hardest1106.txt and kaggle3m.txt, one puzzle per line.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import peers
import sets
from claims import Claim, Setting
from harness import Contender, equivalent, machine, race, table

from csp_sudoku import solve_many
from csp_sudoku.bulk.outcomes import Outcomes
from csp_sudoku.native import bulk9, sudoku9
from csp_sudoku.rng import Rng

SETS = ("kaggle3m.txt", "seventeen.txt", "top1465.txt", "hardest1106.txt")


def rows_of(path: Path, rows: int) -> list[str]:
    """Return this many puzzles of a file; a small file is filled up with equivalents of its own."""
    known, rng = sets.lines(path, rows), Rng(1)
    more = (equivalent(known[i % len(known)], rng) for i in range(rows - len(known)))
    return [*known, *more]


def without(puzzle: str, clues: int, rng: Rng) -> str:
    """Return a puzzle with some clues dropped."""
    cells = [cell for cell, symbol in enumerate(puzzle) if symbol in "123456789"]
    rng.shuffle(cells)
    dropped = set(cells[:clues])
    return "".join("." if cell in dropped else symbol for cell, symbol in enumerate(puzzle))


def numbers(puzzles: Sequence[str]) -> bytes:
    """Return the puzzles as rows of 81 numbers."""
    return "".join(puzzles).translate({ord("."): "0"}).encode().translate(_NUMBERS)


_NUMBERS = bytes((i - ord("0")) % 256 for i in range(256))


def of_rows(name: str, solve: Callable[[bytes, int], Sequence[int]]) -> Contender:
    """Return a contender that takes all rows in one call; laying them out is not timed."""
    laid_out: dict[int, bytes] = {}

    def prepare(puzzles: Sequence[str]) -> None:
        laid_out.clear()
        laid_out[id(puzzles)] = numbers(puzzles)

    def run(puzzles: Sequence[str]) -> Sequence[int]:
        if id(puzzles) not in laid_out:
            prepare(puzzles)
        return solve(laid_out[id(puzzles)], len(puzzles))

    return Contender(name, run, prepare)


def bulk(workers: int = 1) -> Contender:
    """Return `solve_many` as users call it: an array in, arrays out, every solution checked."""

    def solve(rows: bytes, n: int) -> Sequence[int]:
        clues = np.frombuffer(rows, np.uint8).reshape(n, 81)
        return solve_many(clues, workers=workers).counts

    return of_rows(f"solve_many, workers={workers}", solve)


def kernel(module: type[bulk9] | type[sudoku9], name: str) -> Contender:
    """Return one native call of one kernel, without the check of the solutions."""

    def solve(rows: bytes, n: int) -> Sequence[int]:
        counts = array("I", bytes(4 * n))
        solutions = bytearray(81 * n)
        module.solve_array(rows, solutions=solutions, counts=counts, kernel=name)
        return counts

    return of_rows(f"{module.__name__.rpartition('.')[2]}, {name}", solve)


def kernels(args: argparse.Namespace) -> None:
    """Compare all kernels and the peers, set by set."""
    contenders = [bulk(), *(kernel(m, k) for m in (sudoku9, bulk9) for k in m.kernels())]
    contenders += map(peers.library, args.peer)
    packages = list(filter(None, map(peers.contender, args.package)))
    for name in args.set or SETS:
        puzzles = rows_of(args.data / name, args.rows)
        expected = [1] * len(puzzles)
        if args.drop:
            rng = Rng(1)
            puzzles = [without(puzzle, args.drop, rng) for puzzle in puzzles]
            expected = list(contenders[1].run(puzzles))
        figures = race(contenders, puzzles, rounds=args.rounds, expected=expected)
        if packages:
            few = puzzles[: args.package_rows]
            figures += race(packages, few, rounds=3, expected=expected[: len(few)])
        print(table(f"{name}, {len(puzzles)} puzzles", figures, figures[-1].name))


def claims(setting: Setting) -> Iterator[Claim]:
    """Yield the rows of this program on the page of results."""
    if setting.data is None:
        return
    spec = setting.peers.get("tdoku")
    contenders = [bulk(), *([peers.library(f"tdoku={spec}")] if spec else [])]
    for name, drop in [*((name, 0) for name in SETS), ("seventeen.txt", 3)]:
        if not (setting.data / name).exists():
            print(f"(there is no {name})")
            continue
        puzzles = rows_of(setting.data / name, 2_000 if setting.quick else 20_000)
        rng = Rng(1)
        puzzles = [without(puzzle, drop, rng) for puzzle in puzzles] if drop else puzzles
        figures = race(contenders, puzzles, rounds=3)
        what = f"solve_many, unique or not: {name}" + f", {drop} clues less" * bool(drop)
        peer = figures[1].median if spec else None
        yield Claim(what, "µs", figures[0].median, "tdoku", peer)


def parts(args: argparse.Namespace) -> None:
    """Show what `solve_many` does beside solving, in ns for each of many easy puzzles."""
    rng, clues = Rng(1), bytearray()
    for puzzle in rows_of(args.data / (args.set or SETS)[0], args.rows):
        row, solution = bytearray(numbers([puzzle])), solve_many([puzzle])[0].solution
        cells = [cell for cell in range(81) if not row[cell]]
        rng.shuffle(cells)
        for cell in cells[: len(cells) - _OPEN_IN_EASY]:
            row[cell] = (solution or row)[cell]
        clues += row
    whole, outcomes = np.frombuffer(clues, np.uint8).reshape(-1, 81), Outcomes(args.rows)
    outcomes.job(clues, 2).run()
    calls: dict[str, Callable[[], object]] = {
        "solve_many, workers=1": lambda: solve_many(whole, workers=1),
        "solving": lambda: outcomes.job(clues, 2).run(),
        "allocation": lambda: Outcomes(args.rows),
        "status": lambda: outcomes.settle(is_finished=True),
        "check": lambda: outcomes.check(clues),
    }
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(args.rounds):
        for name, call in calls.items():
            started = time.process_time()
            call()
            best[name] = min(best[name], time.process_time() - started)
    for name, seconds in best.items():
        print(f"{name}: {1e9 * seconds / args.rows:.1f} ns")


_OPEN_IN_EASY = 41


def workers(args: argparse.Namespace) -> None:
    """Compare one thread with two, in wall time."""
    for name in args.set or SETS:
        puzzles = rows_of(args.data / name, args.rows)
        figures = race([bulk(2), bulk(1)], puzzles, rounds=args.rounds, clock=time.perf_counter)
        print(table(f"{name}, {len(puzzles)} puzzles", figures, figures[-1].name))


def lines(args: argparse.Namespace) -> None:
    """Compare `csp-sudoku solve` from file to file with `solve_many`: easy puzzles, one core."""
    puzzles = sets.eased(rows_of(args.data / (args.set or SETS)[0], min(args.rows, 50_000)), 34)
    copies = max(1, args.rows // len(puzzles))
    clues = np.frombuffer(numbers(puzzles) * copies, np.uint8).reshape(-1, 81)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "puzzles.txt")
        source.write_text("".join(f"{puzzle}\n" for puzzle in puzzles) * copies)
        command = [sys.executable, "-m", "csp_sudoku", "solve", "--workers", "1", str(source)]
        solving, whole = [], []
        for _ in range(args.rounds):
            started = time.process_time()
            solve_many(clues, workers=1)
            solving.append(time.process_time() - started)
            before = os.times()
            with Path(folder, "solutions.txt").open("wb") as solutions:
                subprocess.run(command, check=True, stdout=solutions)
            after = os.times()
            whole.append(
                after.children_user
                + after.children_system
                - before.children_user
                - before.children_system
            )
    command_line, alone = (min(times) / len(clues) * 1e9 for times in (whole, solving))
    print(f"{len(clues)} lines: {command_line:.0f} ns per line by the command, from file to file;")
    print(f"{alone:.0f} ns by solve_many alone; ratio {command_line / alone:.2f}")


def instructions(args: argparse.Namespace) -> None:
    """Count the instructions per puzzle, only inside the native call."""
    for name in args.set or SETS:
        print(f"### {name}, {args.rows} puzzles\n\n| solver | instructions per puzzle |\n|---|--:|")
        for contender in _contenders_of_one_call(args):
            print(f"| {contender.name} | {_count(args, name, contender.name) / args.rows:,.0f} |")
        print()


def _contenders_of_one_call(args: argparse.Namespace) -> list[Contender]:
    ours = [kernel(m, k) for m in (sudoku9, bulk9) for k in m.kernels()]
    return [*ours, *map(peers.library, args.peer)]


def _count(args: argparse.Namespace, name: str, contender: str) -> int:
    calls = ["sudoku9_run_table", "bulk9_run", *(peer.rpartition(":")[2] for peer in args.peer)]
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command += [f"--toggle-collect={call}" for call in calls]
    command += [sys.executable, __file__, "once", "--data", str(args.data), "--set", name]
    command += ["--rows", str(args.rows), "--contender", contender]
    command += [word for peer in args.peer for word in ("--peer", peer)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    collected = re.search(r"Collected : (\d+)", done.stderr)
    assert collected
    return int(collected[1])


def once(args: argparse.Namespace) -> None:
    """Run one contender once, for `instructions`."""
    puzzles = rows_of(args.data / args.set[0], args.rows)
    chosen = next(c for c in _contenders_of_one_call(args) if c.name == args.contender)
    chosen.prepare(puzzles)
    chosen.run(puzzles)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_As_written)
    parser.add_argument("what", choices=list(_WHAT))
    parser.add_argument("--data", type=Path, required=True, help="the folder of puzzle files")
    parser.add_argument("--set", action="append", help="one file of the folder (default: all)")
    parser.add_argument("--peer", action="append", default=[], help="NAME=lib.so:symbol")
    parser.add_argument("--package", action="append", default=[], choices=list(peers.PACKAGES))
    parser.add_argument("--package-rows", type=int, default=20, help="puzzles for each package")
    parser.add_argument("--rows", type=int, help="number of puzzles per set")
    parser.add_argument("--drop", type=int, default=0, help="clues to drop from each puzzle")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--contender", help=argparse.SUPPRESS)
    args = parser.parse_args()
    function, rows = _WHAT[args.what]
    args.rows = args.rows or rows
    if args.what != "once":
        print(f"{machine()}; {args.rounds} rounds\n")
    function(args)


_As_written = argparse.RawDescriptionHelpFormatter
_WHAT: dict[str, tuple[Callable[[argparse.Namespace], None], int]] = {
    "kernels": (kernels, 10_000),
    "instructions": (instructions, 2000),
    "parts": (parts, 20_000),
    "workers": (workers, 40_000),
    "lines": (lines, 1_000_000),
    "once": (once, 2000),
}


if __name__ == "__main__":
    main()
