# cython: language_level=3, freethreading_compatible=True
"""The proper 9x9 puzzles of a solution that have few clues, by its unavoidable sets.

>>> grid = bytes((3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
>>> search = Search(grid, 12)
>>> search.run().name, search.sets > 100
('EXHAUSTED', True)
"""

from csp_sudoku.native.status import Status

include "table9.pxi"

cdef extern from "cells9.h" nogil:
    ctypedef struct cells:
        uint64_t low
        uint64_t high
    cells only(unsigned int cell)
    cells either(cells a, cells b)
    unsigned int size_of(cells a)
    int is_none(cells a)
    int are_apart(cells a, cells b)

cdef extern from "unavoidable9.h" nogil:
    int UNAVOIDABLE9_LARGEST
    ctypedef struct unavoidable9_set:
        cells cells
        const uint8_t *value
    ctypedef struct unavoidable9_search:
        pass
    unavoidable9_search *unavoidable9_new(const uint8_t *solution, unsigned int largest)
    void unavoidable9_free(unavoidable9_search *search)
    int unavoidable9_run(unavoidable9_search *search, uint64_t nodes)
    const unavoidable9_set *unavoidable9_sets(const unavoidable9_search *search, size_t *count)

cdef extern from "hitting9.h" nogil:
    int HITTING9_REGIONS
    int HITTING9_CELLS
    ctypedef struct hitting9_search:
        pass
    ctypedef struct hitting9_region:
        cells cells
        unsigned int most
    hitting9_search *hitting9_new(const sudoku9_kernel *kernel, const uint8_t *solution, cells all,
                                  cells given, unsigned int most, const hitting9_region *region,
                                  unsigned int regions)
    void hitting9_free(hitting9_search *search)
    int hitting9_record(hitting9_search *search)
    int hitting9_add(hitting9_search *search, cells set)
    int hitting9_collect(hitting9_search *search, unsigned int largest)
    int hitting9_collect_more(hitting9_search *search)
    size_t hitting9_sets(const hitting9_search *search)
    sudoku9_status hitting9_run(hitting9_search *search, uint64_t nodes)
    cells hitting9_clues(const hitting9_search *search)
    uint64_t hitting9_nodes(const hitting9_search *search)
    void hitting9_learn(hitting9_search *search, cells set)
    const char *hitting9_text(const hitting9_search *search, size_t *length)
    void hitting9_clear_text(hitting9_search *search)
    const uint8_t *hitting9_rival(const hitting9_search *search, size_t number)
    int hitting9_is_short(const hitting9_search *search)

# Nodes between two checks of signals and the clock: some milliseconds.
cdef enum:
    SLICE = 4096
    MOST_REGIONS = 8  # HITTING9_REGIONS
    MOST_CELLS = 128  # HITTING9_CELLS

LARGEST_SET = 13
"""Unavoidable sets of at most this many cells are collected: larger ones cost more than they exclude."""

cdef cells NOTHING
NOTHING.low = NOTHING.high = 0
cdef tuple STATUSES = tuple(Status)  # in the order of sudoku9_status


cdef class _Choices:
    """A search for choices of cells that meet sets."""

    cdef hitting9_search *c
    cdef atomic_flag busy
    cdef sudoku9_status last

    def __cinit__(self, *args, **options):
        atomic_flag_clear(&self.busy)
        self.last = SUDOKU9_PAUSED

    def __dealloc__(self):
        hitting9_free(self.c)

    def run(self, nodes=None, seconds=None):
        """Continue to the next choice, to the end, or until a limit.

        Args:
            nodes: pause after this many more choices of a clue.
            seconds: pause after about this many seconds.

        Returns:
            SOLUTION, EXHAUSTED, or PAUSED: call again to continue.
        """
        cdef uint64_t left = _amount("nodes", nodes)
        cdef double deadline = _deadline(seconds)
        cdef uint64_t part
        cdef int collecting = 1
        _claim(self.c != NULL, &self.busy)
        try:
            while True:
                if collecting:
                    with nogil:
                        collecting = hitting9_collect_more(self.c)
                    if collecting < 0:
                        raise MemoryError
                    self.last = SUDOKU9_PAUSED
                else:
                    part = left if left < SLICE else SLICE
                    with nogil:
                        self.last = hitting9_run(self.c, part)
                    left -= part
                    if hitting9_is_short(self.c):
                        raise MemoryError
                PyErr_CheckSignals()
                if self.last != SUDOKU9_PAUSED or left == 0 or _is_over(deadline):
                    return STATUSES[<int>self.last]
        finally:
            atomic_flag_clear(&self.busy)

    @property
    def status(self):
        """SOLUTION, EXHAUSTED or PAUSED, as `run` returned it last."""
        _check_complete(self.c != NULL)
        return STATUSES[<int>self.last]

    @property
    def nodes(self):
        """How many choices of a clue were made so far."""
        _check_complete(self.c != NULL)
        return hitting9_nodes(self.c)

    @property
    def sets(self):
        """How many unavoidable sets the search starts with, or has collected so far."""
        _check_complete(self.c != NULL)
        return hitting9_sets(self.c)

    def taken_trace(self):
        """Return the lines that were recorded since the last call, as bytes: why choices fail."""
        cdef size_t length = 0
        cdef const char *text
        _claim(self.c != NULL, &self.busy)
        try:
            text = hitting9_text(self.c, &length)
            lines = <bytes>text[:length] if length else b""
            hitting9_clear_text(self.c)
            return lines
        finally:
            atomic_flag_clear(&self.busy)

    cdef int _choice(self, cells *clues) except -1:
        """Read the choice at which the last run stopped; 0 if there is none."""
        _claim(self.c != NULL, &self.busy)
        try:
            clues[0] = hitting9_clues(self.c)
            return self.last == SUDOKU9_FOUND
        finally:
            atomic_flag_clear(&self.busy)


