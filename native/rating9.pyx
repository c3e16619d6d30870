# cython: language_level=3, freethreading_compatible=True
"""How hard a plain 9x9 Sudoku is, on the scale of Sudoku Explainer 1.2.1.

Cells are bytes: 1 to 9 for a clue, 0 for an open cell, row after row. Puzzles must have exactly one
solution; that is not checked here. Ratings are integers, ten times what people write.

>>> line = "..5...9......86.5.6....9.1..32..8..5....9....1..2..49..2.1....3.8.93......7...2.."
>>> rated = rate(bytes(0 if symbol == "." else int(symbol) for symbol in line))
>>> rated.rating, rated.technique, rated.finished, len(rated.ratings)
(25, 'direct hidden triplet', True, 56)
>>> rated.ratings[:3], rated.open[:3]
((12, 12, 12), (6, 6, 5))
"""

include "arguments.pxi"
include "buffers.pxi"

from collections import namedtuple

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint16_t


cdef extern from "rating9.h" nogil:
    enum:
        RATING9_TECHNIQUES
    ctypedef struct rating9_step:
        uint8_t rating
        uint8_t technique
        uint8_t open
    ctypedef struct rating9_result:
        int rating
        int technique
        int count
        rating9_step *steps
    ctypedef enum rating9_status:
        RATING9_SOLVED
        RATING9_STUCK
        RATING9_STOPPED
        RATING9_NO_MEMORY
    ctypedef struct rating9_rater:
        pass
    ctypedef struct rating9_move:
        int rating
        int technique
        int kind
        int source
        int cell
        int digit
        int count
        uint8_t *cells
        uint16_t *digits

    enum:
        RATING9_FIND_END

    const char *rating9_name(int technique)
    rating9_rater *rating9_new()
    void rating9_free(rating9_rater *rater)
    rating9_status rating9_rate(rating9_rater *rater, const uint8_t *clues, rating9_result *result,
                                int (*poll)(void *) noexcept, void *context)
    rating9_status rating9_find(rating9_rater *rater, const uint16_t *masks, int first, int last,
                                rating9_move *move, int (*poll)(void *) noexcept, void *context)


TECHNIQUES = tuple(rating9_name(number).decode() for number in range(RATING9_TECHNIQUES))
UNFINISHED = 0xFF


SEARCHES = (
    "cycles",
    "nishio",
    "multiple",
    "dynamic",
    "dynamic+",
    "nested",
    "nested multiple",
    "nested dynamic",
    "nested nested",
)
KINDS = {0: "chain", 1: "double", 5: "cell", 6: "house", 7: "contradiction"}
Rated = namedtuple("Rated", "rating technique finished ratings techniques open")
Found = namedtuple("Found", "rating technique kind source placement eliminations")


cdef class _Watch:
    """Checks signals and the clock while the rater works."""

    cdef double deadline
    cdef object raised

    def __cinit__(self, seconds):
        self.deadline = _deadline(seconds)

    cdef int settle(self) except -1:
        """Raise what a signal raised."""
        if self.raised is not None:
            raise self.raised
        return 0


cdef int _poll(void *context) noexcept with gil:
    cdef _Watch watch = <_Watch>context
    try:
        PyErr_CheckSignals()
        return _is_over(watch.deadline)
    except BaseException as error:
        watch.raised = error
        return 1


cdef class _Rater:
    """A rater and the room for its result."""

    cdef rating9_rater *c
    cdef rating9_result result

    def __cinit__(self):
        self.c = rating9_new()
        if self.c == NULL:
            raise MemoryError

    def __dealloc__(self):
        rating9_free(self.c)

    cdef rating9_status rate(self, const uint8_t *clues, _Watch watch) except *:
        cdef rating9_status status
        cdef void *context = <void *>watch
        with nogil:
            status = rating9_rate(self.c, clues, &self.result, _poll, context)
        watch.settle()
        if status == RATING9_NO_MEMORY:
            raise MemoryError
        return status


