"""New puzzles: random, proper, minimal or with a wanted number of clues, symmetric, with rules.

Everything follows from the seed: puzzle i is made from stream i of the seed, in one attempt or
more, each from a stream of its own. The machine, the threads and the backend do not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import comb
from typing import Any, TypedDict, Unpack

from csp_sudoku import boards
from csp_sudoku.backends import get
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.boards import Board
from csp_sudoku.budgets import Budget
from csp_sudoku.bulk.workers import checked_workers, ordered
from csp_sudoku.clues import CellKey
from csp_sudoku.engines import engine_of
from csp_sudoku.errors import GenerationError
from csp_sudoku.logic.levels import Levels
from csp_sudoku.making.difficulty import Difficulty, Wanted
from csp_sudoku.making.few_clues import MOST_CLUES, FewClues, check_few
from csp_sudoku.making.makers import ControlledBias9, Dropping, Maker, Native9, OnPattern
from csp_sudoku.making.minimal import is_minimal
from csp_sudoku.making.patterns import check_clues, check_pattern, read_pattern
from csp_sudoku.native.minimal9 import METHODS
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rules import Rule

Rules = str | Iterable[str | Rule] | Mapping[str, int | None]
"""What a variant is made of: names of `layouts.FAMILIES`, some with a number, and rules."""


def fresh_seed() -> int:
    """Return a seed that was not used before, from the system's random numbers."""
    from secrets import randbits

    return randbits(48)


def generate(
    *,
    seed: int | None = None,
    board: Board | str | None = None,
    rules: Rules | None = None,
    minimal: bool | None = None,
    clues: int | None = None,
    symmetry: str | None = None,
    pattern: str | Iterable[CellKey] | None = None,
    difficulty: Difficulty | None = None,
    requires: str | None = None,
    levels: Levels | None = None,
    truly_minimal: bool = False,
    method: str = "top-down",
    backend: str | Backend = "auto",
    tries: int | None = None,
    timeout: float | None = None,
    progress: Callable[[int], object] | None = None,
) -> Puzzle:
    """Make a random puzzle with exactly one solution; the same seed gives the same puzzle.

    Without a seed each call gives another puzzle. To make it again, draw the seed yourself with
    `fresh_seed`, and keep it.

    The clues of a random full board are dropped in a random order, each that is not needed.
    `fillings.is_uniform` tells on which boards the full board is a uniform choice. The puzzle is
    not: minimal puzzles with few clues are too frequent. With the method "controlled-bias" (plain
    9x9; half a second each) the probability of a puzzle with n clues is proportional to
    1 / C(81, n), and `bias_weight` corrects statistics (D. Berthier: Unbiased statistics of a CSP,
    2009).

    >>> generate(seed=1, board=boards.sudoku(2, 2))
    Puzzle('.2.....3...4.1..')
    >>> puzzle = generate(seed=1, clues=30, symmetry="rotate180")
    >>> len(puzzle.clues), puzzle.is_unique()
    (30, True)
    >>> print(generate(seed=1, difficulty="hard").rate())
    4.5 (Sudoku Explainer 1.2.1), hard: unique rectangle
    >>> generate(seed=1, difficulty=(6.0, 7.0)).rate().value
    6.6
    >>> generate(seed=1, requires="naked pair").rate().technique
    'naked pair'
    >>> killer = generate(seed=1, rules=["killer"])
    >>> len(killer.clues), {rule.name for rule in killer.rules}
    (0, {'cage'})

    Args:
        seed: the source of everything random; drawn if not given.
        board: the board or its name; plain 9x9 if not given, or what the rules mean.
        rules: the families of a variant, as ["killer", "thermo"], or with how many rules of each,
            as {"thermo": 4} or "killer,thermo:4"; and rules that hold as given, as antiknight().
            `csp_sudoku.making.layouts.FAMILIES` has them all.
        minimal: whether no clue may be redundant (with a symmetry: no orbit of clues). The default
            is True, or False if a number of clues or a pattern is given. With rules: whether each
            clue and each rule must be needed. By default, clues and rules are dropped where a short
            search shows that they are not needed; but cages that cover the board stay, and so do
            rules whose number is given. If False, all rules stay.
        clues: how many clues. More than a random minimal puzzle has are quick; fewer take many
            tries, as do minimal puzzles with an unusual number. Plain 9x9 puzzles with 19 clues
            take a second, with 18 some ten seconds; with 17, no search here gets there.
        symmetry: rotate90, rotate180, mirror, flip, diagonal, antidiagonal or full: the pattern of
            clues is symmetric, and so are cages and lines. Signs and numbers outside are where the
            values put them.
        pattern: the cells that have clues: a text with "." for each open cell, or cells.
        difficulty: a range of ratings, as (3.0, 4.5) or "3.0..4.5", or a level: easy, medium, hard,
            unfair or extreme, which are HoDoKu's; or fiendish and diabolical. Plain 9x9 puzzles are
            rated on the scale of Sudoku Explainer, those of other boards and with rules on our own
            (see `csp_sudoku.logic.rating`).
        requires: the technique of the hardest step, by the rater's name: x-wing, naked pair, ...
        levels: the scale of the level: one of `logic.levels.SCALES`, or your own levels with the
            highest rating of each.
        truly_minimal: with a symmetry, whether no single clue may be redundant either.
        method: "top-down" or "controlled-bias".
        backend: the backend that decides whether a puzzle is proper; the result does not depend
            on it.
        tries: how many full boards are tried at most; if not given, 100,000 on plain 9x9, 1,000 on
            other boards, and 50 for a pattern, where each takes longer.
        timeout: seconds.
        progress: is called with the number of attempts so far.

    Raises:
        GenerationError: no such puzzle exists, or the wishes contradict each other.
        OutOfBudgetError: the tries or the time ended first.
    """
    maker = _maker(
        board=board,
        rules=rules,
        minimal=minimal,
        clues=clues,
        symmetry=symmetry,
        pattern=pattern,
        difficulty=difficulty,
        requires=requires,
        levels=levels,
        truly_minimal=truly_minimal,
        method=method,
        backend=backend,
        tries=tries,
    )
    maker.progress = progress
    return maker.puzzle(fresh_seed() if seed is None else seed, 0, Budget(timeout))


