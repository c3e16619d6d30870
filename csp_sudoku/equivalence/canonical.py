"""Canonical forms: one puzzle that stands for all that are equivalent to it.

Puzzles are equivalent when a rearrangement of the cells that maps groups onto groups, and new names
for the values, turn one into the other. Plain 9x9 has a native search, whose form is the smallest
text (with 0 for an open cell). On all other boards, and with pencil marks, the form comes from a
canonical labelling of the graph of cells, groups and values.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from csp_sudoku.boards.board import Board
from csp_sudoku.budgets import Budget
from csp_sudoku.bulk.batch import arrayed
from csp_sudoku.bulk.rows import Block, Chunk, puzzles_of, source_of
from csp_sudoku.engines import engine_of
from csp_sudoku.equivalence.labelling import Graph, canonical_labels, isomorphism
from csp_sudoku.equivalence.transformations import F, Transformation
from csp_sudoku.errors import OutOfBudgetError, PuzzleError
from csp_sudoku.native import canonical9
from csp_sudoku.puzzle import Puzzle, Solution

_CHUNK = 4096
_CLUE, _CELL, _GROUP, _VALUE = range(4)


def canonical(puzzle: F, *, timeout: float | None = None) -> F:
    """Return the canonical form, which is the same for all equivalent puzzles (or solutions).

    >>> canonical(Puzzle("1..4 .... .... 2..3")) == canonical(Puzzle("4..2 .... .... 3..1"))
    True

    Raises:
        OutOfBudgetError: the time ended first, as it may on large boards with few clues.
    """
    found = _found(puzzle)
    if found is not None:
        form = Puzzle._trusted(puzzle.board, found.form)
        return (
            form if isinstance(puzzle, Puzzle) else form._solved(found.form, "the canonical form")
        )
    return _way_of(puzzle, Budget(timeout))(puzzle)


def canonical_many(puzzles: Any, *, board: Board | str | None = None) -> Any:
    """Return the canonical forms of many puzzles, one number per cell: (N, cells) uint8.

    It takes what `solve_many` takes, and returns an array if numpy is installed, else a memoryview.

    >>> forms = canonical_many(["." * 80 + "7", "3" + "." * 80])
    >>> bytes(forms[0]) == bytes(forms[1])
    True

    Raises:
        PuzzleError: a row is not a puzzle, or has pencil marks.
    """
    source = source_of(puzzles, board)
    forms = bytearray()
    for chunk in source.chunks(_CHUNK):
        forms += _forms(chunk, source.board, len(forms) // len(source.board.cells))
    width = len(source.board.cells)
    return arrayed(memoryview(forms), (len(forms) // width, width))


def are_equivalent(one: F, other: F, *, timeout: float | None = None) -> Transformation | None:
    """Return a transformation of the first puzzle into the second; None if there is none.

    >>> one, other = Puzzle("1..4 .... .... 2..3"), Puzzle("4..2 .... .... 3..1")
    >>> are_equivalent(one, other)(one) == other
    True

    Raises:
        OutOfBudgetError: the time ended first.
    """
    one.require_groups_alone("equivalence")
    other.require_groups_alone("equivalence")
    if one.board != other.board or one.values.count(0) != other.values.count(0):
        return None
    budget = Budget(timeout)
    way, way_of_other = _way_of(one, budget), _way_of(other, budget)
    if way(one) != way_of_other(other):
        return None
    return way.then(way_of_other.inverse())


def _way_of(filling: Puzzle | Solution, budget: Budget) -> Transformation:
    """Return the transformation that leads to the canonical form."""
    found = _found(filling)
    if found is not None:
        return _of_plain(filling.board, found)
    return _of_graph(filling.puzzle if isinstance(filling, Solution) else filling, budget)


def _forms(chunk: Chunk, board: Board, start: int) -> bytearray:
    """Return the forms of a chunk whose first row is number `start`."""
    if isinstance(chunk, Block) and engine_of(board.csp):
        forms = bytearray(chunk.rows * 81)
        numbers = chunk.numbers()
        for row in canonical9.find_array(numbers, forms, stride=chunk.stride):
            at = row * chunk.stride
            puzzle = Block(memoryview(numbers)[at : at + 81], 1, 81).puzzles(board)[0]
            forms[81 * row : 81 * row + 81] = _form(puzzle, start + row)
        return forms
    puzzles = puzzles_of(chunk, board)
    return bytearray(chain.from_iterable(_form(p, start + i) for i, p in enumerate(puzzles)))


def _form(puzzle: Puzzle | None, row: int) -> bytes:
    if puzzle is None:
        raise PuzzleError(f"row {row} is not a puzzle", fix="leave it out")
    if puzzle.has_candidates:
        raise PuzzleError(f"row {row} has pencil marks", fix="use canonical() for it")
    return canonical(puzzle).values


# Plain 9x9


def _found(filling: Puzzle | Solution) -> canonical9.Found | None:
    """Return what the native search finds; None for another board, pencil marks or a clash."""
    filling.require_groups_alone("a canonical form")
    has_marks = isinstance(filling, Puzzle) and filling.has_candidates
    engine = None if has_marks else engine_of(filling.board.csp)
    return engine.canonical(filling.values) if engine else None


def _of_plain(board: Board, found: canonical9.Found) -> Transformation:
    cells = [0] * 81
    for i, row in enumerate(found.rows):
        for j, column in enumerate(found.columns):
            cells[9 * column + row if found.transposed else 9 * row + column] = 9 * i + j
    return Transformation(board, tuple(cells), tuple(found.labels[1:]))


# Any board


def _of_graph(puzzle: Puzzle, budget: Budget) -> Transformation:
    """Return the transformation to the canonical form, by the canonical graph of the puzzle.

    Equivalent puzzles have the same canonical graph. Its cells and groups are the board with other
    numbers, and the isomorphism to the board depends on that graph only.
    """

    def pulse() -> None:
        if budget.is_over():
            raise OutOfBudgetError(
                "the time ended before the canonical form was found", least=0, fix="allow more time"
            )

    board = puzzle.board
    labels = canonical_labels(_puzzle_graph(puzzle), pulse)
    bare = board.csp.shared("board graph", lambda _: _board_graph(board))
    lies = isomorphism(bare.relabelled(labels[: -board.size]), bare, pulse)
    assert lies is not None, "a board with other numbers is the same board"
    cells = tuple(lies[label] for label in labels[: len(board.cells)])
    values = tuple(label - len(lies) + 1 for label in labels[-board.size :])
    way = Transformation(board, cells, values)
    return way.then(_renaming(way(puzzle)))


def _renaming(puzzle: Puzzle) -> Transformation:
    """Return the renaming after which the values of clues first appear in order, 1 first."""
    order = list(dict.fromkeys([v for v in puzzle.values if v]))
    order += [v for v in range(1, puzzle.board.size + 1) if v not in order]
    values = tuple(order.index(v) + 1 for v in range(1, len(order) + 1))
    return Transformation(puzzle.board, tuple(range(len(puzzle.board.cells))), values)


def _board_graph(board: Board) -> Graph:
    """Return the graph with a vertex per cell, then one per group, and edges between them."""
    cells = len(board.cells)
    colours = [_CELL] * cells + [_GROUP] * len(board.groups)
    edges = [(i, cells + g) for g, group in enumerate(board.groups) for i in group.cells]
    return Graph(colours, edges)


def _puzzle_graph(puzzle: Puzzle) -> Graph:
    """Return the board's graph with a vertex per value added, joined to the cells that hold it.

    With pencil marks, open cells are joined to their candidates.
    """
    board = puzzle.board
    bare = board.csp.shared("board graph", lambda _: _board_graph(board))
    colours = [*bare.colours, *[_VALUE] * board.size]
    first = len(board.cells) + len(board.groups) - 1
    edges = list(bare.edges)
    for cell, value in enumerate(puzzle.values):
        if value:
            colours[cell] = _CLUE
            edges.append((cell, first + value))
        elif puzzle.has_candidates:
            mask = puzzle.masks[cell]
            edges += ((cell, first + v) for v in range(1, board.size + 1) if mask >> v - 1 & 1)
    return Graph(colours, edges)
