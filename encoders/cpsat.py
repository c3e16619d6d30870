"""A CSP as a CP-SAT model, and its solutions back.

Formulations:

- boolean: a Boolean for each variable and value of its domain; exactly one of them for a variable
  and for a value that its group requires, at most one for the other values of a group;
- alldifferent: an integer for each variable and the groups as AllDifferent. The integer is the
  place of the value, or the value itself where there are other constraints and all values are
  whole numbers.

Other constraints become CP-SAT's own where it has them: sums are linear, also over Booleans where a
value has a weight of its own; a relation that depends on a difference or a sum alone is linear, any
other one a table; automata are automata. Inside a disjunction, where CP-SAT knows only clauses and
sums, they are clauses.

A structure's model is built once for each formulation; a problem's masks narrow a copy of it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import singledispatch
from itertools import combinations
from typing import TYPE_CHECKING, Any

from csp_sudoku.bits import members
from csp_sudoku.encoders.layered import Layered, layered
from csp_sudoku.encoders.names import LARGEST, labels
from csp_sudoku.encoders.slots import is_basic, slots, unsupported
from csp_sudoku.encoders.solver_output import not_one_solution
from csp_sudoku.errors import ModelError, UnsupportedConstraintError
from csp_sudoku.model import (
    CSP,
    AllDifferent,
    AnyOf,
    Constraint,
    Linear,
    Problem,
    Regular,
    Relation,
    Table,
    Value,
    ValueSet,
    Variable,
)

if TYPE_CHECKING:
    from csp_sudoku.encoders.ortools_door import CpModelProto


_LEAST, _MOST = -(2**63), 2**63 - 1
"""What CP-SAT writes where a sum has no bound."""
_SOLUTION = re.compile(r"^solution: (-?[0-9]{1,18})\b", re.MULTILINE)


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
            self._known[key] = _runs(sorted(numbers[code] for code in members(mask)))
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


_KINDS: Mapping[str, type[Encoding]] = {"boolean": Booleans, "alldifferent": Integers}
FORMULATIONS = tuple(_KINDS)


def encode(csp: CSP, formulation: str = "boolean", pulse: Callable[[], object] = bool) -> Encoding:
    """Return the model of a structure, built once for each formulation.

    `pulse` is called now and then: a large board takes a second, and it may raise to stop.

    >>> from csp_sudoku import boards
    >>> csp = boards.sudoku(3, 3).csp
    >>> [len(encode(csp, each).proto.variables) for each in FORMULATIONS]
    [729, 81]
    """
    if formulation not in _KINDS:
        known = ", ".join(FORMULATIONS)
        raise ModelError(f"unknown formulation {formulation!r}", fix=f"use {known}")
    kind = _KINDS[formulation]
    return csp.shared(("cpsat", formulation), lambda base: kind(base, base.problem.masks, pulse))


def reduce(problem: Problem, pulse: Callable[[], object] = bool) -> Encoding:
    """Return the boolean formulation of one problem, over what its masks leave open.

    On a large board that is much smaller than the structure's model. Masks that were propagated
    first (`slots.propagated`) leave the fewest Booleans.
    """
    return Booleans(problem.csp, problem.masks, pulse)


def model(problem: Problem, formulation: str = "boolean") -> CpModelProto:
    """Return the model of a problem with a name for each variable: to be read, or kept."""
    encoding = encode(problem.csp, formulation)
    proto = encoding.narrowed(problem.masks)
    encoding.aim(proto, scaled=True)
    for variable, name in zip(proto.variables, encoding.names(), strict=False):
        variable.name = name
    return proto


def text(problem: Problem, formulation: str = "boolean") -> str:
    """Return the model of a problem in protobuf's text format.

    >>> from csp_sudoku import CSP
    >>> csp = CSP()
    >>> _ = csp.variable("a", (3, 5, 7))
    >>> print(text(csp.with_domains({"a": (3, 7)}).problem, "alldifferent"))
    variables {
      name: "a"
      domain: 0
      domain: 0
      domain: 2
      domain: 2
    }
    """
    return str(model(problem, formulation)).rstrip()


def lines(problem: Problem, formulation: str = "boolean") -> Iterator[str]:
    """Return the lines of protobuf's text format."""
    return iter(text(problem, formulation).splitlines())


