"""`csp-sudoku convert`: turn puzzles from one text format into another."""

from __future__ import annotations

import argparse

from csp_sudoku import formats
from csp_sudoku.cli.inputs import add_input, read
from csp_sudoku.cli.outputs import whole_file
from csp_sudoku.errors import ContradictionError
from csp_sudoku.formats.source import suffix_of

_EPILOG = """\
The first that is no puzzle, or clashes with itself, is an error; then no file is written.
Exit code: 0 if all is well, 2 for bad input or usage, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("writing")
    group.add_argument(
        "--to",
        metavar="FORMAT",
        help=f"the format of the output: {', '.join(formats.FORMATS)} (if not given, what the "
        "ending of FILE tells, or line)",
    )
    group.add_argument("--json", dest="to", action="store_const", const="json", help="--to json")
    group.add_argument("--to-alphabet", metavar="NAME", help="the symbols of the output")
    group.add_argument("-o", "--output", metavar="FILE", help="write here, not to standard output")


def run(args: argparse.Namespace) -> int:
    """Write each puzzle in the wanted format; a puzzle that clashes with itself is an error."""
    to = args.to or _told_by(args.output or "")
    with whole_file(args.output) as out:
        for number, record in enumerate(read(args)):
            clash = record.puzzle.clash()
            if clash:
                raise ContradictionError(
                    str(clash), fix="drop or change one of the clues", place=record.place
                )
            text = formats.write(
                record.puzzle, to, alphabet=args.to_alphabet, headers=record.headers
            )
            if number:
                out.write(formats.FORMATS[to].separator)
            out.write(text + "\n")
    return 0


def _told_by(name: str) -> str:
    """Return the format that the ending of a file's name tells."""
    endings = ((format.name, format.suffixes) for format in formats.FORMATS.values())
    ending = suffix_of(name)
    return next((format for format, suffixes in endings if ending in suffixes), "line")
