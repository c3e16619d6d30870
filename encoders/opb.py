"""Pseudo-Boolean constraints in the OPB format of the PB competitions.

    * #variable= 729 #constraint= 345
    * 1 r1c1 = 1                          x1 says that r1c1 is 1
    +1 x1 +1 x2 +1 x3 = 1 ;               exactly one; = and >= are all there is

Variables are numbered as in the CNF of the extended form; there are no auxiliary ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from csp_sudoku.encoders.dimacs import meanings, stated
from csp_sudoku.encoders.solver_output import not_one_solution, values
from csp_sudoku.model import Problem

_LITERAL = re.compile(r"-?x[1-9][0-9]{0,17}")
_IMPOSSIBLE = "+1 x1 >= 2 ;"
"""A clause without literals, which the format has no words for."""


def lines(problem: Problem) -> Iterator[str]:
    r"""Yield the lines.

    >>> from csp_sudoku import CSP
    >>> csp = CSP()
    >>> _ = csp.all_different([csp.variable("a", (1, 2)), csp.variable("b", (1, 3))])
    >>> print(*lines(csp.with_values({"b": 1}).problem), sep="\n")
    * #variable= 4 #constraint= 4
    * 1 a = 1
    * 2 a = 2
    * 3 b = 1
    * 4 b = 3
    +1 x1 +1 x2 = 1 ;
    +1 x3 +1 x4 = 1 ;
    -1 x1 -1 x3 >= -1 ;
    +1 x3 >= 1 ;
    """
    cnf = stated(problem, "extended")
    at_most = dict.fromkeys(map(tuple, cnf.at_most_ones))
    exactly = {clause for clause in map(tuple, cnf.clauses) if clause in at_most}
    facts = cnf.assumptions(problem.masks)
    count = len(cnf.clauses) + len(at_most) - len(exactly) + len(facts)
    yield f"* #variable= {max(1, cnf.top)} #constraint= {count}"
    yield from (f"* {x} {meaning}" for x, meaning in enumerate(meanings(cnf), start=1))
    for clause in cnf.clauses:
        yield _sum(clause, "=" if tuple(clause) in exactly else ">=", 1)
    for group in at_most:
        if group not in exactly:
            yield _sum([-x for x in group], ">=", len(group) - 1)
    yield from (_sum([fact], ">=", 1) for fact in facts)


def decode(problem: Problem, output: str) -> list[int]:
    """Return a code for each variable, from the `v` lines of a solver."""
    literals: list[int] = []
    for word in values(output):
        if not _LITERAL.fullmatch(word):
            raise not_one_solution(f"{word!r} is no literal")
        literals.append(int(word.replace("x", "")))
    if len(set(map(abs, literals))) < len(literals):
        raise not_one_solution("more than one solution")
    return stated(problem, "extended").decode(literals)


def _sum(literals: Sequence[int], relation: str, bound: int) -> str:
    """Say how many of these literals are true; one that is negated counts as 1 - x."""
    if not literals:
        return _IMPOSSIBLE
    terms = " ".join([f"+1 x{x}" if x > 0 else f"-1 x{-x}" for x in literals])
    return f"{terms} {relation} {bound - sum(x < 0 for x in literals)} ;"
