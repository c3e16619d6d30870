"""Why a native search returned, in the same words for all of them."""

from enum import IntEnum


class Status(IntEnum):
    """Why a search returned."""

    EXHAUSTED = 0
    """There are no more solutions."""
    SOLUTION = 1
    """It found a solution, and can continue."""
    PAUSED = 2
    """Its budget is spent, and it can continue."""
