"""`csp-sudoku solve`: solve puzzles, one or a million, and tell which have exactly one solution."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import IO, cast

from csp_sudoku import formats
from csp_sudoku.answers import Answer, Status
from csp_sudoku.cli.inputs import (
    LINES,
    add_input,
    is_plain,
    name_of,
    no_plain_puzzle,
    open_named,
    read_file,
    read_typed,
    words,
)
from csp_sudoku.cli.options import add_backend, add_timeout, at_least_one
from csp_sudoku.cli.outputs import Progress
from csp_sudoku.cli.statuses import code_of, worst
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.puzzle import Solution

_EPILOG = """\
Each puzzle gives one solution, in the order and the format of the input. Where there is not
exactly one, the line is a word instead: none, multiple, invalid (no puzzle), unknown (no time).
Exit code: 0 if all have exactly one solution (at least one, with --limit 1), 1 if some have none
or several, 2 for bad input or usage, 3 if some are unknown, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("solving")
    add_backend(group)
    group.add_argument(
        "--limit",
        type=at_least_one,
        default=2,
        metavar="N",
        help="look for so many solutions: 1 takes the first, 2 (if not given) tells if it is alone",
    )
    add_timeout(group, "all puzzles: the rest is unknown")
    group.add_argument(
        "--workers",
        type=at_least_one,
        metavar="N",
        help="threads for lines of plain 9x9 puzzles (all cores if not given)",
    )
    group = parser.add_argument_group("writing")
    group.add_argument(
        "--to", metavar="FORMAT", help=f"the format of the output: {', '.join(formats.FORMATS)}"
    )
    group.add_argument(
        "--json", action="store_true", help="one JSON object a line, with backend and time of each"
    )
    group.add_argument("--quiet", action="store_true", help="write nothing; the exit code tells")


def run(args: argparse.Namespace) -> int:
    """Solve all puzzles; what is no puzzle is told at the end, behind the answers."""
    if args.to is not None:
        formats.format_of(args.to)
    told = _Told(args)
    for word in words(args):
        opened = open_named(word, args)
        if opened is None:
            _solve_each(read_typed(word, args), told)
            continue
        with opened as file:
            if not args.json and args.to in LINES and is_plain(file, args):
                _solve_lines(file, name_of(word), told)
            else:
                _solve_each(read_file(file, name_of(word), args, told.invalid), told)
    return told.end()


class _Told:
    """What was written and counted so far."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.count: Counter[Status] = Counter()
        self.error: CspSudokuError | None = None
        self.started = time.monotonic()
        self.progress = Progress(args)
        self.draws = sys.stdout.isatty() and not (args.to or args.json)

    def seconds_left(self) -> float | None:
        """Return what is left of the time for all puzzles."""
        if self.args.timeout is None:
            return None
        return max(0.0, cast("float", self.args.timeout) - (time.monotonic() - self.started))

    def invalid(self, error: CspSudokuError) -> None:
        """Note what is no puzzle: a word in its place, and the first error at the end."""
        self.error = self.error or error
        answer = {"status": str(Status.INVALID), "error": str(error)}
        self.write(json.dumps(answer) if self.args.json else str(Status.INVALID))
        self.add({Status.INVALID: 1})

    def write(self, text: str, separator: str = "") -> None:
        """Write the lines of one answer."""
        if not self.args.quiet:
            sys.stdout.write((separator if self.count else "") + text + "\n")

    def add(self, tally: dict[Status, int]) -> None:
        """Count answers, and show on a terminal how far it is."""
        self.count.update(tally)
        self.progress.tell(f"{self.count.total():,} puzzles")

    def end(self) -> int:
        """Return the exit code; raise what was no puzzle."""
        self.progress.clear()
        if self.error is not None:
            sys.stdout.flush()
            raise self.error
        return worst([code_of(status) for status in self.count])


# Lines of plain 9x9 puzzles, in bulk


def _solve_lines(file: IO[bytes], name: str, told: _Told) -> None:
    from csp_sudoku.batch import solve_lines

    args = told.args
    solved = solve_lines(
        file,
        limit=args.limit,
        workers=args.workers,
        backend=args.backend,
        timeout=told.seconds_left(),
    )
    sys.stdout.flush()
    for batch, numbers in solved:
        if not args.quiet:
            sys.stdout.buffer.write(batch.text())
            sys.stdout.buffer.flush()
        tally = batch.tally()
        if Status.INVALID in tally and told.error is None:
            told.error = no_plain_puzzle(name, numbers[batch.first(Status.INVALID)])
        told.add(tally)


# All else, one by one


def _solve_each(records: Iterator[formats.Record], told: _Told) -> None:
    args = told.args
    for record in records:
        answer = record.puzzle.solve(args.backend, limit=args.limit, timeout=told.seconds_left())
        separator = ""
        if args.json:
            text = json.dumps(_facts(answer, record))
        elif told.draws and record.place.source == "<argument>":
            text = _drawing(answer)
        else:
            format = args.to or record.format
            text = _text(answer, record, format, args.alphabet)
            separator = formats.FORMATS[format].separator
        told.write(text, separator)
        told.add({answer.status: 1})


def _facts(answer: Answer[Solution], record: formats.Record) -> dict[str, object]:
    solution = answer.solution
    return {
        "status": str(answer.status),
        "solution": None if solution is None else list(solution.values),
        "found": answer.found,
        "board": record.puzzle.board.name,
        "backend": answer.backend,
        "reason": answer.reason,
        "seconds": answer.seconds,
        "stats": dict(answer.stats),
    }


def _text(
    answer: Answer[Solution], record: formats.Record, format: str, alphabet: str | None
) -> str:
    if answer.status is not Status.SOLVED or answer.solution is None:
        return str(answer.status)
    return formats.write(answer.solution, format, alphabet=alphabet, headers=record.headers)


def _drawing(answer: Answer[Solution]) -> str:
    grid = "" if answer.solution is None else f"{answer.solution}\n"
    seconds = f"{answer.seconds:.6f} s"
    return f"{grid}{answer.status}, by {answer.backend} in {seconds}: {answer.reason}"
