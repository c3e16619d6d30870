"""`csp-sudoku canonical`: turn equivalent puzzles into the same one, and drop duplicates."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.cli.inputs import add_input
from csp_sudoku.cli.options import add_timeout
from csp_sudoku.cli.outputs import add_output
from csp_sudoku.cli.replies import Ask, Question, Reply, facts_of, reply_to_all, text_of
from csp_sudoku.equivalence.canonical import canonical
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.puzzle import Puzzle

_EPILOG = """\
Puzzles are equivalent if rows, columns, bands and stacks exchanged, the board turned or mirrored,
and values renamed make one of them the other. All of these have one form in common; each puzzle
gives one line with it. With --json the line has the puzzle as well.
Exit code: 0 if all is well, 2 for bad input or usage, 3 if some are unknown because the time
ended, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    add_timeout(parser.add_argument_group("searching"))
    group = add_output(parser)
    group.add_argument(
        "--unique", action="store_true", help="only the first puzzle of those that are equivalent"
    )


def run(args: argparse.Namespace) -> int:
    """Write the canonical form of each puzzle."""
    if args.unique and args.resume:
        raise CspSudokuError("--unique cannot be resumed", fix="leave out --resume")
    return reply_to_all(args, _forming(args.unique))


def _forming(unique: bool) -> Ask:
    seen: set[Puzzle] = set()

    def formed(question: Question) -> Iterator[Reply]:
        form = canonical(question.puzzle, timeout=question.seconds)
        if form in seen:
            return
        if unique:
            seen.add(form)
        yield Reply(text_of(form), {**facts_of(question.puzzle), "canonical": list(form.values)})

    return formed
