"""The context of a rule: a board, the puzzle's rules, and the constraints that rules are made of.

Tables and automata depend on the numbers that the variables can be, not on the variables. They are
built once for each kind and kept, so that a puzzle with thirty cages builds each table once.
"""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Mapping,
    Sequence,
)
from functools import lru_cache, partial
from itertools import combinations
from math import comb
from operator import eq, ne
from typing import Any, TypeAlias

from csp_sudoku.boards import Board, Cell
from csp_sudoku.boards.board import once_a_board
from csp_sudoku.errors import RuleError
from csp_sudoku.model import (
    AllDifferent,
    Constraint,
    Linear,
    Regular,
    Relation,
    Table,
    ValueSet,
    Variable,
)
from csp_sudoku.model.constraints import Interval, joined
from csp_sudoku.rules.places import Item
from csp_sudoku.rules.rule import Rule

Layers: TypeAlias = tuple[tuple[tuple[int, int, int], ...], ...]
Automaton: TypeAlias = tuple[Hashable, Callable[[Any, Any], Any], Callable[[Any], object]]
"""A start, a step from a state and a number to the next state, and what accepts a state.

A step returns None if there is no way on, and a list of states if there are several."""

ORTHOGONAL = ((0, 1), (1, 0))
"""The steps to the neighbours of a cell, one for each pair."""


