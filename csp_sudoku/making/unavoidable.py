"""Unavoidable sets: cells of a solution that every proper puzzle of it must clue at least once.

Exchange what stands in them, and there is another solution. The sets and the minimal games of a
solution are dual: each minimal game is a minimal choice that meets all sets, and the reverse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from csp_sudoku import graphs
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.boards import Cell
from csp_sudoku.budgets import Budget
from csp_sudoku.errors import WrongAnswerError
from csp_sudoku.making.rivals import Rivals, rivals_of
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.sat.oracle import blank_oracle


@dataclass(frozen=True)
class UnavoidableSet:
    """Cells that cannot all stay open, and the other solution that differs in exactly these."""

    cells: tuple[Cell, ...]
    other: Solution

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self.cells

    def check(self, solution: Solution) -> bool:
        """Whether the other solution is one, and differs from this one in exactly these cells."""
        board = solution.board
        if self.other.board != board or board.distinct.clash(self.other.values) is not None:
            return False
        pairs = zip(board.cells, solution.values, self.other.values, strict=True)
        return self.cells == tuple(cell for cell, mine, other in pairs if mine != other)


def unavoidable_sets(
    solution: Solution, *, backend: str | Backend = "auto", timeout: float | None = None
) -> Iterator[UnavoidableSet]:
    """Yield the minimal unavoidable sets of a solution, lazily and each once.

    First come those within two values (Kempe chains), the smallest first, then all others in no
    particular order: take as many as you like. Each is proven to be unavoidable by the solution
    that it comes with, and to be minimal by the refutation of all that spare one of its cells.
    Memory grows with the number of sets.

    >>> from itertools import islice
    >>> sets = unavoidable_sets(Solution("1234 3412 2143 4321"))
    >>> [len(found) for found in islice(sets, 10)]
    [4, 4, 4, 4, 4, 4, 4, 4, 8, 8]

    Raises:
        OutOfBudgetError: the time ended before the sets did.
    """
    rivals = rivals_of(solution, backend, Budget(timeout))
    cells = range(len(solution.values))
    walk = Walk(rivals, cells)
    try:
        for chain in sorted(chains(solution), key=lambda chain: (len(chain), sorted(chain))):
            if walk.is_new(chain):
                yield named(rivals, walk.exclude_within(chain))
        while (seed := walk.unexplored()) is not None:
            rival = rivals.rival(seed)
            if rival is None:
                walk.exclude_supersets(seed)
            else:
                yield named(rivals, walk.exclude_rival(rival))
    finally:
        walk.close()
        rivals.close()


def chains(solution: Solution) -> list[frozenset[int]]:
    """Return the Kempe chains of a solution by the numbers of their cells."""
    index = solution.board.index
    return [frozenset(index[c] for c in chain) for chain in graphs.kempe_chains(solution)]


def named(rivals: Rivals, rival: bytes) -> UnavoidableSet:
    """Return the set of cells in which a rival differs, in the user's terms."""
    solution = rivals.solution
    pairs = zip(solution.board.cells, solution.values, rival, strict=True)
    cells = tuple(cell for cell, mine, other in pairs if mine != other)
    blank = Puzzle.of(solution.board, bytes(len(rival)))
    return UnavoidableSet(cells, blank._solved(rival, rivals.who))


def shrunk(rivals: Rivals, rival: bytes, clues: Sequence[int]) -> bytes:
    """Return a rival whose difference from the solution, within the clues, is minimal."""
    within = frozenset(clues)
    for cell in sorted(rivals.difference(rival) & within):
        cells = rivals.difference(rival) & within
        if cell in cells:
            nearer = rivals.rival([clue for clue in clues if clue not in cells or clue == cell])
            rival = nearer or rival
    return rival


class Walk:
    """The way through the choices of some clues: which of them are settled, and one that is not.

    Every choice is proper, and so are all that contain it; or it avoids an unavoidable set, and so
    do all that it contains. A SAT solver keeps the account.
    """

    def __init__(self, rivals: Rivals, clues: Iterable[int]) -> None:
        self._rivals = rivals
        self._clues = list(clues)
        self._map = blank_oracle("minisat22")
        self._literal = {cell: self._map.fresh() for cell in self._clues}
        self._cell = {literal: cell for cell, literal in self._literal.items()}
        self._never = self._map.fresh()  # no solver likes an empty clause
        self._map.add([-self._never])

    def unexplored(self) -> list[int] | None:
        """Return a choice that is not settled yet; None when all are."""
        model = self._map.answer([], self._rivals.budget)
        if model is None:
            return None
        return [self._cell[literal] for literal in model if literal in self._cell]

    def is_new(self, cells: Iterable[int]) -> bool:
        """Whether leaving exactly these cells open is not settled yet."""
        open_cells = set(cells)
        choice = [-x if cell in open_cells else x for cell, x in self._literal.items()]
        return self._map.answer(choice, self._rivals.budget) is not None

    def exclude_supersets(self, cells: Iterable[int]) -> None:
        """Settle all that contains a proper choice."""
        self._map.add([self._never, *(-self._literal[cell] for cell in cells)])

    def exclude_rival(self, rival: bytes) -> bytes:
        """Settle all that avoids a minimal unavoidable set, found within a rival's difference."""
        nearest = shrunk(self._rivals, rival, self._clues)
        cells = self._rivals.difference(nearest)
        self._map.add([x for cell, x in self._literal.items() if cell in cells])
        return nearest

    def exclude_within(self, cells: frozenset[int]) -> bytes:
        """Settle all that avoids a minimal unavoidable set, found within an unavoidable one."""
        rival = self._rivals.rival([cell for cell in self._clues if cell not in cells])
        if rival is None:
            raise WrongAnswerError(
                "a backend found no other solution where values can be exchanged"
            )
        return self.exclude_rival(rival)

    def close(self) -> None:
        """Free the solver."""
        self._map.close()
