# How arguments become C numbers, and how an object takes one call at a time. Included as text in each
# module, because modules of this package cannot cimport each other.
#
# Code of the caller (__index__, __eq__, __iter__, ...) may do anything: change the list that is being
# read, call the object that is being built, answer differently each time. So every argument is
# converted once, into a C number or into memory of our own, and only the result is checked and used.

import time

from cpython.number cimport PyNumber_Index
from libc.math cimport INFINITY
from libc.stdint cimport UINT64_MAX, uint64_t


cdef extern from "Python.h":
    # With NULL it clips a number that is too large, so that one range check is enough.
    Py_ssize_t PyNumber_AsSsize_t(object, void *) except? -1

cdef extern from "<stdatomic.h>" nogil:
    ctypedef struct atomic_flag:
        pass
    bint atomic_flag_test_and_set(atomic_flag *)
    void atomic_flag_clear(atomic_flag *)


cdef inline Py_ssize_t _number(name, value, Py_ssize_t least, Py_ssize_t most) except? -1:
    """Read a number between two bounds."""
    cdef Py_ssize_t number = PyNumber_AsSsize_t(value, NULL)
    if not least <= number <= most:
        raise ValueError(f"{name} must be {least} to {most}, not {value}")
    return number


cdef inline uint64_t _amount(name, value) except? 0:
    """Read a number from 0 up; None means no limit."""
    if value is None:
        return UINT64_MAX
    number = PyNumber_Index(value)
    if number < 0:
        raise ValueError(f"{name} must be 0 or more, not {number}")
    return min(number, UINT64_MAX)


cdef inline uint64_t _word(value) except? 0:
    """Read a number of any size; its lowest 64 bits count."""
    return PyNumber_Index(value) & UINT64_MAX


cdef inline int _choice(tuple names, name, value) except -1:
    """Return the index of a name, or raise an error that lists the names."""
    try:
        return names.index(value)
    except ValueError:
        raise ValueError(f"{name} must be one of {', '.join(names)}, not {value!r}") from None


cdef inline double _deadline(seconds) except? -1:
    """Return the time of the clock after this many seconds; None means no limit."""
    if seconds is None:
        return INFINITY
    cdef double limit = seconds
    if not limit >= 0:  # also refuses "not a number"
        raise ValueError(f"seconds must be 0 or more, not {seconds}")
    return limit + <double>time.monotonic()


cdef inline bint _is_over(double deadline) except -1:
    return deadline != INFINITY and <double>time.monotonic() >= deadline


cdef inline int _check_complete(bint is_complete) except -1:
    """Refuse an object that the garbage collector showed before its constructor was finished."""
    if not is_complete:
        raise RuntimeError(
            "this object is not complete: its constructor is still running or raised an error"
        )
    return 0


cdef inline int _claim(bint is_complete, atomic_flag *busy) except -1:
    """Begin a call on an object; atomic_flag_clear(busy) ends it."""
    _check_complete(is_complete)
    if atomic_flag_test_and_set(busy):
        raise RuntimeError("this object is already running: it takes one call at a time")
    return 0
