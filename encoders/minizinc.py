r"""A MiniZinc model: variables with their domains, and constraints in MiniZinc's own terms.

Groups are `alldifferent`, sums are sums, tables `table`, automata `regular`, value sets an
`exists` over the sets, disjunctions `\/`. What was written as an expression stands there as it was
written, where MiniZinc means the same by it. Variables have their own names if MiniZinc can read
them all, else x1, x2 and so on; auxiliary ones are aux_1, aux_2 and so on, and are not printed.

Values that are not whole numbers have numbers above all others, from 1 if there are no others; the
output names them as they are. It has a line `NAME = VALUE` for each variable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatchmethod
from itertools import takewhile

from csp_sudoku.bits import members
from csp_sudoku.encoders.arithmetic import Total, compared, total_of, written_out
from csp_sudoku.encoders.names import (
    identifiers,
    is_whole,
    labels,
    numbers,
    one_line,
    own_variables,
    values_of,
    variable_labels,
)
from csp_sudoku.encoders.plans import Plan, is_diagram, parts_of, possible_sets
from csp_sudoku.encoders.solver_output import not_one_solution
from csp_sudoku.errors import UnsupportedConstraintError
from csp_sudoku.model import (
    CSP,
    AllDifferent,
    AnyOf,
    Condition,
    Constraint,
    Expression,
    LexLess,
    Linear,
    Problem,
    Regular,
    Relation,
    Table,
    Value,
    ValueSet,
    Variable,
)
from csp_sudoku.model.constraints import Expressed
from csp_sudoku.model.expressions import (
    Choice,
    Comparison,
    Conjunction,
    Constant,
    Disjunction,
    Membership,
    Not,
    Operation,
    Same,
    Sum,
)

_END = "----------"
_RESERVED = (
    "ann|annotation|any|array|bool|case|constraint|default|diff|div|else|elseif|endif|enum|exists|"
    "false|float|forall|function|if|in|include|infinity|int|intersect|let|list|maximize|minimize|"
    "mod|name|not|of|op|opt|output|par|predicate|record|satisfy|set|solve|string|subset|superset|"
    "symdiff|test|then|true|tuple|type|union|value|var|where|x|xor"
)
_NAME = re.compile(rf"(?!aux_|(?:{_RESERVED})$)[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*")
"""What a variable may be called; names that end with _ are those of indices."""
_SIGNS: Mapping[str, str] = {"==": "="}
_WORDS: Mapping[str, str] = {"*": "*", "//": "div", "%": "mod"}
_CALLS: Mapping[str, str] = {"abs": "abs", "minimum": "min", "maximum": "max"}
_FEW_ROWS = 6
"""A table with more rows than this has a line for each."""
_WIDEST = 4
"""How many times wider than their number the values that `regular` reads may lie."""


def lines(problem: Problem) -> Iterator[str]:
    r"""Yield the lines.

    >>> from csp_sudoku import CSP
    >>> csp = CSP()
    >>> a, b = csp.variables("a b", (1, 2, 5))
    >>> _ = csp.all_different([a, b], "pair")
    >>> _ = csp.add(a + 2 * b <= 9, (a == 2) | (b > a))
    >>> print(*lines(csp.with_values({"a": 2}).problem), sep="\n")
    include "alldifferent.mzn";
    array[1..2] of string: name = [
      "a",
      "b",
    ];
    var {1, 2, 5}: a;
    var {1, 2, 5}: b;
    array[1..2] of var int: x = [a, b];
    constraint a = 2;
    constraint alldifferent([a, b]); % pair
    constraint a + 2*b <= 9;
    constraint a = 2 \/ b > a;
    solve satisfy;
    output [name[i] ++ " = " ++ show(x[i]) ++ "\n" | i in 1..2];
    """
    csp = problem.csp
    plan = _plan(csp)
    writer = _Writer(plan, variable_labels(csp))
    yield from (f'include "{name}.mzn";' for name in _included(plan))
    yield from _strings("name", writer.labels)
    value_names = _value_names(csp)
    others = [value for value in value_names if not is_whole(value)]
    if others:
        yield from _strings("value", [value_names[value] for value in others])
    for variable, name in zip(plan.variables, writer.names, strict=True):
        label = writer.labels[variable.index] if variable.index < plan.own else name
        comment = f" % {label}" if label != name else ""
        yield f"var {_set(plan.sorted(variable.domain))}: {name};{comment}"
    yield f"array[1..{plan.own}] of var int: x = {writer.array(plan.variables[: plan.own])};"
    for variable, mask in zip(own_variables(csp), problem.masks, strict=False):
        if mask.bit_count() < len(variable.domain):
            domain = plan.sorted(variable.domain[code] for code in members(mask))
            yield f"constraint {writer.name(variable)} {_belongs(domain)};"
    for constraint, note in plan.statements:
        text = f"constraint {writer.said(constraint)};{f' % {one_line(note)}' if note else ''}"
        yield from text.split("\n")
    aim = plan.objective
    yield "solve satisfy;" if aim is None else f"solve {aim.sense} {writer.aimed(aim.expression)};"
    shown = "show(x[i])"
    if others:
        before = plan.number[others[0]] - 1
        shown = f"value[fix(x[i]){f' - {before}' if before else ''}]"
        if len(others) < len(value_names):
            shown = f"if fix(x[i]) <= {before} then show(x[i]) else {shown} endif"
    yield f'output [name[i] ++ " = " ++ {shown} ++ "\\n" | i in 1..{plan.own}];'


def decode(problem: Problem, output: str) -> list[int]:
    """Return a code for each variable, from the lines that the output item prints."""
    names, label = variable_labels(problem.csp), _value_names(problem.csp)
    rows = list(takewhile(_END.__ne__, output.splitlines()))
    if len(rows) != len(names):
        raise not_one_solution(f"{len(rows)} lines for {len(names)} variables")
    found = []
    for variable, name, row in zip(own_variables(problem.csp), names, rows, strict=True):
        told = row.removeprefix(f"{name} = ")
        code = next((c for c, value in enumerate(variable.domain) if label[value] == told), None)
        if code is None:
            raise not_one_solution(f"{row!r} says no value of {name}")
        found.append(code)
    return found


def _plan(csp: CSP) -> Plan:
    return csp.shared(
        "minizinc plan", lambda base: Plan(base, _knows, partial=True, prefers=_is_count)
    )


def _is_count(comparison: Comparison) -> bool:
    """Whether a comparison counts something, which may be a global."""
    return any(
        isinstance(part, Condition)
        for side in comparison.parts
        if isinstance(side, Sum)
        for part in side.parts
    )


def _knows(constraint: Constraint) -> bool:
    """Whether MiniZinc has a global for what is not of the basis, or can read an automaton."""
    if isinstance(constraint, LexLess):
        return all(is_whole(value) for v in constraint.variables for value in v.domain)
    if not isinstance(constraint, Regular) or not is_diagram(constraint):
        return False
    values = values_of(constraint.variables)
    if not any(map(is_whole, values)):
        return True
    found = numbers(values).values()
    return all(map(is_whole, values)) and max(found) - min(found) < _WIDEST * len(found)


def _included(plan: Plan) -> list[str]:
    """Return the files of the standard library that have the globals of a plan."""
    found = {
        name
        for statement in plan.statements
        for part in parts_of(statement.constraint)
        for name in _files(part, part is statement.constraint)
    }
    return sorted(found)


def _files(constraint: Constraint, is_top: bool) -> Iterator[str]:
    if isinstance(constraint, AllDifferent | ValueSet):
        yield "alldifferent"
    elif isinstance(constraint, Regular):
        yield "regular"
    elif isinstance(constraint, LexLess):
        yield "lex_lesseq" if constraint.or_equal else "lex_less"
    elif isinstance(constraint, Linear):
        counted = total_of(constraint, lists=True).counted
        if counted is not None and len(counted[1]) == 1:
            yield "count"
    elif is_top and _is_table(constraint):
        yield "table"


def _is_table(constraint: Constraint) -> bool:
    if isinstance(constraint, Relation):
        return compared(constraint) is None
    return isinstance(constraint, Table) and len(constraint.variables) > 1


def _value_names(csp: CSP) -> dict[Value, str]:
    """Return what each value of the model's own variables is called: a whole number is itself."""
    return csp.shared("minizinc values", _named_values)


