"""CP-SAT models of a structure, as Booleans or as integers, and what their variables mean."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import singledispatch
from itertools import combinations
from typing import TYPE_CHECKING, Any

from csp_sudoku.bits import members
from csp_sudoku.encoders.names import LARGEST, labels
from csp_sudoku.encoders.slots import slots, unsupported
from csp_sudoku.errors import UnsupportedConstraintError
from csp_sudoku.model import (
    CSP,
    Constraint,
    Linear,
    Value,
    Variable,
)

if TYPE_CHECKING:
    from csp_sudoku.encoders.ortools_door import CpModelProto


class Encoding(ABC):
    """A CP-SAT model of a structure within some masks, and what its variables mean.

    Constraints are registered while it is made; afterwards `proto` is only read and copied, so
    that threads may share it.
    """

    def __init__(self, csp: CSP, masks: Sequence[int], pulse: Callable[[], object] = bool) -> None:
        from csp_sudoku.encoders.ortools_door import CpModelProto

        self.csp = csp
        self.masks = masks
        self.proto = CpModelProto()
        self.guard: list[int] = []
        """Literals that have to be true for what is added to hold: a branch, if it is taken."""
        self.has_automata = False
        self._fill(pulse)
        self.determined = len(self.proto.variables)
        for constraint in csp.constraints:
            pulse()
            register(constraint, self)
        self._goal = None if csp.goal is None else self.sum(csp.goal.linear)

    @property
    def has_auxiliary(self) -> bool:
        """Whether a solution leaves other variables of the model open: CP-SAT would repeat it."""
        if self.has_automata or self.csp.auxiliary:
            return True
        return len(self.proto.variables) > self.determined

    def fresh(self, *, determined: bool = False) -> int:
        """Return a new Boolean; one that the others determine does not repeat solutions."""
        self.proto.variables.add().domain.extend([0, 1])
        self.determined += determined
        return len(self.proto.variables) - 1

    def add(self) -> Any:
        """Return a new constraint of the model, which holds where the guard does."""
        constraint = self.proto.constraints.add()
        constraint.enforcement_literal.extend(self.guard)
        return constraint

    def add_clause(self, literals: Iterable[int]) -> None:
        """Add that one of some literals is true."""
        self.add().bool_or.literals.extend(literals)

    def add_exactly_one(self, literals: Sequence[int]) -> None:
        """Add that exactly one of some literals is true."""
        self.add_clause(literals)
        self.add_at_most_one(literals)

    def add_at_most_one(self, literals: Sequence[int]) -> None:
        """Add that at most one of some literals is true."""
        if len(literals) < 2:
            return
        if self.guard:
            for one, other in combinations(literals, 2):
                self.add_clause([~one, ~other])
        else:
            self.proto.constraints.add().at_most_one.literals.extend(literals)

    def holders(self, variables: Iterable[Variable]) -> dict[Value, list[int]]:
        """Return for each value the literals of the variables that can have it."""
        found: dict[Value, list[int]] = {}
        for variable in variables:
            for code in members(self.masks[variable.index]):
                literal = self.literal(variable.index, code)
                if literal is not None:
                    found.setdefault(variable.domain[code], []).append(literal)
        return found

    def term(self, variable: int, weights: Sequence[int]) -> tuple[list[int], list[int], int]:
        """Return what a variable adds to a sum: variables, their factors, and a constant."""
        codes = list(members(self.masks[variable]))
        found = [(self.literal(variable, code), weights[code]) for code in codes]
        pairs = [(x, weight) for x, weight in found if x is not None and weight]
        return [x for x, _ in pairs], [weight for _, weight in pairs], 0

    def sum(self, linear: Linear) -> tuple[list[int], list[int], int]:
        """Return what is added up in a sum: variables, their factors, and a constant."""
        variables: list[int] = []
        factors: list[int] = []
        constant = 0
        for variable, weights in zip(linear.variables, linear.weights, strict=True):
            found, added, start = self.term(variable.index, weights)
            variables += found
            factors += added
            constant += start
        return variables, factors, constant

    def aim(self, proto: CpModelProto, *, scaled: bool = False) -> None:
        """Set the objective of a copy of the model: the total of the goal, or scaled its value."""
        goal = self.csp.goal
        if goal is None or self._goal is None:
            return
        variables, factors, constant = self._goal
        proto.objective.vars.extend(variables)
        proto.objective.coeffs.extend(factors)
        proto.objective.offset = float(constant)
        if scaled:
            proto.objective.offset = float(constant + goal.factor * goal.constant)
            proto.objective.scaling_factor = float(goal.objective.sign / goal.factor)

    @abstractmethod
    def literal(self, variable: int, code: int) -> int | None:
        """Return the Boolean for "this variable has this value"; None where it cannot have it."""

    @abstractmethod
    def narrowed(self, masks: Sequence[int]) -> CpModelProto:
        """Return a copy of the model, narrowed to a problem's masks."""

    @abstractmethod
    def exclude(self, proto: CpModelProto, codes: Sequence[int]) -> None:
        """Exclude a solution from a copy of the model; auxiliary variables have no part in it."""

    @abstractmethod
    def decode(self, values: Sequence[int]) -> list[int]:
        """Return a code for each variable, from the values of the model's variables."""

    @abstractmethod
    def names(self) -> list[str]:
        """Return what the model's first variables mean, in words."""

    @abstractmethod
    def _fill(self, pulse: Callable[[], object]) -> None:
        """Add the variables and what is known of them; `pulse` may raise to stop."""

    def _copy(self) -> CpModelProto:
        proto = type(self.proto)()
        proto.copy_from(self.proto)
        return proto


