"""Constraints: conditions on variables. The basis is what every encoder knows.

AllDifferent, Relation, Table, Linear, ValueSet, Regular and AnyOf are the basis. Every other
constraint is a class with `check`, the truth, and `decompose`, which says it in simpler ones; it
then works in every backend, export and certificate.

A constraint refers to a value of a variable by its *code*, the place of the value in the variable's
domain.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain, pairwise, product
from math import lcm
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, cast

from csp_sudoku.border import is_iterable
from csp_sudoku.errors import ModelError, shown
from csp_sudoku.model import automata
from csp_sudoku.model.expressions import Condition, Number, Value, Variable, number

MOST_TUPLES = 1_000_000
"""A table with more tuples is refused: it would be built without anybody noticing."""
MOST_TOTAL = 2**62
"""Totals of sums stay below this, so that native code can add them up."""

Fresh: TypeAlias = Callable[[Iterable[Value]], Variable]
"""Makes an auxiliary variable with a domain: never visible in solutions, never counted."""


class Contradiction(NamedTuple):
    """Why a problem has no solution, or an assignment is not one: in words, and who takes part."""

    reason: str
    variables: tuple[Variable, ...]
    constraint: Constraint | None = None

    def __str__(self) -> str:
        return self.reason


class Origin(NamedTuple):
    """What a derived constraint follows from: a rule, and the constraints that it was applied to.

    >>> rows = [AllDifferent([], f"row {n}") for n in (1, 2)]
    >>> cages = [AllDifferent([], f"cage {n}") for n in (1, 2, 3)]
    >>> print(Origin("innies and outies", tuple(rows), 90, tuple(cages), 83))
    row 1 and row 2 sum to 90, cage 1, cage 2 and cage 3 to 83
    """

    rule: str
    parts: tuple[Constraint, ...]
    total: int | None = None
    """What the variables of the parts add up to, where the rule is about sums."""
    less: tuple[Constraint, ...] = ()
    """Sums that were taken away."""
    less_total: int | None = None

    def __str__(self) -> str:
        parts = _listed(self.parts)
        if self.total is None:
            return f"{self.rule}: {parts}"
        verb = "sums" if len(self.parts) == 1 else "sum"
        if not self.less:
            return f"{parts} {verb} to {self.total}"
        return f"{parts} {verb} to {self.total}, {_listed(self.less)} to {self.less_total}"


def _listed(constraints: Sequence[Constraint]) -> str:
    words = list(map(str, constraints))
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


Codes: TypeAlias = Sequence[int]
"""A code for each variable of a model: the place of a value in its domain."""


class Constraint(ABC):
    """A condition on some variables.

    Subclasses outside the basis override `decompose`; an encoder may be taught more directly, by
    its `register`.
    """

    __slots__ = ("_name", "origin", "variables")

    _name: object
    origin: Origin | None
    """What it follows from, if it was derived: see `strengthening`."""

    def __init__(self, variables: Iterable[Variable], name: str | None = None) -> None:
        self.variables = tuple(variables)
        self._name = name
        self.origin = None

    @property
    def name(self) -> str | None:
        """What people call it; None if it has no name."""
        name = self._name
        return name if name is None or type(name) is str else str(name)

    @name.setter
    def name(self, name: object) -> None:
        """Give it a name: a text, or something whose text is made when it is asked for."""
        self._name = name

    def __str__(self) -> str:
        return self.name or f"{type(self).__name__}({', '.join(map(str, self.variables))})"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({[v.name for v in self.variables]!r}, name={self.name!r})"

    @abstractmethod
    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether a full assignment meets the condition."""

    def met_by(self, codes: Codes) -> bool:
        """Whether values meet the condition, given by a code for each variable of the model."""
        return self.check({v: v.domain[codes[v.index]] for v in self.variables})

    @property
    def is_symmetric(self) -> bool:
        """Whether renaming the values of all variables alike is known to keep the condition."""
        return False

    def decompose(self, fresh: Fresh) -> Sequence[Constraint | Condition] | None:
        """Return simpler constraints that say the same; None if there is no way to.

        `fresh(domain)` makes an auxiliary variable. Its values are projected away: an assignment
        meets the condition if the auxiliary variables can be chosen so that all of these hold.
        """
        return None

    @classmethod
    def joined(cls, together: Sequence[Constraint]) -> Sequence[Constraint]:
        """Return what the constraints of this class say together, one for each, simpler if it can.

        It is decomposed where a whole model is reduced to the basis. Where each has to stand for
        itself, as in the search for a conflict, they stay as they are.
        """
        return together

    def contradiction(self, domains: Mapping[Variable, tuple[Value, ...]]) -> Contradiction | None:
        """Return why these domains leave no way to meet the condition, if counting shows it."""
        return None


