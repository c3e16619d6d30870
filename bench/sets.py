"""The puzzles that are measured: files of 9x9 puzzles, and larger boards made from a seed."""

from __future__ import annotations

from pathlib import Path

import csp_sudoku as cs
from csp_sudoku.rng import Rng


def lines(path: Path, most: int | None = None) -> list[str]:
    """Read 9x9 puzzles, one a line; say so when the file is not there."""
    if not path.exists():
        raise SystemExit(f"{path} is not there; give the folder of the puzzle files with --data")
    found = [line[:81] for line in path.read_text().splitlines() if len(line) >= 81]
    return found[:most]


def filled(rows: int, columns: int, rng: Rng) -> cs.Solution:
    """Return a filled board: the cyclic pattern, shuffled by the board's symmetries."""
    board = cs.boards.sudoku(rows, columns)
    n = board.size
    values = [
        (row % rows * columns + row // rows + column) % n + 1
        for row in range(n)
        for column in range(n)
    ]
    puzzle = cs.Puzzle(values, board=board)
    moves = sorted(board.symmetries)
    for _ in range(10 * n):
        puzzle = puzzle.transform(rng.choice(moves))
    names = list(range(1, n + 1))
    rng.shuffle(names)
    puzzle = puzzle.transform(tuple(range(n * n)), dict(enumerate(names, start=1)))
    return cs.Solution(puzzle.values, board=board)


def opened(solution: cs.Solution, share: float, rng: Rng) -> cs.Puzzle:
    """Return the board with this share of its cells given, at random."""
    cells = list(range(len(solution.board.cells)))
    rng.shuffle(cells)
    values = bytearray(len(cells))
    for cell in cells[: round(share * len(cells))]:
        values[cell] = solution.values[cell]
    return cs.Puzzle.of(solution.board, values)
