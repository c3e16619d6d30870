"""`csp-sudoku export`: write puzzles for other programs, one file each."""

from __future__ import annotations

import argparse
from itertools import chain, islice
from pathlib import Path

from csp_sudoku.cli.arguments import add_input
from csp_sudoku.cli.inputs import read
from csp_sudoku.cli.outputs import refuse_input, whole_file
from csp_sudoku.encoders.exports import EXPORTS, ExportFormat, format_of, format_of_file
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.puzzle import Puzzle

_EXIT_CODES = "Exit code: 0 if all are written, 2 for bad input or usage, 130 after Ctrl-C."


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _epilog()
    group = parser.add_argument_group("writing")
    group.add_argument(
        "--to", metavar="FORMAT", help="the format (default: the ending of FILE names it)"
    )
    group.add_argument(
        "--encoding",
        metavar="NAME[:NAME]",
        help="for cnf and cpsat: the encoding, for example minimal, reduced:ladder, alldifferent",
    )
    group.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to FILE instead of standard output; several puzzles go to FILE-1, FILE-2, ...",
    )


def run(args: argparse.Namespace) -> int:
    """Write each puzzle in the wanted format."""
    format = _format(args)
    options = _options(format, args.encoding)
    records = read(args)
    first = list(islice(records, 2))
    if len(first) > 1 and args.output in (None, "-"):
        raise CspSudokuError(
            "more than one puzzle cannot go to standard output",
            fix=f"name the files, for example -o puzzle{format.endings[0]}",
        )
    for number, record in enumerate(chain(first, records), start=1):
        name = _numbered(args.output, number) if len(first) > 1 else args.output
        refuse_input(args, name)
        _write(record.puzzle, format, options, name)
    return 0


def _write(puzzle: Puzzle, format: ExportFormat, options: dict[str, str], name: str | None) -> None:
    export = puzzle.export(format.name, **options)
    with whole_file(name) as out:
        out.buffer.writelines(export.pieces())


def _format(args: argparse.Namespace) -> ExportFormat:
    if args.to is not None:
        return format_of(args.to)
    if args.output in (None, "-"):
        raise CspSudokuError("no format is given", fix=f"use --to with one of {', '.join(EXPORTS)}")
    return format_of_file(args.output)


def _options(format: ExportFormat, encoding: str | None) -> dict[str, str]:
    """Return the option of the format to which each word of an encoding belongs."""
    chosen: dict[str, str] = {}
    for word in encoding.split(":") if encoding is not None else ():
        name = next((name for name, choices in format.options.items() if word in choices), None)
        if name is None or name in chosen:
            known = ", ".join(choice for choices in format.options.values() for choice in choices)
            raise CspSudokuError(
                f"{format.name} has no encoding {encoding!r}", fix=f"it has {known or 'none'}"
            )
        chosen[name] = word
    return chosen


def _numbered(name: str, number: int) -> str:
    path = Path(name)
    return str(path.with_name(f"{path.stem}-{number}{path.suffix}"))


def _epilog() -> str:
    rows = [
        f"  {format.name:13} {', '.join(format.endings):33} {format.summary}"
        for format in EXPORTS.values()
    ]
    encodings = [
        f"  {format.name:13} {' x '.join('|'.join(choices) for choices in format.options.values())}"
        for format in EXPORTS.values()
        if format.options
    ]
    heads = "formats, and the endings that name them:", "encodings:"
    return "\n".join([heads[0], *rows, heads[1], *encodings, _EXIT_CODES])
