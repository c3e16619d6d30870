"""`csp-sudoku bench`: tell how fast this machine solves."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import islice

from csp_sudoku.backends import get
from csp_sudoku.cli.inputs import add_reading, read
from csp_sudoku.cli.options import add_seed, at_least_one, seconds
from csp_sudoku.cli.outputs import Progress
from csp_sudoku.errors import WrongAnswerError
from csp_sudoku.puzzle import Puzzle

_EPILOG = """\
Without input, minimal 9x9 puzzles are made from the seed. Random equivalents of the puzzles are
solved, each with proof that the solution is the only one: in bulk (solve_many), one by one (solve),
and by each backend. The ways take turns until each has had its time; the answers of the warm-up are
compared. "no guess" is the share of puzzles that rules alone solve; "nodes" are a mean, conflicts
for sat and cpsat.
Exit code: 0 if measured, 1 if ways differ on a solution, 2 for bad input or usage (a puzzle has not
exactly one solution), 130 after Ctrl-C.
"""
_BUILT_IN = 2_000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "puzzles",
        nargs="*",
        metavar="PUZZLE",
        help="puzzles, files of puzzles, or - for standard input (made ones if not given)",
    )
    add_reading(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("measuring")
    group.add_argument(
        "--backends",
        metavar="NAMES",
        help="who solves besides, as dlx,sat (each paradigm that is installed, if not given)",
    )
    group.add_argument(
        "--seconds",
        type=seconds,
        default=1.0,
        metavar="S",
        help="the time for each way, besides the warm-up (1 if not given)",
    )
    group.add_argument("--first", type=at_least_one, metavar="N", help="take only N puzzles")
    add_seed(group)
    group = parser.add_argument_group("writing")
    group.add_argument("--json", action="store_true", help="one JSON object for each way")
    group.add_argument("--quiet", action="store_true", help="write nothing; the exit code tells")


def run(args: argparse.Namespace) -> int:
    """Measure, and print a table."""
    from csp_sudoku.comparing.measure import paradigms
    from csp_sudoku.comparing.speed import speeds, text

    names = args.backends.split(",") if args.backends else paradigms()
    ways = {"solve": get("auto")} | {name: get(name) for name in names}
    progress = Progress(args)
    try:
        puzzles = _puzzles(args)
        measured = speeds(
            puzzles, ways, seconds=args.seconds, seed=args.seed, progress=progress.tell
        )
    except WrongAnswerError as error:
        print(f"csp-sudoku: {error}", file=sys.stderr)
        return 1
    finally:
        progress.clear()
    if args.json:
        for speed in measured:
            print(json.dumps(speed.facts()))
    elif not args.quiet:
        number = f"{len(puzzles):,} puzzle{'s' * (len(puzzles) != 1)}"
        print(f"{number} of {puzzles[0].board.name}, {_machine()}")
        print(text(measured))
    return 0


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