class Context:
    """What the function of a rule is given: where it stands, and what it can say."""

    def __init__(self, board: Board, rules: Sequence[Rule]) -> None:
        self.board = board
        self.rules = rules
        self.csp = board.csp._sibling({})
        self._variables = _variables(board)
        self._groups = _groups_of_cells(board)
        self._numbers: dict[Variable, tuple[int, ...]] = {}

    # Variables and the numbers that they can be

    def __getitem__(self, item: Any) -> Variable:
        """Return the variable of a cell, or the one of a name with @ before it."""
        try:
            return self._variables[item]
        except KeyError:
            fix = "declare it with the rule variables" if isinstance(item, str) else None
            raise RuleError(f"there is no variable {item}", fix=fix) from None

    def variables(self, items: Any) -> tuple[Variable, ...]:
        """Return the variables of some cells."""
        known = self._variables
        try:
            return tuple([known[item] for item in items])
        except KeyError:
            return tuple(self[item] for item in items)

    def get(self, item: Any) -> Variable | None:
        """Return the variable of a cell; None if there is no such cell."""
        return self._variables.get(item)

    def pair(self, items: Any) -> tuple[Variable, Variable]:
        """Return the variables of two cells."""
        one, other = self.variables(items)
        return one, other

    def declare(self, name: str, numbers: Sequence[int]) -> None:
        """Add a variable that is not a cell; solutions have its value as well."""
        if name in self._variables:
            raise RuleError(f"the variable {name} is declared twice", fix="choose another name")
        self._variables = {**self._variables, name: self.csp.variable(name, numbers)}

    def numbers(self, variable: Variable) -> tuple[int, ...]:
        """Return the number that each value of a variable counts as."""
        known = self._numbers.get(variable)
        return variable.domain if known is None else known  # type: ignore[return-value]

    def count_as(self, variable: Variable, numbers: tuple[int, ...]) -> None:
        """Let the values of a variable count as other numbers in all rules that compute."""
        self._numbers[variable] = numbers

    # Constraints

    def different(self, xs: tuple[Variable, ...]) -> Constraint:
        """Return that variables differ, of which none is named twice."""
        return AllDifferent.of_distinct(xs)

    def related(
        self, x: Variable, y: Variable, holds: Callable[..., object], *parameters: Hashable
    ) -> Constraint:
        """Return that a condition of two numbers holds: `holds(a, b, *parameters)`."""
        if x is y:
            return self.only(x, lambda a: holds(a, a, *parameters))
        return Relation.of_rows(
            x, y, related_rows(holds, parameters, self.numbers(x), self.numbers(y))
        )

    def related_pairs(
        self,
        pairs: Iterable[tuple[Variable, Variable]],
        holds: Callable[..., object],
        *parameters: Hashable,
    ) -> list[Constraint]:
        """Return that a condition of two numbers holds for each of some pairs of variables."""
        known: dict[tuple[int, int], tuple[int, ...]] = {}
        """The rows of two domains, by their identity: mostly all have the same."""
        found: list[Constraint] = []
        for x, y in pairs:
            if x is y or self._numbers:
                found.append(self.related(x, y, holds, *parameters))
                continue
            key = id(x.domain), id(y.domain)
            if key not in known:
                domains: Any = x.domain, y.domain
                known[key] = related_rows(holds, parameters, *domains)
            found.append(Relation.of_rows(x, y, known[key]))
        return found

    def same(self, x: Variable, y: Variable) -> Constraint:
        """Return that two variables have the same value, whatever it counts as."""
        if x is y:
            return self.only(x, lambda a: True)
        return Relation.of_rows(x, y, related_rows(eq, (), x.domain, y.domain))

    def only(self, x: Variable, holds: Callable[[int], object]) -> Constraint:
        """Return that a variable has a number that meets a condition."""
        return Table.of_codes(x, [i for i, n in enumerate(self.numbers(x)) if holds(n)])

    def among(self, x: Variable, holds: Callable[[Any], object]) -> Constraint:
        """Return that the value of a variable, whatever it counts as, meets a condition."""
        return Table.of_codes(x, [i for i, value in enumerate(x.domain) if holds(value)])

    def indexed(
        self,
        index: Variable,
        xs: Sequence[Variable],
        value: int,
        known: Collection[Variable] = (),
    ) -> list[Constraint]:
        """Return that the variable whose number, from 1, is an index has a value.

        Args:
            index: the variable whose number is a place.
            xs: the variables at the places; the index may be one of them, at the place `value`.
            value: what stands there.
            known: those of the variables that are indices of the same variables themselves, and
                have been told of. Where all differ, they have told the same: two variables each
                have the place of the other one as their number, or none of them has.
        """
        numbers: Any = index.domain
        found: list[Constraint] = []
        if min(numbers) < 1 or max(numbers) > len(xs):
            found.append(self.among(index, lambda a: 1 <= a <= len(xs)))
        for place, x in enumerate(xs, start=1):
            if x is index and place != value:
                found.append(self.among(x, partial(ne, place)))
        are_different = self.are_different(xs)
        left_out = {index, *known} if are_different else {index}
        holds = _told if are_different else _tells
        tables = indexed_rows(holds, value, numbers, tuple(_domains(xs)), len(xs))
        others = [pair for pair in zip(xs, tables, strict=True) if pair[0] not in left_out]
        found += [Relation.of_rows(index, x, rows) for x, rows in others]
        return found

    def are_different(self, xs: Iterable[Variable]) -> bool:
        """Whether some variables stand in one group of the board."""
        groups, shared = self._groups, -1
        for x in xs:
            if x.index >= len(groups):  # not a cell
                return False
            shared &= groups[x.index]
        return shared > 0

    def are_distinct(self, xs: Sequence[Variable]) -> bool:
        """Whether some variables never count as the same number."""
        return self.count_as_themselves(xs) and self.are_different(xs)

    def most_alike(self, xs: Sequence[Variable], most: int) -> int:
        """Return how many of some variables can be equal at most, as the board's groups tell.

        At most `most`, and that if it takes long to find out.
        """
        peers, numbers = _peers_of_cells(self.board), [x.index for x in xs]
        chosen = sum([1 << number for number in numbers])
        free = {n: chosen & ~(1 << n | (peers[n] if n < len(peers) else 0)) for n in numbers}
        return _largest_set(free, chosen, most)

    def count_as_themselves(self, xs: Sequence[Variable]) -> bool:
        """Whether each value of some variables counts as itself."""
        return self._numbers.keys().isdisjoint(xs)

    def total(
        self,
        terms: Iterable[tuple[Variable, int]],
        low: int | None,
        high: int | None,
    ) -> Constraint:
        """Return that a sum of factors times variables lies between two bounds."""
        weights: dict[Variable, tuple[int, ...]] = {}
        for x, factor in terms:
            _add(weights, x, multiplied(self.numbers(x), factor))
        return weighed(weights, (low, high))

    def sums(self, xs: Iterable[Variable], total: int) -> Constraint:
        """Return that some variables add up to a total."""
        listed = tuple(xs)
        if self._numbers or len({*listed}) < len(listed):
            return self.total([(x, 1) for x in listed], total, total)
        rows: Any = tuple([x.domain for x in listed])  # each value counts as itself
        return Linear.of_rows(listed, rows, total)

    def equal_sums(self, left: Iterable[Variable], right: Iterable[Variable]) -> Constraint:
        """Return that two lists of variables have the same sum."""
        return self.total([*((x, 1) for x in left), *((x, -1) for x in right)], 0, 0)

    def counted(
        self, xs: Iterable[Variable], wanted: Iterable[int], low: int | None, high: int | None
    ) -> Constraint:
        """Return how many variables have one of some numbers as their value."""
        return self._counts(tuple(xs), frozenset(wanted), ((low, high),))

    def counted_in(self, xs: Iterable[Variable], value: int, totals: Iterable[int]) -> Constraint:
        """Return that a value occurs one of some numbers of times."""
        intervals = joined((total, total) for total in totals)
        return self._counts(tuple(xs), frozenset({value}), intervals)

    def _counts(
        self, xs: tuple[Variable, ...], values: frozenset[int], totals: Iterable[Interval]
    ) -> Constraint:
        if len({*xs}) == len(xs):
            return said(xs, counting(xs, values), tuple(totals))
        weights: dict[Variable, tuple[int, ...]] = {}
        for x in xs:
            _add(weights, x, ones(x.domain, values))
        return weighed(weights, *totals)

    def balanced(
        self, left: Iterable[Variable], right: Iterable[Variable], value: int
    ) -> Constraint:
        """Return that as many variables of one list have a value as of another."""
        weights: dict[Variable, tuple[int, ...]] = {}
        for xs, factor in ((left, 1), (right, -1)):
            for x in xs:
                row = multiplied(ones(x.domain, frozenset({value})), factor)
                _add(weights, x, row)
        return weighed(weights, (0, 0))

    def one_of_sets(
        self,
        xs: tuple[Variable, ...],
        holds: Callable[[tuple[int, ...]], object],
        *key: Hashable,
    ) -> Constraint:
        """Return that variables differ, and that their set of values meets a condition.

        The condition is asked once for each set of the values that the variables can have; `key`
        tells conditions apart.
        """
        domains = {x.domain for x in xs}
        domain = domains.pop() if len(domains) == 1 else _union(xs)
        known = (key, len(xs), domain)
        if known not in _FAMILIES:
            if comb(len(domain), len(xs)) > _MOST_SETS:
                raise RuleError(
                    f"{len(xs)} of {len(domain)} values make more than {_MOST_SETS:,} sets",
                    fix="use fewer cells",
                )
            if len(_FAMILIES) >= _MOST_FAMILIES:
                _FAMILIES.clear()
            sets: Any = combinations(domain, len(xs))
            _FAMILIES[known] = tuple(frozenset(values) for values in sets if holds(values))
        return _value_set(xs, _FAMILIES[known])

    def read(
        self,
        xs: Sequence[Variable],
        automaton: Callable[..., Automaton],
        *parameters: Hashable,
    ) -> Constraint:
        """Return that an automaton accepts the numbers of some variables, one after the other."""
        domains: Any = tuple(map(self.numbers, xs) if self._numbers else [x.domain for x in xs])
        layers, widths = unrolled(automaton, parameters, domains)
        return Regular.of_layers(xs, layers, widths)

    # Places

    def pairs_apart(self, steps: Iterable[tuple[int, int]]) -> list[tuple[Variable, Variable]]:
        """Return the pairs of cells that are a (rows, columns) step apart, on the drawing."""
        return pairs_apart(self.board, steps)

    def squares(self) -> Sequence[tuple[Variable, ...]]:
        """Return the squares of two rows and two columns that are all cells."""
        return _squares(self.board)

    def seen_from(self, place: Any) -> tuple[Variable, ...]:
        """Return the line that an outside place looks along: see `looking`."""
        return _seen_from(self.board, place)

    def marked(self, *names: str) -> set[frozenset[Item]]:
        """Return the pairs of cells that have a sign of one of these rules."""
        return {frozenset(rule.cells) for rule in _all_hold(self.rules, names)}


