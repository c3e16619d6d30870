"""A CSP as numbers for the native search: groups, other constraints, and one mask per variable.

The native search compares the values of variables bit by bit, so the variables of a group must
number their values alike. Mostly they do, as they have the same domain. Where they do not, they
share a *space*: all their values in one order, ascending if they are numbers.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from csp_sudoku.bits import members
from csp_sudoku.encoders.equality import Equal
from csp_sudoku.encoders.layered import Step, layered
from csp_sudoku.encoders.slots import kinds, unsupported, with_branches
from csp_sudoku.errors import ModelError
from csp_sudoku.model import (
    BASIS,
    CSP,
    AllDifferent,
    AnyOf,
    Codes,
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
from csp_sudoku.model.csp import numbers_of
from csp_sudoku.native.bitmask import Automaton, Counting, Groups, Search, Structure
from csp_sudoku.native.overlaps import Standing

if TYPE_CHECKING:
    from csp_sudoku.native.bitmask import Propagation

MOST_VALUES = 64

_Row = tuple[Any, ...]
"""A constraint as the native structure takes it: see `csp_sudoku.native.bitmask.Structure`."""
_NEVER: _Row = ("any", ())


def refusal(csp: CSP) -> str | None:
    """Return what the native search cannot take of a structure; None if it can take all."""
    return csp.shared("bitmask refusal", _refusal)


def _refusal(csp: CSP) -> str | None:
    largest = max(map(len, csp.different_domains), default=0)
    if largest > MOST_VALUES:
        return f"a variable has {largest} values, and a machine word holds {MOST_VALUES}"
    unknown = unsupported(csp, lambda constraint: type(constraint) in BASIS)
    if unknown:
        return unknown
    spaces = _spaces(csp)
    if spaces.has_one_domain:
        return None
    for constraint in with_branches(csp.constraints):
        if isinstance(constraint, ValueSet) and not spaces.are_aligned(constraint.variables):
            return f"{constraint} has more than {MOST_VALUES} values"
    return None


def encode(csp: CSP) -> Encoding:
    """Return the native form of a structure, built once.

    >>> from csp_sudoku import boards
    >>> encode(boards.sudoku(3, 3).csp) is encode(boards.sudoku(3, 3).csp)
    True
    """
    return csp.shared("bitmask", Encoding)


class Encoding:
    """The native structure of a CSP, and the way between its codes and the model's."""

    def __init__(self, csp: CSP) -> None:
        reason = refusal(csp)
        if reason:
            raise ModelError(reason, fix="use backend sat or cpsat")
        self.spaces = _spaces(csp)
        writer = _Writer(csp, self.spaces)
        self.structure = Structure(
            len(csp.variables),
            self.spaces.size,
            writer.groups,
            writer.rows,
            own=len(csp.variables) - csp.auxiliary,
            first=writer.first,
        )
        self._sources = writer.sources
        self._has_equal = writer.has_equal

    def rows_of(self, constraints: Iterable[Constraint]) -> tuple[int, ...] | None:
        """Return which rows of the structure say some constraints, and nothing else does.

        A search may be `without` them. None if groups or sums were made with these constraints.

        >>> from csp_sudoku import boards
        >>> from csp_sudoku.rules import greater, parse, ruled
        >>> on = ruled(boards.latin(4), (greater("r1c1 r1c2"), parse("cage r1c1 r2c2 = 3")))
        >>> [encode(on.csp).rows_of(constraints) for constraints in on.units.values()]
        [(0,), None]
        """
        wanted = {id(constraint): constraint for constraint in constraints}
        if self._has_equal or any(type(c) in (AllDifferent, ValueSet) for c in wanted.values()):
            return None
        return tuple([row for row, one in enumerate(self._sources) if id(one) in wanted])

    def masks(self, problem: Problem) -> array[int]:
        """Return the initial masks as the native search takes them."""
        if self.spaces.is_plain:
            return array("Q", problem.masks)
        return array("Q", [self.spaces.mask(v, mask) for v, mask in enumerate(problem.masks)])

    def mask(self, variable: int, mask: int) -> int:
        """Return the mask of one variable as the native search takes it."""
        return mask if self.spaces.is_plain else self.spaces.mask(variable, mask)

    def search(self, masks: array[int], **configuration: Any) -> Search:
        """Return a search within these masks."""
        return self.structure.search(masks, **configuration)

    def counting(self, masks: array[int], **configuration: Any) -> Counting:
        """Return a counting of the solutions within these masks."""
        return Counting(self.structure, masks, **configuration)

    def settle(self, masks: array[int], propagation: Propagation = "locked") -> array[int] | None:
        """Return what follows from native masks without any decision; None if nothing fits."""
        return self.structure.settle(masks, propagation)

    def decode(self, solution: Codes) -> Sequence[int]:
        """Return a code for each variable from a solution of the native search."""
        return solution if self.spaces.is_plain else self.spaces.decode(solution)


