"""`csp-sudoku book`: a book of puzzles as PDF, with their solutions at the back."""

from __future__ import annotations

import argparse

from csp_sudoku.cli.arguments import add_input, at_least_one
from csp_sudoku.cli.inputs import read
from csp_sudoku.cli.outputs import refuse_input
from csp_sudoku.puzzle import Puzzle

_EPILOG = """\
The same puzzles give the same file, byte for byte. The command needs the package's extra:
pip install 'csp-sudoku[pdf]'.
Exit code: 0 when the book is written, 1 if a puzzle does not have exactly one solution, 2 for bad
input or usage.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("the book")
    group.add_argument("-o", "--output", metavar="FILE", required=True, help="the PDF to write")
    group.add_argument(
        "--title", default="Sudoku", metavar="TEXT", help="the title on the first page"
    )
    group.add_argument(
        "--per-page",
        type=at_least_one,
        default=4,
        metavar="N",
        help="the number of puzzles per page (default: 4)",
    )
    group.add_argument(
        "--rate", action="store_true", help="say how hard each puzzle is: see rate --help"
    )
    group.add_argument("--no-solutions", action="store_true", help="leave the solutions out")
    group.add_argument(
        "--page", default="a4", metavar="PAPER", help="the paper: a4 (the default) or letter"
    )
    group.add_argument("--font", metavar="FILE", help="a TrueType font, for unusual symbols")


def run(args: argparse.Namespace) -> int:
    """Write the book."""
    from csp_sudoku.render import book

    refuse_input(args, args.output)
    book(
        (record.puzzle for record in read(args)),
        args.output,
        title=args.title,
        per_page=args.per_page,
        caption=_rating if args.rate else None,
        solutions=not args.no_solutions,
        page=args.page,
        alphabet=args.alphabet,
        font=args.font,
    )
    return 0


def _rating(puzzle: Puzzle) -> str:
    rating = puzzle.rate()
    return f"{rating.value:.1f} ({rating.level})"
