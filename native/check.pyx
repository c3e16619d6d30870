# cython: language_level=3, freethreading_compatible=True, boundscheck=False, wraparound=False
"""Checks of what comes in and goes out: all-different groups, 9x9 solutions, lines of text."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport UINT32_MAX, int32_t, uint8_t, uint32_t


cdef extern from "distinct.h" nogil:
    ctypedef struct distinct_groups:
        int32_t groups
        const int32_t *offset
        const int32_t *member
    ctypedef struct distinct_clash:
        int32_t group
        int32_t first
        int32_t second
    int distinct_find_clash(const distinct_groups *all, const int32_t *value, int32_t values,
                            int32_t *holder, distinct_clash *clash)

cdef extern from "check9.h" nogil:
    ctypedef struct check9_rows:
        const uint8_t *cells
        size_t stride
        uint8_t zero
    size_t check9_first_wrong(const check9_rows *clues, const check9_rows *solutions,
                              const uint32_t *counts, uint32_t invalid, size_t rows)
    int check9_is_lines(const uint8_t *text, size_t length, size_t end)


cdef class Groups:
    """All-different groups over the variables 0 to variables - 1.

    >>> groups = Groups(3, [[0, 1], [1, 2]])
    >>> groups.clash([1, 2, 1]) is None
    True
    >>> groups.clash([1, 2, 2])
    (1, 1, 2)
    """

    cdef distinct_groups c
    cdef int32_t *offset
    cdef int32_t *member
    cdef readonly Py_ssize_t variables

    def __cinit__(self, Py_ssize_t variables, groups):
        groups = [tuple(group) for group in groups]
        cdef Py_ssize_t total = sum(map(len, groups))
        if variables < 0 or variables > 0x7FFFFFFF or total > 0x7FFFFFFF:
            raise ValueError(f"too many variables or members: {variables}, {total}")
        self.variables = variables
        self.offset = <int32_t *>PyMem_Malloc((len(groups) + 1) * sizeof(int32_t))
        self.member = <int32_t *>PyMem_Malloc((total + 1) * sizeof(int32_t))
        if self.offset == NULL or self.member == NULL:
            raise MemoryError
        cdef Py_ssize_t at = 0
        cdef Py_ssize_t g
        cdef Py_ssize_t variable
        for g, group in enumerate(groups):
            self.offset[g] = <int32_t>at
            for variable in group:
                if not 0 <= variable < variables:
                    raise ValueError(f"group {g} names variable {variable} of {variables}")
                self.member[at] = <int32_t>variable
                at += 1
        self.offset[len(groups)] = <int32_t>at
        self.c.groups = <int32_t>len(groups)
        self.c.offset = self.offset
        self.c.member = self.member

    def __dealloc__(self):
        PyMem_Free(self.offset)
        PyMem_Free(self.member)

    def clash(self, values):
        """Return (group, first variable, second variable) of the first clash, or None.

        `values[v]` is the value of variable v, a number from 1 up; 0 means that it has none yet.
        """
        cdef Py_ssize_t n = len(values)
        if n != self.variables:
            raise ValueError(f"expected {self.variables} values, one per variable, got {n}")
        cdef const unsigned char *small = NULL
        cdef Py_ssize_t most = 255
        if type(values) is bytes:  # nearly always, and without an object for each value
            small = values
        else:
            most = max(values, default=0)
            if most > 0x7FFFFFF0 or min(values, default=0) < 0:
                raise ValueError("values must lie between 0 and 2147483632")
        cdef int32_t *scratch = <int32_t *>PyMem_Malloc((n + most + 1) * sizeof(int32_t))
        if scratch == NULL:
            raise MemoryError
        cdef distinct_clash found
        cdef Py_ssize_t v
        cdef int clashes
        try:
            for v in range(n):
                scratch[v] = values[v] if small == NULL else small[v]
            with nogil:
                clashes = distinct_find_clash(&self.c, scratch, <int32_t>most, scratch + n, &found)
        finally:
            PyMem_Free(scratch)
        return (found.group, found.first, found.second) if clashes else None


cdef check9_rows _rows9(const uint8_t[::1] cells, Py_ssize_t rows, Py_ssize_t stride,
                        bint text) except *:
    if stride < 81 or cells.shape[0] < (rows - 1) * stride + 81:
        raise ValueError(f"{cells.shape[0]} bytes do not hold {rows} rows with a stride of {stride}")
    cdef check9_rows c
    c.cells = &cells[0]
    c.stride = stride
    c.zero = c"0" if text else 0
    return c


def first_wrong9(const uint8_t[::1] clues, const uint8_t[::1] solutions, const uint32_t[::1] counts,
                 *, text=False, stride=81, solutions_text=False, solutions_stride=81):
    """Return the first row of plain 9x9 whose solution is wrong, or None if all are right.

    The tables are those of `sudoku9.Job`. Rows with a count of 0 or 4294967295 have no solution.

    >>> import array
    >>> grid = bytes((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
    >>> first_wrong9(bytes(81) + grid, grid + grid, array.array("I", [1, 1])) is None
    True
    >>> first_wrong9(bytes(80) + grid[:1] + grid, grid + grid, array.array("I", [1, 1]))
    0
    """
    cdef Py_ssize_t rows = counts.shape[0]
    if rows == 0:
        return None
    cdef check9_rows given = _rows9(clues, rows, stride, text)
    cdef check9_rows found = _rows9(solutions, rows, solutions_stride, solutions_text)
    cdef Py_ssize_t wrong
    with nogil:
        wrong = check9_first_wrong(&given, &found, &counts[0], UINT32_MAX, rows)
    return wrong if wrong < rows else None


def stride9(const uint8_t[::1] text):
    """Return the bytes per line if each has 81 symbols without blanks and comments; else 0.

    >>> stride9(b"." * 81 + b"\\n"), stride9(b"." * 81 + b"\\r\\n"), stride9(b"." * 80 + b"\\n")
    (82, 83, 0)
    """
    cdef size_t length = text.shape[0]
    if length < 81:
        return 0
    cdef size_t end = 2 if length > 81 and text[81] == c"\r" else 1
    cdef int is_lines
    with nogil:
        is_lines = check9_is_lines(&text[0], length, end)
    return 81 + end if is_lines else 0


def translate9(const uint32_t[::1] counts, const uint8_t[::1] table, uint8_t[::1] codes):
    """Write one code per count: the table has the codes of 0, 1, more, and 4294967295.

    >>> import array
    >>> codes = bytearray(4)
    >>> translate9(array.array("I", [1, 0, 1000, 0xFFFFFFFF]), b"0+x?", codes)
    >>> codes
    bytearray(b'+0x?')
    """
    cdef Py_ssize_t rows = counts.shape[0]
    cdef Py_ssize_t i
    cdef uint8_t none, one, more, invalid
    if table.shape[0] != 4 or codes.shape[0] != rows:
        raise ValueError(f"expected {rows} codes and a table of 4, "
                         f"got {codes.shape[0]} and {table.shape[0]}")
    none, one, more, invalid = table[0], table[1], table[2], table[3]
    with nogil:
        for i in range(rows):
            codes[i] = (one if counts[i] == 1 else none if counts[i] == 0
                        else invalid if counts[i] == UINT32_MAX else more)
