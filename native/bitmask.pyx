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

from cpython.array cimport array, clone
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.number cimport PyNumber_Index
from libc.math cimport ceil
from libc.stdint cimport UINT64_MAX, int32_t, uint64_t

import time
from array import array as _array

from csp_sudoku.native.status import Status
from operator import index


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
    ctypedef struct candidate:
        uint64_t code
        int digit
    candidate successor(successor_kind kind, uint64_t taken, uint64_t universe, candidate start)
    bitmask_structure *bitmask_structure_make(int32_t variables, int32_t values, int32_t groups,
                                              const int32_t *at, const int32_t *member)
    void bitmask_structure_free(bitmask_structure *structure)
    bitmask_settled bitmask_settle(const bitmask_structure *structure,
                                   bitmask_propagation propagation, uint64_t *domain)
    bitmask_search *bitmask_search_make(const bitmask_structure *structure,
                                        const bitmask_config *config, const uint64_t *domain)
    void bitmask_search_free(bitmask_search *search)
    bitmask_status bitmask_search_run(bitmask_search *search, uint64_t solutions, uint64_t nodes)
    void bitmask_search_solution(const bitmask_search *search, unsigned char *value)
    uint64_t bitmask_search_count(const bitmask_search *search, bitmask_count which)
    bint bitmask_search_claim(bitmask_search *search)
    void bitmask_search_release(bitmask_search *search)


EXHAUSTED, SOLUTION, PAUSED = Status

# The names of the C enumerations, in their order.
ORDERS = ("static", "smallest", "weighted", "domwdeg", "pick")
VALUES = ("ascending", "lcv", "random")
PROPAGATIONS = ("none", "naked", "singles", "locked", "alldifferent")
BRANCHES = ("cells", "cells+places")
SUCCESSORS = ("loop", "mask", "sum", "table", "branchless", "ctz")

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


cdef array _WORDS = _array("Q")


cdef int _named(tuple names, what, name) except -1:
    """Return the number of a name, or raise an error that lists the names."""
    if name not in names:
        raise ValueError(f"{what} must be one of {', '.join(names)}, not {name!r}")
    return names.index(name)


cdef uint64_t _amount(what, number) except? 0:
    """Read a number from 0 up; None means no limit."""
    if number is None:
        return UINT64_MAX
    number = index(number)
    if not 0 <= number < UINT64_MAX:
        raise ValueError(f"{what} must lie between 0 and 2**64 - 2, not {number}")
    return number


cdef class Structure:
    """Variables 0 to variables - 1, values 0 to values - 1, and groups that must all differ.

    Groups may have any size and overlap in any way. A structure never changes; any number of
    searches and threads share it.

    Args:
        variables: how many variables; may be 0.
        values: how many values, 1 to 64.
        groups: iterables of variable numbers; no variable twice in one group.

    Raises:
        ValueError: a number is out of its range, or a group names a variable twice.

    >>> Structure(3, 3, [[0, 1], [1, 2]])
    Structure(variables=3, values=3, groups=2)
    """

    cdef bitmask_structure *c
    cdef readonly Py_ssize_t variables
    cdef readonly Py_ssize_t values
    cdef readonly Py_ssize_t groups

    def __cinit__(self, Py_ssize_t variables, Py_ssize_t values, groups):
        cdef list rows = [tuple(map(index, group)) for group in groups]
        cdef Py_ssize_t members = sum(map(len, rows))
        if not 0 <= variables <= BITMASK_MOST_MEMBERS:
            raise ValueError(f"variables must be 0 to {BITMASK_MOST_MEMBERS}, not {variables}")
        if not 1 <= values <= 64:
            raise ValueError(f"values must be 1 to 64, not {values}")
        if members > BITMASK_MOST_MEMBERS or len(rows) > BITMASK_MOST_MEMBERS:
            raise ValueError(
                f"{len(rows)} groups with {members} members are more than the limit of "
                f"{BITMASK_MOST_MEMBERS}"
            )
        self.variables = variables
        self.values = values
        self.groups = len(rows)
        cdef int32_t *at = <int32_t *>PyMem_Malloc((len(rows) + 1) * sizeof(int32_t))
        cdef int32_t *member = <int32_t *>PyMem_Malloc((members + 1) * sizeof(int32_t))
        try:
            if at == NULL or member == NULL:
                raise MemoryError
            self._flatten(rows, at, member)
            with nogil:
                self.c = bitmask_structure_make(<int32_t>variables, <int32_t>values,
                                                <int32_t>self.groups, at, member)
            if self.c == NULL:
                raise MemoryError
        finally:
            PyMem_Free(at)
            PyMem_Free(member)

    cdef int _flatten(self, list rows, int32_t *at, int32_t *member) except -1:
        cdef int32_t end = 0
        at[0] = 0
        for g, group in enumerate(rows):
            if len(set(group)) < len(group):
                raise ValueError(f"group {g} names a variable twice: {group}")
            for variable in group:
                if not 0 <= variable < self.variables:
                    raise ValueError(
                        f"group {g} names variable {variable}, which is not in 0 to "
                        f"{self.variables - 1}"
                    )
                member[end] = variable
                end += 1
            at[g + 1] = end
        return 0

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

    def settle(self, masks, propagation="locked"):
        """Return what inference alone leaves of these masks; None if there is no solution.

        Args:
            masks: as for a search.
            propagation: which rules to apply until none finds anything; see `Search`.

        >>> Structure(3, 3, [[0, 1, 2]]).settle([0b001, 0b011, 0b111]).tolist()
        [1, 2, 4]
        """
        cdef array left = clone(_WORDS, self.variables, zero=False)
        cdef bitmask_propagation level = <bitmask_propagation>_named(
            PROPAGATIONS, "propagation", propagation)
        cdef uint64_t *domain = <uint64_t *>left.data.as_ulonglongs
        cdef bitmask_settled how
        _read_masks(self, masks, domain)
        with nogil:
            how = bitmask_settle(self.c, level, domain)
        if how == SETTLE_NO_MEMORY:
            raise MemoryError
        return left if how == SETTLE_DONE else None


