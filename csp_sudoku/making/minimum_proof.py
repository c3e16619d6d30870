"""Proofs that a solution needs more than a number of clues: the search, with its steps recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from csp_sudoku.budgets import Budget
from csp_sudoku.engines import Engine, engine_of
from csp_sudoku.errors import PuzzleError
from csp_sudoku.making.pigeonhole import Case, best_parts, cases
from csp_sudoku.making.rivals import Rivals, rivals_of
from csp_sudoku.making.unavoidable import first_sets, shrunk
from csp_sudoku.native.hitting9 import Choices, Search
from csp_sudoku.native.status import Status
from csp_sudoku.proofs.minimum_certificates import MinimumCertificate
from csp_sudoku.puzzle import Solution

MOST_CELLS = 128
"""The most cells of a board on which `Choices` searches."""
_SLICE_SECONDS = 0.5


def prove_more_clues(
    solution: Solution, clues: int, *, timeout: float | None = None
) -> MinimumCertificate:
    """Prove that no proper puzzle of a solution has this many clues or fewer.

    >>> certificate = prove_more_clues(Solution("1234 3412 2143 4321"), 3)
    >>> bool(certificate.check())
    True

    Args:
        solution: a filled board of any kind, of at most 128 cells.
        clues: how many clues are not enough. On plain 9x9, 16 take about a second and a trace of a
            few to some tens of megabytes.
        timeout: seconds.

    Raises:
        PuzzleError: there is such a puzzle, or the board is too large.
        OutOfBudgetError: the time ended first.
    """
    if len(solution.values) > MOST_CELLS:
        raise PuzzleError(
            f"the board has {len(solution.values)} cells", fix=f"use one of {MOST_CELLS} at most"
        )
    if not 0 <= clues < len(solution.values):
        raise PuzzleError(f"clues is {clues!r}", fix="use a number from 0 up, below the cells")
    rivals = rivals_of(solution, "auto", Budget(timeout))
    try:
        return _proven(rivals, clues)
    finally:
        rivals.close()


def _proven(rivals: Rivals, clues: int) -> MinimumCertificate:
    solution = rivals.solution
    found = list(first_sets(rivals).values())
    parts = best_parts(solution.structure, map(rivals.difference, found), clues)
    engine = engine_of(solution.structure)
    trace = bytearray()
    for case in cases(parts, clues):
        if engine:
            found += _plain9(engine, rivals, clues, found, case, trace.extend)
        else:
            found += _by_choices(rivals, clues, found, case, trace.extend)
    return MinimumCertificate(solution, clues, tuple(parts), tuple(found), bytes(trace))


def _plain9(
    engine: Engine,
    rivals: Rivals,
    clues: int,
    known: Sequence[bytes],
    case: Case,
    record: Callable[[bytes], object],
) -> list[bytes]:
    """Record a case natively; return the other solutions that were needed besides those known."""
    search = engine.hitting(rivals.solution.values, clues, known, case.regions, trace=True)
    while (status := search.run(seconds=_SLICE_SECONDS)) is not Status.EXHAUSTED:
        _go_on(status, search, rivals, clues, record)
    record(search.taken_trace())
    return search.rivals


def _by_choices(
    rivals: Rivals,
    clues: int,
    known: Sequence[bytes],
    case: Case,
    record: Callable[[bytes], object],
) -> list[bytes]:
    """Record a case on another board, and ask for a rival of each choice that meets all sets."""
    cells = range(len(rivals.solution.values))
    sets = map(rivals.difference, known)
    search = Choices(len(cells), clues, sets, regions=case.regions, trace=True)
    learnt: list[bytes] = []
    while (status := search.run(seconds=_SLICE_SECONDS)) is not Status.EXHAUSTED:
        rival = rivals.rival(search.choice) if search.choice is not None else None
        if rival is None:
            _go_on(status, search, rivals, clues, record)
            continue
        learnt.append(shrunk(rivals, rival, cells))
        search.learn(rivals.difference(learnt[-1]))
    record(search.taken_trace())
    return learnt


def _go_on(
    status: Status,
    search: Choices | Search,
    rivals: Rivals,
    clues: int,
    record: Callable[[bytes], object],
) -> None:
    """Check the time, and that no proper puzzle was found."""
    if status is Status.SOLUTION:
        raise PuzzleError(
            f"the solution has a proper puzzle with {clues} clues or fewer",
            fix="ask about fewer clues",
        )
    record(search.taken_trace())
    rivals.budget.check()
