"""`csp-sudoku hint`: a nudge, the technique, or the whole next step of a puzzle."""

from __future__ import annotations

import argparse
import json

from csp_sudoku.cli.inputs import add_input, read
from csp_sudoku.cli.options import seconds
from csp_sudoku.errors import PuzzleError
from csp_sudoku.puzzle import CellKey, Puzzle

_EPILOG = """\
No hint is given while the board has an error. What was entered can be told from what was given by
--given, which takes the puzzle as it was at the start: then a wrong entry is named.
Exit code: 0 with a hint, 1 if the board has an error, 2 for bad input or usage, 3 if nothing helps.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    group = parser.add_argument_group("hints")
    group.add_argument(
        "--level",
        type=int,
        default=1,
        choices=(1, 2, 3),
        help="1 an area to look at (if not given), 2 the technique as well, 3 the whole step",
    )
    group.add_argument("--given", metavar="PUZZLE", help="the puzzle without what was entered")
    group.add_argument(
        "--unique",
        action="store_true",
        help="use techniques that lean on a unique solution, where there is exactly one",
    )
    group.add_argument(
        "--timeout", type=seconds, default=5.0, metavar="SECONDS", help="5 if not given"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a puzzle")


def run(args: argparse.Namespace) -> int:
    """Give a hint for each puzzle."""
    code = 0
    given = None
    if args.given is not None:
        given = Puzzle(args.given, format=args.format, alphabet=args.alphabet)
    for record in read(args):
        start, entries = _apart(record.puzzle, given)
        found = start.hint(
            args.level,
            entries=entries,
            unique=args.unique,
            timeout=args.timeout,
            alphabet=args.alphabet,
        )
        print(json.dumps(found.to_dict()) if args.json else found)
        code = max(code, 0 if found else 1 if found.is_refused else 3)
    return code


def _apart(puzzle: Puzzle, given: Puzzle | None) -> tuple[Puzzle, dict[CellKey, int]]:
    """Return the puzzle as it was given, and what was entered into it."""
    if given is None:
        return puzzle, {}
    if given.board != puzzle.board:
        raise PuzzleError(f"--given is on {given.board.name}, not {puzzle.board.name}")
    cells = zip(puzzle.board.cells, puzzle.values, given.values, strict=True)
    return given, {cell: value for cell, value, known in cells if value and value != known}
