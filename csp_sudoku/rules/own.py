"""Rules of one's own: tables of pairs, automata, regular expressions, expressions, or and and."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

from csp_sudoku import model
from csp_sudoku.boards import Cell
from csp_sudoku.errors import ModelError, RuleError, shown
from csp_sudoku.model import AnyOf, Constraint, Regular, Variable
from csp_sudoku.model.constraints import constraint_of
from csp_sudoku.model.expressions import expression as as_expression
from csp_sudoku.rules.context import Automaton, Context
from csp_sudoku.rules.drawing import GREY, Shape, line
from csp_sudoku.rules.kinds import (
    Flag,
    Line,
    Lists,
    Numbers,
    Pairs,
    Rows,
    Rules,
    Text,
)
from csp_sudoku.rules.pattern import automaton_of
from csp_sudoku.rules.table import rule


def _thin(cells: Any) -> list[Shape]:
    return [line(cells, GREY, 0.08)]


@rule(
    lambda every, **_: (
        ("Any two" if every else "Neighbouring")
        + " digits along a {colour} line are one of the pairs of its table."
    ),
    drawing=lambda cells, **_: _thin(cells),
    iss="Pair",
)
def pairs(on: Context, cells: Line, allowed: Pairs, every: Flag = False) -> Iterator[Constraint]:
    """Pairs of numbers that neighbours on a line may be, or any two cells if `every` is set.

    The pairs are a table, or a function of two numbers, which is asked for all from 0 to 16:
    `pairs("r1c1-r1c5", lambda a, b: abs(a - b) > 2)`.
    """
    table: Any = allowed
    xs = on.variables(cells)
    both = combinations(xs, 2) if every else pairwise(xs)
    return iter(on.related_pairs(both, _listed, frozenset(table)))


def _listed(a: int, b: int, table: frozenset[tuple[int, int]]) -> bool:
    return (a, b) in table


@rule(
    "The digits along a {colour} line are accepted by its automaton.",
    drawing=lambda cells, **_: [shape for part in cells for shape in _thin(part)],
    iss="NFA",
)
def automaton(
    on: Context, cells: Lists, steps: Rows, start: Numbers = (0,), accept: Numbers = ()
) -> Iterator[Constraint]:
    """An automaton that reads the digits along a line.

    Steps are (state, number, next state), with states as whole numbers; there may be several next
    states. Between two lists of cells stands a step with None in place of the number.
    """
    lists = [on.variables(part) for part in cells]
    rows: Any = steps
    yield on.read(
        [x for part in lists for x in part],
        _stepping,
        tuple(map(len, lists)),
        rows,
        tuple(start),  # type: ignore[arg-type]
        tuple(accept),  # type: ignore[arg-type]
    )


def _stepping(
    lengths: tuple[int, ...],
    steps: tuple[tuple[int, int | None, int], ...],
    start: tuple[int, ...],
    accept: tuple[int, ...],
) -> Automaton:
    """Read one number after the other; at the end of a list, take the step without a number."""
    targets: dict[tuple[int, int | None], list[int]] = {}
    for row in steps:
        if len(row) != 3 or row[0] is None or row[2] is None:
            raise RuleError(f"{shown(row)} is not a step", fix="give (state, number, next state)")
        targets.setdefault((row[0], row[1]), []).append(row[2])
    breaks: dict[int, int] = {}
    at = 0
    for length in lengths[:-1]:
        at += length
        breaks[at] = breaks.get(at, 0) + 1

    def after(place: int, states: Iterable[int]) -> list[int]:
        """Take the steps without a number that stand at a place."""
        for _ in range(breaks.get(place, 0)):
            states = [target for one in states for target in targets.get((one, None), ())]
        return list(dict.fromkeys(states))

    def step(state: Any, number: int) -> Any:
        place, here = state
        found: list[int] = []
        for one in after(0, start) if here is None else (here,):
            found += targets.get((one, number), ())
        return [(place + 1, target) for target in after(place + 1, found)]

    return (0, None), step, lambda state: state[1] in accept


@rule(
    "The digits along a {colour} line match the pattern {pattern}",
    drawing=lambda cells, pattern: _thin(cells),
    iss="Regex",
)
def regex(on: Context, cells: Line, pattern: Text) -> Iterator[Constraint]:
    """A regular expression that the digits along a line match, as "[1-4]*9.*".

    Numbers above 9 are the letters from A (10). It knows . [ ] ^ - | * + ? ( ) and {n,m}.
    """
    yield on.read(on.variables(cells), automaton_of, pattern)


@rule("{text}", is_verbatim=True)
def expression(on: Context, text: Text) -> Iterator[Any]:
    """Any condition over cells, as "r1c1 + r1c2 == 2 * r3c3" or "max(r1c1, r1c2) > 4 or r5c5 == 1".

    It knows + - * // % ** abs min max, comparisons, `in (1, 2)`, and, or, not.
    """
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise RuleError(
            f"{shown(text)} is not an expression", fix='write it as "r1c1 + r1c2 == 10"'
        ) from None
    found = _Evaluation(on).value(tree)
    if not isinstance(found, model.Condition):
        raise RuleError(f"{shown(text)} is not a condition", fix="compare it with something")
    yield constraint_of(found)


class _Evaluation:
    """An expression in Python's syntax as an expression over variables; nothing is executed."""

    BINARY: dict[type, Callable[[Any, Any], Any]] = {  # noqa: RUF012
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.FloorDiv: operator.floordiv,
        ast.Mod: operator.mod,
        ast.Pow: operator.pow,
        ast.Eq: operator.eq,
        ast.NotEq: operator.ne,
        ast.Lt: operator.lt,
        ast.LtE: operator.le,
        ast.Gt: operator.gt,
        ast.GtE: operator.ge,
    }
    FUNCTIONS: dict[str, Callable[..., Any]] = {  # noqa: RUF012
        "abs": abs,
        "max": lambda *parts: model.maximum(parts),
        "min": lambda *parts: model.minimum(parts),
        "sum": lambda *parts: model.total(parts),
    }

    def __init__(self, on: Context) -> None:
        self.on = on

    def value(self, node: ast.AST) -> Any:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            if abs(node.value) > 10**12:
                raise RuleError(f"the number {shown(node.value)} is too large")
            return node.value
        if isinstance(node, ast.Name):
            return self._named(node.id)
        if isinstance(node, ast.BinOp) and type(node.op) in self.BINARY:
            left, right = self.value(node.left), self.value(node.right)
            if isinstance(node.op, ast.Pow) and not (type(right) is int and 0 <= right <= 8):
                raise RuleError("an exponent is a number from 0 to 8")
            return self._applied(self.BINARY[type(node.op)], left, right)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self.value(node.operand)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ~self._condition(node.operand)
        if isinstance(node, ast.BoolOp):
            parts = [self._condition(part) for part in node.values]
            join = operator.and_ if isinstance(node.op, ast.And) else operator.or_
            found = parts[0]
            for part in parts[1:]:
                found = join(found, part)
            return found
        if isinstance(node, ast.Compare):
            return self._compared(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            function = self.FUNCTIONS.get(node.func.id)
            if function is not None and node.args:
                return self._applied(function, *map(self.value, node.args))
        raise RuleError(
            f"{shown(ast.unparse(node))} is not known in expressions",
            fix="use cells, numbers, + - * // % ** abs min max, comparisons, in, and, or, not",
        )

    def _condition(self, node: ast.AST) -> Any:
        found = self.value(node)
        if not isinstance(found, model.Condition):
            raise RuleError(f"{shown(ast.unparse(node))} is not a condition")
        return found

    def _compared(self, node: ast.Compare) -> Any:
        sides = [node.left, *node.comparators]
        found: Any = None
        for sign, one, other in zip(node.ops, sides, sides[1:], strict=False):
            if isinstance(sign, ast.In | ast.NotIn):
                if not isinstance(other, ast.Tuple | ast.List | ast.Set):
                    raise RuleError("numbers after in stand in brackets, as (1, 2)")
                values = [self.value(part) for part in other.elts]
                part = as_expression(self.value(one)).is_in(values)
                part = ~part if isinstance(sign, ast.NotIn) else part
            elif type(sign) in self.BINARY:
                part = self._applied(self.BINARY[type(sign)], self.value(one), self.value(other))
            else:
                raise RuleError("use == != < <= > >= and in to compare")
            found = part if found is None else found & part
        return found

    def _applied(self, function: Callable[..., Any], *parts: Any) -> Any:
        try:
            return function(*parts)
        except ModelError as error:
            raise RuleError(error.problem, fix=error.fix) from None
        except (ArithmeticError, TypeError, ValueError) as error:
            raise RuleError(f"the expression fails: {error}") from None

    def _named(self, name: str) -> Any:
        x = self._variable(name)
        numbers = self.on.numbers(x)
        return x if numbers == x.domain else 2 * x

    def _variable(self, name: str) -> Variable:
        if re.fullmatch(r"[rR][0-9]{1,4}[cC][0-9]{1,4}", name):
            cell = Cell.named(name)
            if cell not in self.on.board.index:
                raise RuleError(f"{self.on.board.name} has no cell {cell}")
            return self.on[cell]
        return self.on[f"@{name}"]


def _listed_rules(rules: Any) -> str:
    return "; ".join(map(str, rules)).replace("{", "{{").replace("}", "}}")


@rule(lambda rules: f"One or more of these hold: {_listed_rules(rules or ())}.")
def any_of(on: Context, rules: Rules) -> Iterator[Constraint]:
    """One or more of some rules hold."""
    branches = [[*_inside(on, part)] for part in rules]
    yield _one_automaton(branches) or AnyOf(branches)


def _one_automaton(branches: Sequence[Sequence[Constraint]]) -> Constraint | None:
    """Return what branches say that read the same cells, each by an automaton; else None."""
    parts = [part for branch in branches for part in branch if isinstance(part, Regular)]
    if len(parts) < len(branches) or any(len(branch) != 1 for branch in branches):
        return None
    sequence = parts[0].sequence
    is_same = all(part.sequence is sequence for part in parts)
    return Regular.either(parts) if is_same and sequence else None


@rule(lambda rules: f"All of these hold: {_listed_rules(rules or ())}.")
def all_of(on: Context, rules: Rules) -> Iterator[Constraint]:
    """All of some rules hold: for a branch of any_of."""
    for part in rules:
        yield from _inside(on, part)


def _inside(on: Context, part: Any) -> Iterable[Constraint]:
    if part.entry.comes_first:
        raise RuleError(f"{part.name} cannot hold in some cases only", fix="give it on its own")
    found: Iterable[Constraint] = part.entry.constraints(on, part)
    return found


def _may_be(names: str | None, values: Sequence[int] | None) -> str:
    """Say which numbers variables stand for."""
    if not names:
        return ""
    each = " each" if len(names.split()) > 1 else ""
    numbers = "the numbers of the board" if values is None else ", ".join(map(str, values))
    return f"{' and '.join(names.split())} may{each} be any of {numbers}."


@rule(_may_be, comes_first=True, number="values", iss="Var")
def variables(on: Context, names: Text, values: Numbers | None = None) -> Iterator[Constraint]:
    """Variables that are not cells: other rules name them with @, as "r1c1 @total".

    They have the numbers of the board, unless others are given. A solution has their values.
    """
    domain: Any = on.board.numbers if values is None else values
    for name in names.split():
        if not re.fullmatch(r"(?![rR]\d+[cC]\d+$)[A-Za-z_][A-Za-z0-9_]*", name):
            raise RuleError(f"{shown(name)} cannot be the name of a variable", fix="use letters")
        on.declare(f"@{name}", tuple(dict.fromkeys(domain)))
    return iter(())


__all__ = [
    "all_of",
    "any_of",
    "automaton",
    "expression",
    "pairs",
    "regex",
    "variables",
]
