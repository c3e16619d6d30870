# cython: language_level=3, freethreading_compatible=True
"""Clauses over the values that a problem leaves open, and what the models of a SAT solver mean.

Literals are numbered from 1 on, variable by variable and code by code (the direct encoding).
"""

include "arguments.pxi"

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t


cdef extern from "Python.h":
    long long PyLong_AsLongLongAndOverflow(object number, int *overflow) except? -1


cdef enum:
    LIMIT = 0x3FFFFFFF  # literals
    CODES = 1 << 20  # the codes of a variable
    SMALL = 4  # up to this many literals, pairs are the fewest clauses


# How to say that at most one of some literals is true: each two exclude each other, or a counter runs
# along where there are more than four (C. Sinz: Towards an optimal CNF encoding of Boolean cardinality
# constraints, 2005).
WAYS = ("pairwise", "sequential")


cdef class Open:
    """The literals of a problem: one for each code that a variable's mask leaves it.

    >>> literals = Open([0b011, 0b110])
    >>> literals.top, literals.some_value(0, 2, 4, "pairwise")
    (4, ([[1, 2], [-1, -2], [3, 4], [-3, -4]], 4))
    >>> literals.group([0, 1], 0, 4, "pairwise")
    ([[-2, -3]], 4)
    >>> list(literals.decode([1, -2, -3, 4]))
    [0, 2]

    Raises:
        ValueError: a mask is negative, or there are too many literals.
    """

    cdef int32_t *first  # the literals of variable v are first[v] + 1 to first[v + 1]
    cdef int32_t *code  # the code of each literal, from literal 1 on
    cdef int32_t *owner  # its variable
    cdef long long *whole  # the mask of each variable, if it has up to 62 bits; else -1
    cdef readonly Py_ssize_t variables
    cdef Py_ssize_t codes  # more than any code
    cdef bint is_complete

    def __cinit__(self, masks):
        cdef list given = list(masks)
        cdef Py_ssize_t n = len(given)
        cdef Py_ssize_t room = 64
        cdef Py_ssize_t top = 0
        cdef Py_ssize_t v, code
        cdef long long word
        cdef int is_long = 0
        self.first = <int32_t *>PyMem_Malloc((n + 1) * sizeof(int32_t))
        self.whole = <long long *>PyMem_Malloc((n + 1) * sizeof(long long))
        if self.first == NULL or self.whole == NULL:
            raise MemoryError
        numbers = []
        for mask in given:
            number = _exact(mask)
            if number < 0:
                raise ValueError(f"masks must be 0 or more, not {number}")
            top += number.bit_count()
            if top > LIMIT:
                raise ValueError(f"more than {LIMIT} literals")
            numbers.append(number)
        self.code = <int32_t *>PyMem_Malloc((top + 1) * sizeof(int32_t))
        self.owner = <int32_t *>PyMem_Malloc((top + 1) * sizeof(int32_t))
        if self.code == NULL or self.owner == NULL:
            raise MemoryError
        self.variables = n
        top = 0
        for v in range(n):
            self.first[v] = <int32_t>top
            word = PyLong_AsLongLongAndOverflow(numbers[v], &is_long)
            self.whole[v] = -1 if is_long else word
            if is_long:
                number = numbers[v]
                if number.bit_length() > CODES:
                    raise ValueError(f"more than {CODES} codes")
                while number:
                    low = number & -number
                    top = self.note(top, v, low.bit_length() - 1)
                    number ^= low
            else:
                code = 0
                while word:
                    if word & 1:
                        top = self.note(top, v, code)
                    word >>= 1
                    code += 1
        self.first[n] = <int32_t>top
        self.is_complete = True

    def __dealloc__(self):
        PyMem_Free(self.first)
        PyMem_Free(self.code)
        PyMem_Free(self.owner)
        PyMem_Free(self.whole)

    cdef Py_ssize_t note(self, Py_ssize_t top, Py_ssize_t v, Py_ssize_t code) noexcept:
        self.code[top] = <int32_t>code
        self.owner[top] = <int32_t>v
        if code >= self.codes:
            self.codes = code + 1
        return top + 1

    @property
    def top(self):
        """The number of literals: the largest of them."""
        _check_complete(self.is_complete)
        return self.first[self.variables]

    def some_value(self, start, stop, top, at_most_one):
        """Return clauses that give each variable a value, and no second one; and the largest literal.

        Args:
            start: the first variable.
            stop: the variable after the last one.
            top: the largest literal in use.
            at_most_one: how to exclude second values: one of `WAYS`; None leaves them in.
        """
        _check_complete(self.is_complete)
        cdef Py_ssize_t begun = _number("start", start, 0, self.variables)
        cdef Py_ssize_t end = _number("stop", stop, begun, self.variables)
        cdef Py_ssize_t last = _number("top", top, self.first[self.variables], LIMIT)
        cdef int way = -1 if at_most_one is None else _choice(WAYS, "at_most_one", at_most_one)
        cdef list found = []
        cdef list clause
        cdef Py_ssize_t v, at
        for v in range(begun, end):
            clause = []
            for at in range(self.first[v], self.first[v + 1]):
                clause.append(at + 1)
            if not clause:
                last = _add_contradiction(found, last)
                continue
            found.append(clause)
            if way >= 0:
                last = _add_at_most_one(found, clause, last, way)
        return found, last

    def group(self, members, wanted, top, at_most_one):
        """Return the clauses of variables that must all differ, and the largest literal then.

        Each two exclude each other in each code; a code is left out if nobody can take it but a
        variable that has no other.

        Args:
            members: the variables.
            wanted: a mask of the codes that one of them must take.
            top: the largest literal in use.
            at_most_one: how to exclude each two: one of `WAYS`.

        Raises:
            ValueError: a member is no variable.
        """
        _check_complete(self.is_complete)
        cdef Py_ssize_t last = _number("top", top, self.first[self.variables], LIMIT)
        cdef int way = _choice(WAYS, "at_most_one", at_most_one)
        cdef list given = list(members)
        cdef list found = []
        cdef list places
        cdef Py_ssize_t v, at, code
        must = _exact(wanted)
        if not 0 <= must.bit_length() <= CODES or must < 0:
            raise ValueError(f"wanted must be a mask of up to {CODES} codes")
        cdef list by_code = [None] * self.codes
        for member in given:
            v = _number("member", member, 0, self.variables - 1)
            for at in range(self.first[v], self.first[v + 1]):
                code = self.code[at]
                if by_code[code] is None:
                    by_code[code] = [at + 1]
                else:
                    (<list>by_code[code]).append(at + 1)
        cdef Py_ssize_t length = max(self.codes, must.bit_length())
        cdef long long low = must & 0x3FFFFFFFFFFFFFFF
        cdef bint is_wanted
        for code in range(length):
            is_wanted = low >> code & 1 if code < 62 else must >> code & 1
            places = by_code[code] if code < self.codes else None
            if places is None:
                if is_wanted:
                    last = _add_contradiction(found, last)
                continue
            if len(places) == 1 and self.is_only(places[0]):
                continue
            last = _add_at_most_one(found, places, last, way)
            if is_wanted:
                found.append(places)
        return found, last

    def pairs(self, members):
        """Return how many pairs of some variables exclude each other in a code.

        >>> Open([0b011, 0b110, 0b010]).pairs([0, 1, 2])
        3

        Raises:
            ValueError: a member is no variable.
        """
        _check_complete(self.is_complete)
        cdef list given = list(members)
        cdef Py_ssize_t v, at, number
        cdef Py_ssize_t total = 0
        cdef list counts = [0] * self.codes
        for member in given:
            v = _number("member", member, 0, self.variables - 1)
            for at in range(self.first[v], self.first[v + 1]):
                number = counts[self.code[at]]
                total += number
                counts[self.code[at]] = number + 1
        return total

    cdef bint is_only(self, Py_ssize_t literal):
        cdef int32_t v = self.owner[literal - 1]
        return self.first[v + 1] - self.first[v] == 1

    def assumptions(self, masks):
        """Return the literals that narrow the variables to masks: what they rule out is negated.

        >>> Open([0b111, 0b111, 0b111]).assumptions([0b111, 0b010, 0b101])
        [5, -8]

        Raises:
            ValueError: there is not one mask per variable.
        """
        _check_complete(self.is_complete)
        cdef list given = list(masks)
        if len(given) != self.variables:
            raise ValueError(f"expected {self.variables} masks, got {len(given)}")
        cdef list found = []
        cdef Py_ssize_t v, at, kept, last, begun
        cdef long long word
        cdef int is_long = 0
        cdef bint is_in
        for v in range(self.variables):
            mask = given[v]
            word = PyLong_AsLongLongAndOverflow(mask, &is_long)
            if not is_long and word == self.whole[v]:
                continue
            if is_long:
                mask = PyNumber_Index(mask)
            kept, last, begun = 0, 0, len(found)
            for at in range(self.first[v], self.first[v + 1]):
                if is_long:
                    is_in = mask >> self.code[at] & 1
                else:
                    is_in = self.code[at] < 63 and word >> self.code[at] & 1
                if is_in:
                    kept += 1
                    last = at + 1
                else:
                    found.append(-at - 1)
            if kept == 1 and len(found) > begun:
                del found[begun:]
                found.append(last)
        return found

    def decode(self, model):
        """Return a code for each variable from the literals of a model; -1 where none is true.

        As bytes if they are small and every variable has one. Literals of other variables, as
        auxiliary ones, do not matter.
        """
        _check_complete(self.is_complete)
        cdef list given = model if type(model) is list else list(model)
        cdef int32_t top = self.first[self.variables]
        cdef list found
        cdef bytearray small
        cdef long long x
        cdef int is_long = 0
        if self.codes < 255:
            small = bytearray(b"\xff") * self.variables
            for literal in given:
                x = PyLong_AsLongLongAndOverflow(literal, &is_long)
                if 0 < x <= top:
                    small[self.owner[x - 1]] = self.code[x - 1]
            if b"\xff" not in small:
                return bytes(small)
        found = [-1] * self.variables
        for literal in given:
            x = PyLong_AsLongLongAndOverflow(literal, &is_long)
            if 0 < x <= top:
                found[self.owner[x - 1]] = self.code[x - 1]
        return found


