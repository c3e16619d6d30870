"""Pseudo-Boolean constraints in the OPB format of the PB competitions.

    * #variable= 729 #constraint= 345
    * 1 r1c1 = 1                          x1 says that r1c1 is 1
    +1 x1 +1 x2 +1 x3 = 1 ;               exactly one; = and >= are all there is

Variables are numbered as in the CNF of the extended form; those that no comment explains are
auxiliary. A sum is one line, or one for each of its bounds: what each value adds, times "the
variable has this value". In a disjunction, and where the totals are several intervals, a literal
with a large weight says that it need not hold. Everything else is clauses, as in `cnf`.

An objective is a line `min: +2 x1 -1 x5 ;` in front of the constraints; what is to be large has its
sign changed, and constants are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import singledispatch

from csp_sudoku.encoders import cnf
from csp_sudoku.encoders.dimacs import meanings
from csp_sudoku.encoders.solver_output import not_one_solution, values
from csp_sudoku.model import CSP, AnyOf, Constraint, Linear, Problem

_LITERAL = re.compile(r"-?x[1-9][0-9]{0,17}")
_IMPOSSIBLE = "+1 x1 >= 2 ;"
"""A sum without literals that is wrong: the format has no words for it."""
_ALWAYS = "+1 x1 >= 0 ;"
"""A sum without literals that is right."""

Term = tuple[int, int]
"""A weight, and a literal."""


class PseudoBoolean(cnf.Cnf):
    """Clauses, and sums of weighted literals that are at least, or exactly, some number."""

    def __init__(self, csp: CSP) -> None:
        super().__init__(csp, csp.problem.masks, "native")
        self.sums: list[tuple[list[Term], str, int]] = []
        for _ in cnf.variables(self):
            pass
        for constraint in csp.constraints:
            register(constraint, self)

    def terms(self, linear: Linear) -> list[Term]:
        """Return what a sum adds up: what each value adds, times "the variable has this value"."""
        literals = [self.literal[variable.index] for variable in linear.variables]
        return [
            (weights[code], x)
            for weights, own in zip(linear.weights, literals, strict=True)
            for code, x in own.items()
            if weights[code]
        ]

    def add_sum(self, terms: Sequence[Term], low: int | None, high: int | None) -> None:
        """Add bounds of a sum, behind the guard."""
        if low is not None and low == high and not self.guard:
            self.sums.append((list(terms), "=", low))
            return
        if low is not None:
            self._add_least(terms, low)
        if high is not None:
            self._add_least([(-weight, x) for weight, x in terms], -high)

    def _add_least(self, terms: Sequence[Term], least: int) -> None:
        slack = least - sum(min(0, weight) for weight, _ in terms)
        if slack > 0:  # else it holds anyway
            self.sums.append(([*terms, *((slack, x) for x in self.guard)], ">=", least))


def lines(problem: Problem) -> Iterator[str]:
    r"""Yield the lines.

    >>> from csp_sudoku import CSP
    >>> csp = CSP()
    >>> a, b = csp.variable("a", (1, 2)), csp.variable("b", (1, 3))
    >>> _ = csp.all_different([a, b])
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
    stated = _stated(problem.csp)
    at_most = dict.fromkeys(map(tuple, stated.at_most_ones))
    exactly = {clause for clause in map(tuple, stated.clauses) if clause in at_most}
    facts = stated.assumptions(problem.masks)
    count = len(stated.clauses) + len(at_most) - len(exactly) + len(stated.sums) + len(facts)
    yield f"* #variable= {max(1, stated.top)} #constraint= {count}"
    yield from (f"* {x} {meaning}" for x, meaning in enumerate(meanings(stated), start=1))
    if problem.csp.goal is not None:
        terms = stated.terms(problem.csp.goal.linear)
        yield from (f"min: {_added(terms)} ;" for _ in terms[:1])
    for clause in stated.clauses:
        yield _count(clause, "=" if tuple(clause) in exactly else ">=", 1)
    for group in at_most:
        if group not in exactly:
            yield _count([-x for x in group], ">=", len(group) - 1)
    yield from (_sum(*each) for each in stated.sums)
    yield from (_count([fact], ">=", 1) for fact in facts)


def decode(problem: Problem, output: str) -> Sequence[int]:
    """Return a code for each variable, from the `v` lines of a solver."""
    literals: list[int] = []
    for word in values(output):
        if not _LITERAL.fullmatch(word):
            raise not_one_solution(f"{word!r} is no literal")
        literals.append(int(word.replace("x", "")))
    if len(set(map(abs, literals))) < len(literals):
        raise not_one_solution("more than one solution")
    return list(_stated(problem.csp).decode(literals))


def _stated(csp: CSP) -> PseudoBoolean:
    return csp.shared("pseudo-Boolean", PseudoBoolean)


@singledispatch
def register(constraint: Constraint, stated: PseudoBoolean) -> None:
    """Add a constraint: in clauses, if there is nothing better."""
    cnf.register(constraint, stated)


@register.register
def _(constraint: Linear, stated: PseudoBoolean) -> None:
    terms = stated.terms(constraint)
    if len(constraint.totals) == 1:
        stated.add_sum(terms, *constraint.totals[0])
        return
    chosen = [stated.fresh() for _ in constraint.totals]
    stated.add(chosen)
    outer = stated.guard
    for selector, (low, high) in zip(chosen, constraint.totals, strict=True):
        stated.guard = [-selector]
        stated.add_sum(terms, low, high)
    stated.guard = outer


@register.register
def _(constraint: AnyOf, stated: PseudoBoolean) -> None:
    chosen = [stated.fresh() for _ in constraint.branches]
    stated.add(chosen)
    outer = stated.guard
    for selector, branch in zip(chosen, constraint.branches, strict=True):
        stated.guard = [-selector]
        for part in branch:
            register(part, stated)
    stated.guard = outer


def _count(literals: Sequence[int], relation: str, bound: int) -> str:
    """Say how many of these literals are true."""
    return _sum([(1, x) for x in literals], relation, bound)


def _sum(terms: Sequence[Term], relation: str, bound: int) -> str:
    """Say what some literals add up to; one that is negated counts as 1 - x."""
    if not terms:
        holds = bound == 0 if relation == "=" else bound <= 0
        return _ALWAYS if holds else _IMPOSSIBLE
    return f"{_added(terms)} {relation} {bound - sum(w for w, x in terms if x < 0)} ;"


def _added(terms: Sequence[Term]) -> str:
    words = [f"{weight:+} x{x}" if x > 0 else f"{-weight:+} x{-x}" for weight, x in terms]
    return " ".join(words)
