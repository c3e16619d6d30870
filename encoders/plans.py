"""A structure in the terms of a language with whole numbers: what MiniZinc and XCSP3 share.

Such a language has arithmetic, `and`, `or`, `not`, and globals of its own. A plan turns a structure
into what it can say, and no further: an expression stays as it was written where strangers mean the
same by it, and all else is taken apart step by step down to the basis. An automaton or a large
table inside a disjunction becomes tables outside, over auxiliary variables for its states, and a
comparison inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from csp_sudoku.encoders.arithmetic import reachable, total_of
from csp_sudoku.encoders.layered import Step, layered
from csp_sudoku.encoders.names import numbers, values_of
from csp_sudoku.encoders.readable import Reading, readable_values
from csp_sudoku.errors import UnsupportedConstraintError
from csp_sudoku.model import (
    BASIS,
    CSP,
    AllDifferent,
    AnyOf,
    Condition,
    Constraint,
    Linear,
    Regular,
    Relation,
    Table,
    Value,
    ValueSet,
    Variable,
)
from csp_sudoku.model.constraints import Expressed, constraint_of
from csp_sudoku.model.expressions import Comparison, Membership
from csp_sudoku.model.flattening import goal_of
from csp_sudoku.model.objectives import Objective

_MOST_TUPLES = 40
"""A table with more tuples than this is not written out inside a disjunction."""

FALSE = Table((), ())
"""What never holds. A plan has no other statement or branch of which that is known."""


class Statement(NamedTuple):
    """A constraint that a language can say, and what people call it or where it comes from."""

    constraint: Constraint
    note: str


class Plan:
    """A structure in the terms of a language: statements, and numbers for all values.

    `knows` tells which automata and which constraints outside the basis the language has a global
    for, at the top; `prefers` tells which sums it says better than the expression that they were
    written as; `partial` is as in `Reading`.
    """

    def __init__(
        self,
        csp: CSP,
        knows: Callable[[Constraint], bool],
        *,
        partial: bool,
        prefers: Callable[[Comparison], bool],
    ) -> None:
        origin = csp.origin
        self.variables: list[Variable] = list(origin.variables)
        """The model's own variables, and auxiliary ones behind them."""
        self.own = len(self.variables)
        self.statements: list[Statement] = []
        self._note = ""
        self._knows = knows
        self._prefers = prefers
        self._reading = Reading(partial=partial)
        for constraint in origin.constraints:
            self._state(constraint)
        self.objective = None if origin.objective is None else self._aim(origin.objective)
        """What is to be minimized or maximized; None also where it is the same for all."""
        self.number = numbers(values_of(self.variables))

    def constant(self, value: Any) -> int:
        """Return the number of a value; any other whole number is itself."""
        return self.number[value] if value in self.number else int(value)

    def sorted(self, values: Iterable[Value]) -> list[int]:
        """Return the numbers of some values in order."""
        return sorted({self.constant(value) for value in values})

    def wanted(self, condition: Membership) -> list[int]:
        """Return the numbers of the values that an expression may have, as far as it can."""
        return self.sorted(readable_values(condition))

    @property
    def auxiliary(self) -> Sequence[Variable]:
        """The auxiliary variables."""
        return self.variables[self.own :]

    def _aim(self, objective: Objective) -> Objective | None:
        """Return the objective as it was written if the language reads it alike, else as a sum."""
        if Reading(partial=False).bounds(objective.expression) is not None:
            return objective if objective.expression.variables else None
        definitions, goal = goal_of(objective, self._fresh)
        for definition in definitions:
            definition.name = definition.name or "objective"
            self._state(definition)
        whole = total_of(goal.linear, lists=False).sum
        return Objective("minimize", whole) if whole.terms else None

    def _fresh(self, domain: Iterable[Value]) -> Variable:
        number = len(self.variables)
        variable = Variable(("auxiliary", number), number, tuple(domain))
        self.variables.append(variable)
        return variable

    def _state(self, constraint: Constraint) -> None:
        self._note = str(constraint)
        parts = self._said(constraint, False)
        is_alike = [type(part) for part in parts] == [type(constraint)]
        note = constraint.name or "" if is_alike else self._note
        for part in parts:
            truth = _truth(part)
            if truth is not True:
                self.statements.append(Statement(part if truth is None else FALSE, note))

    def _said(self, constraint: Constraint, inside: bool) -> list[Constraint]:
        """Return what the language can say in place of a constraint, perhaps in a disjunction."""
        if not inside and self._knows(constraint):
            return [constraint]
        if isinstance(constraint, Expressed) and self._keeps(constraint.condition):
            total = None if inside else self._total(constraint)
            return [constraint if total is None else total]
        if isinstance(constraint, AnyOf):
            return self._any_of(constraint)
        if type(constraint) not in BASIS:
            simpler = constraint.decompose(self._fresh)
            if simpler is not None:
                return [p for part in simpler for p in self._said(constraint_of(part), inside)]
            if not isinstance(constraint, BASIS):
                raise UnsupportedConstraintError(constraint)
        if isinstance(constraint, Regular):
            return self._sequence(constraint, inside)
        if isinstance(constraint, Linear | ValueSet) and len(constraint.variables) == 1:
            (x,) = constraint.variables
            return [Table((x,), [(value,) for value in x.domain if constraint.check({x: value})])]
        if inside and isinstance(constraint, Table) and _is_large(constraint):
            automaton = layered(constraint, [(1 << len(v.domain)) - 1 for v in self.variables])
            steps = zip(constraint.variables, automaton.layers, strict=True)
            return self._by_states(steps, automaton.widths, inside)
        return [constraint]

    def _keeps(self, condition: Condition) -> bool:
        """Whether a condition stays as it was written; on one variable it is a set of values."""
        if len(condition.variables) == 1:
            kinds = sorted(type(part).__name__ for part in condition.parts)
            if kinds not in (["Variable"], ["Constant", "Variable"]):
                return False
        return self._reading.is_same(condition)

    def _total(self, expressed: Expressed) -> Linear | None:
        """Return a comparison of sums as a sum, where the language prefers it."""
        condition = expressed.condition
        if not isinstance(condition, Comparison) or not self._prefers(condition):
            return None
        return _as_sum(expressed)

    def _any_of(self, constraint: AnyOf) -> list[Constraint]:
        branches = []
        for branch in constraint.branches:
            parts = [part for each in branch for part in self._said(each, True)]
            truths = [_truth(part) for part in parts]
            if False not in truths:
                branches.append([p for p, truth in zip(parts, truths, strict=True) if not truth])
        if [] in branches:
            return []
        return branches[0] if len(branches) == 1 else [AnyOf(branches, constraint.name)]

    def _sequence(self, regular: Regular, inside: bool) -> list[Constraint]:
        """Return an automaton as a table if it is short, else as tables over its states."""
        if 0 in regular.widths or not regular.sequence:
            return [Table((), () if 0 in regular.widths else [()])]
        if len(regular.sequence) == 1:
            (x,) = regular.sequence
            return [Table((x,), [(x.domain[code],) for _, code, _ in regular.layers[0]])]
        steps = zip(regular.sequence, regular.layers, strict=True)
        return self._by_states(steps, regular.widths, inside)

    def _by_states(
        self,
        steps: Iterable[tuple[Variable, Sequence[Step]]],
        widths: Sequence[int],
        inside: bool,
    ) -> list[Constraint]:
        """Return an automaton as tables over its states before and after each variable.

        In a disjunction the tables stand outside of it, and state 0 says that the automaton is not
        asked: what stands inside is that the first state is 1.
        """
        first = 0 if inside else 1
        states = [self._fresh(range(first, width + 1)) for width in widths]
        tables: list[Constraint] = []
        for at, (x, layer) in enumerate(steps):
            rows = [(state + 1, x.domain[code], after + 1) for state, code, after in layer]
            idle = [(0, value, 0) for value in x.domain] if inside else []
            tables.append(Table((states[at], x, states[at + 1]), [*idle, *rows]))
        if not inside:
            return tables
        self.statements += [Statement(table, self._note) for table in tables]
        return [Table((states[0],), [(1,)])]


