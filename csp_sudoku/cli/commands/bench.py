"""`csp-sudoku bench`: measure how fast this machine solves."""

from __future__ import annotations

import argparse
import sys
from itertools import islice

from csp_sudoku.backends import get
from csp_sudoku.cli.arguments import (
    add_input,
    add_seed,
    add_standard_output,
    at_least_one,
    seconds,
)
from csp_sudoku.cli.inputs import read
from csp_sudoku.cli.results import Result, results_of
from csp_sudoku.cli.screen import printable
from csp_sudoku.errors import WrongAnswerError
from csp_sudoku.puzzle import Puzzle

_EPILOG = """\
Without input, minimal 9x9 puzzles are made from the seed. Random equivalents of the puzzles are
solved, each with proof that the solution is the only one: in bulk (solve_many), one by one (solve),
and by each backend. The ways take turns until each has had its time; the answers of the warm-up are
compared. "no guess" is the share of puzzles that rules alone solve; "nodes" is a mean, of conflicts
for sat and cpsat.
Exit code: 0 if measured, 1 if ways differ on a solution, 2 for bad input or usage (for example a
puzzle without exactly one solution), 130 after Ctrl-C.
"""
_BUILT_IN = 2_000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser, "without any, puzzles are made")
    parser.epilog = _EPILOG
    group = parser.add_argument_group("measuring")
    group.add_argument(
        "--backends",
        metavar="NAMES",
        help="the backends to measure as well, for example dlx,sat (default: one of each installed "
        "paradigm)",
    )
    group.add_argument(
        "--seconds",
        type=seconds,
        default=1.0,
        metavar="S",
        help="the time for each way, besides the warm-up (default: 1)",
    )
    group.add_argument("--first", type=at_least_one, metavar="N", help="take only N puzzles")
    add_seed(group)
    add_standard_output(parser)


def run(args: argparse.Namespace) -> int:
    """Measure, and print a table."""
    from csp_sudoku.comparing.measure import paradigms
    from csp_sudoku.comparing.speed import speeds, text

    names = args.backends.split(",") if args.backends else paradigms()
    ways = {"solve": get("auto")} | {name: get(name) for name in names}
    with results_of(args) as results:
        try:
            puzzles = _puzzles(args)
            measured = speeds(
                puzzles, ways, seconds=args.seconds, seed=args.seed, progress=results.progress.tell
            )
        except WrongAnswerError as error:
            results.progress.clear()
            print(printable(f"csp-sudoku: {error}"), file=sys.stderr)
            return 1
        if args.json:
            for speed in measured:
                results.write(Result("", speed.facts(), status=None))
        else:
            number = f"{len(puzzles):,} puzzle{'s' * (len(puzzles) != 1)}"
            head = f"{number} of {puzzles[0].board.name}, {_machine()}"
            results.write(Result(f"{head}\n{text(measured)}", {}))
    return results.end()


def _puzzles(args: argparse.Namespace) -> list[Puzzle]:
    if args.puzzles:
        return [record.puzzle for record in islice(read(args), args.first)]
    from csp_sudoku.making.generate import generate_many

    return list(generate_many(args.first or _BUILT_IN, seed=args.seed))


def _machine() -> str:
    """Say what the figures depend on."""
    import platform

    from csp_sudoku.native.sudoku9 import kernel_name

    return f"kernel {kernel_name()}, {platform.machine()}, Python {platform.python_version()}"
