# Shared by sudoku9, bulk9, hitting9 and minimal9 (included as text: modules of this package cannot
# cimport each other): the C interface of sudoku9, the choice of a kernel, and the table of a bulk job.

include "arguments.pxi"
include "buffers.pxi"

import os

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport UINT32_MAX, uint32_t


cdef extern from "sudoku9.h" nogil:
    ctypedef struct sudoku9_kernel:
        pass
    ctypedef struct sudoku9_search:
        pass
    ctypedef struct sudoku9_table:
        size_t rows
        const uint8_t *clues
        size_t clues_stride
        int clues_text
        uint8_t *solutions
        size_t solutions_stride
        int solutions_text
        uint32_t *counts
        uint64_t *nodes
        uint32_t limit
    ctypedef struct sudoku9_place:
        size_t row
        uint32_t count
        int begun
    ctypedef enum sudoku9_status:
        SUDOKU9_DONE
        SUDOKU9_FOUND
        SUDOKU9_PAUSED
    const sudoku9_kernel *sudoku9_kernel_at(int index)
    const char *sudoku9_kernel_name(const sudoku9_kernel *kernel)
    sudoku9_search *sudoku9_new(const sudoku9_kernel *kernel)
    void sudoku9_free(sudoku9_search *search)
    int sudoku9_start(sudoku9_search *search, const uint8_t *clues, int text)
    sudoku9_status sudoku9_run(sudoku9_search *search, uint64_t nodes)
    void sudoku9_solution(const sudoku9_search *search, uint8_t *solution, int text)
    uint64_t sudoku9_nodes(const sudoku9_search *search)
    int sudoku9_run_table(sudoku9_search *search, const sudoku9_table *table, sudoku9_place *place,
                          uint64_t nodes)


INVALID = UINT32_MAX


# -- Kernels -----------------------------------------------------------------------------------------


# Asked once: cpuid takes tens of microseconds in a virtual machine.
cdef enum:
    MOST_KERNELS = 8
cdef const sudoku9_kernel *_kernels[MOST_KERNELS]
cdef tuple _kernel_names = ()


cdef int _find_kernels() except -1:
    global _kernel_names
    cdef int found = 0
    while found < MOST_KERNELS and sudoku9_kernel_at(found) != NULL:
        _kernels[found] = sudoku9_kernel_at(found)
        _kernel_names += (sudoku9_kernel_name(_kernels[found]).decode(),)
        found += 1
    return 0


cdef int _kernel_index(name, setting) except -1:
    """Return the index of a kernel; `setting` says in an error where the name came from."""
    cdef int place
    cdef tuple names = ("auto", *_kernel_names)
    try:
        place = names.index(name)
    except ValueError:
        raise ValueError(f"{setting} is {name!r}; this CPU runs {', '.join(names)}") from None
    return place - 1 if place else <int>len(_kernel_names) - 1


_find_kernels()
cdef int _default = _kernel_index(os.environ.get("CSP_SUDOKU_KERNEL") or "auto", "CSP_SUDOKU_KERNEL")


def kernels():
    """Return the kernels that this CPU can run, slowest first.

    >>> "generic" in kernels()
    True
    """
    return _kernel_names


def kernel_name():
    """Return the kernel in use: the fastest, or the one that `CSP_SUDOKU_KERNEL` named at import.

    >>> kernel_name() in kernels()
    True
    """
    return _kernel_names[_default]


cdef const sudoku9_kernel *_kernel(name) except NULL:
    return _kernels[_default if name is None else _kernel_index(name, "kernel")]


# -- Jobs --------------------------------------------------------------------------------------------


cdef class _Job:
    """Work on many rows, slice by slice, one thread at a time."""

    cdef atomic_flag busy
    cdef bint is_complete  # set by the constructor of the derived class, at its end

    def __cinit__(self, *args, **options):
        atomic_flag_clear(&self.busy)

    cdef bint advance(self) noexcept nogil:
        """Work for one slice; return whether all rows are finished."""
        return True

    def run(self, seconds=None):
        """Continue the job.

        Args:
            seconds: pause after about this many seconds.

        Returns:
            True when all rows are finished, False when time ran out: call again to continue.
        """
        cdef bint finished = False
        cdef double deadline = _deadline(seconds)
        _claim(self.is_complete, &self.busy)
        try:
            while True:
                with nogil:
                    finished = self.advance()
                if finished:
                    return True
                PyErr_CheckSignals()
                if _is_over(deadline):
                    return False
        finally:
            atomic_flag_clear(&self.busy)


# -- Tables ------------------------------------------------------------------------------------------


cdef Py_ssize_t _stride(_Buffer buffer, stride) except -1:
    """Read the distance between the beginnings of two rows, in bytes."""
    return _number(f"the stride of {buffer.name}", stride, CELLS, 0x7FFFFFFF)


cdef Py_ssize_t _rows_of(_Buffer buffer, Py_ssize_t stride) except -1:
    """Return the number of rows of 81 bytes, `stride` apart; the last may lack its end."""
    cdef Py_ssize_t length = buffer.view.len
    cdef Py_ssize_t rows = (length + stride - CELLS) // stride
    if length != rows * stride and length != (rows - 1) * stride + CELLS:
        raise ValueError(f"{buffer.name} must hold rows with a stride of {stride}, "
                         f"got {length} bytes")
    return rows


cdef class _Table:
    """The checked input and output of a bulk job."""

    cdef sudoku9_table c
    cdef tuple buffers

    def __cinit__(self, clues, solutions, counts, nodes, *, limit, text, stride, solutions_text,
                  solutions_stride):
        cdef _Buffer given = _Buffer(clues, "clues", 1, False)
        cdef _Buffer out
        cdef Py_ssize_t step = _stride(given, stride)
        cdef Py_ssize_t rows = _rows_of(given, step)
        cdef tuple buffers = (given,)
        self.c.rows = rows
        self.c.limit = _number("limit", limit, 1, UINT32_MAX - 1)
        self.c.clues = <const uint8_t *>given.view.buf
        self.c.clues_stride = step
        self.c.clues_text = bool(text)
        if solutions is not None:
            out = _Buffer(solutions, "solutions", 1, True)
            step = _stride(out, solutions_stride)
            if _rows_of(out, step) != rows:
                raise ValueError(f"expected {rows} rows of solutions, one per row of clues, "
                                 f"got {_rows_of(out, step)}")
            self.c.solutions = <uint8_t *>out.view.buf
            self.c.solutions_stride = step
            self.c.solutions_text = bool(solutions_text)
            buffers += (out,)
        if counts is not None:
            out = _Buffer(counts, "counts", sizeof(uint32_t), True)
            out.check_count(rows)
            self.c.counts = <uint32_t *>out.view.buf
            buffers += (out,)
        if nodes is not None:
            out = _Buffer(nodes, "nodes", sizeof(uint64_t), True)
            out.check_count(rows)
            self.c.nodes = <uint64_t *>out.view.buf
            buffers += (out,)
        _check_apart(buffers)
        self.buffers = buffers
