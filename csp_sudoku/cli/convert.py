"""`csp-sudoku convert`: turn puzzles from one text format into another."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from csp_sudoku import formats
from csp_sudoku.cli.inputs import add_input, read
from csp_sudoku.errors import ContradictionError, CspSudokuError, SourceError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    group = parser.add_argument_group("writing")
    group.add_argument(
        "--to",
        default="line",
        metavar="FORMAT",
        help=f"the format of the output: {', '.join(formats.FORMATS)} (line if not given)",
    )
    group.add_argument("--json", dest="to", action="store_const", const="json", help="--to json")
    group.add_argument("--to-alphabet", metavar="NAME", help="the symbols of the output")
    group.add_argument("-o", "--output", metavar="FILE", help="write here, not to standard output")


def run(args: argparse.Namespace) -> int:
    """Write each puzzle in the wanted format; a puzzle that clashes with itself is an error."""
    with _output(args.output) as out:
        for number, record in enumerate(read(args)):
            clash = record.puzzle.clash()
            if clash:
                raise ContradictionError(
                    str(clash), fix="drop or change one of the clues", place=record.place
                )
            text = formats.write(
                record.puzzle, args.to, alphabet=args.to_alphabet, headers=record.headers
            )
            if number:
                out.write(formats.FORMATS[args.to].separator)
            out.write(text + "\n")
    return 0


@contextmanager
def _output(name: str | None) -> Iterator[TextIO]:
    """Open the output; a file appears under its name only when it is whole."""
    if name is None or name == "-":
        yield sys.stdout
        return
    if not name:
        raise SourceError("an output file without a name", fix="give one, or - for standard output")
    path = Path(name)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8") as out:
            yield out
        part.replace(path)
    except CspSudokuError:
        raise
    except OSError as error:
        raise SourceError(f"cannot write {name}: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)
