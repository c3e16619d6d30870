# cython: language_level=3, freethreading_compatible=True
"""Exact cover with colours by dancing links.

An exact cover problem has *items* to be covered and *options*, each of which covers some items.
A solution is a set of options that covers each primary item exactly once and each secondary item
at most once. Sudokus, tilings, queens and timetables all take this form.

An option may give a secondary item a *colour*. Options that give an item the same colour can be in
one solution: the item is then covered several times. So crosswords, matching edges and constraints of
any kind take this form too (Knuth's XCC). `csp_sudoku.encoders.xcover` reads and writes such problems
as text.
"""

include "arguments.pxi"
include "buffers.pxi"
include "rows.pxi"

from csp_sudoku.native.status import Status

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Malloc
from libc.stdint cimport uint32_t


cdef extern from "dlx.h" nogil:
    const int32_t DLX_LIMIT
    ctypedef struct dlx_problem:
        int32_t leading
        int32_t primary
        int32_t items
        int32_t options
        const int32_t *first
        const int32_t *item
        const int32_t *colour
        const int32_t *top
        const int32_t *holder
    ctypedef enum dlx_flaw:
        DLX_SOUND
        DLX_BACKWARDS
        DLX_EMPTY
        DLX_UNKNOWN
        DLX_TWICE
        DLX_COLOUR
        DLX_PRIMARY
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

cdef tuple WORDS = ("option", "covers", "item")
cdef tuple COLOURS = ("option", "gives", "colour")


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


cdef object flaw_of(const dlx_finding *found, Py_ssize_t items):
    """Return the error that names the flaw of a problem."""
    if found.flaw == DLX_BACKWARDS:
        return ValueError(f"the offsets of option {found.option} run backwards")
    if found.flaw == DLX_EMPTY:
        return ValueError(f"option {found.option} covers no items")
    if found.flaw == DLX_UNKNOWN:
        return _no_such_item(WORDS, found.option, found.item, items)
    if found.flaw == DLX_COLOUR:
        return ValueError(f"option {found.option} gives item {found.item} a colour below 0")
    if found.flaw == DLX_PRIMARY:
        return ValueError(f"option {found.option} gives item {found.item} a colour, "
                          f"but it is primary, and only secondary items have colours")
    return ValueError(f"option {found.option} covers item {found.item} twice")


cdef _Rows rows_of(rows, tuple words, Py_ssize_t bound):
    """Read rows of numbers; those that were read before are taken as they are."""
    cdef _Rows found
    if isinstance(rows, _Rows):
        return rows
    found = _Rows()
    found.read(rows, words, bound, DLX_LIMIT)
    return found


cdef int check_shape(_Rows rows, _Rows colours) except -1:
    """Refuse colours that are not as many as the items, option by option."""
    cdef Py_ssize_t at
    if colours.rows != rows.rows:
        raise ValueError(f"there are {rows.rows} options, but colours for {colours.rows}")
    for at in range(rows.rows):
        if colours.at[at + 1] - colours.at[at] != rows.at[at + 1] - rows.at[at]:
            raise ValueError(f"option {at} covers {rows.at[at + 1] - rows.at[at]} items, "
                             f"but has {colours.at[at + 1] - colours.at[at]} colours")
    return 0


