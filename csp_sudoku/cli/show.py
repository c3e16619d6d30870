"""`csp-sudoku show`: draw puzzles, with what is known of them before any solver runs."""

from __future__ import annotations

import argparse
import json

from csp_sudoku import formats
from csp_sudoku.cli.inputs import add_input, read
from csp_sudoku.puzzle import Puzzle


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a puzzle")


def run(args: argparse.Namespace) -> int:
    """Print each puzzle; exit with 1 if one of them cannot have a solution."""
    code = 0
    for number, record in enumerate(read(args)):
        contradiction = record.puzzle.contradiction()
        code = code or int(contradiction is not None)
        facts = _facts(record.puzzle, str(contradiction) if contradiction else None)
        if args.json:
            print(json.dumps(facts))
        else:
            print("\n" * (number > 0) + _drawing(record.puzzle, facts))
    return code


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
    text = formats.write(puzzle, "pencilmarks" if puzzle.has_candidates else "grid")
    line = "{board}: {cells} cells, {groups} groups, {clues} clues".format_map(facts)
    if facts["contradiction"]:
        line += f"; no solution: {facts['contradiction']}"
    return f"{text}\n{line}"
