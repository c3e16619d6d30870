"""Solvers to compare with: Python packages as their users would call them, or libraries by path.

Every peer is a function from a 9x9 puzzle to its number of solutions: 0, 1, or 2 for "two or more".
No code of a peer is part of this project. A package is imported when it is needed, and left out if
it is not installed.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

from harness import Contender

Count = Callable[[str], int]


def plain_pysat() -> Count:
    """Return PySAT used directly: the extended form, built again for each puzzle."""
    from pysat.solvers import Solver

    def literal(row: int, column: int, value: int) -> int:
        return 81 * row + 9 * column + value

    def count(puzzle: str) -> int:
        nine = range(9)
        cells = [(r, c) for r in nine for c in nine]
        lines = [[(r, c) for c in nine] for r in nine] + [[(r, c) for r in nine] for c in nine]
        boxes = [[(b // 3 * 3 + i // 3, b % 3 * 3 + i % 3) for i in nine] for b in nine]
        clauses = []
        for r, c in cells:
            values = [literal(r, c, v) for v in range(1, 10)]
            clauses.append(values)
            clauses += [[-a, -b] for a, b in combinations(values, 2)]
        for group in lines + boxes:
            for v in range(1, 10):
                places = [literal(r, c, v) for r, c in group]
                clauses.append(places)
                clauses += [[-a, -b] for a, b in combinations(places, 2)]
        for (r, c), symbol in zip(cells, puzzle, strict=True):
            if symbol in "123456789":
                clauses.append([literal(r, c, int(symbol))])
        with Solver("cadical153", bootstrap_with=clauses) as solver:
            if not solver.solve():
                return 0
            solver.add_clause([-x for x in solver.get_model() if x > 0])
            return 2 if solver.solve() else 1

    return count


def plain_ortools() -> Count:
    """Return OR-Tools used directly: AllDifferent, built again for each puzzle."""
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found = 0

        def on_solution_callback(self) -> None:
            self.found += 1
            if self.found == 2:
                self.stop_search()

    def count(puzzle: str) -> int:
        model = cp_model.CpModel()
        cell = [
            [
                model.new_int_var(1, 9, "")
                if puzzle[9 * r + c] in ".0"
                else model.new_constant(int(puzzle[9 * r + c]))
                for c in range(9)
            ]
            for r in range(9)
        ]
        for i in range(9):
            model.add_all_different(cell[i])
            model.add_all_different([row[i] for row in cell])
            top, left = i // 3 * 3, i % 3 * 3
            model.add_all_different([cell[top + k // 3][left + k % 3] for k in range(9)])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        counter = Counter()
        solver.solve(model, counter)
        return counter.found

    return count


def cpmpy() -> Count:
    """Return CPMpy with OR-Tools; the model is built again for each puzzle."""
    import cpmpy
    import numpy

    def count(puzzle: str) -> int:
        given = numpy.array([0 if s in ".0" else int(s) for s in puzzle]).reshape(9, 9)
        cells = cpmpy.intvar(1, 9, shape=(9, 9))
        model = cpmpy.Model(
            [cpmpy.AllDifferent(row) for row in cells],
            [cpmpy.AllDifferent(column) for column in cells.T],
            [
                cpmpy.AllDifferent(cells[i : i + 3, j : j + 3])
                for i in range(0, 9, 3)
                for j in range(0, 9, 3)
            ],
            cells[given != 0] == given[given != 0],
        )
        return int(model.solveAll(solver="ortools", solution_limit=2, num_workers=1))

    return count


@cache
def sudoku_matrix() -> tuple[list[list[int]], dict[tuple[int, int], int]]:
    """Return the exact cover of 9x9: the items of each option, and options by (cell, value)."""
    options = []
    number = {}
    for cell in range(81):
        row, column = divmod(cell, 9)
        box = row // 3 * 3 + column // 3
        for value in range(9):
            number[cell, value] = len(options)
            options.append(
                [cell, 81 + 9 * row + value, 162 + 9 * column + value, 243 + 9 * box + value]
            )
    return options, number


def options_of(puzzle: str) -> list[list[int]]:
    """Return the options that the clues of a puzzle allow."""
    options, number = sudoku_matrix()
    return [
        options[number[cell, value]]
        for cell, symbol in enumerate(puzzle)
        for value in (range(9) if symbol in ".0" else [int(symbol) - 1])
    ]


def exact_cover_py() -> Count:
    """Return exact-cover-py: algorithm X on numpy arrays, compiled by numba."""
    import exact_cover_py
    import numpy

    def count(puzzle: str) -> int:
        options = options_of(puzzle)
        matrix = numpy.zeros((len(options), 324), dtype=numpy.int8)
        for row, items in enumerate(options):
            matrix[row, items] = 1
        found = exact_cover_py.exact_covers(matrix)
        return sum(1 for _ in zip(range(2), found, strict=False))

    return count


def xcover() -> Count:
    """Return xcover: dancing links compiled by numba."""
    import xcover

    def count(puzzle: str) -> int:
        found = xcover.covers(options_of(puzzle))
        return sum(1 for _ in zip(range(2), found, strict=False))

    return count


PACKAGES: dict[str, Callable[[], Count]] = {
    "plain PySAT": plain_pysat,
    "plain OR-Tools": plain_ortools,
    "CPMpy": cpmpy,
    "exact-cover-py": exact_cover_py,
    "xcover": xcover,
}


def contender(name: str) -> Contender | None:
    """Return a peer from PyPI as a contender; print a note and return None if it is missing."""
    try:
        count = PACKAGES[name]()
    except ImportError as error:
        print(f"({name} is left out: {error})")
        return None
    return Contender(name, lambda puzzles: [count(puzzle) for puzzle in puzzles])


def library(spec: str) -> Contender:
    """Return a peer from a shared library: NAME=lib.so:symbol, with the signature of tdoku.

    size_t solve(const char *puzzle, size_t limit, uint32_t flags, char *solution, size_t *guesses)
    """
    name, _, rest = spec.partition("=")
    path, _, symbol = rest.rpartition(":")
    solver = ctypes.cast(getattr(ctypes.CDLL(path), symbol), ctypes.c_void_p)
    laid_out: dict[int, bytes] = {}

    def prepare(puzzles: Sequence[str]) -> None:
        laid_out.clear()
        laid_out[id(puzzles)] = b"".join(puzzle.encode() + b"\0" for puzzle in puzzles)

    def run(puzzles: Sequence[str]) -> Sequence[int]:
        if id(puzzles) not in laid_out:
            prepare(puzzles)
        rows, n = laid_out[id(puzzles)], len(puzzles)
        solutions = ctypes.create_string_buffer(82 * n + 64)
        counts = (ctypes.c_uint32 * n)()
        loop()(
            solver,
            rows,
            ctypes.c_size_t(n),
            ctypes.c_size_t(82),
            ctypes.c_size_t(2),
            solutions,
            counts,
        )
        return counts

    return Contender(name, run, prepare)


@cache
def loop() -> Callable[..., None]:
    """Compile loop.c with the C compiler of this machine, and return its function."""
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder, "loop.so")
        source = Path(__file__).with_name("loop.c")
        command = [os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", str(source)]
        subprocess.run([*command, "-o", str(built)], check=True)
        function = ctypes.CDLL(str(built)).solve_rows
    function.restype = None
    return function  # type: ignore[no-any-return]