cdef class ExactCover:
    """An exact cover problem: read only, shared by any number of searches and threads.

    A solution contains only options that it needs: one that covers secondary items alone is never in
    it, unless it is chosen in advance.

    Args:
        primary: How many items must be covered exactly once: the items 0 to primary - 1.
        options: For each option the items that it covers.
        secondary: How many items, numbered after the primary ones, are covered at most once, or any
            number of times with one colour.
        colours: For each option the colours of its items, in the same order: numbers from 1 up, or 0
            for none, as all primary items have.
        leading: How many primary items lead, the first ones; all do if this is None. Solutions that
            differ only in how they cover the other items count as one, and one of them is found.

    Raises:
        ValueError: An option has no items, names one twice, or names one that does not exist; or the
            colours do not fit the items.

    >>> cover = ExactCover(7, [[2, 4, 5], [0, 3, 6], [1, 2, 5], [0, 3], [1, 6], [3, 4, 6]])
    >>> sorted(cover.solve())
    [0, 3, 4]
    >>> cover.option(4)
    (1, 6)

    Two secondary items with colours, as in Knuth's example of p, q, r and x, y:

    >>> options = [[0, 1, 3, 4], [0, 2, 3, 4], [0, 3], [1, 3], [2, 4]]
    >>> colours = [[0, 0, 0, 1], [0, 0, 1, 0], [0, 2], [0, 1], [0, 2]]
    >>> cover = ExactCover(3, options, 2, colours)
    >>> [sorted(solution) for solution in cover.search()], cover.colours(3)
    ([[1, 3]], (0, 1))
    """

    cdef dlx_problem problem
    cdef int32_t *block

    def __cinit__(self, primary, options, secondary=0, colours=None, leading=None):
        cdef Py_ssize_t first = _number("primary", primary, 0, DLX_LIMIT)
        cdef Py_ssize_t second = _number("secondary", secondary, 0, DLX_LIMIT)
        cdef Py_ssize_t lead = first
        if leading is not None:
            lead = _number("leading", leading, 0, first)
        cdef _Rows rows = rows_of(options, WORDS, first + second)
        cdef _Rows shades = None
        if colours is not None:
            shades = rows_of(colours, COLOURS, DLX_LIMIT + 1)
        self.build(lead, first, second, rows, shades)

    @classmethod
    def from_arrays(cls, primary, secondary, offsets, items, colours=None, leading=None):
        """Make a problem from compressed rows, which are copied.

        Args:
            primary: How many items must be covered exactly once.
            secondary: How many items, numbered after those, are covered at most once.
            offsets: Option o covers `items[offsets[o]:offsets[o + 1]]`. A contiguous buffer of
                32-bit integers, as is `items`: an array, a memoryview, a NumPy array.
            items: The items of all options.
            colours: The colour of each of `items`, likewise, or None if no option has any.
            leading: How many of the primary items lead.

        >>> from array import array
        >>> ExactCover.from_arrays(3, 0, array("i", [0, 2, 3]), array("i", [0, 2, 1])).solve()
        (0, 1)
        """
        cdef _Buffer at = _Buffer(offsets, "offsets", sizeof(int32_t), False)
        cdef _Buffer item = _Buffer(items, "items", sizeof(int32_t), False)
        cdef Py_ssize_t options = at.count() - 1
        cdef Py_ssize_t nodes = item.count()
        cdef _Rows rows = _Rows()
        if options < 0:
            raise ValueError("offsets must hold one number more than there are options, got none")
        if options > DLX_LIMIT or nodes > DLX_LIMIT:
            raise ValueError(f"{options} options with {nodes} items are more than the limit of "
                             f"{DLX_LIMIT}")
        rows.copy(<const int32_t *>at.view.buf, options, <const int32_t *>item.view.buf, nodes)
        if rows.at[0] != 0 or rows.at[options] != nodes:
            raise ValueError(f"offsets must run from 0 to {nodes}, the number of items given, "
                             f"not from {rows.at[0]} to {rows.at[options]}")
        cdef _Buffer colour
        cdef _Rows shades = None
        if colours is not None:
            colour = _Buffer(colours, "colours", sizeof(int32_t), False)
            if colour.count() != nodes:
                raise ValueError(f"expected {nodes} colours, one per item of each option, "
                                 f"got {colour.count()}")
            shades = _Rows()
            shades.copy(rows.at, options, <const int32_t *>colour.view.buf, nodes)
        return cls.__new__(cls, primary, rows, secondary, shades, leading)

    def __dealloc__(self):
        PyMem_Free(self.block)

    cdef int build(self, Py_ssize_t leading, Py_ssize_t primary, Py_ssize_t secondary, _Rows rows,
                   _Rows shades) except -1:
        """Check the options, list the options of each item, and only then keep the result."""
        cdef Py_ssize_t items = primary + secondary
        if shades is not None:
            check_shape(rows, shades)
        if items + rows.items > DLX_LIMIT:
            raise ValueError(f"{primary} primary and {secondary} secondary items that options "
                             f"cover in {rows.items} places are more than the limit of "
                             f"{DLX_LIMIT} in all")
        cdef size_t coloured = 0 if shades is None else rows.items
        cdef size_t room = rows.rows + 1 + rows.items + items + 1 + rows.items + coloured
        cdef int32_t *block = <int32_t *>PyMem_Malloc(room * sizeof(int32_t))
        if block == NULL:
            raise MemoryError
        cdef int32_t *item = block + rows.rows + 1
        cdef int32_t *top = item + rows.items
        memcpy(block, rows.at, (rows.rows + 1) * sizeof(int32_t))
        memcpy(item, rows.item, rows.items * sizeof(int32_t))
        cdef int32_t *colour = NULL
        if shades is not None:
            colour = top + items + 1 + rows.items
            memcpy(colour, shades.item, rows.items * sizeof(int32_t))
        cdef dlx_problem problem = dlx_problem(
            <int32_t>leading, <int32_t>primary, <int32_t>items, <int32_t>rows.rows,
            block, item, colour, top, top + items + 1)
        cdef dlx_finding found
        with nogil:
            found = dlx_examine(&problem, top)
            if found.flaw == DLX_SOUND:
                dlx_transpose(&problem, top, <int32_t *>problem.holder)
        if found.flaw != DLX_SOUND:
            PyMem_Free(block)
            raise flaw_of(&found, items)
        self.problem = problem
        self.block = block
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
    def leading(self):
        """How many primary items lead: solutions that differ only in the others count as one."""
        return self.problem.leading

    @property
    def options(self):
        """How many options there are."""
        return self.problem.options

    def option(self, number):
        """Return the items that an option covers."""
        cdef int32_t o
        _check_complete(self.block != NULL)
        read_options((number,), "asked for", self.problem.options, &o)
        return tuple([self.problem.item[at]
                      for at in range(self.problem.first[o], self.problem.first[o + 1])])

    def colours(self, number):
        """Return the colours that an option gives to its items, 0 for those without one."""
        cdef int32_t o
        _check_complete(self.block != NULL)
        read_options((number,), "asked for", self.problem.options, &o)
        return tuple([self.problem.colour[at] if self.problem.colour != NULL else 0
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
        _check_complete(cover.block != NULL)
        self.cover = cover
        chosen = tuple(chosen)
        excluded = tuple(excluded)
        cdef Py_ssize_t choices = len(chosen)
        cdef Py_ssize_t exclusions = len(excluded)
        cdef size_t room = dlx_room(&cover.problem)
        cdef uint32_t *block = <uint32_t *>PyMem_Malloc(
            (room + choices + exclusions) * sizeof(uint32_t))
        if block == NULL:
            raise MemoryError
        cdef int32_t *given = <int32_t *>(block + room)
        try:
            read_options(chosen, "cannot choose", cover.problem.options, given)
            read_options(excluded, "cannot exclude", cover.problem.options, given + choices)
        except:
            PyMem_Free(block)
            raise
        with nogil:
            dlx_begin(&self.search, &cover.problem, block,
                      given, choices, given + choices, exclusions)
        self.chosen = given
        self.choices = choices
        self.block = block

    def __dealloc__(self):
        PyMem_Free(self.block)

    def __iter__(self):
        return self

    def __next__(self):
        _claim(self.block != NULL, &self.busy)
        try:
            if self.advance(1, UINT64_MAX, INFINITY) == DLX_EXHAUSTED:
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
        cdef uint64_t most = _amount("nodes", nodes)
        cdef double deadline = _deadline(seconds)
        _claim(self.block != NULL, &self.busy)
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
        cdef uint64_t wanted = _amount("limit", limit)
        cdef uint64_t most = _amount("nodes", nodes)
        cdef double deadline = _deadline(seconds)
        _claim(self.block != NULL, &self.busy)
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
        _claim(self.block != NULL, &self.busy)
        try:
            return self.current() if self.search.status == DLX_SOLUTION else None
        finally:
            atomic_flag_clear(&self.busy)

    @property
    def status(self):
        """SOLUTION, EXHAUSTED or PAUSED, as `run` returned it last."""
        _check_complete(self.block != NULL)
        return STATUSES[<int>self.search.status]

    @property
    def nodes(self):
        """How many options were picked so far, forced ones included."""
        _check_complete(self.block != NULL)
        return self.search.nodes

    @property
    def updates(self):
        """How many times an option was unlinked from an item so far."""
        _check_complete(self.block != NULL)
        return self.search.updates

    @property
    def solutions(self):
        """How many solutions were found so far."""
        _check_complete(self.block != NULL)
        return self.search.solutions

    @property
    def depth(self):
        """How many options are picked at the moment, besides the chosen ones."""
        _check_complete(self.block != NULL)
        return self.search.depth

    def picked_at(self, place):
        """Return the option that was picked last at a place, counted from 0, dead or not.

        With `run(nodes=1)` and `depth` it tells what the search does, pick by pick.

        >>> search = ExactCover(2, [[0], [1], [0, 1]]).search()
        >>> before, stopped = search.depth, search.run(nodes=1)
        >>> search.picked_at(before), search.depth
        (0, 1)
        """
        cdef Py_ssize_t at, places
        _claim(self.block != NULL, &self.busy)
        try:
            places = max(self.search.depth, self.search.max_depth)
            at = _number("place", place, 0, DLX_LIMIT)
            if at >= places:
                raise ValueError(f"{places} options were picked at most, none at place {at}")
            return self.search.name[self.search.picked[at]]
        finally:
            atomic_flag_clear(&self.busy)

    @property
    def max_depth(self):
        """How many options were picked at most, besides the chosen ones."""
        _check_complete(self.block != NULL)
        return max(self.search.depth, self.search.max_depth)

    cdef int advance(self, uint64_t solutions, uint64_t nodes, double deadline) except -1:
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
            if _is_over(deadline):
                return DLX_PAUSED

    cdef tuple current(self):
        cdef Py_ssize_t at
        given = [self.chosen[at] for at in range(self.choices)]
        found = [self.search.name[self.search.picked[at]] for at in range(self.search.depth)]
        return tuple(given + found)
