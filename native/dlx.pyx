# cython: language_level=3, freethreading_compatible=True
"""Exact cover by dancing links.

An exact cover problem has *items* to be covered and *options*, each of which covers some items.
A solution is a set of options that covers each primary item exactly once and each secondary item
at most once. Sudokus, tilings, queens and timetables all take this form.
"""

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport UINT64_MAX, int32_t, uint32_t, uint64_t
from libc.string cimport memcpy

from csp_sudoku.native.status import Status
from time import monotonic

cimport cython


cdef extern from "Python.h":
    # With NULL it clips a number that is too large, so that one range check serves for all.
    Py_ssize_t PyNumber_AsSsize_t(object, void *) except? -1


cdef extern from "<stdatomic.h>" nogil:
    ctypedef struct atomic_flag:
        pass
    bint atomic_flag_test_and_set(atomic_flag *)
    void atomic_flag_clear(atomic_flag *)


cdef extern from "dlx.h" nogil:
    const int32_t DLX_LIMIT
    ctypedef struct dlx_problem:
        int32_t primary
        int32_t items
        int32_t options
        const int32_t *first
        const int32_t *item
        const int32_t *top
        const int32_t *holder
    ctypedef enum dlx_flaw:
        DLX_SOUND
        DLX_BACKWARDS
        DLX_EMPTY
        DLX_UNKNOWN
        DLX_TWICE
    ctypedef struct dlx_finding:
        dlx_flaw flaw
        int32_t option
        int32_t item
    ctypedef enum dlx_status:
        DLX_EXHAUSTED
        DLX_SOLUTION
        DLX_PAUSED
    ctypedef struct dlx_search:
        uint32_t *name
        uint32_t *picked
        uint32_t depth
        uint32_t max_depth
        dlx_status status
        uint64_t nodes
        uint64_t updates
        uint64_t solutions
    dlx_finding dlx_examine(const dlx_problem *problem, int32_t *scratch)
    void dlx_transpose(const dlx_problem *problem, int32_t *top, int32_t *holder)
    size_t dlx_room(const dlx_problem *problem)
    void dlx_begin(dlx_search *search, const dlx_problem *problem, uint32_t *block,
                   const int32_t *chosen, size_t choices,
                   const int32_t *excluded, size_t exclusions)
    dlx_status dlx_run(dlx_search *search, uint64_t solutions, uint64_t nodes, uint64_t effort)


EXHAUSTED, SOLUTION, PAUSED = Status
cdef tuple STATUSES = (EXHAUSTED, SOLUTION, PAUSED)

# Signals and the clock are checked whenever this much effort is spent: in a millisecond or so.
cdef uint64_t SLICE = 1 << 17

# What from_arrays gives to the constructor in the place of options, to fill the object itself.
cdef object LATER = object()


cdef object no_such_item(Py_ssize_t option, item, Py_ssize_t items):
    return ValueError(f"option {option} covers item {item}, but there are {items} items, from 0 up")


cdef int read_options(tuple values, str what, Py_ssize_t options, int32_t *into) except -1:
    """Copy option numbers; `what` says in an error what they were meant for."""
    cdef Py_ssize_t at
    cdef Py_ssize_t option
    for at, value in enumerate(values):
        option = PyNumber_AsSsize_t(value, NULL)
        if not 0 <= option < options:
            raise ValueError(f"{what} option {value}, but there are {options} options, from 0 up")
        into[at] = <int32_t>option
    return 0


cdef uint64_t budget(value, str what) except? 0:
    """Read a limit; None means no limit."""
    if value is None:
        return UINT64_MAX
    cdef Py_ssize_t number = PyNumber_AsSsize_t(value, NULL)
    if number < 0:
        raise ValueError(f"{what} must not be negative: {value}")
    return <uint64_t>number


cdef object deadline_after(seconds):
    if seconds is None:
        return None
    if not seconds >= 0:  # and so refuses what is not a number, too
        raise ValueError(f"seconds must not be negative: {seconds}")
    return monotonic() + seconds


