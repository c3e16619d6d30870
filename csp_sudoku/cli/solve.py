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
    add_input,
    name_of,
    open_named,
    read_file,
    read_typed,
    seconds,
    words,
)
from csp_sudoku.errors import CspSudokuError, Place, PuzzleFormatError
from csp_sudoku.formats.detect import is_classic
from csp_sudoku.puzzle import Solution

_EPILOG = """\
Each puzzle gives one solution, in the order and the format of the input. Where there is not
exactly one, the line is a word instead: none, multiple, invalid (no puzzle), unknown (no time).
Exit code: 0 if all have exactly one solution (at least one, with --limit 1), 1 if some have none
or several, 2 for bad input or usage, 3 if some are unknown, 130 after Ctrl-C.
"""
_EXIT_CODES = {Status.INVALID: 2, Status.UNKNOWN: 3, Status.NONE: 1, Status.MULTIPLE: 1}
_LINES = (None, "line", "sdm")
_BLINK = 0.2
_MOST = 0xFFFFFFFE


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    group = parser.add_argument_group("solving")
    group.add_argument("--backend", default="auto", metavar="NAME", help="who solves, as dlx, sat")
    group.add_argument(
        "--limit",
        type=_at_least_one,
        default=2,
        metavar="N",
        help="look for so many solutions: 1 takes the first, 2 (if not given) tells if it is alone",
    )
    group.add_argument(
        "--timeout", type=seconds, metavar="SECONDS", help="for all puzzles: the rest is unknown"
    )
    group.add_argument(
        "--workers",
        type=_at_least_one,
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
            if _is_plain(file, args):
                _solve_lines(file, name_of(word), told)
            else:
                _solve_each(read_file(file, name_of(word), args, told.invalid), told)
    return told.end()


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or len(text) > 10 or not 1 <= int(text) <= _MOST:
        raise argparse.ArgumentTypeError(f"{text[:20]!r}: use 1 or more, up to {_MOST}")
    return int(text)


def _is_plain(file: IO[bytes], args: argparse.Namespace) -> bool:
    """Whether lines of plain 9x9 puzzles come in, and go out."""
    if args.json or args.board or args.alphabet or not {args.format, args.to} <= set(_LINES):
        return False
    try:
        return is_classic(file.peek(1))  # type: ignore[attr-defined]
    except Exception:  # a broken file: whoever reads it next says what is wrong with it
        return False


class _Told:
    """What was written and counted so far."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.count: Counter[Status] = Counter()
        self.error: CspSudokuError | None = None
        self.started = self.blinked = time.monotonic()
        self.blinks = sys.stderr.isatty() and not args.quiet
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
        if self.blinks and time.monotonic() - self.blinked > _BLINK:
            self.blinked = time.monotonic()
            print(f"\r{self.count.total():,} puzzles", end="", file=sys.stderr, flush=True)

    def end(self) -> int:
        """Return the exit code; raise what was no puzzle."""
        if self.blinks and self.blinked > self.started:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        if self.error is not None:
            sys.stdout.flush()
            raise self.error
        return next((code for status, code in _EXIT_CODES.items() if self.count[status]), 0)


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
            told.error = _no_puzzle(name, numbers[batch.first(Status.INVALID)])
        told.add(tally)


def _no_puzzle(name: str, line: int) -> CspSudokuError:
    return PuzzleFormatError(
        "no 9x9 puzzle", fix="write 81 symbols, 1-9 and . for an open cell", place=Place(name, line)
    )


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
