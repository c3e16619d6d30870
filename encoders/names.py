"""What variables, values and groups are called in a text that a stranger's program reads.

Names and values of a CSP are any hashable objects. A text needs names of one line each, no two of
them the same; some formats take only some characters, or only whole numbers for values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from csp_sudoku.model import CSP, Value, Variable
from csp_sudoku.model.expressions import is_number

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


def labels(things: Iterable[object], taken: Iterable[str] = ()) -> list[str]:
    """Return a name of one line for each thing, no two of them the same, and none of those taken.

    >>> labels(["red", 1]), labels(["1", 1]), labels(["red", "1"], taken=["1"])
    (['red', '1'], ["'1'", '1'], ["'red'", "'1'"])
    """
    named, before = list(things), set(taken)
    for name in (one_line, lambda thing: one_line(repr(thing))):
        found = [name(thing) for thing in named]
        if len(set(found)) == len(found) and before.isdisjoint(found):
            return found
    return [f"{name} #{number}" for number, name in enumerate(found, start=1)]


def own_variables(csp: CSP) -> Sequence[Variable]:
    """Return the model's own variables, without the auxiliary ones behind them."""
    return csp.variables[: len(csp.variables) - csp.auxiliary]


def variable_labels(csp: CSP) -> list[str]:
    """Return a name of one line for each variable of the model's own, no two of them the same."""
    return csp.shared("variable labels", lambda base: labels(own_variables(base)))


def value_labels(csp: CSP) -> dict[Value, str]:
    """Return a name of one line for each value that the model's own variables may have."""
    return csp.shared("value labels", _value_labels)


def _value_labels(csp: CSP) -> dict[Value, str]:
    values = values_of(own_variables(csp))
    return dict(zip(values, labels(values), strict=True))


def values_of(variables: Iterable[Variable]) -> list[Value]:
    """Return all values of some variables, each once, in the order of appearance."""
    domains = dict.fromkeys(variable.domain for variable in variables)
    return list(dict.fromkeys(value for domain in domains for value in domain))


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


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number, of a size that every solver takes."""
    return is_number(value) and -LARGEST < value < LARGEST and int(value) == value


def numbers(values: Sequence[Any]) -> dict[Value, int]:
    """Return a whole number for each value: itself if it is one, else the next above all of those.

    >>> numbers([4, "red", 2]), numbers(["red", "blue"])
    ({4: 4, 2: 2, 'red': 5}, {'red': 1, 'blue': 2})
    """
    found: dict[Value, int] = {value: int(value) for value in filter(is_whole, values)}
    others = (value for value in values if value not in found)
    return found | {value: n for n, value in enumerate(others, start=max([0, *found.values()]) + 1)}
