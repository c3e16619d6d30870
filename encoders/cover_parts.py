"""What each constraint of a structure is in exact cover with colours: items, and its own options.

- An all-different group has one item per value, in the options of all variables that can take it.
- A relation that ties classes of values together (equality, the same parity) is one item: a value
  gives it the colour of its class. Any other relation has items for what it forbids: values of one
  variable that exclude the same values of the other one share an item with those.
- A value set has an option for each set of its family, which covers the values that are not in it;
  so each value is covered either by a variable or by the choice of the set.
- Tables, sums, automata and disjunctions are deterministic automata in layers. Each layer is an
  item, and each step an option: it gives the states before and after it, and the variable that it
  reads, a colour. Where few sequences are accepted, each of them is one option instead.

A solution determines which of these options it takes, so that none is counted twice. That
constraint satisfaction is a special case of XCC was noted by Knuth (the introduction of dlx2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod

from csp_sudoku.bits import members
from csp_sudoku.encoders.layered import Layered, layered
from csp_sudoku.encoders.slots import Slot
from csp_sudoku.errors import ModelError
from csp_sudoku.model import (
    CSP,
    AllDifferent,
    AnyOf,
    Constraint,
    Linear,
    Regular,
    Relation,
    Table,
    Value,
    ValueSet,
    Variable,
)

MOST_OPTIONS = 100_000
"""A structure whose constraints need more options than this is refused."""
_MOST_PAIRS = 10_000
"""Constraints over two variables with more pairs of values than this are not listed."""
_LEADING, _PRIMARY, _SECONDARY = range(3)

Painted = tuple[int, int]
"""An item and the colour that an option gives it."""
Owner = Variable | Slot | Constraint
"""What an item belongs to: a variable, a value of a group, or another constraint."""


class TooManyOptionsError(Exception):
    """A structure that would take too many options; the message says which constraint does."""

    def __init__(self, constraint: Constraint, size: str) -> None:
        self.message = f"{constraint} would take {size}"
        super().__init__(self.message)


class Parts:
    """The items and options of a structure, in the order in which its constraints made them.

    Without slots, only of the constraints that are no groups: to see how many options they take.
    """

    def __init__(self, csp: CSP, slots: Sequence[Slot] | None, pulse: Callable[[], object]) -> None:
        self.ranks: list[int] = []
        """For each item whether it leads (0), is primary without leading (1), or secondary (2)."""
        self.owners: list[Owner] = []
        """For each item what it belongs to."""
        self.allowed: list[int] = list(csp.problem.masks)
        """One mask per variable: what constraints on one or two variables leave."""
        self.uses: dict[tuple[int, int], list[int]] = {}
        """The items without a colour that the option of a variable and a code covers."""
        self.paints: dict[tuple[int, int], list[Painted]] = {}
        """The items to which such an option gives a colour."""
        self.options: list[tuple[tuple[int, ...], list[Painted]]] = []
        """The options of constraints: items without a colour, and items with one."""
        self._own = len(csp.variables) - csp.auxiliary
        self._value_items: dict[int, int] = {}
        self._tables: dict[tuple[Sequence[int], int, int], _PairTable] = {}
        self._variables = csp.variables
        others = [c for c in csp.constraints if not isinstance(c, AllDifferent)]
        spoken_of = {v.index for constraint in others for v in constraint.variables}
        for v, mask in enumerate(self.allowed):
            if not v & 255:
                pulse()
            if slots is None and v not in spoken_of:
                continue
            item = self._item(self._rank([v]), self._variables[v])
            for code in members(mask):
                self.uses[v, code] = [item]
        self._add_slots(slots or (), pulse)
        self._add_constraints(others, pulse)
        for v, item in self._value_items.items():
            for code in members(self.allowed[v]):
                self._paint(v, code, item, code + 1)

    @property
    def has_colours(self) -> bool:
        """Whether any option gives an item a colour."""
        return bool(self.paints) or any(painted for _, painted in self.options)

    # Items and options

    def _item(self, rank: int, owner: Owner) -> int:
        self.ranks.append(rank)
        self.owners.append(owner)
        return len(self.ranks) - 1

    def _rank(self, variables: Iterable[int]) -> int:
        """Return the rank of a primary item: it leads if the model's own variables decide it."""
        return _LEADING if all(v < self._own for v in variables) else _PRIMARY

    def _paint(self, v: int, code: int, item: int, colour: int) -> None:
        self.paints.setdefault((v, code), []).append((item, colour))

    def _value_item(self, v: int) -> int:
        """Return the item whose colour is the value of a variable."""
        if v not in self._value_items:
            self._value_items[v] = self._item(_SECONDARY, self._variables[v])
        return self._value_items[v]

    def _never(self, constraint: Constraint) -> None:
        """Add an item that nothing covers: there is no solution."""
        self._item(_LEADING, constraint)

    def _count(self, constraint: Constraint, options: int) -> None:
        """Refuse a constraint whose options are too many, together with those before it."""
        before = len(self.options)
        if before + options > MOST_OPTIONS:
            beside = f" beside the {before:,} of other constraints" if before else ""
            raise TooManyOptionsError(
                constraint, f"{options:,} options{beside}, and the limit is {MOST_OPTIONS:,}"
            )

    # Constraints

    def _add_slots(self, slots: Sequence[Slot], pulse: Callable[[], object]) -> None:
        for required in (True, False):
            for number, slot in enumerate(slots):
                if not number & 255:
                    pulse()
                if slot.required is required:
                    rank = self._rank([v for v, _ in slot.places]) if required else _SECONDARY
                    item = self._item(rank, slot)
                    for place in slot.places:
                        self.uses[place].append(item)

    def _add_constraints(self, others: Sequence[Constraint], pulse: Callable[[], object]) -> None:
        """Add all but the groups: first what narrows domains, for the sake of what comes after."""
        for constraint in others:
            if len(constraint.variables) <= 1:
                self._narrow(constraint)
        larger: list[Constraint] = []
        for constraint in others:
            if len(constraint.variables) == 2 and _fits_rows(constraint):
                pulse()
                self._relate(constraint)
            elif len(constraint.variables) > 1:
                larger.append(constraint)
        for constraint in larger:
            pulse()
            if isinstance(constraint, ValueSet):
                self._choose_set(constraint)
            else:
                self._read(constraint, self._automaton(constraint))

    def _narrow(self, constraint: Constraint) -> None:
        """Add a constraint on one variable, or on none."""
        if not constraint.variables:
            if not constraint.check({}):
                self._never(constraint)
            return
        (x,) = constraint.variables
        mask = sum(1 << code for code, a in enumerate(x.domain) if constraint.check({x: a}))
        self.allowed[x.index] &= mask

    def _relate(self, constraint: Constraint) -> None:
        """Add a constraint on two variables."""
        x, y = constraint.variables
        if isinstance(constraint, Relation):
            rows = constraint.rows
        else:
            rows = tuple(
                sum(1 << j for j, b in enumerate(y.domain) if constraint.check({x: a, y: b}))
                for a in x.domain
            )
        known = rows, self.allowed[x.index], self.allowed[y.index]
        if known not in self._tables:  # a rule often says the same of thousands of pairs
            self._tables[known] = _PairTable(*known)
        table = self._tables[known]
        self.allowed[x.index], self.allowed[y.index] = table.left, table.right
        if table.ties:
            if table.ties > 1:
                self._tie(constraint, table.kept)
        elif len(table.forward) <= len(table.backward):
            self._forbid(constraint, (x.index, y.index), table.forward)
        else:
            self._forbid(constraint, (y.index, x.index), table.backward)

    def _tie(self, constraint: Constraint, kept: dict[int, int]) -> None:
        """Give one item the colour of the class to which the values of two variables belong."""
        x, y = (variable.index for variable in constraint.variables)
        item = self._item(_SECONDARY, constraint)
        colour = {mask: number for number, mask in enumerate(dict.fromkeys(kept.values()), start=1)}
        for a, mask in kept.items():
            self._paint(x, a, item, colour[mask])
        for mask, number in colour.items():
            for b in members(mask):
                self._paint(y, b, item, number)

    def _forbid(
        self, constraint: Constraint, ends: tuple[int, int], excluded: dict[int, list[int]]
    ) -> None:
        """Add an item for the values of one variable that exclude the same ones of another."""
        x, y = ends
        for mask, codes in excluded.items():
            item = self._item(_SECONDARY, constraint)
            for a in codes:
                self.uses[x, a].append(item)
            for b in members(mask):
                self.uses[y, b].append(item)

    def _choose_set(self, constraint: ValueSet) -> None:
        places: dict[Value, list[tuple[int, int]]] = {}
        for x in constraint.variables:
            for code in members(self.allowed[x.index]):
                places.setdefault(x.domain[code], []).append((x.index, code))
        family = [values for values in constraint.family if values <= places.keys()]
        if not family:
            return self._never(constraint)
        self._count(constraint, len(family))
        possible = frozenset().union(*family)
        rank = self._rank([x.index for x in constraint.variables])
        items: dict[Value, int] = {}
        for value, where in places.items():
            if value in possible:
                items[value] = self._item(rank, constraint)
                for place in where:
                    self.uses[place].append(items[value])
            else:
                for v, code in where:
                    self.allowed[v] &= ~(1 << code)
        if len(family) > 1:
            choice = self._item(rank, constraint)
            for values in family:
                out = [item for value, item in items.items() if value not in values]
                self.options.append(((choice, *out), []))
        return None

    def _automaton(self, constraint: Constraint) -> Layered:
        """Return a deterministic automaton that accepts what a constraint allows."""
        if isinstance(constraint, Linear):
            try:
                return layered(constraint, self.allowed, MOST_OPTIONS)
            except ModelError:
                raise TooManyOptionsError(
                    constraint, f"more than {MOST_OPTIONS:,} options, which is the limit"
                ) from None
        if isinstance(constraint, Regular):
            return self._deterministic(constraint, layered(constraint, self.allowed))
        if isinstance(constraint, AnyOf):
            constraint = self._listed(constraint)
        assert isinstance(constraint, Table)
        return layered(constraint, self.allowed)

    def _listed(self, constraint: AnyOf) -> Table:
        """Return the tuples that a disjunction allows: where branches overlap, they count once."""
        variables = constraint.variables
        codes = [list(members(self.allowed[x.index])) for x in variables]
        size = prod(map(len, codes))
        if size > MOST_OPTIONS:
            raise TooManyOptionsError(
                constraint, f"a list of {size:,} combinations, and the limit is {MOST_OPTIONS:,}"
            )
        found = Table(variables, ())
        found.tuples = tuple(
            row
            for row in product(*codes)
            if constraint.check({x: x.domain[c] for x, c in zip(variables, row, strict=True)})
        )
        return found

    def _deterministic(self, constraint: Regular, automaton: Layered) -> Layered:
        """Return the automaton with sets of states as states, where it has a choice of ways."""
        if all(len({step[:2] for step in layer}) == len(layer) for layer in automaton.layers):
            return automaton
        states: dict[frozenset[int], int] = {frozenset({0}): 0}
        layers, widths, size = [], [1], 0
        for layer in automaton.layers:
            ways: dict[int, list[tuple[int, int]]] = {}
            for state, code, after in layer:
                ways.setdefault(state, []).append((code, after))
            following: dict[frozenset[int], int] = {}
            steps = []
            for together, number in states.items():
                targets: dict[int, set[int]] = {}
                for state in together:
                    for code, after in ways.get(state, ()):
                        targets.setdefault(code, set()).add(after)
                for code, reached in targets.items():
                    target = following.setdefault(frozenset(reached), len(following))
                    steps.append((number, code, target))
                if size + len(steps) > MOST_OPTIONS:
                    raise TooManyOptionsError(
                        constraint, f"more than {MOST_OPTIONS:,} options, which is the limit"
                    )
            size += len(steps)
            layers.append(tuple(steps))
            widths.append(len(following))
            states = following
        return Layered(automaton.variables, tuple(layers), tuple(widths))

    def _read(self, constraint: Constraint, automaton: Layered) -> None:
        """Add an automaton: an option for each step, or for each sequence if there are few."""
        if automaton.is_impossible:
            return self._never(constraint)
        variables = automaton.variables
        accepted = _number_of_ways(automaton)
        is_free = len(set(variables)) == len(variables) and accepted == prod(
            self.allowed[v].bit_count() for v in variables
        )
        if is_free:
            return None
        steps = sum(map(len, automaton.layers))
        self._count(constraint, min(steps, accepted))
        rank = self._rank(variables)
        if accepted <= steps:
            item = self._item(rank, constraint)
            for codes in _ways(automaton):
                painted = {
                    self._value_item(v): c + 1 for v, c in zip(variables, codes, strict=True)
                }
                self.options.append(((item,), list(painted.items())))
            return None
        states = [
            self._item(_SECONDARY, constraint) if width > 1 else -1 for width in automaton.widths
        ]
        for at, (v, layer) in enumerate(zip(variables, automaton.layers, strict=True)):
            item, value = self._item(rank, constraint), self._value_item(v)
            for state, code, after in layer:
                painted_item = [(states[at], state + 1), (value, code + 1)]
                painted_item.append((states[at + 1], after + 1))
                self.options.append(((item,), [p for p in painted_item if p[0] >= 0]))
        return None


