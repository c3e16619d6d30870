# cython: language_level=3, freethreading_compatible=True
"""Plain 9x9 Sudoku in bulk: hundreds of puzzles at the same time, one per bit of each register.

The same results as `sudoku9.solve_array`, whatever the other puzzles are, in less time if there are
hundreds of them. Few puzzles, and puzzles with more than one solution, are left to the
search of `sudoku9`.
"""

include "table9.pxi"

cdef extern from "bulk9.h" nogil:
    ctypedef struct bulk9_job:
        pass
    bulk9_job *bulk9_new(const sudoku9_kernel *kernel, const sudoku9_table *table)
    void bulk9_free(bulk9_job *job)
    int bulk9_run(bulk9_job *job, uint64_t nodes)
    size_t bulk9_done(const bulk9_job *job)

# Nodes between two checks of signals and the clock: one or two milliseconds.
cdef enum:
    SLICE = 16384


cdef class Job(_Job):
    """Many puzzles in one buffer, solved together with the GIL released.

    Row i of the results belongs to row i of the clues. Results are written into the
    caller's buffers; those that are None are left out.

    >>> import array
    >>> clues = bytearray(300 * 81)
    >>> clues[81:83] = b"\\x01\\x01"
    >>> clues[162] = 77
    >>> counts = array.array("I", bytes(300 * 4))
    >>> job = Job(clues, counts=counts, limit=5)
    >>> job.run(), job.done
    (True, 300)
    >>> list(counts[:4]) == [5, 0, INVALID, 5]
    True

    Args:
        clues: bytes of rows of 81 cells, 0 to 9; with `text`, '1' to '9', and '.', '0', '*' or '_'
            for an open cell.
        solutions: bytes for a solution of each row, the one that `sudoku9` finds first; a row
            without solutions gets zeros (with `solutions_text`: '.').
        counts: uint32 for the number of solutions of each row up to the limit; `INVALID` for a row
            with an invalid symbol.
        nodes: uint64 for the nodes of each row. Only this number can depend on the other rows.
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
    cdef bulk9_job *c

    def __cinit__(self, clues, *, solutions=None, counts=None, nodes=None, limit=2, text=False,
                  stride=81, solutions_text=False, solutions_stride=81, kernel=None):
        self.table = _Table(clues, solutions, counts, nodes, limit=limit, text=text, stride=stride,
                            solutions_text=solutions_text, solutions_stride=solutions_stride)
        self.c = bulk9_new(_kernel(kernel), &self.table.c)
        if self.c == NULL:
            raise MemoryError
        self.is_complete = True

    def __dealloc__(self):
        bulk9_free(self.c)

    @property
    def rows(self):
        """The number of rows."""
        _check_complete(self.is_complete)
        return self.table.c.rows

    @property
    def done(self):
        """How many rows are finished, not always the first; other threads may ask at any time."""
        _check_complete(self.is_complete)
        return bulk9_done(self.c)

    cdef bint advance(self) noexcept nogil:
        return bulk9_run(self.c, SLICE)


def solve_array(clues, **options):
    """Solve all rows of a buffer: a `Job` that runs to its end. The arguments are those of `Job`.

    >>> lines = (b"12345678." + b"." * 72 + b"\\n") * 200
    >>> solutions = bytearray(len(lines))
    >>> solve_array(lines, text=True, stride=82,
    ...             solutions=solutions, solutions_text=True, solutions_stride=82)
    >>> solutions[:9], solutions[82 * 199:82 * 199 + 9]
    (bytearray(b'123456789'), bytearray(b'123456789'))
    """
    Job(clues, **options).run()