class Wishes(TypedDict, total=False):
    """The arguments of `generate` other than the seed and the time limit."""

    board: Board | str | None
    rules: Rules | None
    minimal: bool | None
    clues: int | None
    symmetry: str | None
    pattern: str | Iterable[CellKey] | None
    difficulty: Difficulty | None
    requires: str | None
    levels: Levels | None
    truly_minimal: bool
    method: str
    backend: str | Backend
    tries: int | None


def generate_many(
    count: int | None,
    *,
    seed: int | None = None,
    first: int = 0,
    workers: int | None = None,
    timeout: float | None = None,
    progress: Callable[[int], object] | None = None,
    **wishes: Unpack[Wishes],
) -> Generated:
    """Yield the puzzles of a seed in order, as they are made; `generate` returns the first.

    Puzzle i depends on the seed and on i only: `first` continues where another run stopped. The
    iterator can also give all of them as an Arrow table.

    >>> [len(puzzle.clues) for puzzle in generate_many(5, seed=1)]
    [23, 23, 24, 23, 27]
    >>> generate_many(5, seed=1, first=2).to_arrow().column("number").to_pylist()
    [2, 3, 4, 5, 6]

    Args:
        count: how many; None for puzzles without end.
        seed: the source of everything random; drawn if not given.
        first: the number of the first puzzle.
        workers: the number of threads for plain 9x9; all cores if not given. The result does not
            depend on it. Puzzles of other boards are made in this thread.
        timeout: seconds for each puzzle.
        progress: is called with the number of attempts so far, from any of the threads.
        **wishes: those of `generate`; tries are for each puzzle, too.
    """
    for name, number in (("count", count), ("first", first)):
        if number is not None and (isinstance(number, bool) or number < 0):
            raise GenerationError(f"{name} is {number!r}", fix="use 0 or more")
    Budget(timeout)  # refuses a bad timeout before anything is made
    maker, threads = _maker(**wishes), checked_workers(workers)
    maker.progress = progress
    seed = fresh_seed() if seed is None else seed
    if engine_of(maker.board.csp) is None or not maker.takes_threads:
        threads = 1
    end = None if count is None else first + count
    return Generated(_stream(maker, seed, first, end, timeout, threads), first)


class Generated(Iterator[Puzzle]):
    """New puzzles, made as they are asked for; or all that are left, as a table."""

    def __init__(self, puzzles: Iterator[Puzzle], first: int) -> None:
        self._puzzles = puzzles
        self._next = first

    def __iter__(self) -> Generated:
        return self

    def __next__(self) -> Puzzle:
        puzzle = next(self._puzzles)
        self._next += 1
        return puzzle

    def close(self) -> None:
        """Stop making puzzles ahead."""
        self._puzzles.close()  # type: ignore[attr-defined]  # a generator

    def to_arrow(self) -> Any:
        """Return the puzzles that are left as an Arrow table: number and puzzle; needs pyarrow."""
        from csp_sudoku.bulk.arrow import table_of_puzzles

        first = self._next
        return table_of_puzzles(list(self), first)


def bias_weight(puzzle: Puzzle) -> int:
    """Return the weight that corrects the bias of "controlled-bias": C(cells, clues).

    The mean of x over all minimal puzzles is estimated by sum(weight * x) / sum(weight).

    >>> bias_weight(Puzzle("1... .2.. .... ....")) == 16 * 15 // 2
    True
    """
    return comb(len(puzzle.values), len(puzzle.values) - puzzle.values.count(0))


