"""Whether a variant with its clues is proper: a native search for another solution than its own."""

from __future__ import annotations

from collections.abc import Iterable

from csp_sudoku.backends.bitmask import Bitmask
from csp_sudoku.boards import Board
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import bitmask
from csp_sudoku.model import Problem
from csp_sudoku.native.bitmask import EXHAUSTED
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rng import Rng
from csp_sudoku.rules import Rule

_PLAIN, _STRONG = Bitmask(strengthen=False), Bitmask()
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


class Uniqueness:
    """A full board under some rules, and the question whether clues leave it as the only one.

    Searches are counted in nodes, so that the answer is the same on every machine.
    """

    def __init__(
        self,
        board: Board,
        values: bytes,
        rules: Iterable[Rule],
        budget: Budget,
        nodes: int = NODES,
    ) -> None:
        self.board = board
        self.values = values
        self.rules = tuple(rules)
        self.budget = budget
        self.nodes = nodes

    def without(self, rules: Iterable[Rule]) -> Uniqueness:
        """Return the same question with fewer rules."""
        gone = set(rules)
        left = [rule for rule in self.rules if rule not in gone]
        return Uniqueness(self.board, self.values, left, self.budget, self.nodes)

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
        problem = self.puzzle(cells).problem
        for backend, nodes in ((_PLAIN, min(self.nodes, _PLAIN_NODES)), (_STRONG, self.nodes)):
            if backend is _STRONG and nodes <= _PLAIN_NODES:
                break
            decode = bitmask.encode(backend.strengthened(problem).csp).decode
            search = backend.native(problem)
            while search.nodes < nodes:
                self.budget.check()
                stopped = search.run(nodes=nodes - search.nodes, seconds=_TURN_SECONDS)
                if search.solution is not None:
                    found = _values(problem, decode(search.solution), len(self.values))
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
