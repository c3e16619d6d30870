"""The last resort under rules: the fewest clues, candidates, groups and rules that clear something.

`proofs.model_reasons` proves smallest reasons in any model; here they become steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from csp_sudoku.budgets import Budget
from csp_sudoku.errors import NoSolutionError, OutOfBudgetError
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step
from csp_sudoku.logic.words import listed

if TYPE_CHECKING:
    from csp_sudoku.proofs.model_reasons import ModelReason

_SHARE = 0.4
"""The share of the time that is given to finding out what can be cleared at all."""
_ASKED = 5
"""How many candidates are asked for their reasons, of which the smallest is told."""


def smallest_rule_reason(state: State, seconds: float) -> Iterator[Step]:
    """Find a candidate that can be ruled out by few facts and rules, as a step."""
    left = None if state.budget is None else state.budget.seconds_left()
    budget = Budget(seconds=seconds if left is None else min(seconds, left))
    puzzle = state.puzzle
    try:
        true = puzzle.true_candidates(timeout=_SHARE * seconds)
    except (OutOfBudgetError, NoSolutionError):
        state.check()
        return
    wrong = [
        Candidate(cell, code + 1)
        for cell, (mask, kept) in enumerate(zip(state.candidates, true.values(), strict=True))
        for code in range(state.bits.size)
        if mask >> code & 1 and code + 1 not in kept
    ]
    wrong.sort(key=lambda found: (state.candidates[found.cell].bit_count(), found))
    model = puzzle.csp
    best: tuple[Candidate, ModelReason] | None = None
    for found in wrong[:_ASKED]:
        variable = model.variables[found.cell]
        number = state.bits.board.numbers[found.value - 1]
        each = budget.seconds_left() or 0.0
        if best and each == 0:
            break
        try:
            reason = model.why(variable != number, timeout=max(each / 2, 0.5))
        except OutOfBudgetError:
            continue
        if reason and (best is None or reason.size < best[1].size):
            best = found, reason
    if best is None:
        state.check()
        return
    yield _step(state, *best)


def _step(state: State, found: Candidate, reason: ModelReason) -> Step:
    words, board = state.words, state.bits.board
    cells = [board.index[name] for name in reason.domains if name in board.index]  # type: ignore[index]
    facts = []
    for cell in cells:
        if state.values[cell]:
            facts.append(f"{words.cell[cell]} is {words.value[state.values[cell]]}")
        elif cell != found.cell:
            left = words.values(state.candidates[cell], "or")
            facts.append(f"{words.cell[cell]} is {left}")
    named = dict.fromkeys(map(str, reason.constraints))
    said = [*facts, *(f"of {name}" for name in named)]
    claim = f"{words.cell[found.cell]} cannot be {words.value[found.value]}"
    return Step(
        "smallest reason" if reason.is_smallest else "reason",
        f"{claim}, because {listed(said)}",
        eliminations=(found,),
        pattern=tuple(
            Candidate(cell, code + 1)
            for cell in cells
            for code in range(state.bits.size)
            if state.candidates[cell] >> code & 1
        ),
        support=tuple(cell for cell in cells if state.values[cell]),
    )
