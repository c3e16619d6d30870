"""Engines: special native code for one structure, found by one question.

Today there is one, for plain 9x9 boards: `engine_of(csp)` returns it, or None. Code that gets an
engine uses it instead of the generic search. Each part is imported when it is first used.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from csp_sudoku.budgets import Budget, counted, pulled
from csp_sudoku.model import CSP, AllDifferent, Codes, Problem
from csp_sudoku.native.check import given_values

if TYPE_CHECKING:
    from csp_sudoku.native import canonical9, hitting9, rating9
    from csp_sudoku.native.sudoku9 import Search
    from csp_sudoku.questions import Report

_Solutions: TypeAlias = Generator[Codes, None, bool]
_EVERYTHING = 0b111111111
_OPEN = bytes(81)
_CODE_OF = bytes(max(0, number - 1) for number in range(256))
_LINES = [range(9 * row, 9 * row + 9) for row in range(9)] + [range(c, 81, 9) for c in range(9)]
_BOXES = [
    [9 * row + column for row in range(top, top + 3) for column in range(left, left + 3)]
    for top in (0, 3, 6)
    for left in (0, 3, 6)
]
_GROUPS = {frozenset(group) for group in [*_LINES, *_BOXES]}
_COUNTERS = ("nodes", "solutions")
_FIRST_TURN = 1 << 20
"""The nodes of the engine's first turn beside another search: about 60 ms."""
_OTHER_NODES = 128
"""How many nodes of the engine take about as long as one of another search."""
_MOST_SEEN = 1000
"""Where there are more solutions, the engine goes on alone."""


class Given(NamedTuple):
    """A puzzle as the engine takes it."""

    clues: bytes
    """81 numbers; 0 is an open cell."""
    marks: Sequence[int] | None = None
    """What each cell may be, as sets of digits, if the clues do not say all."""

    def with_digit(self, cell: int, digit: int) -> Given:
        """Return the puzzle with one more clue."""
        clues = bytearray(self.clues)
        clues[cell] = digit
        return Given(bytes(clues), self.marks)


