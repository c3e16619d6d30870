"""Strengthening: constraints that follow from those of a model, derived once for every backend.

Solvers see each constraint alone. What two of them say together is often what a person looks for
first: two rows add up to 90, the cages inside them to 83, so the cell that is left is 7. Each rule
here is a small function that derives such constraints. They change no solution, and speak only
of variables that the model has. What is derived, and why it helps: the optimizer of ISS
(github.com/sigh/Interactive-Sudoku-Solver), which keeps it within one solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple, TypeAlias

from csp_sudoku.bits import members
from csp_sudoku.errors import ModelError
from csp_sudoku.model.constraints import AllDifferent, Constraint, Linear, Relation, ValueSet
from csp_sudoku.model.expressions import Value, Variable

MOST_CELLS = 8
"""A derived sum over more variables says too little to pay for its propagation."""
_MOST_SHARED = 4
_MOST_SETS = 20_000
_MOST_EDGES = 100_000

Derive: TypeAlias = Callable[["Facts"], Iterator[Constraint]]


class House(NamedTuple):
    """An all-different group with as many variables as values: each value stands in it once."""

    name: str
    mask: int
    """Its variables, as bits."""
    values: frozenset[Value]


class Total(NamedTuple):
    """The values of some variables, less those of others, add up to a number.

    Values count by their weights; variables with a single value are taken out already.
    """

    plus: int
    minus: int
    total: int
    origin: Linear | None = None
    name: str | None = None

    @property
    def size(self) -> int:
        """How many variables it speaks of."""
        return (self.plus | self.minus).bit_count()


class Scale(dict[Value, int]):
    """What each value adds to a sum; hashable, as it is not changed any more."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))


class _Values(Scale):
    """The scale on which each number adds itself."""

    def __missing__(self, value: Value) -> int:
        if isinstance(value, int):
            return value
        raise KeyError(value)


VALUES = _Values()


class Facts:
    """What the rules ask of a structure: its houses, its sums, and which variables differ."""

    def __init__(self, variables: Sequence[Variable], constraints: Sequence[Constraint]) -> None:
        self.variables = variables
        self.constraints = constraints
        self.groups = [c for c in constraints if isinstance(c, AllDifferent | ValueSet)]
        self.fixed = sum([1 << v.index for v in variables if len(v.domain) == 1])

    @cached_property
    def totals(self) -> dict[Scale, list[Total]]:
        """The sums with one total in which each value counts the same wherever it stands."""
        found: dict[Scale, list[Total]] = {}
        for linear in self.constraints:
            if not isinstance(linear, Linear) or len(linear.variables) < 2:
                continue
            low, high = linear.totals[0] if len(linear.totals) == 1 else (None, None)
            scale = _scale(linear) if low is not None and low == high else None
            if scale is None:
                continue
            total, mask = low, 0
            for variable, row in zip(linear.variables, linear.weights, strict=True):
                if len(variable.domain) == 1:
                    total -= row[0]
                else:
                    mask |= 1 << variable.index
            found.setdefault(scale, []).append(Total(mask, 0, total, linear))
        return found

    @cached_property
    def differ(self) -> list[int]:
        """For each variable those that have another value, as bits."""
        found = [0] * len(self.variables)
        for group in self.groups:
            mask = mask_of(group.variables)
            for variable in group.variables:
                found[variable.index] |= mask
        for constraint in self.constraints:
            if isinstance(constraint, Relation) and _is_different(constraint):
                left, right = constraint.variables
                found[left.index] |= 1 << right.index
                found[right.index] |= 1 << left.index
        return [mask & ~(1 << v) for v, mask in enumerate(found)]

    @cached_property
    def houses(self) -> list[House]:
        """All houses, each set of variables once."""
        found: dict[int, House] = {}
        sets: dict[tuple[Value, ...], frozenset[Value]] = {}
        for group in self.groups:
            first = group.variables[0].domain if group.variables else ()
            values = sets.setdefault(first, frozenset(first))
            if len(values) != len(group.variables) or any(
                [v.domain != first for v in group.variables]
            ):
                values = frozenset(value for v in group.variables for value in v.domain)
            if len(values) == len(group.variables):
                mask = mask_of(group.variables)
                found.setdefault(mask, House(str(group), mask, values))
        return list(found.values())

    @cached_property
    def families(self) -> list[list[House]]:
        """The houses in families, such as rows, within which no two of them overlap."""
        families: list[list[House]] = []
        covered: list[int] = []
        for house in self.houses:
            free = next((i for i, mask in enumerate(covered) if not mask & house.mask), None)
            if free is None:
                families.append([house])
                covered.append(house.mask)
            else:
                families[free].append(house)
                covered[free] |= house.mask
        return families

    def house_total(self, house: House, weights: Mapping[Value, int]) -> int | None:
        """Return the sum over the open variables of a house; None if a value has no weight."""
        try:
            total = sum([weights[value] for value in house.values])
        except KeyError:
            return None
        for v in members(house.mask & self.fixed):
            total -= weights[self.variables[v].domain[0]]
        return total

    def all_differ(self, mask: int) -> bool:
        """Whether no two of some variables can have the same value."""
        differ = self.differ
        return all(not mask & ~differ[v] & ~(1 << v) for v in members(mask))

    def linear(self, total: Total, scale: Scale) -> Linear:
        """Return a total as a constraint."""
        plus = [self.variables[v] for v in members(total.plus)]
        minus = [self.variables[v] for v in members(total.minus)]
        rows = [_row(x.domain, scale, 1) for x in plus] + [_row(x.domain, scale, -1) for x in minus]
        return Linear.of_whole((*plus, *minus), tuple(rows), total.total, total.name)