cdef class Choices(_Choices):
    """The choices of few cells that meet sets, on any board of at most 128 cells.

    A choice that meets all of them is found; what it contains may be enough or not. If `learn` is
    told a set that it does not meet, it is extended, and otherwise not.

    >>> search = Choices(4, 2, [[0, 1], [1, 2], [2, 3]])
    >>> search.run().name, search.choice
    ('SOLUTION', (1, 2))
    >>> search.learn([0, 3])
    >>> search.run().name, search.choice
    ('SOLUTION', (1, 3))

    Args:
        cells: how many cells there are, 0 to 128.
        most: the largest number of cells in a choice, 0 to 128.
        sets: the cells of each set; the first 2,048 are taken.
        regions: pairs of cells and the most clues that these cells hold, at most 8 pairs.
        trace: record why choices fail, for `taken_trace`.
        kernel: one of `kernels()`; None for the one in use.

    Raises:
        ValueError: a number is out of range, or this CPU cannot run the kernel.
    """

    cdef Py_ssize_t size

    def __cinit__(self, cells, most, sets, *, regions=(), trace=False, kernel=None):
        cdef hitting9_region region[MOST_REGIONS]
        cdef const sudoku9_kernel *chosen = _kernel(kernel)
        self.size = _number("cells", cells, 0, MOST_CELLS)
        most = _number("most", most, 0, MOST_CELLS)
        members = [tuple(one) for one in sets]
        count = _read_regions(regions, region, self.size)
        self.c = hitting9_new(chosen, NULL, _read_cells(range(self.size), self.size), NOTHING,
                              most, region, count)
        if self.c == NULL or (trace and not hitting9_record(self.c)):
            raise MemoryError
        for one in members:
            if not hitting9_add(self.c, _read_cells(one, self.size)):
                raise MemoryError

    def learn(self, members):
        """Refute the choice at which the last run stopped, by a set that it does not meet.

        Raises:
            ValueError: there is no such choice, or it does meet the set.
        """
        cdef cells clues
        cdef cells known = _read_cells(members, self.size)
        if not self._choice(&clues) or not are_apart(clues, known):
            raise ValueError("learn expects a set that the choice just found does not meet")
        _claim(self.c != NULL, &self.busy)
        try:
            hitting9_learn(self.c, known)
            self.last = SUDOKU9_PAUSED
            if hitting9_is_short(self.c):
                raise MemoryError
        finally:
            atomic_flag_clear(&self.busy)

    @property
    def choice(self):
        """The cells of the choice at which the last run stopped, or None."""
        cdef cells clues
        if not self._choice(&clues):
            return None
        return tuple(cell for cell in range(self.size) if not are_apart(clues, only(cell)))