class AllDifferent(Constraint):
    """A group: its variables take different values.

    >>> a, b = Variable("a", 0), Variable("b", 1)
    >>> print(AllDifferent([a, b], "row 1").contradiction({a: (1,), b: (1,)}))
    a and b in row 1 are both 1
    """

    __slots__ = ()

    def __init__(self, variables: Iterable[Variable], name: str | None = None) -> None:
        super().__init__(variables, name)
        _require_distinct(self.variables)

    @classmethod
    def of_distinct(cls, variables: tuple[Variable, ...]) -> AllDifferent:
        """Make a group of variables that are known to be different ones."""
        group = cls.__new__(cls)
        group.variables, group._name, group.origin = variables, None, None
        return group

    @property
    def is_symmetric(self) -> bool:
        """Whether renaming the values keeps the condition: different values stay different."""
        return True

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether no value stands twice in the group."""
        return len({assignment[v] for v in self.variables}) == len(self.variables)

    def contradiction(self, domains: Mapping[Variable, tuple[Value, ...]]) -> Contradiction | None:
        """Find a value that is fixed twice, or too few values for the group."""
        holder: dict[Value, Variable] = {}
        union: set[Value] = set()
        for variable in self.variables:
            domain = domains[variable]
            union.update(domain)
            if len(domain) != 1:
                continue
            first = holder.setdefault(domain[0], variable)
            if first is not variable:
                reason = f"{first} and {variable} in {self} are both {domain[0]}"
                return Contradiction(reason, (first, variable), self)
        if len(union) < len(self.variables):
            counted = f"{len(self.variables)} variables but only {len(union)} values"
            return Contradiction(f"{self} has {counted}", self.variables, self)
        return None


class Relation(Constraint):
    """Two variables, and the pairs of values that they may take together.

    >>> x, y = Variable("x", 0, (1, 2, 3)), Variable("y", 1, (1, 2, 3))
    >>> Relation(x, y, lambda a, b: a < b).check({x: 1, y: 3})
    True
    >>> [bin(row) for row in Relation(x, y, [(1, 1), (1, 3), (2, 9)]).rows]
    ['0b101', '0b0', '0b0']

    Args:
        left: the first variable.
        right: the second one, which is another.
        allowed: the pairs, or a function of two values that tells whether they are allowed.
        name: what people call it.
    """

    __slots__ = ("rows", "sum")

    rows: tuple[int, ...]
    """For each code of the first variable the codes of the second that go with it, as bits."""
    sum: tuple[int, int, tuple[Interval, ...]] | None
    """A factor of each variable, and the totals that are allowed: where the relation was written
    as a comparison of sums, for solvers that know those. None if it was not."""

    def __init__(
        self,
        left: Variable,
        right: Variable,
        allowed: Iterable[tuple[Value, Value]] | Callable[[Any, Any], object],
        name: str | None = None,
    ) -> None:
        super().__init__((left, right), name)
        _require_distinct(self.variables)
        self.sum = None
        if callable(allowed):
            _require_size(len(left.domain) * len(right.domain), self)
            codes = [(b, 1 << j) for j, b in enumerate(right.domain)]
            self.rows = tuple(
                [sum([bit for b, bit in codes if allowed(a, b)]) for a in left.domain]
            )
        else:
            first, second = _places(left), _places(right)
            rows = [0] * len(left.domain)
            for pair in allowed:
                a, b = _tuple_of(pair, 2)
                if a in first and b in second:
                    rows[first[a]] |= 1 << second[b]
            self.rows = tuple(rows)

    @classmethod
    def of_rows(cls, left: Variable, right: Variable, rows: Iterable[int]) -> Relation:
        """Make a relation from its rows: see `rows`."""
        relation = cls.__new__(cls)
        relation.variables, relation._name = (left, right), None
        relation.origin, relation.sum = None, None
        if left is right:
            _require_distinct(relation.variables)
        relation.rows = tuple(rows)
        return relation

    @property
    def is_symmetric(self) -> bool:
        """Whether the pairs say "equal", "different", nothing, or what cannot be."""
        left, right = self.variables
        if left.domain != right.domain:
            return False
        whole = (1 << len(right.domain)) - 1
        equal = tuple([1 << code for code in range(len(left.domain))])
        different = tuple([whole & ~bit for bit in equal])
        return self.rows in (equal, different) or set(self.rows) <= {0} or set(self.rows) == {whole}

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether the pair of values is allowed."""
        left, right = self.variables
        row = self.rows[left.domain.index(assignment[left])]
        return bool(row >> right.domain.index(assignment[right]) & 1)

    def met_by(self, codes: Codes) -> bool:
        """Whether the pair of codes is allowed."""
        left, right = self.variables
        return bool(self.rows[codes[left.index]] >> codes[right.index] & 1)


