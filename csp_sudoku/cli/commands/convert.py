"""`csp-sudoku convert`: convert puzzles from one text format into another."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from csp_sudoku.cli.arguments import add_input
from csp_sudoku.cli.inputs import read
from csp_sudoku.cli.outputs import whole_file
from csp_sudoku.errors import ContradictionError, CspSudokuError
from csp_sudoku.formats import NAMES
from csp_sudoku.formats.format import FORMATS
from csp_sudoku.formats.source import suffix_of
from csp_sudoku.formats.streams import write

_PLAIN_ENDINGS = ("", ".txt", ".text")
_WITH_REMARKS = ("line", "sdm")
_REMARKED = ("pasted", "json")
"""The formats whose headers are short enough for a remark after a line."""
_EPILOG = """\
The first text that is not a puzzle, or whose clues clash, is an error; then no file is written.
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
        help=f"the output format: {', '.join(NAMES)} (default: the format that the ending of FILE "
        "names, or line)",
    )
    group.add_argument("--json", dest="to", action="store_const", const="json", help="--to json")
    group.add_argument("--to-alphabet", metavar="NAME", help="the symbols of the output")
    group.add_argument(
        "-o", "--output", metavar="FILE", help="write to FILE instead of standard output"
    )


def run(args: argparse.Namespace) -> int:
    """Write each puzzle in the wanted format; a puzzle whose clues clash is an error."""
    to = args.to or _named_by(args.output or "")
    with whole_file(args.output) as out:
        for number, record in enumerate(read(args)):
            clash = record.puzzle.clash()
            if clash:
                raise ContradictionError(
                    str(clash), fix="drop or change one of the clues", place=record.place
                )
            text = write(record.puzzle, to, alphabet=args.to_alphabet, headers=record.headers)
            if to in _WITH_REMARKS and record.headers and record.format in _REMARKED:
                text += f"\t{_remark(record.headers)}"
            out.write((FORMATS[to].separator if number else "") + text + "\n")
    return 0


def _remark(headers: Mapping[str, str]) -> str:
    """Return what stood beside a puzzle, as it stands after a line."""
    said = [headers[key] for key in ("name", "comment") if key in headers]
    said += [f"{key} {headers[key]}" for key in headers if key not in ("name", "comment", "rating")]
    if "comment" not in headers and "rating" in headers:
        said.append(f"rating {headers['rating']}")
    return ", ".join(" ".join(words.split()) for words in said)


def _named_by(file: str) -> str:
    """Return the format that the ending of a file's name stands for."""
    ending = suffix_of(file)
    if ending in _PLAIN_ENDINGS or not Path(file).suffix:
        return "line"
    for name, format in FORMATS.items():
        if ending in format.suffixes:
            return name
    known = (ending for format in FORMATS.values() for ending in format.suffixes)
    raise CspSudokuError(
        f"no format has the ending {ending!r}",
        fix=f"use {', '.join(dict.fromkeys(known))} or .txt, or say --to FORMAT",
    )
