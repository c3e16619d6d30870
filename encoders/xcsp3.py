"""An XCSP3 instance (XML): variables with their domains, and constraints in XCSP3's own terms.

Groups are `allDifferent`, sums `sum` or `count`, tables `extension`, automata `mdd`; comparisons,
disjunctions and what was written as an expression are `intension`, where XCSP3 means the same by
it. Auxiliary variables are aux_1, aux_2 and so on.

Values that are not whole numbers have numbers above all others, from 1 if there are no others, and
a note tells which is which. Clues are an instantiation, as is the custom; ACE 2.6 stumbles over
small groups of unequal domains. Candidates are a table of one column, as is the domain of a
variable that no constraint names: solvers leave it out otherwise. A variable that has no value left
gets one all the same, and is to differ from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatchmethod
from itertools import combinations, islice, repeat
from xml.sax.saxutils import quoteattr

from csp_sudoku.bits import members
from csp_sudoku.encoders.arithmetic import compared, total_of, written_out
from csp_sudoku.encoders.names import (
    identifiers,
    is_whole,
    one_line,
    own_variables,
    value_labels,
    variable_labels,
)
from csp_sudoku.encoders.plans import Plan, Statement, is_diagram, possible_sets
from csp_sudoku.encoders.solver_output import not_one_solution
from csp_sudoku.errors import UnsupportedConstraintError
from csp_sudoku.model import (
    CSP,
    AllDifferent,
    AnyOf,
    Condition,
    Constraint,
    Expression,
    Linear,
    Objective,
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

_ID = re.compile(r"(?!aux_)[A-Za-z][A-Za-z0-9_]*")
_INSTANTIATION = re.compile(r"<list>(.*?)</list>\s*<values>(.*?)</values>", re.DOTALL)
_TIMES = re.compile(r"[0-9]{1,18}")
_NOTHING = "0"
"""The domain of a variable without a value: the format has no empty ones."""
_SIGNS: Mapping[str, str] = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_CALLS: Mapping[str, str] = {
    "*": "mul",
    "//": "div",
    "%": "mod",
    "abs": "abs",
    "minimum": "min",
    "maximum": "max",
}
_MOST_TOTALS = 1000
"""A sum with more allowed totals than this, in several intervals, is a disjunction."""


def lines(problem: Problem) -> Iterator[str]:
    r"""Yield the lines.

    >>> from csp_sudoku import CSP
    >>> csp = CSP()
    >>> a, b = csp.variables("a b", (1, 2, 5))
    >>> _ = csp.all_different([a, b], "pair")
    >>> _ = csp.add((a == 2) | (b > a + 2))
    >>> print(*lines(csp.with_values({"a": 2}).problem), sep="\n")
    <instance format="XCSP3" type="CSP">
      <variables>
        <var id="a"> 1 2 5 </var>
        <var id="b"> 1 2 5 </var>
      </variables>
      <constraints>
        <instantiation> <list> a </list> <values> 2 </values> </instantiation>
        <allDifferent note="pair"> a b </allDifferent>
        <intension> or(eq(a,2),gt(b,add(a,2))) </intension>
      </constraints>
    </instance>
    """
    csp = problem.csp
    plan = _plan(csp)
    writer = _Writer(plan, _ids(csp))
    names = variable_labels(csp)
    masks = [*problem.masks[: plan.own], *(1 for _ in plan.auxiliary)]
    kind = "CSP" if plan.objective is None else "COP"
    yield f'<instance format="XCSP3" type="{kind}">'
    yield f"  <variables{_legend(csp, plan)}>"
    for variable, name, mask in zip(plan.variables, writer.ids, masks, strict=True):
        label = names[variable.index] if variable.index < plan.own else name
        note = "" if label == name else _note(label)
        domain = writer.numbers(variable.domain) if mask and variable.domain else _NOTHING
        yield f'    <var id="{name}"{note}> {domain} </var>'
    yield "  </variables>"
    yield "  <constraints>"
    for line in _narrowed(problem, writer):
        yield f"    {line}"
    for statement in plan.statements:
        for line in writer.lines(statement):
            yield f"    {line}"
    for variable in plan.variables:
        if variable not in writer.named:
            codes = range(len(variable.domain))
            yield f"    {writer.extension((variable,), [(code,) for code in codes])}"
    yield "  </constraints>"
    if plan.objective is not None:
        yield "  <objectives>"
        yield f"    {writer.aimed(plan.objective)}"
        yield "  </objectives>"
    yield "</instance>"


def decode(problem: Problem, output: str) -> list[int]:
    """Return a code for each variable, from an instantiation as solvers print it."""
    text = "\n".join(line.removeprefix("v ") for line in output.splitlines())
    found = _INSTANTIATION.findall(text)
    if len(found) != 1:
        raise not_one_solution(f"{len(found)} instantiations")
    ids = found[0][0].split()
    listed = list(islice(_unfolded(found[0][1].split()), len(ids)))
    value = dict(zip(ids, listed, strict=False))
    number = _plan(problem.csp).number
    codes = []
    for variable, name in zip(own_variables(problem.csp), _ids(problem.csp), strict=True):
        own = [str(number[each]) for each in variable.domain]
        told = value.get(name, "")
        codes.append(own.index(told) if told in own else -1)
    return codes


def _plan(csp: CSP) -> Plan:
    return csp.shared(
        "xcsp3 plan", lambda base: Plan(base, _knows, partial=False, prefers=lambda _: True)
    )


def _knows(constraint: Constraint) -> bool:
    """Whether XCSP3 has an element for it, or a diagram, in which each variable stands once."""
    if isinstance(constraint, Expressed):
        return _element(constraint.condition) is not None
    return (
        isinstance(constraint, Regular)
        and is_diagram(constraint)
        and len(constraint.variables) == len(constraint.sequence)
    )


def _element(condition: Condition) -> tuple[Choice, Expression] | None:
    """Return the element and its value, if a condition says just that.

    Not all solvers take an index that may be out of range.
    """
    if not isinstance(condition, Comparison) or condition.sign != "==":
        return None
    for choice, value in (condition.parts, condition.parts[::-1]):
        if isinstance(choice, Choice) and choice.choices:
            kinds = {type(part) for part in choice.choices}
            is_index = isinstance(choice.index, Variable) and all(
                is_whole(at) and at in range(len(choice.choices)) for at in choice.index.domain
            )
            is_plain = kinds == {Variable} or kinds == {Constant}
            if is_index and is_plain and all(map(_is_number, (value, *choice.choices))):
                return choice, value
    return None


def _is_number(part: Expression) -> bool:
    if isinstance(part, Variable):
        return all(map(is_whole, part.domain))
    return isinstance(part, Constant) and is_whole(part.constant)


def _narrowed(problem: Problem, writer: _Writer) -> Iterator[str]:
    """Say what the problem fixes and narrows."""
    pairs = list(zip(own_variables(problem.csp), problem.masks, strict=False))
    fixed = [(v, mask.bit_length() - 1) for v, mask in pairs if mask.bit_count() == 1]
    if fixed:
        listed = " ".join([writer.id(v) for v, _ in fixed])
        values = " ".join([writer.number(v.domain[code]) for v, code in fixed])
        inside = f"<list> {listed} </list> <values> {values} </values>"
        yield f"<instantiation> {inside} </instantiation>"
    for v, mask in pairs:
        if not mask:
            yield f"<intension> ne({writer.id(v)},{_NOTHING}) </intension>"
        elif 1 < mask.bit_count() < len(v.domain):
            yield writer.extension((v,), [(code,) for code in members(mask)])


def _ids(csp: CSP) -> list[str]:
    return identifiers(variable_labels(csp), _ID, "x")


def _legend(csp: CSP, plan: Plan) -> str:
    """Return a note that says which number stands for which value, if that is not plain."""
    named = value_labels(csp)
    if all(map(is_whole, named)):
        return ""
    others = (value for value in named if not is_whole(value))
    return _note(", ".join(f"{plan.number[value]} = {named[value]}" for value in others))


class _Writer:
    """Writes the constraints of a plan, and notes which variables they name."""

    def __init__(self, plan: Plan, own: list[str]) -> None:
        self.plan = plan
        self.ids = own + [f"aux_{n}" for n in range(1, len(plan.auxiliary) + 1)]
        self.named: set[Variable] = set()

    def id(self, variable: Variable) -> str:
        """Return what a variable is called in a constraint."""
        self.named.add(variable)
        return self.ids[variable.index]

    def listed(self, variables: Iterable[Variable]) -> str:
        """Return the names of some variables."""
        return " ".join([self.id(variable) for variable in variables])

    def number(self, value: Value) -> str:
        """Return the number of a value."""
        return str(self.plan.number[value])

    def numbers(self, values: Iterable[Value]) -> str:
        """Return the numbers of some values in order."""
        return " ".join(map(str, self.plan.sorted(values)))

    # Constraints of their own

    def lines(self, statement: Statement) -> Iterator[str]:
        """Yield the elements that say a constraint."""
        constraint, note = statement
        attribute = _note(note) if note else ""
        if isinstance(constraint, AllDifferent | ValueSet):
            listed = self.listed(constraint.variables)
            yield f"<allDifferent{attribute}> {listed} </allDifferent>"
            if isinstance(constraint, ValueSet):
                yield from (_intension(text, attribute) for text in self._family(constraint))
        elif isinstance(constraint, Table) and constraint.variables:
            yield self.extension(constraint.variables, constraint.tuples, attribute)
        elif isinstance(constraint, Relation) and compared(constraint) is None:
            rows = [(a, b) for a, row in enumerate(constraint.rows) for b in members(row)]
            yield self.extension(constraint.variables, rows, attribute)
        elif isinstance(constraint, Linear):
            yield self._total(constraint, attribute)
        elif isinstance(constraint, Expressed) and _element(constraint.condition) is not None:
            yield self._element(constraint.condition, attribute)
        elif isinstance(constraint, Regular):
            yield self._diagram(constraint, attribute)
        else:
            yield _intension(self.said(constraint), attribute)

    def extension(
        self, variables: Sequence[Variable], rows: Iterable[Sequence[int]], attribute: str = ""
    ) -> str:
        """Return a table of codes."""
        number = [[self.plan.number[value] for value in v.domain] for v in variables]
        found = sorted(  # ACE 2.6 would lose solutions otherwise
            [own[code] for own, code in zip(number, row, strict=True)] for row in rows
        )
        if len(variables) == 1:
            tuples = " ".join(str(n) for (n,) in found)
        else:
            tuples = "".join(f"({','.join(map(str, row))})" for row in found)
        inside = f"<list> {self.listed(variables)} </list> <supports> {tuples} </supports>"
        return f"<extension{attribute}> {inside} </extension>"

    def _total(self, constraint: Linear, attribute: str) -> str:
        total = total_of(constraint, lists=False)
        if total.compared is not None:
            condition = f"({_SIGNS[total.compared[0]]},{total.compared[1]})"
        elif len(total.closed) == 1:
            condition = "(in,{}..{})".format(*total.closed[0])
        elif sum(high - low + 1 for low, high in total.closed) <= _MOST_TOTALS:
            allowed = [n for low, high in total.closed for n in range(low, high + 1)]
            condition = f"(in,{{{','.join(map(str, allowed))}}})"
        else:
            return _intension(self.said(constraint), attribute)
        if len(total.sum.terms) < 2:
            return _intension(self.said(constraint), attribute)
        last = f"<condition> {condition} </condition>"
        if total.counted is not None:
            variables, values = total.counted
            inside = f"<list> {self.listed(variables)} </list> <values> {self.numbers(values)}"
            return f"<count{attribute}> {inside} </values> {last} </count>"
        listed = " ".join([self._term(part) for _, part in total.sum.terms])
        factors = [factor for factor, _ in total.sum.terms]
        inside = f"<list> {listed} </list>"
        if any(factor != 1 for factor in factors):
            inside += f" <coeffs> {' '.join(map(str, factors))} </coeffs>"
        return f"<sum{attribute}> {inside} {last} </sum>"

    def _term(self, part: Expression) -> str:
        """Return what is added up; Choco 4.10 would read `in` as an implication there."""
        if not isinstance(part, Membership):
            return self.text(part)
        text = self.text(part.of)
        return _call("or", [f"eq({text},{number})" for number in self.plan.wanted(part)])

    def _element(self, condition: Condition, attribute: str) -> str:
        found = _element(condition)
        assert found is not None
        choice, value = found
        inside = f"<list> {' '.join(map(self.text, choice.choices))} </list>"
        inside += f" <index> {self.text(choice.index)} </index>"
        return f"<element{attribute}> {inside} <value> {self.text(value)} </value> </element>"

    def _diagram(self, constraint: Regular, attribute: str) -> str:
        steps: list[str] = []
        for at, (x, layer) in enumerate(zip(constraint.sequence, constraint.layers, strict=True)):
            number = [self.plan.number[value] for value in x.domain]
            found = sorted((state, number[code], after) for state, code, after in layer)
            steps += (f"(q{at}_{state},{n},q{at + 1}_{after})" for state, n, after in found)
        inside = f"<list> {self.listed(constraint.sequence)} </list>"
        inside += f" <transitions> {''.join(steps)} </transitions>"
        return f"<mdd{attribute}> {inside} </mdd>"

    def _family(self, constraint: ValueSet) -> list[str]:
        """Return the condition that one of the sets has all values; none if one always has."""
        branches = []
        for values in possible_sets(constraint):
            inside = [(x, values.intersection(x.domain)) for x in constraint.variables]
            branches.append(
                [
                    _belongs(self.id(x), self.plan.sorted(own))
                    for x, own in inside
                    if len(own) < len(x.domain)
                ]
            )
        if [] in branches:
            return []
        return [_call("or", [_call("and", branch) for branch in branches])]

    # Objectives

    def aimed(self, objective: Objective) -> str:
        """Return the element of an objective; a constant in a sum makes no difference."""
        sense, part = objective
        if isinstance(part, Sum) and any(factor != 1 for factor, _ in part.terms):
            factors = " ".join(str(factor) for factor, _ in part.terms)
            return self._aimed(sense, "sum", part.parts, f" <coeffs> {factors} </coeffs>")
        if isinstance(part, Sum) and len(part.terms) > 1:
            return self._aimed(sense, "sum", part.parts)
        is_plain = all(isinstance(each, Variable) for each in part.parts)
        if isinstance(part, Operation) and part.symbol in ("minimum", "maximum") and is_plain:
            return self._aimed(sense, part.symbol, part.arguments)
        only = part.parts[0] if isinstance(part, Sum) else part
        return f"<{sense}> {self._term(only)} </{sense}>"

    def _aimed(self, sense: str, kind: str, parts: Iterable[Expression], coeffs: str = "") -> str:
        listed = " ".join(map(self._term, parts))
        inside = f"<list> {listed} </list>{coeffs}" if coeffs else listed
        return f'<{sense} type="{kind}"> {inside} </{sense}>'

    # Constraints as conditions

    @singledispatchmethod
    def said(self, constraint: Constraint) -> str:
        """Return a constraint as a condition, which may stand inside a disjunction."""
        raise UnsupportedConstraintError(constraint)

    @said.register
    def _(self, constraint: AllDifferent) -> str:
        names = [self.id(variable) for variable in constraint.variables]
        return _call("and", [f"ne({one},{other})" for one, other in combinations(names, 2)])

    @said.register
    def _(self, constraint: Relation) -> str:
        condition = compared(constraint)
        return self.text(written_out(constraint) if condition is None else condition)

    @said.register
    def _(self, constraint: Table) -> str:
        if not constraint.variables:
            return self._false
        if len(constraint.variables) == 1:
            (x,) = constraint.variables
            allowed = (x.domain[code] for (code,) in constraint.tuples)
            return _belongs(self.id(x), self.plan.sorted(allowed))
        return self.text(written_out(constraint))

    @property
    def _false(self) -> str:
        """A condition that never holds: a variable is less than all of its values."""
        variable = self.plan.variables[0]
        return f"lt({self.id(variable)},{min(self.plan.sorted(variable.domain), default=0)})"

    @said.register
    def _(self, constraint: Linear) -> str:
        total = total_of(constraint, lists=False)
        whole = self.text(total.sum)
        if total.compared is not None:
            sign, number = total.compared
            return f"{_SIGNS[sign]}({whole},{number})"
        parts = []
        for low, high in total.totals:
            if low == high:
                parts.append(f"eq({whole},{low})")
                continue
            sides = [f"ge({whole},{low})"] if low is not None else []
            sides += [f"le({whole},{high})"] if high is not None else []
            parts.append(_call("and", sides))
        return _call("or", parts)

    @said.register
    def _(self, constraint: ValueSet) -> str:
        names = [self.id(variable) for variable in constraint.variables]
        different = [f"ne({one},{other})" for one, other in combinations(names, 2)]
        return _call("and", [*different, *self._family(constraint)])

    @said.register
    def _(self, constraint: AnyOf) -> str:
        branches = [_call("and", [self.said(part) for part in b]) for b in constraint.branches]
        return _call("or", branches)

    @said.register
    def _(self, constraint: Expressed) -> str:
        return self.text(constraint.condition)

    # Expressions

    def text(self, part: Expression) -> str:
        """Return an expression in XCSP3's words."""
        if isinstance(part, Variable):
            return self.id(part)
        if isinstance(part, Constant):
            return str(self.plan.constant(part.constant))
        if isinstance(part, Condition):
            return self._condition(part)
        if isinstance(part, Sum):
            return self._sum(part)
        assert isinstance(part, Operation), part
        first = part.arguments[0]
        if part.symbol == "**":
            times = int(self.text(part.arguments[1]))  # always a constant
            return _call("mul", [self.text(first)] * times) if times else "1"
        if part.symbol == "abs" and isinstance(first, Sum):
            factors = [factor for factor, _ in first.terms]
            if factors in ([1, -1], [-1, 1]) and not first.constant:
                return f"dist({','.join([self.text(of) for _, of in first.terms])})"
        return f"{_CALLS[part.symbol]}({','.join(map(self.text, part.arguments))})"

    def _sum(self, part: Sum) -> str:
        terms = [(factor, self.text(of)) for factor, of in part.terms]
        if [factor for factor, _ in terms] == [1, -1] and not part.constant:
            return f"sub({terms[0][1]},{terms[1][1]})"
        words = [
            text if factor == 1 else f"neg({text})" if factor == -1 else f"mul({factor},{text})"
            for factor, text in terms
        ]
        if part.constant or not words:
            words.append(str(part.constant))
        return _call("add", words)

    def _condition(self, part: Condition) -> str:
        if isinstance(part, Comparison):
            left, right = map(self.text, part.parts)
            return f"{_SIGNS[part.sign]}({left},{right})"
        if isinstance(part, Membership):
            return _belongs(self.text(part.of), self.plan.wanted(part))
        if isinstance(part, Conjunction | Disjunction):
            name = "and" if isinstance(part, Conjunction) else "or"
            return _call(name, list(map(self.text, part.conditions)))
        if isinstance(part, Not):
            return f"not({self.text(part.condition)})"
        assert isinstance(part, Same), part
        return f"iff({self.text(part.left)},{self.text(part.right)})"


def _call(name: str, arguments: Sequence[str]) -> str:
    return arguments[0] if len(arguments) == 1 else f"{name}({','.join(arguments)})"


def _belongs(text: str, numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"eq({text},{numbers[0]})"
    return f"in({text},set({','.join(map(str, numbers))}))"


def _intension(text: str, attribute: str) -> str:
    return f"<intension{attribute}> {text} </intension>"


def _note(text: str) -> str:
    return f" note={quoteattr(one_line(text))}"


def _unfolded(words: Iterable[str]) -> Iterator[str]:
    """Write out what is folded: 7x3 stands for 7 7 7.

    >>> list(_unfolded(["7x3", "1"]))
    ['7', '7', '7', '1']
    """
    for word in words:
        value, _, times = word.partition("x")
        if times and not _TIMES.fullmatch(times):
            raise not_one_solution(f"{word!r} is no value")
        yield from repeat(value, int(times or 1))
