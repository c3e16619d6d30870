"""`csp-sudoku true-candidates`: list the values that each cell takes in some solution."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.cli.arguments import add_input, add_output, add_timeout
from csp_sudoku.cli.parts import add_parts, answer_in_parts, is_in_parts
from csp_sudoku.cli.results import Result, Results, answer_all
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.formats.format import rules_of
from csp_sudoku.formats.streams import Record, write
from csp_sudoku.puzzle import Puzzle

_EPILOG = """\
Each puzzle gives a grid; without a solution it gives the word none, and the first is explained.
Exit code: 0 if all have a solution, 1 if some have none, 2 for bad input or usage, 3 if the time
ended first, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    add_timeout(parser.add_argument_group("searching"))
    add_output(parser)
    add_parts(parser)


def run(args: argparse.Namespace) -> int:
    """Draw the true candidates of each puzzle; exit with 1 if one has no solution."""
    if is_in_parts(args):
        return answer_in_parts(args, {})
    if args.resume and not args.json:
        raise CspSudokuError("drawings cannot be resumed", fix="use --json")
    return answer_all(args, _candidates)


def _candidates(record: Record, results: Results) -> Iterator[Result]:
    puzzle = record.puzzle
    found = puzzle.true_candidates(timeout=results.budget.seconds_left())
    masks = [sum(1 << value - 1 for value in values) for values in found.values()]
    marked = Puzzle.of(puzzle.board, puzzle.values, masks)
    facts = {
        "board": puzzle.board.to_data(),
        "values": list(puzzle.values),
        "candidates": [list(values) for values in found.values()],
        **rules_of(puzzle),
        "backbone": sum(len(values) == 1 for values in found.values()),
    }
    yield Result(write(marked, "pencilmarks"), facts, separator="\n")
