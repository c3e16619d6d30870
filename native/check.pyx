# cython: language_level=3, freethreading_compatible=True
"""Checks of what comes in and goes out: all-different groups, 9x9 solutions, lines of text."""

include "arguments.pxi"
include "buffers.pxi"
include "rows.pxi"

from cpython.mem cimport PyMem_Calloc, PyMem_Malloc
from libc.stdint cimport UINT32_MAX, uint32_t

cdef extern from "Python.h":
    long long PyLong_AsLongLongAndOverflow(object number, int *overflow) except? -1


cdef extern from *:
    int __builtin_popcountll(unsigned long long word) nogil


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


cdef Py_ssize_t LIMIT = 0x7FFFFFFF
cdef Py_ssize_t MOST_PEERS = 1 << 24  # variables of `Peers`, which keeps a number for each


cdef class Groups:
    """All-different groups over the variables 0 to variables - 1.

    >>> groups = Groups(3, [[0, 1], [1, 2]])
    >>> groups.clash([1, 2, 1]) is None
    True
    >>> groups.clash([1, 2, 2])
    (1, 1, 2)
    """

    cdef _Rows rows
    cdef distinct_groups c
    cdef readonly Py_ssize_t variables

    def __cinit__(self, variables, groups):
        cdef Py_ssize_t count = _number("variables", variables, 0, LIMIT)
        cdef _Rows rows = _Rows()
        rows.read(groups, ("group", "names", "variable"), count, LIMIT)
        self.variables = count
        self.c = distinct_groups(<int32_t>rows.rows, rows.at, rows.item)
        self.rows = rows

    def clash(self, values):
        """Return (group, first variable, second variable) of the first clash, or None.

        `values[v]` is the value of variable v, a number from 1 up; 0 means that it has none yet.
        """
        _check_complete(self.rows is not None)
        cdef distinct_clash found
        cdef Py_ssize_t most = 255
        cdef bytes small = None
        cdef list numbers = None
        if type(values) is bytes:  # nearly always, and without an object for each value
            small = values
        else:
            numbers, most = _renumbered(values)
        cdef Py_ssize_t n = len(small) if numbers is None else len(numbers)
        if n != self.variables:
            raise ValueError(f"expected {self.variables} values, one per variable, got {n}")
        cdef int32_t *scratch = <int32_t *>PyMem_Malloc((n + most + 1) * sizeof(int32_t))
        if scratch == NULL:
            raise MemoryError
        cdef const uint8_t *byte = NULL
        if numbers is None:
            byte = <const uint8_t *><const char *>small
        cdef Py_ssize_t v
        cdef int clashes
        try:
            if numbers is None:
                for v in range(n):
                    scratch[v] = byte[v]
            else:
                for v in range(n):
                    scratch[v] = numbers[v]
            with nogil:
                clashes = distinct_find_clash(&self.c, scratch, <int32_t>most, scratch + n, &found)
        finally:
            PyMem_Free(scratch)
        return (found.group, found.first, found.second) if clashes else None


include "conditions.pxi"


def masks_of(values, masks):
    """Return the mask of each value of some bytes: `masks` has one for each value from 0 up.

    >>> masks_of(bytes([0, 2]), (0b11, 0b01, 0b10))
    [3, 2]

    Raises:
        ValueError: there is no mask for a value.
    """
    cdef bytes given = values
    cdef tuple table = masks
    if given is None or table is None:
        raise TypeError("expected bytes and a tuple of masks, got None")
    cdef Py_ssize_t v
    cdef Py_ssize_t n = len(given)
    cdef Py_ssize_t value
    cdef list found = []
    for v in range(n):
        value = (<const uint8_t *><const char *>given)[v]
        if value >= len(table):
            raise ValueError(f"there are {len(table)} masks, and none for {value}")
        found.append(table[value])
    return found