def mask_of(variables: Iterable[Variable]) -> int:
    """Return some variables as bits."""
    return sum([1 << v for v in {x.index for x in variables}])


def _scale(linear: Linear) -> Scale | None:
    """Return what each value adds, if that is the same in all terms; None if it is not."""
    first: tuple[Any, Any] | None = None
    known: dict[Value, int] = {}
    for variable, row in zip(linear.variables, linear.weights, strict=True):
        if first is not None and row == first[1] and variable.domain == first[0]:
            continue
        first = variable.domain, row
        for value, weight in zip(variable.domain, row, strict=True):
            if known.setdefault(value, weight) != weight:
                return None
    return _scale_of(tuple(known.items()))


@lru_cache(maxsize=1000)
def _scale_of(items: tuple[tuple[Value, int], ...]) -> Scale:
    if all(type(value) is int and value == weight for value, weight in items):
        return VALUES
    return Scale(items)


@lru_cache(maxsize=1000)
def _row(domain: tuple[Value, ...], scale: Scale, sign: int) -> tuple[int, ...]:
    return tuple([sign * scale[value] for value in domain])


def _is_different(relation: Relation) -> bool:
    """Whether a relation says no more and no less than that its variables differ."""
    left, right = relation.variables
    place = {value: 1 << i for i, value in enumerate(right.domain)}
    whole = (1 << len(right.domain)) - 1
    return all(
        row == whole & ~place.get(value, 0)
        for value, row in zip(left.domain, relation.rows, strict=True)
    )


def _is_equal(relation: Relation) -> bool:
    """Whether a relation says that its variables have the same value."""
    left, right = relation.variables
    place = {value: 1 << i for i, value in enumerate(right.domain)}
    return all(
        row == place.get(value, 0) for value, row in zip(left.domain, relation.rows, strict=True)
    )


# The rules


def innies_and_outies(facts: Facts) -> Iterator[Constraint]:
    """Derive sums from the totals of houses and of the sums that lie in them or cross their edge.

    The variables of disjoint houses add up to the sum of all their values. Take away the sums that
    lie inside: what remains are the innies. Take away those that cross the edge as well: what they
    have outside, the outies, was taken away too much. Each crossing sum is taken in the way that
    leaves fewer variables, and all of them in both ways.
    """
    for scale, totals in facts.totals.items():
        seen = {(total.plus, 0) for total in totals}
        for found in _differences(facts, scale, _disjoint(totals)):
            if found.size <= MOST_CELLS and (found.plus, found.minus) not in seen:
                seen.add((found.plus, found.minus))
                yield facts.linear(found, scale)


def _disjoint(totals: Iterable[Total]) -> list[Total]:
    """Return sums no two of which share a variable: the shorter ones first."""
    chosen, taken = [], 0
    for total in sorted(totals, key=lambda total: total.size):
        if not total.plus & taken:
            chosen.append(total)
            taken |= total.plus
    return chosen