def masks(problem: Problem) -> array[int]:
    """Return the initial masks as the native search takes them."""
    return encode(problem.csp).masks(problem)


def _spaces(csp: CSP) -> _Spaces:
    """Return how the native search numbers values: where all is uniform, copies share that."""
    domains = csp.different_domains
    if csp.auxiliary == 0 and len(domains) == 1 and _is_fit(domains[0]):
        return csp.shared_with_copies("spaces", _Spaces)
    return csp.shared("spaces", _Spaces)


class _Spaces:
    """How the native search numbers the values of each variable."""

    def __init__(self, csp: CSP) -> None:
        variables = list(csp.variables)
        self.is_uniform = False
        """Whether all variables have one domain, in ascending order: all codes are as they are."""
        self.has_one_domain = False
        """Whether the model's own variables have; auxiliary ones stand in no group."""
        self.is_plain = False
        """Whether all variables number their values as the model does."""
        if self._share(csp, variables):
            return
        parent = list(range(len(variables)))

        def root(v: int) -> int:
            while parent[v] != v:
                parent[v] = parent[parent[v]]
                v = parent[v]
            return v

        for constraint in with_branches(csp.constraints):
            if isinstance(constraint, AllDifferent | ValueSet) and constraint.variables:
                first = root(constraint.variables[0].index)
                for variable in constraint.variables[1:]:
                    parent[root(variable.index)] = first
        together: dict[int, list[Variable]] = {}
        for variable in variables:
            together.setdefault(root(variable.index), []).append(variable)
        self.values: list[tuple[Value, ...]] = [()] * len(variables)
        self.home: list[int] = [0] * len(variables)
        """Variables with the same home number their values alike."""
        alone: dict[tuple[Value, ...], tuple[Value, ...]] = {}
        for number, one in enumerate(together.values()):
            if len(one) == 1:  # as most auxiliary variables
                (variable,) = one
                domain = variable.domain
                if domain not in alone:
                    alone[domain] = _ascending(domain)
                self.values[variable.index], self.home[variable.index] = alone[domain], number
                continue
            union = _ascending(dict.fromkeys(value for v in one for value in v.domain))
            fits = len(union) <= MOST_VALUES
            for variable in one:
                own = union if fits else _ascending(variable.domain)
                self.values[variable.index] = own
                self.home[variable.index] = number if fits else -1 - variable.index
        self.is_plain = all(
            values == v.domain for values, v in zip(self.values, variables, strict=True)
        )
        self.size = max(1, *map(len, self.values)) if variables else 1
        tables: dict[tuple[tuple[Value, ...], tuple[Value, ...]], list[int]] = {}
        self.code: list[list[int]] = []
        """For each variable the native code of each of its own codes."""
        for values, variable in zip(self.values, variables, strict=True):
            key = values, variable.domain
            if key not in tables:
                place = {value: code for code, value in enumerate(values)}
                tables[key] = [place[value] for value in variable.domain]
            self.code.append(tables[key])
        self._back = [{code: own for own, code in enumerate(row)} for row in self.code]
        self.is_own = [values == v.domain for values, v in zip(self.values, variables, strict=True)]
        """For each variable whether its native codes are its own."""

    def _share(self, csp: CSP, variables: Sequence[Variable]) -> bool:
        """Let all variables keep their codes, if those that are not auxiliary have one domain."""
        own = len(variables) - csp.auxiliary
        domains, others = _domains_of(variables[:own]), _domains_of(variables[own:])
        if len(domains) != 1 or not all(map(_is_fit, domains | others)):
            return False
        self.is_uniform = others <= domains
        if not self.is_uniform:
            rest = csp.constraints[len(csp.groups_in_common) :]
            for constraint in with_branches(rest):
                if type(constraint) in (AllDifferent, ValueSet) and any(
                    v.index >= own for v in constraint.variables
                ):
                    return False
        self.is_plain = self.has_one_domain = True
        self.values = [v.domain for v in variables]
        self.home = [0] * own + [*range(own, len(variables))]
        self.size = max(1, *map(len, domains | others))
        return True

    def are_aligned(self, variables: Iterable[Variable]) -> bool:
        """Whether some variables number their values alike."""
        return self.is_uniform or len({self.home[variable.index] for variable in variables}) <= 1

    def mask(self, v: int, own: int) -> int:
        """Return a mask of a variable's own codes as one of native codes."""
        if self.is_plain:
            return own
        code = self.code[v]
        return sum([1 << code[bit] for bit in members(own)])

    def decode(self, solution: Codes) -> list[int]:
        """Return the own code of each variable."""
        return [back[code] for back, code in zip(self._back, solution, strict=True)]


