"""What a certificate states: the rules of the board, the clues, and not this solution, as DIMACS.

Written out in full and in plain code that shares nothing with the encoders, so that it can be read
off the board. `certificate` says which clauses there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from csp_sudoku.boards.board import Board
from csp_sudoku.budgets import Budget
from csp_sudoku.puzzle import Puzzle, Solution


def state(puzzle: Puzzle, solution: Solution, budget: Budget | None = None) -> bytes:
    """Return the DIMACS text that says: the rules and the clues hold, and not this solution.

    >>> print(state(Puzzle([0]), Solution([1])).decode(), end="")
    c Rules and clues of a puzzle on sudoku-1x1, and last a clause that excludes its solution.
    c 1 r1c1 = 1
    p cnf 1 2
    1 0
    -1 0

    Raises:
        OutOfBudgetError: the budget ended first.
    """
    return b"".join(blocks(puzzle, solution, budget or Budget()))


def blocks(puzzle: Puzzle, solution: Solution, budget: Budget) -> Iterator[bytes]:
    """Yield the text in small blocks, so that the budget holds: 64x64 has 33 million clauses."""
    puzzle.require_groups_alone("this form of certificate")
    board = puzzle.board
    size = board.size
    title = f"c Rules and clues of a puzzle on {' '.join(board.name.split())}, "
    yield f"{title}and last a clause that excludes its solution.\n".encode()
    for i, cell in enumerate(board.cells):
        budget.check()
        yield "".join(f"c {size * i + v} {cell} = {v}\n" for v in range(1, size + 1)).encode()
    facts = list(_facts(puzzle))
    clauses = rule_count(board) + len(facts) + 1
    yield f"p cnf {size * len(board.cells)} {clauses}\n".encode()
    for literals, is_required in _rules(board):
        budget.check()
        if is_required:
            yield f"{' '.join(map(str, literals))} 0\n".encode()
        yield _at_most_one(literals)
    yield "".join(f"{literal} 0\n" for literal in facts).encode()
    yield f"{' '.join(f'-{size * i + value}' for i, value in enumerate(solution))} 0\n".encode()


def rule_count(board: Board) -> int:
    """Return the number of clauses that state the rules of a board.

    >>> from csp_sudoku import boards
    >>> rule_count(boards.sudoku(3, 3))
    11988
    """
    size, lengths = board.size, [len(group.cells) for group in board.groups]
    pairs = len(board.cells) * comb(size, 2) + size * sum(comb(n, 2) for n in lengths)
    return pairs + len(board.cells) + size * lengths.count(size)


def _rules(board: Board) -> Iterator[tuple[list[int], bool]]:
    """Yield literals of which at most one is true, and whether one has to be."""
    values = range(1, board.size + 1)
    for cell in range(len(board.cells)):
        yield [board.size * cell + value for value in values], True
    for group in board.groups:
        for value in values:
            places = [board.size * cell + value for cell in group.cells]
            yield places, len(places) == board.size


def _at_most_one(literals: list[int]) -> bytes:
    """Exclude each pair; joined rather than formatted one by one, which takes ten times as long."""
    words = [f"-{literal}" for literal in literals]
    lines = (
        f"{word} {f' 0{chr(10)}{word} '.join(words[i:])} 0\n"
        for i, word in enumerate(words[:-1], start=1)
    )
    return "".join(lines).encode()


def _facts(puzzle: Puzzle) -> Iterator[int]:
    """Yield the clues as literals, and what pencil marks rule out as negated ones."""
    size = puzzle.board.size
    for cell, value in enumerate(puzzle.values):
        if value:
            yield size * cell + value
    if puzzle.has_candidates:
        for cell, allowed in enumerate(puzzle.candidates.values()):
            if not puzzle.values[cell]:
                ruled_out = (v for v in range(1, size + 1) if v not in allowed)
                yield from (-(size * cell + v) for v in ruled_out)