class Table(Constraint):
    """Some variables, and the tuples of values that they may take together.

    >>> x, y = Variable("x", 0, (1, 2)), Variable("y", 1, (1, 2))
    >>> Table([x, y], [(1, 2), (2, 1), (3, 3)]).tuples
    ((0, 1), (1, 0))
    """

    __slots__ = ("tuples",)

    tuples: tuple[tuple[int, ...], ...]
    """The allowed tuples, as codes, each once and sorted."""

    def __init__(
        self,
        variables: Iterable[Variable],
        allowed: Iterable[Sequence[Value]] | Callable[..., object],
        name: str | None = None,
    ) -> None:
        super().__init__(variables, name)
        _require_distinct(self.variables)
        if callable(allowed):
            size = 1
            for variable in self.variables:
                size *= len(variable.domain)
                _require_size(size, self)
            spaces = [tuple(enumerate(variable.domain)) for variable in self.variables]
            self.tuples = tuple(
                tuple(code for code, _ in row)
                for row in product(*spaces)
                if allowed(*(value for _, value in row))
            )
            return
        places = [_places(variable) for variable in self.variables]
        found: set[tuple[int, ...]] = set()
        for row in allowed:
            values = _tuple_of(row, len(self.variables))
            if all(v in place for v, place in zip(values, places, strict=True)):
                found.add(tuple([p[v] for v, p in zip(values, places, strict=True)]))
                _require_size(len(found), self)
        self.tuples = tuple(sorted(found))

    @classmethod
    def of_codes(cls, variable: Variable, codes: Iterable[int]) -> Table:
        """Make the table of one variable from the codes that it may have, in ascending order."""
        table = cls.__new__(cls)
        table.variables, table._name, table.origin = (variable,), None, None
        table.tuples = tuple([(code,) for code in codes])
        return table

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether the tuple of values is allowed."""
        return self._has(tuple(v.domain.index(assignment[v]) for v in self.variables))

    def met_by(self, codes: Codes) -> bool:
        """Whether the tuple of codes is allowed."""
        return self._has(tuple([codes[v.index] for v in self.variables]))

    def _has(self, wanted: tuple[int, ...]) -> bool:
        at = bisect_left(self.tuples, wanted)
        return at < len(self.tuples) and self.tuples[at] == wanted


Interval: TypeAlias = tuple[int | None, int | None]
"""The first and the last of some whole numbers; None where there is no bound."""

Weights: TypeAlias = Number | Mapping[Any, Number] | Callable[[Any], Number]
"""What a term adds: a factor of the value, or a number for each value (0 if it is not named)."""


class Linear(Constraint):
    """A sum over variables that has to be one of some totals.

    Each term is a variable and its weights: a factor, or a number for each value. So a count is a
    sum of ones and zeros, and a value that counts double is one with twice the weight.

    >>> x, y = Variable("x", 0, (1, 2, 3)), Variable("y", 1, (1, 2, 3))
    >>> Linear([(x, 2), (y, -1)], 0, 2).check({x: 1, y: 3})
    False
    >>> Linear([(x, {3: 1}), (y, {3: 1})], totals={0, 2}).totals
    ((0, 0), (2, 2))

    Args:
        terms: pairs of a variable and its weights; a variable may occur more than once.
        low: the least total, if there is one.
        high: the greatest total, if there is one.
        totals: the allowed totals, in place of the least and the greatest.
        name: what people call it.
    """

    __slots__ = ("totals", "weights")

    weights: tuple[tuple[int, ...], ...]
    """For each variable what each of its codes adds."""
    totals: tuple[Interval, ...]
    """The allowed totals: intervals that do not touch, in order."""

    def __init__(
        self,
        terms: Iterable[tuple[Variable, Weights]],
        low: Number | None = None,
        high: Number | None = None,
        *,
        totals: Iterable[Number] | None = None,
        name: str | None = None,
    ) -> None:
        tables: dict[Variable, list[Number]] = {}
        for variable, weights in terms:
            added = _weights_of(variable, weights)
            old = tables.get(variable)
            tables[variable] = (
                added if old is None else [a + b for a, b in zip(old, added, strict=True)]
            )
        super().__init__(tables, name)
        if totals is not None:
            wanted = sorted({number(total) for total in totals})
            intervals: list[tuple[Number | None, Number | None]] = [(t, t) for t in wanted]
        else:
            bounds = (None if low is None else number(low), None if high is None else number(high))
            intervals = [bounds] if low is None or high is None or low <= high else []
        self._scale(list(tables.values()), intervals)

    @classmethod
    def of_weights(
        cls,
        variables: Iterable[Variable],
        weights: Iterable[Sequence[Number]],
        totals: Iterable[tuple[Number | None, Number | None]],
        name: str | None = None,
    ) -> Linear:
        """Make a sum from what each code of each variable adds, and intervals of totals."""
        linear = cls((), name=name)
        linear.variables = tuple(variables)
        linear._scale([list(row) for row in weights], list(totals))
        return linear

    @classmethod
    def of_rows(
        cls,
        variables: tuple[Variable, ...],
        weights: tuple[tuple[int, ...], ...],
        total: int,
        origin: Origin | None = None,
    ) -> Linear:
        """Make a sum with one total from whole numbers that are known to be small enough."""
        linear = cls.__new__(cls)
        linear.variables, linear.weights, linear.totals = variables, weights, ((total, total),)
        linear._name, linear.origin = None, origin
        return linear

    def _scale(
        self,
        tables: list[list[Number]],
        intervals: list[tuple[Number | None, Number | None]],
    ) -> None:
        """Make whole numbers of fractions, and refuse what grows too large for native code."""
        parts = (n.denominator for row in tables for n in row if type(n) is not int)
        factor = lcm(*parts)
        if factor != 1:
            tables = [[n * factor for n in row] for row in tables]
            intervals = [
                (None if a is None else a * factor, None if b is None else b * factor)
                for a, b in intervals
            ]
        self.weights = tuple(tuple(map(int, row)) for row in tables)
        reach = sum(max(map(abs, row), default=0) for row in self.weights)
        if reach >= MOST_TOTAL:
            raise ModelError(f"{self} may add up to more than 2**62", fix="use smaller numbers")
        self.totals = joined((_up(a), _down(b)) for a, b in intervals)

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether the total is allowed."""
        total = 0
        for v, row in zip(self.variables, self.weights, strict=True):
            value = assignment[v]
            # where each value adds itself, the row is the domain: see `of_rows`
            total += value if row is v.domain else row[v.domain.index(value)]  # type: ignore[operator]
        return self._allows(total)

    def met_by(self, codes: Codes) -> bool:
        """Whether the total is allowed."""
        total = 0
        for v, row in zip(self.variables, self.weights, strict=False):  # they are equally long
            total += row[codes[v.index]]
        return self._allows(total)

    def _allows(self, total: int) -> bool:
        for low, high in self.totals:
            if (low is None or low <= total) and (high is None or total <= high):
                return True
        return False

    @property
    def reach(self) -> tuple[int, int]:
        """The least and the greatest total that the whole domains allow."""
        least = sum(min(row, default=0) for row in self.weights)
        return least, sum(max(row, default=0) for row in self.weights)