def pairs_apart(board: Board, steps: Iterable[tuple[int, int]]) -> list[tuple[Variable, Variable]]:
    """Return the pairs of cells of a board that are a (rows, columns) step apart."""
    return [pair for step in steps for pair in _pairs_apart(board, step)]


@once_a_board
def _pairs_apart(board: Board, step: tuple[int, int]) -> list[tuple[Variable, Variable]]:
    """Return the pairs of cells of a board that are one step apart."""
    known, (down, right) = _variables(board), step
    return [
        (known[cell], known[there])
        for cell in board.cells
        if (there := Cell(cell.row + down, cell.column + right)) in known
    ]


@once_a_board
def _squares(board: Board) -> Sequence[tuple[Variable, ...]]:
    known = _variables(board)
    corners = ((0, 0), (0, 1), (1, 0), (1, 1))
    found = []
    for row, column in board.cells:
        cells = [Cell(row + down, column + right) for down, right in corners]
        if all(cell in known for cell in cells):
            found.append(tuple([known[cell] for cell in cells]))
    return found


@once_a_board
def _groups_of_cells(board: Board) -> Sequence[int]:
    """Return the groups of a board that each cell stands in, as bits."""
    found = [0] * len(board.cells)
    for number, group in enumerate(board.groups):
        for cell in group.cells:
            found[cell] |= 1 << number
    return found


