"""Which rules and clues of a puzzle clash, which are not needed, and which are enough.

Each rule is a unit of constraints with one switch in a SAT solver, each clue a unit of its own, and
the groups of the board are units, too. A unit can be left out if the others still have no solution
(a conflict), or no solution but the known one (redundant and minimal).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from csp_sudoku.boards import Cell
from csp_sudoku.budgets import Budget
from csp_sudoku.errors import NotProperError, OutOfBudgetError
from csp_sudoku.model import Constraint, Variable
from csp_sudoku.proofs.conflicts import Conflict
from csp_sudoku.proofs.model_questions import Switched
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.rng import Rng
from csp_sudoku.rules import Rule


class Redundant(NamedTuple):
    """The clues and rules of which each one can be left out alone; true if there are any.

    Two of them cannot always go together: `minimal` finds a puzzle without any.
    """

    clues: dict[Cell, int]
    rules: tuple[Rule, ...]

    def __bool__(self) -> bool:
        return bool(self.clues or self.rules)


def rule_conflict(puzzle: Puzzle, budget: Budget) -> Conflict:
    """Return rules, clues and groups of a puzzle without a solution that cannot hold together."""
    units = _Units(puzzle, budget)
    try:
        found, is_minimal = units.switched.shrunk()
    finally:
        units.close()
    rules = tuple(item for item in found if isinstance(item, Rule))
    groups = tuple(item for item in found if isinstance(item, Constraint))
    marked = [item.index for item in found if isinstance(item, Variable)]
    cells, values = puzzle.board.cells, puzzle.values
    clues = {cells[i]: values[i] for i in marked if i < len(cells) and values[i]}
    marks = {cells[i]: puzzle.candidates[cells[i]] for i in marked if not values[i]}
    said = [f"{cell} = {value}" for cell, value in clues.items()]
    said += [f"{cell} in {{{', '.join(map(str, m))}}}" for cell, m in marks.items()]
    said += [f'"{rule}"' for rule in rules]
    where = f" in {_listed([str(group) for group in groups])}" if groups else ""
    alone = len(said) == 1
    what = "cannot hold" if alone else "cannot hold together"
    reason = f"{_listed(said) or 'the board itself'} {what}{where}"
    return Conflict(clues, marks, groups, reason, is_minimal, rules)


def redundant(puzzle: Puzzle, *, timeout: float | None = None) -> Redundant:
    """Return the clues and rules of which each can be left out alone, and the solution stays one.

    >>> found = redundant(Puzzle("1... ..2. .3.. ...4", rules=["thermo r1c1-r1c2", "odd r4c1"]))
    >>> [str(rule) for rule in found.rules], found.clues
    (['thermo r1c1 r1c2', 'odd r4c1'], {})

    Raises:
        NotProperError: the puzzle does not have exactly one solution.
        OutOfBudgetError: the time ended first.
    """
    budget = Budget(timeout)
    solution = _only(puzzle, budget)
    units = _Units(puzzle, budget, solution)
    try:
        everything = set(units.switched.switches)
        spare = [unit for unit in units.loose if units.is_proper(everything - {unit})]
    finally:
        units.close()
    items = [units.switched.switches[unit] for unit in spare]
    clues = {
        puzzle.board.cells[item.index]: puzzle.values[item.index]
        for item in items
        if isinstance(item, Variable)
    }
    return Redundant(clues, tuple(item for item in items if isinstance(item, Rule)))


def minimal_with_rules(
    puzzle: Puzzle, seed: int, *, keep: Iterable[int] = (), timeout: float | None = None
) -> Puzzle:
    """Drop clues and rules in a random order, each if the puzzle stays proper without it."""
    budget = Budget(timeout)
    solution = _only(puzzle, budget)
    units = _Units(puzzle, budget, solution)
    kept_cells = set(keep)
    try:
        switches = units.switched.switches
        order = [
            unit
            for unit in units.loose
            if not (isinstance(switches[unit], Variable) and switches[unit].index in kept_cells)
        ]
        Rng(seed).shuffle(order)
        needed = set(switches) - set(order)
        while order:
            unit = order.pop()
            if not units.is_proper(needed | set(order)):
                needed.add(unit)
        left = [switches[unit] for unit in needed]
    finally:
        units.close()
    values = bytearray(len(puzzle.values))
    for item in left:
        if isinstance(item, Variable):
            values[item.index] = puzzle.values[item.index]
    wanted = {item for item in left if isinstance(item, Rule)}
    rules = [rule for rule in puzzle.rules if rule in wanted or rule.entry.comes_first]
    return Puzzle.of(puzzle.board, values, rules=rules)


def _only(puzzle: Puzzle, budget: Budget) -> Solution:
    """Return the one solution of a puzzle."""
    found = tuple(puzzle.solutions(limit=2, timeout=budget.seconds_left()))
    if not found:
        raise NotProperError(puzzle.contradiction())
    if len(found) > 1:
        raise NotProperError(solutions=found)
    return found[0]


class _Units:
    """A puzzle as units that are switched on and off, without its solution if that is given."""

    def __init__(self, puzzle: Puzzle, budget: Budget, solution: Solution | None = None) -> None:
        self.budget = budget
        csp = puzzle.csp
        units: list[tuple[Any, Sequence[Constraint]]] = [
            (group, (group,)) for group in csp.constraints[: len(puzzle.board.groups)]
        ]
        if puzzle._ruled is not None:
            units += puzzle._ruled.units.items()
        self.switched = Switched(csp, budget, units)
        read = {name for rule in puzzle.rules for name in rule.entry.reads}
        self.loose = [
            switch
            for switch, item in self.switched.switches.items()
            if isinstance(item, Variable)
            or (isinstance(item, Rule) and item.name not in read and not item.entry.comes_first)
        ]
        """The switches that may go. A rule that another one reads, as negative_xv the signs of a
        puzzle, stays: without it, the other would say something else."""
        if solution is not None:
            literal = self.switched.cnf.literal
            values = zip(csp.variables, solution.assignment.values(), strict=True)
            other = [-literal[v.index][v.domain.index(value)] for v, value in values]
            self.switched.oracle.add(other)

    def is_proper(self, switches: Iterable[int]) -> bool:
        """Whether some units leave no solution but the known one."""
        try:
            return self.switched.oracle.answer(sorted(switches), self.budget) is None
        except OutOfBudgetError:
            raise OutOfBudgetError("the time ended before all was decided", least=0) from None

    def close(self) -> None:
        """Free the solver."""
        self.switched.oracle.close()


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
