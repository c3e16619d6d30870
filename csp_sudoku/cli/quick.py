"""The fast path of `csp-sudoku solve PUZZLE` for plain 9x9 puzzles without options.

Importing the argument parser, the formats and the model takes much longer than solving a puzzle,
and a line of 81 digits needs none of them: it goes straight to the 9x9 kernel, as the lines of a
file do, and its solution is checked in the same way. Everything else, drawing on a terminal
included, takes the usual path, which gives the same answers.
"""

from __future__ import annotations

import os
import sys

from csp_sudoku.formats.classic import is_classic

_LIMIT = 2


def suits(words: list[str]) -> bool:
    """Whether the words after `solve` are plain 9x9 puzzles, and nothing is to be drawn."""
    if not words or sys.stdout is None or sys.stdout.isatty():
        return False
    return all(len(w) == 81 and is_classic(w) and not os.access(w, os.F_OK) for w in words)


def solve(lines: list[str]) -> int:
    """Write one line per puzzle: its solution, or `none` or `multiple`."""
    from csp_sudoku.bulk.outcomes import Outcomes
    from csp_sudoku.cli import code_of, worst

    clues, rows = "".join(lines).encode("ascii"), Outcomes(len(lines), is_text=True)
    rows.settle(is_finished=rows.job(clues, _LIMIT, is_text=True).run())
    rows.check(clues, is_text=True)
    sys.stdout.write(str(rows.text(), "ascii"))
    return worst([code_of(status) for status in rows.tally()])
