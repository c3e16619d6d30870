"""`csp-sudoku minimum`: find the fewest clues that single out a solution."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.budgets import Budget
from csp_sudoku.cli.inputs import add_input
from csp_sudoku.cli.options import add_timeout, whole_number
from csp_sudoku.cli.outputs import add_output
from csp_sudoku.cli.replies import Ask, Question, Reply, facts_of, reply_to_all, text_of
from csp_sudoku.making.minimal import only_solution
from csp_sudoku.making.minimum import Bounds, Minimum, minimum

_EPILOG = """\
Each solution (or puzzle with exactly one) gives one line of three columns, with tabs between them:
the smallest puzzle found, its number of clues, and how many clues are proven to be needed.
Without a time limit a 9x9 may take very long. Where there is not exactly one solution, the line is
a word: none, multiple, invalid (no puzzle), unknown (no time).
Exit code: 0 if all are proven (or have at most K clues); 1 if some have no or several solutions (or
need more than K clues); 2 for bad input or usage; 3 if the time ended first; 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("searching")
    group.add_argument(
        "--at-most", type=whole_number, metavar="K", help="only find out if K clues are enough"
    )
    add_timeout(group, "each puzzle: the bounds so far are the result")
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Find the fewest clues of each solution."""
    return reply_to_all(args, _searching(args))


def _searching(args: argparse.Namespace) -> Ask:
    def fewest(question: Question) -> Iterator[Reply]:
        def told(bounds: Bounds) -> None:
            question.tell(
                f"puzzle {question.number}: {bounds.lower} to {bounds.upper} clues, "
                f"{bounds.sets} unavoidable sets, {bounds.seconds:.0f} s"
            )

        budget = Budget(args.timeout)
        solution = only_solution(question.puzzle, "auto", budget)
        left = budget.seconds_left()
        found = minimum(solution, at_most=args.at_most, timeout=left, progress=told)
        facts = {
            **facts_of(found.puzzle),
            "lower": found.lower,
            "upper": found.upper,
            "proven": found.is_proven,
            "reason": found.reason,
        }
        text = f"{text_of(found.puzzle)}\t{found.upper}\t{found.lower}"
        yield Reply(text, facts, _code(found, args.at_most))

    return fewest


def _code(found: Minimum, at_most: int | None) -> int:
    if found.is_proven if at_most is None else found.upper <= at_most:
        return 0
    return 1 if at_most is not None and found.lower > at_most else 3
