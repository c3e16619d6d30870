"""How a question ended, in one word."""

from enum import StrEnum


class Status(StrEnum):
    """How a question ended. "No solution" is a status, never an exception."""

    SOLVED = "solved"
    """There is a solution (and exactly one, where uniqueness was asked for)."""
    MULTIPLE = "multiple"
    """There are two solutions or more."""
    NONE = "none"
    """It is proven that there is no solution."""
    INVALID = "invalid"
    """The input is not a puzzle."""
    UNKNOWN = "unknown"
    """The budget ended first."""
