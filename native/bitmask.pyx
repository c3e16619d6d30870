# cython: language_level=3, freethreading_compatible=True
"""Search for the solutions of an all-different problem with up to 64 values, by bit masks.

One kernel in which well-known algorithms are *configurations*, so that they can be compared on
equal ground: brute force with bit tricks (`"bruteforce"`), smallest domain with failure weights and
least constraining values (`"mrv"`), taboo, totem and pick (`"taboo-totem-pick"`), and what measures
best (`"default"`); see `PRESETS`.

A `Structure` says which variables must differ. It is built once. A `Search` adds one mask of
possible values per variable, and is cheap:

>>> latin = Structure(4, 2, [[0, 1], [2, 3], [0, 2], [1, 3]])
>>> for solution in latin.search([0b11, 0b11, 0b11, 0b11]):
...     print(list(solution))
[0, 1, 1, 0]
[1, 0, 0, 1]
>>> latin.search([0b01, 0b11, 0b11, 0b11]).count()
1
"""

include "arguments.pxi"
include "rows.pxi"

import os
from array import array as _array

from csp_sudoku.native.status import Status

cimport cython
from cpython.array cimport array, clone, extend, resize, resize_smart
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Malloc
from libc.math cimport ceil
from libc.stdint cimport SIZE_MAX, uintptr_t


cdef array _WORDS = _array("Q")

include "bitmask_program.pxi"

cdef extern from "bitmask.h" nogil:
    enum: BITMASK_MOST_MEMBERS
    ctypedef struct bitmask_structure:
        pass
    ctypedef struct bitmask_search:
        pass
    ctypedef enum bitmask_order:
        pass
    ctypedef enum bitmask_values:
        pass
    ctypedef enum bitmask_rhythm:
        pass
    ctypedef enum bitmask_propagation:
        pass
    ctypedef enum successor_kind:
        pass
    ctypedef enum bitmask_status:
        BITMASK_SOLUTION
        BITMASK_EXHAUSTED
        BITMASK_PAUSED
    ctypedef enum bitmask_settled:
        SETTLE_NO_MEMORY
        SETTLE_CONTRADICTION
        SETTLE_DONE
    ctypedef enum bitmask_count:
        COUNT_NODES
        COUNT_BACKTRACKS
        COUNT_PROPAGATIONS
        COUNT_RESTARTS
        COUNT_SOLUTIONS
        COUNT_MAX_DEPTH
    ctypedef struct bitmask_config:
        bitmask_order order
        bitmask_values values
        bitmask_propagation propagation
        successor_kind successor
        bint places
        int32_t fill
        uint64_t seed
        uint64_t restarts
        bitmask_rhythm rhythm
        bint probe
    ctypedef struct candidate:
        uint64_t code
        int digit
    candidate successor(successor_kind kind, uint64_t taken, uint64_t universe, candidate start)
    bitmask_structure *bitmask_structure_make(int32_t variables, int32_t own, int32_t values,
                                              int32_t groups, const int32_t *at,
                                              const int32_t *member,
                                              bitmask_constraints *constraints)
    void bitmask_structure_free(bitmask_structure *structure)
    bitmask_search *bitmask_search_make(const bitmask_structure *structure,
                                        const bitmask_config *config, const uint64_t *domain,
                                        const uint64_t *without)
    void bitmask_search_free(bitmask_search *search)
    void bitmask_search_solution(const bitmask_search *search, unsigned char *value)
    uint64_t bitmask_search_count(const bitmask_search *search, bitmask_count which)
    void bitmask_search_record(bitmask_search *search, uint64_t *events, uint64_t room)
    uint64_t bitmask_search_recorded(const bitmask_search *search)
    ctypedef struct bitmask_kernel:
        const char *name
        bitmask_settled (*settle)(const bitmask_structure *structure,
                                  bitmask_propagation propagation, uint64_t *domain) noexcept nogil
        bitmask_status (*run)(bitmask_search *search, uint64_t solutions,
                              uint64_t nodes) noexcept nogil
    const bitmask_kernel bitmask_generic
    const bitmask_kernel *bitmask_fastest()


