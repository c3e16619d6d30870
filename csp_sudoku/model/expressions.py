"""Variables and what can be written with them: sums, comparisons, and, or, not.

Operators build expressions, and `CSP.add` turns a condition into a constraint. Meaning follows
MiniZinc's relational semantics: where a part of a comparison has no value (a division by zero, an
index out of range), that comparison is false.

>>> x, y = Variable("x", 0, (1, 2, 3)), Variable("y", 1, (1, 2, 3))
>>> print(2 * x + y == 5, "and", (x == 1) | ~(y > 2))
2*x + y == 5 and (x == 1) | ~(y > 2)
>>> (x // (y - 2) == 1).holds({x: 1, y: 2})
False
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from numbers import Integral
from typing import Any, NoReturn, TypeAlias

from csp_sudoku.border import is_iterable
from csp_sudoku.errors import ModelError, shown

Name = Hashable
Value = Hashable
Number: TypeAlias = int | Fraction


class UndefinedError(ArithmeticError):
    """An expression has no value: a division by zero, an index out of range."""


class Expression(ABC):
    """Something with a value once its variables have theirs."""

    __slots__ = ()

    @property
    @abstractmethod
    def parts(self) -> tuple[Expression, ...]:
        """The expressions that this one is made of."""

    @abstractmethod
    def value(self, assignment: Mapping[Variable, Value]) -> Any:
        """Return the value under an assignment; raise UndefinedError if there is none."""

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables that occur, each once, in the order of appearance."""
        found: dict[Variable, None] = {}
        _gather(self, found)
        return tuple(found)

    # Arithmetic

    def __add__(self, other: Any) -> Expression:
        return _sum((self, other))

    def __radd__(self, other: Any) -> Expression:
        return self if type(other) is int and other == 0 else _sum((other, self))

    def __sub__(self, other: Any) -> Expression:
        return _sum((self, _scaled(-1, other)))

    def __rsub__(self, other: Any) -> Expression:
        return _sum((other, _scaled(-1, self)))

    def __neg__(self) -> Expression:
        return _scaled(-1, self)

    def __pos__(self) -> Expression:
        return self

    def __mul__(self, other: Any) -> Expression:
        if isinstance(other, Expression):
            return Operation("*", (numeric(self), numeric(other)))
        return _scaled(number(other), self)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Expression:
        return Operation("//", (numeric(self), numeric(other)))

    def __rfloordiv__(self, other: Any) -> Expression:
        return Operation("//", (numeric(other), numeric(self)))

    def __mod__(self, other: Any) -> Expression:
        return Operation("%", (numeric(self), numeric(other)))

    def __rmod__(self, other: Any) -> Expression:
        return Operation("%", (numeric(other), numeric(self)))

    def __truediv__(self, other: Any) -> Expression:
        raise ModelError("/ gives fractions, which are not values here", fix="write // instead")

    __rtruediv__ = __truediv__

    def __pow__(self, other: Any) -> Expression:
        if not isinstance(other, int) or isinstance(other, bool) or other < 0:
            fix = "use a whole number from 0 up"
            raise ModelError(f"{shown(other)} as an exponent", fix=fix)
        return power(numeric(self), other)

    def __abs__(self) -> Expression:
        return Operation("abs", (numeric(self),))

    # Conditions

    def __eq__(self, other: object) -> Comparison:  # type: ignore[override]
        return Comparison("==", self, expression(other))

    def __ne__(self, other: object) -> Comparison:  # type: ignore[override]
        return Comparison("!=", self, expression(other))

    def __lt__(self, other: Any) -> Comparison:
        return Comparison("<", numeric(self), numeric(other))

    def __le__(self, other: Any) -> Comparison:
        return Comparison("<=", numeric(self), numeric(other))

    def __gt__(self, other: Any) -> Comparison:
        return Comparison(">", numeric(self), numeric(other))

    def __ge__(self, other: Any) -> Comparison:
        return Comparison(">=", numeric(self), numeric(other))

    def is_in(self, values: Iterable[Value]) -> Condition:
        """Return the condition that this has one of some values.

        >>> print(Variable("x", 0, (1, 2, 3)).is_in([3, 1]))
        x in {3, 1}
        """
        return Membership(self, values)

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise ModelError(
            f"{self} is neither true nor false before its variables have values",
            fix="write & for and, | for or, ~ for not, and each part of a chain apart",
        )

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"{self} is one expression, and cannot be iterated over")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"


