"""Measure `auto` beside every way of ours and every peer, on hard boards of all sizes.

    python bench/sizes.py [--puzzles 10] [--runs 3] [--seed 1] [--seconds 10] [--keep FILE]
        [--sets 25x25 jigsaw] [--contenders auto pysat195]

Each set has fresh puzzles of a random seed. A question is the proof that a puzzle has one solution
(or two are found), or the first solution in sets that say so. The figure of a set is the sum of CPU
time over its puzzles, children included; a puzzle that was not settled in time counts twice the
limit. Each contender runs in a process of its own, which is ended by the clock of its CPU time, and
answers one small puzzle before it is measured, so that imports and compilation do not count. The
contenders take turns, puzzle by puzzle. What two of them say about a puzzle must agree.

With `--keep`, each answer is appended to a file, and a run that was stopped continues from it.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import select
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import sets
from claims import Claim, Missing, Setting
from harness import machine

import csp_sudoku as cs
from csp_sudoku.making.fillings import random_filling
from csp_sudoku.rng import Rng

OURS = (
    "auto",
    "bitmask",
    "bitmask:singles",
    "bitmask:alldifferent",
    "deepest",
    "probing",
    "probing:alldifferent",
    "sat",
    "sat:cadical153",
    "cpsat",
    "dlx",
)
_LIMIT_ON_PAGE = 5.0
_SEED_ON_PAGE = 2_600
_PATIENCE = 6
"""The parent waits this many times the limit of CPU time, in case a contender's child has it."""


class Set(NamedTuple):
    """Puzzles of one kind, made from a seed, and how many solutions are asked for."""

    name: str
    make: Callable[[int], cs.Puzzle]
    limit: int = 2


def opened(board: str, share: float, seed: int) -> cs.Puzzle:
    """Return a random filled board with this share of its cells given."""
    filled = random_filling(cs.boards.named(board), Rng(seed).word())
    return sets.opened(filled, share, Rng(seed))


