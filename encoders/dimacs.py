"""CNF in the DIMACS format, which every SAT solver reads.

    c 1 r1c1 = 1            literal 1 says that r1c1 is 1
    p cnf 729 12008         variables and clauses
    c p show 1 2 3 0        the literals that comments explain, where there are others
    1 2 3 4 5 6 7 8 9 0     one clause per line

Literals are numbered as in `encoders.cnf`: for n values each, n * i + v says that variable i
(counted from 0) has the value number v. Numbers above those that a comment explains are auxiliary:
model counters that read the line `c p show` count solutions, however often each of them repeats in
the auxiliary literals. (In the minimal form, which may give a variable two values, models are more
than solutions all the same.) In the reduced form there are only the literals that the problem
leaves open.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count

from csp_sudoku.encoders.at_most_one import ENCODINGS
from csp_sudoku.encoders.cnf import Cnf, encode, reduce
from csp_sudoku.encoders.names import value_labels, variable_labels
from csp_sudoku.encoders.solver_output import not_one_solution, values
from csp_sudoku.errors import ModelError
from csp_sudoku.model import Problem

_LITERAL = re.compile(r"-?[0-9]{1,18}")


def lines(problem: Problem, form: str = "extended", at_most_one: str = "pairwise") -> Iterator[str]:
    r"""Yield the lines; the clauses of at-most-one are made on the way, and kept nowhere.

    >>> from csp_sudoku import Puzzle
    >>> print(*lines(Puzzle([0]).problem), sep="\n")
    c 1 r1c1 = 1
    p cnf 1 1
    1 0
    """
    if at_most_one not in ENCODINGS:
        raise ModelError(
            f"unknown at-most-one encoding {at_most_one!r}", fix=f"use {', '.join(ENCODINGS)}"
        )
    cnf = stated(problem, form)
    facts = [] if form == "reduced" else cnf.assumptions(problem.masks)
    clauses, top = len(cnf.clauses) + len(facts), cnf.top
    for size, times in Counter(map(len, cnf.at_most_ones)).items():
        more, auxiliary = _size(at_most_one, size)
        clauses += more * times
        top += auxiliary * times
    own = 0
    for own, meaning in enumerate(meanings(cnf), start=1):
        yield f"c {own} {meaning}"
    yield f"p cnf {top} {clauses}"
    if top > own:
        yield " ".join(map(str, ["c p show", *range(1, own + 1), 0]))
    for clause in cnf.clauses:
        yield " ".join(map(str, [*clause, 0]))
    fresh = count(cnf.top + 1).__next__
    for group in cnf.at_most_ones:
        for clause in ENCODINGS[at_most_one](group, fresh):
            yield " ".join(map(str, clause)) + " 0"
    yield from (f"{fact} 0" for fact in facts)


def decode(problem: Problem, output: str, form: str = "extended", **_: str) -> Sequence[int]:
    """Return a code for each variable, from the `v` lines of a solver."""
    literals: list[int] = []
    for word in values(output):
        if not _LITERAL.fullmatch(word):
            raise not_one_solution(f"{word!r} is no literal")
        if int(word) == 0:
            break
        literals.append(int(word))
    return list(stated(problem, form).decode(literals))


def stated(problem: Problem, form: str) -> Cnf:
    """Return the clauses of a problem's structure, or of what it leaves open; at most one apart."""
    if form == "reduced":
        return reduce(problem, "native")
    return encode(problem.csp, form, "native")


def meanings(cnf: Cnf) -> Iterator[str]:
    """Yield what each literal of the model's own variables says, as `r1c1 = 1`."""
    names, values, variables = variable_labels(cnf.csp), value_labels(cnf.csp), cnf.csp.variables
    for v, code in cnf.meaning:
        if v == len(names):  # auxiliary variables stand behind the others
            return
        yield f"{names[v]} = {values[variables[v].domain[code]]}"


def _size(at_most_one: str, size: int) -> tuple[int, int]:
    """Return how many clauses and auxiliary variables a group of this size takes."""
    auxiliary = count(size + 1)
    clauses = sum(1 for _ in ENCODINGS[at_most_one](range(1, size + 1), auxiliary.__next__))
    return clauses, next(auxiliary) - size - 1
