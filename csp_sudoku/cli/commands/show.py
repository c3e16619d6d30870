"""`csp-sudoku show`: draw puzzles, with what is known of them before any solver runs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.cli.arguments import add_input, add_standard_output
from csp_sudoku.cli.inputs import read
from csp_sudoku.cli.outputs import refuse_input
from csp_sudoku.cli.results import Result, Results, answer_all
from csp_sudoku.cli.screen import printable
from csp_sudoku.cli.terminal import drawing
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.formats.format import marks_of, rules_of
from csp_sudoku.formats.streams import Record
from csp_sudoku.puzzle import Puzzle

_EPILOG = """\
On a terminal the clues are bold, unless NO_COLOR is set.
Exit code: 0 if all is well, 1 if some are seen to have no solution by counting alone (with
--solution, by a search), 2 for bad input or usage.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("drawing")
    group.add_argument(
        "--candidates", action="store_true", default=None, help="draw the candidates of open cells"
    )
    group.add_argument(
        "--solution", action="store_true", help="draw a solution instead of the puzzle"
    )
    group.add_argument(
        "--dark", action="store_true", help="with -o: draw for a dark ground (.svg, .png, .html)"
    )
    group.add_argument(
        "--legend",
        action="store_true",
        default=None,
        help="with -o: write the rules in words into the picture (.svg, .png)",
    )
    group.add_argument("--unicode", action="store_true", help="draw with box-drawing characters")
    add_standard_output(parser).add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="draw into a file; its ending says how: .svg, .png, .html, .txt or .pdf",
    )


def run(args: argparse.Namespace) -> int:
    """Draw each puzzle; exit with 1 if one of them cannot have a solution."""
    for name in ("dark", "legend") if args.output is None else ():
        if getattr(args, name):
            raise CspSudokuError(f"--{name} is for pictures", fix="add -o FILE.svg")
    for name in ("output", "candidates", "solution", "unicode") if args.json else ():
        if getattr(args, name):
            raise CspSudokuError(f"--{name} draws, --json does not", fix="leave one of them out")
    return answer_all(args, _shown) if args.output is None else _save(args)


def _shown(record: Record, results: Results) -> Iterator[Result]:
    contradiction = record.puzzle.contradiction()
    facts = _facts(record.puzzle, str(contradiction) if contradiction else None)
    text = ""
    if not results.args.json:
        text = _drawing(record.puzzle, results.args) + _line(record.puzzle.board.name, facts)
    yield Result(text, facts, 1 if contradiction else 0, separator="\n")


def _save(args: argparse.Namespace) -> int:
    from csp_sudoku.render import save

    refuse_input(args, args.output)
    puzzles = [record.puzzle for record in read(args)]
    save(
        args.output,
        *puzzles,
        candidates=args.candidates,
        solution=args.solution,
        ascii=not args.unicode,
        alphabet=args.alphabet,
        dark=args.dark,
        legend=args.legend,
    )
    return int(any(puzzle.contradiction() for puzzle in puzzles))


def _facts(puzzle: Puzzle, contradiction: str | None) -> dict[str, object]:
    return {
        "board": puzzle.board.to_data(),
        "size": puzzle.board.size,
        "cells": len(puzzle.board.cells),
        "groups": len(puzzle.board.groups),
        "clues": len(puzzle.clues),
        "candidates": puzzle.has_candidates,
        "contradiction": contradiction,
        "values": list(puzzle.values),
        **marks_of(puzzle),
        **rules_of(puzzle),
    }


def _drawing(puzzle: Puzzle, args: argparse.Namespace) -> str:
    if not (args.unicode or args.candidates or args.solution):
        return drawing(puzzle)
    from csp_sudoku.render import text
    from csp_sudoku.render.files import solution_of

    shown = solution_of(puzzle) if args.solution else puzzle
    return text(shown, candidates=args.candidates, ascii=not args.unicode, alphabet=args.alphabet)


def _line(name: str, facts: dict[str, object]) -> str:
    line = (
        "\n" + printable(name) + ": {cells} cells, {groups} groups, {clues} clues".format_map(facts)
    )
    return line + (f"; no solution: {facts['contradiction']}" if facts["contradiction"] else "")
