"""`csp-sudoku book`: a book of puzzles as PDF, with their solutions at the back."""

from __future__ import annotations

import argparse

from csp_sudoku.cli.arguments import add_input, add_levels, at_least_one
from csp_sudoku.cli.inputs import read
from csp_sudoku.cli.outputs import refuse_input
from csp_sudoku.errors import NotProperError, PuzzleError
from csp_sudoku.formats.streams import Record
from csp_sudoku.logic.levels import Scale, scale_of
from csp_sudoku.logic.rating import SCALE, Rating
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rules.words import board_heading

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
    group.add_argument(
        "--sections",
        action="store_true",
        help="a section for each level, from the easiest to the hardest; other boards come after "
        "these, each kind in a section of its own",
    )
    add_levels(group)
    group.add_argument("--no-solutions", action="store_true", help="leave the solutions out")
    group.add_argument(
        "--steps", action="store_true", help="explain each puzzle step by step at the back"
    )
    group.add_argument(
        "--page",
        default="a4",
        metavar="PAPER",
        help="the paper: a4 (the default), a5, letter, or in inches 6x9 or 8.5x11",
    )
    group.add_argument(
        "--gutter",
        type=float,
        metavar="MM",
        help="how much wider the inner margin is than the outer one, in millimetres (default: 9.5 "
        "for 6x9 and 8.5x11, else 0); margins are mirrored",
    )
    group.add_argument("--font", metavar="FILE", help="a TrueType font, for unusual symbols")


def run(args: argparse.Namespace) -> int:
    """Write the book."""
    from csp_sudoku.render import book

    refuse_input(args, args.output)
    scale = scale_of(args.levels)
    records = list(read(args))
    ratings = _Ratings(scale)
    if args.sections:
        records.sort(key=lambda record: ratings.place(record.puzzle))
    book(
        [record.puzzle for record in records],
        args.output,
        title=args.title,
        per_page=args.per_page,
        caption=ratings.caption if args.rate else None,
        names=[_name(record) for record in records],
        section=ratings.section if args.sections else None,
        solutions=not args.no_solutions,
        steps=args.steps,
        page=args.page,
        gutter=args.gutter,
        alphabet=args.alphabet,
        font=args.font,
    )
    return 0


def _name(record: Record) -> str | None:
    """Return what the puzzle's text calls it."""
    named = (record.headers.get(key) for key in ("title", "name"))
    return next(filter(None, named), None)


def _rated(puzzle: Puzzle) -> Rating | None:
    try:
        return puzzle.rate()
    except NotProperError:
        raise
    except PuzzleError:
        return None


class _Ratings:
    """The ratings of the puzzles of a book, each found once."""

    def __init__(self, scale: Scale) -> None:
        self.scale = scale
        self._known: dict[Puzzle, Rating | None] = {}

    def of(self, puzzle: Puzzle) -> Rating | None:
        """Return the rating of a puzzle; None if it cannot be rated."""
        if puzzle not in self._known:
            self._known[puzzle] = _rated(puzzle)
        return self._known[puzzle]

    def caption(self, puzzle: Puzzle) -> str:
        """Say how hard a puzzle is."""
        rating = self.of(puzzle)
        return "" if rating is None else f"{rating.value:.1f} ({self.scale.level(rating)})"

    def section(self, puzzle: Puzzle) -> str:
        """Return the heading above a puzzle: its level, or the kind of its board."""
        rating = self.of(puzzle)
        if rating is not None and rating.scale == SCALE:
            return self.scale.level(rating).capitalize()
        return "Variants" if puzzle.rules else board_heading(puzzle.board)

    def place(self, puzzle: Puzzle) -> tuple[int, str]:
        """Return where a puzzle stands: levels first, then boards by name, then variants."""
        rating = self.of(puzzle)
        if rating is not None and rating.scale == SCALE:
            return self.scale.levels.index(self.scale.level(rating)), ""
        return len(self.scale.levels) + bool(puzzle.rules), self.section(puzzle)
