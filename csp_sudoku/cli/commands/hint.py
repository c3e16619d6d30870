"""`csp-sudoku hint`: a nudge, the technique, or the whole next step of a puzzle."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.cli.arguments import add_input, add_standard_output, add_timeout
from csp_sudoku.cli.results import Result, Results, answer_all
from csp_sudoku.clues import CellKey
from csp_sudoku.errors import PuzzleError
from csp_sudoku.formats.streams import Record
from csp_sudoku.puzzle import Puzzle

_EPILOG = """\
No hint is given while the board has an error. To tell entries from clues, give the original puzzle
with --given: then a wrong entry is named.
Exit code: 0 with a hint, 1 if the board has an error, 2 for bad input or usage, 3 if nothing helps,
130 after Ctrl-C.
"""
_USUAL_SECONDS = 5.0


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("hints")
    group.add_argument(
        "--level",
        type=int,
        default=1,
        choices=(1, 2, 3),
        help="1 names an area to look at (the default), 2 the technique as well, 3 the whole step",
    )
    group.add_argument("--given", metavar="PUZZLE", help="the original puzzle, without entries")
    group.add_argument(
        "--unique",
        action="store_true",
        help="use techniques that assume a unique solution, where there is exactly one",
    )
    add_timeout(group, "each puzzle (default: 5)")
    add_standard_output(parser)


def run(args: argparse.Namespace) -> int:
    """Give a hint for each puzzle."""
    given = None
    if args.given is not None:
        given = Puzzle(args.given, format=args.format, alphabet=args.alphabet)

    def hinted(record: Record, results: Results) -> Iterator[Result]:
        start, entries = _apart(record.puzzle, given)
        found = start.hint(
            args.level,
            entries=entries,
            unique=args.unique,
            timeout=_USUAL_SECONDS if args.timeout is None else args.timeout,
            alphabet=args.alphabet,
        )
        yield Result(str(found), found.to_dict(), 0 if found else 1 if found.is_refused else 3)

    return answer_all(args, hinted)


def _apart(puzzle: Puzzle, given: Puzzle | None) -> tuple[Puzzle, dict[CellKey, int]]:
    """Return the original puzzle, and the entries that were made in it."""
    if given is None:
        return puzzle, {}
    if given.board != puzzle.board:
        raise PuzzleError(f"--given is on {given.board.name}, the puzzle on {puzzle.board.name}")
    cells = zip(puzzle.board.cells, puzzle.values, given.values, strict=True)
    return given, {cell: value for cell, value, known in cells if value and value != known}