class ValueSet(Constraint):
    """Variables that all differ, and whose set of values is one of a family of sets.

    >>> x, y = Variable("x", 0, (1, 2, 3)), Variable("y", 1, (1, 2, 3))
    >>> cage = ValueSet([x, y], [{1, 2}, {2, 3}])
    >>> cage.check({x: 3, y: 2}), cage.check({x: 3, y: 1})
    (True, False)
    """

    __slots__ = ("family",)

    def __init__(
        self,
        variables: Iterable[Variable],
        family: Iterable[Iterable[Value]],
        name: str | None = None,
    ) -> None:
        super().__init__(variables, name)
        _require_distinct(self.variables)
        sets = dict.fromkeys(frozenset(values) for values in family)
        self.family = tuple(values for values in sets if len(values) == len(self.variables))

    @classmethod
    def of_sets(
        cls,
        variables: tuple[Variable, ...],
        family: tuple[frozenset[Value], ...],
        origin: Origin | None = None,
    ) -> ValueSet:
        """Make a value set from different sets of the right size."""
        found = cls.__new__(cls)
        found.variables, found.family = variables, family
        found._name, found.origin = None, origin
        return found

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether the values differ and are one of the sets."""
        return frozenset(assignment[v] for v in self.variables) in self.family

    def met_by(self, codes: Codes) -> bool:
        """Whether the values differ and are one of the sets."""
        return frozenset([v.domain[codes[v.index]] for v in self.variables]) in self.family


State: TypeAlias = Hashable


class Regular(Constraint):
    """A sequence of variables whose values an automaton accepts.

    >>> xs = [Variable(f"x{i}", i, (0, 1)) for i in range(3)]
    >>> two = Regular(xs, 0, lambda ones, x: ones + x if ones + x < 3 else None, {2})
    >>> two.check(dict(zip(xs, (1, 0, 1)))), two.check(dict(zip(xs, (1, 0, 0))))
    (True, False)

    Args:
        variables: the sequence; a variable may occur more than once.
        start: the first state.
        step: the next state for a state and a value, as a function (None for no way on), as a
            mapping from (state, value), or as triples (state, value, next state), where there may
            be several next states.
        accept: the states in which the sequence may end, or a function that tells them.
        name: what people call it.
    """

    __slots__ = ("layers", "sequence", "widths")

    sequence: tuple[Variable, ...]
    """The variables in order, those that occur twice included."""
    layers: tuple[tuple[tuple[int, int, int], ...], ...]
    """For each place of the sequence the steps (state, code, next state) that can be part of an
    accepted sequence; states are numbered in each layer anew, and the last layer has one."""
    widths: tuple[int, ...]
    """The number of states before each place, and after the last one."""

    def __init__(
        self,
        variables: Iterable[Variable],
        start: State,
        step: Callable[[Any, Any], State | None]
        | Mapping[tuple[Any, Any], State]
        | Iterable[tuple[Any, Any, Any]],
        accept: Iterable[State] | Callable[[Any], object],
        name: str | None = None,
    ) -> None:
        self.sequence = tuple(variables)
        super().__init__(dict.fromkeys(self.sequence), name)
        follow = _steps_of(step)
        accepts = accept if callable(accept) else frozenset(accept).__contains__
        self.layers, self.widths = self._unrolled(start, follow, accepts)

    @classmethod
    def of_layers(
        cls,
        variables: Sequence[Variable],
        layers: automata.Layers,
        widths: tuple[int, ...],
    ) -> Regular:
        """Make a sequence from the layers of another one with the same domains: see `layers`."""
        regular = cls.__new__(cls)
        regular.sequence = tuple(variables)
        regular.variables = tuple(dict.fromkeys(regular.sequence))
        regular._name, regular.origin = None, None
        regular.layers, regular.widths = layers, widths
        return regular

    @classmethod
    def either(cls, parts: Sequence[Regular]) -> Regular | None:
        """Return one automaton that accepts what any of some do; None if it would be large.

        All read the same sequence, of one variable or more.

        >>> x, y = Variable("x", 0, (0, 1)), Variable("y", 1, (0, 1))
        >>> ones = [Regular([x, y], 0, lambda n, a: n + a, {total}) for total in (0, 2)]
        >>> [Regular.either(ones).check({x: a, y: b}) for a, b in ((0, 0), (0, 1), (1, 1))]
        [True, False, True]
        """
        united = automata.either([(part.layers, part.widths) for part in parts])
        return None if united is None else cls.of_layers(parts[0].sequence, *united)

    def _unrolled(
        self,
        start: State,
        follow: Callable[[State, Value], Iterable[State]],
        accepts: Callable[[State], object],
    ) -> automata.Unrolled:
        """Walk through the sequence once, and keep what lies between the start and an end.

        States of a layer from which the same can follow are one; so are those to which the same can
        lead, where several next states are possible.
        """
        reached: list[dict[State, None]] = [{start: None}]
        steps: list[list[tuple[State, int, State]]] = []
        size = 0
        for variable in self.sequence:
            after: dict[State, None] = {}
            here: list[tuple[State, int, State]] = []
            for state in reached[-1]:
                for code, value in enumerate(variable.domain):
                    for target in follow(state, value):
                        after[target] = None
                        here.append((state, code, target))
                size += len(variable.domain)
                _require_size(size, self)
            reached.append(after)
            steps.append(here)
        alive = [state for state in reached[-1] if accepts(state)]
        number = dict.fromkeys(alive, 0)
        layers: list[tuple[tuple[int, int, int], ...]] = []
        widths = [1 if alive else 0]
        for here in reversed(steps):
            ahead: dict[State, set[tuple[int, int]]] = {}
            for state, code, target in here:
                if target in number:
                    ahead.setdefault(state, set()).add((code, number[target]))
            merged: dict[frozenset[tuple[int, int]], int] = {}
            number = {
                state: merged.setdefault(frozenset(ways), len(merged))
                for state, ways in ahead.items()
            }
            layers.append(tuple(sorted((n, *way) for ways, n in merged.items() for way in ways)))
            widths.append(len(merged))
        if not self.sequence and not alive:
            widths = [0]
        return automata.with_same_pasts_joined((tuple(reversed(layers)), tuple(reversed(widths))))

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether the automaton accepts the values."""
        return self._accepts([v.domain.index(assignment[v]) for v in self.sequence])

    def met_by(self, codes: Codes) -> bool:
        """Whether the automaton accepts the codes."""
        return self._accepts([codes[v.index] for v in self.sequence])

    def _accepts(self, codes: Codes) -> bool:
        if not self.widths[0]:
            return False
        states = {0}
        for code, layer in zip(codes, self.layers, strict=True):
            reached = set()
            for state in states:  # layers are sorted
                at = bisect_left(layer, (state, code))
                while at < len(layer) and layer[at][0] == state and layer[at][1] == code:
                    reached.add(layer[at][2])
                    at += 1
            states = reached
        return bool(states)

    @property
    def is_deterministic(self) -> bool:
        """Whether a state and a value leave at most one next state."""
        return automata.is_deterministic(self.layers)


