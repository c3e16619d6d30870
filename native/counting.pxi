# Counting by components; included as text in bitmask.pyx, whose structures it takes.

cdef extern from "counting.h" nogil:
    ctypedef struct counting:
        pass
    ctypedef enum counting_status:
        COUNTING_DONE
        COUNTING_PAUSED
        COUNTING_NO_MEMORY
    ctypedef enum counting_fact:
        COUNTING_NODES
        COUNTING_HITS
        COUNTING_MISSES
        COUNTING_ENTRIES
        COUNTING_DROPPED
        COUNTING_BYTES
    counting *counting_make(const bitmask_structure *structure, bitmask_propagation propagation,
                            bint smallest, const uint64_t *domain, size_t memory)
    void counting_free(counting *c)
    counting_status counting_run(counting *c, uint64_t nodes)
    size_t counting_words(const counting *c, const uint64_t **word)
    bint counting_least(counting *c, const uint64_t **word, size_t *words)
    uint64_t counting_told(const counting *c, counting_fact which)


cdef class Counting:
    """The number of solutions of one problem, found without visiting them.

    What is open after each decision is split into components that have no constraint in common.
    Their counts multiply, and are kept, so that no component is counted twice. A counting can be
    paused and resumed. The GIL is released while it runs. One thread at a time may use it; a second
    one gets a RuntimeError.

    Args:
        structure: which variables must differ, and other constraints.
        masks: as for a search.
        order: which variable of a component to branch on: "static" or "smallest", as in a search.
        propagation: what to infer after each decision, as in a search; not "none".
        memory: how many bytes the kept counts may take. When they are full, those that were not
            asked for lately are dropped; the count is the same.

    >>> latin = Structure(4, 2, [[0, 1], [2, 3], [0, 2], [1, 3]])
    >>> counting = Counting(latin, [0b11, 0b11, 0b11, 0b11])
    >>> counting.run() is EXHAUSTED, counting.total
    (True, 2)
    >>> free = Counting(Structure(99, 10, []), [1023] * 99)
    >>> free.run() is EXHAUSTED, free.total == 10 ** 99
    (True, True)
    """

    cdef counting *c
    cdef readonly Structure structure
    cdef counting_status last
    cdef atomic_flag busy

    def __cinit__(self, Structure structure not None, masks not None, *, order="static",
                  propagation="singles", memory=1 << 29):
        atomic_flag_clear(&self.busy)
        _check_complete(structure.c != NULL)
        if order not in ("static", "smallest"):
            raise ValueError(f"order must be one of static, smallest, not {order!r}")
        if propagation == "none":
            raise ValueError("propagation must be more than none")
        cdef bitmask_propagation level = <bitmask_propagation>_choice(
            _PROPAGATIONS, "propagation", propagation)
        cdef size_t most = <size_t>min(_amount("memory", memory), <uint64_t>(SIZE_MAX >> 1))
        self.structure = structure
        self.last = COUNTING_PAUSED
        cdef uint64_t *domain = _read_masks(structure, masks)
        self.c = counting_make(structure.c, level, order == "smallest", domain, most)
        PyMem_Free(domain)
        if self.c == NULL:
            raise MemoryError

    def __dealloc__(self):
        counting_free(self.c)

    def run(self, nodes=None, seconds=None):
        """Continue to the end.

        Args:
            nodes: pause after this many values were tried.
            seconds: pause after about this many seconds.

        Returns:
            EXHAUSTED, with the number in `total`; or PAUSED.

        Raises:
            KeyboardInterrupt: the counting is paused, and may be resumed.
            MemoryError: there is not enough memory for a number or a component.
            RuntimeError: another thread is running this counting.
        """
        cdef uint64_t most = _amount("nodes", nodes)
        cdef double deadline = _deadline(seconds)
        _claim(self.c != NULL, &self.busy)
        try:
            self._run(most, deadline)
            return EXHAUSTED if self.last == COUNTING_DONE else PAUSED
        finally:
            atomic_flag_clear(&self.busy)

    cdef int _run(self, uint64_t nodes, double deadline) except -1:
        """Run in slices of a millisecond or two, and check for signals in between."""
        cdef uint64_t begun = counting_told(self.c, COUNTING_NODES)
        cdef uint64_t tried = 0, portion = FIRST_SLICE
        cdef double before, now = time.monotonic()
        while True:
            with nogil:
                self.last = counting_run(self.c, min(portion, nodes - tried))
            tried = counting_told(self.c, COUNTING_NODES) - begun
            if self.last == COUNTING_NO_MEMORY:
                raise MemoryError("there is no memory left to count with")
            if self.last == COUNTING_DONE or tried == nodes:
                return 0
            PyErr_CheckSignals()
            before, now = now, time.monotonic()
            if now >= deadline:
                return 0
            if now - before < 0.001:
                portion = min(2 * portion, LONGEST_SLICE)
            elif now - before > 0.003:
                portion = max(portion // 2, <uint64_t>1)

    @property
    def total(self):
        """The number of solutions; None before the end."""
        cdef const uint64_t *word = NULL
        cdef size_t words
        _claim(self.c != NULL, &self.busy)
        try:
            if self.last != COUNTING_DONE:
                return None
            words = counting_words(self.c, &word)
            return sum([<object>word[i] << (64 * i) for i in range(words)])
        finally:
            atomic_flag_clear(&self.busy)

    @property
    def least(self):
        """A number of solutions that are known to exist, without being known: 0 at the beginning.

        >>> lines = [range(9 * i, 9 * i + 9) for i in range(9)] + [range(i, 81, 9) for i in range(9)]
        >>> counting = Counting(Structure(81, 9, lines), [511] * 81)
        >>> counting.run(nodes=500) is PAUSED, counting.least > 10 ** 6
        (True, True)
        """
        cdef const uint64_t *word = NULL
        cdef size_t words = 0
        _claim(self.c != NULL, &self.busy)
        try:
            if not counting_least(self.c, &word, &words):
                raise MemoryError
            return sum([<object>word[i] << (64 * i) for i in range(words)])
        finally:
            atomic_flag_clear(&self.busy)

    cdef uint64_t _told(self, counting_fact which) except? 0:
        _check_complete(self.c != NULL)
        return counting_told(self.c, which)

    @property
    def nodes(self):
        """How many values were tried."""
        return self._told(COUNTING_NODES)

    @property
    def hits(self):
        """How many components were known when they were met."""
        return self._told(COUNTING_HITS)

    @property
    def components(self):
        """How many components were counted."""
        return self._told(COUNTING_MISSES)

    @property
    def entries(self):
        """How many counts are kept."""
        return self._told(COUNTING_ENTRIES)

    @property
    def dropped(self):
        """How many counts were dropped to make room."""
        return self._told(COUNTING_DROPPED)

    @property
    def bytes(self):
        """How much memory the kept counts take."""
        return self._told(COUNTING_BYTES)
