"""Measure how long commands take to start, compared with a Python that does nothing.

    python bench/startup.py [--rounds 30] [--python PYTHON]

Every round starts each command once, as a process of its own, so that a slow moment affects all of
them; the figure of a command is its best round. The commands are the console scripts of the
installation that PYTHON belongs to. How it was installed matters: an editable installation slows
every start of Python, and the script of an older pip imports `re`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from harness import machine

PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--python", default=sys.executable, help="of the installation to measure")
    args = parser.parse_args()
    script = str(Path(args.python).parent / "csp-sudoku")
    commands = {
        "python -c pass": [args.python, "-c", "pass"],
        "csp-sudoku --version": [script, "--version"],
        "csp-sudoku --help": [script, "--help"],
        "csp-sudoku solve PUZZLE": [script, "solve", PUZZLE],
    }
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(args.rounds):
        for name, words in commands.items():
            best[name] = min(best[name], seconds(words))
    print(f"{machine()}; the best of {args.rounds} rounds\n")
    print("| command | ms | times bare Python |\n|---|--:|--:|")
    for name, taken in best.items():
        print(f"| `{name}` | {taken * 1e3:.1f} | {taken / best['python -c pass']:.2f} |")


def seconds(words: Sequence[str]) -> float:
    """Return the seconds that a process takes."""
    started = time.perf_counter()
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
