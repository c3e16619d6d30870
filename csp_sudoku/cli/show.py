"""`csp-sudoku show`: draw puzzles, with what is known of them before any solver runs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.cli.colours import drawing
from csp_sudoku.cli.inputs import add_input
from csp_sudoku.cli.outputs import add_standard_output
from csp_sudoku.cli.replies import Question, Reply, reply_to_all
from csp_sudoku.puzzle import Puzzle

_EPILOG = """\
On a terminal the clues are bold, unless NO_COLOR is set.
Exit code: 0 if all is well, 1 if counting alone shows that some have no solution, 2 for bad input
or usage.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    add_standard_output(parser)


def run(args: argparse.Namespace) -> int:
    """Print each puzzle; exit with 1 if one of them cannot have a solution."""

    def shown(question: Question) -> Iterator[Reply]:
        contradiction = question.puzzle.contradiction()
        facts = _facts(question.puzzle, str(contradiction) if contradiction else None)
        text = "" if args.json else _drawing(question.puzzle, facts)
        yield Reply("\n" * (question.number > 1) + text, facts, 1 if contradiction else 0)

    return reply_to_all(args, shown)


def _facts(puzzle: Puzzle, contradiction: str | None) -> dict[str, object]:
    return {
        "board": puzzle.board.name,
        "size": puzzle.board.size,
        "cells": len(puzzle.board.cells),
        "groups": len(puzzle.board.groups),
        "clues": len(puzzle.clues),
        "candidates": puzzle.has_candidates,
        "contradiction": contradiction,
        "values": list(puzzle.values),
    }


def _drawing(puzzle: Puzzle, facts: dict[str, object]) -> str:
    line = "{board}: {cells} cells, {groups} groups, {clues} clues".format_map(facts)
    if facts["contradiction"]:
        line += f"; no solution: {facts['contradiction']}"
    return f"{drawing(puzzle)}\n{line}"
