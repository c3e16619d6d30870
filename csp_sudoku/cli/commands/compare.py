"""`csp-sudoku compare`: race backends on the same puzzles: a table, plots, raw results."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from csp_sudoku import boards
from csp_sudoku.backends import get
from csp_sudoku.cli.arguments import add_input, add_seed, at_least_one, seconds
from csp_sudoku.cli.inputs import read
from csp_sudoku.cli.outputs import refuse_input
from csp_sudoku.cli.parts import add_parts, answer_in_parts, is_in_parts
from csp_sudoku.cli.screen import BOLD, PLAIN, control, ours
from csp_sudoku.cli.terminal import has_colour
from csp_sudoku.comparing import Comparison, compare
from csp_sudoku.comparing.comparison import VIRTUAL_BEST
from csp_sudoku.comparing.fights import fight
from csp_sudoku.comparing.measure import paradigms
from csp_sudoku.errors import BackendError, CspSudokuError, SourceError
from csp_sudoku.manifest import path_of
from csp_sudoku.puzzle import Puzzle

_EPILOG = """\
The backends take turns on each puzzle, after a warm-up, and every solution is checked. For each of
them the table says how many puzzles it solved, the median and mean time (a puzzle that was not
solved counts as the limit), PAR-2 (it counts as twice the limit), the median of nodes or conflicts,
and on how many puzzles it was the fastest. "virtual best" takes the fastest for each puzzle.
Exit code: 0 if all agree, 1 if backends disagree or one is wrong, 2 for bad input or usage, 3 if
some puzzles were not solved in time, 130 after Ctrl-C, which shows and saves what there is.
"""
_BLINK = 0.2


class _Scatter(NamedTuple):
    one: str
    other: str
    file: str


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("comparing")
    group.add_argument(
        "--backends",
        metavar="NAMES",
        help="the backends, for example dlx,sat:glucose4 (default: one of each installed paradigm)",
    )
    group.add_argument(
        "--timeout",
        type=seconds,
        default=10.0,
        metavar="SECONDS",
        help="the time limit for one puzzle and one backend (default: 10)",
    )
    group.add_argument(
        "--repeat",
        type=at_least_one,
        default=1,
        metavar="N",
        help="ask N times, from the second time on about random equivalents of the puzzle",
    )
    group.add_argument(
        "--limit",
        type=at_least_one,
        metavar="N",
        help="look for up to N solutions: 1 takes the first, 2 tells whether it is the only one "
        "(default: 2)",
    )
    group.add_argument("--first", type=at_least_one, metavar="N", help="take only N puzzles")
    group.add_argument(
        "--fight",
        type=at_least_one,
        metavar="N",
        help="without input: fill N random boards that are nearly empty (--limit 1)",
    )
    group.add_argument(
        "--memory", action="store_true", help="measure memory too, with one process per backend"
    )
    group.add_argument(
        "--cpu", action="store_true", help="measure the CPU time of all threads: for busy machines"
    )
    add_seed(group)
    group = parser.add_argument_group("writing")
    group.add_argument(
        *("-o", "--output"),
        metavar="FOLDER",
        help="compare in parts: one process for each puzzle and backend, with limits; then "
        "`csp-sudoku compare FOLDER` shows the table and draws the plots",
    )
    group.add_argument(
        "--resume", action="store_true", help="with -o: continue where the job stopped"
    )
    group.add_argument(
        "--memory-limit",
        type=at_least_one,
        metavar="MB",
        help="with -o: how much memory each process may take",
    )
    group.add_argument("--plot", metavar="FILE", help="a cactus plot: .svg, .png or .pdf")
    group.add_argument(
        "--scatter",
        type=_scatter,
        action="append",
        default=[],
        metavar="ONE,OTHER,FILE",
        help="a plot of two backends, with one point per puzzle",
    )
    group.add_argument("--title", metavar="TEXT", help="the title of the plots")
    group.add_argument("--save", metavar="FILE", help="raw results: .csv, .json or .parquet")
    group.add_argument("--json", action="store_true", help="write the figures as one JSON object")
    group.add_argument(
        "--quiet", action="store_true", help="write no table; only files and the exit code"
    )
    add_parts(parser)


def run(args: argparse.Namespace) -> int:
    """Compare, and show what was measured even after Ctrl-C."""
    backends = args.backends.split(",") if args.backends else paradigms()
    if args.output is not None:
        return _in_parts(args, backends)
    if len(args.puzzles) == 1 and path_of(Path(args.puzzles[0])).is_file():
        return _of_parts(args)
    _check_files(args, backends)
    puzzles = _puzzles(args)
    shown = _Live(args)
    is_ended = False
    try:
        comparison = compare(
            puzzles,
            backends,
            timeout=args.timeout,
            repeat=args.repeat,
            limit=args.limit or (1 if args.fight else 2),
            seed=args.seed,
            memory=args.memory,
            clock=time.process_time if args.cpu else time.perf_counter,
            progress=shown.show,
        )
    except KeyboardInterrupt:
        if shown.last is None:
            raise
        comparison, is_ended = shown.last, True
    finally:
        shown.clear()
    _write(args, comparison)
    return 130 if is_ended else _code(comparison)


def _code(comparison: Comparison) -> int:
    if comparison.disagreements:
        return 1
    return 0 if comparison.is_settled else 3


def _in_parts(args: argparse.Namespace, backends: list[str]) -> int:
    """Compare in parts: one process for each puzzle and backend."""
    for name in backends:
        get(name)  # refuses an unknown backend before anything is measured
    if not is_in_parts(args):
        raise CspSudokuError(f"{args.output} is not a folder", fix="write it with a / at its end")
    options = {
        "backends": backends,
        "limit": args.limit or 2,
        "memory_limit": args.memory_limit and args.memory_limit << 20,
    }
    if args.repeat > 1:
        raise CspSudokuError("--repeat cannot be used with -o", fix="leave it out")
    refused = ("fight", "first", "memory", "cpu", "plot", "scatter", "save")
    return answer_in_parts(args, options, refused=refused)


def _of_parts(args: argparse.Namespace) -> int:
    """Show what was compared in parts."""
    from csp_sudoku.parts.comparisons import comparison_of

    comparison = comparison_of(args.puzzles[0])
    _check_files(args, list(comparison.backends))
    _write(args, comparison)
    return _code(comparison)


def _puzzles(args: argparse.Namespace) -> list[Puzzle]:
    if args.fight:
        if args.puzzles or args.first:
            raise CspSudokuError(
                "--fight makes its own puzzles", fix="leave out other puzzles and --first"
            )
        board = boards.board_of(args.board) if args.board else None
        return fight(args.fight, board, seed=args.seed)
    return [record.puzzle for record in islice(read(args), args.first)]


def _write(args: argparse.Namespace, comparison: Comparison) -> None:
    from csp_sudoku.comparing.files import facts

    if args.save:
        comparison.save(args.save)
    if args.json:
        print(json.dumps(facts(comparison)), flush=True)
    elif not args.quiet:
        print(comparison, flush=True)
    if args.plot:
        comparison.plot(args.plot, title=args.title)
    for one, other, file in args.scatter:
        comparison.scatter(one, other, file, title=args.title)


# Checks before the race


def _scatter(text: str) -> _Scatter:
    words = text.split(",")
    if len(words) != 3 or not all(words):
        raise argparse.ArgumentTypeError(
            f"expected two backends and a file, for example dlx,sat,a.svg, got {text!r}"
        )
    return _Scatter(*words)


def _check_files(args: argparse.Namespace, backends: list[str]) -> None:
    """Refuse files that cannot be written, before anything is measured."""
    from csp_sudoku.comparing import files, plots

    targets = [args.plot, args.save, *(wanted.file for wanted in args.scatter)]
    refuse_input(args, *targets)
    for target in filter(None, targets):
        if not Path(target).parent.is_dir():
            raise SourceError(f"no folder {str(Path(target).parent)!r}", fix="make it first")
        if Path(target).is_dir():
            raise SourceError(f"{target!r} is a folder", fix="name a file")
    if args.save:
        files.check_path(args.save)
    for plot in filter(None, [args.plot, *(wanted.file for wanted in args.scatter)]):
        plots.check_path(plot)
    known = {VIRTUAL_BEST, *(get(name).label for name in backends)}
    for wanted in args.scatter:
        for name in (wanted.one, wanted.other):
            if name not in known:
                raise BackendError(f"{name!r} does not take part", fix="name it in --backends")


class _Live:
    """The table on a terminal, redrawn while it grows; elsewhere, nothing."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.last: Comparison | None = None
        self._is_shown = sys.stderr.isatty() and not args.quiet
        self._bold = (ours(BOLD), ours(PLAIN)) if has_colour(sys.stderr) else ("", "")
        self._lines = 0
        self._next = 0.0

    def show(self, comparison: Comparison) -> None:
        """Draw what was measured so far, unless it was drawn just now."""
        self.last = comparison
        if not self._is_shown or time.monotonic() < self._next:
            return
        width = shutil.get_terminal_size().columns - 1
        lines = [line[:width] for line in str(comparison).splitlines()]
        lines[1] = self._bold[0] + lines[1] + self._bold[1]
        self.clear()
        print("\n".join(lines), file=sys.stderr, flush=True)
        self._lines = len(lines)
        self._next = time.monotonic() + _BLINK

    def clear(self) -> None:
        """Remove the table."""
        if self._lines:
            control(sys.stderr, f"\x1b[{self._lines}F\x1b[J")
            sys.stderr.flush()
            self._lines = 0
