"""`csp-sudoku conflict`: say what is wrong with puzzles that do not have exactly one solution."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.cli.arguments import add_input, add_output, add_timeout
from csp_sudoku.cli.results import Result, Results, answer_all
from csp_sudoku.formats.streams import Record

_EPILOG = """\
Each puzzle gives one line. Without a solution: a minimal set of clues that contradict each other,
and the reason. With several: how many cells differ, and the fewest clues that would settle it.
Exit code: 0 if all have exactly one solution, 1 if some have none or several, 2 for bad input or
usage, 3 if some are unknown, 130 after Ctrl-C.
"""
_USUAL_SECONDS = 10.0


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    add_timeout(parser.add_argument_group("searching"), "all puzzles (default: 10 per puzzle)")
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Explain each puzzle."""
    return answer_all(args, _explained)


def _explained(record: Record, results: Results) -> Iterator[Result]:
    left = results.budget.seconds_left()
    seconds = _USUAL_SECONDS if left is None else left
    conflict = record.puzzle.conflict(timeout=seconds)
    if conflict is not None:
        facts: dict[str, object] = {
            "clues": {str(cell): value for cell, value in conflict.clues.items()},
            "marks": {str(cell): list(marks) for cell, marks in conflict.marks.items()},
            "reason": conflict.reason,
            "minimal": conflict.is_minimal,
        }
        if conflict.rules:
            facts["rules"] = [rule.to_data() for rule in conflict.rules]
        yield Result(f"no solution: {conflict}", facts, 1, "none")
        return
    found = record.puzzle.ambiguity(timeout=seconds)
    if found is None:
        yield Result("one solution", {})
    else:
        facts = {
            "cells": {str(cell): list(values) for cell, values in found.cells.items()},
            "extra": {str(cell): value for cell, value in found.extra.items()},
            "at_least": found.at_least,
        }
        yield Result(f"several solutions: {found}", facts, 1, "multiple")
