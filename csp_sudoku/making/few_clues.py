"""Plain 9x9 puzzles with very few clues, by climbing down from minimal puzzles.

A step takes two clues away and adds one, or takes one away and adds another, so that the puzzle
stays proper. Which single clues make it proper again is read off the list of all its solutions: a
value in a cell that only one of them has. People have searched for puzzles with 17 clues this way
("{-2+1}" and "{-1+1}") since 2006; see G. Royle's collection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice

from csp_sudoku.backends.protocol import Backend
from csp_sudoku.boards import Board
from csp_sudoku.budgets import Budget
from csp_sudoku.engines import Given, sudoku9
from csp_sudoku.errors import GenerationError, OutOfBudgetError
from csp_sudoku.making.makers import Maker, Native9, without
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rng import Rng

MOST_CLUES = 19
"""With more clues, dropping clues from full boards is faster."""
_FEWEST = 18
_STARTS = 200
_MOST_SOLUTIONS = 400
"""More solutions than this, and it is not worth looking for the clue that leaves one of them."""
_PATIENCE = 60
"""A climb ends after this many steps sideways without one down."""


def check_few(clues: int) -> None:
    """Refuse a number of clues that climbing does not reach."""
    if clues < _FEWEST:
        raise GenerationError(
            f"puzzles with {clues} clues are too rare for the search here",
            fix="take one of G. Royle's list of 49,158, and cs.equivalent for another form, "
            "or ask for 18 clues",
        )


class FewClues(Maker):
    """Makes puzzles of plain 9x9 with 18 or 19 clues."""

    most_tries = 30

    def __init__(
        self, board: Board, backend: str | Backend, tries: int | None, clues: int, minimal: bool
    ) -> None:
        super().__init__(board, backend, tries)
        self.clues = clues
        self.minimal = minimal
        self._starts = Native9(board, backend, None, None, None, minimal=True)

    def attempts(self, seed: int, number: int, budget: Budget) -> Iterator[Puzzle | None]:
        """Yield the result of each climb."""
        of_puzzle = Rng.stream(seed, number).word()
        attempt = 0
        while True:
            rng = Rng.stream(of_puzzle, attempt)
            try:
                clues = self._climbed(rng, budget)
            except OutOfBudgetError:
                raise without(self.wanted) from None
            yield None if clues is None else self._fitted(clues, rng)
            attempt += 1

    def _fitted(self, clues: bytes, rng: Rng) -> Puzzle | None:
        """Return the puzzle with exactly the wanted number of clues, if it has no more."""
        missing = self.clues - _count(clues)
        if missing and self.minimal:
            return None
        puzzle = Puzzle._trusted(self.board, clues)
        if missing:
            (solution,) = puzzle.solutions()
            spare = [cell for cell, value in enumerate(clues) if not value]
            rng.shuffle(spare)
            added = bytearray(clues)
            for cell in spare[:missing]:
                added[cell] = solution.values[cell]
            puzzle = Puzzle._trusted(self.board, bytes(added))
        return puzzle

    def _climbed(self, rng: Rng, budget: Budget) -> bytes | None:
        """Go down from the sparsest of some minimal puzzles; None if it got stuck."""
        starts = self._starts.made(rng.word(), 0, _STARTS, budget)
        clues = min((start for start, _ in starts), key=_count)
        seen = {clues}
        idle = 0
        while _count(clues) > self.clues:
            lower = _down(clues, rng, budget)
            if lower is not None:
                clues, idle = lower, 0
                continue
            idle += 1
            other = _sideways(clues, seen, rng, budget) if idle < _PATIENCE else None
            if other is None:
                return None
            clues = other
            seen.add(clues)
        return clues

    def __str__(self) -> str:
        kind = "a minimal puzzle" if self.minimal else "a puzzle"
        return f"{kind} of {self.board.name} with {self.clues} clues"


def _down(clues: bytes, rng: Rng, budget: Budget) -> bytes | None:
    """Exchange two clues for one, and drop what is not needed then."""
    pairs = list(combinations(_cells(clues), 2))
    rng.shuffle(pairs)
    for pair in pairs:
        budget.check()
        fewer = _without(clues, pair)
        found = _single_clues(fewer)
        if found:
            lower = _with(fewer, *rng.choice(found))
            return sudoku9.reduce(lower, [(cell,) for cell in _cells(lower)])
    return None


def _sideways(clues: bytes, seen: set[bytes], rng: Rng, budget: Budget) -> bytes | None:
    """Exchange one clue for another, for a puzzle that was not seen yet."""
    cells = _cells(clues)
    rng.shuffle(cells)
    for cell in cells:
        budget.check()
        fewer = _without(clues, [cell])
        found = _single_clues(fewer)
        rng.shuffle(found)
        for other, value in found:
            moved = _with(fewer, other, value)
            if moved not in seen:
                return moved
    return None


def _single_clues(clues: bytes) -> list[tuple[int, int]]:
    """Return the clues, as cell and value, any one of which would make a puzzle proper."""
    solutions = list(islice(sudoku9.search(Given(clues)), _MOST_SOLUTIONS + 1))
    if len(solutions) > _MOST_SOLUTIONS:
        return []
    found = []
    for cell in range(len(clues)):
        if not clues[cell]:
            column = bytes([solution[cell] for solution in solutions])
            found += [(cell, value) for value in range(1, 10) if column.count(value) == 1]
    return found


def _count(clues: bytes) -> int:
    return len(clues) - clues.count(0)


def _cells(clues: bytes) -> list[int]:
    return [cell for cell, value in enumerate(clues) if value]


def _without(clues: bytes, cells: Iterable[int] | Sequence[int]) -> bytes:
    fewer = bytearray(clues)
    for cell in cells:
        fewer[cell] = 0
    return bytes(fewer)


def _with(clues: bytes, cell: int, value: int) -> bytes:
    more = bytearray(clues)
    more[cell] = value
    return bytes(more)
