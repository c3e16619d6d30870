"""What a technique is: a name, a rating, and a function that finds its steps in a state.

To add one, write `find(state)` in the module of its family. It is lazy: the first step comes fast,
and all steps come in the end. It does not change the state, and asks the board only for its groups
and peers. Loops that take long on large boards go through `state.paced`, so that a time limit
holds. Then list it in the module's `TECHNIQUES` with its rating; a new family is one more line in
`table.py`. A step must be true in every solution of the state (or in the only one, if the technique
needs a unique solution), and must place or clear something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeAlias

from csp_sudoku.budgets import Budget
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Step

Find: TypeAlias = Callable[[State], Iterator[Step]]
P = ParamSpec("P")


class Technique(NamedTuple):
    """A technique; its rating is that of Sudoku Explainer, if that program has the technique."""

    name: str
    rating: float
    find: Find
    needs_unique: bool = False
    """Whether its steps hold only if the puzzle has exactly one solution, and groups alone."""

    def __str__(self) -> str:
        return self.name


def distinct(find: Callable[P, Iterator[Step]]) -> Callable[P, Iterator[Step]]:
    """Decorate a function that finds steps: of steps with the same result, only the first comes."""

    @wraps(find)
    def found(*args: P.args, **kwargs: P.kwargs) -> Iterator[Step]:
        seen = set()
        for step in find(*args, **kwargs):
            result = step.result
            if result not in seen:
                seen.add(result)
                yield step

    return found


def first_step(
    state: State, techniques: Iterable[Technique], budget: Budget | None = None
) -> Step | None:
    """Return the step of the first technique that finds one; None if none does.

    Raises OutOfBudgetError when the budget ends before that.
    """
    state.budget = budget
    try:
        for technique in techniques:
            if budget is not None:
                budget.check()
            if technique.needs_unique and state.rules:
                continue  # it exchanges values and lines, which rules tell apart
            for step in technique.find(state):
                return step
    except BaseException:
        state.memory = {}  # what was being built is incomplete
        raise
    finally:
        state.budget = None
    return None
