"""`csp-sudoku explain`: every step of a puzzle with its reason, as people solve it."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from csp_sudoku.cli.inputs import add_input, read
from csp_sudoku.cli.options import seconds
from csp_sudoku.cli.outputs import whole_file
from csp_sudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from csp_sudoku.render.html import Shown

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
    parser.add_argument(
        "--html", metavar="FILE", help="write a page as well, with a picture for each step"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a puzzle")


def run(args: argparse.Namespace) -> int:
    """Explain each puzzle."""
    if args.html is None:
        return _explain_all(args, [])
    from csp_sudoku.render import page

    shown: list[Shown] = []
    with whole_file(args.html) as out:
        code = _explain_all(args, shown)
        out.write(page(shown, title="Explained step by step"))
    return code


def _explain_all(args: argparse.Namespace, shown: list[Shown]) -> int:
    code = 0
    for number, record in enumerate(read(args)):
        if number and not args.json:
            print()
        code = max(code, _explain(record.puzzle, args, shown))
    return code


def _explain(puzzle: Puzzle, args: argparse.Namespace, shown: list[Shown]) -> int:
    clash = puzzle.clash()
    if clash:
        cells = [str(variable) for variable in clash.variables]
        found = {
            "progress": "contradiction",
            "contradiction": {"reason": str(clash), "cells": cells},
        }
        print(json.dumps(found) if args.json else f"contradiction: {clash}")
        shown.append(puzzle)
        return 1
    explained = puzzle.explain(
        unique=args.unique,
        reasons=args.reasons,
        guess=args.guess,
        seed=args.seed,
        timeout=args.timeout,
        alphabet=args.alphabet,
    )
    shown.append(explained)
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
