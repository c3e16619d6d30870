# cython: language_level=3, freethreading_compatible=True
"""Sets of variables that overlap: which variables stand in one group, and what sums leave of areas.

This is asked thousands of times while a problem is strengthened and written down for a search.
"""

from operator import index

cimport cython
from cpython.array cimport array, clone, resize_smart
from libc.stdint cimport int32_t, int64_t, uint64_t

from array import array as _array

cdef array _INTS = _array("i")
cdef array _WORDS = _array("Q")
cdef Py_ssize_t _MOST = 2**24

cdef extern from *:
    int popcount "__builtin_popcountll"(unsigned long long word) nogil


@cython.final
cdef class Standing:
    """Groups of variables, and in which of them each variable stands.

    Args:
        variables: how many variables there are.
        groups: iterables of variable numbers.

    >>> lines = Standing(6, [(0, 1, 2), (3, 4, 5), (0, 3)])
    >>> lines.is_within((0, 2)), lines.is_within((2, 3))
    (True, False)
    >>> lines.cliques((0, 1, 3, 4, 5))
    (1, 1, 0, 0, 0)
    """

    cdef readonly Py_ssize_t variables
    cdef readonly Py_ssize_t groups
    cdef array last  # for each variable its last entry, or -1
    cdef array group  # for each entry its group
    cdef array before  # and the entry of the same variable before it, or -1

    def __cinit__(self, variables, groups=()):
        cdef Py_ssize_t count = index(variables), v
        if not 0 <= count <= _MOST:
            raise ValueError(f"{count} variables")
        self.variables = count
        self.last = clone(_INTS, count, zero=False)
        for v in range(count):
            self.last.data.as_ints[v] = -1
        self.group = clone(_INTS, 0, zero=False)
        self.before = clone(_INTS, 0, zero=False)
        for group in groups:
            self.add(group)

    def copy(self):
        """Return the same groups, to which others can be added."""
        cdef Standing other = Standing(self.variables)
        other.last, other.group, other.before = self.last[:], self.group[:], self.before[:]
        other.groups = self.groups
        return other

    cdef array read(self, variables):
        """Return the numbers of variables, checked."""
        cdef tuple given = tuple(variables)
        cdef Py_ssize_t i, v
        cdef array found = clone(_INTS, len(given), zero=False)
        for i in range(len(given)):
            v = index(given[i])
            if not 0 <= v < self.variables:
                raise ValueError(f"variable {v} is not in 0 to {self.variables - 1}")
            found.data.as_ints[i] = <int32_t>v
        return found

    def add(self, group):
        """Add a group: some variables."""
        cdef array members = self.read(group)
        cdef Py_ssize_t i, size = len(self.group), count = len(members)
        cdef int32_t v
        if size + count > _MOST or self.groups >= _MOST:
            raise ValueError(f"groups with more than {_MOST} members")
        resize_smart(self.group, size + count)
        resize_smart(self.before, size + count)
        for i in range(count):
            v = members.data.as_ints[i]
            self.group.data.as_ints[size + i] = <int32_t>self.groups
            self.before.data.as_ints[size + i] = self.last.data.as_ints[v]
            self.last.data.as_ints[v] = <int32_t>(size + i)
        self.groups += 1

    def is_within(self, variables):
        """Whether some variables stand in one group together; never without any."""
        cdef array members = self.read(variables)
        cdef Py_ssize_t i, count = len(members)
        cdef int32_t entry, other, wanted
        if count == 0:
            return False
        entry = self.last.data.as_ints[members.data.as_ints[0]]
        while entry >= 0:
            wanted = self.group.data.as_ints[entry]
            for i in range(1, count):
                other = self.last.data.as_ints[members.data.as_ints[i]]
                while other >= 0 and self.group.data.as_ints[other] > wanted:
                    other = self.before.data.as_ints[other]  # later groups come first
                if other < 0 or self.group.data.as_ints[other] != wanted:
                    break
            else:
                return True
            entry = self.before.data.as_ints[entry]
        return False

    def cliques(self, variables, kinds=None):
        """Return a number for each variable: those with the same one stand in one group.

        They are numbered from 0 up, the largest first among variables of the same kind; -1 stands
        for none. Among equally large ones the group that came first counts.

        Args:
            variables: some variables, each once.
            kinds: a number for each of them; only those of the same kind go together.
        """
        cdef array members = self.read(variables), of
        cdef Py_ssize_t i, start, count = len(members)
        cdef int32_t number = 0, entry, group, best, most, left
        cdef array found = clone(_INTS, count, zero=False)
        if kinds is None:
            of = clone(_INTS, count, zero=count > 0)
        else:
            of = array("i", tuple(kinds))
            if len(of) != count:
                raise ValueError(f"{len(of)} kinds for {count} variables")
        # from here on no code of the caller runs, which could add groups
        cdef array inside = clone(_INTS, self.groups, zero=self.groups > 0)
        for i in range(count):
            found.data.as_ints[i] = -1
        cdef array done = clone(_INTS, count, zero=count > 0)
        for start in range(count):
            if done.data.as_ints[start]:
                continue
            while True:
                best, most, left = -1, 1, 0
                for i in range(start, count):
                    if of.data.as_ints[i] != of.data.as_ints[start]:
                        continue
                    done.data.as_ints[i] = 1
                    if found.data.as_ints[i] >= 0:
                        continue
                    left += 1
                    entry = self.last.data.as_ints[members.data.as_ints[i]]
                    while entry >= 0:
                        inside.data.as_ints[self.group.data.as_ints[entry]] += 1
                        entry = self.before.data.as_ints[entry]
                for i in range(start, count):  # look for the best, and count from 0 again
                    if of.data.as_ints[i] != of.data.as_ints[start] or found.data.as_ints[i] >= 0:
                        continue
                    entry = self.last.data.as_ints[members.data.as_ints[i]]
                    while entry >= 0:
                        group = self.group.data.as_ints[entry]
                        if inside.data.as_ints[group] > most or (
                            inside.data.as_ints[group] == most and best >= 0 and group < best
                        ):
                            best, most = group, inside.data.as_ints[group]
                        inside.data.as_ints[group] = 0
                        entry = self.before.data.as_ints[entry]
                if best < 0:
                    break
                for i in range(start, count):
                    if of.data.as_ints[i] != of.data.as_ints[start] or found.data.as_ints[i] >= 0:
                        continue
                    entry = self.last.data.as_ints[members.data.as_ints[i]]
                    while entry >= 0:
                        if self.group.data.as_ints[entry] == best:
                            found.data.as_ints[i] = number
                            break
                        entry = self.before.data.as_ints[entry]
                number += 1
                if left == most:
                    break
        return tuple([found.data.as_ints[i] for i in range(count)])


