"""A model in clauses, in the plainest way: what certificates of models state.

No encoder has a part in this. Each constraint is said by itself, nothing is simplified, and the
order is that of the model, so that a stranger can state the same clauses anew:

- Variables take literals in order: the literal of code c of variable v is 1 + c + the number of
  values of all variables before v. Each variable has a value (one clause) and no two (a clause for
  each pair of codes, in order). A narrowed domain adds a clause of one negated literal for each
  value that it rules out.
- *AllDifferent*: for each pair of variables, in order, and each value that both can take: not both.
- *Relation*, and *Table* of up to two variables: a clause for each tuple that is not allowed.
- *Table* of more variables: a new literal for each allowed tuple, in order, which implies each part
  of it; and one of them holds.
- *Linear*: the variables are read in order. A new literal for each partial sum that can come after
  each variable; a partial sum and a value imply the next partial sum; totals that are not allowed
  are false.
- *ValueSet*: the clauses of AllDifferent; a new literal for each set, which rules out all other
  values; and one of them holds.
- *Regular*: a new literal for each state of each layer; a state and a value imply one of the next
  states, and no state goes on by a value that it has no step for.
- *AnyOf*: a new literal for each branch; one of them holds; and each clause of a branch holds if
  its literal does.

Constraints outside the basis are stated as what they decompose into, with their auxiliary variables
numbered behind the model's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product

from csp_sudoku.errors import CertificateError
from csp_sudoku.model import (
    CSP,
    AllDifferent,
    AnyOf,
    Constraint,
    Linear,
    Regular,
    Relation,
    Table,
    ValueSet,
    Variable,
)

_MOST_LITERALS = 20_000_000
"""Statements with more literals in all clauses are refused."""


class Statement:
    """The clauses of a model, and where the literals of its variables begin."""

    def __init__(self, csp: CSP, pulse: Callable[[], object] = bool) -> None:
        if csp.objective is not None:
            raise CertificateError("the model has an objective, of which clauses say nothing")
        literals = sum(len(v.domain) ** 2 for v in csp.variables)
        if literals > _MOST_LITERALS:  # before anything is built of them
            raise _too_large()
        problem = csp.problem
        self.clauses: list[list[int]] = []
        self.size = 0
        self.pulse = pulse
        self.guard: list[int] = []
        self.variables = list(problem.csp.variables)
        self.own = problem.own
        self.first: list[int] = []
        self.top = 0
        for variable in self.variables:
            self.first.append(self.top + 1)
            self.top += len(variable.domain)
        for variable in self.variables:
            self._variable(variable, problem.masks[variable.index])
        for constraint in problem.csp.constraints:
            pulse()
            self._constraint(constraint)

    def literal(self, variable: Variable, code: int) -> int:
        """Return the literal that says that a variable has a value."""
        return self.first[variable.index] + code

    def blocking(self, codes: Sequence[int]) -> list[int]:
        """Return the clause that excludes a solution of the model's own variables."""
        return [-(first + code) for first, code in zip(self.first[: self.own], codes, strict=False)]

    def dimacs(self, last: Sequence[int]) -> bytes:
        """Return the clauses, and one more, as a DIMACS text."""
        rows = [f"p cnf {self.top} {len(self.clauses) + 1}"]
        for number, clause in enumerate([*self.clauses, list(last)]):
            if not number & 4095:
                self.pulse()
            rows.append(" ".join(map(str, [*clause, 0])))
        return ("\n".join(rows) + "\n").encode()

    def _add(self, clause: Iterable[int]) -> None:
        whole = [*self.guard, *clause]
        self.size += len(whole) + 1
        if self.size > _MOST_LITERALS:
            raise _too_large()
        if not len(self.clauses) & 4095:
            self.pulse()
        self.clauses.append(whole)

    def _fresh(self) -> int:
        self.top += 1
        return self.top

    def _variable(self, variable: Variable, mask: int) -> None:
        literals = [self.literal(variable, code) for code in range(len(variable.domain))]
        self._add(literals)
        for one, other in combinations(literals, 2):
            self._add([-one, -other])
        for code, literal in enumerate(literals):
            if not mask >> code & 1:
                self._add([-literal])

    def _constraint(self, constraint: Constraint) -> None:
        if isinstance(constraint, AllDifferent):
            self._all_different(constraint.variables)
        elif isinstance(constraint, Relation):
            x, y = constraint.variables
            for a, row in enumerate(constraint.rows):
                for b in range(len(y.domain)):
                    if not row >> b & 1:
                        self._add([-self.literal(x, a), -self.literal(y, b)])
        elif isinstance(constraint, Table):
            self._table(constraint)
        elif isinstance(constraint, Linear):
            self._linear(constraint)
        elif isinstance(constraint, ValueSet):
            self._value_set(constraint)
        elif isinstance(constraint, Regular):
            self._regular(constraint)
        elif isinstance(constraint, AnyOf):
            self._any_of(constraint)
        else:
            kind = type(constraint).__name__
            raise CertificateError(
                f"{constraint} cannot be stated: {kind} has no decompose()",
                fix="say what it means in simpler constraints",
            )

    def _all_different(self, variables: Sequence[Variable]) -> None:
        for x, y in combinations(variables, 2):
            for code, value in enumerate(x.domain):
                if value in y.domain:
                    other = y.domain.index(value)
                    self._add([-self.literal(x, code), -self.literal(y, other)])

    def _table(self, table: Table) -> None:
        variables = table.variables
        if len(variables) <= 2:
            allowed = set(table.tuples)
            for row in product(*(range(len(v.domain)) for v in variables)):
                if row not in allowed:
                    self._add([-self.literal(v, c) for v, c in zip(variables, row, strict=True)])
            return
        chosen = []
        for row in table.tuples:
            one = self._fresh()
            chosen.append(one)
            for variable, code in zip(variables, row, strict=True):
                self._add([-one, self.literal(variable, code)])
        self._add(chosen)

    def _linear(self, linear: Linear) -> None:
        sums = {0: self._fresh()}
        self._add([sums[0]])
        for variable, weights in zip(linear.variables, linear.weights, strict=True):
            self.pulse()
            after: dict[int, int] = {}
            for total, literal in sums.items():
                for code, weight in enumerate(weights):
                    if total + weight not in after:
                        after[total + weight] = self._fresh()
                    self._add([-literal, -self.literal(variable, code), after[total + weight]])
            sums = after
        for total, literal in sums.items():
            if not any(
                (low is None or low <= total) and (high is None or total <= high)
                for low, high in linear.totals
            ):
                self._add([-literal])

    def _value_set(self, constraint: ValueSet) -> None:
        self._all_different(constraint.variables)
        chosen = []
        for values in constraint.family:
            one = self._fresh()
            chosen.append(one)
            for variable in constraint.variables:
                for code, value in enumerate(variable.domain):
                    if value not in values:
                        self._add([-one, -self.literal(variable, code)])
        self._add(chosen)

    def _regular(self, constraint: Regular) -> None:
        if not constraint.widths[0]:
            self._add([])
            return
        states = [self._fresh()]
        self._add([states[0]])
        for at, (variable, layer) in enumerate(
            zip(constraint.sequence, constraint.layers, strict=True)
        ):
            self.pulse()
            after = [self._fresh() for _ in range(constraint.widths[at + 1])]
            for state, literal in enumerate(states):
                for code in range(len(variable.domain)):
                    targets = [after[t] for s, c, t in layer if s == state and c == code]
                    self._add([-literal, -self.literal(variable, code), *targets])
            states = after

    def _any_of(self, constraint: AnyOf) -> None:
        chosen = [self._fresh() for _ in constraint.branches]
        self._add(chosen)
        outer = self.guard
        for one, branch in zip(chosen, constraint.branches, strict=True):
            self.guard = [*outer, -one]
            for part in branch:
                self._constraint(part)
        self.guard = outer


def _too_large() -> CertificateError:
    return CertificateError(
        f"the statement has more than {_MOST_LITERALS:,} literals", fix="use a smaller model"
    )
