"""Count boards and latin squares natively, and compare with the published counts.

python bench/counts.py              by components, as `puzzle.count()` does
python bench/counts.py --visit      also by backends that visit every solution, where that ends
python bench/counts.py --clues N    N puzzles of each kind with many solutions, by each backend
python bench/counts.py --peers d4="FOLDER/d4 -mc" sharpSAT-td="FOLDER/sharpSAT -decot 1 -tmpdir ."
                                    beside model counters: programs, and packages if installed

Programs get a file of clauses as their last argument. Each question is asked in a process of its
own, with the limit of a minute of CPU time beside model counters.
"""

from __future__ import annotations

import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from itertools import combinations
from resource import RLIMIT_CPU, setrlimit
from typing import NamedTuple

from claims import Claim, Setting

import csp_sudoku as cs


def reduced_latin(order: int) -> cs.Puzzle:
    """Return the empty latin square whose first row and column are in order."""
    given = {(0, i): i + 1 for i in range(order)} | {(i, 0): i + 1 for i in range(order)}
    return cs.Puzzle(given, board=cs.boards.latin(order))


COUNTS = {
    "4x4 boards": (cs.Puzzle([0] * 16), 288),
    "6x6 boards (2x3 boxes)": (cs.Puzzle([0] * 36), 28_200_960),
    "reduced latin squares of order 6": (reduced_latin(6), 9_408),
    "reduced latin squares of order 7": (reduced_latin(7), 16_942_080),
}
TOO_MANY = {
    "latin squares of order 6": (cs.Puzzle(board="latin-6"), 812_851_200),
    "latin squares of order 7": (cs.Puzzle(board="latin-7"), 61_479_419_904_000),
    "latin squares of order 8": (cs.Puzzle(board="latin-8"), 108_776_032_459_082_956_800),
    "8x8 boards (2x4 boxes)": (cs.Puzzle(board="sudoku-2x4"), 29_136_487_207_403_520),
    "8x8 boards (4x2 boxes)": (cs.Puzzle(board="sudoku-4x2"), 29_136_487_207_403_520),
    "9x9 boards": (cs.Puzzle(board="sudoku"), 6_670_903_752_021_072_936_960),
}
_LIMIT = 60
"""Seconds of CPU time for a model counter."""


class Told(NamedTuple):
    """What a process of its own has told: a count, or None, with its CPU seconds and memory."""

    count: int | None
    seconds: float
    megabytes: int