# Chosen at import: what `CSP_SUDOKU_KERNEL` allows, as for boards of 9x9.
cdef bint _any_cpu = os.environ.get("CSP_SUDOKU_KERNEL") == "generic"
cdef const bitmask_kernel *_kernel = &bitmask_generic if _any_cpu else bitmask_fastest()


def kernels():
    """Return the kernels that this CPU can run, slowest first.

    >>> "generic" in kernels()
    True
    """
    cdef const bitmask_kernel *fastest = bitmask_fastest()
    return ("generic",) if fastest == &bitmask_generic else ("generic", fastest.name.decode())


def kernel_name():
    """Return the kernel in use: "bits" on CPUs that count and find bits by one instruction each.

    >>> kernel_name() in kernels()
    True
    """
    return _kernel.name.decode()


EXHAUSTED, SOLUTION, PAUSED = Status
cdef tuple STATUSES = (SOLUTION, EXHAUSTED, PAUSED)  # in the order of bitmask_status

# The names of the C enumerations, in their order; the public names can be rebound, these cannot.
cdef tuple _ORDERS = ("static", "smallest", "weighted", "domwdeg", "pick")
cdef tuple _VALUES = ("ascending", "lcv", "random", "deepest")
cdef tuple _RHYTHMS = ("doubling", "luby")
cdef tuple _PROPAGATIONS = ("none", "naked", "singles", "locked", "alldifferent")
cdef tuple _BRANCHES = ("cells", "cells+places")
cdef tuple _EVENTS = ("alive", "dead", "solution", "restart")
cdef tuple _SUCCESSORS = ("loop", "mask", "sum", "table", "branchless", "ctz")

ORDERS, VALUES, PROPAGATIONS = _ORDERS, _VALUES, _PROPAGATIONS
BRANCHES, RHYTHMS, SUCCESSORS, EVENTS = _BRANCHES, _RHYTHMS, _SUCCESSORS, _EVENTS

PRESETS = {
    "bruteforce": {
        "order": "static",
        "values": "ascending",
        "propagation": "none",
        "branch": "cells",
        "restarts": None,
        "fill": 0.0,
    },
    "mrv": {
        "order": "weighted",
        "values": "lcv",
        "propagation": "naked",
        "branch": "cells",
        "restarts": None,
        "fill": 0.06,
    },
    "taboo-totem-pick": {
        "order": "pick",
        "values": "random",
        "propagation": "singles",
        "branch": "cells",
        "restarts": None,
        "fill": 0.0,
    },
    "deepest": {
        "order": "domwdeg",
        "values": "deepest",
        "propagation": "locked",
        "branch": "cells+places",
        "restarts": 50,
        "rhythm": "luby",
        "fill": 0.0,
    },
    "probing": {
        "order": "domwdeg",
        "values": "ascending",
        "propagation": "locked",
        "branch": "cells+places",
        "restarts": 100,
        "probe": True,
        "fill": 0.0,
    },
    "default": {
        "order": "domwdeg",
        "values": "ascending",
        "propagation": "locked",
        "branch": "cells+places",
        "restarts": 300,
        "fill": 0.0,
    },
}

# Nodes of the first slice of a run. It must be short whatever a node costs; later slices grow or
# shrink towards a millisecond or two.
cdef uint64_t FIRST_SLICE = 64
cdef uint64_t LONGEST_SLICE = 1 << 20


@cython.final
cdef class Groups:
    """Groups of the variables 0 to variables - 1, read once for all structures that have them.

    >>> lines = Groups(4, [[0, 1], [2, 3]])
    >>> Structure(4, 2, [[0, 2], [1, 3]], first=lines)
    Structure(variables=4, values=2, groups=4)
    """

    cdef _Rows rows
    cdef Py_ssize_t variables

    def __cinit__(self, variables, groups):
        cdef Py_ssize_t count = _number("variables", variables, 0, BITMASK_MOST_MEMBERS)
        cdef _Rows rows = _Rows()
        rows.read(groups, ("group", "names", "variable"), count, BITMASK_MOST_MEMBERS)
        _check_distinct(rows, 0, count)
        self.variables = count
        self.rows = rows

    def __reduce__(self):
        raise TypeError("groups of the native search cannot be pickled: make them again")


