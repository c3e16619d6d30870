"""Answers as SAT tools give them: `s`, `v` and `c` lines, and the exit codes 10, 20 and 0.

The `v` lines have the literals of the CNF that `csp_sudoku.encoders.cnf` writes for the puzzle.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from textwrap import wrap

from csp_sudoku import __version__
from csp_sudoku.cli.inputs import read
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.questions import Answer
from csp_sudoku.status import Status

_WIDTH = 78
_VERDICTS = {
    Status.SOLVED: ("SATISFIABLE", 10),
    Status.NONE: ("UNSATISFIABLE", 20),
    Status.UNKNOWN: ("UNKNOWN", 0),
}


def run_as_sat_tool(args: argparse.Namespace) -> int:
    """Answer whether the one puzzle of the arguments has a solution; return the exit code."""
    records = read(args)
    puzzle = next(records).puzzle
    if next(records, None) is not None:
        raise CspSudokuError("--sat takes one puzzle, and here are more", fix="give one")
    answer = puzzle.solve(args.backend, timeout=args.timeout)
    if not args.quiet:
        print("\n".join(lines_of(puzzle, answer)))
    return _VERDICTS[answer.status][1]


def lines_of(puzzle: Puzzle, answer: Answer[Solution]) -> Iterator[str]:
    """Yield the lines of an answer.

    >>> from csp_sudoku import boards
    >>> puzzle = Puzzle([1, 0, 0, 0], board=boards.latin(2))
    >>> print(*list(lines_of(puzzle, puzzle.solve()))[-2:], sep=chr(10))
    s SATISFIABLE
    v 1 -2 -3 4 -5 6 7 -8 0
    """
    from csp_sudoku.encoders.cnf import Cnf

    yield f"c csp-sudoku {__version__}: {puzzle.board.name}, {len(puzzle.clues)} clues"
    yield f"c {answer.backend}, {answer.seconds:.6f} s: {answer.reason}"
    for name, count in answer.stats.items():
        yield f"c {name}: {count}"
    yield f"s {_VERDICTS[answer.status][0]}"
    if answer.solution is not None:
        cnf = Cnf(puzzle.board.csp, puzzle.board.csp.problem.masks)
        literals = cnf.model([value - 1 for value in answer.solution])
        text = " ".join(map(str, [*literals, 0]))
        yield from (f"v {line}" for line in wrap(text, _WIDTH - 2, break_on_hyphens=False))
