"""Killers from text to the proof of uniqueness: how many per second on one core.

`python -m bench.killers 10000` makes killers (random full boards, divided into random cages of two
to four cells; those with several solutions are dropped), writes them as text, and solves the texts
by `solve_many` in one thread. `python -m bench.killers 10000 FILE` takes the lines of a file, as
`sgt-solo --generate 10000 3x3kdt` writes them. Everything from the text on is measured: reading,
building, searching until a second solution is excluded, checking. CPU time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import csp_sudoku as cs
from csp_sudoku import boards
from csp_sudoku.boards import Cell
from csp_sudoku.making.fillings import random_filling
from csp_sudoku.rng import Rng
from csp_sudoku.rules import cage

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SIZES = (2, 2, 3, 3, 3, 4)


def killers(seed: int) -> Iterator[cs.Puzzle]:
    """Yield killers with one solution, without end; the same seed gives the same ones."""
    number = 0
    while True:
        rng = Rng.stream(seed, number)
        filled = random_filling(boards.sudoku(3, 3), rng.word())
        rules = [cage(cells, sum(filled[cell] for cell in cells)) for cells in cages(filled, rng)]
        puzzle = cs.Puzzle({}, rules=rules)
        if puzzle.is_unique():
            yield puzzle
        number += 1


def cages(filled: cs.Solution, rng: Rng) -> Iterator[list[Cell]]:
    """Divide a full board into random cages whose digits differ."""
    left = dict.fromkeys(filled.board.cells)
    while left:
        cells = [next(iter(left))]
        del left[cells[0]]
        size = rng.choice(_SIZES)
        while len(cells) < size:
            digits = {filled[cell] for cell in cells}
            near = [Cell(r + down, c + right) for r, c in cells for down, right in _STEPS]
            fitting = [cell for cell in near if cell in left and filled[cell] not in digits]
            if not fitting:
                break
            cells.append(rng.choice(fitting))
            del left[cells[-1]]
        yield cells


def main(count: int, path: Path | None, format: str, seed: int, workers: int) -> None:
    """Print how many texts are solved per second."""
    if path is None:
        texts = [puzzle.to(format) for puzzle in islice(killers(seed), count)]
    else:
        texts = path.read_text().split()[:count]
    cs.solve_many(texts[:50], workers=workers)  # tables that all killers share
    clock, cpu = time.perf_counter(), time.process_time()
    batch = cs.solve_many(texts, workers=workers)
    clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
    print(batch, f"from {path.name if path else format}")
    rates = f"{len(texts) / cpu:,.0f} per second of CPU, {len(texts) / clock:,.0f} by the clock"
    nodes = sorted(row.nodes for row in batch)
    print(f"{rates}; median nodes {nodes[len(nodes) // 2]}, most {nodes[-1]}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("count", type=int)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--format", default="killer", help="what own killers are written as")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    main(given.count, given.file, given.format, given.seed, given.workers)