class Booleans(Encoding):
    """The boolean formulation: `literals[v]` maps the codes of v's values to their Booleans."""

    def _fill(self, pulse: Callable[[], object]) -> None:
        self.literals: list[dict[int, int]] = []
        self._code_of: list[int] = []
        self._facts: list[int] = []
        holders: list[list[int]] = [[] for _ in slots(self.csp, pulse)]
        member = self.csp.shared("slots of a value", lambda base: _slots_of_values(base, pulse))
        for mask, slots_of in zip(self.masks, member, strict=True):
            if not len(self.literals) & 255:
                pulse()
            own: dict[int, int] = {}
            for code in members(mask):
                own[code] = len(self._code_of)
                self._code_of.append(code)
                for number in slots_of[code]:
                    holders[number].append(own[code])
            self.literals.append(own)
        self._add_booleans()
        for own in self.literals:
            self._add_one_of(list(own.values()), required=True)
        for number, (slot, found) in enumerate(zip(slots(self.csp), holders, strict=True)):
            if not number & 1023:
                pulse()
            self._add_one_of(found, slot.required)
        self.proto.constraints.add().bool_and.literals.extend(self._facts)

    def _add_booleans(self) -> None:
        variables = self.proto.variables
        if self._code_of:
            variables.add().domain.extend([0, 1])
            variables.extend([variables[0]] * (len(self._code_of) - 1))

    def _add_one_of(self, literals: list[int], required: bool) -> None:
        """Say that exactly one of these is true, or at most one if none is required."""
        if required and len(literals) == 1:
            self._facts.append(literals[0])
        elif required:
            self.proto.constraints.add().exactly_one.literals.extend(literals)
        elif len(literals) > 1:
            self.proto.constraints.add().at_most_one.literals.extend(literals)

    def literal(self, variable: int, code: int) -> int | None:
        """Return the Boolean for "this variable has this value"; None where it cannot have it."""
        return self.literals[variable].get(code)

    def narrowed(self, masks: Sequence[int]) -> CpModelProto:
        """Return a copy of the model with one constraint more: what the masks fix and rule out."""
        facts: list[int] = []
        for mask, whole, own in zip(masks, self.masks, self.literals, strict=True):
            if mask == whole:
                continue
            if mask and not mask & (mask - 1):
                facts.append(own[mask.bit_length() - 1])
            else:
                facts += (~own[code] for code in members(whole & ~mask))
        proto = self._copy()
        if facts:
            proto.constraints.add().bool_and.literals.extend(facts)
        return proto

    def exclude(self, proto: CpModelProto, codes: Sequence[int]) -> None:
        """Add the clause that one of the Booleans that are true is false."""
        own = zip(self.literals[: len(codes) - self.csp.auxiliary], codes, strict=False)
        proto.constraints.add().bool_or.literals.extend([~x[code] for x, code in own])

    def decode(self, values: Sequence[int]) -> list[int]:
        """Return a code for each variable: its Booleans follow each other, and one is true."""
        own = values[: len(self._code_of)]
        return [code for code, value in zip(self._code_of, own, strict=True) if value]

    def names(self) -> list[str]:
        """Return `variable=value` for each Boolean."""
        names = labels(self.csp.variables)
        values = dict(zip(self.csp.values, labels(self.csp.values), strict=True))
        return [
            f"{names[v.index]}={values[v.domain[code]]}"
            for v, own in zip(self.csp.variables, self.literals, strict=True)
            for code in own
        ]