class Engine:
    """The native code for plain 9x9 boards, where a puzzle is 81 numbers and 0 is an open cell."""

    def fits(self, csp: CSP) -> bool:
        """Whether a structure is the plain 9x9 board and nothing else, found out once.

        >>> from csp_sudoku import boards
        >>> plain = boards.sudoku(3, 3)
        >>> sudoku9.fits(plain.csp), sudoku9.fits(boards.diagonals(plain).csp)
        (True, False)
        """
        return csp.shared("sudoku9", _is_plain_9x9)

    def given(self, problem: Problem) -> Given | None:
        """Return a problem as the engine takes it; None if it is on another structure.

        >>> from csp_sudoku import Puzzle
        >>> sudoku9.given(Puzzle({(0, 2): 7}).problem).clues[:4].hex()
        '00000700'
        >>> sudoku9.given(Puzzle([0] * 81, candidates={(0, 0): [1, 2]}).problem).marks[:2]
        (3, 511)
        """
        if not self.fits(problem.csp):
            return None
        clues = given_values(problem.masks, 9)
        return Given(_OPEN, problem.masks) if clues is None else Given(clues)

    def decode(self, solution: bytes) -> bytes:
        """Return one code per variable from a solution of the engine."""
        return solution.translate(_CODE_OF)

    def search(self, given: Given) -> Search:
        """Return a search for the solutions of one puzzle, which can be paused and resumed."""
        from csp_sudoku.native.sudoku9 import Search

        return Search(given.clues, marks=given.marks)

    def solutions(
        self, given: Given, budget: Budget, report: Report
    ) -> Generator[bytes, None, bool]:
        """Yield the solutions of a puzzle as codes; return whether there are no more."""
        self._sign(report)
        return pulled(self.search(given), self.decode, budget, report.stats, _COUNTERS)

    def in_turns(
        self,
        given: Given,
        search: Callable[[Budget], _Solutions],
        budget: Budget,
        report: Report,
    ) -> _Solutions:
        """Yield the solutions of a puzzle with marks, from the engine and another search in turns.

        The engine is fast, but does not see that three cells cannot hold two digits: without
        clues around them it would try all that is open elsewhere. Each turn of the other search
        is a new one, with more nodes.
        """
        engine, nodes = self.search(given), _FIRST_TURN
        seen: set[bytes] = set()
        while True:
            alone = len(seen) > _MOST_SEEN
            self._sign(report)
            share = budget.share(None if alone else engine.nodes + nodes)
            turn = pulled(engine, self.decode, share, report.stats, _COUNTERS)
            settled = yield from _new_ones(turn, seen, alone)
            is_spent = budget.nodes is not None and engine.nodes >= budget.nodes
            if settled or is_spent or budget.is_over():
                return settled
            other = search(budget.share(nodes // _OTHER_NODES))
            settled = yield from _new_ones(other, seen)
            if settled or budget.is_over():
                return settled
            nodes *= 4

    def count(
        self, given: Given, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count up to `limit` solutions; the flag says whether the count is settled."""
        self._sign(report)
        return counted(self.search(given), budget, report.stats, _COUNTERS, limit)

    def _sign(self, report: Report) -> None:
        """Note who answers: the engine is the fastest form of the bitmask search."""
        report.backend = "bitmask"
        report.reason = "a plain 9x9 board, answered by the 9x9 kernel"

    def grid(self, seed: int) -> bytes:
        """Return a random full board, each with the same probability."""
        from csp_sudoku.native import minimal9

        return minimal9.grid(seed)

    def reduce(self, clues: bytes, parts: Sequence[tuple[int, ...]]) -> bytes:
        """Drop parts of a proper puzzle's clues one after the other, each that can go."""
        from csp_sudoku.native import minimal9

        return minimal9.reduce(clues, parts)

    def hitting(
        self,
        solution: bytes,
        most: int,
        sets: Sequence[bytes],
        regions: Sequence[tuple[tuple[int, ...], int]],
        *,
        trace: bool = False,
    ) -> hitting9.Search:
        """Return a search for proper puzzles of a solution with at most this many clues.

        Regions hold at most a number of them; `sets` are other solutions: see `small_rivals`.
        """
        from csp_sudoku.native import hitting9

        return hitting9.Search(solution, most, sets=sets, regions=regions, trace=trace)

    largest_set = 18
    """`small_rivals` finds all unavoidable sets of at most this many cells."""

    def small_rivals(self, solution: bytes, largest: int, budget: Budget) -> list[bytes]:
        """Return the other solutions that differ in minimal unavoidable sets up to a size."""
        from csp_sudoku.native import hitting9

        try:
            return hitting9.unavoidable_sets(solution, largest, seconds=budget.seconds_left())
        except TimeoutError:
            budget.check()
            raise

    def rate(self, clues: bytes, seconds: float | None) -> rating9.Rated:
        """Rate a proper puzzle on the scale of Sudoku Explainer."""
        from csp_sudoku.native import rating9

        return rating9.rate(clues, seconds=seconds)

    def canonical(self, clues: bytes) -> canonical9.Found | None:
        """Return the canonical form of a puzzle and the way to it; None if two clues clash."""
        from csp_sudoku.native import canonical9

        return canonical9.find(clues)


sudoku9 = Engine()
"""The engine for plain 9x9 boards."""


def engine_of(csp: CSP) -> Engine | None:
    """Return the engine for a structure, found out once; None if there is none.

    >>> from csp_sudoku import boards
    >>> engine_of(boards.sudoku(3, 3).csp) is not None, engine_of(boards.sudoku(2, 3).csp)
    (True, None)
    """
    return sudoku9 if sudoku9.fits(csp) else None


def _is_plain_9x9(csp: CSP) -> bool:
    constraints = csp.constraints
    if not constraints or type(constraints[-1]) is not AllDifferent:  # most rules are seen at once
        return False
    if len(csp.variables) != 81 or len(csp.values) != 9:
        return False
    if any(mask != _EVERYTHING for mask in csp.problem.masks):
        return False
    if not all(type(constraint) is AllDifferent for constraint in constraints):
        return False
    return {frozenset(v.index for v in group.variables) for group in csp.constraints} == _GROUPS


def _new_ones(search: _Solutions, seen: set[bytes], alone: bool = False) -> _Solutions:
    """Yield the solutions of a search that are new, and remember them while others look as well.

    The search is paused when there are too many to remember.
    """
    while alone or len(seen) <= _MOST_SEEN:
        try:
            codes = bytes(next(search))
        except StopIteration as end:
            return bool(end.value)
        if codes not in seen:
            if not alone:
                seen.add(codes)
            yield codes
    search.close()
    return False