class AnyOf(Constraint):
    """At least one of several branches, each of which is a list of constraints that all hold.

    >>> x, y = Variable("x", 0, (1, 2, 3)), Variable("y", 1, (1, 2, 3))
    >>> either = AnyOf([[AllDifferent([x, y])], [Linear([(x, 1)], 3)]])
    >>> either.check({x: 3, y: 3}), either.check({x: 2, y: 2})
    (True, False)
    """

    __slots__ = ("branches",)

    def __init__(
        self, branches: Iterable[Iterable[Constraint | Condition]], name: str | None = None
    ) -> None:
        self.branches = tuple([tuple(map(constraint_of, branch)) for branch in branches])
        parts = chain.from_iterable(self.branches)
        super().__init__(dict.fromkeys(chain.from_iterable(map(_variables_of, parts))), name)

    @property
    def is_symmetric(self) -> bool:
        """Whether renaming the values keeps every constraint of every branch."""
        return all(part.is_symmetric for branch in self.branches for part in branch)

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether all constraints of some branch hold."""
        return any(all(part.check(assignment) for part in branch) for branch in self.branches)

    def met_by(self, codes: Codes) -> bool:
        """Whether all constraints of some branch are met by the codes."""
        return any(all(part.met_by(codes) for part in branch) for branch in self.branches)


_variables_of = attrgetter("variables")


BASIS = (AllDifferent, Relation, Table, Linear, ValueSet, Regular, AnyOf)
"""The kinds that every encoder knows; all others reduce to them by `decompose`."""
SIMPLE = frozenset(BASIS) - {AnyOf}
"""Those that have no other constraints in them."""


class Expressed(Constraint):
    """A condition that was written as an expression.

    >>> x, y = Variable("x", 0, (1, 2, 3)), Variable("y", 1, (1, 2, 3))
    >>> print(Expressed(x + y == 5))
    x + y == 5
    """

    __slots__ = ("condition",)

    def __init__(self, condition: Condition, name: str | None = None) -> None:
        self.variables = condition.variables
        self.name = name
        self.origin = None
        self.condition = condition

    def __str__(self) -> str:
        return self.name or str(self.condition)

    def __repr__(self) -> str:
        return f"<Expressed: {self}>"

    def check(self, assignment: Mapping[Variable, Value]) -> bool:
        """Whether the condition holds."""
        return self.condition.holds(assignment)

    def decompose(self, fresh: Fresh) -> Sequence[Constraint | Condition]:
        """Return the condition in terms of the basis: see `flattening`."""
        from csp_sudoku.model.flattening import flattened

        return flattened(self.condition, fresh)


def constraint_of(thing: object, name: str | None = None) -> Constraint:
    """Return a constraint, or what was written as a condition as one; refuse all else."""
    if type(thing) not in BASIS and isinstance(thing, Condition):
        return Expressed(thing, name)
    if type(thing) in BASIS or isinstance(thing, Constraint):
        found = cast("Constraint", thing)
        if name is not None:
            found.name = name
        return found
    fix = "give a condition, such as x < y, or derive from Constraint"
    raise ModelError(f"expected a constraint, got {shown(thing)}", fix=fix)


# Intervals of whole numbers


def joined(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """Return intervals in order, with those that overlap or touch made one.

    >>> joined([(5, 6), (1, 2), (3, 3), (9, None), (8, 7)])
    ((1, 3), (5, 6), (9, None))
    """
    real = [(a, b) for a, b in intervals if a is None or b is None or a <= b]
    if len(real) < 2:
        return tuple(real)
    real.sort(key=lambda pair: (pair[0] is not None, pair[0] or 0))
    found: list[Interval] = []
    for low, high in real:
        if found:
            first, last = found[-1]
            if last is None or low is None or low <= last + 1:
                found[-1] = (first, None if last is None or high is None else max(last, high))
                continue
        found.append((low, high))
    return tuple(found)


def outside(intervals: Sequence[Interval]) -> tuple[Interval, ...]:
    """Return the whole numbers that are in none of some intervals.

    >>> outside(((1, 3), (5, None))), outside(())
    (((None, 0), (4, 4)), ((None, None),))
    """
    if not intervals:
        return ((None, None),)
    gaps: list[Interval] = []
    if intervals[0][0] is not None:
        gaps.append((None, intervals[0][0] - 1))
    for (_, before), (after, _) in pairwise(intervals):
        if before is not None and after is not None:
            gaps.append((before + 1, after - 1))
    if intervals[-1][1] is not None:
        gaps.append((intervals[-1][1] + 1, None))
    return joined(gaps)


def _up(bound: Number | None) -> int | None:
    return None if bound is None else -int(-bound // 1)


def _down(bound: Number | None) -> int | None:
    return None if bound is None else int(bound // 1)


# Checks at the border


def _require_distinct(variables: Sequence[Variable]) -> None:
    if len(set(variables)) < len(variables):
        twice = next(v for i, v in enumerate(variables) if v in variables[:i])
        raise ModelError(f"the group names {twice} twice, which cannot differ from itself")


def _require_size(size: int, constraint: Constraint) -> None:
    if size > MOST_TUPLES:
        raise ModelError(
            f"{constraint} needs a table of more than {MOST_TUPLES:,} tuples",
            fix="say it with smaller constraints",
        )


def _tuple_of(row: object, length: int) -> tuple[Any, ...]:
    if not is_iterable(row):
        raise ModelError(f"expected a tuple of {length} values, got {shown(row)}")
    values = tuple(row)
    if len(values) != length:
        raise ModelError(f"expected a tuple of {length} values, got one of {len(values)}")
    return values


def _places(variable: Variable) -> dict[Value, int]:
    return {value: code for code, value in enumerate(variable.domain)}


def _weights_of(variable: Variable, weights: Weights) -> list[Number]:
    if isinstance(weights, Mapping):
        return [number(weights.get(value, 0)) for value in variable.domain]
    if callable(weights):
        return [number(weights(value)) for value in variable.domain]
    factor = number(weights)
    return [factor * number(value) for value in variable.domain]


def _steps_of(
    step: Callable[[Any, Any], State | None]
    | Mapping[tuple[Any, Any], State]
    | Iterable[tuple[Any, Any, Any]],
) -> Callable[[State, Value], Iterable[State]]:
    """Return the next states for a state and a value, however they were given."""
    if isinstance(step, Mapping):
        table = step
        return lambda state, value: (table[state, value],) if (state, value) in table else ()
    if callable(step):
        function = step

        def follow(state: State, value: Value) -> Iterable[State]:
            target = function(state, value)
            return () if target is None else (target,)

        return follow
    found: dict[tuple[State, Value], list[State]] = {}
    for triple in step:
        state, value, target = _tuple_of(triple, 3)
        found.setdefault((state, value), []).append(target)
    return lambda state, value: found.get((state, value), ())