def only_relates(csp: CSP) -> bool:
    """Whether there are only groups and constraints on two variables or fewer: never too many."""
    return all(
        type(c) is AllDifferent
        or len(c.variables) <= 1
        or (len(c.variables) == 2 and _fits_rows(c))
        for c in csp.constraints
    )


def _fits_rows(constraint: Constraint) -> bool:
    x, y = constraint.variables
    return isinstance(constraint, Relation) or len(x.domain) * len(y.domain) <= _MOST_PAIRS


class _PairTable:
    """What a table of two variables comes to, within what they may be."""

    def __init__(self, rows: Sequence[int], left: int, right: int) -> None:
        goes_with = {a: rows[a] & right for a in members(left)}
        self.kept = {a: mask for a, mask in goes_with.items() if mask}
        """For each code of the first variable that goes with any the codes of the second."""
        self.left = sum(1 << a for a in self.kept)
        self.right = 0
        for mask in self.kept.values():
            self.right |= mask
        self.ties = 0
        """How many classes of codes go with each other; 0 if they are no classes."""
        self.forward: dict[int, list[int]] = {}
        self.backward: dict[int, list[int]] = {}
        classes = set(self.kept.values())
        if sum(map(int.bit_count, classes)) == self.right.bit_count():
            self.ties = max(len(classes), 1)
            return
        back = dict.fromkeys(members(self.right), 0)
        for a, mask in self.kept.items():
            for b in members(mask):
                back[b] |= 1 << a
        self.forward = _excluded(self.kept, self.right)
        self.backward = _excluded(back, self.left)