cdef class ExactCover:
    """An exact cover problem: read only, shared by any number of searches and threads.

    A solution contains only options that it needs: one that covers secondary items alone is never in
    it, unless it is chosen in advance.

    Args:
        primary: How many items must be covered exactly once: the items 0 to primary - 1.
        options: For each option the items that it covers.
        secondary: How many items, numbered after the primary ones, are covered at most once.

    Raises:
        ValueError: An option has no items, names one twice, or names one that does not exist.

    >>> cover = ExactCover(7, [[2, 4, 5], [0, 3, 6], [1, 2, 5], [0, 3], [1, 6], [3, 4, 6]])
    >>> sorted(cover.solve())
    [0, 3, 4]
    >>> cover.option(4)
    (1, 6)
    """

    cdef dlx_problem problem
    cdef int32_t *block

    def __cinit__(self, primary, options, secondary=0):
        if options is not LATER:
            rows = [tuple(option) for option in options]
            self.reserve(primary, secondary, len(rows), sum(map(len, rows)))
            self.fill(rows)
            self.complete()

    @classmethod
    def from_arrays(cls, primary, secondary, const int32_t[::1] offsets not None,
                    const int32_t[::1] items not None):
        """Make a problem from compressed rows, which are copied.

        Args:
            primary: How many items must be covered exactly once.
            secondary: How many items, numbered after those, are covered at most once.
            offsets: Option o covers `items[offsets[o]:offsets[o + 1]]`. A contiguous buffer of
                32-bit integers, as is `items`: an array, a memoryview, a NumPy array.
            items: The items of all options.

        >>> from array import array
        >>> ExactCover.from_arrays(3, 0, array("i", [0, 2, 3]), array("i", [0, 2, 1])).solve()
        (0, 1)
        """
        cdef ExactCover self = cls.__new__(cls, primary, LATER)
        cdef Py_ssize_t options = offsets.shape[0] - 1
        cdef Py_ssize_t nodes = items.shape[0]
        if options < 0:
            raise ValueError("offsets must hold one number more than there are options, got none")
        self.reserve(primary, secondary, options, nodes)
        memcpy(<int32_t *>self.problem.first, &offsets[0], (options + 1) * sizeof(int32_t))
        if nodes:
            memcpy(<int32_t *>self.problem.item, &items[0], nodes * sizeof(int32_t))
        if self.problem.first[0] != 0 or self.problem.first[options] != nodes:
            raise ValueError(f"offsets must run from 0 to {nodes}, the number of items given, "
                             f"not from {self.problem.first[0]} to {self.problem.first[options]}")
        self.complete()
        return self

    def __dealloc__(self):
        PyMem_Free(self.block)

    cdef int reserve(self, primary, secondary, Py_ssize_t options, Py_ssize_t nodes) except -1:
        """Check the sizes; make room for the options and for the lists of each item's options."""
        cdef Py_ssize_t first = PyNumber_AsSsize_t(primary, NULL)
        cdef Py_ssize_t second = PyNumber_AsSsize_t(secondary, NULL)
        if first < 0 or second < 0:
            raise ValueError(f"the number of items cannot be negative: {min(first, second)}")
        if first > DLX_LIMIT or second > DLX_LIMIT or first + second + nodes > DLX_LIMIT:
            raise ValueError(f"{first} primary and {second} secondary items that options cover in "
                             f"{nodes} places are more than the limit of {DLX_LIMIT} in all")
        if options > DLX_LIMIT:
            raise ValueError(f"{options} options are more than the limit of {DLX_LIMIT}")
        cdef Py_ssize_t items = first + second
        cdef size_t room = options + 1 + nodes + items + 1 + nodes
        self.block = <int32_t *>PyMem_Malloc(room * sizeof(int32_t))
        if self.block == NULL:
            raise MemoryError
        self.problem.primary = <int32_t>first
        self.problem.items = <int32_t>items
        self.problem.options = <int32_t>options
        self.problem.first = self.block
        self.problem.item = self.problem.first + options + 1
        self.problem.top = self.problem.item + nodes
        self.problem.holder = self.problem.top + items + 1
        return 0

    cdef int fill(self, list rows) except -1:
        cdef int32_t *first = <int32_t *>self.problem.first
        cdef int32_t *items = <int32_t *>self.problem.item
        cdef Py_ssize_t at = 0
        cdef Py_ssize_t option
        cdef Py_ssize_t item
        for option, row in enumerate(rows):
            first[option] = <int32_t>at
            for value in row:
                item = PyNumber_AsSsize_t(value, NULL)
                if not 0 <= item < self.problem.items:
                    raise no_such_item(option, value, self.problem.items)
                items[at] = <int32_t>item
                at += 1
        first[len(rows)] = <int32_t>at
        return 0

    cdef int complete(self) except -1:
        """Refuse unsound options, and list the options of each item."""
        cdef dlx_finding found
        cdef int32_t *top = <int32_t *>self.problem.top
        with nogil:
            found = dlx_examine(&self.problem, top)
            if found.flaw == DLX_SOUND:
                dlx_transpose(&self.problem, top, <int32_t *>self.problem.holder)
        if found.flaw == DLX_BACKWARDS:
            raise ValueError(f"the offsets of option {found.option} run backwards")
        if found.flaw == DLX_EMPTY:
            raise ValueError(f"option {found.option} covers no items")
        if found.flaw == DLX_UNKNOWN:
            raise no_such_item(found.option, found.item, self.problem.items)
        if found.flaw == DLX_TWICE:
            raise ValueError(f"option {found.option} covers item {found.item} twice")
        return 0

    def __repr__(self):
        return (f"<ExactCover of {self.primary} primary and {self.secondary} secondary items "
                f"by {self.options} options>")

    @property
    def primary(self):
        """How many items must be covered exactly once."""
        return self.problem.primary

    @property
    def secondary(self):
        """How many items may be covered once, but need not."""
        return self.problem.items - self.problem.primary

    @property
    def options(self):
        """How many options there are."""
        return self.problem.options

    def option(self, number):
        """Return the items that an option covers."""
        cdef int32_t o
        read_options((number,), "asked for", self.problem.options, &o)
        return tuple([self.problem.item[at]
                      for at in range(self.problem.first[o], self.problem.first[o + 1])])

    def search(self, chosen=(), *, excluded=()):
        """Return a search for solutions with all of the chosen and none of the excluded options.

        If two chosen options cover the same item, that is not an error: there is no solution then.

        >>> cover = ExactCover(2, [[0], [1], [0, 1]])
        >>> list(cover.search())
        [(0, 1), (2,)]
        >>> list(cover.search(chosen=[1]))
        [(1, 0)]
        >>> list(cover.search(excluded=[1]))
        [(2,)]
        """
        return Search(self, chosen, excluded)

    def solve(self, chosen=(), *, excluded=()):
        """Return the options of a solution, the chosen ones first, or None if there is none."""
        return next(Search(self, chosen, excluded), None)

    def count(self, chosen=(), limit=None, *, excluded=()):
        """Return the number of solutions, or the limit if there are as many or more.

        >>> ExactCover(4, [[0, 1], [2, 3], [0, 2], [1, 3], [0, 3], [1, 2]]).count()
        3
        """
        return Search(self, chosen, excluded).count(limit)


