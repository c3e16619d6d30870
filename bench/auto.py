"""Measure every search that `auto` can start with, on boards of all families, sizes and densities.

    python bench/auto.py [--boards 5] [--seconds 2] [--only NAME] [--write]

Each set consists of puzzles of one board. They have the same share of cells given, taken at random
from random filled boards, or they are minimal puzzles. Each search looks for two solutions. Its
figure is PAR-2: the mean time, where a puzzle that was not solved counts with twice the limit. It
is CPU time, because machines are busy. `--write` writes the table that `auto` reads,
csp_sudoku/backends/auto_table.py. `auto` should take at most twice as long as the best search.
`--beside FILE` adds the `auto` of another file to the comparison.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import NamedTuple

import sets
from harness import machine

import csp_sudoku as cs
from csp_sudoku.backends import auto, auto_table, get
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.making.fillings import random_filling
from csp_sudoku.rng import Rng

BOARDS = {
    "sudoku-2x2": (0.0, 0.25, 0.5),
    "sudoku-2x3": (0.0, 0.2, 0.35, 0.5),
    "sudoku-3x4": (0.0, 0.15, 0.3, 0.4, 0.5, 0.7),
    "sudoku-4x4": (0.0, 0.06, 0.15, 0.25, 0.35, 0.4, 0.5, 0.7),
    "sudoku-4x5": (0.0, 0.06, 0.2, 0.3, 0.4, 0.45, 0.5, 0.6),
    "sudoku-5x5": (0.0, 0.06, 0.15, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.75),
    "sudoku-6x6": (0.0, 0.06, 0.2, 0.3, 0.4, 0.5, 0.55, 0.65),
    "sudoku-7x7": (0.0, 0.06, 0.3, 0.55, 0.6, 0.7),
    "latin-9": (0.0, 0.2, 0.35, 0.5),
    "latin-16": (0.0, 0.2, 0.35, 0.45, 0.55),
    "latin-25": (0.0, 0.15, 0.3, 0.4, 0.45, 0.5, 0.6),
    "latin-30": (0.0, 0.4, 0.58, 0.645, 0.7),
    "latin-33": (0.0, 0.15, 0.3, 0.4, 0.5, 0.58, 0.65),
    "jigsaw-9@1": (0.0, 0.1, 0.2, 0.3, 0.45),
    "sudoku-3x3+diagonals": (0.0, 0.1, 0.2, 0.3, 0.45),
    "sudoku-4x4+diagonals": (0.0, 0.15, 0.3, 0.4, 0.5),
    "sudoku-5x5+diagonals": (0.0, 0.2, 0.3, 0.4, 0.45, 0.55),
    "sudoku-3x3+windows": (0.0, 0.1, 0.2, 0.3, 0.45),
    "samurai": (0.0, 0.1, 0.2, 0.25, 0.3, 0.45),
}
MINIMAL = (
    "sudoku-2x3",
    "sudoku-3x4",
    "sudoku-4x4",
    "sudoku-5x5",
    "latin-9",
    "jigsaw-9@1",
    "sudoku-3x3+diagonals",
    "sudoku-3x3+windows",
    "samurai",
)
"""Boards with a set of minimal puzzles, which replaces the sets with nearly the same share."""
NEAR = 0.04
SMALL = 300
"""Puzzles of boards with up to this many cells are timed three times: their times are noisy."""
FEW = 0.25
"""With a smaller share of clues than this, SAT is hopeless on large boards and left out."""
AUTOS = ("auto", "beside")
CLEARLY = 0.8
"""Another search is preferred to `bitmask` if it takes less than this share of its time."""
TABLE = Path(auto.__file__).with_name("auto_table.py")
HEAD = '''\
"""The measurements that `auto` uses: the best search to start with, by structure and clues.

