"""Logic as a backend: it solves by human techniques, and answers UNKNOWN where they are stuck.

With `guess=True` it continues with `pick`, and is complete: it finds every solution. Guesses are
cheaper than hard techniques, so `techniques="basic"` finds all of them faster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, ClassVar

from csp_sudoku.backends.protocol import Backend, Report, Search
from csp_sudoku.bits import members, union
from csp_sudoku.boards.board import Board, Cell, Group
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders.slots import unsupported
from csp_sudoku.errors import OutOfBudgetError
from csp_sudoku.model import CSP, Problem
from csp_sudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from csp_sudoku.logic.state import State
    from csp_sudoku.logic.techniques.technique import Technique

_MOST_VALUES = 255
_BASIC = 3.0
"""The rating up to which techniques are basic: singles, locked candidates, naked pairs."""


class Logic(Backend):
    """Always takes the easiest next step of the human solver; guesses only if that is allowed."""

    name = "logic"
    summary = "human techniques alone, UNKNOWN when stuck; complete with guess=True"
    paradigm = "human logic"
    is_complete = False
    most_values = _MOST_VALUES
    package = "csp-sudoku"
    options: ClassVar[Mapping[str, tuple[object, ...]]] = {
        "techniques": ("all", "basic"),
        "guess": (False, True),
        "seed": (0, int),
    }
    main_option = "techniques"

    def refusal(self, problem: Problem) -> str | None:
        """Return why not: techniques know only all-different groups."""
        if len(problem.csp.values) > _MOST_VALUES:
            return f"it has {len(problem.csp.values)} values, and a cell holds {_MOST_VALUES}"
        return unsupported(problem.csp)

    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Yield the solution that follows by logic; with guesses, each solution once."""
        from csp_sudoku.logic.solver import pick
        from csp_sudoku.rng import Rng

        report.stats.update(steps=0, guesses=0)
        techniques = self._techniques()
        rng = Rng(int(str(self.chosen["seed"])))
        start = _state(problem)
        waiting = [] if start is None else [start]
        while waiting:
            state = waiting.pop()
            settled = yield from _decoded(problem, _settled(state, techniques, budget, report))
            if not settled:
                return False
            if not state.open or state.contradiction():
                continue
            if not self.chosen["guess"]:
                report.reason = f"stuck after {report.stats['steps']} steps: no technique helps"
                return False
            if budget.nodes is not None and report.stats["guesses"] >= budget.nodes:
                return False
            report.stats["guesses"] += 1
            cell, value = pick(state, rng)
            other = state.copy()
            other.clear(cell, value)
            state.place(cell, value)
            waiting += [other, state]
        return True

    def _techniques(self) -> Sequence[Technique]:
        """Return those that do not assume a unique solution: what they settle is proven."""
        from csp_sudoku.logic.techniques.table import TECHNIQUES

        most = _BASIC if self.chosen["techniques"] == "basic" else inf
        return [t for t in TECHNIQUES if not t.needs_unique and t.rating <= most]


def _decoded(problem: Problem, values: Search) -> Search:
    """Turn values of cells, from 1 up, into codes of the variables."""
    places = problem.csp.shared("places of values", _places)
    while True:
        try:
            found = next(values)
        except StopIteration as end:
            return bool(end.value)
        yield [place.index(value - 1) for place, value in zip(places, found, strict=True)]


def _settled(
    state: State, techniques: Sequence[Technique], budget: Budget, report: Report
) -> Search:
    """Apply techniques as far as they go; yield the values if all are known then.

    Returns False if the budget ended first.
    """
    from csp_sudoku.logic.techniques.technique import first_step

    wrong = state.contradiction()
    while state.open and not wrong:
        try:
            step = first_step(state, techniques, budget)
        except OutOfBudgetError:
            return False
        if step is None:
            return True
        report.stats["steps"] += 1
        wrong = state.apply(step)
    if budget.is_over():
        return False
    if not wrong:
        yield state.values
    return True


def _state(problem: Problem) -> State | None:
    """Return the problem as a state; None if two variables of a group are fixed to one value."""
    from csp_sudoku.logic.state import State

    board = problem.csp.shared("logic board", _board)
    places = problem.csp.shared("places of values", _places)
    masks = [
        union(place[code] for code in members(mask))
        for place, mask in zip(places, problem.masks, strict=True)
    ]
    values = [mask.bit_length() if mask.bit_count() == 1 else 0 for mask in masks]
    puzzle = Puzzle.of(board, values, masks)
    return None if puzzle.clash() else State.of(puzzle)


def _places(csp: CSP) -> list[list[int]]:
    """Return for each variable the place of each of its values among all of them."""
    place = {value: i for i, value in enumerate(csp.values)}
    return [[place[value] for value in variable.domain] for variable in csp.variables]


def _board(csp: CSP) -> Board:
    """Return a board of the problem's groups; if variables are cells, the names give the kinds."""
    cells = [variable.name for variable in csp.variables if isinstance(variable.name, Cell)]
    has_cells = len(cells) == len(csp.variables)
    if not has_cells:
        cells = [Cell(0, variable.index) for variable in csp.variables]
    groups = [
        Group(
            str(group).partition(" ")[0] if has_cells else "group",
            str(group),
            tuple(v.index for v in group.variables),
        )
        for group in csp.constraints
    ]
    return Board._trusted("logic", len(csp.values), tuple(cells), tuple(groups))