def minimal(board: str, seed: int) -> cs.Puzzle:
    """Return a minimal puzzle of a board, or of one of two jigsaws that the seed chooses."""
    if board.endswith("@"):
        board += str(seed // 100 * 2 + seed % 2)
    return next(iter(cs.generate_many(1, seed=seed, board=cs.boards.named(board))))


def completion(order: int, holes: int, seed: int) -> cs.Puzzle:
    """Return a latin square with random values that do not clash; it may have no completion."""
    rng, board = Rng(seed), cs.boards.named(f"latin-{order}")
    while True:
        values = bytearray(order * order)
        cells = list(range(order * order))
        rng.shuffle(cells)
        for cell in cells[holes:]:
            row, column = divmod(cell, order)
            taken = {*values[row * order : (row + 1) * order], *values[column::order]}
            free = [value for value in range(1, order + 1) if value not in taken]
            if not free:
                break
            rng.shuffle(free)
            values[cell] = free[0]
        else:
            return cs.Puzzle.of(board, values)


def holed(order: int, holes: int, seed: int) -> cs.Puzzle:
    """Return a full latin square with this many cells opened."""
    return opened(f"latin-{order}", 1 - holes / order**2, seed)


SETS = (
    Set("16x16, 60 % given", partial(opened, "sudoku-4x4", 0.6)),
    Set("16x16, 40 % given", partial(opened, "sudoku-4x4", 0.4)),
    Set("16x16 minimal", partial(minimal, "sudoku-4x4")),
    Set("25x25, 45 % given", partial(opened, "sudoku-5x5", 0.45)),
    Set("25x25, 40 % given, first", partial(opened, "sudoku-5x5", 0.4), 1),
    Set("25x25 minimal", partial(minimal, "sudoku-5x5")),
    Set("36x36, 55 % given, first", partial(opened, "sudoku-6x6", 0.55), 1),
    Set("49x49, 60 % given, first", partial(opened, "sudoku-7x7", 0.6), 1),
    Set("samurai minimal", partial(minimal, "samurai")),
    Set("jigsaw 9 minimal", partial(minimal, "jigsaw-9@")),
    Set("jigsaw 12 minimal", partial(minimal, "jigsaw-12@")),
    Set("quasigroup completion, order 25", partial(completion, 25, 264), 1),
    Set("quasigroup with holes, order 30, 320", partial(holed, 30, 320), 1),
    Set("quasigroup with holes, order 33, 381", partial(holed, 33, 381), 1),
)


# Peers: a function from groups, masks and a limit to the number of solutions, up to the limit

Groups = Sequence[Sequence[int]]
Peer = Callable[[Groups, list[int], int], int]


def pysat(name: str) -> Peer:
    """Return PySAT by hand: the direct encoding of what is open once clues are propagated."""
    from pysat.solvers import Solver

    def count(groups: Groups, masks: list[int], limit: int) -> int:
        left = open_values(groups, masks)
        if left is None:
            return 0
        number: dict[tuple[int, int], int] = {}
        clauses = []
        for cell, values in enumerate(left):
            for value in values:
                number[cell, value] = len(number) + 1
            literals = [number[cell, value] for value in values]
            clauses.append(literals)
            clauses += [[-a, -b] for a, b in combinations(literals, 2)]
        for group in groups:
            places = defaultdict(list)
            for cell in group:
                for value in left[cell]:
                    places[value].append(number[cell, value])
            for literals in places.values():
                if len(places) == len(group):
                    clauses.append(literals)
                clauses += [[-a, -b] for a, b in combinations(literals, 2)]
        found = 0
        while found < limit:
            with Solver(name, bootstrap_with=clauses) as solver:
                while found < limit and solver.solve():
                    found += 1
                    block = [-x for x in solver.get_model() if 0 < x <= len(number)]
                    clauses.append(block)
                    if name.startswith("kissat"):  # is asked once, and made again
                        break
                    solver.add_clause(block)
                else:
                    break
        return found

    return count


def open_values(groups: Groups, masks: list[int]) -> list[list[int]] | None:
    """Return the values of each cell that its fixed peers leave it; None if one has none."""
    peers: list[set[int]] = [set() for _ in masks]
    for group in groups:
        for cell in group:
            peers[cell].update(group)
    left = list(masks)
    fixed = [cell for cell, mask in enumerate(left) if not mask & (mask - 1)]
    for cell in fixed:
        for peer in peers[cell]:
            if peer != cell and left[peer] & left[cell]:
                left[peer] &= ~left[cell]
                if not left[peer]:
                    return None
                if not left[peer] & (left[peer] - 1):
                    fixed.append(peer)
    return [[v for v in range(mask.bit_length()) if mask >> v & 1] for mask in left]


def ortools() -> Peer:
    """Return OR-Tools by hand: one all-different per group, one worker."""
    from ortools.sat.python import cp_model

    def count(groups: Groups, masks: list[int], limit: int) -> int:
        model = cp_model.CpModel()
        cells = [
            model.new_int_var_from_domain(
                cp_model.Domain.from_values([v for v in range(mask.bit_length()) if mask >> v & 1]),
                "",
            )
            for mask in masks
        ]
        for group in groups:
            model.add_all_different([cells[cell] for cell in group])
        found = 0
        while found < limit:
            solver = cp_model.CpSolver()
            solver.parameters.num_workers = 1
            status = solver.solve(model)
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                break
            found += 1
            model.add_forbidden_assignments(cells, [[solver.value(cell) for cell in cells]])
        return found

    return count


def cover(package: str) -> Peer:
    """Return a package for exact cover: the options that clues leave, over cells and groups."""
    if package == "xcover":
        from xcover import covers
    else:
        import numpy
        from exact_cover_py import exact_covers

        def covers(options: list[list[int]]) -> Any:
            items = sorted({item for option in options for item in option})
            place = {item: at for at, item in enumerate(items)}
            matrix = numpy.zeros((len(options), len(items)), dtype=numpy.int8)
            for row, option in enumerate(options):
                matrix[row, [place[item] for item in option]] = 1
            return exact_covers(matrix)

    def count(groups: Groups, masks: list[int], limit: int) -> int:
        left = open_values(groups, masks)
        if left is None:
            return 0
        around: list[list[int]] = [[] for _ in masks]
        for number, group in enumerate(groups):
            for cell in group:
                around[cell].append(number)
        size = max(mask.bit_length() for mask in masks)
        options = [
            [cell, *(len(masks) + number * size + value for number in around[cell])]
            for cell, values in enumerate(left)
            for value in values
        ]
        return sum(1 for _ in zip(range(limit), covers(options), strict=False))

    return count


PEERS: dict[str, Callable[[], Peer]] = {
    "pysat195": partial(pysat, "cadical195"),
    "pysat153": partial(pysat, "cadical153"),
    "pysat-glucose4": partial(pysat, "glucose4"),
    "kissat404": partial(pysat, "kissat404"),
    "ortools": ortools,
    "xcover": partial(cover, "xcover"),
    "exact-cover-py": partial(cover, "exact-cover-py"),
}


# One contender in a process of its own


class Runner:
    """A process in which one contender answers; it is begun again after it was ended."""

    def __init__(self, contender: str, seconds: float) -> None:
        self.contender = contender
        self.seconds = seconds
        self.process: subprocess.Popen[str] | None = None

    def answer(self, puzzle: str, limit: int) -> tuple[float, int | None]:
        """Return the CPU seconds of an answer, and the count; None if the time ended."""
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "ignore", __file__, "--serve", self.contender],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            assert self.process.stdout is not None
            if self.process.stdout.readline() != "ready\n":
                raise SystemExit(f"{self.contender} cannot run")
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps([puzzle, limit]) + "\n")
        process.stdin.flush()
        begun, clock = cpu_seconds(process.pid), time.monotonic()
        while not select.select([process.stdout], [], [], 0.2)[0]:
            is_late = time.monotonic() - clock > _PATIENCE * self.seconds
            if is_late or cpu_seconds(process.pid) - begun > self.seconds + 0.1:
                self.close()
                return 2 * self.seconds, None
        seconds, found = json.loads(process.stdout.readline())
        return (seconds, found) if seconds <= self.seconds else (2 * self.seconds, None)

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of another process, roughly: a timer in it would spoil its own clock."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def serve(contender: str) -> None:
    """Answer questions from stdin, until it ends."""
    ask = asker(contender)
    for each in (contender, "sat", "cpsat") if contender == "auto" else (contender,):
        asker(each)(cs.Puzzle("1... ..2. .3.. ...4"), 2)()  # `auto` imports those when it asks them
    gc.collect()
    gc.freeze()  # what was imported is not looked at again: it does not count, either
    print("ready", flush=True)
    for line in sys.stdin:
        text, limit = json.loads(line)
        question = ask(cs.Puzzle(text, format="json"), limit)
        before = spent()
        found = question()
        taken = spent() - before
        print(json.dumps([taken, found]), flush=True)