def _named_values(csp: CSP) -> dict[Value, str]:
    values = values_of(own_variables(csp))
    whole = {value: str(n) for value, n in numbers(list(filter(is_whole, values))).items()}
    others = [value for value in values if value not in whole]
    return whole | dict(zip(others, labels(others, whole.values()), strict=True))


class _Writer:
    """Writes the constraints of a plan."""

    def __init__(self, plan: Plan, own: list[str]) -> None:
        self.plan = plan
        self.labels = own
        self.names = identifiers(own, _NAME, "x")
        self.names += (f"aux_{n}" for n in range(1, len(plan.auxiliary) + 1))

    def name(self, variable: Variable) -> str:
        """Return what a variable is called."""
        return self.names[variable.index]

    def array(self, variables: Iterable[Variable]) -> str:
        """Return some variables as an array."""
        return f"[{', '.join([self.name(variable) for variable in variables])}]"

    # Constraints

    @singledispatchmethod
    def said(self, constraint: Constraint, inside: bool = False) -> str:
        """Return a constraint as an expression, which may stand inside a disjunction."""
        raise UnsupportedConstraintError(constraint)

    @said.register
    def _(self, constraint: AllDifferent, inside: bool = False) -> str:
        return f"alldifferent({self.array(constraint.variables)})"

    @said.register
    def _(self, constraint: Relation, inside: bool = False) -> str:
        condition = compared(constraint)
        if condition is None and inside:
            condition = written_out(constraint)
        if condition is not None:
            return self.text(condition)
        rows = [(a, b) for a, row in enumerate(constraint.rows) for b in members(row)]
        return self._table(constraint.variables, rows)

    @said.register
    def _(self, constraint: Table, inside: bool = False) -> str:
        variables = constraint.variables
        if not variables:
            return "false"
        if len(variables) == 1:
            (x,) = variables
            allowed = self.plan.sorted(x.domain[code] for (code,) in constraint.tuples)
            return f"{self.name(x)} {_belongs(allowed)}"
        if inside:
            return self.text(written_out(constraint))
        return self._table(variables, constraint.tuples)

    def _table(self, variables: Sequence[Variable], rows: Sequence[Sequence[int]]) -> str:
        number = [[self.plan.number[value] for value in v.domain] for v in variables]
        texts = [
            ", ".join([str(own[code]) for own, code in zip(number, row, strict=True)])
            for row in rows
        ]
        return f"table({self.array(variables)}, {_rows(texts)})"

    @said.register
    def _(self, constraint: Linear, inside: bool = False) -> str:
        total = total_of(constraint, lists=True)
        whole = self._added(total)
        if total.compared is not None:
            sign, number = total.compared
            return f"{whole} {_SIGNS.get(sign, sign)} {number}"
        parts = [f"{low}..{high}" for low, high in total.closed]
        if all(low == high for low, high in total.closed):
            parts = [_set([low for low, _ in total.closed])]
        return f"{whole} in {' union '.join(parts)}"

    def _added(self, total: Total) -> str:
        if total.counted is None:
            return self.text(total.sum)
        variables, values = total.counted
        if len(values) == 1:
            return f"count({self.array(variables)}, {self.plan.number[values[0]]})"
        return f"sum(v_ in {self.array(variables)})(v_ in {_set(self.plan.sorted(values))})"

    @said.register
    def _(self, constraint: ValueSet, inside: bool = False) -> str:
        family = [self.plan.sorted(values) for values in possible_sets(constraint)]
        listed = self.array(constraint.variables)
        if len(family) == 1:
            return f"alldifferent({listed}) /\\ forall(v_ in {listed})(v_ in {_set(family[0])})"
        sets = ", ".join(map(_set, family))
        chosen = f"exists(set_ in [{sets}])(forall(v_ in {listed})(v_ in set_))"
        return f"alldifferent({listed}) /\\ {chosen}"

    @said.register
    def _(self, constraint: Regular, inside: bool = False) -> str:
        symbols = self.plan.sorted(values_of(constraint.variables))
        low, size = symbols[0], symbols[-1] - symbols[0] + 1
        listed = self.array(constraint.sequence)
        if low != 1:
            shift = f"- {low - 1}" if low > 1 else f"+ {1 - low}"
            listed = f"[v_ {shift} | v_ in {listed}]"
        rows: list[list[int]] = []
        for x, layer, width in zip(
            constraint.sequence, constraint.layers, constraint.widths, strict=False
        ):
            after = len(rows) + width + 1
            here = [[0] * size for _ in range(width)]
            for state, code, target in layer:
                here[state][self.plan.number[x.domain[code]] - low] = after + target
            rows += here
        states = len(rows) + 1
        rows.append([0] * size)
        table = _rows([", ".join(map(str, row)) for row in rows])
        return f"regular({listed}, {states}, {size}, {table}, 1, {{{states}}})"

    @said.register
    def _(self, constraint: LexLess, inside: bool = False) -> str:
        call = "lex_lesseq" if constraint.or_equal else "lex_less"
        return f"{call}({self.array(constraint.left)}, {self.array(constraint.right)})"

    @said.register
    def _(self, constraint: Expressed, inside: bool = False) -> str:
        return self.text(constraint.condition)

    @said.register
    def _(self, constraint: AnyOf, inside: bool = False) -> str:
        branches = [
            " /\\ ".join([_bracketed(self.said(part, True)) for part in branch])
            for branch in constraint.branches
        ]
        return " \\/ ".join(map(_bracketed, branches))

    # Expressions

    def aimed(self, part: Expression) -> str:
        """Return an expression as an objective, which is a number."""
        return f"bool2int({self.text(part)})" if isinstance(part, Condition) else self.text(part)

    def text(self, part: Expression) -> str:
        """Return an expression in MiniZinc's words."""
        if isinstance(part, Variable):
            return self.name(part)
        if isinstance(part, Constant):
            return str(self.plan.constant(part.constant))
        if isinstance(part, Condition):
            return self._condition(part)
        if isinstance(part, Sum):
            return self._sum(part)
        if isinstance(part, Choice):
            index = part.index
            if isinstance(index, Sum):
                place = self._sum(Sum(index.terms, index.constant + 1))
            else:
                place = f"{self._atom(index)} + 1"
            return f"[{', '.join(map(self.text, part.choices))}][{place}]"
        assert isinstance(part, Operation), part
        if part.symbol == "**":
            return f"pow({', '.join(map(self.text, part.arguments))})"
        if part.symbol in _CALLS:
            listed = ", ".join(map(self.text, part.arguments))
            call = _CALLS[part.symbol]
            return f"{call}({listed})" if call == "abs" else f"{call}([{listed}])"
        return f" {_WORDS[part.symbol]} ".join(map(self._atom, part.arguments))

    def _sum(self, part: Sum) -> str:
        words: list[str] = []
        for factor, of in part.terms:
            size = self._atom(of) if abs(factor) == 1 else f"{abs(factor)}*{self._atom(of)}"
            words += [("-" if factor < 0 else "+") if words else "", size]
            if len(words) == 2:
                words = [f"-{size}" if factor < 0 else size]
        if part.constant or not words:
            sign = "-" if part.constant < 0 else "+"
            words += [sign, str(abs(part.constant))] if words else [str(part.constant)]
        return " ".join(words)

    def _condition(self, part: Condition) -> str:
        if isinstance(part, Comparison):
            left, right = map(self._side, part.parts)
            return f"{left} {_SIGNS.get(part.sign, part.sign)} {right}"
        if isinstance(part, Membership):
            return f"{self._side(part.of)} {_belongs(self.plan.wanted(part))}"
        if isinstance(part, Conjunction | Disjunction):
            sign = "/\\" if isinstance(part, Conjunction) else "\\/"
            return f" {sign} ".join([_bracketed(self.text(each)) for each in part.conditions])
        if isinstance(part, Not):
            return f"not ({self.text(part.condition)})"
        assert isinstance(part, Same), part
        return f"({self.text(part.left)}) <-> ({self.text(part.right)})"

    def _side(self, part: Expression) -> str:
        """Return one side of a comparison."""
        return f"({self.text(part)})" if isinstance(part, Condition) else self.text(part)

    def _atom(self, part: Expression) -> str:
        """Return an expression that binds more strongly than a product."""
        is_call = isinstance(part, Operation) and part.symbol not in _WORDS
        is_negative = isinstance(part, Constant) and self.text(part).startswith("-")
        if isinstance(part, Variable | Constant | Choice) and not is_negative:
            return self.text(part)
        return self.text(part) if is_call else f"({self.text(part)})"


def _strings(name: str, texts: Sequence[str]) -> Iterator[str]:
    yield f"array[1..{len(texts)}] of string: {name} = ["
    for text in texts:
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        yield f'  "{escaped}",'
    yield "];"


def _rows(texts: Sequence[str]) -> str:
    """Write a table: one line for each row if there are many."""
    if len(texts) <= _FEW_ROWS:
        return f"[| {' | '.join(texts)} |]"
    return "[|\n" + " |\n".join([f"  {text}" for text in texts]) + "\n|]"


def _bracketed(text: str) -> str:
    """Write a condition so that it may stand beside others."""
    return f"({text})" if any(sign in text for sign in ("/\\", "\\/", "<->", "not ")) else text


def _belongs(numbers: Sequence[int]) -> str:
    return f"= {numbers[0]}" if len(numbers) == 1 else f"in {_set(numbers)}"


def _set(numbers: Sequence[int]) -> str:
    """Write a set of numbers, as a range if it is one.

    >>> _set([1, 2, 3]), _set([2, 5]), _set([])
    ('1..3', '{2, 5}', '{}')
    """
    if len(numbers) > 1 and list(numbers) == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"{numbers[0]}..{numbers[-1]}"
    return "{" + ", ".join(map(str, numbers)) + "}"
