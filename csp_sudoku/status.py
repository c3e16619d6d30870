"""How a question ended, in one word."""

from enum import StrEnum


class Status(StrEnum):
    """How a question ended. "No solution" is a status, never an exception."""

    SOLVED = "solved"
    """There is a solution (and exactly one, where uniqueness was asked for); if the model has an
    objective, it is proven that no solution is better."""
    BEST = "best"
    """There is a solution, the best so far: the budget ended before it was proven optimal."""
    MULTIPLE = "multiple"
    """There are two solutions or more."""
    NONE = "none"
    """It is proven that there is no solution."""
    INVALID = "invalid"
    """The input is not a puzzle."""
    UNKNOWN = "unknown"
    """The budget ended first."""
