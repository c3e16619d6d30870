# cython: language_level=3, freethreading_compatible=True
"""A small checker of refutations: forward, by unit propagation alone, independent of any solver."""

include "arguments.pxi"

from cpython.bytes cimport PyBytes_AS_STRING
from cpython.exc cimport PyErr_CheckSignals

from enum import Enum
from typing import NamedTuple


cdef extern from "rup.h" nogil:
    ctypedef enum rup_status:
        RUP_PAUSED
        RUP_NO_MEMORY
        RUP_BAD_CLAUSES
        RUP_STOPPED
    ctypedef struct rup_text:
        uint64_t line
    ctypedef struct rup_checker:
        rup_text clauses
        rup_text proof
        uint64_t added
        uint64_t deleted
    ctypedef int (*rup_is_over)(void *deadline) noexcept
    void rup_begin(rup_checker *checker, const char *clauses, size_t clauses_size,
                   const char *proof, size_t proof_size, rup_is_over is_over, void *deadline)
    rup_status rup_run(rup_checker *checker, uint64_t effort)
    void rup_end(rup_checker *checker)


# Signals and the clock are checked each time this much effort is spent: every few milliseconds.
cdef uint64_t SLICE = 1 << 19


cdef int is_over(void *deadline) noexcept with gil:
    return _is_over((<double *>deadline)[0])


class ProofResult(Enum):
    """The result of checking a proof; numbered as in rup.h."""

    REFUTED = 1
    """Every step follows by unit propagation, and one is the empty clause."""
    UNFINISHED = 2
    """Every step follows, but none is the empty clause."""
    UNFOUNDED = 3
    """A step of the proof does not follow."""
    BAD_CLAUSES = 4
    """The clauses are not a DIMACS text."""
    BAD_PROOF = 5
    """The proof is not a DRAT text over the variables of the clauses."""


class Finding(NamedTuple):
    """The result, the line (from 1 up) at which the check stopped, and how many steps it took."""

    verdict: ProofResult
    line: int
    added: int
    deleted: int


def examine(bytes clauses not None, bytes proof not None, seconds=None):
    """Check that a proof refutes clauses.

    A step is a line: numbers with a blank after each, then 0. A leading d deletes a clause.

    Args:
        clauses: A DIMACS text with one clause per line.
        proof: A DRAT text.
        seconds: The time limit.

    Raises:
        TimeoutError: Time ran out before the verdict.

    >>> square = b"p cnf 2 4\\n1 2 0\\n-1 2 0\\n1 -2 0\\n-1 -2 0\\n"
    >>> examine(square, b"1 0\\n0\\n").verdict
    <ProofResult.REFUTED: 1>
    >>> examine(square, b"0\\n")
    Finding(verdict=<ProofResult.UNFOUNDED: 3>, line=1, added=0, deleted=0)
    """
    cdef double deadline = _deadline(seconds)
    cdef rup_checker checker
    cdef rup_status status = RUP_PAUSED
    rup_begin(&checker, PyBytes_AS_STRING(clauses), len(clauses),
              PyBytes_AS_STRING(proof), len(proof), is_over, &deadline)
    try:
        while status == RUP_PAUSED:
            if _is_over(deadline):
                status = RUP_STOPPED
                break
            with nogil:
                status = rup_run(&checker, SLICE)
            PyErr_CheckSignals()
        if status == RUP_STOPPED:
            raise TimeoutError("the time ended before the proof was checked")
        if status == RUP_NO_MEMORY:
            raise MemoryError
        text = checker.clauses if status == RUP_BAD_CLAUSES else checker.proof
        return Finding(ProofResult(<int>status), text.line, checker.added, checker.deleted)
    finally:
        rup_end(&checker)