def given_values(masks, size):
    """Return what masks of `size` values give: v for bit v - 1 alone, 0 for all the values.

    None if a mask is neither: a variable that is left with some of the values.

    >>> given_values([0b001, 0b111, 0b100], 3)
    b'\\x01\\x00\\x03'
    >>> given_values([0b011], 3) is None
    True

    Raises:
        ValueError: `size` is not 1 to 62.
    """
    cdef Py_ssize_t most = _number("size", size, 1, 62)
    cdef list given = list(masks)
    cdef long long every = (1LL << most) - 1
    cdef long long word
    cdef int is_long = 0
    cdef bytearray found = bytearray(len(given))
    cdef Py_ssize_t v
    for v in range(len(found)):
        word = PyLong_AsLongLongAndOverflow(given[v], &is_long)
        if is_long or word <= 0 or word > every:
            return None
        if word != every:
            if word & (word - 1):
                return None
            found[v] = _bit_number(word)
    return bytes(found)


cdef inline uint8_t _bit_number(long long word) noexcept:
    cdef uint8_t number = 0
    while word:
        word >>= 1
        number += 1
    return number


def fixed_and_open(masks):
    """Return how many masks have exactly one bit, and how many bits those with more have.

    >>> fixed_and_open([0b001, 0b111, 0b100, 0])
    (2, 3)
    """
    cdef list given = list(masks)
    cdef long long fixed = 0, left = 0, word, bits
    cdef int is_long = 0
    for mask in given:
        word = PyLong_AsLongLongAndOverflow(mask, &is_long)
        if is_long or word < 0:
            bits = int(mask).bit_count()
        elif word & (word - 1):
            bits = __builtin_popcountll(<unsigned long long>word)
        else:
            bits = word != 0
        if bits == 1:
            fixed += 1
        else:
            left += bits
    return fixed, left


def first_outside(masks, codes, count):
    """Return the first of `count` variables whose mask does not hold its code; None if all do.

    Bit c of a mask, a number of any length, says that code c may be taken.

    >>> first_outside([0b01, 0b11, 0b10], bytes([0, 1, 0]), 3)
    2
    >>> first_outside([0b01, 0b11], [0, 1], 2) is None
    True

    Raises:
        ValueError: there are fewer masks or codes than variables, or a code is negative.
    """
    cdef Py_ssize_t n = _number("count", count, 0, LIMIT)
    cdef bytes small = codes if type(codes) is bytes else None
    cdef list masked = list(masks)
    cdef list numbers = None
    if small is None:
        numbers = list(codes)
    if len(masked) < n or (len(small) if numbers is None else len(numbers)) < n:
        raise ValueError(f"expected masks and codes of {n} variables, got fewer")
    cdef Py_ssize_t v
    cdef long long word, code
    cdef int is_long = 0
    for v in range(n):
        code = (<const uint8_t *><const char *>small)[v] if numbers is None else numbers[v]
        if code < 0:
            raise ValueError(f"codes must be 0 or more, not {code}")
        mask = masked[v]
        word = PyLong_AsLongLongAndOverflow(mask, &is_long)
        if is_long:
            if not mask >> code & 1:
                return v
        elif not (word >> (code if code < 63 else 63)) & 1:
            return v
    return None


cdef _Rows _turned(_Rows rows, Py_ssize_t count):
    """Return for each item from 0 to count - 1 the rows that it is in."""
    cdef _Rows found = _Rows()
    cdef Py_ssize_t row, place, x
    # Row x begins at[x + 1], which moves on to its end while it is filled: where row x + 1 begins.
    cdef int32_t *at = <int32_t *>PyMem_Calloc(count + 2, sizeof(int32_t))
    cdef int32_t *item = <int32_t *>PyMem_Malloc((rows.items + 1) * sizeof(int32_t))
    try:
        if at == NULL or item == NULL:
            raise MemoryError
        for place in range(rows.items):
            at[rows.item[place] + 2] += 1
        for x in range(count):
            at[x + 2] += at[x + 1]
        for row in range(rows.rows):
            for place in range(rows.at[row], rows.at[row + 1]):
                x = rows.item[place] + 1
                item[at[x]] = <int32_t>row
                at[x] += 1
        found.copy(at, count, item, rows.items)
    finally:
        PyMem_Free(at)
        PyMem_Free(item)
    return found


