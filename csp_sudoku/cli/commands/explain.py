"""`csp-sudoku explain`: every step of a puzzle with its reason, as people solve it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from csp_sudoku.cli.arguments import add_input, add_seed, add_standard_output, add_timeout
from csp_sudoku.cli.outputs import refuse_input, whole_file
from csp_sudoku.cli.results import Result, Results, answer_all
from csp_sudoku.formats.streams import Record
from csp_sudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from csp_sudoku.logic import Explanation
    from csp_sudoku.render.html import Shown

_EPILOG = """\
Each step is the easiest one that a technique finds. Where no technique helps, the explanation ends
as stuck, unless --reasons or --guess continues it. With --json: one object per puzzle.
Exit code: 0 if all are solved, 1 if one has a contradiction or several solutions, 2 for bad input
or usage, 3 if one is stuck or the time ended, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("explaining")
    group.add_argument(
        "--unique",
        action="store_true",
        help="use techniques that assume a unique solution, where there is exactly one",
    )
    group.add_argument(
        "--reasons",
        action="store_true",
        help="where no technique helps: a smallest set of constraints that rules a candidate out",
    )
    group.add_argument(
        "--guess", action="store_true", help="where nothing helps: guess, and continue to the end"
    )
    group.add_argument(
        "--summary", action="store_true", help="say how often each technique was used"
    )
    group.add_argument(
        "--hardness",
        action="store_true",
        help="say how many constraints the largest reason has that the puzzle needs",
    )
    add_seed(group)
    add_timeout(group, "each puzzle")
    add_standard_output(parser).add_argument(
        "--html", metavar="FILE", help="write a page as well, with a picture for each step"
    )


def run(args: argparse.Namespace) -> int:
    """Explain each puzzle."""
    if args.html is None:
        return _explain_all(args, [])
    from csp_sudoku.render import page

    refuse_input(args, args.html)
    shown: list[Shown] = []
    with whole_file(args.html) as out:
        code = _explain_all(args, shown)
        out.write(page(shown, title="Explained step by step"))
    return code


def _explain_all(args: argparse.Namespace, shown: list[Shown]) -> int:
    def explained(record: Record, results: Results) -> Iterator[Result]:
        yield _explained(record.puzzle, args, shown)._replace(separator="\n")

    return answer_all(args, explained)


def _explained(puzzle: Puzzle, args: argparse.Namespace, shown: list[Shown]) -> Result:
    clash = puzzle.clash()
    if clash:
        shown.append(puzzle)
        cells = [str(variable) for variable in clash.variables]
        facts: dict[str, object] = {
            "progress": "contradiction",
            "contradiction": {"reason": str(clash), "cells": cells},
        }
        return Result(f"contradiction: {clash}", facts, 1)
    explained = puzzle.explain(
        unique=args.unique,
        reasons=args.reasons,
        guess=args.guess,
        seed=args.seed,
        timeout=args.timeout,
        alphabet=args.alphabet,
    )
    shown.append(explained)
    text, facts = str(explained), explained.to_dict()
    if explained.ending == "stuck" and not (args.reasons or args.guess):
        text = _stuck(explained, text)
    if args.summary:
        text += f"\ntechniques: {explained.summary or 'none'}"
        facts = {**facts, "techniques": explained.techniques}
    if args.hardness:
        hardness = puzzle.hardness(timeout=args.timeout)
        text, facts = f"{text}\n{hardness}", {**facts, "hardness": hardness._asdict()}
    if explained.solutions != 1 and explained.solutions is not None:
        return Result(text, facts, 1)
    return Result(text, facts, 0 if explained else 3)


def _stuck(explained: Explanation, text: str) -> str:
    """Add the board on which no technique finds a step."""
    count = explained.state.open.bit_count()
    return (
        f"{text.removesuffix(explained.ending)}"
        f"{count} cell{'s are' if count > 1 else ' is'} open:\n{explained.state}\n"
        f"{explained.ending}: no technique finds a step; --reasons or --guess would continue"
    )
