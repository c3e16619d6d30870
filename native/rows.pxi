# Rows of small numbers, such as groups of variables; included as text after arguments.pxi.

from cpython.mem cimport PyMem_Free, PyMem_Realloc
from libc.stdint cimport int32_t
from libc.string cimport memcpy


cdef class _Rows:
    """Compressed rows: row r is item[at[r]] to item[at[r + 1] - 1].

    No other code can reach the two arrays, so they do not change while the caller's objects are read.
    """

    cdef int32_t *at
    cdef int32_t *item
    cdef Py_ssize_t rows
    cdef Py_ssize_t items
    cdef Py_ssize_t room_for_rows
    cdef Py_ssize_t room_for_items

    def __cinit__(self):
        self.grow(&self.at, &self.room_for_rows, 0)
        self.grow(&self.item, &self.room_for_items, 0)
        self.at[0] = 0

    def __dealloc__(self):
        PyMem_Free(self.at)
        PyMem_Free(self.item)

    cdef int grow(self, int32_t **block, Py_ssize_t *room, Py_ssize_t needed) except -1:
        """Make room for one number more than needed."""
        if needed < room[0]:
            return 0
        cdef Py_ssize_t more = needed + needed // 2 + 16
        cdef int32_t *grown = <int32_t *>PyMem_Realloc(block[0], <size_t>more * sizeof(int32_t))
        if grown == NULL:
            raise MemoryError
        block[0] = grown
        room[0] = more
        return 0

    cdef int copy(self, const int32_t *at, Py_ssize_t rows, const int32_t *item,
                  Py_ssize_t items) except -1:
        """Take over rows as they are; the caller checks them."""
        self.grow(&self.at, &self.room_for_rows, rows)
        self.grow(&self.item, &self.room_for_items, items)
        memcpy(self.at, at, (rows + 1) * sizeof(int32_t))
        if items:  # without any, there may be no array
            memcpy(self.item, item, items * sizeof(int32_t))
        self.rows = rows
        self.items = items
        return 0

    cdef int read(self, rows, tuple words, Py_ssize_t bound, Py_ssize_t most) except -1:
        """Append rows of numbers below a bound.

        The words are those of an error, such as ("group", "names", "variable"); `most` is the limit
        for the number of rows, and for the number of all items.
        """
        cdef Py_ssize_t number
        for row in rows:
            for value in row:
                number = PyNumber_AsSsize_t(value, NULL)
                if not 0 <= number < bound:
                    raise _no_such_item(words, self.rows, value, bound)
                if self.items == most:
                    raise ValueError(f"all {words[0]}s together must name at most {most} {words[2]}s")
                self.grow(&self.item, &self.room_for_items, self.items)
                self.item[self.items] = <int32_t>number
                self.items += 1
            if self.rows == most:
                raise ValueError(f"there must be at most {most} {words[0]}s")
            self.rows += 1
            self.grow(&self.at, &self.room_for_rows, self.rows)
            self.at[self.rows] = <int32_t>self.items
        return 0


cdef inline object _no_such_item(tuple words, Py_ssize_t row, value, Py_ssize_t bound):
    return ValueError(f"{words[0]} {row} {words[1]} {words[2]} {value}, "
                      f"but there are {bound} {words[2]}s, from 0 up")
