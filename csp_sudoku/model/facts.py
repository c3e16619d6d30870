"""Facts that the rules of strengthening ask for: houses, sums, and which variables differ.

Sets of variables are whole numbers here, with one bit per variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from csp_sudoku.bits import members
from csp_sudoku.model.constraints import (
    AllDifferent,
    Constraint,
    Linear,
    Origin,
    Relation,
    ValueSet,
)
from csp_sudoku.model.expressions import Value, Variable
from csp_sudoku.native.overlaps import Areas


class House(NamedTuple):
    """An all-different group with as many variables as values: each value stands in it once."""

    group: Constraint
    mask: int
    """Its variables, as bits."""
    values: frozenset[Value]


class Total(NamedTuple):
    """Values of some variables, each with its weight, that add up to a number.

    Variables with a single value are taken out already.
    """

    mask: int
    total: int
    constraint: Constraint
    """What says so: a sum, or a relation of two variables."""


class Count(NamedTuple):
    """How often a value may stand among some variables."""

    times: tuple[int, ...]
    constraint: Linear


class Scale(dict[Value, int]):
    """What each value adds to a sum; hashable, as it is not changed any more."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class _Values(Scale):
    """The scale on which each whole number adds itself."""

    def __missing__(self, value: Value) -> int:
        if isinstance(value, int):
            return value
        raise KeyError(value)

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


VALUES = _Values()


class Union(NamedTuple):
    """Disjoint houses, and what their variables add up to."""

    houses: tuple[House, ...]
    whole: int


class Unions:
    """Houses on a scale, alone and several together, and their variables as native areas."""

    def __init__(self, found: Sequence[tuple[Union, int]]) -> None:
        self.of = [union for union, _ in found]
        self.areas = Areas([area for _, area in found])


