"""Ambiguity: where the solutions of a puzzle differ, and the fewest clues that leave only one.

The fewest clues are found from below, by implicit hitting sets: a SAT solver chooses k clues of a
solution that exclude all other solutions known so far. If another solution still fits, it is one
more to exclude; if there is no such choice, k is too small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from csp_sudoku.bits import members
from csp_sudoku.boards.board import Cell
from csp_sudoku.budgets import Budget
from csp_sudoku.errors import OutOfBudgetError, PuzzleError
from csp_sudoku.proofs.candidates import true_masks
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.sat.counting import SequentialCounter
from csp_sudoku.sat.loading import oracle_for

_SOLVER = "glucose4"
_POOL = 200
"""The first answer takes the rarest value among this many solutions."""
_WITNESSES = 8
"""A wrong choice of clues adds at most this many solutions to exclude."""


class Ambiguity(NamedTuple):
    """Where the solutions of a puzzle differ, and which extra clues would make it proper.

    `cells` are the cells that differ between solutions, with the values they take; all others are
    the same in all. With the clues `extra` the only solution is `solution`. Fewer than `at_least`
    extra clues are never enough.
    """

    cells: dict[Cell, tuple[int, ...]]
    extra: dict[Cell, int]
    solution: Solution
    at_least: int

    @property
    def is_fewest(self) -> bool:
        """Whether it is proven that fewer extra clues are not enough."""
        return len(self.extra) == self.at_least

    def __str__(self) -> str:
        clues = ", ".join(f"{cell} = {value}" for cell, value in self.extra.items())
        rank = "the fewest" if self.is_fewest else f"at least {self.at_least} are needed"
        return f"{len(self.cells)} cells differ; unique with {clues} ({rank})"


def ambiguity(
    puzzle: Puzzle, *, solution: Solution | None = None, timeout: float | None = 10.0
) -> Ambiguity | None:
    """Return where the solutions differ, and the fewest extra clues that make the puzzle unique.

    The clues single out the given solution, or, without one, the solution that needs the fewest.
    If the time ends first, there may be fewer, and `is_fewest` is False.

    >>> found = ambiguity(Puzzle("1... ..2. .3.. ...."))
    >>> len(found.cells), len(found.extra), found.is_fewest
    (7, 1, True)

    Returns:
        None if the puzzle has exactly one solution.

    Raises:
        NoSolutionError: the puzzle has no solution; `conflict` says why.
        PuzzleError: the given solution does not solve it.
        OutOfBudgetError: the time ended before the cells that differ were known.
    """
    if solution is not None and (wrong := solution.violation(puzzle)):
        raise PuzzleError(f"the given solution does not solve the puzzle: {wrong}")
    budget = Budget(timeout)
    masks = true_masks(puzzle, budget)
    differing = [v for v, mask in enumerate(masks) if mask & (mask - 1)]
    if not differing:
        return None
    search = _Fewest(puzzle, solution, masks, budget)
    search.run()
    cells = puzzle.board.cells
    return Ambiguity(
        {cells[v]: tuple(code + 1 for code in members(masks[v])) for v in differing},
        {cells[v]: search.goal.values[v] for v in sorted(search.extra)},
        search.goal,
        search.at_least,
    )


class _Fewest:
    """A search for the fewest extra clues: the best so far, and a lower bound."""

    def __init__(
        self,
        puzzle: Puzzle,
        solution: Solution | None,
        masks: Sequence[int],
        budget: Budget,
    ) -> None:
        self.puzzle = puzzle
        self.budget = budget
        self.differing = differing = [v for v, mask in enumerate(masks) if mask & (mask - 1)]
        self.at_least = 1
        self.is_aimed = solution is not None
        self.goal = solution or next(self._solutions({}, 1))
        self.extra = list(differing)  # always enough: they are the whole solution
        self.told_apart: set[Solution] = set()
        self.problem = puzzle.problem.of(masks)

    def run(self) -> None:
        """Search until `at_least` extra clues are found to be enough, or the time ends."""
        with suppress(OutOfBudgetError):
            self.cnf, self.oracle = oracle_for(self.problem, _SOLVER, self.budget)
            try:
                self._search()
            finally:
                self.oracle.close()

    def _search(self) -> None:
        if self.is_aimed:
            for x in self._literals(self.goal):
                self.oracle.add([x])
        self.chosen = {v: self.oracle.fresh() for v in self.differing}
        self.differs = {
            (v, code): self._differs(v, code)
            for v in self.differing
            for code in members(self.problem.masks[v])
        }
        self._descend()
        counter = SequentialCounter(self.oracle, list(self.chosen.values()))
        while self.at_least < len(self.extra):
            too_many = counter.more_than(self.at_least, self.budget)
            model = self.oracle.answer([-too_many], self.budget)
            if model is None:
                self.at_least += 1
            else:
                self._try(model)

    def _descend(self) -> None:
        """Find a first answer: add the rarest values until one solution is left, then drop some."""
        extra: dict[int, int] = {}
        while len(pool := list(self._solutions(extra, _POOL))) > 1:
            for solution in pool[:_WITNESSES]:
                self._tell_apart(solution)
            v, value = self._rarest(pool)
            extra[v] = value
        self.goal, self.extra = pool[0], list(extra)
        for v in tuple(extra):
            fewer = [u for u in self.extra if u != v]
            if other := self._other(fewer):
                self._tell_apart(other)
            else:
                self.extra = fewer

    def _rarest(self, pool: Sequence[Solution]) -> tuple[int, int]:
        """Return the cell and value that occur in the fewest of these solutions."""
        times = Counter((v, solution.values[v]) for solution in pool for v in self.differing)
        if self.is_aimed:
            return min(((v, self.goal.values[v]) for v in self.differing), key=times.__getitem__)
        return min(times, key=times.__getitem__)

    def _other(self, cells: Iterable[int]) -> Solution | None:
        """Return a solution other than the goal that has the goal's values in these cells."""
        found = self._solutions({v: self.goal.values[v] for v in cells}, 2)
        return next((solution for solution in found if solution != self.goal), None)

    def _try(self, model: Sequence[int]) -> None:
        """Take the clues of a model if they are enough; else exclude the solutions they leave."""
        values = [code + 1 for code in self.cnf.decode(model)]
        true = set(model)
        extra = {v: values[v] for v, x in self.chosen.items() if x in true}
        left = list(self._solutions(extra, _WITNESSES))
        if len(left) == 1:
            self.goal, self.extra = left[0], list(extra)
        for solution in left:
            self._tell_apart(self._nearest(solution) if self.is_aimed else solution)

    def _nearest(self, other: Solution) -> Solution:
        """Return a solution that differs from the goal in a minimal part of the cells."""
        if other == self.goal:
            return other
        same = [v for v in self.differing if other.values[v] == self.goal.values[v]]
        for v in self.differing:
            if other.values[v] != self.goal.values[v] and (nearer := self._other([*same, v])):
                other = nearer
                same = [v for v in self.differing if other.values[v] == self.goal.values[v]]
        return other

    def _solutions(self, extra: Mapping[int, int], limit: int) -> Iterator[Solution]:
        cells = self.puzzle.board.cells
        puzzle = self.puzzle.replace({cells[v]: value for v, value in extra.items()})
        return puzzle.solutions(limit=limit, timeout=self.budget.seconds_left())

    # Clauses

    def _literals(self, solution: Solution) -> list[int]:
        return [self.cnf.literal[v][value - 1] for v, value in enumerate(solution.values)]

    def _differs(self, v: int, code: int) -> int:
        """Return a literal that says: the cell is clued, with another value than this one."""
        self.budget.check()
        differs = self.oracle.fresh()
        self.oracle.add([-differs, self.chosen[v]])
        self.oracle.add([-differs, -self.cnf.literal[v][code]])
        return differs

    def _tell_apart(self, solution: Solution) -> None:
        """Add: the goal is this solution, or some clue differs from it."""
        if solution in self.told_apart:
            return
        self.told_apart.add(solution)
        same = self.oracle.fresh()
        for x in self._literals(solution):
            self.oracle.add([-same, x])
        self.oracle.add([same, *(self.differs[v, solution.values[v] - 1] for v in self.differing)])