@once_a_board
def _peers_of_cells(board: Board) -> Sequence[int]:
    """Return the cells that share a group with each cell, as bits."""
    return [sum([1 << peer for peer in peers]) for peers in board.peers]


@once_a_board
def _variables(board: Board) -> Mapping[Any, Variable]:
    """Return the variables of a board by cell."""
    return dict(zip(board.cells, board.csp.variables, strict=True))


def _all_hold(rules: Iterable[Rule], names: tuple[str, ...]) -> Iterable[Rule]:
    """Yield the rules of these names, inside `all_of` as well; refuse them inside `any_of`."""
    for rule in rules:
        if rule.name in names:
            yield rule
        elif rule.name == "all_of":
            yield from _all_hold(rule.arguments["rules"], names)
        elif rule.name == "any_of" and any(_all_hold(rule.arguments["rules"], names)):
            raise RuleError(
                f"{rule} has a sign that may hold or not, and a negative rule depends on it",
                fix="give the negative rule the pairs that are exempt",
            )


@once_a_board
def _seen_from(board: Board, place: Any) -> tuple[Variable, ...]:
    known = _variables(board)
    return tuple([known[cell] for cell in looking(board, place)])


@once_a_board
def looking(board: Board, place: Any) -> tuple[Cell, ...]:
    """Return the line that an outside place looks along, from the cell next to it.

    It is the row or the column that begins there. Where the board has no such group, it is the run
    of cells up to the next hole.
    """
    cell, step = _first(board, place)
    run = []
    while cell in board.index:
        run.append(cell)
        cell = Cell(cell.row + step[0], cell.column + step[1])
    wanted = "row" if step[1] else "column"
    first = board.index[run[0]]
    for group in board.groups:
        if group.kind == wanted and first in (group.cells[0], group.cells[-1]):
            line = [board.cells[i] for i in group.cells]
            line = line if line[0] == run[0] else line[::-1]
            if line == run[: len(line)]:
                return tuple(line)
    return tuple(run)


def _first(board: Board, place: Cell) -> tuple[Cell, tuple[int, int]]:
    found = []
    for step in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        cell = Cell(place.row + step[0], place.column + step[1])
        if cell in board.index:
            found.append((cell, step))
    if len(found) != 1:
        how = "no cell of {} stands" if not found else "several cells of {} stand"
        raise RuleError(
            f"{how.format(board.name)} next to {place}",
            fix="name a place at one end of a row or column, as r0c3",
        )
    return found[0]


_MOST_STEPS = 2_000


def _largest_set(together: Mapping[int, int], numbers: int, most: int) -> int:
    """Return how many numbers go together at most, two and two; `most` if more or hard to say.

    >>> _largest_set({0: 0b0110, 1: 0b0001, 2: 0b0001, 3: 0b0000}, 0b1111, 9)
    2
    """
    best, left = 0, _MOST_STEPS
    waiting = [(0, numbers)]
    while waiting:
        size, open = waiting.pop()
        if size + open.bit_count() <= best:
            continue
        left -= 1
        if size >= most or not left:
            return most
        if not open:
            best = size
            continue
        first = open & -open
        waiting += (size, open ^ first), (size + 1, open & together[first.bit_length() - 1])
    return best


# Tables and automata, built once

_MOST_SETS = 100_000
_MOST_FAMILIES = 1_000
_FAMILIES: dict[Hashable, tuple[frozenset[int], ...]] = {}
"""The sets that a condition leaves, by the condition, the number of cells and the values."""


def _union(xs: Iterable[Variable]) -> tuple[int, ...]:
    values: Any = {value for x in xs for value in x.domain}
    return tuple(sorted(values))


def _value_set(xs: tuple[Variable, ...], family: Any) -> Constraint:
    found = ValueSet.__new__(ValueSet)
    if len(set(xs)) < len(xs):
        raise RuleError("a cell is named twice", fix="name each cell once")
    found.variables, found.family = xs, family
    found._name, found.origin = None, None
    return found