class Facts:
    """What the rules ask of some constraints: houses, sums, and which variables differ.

    What follows from the groups alone with which the constraints begin, and which all puzzles of
    one board have in common, is found once.
    """

    def __init__(
        self,
        variables: Sequence[Variable],
        constraints: Sequence[Constraint],
        pulse: Callable[[], object] = bool,
        common: tuple[AllDifferent, ...] = (),
    ) -> None:
        self.variables = variables
        self.pulse = pulse
        """Called often, and may raise to stop."""
        self.fixed = 0
        for v in variables:
            if len(v.domain) == 1:
                self.fixed |= 1 << v.index
        self._common = _common(common)
        self.groups: list[AllDifferent | ValueSet] = [*common]
        self.relations: list[Relation] = []
        self.totals: dict[Scale, list[Total]] = {}
        """The sums with one total in which each value counts the same wherever it stands."""
        self.counts: dict[int, dict[Value, Count]] = {}
        """For some variables, as bits, the values that are counted among them."""
        self.add(constraints[len(common) :])

    def add(self, constraints: Iterable[Constraint]) -> None:
        """Take in more constraints: those that the last rule has derived."""
        new = list(constraints)
        for constraint in new:
            if type(constraint) is AllDifferent or type(constraint) is ValueSet:
                self.groups.append(constraint)
            elif type(constraint) is Relation:
                self.relations.append(constraint)
                self._add_pair(constraint)
            elif type(constraint) is Linear:
                self._add_total(constraint)
                self._add_count(constraint)
        if any(type(c) is not Linear for c in new):  # sums say neither what differs nor a house
            for known in ("differ", "houses", "families"):
                self.__dict__.pop(known, None)

    def _add_pair(self, relation: Relation) -> None:
        """Note a relation that says what its two variables add up to: x + y == 17 is one."""
        left, right = relation.variables
        total = _pair_total(left.domain, right.domain, relation.rows)
        mask = 1 << left.index | 1 << right.index
        if total is not None and not mask & self.fixed:
            self.totals.setdefault(VALUES, []).append(Total(mask, total, relation))

    def _add_total(self, linear: Linear) -> None:
        """Note a sum with one total in which each value counts the same wherever it stands."""
        if len(linear.totals) != 1 or not linear.variables:
            return
        low, high = linear.totals[0]
        if low is None or low != high:
            return
        scale = _scale(linear)
        if scale is None:
            return
        mask, fixed = 0, self.fixed
        for variable in linear.variables:
            mask |= 1 << variable.index
        if mask & fixed:
            for variable, row in zip(linear.variables, linear.weights, strict=True):
                if fixed >> variable.index & 1:
                    low -= row[0]
            mask &= ~fixed
        self.totals.setdefault(scale, []).append(Total(mask, low, linear))

    def _add_count(self, linear: Linear) -> None:
        """Note a sum that counts how often one value stands among its variables."""
        value: tuple[Value] | None = None
        for variable, row in zip(linear.variables, linear.weights, strict=True):
            if not any(row):
                continue
            counted = _counted(variable.domain, row)
            if counted is None or counted != (value or counted):
                return
            value = counted
        if value is None:
            return
        times = []
        for number in range(len(linear.variables) + 1):
            for low, high in linear.totals:
                if (low is None or low <= number) and (high is None or number <= high):
                    times.append(number)
        count = Count(tuple(times), linear)
        self.counts.setdefault(mask_of(linear.variables), {}).setdefault(value[0], count)

    @cached_property
    def differ(self) -> list[int]:
        """For each variable those that have another value, as bits."""
        known = self._common.differ
        found = [*known, *[0] * (len(self.variables) - len(known))]
        for group in self.groups[self._common.groups :]:
            mask = mask_of(group.variables)
            for variable in group.variables:
                found[variable.index] |= mask
        for relation in self.relations:
            if is_different(relation):
                left, right = relation.variables
                found[left.index] |= 1 << right.index
                found[right.index] |= 1 << left.index
        return [mask & ~(1 << v) for v, mask in enumerate(found)]

    @cached_property
    def houses(self) -> tuple[House, ...]:
        """All houses, each set of variables once."""
        common = self._common
        found = {house.mask: house for house in common.houses}
        for house in _houses_of(self.groups[common.groups :]):
            found.setdefault(house.mask, house)
        return tuple(found.values())

    @cached_property
    def families(self) -> Sequence[Sequence[House]]:
        """The houses in families, such as rows, within which no two of them overlap."""
        return _families(self.houses)

    def houses_on(self, scale: Scale) -> Unions:
        """Return the single houses all of whose values have a weight."""
        if not self.fixed:
            return _houses_on(self.houses, scale)
        return Unions(
            [
                (Union((house,), whole), house.mask & ~self.fixed)
                for house in self.houses
                if (whole := self._house_total(house, scale)) is not None
            ]
        )

    def unions_on(self, scale: Scale) -> Unions:
        """Return single houses, and the first and the last few houses of each family."""
        if not self.fixed:
            return _unions_on(self.houses, scale)
        return Unions(
            list(_unions(self.families, lambda h: self._house_total(h, scale), self.fixed))
        )

    def _house_total(self, house: House, scale: Mapping[Value, int]) -> int | None:
        """Return the sum over the open variables of a house; None if a value has no weight."""
        total = _total(house, scale)
        if total is None:
            return None
        for v in members(house.mask & self.fixed):
            total -= scale[self.variables[v].domain[0]]
        return total

    def all_differ(self, mask: int) -> bool:
        """Whether no two of some variables can have the same value."""
        differ = self.differ
        left = mask
        while left:
            low = left & -left
            left ^= low
            if left & ~differ[low.bit_length() - 1]:
                return False
        return True

    def linear(self, plus: int, minus: int, total: int, scale: Scale, origin: Origin) -> Linear:
        """Return a sum, less another one, as a constraint."""
        if not plus:
            plus, minus, total = minus, 0, -total
        ones = [self.variables[v] for v in members(plus)]
        rows = _rows(ones, scale, 1)
        if minus:
            others = [self.variables[v] for v in members(minus)]
            rows += _rows(others, scale, -1)
            ones += others
        return Linear.of_rows(tuple(ones), tuple(rows), total, origin)


class _Common(NamedTuple):
    """What follows from groups alone."""

    groups: int
    differ: Sequence[int]
    houses: Sequence[House]


@lru_cache(maxsize=64)
def _common(groups: tuple[AllDifferent, ...]) -> _Common:
    """Return what follows from the groups of a board."""
    differ = [0] * (1 + max([v.index for group in groups for v in group.variables], default=-1))
    for group in groups:
        mask = mask_of(group.variables)
        for variable in group.variables:
            differ[variable.index] |= mask
    return _Common(len(groups), differ, _houses_of(groups))


def _houses_of(groups: Iterable[AllDifferent | ValueSet]) -> list[House]:
    """Return the houses among some groups, each set of variables once."""
    found: dict[int, House] = {}
    sets: dict[tuple[Value, ...], frozenset[Value]] = {}
    for group in groups:
        variables = group.variables
        if len(variables) < 2:
            continue
        domains = {v.domain for v in variables}
        if len(domains) == 1:
            domain = next(iter(domains))
            if len(domain) != len(variables):
                continue
            values = sets.get(domain)
            if values is None:
                values = sets[domain] = frozenset(domain)
        else:
            values = frozenset([value for domain in domains for value in domain])
            if len(values) != len(variables):
                continue
        mask = mask_of(variables)
        if mask not in found:
            found[mask] = House(group, mask, values)
    return list(found.values())


@lru_cache(maxsize=64)
def _families(houses: Sequence[House]) -> Sequence[Sequence[House]]:
    families: list[list[House]] = []
    covered: list[int] = []
    for house in houses:
        for i, mask in enumerate(covered):
            if not mask & house.mask:
                families[i].append(house)
                covered[i] |= house.mask
                break
        else:
            families.append([house])
            covered.append(house.mask)
    return families


