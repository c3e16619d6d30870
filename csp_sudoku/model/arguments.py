"""Checks of what a caller gives to a model, before anything is built from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from csp_sudoku.border import is_iterable
from csp_sudoku.errors import ModelError, shown

T = TypeVar("T")


def each(things: Iterable[T], what: str) -> tuple[T, ...]:
    """Return what stands in an iterable; refuse what is not one."""
    if not is_iterable(things):
        raise ModelError(f"{shown(things)} as {what}", fix="give a list, or anything like it")
    return tuple(things)


def pairs(mapping: Mapping[Any, T]) -> Iterable[tuple[Any, T]]:
    """Return what stands in a dictionary by variable or name; refuse what is not one."""
    if not isinstance(mapping, Mapping):
        fix = "give a dictionary by variable or name"
        raise ModelError(f"{shown(mapping)} where values of variables belong", fix=fix)
    return mapping.items()


def is_hashable(thing: object) -> bool:
    """Whether an object can be a key of a dictionary."""
    try:
        hash(thing)
    except TypeError:  # in a tuple, only this tells
        return False
    return True


def unhashable(*things: object) -> ModelError:
    """Return the error for what can be neither a name nor a value, as it has no hash."""
    odd = next(thing for thing in things if not is_hashable(thing))
    fix = "use numbers, strings, tuples of them or the like"
    return ModelError(f"{shown(odd)} can be neither a name nor a value", fix=fix)
