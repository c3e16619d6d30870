"""`csp-sudoku canonical`: turn equivalent puzzles into the same one, and drop duplicates."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.cli.arguments import add_input, add_output, add_timeout
from csp_sudoku.cli.parts import add_parts, add_shards, answer_in_parts, is_in_parts
from csp_sudoku.cli.results import Result, Results, answer_all, facts_of, text_of
from csp_sudoku.equivalence.canonical import canonical
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.formats.format import marks_of
from csp_sudoku.formats.streams import Record
from csp_sudoku.puzzle import Puzzle

_EPILOG = """\
Puzzles are equivalent if one becomes the other by swapping rows, columns, bands and stacks, turning
or mirroring the board, and renaming values. All equivalent puzzles have the same canonical form;
each puzzle gives one line with it. With --json the line has the puzzle as well.
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
        "--unique", action="store_true", help="write only the first of equivalent puzzles"
    )
    add_parts(parser)
    add_shards(group)


def run(args: argparse.Namespace) -> int:
    """Write the canonical form of each puzzle."""
    if is_in_parts(args):
        return answer_in_parts(args, {"shards": args.shards}, refused=("unique",))
    if args.unique and args.resume:
        raise CspSudokuError("--unique cannot be resumed", fix="leave out --resume")
    seen: set[Puzzle] = set()

    def formed(record: Record, results: Results) -> Iterator[Result]:
        form = canonical(record.puzzle, timeout=results.budget.seconds_left())
        if form in seen:
            return
        if args.unique:
            seen.add(form)
        facts = {
            **facts_of(record.puzzle),
            "canonical": list(form.values),
            **marks_of(form, "canonical_marks"),
        }
        yield Result(text_of(form), facts)

    return answer_all(args, formed)