def _differences(facts: Facts, scale: Scale, sums: Sequence[Total]) -> Iterator[Total]:
    """Yield what is left of each run of neighbouring houses of a family."""
    for family in facts.families:
        known = [(house, facts.house_total(house, scale)) for house in family]
        houses = [(house, total) for house, total in known if total is not None]
        touching = [[s for s in sums if s.plus & house.mask] for house, _ in houses]
        for first in range(len(houses)):
            area, whole = 0, 0
            inside, inside_total = 0, 0
            crossing: list[Total] = []
            for last in range(first, len(houses)):
                house, total = houses[last]
                area |= house.mask & ~facts.fixed
                whole += total
                near, crossing = {s.plus: s for s in (*crossing, *touching[last])}, []
                for s in near.values():
                    if s.plus & ~area:
                        crossing.append(s)
                    elif not s.plus & inside:
                        inside |= s.plus
                        inside_total += s.total
                rest, left = area & ~inside, whole - inside_total
                if not rest:
                    continue
                name = house.name if first == last else f"{houses[first][0].name} to {house.name}"
                yield Total(rest, 0, left, name=f"innies of {name}")
                if not crossing or len(crossing) > 2 * MOST_CELLS:
                    continue
                mixed, outside, difference = rest, 0, left
                for s in crossing:
                    if (s.plus & area).bit_count() > (s.plus & ~area).bit_count():
                        mixed &= ~s.plus
                        outside |= s.plus & ~area
                        difference -= s.total
                yield _signed(mixed, outside, difference, f"innies and outies of {name}")
                for s in crossing:
                    rest &= ~s.plus
                    left -= s.total
                outside = 0
                for s in crossing:
                    outside |= s.plus & ~area
                yield _signed(rest, outside, left, f"outies of {name}")


def _signed(plus: int, minus: int, total: int, name: str) -> Total:
    """Return a total, turned round if it has only negative terms."""
    return Total(plus, minus, total, name=name) if plus else Total(minus, 0, -total, name=name)


def sums_combined(facts: Facts) -> Iterator[Constraint]:
    """Derive the sum over the rest where the variables of one sum are among those of another."""
    for scale, totals in facts.totals.items():
        seen = {total.plus for total in totals}
        for large in totals:
            for small in totals:
                rest = large.plus & ~small.plus
                if small.plus & ~large.plus or not rest or rest in seen:
                    continue
                if rest.bit_count() <= MOST_CELLS:
                    seen.add(rest)
                    name = f"{large.origin} less {small.origin}"
                    yield facts.linear(Total(rest, 0, large.total - small.total, name=name), scale)


def value_sets(facts: Facts) -> Iterator[Constraint]:
    """Say a sum over variables that all differ as the sets of values that have this sum.

    The set determines the sum, so nothing is lost; and a value that is in every set, or in none,
    is seen at once.
    """
    for scale, totals in facts.totals.items():
        for total in totals:
            if total.size > 1 and facts.all_differ(total.plus):
                cells = [facts.variables[v] for v in members(total.plus)]
                sets = _sets_of(_union(cells), scale, len(cells), total.total)
                if sets is not None:
                    name = None if total.origin is None else total.origin.name
                    found = ValueSet(cells, (), name)
                    found.family = sets
                    yield found


def _union(cells: Sequence[Variable]) -> tuple[Value, ...]:
    domains = dict.fromkeys(v.domain for v in cells)
    if len(domains) == 1:
        return next(iter(domains))
    return tuple(dict.fromkeys(value for domain in domains for value in domain))


@lru_cache(maxsize=10_000)
def _sets_of(
    values: tuple[Value, ...], scale: Scale, size: int, total: int
) -> tuple[frozenset[Value], ...] | None:
    """Return the sets of some size with a sum; None if there are too many sets to look at."""
    if comb(len(values), size) > _MOST_SETS:
        return None
    weighted = [(value, scale[value]) for value in values]
    return tuple(
        frozenset(value for value, _ in chosen)
        for chosen in combinations(weighted, size)
        if sum([weight for _, weight in chosen]) == total
    )


def equal_variables(facts: Facts) -> Iterator[Constraint]:
    """Let equal variables share what differs from them.

    If x equals y, then every variable that differs from x differs from y: so each group of x is
    also a group with y in place of x, unless y stands in it.
    """
    equal: list[tuple[Variable, Variable]] = []
    for constraint in facts.constraints:
        if isinstance(constraint, Relation) and _is_equal(constraint):
            left, right = constraint.variables
            equal.append((left, right))
    if not equal:
        return
    differ = facts.differ
    for left, right in equal:
        for x, y in ((left, right), (right, left)):
            for group in facts.groups:
                others = [v for v in group.variables if v is not x]
                if len(others) == len(group.variables) or y in others:
                    continue
                if mask_of(others) & ~differ[y.index]:
                    yield AllDifferent([*others, y], f"{group} with {y} for {x}")