cdef class Structure:
    """Variables 0 to variables - 1, values 0 to values - 1, and groups that must all differ.

    Groups may have any size and overlap in any way. A structure never changes; any number of
    searches and threads share it.

    Args:
        variables: how many variables; may be 0.
        values: how many values, 1 to 64.
        groups: iterables of variable numbers; no variable twice in one group.
        constraints: other constraints, each a tuple that begins with its kind:
            ("relation", x, y, rows): for each code of x the mask of codes of y that go with it;
            ("sum", variables, weights, cliques, [(low, high), ...]): for each variable what each of
            its codes adds, and a number; variables with the same one (from 0 up; -1 for none) stand
            in one group. Last come the intervals of allowed totals; None in one is no bound;
            ("set", variables, masks): variables of one group whose values are one of these sets;
            ("automaton", variables, automaton): an Automaton that reads one after the other, or
            ("automaton", variables, layers, widths), from which one is made;
            ("any", branches): lists of constraints, one of which holds as a whole;
            ("different", variables) and ("only", x, mask), which make sense in branches.
        own: how many variables, from the first on, solutions are about; the others are auxiliary,
            and solutions that differ in them alone count as one. All of them, if not given.
        first: groups that come before the others, read already.

    Raises:
        ValueError: a number is out of its range, or a group names a variable twice.

    >>> Structure(3, 3, [[0, 1], [1, 2]])
    Structure(variables=3, values=3, groups=2)
    >>> less = Structure(2, 3, [], [("relation", 0, 1, (0b110, 0b100, 0b000))])
    >>> [list(solution) for solution in less.search([0b111, 0b111])]
    [[0, 1], [0, 2], [1, 2]]
    """

    cdef bitmask_structure *c
    cdef readonly Py_ssize_t variables
    cdef readonly Py_ssize_t values
    cdef readonly Py_ssize_t groups
    cdef readonly Py_ssize_t own
    cdef readonly bint has_constraints
    cdef array numbers  # of each constraint that was given, on the C side

    def __cinit__(self, variables, values, groups, constraints=(), *, own=None,
                  Groups first=None):
        cdef Py_ssize_t count = _number("variables", variables, 0, BITMASK_MOST_MEMBERS)
        cdef Py_ssize_t value_count = _number("values", values, 1, 64)
        cdef Py_ssize_t own_count = count if own is None else _number("own", own, 0, count)
        cdef _Rows rows = _Rows()
        cdef bitmask_structure *c
        cdef bitmask_constraints *others
        cdef Py_ssize_t checked = 0
        if first is not None:
            _check_complete(first.rows is not None)
            if first.variables > count:
                raise ValueError(f"groups of {first.variables} variables, but there are {count}")
            checked = first.rows.rows
            rows.copy(first.rows.at, checked, first.rows.item, first.rows.items)
        rows.read(groups, ("group", "names", "variable"), count, BITMASK_MOST_MEMBERS)
        _check_distinct(rows, checked, count)
        self.numbers = clone(_LONGS, 0, zero=False)
        others = _made_constraints(constraints, count, value_count, self.numbers)
        self.has_constraints = others != NULL
        with nogil:
            c = bitmask_structure_make(<int32_t>count, <int32_t>own_count, <int32_t>value_count,
                                       <int32_t>rows.rows, rows.at, rows.item, others)
        if c == NULL:
            raise MemoryError
        self.variables = count
        self.own = own_count
        self.values = value_count
        self.groups = rows.rows
        self.c = c

    def __dealloc__(self):
        bitmask_structure_free(self.c)

    def __repr__(self):
        return (
            f"Structure(variables={self.variables}, values={self.values}, groups={self.groups})"
        )

    def search(self, masks, **configuration):
        """Make a search for the solutions within these masks: `Search(self, masks, ...)`.

        >>> three = Structure(3, 3, [[0, 1, 2]])
        >>> three.search([0b111] * 3, **PRESETS["bruteforce"]).count()
        6
        """
        return Search(self, masks, **configuration)

    def settle(self, masks not None, propagation="locked"):
        """Return what inference alone leaves of these masks; None if there is no solution.

        Args:
            masks: as for a search.
            propagation: which rules to apply until none finds anything; see `Search`.

        >>> Structure(3, 3, [[0, 1, 2]]).settle([0b001, 0b011, 0b111]).tolist()
        [1, 2, 4]
        """
        _check_complete(self.c != NULL)
        cdef bitmask_propagation level = <bitmask_propagation>_choice(
            _PROPAGATIONS, "propagation", propagation)
        cdef uint64_t *domain = _read_masks(self, masks)
        cdef bitmask_settled how
        cdef array left
        try:
            with nogil:
                how = _kernel.settle(self.c, level, domain)
            if how == SETTLE_NO_MEMORY:
                raise MemoryError
            if how == SETTLE_CONTRADICTION:
                return None
            left = clone(_WORDS, self.variables, zero=False)
            if self.variables:  # without any, there is no array
                memcpy(left.data.as_ulonglongs, domain, self.variables * sizeof(uint64_t))
            return left
        finally:
            PyMem_Free(domain)


