# Memory of the caller, included as text after arguments.pxi.

import sys

cimport cython
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS,
    PyBUF_FORMAT,
    PyBUF_WRITABLE,
    PyBuffer_Release,
    PyObject_GetBuffer,
)
from libc.stdint cimport uint8_t, uintptr_t
from libc.string cimport memcpy


cdef enum:
    CELLS = 81


cdef char NATIVE_ORDER = c"<" if sys.byteorder == "little" else c">"


cdef inline bint _is_integer(const char *format):
    """Whether a format of the struct module is one integer in the order of this machine."""
    if format == NULL:
        return True
    if format[0] in (c"@", c"=", NATIVE_ORDER):
        format += 1
    return format[0] in b"bBc?hHiIlLqQnN" and format[1] == 0


@cython.no_gc_clear
cdef class _Buffer:
    """A contiguous buffer of an object, which cannot be resized as long as this lives.

    Its content may change at any time: other threads, and signal handlers, can write to it.
    """

    cdef Py_buffer view
    cdef bint is_held
    cdef str name

    def __cinit__(self, source, str name, Py_ssize_t itemsize, bint is_writable):
        self.name = name
        PyObject_GetBuffer(source, &self.view, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS
                           | (PyBUF_WRITABLE if is_writable else 0))
        self.is_held = True
        if self.view.itemsize != itemsize:
            raise ValueError(f"{name} must have items of {itemsize} bytes, "
                             f"not {self.view.itemsize}")
        if not _is_integer(self.view.format):
            raise ValueError(f"{name} must hold integers, not items of the format "
                             f"{self.view.format.decode()!r}")
        if self.view.len and <uintptr_t>self.view.buf % <size_t>itemsize:
            raise ValueError(f"{name} is not aligned to its items of {itemsize} bytes")

    def __dealloc__(self):
        if self.is_held:
            PyBuffer_Release(&self.view)

    cdef Py_ssize_t count(self):
        """Return the number of items."""
        return self.view.len // self.view.itemsize

    cdef int check_count(self, Py_ssize_t rows) except -1:
        """Refuse a buffer that does not have one item per row of clues."""
        if self.count() != rows:
            raise ValueError(f"expected {rows} {self.name}, one per row of clues, "
                             f"got {self.count()}")
        return 0


cdef inline int _check_apart(tuple buffers) except -1:
    """Refuse buffers that overlap: rows are read after others were written."""
    cdef _Buffer one, other
    for i, one in enumerate(buffers):
        for other in buffers[:i]:
            if (one.view.len and other.view.len
                    and <uintptr_t>one.view.buf < <uintptr_t>other.view.buf + other.view.len
                    and <uintptr_t>other.view.buf < <uintptr_t>one.view.buf + one.view.len):
                raise ValueError(f"the buffers of {other.name} and {one.name} overlap")
    return 0


# -- Puzzles of plain 9x9 ----------------------------------------------------------------------------


cdef inline int _copy_puzzle(source, str name, uint8_t *cells) except -1:
    """Copy the 81 cells of a puzzle."""
    cdef _Buffer given = _Buffer(source, name, 1, False)
    if given.view.len != CELLS:
        raise ValueError(f"a puzzle has 81 cells, not {given.view.len}")
    memcpy(cells, given.view.buf, CELLS)
    return 0


cdef inline int _check_digits(const uint8_t *cells, Py_ssize_t count, Py_ssize_t first) except -1:
    """Refuse cells above 9; `first` is the number of the first one."""
    cdef Py_ssize_t place
    cdef uint8_t digit
    for place in range(count):
        digit = cells[place]
        if digit > 9:
            raise ValueError(f"cell {first + place} holds {digit}; "
                             f"clues must be 1 to 9, or 0 for an open cell")
    return 0
