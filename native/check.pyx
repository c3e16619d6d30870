# cython: language_level=3, freethreading_compatible=True
"""The check that every answer passes: all-different groups hold no value twice."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t


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

        `values[v]` is the value of variable v, a number from 1 up; 0 stands for none yet.
        """
        cdef Py_ssize_t n = len(values)
        if n != self.variables:
            raise ValueError(f"{n} values for {self.variables} variables")
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
