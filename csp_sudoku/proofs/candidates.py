"""True candidates: the values that a cell takes in some solution, and the cells that never change.

Each solution shows many candidates at once. The solver is asked only for those not seen yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from csp_sudoku.backends.protocol import Codes
from csp_sudoku.bits import members
from csp_sudoku.boards.board import Cell
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders.slots import propagated
from csp_sudoku.engines import Engine, Given, engine_of
from csp_sudoku.errors import NoSolutionError, OutOfBudgetError
from csp_sudoku.model import Problem, Value
from csp_sudoku.native.sudoku9 import EXHAUSTED, Search
from csp_sudoku.proofs import model_questions
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.sat.loading import oracle_for

_SOLVER = "glucose4"
_ENGINE = "the 9x9 kernel"


def true_candidates(puzzle: Puzzle, *, timeout: float | None = None) -> dict[Cell, tuple[int, ...]]:
    """Return for each cell the values that it takes in some solution, smallest first.

    >>> found = true_candidates(Puzzle("123. 3... .... ...."))
    >>> found[0, 3], found[1, 1], found[3, 3]
    ((4,), (4,), (1, 2, 3))

    Raises:
        NoSolutionError: the puzzle has no solution; `conflict` says why.
        OutOfBudgetError: the time ended first; `least` candidates were seen by then.
    """
    masks = true_masks(puzzle, Budget(timeout))
    cells = zip(puzzle.board.cells, masks, strict=True)
    return {cell: tuple(code + 1 for code in members(mask)) for cell, mask in cells}


def backbone(puzzle: Puzzle, *, timeout: float | None = None) -> dict[Cell, int]:
    """Return the cells that hold the same value in all solutions, clues included.

    >>> len(backbone(Puzzle("123. 3... .... ....")))
    6

    Raises:
        NoSolutionError: the puzzle has no solution.
        OutOfBudgetError: the time ended first.
    """
    masks = true_masks(puzzle, Budget(timeout))
    cells = zip(puzzle.board.cells, masks, strict=True)
    return {cell: mask.bit_length() for cell, mask in cells if not mask & (mask - 1)}


def true_masks(
    puzzle: Puzzle, budget: Budget, told: Callable[[Sequence[int]], None] | None = None
) -> list[int]:
    """Return the true candidates as bits, bit v - 1 for value v.

    `told` gets those that were seen so far, after each solution that shows new ones.
    """
    if puzzle.rules:
        return _of_model(puzzle, budget, told)
    seen = [0] * len(puzzle.board.cells)
    try:
        for found in _solutions(puzzle, seen, budget):
            for v in range(len(seen)):  # auxiliary variables follow the cells
                seen[v] |= 1 << found[v]
            if told is not None:
                told(seen)
    except OutOfBudgetError:
        least = sum(mask.bit_count() for mask in seen)
        raise OutOfBudgetError(
            f"the time ended with {least} candidates seen in solutions", least=least
        ) from None
    if not all(seen):
        raise NoSolutionError(
            "the puzzle has no solution, so it has no true candidates", fix="see its conflict()"
        )
    return seen


def _of_model(
    puzzle: Puzzle, budget: Budget, told: Callable[[Sequence[int]], None] | None
) -> list[int]:
    """Return the true candidates of a puzzle with rules, as those of its model."""
    bits: dict[Value, int] = {n: 1 << place for place, n in enumerate(puzzle.board.numbers)}
    place = {variable.name: at for at, variable in enumerate(puzzle.csp.variables)}
    cells = [place[cell] for cell in puzzle.board.cells]
    domains = [variable.domain for variable in puzzle.csp.variables]

    def masks(seen: Sequence[int]) -> list[int]:
        return [sum(bits[domains[v][code]] for code in members(seen[v])) for v in cells]

    tell = None if told is None else lambda seen: told(masks(seen))
    return masks(model_questions.true_masks(puzzle.csp, budget, tell))


def _solutions(puzzle: Puzzle, seen: Sequence[int], budget: Budget) -> Iterator[Codes]:
    """Yield solutions until no other one would show a candidate that is not in `seen`."""
    if puzzle.clash():
        return iter(())
    problem = puzzle.problem
    engine = engine_of(problem.csp)
    given = engine.given(problem) if engine else None
    if engine and given is not None and given.marks is None:
        return _by_engine(engine, given, problem, seen, budget)
    budget.check()
    narrowed = propagated(problem)
    return iter(()) if narrowed is None else _by_sat(narrowed, seen, budget)


def _by_engine(
    engine: Engine, given: Given, problem: Problem, seen: Sequence[int], budget: Budget
) -> Iterator[Codes]:
    """Ask the engine for each candidate that the puzzle leaves and no solution has shown."""
    search = engine.search(given)
    for _ in range(2):
        found = _settled(search, budget)
        if found is None:
            return
        yield problem.checked(engine.decode(found), _ENGINE)
    narrowed = propagated(problem)
    assert narrowed is not None, "there are solutions"
    for v, mask in enumerate(narrowed.masks):
        for code in members(mask):
            if seen[v] >> code & 1:
                continue
            found = _settled(engine.search(given.with_digit(v, code + 1)), budget)
            if found is not None:
                yield problem.checked(engine.decode(found), _ENGINE)


def _by_sat(problem: Problem, seen: Sequence[int], budget: Budget) -> Iterator[Codes]:
    """Ask a SAT solver for a solution with at least one new candidate, until there is none.

    The solver tries new candidates first, which saves nine of ten questions.
    """
    cnf, oracle = oracle_for(problem, _SOLVER, budget)
    cells = [(x, v, code) for x, (v, code) in enumerate(cnf.meaning, start=1) if v < len(seen)]
    try:
        while True:
            new = [x for x, v, code in cells if not seen[v] >> code & 1]
            if not new:
                return
            budget.check()
            oracle.prefer([-x for x, _, _ in cells])
            oracle.prefer(new)
            oracle.add(new)
            model = oracle.answer((), budget)
            if model is None:
                return
            yield problem.checked(cnf.decode(model), _SOLVER)
    finally:
        oracle.close()


def _settled(search: Search, budget: Budget) -> bytes | None:
    """Return the next solution of a search, or None if there are no more."""
    while True:
        budget.check()
        if search.run(seconds=budget.seconds_left()) is EXHAUSTED:
            return None
        if (found := search.solution) is not None:
            return found
