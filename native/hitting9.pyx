# cython: language_level=3, freethreading_compatible=True
"""The proper 9x9 puzzles of a solution that have few clues, by its unavoidable sets.

>>> grid = bytes((3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
>>> search = Search(grid, 12)
>>> search.run().name, search.sets > 100
('EXHAUSTED', True)
"""

from csp_sudoku.native.status import Status

include "table9.pxi"

cdef extern from "hitting9.h" nogil:
    ctypedef struct hitting9_search:
        pass
    hitting9_search *hitting9_new(const sudoku9_kernel *kernel, const uint8_t *solution,
                                  const uint8_t *given, unsigned int most)
    void hitting9_free(hitting9_search *search)
    int hitting9_collect(hitting9_search *search)
    size_t hitting9_sets(const hitting9_search *search)
    sudoku9_status hitting9_run(hitting9_search *search, uint64_t nodes)
    void hitting9_puzzle(const hitting9_search *search, uint8_t *clues)
    uint64_t hitting9_nodes(const hitting9_search *search)

# Nodes between two checks of signals and the clock: some milliseconds.
cdef enum:
    SLICE = 4096


cdef class Search:
    """The proper puzzles of a solution with at most `most` clues, one after another.

    Every such puzzle contains one of those found: a choice of clues that is already proper is not
    extended.

    Args:
        solution: 81 bytes, 1 to 9, a full grid.
        most: the largest number of clues, 0 to 81.
        given: the numbers of cells that have a clue in every puzzle; they count towards `most`.
        kernel: one of `kernels()`; None for the one in use.

    Raises:
        ValueError: the solution is not a full grid, there cannot be so few or so many clues, or
            this CPU cannot run the kernel.
    """

    cdef hitting9_search *c
    cdef _Guard guard
    cdef sudoku9_status last

    def __cinit__(self, solution, most, *, given=(), kernel=None):
        self.guard = _Guard()
        self.last = SUDOKU9_PAUSED
        cdef bytes full = bytes(solution)
        cdef uint8_t fixed[81]
        cells = set(given)
        if not _is_full(full):
            raise ValueError("the solution must be a full grid of 81 cells")
        if not cells <= set(range(81)):
            raise ValueError(f"cells must be 0 to 80, not {sorted(cells - set(range(81)))[0]}")
        if not len(cells) <= most <= 81:
            raise ValueError(f"most must be {len(cells)} to 81 clues, not {most}")
        for cell in range(81):
            fixed[cell] = cell in cells
        self.c = hitting9_new(_kernel(kernel), <const uint8_t *><const char *>full, fixed, most)
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
        cdef uint64_t left
        cdef uint64_t part
        cdef bint collecting = True
        if nodes is not None and nodes < 0:
            raise ValueError(f"nodes must be 0 or more, not {nodes}")
        left = <uint64_t>-1 if nodes is None else min(nodes, 0xFFFFFFFFFFFFFFFF)
        deadline = _deadline(seconds)
        self.guard.take()
        try:
            while True:
                if collecting:
                    with nogil:
                        collecting = hitting9_collect(self.c)
                    self.last = SUDOKU9_PAUSED
                else:
                    part = left if left < SLICE else SLICE
                    with nogil:
                        self.last = hitting9_run(self.c, part)
                    left -= part
                PyErr_CheckSignals()
                if self.last != SUDOKU9_PAUSED or left == 0:
                    return self.status
                if deadline is not None and time.monotonic() >= deadline:
                    return self.status
        finally:
            self.guard.leave()

    @property
    def status(self):
        """SOLUTION, EXHAUSTED or PAUSED, as `run` returned it last."""
        return Status(self.last)

    @property
    def puzzle(self):
        """The puzzle at which the last run stopped, as 81 bytes, or None."""
        cdef uint8_t clues[81]
        self.guard.take()
        try:
            if self.last != SUDOKU9_FOUND:
                return None
            hitting9_puzzle(self.c, clues)
            return <bytes>(<char *>clues)[:81]
        finally:
            self.guard.leave()

    @property
    def nodes(self):
        """How many choices of a clue were made so far."""
        return hitting9_nodes(self.c)

    @property
    def sets(self):
        """How many unavoidable sets the search starts with, or has collected so far."""
        return hitting9_sets(self.c)


def _is_full(bytes solution):
    """Whether these are 81 cells with each digit once in every row, column and box."""
    if len(solution) != 81:
        return False
    digits = set(range(1, 10))
    return all(
        set(solution[9 * i : 9 * i + 9]) == digits
        and set(solution[i::9]) == digits
        and {solution[27 * (i // 3) + 3 * (i % 3) + 9 * (k // 3) + k % 3] for k in range(9)} == digits
        for i in range(9)
    )