def leftovers(facts: Facts) -> Iterator[Constraint]:
    """Derive that what two unions of houses do not share has the same values on both sides.

    Each of k disjoint houses has each value once, so two unions of k houses have the same values
    equally often; so have the parts that remain when what they share is taken away. Known to
    people who solve jigsaws as the law of leftovers.
    """
    for number, family in enumerate(facts.families):
        for other in facts.families[number + 1 :]:
            for first in range(len(family)):
                area = 0
                for last in range(first, len(family)):
                    house = family[last]
                    area |= house.mask
                    if house.values != family[first].values:
                        break
                    near = [
                        h for h in other if 2 * (h.mask & area).bit_count() > h.mask.bit_count()
                    ]
                    covered = sum([h.mask for h in near])
                    ones, others = area & ~covered, covered & ~area
                    count = ones.bit_count()
                    if not 0 < count <= _MOST_SHARED or others.bit_count() != count:
                        continue
                    if len(near) == last - first + 1 and all(
                        h.values == house.values for h in near
                    ):
                        yield from _same_values(facts, ones, others)


def _same_values(facts: Facts, ones: int, others: int) -> Iterator[Constraint]:
    """Say that two sets of variables have the same values, equally often."""
    left = [facts.variables[v] for v in members(ones)]
    right = [facts.variables[v] for v in members(others)]
    if len(left) == 1:
        yield Relation(left[0], right[0], lambda a, b: a == b, "leftovers")
        return
    for value in _union([*left, *right]):
        terms: list[tuple[Variable, Mapping[Any, Any]]] = [(x, {value: 1}) for x in left]
        terms += [(x, {value: -1}) for x in right]
        yield Linear(terms, 0, 0, name=f"leftovers of {value}")


def cliques(facts: Facts) -> Iterator[Constraint]:
    """Join disequalities of two variables each into groups in which all differ.

    Variables that differ pairwise all differ; a solver that sees them as one group can count.
    """
    pairs = [c for c in facts.groups if len(c.variables) == 2]
    pairs += [c for c in facts.constraints if isinstance(c, Relation) and _is_different(c)]  # type: ignore[misc]
    if len(pairs) < 3 or len(pairs) > _MOST_EDGES:
        return
    differ = facts.differ
    degrees = Counter({v: mask.bit_count() for v, mask in enumerate(differ)})
    covered = [0] * len(differ)
    for pair in sorted(pairs, key=lambda c: -sum(degrees[v.index] for v in c.variables)):
        a, b = (v.index for v in pair.variables)
        if covered[a] >> b & 1:
            continue
        clique = [a, b]
        common = differ[a] & differ[b]
        while common:
            fresh = common & ~covered[a]
            best = max(members(fresh or common), key=lambda v: (differ[v] & common).bit_count())
            clique.append(best)
            common &= differ[best]
        if len(clique) < 3:
            continue
        mask = sum([1 << v for v in clique])
        for v in clique:
            covered[v] |= mask
        yield AllDifferent([facts.variables[v] for v in clique])


RULES: dict[str, Derive] = {
    "innies and outies": innies_and_outies,
    "sums combined": sums_combined,
    "leftovers": leftovers,
    "equal variables": equal_variables,
    "cliques": cliques,
    "value sets": value_sets,
}
"""All rules by name, in the order in which they are applied."""


class Derivation(NamedTuple):
    """What follows from some constraints, and which of them it makes superfluous."""

    new: list[Constraint]
    superfluous: set[int]
    """The `id` of sums, old and new, that are said by a value set now."""


def derived(
    variables: Sequence[Variable], constraints: Sequence[Constraint], rules: Iterable[str] = RULES
) -> Derivation:
    """Return what follows by these rules; each sees what those before it have derived."""
    wanted = set(rules)
    unknown = next((name for name in wanted if name not in RULES), None)
    if unknown is not None:
        raise ModelError(
            f"there is no rule {unknown!r} for strengthening", fix=f"use some of {', '.join(RULES)}"
        )
    found: list[Constraint] = []
    facts = Facts(variables, constraints)
    for name in [name for name in RULES if name in wanted]:
        new = list(RULES[name](facts))
        if new:
            found += new
            facts = Facts(variables, [*constraints, *found])
    return Derivation(found, set(_said_by_sets(facts)) if "value sets" in wanted else set())


def _said_by_sets(facts: Facts) -> Iterator[int]:
    """Yield the `id` of sums whose variables have the value set that `value_sets` gives them."""
    families = {mask_of(c.variables): c.family for c in facts.groups if isinstance(c, ValueSet)}
    for scale, totals in facts.totals.items():
        for total in totals:
            family = families.get(total.plus)
            if family is not None:
                cells = [facts.variables[v] for v in members(total.plus)]
                if family is _sets_of(_union(cells), scale, len(cells), total.total):
                    yield id(total.origin)