def asker(contender: str) -> Callable[[cs.Puzzle, int], Callable[[], int]]:
    """Return what prepares a question; only the call of what it returns is measured."""
    if contender not in PEERS:
        return lambda puzzle, limit: partial(puzzle.count, limit, contender)
    count = PEERS[contender]()

    def prepared(puzzle: cs.Puzzle, limit: int) -> Callable[[], int]:
        groups = [list(group.cells) for group in puzzle.board.groups]
        return partial(count, groups, list(puzzle.masks), limit)

    return prepared


def spent() -> float:
    """Return the CPU seconds of this process and its ended children."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


# The whole table, and its rows on the page of results


def claims(setting: Setting) -> Iterator[Claim | Missing]:
    """Yield the rows of this program on the page of results: `auto` and the best of its peers."""
    quick = ("16x16", "samurai", "jigsaw 9")
    packages = {"pysat195": "pysat", "pysat153": "pysat", "pysat-glucose4": "pysat"}
    packages |= {"ortools": "ortools", "xcover": "xcover"}
    there = [name for name, package in packages.items() if find_spec(package)]
    for name in packages.keys() - set(there):
        yield Missing(name, f"{packages[name]} is not installed")
    runners = [Runner(name, _LIMIT_ON_PAGE) for name in ("auto", *there)]
    try:
        for one in SETS:
            if setting.quick and not one.name.startswith(quick):
                continue
            times: dict[str, float] = defaultdict(float)
            count = 2 if setting.quick else 3
            for number in range(count):
                text = one.make(_SEED_ON_PAGE + number).to("json")
                for runner in turned(runners, number):
                    times[runner.contender] += runner.answer(text, one.limit)[0]
            mine = times.pop("auto") / count * 1000
            theirs = min(times.values(), default=None)
            peer = None if theirs is None else theirs / count * 1000
            yield Claim(f"auto on {one.name}", "ms", mine, "the best of SAT, CP-SAT, cover", peer)
    finally:
        for runner in runners:
            runner.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=10, help="number of puzzles per set")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU time for each puzzle")
    parser.add_argument("--sets", nargs="+", default=[""], help="sets whose names begin so")
    parser.add_argument("--contenders", nargs="+", default=[*OURS, *PEERS])
    parser.add_argument("--keep", type=Path, help="a file of answers, to continue with")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve)
        return
    print(f"{machine()}; seed {args.seed}, {args.puzzles} puzzles a set, limit {args.seconds:g} s")
    print("sums of CPU time in ms; in brackets how many were not settled\n")
    print(f"| set | {' | '.join(args.contenders)} | auto / best of ours | auto / best peer |")
    print("|---|" + "--:|" * (len(args.contenders) + 2))
    kept = Kept(args.keep)
    runners = [Runner(name, args.seconds) for name in args.contenders]
    for one in SETS:
        if one.name.startswith(tuple(args.sets)):
            print(row(one, runners, kept, args), flush=True)
    for runner in runners:
        runner.close()


class Kept:
    """Puzzles and answers that were kept in a file."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.known: dict[str, Any] = {}
        if path is not None and path.exists():
            self.known = dict(map(json.loads, path.read_text().splitlines()))

    def get(self, key: tuple[object, ...], make: Callable[[], Any]) -> Any:
        """Return what is known, or make it and keep it."""
        name = json.dumps(key)
        if name not in self.known:
            self.known[name] = make()
            if self.path is not None:
                with self.path.open("a") as file:
                    file.write(json.dumps([name, self.known[name]]) + "\n")
        return self.known[name]


