# Shared by sudoku9, bulk9, hitting9 and minimal9 (included as text: modules of this package cannot
# cimport each other): the C interface of sudoku9, the choice of a kernel, and the table of a bulk job.

import os
import time

from cpython.buffer cimport (
    PyBUF_FORMAT,
    PyBUF_C_CONTIGUOUS,
    PyBUF_WRITABLE,
    PyBuffer_Release,
    PyObject_GetBuffer,
)
from cpython.exc cimport PyErr_CheckSignals
from cpython.pythread cimport (
    NOWAIT_LOCK,
    PyThread_acquire_lock,
    PyThread_allocate_lock,
    PyThread_free_lock,
    PyThread_release_lock,
    PyThread_type_lock,
)
from libc.stdint cimport UINT32_MAX, uint8_t, uint32_t, uint64_t, uintptr_t


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


def kernels():
    """Return the kernels that this CPU can run, slowest first.

    >>> "generic" in kernels()
    True
    """
    names = []
    while sudoku9_kernel_at(<int>len(names)) != NULL:
        names.append(sudoku9_kernel_name(sudoku9_kernel_at(<int>len(names))).decode())
    return tuple(names)


def _index_of(name, setting):
    """Return the index of a kernel; `setting` says in an error where the name came from."""
    names = kernels()
    if name == "auto":
        return len(names) - 1
    if name not in names:
        raise ValueError(f"{setting} is {name!r}; this CPU runs {', '.join(('auto', *names))}")
    return names.index(name)


_default = _index_of(os.environ.get("CSP_SUDOKU_KERNEL") or "auto", "CSP_SUDOKU_KERNEL")


def kernel_name():
    """Return the kernel in use: the fastest, or the one that `CSP_SUDOKU_KERNEL` named at import.

    >>> kernel_name() in kernels()
    True
    """
    return kernels()[_default]


# Asked once: cpuid takes tens of microseconds in a virtual machine.
cdef const sudoku9_kernel *_default_kernel = sudoku9_kernel_at(_default)


cdef const sudoku9_kernel *_kernel(name) except NULL:
    return _default_kernel if name is None else sudoku9_kernel_at(_index_of(name, "kernel"))


# -- Locks, time and signals -------------------------------------------------------------------------


cdef class _Guard:
    """A lock that never blocks: a second thread gets an error instead."""

    cdef PyThread_type_lock lock

    def __cinit__(self):
        self.lock = PyThread_allocate_lock()
        if self.lock == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.lock != NULL:
            PyThread_free_lock(self.lock)

    cdef int take(self) except -1:
        if not PyThread_acquire_lock(self.lock, NOWAIT_LOCK):
            raise RuntimeError("another thread is inside this object")
        return 0

    cdef void leave(self):
        PyThread_release_lock(self.lock)


def _deadline(seconds):
    if seconds is None:
        return None
    if not seconds >= 0:
        raise ValueError(f"seconds must be 0 or more, not {seconds!r}")
    return time.monotonic() + seconds


# -- Jobs --------------------------------------------------------------------------------------------


cdef class _Job:
    """Work on many rows, slice by slice, one thread at a time."""

    cdef _Guard guard

    def __cinit__(self, *args, **options):
        self.guard = _Guard()

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
        deadline = _deadline(seconds)
        self.guard.take()
        try:
            while True:
                with nogil:
                    finished = self.advance()
                if finished:
                    return True
                PyErr_CheckSignals()
                if deadline is not None and time.monotonic() >= deadline:
                    return False
        finally:
            self.guard.leave()


# -- Tables ------------------------------------------------------------------------------------------


cdef uint32_t _limit(limit) except 0:
    if not 1 <= limit < UINT32_MAX:
        raise ValueError(f"limit must be 1 to {UINT32_MAX - 1}, not {limit}")
    return limit


cdef class _Buffer:
    """A contiguous buffer of an object, pinned as long as this lives."""

    cdef Py_buffer view
    cdef bint held

    def __cinit__(self, source, name, Py_ssize_t itemsize, bint writable):
        PyObject_GetBuffer(source, &self.view, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS
                           | (PyBUF_WRITABLE if writable else 0))
        self.held = True
        if self.view.itemsize != itemsize:
            raise ValueError(f"{name} must have items of {itemsize} bytes, "
                             f"not {self.view.itemsize}")
        if self.view.len and <uintptr_t>self.view.buf % <size_t>itemsize:
            raise ValueError(f"{name} is not aligned to its items of {itemsize} bytes")

    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.view)

    cdef Py_ssize_t rows_of(self, name, stride) except -1:
        """Return the number of rows of 81 bytes, `stride` apart; the last may lack its end."""
        if not 81 <= stride <= 0x7FFFFFFF:
            raise ValueError(f"{name} must have a stride of 81 or more, not {stride}")
        cdef Py_ssize_t step = stride
        cdef Py_ssize_t rows = (self.view.len + step - 81) // step
        if self.view.len != rows * step and self.view.len != (rows - 1) * step + 81:
            raise ValueError(f"{name} must hold rows with a stride of {stride}, "
                             f"got {self.view.len} bytes")
        return rows


cdef class _Table:
    """The checked input and output of a bulk job."""

    cdef sudoku9_table c
    cdef tuple buffers

    def __cinit__(self, clues, solutions, counts, nodes, *, limit, text, stride, solutions_text,
                  solutions_stride):
        cdef _Buffer given = _Buffer(clues, "clues", 1, False)
        cdef _Buffer out
        cdef Py_ssize_t rows = given.rows_of("clues", stride)
        buffers = [given]
        self.c.rows = rows
        self.c.limit = _limit(limit)
        self.c.clues = <const uint8_t *>given.view.buf
        self.c.clues_stride = stride
        self.c.clues_text = bool(text)
        if solutions is not None:
            out = _Buffer(solutions, "solutions", 1, True)
            if out.rows_of("solutions", solutions_stride) != rows:
                raise ValueError(f"expected {rows} rows of solutions, one per row of clues, got "
                                 f"{out.rows_of('solutions', solutions_stride)}")
            self.c.solutions = <uint8_t *>out.view.buf
            self.c.solutions_stride = solutions_stride
            self.c.solutions_text = bool(solutions_text)
            buffers.append(out)
        if counts is not None:
            out = _Buffer(counts, "counts", sizeof(uint32_t), True)
            self.check_length("counts", out.view.len // <Py_ssize_t>sizeof(uint32_t))
            self.c.counts = <uint32_t *>out.view.buf
            buffers.append(out)
        if nodes is not None:
            out = _Buffer(nodes, "nodes", sizeof(uint64_t), True)
            self.check_length("nodes", out.view.len // <Py_ssize_t>sizeof(uint64_t))
            self.c.nodes = <uint64_t *>out.view.buf
            buffers.append(out)
        self.buffers = tuple(buffers)
        self.check_apart()

    cdef int check_length(self, name, Py_ssize_t length) except -1:
        if length != <Py_ssize_t>self.c.rows:
            raise ValueError(f"expected {self.c.rows} {name}, one per row of clues, got {length}")
        return 0

    cdef int check_apart(self) except -1:
        """Refuse buffers that overlap: rows are read after others were written."""
        cdef _Buffer one
        cdef uintptr_t end = 0
        spans = sorted(
            (<uintptr_t>(<_Buffer>b).view.buf, (<_Buffer>b).view.len) for b in self.buffers
        )
        for start, length in spans:
            if length and start < end:
                raise ValueError("the buffers of clues and results overlap")
            end = max(end, start + length)
        return 0