class Variable(Expression):
    """An unknown of a CSP: any hashable name, its place among the CSP's variables, its domain.

    Two variables are the same only if they are one object, whatever they are called; so they can
    be members of sets and keys of dictionaries, although `==` writes a condition.
    """

    __slots__ = ("_is_numeric", "domain", "index", "name")

    def __init__(
        self, name: Name, index: int, domain: tuple[Value, ...] = (), is_numeric: bool = False
    ) -> None:
        self.name = name
        self.index = index
        self.domain = domain
        self._is_numeric = is_numeric  # False: not found out yet

    @property
    def parts(self) -> tuple[Expression, ...]:
        """None: a variable stands for itself."""
        return ()

    def value(self, assignment: Mapping[Variable, Value]) -> Any:
        """Return what the assignment says."""
        return assignment[self]

    def __str__(self) -> str:
        return str(self.name)

    def __repr__(self) -> str:
        return f"Variable({self.name!r})"


class Constant(Expression):
    """A value that is written into an expression."""

    __slots__ = ("constant",)

    def __init__(self, constant: Value) -> None:
        self.constant = constant

    @property
    def parts(self) -> tuple[Expression, ...]:
        """None."""
        return ()

    def value(self, assignment: Mapping[Variable, Value]) -> Any:
        """Return the constant."""
        return self.constant

    def __str__(self) -> str:
        return str(self.constant) if isinstance(self.constant, int) else repr(self.constant)


class Sum(Expression):
    """Expressions, each times a number, and a number: all added up."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: tuple[tuple[Number, Expression], ...], constant: Number) -> None:
        self.terms = terms
        self.constant = constant

    @property
    def parts(self) -> tuple[Expression, ...]:
        """What is added up."""
        return tuple(part for _, part in self.terms)

    def value(self, assignment: Mapping[Variable, Value]) -> Any:
        """Return the sum."""
        return self.constant + sum(factor * p.value(assignment) for factor, p in self.terms)

    def __str__(self) -> str:
        words: list[str] = []
        for factor, part in self.terms:
            text = _bracketed(part)
            size = text if abs(factor) == 1 else f"{abs(factor)}*{text}"
            sign = "- " if factor < 0 else "+ " if words else ""
            words.append(sign.strip() + size if not words and sign else sign + size)
        if self.constant or not words:
            sign = "- " if self.constant < 0 else "+ "
            words.append(f"{sign}{abs(self.constant)}" if words else str(self.constant))
        return " ".join(words)


OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "*": operator.mul,
    "**": operator.pow,
    "//": operator.floordiv,
    "%": operator.mod,
    "abs": abs,
    "minimum": min,
    "maximum": max,
}
"""What the symbols of operations stand for."""
CALLED = frozenset(("abs", "minimum", "maximum"))
"""Operations that are written as a call; the others stand between their two arguments."""
ARGUMENTS = {"*": 2, "**": 2, "//": 2, "%": 2, "abs": 1}
"""How many arguments operations have; the others take one or more."""
PARTIAL = frozenset(("//", "%"))
"""Operations that have no value for some arguments."""


class Operation(Expression):
    """A function of some expressions that is not a sum."""

    __slots__ = ("arguments", "symbol")

    def __init__(self, symbol: str, arguments: tuple[Expression, ...]) -> None:
        self.symbol = symbol
        self.arguments = arguments

    @property
    def parts(self) -> tuple[Expression, ...]:
        """The arguments."""
        return self.arguments

    def value(self, assignment: Mapping[Variable, Value]) -> Any:
        """Return the function's value."""
        return self.applied(*(part.value(assignment) for part in self.arguments))

    def applied(self, *values: Any) -> Any:
        """Return the function's value at these arguments."""
        try:
            return OPERATIONS[self.symbol](*values)
        except ZeroDivisionError:
            raise UndefinedError from None

    def __str__(self) -> str:
        if self.symbol in CALLED:
            return f"{self.symbol}({', '.join(map(str, self.arguments))})"
        return f" {self.symbol} ".join(map(_bracketed, self.arguments))


_MOST_BITS = 10_000
"""To write down a number with 10**9 bits takes minutes."""


def power(base: Expression, exponent: int) -> Operation:
    """Return a power; refuse one whose values could have too many bits to be reckoned with."""
    if _bits(base) * exponent > _MOST_BITS:
        raise ModelError(
            f"{shown(exponent)} as an exponent makes numbers of more than {_MOST_BITS:,} bits",
            fix="use a smaller exponent",
        )
    return Operation("**", (base, Constant(exponent)))