def _total(house: House, scale: Mapping[Value, int]) -> int | None:
    try:
        return sum([scale[value] for value in house.values])
    except KeyError:
        return None


def _unions(
    families: Iterable[Sequence[House]], total_of: Callable[[House], int | None], fixed: int = 0
) -> Iterator[tuple[Union, int]]:
    """Yield single houses, and the first and the last few houses of each family."""
    for family in families:
        known = [(house, total_of(house)) for house in family]
        houses = [(house, total) for house, total in known if total is not None]
        for house, total in houses:
            yield Union((house,), total), house.mask & ~fixed
        for row in (houses, houses[::-1]):
            together: tuple[House, ...] = ()
            area, whole = 0, 0
            for house, total in row:
                together = (*together, house)
                area |= house.mask
                whole += total
                if len(together) > 1:
                    yield Union(together, whole), area & ~fixed


@lru_cache(maxsize=64)
def _unions_on(houses: Sequence[House], scale: Scale) -> Unions:
    return Unions(list(_unions(_families(houses), lambda house: _total(house, scale))))


@lru_cache(maxsize=64)
def _houses_on(houses: Sequence[House], scale: Scale) -> Unions:
    known = [(house, _total(house, scale)) for house in houses]
    return Unions([(Union((h,), whole), h.mask) for h, whole in known if whole is not None])


def mask_of(variables: Iterable[Variable]) -> int:
    """Return some variables as bits."""
    mask = 0
    for x in variables:
        mask |= 1 << x.index
    return mask


def _scale(linear: Linear) -> Scale | None:
    """Return what each value adds, if that is the same in all terms; None if it is not."""
    first, weights = linear.variables[0].domain, linear.weights[0]
    if linear.weights.count(weights) == len(linear.weights):
        for variable in linear.variables:
            if variable.domain is not first and variable.domain != first:
                break
        else:
            return _scale_of(first, weights)
    known: dict[Value, int] = {}
    for variable, row in zip(linear.variables, linear.weights, strict=True):
        for value, weight in zip(variable.domain, row, strict=True):
            if known.setdefault(value, weight) != weight:
                return None
    return _scale_of(tuple(known), tuple(known.values()))


@lru_cache(maxsize=1000)
def _scale_of(values: tuple[Value, ...], weights: tuple[int, ...]) -> Scale:
    pairs = list(zip(values, weights, strict=True))
    if all(isinstance(value, int) and value == weight for value, weight in pairs):
        return VALUES
    return Scale(pairs)


def _rows(variables: Sequence[Variable], scale: Scale, sign: int) -> list[tuple[int, ...]]:
    """Return what each value of some variables adds."""
    first = variables[0].domain
    for x in variables:
        if x.domain is not first:
            break
    else:
        return [_row(first, scale, sign)] * len(variables)
    return [_row(x.domain, scale, sign) for x in variables]


@lru_cache(maxsize=1000)
def _row(domain: tuple[Value, ...], scale: Scale, sign: int) -> tuple[int, ...]:
    return tuple([sign * scale[value] for value in domain])


@lru_cache(maxsize=1000)
def _counted(domain: tuple[Value, ...], row: tuple[int, ...]) -> tuple[Value] | None:
    """Return the only value that adds something, if it adds one."""
    if row.count(1) != 1 or row.count(0) != len(row) - 1:
        return None
    return (domain[row.index(1)],)


def is_different(relation: Relation) -> bool:
    """Whether a relation says no more and no less than that its variables differ."""
    left, right = relation.variables
    return relation.rows == _rows_of(left.domain, right.domain, False)


def is_equal(relation: Relation) -> bool:
    """Whether a relation says that its variables have the same value."""
    left, right = relation.variables
    return relation.rows == _rows_of(left.domain, right.domain, True)


@lru_cache(maxsize=1000)
def _rows_of(left: tuple[Value, ...], right: tuple[Value, ...], equal: bool) -> tuple[int, ...]:
    place = {value: 1 << i for i, value in enumerate(right)}
    whole = (1 << len(right)) - 1
    same = [place.get(value, 0) for value in left]
    return tuple(same if equal else [whole & ~bit for bit in same])


@lru_cache(maxsize=1000)
def _pair_total(
    left: tuple[Value, ...], right: tuple[Value, ...], rows: tuple[int, ...]
) -> int | None:
    """Return what the pairs of a relation add up to, if it allows just those that do."""
    if not all(isinstance(value, int) for value in (*left, *right)):
        return None
    first = next((i for i, row in enumerate(rows) if row), None)
    if first is None:
        return None
    total = int(left[first]) + int(right[rows[first].bit_length() - 1])  # type: ignore[call-overload]
    place = {value: 1 << i for i, value in enumerate(right)}
    same = rows == tuple([place.get(total - value, 0) for value in left])
    return total if same else None