def decode(problem: Problem, output: str, formulation: str = "boolean") -> list[int]:
    """Return a code for each variable, from a solver's response in protobuf's text format."""
    values = [int(value) for value in _SOLUTION.findall(output)]
    encoding = encode(problem.csp, formulation)
    if len(values) != len(encoding.proto.variables):
        raise not_one_solution(f"{len(values)} lines `solution: NUMBER`")
    found = encoding.decode(values)
    if len(found) != len(problem.masks):
        raise not_one_solution("not one Boolean of each variable is true")
    return found


def binary(problem: Problem, formulation: str = "boolean") -> bytes:
    """Return the model of a problem in protobuf's binary format."""
    from google.protobuf import text_format  # type: ignore[import-untyped]
    from ortools.sat import cp_model_pb2

    written = text_format.Parse(text(problem, formulation), cp_model_pb2.CpModelProto())
    serialized: bytes = written.SerializeToString(deterministic=True)
    return serialized


def refusal(csp: CSP) -> str | None:
    """Return which constraint of a structure nobody taught this encoder; None if it knows all."""
    if is_basic(csp):
        return None
    unknown = register.dispatch(object)
    return unsupported(csp, lambda constraint: register.dispatch(type(constraint)) is not unknown)


@singledispatch
def register(constraint: Constraint, encoding: Encoding) -> None:
    """Add a constraint to a model: `@register.register` teaches a new kind.

    An encoding for both formulations says it with `encoding.literal(variable, code)`, and adds to
    `encoding.proto`. The boolean formulation says all-different groups through their slots.
    """
    raise UnsupportedConstraintError(constraint)


@register.register
def _(constraint: AllDifferent, encoding: Encoding) -> None:
    if encoding.guard:
        for literals in encoding.holders(constraint.variables).values():
            encoding.add_at_most_one(literals)
    elif isinstance(encoding, Integers):
        encoding.add_all_different([variable.index for variable in constraint.variables])


@register.register
def _(constraint: Linear, encoding: Encoding) -> None:
    variables, factors, constant = encoding.sum(constraint)
    least, greatest = constraint.reach
    domain = [
        bound - constant
        for low, high in constraint.totals
        for bound in (least if low is None else low, greatest if high is None else high)
    ]
    _add_linear(encoding, variables, factors, domain)


def _add_linear(
    encoding: Encoding, variables: Sequence[int], factors: Sequence[int], domain: list[int]
) -> None:
    """Add that a sum lies in a domain of intervals; an empty one cannot be met."""
    bounds = [
        bound
        for at in range(0, len(domain), 2)
        if domain[at] <= domain[at + 1]
        for bound in domain[at : at + 2]
    ]
    if not bounds:
        encoding.add_clause([])
        return
    linear = encoding.add().linear
    linear.vars.extend(variables)
    linear.coeffs.extend(factors)
    linear.domain.extend(bounds)


@register.register
def _(constraint: Relation, encoding: Encoding) -> None:
    x, y = constraint.variables
    if isinstance(encoding, Integers):
        if constraint.sum and encoding.has_values[x.index] and encoding.has_values[y.index]:
            one, other, totals = constraint.sum
            domain = [
                bound
                for low, high in totals
                for bound in (_LEAST if low is None else low, _MOST if high is None else high)
            ]
            _add_linear(encoding, [x.index, y.index], [one, other], domain)
            return
        for factor in (-1, 1):
            found_domain = _depends_on(encoding, constraint, factor)
            if found_domain is not None:
                _add_linear(encoding, [x.index, y.index], [1, factor], found_domain)
                return
    _add_supports(encoding, x.index, y.index, constraint.rows)


