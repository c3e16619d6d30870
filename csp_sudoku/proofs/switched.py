"""A model in clauses, with a switch for each narrowed domain and each constraint.

A SAT solver that assumes some switches sees these facts and constraints alone. What it needs to
refute them is a conflict, or a reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.encoders.cnf import Cnf
from csp_sudoku.model import CSP, Condition, Constraint, Name, Value, Variable
from csp_sudoku.model.constraints import constraint_of
from csp_sudoku.model.flattening import reduced


class Switched:
    """The clauses of a model, and what each switch of them is about.

    Args:
        model: the model; `switches` has a literal for each narrowed domain and each constraint.
        budget: what encoding may take.
        always: a condition that holds without any switch.
        units: constraints that have one switch together, and what stands for it in `switches`;
            without them, each constraint of the model is a unit.
    """

    def __init__(
        self,
        model: CSP,
        budget: Budget,
        always: Condition | None = None,
        units: Iterable[tuple[Any, Iterable[Constraint]]] | None = None,
    ) -> None:
        variables = list(model.variables)
        blank = CSP()
        for variable in variables:
            blank._structure.variables.append(variable)

        def fresh(domain: Iterable[Value]) -> Variable:
            number = len(variables)
            auxiliary = Variable(("auxiliary", number), number, tuple(domain))
            variables.append(auxiliary)
            blank._structure.variables.append(auxiliary)
            return auxiliary

        if units is None:
            units = [(c, (c,)) for c in model.constraints]
        parts = [(unit, [p for c in of for p in reduced(c, fresh)]) for unit, of in units]
        added = [] if always is None else reduced(constraint_of(always), fresh)
        self.cnf = cnf = Cnf(blank, [(1 << len(variable.domain)) - 1 for variable in variables])
        for literal in cnf.literal:
            if literal:
                cnf.clauses.append(list(literal.values()))
                cnf.add_at_most_one(list(literal.values()))
        for part in added:
            encoder.register(part, cnf)
        self.switches: dict[int, Any] = {}
        for unit, basic in parts:
            budget.check()
            with self._guarded(unit):
                for part in basic:
                    encoder.register(part, cnf)
        for variable, values in model.narrowed.items():
            with self._guarded(variable):
                for code, x in cnf.literal[variable.index].items():
                    if variable.domain[code] not in values:
                        cnf.add([-x])
        for variable in model.variables:
            if not variable.domain:
                with self._guarded(variable):
                    cnf.add([])

    @contextmanager
    def _guarded(self, item: Any) -> Iterator[None]:
        """Let all clauses that are added meanwhile hold only if a new switch is on."""
        switch = self.cnf.fresh()
        self.switches[switch] = item
        self.cnf.guard = [-switch]
        try:
            yield
        finally:
            self.cnf.guard = []


def in_words(domains: Mapping[Name, Sequence[Value]], constraints: Iterable[Constraint]) -> str:
    """Return facts and constraints as a list in words.

    >>> in_words({"x": (1,), "y": (2, 3)}, [])
    'x = 1 and y in {2, 3}'
    """
    said = [f"{name} = {values[0]}" for name, values in domains.items() if len(values) == 1]
    said += [
        f"{name} in {{{', '.join(map(str, values))}}}"
        for name, values in domains.items()
        if len(values) != 1
    ]
    said += map(str, constraints)
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
