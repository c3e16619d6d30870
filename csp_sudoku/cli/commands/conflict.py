"""`csp-sudoku conflict`: say what is wrong with puzzles that do not have exactly one solution."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.cli.inputs import add_input
from csp_sudoku.cli.options import add_timeout
from csp_sudoku.cli.outputs import add_output
from csp_sudoku.cli.replies import Question, Reply, reply_to_all

_EPILOG = """\
Each puzzle gives one line. Without a solution: a minimal set of clues that cannot stand together,
and what forces it. With several: how many cells differ, and the fewest clues that would settle it.
Exit code: 0 if all have exactly one solution, 1 if some have none or several, 2 for bad input or
usage, 3 if some are unknown, 130 after Ctrl-C.
"""
_USUAL_SECONDS = 10.0


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    add_timeout(parser.add_argument_group("searching"), "all puzzles (10 for each if not given)")
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Explain each puzzle."""
    return reply_to_all(args, _explained)


def _explained(question: Question) -> Iterator[Reply]:
    seconds = _USUAL_SECONDS if question.seconds is None else question.seconds
    conflict = question.puzzle.conflict(timeout=seconds)
    if conflict is not None:
        facts: dict[str, object] = {
            "clues": {str(cell): value for cell, value in conflict.clues.items()},
            "marks": {str(cell): list(marks) for cell, marks in conflict.marks.items()},
            "reason": conflict.reason,
            "minimal": conflict.is_minimal,
        }
        yield Reply(f"no solution: {conflict}", facts, 1, "none")
        return
    found = question.puzzle.ambiguity(timeout=seconds)
    if found is None:
        yield Reply("one solution", {})
    else:
        facts = {
            "cells": {str(cell): list(values) for cell, values in found.cells.items()},
            "extra": {str(cell): value for cell, value in found.extra.items()},
            "at_least": found.at_least,
        }
        yield Reply(f"several solutions: {found}", facts, 1, "multiple")
