"""Search trees: what the native search and exact cover really do on a puzzle, branch by branch.

The same puzzle is searched at five levels of propagation, always in the order of the smallest
domain and the ascending value, up to its first solution; and by exact cover. A tree is two lists:
for each node its depth, and a code of what was tried:

    code = (cell * 65 + value) * 4 + kind        kind: 0 alive, 1 dead, 2 solution, 3 restart

where a branch that is not about a cell has the cell -1 and the value 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from csp_sudoku.backends import get
from csp_sudoku.backends.dlx import cover_of
from csp_sudoku.bits import values_of
from csp_sudoku.encoders import bitmask as bitmask_encoder, exact_cover
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.model import Problem
from csp_sudoku.native.bitmask import EVENTS, PROPAGATIONS
from csp_sudoku.native.status import Status as Stop
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.web.asked import Asked

MOST_NODES = 20_000
EXACT_COVER = "exact cover"
NAMES = (*PROPAGATIONS, EXACT_COVER)
_SECONDS = 3.0
_VALUES = 65
_KINDS = len(EVENTS)
Node = tuple[int, int]
"""A depth, and a code."""


def trees(asked: Asked, tell: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Return the search trees of the puzzle; `tell` gets each as soon as it is there."""
    puzzle = asked.puzzle()
    clash = puzzle.clash()
    if clash:
        raise CspSudokuError(str(clash), fix="drop or change one of the clues")
    found = []
    for name in NAMES:
        if puzzle.rules and name == "none":
            continue  # other constraints than groups always propagate
        tree = search_tree(puzzle, name, MOST_NODES, min(_SECONDS, asked.seconds))
        found.append(tree)
        tell({"tree": tree})
    return {"names": [tree["name"] for tree in found]}


def search_tree(puzzle: Puzzle, name: str, most: int, seconds: float) -> dict[str, Any]:
    """Return the tree of one search, of up to `most` nodes.

    >>> tree = search_tree(Puzzle("1... ..2. .3.. ...4"), "none", 100, 5.0)
    >>> len(tree["depths"]), tree["cut"], tree["solved"]
    (13, False, True)
    >>> search_tree(Puzzle("1... ..2. .3.. ...4"), "singles", 100, 5.0)["depths"]
    [0]
    """
    if name == EXACT_COVER:
        nodes, is_cut = _covered(puzzle, most, seconds)
    else:
        nodes, is_cut = _searched(puzzle, name, most, seconds)
    return {
        "name": name,
        "depths": [depth for depth, _ in nodes],
        "codes": [code for _, code in nodes],
        "cut": is_cut,
        "solved": any(code % _KINDS == EVENTS.index("solution") for _, code in nodes),
    }


def _code(cell: int, value: int, kind: str) -> int:
    return (cell * _VALUES + value) * _KINDS + EVENTS.index(kind)


def _searched(puzzle: Puzzle, name: str, most: int, seconds: float) -> tuple[list[Node], bool]:
    problem = puzzle.problem
    encoding = bitmask_encoder.encode(problem.csp)
    search = encoding.search(
        encoding.masks(problem),
        order="smallest",
        values="ascending",
        propagation=name,
        branch="cells",
        restarts=None,
    )
    search.record(most)
    stopped = search.run(nodes=most, seconds=seconds)
    numbers = puzzle.board.numbers
    nodes = []
    for kind, depth, variable, code in search.events():
        cell, value = -1, 0
        if kind in ("alive", "dead") and variable < len(puzzle.values):
            cell, value = variable, numbers.index(encoding.spaces.values[variable][code]) + 1
        nodes.append((depth, _code(cell, value, kind)))
    return nodes, stopped is Stop.PAUSED


def _covered(puzzle: Puzzle, most: int, seconds: float) -> tuple[list[Node], bool]:
    """Step through exact cover, one pick after the other."""
    problem = puzzle.problem
    if get("dlx").refusal(problem):
        return [], True
    encoding = exact_cover.encode(problem.csp)
    cover = problem.csp.shared("dancing links", cover_of)
    chosen, excluded = encoding.chosen(problem.masks), encoding.excluded(problem.masks)
    search = cover.search(chosen, excluded=excluded)
    nodes: list[Node] = []
    for _ in range(most):
        before, tried = search.depth, search.nodes
        stopped = search.run(nodes=1, seconds=seconds)
        if search.nodes > tried:
            option = search.picked_at(before)
            cell, value = -1, 0
            if option < len(encoding.meaning):
                cell, code = encoding.meaning[option]
                value = code + 1
            if cell >= len(puzzle.values):
                cell, value = -1, 0
            is_alive = search.depth > before or stopped is Stop.SOLUTION
            nodes.append((before + 1, _code(cell, value, "alive" if is_alive else "dead")))
        if stopped is Stop.SOLUTION:
            nodes.append((search.depth, _code(-1, 0, "solution")))
            return nodes, False
        if stopped is Stop.EXHAUSTED:
            return nodes, False
    return nodes, True


# The board at a node


def state(asked: Asked) -> dict[str, Any]:
    """Return the board after some decisions: the values that are settled, and what is left.

    The question has the "name" of the search, its "decisions" from the root on, each a cell and a
    value, and those that were "refuted" on the way.
    """
    puzzle = asked.puzzle()
    name = asked.choice("name", NAMES)
    decisions = list(_pairs(asked.list("decisions", MOST_NODES), puzzle))
    refuted = list(_pairs(asked.list("refuted", MOST_NODES), puzzle))
    masks = _settled(puzzle, name, decisions, refuted)
    values = list(puzzle.values)
    if masks is None:  # dead: what was decided, up to there
        for cell, value in decisions:
            values[cell] = value
        return {"values": values, "candidates": None, "dead": True}
    numbers = [list(values_of(mask)) for mask in masks]
    return {
        "values": [left[0] if len(left) == 1 else 0 for left in numbers],
        "candidates": numbers,
        "dead": False,
    }


def _pairs(pairs: Iterable[Any], puzzle: Puzzle) -> Iterator[tuple[int, int]]:
    for pair in pairs:
        is_pair = isinstance(pair, list) and len(pair) == 2 and all(type(n) is int for n in pair)
        if not is_pair or not 1 <= pair[1] <= puzzle.board.size:
            raise CspSudokuError("expected pairs of a cell and a value")
        if not 0 <= pair[0] < len(puzzle.values):
            raise CspSudokuError("expected pairs of a cell and a value")
        yield pair[0], pair[1]


def _settled(
    puzzle: Puzzle, name: str, decisions: list[tuple[int, int]], refuted: list[tuple[int, int]]
) -> list[int] | None:
    """Return one mask per cell after inference; None if nothing is left."""
    problem = puzzle.problem
    masks = list(problem.masks)
    count = len(puzzle.values)
    if puzzle.rules:  # beside constraints, what failed is taken away for good
        for cell, value in refuted:
            masks[cell] &= ~(1 << value - 1)
    for cell, value in decisions:
        masks[cell] &= 1 << value - 1
    if not all(masks[:count]):
        return None
    if name in (EXACT_COVER, "none"):
        return masks[:count]
    encoding = bitmask_encoder.encode(problem.csp)
    narrowed = Problem(problem.csp, tuple(masks))
    left = encoding.settle(encoding.masks(narrowed), name)  # type: ignore[arg-type]
    if left is None:
        return None
    numbers = puzzle.board.numbers
    found = []
    for cell in range(count):
        space = encoding.spaces.values[cell]
        codes = [numbers.index(space[code - 1]) for code in values_of(left[cell])]
        found.append(sum(1 << code for code in codes))
    return found
