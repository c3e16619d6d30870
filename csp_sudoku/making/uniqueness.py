"""Whether a variant with its clues is proper: a native search for another solution than its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property

from csp_sudoku.backends.bitmask import Bitmask
from csp_sudoku.boards import Board
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import bitmask
from csp_sudoku.model import Problem
from csp_sudoku.native.bitmask import EXHAUSTED, Search
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rng import Rng
from csp_sudoku.rules import Rule, ruled

_STRONG = Bitmask()
_PLAIN_NODES = 400
"""Most questions are settled within this many nodes, before derived sums would help."""
FEW_NODES = 10
"""What takes the plain search longer is hard for people: they would try value after value."""
NODES = 1_500
"""The nodes of the search with derived sums: what takes longer is too hard to be worth it."""
PATIENT_NODES = 60_000
_FILL_NODES = 20_000
_TURN_SECONDS = 0.05


class UndecidedError(Exception):
    """A search ended with neither another solution nor a proof that there is none."""


class _Native:
    """The native form of a board with rules, for searches without some of the rules."""

    def __init__(self, board: Board, rules: Iterable[Rule]) -> None:
        self._ruled = ruled(board, tuple(rules))
        self._encoding = bitmask.encode(self._ruled.csp)
        self._masks = self._encoding.masks(self._ruled.csp.problem)
        self._rows: dict[Rule, tuple[int, ...] | None] = {}

    def rows(self, rules: Iterable[Rule]) -> list[int] | None:
        """Return what is left out without some rules; None if they cannot be left out."""
        found: list[int] = []
        for rule in rules:
            if rule not in self._rows:
                said = self._ruled.units.get(rule)
                self._rows[rule] = None if said is None else self._encoding.rows_of(said)
            rows = self._rows[rule]
            if rows is None:
                return None
            found += rows
        return found

    def search(self, values: bytes, cells: Iterable[int], without: Iterable[int]) -> Search:
        """Return a search for what has some values in common with a full board."""
        masks = self._masks[:]
        for cell in cells:
            masks[cell] &= self._encoding.mask(cell, 1 << values[cell] - 1)
        return self._encoding.search(masks, without=without)

    def decode(self, solution: bytes) -> Sequence[int]:
        """Return the code of each variable."""
        return self._encoding.decode(solution)


class Uniqueness:
    """A full board under some rules, and the question whether clues leave it as the only one.

    Searches are counted in nodes, so that the answer is the same on every machine.

    Args:
        board: the board.
        values: the full board.
        rules: the rules that hold.
        budget: when to stop.
        nodes: how many nodes a question may take.
        stand_alone: whether each rule says the same without the others, so that one native
            structure serves all questions with fewer rules.
    """

    def __init__(
        self,
        board: Board,
        values: bytes,
        rules: Iterable[Rule],
        budget: Budget,
        nodes: int = NODES,
        *,
        stand_alone: bool = False,
    ) -> None:
        self.board = board
        self.values = values
        self.rules = tuple(rules)
        self.budget = budget
        self.nodes = nodes
        self._stand_alone = stand_alone
        self._left_out: tuple[int, ...] = ()

    @cached_property
    def _native(self) -> _Native:
        return _Native(self.board, self.rules)

    def without(self, rules: Iterable[Rule]) -> Uniqueness:
        """Return the same question with fewer rules."""
        gone = set(rules)
        fewer = self.under(rule for rule in self.rules if rule not in gone)
        rows = self._native.rows(gone) if self._stand_alone else None
        if rows is not None:
            fewer._native = self._native
            fewer._left_out = (*self._left_out, *rows)
        return fewer

    def under(self, rules: Iterable[Rule]) -> Uniqueness:
        """Return the same question under other rules."""
        return Uniqueness(
            *(self.board, self.values, rules, self.budget, self.nodes),
            stand_alone=self._stand_alone,
        )

    def puzzle(self, cells: Iterable[int]) -> Puzzle:
        """Return the puzzle with clues in these cells."""
        clues = bytearray(len(self.values))
        for cell in cells:
            clues[cell] = self.values[cell]
        return Puzzle.of(self.board, clues, rules=self.rules)

    def rival(self, cells: Iterable[int]) -> bytes | None:
        """Return another solution with these clues; None if there is none.

        Raises:
            UndecidedError: the nodes ended first.
            OutOfBudgetError: the time ended first.
        """
        search = self._native.search(self.values, cells, self._left_out)
        with suppress(UndecidedError):
            return self._other(search, self._native.decode, min(self.nodes, _PLAIN_NODES))
        if self.nodes <= _PLAIN_NODES:
            raise UndecidedError
        problem = self.puzzle(cells).problem
        decode = bitmask.encode(_STRONG.strengthened(problem).csp).decode
        return self._other(_STRONG.native(problem), decode, self.nodes)

    def _other(
        self, search: Search, decode: Callable[[bytes], Sequence[int]], nodes: int
    ) -> bytes | None:
        """Return the first solution that is not the full board; None if there is none."""
        while search.nodes < nodes:
            self.budget.check()
            stopped = search.run(nodes=nodes - search.nodes, seconds=_TURN_SECONDS)
            if search.solution is not None:
                found = bytes(code + 1 for code in decode(search.solution)[: len(self.values)])
                if found != self.values:
                    return found
            elif stopped is EXHAUSTED:
                return None
        raise UndecidedError

    def is_proper(self, cells: Iterable[int]) -> bool | None:
        """Whether these clues leave one solution; None if the nodes ended first."""
        try:
            return self.rival(cells) is None
        except UndecidedError:
            return None


def random_solution(puzzle: Puzzle, rng: Rng, budget: Budget) -> bytes | None:
    """Return the values of a random solution; None if a short search does not find one.

    Each solution is possible, some are more likely than others.
    """
    problem = puzzle.problem
    encoding = bitmask.encode(problem.csp)
    search = encoding.search(encoding.masks(problem), values="random", seed=rng.word())
    while search.nodes < _FILL_NODES:
        budget.check()
        stopped = search.run(nodes=_FILL_NODES - search.nodes, seconds=_TURN_SECONDS)
        if search.solution is not None:
            return _values(problem, encoding.decode(search.solution), len(puzzle.values))
        if stopped is EXHAUSTED:
            return None
    return None


def _values(problem: Problem, codes: Iterable[int], cells: int) -> bytes:
    found = tuple(codes)
    problem.checked(found, "the native search")
    return bytes(code + 1 for code in found[:cells])
