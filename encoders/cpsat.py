"""A CSP as a CP-SAT model, and its solutions back.

Formulations:

- boolean: a Boolean for each variable and value of its domain; exactly one of them for a variable
  and for a value that its group requires, at most one for the other values of a group;
- alldifferent: an integer for each variable, the place of its value in `csp.values`, and the
  groups as AllDifferent.

A structure's model is built once for each formulation; a problem's masks narrow a copy of it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import singledispatch
from typing import TYPE_CHECKING

from csp_sudoku.bits import members
from csp_sudoku.encoders.names import labels
from csp_sudoku.encoders.slots import slots, unsupported
from csp_sudoku.encoders.solver_output import not_one_solution
from csp_sudoku.errors import ModelError, UnsupportedConstraintError
from csp_sudoku.model import CSP, AllDifferent, Constraint, Problem

if TYPE_CHECKING:
    from csp_sudoku.encoders.ortools_door import CpModelProto


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
        self._fill(pulse)
        self.determined = len(self.proto.variables)
        for constraint in csp.constraints:
            pulse()
            register(constraint, self)

    @property
    def has_auxiliary(self) -> bool:
        """Whether a solution leaves other variables of the model open: CP-SAT would repeat it."""
        return len(self.proto.variables) > self.determined

    @abstractmethod
    def literal(self, variable: int, code: int) -> int | None:
        """Return the Boolean for "this variable has this value"; None where it cannot have it."""

    @abstractmethod
    def narrowed(self, masks: Sequence[int]) -> CpModelProto:
        """Return a copy of the model, narrowed to a problem's masks."""

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

    def decode(self, values: Sequence[int]) -> list[int]:
        """Return a code for each variable: its Booleans follow each other, and one is true."""
        own = values[: len(self._code_of)]
        return [code for code, value in zip(self._code_of, own, strict=True) if value]

    def names(self) -> list[str]:
        """Return `variable=value` for each Boolean."""
        names, values = labels(self.csp.variables), labels(self.csp.values)
        return [f"{names[v]}={values[code]}" for v, own in enumerate(self.literals) for code in own]


class Integers(Encoding):
    """The alldifferent formulation: the model's first variables are the CSP's."""

    def _fill(self, pulse: Callable[[], object]) -> None:
        self._literals: dict[tuple[int, int], int] = {}
        for mask in self.masks:
            self.proto.variables.add()
            _set_domain(self.proto, len(self.proto.variables) - 1, mask)

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
            self._literals[variable, code] = x = len(self.proto.variables)
            self.proto.variables.add().domain.extend([0, 1])
            self.determined += 1
            _imply(self.proto, x, variable, 1 << code)
            _imply(self.proto, ~x, variable, self.masks[variable] & ~(1 << code))
        return self._literals[variable, code]

    def narrowed(self, masks: Sequence[int]) -> CpModelProto:
        """Return a copy of the model with narrower domains."""
        proto = self._copy()
        for variable, (mask, whole) in enumerate(zip(masks, self.masks, strict=True)):
            if mask != whole:
                _set_domain(proto, variable, mask)
        return proto

    def decode(self, values: Sequence[int]) -> list[int]:
        """Return a code for each variable: the integers are codes."""
        return list(values[: len(self.masks)])

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
    if isinstance(encoding, Integers):
        encoding.add_all_different([variable.index for variable in constraint.variables])


def _slots_of_values(csp: CSP, pulse: Callable[[], object]) -> list[dict[int, list[int]]]:
    """Return for each variable and code in which slots the value stands."""
    found: list[dict[int, list[int]]] = [
        {code: [] for code in members(mask)} for mask in csp.problem.masks
    ]
    for number, slot in enumerate(slots(csp)):
        if not number & 255:
            pulse()
        for variable in slot.variables:
            found[variable][slot.code].append(number)
    return found


def _set_domain(proto: CpModelProto, variable: int, mask: int) -> None:
    """Set an integer's domain; CP-SAT knows no empty one, which makes the model impossible."""
    domain = proto.variables[variable].domain
    domain.clear()
    domain.extend(_intervals(mask) or [0, 0])
    if not mask:
        proto.constraints.add().bool_or.literals.extend([])


def _imply(proto: CpModelProto, literal: int, variable: int, mask: int) -> None:
    """Let a literal narrow an integer to a mask."""
    constraint = proto.constraints.add()
    constraint.enforcement_literal.append(literal)
    constraint.linear.vars.append(variable)
    constraint.linear.coeffs.append(1)
    constraint.linear.domain.extend(_intervals(mask))


def _intervals(mask: int) -> list[int]:
    """Return the runs of a mask's bits, the first and the last of each.

    >>> _intervals(0b1100101)
    [0, 0, 2, 2, 5, 6]
    """
    found: list[int] = []
    for code in members(mask):
        if found and found[-1] == code - 1:
            found[-1] = code
        else:
            found += [code, code]
    return found
