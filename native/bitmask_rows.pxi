# Many searches in one call: included as text at the end of bitmask.pyx.


cdef struct _row:
    bitmask_search *search
    unsigned char *first
    bitmask_status status
    uint64_t found


cdef void _run_row(_row *row, uint64_t limit, uint64_t nodes) noexcept nogil:
    """Look for solutions up to a limit, and keep the first one."""
    cdef uint64_t begun = bitmask_search_count(row.search, COUNT_NODES), spent
    row.found = bitmask_search_count(row.search, COUNT_SOLUTIONS)
    row.status = _kernel.run(row.search, 1, nodes)
    if row.status == BITMASK_SOLUTION:
        bitmask_search_solution(row.search, row.first)
        spent = bitmask_search_count(row.search, COUNT_NODES) - begun
        if limit > 1:
            row.status = _kernel.run(row.search, limit - 1, nodes - spent)
    row.found = bitmask_search_count(row.search, COUNT_SOLUTIONS) - row.found


def run_rows(searches, limit, nodes):
    """Run searches one after the other, without the GIL, each up to some solutions and nodes.

    The call returns when all are done, so it takes as long as the nodes of all of them.

    Args:
        searches: `Search` objects, each once.
        limit: stop each at this many solutions, 1 or more.
        nodes: stop each after this many branches.

    Returns:
        For each search why it stopped, how many solutions it found, and the first of them or None.

    Raises:
        RuntimeError: a search is running in another thread, or is given twice.

    >>> latin = Structure(4, 2, [[0, 1], [2, 3], [0, 2], [1, 3]])
    >>> rows = run_rows([latin.search([3, 3, 3, 3]), latin.search([1, 1, 3, 3])], 2, 100)
    >>> [(status.name, found, first) for status, found, first in rows]
    [('SOLUTION', 2, b'\\x00\\x01\\x01\\x00'), ('EXHAUSTED', 0, None)]
    """
    cdef list listed = list(searches)
    cdef uint64_t wanted = max(_amount("limit", limit), <uint64_t>1)
    cdef uint64_t most = _amount("nodes", nodes)
    cdef Py_ssize_t count = len(listed), claimed = 0, i
    cdef Search search
    cdef list firsts = []
    cdef _row *row = <_row *>PyMem_Malloc((count + 1) * sizeof(_row))
    if row == NULL:
        raise MemoryError
    try:
        for one in listed:
            if not isinstance(one, Search):
                raise TypeError(f"expected a Search, got {one!r}")
            search = one
            _claim(search.c != NULL, &search.busy)
            claimed += 1
            firsts.append(PyBytes_FromStringAndSize(NULL, search.structure.variables))
            row[claimed - 1].search = search.c
            row[claimed - 1].first = <unsigned char *>PyBytes_AS_STRING(firsts[claimed - 1])
        with nogil:
            for i in range(count):
                _run_row(&row[i], wanted, most)
        for i in range(count):
            search = listed[i]
            search.last = row[i].status
        return [
            (STATUSES[<int>row[i].status], row[i].found, firsts[i] if row[i].found else None)
            for i in range(count)
        ]
    finally:
        for i in range(claimed):
            search = listed[i]
            atomic_flag_clear(&search.busy)
        PyMem_Free(row)
