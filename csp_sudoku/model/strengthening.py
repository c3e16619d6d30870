"""Strengthening: constraints that follow from those of a model, derived once for every backend.

Solvers see each constraint alone. What several of them say together is often what a person looks
for first: two rows add up to 90, the cages inside them to 83, so the cell that is left is 7. Each
rule here is a small function that derives such constraints. They change no solution, speak only
of variables that the model has, and know what they follow from (`Constraint.origin`).

Most rules are known to people who solve killers and jigsaws by hand. That a solver gains most from
them when they are applied before the search is seen in the optimizer of ISS
(github.com/sigh/Interactive-Sudoku-Solver), from which comes the choice of prefixes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple, TypeAlias

from csp_sudoku.bits import members
from csp_sudoku.errors import ModelError, shown
from csp_sudoku.model.constraints import (
    AllDifferent,
    AnyOf,
    Constraint,
    Linear,
    Origin,
    Relation,
    Table,
    ValueSet,
)
from csp_sudoku.model.expressions import Value, Variable
from csp_sudoku.model.facts import (
    Count,
    Facts,
    Scale,
    Total,
    is_different,
    is_equal,
    mask_of,
)

SHORT, LONG = 6, 8
"""Derived sums have at most 8 variables. Those of 7 and 8 say less, and pay only where they speak
of a variable that stands in no sum; the others are a rule of their own."""
_MOST_OPPOSED = 2
"""One side of a derived difference of sums has at most this many variables."""
_MOST_SHARED = 4
"""Leftovers of more variables than this on each side are left alone."""
_MOST_TRIED = 20_000
"""Value sets are looked for among at most this many sets."""
_MOST_SETS = 200
"""A family with more sets than this is slower to look through than its sum is to add up."""
_MOST_WAYS = 64
"""Counts that leave more combinations than this are left alone."""
_MOST_SUMS = 500
"""With more sums than this, not every two of them are compared."""
_MOST_EDGES = 100_000
_MOST_VARIABLES = 5_000
"""Larger models are left as they are: sets of variables are numbers with one bit per variable."""

Derive: TypeAlias = Callable[[Facts], Iterator[Constraint]]


def hidden_cages(facts: Facts) -> Iterator[Constraint]:
    """Derive the sum over what the sums inside a house leave of it.

    The variables of a house have each of its values once, so they add up to the sum of the values.
    Disjoint sums that lie inside are taken away on both sides.
    """
    for scale, totals in facts.totals.items():
        facts.pulse()
        known = {total.mask for total in totals}
        summed = _union_of(totals)
        shorter_first = sorted(range(len(totals)), key=lambda at: totals[at].mask.bit_count())
        houses = facts.houses_on(scale)
        masks = [totals[at].mask for at in shorter_first]
        for place, rest, beyond, used in houses.areas.remainders(masks, LONG, 0):
            if beyond or rest in known or (not rest & ~summed and rest.bit_count() > SHORT):
                continue
            known.add(rest)
            (house,), whole = houses.of[place]
            inside = [totals[at] for at in sorted([shorter_first[at] for at in used])]
            less = sum([t.total for t in inside])
            origin = Origin(
                "hidden cages", (house.group,), whole, tuple([t.constraint for t in inside]), less
            )
            yield facts.linear(rest, 0, whole - less, scale, origin)


def innies_and_outies(facts: Facts) -> Iterator[Constraint]:
    """Derive sums from the totals of unions of houses, and of the sums that lie mostly in them.

    The variables of disjoint houses add up to the sum of all their values. Take away disjoint sums:
    what they leave of the houses are the innies; what they have outside, the outies, was taken away
    too much, so innies less outies is the difference of the totals. A sum is taken away if more
    than half of it lies inside, and once more if all of it does; of each union the way that leaves
    the fewest variables counts.
    """
    yield from _differences(facts, "innies and outies", is_long=False)


def long_innies_and_outies(facts: Facts) -> Iterator[Constraint]:
    """Derive the innies and outies of 7 and 8 variables that stand in sums: see the others."""
    yield from _differences(facts, "long innies and outies", is_long=True)


def _differences(facts: Facts, rule: str, *, is_long: bool) -> Iterator[Constraint]:
    for scale, totals in facts.totals.items():
        sums = _disjoint([t for t in totals if t.constraint.origin is None])
        if not sums:
            continue
        facts.pulse()
        seen = {(total.mask, 0) for total in totals}
        summed = _union_of(sums)
        unions = facts.unions_on(scale)
        masks = [s.mask for s in sums]
        for place, plus, minus, taken in unions.areas.remainders(masks, LONG, _MOST_OPPOSED):
            size = plus.bit_count() + minus.bit_count()
            if (size > SHORT and not (plus | minus) & ~summed) != is_long:
                continue
            if (plus, minus) in seen or (minus, plus) in seen:
                continue
            seen.add((plus, minus))
            houses, whole = unions.of[place]
            parts = tuple([house.group for house in houses])
            used = [sums[at] for at in taken]
            less = sum([s.total for s in used])
            origin = Origin(rule, parts, whole, tuple([s.constraint for s in used]), less)
            yield facts.linear(plus, minus, whole - less, scale, origin)


def _union_of(totals: Iterable[Total]) -> int:
    mask = 0
    for total in totals:
        mask |= total.mask
    return mask


def _disjoint(totals: Sequence[Total]) -> list[Total]:
    """Return sums no two of which share a variable: the shorter ones are preferred."""
    kept, taken = set(), 0
    for total in sorted(totals, key=lambda total: total.mask.bit_count()):
        if total.mask and not total.mask & taken:
            kept.add(id(total))
            taken |= total.mask
    return [total for total in totals if id(total) in kept]


def sums_combined(facts: Facts) -> Iterator[Constraint]:
    """Derive the difference of two sums that share most of their variables.

    What they share is in both totals and falls out of the difference.
    """
    for scale, totals in facts.totals.items():
        seen = {(total.mask, 0) for total in totals}
        if len(totals) > _MOST_SUMS:
            continue
        for number, one in enumerate(totals):
            facts.pulse()
            for other in totals[:number]:
                shared = one.mask & other.mask
                if not shared or one.mask == other.mask:
                    continue
                plus, minus = one.mask & ~shared, other.mask & ~shared
                sizes = plus.bit_count(), minus.bit_count()
                if min(sizes) > _MOST_OPPOSED or sum(sizes) > LONG:
                    continue
                if sum(sizes) > 2 * shared.bit_count():
                    continue
                if (plus, minus) in seen or (minus, plus) in seen:
                    continue
                seen.add((plus, minus))
                origin = Origin(
                    "sums combined", (one.constraint,), one.total, (other.constraint,), other.total
                )
                yield facts.linear(plus, minus, one.total - other.total, scale, origin)


def value_sets(facts: Facts) -> Iterator[Constraint]:
    """Say a sum over variables that all differ as the sets of values that have this sum.

    The set determines the sum, so nothing is lost; and a value that is in every set, or in none,
    is seen at once.
    """
    known = {mask_of(c.variables) for c in facts.groups if type(c) is ValueSet}
    for scale, totals in facts.totals.items():
        for total in totals:
            facts.pulse()
            mask = total.mask
            if not mask & (mask - 1) or mask in known or not facts.all_differ(mask):
                continue
            cells = tuple([facts.variables[v] for v in members(mask)])
            sets = _sets_of(_union(cells), scale, len(cells), total.total)
            if sets is not None:
                known.add(mask)
                yield ValueSet.of_sets(cells, sets, Origin("value sets", (total.constraint,)))


def _union(cells: Sequence[Variable]) -> tuple[Value, ...]:
    domains = dict.fromkeys([v.domain for v in cells])
    if len(domains) == 1:
        return cells[0].domain
    return tuple(dict.fromkeys([value for domain in domains for value in domain]))


@lru_cache(maxsize=10_000)
def _sets_of(
    values: tuple[Value, ...], scale: Scale, size: int, total: int
) -> tuple[frozenset[Value], ...] | None:
    """Return the sets of some size with a sum; None if there are too many."""
    if comb(len(values), size) > _MOST_TRIED:
        return None
    weighted = [(value, scale[value]) for value in values]
    found = tuple(
        frozenset([value for value, _ in chosen])
        for chosen in combinations(weighted, size)
        if sum([weight for _, weight in chosen]) == total
    )
    return found if len(found) <= _MOST_SETS else None


def pairwise_sets(facts: Facts) -> Iterator[Constraint]:
    """Say that any two of some variables are related as the sets of values that are so.

    The variables all differ, and the same symmetric relation holds between any two of them: so any
    two of their values are related. Renban lines are said in this way.
    """
    kinds: dict[tuple[tuple[Value, ...], tuple[int, ...]], dict[int, int]] = {}
    symmetric: dict[tuple[int, ...], bool] = {}
    for relation in facts.relations:
        facts.pulse()
        left, right = relation.variables
        if left.domain != right.domain:
            continue
        if relation.rows not in symmetric:  # a rule says the same of thousands of pairs
            symmetric[relation.rows] = _is_symmetric(relation.rows)
        if symmetric[relation.rows]:
            related = kinds.setdefault((left.domain, relation.rows), {})
            related[left.index] = related.get(left.index, 0) | 1 << right.index
            related[right.index] = related.get(right.index, 0) | 1 << left.index
    for (domain, rows), related in kinds.items():
        irreflexive = not any(row >> code & 1 for code, row in enumerate(rows))
        if not irreflexive:
            differ = facts.differ
            related = {v: mask & differ[v] for v, mask in related.items()}
        for clique in _cliques_of(related):
            facts.pulse()
            sets = _related_sets(domain, rows, len(clique))
            if sets is not None:
                cells = tuple([facts.variables[v] for v in clique])
                inside = set(clique)
                parts = [
                    r
                    for r in facts.relations
                    if r.rows == rows and all(v.index in inside for v in r.variables)
                ]
                yield ValueSet.of_sets(cells, sets, Origin("pairwise sets", tuple(parts)))


def _cliques_of(related: Mapping[int, int]) -> Iterator[list[int]]:
    """Yield variables any two of which are related, three at least, until no two are left over."""
    left = dict(related)
    for v in related:
        while left[v]:
            clique, common = [v], left[v]
            while common:
                w = (common & -common).bit_length() - 1
                clique.append(w)
                common &= related[w]
            mask = sum([1 << w for w in clique])
            for w in clique:
                left[w] &= ~mask
            if len(clique) > 2:
                yield sorted(clique)


def _is_symmetric(rows: tuple[int, ...]) -> bool:
    return all(
        row >> j & 1 == rows[j] >> i & 1 for i, row in enumerate(rows) for j in range(len(rows))
    )


@lru_cache(maxsize=1000)
def _related_sets(
    domain: tuple[Value, ...], rows: tuple[int, ...], size: int
) -> tuple[frozenset[Value], ...] | None:
    """Return the sets of some size in which any two values are related; None if too many."""
    if comb(len(domain), size) > _MOST_TRIED:
        return None
    found = tuple(
        frozenset([domain[code] for code in chosen])
        for chosen in combinations(range(len(domain)), size)
        if all(rows[a] >> b & 1 for a, b in combinations(chosen, 2))
    )
    return found if len(found) <= _MOST_SETS else None


def counts_together(facts: Facts) -> Iterator[Constraint]:
    """Say how often each value stands among some variables, where several counts speak of them.

    All counts together make up the number of variables, so only some combinations of them are left:
    one branch for each. Counting circles are said in this way.
    """
    for mask, counts in facts.counts.items():
        cells = [facts.variables[v] for v in members(mask)]
        values = _union(cells)
        if len(counts) < 2 or any(value not in values for value in counts):
            continue
        whole = len(counts) == len(values)
        ways = _ways_to_count([*counts.values()], len(cells), whole)
        if ways is None:
            continue
        without = {value: _without(cells, value) for value in counts}
        exactly = {
            (value, times): _exactly(cells, value, times)
            for value, count in counts.items()
            for times in count.times
        }
        branches: list[list[Constraint]] = []
        for way in ways:
            branch: list[Constraint] = []
            for value, times in zip(counts, way, strict=True):
                branch += [exactly[value, times]] if times else without[value]
            branches.append(branch)
        found = AnyOf(branches)
        linears = [count.constraint for count in counts.values()]
        found.origin = Origin("counts together", tuple(linears))
        yield found


def _without(cells: Iterable[Variable], value: Value) -> list[Constraint]:
    """Return that no variable has a value."""
    return [
        Table.of_codes(x, [code for code, other in enumerate(x.domain) if other != value])
        for x in cells
        if value in x.domain
    ]


def _exactly(cells: Sequence[Variable], value: Value, times: int) -> Linear:
    """Return how many variables have a value."""
    rows = {x.domain: tuple([int(other == value) for other in x.domain]) for x in cells}
    return Linear.of_rows(tuple(cells), tuple([rows[x.domain] for x in cells]), times)


def _ways_to_count(counts: Sequence[Count], cells: int, whole: bool) -> list[list[int]] | None:
    """Return how often each value may stand among the variables; None for too many ways."""
    ways: list[list[int]] = [[]]
    for count in counts:
        ways = [[*way, times] for way in ways for times in count.times if sum(way) + times <= cells]
        if len(ways) > _MOST_TRIED:
            return None
    found = [way for way in ways if not whole or sum(way) == cells]
    return found if len(found) <= _MOST_WAYS else None


def equal_variables(facts: Facts) -> Iterator[Constraint]:
    """Let equal variables share what differs from them.

    If x equals y, then every variable that differs from x differs from y: so each group of x is
    also a group with y in place of x, unless y stands in it.
    """
    equal = [relation for relation in facts.relations if is_equal(relation)]
    if not equal:
        return
    differ = facts.differ
    for relation in equal:
        facts.pulse()
        left, right = relation.variables
        for x, y in ((left, right), (right, left)):
            for group in facts.groups:
                others = [v for v in group.variables if v is not x]
                if len(others) == len(group.variables) or y in others:
                    continue
                if mask_of(others) & ~differ[y.index]:
                    found = AllDifferent([*others, y])
                    found.origin = Origin("equal variables", (group, relation))
                    yield found


def leftovers(facts: Facts) -> Iterator[Constraint]:
    """Derive that what two unions of houses do not share has the same values on both sides.

    Each of k disjoint houses has each value once, so two unions of k houses have the same values
    equally often; so have the parts that remain when what they share is taken away. Known to
    people who solve jigsaws as the law of leftovers.
    """
    seen: set[tuple[int, int]] = set()
    for number, family in enumerate(facts.families):
        for other in facts.families[number + 1 :]:
            for first in range(len(family)):
                facts.pulse()
                area = 0
                for last in range(first, len(family)):
                    house = family[last]
                    area |= house.mask
                    if house.values != family[first].values:
                        break
                    near = [h for h in other if 2 * (h.mask & area).bit_count() > len(h.values)]
                    covered = sum([h.mask for h in near])
                    ones, others = area & ~covered, covered & ~area
                    count = ones.bit_count()
                    if not 0 < count <= _MOST_SHARED or others.bit_count() != count:
                        continue
                    if len(near) != last - first + 1 or (ones, others) in seen:
                        continue
                    if all(h.values == house.values for h in near):
                        seen.add((ones, others))
                        parts = [h.group for h in (*family[first : last + 1], *near)]
                        yield from _same_values(facts, ones, others, tuple(parts))


def _same_values(
    facts: Facts, ones: int, others: int, parts: tuple[Constraint, ...]
) -> Iterator[Constraint]:
    """Say that two sets of variables have the same values, equally often."""
    left = [facts.variables[v] for v in members(ones)]
    right = [facts.variables[v] for v in members(others)]
    found: list[Constraint] = []
    if len(left) == 1:
        found.append(Relation(left[0], right[0], lambda a, b: a == b))
    else:
        for value in _union([*left, *right]):
            terms: list[tuple[Variable, Mapping[Any, Any]]] = [(x, {value: 1}) for x in left]
            terms += [(x, {value: -1}) for x in right]
            found.append(Linear(terms, 0, 0))
    for constraint in found:
        constraint.origin = Origin("leftovers", parts)
        yield constraint


def cliques(facts: Facts) -> Iterator[Constraint]:
    """Join disequalities of two variables each into groups in which all differ.

    Variables that differ pairwise all differ; a solver that sees them as one group can count.
    """
    pairs: list[Constraint] = [c for c in facts.groups if len(c.variables) == 2]
    pairs += [c for c in facts.relations if is_different(c)]
    if len(pairs) < 3 or len(pairs) > _MOST_EDGES:
        return
    differ = facts.differ
    degrees = [mask.bit_count() for mask in differ]
    covered = [0] * len(differ)
    for group in facts.groups:
        if len(group.variables) > 2:
            mask = mask_of(group.variables)
            for variable in group.variables:
                covered[variable.index] |= mask
    for pair in sorted(pairs, key=lambda c: -sum([degrees[v.index] for v in c.variables])):
        facts.pulse()
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
        found = AllDifferent([facts.variables[v] for v in sorted(clique)])
        found.origin = Origin("cliques", (pair,))
        yield found


RULES: dict[str, Derive] = {
    "hidden cages": hidden_cages,
    "innies and outies": innies_and_outies,
    "long innies and outies": long_innies_and_outies,
    "sums combined": sums_combined,
    "counts together": counts_together,
    "pairwise sets": pairwise_sets,
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
    """The `id` of sums and relations, old and new, that are said by a value set now."""


def chosen(rules: Iterable[str] | str) -> frozenset[str]:
    """Return the names of rules, given as such or as words with commas; refuse unknown ones."""
    listed = rules.split(",") if isinstance(rules, str) else list(rules)
    names = [name.strip() if isinstance(name, str) else name for name in listed]
    unknown = next((name for name in names if name not in RULES), None)
    if unknown is not None:
        fix = f"use some of {', '.join(RULES)}"
        raise ModelError(f"there is no rule {shown(unknown)} for strengthening", fix=fix)
    return frozenset(names)


def derived(
    variables: Sequence[Variable],
    constraints: Sequence[Constraint],
    rules: Iterable[str] = RULES,
    pulse: Callable[[], object] = bool,
    common: tuple[AllDifferent, ...] = (),
) -> Derivation:
    """Return what follows by these rules; each sees what those before it have derived.

    A rule by which some of the constraints were derived before is not applied again. `pulse` is
    called often, and may raise to stop. The constraints may begin with groups in common to many
    models: what follows from those alone is kept.
    """
    wanted = chosen(rules) - {c.origin.rule for c in constraints if c.origin is not None}
    found: list[Constraint] = []
    superfluous: set[int] = set()
    if len(variables) > _MOST_VARIABLES:
        return Derivation(found, superfluous)
    facts = Facts(variables, constraints, pulse, common)
    for name, rule in RULES.items():
        if name not in wanted:
            continue
        new = list(rule(facts))
        if new:
            found += new
            facts.add(new)
        if rule is value_sets:
            parts = [c.origin.parts[0] for c in new if c.origin is not None]
            superfluous.update([id(part) for part in parts if isinstance(part, Linear)])
        if rule is pairwise_sets:
            superfluous.update([id(part) for c in new if c.origin for part in c.origin.parts])
    return Derivation(found, superfluous)
