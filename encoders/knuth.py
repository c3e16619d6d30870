"""A problem as exact cover in the text form of Knuth's programs (dlx1, dlx2, xcc and their kin).

    | 1=5 row 1 = 5               a comment: what an item stands for
    r1c1 r1c2 1=1 1=2 | 30=1      all items, secondary ones behind the bar
    r1c1 1=1 10=1 19=1            an option a line: r1c1 is 1

Each variable is an item, and so is each value of a group: 1=5 is the 5 of the first group. Values
that need not appear in their group are secondary. Items of other constraints are numbered, as #7,
and secondary ones among them have colours, as in #7:2. dlx2 takes item names of up to 8 characters
and colours of one: where names are longer, the items are numbered, and the comments say what they
stand for; an item with more than 62 colours is written as two, each with a part of the colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from csp_sudoku.encoders.exact_cover import ExactCover, encode, refusal
from csp_sudoku.encoders.names import identifiers, labels, one_line, values_of
from csp_sudoku.encoders.slots import Slot, with_branches
from csp_sudoku.encoders.solver_output import not_one_solution
from csp_sudoku.encoders.xcover import Entry, NamedCover
from csp_sudoku.errors import ModelError, UnsupportedConstraintError
from csp_sudoku.model import BASIS, CSP, Problem, Value, Variable

_VARIABLE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,7}")
_VALUE = re.compile(r"(?=.{1,8}$)[0-9]+=[A-Za-z0-9_.+-]+")
_COLOURS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


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
    text = _text(problem.csp)
    options = [
        option
        for option, meant in zip(text.cover.options, text.meaning, strict=True)
        if meant is None or problem.masks[meant[0]] >> meant[1] & 1
    ]
    yield from text.cover._replace(options=options).lines(text.comments)


def decode(problem: Problem, output: str) -> list[int]:
    """Return a code for each variable, from a solution's options, one a line as dlx1 prints."""
    text = _text(problem.csp)
    meaning = {
        frozenset(text.cover.words(option)): meant for option, meant in enumerate(text.meaning)
    }
    found = [-1] * len(problem.masks)
    for line in output.splitlines():
        meant = meaning.get(frozenset(line.partition("(")[0].split()))
        if meant is None:
            continue
        v, code = meant
        if found[v] >= 0:
            raise not_one_solution(f"more than one option for {problem.csp.variables[v]}")
        found[v] = code
    return found


class _Text(NamedTuple):
    """The problem with names, and what its options mean: a variable and a code, or nothing."""

    cover: NamedCover
    meaning: list[tuple[int, int] | None]
    comments: list[str]


def _text(csp: CSP) -> _Text:
    for constraint in with_branches(csp.constraints):
        if not isinstance(constraint, BASIS):
            raise UnsupportedConstraintError(constraint)
    reason = refusal(csp)
    if reason:
        raise ModelError(
            f"exact cover cannot say this model: {reason}",
            fix="export to cnf, opb, mzn, xcsp3 or cpsat",
        )
    return csp.shared("exact cover as text", _named)


def _named(csp: CSP) -> _Text:
    cover = encode(csp)
    names, comments = _names(csp, cover)
    colours = cover.colours or [0] * len(cover.items)
    widths = [1] * len(names)
    for item, colour in zip(cover.items, colours, strict=True):
        if colour > len(_COLOURS):
            widths[item] = 2
    meaning: list[tuple[int, int] | None] = [*cover.meaning]
    meaning += [None] * (len(cover.offsets) - 1 - len(meaning))
    options: list[list[Entry]] = []
    for option in range(len(meaning)):
        places = range(cover.offsets[option], cover.offsets[option + 1])
        options.append(
            [
                entry
                for at in places
                for entry in _entries(names[cover.items[at]], colours[at], widths[cover.items[at]])
            ]
        )
    secondary = [
        piece
        for name, width in zip(names[cover.primary :], widths[cover.primary :], strict=True)
        for piece, _ in _entries(name, 1, width)
    ]
    secondary += _tell_apart(csp, options, meaning, comments)
    return _Text(NamedCover(names[: cover.primary], secondary, options), meaning, comments)


def _entries(name: str, colour: int, width: int) -> list[Entry]:
    """Return an item as it stands in an option: twice, if its colour takes two characters."""
    if width == 1:
        return [(name, _COLOURS[colour - 1] if colour else None)]
    high, low = divmod(colour - 1, len(_COLOURS))
    if high >= len(_COLOURS):
        raise ModelError(
            f"an item would need {colour:,} colours", fix="export to cnf, opb, mzn, xcsp3 or cpsat"
        )
    pair = (_COLOURS[high], _COLOURS[low]) if colour else (None, None)
    return [(name, pair[0]), (f"{name}+", pair[1])]


def _names(csp: CSP, cover: ExactCover) -> tuple[list[str], list[str]]:
    """Return a name for each item, and comments that say what they stand for."""
    values = _value_labels(csp)
    variables = labels(csp.variables)
    called = identifiers(variables, _VARIABLE, "x")
    comments = [f"{n} {label}" for n, label in zip(called, variables, strict=True) if n != label]
    number = {id(group): n for n, group in enumerate(csp.constraints, start=1)}
    slots = [owner for owner in cover.owners if isinstance(owner, Slot)]
    wanted = [f"{number[id(slot.group)]}={values[slot.value]}" for slot in slots]
    fitting = identifiers(wanted, _VALUE, "=")
    comments += (
        f"{name} {one_line(slot.group)} = {values[slot.value]}"
        for name, slot in zip(fitting, slots, strict=True)
    )
    of_slots, of_others = iter(fitting), 0
    names: list[str] = []
    for item, owner in enumerate(cover.owners):
        if isinstance(owner, Slot):
            names.append(next(of_slots))
        elif isinstance(owner, Variable) and item < cover.primary:
            names.append(called[owner.index])
        else:
            of_others += 1
            names.append(f"#{of_others}")
            if isinstance(owner, Variable):
                about = f"the value of {variables[owner.index]}"
            else:
                about = one_line(owner)
            comments.append(f"#{of_others} {about}")
    return names, comments


def _value_labels(csp: CSP) -> dict[Value, str]:
    values = values_of(csp.variables)
    return dict(zip(values, labels(values), strict=True))


def _tell_apart(
    csp: CSP,
    options: list[list[Entry]],
    meaning: Sequence[tuple[int, int] | None],
    comments: list[str],
) -> list[str]:
    """Add items to the options of variables that would be alike; return the names of the items."""
    alike: set[int] = set()
    seen: dict[frozenset[Entry], int] = {}
    for option, meant in zip(options, meaning, strict=True):
        if meant is not None:
            key = frozenset(option)
            if key in seen:
                alike.add(meant[0])
            seen[key] = meant[0]
    values, variables = _value_labels(csp), labels(csp.variables)
    first = len(csp.constraints) + 1
    added = [(place, meant) for place, meant in enumerate(meaning) if meant and meant[0] in alike]
    told = [values[csp.variables[v].domain[code]] for _, (v, code) in added]
    names = identifiers(
        [f"{first + v}={value}" for (_, (v, _)), value in zip(added, told, strict=True)],
        _VALUE,
        "?",
    )
    for name, (place, (v, _)), value in zip(names, added, told, strict=True):
        options[place].append((name, None))
        comments.append(f"{name} {variables[v]} = {value}")
    return names
