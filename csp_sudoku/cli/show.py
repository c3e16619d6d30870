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
    group = parser.add_argument_group("drawing")
    group.add_argument(
        "--candidates", action="store_true", default=None, help="draw what open cells may be"
    )
    group.add_argument("--solution", action="store_true", help="draw the solution")
    group.add_argument("--unicode", action="store_true", help="draw text in box-drawing characters")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="draw into a file whose ending says how: .svg, .png, .html, .txt or .pdf",
    )
    where.add_argument("--json", action="store_true", help="one JSON object a puzzle")


def run(args: argparse.Namespace) -> int:
    """Draw each puzzle; exit with 1 if one of them cannot have a solution."""
    return _print(args) if args.output is None else _save(args)


def _print(args: argparse.Namespace) -> int:
    code = 0
    for number, record in enumerate(read(args)):
        contradiction = record.puzzle.contradiction()
        code = code or int(contradiction is not None)
        facts = _facts(record.puzzle, str(contradiction) if contradiction else None)
        if args.json:
            print(json.dumps(facts))
        else:
            print("\n" * (number > 0) + _drawing(record.puzzle, args) + _line(facts))
    return code


def _save(args: argparse.Namespace) -> int:
    from csp_sudoku.render import save

    puzzles = [record.puzzle for record in read(args)]
    save(
        args.output,
        *puzzles,
        candidates=args.candidates,
        solution=args.solution,
        ascii=not args.unicode,
        alphabet=args.alphabet,
    )
    return int(any(puzzle.contradiction() for puzzle in puzzles))


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


def _drawing(puzzle: Puzzle, args: argparse.Namespace) -> str:
    if not (args.unicode or args.candidates or args.solution):
        return formats.write(puzzle, "pencilmarks" if puzzle.has_candidates else "grid")
    from csp_sudoku.render import text
    from csp_sudoku.render.files import solution_of

    shown = solution_of(puzzle) if args.solution else puzzle
    return text(shown, candidates=args.candidates, ascii=not args.unicode, alphabet=args.alphabet)


def _line(facts: dict[str, object]) -> str:
    line = "\n{board}: {cells} cells, {groups} groups, {clues} clues".format_map(facts)
    return line + (f"; no solution: {facts['contradiction']}" if facts["contradiction"] else "")
