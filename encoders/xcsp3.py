"""An XCSP3 instance (XML): a variable with its domain each, and an allDifferent for each group.

Values that are no whole numbers are numbered from 1, and a note tells which is which. Clues are an
instantiation, as is the custom; ACE 2.6 stumbles over small groups of unequal domains. Candidates
are a table of one column, as is the domain of a variable in no group: solvers leave out whatever no
constraint speaks of. A variable that has no value left gets one all the same, and is to differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from xml.sax.saxutils import quoteattr

from csp_sudoku.bits import members
from csp_sudoku.encoders.names import are_numbers, identifiers, labels, numbers, one_line
from csp_sudoku.encoders.slots import groups
from csp_sudoku.encoders.solver_output import not_one_solution
from csp_sudoku.model import CSP, Problem

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_INSTANTIATION = re.compile(r"<list>(.*?)</list>\s*<values>(.*?)</values>", re.DOTALL)
_TIMES = re.compile(r"[0-9]{1,18}")
_NOTHING = "0"
"""The domain of a variable without a value: the format has no empty ones."""


def lines(problem: Problem) -> Iterator[str]:
    r"""Yield the lines.

    >>> from csp_sudoku import CSP
    >>> csp = CSP()
    >>> _ = csp.all_different([csp.variable(name, (1, 2, 5)) for name in "ab"], "pair")
    >>> print(*lines(csp.with_values({"a": 2}).problem), sep="\n")
    <instance format="XCSP3" type="CSP">
      <variables>
        <var id="a"> 1 2 5 </var>
        <var id="b"> 1 2 5 </var>
      </variables>
      <constraints>
        <instantiation> <list> a </list> <values> 2 </values> </instantiation>
        <allDifferent note="pair"> a b </allDifferent>
      </constraints>
    </instance>
    """
    csp = problem.csp
    members = groups(csp)
    ids, names = _ids(csp), labels(csp.variables)
    yield '<instance format="XCSP3" type="CSP">'
    yield f"  <variables{_legend(csp)}>"
    for v, mask in enumerate(problem.masks):
        note = "" if names[v] == ids[v] else _note(names[v])
        domain = _domain(csp, csp.problem.masks[v]) if mask else _NOTHING
        yield f'    <var id="{ids[v]}"{note}> {domain} </var>'
    yield "  </variables>"
    yield "  <constraints>"
    yield from _narrowed(problem, ids, {v for group in members if len(group) > 1 for v in group})
    for constraint, group in zip(csp.constraints, members, strict=True):
        if len(group) > 1:
            listed = " ".join([ids[v] for v in group])
            yield f"    <allDifferent{_note(str(constraint))}> {listed} </allDifferent>"
    yield "  </constraints>"
    yield "</instance>"


def decode(problem: Problem, output: str) -> list[int]:
    """Return a code for each variable, from an instantiation as solvers print it."""
    text = "\n".join(line.removeprefix("v ") for line in output.splitlines())
    found = _INSTANTIATION.findall(text)
    if len(found) != 1:
        raise not_one_solution(f"{len(found)} instantiations")
    ids = found[0][0].split()
    listed = list(islice(_unfolded(found[0][1].split()), len(ids)))
    code = {str(number): i for i, number in enumerate(numbers(problem.csp))}
    value = dict(zip(ids, listed, strict=False))
    return [code.get(value.get(name, ""), -1) for name in _ids(problem.csp)]


def _narrowed(problem: Problem, ids: Sequence[str], grouped: set[int]) -> Iterator[str]:
    """Say what the problem fixes and narrows, and name the variables that no group names."""
    csp = problem.csp
    fixed = {ids[v]: _domain(csp, mask) for v, mask in enumerate(problem.masks) if _is_one(mask)}
    if fixed:
        listed, values = " ".join(fixed), " ".join(fixed.values())
        inside = f"<list> {listed} </list> <values> {values} </values>"
        yield f"    <instantiation> {inside} </instantiation>"
    for v, (mask, whole) in enumerate(zip(problem.masks, csp.problem.masks, strict=True)):
        if not mask:
            yield f"    <intension> ne({ids[v]},{_NOTHING}) </intension>"
        elif not _is_one(mask) and (mask != whole or v not in grouped):
            inside = f"<list> {ids[v]} </list> <supports> {_domain(csp, mask)} </supports>"
            yield f"    <extension> {inside} </extension>"


def _is_one(mask: int) -> bool:
    return mask.bit_count() == 1


def _domain(csp: CSP, mask: int) -> str:
    number = numbers(csp)
    return " ".join(map(str, sorted(number[code] for code in members(mask))))


def _ids(csp: CSP) -> list[str]:
    return identifiers(labels(csp.variables), _ID, "x")


def _legend(csp: CSP) -> str:
    """Return a note that says which number stands for which value, if that is not plain."""
    if are_numbers(csp):
        return ""
    named = zip(numbers(csp), labels(csp.values), strict=True)
    return _note(", ".join(f"{number} = {value}" for number, value in named))


def _note(text: str) -> str:
    return f" note={quoteattr(one_line(text))}"


def _unfolded(words: Iterable[str]) -> Iterator[str]:
    """Write out what is folded: 7x3 stands for 7 7 7.

    >>> list(_unfolded(["7x3", "1"]))
    ['7', '7', '7', '1']
    """
    for word in words:
        value, _, times = word.partition("x")
        if times and not _TIMES.fullmatch(times):
            raise not_one_solution(f"{word!r} is no value")
        yield from repeat(value, int(times or 1))