def _domains_of(variables: Iterable[Variable]) -> set[tuple[Value, ...]]:
    objects = {id(v.domain): v.domain for v in variables}  # mostly one
    return set(objects.values())


@lru_cache(maxsize=256)
def _is_fit(domain: tuple[Value, ...]) -> bool:
    """Whether the codes of a domain can be those of the native search."""
    return len(domain) <= MOST_VALUES and _ascending(domain) == domain


def _ascending(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return values in ascending order if they can be compared; else as they come."""
    listed = list(values)
    try:
        return tuple(sorted(listed))  # type: ignore[type-var]
    except TypeError:
        return tuple(listed)


class _Writer:
    """The groups and the other constraints of a structure, as the native search takes them.

    Everything is a tuple all the way down, so that the native side need not copy it.
    """

    def __init__(self, csp: CSP, spaces: _Spaces) -> None:
        self.spaces = spaces
        self.whole = csp.problem.masks if spaces.is_uniform else _whole(csp.variables)
        self.has_empty_domain = () in csp.different_domains
        common = csp.groups_in_common if spaces.has_one_domain else ()
        self.first, standing = _first_groups(common, len(csp.variables))
        """The groups of the model that other copies have as well."""
        self.groups: list[tuple[int, ...]] = []
        """All others."""
        self.standing = standing.copy()
        self._numbers: dict[int, tuple[tuple[Variable, ...], tuple[int, ...]]] = {}
        """The numbers of variables, by the identity of a tuple of them, which is kept: the two
        constraints of a cage have the same tuple."""
        self._rows_of_weights: dict[Any, tuple[int, ...]] = {}
        self._slopes: dict[int, tuple[tuple[int, ...], int]] = {}
        """The slopes of weights by the identity of these, which are kept: many sums share them."""
        own = csp.constraints[len(common) :]
        self._equal = Equal(own if Linear in kinds(csp) else ())
        self.has_equal = bool(self._equal)
        self._cliques: dict[tuple[int, ...], tuple[int, ...]] = {}
        """The cliques of variables whose weights are the same: many counts speak of the same."""
        others: list[Constraint] = []
        is_uniform = spaces.is_uniform
        for constraint in own:
            if type(constraint) is AllDifferent and (
                is_uniform or spaces.are_aligned(constraint.variables)
            ):
                numbers = self.numbers(constraint.variables)
                if len(numbers) == 2 and self.standing.is_within(numbers):
                    continue  # a pair that says nothing new
                self._add_group(numbers)
            else:
                others.append(constraint)
        for constraint in others:
            if type(constraint) is ValueSet:
                numbers = self.numbers(constraint.variables)
                if not self.standing.is_within(numbers):
                    self._add_group(numbers)
        rows: list[_Row] = []
        self.sources: list[Constraint] = []
        """The constraint of each row."""
        costly: list[tuple[int, _Row, Constraint]] = []
        for constraint in others:
            for row in self.written(constraint):
                if row[0] in _COSTS:
                    costly.append((_cost(row), row, constraint))
                else:
                    rows.append(row)
                    self.sources.append(constraint)
        costly.sort(key=_first)
        self.rows = (*rows, *[row for _, row, _ in costly])
        self.sources += [constraint for _, _, constraint in costly]

    def numbers(self, variables: tuple[Variable, ...]) -> tuple[int, ...]:
        """Return the numbers of the variables of a constraint."""
        known = self._numbers.get(id(variables))
        if known is None:
            known = variables, tuple([v.index for v in variables])
            self._numbers[id(variables)] = known
        return known[1]

    def _add_group(self, group: tuple[int, ...]) -> None:
        self.standing.add(group)
        self.groups.append(group)

    def written(self, constraint: Constraint) -> Iterable[_Row]:
        """Return the rows that say a constraint."""
        write = _WRITERS.get(type(constraint))
        if write is None:
            raise ModelError(f"{constraint} is a constraint of an unknown kind")
        return write(self, constraint)

    def different(self, constraint: AllDifferent) -> Iterable[_Row]:
        variables = constraint.variables
        if self.spaces.are_aligned(variables):
            return (("different", self.numbers(variables)),)
        return [
            row
            for i, x in enumerate(variables)
            for y in variables[:i]
            for row in self.relation(Relation(x, y, lambda a, b: a != b))
        ]

    def relation(self, constraint: Relation) -> Iterable[_Row]:
        x, y = constraint.variables
        spaces = self.spaces
        if spaces.is_plain or (spaces.is_own[x.index] and spaces.is_own[y.index]):
            return (("relation", x.index, y.index, constraint.rows),)
        rows = [0] * len(spaces.values[x.index])
        code = spaces.code[x.index]
        for own, row in enumerate(constraint.rows):
            rows[code[own]] = spaces.mask(y.index, row)
        return (("relation", x.index, y.index, tuple(rows)),)

    def table(self, constraint: Table) -> Iterable[_Row]:
        variables = constraint.variables
        if not variables:
            return () if constraint.tuples else (_NEVER,)
        if len(variables) == 1:
            mask = sum([1 << row[0] for row in constraint.tuples])
            number = variables[0].index
            return (("only", number, self.spaces.mask(number, mask)),)
        if len(variables) == 2:
            rows = [0] * len(variables[0].domain)
            for a, b in constraint.tuples:
                rows[a] |= 1 << b
            return self.relation(Relation.of_rows(*variables, rows))
        found = layered(constraint, self.whole)
        if found.is_impossible:
            return (_NEVER,)
        return (self.automaton(found.variables, found.layers, found.widths),)

    def regular(self, constraint: Regular) -> Iterable[_Row]:
        if 0 in constraint.widths:
            return (_NEVER,)
        numbers = self.numbers(constraint.sequence)
        return (self.automaton(numbers, constraint.layers, constraint.widths),)

    def automaton(
        self, variables: tuple[int, ...], layers: Sequence[Sequence[Step]], widths: Sequence[int]
    ) -> _Row:
        spaces = self.spaces
        if spaces.is_plain or all(map(spaces.is_own.__getitem__, variables)):
            return "automaton", variables, automaton_of(layers, widths)
        codes = [self.spaces.code[v] for v in variables]
        steps = [
            [(state, code[own], target) for state, own, target in layer]
            for code, layer in zip(codes, layers, strict=True)
        ]
        return "automaton", variables, Automaton(steps, widths)

    def sum(self, constraint: Linear) -> Iterable[_Row]:
        totals, variables = constraint.totals, constraint.variables
        weights: Sequence[tuple[int, ...]] = constraint.weights
        if self.has_equal:
            variables, weights = self._equal.joined(variables, weights)
        if not variables:
            allows = any((a is None or a <= 0) and (b is None or b >= 0) for a, b in totals)
            return () if allows else (_NEVER,)
        if not totals or (self.has_empty_domain and not all(map(_domain, variables))):
            return (_NEVER,)
        if not self.spaces.is_plain:
            weights = [self.weights(*t) for t in zip(variables, weights, strict=True)]
        numbers, first = self.numbers(variables), weights[0]
        is_one_kind = weights.count(first) == len(weights)
        if is_one_kind and len(totals) == 1:
            low, high = totals[0]
            if low is not None and low == high and self.standing.is_within(numbers):
                sets = sets_of(first, len(numbers), low)
                if sets is not None:
                    return (("set", numbers, sets),)
        if (self._slope(first) if is_one_kind else sum(map(self._slope, weights))) < 0:
            weights = list(map(_negated, weights))
            totals = tuple(
                (None if b is None else -b, None if a is None else -a) for a, b in reversed(totals)
            )
        cliques = self.cliques_of(numbers, None if is_one_kind else weights)
        return (("sum", numbers, tuple(weights), cliques, totals),)

    def _slope(self, weights: tuple[int, ...]) -> int:
        known = self._slopes.get(id(weights))
        if known is None:
            known = self._slopes[id(weights)] = weights, _slope(weights)
        return known[1]

    def weights(self, variable: Variable, own: Sequence[int]) -> tuple[int, ...]:
        """Return what each native code adds; codes that the variable lacks fill the gaps.

        They never count, so they are filled as if the weight were a factor of the value, if it is:
        the native search is faster where each code adds as much more as the one before it.
        """
        values = self.spaces.values[variable.index]
        key = variable.domain, values, tuple(own)
        row = self._rows_of_weights.get(key)
        if row is None:
            code = self.spaces.code[variable.index]
            known = {code[c]: weight for c, weight in enumerate(own)}
            row = self._rows_of_weights[key] = tuple(_filled(known, values))
        return row

    def cliques_of(
        self, variables: tuple[int, ...], weights: Sequence[tuple[int, ...]] | None
    ) -> tuple[int, ...]:
        """Return a number for each term: those with the same one stand in one group, from 0 up.

        They have the same weights as well; None says that all of them do.
        """
        if weights is not None:
            number: dict[tuple[int, ...], int] = {}
            of, last, kind = [], None, 0
            for row in weights:
                if row is not last:  # mostly it is the same tuple
                    kind, last = number.setdefault(row, len(number)), row
                of.append(kind)
            return self.standing.cliques(variables, of)
        known = self._cliques.get(variables)
        if known is None:
            known = self._cliques[variables] = self.standing.cliques(variables)
        return known

    def value_set(self, constraint: ValueSet) -> Iterable[_Row]:
        variables = constraint.variables
        if not variables:
            return () if frozenset() in constraint.family else (_NEVER,)
        numbers = self.numbers(variables)
        row = "set", numbers, family_of(self.spaces.values[numbers[0]], constraint.family)
        if self.standing.is_within(numbers):
            return (row,)
        return row, ("different", numbers)  # in a branch: the values of the set differ

    def any_of(self, constraint: AnyOf) -> Iterable[_Row]:
        written = {id(part): part for branch in constraint.branches for part in branch}
        rows = {number: self.written(part) for number, part in written.items()}
        branches = tuple(
            tuple([row for part in branch for row in rows[id(part)]])
            for branch in constraint.branches
        )
        return (("any", branches),)


_domain = attrgetter("domain")


def _whole(variables: Iterable[Variable]) -> list[int]:
    return [(1 << len(v.domain)) - 1 for v in variables]


# What constraints of the same kind share, kept across structures


@lru_cache(maxsize=64)
def _first_groups(common: tuple[AllDifferent, ...], variables: int) -> tuple[Groups, Standing]:
    """Return groups in native form, and in which each variable stands; not to be changed."""
    groups = numbers_of(common)
    return Groups(variables, groups), Standing(variables, groups)


_MOST_AUTOMATA = 512
_MOST_STEPS_KEPT = 200_000
_AUTOMATA: OrderedDict[int, tuple[object, Automaton]] = OrderedDict()
"""Native automata by the identity of the layers that they were made of, which are kept with them:
rules build the layers of a kind once, and hashing them would take longer than reading them."""


def automaton_of(layers: Sequence[Sequence[Step]], widths: Sequence[int]) -> Automaton:
    """Return the native automaton of some layers: one for all constraints that have the same."""
    known = _AUTOMATA.get(id(layers))
    if known is not None and known[0] is layers:
        return known[1]
    made = Automaton(layers, widths)
    if sum(map(len, layers)) <= _MOST_STEPS_KEPT:
        _AUTOMATA[id(layers)] = layers, made
        if len(_AUTOMATA) > _MOST_AUTOMATA:
            with suppress(KeyError):  # another thread was faster
                _AUTOMATA.popitem(last=False)
    return made


_MOST_TRIED = 20_000
_MOST_SETS = 200
"""A sum that more sets have is faster to add up than to look through."""


@lru_cache(maxsize=4096)
def sets_of(weights: tuple[int, ...], size: int, total: int) -> tuple[int, ...] | None:
    """Return the sets of codes of some size whose weights have a total; None if too many.

    So a sum over variables of one group is a family of sets: a value that is in every set, or in
    none, is seen at once.

    >>> [bin(codes) for codes in sets_of((1, 2, 3, 4), 2, 5)]
    ['0b1001', '0b110']
    """
    if comb(len(weights), size) > _MOST_TRIED:
        return None
    found = [
        sum([1 << code for code in codes])
        for codes in combinations(range(len(weights)), size)
        if sum([weights[code] for code in codes]) == total
    ]
    return tuple(found) if len(found) <= _MOST_SETS else None


_MOST_FAMILIES = 4096
_FAMILIES: OrderedDict[tuple[int, tuple[Value, ...]], tuple[object, tuple[int, ...]]] = (
    OrderedDict()
)
"""Families of sets as masks, by the identity of the family, which is kept with them."""


def family_of(values: tuple[Value, ...], family: tuple[frozenset[Value], ...]) -> tuple[int, ...]:
    """Return the sets of a family that have none but these values, as masks."""
    key = id(family), values
    known = _FAMILIES.get(key)
    if known is not None and known[0] is family:
        return known[1]
    place = {value: 1 << code for code, value in enumerate(values)}
    whole = frozenset(values)
    found = tuple([sum([place[v] for v in one]) for one in family if one <= whole])
    _FAMILIES[key] = family, found
    if len(_FAMILIES) > _MOST_FAMILIES:
        with suppress(KeyError):
            _FAMILIES.popitem(last=False)
    return found


_COSTS = {"set": 1 << 32, "sum": 1 << 32, "automaton": 2 << 32, "any": 3 << 32}
"""What kinds cost to run, beside how many variables they have; the others cost little, and the
native search runs them first."""


def _cost(row: _Row) -> int:
    """Return what it costs to run a constraint."""
    kind = row[0]
    return _COSTS[kind] if kind == "any" else _COSTS[kind] + len(row[1])


_first = itemgetter(0)


_WRITERS: dict[type[Constraint], Callable[[_Writer, Any], Iterable[_Row]]] = {
    AllDifferent: _Writer.different,
    Relation: _Writer.relation,
    Table: _Writer.table,
    Linear: _Writer.sum,
    ValueSet: _Writer.value_set,
    Regular: _Writer.regular,
    AnyOf: _Writer.any_of,
}


def _filled(known: dict[int, int], values: Sequence[Value]) -> list[int]:
    """Return a weight for each code, from those that are known."""
    if all(type(value) is int for value in values):
        for factor in (1, -1):
            row = [factor * value for value in values]  # type: ignore[operator]
            if all(row[c] == weight for c, weight in known.items()):
                return row
    row, last = [], known[min(known)]
    for c in range(len(values)):
        last = known.get(c, last)
        row.append(last)
    return row


@lru_cache(maxsize=4096)
def _slope(row: tuple[int, ...]) -> int:
    """Return 1 for weights that rise, -1 for those that fall, and 0 for all others."""
    rises = all(a <= b for a, b in pairwise(row))
    return rises - all(a >= b for a, b in pairwise(row))


@lru_cache(maxsize=4096)
def _negated(row: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([-weight for weight in row])