def _bits(part: Expression) -> int:
    """Return about how many bits the values of an expression have; powers of 1 have none."""
    if isinstance(part, Variable | Constant):
        values = part.domain if isinstance(part, Variable) else (part.constant,)
        numbers = [number for number in values if isinstance(number, int | Fraction)]
        return max([(max(abs(n.numerator), n.denominator) - 1).bit_length() for n in numbers] + [0])
    sizes: list[int] = [_bits(inside) for inside in part.parts]
    if isinstance(part, Operation) and part.symbol == "**":
        exponent: int = part.arguments[1].value({})
        size: int = sizes[0] * exponent
        return size
    if isinstance(part, Operation) and part.symbol == "*":
        return sum(sizes)
    return max(sizes, default=0)


class Choice(Expression):
    """One of several expressions, chosen by an index that counts from 0: see `element`."""

    __slots__ = ("choices", "index")

    def __init__(self, choices: tuple[Expression, ...], index: Expression) -> None:
        self.choices = choices
        self.index = index

    @property
    def parts(self) -> tuple[Expression, ...]:
        """The index, and the choices."""
        return (self.index, *self.choices)

    def value(self, assignment: Mapping[Variable, Value]) -> Any:
        """Return the value of the choice at the index."""
        at = place(self.index.value(assignment), len(self.choices))
        if at is None:
            raise UndefinedError
        return self.choices[at].value(assignment)

    def __str__(self) -> str:
        return f"element([{', '.join(map(str, self.choices))}], {self.index})"


# Conditions


