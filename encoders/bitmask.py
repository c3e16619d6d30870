"""A CSP as numbers for the native search: groups, other constraints, and one mask per variable.

The native search compares the values of variables bit by bit, so the variables of a group must
number their values alike. Mostly they do, as they have the same domain. Where they do not, they
share a *space*: all their values in one order, ascending if they are numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from csp_sudoku.bits import members
from csp_sudoku.encoders.layered import Layered, layered
from csp_sudoku.encoders.slots import unsupported, with_branches
from csp_sudoku.errors import ModelError
from csp_sudoku.model import (
    BASIS,
    CSP,
    AllDifferent,
    AnyOf,
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
from csp_sudoku.native.bitmask import Counting, Search, Structure

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
    largest = max((len(variable.domain) for variable in csp.variables), default=0)
    if largest > MOST_VALUES:
        return f"a variable has {largest} values, and a machine word holds {MOST_VALUES}"
    unknown = unsupported(csp, lambda constraint: type(constraint) in BASIS)
    if unknown:
        return unknown
    spaces = csp.shared("spaces", _Spaces)
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
        self.spaces = csp.shared("spaces", _Spaces)
        writer = _Writer(csp, self.spaces)
        self.structure = Structure(
            len(csp.variables),
            self.spaces.size,
            writer.groups,
            writer.rows,
            own=len(csp.variables) - csp.auxiliary,
        )

    def masks(self, problem: Problem) -> array[int]:
        """Return the initial masks as the native search takes them."""
        if self.spaces.is_plain:
            return array("Q", problem.masks)
        return array("Q", [self.spaces.mask(v, mask) for v, mask in enumerate(problem.masks)])

    def search(self, masks: array[int], **configuration: Any) -> Search:
        """Return a search within these masks."""
        return self.structure.search(masks, **configuration)

    def counting(self, masks: array[int], **configuration: Any) -> Counting:
        """Return a counting of the solutions within these masks."""
        return Counting(self.structure, masks, **configuration)

    def settle(self, masks: array[int], propagation: Propagation = "locked") -> array[int] | None:
        """Return what follows from native masks without any decision; None if nothing fits."""
        return self.structure.settle(masks, propagation)

    def decode(self, solution: bytes) -> Sequence[int]:
        """Return a code for each variable from a solution of the native search."""
        return solution if self.spaces.is_plain else self.spaces.decode(solution)


def masks(problem: Problem) -> array[int]:
    """Return the initial masks as the native search takes them."""
    return encode(problem.csp).masks(problem)


class _Spaces:
    """How the native search numbers the values of each variable."""

    def __init__(self, csp: CSP) -> None:
        variables = list(csp.variables)
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
        for number, one in enumerate(together.values()):
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

    def are_aligned(self, variables: Iterable[Variable]) -> bool:
        """Whether some variables number their values alike."""
        return len({self.home[variable.index] for variable in variables}) <= 1

    def mask(self, v: int, own: int) -> int:
        """Return a mask of a variable's own codes as one of native codes."""
        code = self.code[v]
        return sum([1 << code[bit] for bit in members(own)])

    def decode(self, solution: bytes) -> list[int]:
        """Return the own code of each variable."""
        return [back[code] for back, code in zip(self._back, solution, strict=True)]