class Integers(Encoding):
    """The alldifferent formulation: the model's first variables are the CSP's."""

    def _fill(self, pulse: Callable[[], object]) -> None:
        self._literals: dict[tuple[int, int], int] = {}
        self.numbers = self.csp.shared("cpsat numbers", _numbers)
        codes: dict[int, dict[int, int]] = {}
        is_value: dict[int, bool] = {}
        for row, variable in zip(self.numbers, self.csp.variables, strict=True):
            if id(row) not in codes:
                codes[id(row)] = {number: code for code, number in enumerate(row)}
                is_value[id(row)] = tuple(row) == variable.domain
        self._codes = [codes[id(row)] for row in self.numbers]
        self.has_values = [is_value[id(row)] for row in self.numbers]
        """For each variable whether its integer is the value itself."""
        self._known: dict[tuple[int, int], list[int]] = {}
        for number, mask in enumerate(self.masks):
            self.proto.variables.add()
            self._set_domain(self.proto, number, mask)

    def _set_domain(self, proto: CpModelProto, variable: int, mask: int) -> None:
        """Set an integer's domain; CP-SAT has no empty one, which makes the model impossible."""
        domain = proto.variables[variable].domain
        if domain:
            domain.clear()
        domain.extend(self._intervals(variable, mask) or [0, 0])
        if not mask:
            proto.constraints.add().bool_or.literals.extend([])

    def _intervals(self, variable: int, mask: int) -> list[int]:
        """Return the numbers of a mask as intervals; variables with one domain share the work."""
        numbers = self.numbers[variable]
        key = id(numbers), mask
        if key not in self._known:
            self._known[key] = runs_of(sorted(numbers[code] for code in members(mask)))
        return self._known[key]

    def _imply(self, literal: int, variable: int, mask: int) -> None:
        """Let a literal narrow an integer to a mask."""
        constraint = self.proto.constraints.add()
        constraint.enforcement_literal.append(literal)
        constraint.linear.vars.append(variable)
        constraint.linear.coeffs.append(1)
        constraint.linear.domain.extend(self._intervals(variable, mask))

    def term(self, variable: int, weights: Sequence[int]) -> tuple[list[int], list[int], int]:
        """Return the variable itself, if its weights grow evenly with its number."""
        numbers = self.numbers[variable]
        codes = list(members(self.masks[variable]))
        if len(codes) == 1:
            return [], [], weights[codes[0]]
        one, other = codes[0], codes[1] if len(codes) > 1 else codes[0]
        step, rest = divmod(weights[other] - weights[one], (numbers[other] - numbers[one]) or 1)
        start = weights[one] - step * numbers[one]
        if rest == 0 and all(weights[c] == start + step * numbers[c] for c in codes):
            return ([variable], [step], start) if step else ([], [], start)
        return super().term(variable, weights)

    def add_all_different(self, variables: Sequence[int]) -> None:
        """Add a group."""
        group = self.proto.constraints.add().all_diff
        for variable in variables:
            expression = group.exprs.add()
            expression.vars.append(variable)
            expression.coeffs.append(1)

    def literal(self, variable: int, code: int) -> int | None:
        """Return the Boolean for "this variable has this value", made when first asked for."""
        if not self.masks[variable] >> code & 1:
            return None
        if (variable, code) not in self._literals:
            self._literals[variable, code] = x = self.fresh(determined=True)
            self._imply(x, variable, 1 << code)
            self._imply(~x, variable, self.masks[variable] & ~(1 << code))
        return self._literals[variable, code]

    def narrowed(self, masks: Sequence[int]) -> CpModelProto:
        """Return a copy of the model with narrower domains."""
        proto = self._copy()
        for variable, (mask, whole) in enumerate(zip(masks, self.masks, strict=True)):
            if mask != whole:
                self._set_domain(proto, variable, mask)
        return proto

    def exclude(self, proto: CpModelProto, codes: Sequence[int]) -> None:
        """Add a Boolean for each variable that says that it differs, and that one of them holds."""
        clause = []
        for variable in range(len(codes) - self.csp.auxiliary):
            others = self._intervals(variable, self.masks[variable] & ~(1 << codes[variable]))
            if not others:
                continue
            clause.append(len(proto.variables))
            proto.variables.add().domain.extend([0, 1])
            constraint = proto.constraints.add()
            constraint.enforcement_literal.append(clause[-1])
            constraint.linear.vars.append(variable)
            constraint.linear.coeffs.append(1)
            constraint.linear.domain.extend(others)
        proto.constraints.add().bool_or.literals.extend(clause)

    def decode(self, values: Sequence[int]) -> list[int]:
        """Return a code for each variable, from its integer."""
        return [codes.get(value, -1) for codes, value in zip(self._codes, values, strict=False)]

    def names(self) -> list[str]:
        """Return the names of the CSP's variables."""
        return labels(self.csp.variables)


