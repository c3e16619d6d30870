"""`csp-sudoku rate`: tell how hard puzzles are."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.cli.inputs import add_input
from csp_sudoku.cli.options import add_timeout
from csp_sudoku.cli.outputs import add_output
from csp_sudoku.cli.replies import Ask, Question, Reply, reply_to_all
from csp_sudoku.logic.rating import LEVELS, SCALE

_EPILOG = f"""\
Each puzzle gives one line of four columns, with tabs between them: the rating of its hardest step,
that step's technique, the level ({", ".join(LEVELS)}) and the
scale, {SCALE}. A rating as >=7.1 is what was found until the time ended. Where there
is not exactly one solution, the line is a word: none, multiple, invalid (not a plain 9x9 puzzle).
Exit code: 0 if all are rated, 1 if some have no or several solutions, 2 for bad input or usage,
3 if the time ended first, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    add_timeout(parser.add_argument_group("rating"), "each puzzle: the rating so far is the result")
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Rate each puzzle."""
    return reply_to_all(args, _rating(args.timeout))


def _rating(timeout: float | None) -> Ask:
    def rated(question: Question) -> Iterator[Reply]:
        rating = question.puzzle.rate(timeout=timeout)
        least = "" if rating.finished else ">="
        facts = {
            "rating": rating.value,
            "technique": rating.technique,
            "level": rating.level,
            "scale": rating.scale,
            "finished": rating.finished,
            "steps": rating.steps,
        }
        value, level = f"{least}{rating.value:.1f}", f"{least}{rating.level}"
        text = "\t".join([value, rating.technique or "none", level, rating.scale])
        yield Reply(text, facts, 0 if rating.finished else 3)

    return rated
