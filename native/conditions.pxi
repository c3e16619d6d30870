# Conditions that a solution meets, included as text by check.pyx after rows.pxi.

from array import array as _array
from operator import index

from cpython.array cimport array
from libc.stdint cimport INT64_MAX, int64_t, uint64_t

cdef enum:
    PAIRS, VALUES, TOTAL, ONE_OF_SETS  # in the order of CONDITIONS
CONDITIONS = ("pairs", "values", "total", "set")
cdef dict _CONDITION = {name: number for number, name in enumerate(CONDITIONS)}
cdef int64_t MOST_TOTAL = 1 << 62


cdef class Conditions:
    """Conditions on variables, given by a code for each of them; they are checked one by one.

    Args:
        variables: how many variables there are.
        conditions: tuples that begin with their kind:
            ("pairs", x, y, rows): for each code of x, as bits, the codes of y that go with it;
            ("values", x, count, mask): a variable with this many codes has one of the mask;
            ("total", variables, weights, intervals): what each code of each variable adds, and the
            intervals of allowed totals, where None is no bound;
            ("set", variables, numbers, masks): the number of each code of each variable, below 64;
            they differ, and are one of the sets, as bits.

    >>> ordered = Conditions(2, [("pairs", 0, 1, (0b110, 0b100)), ("values", 1, 3, 0b011)])
    >>> ordered.first_broken([0, 1]), ordered.first_broken([1, 1]), ordered.first_broken([0, 2])
    (None, 0, 1)
    """

    cdef array program
    cdef array starts
    cdef readonly Py_ssize_t variables

    def __cinit__(self, variables, conditions):
        cdef Py_ssize_t count = _number("variables", variables, 0, LIMIT)
        cdef list words = [], starts = []
        for condition in conditions:
            starts.append(len(words))
            words += _written(tuple(condition), count)
        self.variables = count
        self.program, self.starts = _array("q", words), _array("q", starts)

    def first_broken(self, codes):
        """Return the number of the first condition that these codes do not meet; None if all do."""
        _check_complete(self.starts is not None)
        cdef bytes small = None
        cdef list numbers
        if type(codes) is bytes:
            small = codes
        else:
            numbers = [_number("a code", code, 0, LIMIT) for code in codes]
        cdef Py_ssize_t n = len(small) if small is not None else len(numbers)
        if n < self.variables:
            raise ValueError(f"expected {self.variables} codes, one per variable, got {n}")
        cdef int64_t *taken = <int64_t *>PyMem_Malloc((n + 1) * sizeof(int64_t))
        if taken == NULL:
            raise MemoryError
        cdef Py_ssize_t v, i
        cdef const int64_t *program = <const int64_t *>self.program.data.as_longlongs
        cdef const int64_t *start = <const int64_t *>self.starts.data.as_longlongs
        try:
            for v in range(n):
                if small is not None:
                    taken[v] = (<const uint8_t *><const char *>small)[v]
                else:
                    taken[v] = <Py_ssize_t>numbers[v]
            for i in range(len(self.starts)):
                if not _is_met(program + start[i], taken):
                    return i
            return None
        finally:
            PyMem_Free(taken)


cdef bint _is_met(const int64_t *row, const int64_t *code) noexcept:
    """Whether a condition holds; a code that a variable does not have breaks it."""
    cdef int64_t kind = row[0], n, k, at, total = 0
    cdef uint64_t seen = 0
    cdef const int64_t *given
    if kind == PAIRS:  # x, codes of x, y, rows
        return code[row[1]] < row[2] and code[row[3]] < 64 and (
            <uint64_t>row[4 + code[row[1]]] >> code[row[3]] & 1)
    if kind == VALUES:  # x, codes of x, mask
        return code[row[1]] < row[2] and <uint64_t>row[3] >> code[row[1]] & 1
    n, k = row[1], row[2]  # the numbers of variables, and of intervals or sets
    given = row + 3
    row = given + (2 * k if kind == TOTAL else k)
    for at in range(n):  # v, codes of v, a number for each
        if code[row[0]] >= row[1]:
            return False
        if kind == TOTAL:
            total += row[2 + code[row[0]]]
        else:
            if seen >> row[2 + code[row[0]]] & 1:
                return False
            seen |= <uint64_t>1 << row[2 + code[row[0]]]
        row += 2 + row[1]
    for at in range(k):
        if kind == TOTAL:
            if given[2 * at] <= total <= given[2 * at + 1]:
                return True
        elif <uint64_t>given[at] == seen:
            return True
    return False


cdef list _written(tuple condition, Py_ssize_t variables):
    """Return a condition as numbers, checked."""
    cdef int kind
    if not condition or condition[0] not in _CONDITION:
        raise ValueError(f"a condition begins with one of {', '.join(CONDITIONS)}")
    kind = _CONDITION[condition[0]]
    if len(condition) != 4:
        raise ValueError(f"a condition of kind {condition[0]!r} has three arguments")
    _, first, second, third = condition
    if kind == PAIRS:
        rows = [_bits_of(row) for row in third]
        return [PAIRS, _place(first, variables), len(rows), _place(second, variables), *rows]
    if kind == VALUES:
        size = _number("codes", second, 0, 64)
        return [VALUES, _place(first, variables), size, _bits_of(third)]
    named = [_place(v, variables) for v in first]
    numbers = [tuple(map(index, row)) for row in second]
    if len(named) != len(numbers):
        raise ValueError(f"{len(numbers)} rows of numbers for {len(named)} variables")
    if kind == TOTAL:
        if sum([max([0] + list(map(abs, row))) for row in numbers]) >= MOST_TOTAL:
            raise ValueError("a sum may add up to more than 2**62")
        given = []
        for low, high in third:
            given += [_bound(low, -MOST_TOTAL), _bound(high, MOST_TOTAL)]
        count = len(given) // 2
    else:
        if not all([0 <= number < 64 for row in numbers for number in row]):
            raise ValueError("the numbers of a set are below 64")
        given = [_bits_of(mask) for mask in third]
        count = len(given)
    made = [kind, len(named), count, *given]
    for v, row in zip(named, numbers):
        made += [v, len(row), *row]
    return made


cdef object _place(v, Py_ssize_t variables):
    return _number("a variable", v, 0, variables - 1)


cdef object _bits_of(mask):
    """Return a mask of 64 bits as a signed number."""
    bits = index(mask)
    if not 0 <= bits < 1 << 64:
        raise ValueError("a set of codes has bits 0 to 63 only")
    return bits - (1 << 64) if bits >> 63 else bits


cdef object _bound(bound, unbounded):
    return unbounded if bound is None else max(-MOST_TOTAL, min(index(bound), MOST_TOTAL))
