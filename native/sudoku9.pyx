# cython: language_level=3, freethreading_compatible=True
"""Plain 9x9 Sudoku, one puzzle at a time.

Cells are bytes: 1 to 9 for a clue, 0 for an open cell, row after row.

>>> line = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
>>> clues = bytes(0 if symbol == "." else int(symbol) for symbol in line)
>>> "".join(map(str, solve(clues)))[:27]
'987654321246173985351928746'
>>> count(clues), count(bytes(81), limit=1000)
(1, 1000)
"""

from csp_sudoku.native.status import Status

include "table9.pxi"

from libc.stdint cimport uint16_t

cdef extern from "sudoku9.h" nogil:
    void sudoku9_forbid(sudoku9_search *search, unsigned cell, unsigned digit)

# Nodes between two checks of signals and the clock: one or two milliseconds.
cdef enum:
    SLICE = 8192
    ALL_DIGITS = 0b111111111


EXHAUSTED, SOLUTION, PAUSED = Status
cdef tuple STATUSES = (EXHAUSTED, SOLUTION, PAUSED)  # in the order of sudoku9_status


cdef int _copy_marks(marks, uint16_t *sets) except -1:
    cdef tuple given = tuple(marks)
    cdef int cell
    if len(given) != CELLS:
        raise ValueError(f"a puzzle has 81 sets of digits, not {len(given)}")
    for cell in range(CELLS):
        sets[cell] = _number("a set of digits", given[cell], 0, ALL_DIGITS)
    return 0


cdef void _forbid_others(sudoku9_search *c, const uint16_t *sets) noexcept nogil:
    """Take all digits from the cells that are not in their sets."""
    cdef unsigned cell, digit
    for cell in range(CELLS):
        for digit in range(1, 10):
            if not sets[cell] >> (digit - 1) & 1:
                sudoku9_forbid(c, cell, digit)


cdef class Search:
    """The solutions of one puzzle, one after another, as bytes of 81 numbers.

    The search can be iterated, or run with limits:

    >>> search = Search(bytes(81))
    >>> len(next(search))
    81
    >>> search.run(seconds=1).name
    'SOLUTION'
    >>> search.solutions, sorted(search.solution[:9]) == list(range(1, 10))
    (2, True)

    Args:
        clues: 81 bytes, 0 to 9. If clues contradict each other, there are no solutions.
        marks: 81 sets of digits that the cells may take, bit d - 1 for digit d; None if the clues
            say all.
        kernel: one of `kernels()`; None for the one in use.

    Raises:
        ValueError: the puzzle does not have 81 cells or 81 sets, a cell is above 9, a set has other
            bits, or this CPU cannot run the kernel.
    """

    cdef sudoku9_search *c
    cdef atomic_flag busy
    cdef sudoku9_status last
    cdef uint64_t found

    def __cinit__(self, clues, *, marks=None, kernel=None):
        atomic_flag_clear(&self.busy)
        self.last = SUDOKU9_PAUSED
        cdef const sudoku9_kernel *chosen = _kernel(kernel)
        cdef uint8_t cells[CELLS]
        cdef uint16_t sets[CELLS]
        _copy_puzzle(clues, "clues", cells)
        _check_digits(cells, CELLS, 0)
        if marks is not None:
            _copy_marks(marks, sets)
        self.c = sudoku9_new(chosen)
        if self.c == NULL:
            raise MemoryError
        sudoku9_start(self.c, cells, 0)
        if marks is not None:
            _forbid_others(self.c, sets)

    def __dealloc__(self):
        sudoku9_free(self.c)

    cdef int advance(self, uint64_t most, uint64_t nodes, double deadline) except -1:
        """Continue until `most` more solutions are found, to the end, or until a limit.

        The caller has claimed the search.
        """
        cdef uint64_t left = nodes
        cdef uint64_t goal = self.found + most
        cdef uint64_t slice_end
        cdef uint64_t begun
        while True:
            with nogil:
                begun = sudoku9_nodes(self.c)
                slice_end = begun + (left if left < SLICE else SLICE)
                self.last = SUDOKU9_FOUND
                while self.last == SUDOKU9_FOUND and self.found < goal:
                    self.last = sudoku9_run(self.c, slice_end - sudoku9_nodes(self.c))
                    self.found += self.last == SUDOKU9_FOUND
                left -= sudoku9_nodes(self.c) - begun
            if self.last != SUDOKU9_PAUSED:
                return 0
            PyErr_CheckSignals()
            if left == 0 or _is_over(deadline):
                return 0

    cdef bytes current(self):
        cdef uint8_t cells[CELLS]
        sudoku9_solution(self.c, cells, 0)
        return <bytes>(<char *>cells)[:CELLS]

    def run(self, nodes=None, seconds=None):
        """Continue to the next solution, to the end, or until a limit.

        Args:
            nodes: pause after about this many more nodes.
            seconds: pause after about this many seconds.

        Returns:
            SOLUTION, EXHAUSTED, or PAUSED: call again to continue.
        """
        cdef uint64_t most = _amount("nodes", nodes)
        cdef double deadline = _deadline(seconds)
        _claim(self.c != NULL, &self.busy)
        try:
            self.advance(1, most, deadline)
            return STATUSES[<int>self.last]
        finally:
            atomic_flag_clear(&self.busy)

    def count(self, limit=None, nodes=None, seconds=None):
        """Count the remaining solutions without returning them.

        Args:
            limit: stop at this many.
            nodes: pause after about this many more nodes.
            seconds: pause after about this many seconds.

        Returns:
            The number of solutions found by this call; they are all that were left if `status` is
            EXHAUSTED now.
        """
        cdef uint64_t wanted = _amount("limit", limit)
        cdef uint64_t most = _amount("nodes", nodes)
        cdef double deadline = _deadline(seconds)
        cdef uint64_t before
        _claim(self.c != NULL, &self.busy)
        try:
            before = self.found
            if wanted:
                self.advance(min(wanted, UINT64_MAX - before), most, deadline)
            return self.found - before
        finally:
            atomic_flag_clear(&self.busy)

    @property
    def status(self):
        """SOLUTION, EXHAUSTED or PAUSED, as `run` returned it last."""
        _check_complete(self.c != NULL)
        return STATUSES[<int>self.last]

    @property
    def solution(self):
        """The solution at which the last run stopped, as 81 bytes, or None."""
        _claim(self.c != NULL, &self.busy)
        try:
            return self.current() if self.last == SUDOKU9_FOUND else None
        finally:
            atomic_flag_clear(&self.busy)

    @property
    def solutions(self):
        """How many solutions were found so far."""
        _check_complete(self.c != NULL)
        return self.found

    @property
    def nodes(self):
        """How many boards all rules were applied to."""
        _check_complete(self.c != NULL)
        return sudoku9_nodes(self.c)

    def __iter__(self):
        return self

    def __next__(self):
        _claim(self.c != NULL, &self.busy)
        try:
            self.advance(1, UINT64_MAX, INFINITY)
            if self.last == SUDOKU9_FOUND:
                return self.current()
            raise StopIteration
        finally:
            atomic_flag_clear(&self.busy)