@cython.final
cdef class Search:
    """A search for solutions: an iterator that can be paused and resumed.

    Each solution comes once, as a tuple of option numbers: the chosen options as they were given,
    then the others in the order in which they were picked. Memory does not grow. The item with the
    fewest options left is covered first, of several such items the first; an item with a single
    option is covered as soon as it is noticed.

    A search serves one thread at a time: a call from a second one raises RuntimeError. Ctrl-C
    raises KeyboardInterrupt, and the search can be resumed afterwards.

    Args:
        cover: The problem.
        chosen: Options that each solution contains.
        excluded: Options that no solution contains.

    Raises:
        ValueError: There is no option with one of these numbers.

    >>> search = ExactCover(2, [[0], [1], [0, 1]]).search()
    >>> search.run(nodes=1) is PAUSED
    True
    >>> search.run() is SOLUTION, search.solution
    (True, (0, 1))
    >>> next(search)
    (2,)
    >>> search.run() is EXHAUSTED, search.solution, search.solutions
    (True, None, 2)
    """

    cdef readonly ExactCover cover
    cdef dlx_search search
    cdef uint32_t *block
    cdef int32_t *chosen
    cdef Py_ssize_t choices
    cdef atomic_flag busy

    def __cinit__(self, ExactCover cover not None, chosen=(), excluded=()):
        atomic_flag_clear(&self.busy)
        chosen = tuple(chosen)
        excluded = tuple(excluded)
        cdef Py_ssize_t choices = len(chosen)
        cdef Py_ssize_t exclusions = len(excluded)
        cdef size_t room = dlx_room(&cover.problem)
        self.block = <uint32_t *>PyMem_Malloc((room + choices + exclusions) * sizeof(uint32_t))
        if self.block == NULL:
            raise MemoryError
        self.cover = cover
        self.chosen = <int32_t *>(self.block + room)
        self.choices = choices
        cdef int32_t *out = self.chosen + choices
        read_options(chosen, "cannot choose", cover.problem.options, self.chosen)
        read_options(excluded, "cannot exclude", cover.problem.options, out)
        with nogil:
            dlx_begin(&self.search, &cover.problem, self.block,
                      self.chosen, choices, out, exclusions)

    def __dealloc__(self):
        PyMem_Free(self.block)

    def __iter__(self):
        return self

    def __next__(self):
        self.claim()
        try:
            if self.advance(1, UINT64_MAX, None) == DLX_EXHAUSTED:
                raise StopIteration
            return self.current()
        finally:
            atomic_flag_clear(&self.busy)

    def run(self, nodes=None, seconds=None):
        """Continue to the next solution, to the end, or until the budget is spent.

        Args:
            nodes: How many options may be picked before a pause.
            seconds: How long the search may take before a pause; checked about every millisecond.

        Returns:
            SOLUTION, EXHAUSTED, or PAUSED when the budget is spent: call again to continue. With
            `nodes=0` nothing is searched, and EXHAUSTED means that nothing is left.
        """
        cdef uint64_t most = budget(nodes, "nodes")
        deadline = deadline_after(seconds)
        self.claim()
        try:
            return STATUSES[self.advance(1, most, deadline)]
        finally:
            atomic_flag_clear(&self.busy)

    def count(self, limit=None, nodes=None, seconds=None):
        """Count the remaining solutions without returning them.

        Args:
            limit: How many solutions to stop at.
            nodes: How many options may be picked before a pause.
            seconds: How long the search may take before a pause.

        Returns:
            The number of solutions found by this call. They are all that were left if `status` is
            EXHAUSTED now; it is SOLUTION if the limit was reached, PAUSED if the budget is spent.
        """
        cdef uint64_t wanted = budget(limit, "limit")
        cdef uint64_t most = budget(nodes, "nodes")
        deadline = deadline_after(seconds)
        self.claim()
        cdef uint64_t before = self.search.solutions
        try:
            if wanted:
                self.advance(wanted, most, deadline)
            return self.search.solutions - before
        finally:
            atomic_flag_clear(&self.busy)

    @property
    def solution(self):
        """The solution at which the last run stopped, or None."""
        self.claim()
        try:
            return self.current() if self.search.status == DLX_SOLUTION else None
        finally:
            atomic_flag_clear(&self.busy)

    @property
    def status(self):
        """SOLUTION, EXHAUSTED or PAUSED, as `run` returned it last."""
        return STATUSES[<int>self.search.status]

    @property
    def nodes(self):
        """How many options were picked so far, forced ones included."""
        return self.search.nodes

    @property
    def updates(self):
        """How many times an option was unlinked from an item so far."""
        return self.search.updates

    @property
    def solutions(self):
        """How many solutions were found so far."""
        return self.search.solutions

    @property
    def depth(self):
        """How many options are picked at the moment, besides the chosen ones."""
        return self.search.depth

    @property
    def max_depth(self):
        """How many options were picked at most, besides the chosen ones."""
        return max(self.search.depth, self.search.max_depth)

    cdef int claim(self) except -1:
        if atomic_flag_test_and_set(&self.busy):
            raise RuntimeError("this search is already running")
        return 0

    cdef int advance(self, uint64_t solutions, uint64_t nodes, deadline) except -1:
        """Run in slices until there is something to report. The caller has claimed the search."""
        cdef uint64_t solutions_left = solutions
        cdef uint64_t nodes_left = nodes
        cdef uint64_t solutions_before = self.search.solutions
        cdef uint64_t nodes_before = self.search.nodes
        while True:
            with nogil:
                dlx_run(&self.search, solutions_left, nodes_left, SLICE)
            solutions_left = solutions - (self.search.solutions - solutions_before)
            nodes_left = nodes - (self.search.nodes - nodes_before)
            if self.search.status != DLX_PAUSED or nodes_left == 0:
                return self.search.status
            PyErr_CheckSignals()
            if deadline is not None and monotonic() >= deadline:
                return DLX_PAUSED

    cdef tuple current(self):
        cdef Py_ssize_t at
        given = [self.chosen[at] for at in range(self.choices)]
        found = [self.search.name[self.search.picked[at]] for at in range(self.search.depth)]
        return tuple(given + found)