@singledispatch
def register(constraint: Constraint, encoding: Encoding) -> None:
    """Add a constraint to a model: `@register.register` teaches a new kind.

    An encoding for both formulations says it with `encoding.literal(variable, code)`, and adds to
    `encoding.proto`. The boolean formulation says all-different groups through their slots.
    """
    raise UnsupportedConstraintError(constraint)


def _numbers(csp: CSP) -> list[list[int]]:
    """Return the integer of each value of each variable.

    With groups alone, where any numbers will do, these are small; else the values themselves, if
    they are whole numbers, so that sums are sums of the integers.
    """
    domains = {variable.domain for variable in csp.variables}
    whole = [value for value in csp.values if type(value) is int and abs(value) < LARGEST]
    number: dict[Value, int] = {value: i for i, value in enumerate(csp.values)}
    if unsupported(csp) is not None and whole:
        others = (value for value in csp.values if value not in set(whole))
        number = {value: value for value in whole}
        number |= {value: i for i, value in enumerate(others, start=max(whole) + 1)}
    tables = {domain: [number[value] for value in domain] for domain in domains}
    return [tables[variable.domain] for variable in csp.variables]


def _slots_of_values(csp: CSP, pulse: Callable[[], object]) -> list[dict[int, list[int]]]:
    """Return for each variable and code in which slots the value stands."""
    found: list[dict[int, list[int]]] = [
        {code: [] for code in members(mask)} for mask in csp.problem.masks
    ]
    for number, slot in enumerate(slots(csp)):
        for variable, code in slot.places:
            found[variable][code].append(number)
    return found


def runs_of(numbers: Sequence[int]) -> list[int]:
    """Return the first and the last of each run of ascending numbers.

    >>> runs_of([0, 2, 5, 6])
    [0, 0, 2, 2, 5, 6]
    """
    found: list[int] = []
    for number in numbers:
        if found and found[-1] == number - 1:
            found[-1] = number
        elif not found or found[-1] != number:
            found += [number, number]
    return found
