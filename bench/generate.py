"""Measure the generation of minimal puzzles, in turns with peers that are given as commands.

    python bench/generate.py --peer "qqwing=/path/qqwing --generate {n} --one-line" \
        --peer "tdoku=/path/generate -p0 -e0 -d81 -a1 -s0 -l {n}"

The command of a peer prints puzzles; `{n}` is replaced by their number. No code of a peer is part
of this project. A peer runs as a process of its own, and its CPU time includes its start. Our CPU
time is measured in this process, without a start, for 9x9 puzzles as objects; `native` writes them
into a buffer. Other boards are timed alone: one whole call of `generate` each.
"""

from __future__ import annotations

import argparse
import resource
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from claims import Claim, Setting
from harness import Figure, machine, table

from csp_sudoku import Board, boards, generate, generate_many
from csp_sudoku.native import minimal9

BOARDS = ("sudoku-2x3", "sudoku-3x4", "sudoku-4x4", "sudoku-5x5", "sudoku-3x3+diagonals", "samurai")


def peer(command: str) -> Callable[[int, int], float]:
    def run(count: int, seed: int) -> float:
        del seed
        words = shlex.split(command.replace("{n}", str(count)))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        printed = subprocess.run(words, capture_output=True, text=True, check=True, timeout=600)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        made = sum(
            len(line.split()[0]) >= 81 for line in printed.stdout.split("\n") if line.split()
        )
        if made < count:
            raise SystemExit(f"{command} printed {made} puzzles instead of {count}")
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return run


def ours(make: Callable[[int, int], object]) -> Callable[[int, int], float]:
    def run(count: int, seed: int) -> float:
        started = time.process_time()
        make(count, seed)
        return time.process_time() - started

    return run


def _on(board: Board) -> Callable[[int, int], object]:
    """Return a function that makes one puzzle of a board and ignores the count."""
    return lambda count, seed: generate(seed=seed, board=board)


def claims(setting: Setting) -> Iterator[Claim]:
    """Yield the rows of this program on the page of results."""
    count = 100 if setting.quick else 1_000
    make = ours(lambda n, seed: list(generate_many(n, seed=seed, workers=1)))
    mine = statistics.median(make(count, seed) for seed in range(3)) / count * 1e6
    program, theirs = setting.peers.get("qqwing"), None
    if program:
        theirs = peer(f"{program} --generate {{n}} --one-line")(count, 1) / count * 1e6
    yield Claim("generate_many, minimal 9x9", "µs", mine, "qqwing", theirs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--count", type=int, default=500, help="number of puzzles per round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--boards", nargs="*", default=BOARDS)
    parser.add_argument("--seeds", type=int, default=5, help="puzzles of each other board")
    arguments = parser.parse_args()

    contenders = {
        "csp-sudoku": ours(lambda n, seed: list(generate_many(n, seed=seed, workers=1))),
        "csp-sudoku, native": ours(lambda n, seed: minimal9.generate(seed, n)),
    }
    for given in arguments.peer:
        name, _, command = given.partition("=")
        contenders[name] = peer(command)
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for seed in range(arguments.rounds):
        for name, run in contenders.items():
            times[name].append(run(arguments.count, seed) / arguments.count * 1e6)
    figures = [Figure(name, statistics.median(t), min(t), max(t)) for name, t in times.items()]
    print(machine(), "CPU time", sep="; ")
    for name in [*times][2:] or [*times][:1]:
        print(table("random minimal 9x9", figures, name), flush=True)
    for name in arguments.boards:
        one = ours(_on(boards.named(name)))
        taken = [one(1, seed) for seed in range(arguments.seeds)]
        median = statistics.median(taken)
        print(f"{name}: median {median:.3f} s, worst {max(taken):.3f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