def apart(count: Callable[[], int], limit: int | None = None) -> Told:
    """Count in a process of its own, which is ended by its limit of CPU seconds."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        if limit is not None:
            setrlimit(RLIMIT_CPU, (limit, limit))
        try:
            started = time.process_time()
            os.write(writer, f"{count()} {time.process_time() - started}".encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as lines:
        words = lines.read().split()
    used = os.wait4(child, 0)[2]
    if len(words) < 2:
        return Told(None, used.ru_utime + used.ru_stime, used.ru_maxrss >> 10)
    seconds = max(float(words[1]), used.ru_utime + used.ru_stime if limit else 0.0)
    return Told(int(words[0]), seconds, used.ru_maxrss >> 10)


def claims(setting: Setting) -> Iterator[Claim]:
    """Yield the rows of this program on the page of results."""
    for name, (puzzle, published) in {**COUNTS, **({} if setting.quick else TOO_MANY)}.items():
        started = time.process_time()
        if puzzle.count() != published:
            raise SystemExit(f"{name}: the count is wrong")
        yield Claim(f"count {name}", "s", time.process_time() - started)


def row(name: str, puzzle: cs.Puzzle, backend: str, published: int) -> None:
    """Count, and print a row."""
    told = apart(partial(puzzle.count, backend=backend))
    print(
        f"| {name} | {published:,} | {backend} | {told.count:,} "
        f"| {told.seconds:.3f} | {told.megabytes} |",
        flush=True,
    )
    if told.count != published:
        raise SystemExit(f"{backend} is wrong")


def boards(visit: bool) -> None:
    """Count all boards of some kinds."""
    print("| what | published | backend | counted | CPU s | peak MB |\n|---|--:|---|--:|--:|--:|")
    cs.Puzzle("1... ..2. .3.. ...4").count()  # imports do not count
    for name, (puzzle, published) in {**COUNTS, **TOO_MANY}.items():
        for backend in ("auto", "bitmask", "dlx") if visit and name in COUNTS else ("auto",):
            row(name, puzzle, backend, published)


# Model counters


def clauses_of(puzzle: cs.Puzzle) -> list[list[int]]:
    """Return the direct encoding: one variable per cell and value, and so a model per solution."""
    size = max(mask.bit_length() for mask in puzzle.masks)
    clauses = []
    for cell, mask in enumerate(puzzle.masks):
        row = range(cell * size + 1, cell * size + size + 1)
        clauses += [list(row), *([-a, -b] for a, b in combinations(row, 2))]
        clauses += [[-x] for value, x in enumerate(row) if not mask >> value & 1]
    for group in puzzle.board.groups:
        places = defaultdict(list)
        for cell in group.cells:
            for value in range(size):
                places[value].append(cell * size + value + 1)
        for literals in places.values():
            clauses += [[-a, -b] for a, b in combinations(literals, 2)]
            if len(group.cells) == size:
                clauses.append(literals)
    return clauses


def by_package(name: str, clauses: list[list[int]]) -> int:
    """Count models by an installed package."""
    if name == "ganak":
        from pyganak import Counter
    else:
        from pyapproxmc import Counter
    counter = Counter()
    counter.add_clauses(clauses)
    found = counter.count()
    return int(found[0] * 2 ** found[1] if isinstance(found, tuple) else found)


def by_program(command: str, clauses: list[list[int]]) -> int:
    """Count models by a program; the last whole number on a line of its answer is the count."""
    most = max(map(abs, (literal for clause in clauses for literal in clause)))
    with tempfile.NamedTemporaryFile("w", suffix=".cnf") as file:
        file.write(f"p cnf {most} {len(clauses)}\n")
        file.writelines(f"{' '.join(map(str, clause))} 0\n" for clause in clauses)
        file.flush()
        printed = subprocess.run(
            [*shlex.split(command), file.name], capture_output=True, text=True, check=False
        )
    told = re.findall(r"^(?:s|c s exact arb int) +(\d+)$", printed.stdout, re.MULTILINE)
    if not told:
        raise SystemExit(f"{command} gave no count")
    return int(told[-1])


def beside_model_counters(programs: dict[str, str]) -> None:
    """Count boards, and puzzles with many solutions, also by model counters."""
    ways: dict[str, Callable[[list[list[int]]], int]] = {}
    for name, package in (("ganak", "pyganak"), ("approxmc", "pyapproxmc")):
        if find_spec(package):
            ways[name] = partial(by_package, name)
    ways.update({name: partial(by_program, command) for name, command in programs.items()})
    questions = {
        "4x4 boards": cs.Puzzle([0] * 16),
        "latin squares of order 4": cs.Puzzle(board="latin-4"),
        "latin squares of order 5": cs.Puzzle(board="latin-5"),
        "6x6 boards (2x3 boxes)": cs.Puzzle([0] * 36),
    }
    rng = random.Random(20)
    for puzzle in cs.generate_many(3, seed=20):
        kept = rng.sample(puzzle.board.cells, 24)
        solution = puzzle.solve().solution
        few = cs.Puzzle({cell: solution[cell] for cell in kept})
        questions[f"a 9x9 with 24 clues ({few.to('line')[:9]}..)"] = few
    print(f"| what | count | ours | {' | '.join(ways)} |\n|---|--:|" + "--:|" * (1 + len(ways)))
    cs.Puzzle("1... ..2. .3.. ...4").count()
    for name, puzzle in questions.items():
        ours = apart(puzzle.count)
        cells = []
        for way, count in ways.items():
            told = apart(partial(count, clauses_of(puzzle)), _LIMIT)
            cells.append(f"not in {_LIMIT} s" if told.count is None else f"{told.seconds:.3f}")
            if way == "approxmc" and told.count is not None:
                cells[-1] += f" ({told.count / (ours.count or 1) - 1:+.0%})"
            elif told.count not in (None, ours.count):
                raise SystemExit(f"{way} counts {told.count}, and we {ours.count}: {name}")
        print(f"| {name} | {ours.count:,} | {ours.seconds:.3f} | {' | '.join(cells)} |", flush=True)


CLUES = {"sudoku": (20, 21, 22, 24), "sudoku-2x4": (12, 14, 16), "sudoku-2x3": (2, 4, 6)}
BACKENDS = ("auto", "components", "bitmask", "dlx")


def puzzles(each: int) -> None:
    """Count the solutions of boards of which most clues were taken away, by each backend."""
    print("| board | clues | solutions | auto, s | components | bitmask | dlx | auto / best |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    rng = random.Random(20)
    for board, numbers in CLUES.items():
        for puzzle in cs.generate_many(2, board=board, seed=1):  # each backend learns the board
            for backend in BACKENDS:
                puzzle.count(backend=backend)
        for clues in numbers:
            total, seconds = 0, dict.fromkeys(BACKENDS, 0.0)
            for puzzle in cs.generate_many(each, board=board, seed=clues):
                solution = puzzle.solve().solution
                cells = rng.sample(puzzle.board.cells, clues)
                open_one = cs.Puzzle({cell: solution[cell] for cell in cells}, board=board)
                counts = set()
                for backend in seconds:
                    started = time.process_time()
                    counts.add(open_one.count(backend=backend))
                    seconds[backend] += time.process_time() - started
                if len(counts) != 1:
                    raise SystemExit(f"the backends count differently: {open_one}")
                total += counts.pop()
            best = seconds["auto"] / min(list(seconds.values())[1:])
            shown = " | ".join(f"{value:.3f}" for value in seconds.values())
            print(f"| {board} | {clues} | {total:,} | {shown} | {best:.2f} |", flush=True)


if __name__ == "__main__":
    if "--clues" in sys.argv[1:]:
        puzzles(int(sys.argv[sys.argv.index("--clues") + 1]))
    elif "--peers" in sys.argv[1:]:
        programs = sys.argv[sys.argv.index("--peers") + 1 :]
        beside_model_counters(dict(program.split("=", 1) for program in programs))
    else:
        boards("--visit" in sys.argv[1:])