cdef object _exact(value):
    """Return a number of any size as an int that is no subclass: those may lie about themselves."""
    return int.__add__(PyNumber_Index(value), 0)


cdef Py_ssize_t _add_contradiction(list found, Py_ssize_t top) except -1:
    """Say that there is no solution: some solvers do not know the empty clause."""
    found.append([top + 1])
    found.append([-top - 1])
    return top + 1


cdef Py_ssize_t _add_at_most_one(list found, list literals, Py_ssize_t top, int way) except -1:
    """Exclude each two of some literals; return the largest literal in use."""
    if way == 0 or len(literals) <= SMALL:
        _add_pairs(found, literals)
        return top
    return _add_counter(found, literals, top)


cdef int _add_pairs(list found, list literals) except -1:
    """Exclude each two of some literals."""
    cdef Py_ssize_t i, j
    cdef Py_ssize_t n = len(literals)
    cdef list negated = [-<long long>x for x in literals]
    for i in range(n):
        one = negated[i]
        for j in range(i + 1, n):
            found.append([one, negated[j]])
    return 0


cdef Py_ssize_t _add_counter(list found, list literals, Py_ssize_t top) except -1:
    """Let a counter run along the literals: `seen` says that one of those so far is true."""
    cdef Py_ssize_t i, seen
    cdef long long x = literals[0]
    top += 1
    seen = top
    found.append([-x, seen])
    for i in range(1, len(literals) - 1):
        x = literals[i]
        top += 1
        found.append([-x, -seen])
        found.append([-seen, top])
        found.append([-x, top])
        seen = top
    x = literals[len(literals) - 1]
    found.append([-x, -seen])
    return top
