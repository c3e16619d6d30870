# cython: language_level=3, freethreading_compatible=True
"""Minimal 9x9 puzzles, natively: random full grids, and clues dropped as long as one solution is left.

Cells are bytes: 1 to 9 for a clue, 0 for an open cell, row after row.

>>> puzzle = generate(1, 1)
>>> from csp_sudoku.native.sudoku9 import count
>>> count(puzzle), reduce(puzzle, range(81)) == puzzle
(1, True)
"""

include "table9.pxi"

cdef extern from "rng.h" nogil:
    ctypedef struct rng:
        uint64_t state

cdef extern from "grid9.h" nogil:
    void grid9_random(rng *random, uint8_t *grid)

cdef extern from "minimal9.h" nogil:
    ctypedef struct minimal9_order:
        unsigned int units
        uint8_t start[82]
        uint8_t cell[81]
    ctypedef struct minimal9_job:
        uint64_t seed
        uint64_t first
        size_t rows
        uint8_t *puzzles
        uint8_t *solutions
        minimal9_order units
    void minimal9_reduce(sudoku9_search *search, const minimal9_order *order,
                         const uint8_t *solution, uint8_t *clues)
    void minimal9_make(sudoku9_search *search, const minimal9_job *job, size_t row, size_t end)

# Puzzles between two looks at signals and the clock: about a millisecond.
cdef enum:
    SLICE = 32


cdef int _read_order(order, minimal9_order *into) except -1:
    """Units of cells, each a number or several; a cell stands in one of them at most."""
    seen = set()
    into.units = 0
    into.start[0] = 0
    for unit in order:
        cells = (unit,) if isinstance(unit, int) else tuple(unit)
        for cell in cells:
            if not 0 <= cell < 81:
                raise ValueError(f"cells are 0 to 80, not {cell}")
            if cell in seen:
                raise ValueError(f"cell {cell} stands in the order twice")
            into.cell[len(seen)] = cell
            seen.add(cell)
        if cells:
            into.units += 1
            into.start[into.units] = len(seen)
    return 0


cdef class _Search:
    """A search that is freed with its owner."""

    cdef sudoku9_search *c

    def __cinit__(self, kernel):
        self.c = sudoku9_new(_kernel(kernel))
        if self.c == NULL:
            raise MemoryError

    def __dealloc__(self):
        sudoku9_free(self.c)


def reduce(clues, order, *, kernel=None):
    """Drop clues in the given order, as long as the puzzle stays proper.

    A clue that was tried and kept cannot go later either, so if the order names every clue alone, the
    result is minimal. Which minimal puzzle it is depends on the order.

    >>> full = grid(1)
    >>> sum(map(bool, reduce(full, range(81)))), sum(map(bool, reduce(full, range(80, -1, -1))))
    (25, 27)
    >>> turned = [{cell, 80 - cell} for cell in range(41)]
    >>> puzzle = reduce(full, turned)
    >>> all(bool(puzzle[cell]) == bool(puzzle[80 - cell]) for cell in range(81))
    True

    Args:
        clues: 81 bytes, 0 to 9: a proper puzzle, or a full grid.
        order: cells by number, or units of cells that are dropped together. Cells that are not
            named keep their clues; open cells are passed over.
        kernel: one of `kernels()`; None for the one in use.

    Returns:
        The clues that are left, as 81 bytes.

    Raises:
        ValueError: not 81 cells, no solution or several, or an order with a cell that is none or
            stands there twice.
    """
    cdef _Buffer given = _Buffer(clues, "clues", 1, False)
    cdef minimal9_order wanted
    cdef uint8_t solution[81]
    cdef uint8_t left[81]
    cdef _Search search = _Search(kernel)
    cdef const uint8_t *cells = <const uint8_t *>given.view.buf
    if given.view.len != 81:
        raise ValueError(f"a puzzle has 81 cells, not {given.view.len}")
    _read_order(order, &wanted)
    if not sudoku9_start(search.c, cells, 0):
        raise ValueError("clues are 1 to 9, 0 is open")
    if sudoku9_run(search.c, <uint64_t>-1) != SUDOKU9_FOUND:
        raise ValueError("the puzzle has no solution")
    sudoku9_solution(search.c, solution, 0)
    if sudoku9_run(search.c, <uint64_t>-1) == SUDOKU9_FOUND:
        raise ValueError("the puzzle has several solutions")
    for cell in range(81):
        left[cell] = cells[cell]
    with nogil:
        minimal9_reduce(search.c, &wanted, solution, left)
    return <bytes>(<char *>left)[:81]


