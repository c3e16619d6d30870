"""A model as plain data, which JSON can hold, and back.

Names and values may be numbers, strings, booleans, None, Fractions, and tuples and frozensets of
them. Functions are not kept: a relation that was given as one is a table by now. A constraint of
one's own is written as what it decomposes into, if that needs no auxiliary variables.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from csp_sudoku.bits import members
from csp_sudoku.errors import ModelError, shown
from csp_sudoku.model.constraints import (
    AllDifferent,
    AnyOf,
    Constraint,
    Expressed,
    Linear,
    Regular,
    Relation,
    Table,
    ValueSet,
    constraint_of,
)
from csp_sudoku.model.csp import CSP
from csp_sudoku.model.expressions import (
    ARGUMENTS,
    COMPARISONS,
    OPERATIONS,
    Choice,
    Comparison,
    Condition,
    Conjunction,
    Constant,
    Disjunction,
    Expression,
    Membership,
    Not,
    Operation,
    Same,
    Sum,
    Truth,
    Value,
    Variable,
    power,
)

FORMAT = "csp-sudoku model"
VERSION = 1


def to_json(csp: CSP, pulse: Callable[[], object] = bool) -> str:
    """Return a model as JSON; `pulse` is called often, and may raise to stop.

    >>> model = CSP()
    >>> x, y = model.variables("x y", range(3))
    >>> _ = model.add(x + y == 3)
    >>> from_json(to_json(model)).count()
    2
    """
    fields = []
    for name, value in to_data(csp, pulse).items():
        if name == "constraints":
            fields.append(f'"{name}": [{", ".join(_dumped(value, pulse))}]')
        else:
            fields.append(f'"{name}": {json.dumps(value)}')
    return f"{{{', '.join(fields)}}}"


def _dumped(constraints: Iterable[Any], pulse: Callable[[], object]) -> Iterator[str]:
    """Yield each constraint as JSON: of all together, a large model has dozens of megabytes."""
    for constraint in constraints:
        pulse()
        yield json.dumps(constraint)


def from_json(text: str, pulse: Callable[[], object] = bool) -> CSP:
    """Return the model that a JSON text holds; `pulse` is called often, and may raise to stop."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise ModelError(f"the text is not JSON: {error}", fix="give what to_json wrote") from None
    except RecursionError:
        raise ModelError("the text is nested too deep", fix="give what to_json wrote") from None
    return from_data(data, pulse)


def to_data(csp: CSP, pulse: Callable[[], object] = bool) -> dict[str, Any]:
    """Return a model as plain data; `pulse` is called often, and may raise to stop."""
    domains: dict[tuple[Value, ...], int] = {}
    for variable in csp.variables:
        domains.setdefault(variable.domain, len(domains))
    constraints = []
    for constraint in csp.constraints:
        pulse()
        constraints.append(_constraint(constraint))
    data = {
        "format": FORMAT,
        "version": VERSION,
        "domains": [[_value(value) for value in domain] for domain in domains],
        "variables": [[_value(v.name), domains[v.domain]] for v in csp.variables],
        "constraints": constraints,
        "narrowed": [
            [v.index, [v.domain.index(value) for value in values]]
            for v, values in csp.narrowed.items()
        ],
    }
    if csp.objective is not None:
        data["objective"] = [csp.objective.sense, _expression(csp.objective.expression)]
    return data


