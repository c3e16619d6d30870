"""`csp-sudoku count`: count the solutions of puzzles."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import IO

from csp_sudoku.backends import get
from csp_sudoku.cli import code_of
from csp_sudoku.cli.arguments import (
    add_backend,
    add_input,
    add_output,
    add_timeout,
    add_workers,
    at_least_one,
)
from csp_sudoku.cli.parts import add_parts, answer_in_parts, is_in_parts
from csp_sudoku.cli.results import Result, Results, answer_all
from csp_sudoku.errors import OutOfBudgetError
from csp_sudoku.formats.streams import Record
from csp_sudoku.status import Status

_EPILOG = """\
Each puzzle gives one line: the number of its solutions, >=N where the limit of N was reached or the
time ended after N, or invalid (not a puzzle). Counting all solutions of a nearly empty board does
not end: use --limit or --timeout.
Exit code: 0 if all were counted, up to the limit if there is one; 2 for bad input or usage; 3 if
the time ended first; 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("counting")
    add_backend(group)
    group.add_argument(
        "--limit", type=at_least_one, metavar="N", help="stop counting at N (default: count all)"
    )
    add_timeout(group)
    add_workers(group, "lines of plain 9x9 puzzles with a limit")
    add_output(parser)
    add_parts(parser)


def run(args: argparse.Namespace) -> int:
    """Count the solutions of each puzzle."""
    get(args.backend)  # refuses an unknown backend before anything is read
    if is_in_parts(args):
        return answer_in_parts(args, {"limit": args.limit, "backend": args.backend})
    is_bulk = args.limit and not args.json
    return answer_all(args, _counted, bulk=_count_lines if is_bulk else None)


def _count_lines(results: Results, file: IO[bytes], name: str) -> None:
    limit = results.args.limit
    results.answer_lines(
        file,
        name,
        lambda batch: f"{batch.text_of_counts(limit)}\n".encode(),
        lambda status: 0 if status in (Status.NONE, Status.MULTIPLE) else code_of(status),
    )


def _counted(record: Record, results: Results) -> Iterator[Result]:
    args, seconds = results.args, results.budget.seconds_left()
    try:
        found = record.puzzle.count(args.limit, args.backend, timeout=seconds)
    except OutOfBudgetError as error:
        facts = {"count": error.least, "exact": False}
        yield Result(f">={error.least}", facts, code_of(Status.UNKNOWN), str(Status.UNKNOWN))
        return
    is_exact = found != args.limit
    yield Result(f"{'' if is_exact else '>='}{found}", {"count": found, "exact": is_exact})
