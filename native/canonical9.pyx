# cython: language_level=3, freethreading_compatible=True
"""The canonical form of plain 9x9 puzzles and grids: one for all that are equivalent.

Cells are bytes: 1 to 9 for a clue, 0 for an open cell, row after row. Puzzles are
equivalent if rearranging rows, columns, bands and stacks, transposing, and renaming values lead from
one to the other; the form is the smallest of them.

>>> find(bytes([0] * 40 + [7] + [0] * 40)).form[78:].hex()
'000001'
"""

include "arguments.pxi"
include "buffers.pxi"

from typing import NamedTuple

from cpython.exc cimport PyErr_CheckSignals


cdef extern from "canonical9.h" nogil:
    ctypedef enum canonical9_status:
        CANONICAL9_DONE
        CANONICAL9_CLASH
        CANONICAL9_MEMORY
    ctypedef struct canonical9_change:
        uint8_t transposed
        uint8_t rows[9]
        uint8_t columns[9]
        uint8_t labels[10]
    ctypedef struct canonical9_worker:
        pass
    canonical9_worker *canonical9_new()
    void canonical9_free(canonical9_worker *worker)
    canonical9_status canonical9_find(canonical9_worker *worker, const uint8_t *puzzle,
                                      uint8_t *form, canonical9_change *change, size_t *ways)


# Puzzles between two checks of signals: some milliseconds.
cdef enum:
    SLICE = 256


class Found(NamedTuple):
    """A form, and the change that leads to it.

    The puzzle is transposed first if `transposed`; then line i of the form is line `rows[i]`
    (`columns[i]`), and value v is called `labels[v]`. `ways` is, for a full grid, the number of
    changes that lead to the form: the size of its symmetry group.
    """

    form: bytes
    transposed: bool
    rows: bytes
    columns: bytes
    labels: bytes
    ways: int


cdef class _Worker:
    cdef canonical9_worker *c

    def __cinit__(self):
        self.c = canonical9_new()
        if self.c == NULL:
            raise MemoryError

    def __dealloc__(self):
        canonical9_free(self.c)


def find(puzzle):
    """Return the canonical form of one puzzle; None if clues clash or are not 1 to 9.

    >>> grid = b"".join(bytes((3 * r + r // 3 + c) % 9 + 1 for c in range(9)) for r in range(9))
    >>> find(grid).form[:18].hex(), find(grid).ways
    ('010203040506070809040506070809010203', 54)

    Args:
        puzzle: 81 bytes, 0 for an open cell.

    Raises:
        ValueError: the puzzle does not have 81 cells.
    """
    cdef uint8_t cells[CELLS]
    cdef uint8_t form[CELLS]
    cdef canonical9_change change
    cdef canonical9_status status
    cdef size_t ways
    _copy_puzzle(puzzle, "puzzle", cells)
    cdef _Worker worker = _Worker()
    with nogil:
        status = canonical9_find(worker.c, cells, form, &change, &ways)
    if status == CANONICAL9_MEMORY:
        raise MemoryError
    if status == CANONICAL9_CLASH:
        return None
    return Found(<bytes>(<char *>form)[:81], bool(change.transposed),
                 <bytes>(<char *>change.rows)[:9], <bytes>(<char *>change.columns)[:9],
                 <bytes>(<char *>change.labels)[:10], ways)


def find_array(puzzles, forms, *, stride=81):
    """Write the canonical form of each row into a buffer, with the GIL released.

    >>> forms = bytearray(162)
    >>> find_array(bytes([5] + [0] * 80 + [5, 5] + [0] * 79), forms)
    [1]
    >>> forms[80]
    1

    Args:
        puzzles: bytes of rows of 81 cells, 0 for an open cell.
        forms: bytes for 81 cells per row, one row after another.
        stride: bytes from one row of puzzles to the next (82 for lines of text).

    Returns:
        The numbers of the rows for which `find` returns None; their forms are not written.

    Raises:
        ValueError: the stride is below 81, `forms` does not have one row per puzzle, or the buffers
            overlap.
    """
    cdef _Buffer given = _Buffer(puzzles, "puzzles", 1, False)
    cdef _Buffer out = _Buffer(forms, "forms", 1, True)
    cdef Py_ssize_t step = PyNumber_AsSsize_t(stride, NULL)
    cdef Py_ssize_t rows = out.view.len // CELLS
    if (step < CELLS or out.view.len % CELLS
            or (given.view.len - CELLS) // step + 1 != rows):
        raise ValueError(f"expected 81 bytes of forms per puzzle, got {out.view.len} bytes for "
                         f"{given.view.len} bytes of puzzles with a stride of {stride}")
    _check_apart((given, out))
    cdef const uint8_t *puzzle = <const uint8_t *>given.view.buf
    cdef uint8_t *result = <uint8_t *>out.view.buf
    cdef uint8_t cells[CELLS]  # copies: other threads can write to the buffers in the meantime
    cdef uint8_t form[CELLS]
    cdef _Worker worker = _Worker()
    cdef canonical9_status status = CANONICAL9_DONE
    cdef Py_ssize_t row = 0
    cdef Py_ssize_t end
    without = []
    while row < rows:
        end = min(row + SLICE, rows)
        with nogil:
            while row < end:
                memcpy(cells, puzzle + row * step, CELLS)
                status = canonical9_find(worker.c, cells, form, NULL, NULL)
                if status == CANONICAL9_DONE:
                    memcpy(result + row * CELLS, form, CELLS)
                row += 1
                if status != CANONICAL9_DONE:
                    break
        if status == CANONICAL9_MEMORY:
            raise MemoryError
        if status == CANONICAL9_CLASH:
            without.append(row - 1)
        PyErr_CheckSignals()
    return without
