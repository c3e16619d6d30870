"""`csp-sudoku rate`: rate how hard puzzles are."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.cli.arguments import add_input, add_levels, add_output, add_timeout
from csp_sudoku.cli.parts import add_parts, answer_in_parts, is_in_parts
from csp_sudoku.cli.results import Result, Results, answer_all
from csp_sudoku.formats.streams import Record
from csp_sudoku.logic.levels import HODOKU, Scale, scale_of
from csp_sudoku.logic.rating import OWN_SCALE, SCALE

_EPILOG = f"""\
Each puzzle gives one line of four columns, with tabs between them: the rating of its hardest step,
that step's technique, the level ({", ".join(HODOKU.levels)}: see --levels) and the
scale: {SCALE} for plain 9x9 puzzles; for other boards and for puzzles with rules
{OWN_SCALE}, the hardest step of `explain`, where 12.0 is beyond all techniques. A rating such as
>=7.1 is what was found before the time ended. Where there is not exactly one solution, the line is
a word: none, multiple, or invalid for what cannot be rated.
Exit code: 0 if all are rated, 1 if some have no or several solutions, 2 for bad input or usage,
3 if the time ended first, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("rating")
    add_timeout(group, "each puzzle: the rating so far is the result")
    add_levels(group)
    add_output(parser)
    add_parts(parser)


def run(args: argparse.Namespace) -> int:
    """Rate each puzzle."""
    scale = scale_of(args.levels)
    if is_in_parts(args):
        return answer_in_parts(args, {} if args.levels is None else {"levels": args.levels})
    return answer_all(args, lambda record, results: _rated(record, results, scale))


def _rated(record: Record, results: Results, scale: Scale) -> Iterator[Result]:
    rating = record.puzzle.rate(timeout=results.timeout)
    least = "" if rating.finished else ">="
    facts = {
        "rating": rating.value,
        "technique": rating.technique,
        "level": scale.level(rating),
        "scale": rating.scale,
        "finished": rating.finished,
        "steps": rating.steps,
    }
    value, level = f"{least}{rating.value:.1f}", f"{least}{scale.level(rating)}"
    text = "\t".join([value, rating.technique or "none", level, rating.scale])
    yield Result(text, facts, 0 if rating.finished else 3)
