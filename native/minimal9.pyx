# cython: language_level=3, freethreading_compatible=True
"""Minimal 9x9 puzzles: random full grids whose clues are dropped as long as one solution is left.

Cells are bytes: 1 to 9 for a clue, 0 for an open cell, row after row.

>>> puzzle = generate(1, 1)
>>> from csp_sudoku.native.sudoku9 import count
>>> count(puzzle), reduce(puzzle, range(81)) == puzzle
(1, True)
"""

include "table9.pxi"

from libc.string cimport memset

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
    ctypedef enum minimal9_method:
        MINIMAL9_TOP_DOWN
        MINIMAL9_CONTROLLED_BIAS
    ctypedef struct minimal9_job:
        uint64_t seed
        uint64_t first
        uint64_t attempt
        int rows_are_attempts
        minimal9_method method
        size_t rows
        uint8_t *puzzles
        uint8_t *solutions
        minimal9_order units
    void minimal9_reduce(sudoku9_search *search, const minimal9_order *order,
                         const uint8_t *solution, uint8_t *clues)
    ctypedef struct minimal9_place:
        size_t row
    int minimal9_run(sudoku9_search *search, const minimal9_job *job, minimal9_place *place,
                     unsigned int tries)

# Tries, and nodes of a search, between two checks of signals and the clock: about a millisecond.
cdef enum:
    SLICE = 32
    NODES = 8192

cdef tuple _METHODS = ("top-down", "controlled-bias")  # in the order of minimal9_method
METHODS = _METHODS


