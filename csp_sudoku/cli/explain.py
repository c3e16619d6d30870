"""`csp-sudoku explain`: every step of a puzzle with its reason, as people solve it."""

from __future__ import annotations

import argparse
import json

from csp_sudoku.cli.inputs import add_input, read
from csp_sudoku.cli.options import seconds
from csp_sudoku.puzzle import Puzzle

_EPILOG = """\
Each step is the easiest one that a technique finds. Where no technique helps, the explanation ends
as stuck, unless --reasons or --guess goes on. With --json: one object a puzzle.
Exit code: 0 if all are solved, 1 if one has a contradiction or several solutions, 2 for bad input
or usage, 3 if one is stuck or the time ended.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    group = parser.add_argument_group("explaining")
    group.add_argument(
        "--unique",
        action="store_true",
        help="use techniques that lean on a unique solution, where there is exactly one",
    )
    group.add_argument(
        "--reasons",
        action="store_true",
        help="where no technique helps: a smallest set of constraints that rules a candidate out",
    )
    group.add_argument(
        "--guess", action="store_true", help="where nothing helps: guess, and go on to the end"
    )
    group.add_argument(
        "--hardness",
        action="store_true",
        help="tell how many constraints the largest reason has that the puzzle needs",
    )
    group.add_argument("--seed", type=int, default=0, metavar="N", help="where guesses come from")
    group.add_argument("--timeout", type=seconds, metavar="SECONDS", help="for each puzzle")
    parser.add_argument("--json", action="store_true", help="one JSON object a puzzle")


def run(args: argparse.Namespace) -> int:
    """Explain each puzzle."""
    code = 0
    for number, record in enumerate(read(args)):
        if number and not args.json:
            print()
        code = max(code, _explain(record.puzzle, args))
    return code


def _explain(puzzle: Puzzle, args: argparse.Namespace) -> int:
    clash = puzzle.clash()
    if clash:
        cells = [str(variable) for variable in clash.variables]
        found = {
            "progress": "contradiction",
            "contradiction": {"reason": str(clash), "cells": cells},
        }
        print(json.dumps(found) if args.json else f"contradiction: {clash}")
        return 1
    explained = puzzle.explain(
        unique=args.unique,
        reasons=args.reasons,
        guess=args.guess,
        seed=args.seed,
        timeout=args.timeout,
        alphabet=args.alphabet,
    )
    hardness = puzzle.hardness(timeout=args.timeout) if args.hardness else None
    if args.json:
        print(
            json.dumps(explained.to_dict() | ({"hardness": hardness._asdict()} if hardness else {}))
        )
    else:
        print(explained)
        if hardness:
            print(hardness)
    if explained.solutions != 1 and explained.solutions is not None:
        return 1
    return 0 if explained else 3