cdef int _check_distinct(_Rows rows, Py_ssize_t start, Py_ssize_t variables) except -1:
    """Refuse a group, from some number on, that names a variable twice."""
    if start == rows.rows:
        return 0
    cdef Py_ssize_t g, i
    cdef array seen = clone(_INTS, variables, zero=variables > 0)  # the last group, from 1 up
    for g in range(start, rows.rows):
        for i in range(rows.at[g], rows.at[g + 1]):
            if seen.data.as_ints[rows.item[i]] == g + 1:
                group = [rows.item[i] for i in range(rows.at[g], rows.at[g + 1])]
                raise ValueError(f"group {g} names a variable twice: {group}")
            seen.data.as_ints[rows.item[i]] = <int>(g + 1)
    return 0


cdef uint64_t *_read_masks(Structure structure, masks) except NULL:
    """Copy the masks, from a buffer of uint64 if there is one; the caller frees the copy."""
    cdef const uint64_t[:] view = None
    cdef list numbers = None
    try:
        view = masks
    except (TypeError, ValueError, BufferError):
        pass
    if view is None or not _is_aligned(view):
        numbers = [PyNumber_Index(mask) for mask in masks]
    cdef Py_ssize_t count = len(numbers) if numbers is not None else view.shape[0]
    if count != structure.variables:
        raise ValueError(f"expected {structure.variables} masks, one per variable, got {count}")
    cdef uint64_t *domain = <uint64_t *>PyMem_Malloc((count + 1) * sizeof(uint64_t))
    if domain == NULL:
        raise MemoryError
    try:
        _fill_domain(structure, view, numbers, domain)
    except:
        PyMem_Free(domain)
        raise
    return domain


cdef bint _is_aligned(const uint64_t[:] view):
    return view.shape[0] == 0 or (<uintptr_t>&view[0] | <uintptr_t>view.strides[0]) % 8 == 0


cdef int _fill_domain(Structure structure, const uint64_t[:] view, list numbers,
                      uint64_t *domain) except -1:
    cdef uint64_t universe = UINT64_MAX >> (64 - structure.values)
    cdef Py_ssize_t v = 0
    try:
        for v in range(structure.variables):
            if numbers is None:
                domain[v] = view[v]
            else:
                domain[v] = numbers[v]
            if domain[v] & ~universe:
                raise OverflowError
    except OverflowError:
        mask = domain[v] if numbers is None else numbers[v]
        raise ValueError(f"the mask of variable {v} must have bits 0 to {structure.values - 1} "
                         f"only, not {mask}") from None
    return 0


