"""`csp-sudoku cover`: solve exact cover problems with colours, in the form of Knuth's programs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext

from csp_sudoku.budgets import counted, pulled
from csp_sudoku.cli import code_of
from csp_sudoku.cli.arguments import add_standard_output, add_timeout, at_least_one
from csp_sudoku.cli.results import Result, Results, results_of
from csp_sudoku.encoders.xcover import NamedCover, read
from csp_sudoku.errors import CspSudokuError, SourceError
from csp_sudoku.formats.source import open_binary
from csp_sudoku.place import Place
from csp_sudoku.status import Status

_LONGEST = 1 << 27
"""Bytes of a problem; that of an empty 64x64 board has 7 million."""

_EPILOG = """\
The first line of FILE names all items, the secondary ones behind a bar; each line after it is one
option: the items that it covers, and with a colon the colours that it gives to secondary items.
Lines that begin with a bar are comments. csp-sudoku export --to xcover writes such files.

Each solution is one line: its options in the order of the file, with " ; " between them. Where
there is none, the line is none; where the time ended before the next one, unknown. With --count,
the only line is the number of solutions, or >=N if the limit or the end of the time came first.
Exit code: 0 if there is a solution, or with --count if all were counted, up to the limit if there
is one; 1 if there is none; 2 for bad input or usage; 3 if the time ended first; 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="an exact cover problem; - for standard input")
    parser.epilog = _EPILOG
    group = parser.add_argument_group("searching")
    group.add_argument(
        "--limit", type=at_least_one, metavar="N", help="stop after N solutions (default: all)"
    )
    group.add_argument("--count", action="store_true", help="count the solutions, print none")
    add_timeout(group, "the search")
    add_standard_output(parser)


def run(args: argparse.Namespace) -> int:
    """Print the solutions of a problem, or their number."""
    problem = _read(args.file)
    with results_of(args) as results:
        for result in (_counted if args.count else _solved)(problem, results):
            results.write(result)
    return results.end()


def _read(name: str) -> NamedCover:
    """Return the problem of a file; a file of any other kind is refused at its first odd line."""
    if name == "-" and sys.stdin is None:
        raise CspSudokuError("standard input is closed", fix="give a file")
    source = "<stdin>" if name == "-" else name
    file = nullcontext(sys.stdin.buffer) if name == "-" else open_binary(name, name)
    with file as binary:
        content = binary.read(_LONGEST + 1)
    if len(content) > _LONGEST:
        raise SourceError(f"the problem has more than {_LONGEST:,} bytes", place=Place(source))
    return read(content.decode("utf-8", "surrogateescape").removeprefix("\ufeff"), source)


def _solved(problem: NamedCover, results: Results) -> Iterator[Result]:
    limit, found = results.args.limit, 0
    solutions = pulled(problem.native().search(), sorted, results.budget, {}, ())
    while found != limit:
        try:
            chosen = next(solutions)
        except StopIteration as end:
            status = Status.NONE if end.value else Status.UNKNOWN
            if status is Status.UNKNOWN or not found:
                yield Result(str(status), {}, code_of(status), str(status))
            return
        found += 1
        options = [problem.words(option) for option in chosen]
        yield Result(" ; ".join(map(" ".join, options)), {"options": options}, 0, "solved")


def _counted(problem: NamedCover, results: Results) -> Iterator[Result]:
    limit = results.args.limit
    found, settled = counted(problem.native().search(), results.budget, {}, (), limit)
    is_exact = settled and found != limit
    facts = {"count": found, "exact": is_exact}
    text = f"{'' if is_exact else '>='}{found}"
    status = "done" if settled else str(Status.UNKNOWN)
    yield Result(text, facts, 0 if settled else code_of(Status.UNKNOWN), status)