cdef int _read_order(order, minimal9_order *into) except -1:
    """Read units of cells, each a number or several; a cell is in at most one of them."""
    cdef uint8_t seen[CELLS]
    cdef Py_ssize_t cell
    cdef unsigned int count = 0
    memset(seen, 0, CELLS)
    into.units = 0
    into.start[0] = 0
    for unit in order:
        is_number = isinstance(unit, int) or (
            hasattr(unit, "__index__") and not hasattr(unit, "__len__"))
        for value in (unit,) if is_number else unit:
            cell = _number("cells", value, 0, CELLS - 1)
            if seen[cell]:
                raise ValueError(f"the order names cell {cell} twice")
            seen[cell] = 1
            into.cell[count] = <uint8_t>cell
            count += 1
        if count > into.start[into.units]:
            into.units += 1
            into.start[into.units] = <uint8_t>count
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

    cdef bint find(self) except -1:
        """Continue to the next solution; return whether there is one."""
        cdef sudoku9_status status = SUDOKU9_PAUSED
        while status == SUDOKU9_PAUSED:
            with nogil:
                status = sudoku9_run(self.c, NODES)
            PyErr_CheckSignals()
        return status == SUDOKU9_FOUND


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
            named keep their clues; open cells are skipped.
        kernel: one of `kernels()`; None for the one in use.

    Returns:
        The clues that are left, as 81 bytes.

    Raises:
        ValueError: the puzzle does not have 81 cells or exactly one solution, or the order names
            a cell that does not exist, or one twice.
    """
    cdef minimal9_order wanted
    cdef uint8_t solution[CELLS]
    cdef uint8_t left[CELLS]
    cdef _Search search = _Search(kernel)
    _read_order(order, &wanted)
    _copy_puzzle(clues, "clues", left)
    _check_digits(left, CELLS, 0)
    sudoku9_start(search.c, left, 0)
    if not search.find():
        raise ValueError("the puzzle has no solution")
    sudoku9_solution(search.c, solution, 0)
    if search.find():
        raise ValueError("the puzzle has several solutions")
    with nogil:
        minimal9_reduce(search.c, &wanted, solution, left)
    return <bytes>(<char *>left)[:CELLS]


def grid(seed):
    """Return a random full grid as 81 bytes: each of the 6.67e21 grids is equally likely.

    (As far as 64 bits of seed can tell them apart.)

    >>> grid(1).hex()[:18]
    '030504060801090207'

    Args:
        seed: a number; its lowest 64 bits count.
    """
    cdef rng random
    cdef uint8_t cells[CELLS]
    random.state = _word(seed)
    grid9_random(&random, cells)
    return <bytes>(<char *>cells)[:CELLS]


cdef class Job(_Job):
    """Random minimal puzzles, made one after another with the GIL released.

    Puzzle i is made from stream `first + i` of the seed (`csp_sudoku.rng.Rng.stream`): its first word
    is the seed of the streams for the attempts at it. It depends on nothing else, so that several jobs
    may share a range. A random puzzle is a uniform full grid whose clues are dropped in
    a uniform order.

    - "top-down" keeps the clues that cannot be dropped. That is not a uniform choice among all minimal
      puzzles: those with few clues come too often.
    - "controlled-bias" starts again at the first clue that cannot be dropped, unless then none can.
      Each puzzle of n clues has a chance proportional to 1 / C(81, n), so statistics can be
      corrected. It takes 10,000 times as long.

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
        attempt: the number of the attempt at each puzzle.
        attempts: the rows are not different puzzles, but attempts at one, from `attempt` on.
        method: one of `METHODS`.
        units: cells that are dropped together, as in `reduce`; None for each alone.
        solutions: bytes for the full grid of each row; None to leave them out.
        kernel: one of `kernels()`; None for the one in use.

    Raises:
        ValueError: the buffers do not fit or overlap, or the method or the units are not allowed.
    """

    cdef minimal9_job c
    cdef tuple buffers
    cdef _Search search
    cdef minimal9_place place

    def __cinit__(self, puzzles, *, seed, first=0, attempt=0, attempts=False, method="top-down",
                  units=None, solutions=None, kernel=None):
        cdef _Buffer made = _Buffer(puzzles, "puzzles", 1, True)
        cdef _Buffer grids
        if made.view.len % CELLS:
            raise ValueError(f"puzzles must hold rows of 81 bytes, got {made.view.len} bytes")
        self.c.rows = made.view.len // CELLS
        self.c.puzzles = <uint8_t *>made.view.buf
        self.buffers = (made,)
        if solutions is not None:
            grids = _Buffer(solutions, "solutions", 1, True)
            if grids.view.len != made.view.len:
                raise ValueError(f"solutions must hold as many bytes as puzzles, "
                                 f"{made.view.len}, got {grids.view.len}")
            self.c.solutions = <uint8_t *>grids.view.buf
            self.buffers = (made, grids)
            _check_apart(self.buffers)
        self.c.seed = _word(seed)
        self.c.first = _word(first)
        self.c.attempt = _word(attempt)
        self.c.rows_are_attempts = bool(attempts)
        self.c.method = <minimal9_method>_choice(_METHODS, "method", method)
        _read_order(range(CELLS) if units is None else units, &self.c.units)
        self.search = _Search(kernel)
        self.is_complete = True

    @property
    def rows(self):
        """The number of puzzles."""
        _check_complete(self.is_complete)
        return self.c.rows

    @property
    def done(self):
        """How many puzzles are finished; another thread may ask while the job runs."""
        _check_complete(self.is_complete)
        return self.place.row

    cdef bint advance(self) noexcept nogil:
        return minimal9_run(self.search.c, &self.c, &self.place, SLICE)


def generate(seed, count, **options):
    """Make random minimal puzzles: a `Job` that runs to its end, in a buffer of its own.

    >>> len(generate(7, 3))
    243

    Args:
        seed: a number; its lowest 64 bits count.
        count: how many puzzles.
        **options: those of `Job`.
    """
    number = PyNumber_Index(count)
    if number < 0:
        raise ValueError(f"count must be 0 or more, not {number}")
    puzzles = bytearray(CELLS * number)
    Job(puzzles, seed=seed, **options).run()
    return puzzles