def row(one: Set, runners: list[Runner], kept: Kept, args: argparse.Namespace) -> str:
    """Ask everything of one set, and return its row of the table."""
    sums: dict[str, list[float]] = defaultdict(list)
    unsettled: dict[str, int] = {}
    for run in range(args.runs):
        times: dict[str, float] = defaultdict(float)
        missed: dict[str, int] = defaultdict(int)
        for number, text in enumerate(puzzles(one, kept, args)):
            answers = {}
            for runner in turned(runners, run + number):
                key = (one.name, args.seed, number, runner.contender, run, args.seconds)
                seconds, found = kept.get(key, partial(runner.answer, text, one.limit))
                times[runner.contender] += seconds
                missed[runner.contender] += found is None
                if found is not None:
                    answers[runner.contender] = found
            if len(set(answers.values())) > 1:
                raise SystemExit(f"{one.name}, puzzle {number}: {answers}\n{text}")
        for name, seconds in times.items():
            sums[name].append(seconds)
            unsettled[name] = missed[name]
    middle = {runner.contender: statistics.median(sums[runner.contender]) for runner in runners}
    cells = [
        f"{1000 * seconds:,.4g}" + (f" ({unsettled[name]})" if unsettled[name] else "")
        for name, seconds in middle.items()
    ]
    return f"| {one.name} | {' | '.join(cells)} | {ratio(middle, OURS)} | {ratio(middle, PEERS)} |"


def puzzles(one: Set, kept: Kept, args: argparse.Namespace) -> Iterator[str]:
    """Yield the puzzles of a set as texts."""
    for number in range(args.puzzles):
        key = (one.name, args.seed, number)
        yield kept.get(key, lambda at=100 * args.seed + number: one.make(at).to("json"))


def turned(runners: list[Runner], by: int) -> list[Runner]:
    """Return the runners in another order, so that each of them begins in turns."""
    by %= len(runners)
    return runners[by:] + runners[:by]


def ratio(middle: dict[str, float], others: Sequence[str] | dict[str, Any]) -> str:
    """Return how many times `auto` took as long as the best of some others."""
    best = min((middle[name] for name in others if name in middle and name != "auto"), default=None)
    return "" if best is None or "auto" not in middle else f"{middle['auto'] / best:.2f}"


if __name__ == "__main__":
    main()
