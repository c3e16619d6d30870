"""Rows with rules in one native call: a short search for each, without the GIL.

A question about a puzzle with rules begins with a short native search (`backends.stages`). Here the
short searches of many rows are run by one call, row after row; each row has its own rules. What a
row's short search settles is its answer. The other rows are asked one by one, from the start, so
the results are those of single questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from csp_sudoku.backends import stages
from csp_sudoku.native.bitmask import run_rows
from csp_sudoku.native.status import Status as Stop
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.status import Status

if TYPE_CHECKING:
    from csp_sudoku.backends.protocol import Backend

_STATUS_OF = {0: Status.NONE, 1: Status.SOLVED}


class Settled(NamedTuple):
    """The answer of one row: as in `Row`."""

    status: Status
    found: int
    values: bytes | None
    nodes: int


def settled_rows(
    puzzles: Sequence[Puzzle | None], backend: Backend, limit: int
) -> dict[int, Settled]:
    """Return the rows that a short search settles, by their numbers."""
    numbers, begun = [], []
    for row, puzzle in enumerate(puzzles):
        if puzzle is None or not puzzle.rules or (limit == 1 and not any(puzzle.values)):
            continue  # for one solution of an empty board, more may be done: see model.symmetry
        problem = puzzle.problem
        beginning = backend.beginning(problem)
        if beginning is not None:
            numbers.append((row, puzzle, problem))
            begun.append(beginning)
    if not begun:
        return {}
    found: dict[int, Settled] = {}
    answers = run_rows([one.search for one in begun], limit, stages.FIRST_NODES)
    for (row, puzzle, problem), beginning, (stop, count, first) in zip(
        numbers, begun, answers, strict=True
    ):
        if stop is Stop.PAUSED:
            continue
        values = None
        if first is not None:
            codes = problem.checked(beginning.decode(first), "bitmask")
            values = puzzle._decoded(problem, codes).values
        status = _STATUS_OF.get(count, Status.MULTIPLE)
        found[row] = Settled(status, count, values, beginning.search.nodes)
    return found