def _stream(
    maker: Maker, seed: int, first: int, end: int | None, timeout: float | None, workers: int
) -> Iterator[Puzzle]:
    budgets: set[Budget] = set()
    is_off = False

    def ranges() -> Iterator[range]:
        at, length = first, 1
        while end is None or at < end:
            stop = at + length if end is None else min(at + length, end)
            yield range(at, stop)
            at, length = stop, min(2 * length, maker.most_at_once)

    def made(numbers: range) -> list[Puzzle]:
        budget = Budget(timeout)
        budgets.add(budget)
        try:
            if is_off:
                budget.cancel()
            return maker.puzzles(seed, numbers, budget)
        finally:
            budgets.discard(budget)

    def call_off() -> None:
        nonlocal is_off
        is_off = True
        for budget in tuple(budgets):
            budget.cancel()

    for puzzles in ordered(made, ranges(), workers, call_off):
        yield from puzzles


def _maker(
    board: Board | str | None = None,
    rules: Rules | None = None,
    minimal: bool | None = None,
    clues: int | None = None,
    symmetry: str | None = None,
    pattern: str | Iterable[CellKey] | None = None,
    difficulty: Difficulty | None = None,
    requires: str | None = None,
    levels: Levels | None = None,
    truly_minimal: bool = False,
    method: str = METHODS[0],
    backend: str | Backend = "auto",
    tries: int | None = None,
) -> Maker:
    """Return the maker for these wishes; refuse wishes that nothing can fulfil."""
    board = None if board is None else boards.board_of(board)
    maker: Maker
    if rules is not None:
        maker = _maker_of_variants(
            board, rules, minimal, clues, symmetry, pattern, method, backend, tries
        )
    else:
        board = board or boards.sudoku(3, 3)
        maker = _maker_of_any(board, minimal, clues, symmetry, pattern, method, backend, tries)
    if difficulty is not None or requires is not None:
        has_rules = rules is not None
        maker.accept = Wanted(maker.board, difficulty, requires, levels, has_rules=has_rules)
    if truly_minimal:
        maker.is_truly_minimal = lambda puzzle: bool(is_minimal(puzzle, backend=backend))
    return maker


def _maker_of_variants(
    board: Board | None,
    rules: Rules,
    minimal: bool | None,
    clues: int | None,
    symmetry: str | None,
    pattern: str | Iterable[CellKey] | None,
    method: str,
    backend: str | Backend,
    tries: int | None,
) -> Maker:
    from csp_sudoku.making.variants import Layout, Variant

    if pattern is not None or method != METHODS[0]:
        raise GenerationError(
            "puzzles with rules have no pattern and no other method", fix="leave them out"
        )
    get(backend)
    layout = Layout.of(rules)
    if any(family.name == "kakuro" for family, _ in layout.families):
        from csp_sudoku.making.kakuro import Kakuro

        if str(layout) != "kakuro" or clues or minimal is not None:
            raise GenerationError(
                "a Kakuro has its sums alone: no other rules, no clues, no number of sums",
                fix='give rules=["kakuro"], and a board as "free-9x9-9"',
            )
        return Kakuro(board or boards.named(layout.board), backend, tries, symmetry)
    return Variant(board, backend, tries, layout, symmetry, clues, minimal)


def _maker_of_any(
    board: Board,
    minimal: bool | None,
    clues: int | None,
    symmetry: str | None,
    pattern: str | Iterable[CellKey] | None,
    method: str,
    backend: str | Backend,
    tries: int | None,
) -> Maker:
    if minimal is False and clues is None and pattern is None:
        raise GenerationError(
            "a puzzle that need not be minimal needs a number of clues", fix="give clues=N"
        )
    if clues is not None:
        check_clues(board, clues)
    chosen = get(backend)
    has_engine = chosen.engine(board.csp) is not None
    if method not in METHODS:
        raise GenerationError(
            f"there is no method {method!r}", fix=f"use one of {', '.join(METHODS)}"
        )
    if pattern is not None:
        if clues is not None or symmetry is not None or method != METHODS[0]:
            raise GenerationError(
                "a pattern leaves no choice of clues, symmetry or method", fix="give it alone"
            )
        cells = read_pattern(board, pattern)
        check_pattern(board, cells)
        return OnPattern(board, backend, tries, cells, bool(minimal))
    if minimal is None:
        minimal = clues is None
    if has_engine and clues is not None and clues <= MOST_CLUES and symmetry is None:
        check_few(clues)
        return FewClues(board, backend, tries, clues, minimal)
    if method == METHODS[0]:
        kind = Native9 if has_engine else Dropping
        return kind(board, backend, tries, symmetry, clues, minimal)
    if not has_engine:
        raise GenerationError(f"{method} is for plain 9x9 and its kernel", fix="use top-down")
    if symmetry is not None or not minimal:
        raise GenerationError(f"{method} is for minimal puzzles without symmetry")
    return ControlledBias9(board, backend, tries, symmetry, clues, minimal)