cdef class Search(_Choices):
    """The proper puzzles of a solution with at most `most` clues, one after another.

    Every such puzzle contains one of those found: a choice of clues that is already proper is not
    extended.

    Args:
        solution: 81 bytes, 1 to 9, a full grid.
        most: the largest number of clues, 0 to 81.
        given: the numbers of cells that have a clue in every puzzle; they count towards `most`.
        regions: pairs of cells and the most clues that these cells hold, at most 8 pairs.
        largest: unavoidable sets of at most this many cells are collected, 0 to 18.
        sets: or these are taken, as `unavoidable_sets` returns them; the first 2,048.
        trace: record why choices fail, for `taken_trace` and `rivals`.
        kernel: one of `kernels()`; None for the one in use.

    Raises:
        ValueError: the solution is not a full grid, a number is out of range, a trace is asked for
            with given clues, or this CPU cannot run the kernel.
    """

    cdef uint8_t full[CELLS]

    def __cinit__(self, solution, most, *, given=(), regions=(), largest=LARGEST_SET, sets=None,
                  trace=False, kernel=None):
        cdef const sudoku9_kernel *chosen = _kernel(kernel)
        cdef cells fixed = _read_cells(given, CELLS)
        cdef hitting9_region region[MOST_REGIONS]
        cdef cells difference
        cdef uint8_t other[CELLS]
        cdef unsigned int cell
        most = _number("most", most, size_of(fixed), CELLS)
        largest = _number("largest", largest, 0, UNAVOIDABLE9_LARGEST)
        if trace and not is_none(fixed):
            raise ValueError("a trace is recorded of a search without given clues")
        _read_solution(solution, self.full)
        count = _read_regions(regions, region, CELLS)
        rivals = None if sets is None else list(sets)
        self.c = hitting9_new(chosen, self.full, _read_cells(range(CELLS), CELLS), fixed, most,
                              region, count)
        if self.c == NULL or (trace and not hitting9_record(self.c)):
            raise MemoryError
        if rivals is None:
            if not hitting9_collect(self.c, largest):
                raise MemoryError
            return
        for rival in rivals:
            _read_solution(rival, other)
            difference = NOTHING
            for cell in range(CELLS):
                if other[cell] != self.full[cell]:
                    difference = either(difference, only(cell))
            if is_none(difference):
                raise ValueError("a set is given by another solution, not by the same")
            if not hitting9_add(self.c, difference):
                raise MemoryError

    @property
    def puzzle(self):
        """The puzzle at which the last run stopped, as 81 bytes, or None."""
        cdef cells clues
        if not self._choice(&clues):
            return None
        return bytes([0 if are_apart(clues, only(cell)) else self.full[cell]
                      for cell in range(CELLS)])

    @property
    def rivals(self):
        """The other solutions from which sets were learnt, in their order, if a trace is recorded."""
        cdef const uint8_t *rival
        cdef size_t number = 0
        _claim(self.c != NULL, &self.busy)
        try:
            found = []
            while (rival := hitting9_rival(self.c, number)) != NULL:
                found.append(<bytes>(<const char *>rival)[:CELLS])
                number += 1
            return found
        finally:
            atomic_flag_clear(&self.busy)


def unavoidable_sets(solution, largest, seconds=None):
    """Return all minimal unavoidable sets of at most `largest` cells, 0 to 18, the smallest first.

    Each as another solution of 81 bytes that differs in exactly the cells of the set.

    Raises:
        TimeoutError: `seconds` ended first.

    >>> grid = bytes((3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
    >>> found = unavoidable_sets(grid, 6)
    >>> len(found), {sum(a != b for a, b in zip(other, grid)) for other in found}
    (81, {6})
    """
    cdef uint8_t full[CELLS]
    cdef uint8_t other[CELLS]
    cdef size_t count = 0, i
    cdef unsigned int cell, k
    cdef int more = 1
    cdef const unavoidable9_set *sets
    cdef double deadline = _deadline(seconds)
    _read_solution(solution, full)
    cdef unavoidable9_search *search = unavoidable9_new(
        full, _number("largest", largest, 0, UNAVOIDABLE9_LARGEST))
    if search == NULL:
        raise MemoryError
    try:
        while more > 0:
            with nogil:
                more = unavoidable9_run(search, 16 * SLICE)
            PyErr_CheckSignals()
            if more > 0 and _is_over(deadline):
                raise TimeoutError("the time ended before all sets were found")
        if more < 0:
            raise MemoryError
        sets = unavoidable9_sets(search, &count)
        found = []
        for i in range(count):
            memcpy(other, full, CELLS)
            k = 0
            for cell in range(CELLS):
                if not are_apart(sets[i].cells, only(cell)):
                    other[cell] = sets[i].value[k]
                    k += 1
            found.append(<bytes>(<char *>other)[:CELLS])
        return found
    finally:
        unavoidable9_free(search)


cdef int _read_solution(solution, uint8_t *full) except -1:
    """Copy a full grid, checked."""
    cdef _Buffer grid = _Buffer(solution, "solution", 1, False)
    if grid.view.len == CELLS:
        memcpy(full, grid.view.buf, CELLS)
    if grid.view.len != CELLS or not _is_full(<bytes>(<char *>full)[:CELLS]):
        raise ValueError("the solution must be a full grid of 81 cells")
    return 0


cdef cells _read_cells(members, Py_ssize_t size) except *:
    """Return a set of cells, numbers below `size`."""
    cdef cells found = NOTHING
    for cell in members:
        found = either(found, only(_number("cells", cell, 0, size - 1)))
    return found


cdef unsigned int _read_regions(regions, hitting9_region *region, Py_ssize_t size) except? 99:
    """Read pairs of cells and a number; return how many pairs there are."""
    cdef unsigned int count = 0
    for members, limit in regions:
        _number("the number of regions", count, 0, MOST_REGIONS - 1)
        region[count].cells = _read_cells(members, size)
        region[count].most = _number("the most clues of a region", limit, 0, MOST_CELLS)
        count += 1
    return count


cdef bint _is_full(bytes solution):
    """Whether each digit is once in every row, column and box of these 81 cells."""
    digits = set(range(1, 10))
    return all(
        set(solution[9 * i : 9 * i + 9]) == digits
        and set(solution[i::9]) == digits
        and {solution[27 * (i // 3) + 3 * (i % 3) + 9 * (k // 3) + k % 3] for k in range(9)} == digits
        for i in range(9)
    )
