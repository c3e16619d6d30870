"""An XCSP3 instance (XML): a variable with its domain each, and an allDifferent for each group.

Values that are no whole numbers are numbered from 1, and a note tells which is which. A variable
that has no value left gets one all the same, and the condition that it differs from that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import quoteattr

from csp_sudoku.encoders.names import are_numbers, identifiers, labels, numbers, one_line
from csp_sudoku.encoders.slots import codes, groups
from csp_sudoku.encoders.solver_output import not_one_solution
from csp_sudoku.model import CSP, Problem

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_INSTANTIATION = re.compile(r"<list>(.*?)</list>\s*<values>(.*?)</values>", re.DOTALL)
_NOTHING = "0"
"""The domain of a variable without a value: the format has no empty ones."""


def lines(problem: Problem) -> Iterator[str]:
    """Yield the lines.

    >>> from csp_sudoku import CSP
    >>> csp = CSP()
    >>> _ = csp.all_different([csp.variable(name, (1, 2, 5)) for name in "ab"], "pair")
    >>> print(*lines(csp.with_values({"a": 2}).problem), sep="\\n")
    <instance format="XCSP3" type="CSP">
      <variables>
        <var id="a"> 2 </var>
        <var id="b"> 1 2 5 </var>
      </variables>
      <constraints>
        <allDifferent note="pair"> a b </allDifferent>
      </constraints>
    </instance>
    """
    csp = problem.csp
    members = groups(csp)
    ids, names, number = _ids(csp), labels(csp.variables), numbers(csp)
    yield '<instance format="XCSP3" type="CSP">'
    yield f"  <variables{_legend(csp)}>"
    for v, mask in enumerate(problem.masks):
        note = "" if names[v] == ids[v] else _note(names[v])
        domain = " ".join(map(str, sorted(number[code] for code in codes(mask)))) or _NOTHING
        yield f'    <var id="{ids[v]}"{note}> {domain} </var>'
    yield "  </variables>"
    yield "  <constraints>"
    for constraint, group in zip(csp.constraints, members, strict=True):
        if len(group) > 1:
            listed = " ".join([ids[v] for v in group])
            yield f"    <allDifferent{_note(str(constraint))}> {listed} </allDifferent>"
    for v, mask in enumerate(problem.masks):
        if not mask:
            yield f"    <intension> ne({ids[v]},{_NOTHING}) </intension>"
    yield "  </constraints>"
    yield "</instance>"


def decode(problem: Problem, output: str) -> list[int]:
    """Return a code for each variable, from an instantiation as solvers print it."""
    text = "\n".join(line.removeprefix("v ") for line in output.splitlines())
    found = _INSTANTIATION.findall(text)
    if len(found) != 1:
        raise not_one_solution(f"{len(found)} instantiations")
    ids, listed = found[0][0].split(), list(_unfolded(found[0][1].split()))
    code = {str(number): i for i, number in enumerate(numbers(problem.csp))}
    value = dict(zip(ids, listed, strict=False))
    return [code.get(value.get(name, ""), -1) for name in _ids(problem.csp)]


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
        yield from [value] * int(times or 1)
