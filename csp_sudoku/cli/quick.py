"""`csp-sudoku solve PUZZLE` for plain 9x9, and no option: what is asked most, and soonest answered.

To import a parser of options, the formats and the model takes much longer than to solve a puzzle.
None of them is needed for a line of 81 digits: it goes to the 9x9 kernel as the lines of a file do,
and its solution is checked in the same way. All else, a terminal that wants to be drawn on
included, goes the long way, which gives the same answers.
"""

from __future__ import annotations

import os
import sys

from csp_sudoku.formats.classic import is_classic

_LIMIT = 2


def suits(words: list[str]) -> bool:
    """Whether the words of a command line are `solve` and plain 9x9 puzzles."""
    if words[:1] != ["solve"] or len(words) == 1 or sys.stdout is None or sys.stdout.isatty():
        return False
    return all(len(w) == 81 and is_classic(w) and not os.access(w, os.F_OK) for w in words[1:])


def solve(lines: list[str]) -> int:
    """Write a line for each puzzle: its solution, or `none` or `multiple`."""
    from csp_sudoku.bulk.outcomes import Outcomes
    from csp_sudoku.cli.statuses import code_of, worst

    clues, rows = "".join(lines).encode("ascii"), Outcomes(len(lines), is_text=True)
    rows.settle(is_finished=rows.job(clues, _LIMIT, is_text=True).run())
    rows.check(clues, is_text=True)
    sys.stdout.write(str(rows.text(), "ascii"))
    return worst([code_of(status) for status in rows.tally()])