class _NeedsAuxiliaryError(Exception):
    """An expression that is more than a sum."""


def _as_sum(expressed: Expressed) -> Linear | None:
    """Return a comparison of sums as a sum, if it is one over three variables or more."""
    if len(expressed.variables) < 3:
        return None

    def refuse(_: Iterable[Value]) -> Variable:
        raise _NeedsAuxiliaryError

    try:
        parts = expressed.decompose(refuse)
    except _NeedsAuxiliaryError:
        return None
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Linear) else None


def _is_large(table: Table) -> bool:
    return len(table.variables) > 1 and len(table.tuples) > _MOST_TUPLES


def _truth(constraint: Constraint) -> bool | None:
    """Return whether a constraint always holds, or never; None if it depends."""
    if isinstance(constraint, Table):
        if not constraint.tuples:
            return False
        return None if constraint.variables else True
    if isinstance(constraint, AllDifferent):
        return None if len(constraint.variables) > 1 else True
    if isinstance(constraint, Relation):
        whole = (1 << len(constraint.variables[1].domain)) - 1
        if not any(constraint.rows):
            return False
        return True if all(row == whole for row in constraint.rows) else None
    if isinstance(constraint, Linear):
        totals = reachable(constraint.totals, constraint.reach)
        return True if (None, None) in totals else None if totals else False
    if isinstance(constraint, ValueSet):
        if not possible_sets(constraint):
            return False
        return None if constraint.variables else True
    if isinstance(constraint, AnyOf):
        return None if constraint.branches else False
    return None


def possible_sets(constraint: ValueSet) -> list[frozenset[Value]]:
    """Return the sets of a family whose values all stand in some domain, and some in each."""
    domains = [frozenset(variable.domain) for variable in constraint.variables]
    values = frozenset().union(*domains)
    return [
        each
        for each in constraint.family
        if each <= values and not any(map(each.isdisjoint, domains))
    ]


def parts_of(constraint: Constraint) -> Iterator[Constraint]:
    """Yield a constraint, and all that stands in its branches."""
    yield constraint
    if isinstance(constraint, AnyOf):
        for branch in constraint.branches:
            for part in branch:
                yield from parts_of(part)


def is_diagram(regular: Regular) -> bool:
    """Whether an automaton is deterministic, accepts something, and is longer than one value."""
    return regular.is_deterministic and 0 not in regular.widths and len(regular.sequence) > 1
