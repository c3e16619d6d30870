"""What a technique is: a name, a rating, and a function that finds its steps in a state.

To add one, write `find(state)` in the module of its family. It yields steps lazily, so that the
first one comes fast and all of them come in the end, changes nothing, and asks the board only for
its groups and peers. Then list it in the module's `TECHNIQUES` with its rating; a new family is one
more line in `table.py`. A step must be true in every solution of the state (or in
the only one, if the technique needs a unique solution), and must place or clear something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Step

Find: TypeAlias = Callable[[State], Iterator[Step]]


class Technique(NamedTuple):
    """A technique; its rating is on the scale of the classic Sudoku Explainer, where it has one."""

    name: str
    rating: float
    find: Find
    needs_unique: bool = False
    """Whether its steps hold only if the puzzle has exactly one solution."""

    def __str__(self) -> str:
        return self.name


def distinct(steps: Iterator[Step]) -> Iterator[Step]:
    """Yield the steps whose result did not come before."""
    seen = set()
    for step in steps:
        result = step.result
        if result not in seen:
            seen.add(result)
            yield step


def first_step(state: State, techniques: Iterable[Technique]) -> Step | None:
    """Return the step of the first technique that finds one; None if none does."""
    for technique in techniques:
        for step in technique.find(state):
            return step
    return None
