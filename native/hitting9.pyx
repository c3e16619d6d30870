# cython: language_level=3, freethreading_compatible=True
"""The proper 9x9 puzzles of a solution that have few clues, by its unavoidable sets.

>>> grid = bytes((3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
>>> search = Search(grid, 12)
>>> search.run().name, search.sets > 100
('EXHAUSTED', True)
"""

from csp_sudoku.native.status import Status

include "table9.pxi"

from libc.string cimport memset

cdef extern from "cells9.h" nogil:
    ctypedef struct cells:
        uint64_t low
        uint64_t high
    cells only(unsigned int cell)
    cells either(cells a, cells b)
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
    ctypedef struct hitting9_search:
        pass
    ctypedef struct hitting9_region:
        cells cells
        unsigned int most
    hitting9_search *hitting9_new(const sudoku9_kernel *kernel, const uint8_t *solution,
                                  const uint8_t *given, unsigned int most, unsigned int largest,
                                  const hitting9_region *region, unsigned int regions)
    void hitting9_free(hitting9_search *search)
    int hitting9_collect(hitting9_search *search)
    size_t hitting9_sets(const hitting9_search *search)
    sudoku9_status hitting9_run(hitting9_search *search, uint64_t nodes)
    void hitting9_puzzle(const hitting9_search *search, uint8_t *clues)
    uint64_t hitting9_nodes(const hitting9_search *search)

# Nodes between two checks of signals and the clock: some milliseconds.
cdef enum:
    SLICE = 4096
    MOST_REGIONS = 8  # HITTING9_REGIONS

LARGEST_SET = 13
"""Unavoidable sets of at most this many cells are collected: larger ones cost more than they exclude."""

cdef tuple STATUSES = tuple(Status)  # in the order of sudoku9_status


cdef class Search:
    """The proper puzzles of a solution with at most `most` clues, one after another.

    Every such puzzle contains one of those found: a choice of clues that is already proper is not
    extended.

    Args:
        solution: 81 bytes, 1 to 9, a full grid.
        most: the largest number of clues, 0 to 81.
        given: the numbers of cells that have a clue in every puzzle; they count towards `most`.
        regions: pairs of cells and the most clues that these cells hold, at most 8 pairs.
        largest: unavoidable sets of at most this many cells are collected, 0 to 18.
        kernel: one of `kernels()`; None for the one in use.

    Raises:
        ValueError: the solution is not a full grid, the number of clues or of regions is out of
            range, or this CPU cannot run the kernel.
    """

    cdef hitting9_search *c
    cdef atomic_flag busy
    cdef sudoku9_status last

    def __cinit__(self, solution, most, *, given=(), regions=(), largest=LARGEST_SET, kernel=None):
        atomic_flag_clear(&self.busy)
        self.last = SUDOKU9_PAUSED
        cdef const sudoku9_kernel *chosen = _kernel(kernel)
        cdef uint8_t full[CELLS]
        cdef uint8_t fixed[CELLS]
        cdef Py_ssize_t clues = _read_given(given, fixed)
        clues = _number("most", most, clues, CELLS)
        cdef hitting9_region region[MOST_REGIONS]
        cdef unsigned int count = 0
        _read_solution(solution, full)
        for cells, limit in regions:
            _number("the number of regions", count, 0, MOST_REGIONS - 1)
            region[count].cells.low = region[count].cells.high = 0
            for cell in cells:
                region[count].cells = either(region[count].cells,
                                             only(_number("cells", cell, 0, CELLS - 1)))
            region[count].most = _number("the most clues of a region", limit, 0, CELLS)
            count += 1
        self.c = hitting9_new(chosen, full, fixed, <unsigned int>clues,
                              _number("largest", largest, 0, UNAVOIDABLE9_LARGEST), region, count)
        if self.c == NULL:
            raise MemoryError

    def __dealloc__(self):
        hitting9_free(self.c)

    def run(self, nodes=None, seconds=None):
        """Continue to the next puzzle, to the end, or until a limit.

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
                        collecting = hitting9_collect(self.c)
                    if collecting < 0:
                        raise MemoryError
                    self.last = SUDOKU9_PAUSED
                else:
                    part = left if left < SLICE else SLICE
                    with nogil:
                        self.last = hitting9_run(self.c, part)
                    left -= part
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
    def puzzle(self):
        """The puzzle at which the last run stopped, as 81 bytes, or None."""
        cdef uint8_t clues[CELLS]
        _claim(self.c != NULL, &self.busy)
        try:
            if self.last != SUDOKU9_FOUND:
                return None
            hitting9_puzzle(self.c, clues)
            return <bytes>(<char *>clues)[:CELLS]
        finally:
            atomic_flag_clear(&self.busy)

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


def unavoidable_sets(solution, largest):
    """Return all minimal unavoidable sets of at most `largest` cells, 0 to 18, the smallest first.

    Each as another solution of 81 bytes that differs in exactly the cells of the set.

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


cdef Py_ssize_t _read_given(cells, uint8_t *fixed) except -1:
    """Mark the cells that have a clue, and return how many there are."""
    cdef Py_ssize_t count = 0
    cdef Py_ssize_t number
    memset(fixed, 0, CELLS)
    for cell in cells:
        number = _number("cells", cell, 0, CELLS - 1)
        count += not fixed[number]
        fixed[number] = 1
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
