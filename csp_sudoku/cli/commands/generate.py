"""`csp-sudoku generate`: make new puzzles with exactly one solution."""

from __future__ import annotations

import argparse

from csp_sudoku.backends import get
from csp_sudoku.boards.symmetries import PATTERNS
from csp_sudoku.cli.arguments import (
    add_backend,
    add_board,
    add_output,
    add_seed,
    add_timeout,
    add_workers,
    at_least_one,
    whole_number,
)
from csp_sudoku.cli.inputs import is_path
from csp_sudoku.cli.results import Result, facts_of, results_of, text_of
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.formats.source import lines_of
from csp_sudoku.making.generate import generate_many
from csp_sudoku.making.layouts import FAMILIES
from csp_sudoku.native.minimal9 import METHODS

_EPILOG = """\
Each puzzle is one line, which does not tell a board with diagonals from a plain one: give --board
when you read it, or use --json, which every command reads. Puzzle i depends only on the seed and on
i, so that --resume makes the same file as one run, whatever the number of workers.
Exit code: 0 if all were made, 2 if there is no such puzzle or for bad usage, 3 if the time or the
tries ended first, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = _EPILOG
    group = parser.add_argument_group("wishes")
    group.add_argument(
        "-n", type=at_least_one, default=1, metavar="N", help="how many puzzles (default: 1)"
    )
    add_seed(group)
    add_board(group)
    group.add_argument(
        "--rules",
        metavar="LIST",
        help="the families of a variant, as killer,thermo; with a number of rules, as thermo:4; "
        f"and rules of the whole board, as antiknight. Families: {', '.join(FAMILIES)}",
    )
    group.add_argument("--clues", type=whole_number, metavar="K", help="exactly K clues")
    group.add_argument("--symmetry", choices=tuple(PATTERNS), help="the symmetry of the clues")
    group.add_argument(
        "--pattern",
        metavar="TEXT",
        help="where the clues are: one symbol per cell, . for an open one; or a file with that",
    )
    group.add_argument(
        "--minimal",
        action="store_true",
        default=None,
        help="no clue can be removed; needed only with --clues and --pattern",
    )
    group.add_argument(
        "--difficulty",
        metavar="LEVEL",
        help="easy, medium, hard, expert or diabolical, by the rating of a plain 9x9 puzzle",
    )
    group = parser.add_argument_group("making")
    group.add_argument(
        "--method",
        default="top-down",
        choices=METHODS,
        help="controlled-bias (plain 9x9) is slower, and its bias can be corrected in statistics",
    )
    add_workers(group, "plain 9x9 puzzles")
    add_backend(group)
    group.add_argument(
        "--tries", type=at_least_one, metavar="N", help="how many full boards to try per puzzle"
    )
    add_timeout(group, "each puzzle")
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Make puzzles, one line each."""
    get(args.backend)  # refuses an unknown backend before anything is made
    pattern = _pattern(args.pattern)
    with results_of(args) as results:
        try:
            for puzzle in generate_many(
                max(0, args.n - results.done),
                seed=args.seed,
                first=results.done,
                workers=args.workers,
                timeout=args.timeout,
                board=args.board,
                rules=args.rules,
                minimal=args.minimal,
                clues=args.clues,
                symmetry=args.symmetry,
                pattern=pattern,
                difficulty=args.difficulty,
                method=args.method,
                backend=args.backend,
                tries=args.tries,
            ):
                results.write(Result(text_of(puzzle), facts_of(puzzle)))
        except CspSudokuError as error:
            if not args.json or args.output is not None:  # a file to resume has only puzzles
                raise
            results.fail(error)
    return results.end()


def _pattern(word: str | None) -> str | None:
    """Return the text of a pattern, or of the file that has one."""
    if word is None or not is_path(word):
        return word
    return "".join(line.text for line in lines_of(word, word) if line.is_content)