cdef array _left_out(Structure structure, without):
    """Return the constraints that need not hold, as bits; None if all must."""
    cdef array numbers = structure.numbers, words
    cdef int64_t number
    cdef tuple listed = tuple(without)
    if not listed:
        return None
    cdef Py_ssize_t count = len(numbers)
    number = numbers.data.as_longlongs[count - 1] if count else 0  # the last one has the largest
    words = clone(_WORDS, (number + 1) // 64 + 1, zero=True)
    for one in listed:
        place = PyNumber_Index(one)
        if not 0 <= place < count:
            raise ValueError(f"there is no constraint {place}: there are {count}, from 0 up")
        number = numbers.data.as_longlongs[<Py_ssize_t>place]
        words.data.as_ulonglongs[number // 64] |= <uint64_t>1 << (number % 64)
    return words


cdef class Search:
    """The solutions of one problem, one after another.

    Whatever the configuration, each solution is found exactly once. As an iterator a search yields
    them as bytes: the number of the value of each variable. It can be paused and resumed at any
    point. The GIL is released while it runs. One thread at a time may use a search; a second one
    gets a RuntimeError.

    Args:
        structure: which variables must differ.
        masks: one mask per variable, bit i for value i: a buffer of uint64, or ints. A clue is a mask
            with one bit; a mask without bits means that there is no solution.
        order: which variable to branch on. "static": the first; "smallest": fewest values, ties to
            the first; "weighted": fewest values, ties to the one whose branches failed most often;
            "domwdeg": the smallest quotient of values and weighted degree, where groups gain weight
            as they fail; "pick": a random one of those with the fewest values or one more.
        values: which alternative to try first. "ascending"; "lcv": the one that the fewest peers
            would lose; "random"; "deepest": the one that the variable had in the deepest assignment
            so far, or else as "lcv".
        propagation: what to infer after each decision. "none": nothing, values are only checked
            against those placed so far; "naked": a variable with one value removes it from its
            peers; "singles": also, a value with one place in a group is placed there; "locked":
            also, a value that must lie where two groups cross is removed from the rest of both;
            "alldifferent": singles, and every value that is in no assignment of a group is
            removed.
        branch: "cells": always on the value of a variable; "cells+places": on the place of a value
            in a group if it has two places or fewer, and fewer than any variable has values. That
            needs groups in which each value must appear: as many members as values. Beside other
            constraints it is as "cells".
        seed: the seed of the random choices, 0 to 2**64 - 1. The same seed gives the same search
            on every machine.
        restarts: restart after this many dead ends, then after twice as many, and so on, until a
            first solution is found; None or 0 for never. Beside other constraints after four times
            as many, and then sixteen times as many each time; at the first of these restarts every
            value is tried by itself, and counts as a node. Ignored unless the order learns
            ("weighted", "domwdeg") or draws ("pick"), or the values are random: the next run would
            be the same.
        rhythm: how many dead ends are between restarts. "doubling": as described; "luby": `restarts`
            times 1 1 2 1 1 2 4 ..., Luby's sequence, and each time weights are halved, so that what
            failed lately counts for more.
        probe: try every value by itself at the first restart, and take those away that fail, until
            none does. Beside other constraints that is always done; with more than 1024 variables
            never.
        fill: the share of variables, 0.0 to 1.0, below which the board counts as empty: until
            this many are fixed, variables are taken in static order and values ascending.
        successor: how the next candidate of a set is found, for ascending values: one of
            SUCCESSORS. Only the cost differs.
        without: which of the structure's constraints need not hold, from 0 up in the order in which
            they were given. A ("set", ...) that may be left out must not have a group of its own.

    Raises:
        ValueError: an argument is not one of these values, or the masks do not fit the structure.

    >>> search = Structure(2, 2, [[0, 1]]).search([0b11, 0b11])
    >>> search.run() is SOLUTION, search.solution
    (True, b'\\x00\\x01')
    >>> search.count(), search.solutions, search.status is EXHAUSTED
    (1, 2, True)
    """

    cdef bitmask_search *c
    cdef readonly Structure structure
    cdef bitmask_status last
    cdef array _events
    cdef atomic_flag busy

    def __cinit__(self, Structure structure not None, masks not None, *, order="domwdeg",
                  values="ascending", propagation="locked", branch="cells+places", seed=0,
                  restarts=300, rhythm="doubling", probe=False, fill=0.0, successor="ctz", without=()):
        cdef bitmask_config config
        cdef double share = fill
        atomic_flag_clear(&self.busy)
        _check_complete(structure.c != NULL)
        if not 0 <= share <= 1:
            raise ValueError(f"fill must lie between 0.0 and 1.0, not {fill}")
        number = PyNumber_Index(seed)
        if not 0 <= number <= UINT64_MAX:
            raise ValueError(f"seed must lie between 0 and 2**64 - 1, not {number}")
        config.order = <bitmask_order>_choice(_ORDERS, "order", order)
        config.values = <bitmask_values>_choice(_VALUES, "values", values)
        if structure.has_constraints and propagation == "none":
            propagation = "naked"  # a constraint is more than a set of values that are taken
        config.propagation = <bitmask_propagation>_choice(_PROPAGATIONS, "propagation", propagation)
        config.places = _choice(_BRANCHES, "branch", branch)
        config.successor = <successor_kind>_choice(_SUCCESSORS, "successor", successor)
        config.fill = <int32_t>ceil(share * structure.variables)
        config.seed = number
        config.rhythm = <bitmask_rhythm>_choice(_RHYTHMS, "rhythm", rhythm)
        config.probe = bool(probe)
        config.restarts = 0 if restarts is None else _amount("restarts", restarts)
        self.structure = structure
        self.last = BITMASK_PAUSED
        cdef array left_out = _left_out(structure, without)
        cdef uint64_t *domain = _read_masks(structure, masks)
        self.c = bitmask_search_make(structure.c, &config, domain, left_out.data.as_ulonglongs
                                     if left_out is not None else NULL)
        PyMem_Free(domain)
        if self.c == NULL:
            raise MemoryError

    def __dealloc__(self):
        bitmask_search_free(self.c)

    def __iter__(self):
        return self

    def __next__(self):
        _claim(self.c != NULL, &self.busy)
        try:
            self._run(1, UINT64_MAX, INFINITY)
            if self.last == BITMASK_EXHAUSTED:
                raise StopIteration
            return self._solution()
        finally:
            atomic_flag_clear(&self.busy)

    def run(self, nodes=None, seconds=None):
        """Continue to the next solution.

        Args:
            nodes: pause after this many branches.
            seconds: pause after about this many seconds.

        Returns:
            SOLUTION, with the solution in `solution`; EXHAUSTED if there are no more; or PAUSED.

        Raises:
            KeyboardInterrupt: the search is paused, and may be resumed.
            RuntimeError: another thread is running this search.
        """
        cdef uint64_t most = _amount("nodes", nodes)
        cdef double deadline = _deadline(seconds)
        _claim(self.c != NULL, &self.busy)
        try:
            self._run(1, most, deadline)
            return STATUSES[<int>self.last]
        finally:
            atomic_flag_clear(&self.busy)

    def count(self, limit=None, nodes=None, seconds=None):
        """Count the solutions from here on, without making objects of them.

        Args:
            limit: stop at this many.
            nodes: pause after this many branches.
            seconds: pause after about this many seconds.

        Returns:
            How many were found by this call. `status` tells why it ended: SOLUTION if the limit was
            reached, EXHAUSTED if there are no more, or PAUSED.

        Raises:
            KeyboardInterrupt: the search is paused, and may be resumed.
            RuntimeError: another thread is running this search.
        """
        cdef uint64_t wanted = _amount("limit", limit)
        cdef uint64_t most = _amount("nodes", nodes)
        cdef double deadline = _deadline(seconds)
        _claim(self.c != NULL, &self.busy)
        try:
            return self._run(wanted, most, deadline) if wanted else 0
        finally:
            atomic_flag_clear(&self.busy)

    def record(self, most):
        """Record branches, solutions and restarts, up to `most` of them, for `events`.

        >>> search = Structure(2, 2, [[0, 1]]).search([0b11, 0b11], order="static")
        >>> search.record(100)
        >>> search.count(), search.events()
        (2, [('alive', 1, 0, 0), ('solution', 1, 0, 0), ('alive', 1, 0, 1), ('solution', 1, 0, 0)])

        Raises:
            RuntimeError: the search has begun.
        """
        cdef Py_ssize_t room = _number("most", most, 0, 1 << 24)
        _claim(self.c != NULL, &self.busy)
        try:
            if bitmask_search_count(self.c, COUNT_NODES):
                raise RuntimeError("a search records from its beginning, or not at all")
            self._events = clone(_WORDS, room, zero=False)
            bitmask_search_record(self.c, <uint64_t *>self._events.data.as_ulonglongs, room)
        finally:
            atomic_flag_clear(&self.busy)

    def events(self):
        """Return what was recorded: (kind, depth, variable, value) of each event, in order.

        The kind is one of EVENTS. A branch stands at a depth, from 1 up; it is dead if inference
        refuted it at once.
        """
        cdef Py_ssize_t at
        cdef uint64_t event
        _claim(self.c != NULL, &self.busy)
        try:
            if self._events is None:
                return []
            found = []
            for at in range(<Py_ssize_t>bitmask_search_recorded(self.c)):
                event = self._events.data.as_ulonglongs[at]
                found.append((_EVENTS[event & 0xFF], event >> 16 & 0xFFFF, event >> 32,
                              event >> 8 & 0xFF))
            return found
        finally:
            atomic_flag_clear(&self.busy)

    cdef uint64_t _run(self, uint64_t solutions, uint64_t nodes, double deadline) except? 0:
        """Run in slices of a millisecond or two, and check for signals in between."""
        cdef uint64_t first = bitmask_search_count(self.c, COUNT_SOLUTIONS)
        cdef uint64_t begun = bitmask_search_count(self.c, COUNT_NODES)
        cdef uint64_t found = 0, tried = 0, portion = FIRST_SLICE
        cdef bitmask_status status
        cdef double before, now = time.monotonic()
        self.last = BITMASK_PAUSED
        while True:
            with nogil:
                status = _kernel.run(self.c, solutions - found, min(portion, nodes - tried))
            found = bitmask_search_count(self.c, COUNT_SOLUTIONS) - first
            tried = bitmask_search_count(self.c, COUNT_NODES) - begun
            if status != BITMASK_PAUSED or tried == nodes:
                break
            PyErr_CheckSignals()
            before, now = now, time.monotonic()
            if now >= deadline:
                break
            if now - before < 0.001:
                portion = min(2 * portion, LONGEST_SLICE)
            elif now - before > 0.003:
                portion = max(portion // 2, <uint64_t>1)
        self.last = status
        return found

    cdef uint64_t _count(self, bitmask_count which) except? 0:
        _check_complete(self.c != NULL)
        return bitmask_search_count(self.c, which)

    cdef bytes _solution(self):
        cdef bytes solution = PyBytes_FromStringAndSize(NULL, self.structure.variables)
        bitmask_search_solution(self.c, <unsigned char *>PyBytes_AS_STRING(solution))
        return solution

    @property
    def solution(self):
        """The solution at which the last run stopped, or None."""
        _claim(self.c != NULL, &self.busy)
        try:
            return self._solution() if self.last == BITMASK_SOLUTION else None
        finally:
            atomic_flag_clear(&self.busy)

    @property
    def status(self):
        """Why the last run returned; PAUSED before the first."""
        _check_complete(self.c != NULL)
        return STATUSES[<int>self.last]

    @property
    def nodes(self):
        """How many branches were tried."""
        return self._count(COUNT_NODES)

    @property
    def backtracks(self):
        """How many dead ends were met."""
        return self._count(COUNT_BACKTRACKS)

    @property
    def propagations(self):
        """How many values were removed from domains by inference."""
        return self._count(COUNT_PROPAGATIONS)

    @property
    def restarts(self):
        """How many restarts were made."""
        return self._count(COUNT_RESTARTS)

    @property
    def solutions(self):
        """How many solutions were found."""
        return self._count(COUNT_SOLUTIONS)

    @property
    def max_depth(self):
        """The most decisions that were open at the same time."""
        return self._count(COUNT_MAX_DEPTH)


include "counting.pxi"


def members(mask, values, how="ctz"):
    """List the values in a mask, ascending, by one of the SUCCESSORS.

    >>> members(0b101001, 6, "branchless")
    [0, 3, 5]
    """
    cdef Py_ssize_t count = _number("values", values, 1, 64)
    cdef uint64_t universe = UINT64_MAX >> (64 - count)
    number = PyNumber_Index(mask)
    if not 0 <= number <= universe:
        raise ValueError(f"a mask of {count} values must have bits 0 to {count - 1} only, "
                         f"not {number}")
    cdef successor_kind kind = <successor_kind>_choice(_SUCCESSORS, "how", how)
    cdef uint64_t taken = ~<uint64_t>number
    cdef candidate at = candidate(1, 0)
    found = []
    while True:
        at = successor(kind, taken, universe, at)
        if not at.code:
            return found
        found.append(at.digit)
        at.code <<= 1
        at.digit += 1


include "bitmask_rows.pxi"
