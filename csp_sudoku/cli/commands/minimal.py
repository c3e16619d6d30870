"""`csp-sudoku minimal`: drop clues until none can go, or tell whether one could."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.backends import get
from csp_sudoku.boards.symmetries import PATTERNS
from csp_sudoku.cli.inputs import add_input
from csp_sudoku.cli.options import add_backend, add_seed, add_timeout
from csp_sudoku.cli.outputs import add_output
from csp_sudoku.cli.replies import Question, Reply, facts_of, reply_to_all, text_of
from csp_sudoku.errors import CspSudokuError, NotProperError
from csp_sudoku.making.minimal import all_minimal, is_minimal, minimal

_EPILOG = """\
Each puzzle (or solution: a puzzle with every clue) gives one line, a minimal puzzle. Where there
is not exactly one solution, the line is a word: none, multiple, invalid (no puzzle), unknown (no
time). The first one is explained at the end, with two solutions or with clues that clash.
Exit code: 0 if all is well; 1 if some puzzles have no or several solutions or, with --check, are
not minimal; 2 for bad input or usage; 3 if some are unknown; 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("dropping clues")
    choice = group.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="tell whether puzzles are minimal")
    choice.add_argument(
        "--all", action="store_true", help="write all minimal puzzles within each, as found"
    )
    add_seed(group)
    group.add_argument("--keep", default="", metavar="CELLS", help="clues that stay, as r1c1,r5c5")
    group.add_argument("--symmetry", choices=tuple(PATTERNS), help="the clues stay symmetric")
    add_backend(group)
    add_timeout(group)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Make each puzzle minimal, or tell whether it is."""
    get(args.backend)  # refuses what is none before anything is read
    if args.all and args.resume:
        raise CspSudokuError("--all cannot be resumed", fix="leave out --resume")

    def dropped(question: Question) -> Iterator[Reply]:
        puzzle = minimal(
            question.puzzle,
            seed=args.seed,
            keep=args.keep.replace(",", " ").split(),
            symmetry=args.symmetry,
            backend=args.backend,
            timeout=question.seconds,
        )
        yield Reply(text_of(puzzle), facts_of(puzzle))

    def games(question: Question) -> Iterator[Reply]:
        found = all_minimal(question.puzzle, backend=args.backend, timeout=question.seconds)
        for puzzle in found:
            yield Reply(text_of(puzzle), facts_of(puzzle))

    def checked(question: Question) -> Iterator[Reply]:
        found = is_minimal(question.puzzle, backend=args.backend, timeout=question.seconds)
        if not found and found.redundant is None:
            raise NotProperError(solutions=found.solutions)
        witness = None if found else str(found.redundant)
        text = "minimal" if found else f"not minimal: {found.reason}"
        yield Reply(text, {"minimal": bool(found), "redundant": witness}, 0 if found else 1)

    return reply_to_all(args, checked if args.check else games if args.all else dropped)