cdef int _read_masks(Structure structure, masks, uint64_t *domain) except -1:
    """Copy the masks, from a buffer of uint64 if there is one."""
    cdef uint64_t universe = UINT64_MAX >> (64 - structure.values)
    cdef const uint64_t[:] view = None
    cdef list numbers = None
    cdef Py_ssize_t v = 0
    try:
        view = masks
    except (TypeError, ValueError, BufferError):
        numbers = list(masks)
    cdef Py_ssize_t count = len(numbers) if numbers is not None else view.shape[0]
    if count != structure.variables:
        raise ValueError(f"expected {structure.variables} masks, one per variable, got {count}")
    try:
        for v in range(count):
            domain[v] = view[v] if numbers is None else PyNumber_Index(numbers[v])
            if domain[v] & ~universe:
                raise OverflowError
    except OverflowError:
        raise ValueError(
            f"the mask of variable {v} must have bits 0 to {structure.values - 1} only, not "
            f"{masks[v] if numbers is None else numbers[v]}"
        ) from None
    return 0


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
            would lose; "random".
        propagation: what to infer after each decision. "none": nothing, values are only checked
            against those placed so far; "naked": a variable with one value removes it from its
            peers; "singles": also, a value with one place in a group is placed there; "locked":
            also, a value that must lie where two groups cross is removed from the rest of both;
            "alldifferent": singles, and every value that is in no assignment of a group is
            removed.
        branch: "cells": always on the value of a variable; "cells+places": on the place of a value
            in a group if it has two places or fewer, and fewer than any variable has values. That
            needs groups in which each value must appear: as many members as values.
        seed: the seed of the random choices, 0 to 2**64 - 1. The same seed gives the same search
            on every machine.
        restarts: restart after this many dead ends, then after a quarter more, and so on, until a
            first solution is found; None or 0 for never. Ignored unless the order learns
            ("weighted", "domwdeg") or draws ("pick"), or the values are random: the next run would
            be the same.
        fill: the share of variables, 0.0 to 1.0, below which the board counts as empty: until
            this many are fixed, variables are taken in static order and values ascending.
        successor: how the next candidate of a set is found, for ascending values: one of
            SUCCESSORS. Only the cost differs.

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
    cdef readonly object status

    def __cinit__(self, Structure structure not None, masks not None, *, order="domwdeg",
                  values="ascending", propagation="locked", branch="cells+places", seed=0,
                  restarts=300, fill=0.0, successor="ctz"):
        cdef bitmask_config config
        if not 0 <= fill <= 1:
            raise ValueError(f"fill must lie between 0.0 and 1.0, not {fill}")
        if not 0 <= seed <= UINT64_MAX:
            raise ValueError(f"seed must lie between 0 and 2**64 - 1, not {seed}")
        config.order = <bitmask_order>_named(ORDERS, "order", order)
        config.values = <bitmask_values>_named(VALUES, "values", values)
        config.propagation = <bitmask_propagation>_named(PROPAGATIONS, "propagation", propagation)
        config.places = _named(BRANCHES, "branch", branch)
        config.successor = <successor_kind>_named(SUCCESSORS, "successor", successor)
        config.fill = <int32_t>ceil(fill * structure.variables)
        config.seed = index(seed)
        config.restarts = _amount("restarts", restarts or 0)
        self.structure = structure
        self.status = PAUSED
        self._make(masks, &config)

    cdef int _make(self, masks, const bitmask_config *config) except -1:
        cdef Structure structure = self.structure
        cdef uint64_t *domain = <uint64_t *>PyMem_Malloc(
            (structure.variables + 1) * sizeof(uint64_t))
        try:
            if domain == NULL:
                raise MemoryError
            _read_masks(structure, masks, domain)
            self.c = bitmask_search_make(structure.c, config, domain)
            if self.c == NULL:
                raise MemoryError
        finally:
            PyMem_Free(domain)
        return 0

    def __dealloc__(self):
        bitmask_search_free(self.c)

    def __iter__(self):
        return self

    def __next__(self):
        self._claim()
        try:
            self._run(1, UINT64_MAX, None)
            if self.status is EXHAUSTED:
                raise StopIteration
            return self._solution()
        finally:
            bitmask_search_release(self.c)

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
        self._claim_and_run(1, _amount("nodes", nodes), seconds)
        return self.status

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
        return self._claim_and_run(_amount("limit", limit), _amount("nodes", nodes), seconds)

    cdef int _claim(self) except -1:
        if not bitmask_search_claim(self.c):
            raise RuntimeError("another thread is running this search")
        return 0

    cdef uint64_t _claim_and_run(self, uint64_t solutions, uint64_t nodes, seconds) except? 0:
        if seconds is not None and not seconds >= 0:
            raise ValueError(f"seconds must be 0 or more, not {seconds}")
        if solutions == 0:
            return 0
        self._claim()
        try:
            return self._run(solutions, nodes, seconds)
        finally:
            bitmask_search_release(self.c)

    cdef uint64_t _run(self, uint64_t solutions, uint64_t nodes, seconds) except? 0:
        """Run in slices of a millisecond or two, and check for signals in between."""
        cdef uint64_t first = bitmask_search_count(self.c, COUNT_SOLUTIONS)
        cdef uint64_t begun = bitmask_search_count(self.c, COUNT_NODES)
        cdef uint64_t found = 0, tried = 0, portion = FIRST_SLICE
        cdef bitmask_status status
        cdef double before, now = time.monotonic()
        cdef double end = now + seconds if seconds is not None else 0.0
        self.status = PAUSED
        while True:
            with nogil:
                status = bitmask_search_run(self.c, solutions - found, min(portion, nodes - tried))
            found = bitmask_search_count(self.c, COUNT_SOLUTIONS) - first
            tried = bitmask_search_count(self.c, COUNT_NODES) - begun
            if status != BITMASK_PAUSED or tried == nodes:
                break
            PyErr_CheckSignals()
            before, now = now, time.monotonic()
            if seconds is not None and now >= end:
                break
            if now - before < 0.001:
                portion = min(2 * portion, LONGEST_SLICE)
            elif now - before > 0.003:
                portion = max(portion // 2, <uint64_t>1)
        self.status = (SOLUTION, EXHAUSTED, PAUSED)[<int>status]
        return found

    cdef bytes _solution(self):
        cdef bytes solution = PyBytes_FromStringAndSize(NULL, self.structure.variables)
        bitmask_search_solution(self.c, <unsigned char *>PyBytes_AS_STRING(solution))
        return solution

    @property
    def solution(self):
        """The solution at which the last run stopped, or None."""
        self._claim()
        try:
            return self._solution() if self.status is SOLUTION else None
        finally:
            bitmask_search_release(self.c)

    @property
    def nodes(self):
        """How many branches were tried."""
        return bitmask_search_count(self.c, COUNT_NODES)

    @property
    def backtracks(self):
        """How many dead ends were met."""
        return bitmask_search_count(self.c, COUNT_BACKTRACKS)

    @property
    def propagations(self):
        """How many values were removed from domains by inference."""
        return bitmask_search_count(self.c, COUNT_PROPAGATIONS)

    @property
    def restarts(self):
        """How many restarts were made."""
        return bitmask_search_count(self.c, COUNT_RESTARTS)

    @property
    def solutions(self):
        """How many solutions were found."""
        return bitmask_search_count(self.c, COUNT_SOLUTIONS)

    @property
    def max_depth(self):
        """The most decisions that were open at the same time."""
        return bitmask_search_count(self.c, COUNT_MAX_DEPTH)


def members(mask, values, how="ctz"):
    """List the values in a mask, ascending, by one of the SUCCESSORS.

    >>> members(0b101001, 6, "branchless")
    [0, 3, 5]
    """
    if not 1 <= values <= 64:
        raise ValueError(f"values must be 1 to 64, not {values}")
    cdef uint64_t universe = UINT64_MAX >> (64 - <int>values)
    if not 0 <= mask <= universe:
        raise ValueError(f"a mask of {values} values must have bits 0 to {values - 1} only, not {mask}")
    cdef successor_kind kind = <successor_kind>_named(SUCCESSORS, "how", how)
    cdef uint64_t taken = ~<uint64_t>mask
    cdef candidate at = candidate(1, 0)
    found = []
    while True:
        at = successor(kind, taken, universe, at)
        if not at.code:
            return found
        found.append(at.digit)
        at.code <<= 1
        at.digit += 1
