"""Exact cover in the text form of Knuth's programs (dlx1, dlx2, xcc and their kin).

    | 1=5 row 1 = 5               a comment: what an item stands for
    r1c1 r1c2 1=1 1=2 | 30=1      all items, secondary ones behind the bar
    r1c1 1=1 10=1 19=1            an option a line: r1c1 is 1

Each variable is an item, and so is each value of a group: 1=5 is the 5 of the first group. Values
that need not appear in their group are secondary. dlx1 takes item names of up to 8 characters:
where names are longer, the items are numbered, and the comments say what they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from csp_sudoku.encoders.exact_cover import encode
from csp_sudoku.encoders.groups_alone import require_groups
from csp_sudoku.encoders.names import identifiers, labels, one_line, value_labels
from csp_sudoku.encoders.slots import groups, slots
from csp_sudoku.encoders.solver_output import not_one_solution
from csp_sudoku.model import CSP, Problem

_VARIABLE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,7}")
_VALUE = re.compile(r"(?=.{1,8}$)[0-9]+=[A-Za-z0-9_.+-]+")


def lines(problem: Problem) -> Iterator[str]:
    r"""Yield the lines; options that the problem's masks rule out are left away.

    >>> from csp_sudoku import CSP
    >>> csp = CSP()
    >>> _ = csp.all_different([csp.variable(name, (1, 2, 3)) for name in "ab"], "pair")
    >>> print(*lines(csp.with_values({"a": 2}).problem), sep="\n")
    | 1=1 pair = 1
    | 1=2 pair = 2
    | 1=3 pair = 3
    a b | 1=1 1=2 1=3
    a 1=2
    b 1=1
    b 1=2
    b 1=3
    """
    items = _items(problem.csp)
    yield from items.comments
    bar = ["|"] if len(items.names) > items.primary else []
    yield " ".join([*items.names[: items.primary], *bar, *items.names[items.primary :]])
    for (v, code), option in items.options.items():
        if problem.masks[v] >> code & 1:
            yield " ".join([items.names[item] for item in option])


def decode(problem: Problem, output: str) -> list[int]:
    """Return a code for each variable, from a solution's options, one a line as dlx1 prints."""
    items = _items(problem.csp)
    meaning = {
        frozenset(items.names[item] for item in option): meant
        for meant, option in items.options.items()
    }
    found = [-1] * len(problem.masks)
    for line in output.splitlines():
        v, code = meaning.get(frozenset(line.partition("(")[0].split()), (None, -1))
        if v is None:
            continue
        if found[v] >= 0:
            raise not_one_solution(f"more than one option for {problem.csp.variables[v]}")
        found[v] = code
    return found


class _Items(NamedTuple):
    """Items by name, the primary ones first; options by what they mean, as numbers of items."""

    names: list[str]
    primary: int
    options: dict[tuple[int, int], list[int]]
    comments: list[str]


def _items(csp: CSP) -> _Items:
    require_groups(csp, "exact cover")
    return csp.shared("items by name", _named_items)


def _named_items(csp: CSP) -> _Items:
    """Name the items; a variable in no group gets items for its values, to tell its options."""
    cover = encode(csp)
    options = {
        meant: list(cover.items[cover.offsets[o] : cover.offsets[o + 1]])
        for o, meant in enumerate(cover.meaning)
    }
    number = {id(group): n for n, group in enumerate(csp.constraints, start=1)}
    found = [
        (number[id(slot.group)], one_line(slot.group), slot.value)
        for slot in sorted(slots(csp), key=lambda slot: not slot.required)
    ]
    variables, values = labels(csp.variables), value_labels(csp)
    grouped = {v for group in groups(csp) for v in group}
    for v, code in (meant for meant in cover.meaning if meant[0] not in grouped):
        options[v, code].append(len(variables) + len(found))
        found.append((len(number) + 1 + v, variables[v], csp.variables[v].domain[code]))
    names = identifiers(variables, _VARIABLE, "x")
    comments = [f"| {n} {label}" for n, label in zip(names, variables, strict=True) if n != label]
    wanted = [f"{n}={values[value]}" for n, _, value in found]
    fitting = identifiers(wanted, _VALUE, "=")
    meanings = (f"{owner} = {values[value]}" for _, owner, value in found)
    comments += (f"| {n} {meaning}" for n, meaning in zip(fitting, meanings, strict=True))
    return _Items([*names, *fitting], cover.primary, options, comments)
