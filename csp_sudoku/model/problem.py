"""The problem that backends are asked, and the gate that their answers pass.

Backends see a `Problem`: the structure reduced to the basis, with auxiliary variables behind the
model's own, and one mask per variable. Auxiliary variables are never part of a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from csp_sudoku.errors import WrongAnswerError
from csp_sudoku.model.constraints import AllDifferent, Constraint, Contradiction
from csp_sudoku.model.expressions import Name, Value, Variable
from csp_sudoku.native.check import Groups

if TYPE_CHECKING:
    from csp_sudoku.model.csp import CSP

Codes: TypeAlias = Sequence[int]
"""A solution: for each variable the place of its value in the variable's domain."""


class Assignment(dict[Name, Value]):
    """A solution: values by the names of the variables, or by the variables themselves.

    >>> x = Variable("x", 0, (1, 2))
    >>> Assignment({"x": 2})[x]
    2
    """

    def __missing__(self, key: object) -> Value:
        if isinstance(key, Variable) and key.name in self:
            return self[key.name]
        raise KeyError(key)


class Problem(NamedTuple):
    """What a backend is asked: a structure of the basis, and for each variable what it may be.

    Bit i of a variable's mask stands for the value number i of its domain. Everything that is built
    from the structure is shared; the masks are all that one question adds to it. Auxiliary
    variables stand behind the model's own; whoever asks with masks for those alone has the rest
    added by `of`.
    """

    csp: CSP
    masks: Sequence[int]

    def of(self, masks: Sequence[int]) -> Problem:
        """Return the problem with other masks for the model's own variables."""
        if len(masks) == len(self.masks):
            return Problem(self.csp, masks)
        return Problem(self.csp, [*masks, *self.masks[len(masks) :]])

    def with_clique_fixed(self) -> tuple[Problem, Sequence[int]] | None:
        """Return a problem to find one solution by, and what it fixes: see `model.symmetry`.

        None unless all values are interchangeable. Never to be used for a count.
        """
        from csp_sudoku.model.symmetry import clique_fixed

        return clique_fixed(self)

    def strengthened(self, rules: frozenset[str], pulse: Callable[[], object] = bool) -> Problem:
        """Return the problem with what follows by some rules: see `model.strengthening`.

        Sums that are said by a value set are left out. `pulse` is called often, and may raise to
        stop.
        """
        if not rules:
            return self
        strong = self.csp.shared(
            ("strengthened", rules), lambda base: _strengthened(base, rules, pulse)
        )
        return self if strong is None else Problem(strong, self.masks)

    @property
    def own(self) -> int:
        """How many variables are the model's own: the others are auxiliary."""
        return len(self.masks) - self.csp.auxiliary

    def assignment(self, codes: Codes) -> dict[Name, Value]:
        """Return values by name, from a code for each variable; auxiliary ones are left out."""
        own = self.csp._structure.variables[: self.own]
        return {variable.name: variable.domain[codes[variable.index]] for variable in own}

    def checked(self, codes: Codes, who: str) -> Codes:
        """Return a solution that `who` found, if it is one: the gate that all answers pass.

        Raises WrongAnswerError if it is not: a defect of whoever found it, never hidden.
        """
        wrong = self.violation(codes)
        if wrong:
            raise WrongAnswerError(f"{who} gave a wrong answer: {wrong}")
        return codes

    def violation(self, codes: Codes) -> Contradiction | None:
        """Return why these values are not a solution; None if they are. Linear, and native.

        The model's own constraints are asked, not what they were reduced to.
        """
        origin: CSP = self.csp.shared("origin", lambda base: base)
        variables = origin._structure.variables
        for variable, mask, code in zip(variables, self.masks, codes, strict=False):
            if not mask >> code & 1:
                value = variable.domain[code]
                return Contradiction(f"{variable} cannot be {value}", (variable,))
        groups = origin.shared("groups", _AllGroups)
        clash = groups.clash(codes)
        if clash is not None:
            return clash
        others = origin.shared("others", _other_constraints)
        objective = origin.objective
        if not others and objective is None:
            return None
        values = {v: v.domain[code] for v, code in zip(variables, codes, strict=False)}
        broken = next((c for c in others if not c.check(values)), None)
        if broken is not None:
            return Contradiction(f"{broken} does not hold", broken.variables, broken)
        if objective is not None and objective.value(values) is None:
            reason = f"the objective, to {objective}, has no value"
            return Contradiction(reason, objective.expression.variables)
        return None

    def at_most(self, total: int) -> Problem:
        """Return the problem with a bound on the total of its objective's sum: see `bounds`."""
        from csp_sudoku.model.bounds import bounded

        return bounded(self.csp).at_most(self.masks, total)

    def total(self, codes: Codes) -> int:
        """Return the total of the objective's sum for a solution, from what was written."""
        goal = self.csp.goal
        assert goal is not None, "only an objective has a total"
        objective = goal.objective
        variables = objective.expression.variables
        found = objective.value({v: v.domain[codes[v.index]] for v in variables})
        assert found is not None, "a solution was checked to have a value"
        return goal.total(found)


# What is built from a structure once


def _strengthened(csp: CSP, rules: frozenset[str], pulse: Callable[[], object]) -> CSP | None:
    from csp_sudoku.model.reduction import strengthened

    strong = strengthened(csp._structure, rules, pulse)
    return None if strong is None else csp._over(strong)


def _other_constraints(csp: CSP) -> tuple[Constraint, ...]:
    return tuple(c for c in csp.constraints if type(c) is not AllDifferent)


class _AllGroups:
    """The all-different groups of a structure, in the form of the native check."""

    def __init__(self, csp: CSP) -> None:
        self.variables = csp._structure.variables
        self.groups = [c for c in csp.constraints if type(c) is AllDifferent]
        members = [[v.index for v in group.variables] for group in self.groups]
        self.native = Groups(len(self.variables), members)
        number = {value: i for i, value in enumerate(csp.values, start=1)}
        self.is_small = len(number) < 256
        domains = {variable.domain for variable in self.variables}
        self.numbers: list[list[int]] | None = None
        if len(domains) > 1:  # the codes of two variables cannot be compared
            tables = {domain: [number[value] for value in domain] for domain in domains}
            self.numbers = [tables[variable.domain] for variable in self.variables]

    def clash(self, codes: Codes) -> Contradiction | None:
        """Return two variables of a group that have the same value."""
        if not self.groups:
            return None
        if self.numbers is None:
            numbers = [code + 1 for code in codes[: len(self.variables)]]
        else:
            numbers = [row[code] for row, code in zip(self.numbers, codes, strict=False)]
        clash = self.native.clash(bytes(numbers) if self.is_small else numbers)
        if clash is None:
            return None
        group, first, second = self.groups[clash[0]], *map(self.variables.__getitem__, clash[1:])
        value = first.domain[codes[first.index]]
        reason = f"{first} and {second} in {group} are both {value}"
        return Contradiction(reason, (first, second), group)
