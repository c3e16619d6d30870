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
`cpsat_models` has the two formulations, and `cpsat_constraints` how each kind of constraint is
said in them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from csp_sudoku.encoders import cpsat_constraints  # noqa: F401 - it teaches `register` the basis
from csp_sudoku.encoders.cpsat_models import Booleans, Encoding, Integers, register
from csp_sudoku.encoders.slots import is_basic, unsupported
from csp_sudoku.encoders.solver_output import not_one_solution
from csp_sudoku.errors import ModelError
from csp_sudoku.model import (
    CSP,
    Problem,
)

if TYPE_CHECKING:
    from csp_sudoku.encoders.ortools_door import CpModelProto


__all__ = [
    "FORMULATIONS",
    "Booleans",
    "Encoding",
    "Integers",
    "binary",
    "decode",
    "encode",
    "lines",
    "model",
    "reduce",
    "refusal",
    "register",
    "text",
]

_SOLUTION = re.compile(r"^solution: (-?[0-9]{1,18})\b", re.MULTILINE)

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
