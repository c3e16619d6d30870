"""Random full boards of any family and size."""

from __future__ import annotations

from csp_sudoku.boards.board import Board
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import bitmask
from csp_sudoku.engines import engine_of
from csp_sudoku.errors import GenerationError, OutOfBudgetError
from csp_sudoku.model import CSP, has_symmetric_values
from csp_sudoku.native.bitmask import EXHAUSTED, SOLUTION
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.rng import Rng

_LISTED_CELLS = 49
_LISTED_NODES = 500_000
_LISTED_MOST = 50_000
"""A board with fewer fillings than this, up to renaming the values, has them all in a list."""
_FIRST_NODES = 20_000
_TURN_SECONDS = 0.05


def is_uniform(board: Board) -> bool:
    """Whether `random_filling` returns each full board with the same probability.

    It does on plain 9x9, and on boards whose fillings can be listed: 4x4, 6x6, latin squares to 5.

    >>> from csp_sudoku import boards
    >>> [is_uniform(boards.named(name)) for name in ("sudoku-3x3", "sudoku-2x3", "sudoku-4x4")]
    [True, True, False]
    """
    return engine_of(board.csp) is not None or bool(_listed(board))


def random_filling(board: Board, seed: int, budget: Budget | None = None) -> Solution:
    """Return a random full board; the same seed gives the same one.

    Where `is_uniform` is False, it comes from a native search that tries values at random and
    restarts now and then: every filling is possible, some are more likely than others.

    >>> from csp_sudoku import boards
    >>> random_filling(boards.sudoku(2, 2), 1)
    Solution('3142241342311324')

    Raises:
        GenerationError: the board cannot be filled.
        OutOfBudgetError: the time ended first.
    """
    blank = Puzzle.of(board, bytes(len(board.cells)))
    engine = engine_of(board.csp)
    if engine:
        return blank._solved(engine.grid(seed), "the 9x9 kernel")
    rng = Rng(seed)
    listed = _listed(board)
    if listed:
        names = list(range(1, board.size + 1))
        if has_symmetric_values(board.csp):
            rng.shuffle(names)
        codes = rng.choice(listed)
        return blank._solved([names[code] for code in codes], "the list of fillings")
    return blank._solved(_searched(board, rng, budget or Budget()), "the native search")


def _searched(board: Board, rng: Rng, budget: Budget) -> bytes:
    """Search with random values; each search may take twice as many nodes as the one before."""
    problem = board.csp.problem
    structure, masks = bitmask.encode(problem.csp), bitmask.masks(problem)
    nodes = _FIRST_NODES
    while True:
        search = structure.search(masks, values="random", seed=rng.word())
        while search.nodes < nodes:
            if budget.is_over():
                raise OutOfBudgetError(f"the time ended with no filling of {board.name}", least=0)
            stopped = search.run(nodes=nodes - search.nodes, seconds=_TURN_SECONDS)
            if stopped is EXHAUSTED:
                raise GenerationError(f"{board.name} cannot be filled", fix="choose another board")
            if stopped is SOLUTION and search.solution is not None:
                codes = structure.decode(search.solution)
                return bytes([code + 1 for code in codes[: problem.own]])
        nodes *= 2


def _listed(board: Board) -> tuple[bytes, ...]:
    """Return all fillings, or () if there are too many.

    Where values are alike, these are the fillings with the values of one group in order: all others
    are the same with other names for the values.
    """
    return board.csp.shared("fillings", lambda csp: _all_fillings(csp, board))


def _all_fillings(csp: CSP, board: Board) -> tuple[bytes, ...]:
    whole = next((group for group in board.groups if len(group.cells) == board.size), None)
    if len(board.cells) > _LISTED_CELLS:
        return ()
    problem = csp.problem
    if has_symmetric_values(csp):
        if whole is None:
            return ()
        fixed = list(problem.masks)
        for code, cell in enumerate(whole.cells):
            fixed[cell] = 1 << code
        problem = problem.of(fixed)
    structure, masks = bitmask.encode(problem.csp), bitmask.masks(problem)
    counted = structure.search(masks)
    found = counted.count(limit=_LISTED_MOST, nodes=_LISTED_NODES)
    if found == _LISTED_MOST or counted.status is not EXHAUSTED:
        return ()
    decoded = map(structure.decode, structure.search(masks))
    return tuple(bytes(codes[: problem.own]) for codes in decoded)
