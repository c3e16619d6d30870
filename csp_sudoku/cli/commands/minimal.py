"""`csp-sudoku minimal`: remove clues until none can go, or check whether one could."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.backends import get
from csp_sudoku.boards.symmetries import PATTERNS
from csp_sudoku.cli.arguments import add_backend, add_input, add_output, add_seed, add_timeout
from csp_sudoku.cli.parts import add_parts, answer_in_parts, is_in_parts
from csp_sudoku.cli.results import Result, Results, answer_all, facts_of, text_of
from csp_sudoku.errors import CspSudokuError, NotProperError
from csp_sudoku.formats.streams import Record
from csp_sudoku.making.minimal import all_minimal, is_minimal, minimal

_EPILOG = """\
Each puzzle (or solution: a puzzle with every clue) gives one line, a minimal puzzle. Where there
is not exactly one solution, the line is a word: none, multiple, invalid (not a puzzle), unknown
(the time ended). The first one is explained at the end, by two solutions or by clues that clash.
Exit code: 0 if all is well; 1 if some puzzles have no or several solutions or, with --check, are
not minimal; 2 for bad input or usage; 3 if some are unknown; 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("removing clues")
    choice = group.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="check whether puzzles are minimal")
    choice.add_argument(
        "--all", action="store_true", help="write all minimal puzzles within each, as found"
    )
    add_seed(group)
    group.add_argument(
        "--keep", default="", metavar="CELLS", help="clues that stay, for example r1c1,r5c5"
    )
    group.add_argument("--symmetry", choices=tuple(PATTERNS), help="keep the clues symmetric")
    add_backend(group)
    add_timeout(group)
    add_output(parser)
    add_parts(parser)


def run(args: argparse.Namespace) -> int:
    """Make each puzzle minimal, or check whether it is."""
    get(args.backend)  # refuses an unknown backend before anything is read
    if is_in_parts(args):
        options = {
            "seed": args.seed,
            "keep": args.keep.replace(",", " ").split(),
            "symmetry": args.symmetry,
            "backend": args.backend,
        }
        return answer_in_parts(args, options, refused=("check", "all"))
    if args.all and args.resume:
        raise CspSudokuError("--all cannot be resumed", fix="leave out --resume")

    def reduced(record: Record, results: Results) -> Iterator[Result]:
        puzzle = minimal(
            record.puzzle,
            seed=args.seed,
            keep=args.keep.replace(",", " ").split(),
            symmetry=args.symmetry,
            backend=args.backend,
            timeout=results.budget.seconds_left(),
        )
        yield Result(text_of(puzzle), facts_of(puzzle))

    def all_within(record: Record, results: Results) -> Iterator[Result]:
        seconds = results.budget.seconds_left()
        for puzzle in all_minimal(record.puzzle, backend=args.backend, timeout=seconds):
            yield Result(text_of(puzzle), facts_of(puzzle))

    def checked(record: Record, results: Results) -> Iterator[Result]:
        seconds = results.budget.seconds_left()
        found = is_minimal(record.puzzle, backend=args.backend, timeout=seconds)
        if not found and found.redundant is None:
            raise NotProperError(solutions=found.solutions)
        witness = None if found else str(found.redundant)
        text = "minimal" if found else f"not minimal: {found.reason}"
        yield Result(text, {"minimal": bool(found), "redundant": witness}, 0 if found else 1)

    return answer_all(args, checked if args.check else all_within if args.all else reduced)