@lru_cache(maxsize=4096)
def related_rows(
    holds: Callable[..., object],
    parameters: tuple[Hashable, ...],
    left: tuple[int, ...],
    right: tuple[int, ...],
) -> tuple[int, ...]:
    """Return for each number of the left which numbers of the right go with it, as bits."""
    bits = [(b, 1 << j) for j, b in enumerate(right)]
    return tuple(sum(bit for b, bit in bits if holds(a, b, *parameters)) for a in left)


@lru_cache(maxsize=1024)
def indexed_rows(
    holds: Callable[..., object],
    value: int,
    numbers: tuple[int, ...],
    domains: tuple[tuple[int, ...], ...],
    places: int,
) -> list[tuple[int, ...]]:
    """Return for each place, from 1 up, the rows of what an index there tells about a value.

    Args:
        holds: what is told, from an index, a number, a place and the value.
        value: what stands at the index.
        numbers: what the index can be.
        domains: what can stand at each place; one alone if it is the same everywhere.
        places: how many places there are.
    """
    return [
        related_rows(holds, (place, value), numbers, domains[(place - 1) % len(domains)])
        for place in range(1, places + 1)
    ]


@lru_cache(maxsize=4096)
def multiplied(numbers: tuple[int, ...], factor: int) -> tuple[int, ...]:
    """Return the numbers times a factor."""
    return numbers if factor == 1 else tuple(factor * number for number in numbers)


@lru_cache(maxsize=4096)
def ones(domain: tuple[int, ...], values: frozenset[int]) -> tuple[int, ...]:
    """Return 1 for each number of a domain that is one of some values, and 0 for the others."""
    return tuple(int(number in values) for number in domain)


def unrolled(
    automaton: Callable[..., Automaton],
    parameters: tuple[Hashable, ...],
    domains: tuple[tuple[int, ...], ...],
) -> tuple[Layers, tuple[int, ...]]:
    """Return the layers of an automaton over variables that can be these numbers."""
    if domains and domains.count(domains[0]) == len(domains):  # mostly: then the key is short
        return _unrolled(automaton, parameters, domains[:1], len(domains))
    return _unrolled(automaton, parameters, domains, 1)


@lru_cache(maxsize=512)
def _unrolled(
    automaton: Callable[..., Automaton],
    parameters: tuple[Hashable, ...],
    domains: tuple[tuple[int, ...], ...],
    times: int,
) -> tuple[Layers, tuple[int, ...]]:
    start, step, accept = automaton(*parameters)
    xs = [Variable(i, i, domain) for i, domain in enumerate(domains * times)]

    def follow(state: Hashable, number: Any) -> Iterable[Hashable]:
        target = step(state, number)
        return target if isinstance(target, list) else () if target is None else (target,)

    regular = Regular.of_layers(xs, (), ())
    return regular._unrolled(start, follow, accept)


def _tells(index: int, number: int, place: int, value: int) -> bool:
    return index != place or number == value


def _told(index: int, number: int, place: int, value: int) -> bool:
    """Whether an index tells the place of a value among numbers that differ."""
    return (index == place) == (number == value)


def counting(xs: Sequence[Variable], values: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """Return the weights of a sum that counts which variables have one of some values."""
    rows = tuple([ones(domain, values) for domain in _domains(xs)])
    return rows * len(xs) if len(rows) == 1 else rows


def _add(weights: dict[Variable, tuple[int, ...]], x: Variable, row: tuple[int, ...]) -> None:
    if x in weights:
        row = tuple([a + b for a, b in zip(weights[x], row, strict=True)])
    weights[x] = row


def _domains(xs: Sequence[Variable]) -> list[tuple[int, ...]]:
    """Return the domains of variables; one alone if they all have the same."""
    domains: list[Any] = [x.domain for x in xs]
    alike = domains and domains.count(domains[0]) == len(domains)
    return domains[:1] if alike else domains


def weighed(weights: dict[Variable, tuple[int, ...]], *totals: Interval) -> Constraint:
    """Return a sum from what each value of each variable adds, and its intervals in order."""
    return said(tuple(weights), tuple(weights.values()), totals)


def said(
    xs: tuple[Variable, ...], weights: tuple[tuple[int, ...], ...], totals: tuple[Interval, ...]
) -> Constraint:
    """Return a sum over variables that are all different."""
    linear = Linear.__new__(Linear)
    linear.variables, linear.weights, linear.totals = xs, weights, totals
    linear._name, linear.origin = None, None
    return linear
