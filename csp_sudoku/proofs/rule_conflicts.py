"""Conflicts of puzzles with rules: which rules, clues and groups cannot hold together.

Each rule is one unit, whatever number of constraints it consists of: see `proofs.switched`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Any

from csp_sudoku.budgets import Budget
from csp_sudoku.model import Constraint, Variable
from csp_sudoku.proofs.conflicts import Conflict
from csp_sudoku.proofs.model_questions import shrunk
from csp_sudoku.proofs.switched import Switched
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rules import Rule
from csp_sudoku.sat.oracle import Incremental

_SOLVER = "glucose4"


def rule_conflict(puzzle: Puzzle, budget: Budget) -> Conflict:
    """Return a minimal conflict of a puzzle with rules that has no solution.

    >>> rules = ["cage r1c1 r1c2 = 3", "thermo r2c1-r2c3", "odd r4c4"]
    >>> print(Puzzle(board="sudoku-2x2", rules=rules).conflict())
    "cage r1c1 r1c2 = 3" and "thermo r2c1 r2c2 r2c3" cannot hold together in box 1
    """
    csp = puzzle.csp
    units: list[tuple[Any, Iterable[Constraint]]] = [
        (group, (group,)) for group in csp.constraints[: len(puzzle.board.groups)]
    ]
    assert puzzle._ruled is not None, "a puzzle with rules"
    units += puzzle._ruled.units.items()
    switched = Switched(csp, budget, units=units)
    with closing(Incremental(_SOLVER, switched.cnf, budget.check)) as oracle:
        found, is_minimal = shrunk(oracle, switched.switches, budget)
    rules = tuple(item for item in found if isinstance(item, Rule))
    groups = tuple(item for item in found if isinstance(item, Constraint))
    marked = [item.index for item in found if isinstance(item, Variable)]
    cells, values = puzzle.board.cells, puzzle.values
    clues = {cells[i]: values[i] for i in marked if values[i]}
    marks = {cells[i]: puzzle.candidates[cells[i]] for i in marked if not values[i]}
    said = [f"{cell} = {value}" for cell, value in clues.items()]
    said += [f"{cell} in {{{', '.join(map(str, m))}}}" for cell, m in marks.items()]
    said += [f'"{rule}"' for rule in rules]
    where = f" in {_listed([str(group) for group in groups])}" if groups else ""
    together = " together" if len(said) > 1 else ""
    reason = f"{_listed(said) or 'the board itself'} cannot hold{together}{where}"
    return Conflict(clues, marks, groups, reason, is_minimal, rules)


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