class Condition(Expression):
    """An expression that is true or false; in sums it counts as 1 or 0."""

    __slots__ = ()

    @abstractmethod
    def holds(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether the condition is true under an assignment; it always is or is not."""

    def value(self, assignment: Mapping[Variable, Value]) -> bool:
        """Return whether the condition holds."""
        return self.holds(assignment)

    def __and__(self, other: Any) -> Condition:
        return Conjunction((self, condition(other)))

    __rand__ = __and__

    def __or__(self, other: Any) -> Condition:
        return Disjunction((self, condition(other)))

    __ror__ = __or__

    def __xor__(self, other: Any) -> Condition:
        return Same(self, ~condition(other))

    __rxor__ = __xor__

    def __invert__(self) -> Condition:
        return Not(self)


COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""What the signs of comparisons stand for."""
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""What holds where a comparison does not, if both sides have a value."""


class Comparison(Condition):
    """Two expressions and a sign between them. False where one of them has no value."""

    __slots__ = ("left", "right", "sign")

    def __init__(self, sign: str, left: Expression, right: Expression) -> None:
        self.sign = sign
        self.left = left
        self.right = right

    @property
    def parts(self) -> tuple[Expression, ...]:
        """Both sides."""
        return (self.left, self.right)

    def holds(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether the comparison is true."""
        try:
            left, right = self.left.value(assignment), self.right.value(assignment)
        except UndefinedError:
            return False
        return bool(COMPARISONS[self.sign](left, right))

    def __bool__(self) -> bool:
        """Whether two variables are one object, as sets and dictionaries ask; else an error."""
        if (
            self.sign in ("==", "!=")
            and isinstance(self.left, Variable)
            and isinstance(self.right, Variable)
        ):
            return (self.left is self.right) == (self.sign == "==")
        return super().__bool__()

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


class Membership(Condition):
    """An expression has one of some values."""

    __slots__ = ("of", "values")

    def __init__(self, of: Expression, values: Iterable[Value]) -> None:
        self.of = of
        try:
            self.values = tuple(dict.fromkeys(values))
        except TypeError:
            raise ModelError(f"{shown(values)} as a set of values", fix="give a list") from None

    @property
    def parts(self) -> tuple[Expression, ...]:
        """The expression."""
        return (self.of,)

    def holds(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether the value is one of them."""
        try:
            return self.of.value(assignment) in self.values
        except UndefinedError:
            return False

    def __str__(self) -> str:
        return f"{_bracketed(self.of)} in {{{', '.join(map(repr, self.values))}}}"


class _Joined(Condition):
    """Several conditions."""

    __slots__ = ("conditions",)
    sign = ""

    def __init__(self, conditions: tuple[Condition, ...]) -> None:
        self.conditions = conditions

    @property
    def parts(self) -> tuple[Expression, ...]:
        """The conditions."""
        return self.conditions

    def __str__(self) -> str:
        return f" {self.sign} ".join(map(_bracketed, self.conditions)) or str(self.sign == "&")


class Conjunction(_Joined):
    """All of several conditions: `a & b`."""

    __slots__ = ()
    sign = "&"

    def holds(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether all of them hold."""
        return all(part.holds(assignment) for part in self.conditions)


class Disjunction(_Joined):
    """At least one of several conditions: `a | b`."""

    __slots__ = ()
    sign = "|"

    def holds(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether one of them holds."""
        return any(part.holds(assignment) for part in self.conditions)


class Not(Condition):
    """A condition that does not hold: `~a`."""

    __slots__ = ("condition",)

    def __init__(self, condition: Condition) -> None:
        self.condition = condition

    @property
    def parts(self) -> tuple[Expression, ...]:
        """The condition."""
        return (self.condition,)

    def holds(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether it does not hold."""
        return not self.condition.holds(assignment)

    def __invert__(self) -> Condition:
        return self.condition

    def __str__(self) -> str:
        return f"~{_bracketed(self.condition)}"


class Same(Condition):
    """Two conditions of which both hold or neither: see `equivalent`."""

    __slots__ = ("left", "right")

    def __init__(self, left: Condition, right: Condition) -> None:
        self.left = left
        self.right = right

    @property
    def parts(self) -> tuple[Expression, ...]:
        """Both."""
        return (self.left, self.right)

    def holds(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether both hold or neither."""
        return self.left.holds(assignment) == self.right.holds(assignment)

    def __str__(self) -> str:
        return f"equivalent({self.left}, {self.right})"


class Truth(Condition):
    """A condition that always holds, or never."""

    __slots__ = ("truth",)

    def __init__(self, truth: bool) -> None:
        self.truth = truth

    @property
    def parts(self) -> tuple[Expression, ...]:
        """None."""
        return ()

    def holds(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether it is the true one."""
        return self.truth

    def __str__(self) -> str:
        return str(self.truth)


# What people write


def implies(condition_: Any, consequence: Any) -> Condition:
    """Return the condition that holds unless the first one holds and the second does not.

    >>> x = Variable("x", 0, (1, 2, 3))
    >>> print(implies(x == 1, x != 2))
    ~(x == 1) | (x != 2)
    """
    return Disjunction((~condition(condition_), condition(consequence)))


def equivalent(left: Any, right: Any) -> Condition:
    """Return the condition that two conditions both hold or both do not."""
    return Same(condition(left), condition(right))


def count(expressions: Iterable[Any], value: Any) -> Expression:
    """Return how many of some expressions have a value, which may be an expression itself.

    >>> xs = [Variable(name, i, (1, 2, 3)) for i, name in enumerate("abc")]
    >>> print(count(xs, 3) <= 2)
    (a == 3) + (b == 3) + (c == 3) <= 2
    """
    wanted = expression(value)
    return _sum(tuple(Comparison("==", expression(x), wanted) for x in _each(expressions)))


def element(choices: Iterable[Any], index: Any) -> Expression:
    """Return the choice at an index, which counts from 0; out of range it has no value."""
    return Choice(tuple(map(expression, _each(choices))), numeric(index))


def smallest(expressions: Iterable[Any]) -> Expression:
    """Return the smallest of some expressions: `cs.smallest([x, y + 2, 7]) >= z`.

    (`cs.minimum` is something else: the puzzle with the fewest clues.)
    """
    return _extreme("minimum", expressions)


def largest(expressions: Iterable[Any]) -> Expression:
    """Return the largest of some expressions; `maximum` is the same."""
    return _extreme("maximum", expressions)


minimum = smallest
maximum = largest


def _extreme(symbol: str, expressions: Iterable[Any]) -> Expression:
    parts = tuple(map(numeric, _each(expressions)))
    if not parts:
        raise ModelError(f"the {symbol} of nothing", fix="give one expression or more")
    return parts[0] if len(parts) == 1 else Operation(symbol, parts)


def total(expressions: Iterable[Any]) -> Expression:
    """Return the sum of some expressions, which may be none; `sum` of Python does the same."""
    return _sum(tuple(_each(expressions)))


# The border


def expression(thing: Any) -> Expression:
    """Return a thing as an expression; what is not one is a constant."""
    if isinstance(thing, Expression):
        return thing
    try:
        hash(thing)
    except TypeError:
        fix = "use numbers, strings, tuples of them or the like"
        raise ModelError(f"{shown(thing)} cannot be a value", fix=fix) from None
    return Constant(thing)


def condition(thing: Any) -> Condition:
    """Return a thing as a condition; True and False are conditions, too."""
    if isinstance(thing, Condition):
        return thing
    if isinstance(thing, bool):
        return Truth(thing)
    named = str(thing) if isinstance(thing, Expression) else shown(thing)
    raise ModelError(f"{named} is not a condition", fix="write a comparison, such as x == 1")


def numeric(thing: Any) -> Expression:
    """Return a thing as an expression that can be added and compared; refuse others."""
    if type(thing) is int:
        return Constant(thing)
    if type(thing) is Sum:
        return thing
    if type(thing) is Variable:
        if not thing._is_numeric:
            for value in thing.domain:
                if not is_number(value):
                    _refuse_value(value, f"{thing} may be {shown(value)}, which")
            thing._is_numeric = True
        return thing
    if isinstance(thing, Choice):
        for choice in thing.choices:
            numeric(choice)
        return thing
    if isinstance(thing, Constant):
        number(thing.constant)
        return thing
    return thing if isinstance(thing, Expression) else Constant(number(thing))  # a number


def number(thing: Any) -> Number:
    """Return a number that sums can use: int, bool, Fraction or a whole number of numpy."""
    if type(thing) is int or type(thing) is Fraction:
        return thing
    if not is_number(thing):
        _refuse_value(thing, shown(thing))
    return Fraction(thing) if isinstance(thing, Fraction) else int(thing)


def place(index: object, count: int) -> int | None:
    """Return an index as a number from 0 to count - 1; None if it is not a whole number there.

    >>> place(Fraction(2, 1), 3), place(Fraction(1, 2), 3), place(3, 3)
    (2, None, None)
    """
    if not is_number(index) or index not in range(count):
        return None
    return int(index)  # type: ignore[call-overload, no-any-return]


def is_number(value: object) -> bool:
    """Whether sums can use a value."""
    return type(value) is int or isinstance(value, Integral | Fraction)


def _refuse_value(value: object, named: str) -> NoReturn:
    why = "floats are not exact" if isinstance(value, float) else "it is not a number"
    fix = "use whole numbers or Fractions"
    raise ModelError(f"{named} cannot be added or compared: {why}", fix=fix)


def _each(things: Iterable[Any]) -> Sequence[Any]:
    if isinstance(things, Expression) or not is_iterable(things):
        raise ModelError(f"{shown(things)} in place of several expressions", fix="give a list")
    return tuple(things)


def _scaled(factor: Number, thing: Any) -> Expression:
    if type(thing) is Variable:
        return Sum(((factor, thing if thing._is_numeric else numeric(thing)),), 0)
    if not isinstance(thing, Expression):
        return Constant(factor * number(thing))
    if isinstance(thing, Sum):
        terms = tuple((factor * f, part) for f, part in thing.terms)
        return Sum(terms, factor * thing.constant)
    return Sum(((factor, numeric(thing)),), 0)


def _sum(things: Iterable[Any]) -> Sum:
    """Add up expressions and numbers; sums within are taken apart."""
    terms: list[tuple[Number, Expression]] = []
    constant: Number = 0
    for thing in things:
        if type(thing) is Variable:
            terms.append((1, thing if thing._is_numeric else numeric(thing)))
        elif type(thing) is Sum:
            terms += thing.terms
            constant += thing.constant
        elif isinstance(thing, Constant):
            constant += number(thing.constant)
        elif isinstance(thing, Expression):
            terms.append((1, numeric(thing)))
        else:
            constant += number(thing)
    return Sum(tuple(terms), constant)


def _gather(part: Expression, found: dict[Variable, None]) -> None:
    """Add the variables of an expression to those found so far."""
    if type(part) is Variable:
        found[part] = None
    elif type(part) is Sum:
        for _, of in part.terms:
            if type(of) is Variable:
                found[of] = None
            else:
                _gather(of, found)
    elif type(part) is not Constant:
        for of in part.parts:
            _gather(of, found)


def _bracketed(part: Expression) -> str:
    simple = isinstance(part, Variable | Constant | Choice | Truth | Not | Same)
    named = isinstance(part, Operation) and part.symbol in CALLED
    return str(part) if simple or named else f"({part})"
