"""The live answer: what a setter wants to know after each key.

How many solutions there are, what each cell may be, which candidates would leave exactly one
solution, and which clues are not needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from csp_sudoku.bits import values_of
from csp_sudoku.budgets import Budget
from csp_sudoku.bulk.batch import solve_many
from csp_sudoku.engines import engine_of
from csp_sudoku.errors import CspSudokuError, OutOfBudgetError
from csp_sudoku.proofs.candidates import true_candidates, true_masks
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.status import Status
from csp_sudoku.web.asked import Asked

MOST_COUNTED = 1000
_SECONDS = 8.0
_SHARE = 0.6
"""How much of the time the candidates may take, where there are several solutions."""


def live(asked: Asked, tell: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Return the count, the true candidates, and what one clue more or less would do.

    "count" and "candidates" are the objects that the commands count and true-candidates write;
    `tell` gets each as soon as it is known. Where that lasts, there are four steps: whether there
    are none, one or several solutions, then the candidates, then the count, then the clues. "seen"
    has those candidates that solutions have shown, as long as there may be more.
    """
    puzzle = asked.puzzle()
    clash = puzzle.clash()
    if clash:
        return {
            "count": _count(0, is_exact=True),
            "clash": {"reason": str(clash), "cells": [str(v) for v in clash.variables]},
        }
    if engine_of(puzzle.csp) is None:
        return _step_by_step(puzzle, min(_SECONDS, asked.seconds), tell)
    budget = Budget(min(_SECONDS, asked.seconds))
    found: dict[str, Any] = {"count": _counted(puzzle, MOST_COUNTED, budget)}
    tell(found)
    if found["count"]["count"] == 0:
        return found
    try:
        masks = true_masks(puzzle, budget)
    except OutOfBudgetError:
        return found
    found["candidates"] = _candidates(puzzle, masks)
    if not puzzle.has_candidates:
        if found["count"]["count"] == 1:
            found["redundant"] = redundant_clues(puzzle)
        else:
            found["settling"] = settling_candidates(puzzle, found["candidates"]["candidates"])
    return found