def grid(seed):
    """A random full grid as 81 bytes: each of the 6.67e21 grids is equally likely.

    (As far as 64 bits of seed can tell them apart.)

    >>> grid(1).hex()[:18]
    '030504060801090207'

    Args:
        seed: a number; its lowest 64 bits count.
    """
    cdef rng random
    cdef uint8_t cells[81]
    random.state = seed & 0xFFFFFFFFFFFFFFFF
    grid9_random(&random, cells)
    return <bytes>(<char *>cells)[:81]


cdef class Job:
    """Random minimal puzzles, made one after another with the interpreter lock released.

    Puzzle i is made from stream `first + i` of the seed (`csp_sudoku.rng.Rng.stream`): a uniform full
    grid, whose clues are dropped in a uniform order. It depends on nothing else, so that jobs may
    share a range between them. This is not a uniform choice among all minimal puzzles: those with
    few clues come too often.

    >>> puzzles = bytearray(2 * 81)
    >>> job = Job(puzzles, seed=1, first=5)
    >>> job.run(), job.done
    (True, 2)
    >>> puzzles[81:] == generate(1, 1, first=6)
    True

    Args:
        puzzles: bytes for rows of 81 cells.
        seed: a number; its lowest 64 bits count.
        first: the number of the first puzzle.
        units: cells that are dropped together, as in `reduce`; each alone unless given.
        solutions: bytes for the full grid of each row; None if they are not wanted.
        kernel: one of `kernels()`; None for the one in use.

    Raises:
        ValueError: buffers that do not fit, or units as in `reduce`.
    """

    cdef minimal9_job c
    cdef _Buffer puzzles
    cdef _Buffer solutions
    cdef _Search search
    cdef _Guard guard
    cdef size_t row

    def __cinit__(self, puzzles, *, seed, first=0, units=None, solutions=None, kernel=None):
        self.guard = _Guard()
        self.puzzles = _Buffer(puzzles, "puzzles", 1, True)
        self.c.rows = self.puzzles.view.len // 81
        if self.puzzles.view.len % 81:
            raise ValueError(f"puzzles hold {self.puzzles.view.len} bytes, no number of rows of 81")
        self.c.puzzles = <uint8_t *>self.puzzles.view.buf
        if solutions is not None:
            self.solutions = _Buffer(solutions, "solutions", 1, True)
            if self.solutions.view.len != self.puzzles.view.len:
                raise ValueError("solutions need as many bytes as puzzles")
            self.c.solutions = <uint8_t *>self.solutions.view.buf
        self.c.seed = seed & 0xFFFFFFFFFFFFFFFF
        self.c.first = first & 0xFFFFFFFFFFFFFFFF
        _read_order(range(81) if units is None else units, &self.c.units)
        self.search = _Search(kernel)

    @property
    def rows(self):
        """The number of puzzles."""
        return self.c.rows

    @property
    def done(self):
        """Puzzles that are finished; another thread may ask while the job runs."""
        return self.row

    def run(self, seconds=None):
        """Go on with the job.

        Args:
            seconds: pause after about this time.

        Returns:
            True when all puzzles are made, False when time ran out; it can be called again.
        """
        cdef size_t end
        deadline = _deadline(seconds)
        self.guard.take()
        try:
            while self.row < self.c.rows:
                end = min(self.row + SLICE, self.c.rows)
                with nogil:
                    minimal9_make(self.search.c, &self.c, self.row, end)
                self.row = end
                PyErr_CheckSignals()
                if deadline is not None and time.monotonic() >= deadline:
                    break
            return self.row == self.c.rows
        finally:
            self.guard.leave()


def generate(seed, count, **options):
    """Make random minimal puzzles: a `Job` that runs to its end, in a buffer of its own.

    >>> len(generate(7, 3))
    243

    Args:
        seed: a number; its lowest 64 bits count.
        count: how many.
        **options: those of `Job`.
    """
    if count < 0:
        raise ValueError(f"count must be 0 or more, not {count}")
    puzzles = bytearray(81 * count)
    Job(puzzles, seed=seed, **options).run()
    return puzzles