cdef class Peers:
    """Variables of all-different groups, whose values all have the same codes.

    >>> Peers(3, [[0, 1], [1, 2]]).narrowed([0b001, 0b011, 0b110])
    [1, 2, 4]
    >>> Peers(2, [[0, 1]]).narrowed([0b01, 0b01]) is None
    True
    """

    cdef _Rows rows
    cdef _Rows around
    cdef readonly Py_ssize_t variables

    def __cinit__(self, variables, groups):
        cdef Py_ssize_t count = _number("variables", variables, 0, MOST_PEERS)
        cdef _Rows rows = _Rows()
        rows.read(groups, ("group", "names", "variable"), count, LIMIT)
        self.variables = count
        self.around = _turned(rows, count)
        self.rows = rows

    def narrowed(self, masks):
        """Return the masks less the codes that fixed peers have; None if one has none left.

        Raises:
            ValueError: there is not one mask per variable, or one has more than 62 bits.
        """
        _check_complete(self.rows is not None)
        cdef list given = list(masks)
        cdef Py_ssize_t n = self.variables
        if len(given) != n:
            raise ValueError(f"expected {n} masks, one per variable, got {len(given)}")
        cdef long long *left = <long long *>PyMem_Malloc((2 * n + 1) * sizeof(long long))
        if left == NULL:
            raise MemoryError
        cdef int is_long = 0
        cdef Py_ssize_t v
        try:
            for v in range(n):
                left[v] = PyLong_AsLongLongAndOverflow(PyNumber_Index(given[v]), &is_long)
                if is_long or left[v] < 0 or left[v] >> 62:
                    raise ValueError(f"masks must have 0 to 62 bits, not {given[v]}")
            if not self.propagate(left, left + n):
                return None
            return [left[v] for v in range(n)]
        finally:
            PyMem_Free(left)

    cdef bint propagate(self, long long *left, long long *fixed) noexcept nogil:
        """Narrow masks in place; return whether all have a code left. `fixed` is scratch space."""
        cdef const int32_t *at = self.rows.at
        cdef const int32_t *item = self.rows.item
        cdef const int32_t *slots = self.around.at
        cdef const int32_t *group = self.around.item
        cdef Py_ssize_t v, slot, place, other
        cdef Py_ssize_t end = 0
        cdef Py_ssize_t done = 0
        for v in range(self.variables):
            if left[v] == 0:
                return False
            if not left[v] & (left[v] - 1):
                fixed[end] = v
                end += 1
        while done < end:
            v = fixed[done]
            done += 1
            for slot in range(slots[v], slots[v + 1]):
                for place in range(at[group[slot]], at[group[slot] + 1]):
                    other = item[place]
                    if other == v or not left[other] & left[v]:
                        continue
                    left[other] &= ~left[v]
                    if left[other] == 0:
                        return False
                    if not left[other] & (left[other] - 1):
                        fixed[end] = other
                        end += 1
        return True


cdef tuple _renumbered(values):
    """Give equal values the same number, from 1 up, and 0 to 0; return these and the largest."""
    names = {0: 0}
    numbers = []
    for value in values:
        number = PyNumber_Index(value)
        if number < 0:
            raise ValueError(f"values must be 0 or more, not {number}")
        numbers.append(names.setdefault(number, len(names)))
    return numbers, len(names) - 1


cdef int _fill_rows9(check9_rows *c, _Buffer cells, Py_ssize_t rows, stride, text) except -1:
    cdef Py_ssize_t step = PyNumber_AsSsize_t(stride, NULL)
    if step < CELLS or cells.view.len < CELLS or (cells.view.len - CELLS) // step < rows - 1:
        raise ValueError(f"{cells.view.len} bytes of {cells.name} do not hold {rows} rows "
                         f"with a stride of {stride}")
    c.cells = <const uint8_t *>cells.view.buf
    c.stride = step
    c.zero = c"0" if text else 0
    return 0


