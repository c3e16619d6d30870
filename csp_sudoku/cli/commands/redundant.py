"""`csp-sudoku redundant`: tell which clues follow from all the others."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.cli.arguments import add_input, add_output, add_timeout
from csp_sudoku.cli.results import Result, Results, answer_all
from csp_sudoku.errors import OutOfBudgetError
from csp_sudoku.formats.streams import Record

_EPILOG = """\
Each puzzle gives one line: the clues that follow from all others, or that every clue is needed. A
puzzle without a solution gives the word none. With --json, there is for each clue that is needed a
solution of the others in which the cell has another value. Any one redundant clue can be dropped,
but not always several of them: csp-sudoku minimal drops as many as possible.
Exit code: 0 if every clue of every puzzle is needed, 1 if some are redundant or there is no
solution, 2 for bad input or usage, 3 if some are unknown, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    add_timeout(parser.add_argument_group("searching"))
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Tell the redundant clues of each puzzle; exit with 1 if there are some."""
    return answer_all(args, _found)


def _found(record: Record, results: Results) -> Iterator[Result]:
    found = record.puzzle.redundant(timeout=results.budget.seconds_left())
    if found.unknown and len(found.unknown) == len(found):
        raise OutOfBudgetError("the time ended before any clue was settled", least=0)
    redundant, unknown = [str(cell) for cell in found.redundant], list(map(str, found.unknown))
    text = f"redundant: {', '.join(redundant)}" if redundant else "every clue is needed"
    if unknown:
        text = f"{text if redundant else 'none so far'}; unknown: {', '.join(unknown)}"
    facts = {
        "redundant": redundant,
        "needed": {str(cell): list(witness.values) for cell, witness in found.needed.items()},
        "unknown": unknown,
    }
    status = "unknown" if unknown else "done"
    yield Result(text, facts, 3 if unknown else 1 if redundant else 0, status)