cdef int _write(uint64_t *words, mask, Py_ssize_t width) except -1:
    """Write a set of variables, given as bits, into words."""
    cdef bytes raw = mask.to_bytes(8 * width, "little")
    cdef const unsigned char *byte = raw
    cdef Py_ssize_t w, i
    for w in range(width):
        words[w] = 0
        for i in range(8):
            words[w] |= <uint64_t>byte[8 * w + i] << (8 * i)
    return 0


cdef object _bits(const uint64_t *words, Py_ssize_t width):
    """Return a set of variables as bits."""
    found = 0
    cdef Py_ssize_t w
    for w in range(width - 1, -1, -1):
        found = found << 64 | words[w]
    return found


@cython.final
cdef class Areas:
    """Sets of variables, each a number with one bit per variable.

    >>> rows = Areas([0b000111, 0b111000])
    >>> rows.remainders([0b000011, 0b011100], most=3, opposed=1)
    [(0, 4, 0, (0,)), (1, 32, 4, (1,))]
    """

    cdef array words
    cdef readonly Py_ssize_t width
    """How many words of 64 bits each set takes."""
    cdef readonly Py_ssize_t count

    def __cinit__(self, areas):
        cdef tuple given = tuple(map(index, areas))
        cdef Py_ssize_t i
        self.width = max([1] + [(area.bit_length() + 63) // 64 for area in given])
        if self.width * (len(given) + 1) > _MOST:
            raise ValueError("the areas are too large")
        cdef array words = clone(_WORDS, self.width * len(given), zero=False)
        for i in range(len(given)):
            _write(<uint64_t *>words.data.as_ulonglongs + i * self.width, given[i], self.width)
        self.count, self.words = len(given), words

    def remainders(self, sums, most, opposed):
        """Return what sums leave of the areas, and what they have outside of them.

        Of each area, sums are taken away that lie inside, and once more with those that lie there
        with more than half of their variables; in the order given, and none that shares a variable
        with one before it. Each finding is the number of the area, what is left of it, what was
        taken away outside of it, and the numbers of the sums.

        Args:
            sums: sets of variables.
            most: only findings with at most this many variables, left and outside; and at least 1.
            opposed: only findings with at most this many variables left, or outside.
        """
        cdef tuple given = tuple(map(index, sums))
        cdef Py_ssize_t limit = index(most), least = index(opposed), count = len(given)
        cdef Py_ssize_t width = self.width, a, i, w, used
        cdef int64_t one, other, size, out
        for mask in given:
            width = max(width, (mask.bit_length() + 63) // 64)
        if width * (count + self.count + 4) > _MOST:
            raise ValueError("the sums are too large")
        cdef array parts = clone(_WORDS, width * count, zero=False)
        for i in range(count):
            _write(<uint64_t *>parts.data.as_ulonglongs + i * width, given[i], width)
        cdef array room = clone(_WORDS, 4 * width, zero=False)
        cdef array numbers = clone(_INTS, count, zero=False)
        cdef array mostly = clone(_INTS, count, zero=False)
        cdef uint64_t *area = <uint64_t *>room.data.as_ulonglongs
        cdef uint64_t *taken = area + width
        cdef uint64_t *plus = taken + width
        cdef uint64_t *minus = plus + width
        cdef uint64_t *part
        cdef Py_ssize_t inside, beyond, way
        found = []
        for a in range(self.count):
            last = None
            for w in range(width):
                area[w] = self.words.data.as_ulonglongs[a * self.width + w] if w < self.width else 0
                taken[w] = 0
            inside = beyond = 0
            for i in range(count):
                part = <uint64_t *>parts.data.as_ulonglongs + i * width
                size = out = 0
                for w in range(width):
                    size += popcount(part[w])
                    out += popcount(part[w] & ~area[w])
                if size and out == 0:
                    if _take(taken, part, width):
                        numbers.data.as_ints[inside] = <int32_t>i
                        inside += 1
                elif 2 * out < size:
                    mostly.data.as_ints[beyond] = <int32_t>i
                    beyond += 1
            used = inside
            for way in range(2):  # those inside, which are told last, then the others as well
                if way == 1:
                    for i in range(beyond):
                        part = (<uint64_t *>parts.data.as_ulonglongs
                                + mostly.data.as_ints[i] * width)
                        if _take(taken, part, width):
                            numbers.data.as_ints[used] = mostly.data.as_ints[i]
                            used += 1
                    if used == inside:
                        break
                if used == 0:
                    continue
                one = other = 0
                for w in range(width):
                    plus[w], minus[w] = area[w] & ~taken[w], taken[w] & ~area[w]
                    one += popcount(plus[w])
                    other += popcount(minus[w])
                if 0 < one + other <= limit and min(one, other) <= least:
                    taking = tuple([numbers.data.as_ints[i] for i in range(used)])
                    finding = a, _bits(plus, width), _bits(minus, width), taking
                    if way == 1:
                        found.append(finding)
                    else:
                        last = finding
            if last is not None:
                found.append(last)
        return found


cdef bint _take(uint64_t *taken, const uint64_t *part, Py_ssize_t width) noexcept:
    """Add a set to what is taken, unless they share something; return whether it was added."""
    cdef Py_ssize_t w
    for w in range(width):
        if taken[w] & part[w]:
            return False
    for w in range(width):
        taken[w] |= part[w]
    return True