Written by bench/auto.py. `auto` takes the nearest row of the nearest board. Seconds are PAR-2: the
mean time, where a puzzle that was not solved in {seconds:g} s counts with {twice:g} s.
"""

Rows = tuple[tuple[float, str, float, str, float], ...]

BOARDS: dict[tuple[str, int, int, float], Rows] = {{
    # board, cells, values, groups per cell: given, best, seconds, next, seconds
'''


class Measured(NamedTuple):
    """One set, and the seconds that each search took on it."""

    board: str
    share: float
    seconds: dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=5, help="number of puzzles per set")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--all", action="store_true", help="add dlx and cpsat, unused by auto")
    parser.add_argument("--only", help="only boards whose names start with this")
    parser.add_argument("--beside", type=Path, help="another auto.py to compare with")
    parser.add_argument("--write", action="store_true", help="write the table for auto")
    args = parser.parse_args()
    ways: dict[str, Backend] = {name: way or get("sat") for name, way in auto.WAYS.items()}
    ways |= {name: get(name) for name in ("dlx", "cpsat", "auto")[0 if args.all else 2 :]}
    if args.beside:
        ways["beside"] = other_auto(args.beside)
    print(f"{machine()}; PAR-2 in ms of {args.boards} puzzles, limit {args.seconds:g} s\n")
    print(f"| set | {' | '.join(ways)} | auto / best |")
    print("|---|" + "--:|" * (len(ways) + 1))
    started = time.process_time()
    measured: list[Measured] = []
    for name, share, puzzles in chosen_sets(args.only, args.boards, args.seed):
        mine = ways if share >= FEW else {n: way for n, way in ways.items() if n != "sat"}
        repeat = 3 if len(puzzles[0].values) <= SMALL else 1
        found = cs.compare(
            puzzles, mine, timeout=args.seconds, repeat=repeat, clock=time.process_time
        )
        seconds = dict.fromkeys(ways, math.nan)
        seconds |= {row.backend: row.par2 for row in found.rows() if row.backend in ways}
        measured.append(Measured(name, share, seconds))
        best = min(seconds[row.backend] for row in found.rows()[:-1] if row.backend not in AUTOS)
        cells = " | ".join(f"{1000 * figure:,.2f}" for figure in seconds.values())
        ratio = seconds["auto"] / best
        print(f"| {name}, {share:.0%} given | {cells} | {ratio:.2f} |", flush=True)
    for name in (name for name in ways if name != "sat"):
        whole = sum(one.seconds[name] for one in measured)
        middle = statistics.geometric_mean(one.seconds[name] for one in measured)
        print(f"{name}: {whole:.2f} s for all sets together, {1000 * middle:.3f} ms geometric mean")
    print(f"{time.process_time() - started:.0f} s of CPU")
    if args.write:
        TABLE.write_text(table(measured, args.seconds))


def other_auto(path: Path) -> Backend:
    """Return the `Auto` backend of another file."""
    spec = spec_from_file_location("beside", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    other: Backend = module.Auto()
    return other


def chosen_sets(
    only: str | None, number: int, seed: int
) -> Iterator[tuple[str, float, list[cs.Puzzle]]]:
    """Yield each set: the name of its board, the share of cells given, and its puzzles."""
    for name, shares in BOARDS.items():
        if only is None or name.startswith(only):
            rng, board = Rng(seed), cs.boards.named(name)
            filled = [random_filling(board, rng.word()) for _ in range(number)]
            made: list[cs.Puzzle] = []
            clues = 9.9
            if name in MINIMAL:
                made = list(cs.generate_many(number, seed=seed, board=board))
                clues = statistics.fmean(len(one.clues) for one in made) / len(board.cells)
                yield name, round(clues, 2), made
            for share in (share for share in shares if abs(share - clues) > NEAR):
                yield name, share, [sets.opened(solution, share, rng) for solution in filled]


def table(measured: list[Measured], seconds: float) -> str:
    """Return the text of the module that `auto` reads; other boards keep their rows."""
    rows = {board: list(found) for (board, *_), found in auto_table.BOARDS.items()}
    for board in {one.board for one in measured}:
        rows[board] = []
    for one in measured:
        ways = {name: one.seconds[name] for name in auto.WAYS if one.seconds[name] >= 0}
        best, other = ranked(ways)
        figures = [float(f"{ways[name]:.2g}") for name in (best, other)]
        rows[one.board].append((one.share, best, figures[0], other, figures[1]))
    lines = [HEAD.format(seconds=seconds, twice=2 * seconds)]
    for board, found in ((name, rows[name]) for name in BOARDS if name in rows):
        key = board, *auto.Shape.of(cs.boards.named(board).csp)
        lines.append(f"    {key!r}: (\n")
        lines += [f"        {row!r},\n" for row in sorted(found)]
        lines.append("    ),\n")
    return "".join([*lines, "}\n"]).replace("'", '"')


def ranked(seconds: dict[str, float]) -> tuple[str, str]:
    """Return the best search and the next; `bitmask` is best unless another is clearly better."""
    names = sorted(seconds, key=seconds.__getitem__)
    if seconds[names[0]] > CLEARLY * seconds["bitmask"]:
        names.sort(key=lambda name: name != "bitmask")
    return names[0], names[1]


if __name__ == "__main__":
    main()
