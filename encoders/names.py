"""What variables, values and groups are called in a text that a stranger's program reads.

Names and values of a CSP are any hashable objects. A text needs names of one line each, no two of
them the same; some formats take only some characters, or only whole numbers for values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from csp_sudoku.model import CSP, Value

LARGEST = 2**30
"""Solvers that compute with 32 bits take values below this."""


def one_line(thing: object) -> str:
    r"""Return what a thing is called, with escapes for what does not print.

    >>> print(one_line("two\nlines"))
    two\nlines
    """
    text = str(thing)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def labels(things: Iterable[object]) -> list[str]:
    """Return a name of one line for each thing, no two of them the same.

    >>> labels(["red", 1]), labels(["1", 1])
    (['red', '1'], ["'1'", '1'])
    """
    named = list(things)
    for name in (one_line, lambda thing: one_line(repr(thing))):
        found = [name(thing) for thing in named]
        if len(set(found)) == len(found):
            return found
    return [f"{name} #{number}" for number, name in enumerate(found, start=1)]


def value_labels(csp: CSP) -> dict[Value, str]:
    """Return a name of one line for each value of a structure, no two of them the same."""
    return csp.shared("value labels", _value_labels)


def _value_labels(csp: CSP) -> dict[Value, str]:
    return dict(zip(csp.values, labels(csp.values), strict=True))


def identifiers(wanted: Sequence[str], legal: re.Pattern[str], prefix: str) -> list[str]:
    """Return the wanted names if all of them are legal and different, else the prefix and numbers.

    >>> identifiers(["WA", "NT"], re.compile("[A-Z]+"), "x")
    ['WA', 'NT']
    >>> identifiers(["WA", "N T"], re.compile("[A-Z]+"), "x")
    ['x1', 'x2']
    """
    if len(set(wanted)) == len(wanted) and all(map(legal.fullmatch, wanted)):
        return list(wanted)
    return [f"{prefix}{number}" for number in range(1, len(wanted) + 1)]


def numbers(csp: CSP) -> list[int]:
    """Return a whole number for each value: itself if all are such, else its place, from 1.

    >>> from csp_sudoku import boards
    >>> numbers(boards.sudoku(2, 2).csp)
    [1, 2, 3, 4]
    """
    return csp.shared("numbers", _numbers)


def are_numbers(csp: CSP) -> bool:
    """Whether the values are whole numbers, of a size that every solver takes."""
    return all(type(value) is int and abs(value) < LARGEST for value in csp.values)


def _numbers(csp: CSP) -> list[int]:
    if are_numbers(csp):
        return [value for value in csp.values if isinstance(value, int)]
    return list(range(1, len(csp.values) + 1))