def first_wrong9(clues, solutions, counts, *, text=False, stride=81, solutions_text=False,
                 solutions_stride=81):
    """Return the first row of plain 9x9 whose solution is wrong, or None if all are right.

    The tables are those of `sudoku9.Job`. Rows with a count of 0 or 4294967295 have no solution.

    >>> import array
    >>> grid = bytes((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
    >>> first_wrong9(bytes(81) + grid, grid + grid, array.array("I", [1, 1])) is None
    True
    >>> first_wrong9(bytes(80) + grid[:1] + grid, grid + grid, array.array("I", [1, 1]))
    0

    Raises:
        ValueError: a table does not hold one row per count.
    """
    cdef _Buffer given = _Buffer(clues, "clues", 1, False)
    cdef _Buffer found = _Buffer(solutions, "solutions", 1, False)
    cdef _Buffer counted = _Buffer(counts, "counts", sizeof(uint32_t), False)
    cdef Py_ssize_t rows = counted.count()
    cdef check9_rows given_rows, found_rows
    cdef Py_ssize_t wrong
    if rows == 0:
        return None
    _fill_rows9(&given_rows, given, rows, stride, text)
    _fill_rows9(&found_rows, found, rows, solutions_stride, solutions_text)
    with nogil:
        wrong = check9_first_wrong(&given_rows, &found_rows, <const uint32_t *>counted.view.buf,
                                   UINT32_MAX, rows)
    return wrong if wrong < rows else None


def stride9(text):
    """Return the bytes per line if each has 81 symbols without blanks and comments; else 0.

    >>> stride9(b"." * 81 + b"\\n"), stride9(b"." * 81 + b"\\r\\n"), stride9(b"." * 80 + b"\\n")
    (82, 83, 0)
    """
    cdef _Buffer lines = _Buffer(text, "text", 1, False)
    cdef const uint8_t *symbols = <const uint8_t *>lines.view.buf
    cdef size_t length = lines.view.len
    if length < CELLS:
        return 0
    cdef size_t end = 2 if length > CELLS and symbols[CELLS] == c"\r" else 1
    cdef int is_lines
    with nogil:
        is_lines = check9_is_lines(symbols, length, end)
    return CELLS + end if is_lines else 0


def translate9(counts, table, codes):
    """Write one code per count: the table has the codes of 0, 1, more, and 4294967295.

    >>> import array
    >>> codes = bytearray(4)
    >>> translate9(array.array("I", [1, 0, 1000, 0xFFFFFFFF]), b"0+x?", codes)
    >>> codes
    bytearray(b'+0x?')

    Raises:
        ValueError: there is not one code per count, the table does not have 4 codes, or the buffers
            overlap.
    """
    cdef _Buffer counted = _Buffer(counts, "counts", sizeof(uint32_t), False)
    cdef _Buffer meanings = _Buffer(table, "table", 1, False)
    cdef _Buffer out = _Buffer(codes, "codes", 1, True)
    cdef Py_ssize_t rows = counted.count()
    cdef const uint32_t *count = <const uint32_t *>counted.view.buf
    cdef uint8_t *code = <uint8_t *>out.view.buf
    cdef uint8_t meaning[4]
    cdef Py_ssize_t i
    if meanings.view.len != 4 or out.view.len != rows:
        raise ValueError(f"expected {rows} codes and a table of 4, "
                         f"got {out.view.len} and {meanings.view.len}")
    _check_apart((counted, out))
    memcpy(meaning, meanings.view.buf, 4)
    with nogil:
        for i in range(rows):
            code[i] = (meaning[1] if count[i] == 1 else meaning[0] if count[i] == 0
                       else meaning[3] if count[i] == UINT32_MAX else meaning[2])
