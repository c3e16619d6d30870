"""What is asked of objects that a caller gives: can they be iterated, which number are they?

An object may claim anything. What it raises itself passes through; what Python raises about it
does not.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, TypeGuard


def is_iterable(thing: object) -> TypeGuard[Iterable[Any]]:
    """Whether an object can be iterated.

    >>> is_iterable([1]), is_iterable(1)
    (True, False)
    """
    if not isinstance(thing, Iterable):
        return False
    try:
        iter(thing)
    except TypeError:  # it says that it can be iterated, and returns something else
        return False
    return True


def whole_number(thing: object) -> int | None:
    """Return the whole number that an object is; None if it is not one.

    >>> whole_number(3), whole_number(3.5)
    (3, None)
    """
    try:
        return operator.index(thing)  # type: ignore[arg-type]
    except TypeError:
        return None