def find(masks, first, last, seconds=None):
    """Find a step by chains in any position.

    Args:
        masks: 81 numbers, bit d for digit d + 1; 0 for a filled cell.
        first: the first of the `SEARCHES` to try, by number.
        last: the last one.
        seconds: stop after about this many seconds.

    Returns:
        The rating (ten times), the technique, the kind of the conclusion (one of `KINDS`), where
        its chains start (a candidate, as cell * 9 + digit from 0; a cell; house * 9 + digit, where
        houses 0 to 8 are boxes, 9 to 17 rows, 18 to 26 columns), what is placed and what goes, as
        candidates. None if there is no such step.

    Raises:
        ValueError: there are not 81 masks of nine bits, or no such searches.
        TimeoutError: the time ended first.
    """
    cdef _Watch watch = _Watch(seconds)
    cdef uint16_t given[CELLS]
    cdef int start = first, end = last, i
    cdef rating9_move move
    cdef rating9_status status
    listed = list(masks)
    if len(listed) != CELLS:
        raise ValueError(f"expected {CELLS} masks, got {len(listed)}")
    if not 0 <= start <= end < RATING9_FIND_END:
        raise ValueError(f"expected searches from 0 to {RATING9_FIND_END - 1}, got {first} to {last}")
    for i in range(CELLS):
        if not 0 <= listed[i] < 512:
            raise ValueError(f"mask {i} is {listed[i]}, not nine bits")
        given[i] = listed[i]
    cdef _Rater rater = _Rater()
    cdef void *context = <void *>watch
    with nogil:
        status = rating9_find(rater.c, given, start, end, &move, _poll, context)
    watch.settle()
    if status == RATING9_NO_MEMORY:
        raise MemoryError
    if status == RATING9_STOPPED:
        raise TimeoutError("the time ended before a step was found")
    if status == RATING9_STUCK:
        return None
    return Found(
        move.rating,
        TECHNIQUES[move.technique],
        KINDS[move.kind],
        move.source,
        move.cell * 9 + move.digit if move.cell >= 0 else None,
        tuple([
            move.cells[i] * 9 + digit
            for i in range(move.count)
            for digit in range(9)
            if move.digits[i] >> digit & 1
        ]),
    )


def rate(clues, seconds=None):
    """Rate one puzzle.

    Args:
        clues: 81 bytes, 0 to 9, of a puzzle with one solution.
        seconds: stop after about this many seconds; the puzzle is then at least as hard as the
            result says.

    Returns:
        The rating of the hardest step, its technique, whether the puzzle was solved (False: it is
        at least that hard), and for each step its rating, its technique, and how many cells could
        be filled by singles alone at that point.

    Raises:
        ValueError: the puzzle does not have 81 cells, or a cell is above 9.
    """
    cdef _Watch watch = _Watch(seconds)
    cdef uint8_t given[CELLS]
    cdef int i
    _copy_puzzle(clues, "clues", given)
    _check_digits(given, CELLS, 0)
    cdef _Rater rater = _Rater()
    cdef bint finished = rater.rate(given, watch) == RATING9_SOLVED
    cdef rating9_result *result = &rater.result
    return Rated(
        result.rating,
        TECHNIQUES[result.technique] if result.count else None,
        finished,
        tuple([result.steps[i].rating for i in range(result.count)]),
        tuple([TECHNIQUES[result.steps[i].technique] for i in range(result.count)]),
        tuple([result.steps[i].open for i in range(result.count)]),
    )


def rate_array(clues, ratings, seconds=None):
    """Rate many puzzles: row i of the clues gets item i of the ratings.

    >>> full = bytes((3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
    >>> ratings = bytearray(3)
    >>> rate_array(full + full[:80] + bytes([0]) + full[:79] + bytes([full[80], 0]), ratings)
    3
    >>> list(ratings) == [0, 10, UNFINISHED]
    True

    Args:
        clues: rows of 81 bytes, 0 to 9, of puzzles with one solution.
        ratings: a writable byte for each row; `UNFINISHED` where no technique helps.
        seconds: stop after about this many seconds.

    Returns:
        The number of rows that were rated: all of them, unless time ran out.

    Raises:
        ValueError: the clues are not rows of 81 cells, a cell is above 9, `ratings` does not
            have one byte per row, or the buffers overlap.
    """
    cdef _Watch watch = _Watch(seconds)
    cdef _Buffer given = _Buffer(clues, "clues", 1, False)
    cdef _Buffer out = _Buffer(ratings, "ratings", 1, True)
    cdef const uint8_t *cells = <const uint8_t *>given.view.buf
    cdef uint8_t *rating = <uint8_t *>out.view.buf
    cdef uint8_t puzzle[CELLS]  # a copy: others can write to the buffer in the meantime
    cdef Py_ssize_t rows = given.view.len // CELLS
    cdef Py_ssize_t row
    cdef rating9_status status
    if given.view.len != rows * CELLS:
        raise ValueError(f"clues must be rows of 81 cells, got {given.view.len} cells")
    out.check_count(rows)
    _check_apart((given, out))
    _check_digits(cells, given.view.len, 0)
    cdef _Rater rater = _Rater()
    for row in range(rows):
        PyErr_CheckSignals()
        if _is_over(watch.deadline):
            return row
        memcpy(puzzle, cells + row * CELLS, CELLS)
        _check_digits(puzzle, CELLS, row * CELLS)
        status = rater.rate(puzzle, watch)
        if status == RATING9_STOPPED:
            return row
        rating[row] = UNFINISHED if status == RATING9_STUCK else rater.result.rating
    return rows