def _excluded(goes_with: dict[int, int], all_of_them: int) -> dict[int, list[int]]:
    """Return for each set of excluded codes the codes that exclude it."""
    found: dict[int, list[int]] = {}
    for code, mask in goes_with.items():
        if all_of_them & ~mask:
            found.setdefault(all_of_them & ~mask, []).append(code)
    return found


def _number_of_ways(automaton: Layered) -> int:
    ways = [1]
    for layer, width in zip(automaton.layers, automaton.widths[1:], strict=True):
        after = [0] * width
        for state, _, target in layer:
            after[target] += ways[state]
        ways = after
    return sum(ways)


def _ways(automaton: Layered) -> Iterator[tuple[int, ...]]:
    """Yield the accepted sequences in which a variable that is read twice has one value."""
    first = {v: at for at, v in reversed(list(enumerate(automaton.variables)))}
    again = [first[v] for v in automaton.variables]
    partial: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for at, layer in enumerate(automaton.layers):
        ways: dict[int, list[tuple[int, int]]] = {}
        for state, code, after in layer:
            ways.setdefault(state, []).append((code, after))
        partial = [
            ((*codes, code), after)
            for codes, state in partial
            for code, after in ways.get(state, ())
            if again[at] == at or codes[again[at]] == code
        ]
    for codes, _ in partial:
        yield codes