def _add_supports(encoding: Encoding, x: int, y: int, rows: Sequence[int]) -> None:
    """Say a relation by clauses: a value needs one of those of the other variable.

    CP-SAT 9.15 would expand a table of two columns into the same clauses, but its presolve then
    loses solutions now and then (seen twice in 65,000 random models, once as INFEASIBLE).
    """
    pairs = [
        (a, b) for a in members(encoding.masks[x]) for b in members(encoding.masks[y] & rows[a])
    ]
    left: dict[int, list[int]] = {a: [] for a in members(encoding.masks[x])}
    right: dict[int, list[int]] = {b: [] for b in members(encoding.masks[y])}
    for a, b in pairs:
        left[a].append(b)
        right[b].append(a)
    for supports, v, other in ((left, x, y), (right, y, x)):
        for code, found in supports.items():
            encoding.add_clause(
                _literals(encoding, [(v, code, False), *((other, c, True) for c in found)])
            )


def _literals(encoding: Encoding, wanted: Iterable[tuple[int, int, bool]]) -> list[int]:
    found = []
    for v, code, sign in wanted:
        literal = encoding.literal(v, code)
        if literal is not None:
            found.append(literal if sign else ~literal)
    return found


_MOST_INTERVALS = 8


def _depends_on(encoding: Integers, relation: Relation, factor: int) -> list[int] | None:
    """Return the totals x + factor * y that a relation allows, if it depends on those alone."""
    x, y = relation.variables
    allowed: set[int] = set()
    refused: set[int] = set()
    for a in members(encoding.masks[x.index]):
        row, number = relation.rows[a], encoding.numbers[x.index][a]
        for b in members(encoding.masks[y.index]):
            total = number + factor * encoding.numbers[y.index][b]
            (allowed if row >> b & 1 else refused).add(total)
        if not allowed.isdisjoint(refused):
            return None
    runs = _runs(sorted(allowed))
    # Numbers between two allowed totals that cannot be reached need no border of their own.
    joined = runs[:2]
    for low, high in zip(runs[2::2], runs[3::2], strict=True):
        if any(joined[-1] < total < low for total in refused):
            joined += [low, high]
        else:
            joined[-1] = high
    return joined if len(joined) <= 2 * _MOST_INTERVALS else None


def _add_table(encoding: Integers, variables: Sequence[int], rows: Iterable[Sequence[int]]) -> None:
    table = encoding.proto.constraints.add().table
    for v in variables:
        expression = table.exprs.add()
        expression.vars.append(v)
        expression.coeffs.append(1)
    numbers = [encoding.numbers[v] for v in variables]
    for row in rows:
        table.values.extend([n[code] for n, code in zip(numbers, row, strict=True)])
    if not table.values:
        encoding.add_clause([])


@register.register
def _(constraint: Table, encoding: Encoding) -> None:
    variables = [variable.index for variable in constraint.variables]
    rows = [
        row
        for row in constraint.tuples
        if all(encoding.masks[v] >> code & 1 for v, code in zip(variables, row, strict=True))
    ]
    if len(variables) < 2:
        if variables or not rows:
            encoding.add_clause(_literals(encoding, [(variables[0], row[0], True) for row in rows]))
        return
    if len(variables) == 2:
        left = [0] * len(constraint.variables[0].domain)
        for a, b in rows:
            left[a] |= 1 << b
        _add_supports(encoding, variables[0], variables[1], left)
        return
    if isinstance(encoding, Integers) and not encoding.guard:
        _add_table(encoding, variables, rows)
        return
    chosen = [encoding.fresh(determined=not encoding.guard) for _ in rows]
    encoding.add_exactly_one(chosen)
    holders: dict[tuple[int, int], list[int]] = {
        (v, code): [] for v in variables for code in members(encoding.masks[v])
    }
    for selector, row in zip(chosen, rows, strict=True):
        for v, code in zip(variables, row, strict=True):
            holders[v, code].append(selector)
    for (v, code), selectors in holders.items():
        for selector in selectors:
            literal = encoding.literal(v, code)
            if literal is not None:
                encoding.proto.constraints.add().bool_or.literals.extend([~selector, literal])
        encoding.add_clause([*_literals(encoding, [(v, code, False)]), *selectors])


@register.register
def _(constraint: ValueSet, encoding: Encoding) -> None:
    holders = encoding.holders(constraint.variables)
    sets = [values for values in constraint.family if all(value in holders for value in values)]
    chosen = [encoding.fresh(determined=not encoding.guard) for _ in sets]
    encoding.add_exactly_one(chosen)
    for value, places in holders.items():
        inside = [s for s, values in zip(chosen, sets, strict=True) if value in values]
        factors = [1] * len(places) + [-1] * len(inside)
        _add_linear(encoding, [*places, *inside], factors, [0, 0])
    if isinstance(encoding, Integers) and not encoding.guard:
        encoding.add_all_different([variable.index for variable in constraint.variables])