def from_data(data: Any, pulse: Callable[[], object] = bool) -> CSP:
    """Return the model of plain data; whatever is wrong in it is a ModelError."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise ModelError(f"expected {FORMAT!r} data, got {shown(data)}")
    if data.get("version") != VERSION:
        raise ModelError(f"the data has version {data.get('version')!r}; this reads {VERSION}")
    known = {"format", "version", "domains", "variables", "constraints", "narrowed"}
    if set(data) - {"objective"} != known:
        odd = ", ".join(sorted((set(data) - {"objective"}) ^ known))
        raise ModelError(f"the fields of the data are not those of a model: {odd}")
    try:
        return _model(data, pulse)
    except RecursionError:
        raise ModelError("the data of the model is nested too deep") from None
    except (TypeError, KeyError, IndexError, ValueError, AttributeError) as error:
        if isinstance(error, ModelError):
            raise
        raise ModelError(f"the data of the model is broken: {error}") from error


def _model(data: Mapping[str, Any], pulse: Callable[[], object]) -> CSP:
    model = CSP()
    domains = [tuple(_of_value(value) for value in domain) for domain in data["domains"]]
    for name, domain in data["variables"]:
        pulse()
        model.variable(_of_value(name), domains[_index(domain, len(domains))])
    reader = _Reader(list(model.variables))
    for constraint in data["constraints"]:
        pulse()
        model.add(reader.constraint(constraint))
    if "objective" in data:
        sense, expression = data["objective"]
        if sense not in ("minimize", "maximize"):
            raise ModelError(f"{shown(sense)} is neither minimize nor maximize")
        (model.minimize if sense == "minimize" else model.maximize)(reader.expression(expression))
    narrowed = {}
    for number, codes in data["narrowed"]:
        variable = reader.variable(number)
        domain = variable.domain
        narrowed[variable] = [domain[_index(code, len(domain))] for code in codes]
    return model.with_domains(narrowed) if narrowed else model


# Values


def _value(value: Value) -> Any:
    if value is None or type(value) in (int, str, bool):
        return value
    if isinstance(value, Fraction):
        return {"fraction": [value.numerator, value.denominator]}
    if isinstance(value, tuple):
        return {"tuple": [_value(part) for part in value]}
    if isinstance(value, frozenset):
        return {"set": sorted((_value(part) for part in value), key=json.dumps)}
    if type(value) is float:
        return {"float": value.hex()}
    fix = "use numbers, strings, or tuples of them"
    raise ModelError(f"{shown(value)} cannot be written as data", fix=fix)


def _of_value(data: Any) -> Value:
    if data is None or type(data) in (int, str, bool):
        value: Value = data
        return value
    if isinstance(data, Mapping) and len(data) == 1:
        kind, inside = next(iter(data.items()))
        if kind == "fraction":
            return Fraction(*inside)
        if kind == "float":
            return float.fromhex(inside)
        if kind in ("tuple", "set"):
            parts = [_of_value(part) for part in inside]
            return tuple(parts) if kind == "tuple" else frozenset(parts)
    raise ModelError(f"{shown(data)} is not a value")


def _index(number: Any, count: int) -> int:
    if type(number) is not int or not 0 <= number < count:
        raise ModelError(f"expected a number from 0 to {count - 1}, got {shown(number)}")
    return number


# Writing


def _numbers(variables: Iterable[Variable]) -> list[int]:
    return [variable.index for variable in variables]


def _constraint(constraint: Constraint) -> dict[str, Any]:
    data = _bare(constraint)
    return data if constraint.name is None else data | {"name": constraint.name}


def _bare(constraint: Constraint) -> dict[str, Any]:
    of = {"of": _numbers(constraint.variables)}
    if type(constraint) is AllDifferent:
        return {"kind": "all-different", **of}
    if type(constraint) is Relation:
        rows = [list(members(row)) for row in constraint.rows]
        return {"kind": "relation", **of, "rows": rows}
    if type(constraint) is Table:
        return {"kind": "table", **of, "tuples": [list(row) for row in constraint.tuples]}
    if type(constraint) is Linear:
        weights = [list(row) for row in constraint.weights]
        totals = [list(pair) for pair in constraint.totals]
        return {"kind": "linear", **of, "weights": weights, "totals": totals}
    if type(constraint) is ValueSet:
        inside = dict.fromkeys(value for v in constraint.variables for value in v.domain)
        family = [
            [_value(value) for value in inside if value in values]
            for values in constraint.family
            if values <= inside.keys()
        ]
        return {"kind": "value-set", **of, "family": family}
    if type(constraint) is Regular:
        layers = [[list(step) for step in layer] for layer in constraint.layers]
        sequence = _numbers(constraint.sequence)
        widths = list(constraint.widths)
        return {"kind": "regular", "of": sequence, "layers": layers, "widths": widths}
    if type(constraint) is AnyOf:
        branches = [[_constraint(part) for part in branch] for branch in constraint.branches]
        return {"kind": "any-of", "branches": branches}
    if type(constraint) is Expressed:
        return {"kind": "condition", "condition": _expression(constraint.condition)}
    parts = constraint.decompose(_refuse)
    if parts is None:
        kind = type(constraint).__name__
        raise ModelError(f"{constraint} cannot be written as data: {kind} has no decompose()")
    whole = [_constraint(constraint_of(part)) for part in parts]
    return {"kind": "any-of", "branches": [whole]}


def _refuse(domain: Iterable[Value]) -> Variable:
    raise ModelError("a constraint that needs auxiliary variables cannot be written as data")


def _expression(part: Expression) -> Any:
    if isinstance(part, Variable):
        return ["variable", part.index]
    if isinstance(part, Constant):
        return ["constant", _value(part.constant)]
    if isinstance(part, Sum):
        terms = [[_value(factor), _expression(of)] for factor, of in part.terms]
        return ["sum", _value(part.constant), terms]
    if isinstance(part, Operation):
        return ["operation", part.symbol, [_expression(of) for of in part.arguments]]
    if isinstance(part, Choice):
        return ["element", _expression(part.index), [_expression(of) for of in part.choices]]
    if isinstance(part, Comparison):
        return ["comparison", part.sign, _expression(part.left), _expression(part.right)]
    if isinstance(part, Membership):
        return ["in", _expression(part.of), [_value(value) for value in part.values]]
    if isinstance(part, Conjunction | Disjunction):
        kind = "and" if isinstance(part, Conjunction) else "or"
        return [kind, [_expression(of) for of in part.conditions]]
    if isinstance(part, Not):
        return ["not", _expression(part.condition)]
    if isinstance(part, Same):
        return ["same", _expression(part.left), _expression(part.right)]
    if isinstance(part, Truth):
        return ["truth", part.truth]
    raise ModelError(f"{part} cannot be written as data")


# Reading


class _Reader:
    """Makes constraints over the variables of one model."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.variables = variables

    def variable(self, number: Any) -> Variable:
        return self.variables[_index(number, len(self.variables))]

    def constraint(self, data: Mapping[str, Any]) -> Constraint:
        kind = data["kind"]
        found = self._read(kind, data)
        found.name = data.get("name")
        if found.name is not None and not isinstance(found.name, str):
            raise ModelError(f"{shown(found.name)} is not a name")
        return found

    def _read(self, kind: str, data: Mapping[str, Any]) -> Constraint:
        if kind == "any-of":
            return AnyOf([[self.constraint(part) for part in b] for b in data["branches"]])
        if kind == "condition":
            found = self.expression(data["condition"])
            if not isinstance(found, Condition):
                raise ModelError(f"{found} is not a condition")
            return Expressed(found)
        of = [self.variable(number) for number in data["of"]]
        if kind == "all-different":
            return AllDifferent(of)
        if kind == "relation":
            x, y = of
            return Relation(x, y, self._pairs(x, y, data["rows"]))
        if kind == "table":
            return Table(of, (self._values(of, row) for row in data["tuples"]))
        if kind == "linear":
            return self._linear(of, data)
        if kind == "value-set":
            return ValueSet(
                of, [[_of_value(value) for value in values] for values in data["family"]]
            )
        if kind == "regular":
            return self._regular(of, data)
        raise ModelError(f"{shown(kind)} is not a kind of constraint")

    @staticmethod
    def _values(of: Sequence[Variable], row: Sequence[Any]) -> tuple[Value, ...]:
        pairs = zip(of, row, strict=True)
        return tuple(x.domain[_index(code, len(x.domain))] for x, code in pairs)

    def _pairs(self, x: Variable, y: Variable, rows: Sequence[Any]) -> list[tuple[Value, Value]]:
        if len(rows) != len(x.domain):
            raise ModelError(f"{len(rows)} rows for the {len(x.domain)} values of {x}")
        return [
            (value, y.domain[_index(code, len(y.domain))])
            for value, row in zip(x.domain, rows, strict=True)
            for code in row
        ]

    @staticmethod
    def _linear(of: Sequence[Variable], data: Mapping[str, Any]) -> Linear:
        weights = data["weights"]
        for x, row in zip(of, weights, strict=True):
            if len(row) != len(x.domain) or not all(type(w) is int for w in row):
                raise ModelError(f"the weights of {x} are not one number per value")
        if len(set(of)) < len(of):
            raise ModelError("a sum names a variable twice")
        totals = [(low, high) for low, high in data["totals"]]
        if not all(bound is None or type(bound) is int for pair in totals for bound in pair):
            raise ModelError("the totals of a sum are not pairs of numbers")
        return Linear.of_weights(of, weights, totals)

    @staticmethod
    def _regular(of: Sequence[Variable], data: Mapping[str, Any]) -> Regular:
        widths, layers = data["widths"], data["layers"]
        if len(widths) != len(of) + 1 or len(layers) != len(of):
            raise ModelError("an automaton needs a layer for each variable of its sequence")
        steps = [
            ((at, state), x.domain[_index(code, len(x.domain))], (at + 1, target))
            for at, (x, layer) in enumerate(zip(of, layers, strict=True))
            for state, code, target in layer
        ]
        table: dict[tuple[Any, int], dict[Value, list[Any]]] = {}
        for state, value, target in steps:
            table.setdefault(state, {}).setdefault(value, []).append(target)
        triples = [
            (state, value, target)
            for state, ways in table.items()
            for value, targets in ways.items()
            for target in targets
        ]
        accept = [(len(of), 0)] if widths[-1] else []
        start = (0, 0) if widths[0] else (0, None)
        return Regular(of, start, triples, accept)

    def expression(self, data: Any) -> Expression:
        kind, *rest = data
        if kind == "variable":
            return self.variable(*rest)
        if kind == "constant":
            return Constant(_of_value(*rest))
        if kind == "truth":
            return Truth(rest[0] is True)
        if kind == "sum":
            constant, terms = rest
            pairs = [(_of_value(factor), self.expression(of)) for factor, of in terms]
            return Sum(tuple(pairs), _of_value(constant))  # type: ignore[arg-type]
        if kind == "operation":
            symbol, parts = rest
            if not isinstance(symbol, str) or symbol not in OPERATIONS:
                raise ModelError(f"{shown(symbol)} is not an operation")
            return self._operation(symbol, tuple(self.expression(of) for of in parts))
        if kind == "element":
            index, choices = rest
            return Choice(tuple(map(self.expression, choices)), self.expression(index))
        if kind == "in":
            of, values = rest
            return Membership(self.expression(of), [_of_value(value) for value in values])
        if kind == "comparison":
            sign, left, right = rest
            if not isinstance(sign, str) or sign not in COMPARISONS:
                raise ModelError(f"{shown(sign)} is not a comparison")
            return Comparison(sign, self.expression(left), self.expression(right))
        conditions = [self.condition(part) for part in (rest[0] if kind in ("and", "or") else rest)]
        if kind in ("and", "or"):
            return (Conjunction if kind == "and" else Disjunction)(tuple(conditions))
        if kind == "not":
            return Not(*conditions)
        if kind == "same":
            return Same(*conditions)
        raise ModelError(f"{shown(kind)} is not a kind of expression")

    @staticmethod
    def _operation(symbol: str, parts: tuple[Expression, ...]) -> Operation:
        if len(parts) != ARGUMENTS.get(symbol, max(len(parts), 1)):
            raise ModelError(f"{len(parts)} arguments of {symbol}")
        if symbol == "**":
            exponent = parts[1].constant if isinstance(parts[1], Constant) else None
            if type(exponent) is not int or exponent < 0:
                raise ModelError(f"{shown(str(parts[1]))} as an exponent")
            return power(parts[0], exponent)
        return Operation(symbol, parts)

    def condition(self, data: Any) -> Condition:
        found = self.expression(data)
        if not isinstance(found, Condition):
            raise ModelError(f"{found} is not a condition")
        return found