def _step_by_step(
    puzzle: Puzzle, seconds: float, tell: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    """Answer for large boards and boards with rules: what is known soonest comes first."""
    budget = Budget(seconds)
    count = _counted(puzzle, 2, budget)
    found: dict[str, Any] = {"count": count}
    if count["status"] != "done" or count["count"] == 0:
        return found
    tell(found)
    told = 0
    known: Sequence[int] = ()

    def seen(masks: Sequence[int]) -> None:
        nonlocal told, known
        known = list(masks)
        told += 1
        if not told & (told - 1):  # after 1, 2, 4, 8 ... solutions
            tell({"count": count, "seen": _listed(masks)})

    is_one = count["count"] == 1
    try:
        share = Budget(seconds if is_one else _SHARE * seconds)
        found["candidates"] = _candidates(puzzle, true_masks(puzzle, share, seen))
    except OutOfBudgetError:
        if known:
            found["seen"] = _listed(known)
    if not is_one:
        tell(found)
        found["count"] = _most(count, _counted(puzzle, MOST_COUNTED, budget))
    if puzzle.has_candidates or "candidates" not in found:
        return found
    if is_one or not found["count"]["exact"]:  # otherwise the rest is quick
        tell(found)
    with suppress(OutOfBudgetError):  # then the page does not speak of it
        if not is_one:
            found["settling"] = _settling(puzzle, found["candidates"]["candidates"], budget)
        elif any(puzzle.values):
            cells = (cell for cell, value in enumerate(puzzle.values) if value)
            names = puzzle.board.cells
            found["redundant"] = [
                cell for cell in cells if _has_one(puzzle.without(names[cell]), budget)
            ]
    return found


def _settling(
    puzzle: Puzzle, candidates: Sequence[Sequence[int]], budget: Budget
) -> list[list[int]]:
    """Return for each cell the values that would leave exactly one solution, on any board.

    Values of two solutions are no such values; only the others are asked about.
    """
    times: Counter[tuple[int, int]] = Counter()
    count = 0
    for solution in puzzle.solutions(limit=MOST_COUNTED, timeout=budget.seconds_left()):
        times.update(enumerate(solution.values))
        count += 1
    names = puzzle.board.cells
    return [
        [
            value
            for value in values
            if times[cell, value] < 2
            and (count < MOST_COUNTED or _has_one(puzzle.replace({names[cell]: value}), budget))
        ]
        if not puzzle.values[cell] and len(values) > 1
        else []
        for cell, values in enumerate(candidates)
    ]


def _has_one(puzzle: Puzzle, budget: Budget) -> bool:
    return puzzle.count(2, timeout=budget.seconds_left()) == 1


def _listed(masks: Sequence[int]) -> list[list[int]]:
    return [list(values_of(mask)) for mask in masks]


def _candidates(puzzle: Puzzle, masks: Sequence[int]) -> dict[str, Any]:
    """Return what the command true-candidates writes."""
    listed = _listed(masks)
    return {
        "status": "done",
        "board": puzzle.board.to_data(),
        "values": list(puzzle.values),
        "candidates": listed,
        "backbone": sum(len(values) == 1 for values in listed),
    }


def _counted(puzzle: Puzzle, most: int, budget: Budget) -> dict[str, Any]:
    try:
        found = puzzle.count(most, timeout=budget.seconds_left())
    except OutOfBudgetError as error:
        return _count(error.least, is_exact=False, status=str(Status.UNKNOWN))
    return _count(found, is_exact=found != most)


def _most(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the count that says more."""
    return max(one, other, key=lambda count: (count["exact"], count["count"]))


def _count(count: int, *, is_exact: bool, status: str = "done") -> dict[str, Any]:
    return {"status": status, "count": count, "exact": is_exact}


def redundant_clues(puzzle: Puzzle) -> list[int]:
    """Return the cells whose clues follow from all others, for a plain 9x9 puzzle.

    >>> redundant_clues(Puzzle(
    ...     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    ... ))
    []
    """
    cells = [cell for cell, value in enumerate(puzzle.values) if value]
    values = puzzle.values
    fewer = [values[:cell] + b"\0" + values[cell + 1 :] for cell in cells]
    return [cell for cell, is_one in zip(cells, _have_one(fewer), strict=True) if is_one]


def settling_candidates(puzzle: Puzzle, candidates: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return for each cell the values that would leave exactly one solution, for plain 9x9.

    >>> from csp_sudoku.proofs.candidates import true_candidates, true_masks
    >>> puzzle = Puzzle(
    ...     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9......."
    ... )
    >>> found = settling_candidates(puzzle, list(true_candidates(puzzle).values()))
    >>> sum(map(len, found)), found[puzzle.board.cell_index("r9c7")]
    (5, [4, 5])
    """
    values = puzzle.values
    pairs = [
        (cell, value)
        for cell, open_values in enumerate(candidates)
        if not values[cell]
        for value in open_values
    ]
    more = [values[:cell] + bytes([value]) + values[cell + 1 :] for cell, value in pairs]
    found: list[list[int]] = [[] for _ in values]
    for (cell, value), is_one in zip(pairs, _have_one(more), strict=True):
        if is_one:
            found[cell].append(value)
    return found


def _have_one(rows: Sequence[bytes]) -> list[bool]:
    """Whether each of these plain 9x9 boards has exactly one solution."""
    if not rows:
        return []
    lines = ["".join(map(str, row)) for row in rows]
    return [outcome.status is Status.SOLVED for outcome in solve_many(lines, limit=2, workers=1)]


def checked(asked: Asked) -> dict[str, Any]:
    """Return which of some entries are wrong, each as a pair of a cell and a value.

    Where there are several solutions, entries that are right one by one may have none in common:
    then "together" is false.
    """
    puzzle = asked.puzzle()
    pairs = []
    size = puzzle.board.size
    for pair in asked.list("pairs", 100_000):
        is_pair = isinstance(pair, list) and len(pair) == 2 and all(type(n) is int for n in pair)
        if not is_pair or not (0 <= pair[0] < len(puzzle.values) and 1 <= pair[1] <= size):
            raise CspSudokuError("expected pairs of a cell and a value")
        pairs.append(pair)
    answer = puzzle.solve(limit=2, timeout=asked.seconds)
    wrong: list[list[int]] = []
    is_possible = True
    if answer.status is Status.SOLVED and answer.solution is not None:
        right = answer.solution.values
        wrong = [pair for pair in pairs if right[pair[0]] != pair[1]]
    elif answer.status is Status.MULTIPLE:
        open_values = list(true_candidates(puzzle, timeout=asked.seconds).values())
        wrong = [pair for pair in pairs if pair[1] not in open_values[pair[0]]]
        entries = dict(pairs)
        if not wrong and len(entries) == len(pairs):
            cells = puzzle.board.cells
            filled = puzzle.replace({cells[cell]: value for cell, value in entries.items()})
            is_possible = filled.solve(timeout=asked.seconds).status is not Status.NONE
    return {"status": str(answer.status), "wrong": wrong, "together": is_possible}