@register.register
def _(constraint: Regular, encoding: Encoding) -> None:
    automaton = layered(constraint, encoding.masks)
    if automaton.is_impossible:
        encoding.add_clause([])
        return
    is_plain = len(set(automaton.variables)) == len(automaton.variables)
    if (
        isinstance(encoding, Integers)
        and is_plain
        and not encoding.guard
        and constraint.is_deterministic
        and automaton.variables
    ):
        _add_automaton(encoding, automaton)
        return
    determined = constraint.is_deterministic and not encoding.guard
    before = [encoding.fresh(determined=determined)]
    encoding.add_clause(before)
    for v, steps, width in zip(
        automaton.variables, automaton.layers, automaton.widths[1:], strict=True
    ):
        after = [encoding.fresh(determined=determined) for _ in range(width)]
        _add_layer(encoding, v, steps, before, after, exact=determined)
        before = after


def _add_automaton(encoding: Integers, automaton: Layered) -> None:
    """Add CP-SAT's own automaton.

    Its presolve gives the states Booleans that nothing determines, and an enumeration repeats
    solutions, as in google/or-tools issues 4270 and 4640: seen with 9.15 on 8 of 150 puzzles.
    """
    encoding.has_automata = True
    proto = encoding.proto.constraints.add().automaton
    first = 0
    proto.starting_state = 0
    for v, steps, width in zip(
        automaton.variables, automaton.layers, automaton.widths, strict=False
    ):
        expression = proto.exprs.add()
        expression.vars.append(v)
        expression.coeffs.append(1)
        numbers = encoding.numbers[v]
        for state, code, target in steps:
            proto.transition_tail.append(first + state)
            proto.transition_label.append(numbers[code])
            proto.transition_head.append(first + width + target)
        first += width
    proto.final_states.append(first)


def _add_layer(
    encoding: Encoding,
    v: int,
    steps: Iterable[tuple[int, int, int]],
    before: Sequence[int],
    after: Sequence[int],
    *,
    exact: bool,
) -> None:
    """Add one layer of an automaton: states lead on, and each state and value has a support."""
    ways: dict[tuple[int, int], list[int]] = {}
    into: list[list[int]] = [[] for _ in after]
    holders: dict[int, list[int]] = {code: [] for code in members(encoding.masks[v])}
    for state, code, target in steps:
        ways.setdefault((state, code), []).append(after[target])
        into[target].append(before[state])
        holders[code].append(before[state])
    plain = encoding.proto.constraints
    for state, s in enumerate(before):
        for code in holders:
            literals = _literals(encoding, [(v, code, False)])
            plain.add().bool_or.literals.extend([~s, *literals, *ways.get((state, code), ())])
    for t, states in zip(after, into, strict=True):
        plain.add().bool_or.literals.extend([~t, *dict.fromkeys(states)])
    for code, states in holders.items():
        encoding.add_clause([*_literals(encoding, [(v, code, False)]), *dict.fromkeys(states)])
    if exact:
        encoding.add_at_most_one(after)


@register.register
def _(constraint: AnyOf, encoding: Encoding) -> None:
    selectors = [encoding.fresh() for _ in constraint.branches]
    encoding.add_clause(selectors)
    outer = encoding.guard
    for selector, branch in zip(selectors, constraint.branches, strict=True):
        encoding.guard = [selector]
        try:
            for part in branch:
                register(part, encoding)
        finally:
            encoding.guard = outer


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


def _runs(numbers: Sequence[int]) -> list[int]:
    """Return the first and the last of each run of ascending numbers.

    >>> _runs([0, 2, 5, 6])
    [0, 0, 2, 2, 5, 6]
    """
    found: list[int] = []
    for number in numbers:
        if found and found[-1] == number - 1:
            found[-1] = number
        elif not found or found[-1] != number:
            found += [number, number]
    return found
