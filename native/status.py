"""How a native search stopped: one word for all of them."""

from enum import IntEnum


class Status(IntEnum):
    """Why a search came back."""

    EXHAUSTED = 0
    """There are no more solutions."""
    SOLUTION = 1
    """It stands at a solution, and can go on."""
    PAUSED = 2
    """Its budget ended, and it can go on."""