def _ascending(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return values in ascending order if they can be compared; else as they come."""
    listed = list(values)
    try:
        return tuple(sorted(listed))  # type: ignore[type-var]
    except TypeError:
        return tuple(listed)


class _Writer:
    """The groups and the other constraints of a structure, as the native search takes them."""

    def __init__(self, csp: CSP, spaces: _Spaces) -> None:
        self.spaces = spaces
        self.whole = [(1 << len(v.domain)) - 1 for v in csp.variables]
        self.groups: list[tuple[int, ...]] = []
        self.rows: list[_Row] = []
        self.cliques: dict[int, set[int]] = {}
        self._rows_of_weights: dict[Any, list[int]] = {}
        for constraint in csp.constraints:
            if isinstance(constraint, AllDifferent) and spaces.are_aligned(constraint.variables):
                self._add_group([v.index for v in constraint.variables])
        for constraint in csp.constraints:
            if isinstance(constraint, ValueSet):
                numbers = [v.index for v in constraint.variables]
                if not self._is_group(numbers):
                    self._add_group(numbers)
        for constraint in csp.constraints:
            is_group = isinstance(constraint, AllDifferent) and spaces.are_aligned(
                constraint.variables
            )
            if not is_group:
                self.rows += self.written(constraint)
        self.rows.sort(key=_cost)

    def _add_group(self, group: Sequence[int]) -> None:
        for v in group:
            self.cliques.setdefault(v, set()).add(len(self.groups))
        self.groups.append(tuple(group))

    def written(self, constraint: Constraint) -> Iterator[_Row]:
        """Yield the rows that say a constraint."""
        for kind, write in _WRITERS:
            if isinstance(constraint, kind):
                yield from write(self, constraint)
                return
        raise ModelError(f"{constraint} is a constraint of an unknown kind")

    def different(self, constraint: AllDifferent) -> Iterator[_Row]:
        variables = constraint.variables
        if self.spaces.are_aligned(variables):
            yield "different", [v.index for v in variables]
            return
        for i, x in enumerate(variables):
            for y in variables[:i]:
                yield from self.relation(Relation(x, y, lambda a, b: a != b))

    def relation(self, constraint: Relation) -> Iterator[_Row]:
        x, y = constraint.variables
        rows = [0] * len(self.spaces.values[x.index])
        for code, row in enumerate(constraint.rows):
            rows[self.spaces.code[x.index][code]] = self.spaces.mask(y.index, row)
        yield "relation", x.index, y.index, rows

    def table(self, constraint: Table) -> Iterator[_Row]:
        variables = constraint.variables
        if not variables:
            if not constraint.tuples:
                yield _NEVER
        elif len(variables) == 1:
            mask = sum(1 << row[0] for row in constraint.tuples)
            yield "only", variables[0].index, self.spaces.mask(variables[0].index, mask)
        elif len(variables) == 2:
            rows = [0] * len(variables[0].domain)
            for a, b in constraint.tuples:
                rows[a] |= 1 << b
            yield from self.relation(Relation.of_rows(*variables, rows))
        else:
            yield self.automaton(layered(constraint, self.whole))

    def regular(self, constraint: Regular) -> Iterator[_Row]:
        yield self.automaton(layered(constraint, self.whole))

    def automaton(self, automaton: Layered) -> _Row:
        if automaton.is_impossible:
            return _NEVER
        layers = []
        for v, steps in zip(automaton.variables, automaton.layers, strict=True):
            code = self.spaces.code[v]
            layers.append([(state, code[own], target) for state, own, target in steps])
        return "automaton", automaton.variables, layers, automaton.widths

    def sum(self, constraint: Linear) -> Iterator[_Row]:
        totals = constraint.totals
        if not constraint.variables:
            if not any((a is None or a <= 0) and (b is None or b >= 0) for a, b in totals):
                yield _NEVER
            return
        if not totals or not all(v.domain for v in constraint.variables):
            yield _NEVER
            return
        weights = [
            self.weights(*t) for t in zip(constraint.variables, constraint.weights, strict=True)
        ]
        if sum(map(_rises, weights)) < sum(_rises([-w for w in row]) for row in weights):
            weights = [[-w for w in row] for row in weights]
            totals = tuple(
                (None if b is None else -b, None if a is None else -a) for a, b in reversed(totals)
            )
        numbers = [v.index for v in constraint.variables]
        cliques = self.cliques_of(numbers, weights)
        yield "sum", list(zip(numbers, weights, cliques, strict=True)), totals

    def weights(self, variable: Variable, own: Sequence[int]) -> list[int]:
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
            row = self._rows_of_weights[key] = _filled(known, values)
        return row

    def cliques_of(self, variables: Sequence[int], weights: Sequence[Sequence[int]]) -> list[int]:
        """Return a number for each term: those with the same one stand in one group, from 0 up."""
        found = [-1] * len(variables)
        while True:
            best: list[int] = []
            open_terms = [i for i, clique in enumerate(found) if clique < 0]
            by_group: dict[tuple[int, tuple[int, ...]], list[int]] = {}
            for i in open_terms:
                for group in self.cliques.get(variables[i], ()):
                    by_group.setdefault((group, tuple(weights[i])), []).append(i)
            for terms in by_group.values():
                best = terms if len(terms) > len(best) else best
            if len(best) < 2:
                return found
            number = max(found) + 1
            for i in best:
                found[i] = number

    def value_set(self, constraint: ValueSet) -> Iterator[_Row]:
        variables = constraint.variables
        if not variables:
            if frozenset() not in constraint.family:
                yield _NEVER
            return
        place = {value: code for code, value in enumerate(self.spaces.values[variables[0].index])}
        sets = [
            sum(1 << place[value] for value in values)
            for values in constraint.family
            if all(value in place for value in values)
        ]
        numbers = [v.index for v in variables]
        yield "set", numbers, sets
        if not self._is_group(numbers):  # in a branch: the values of the set differ
            yield "different", numbers

    def _is_group(self, numbers: list[int]) -> bool:
        shared = [self.cliques.get(v, set()) for v in numbers]
        return bool(shared) and bool(set.intersection(*shared))

    def any_of(self, constraint: AnyOf) -> Iterator[_Row]:
        written = {id(part): part for branch in constraint.branches for part in branch}
        rows = {number: list(self.written(part)) for number, part in written.items()}
        branches = [
            [row for part in branch for row in rows[id(part)]] for branch in constraint.branches
        ]
        yield "any", branches


def _cost(row: _Row) -> tuple[int, int]:
    """Return what it costs to run a constraint: the native search runs cheap ones first."""
    return _COSTS[row[0]], len(row[1]) if row[0] in ("sum", "set", "automaton") else 0


_COSTS = {"only": 0, "relation": 0, "different": 0, "set": 1, "sum": 1, "automaton": 2, "any": 3}

_WRITERS: tuple[tuple[type[Constraint], Callable[[_Writer, Any], Iterator[_Row]]], ...] = (
    (AllDifferent, _Writer.different),
    (Relation, _Writer.relation),
    (Table, _Writer.table),
    (Linear, _Writer.sum),
    (ValueSet, _Writer.value_set),
    (Regular, _Writer.regular),
    (AnyOf, _Writer.any_of),
)


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


def _rises(row: Sequence[int]) -> bool:
    return all(a <= b for a, b in pairwise(row))
