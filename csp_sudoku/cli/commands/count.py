"""`csp-sudoku count`: count the solutions of puzzles."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import IO

from csp_sudoku.backends import get
from csp_sudoku.cli.inputs import add_input, no_plain_puzzle, read_on_word, words
from csp_sudoku.cli.options import add_backend, add_timeout, add_workers, at_least_one
from csp_sudoku.cli.outputs import add_output, lines
from csp_sudoku.cli.replies import Question, Replies, Reply
from csp_sudoku.cli.statuses import code_of
from csp_sudoku.errors import OutOfBudgetError
from csp_sudoku.status import Status

_EPILOG = """\
Each puzzle gives one line: the number of its solutions, >=N where the limit of N was reached or the
time ended after N, or invalid (no puzzle). Counting all solutions of a nearly empty board does not
end: use --limit or --timeout.
Exit code: 0 if all were counted, if need be up to the limit; 2 for bad input or usage; 3 if the
time ended first; 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("counting")
    add_backend(group)
    group.add_argument(
        "--limit", type=at_least_one, metavar="N", help="count to N (to the end if not given)"
    )
    add_timeout(group)
    add_workers(group, "lines of plain 9x9 puzzles with a limit")
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Count the solutions of each puzzle."""
    get(args.backend)  # refuses what is none before anything is read

    def counted(question: Question) -> Iterator[Reply]:
        try:
            found = question.puzzle.count(args.limit, args.backend, timeout=question.seconds)
        except OutOfBudgetError as error:
            least = error.least
            yield Reply(f">={least}", {"count": least, "exact": False}, 3, "unknown")
            return
        is_exact = found != args.limit
        yield Reply(f"{'' if is_exact else '>='}{found}", {"count": found, "exact": is_exact})

    with lines(args) as out:
        replies = Replies(args, out)
        in_bulk = args.limit and not args.json and not out.done
        bulk = partial(_count_lines, replies=replies) if in_bulk else None
        for word in words(args):
            replies.to(counted, read_on_word(word, args, bulk))
    return replies.end()


def _count_lines(file: IO[bytes], name: str, replies: Replies) -> None:
    from csp_sudoku.bulk.batch import solve_lines

    args = replies.args
    counted = solve_lines(
        file,
        limit=args.limit,
        workers=args.workers,
        backend=args.backend,
        timeout=replies.seconds_left(),
    )
    for batch, numbers in counted:
        if not args.quiet:
            replies.write_text(batch.text_of_counts(args.limit))
        wrong = batch.first(Status.INVALID)
        error = None if wrong < 0 else no_plain_puzzle(name, numbers[wrong])
        codes = {code_of(status) for status in batch.tally()} - {1}
        replies.note(len(batch), codes, error)
