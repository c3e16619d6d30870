"""A MiniZinc model: an array of integers, a constraint `alldifferent` for each group.

Values that are no whole numbers are numbered from 1; the output names them as they are. It has a
line `NAME = VALUE` for each variable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from csp_sudoku.bits import members
from csp_sudoku.encoders.names import are_numbers, labels, numbers, one_line
from csp_sudoku.encoders.slots import groups
from csp_sudoku.encoders.solver_output import not_one_solution
from csp_sudoku.model import Problem

_END = "----------"


def lines(problem: Problem) -> Iterator[str]:
    r"""Yield the lines.

    >>> from csp_sudoku import CSP
    >>> csp = CSP()
    >>> _ = csp.all_different([csp.variable(name, (1, 2, 5)) for name in "ab"], "pair")
    >>> print(*lines(csp.with_values({"a": 2}).problem), sep="\n")
    include "alldifferent.mzn";
    array[1..2] of string: name = [
      "a",
      "b",
    ];
    array[1..2] of var {1, 2, 5}: x;
    constraint x[1] = 2; % a
    constraint alldifferent([x[1], x[2]]); % pair
    solve satisfy;
    output [name[i] ++ " = " ++ show(x[i]) ++ "\n" | i in 1..2];
    """
    csp = problem.csp
    names, number = labels(csp.variables), numbers(csp)
    yield 'include "alldifferent.mzn";'
    yield from _strings("name", names)
    shown = "show(x[i])"
    if not are_numbers(csp):
        yield from _strings("value", labels(csp.values))
        shown = "value[fix(x[i])]"
    yield f"array[1..{len(names)}] of var {_set(sorted(number))}: x;"
    for v, mask in enumerate(problem.masks):
        domain = sorted(number[code] for code in members(mask))
        if len(domain) == 1:
            yield f"constraint x[{v + 1}] = {domain[0]}; % {names[v]}"
        elif len(domain) < len(number):
            yield f"constraint x[{v + 1}] in {_set(domain)}; % {names[v]}"
    for constraint, group in zip(csp.constraints, groups(csp), strict=True):
        if len(group) > 1:
            listed = ", ".join([f"x[{v + 1}]" for v in group])
            yield f"constraint alldifferent([{listed}]); % {one_line(constraint)}"
    yield "solve satisfy;"
    yield f'output [name[i] ++ " = " ++ {shown} ++ "\\n" | i in 1..{len(names)}];'


def decode(problem: Problem, output: str) -> list[int]:
    """Return a code for each variable, from the lines that the output item prints."""
    names = labels(problem.csp.variables)
    code = {label: i for i, label in enumerate(labels(problem.csp.values))}
    rows = list(takewhile(_END.__ne__, output.splitlines()))
    if len(rows) != len(names):
        raise not_one_solution(f"{len(rows)} lines for {len(names)} variables")
    found = []
    for name, row in zip(names, rows, strict=True):
        value = row.removeprefix(f"{name} = ")
        if value not in code:
            raise not_one_solution(f"{row!r} says no value of {name}")
        found.append(code[value])
    return found


def _strings(name: str, texts: Sequence[str]) -> Iterator[str]:
    yield f"array[1..{len(texts)}] of string: {name} = ["
    for text in texts:
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        yield f'  "{escaped}",'
    yield "];"


def _set(numbers: Sequence[int]) -> str:
    """Write a set of numbers, as a range if it is one.

    >>> _set([1, 2, 3]), _set([2, 5]), _set([])
    ('1..3', '{2, 5}', '{}')
    """
    if len(numbers) > 1 and list(numbers) == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"{numbers[0]}..{numbers[-1]}"
    return "{" + ", ".join(map(str, numbers)) + "}"
