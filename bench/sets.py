"""The puzzles for measurements: files of 9x9 puzzles, and larger boards made from a random seed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import csp_sudoku as cs
from csp_sudoku.rng import Rng


def lines(path: Path, most: int | None = None) -> list[str]:
    """Read 9x9 puzzles, one per line; exit with a message if there is no such file."""
    if not path.exists():
        raise SystemExit(f"there is no file {path}; name the folder of puzzle files with --data")
    found = [line[:81] for line in path.read_text().splitlines() if len(line) >= 81]
    return found[:most]


def eased(puzzles: Sequence[str], clues: int) -> list[str]:
    """Return the puzzles with random clues of their solutions added, up to this many clues."""
    rng, cells = Rng(1), list(range(81))
    easy = []
    for puzzle, solution in zip(puzzles, cs.solve_many(list(puzzles)).solutions, strict=True):
        rng.shuffle(cells)
        symbols = list(puzzle)
        wanted = clues - 81 + puzzle.count(".") + puzzle.count("0")
        for cell in [cell for cell in cells if puzzle[cell] in ".0"][: max(0, wanted)]:
            symbols[cell] = str(solution[cell])
        easy.append("".join(symbols))
    return easy


def opened(solution: cs.Solution, share: float, rng: Rng) -> cs.Puzzle:
    """Return a puzzle of this solution with this share of the cells given, at random."""
    cells = list(range(len(solution.board.cells)))
    rng.shuffle(cells)
    values = bytearray(len(cells))
    for cell in cells[: round(share * len(cells))]:
        values[cell] = solution.values[cell]
    return cs.Puzzle.of(solution.board, values)