def solve(clues, *, kernel=None):
    """Return the first solution as 81 bytes, or None.

    Args:
        clues: 81 bytes, 0 to 9.
        kernel: one of `kernels()`; None for the one in use.

    Raises:
        ValueError: as for `Search`.
    """
    return next(Search(clues, kernel=kernel), None)


def count(clues, limit=2, *, kernel=None):
    """Return the number of solutions up to a limit: by default 0, 1, or 2 for two or more.

    >>> count(bytes([1, 1] + [0] * 79))
    0

    Args:
        clues: 81 bytes, 0 to 9.
        limit: stop at this many; None for all.
        kernel: one of `kernels()`; None for the one in use.

    Raises:
        ValueError: as for `Search`, or the limit is negative.
    """
    return Search(clues, kernel=kernel).count(limit)


cdef class Job(_Job):
    """Many puzzles in one buffer, solved one after another with the GIL released.

    Row i of the results belongs to row i of the clues. Results are written into the
    caller's buffers; those that are None are left out.

    >>> clues = bytearray(3 * 81)
    >>> clues[0:2] = b"\\x01\\x01"
    >>> clues[81] = 77
    >>> import array
    >>> counts = array.array("I", bytes(3 * 4))
    >>> job = Job(clues, counts=counts, limit=5)
    >>> job.run()
    True
    >>> job.done, list(counts) == [0, INVALID, 5]
    (3, True)

    Args:
        clues: bytes of rows of 81 cells, 0 to 9; with `text`, '1' to '9', and '.', '0', '*' or '_'
            for an open cell.
        solutions: bytes for the first solution of each row; a row without solutions gets zeros
            (with `solutions_text`: '.').
        counts: uint32 for the number of solutions of each row up to the limit; `INVALID` for a row
            with an invalid symbol.
        nodes: uint64 for the nodes of each row.
        limit: count to this many, 1 to 4294967294.
        text: clues are characters.
        stride: bytes from one row of clues to the next (82 for lines of text).
        solutions_text: write solutions as characters.
        solutions_stride: bytes from one row of solutions to the next; those between are not touched.
        kernel: one of `kernels()`; None for the one in use.

    Raises:
        ValueError: the buffers do not fit together or overlap, or a limit, stride or kernel is
            not allowed.
    """

    cdef _Table table
    cdef sudoku9_search *c
    cdef sudoku9_place place

    def __cinit__(self, clues, *, solutions=None, counts=None, nodes=None, limit=2, text=False,
                  stride=81, solutions_text=False, solutions_stride=81, kernel=None):
        self.table = _Table(clues, solutions, counts, nodes, limit=limit, text=text, stride=stride,
                            solutions_text=solutions_text, solutions_stride=solutions_stride)
        self.c = sudoku9_new(_kernel(kernel))
        if self.c == NULL:
            raise MemoryError
        self.is_complete = True

    def __dealloc__(self):
        sudoku9_free(self.c)

    @property
    def rows(self):
        """The number of rows."""
        _check_complete(self.is_complete)
        return self.table.c.rows

    @property
    def done(self):
        """How many rows are finished; another thread may ask while the job runs."""
        _check_complete(self.is_complete)
        return self.place.row

    cdef bint advance(self) noexcept nogil:
        return sudoku9_run_table(self.c, &self.table.c, &self.place, SLICE)


def solve_array(clues, **options):
    """Solve all rows of a buffer: a `Job` that runs to its end. The arguments are those of `Job`.

    >>> lines = b"12345678." + b"." * 72 + b"\\n" + b"123456789" * 9 + b"\\n"
    >>> solutions = bytearray(len(lines))
    >>> solve_array(lines, text=True, stride=82,
    ...             solutions=solutions, solutions_text=True, solutions_stride=82)
    >>> solutions[:9], solutions[82:91]
    (bytearray(b'123456789'), bytearray(b'.........'))
    """
    Job(clues, **options).run()
