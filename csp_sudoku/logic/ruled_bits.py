"""A board with rules as bits: what rules add to groups and peers, and what else they say, in units.

Rules that make cells different add to the groups and peers of the board, so that all techniques
know of them. What a rule says of single cells is taken for granted, as clues are. Everything else
is in units, which the techniques for rules ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations

from csp_sudoku.bits import union
from csp_sudoku.boards.board import Cell, Group
from csp_sudoku.logic.board_bits import BoardBits
from csp_sudoku.logic.rule_units import Unit
from csp_sudoku.logic.rule_words import derived_telling, telling
from csp_sudoku.model import AllDifferent, Constraint, Linear, Relation, Table, ValueSet
from csp_sudoku.model.facts import is_different
from csp_sudoku.model.strengthening import derived
from csp_sudoku.rules import Rule
from csp_sudoku.rules.structure import Ruled

_MOST_CELLS = 16
"""Larger parts of a rule are taken apart into their constraints."""
_SUMS = ("hidden cages", "innies and outies", "long innies and outies", "sums combined")
"""The rules of strengthening whose sums are told as steps."""


class RuledBits:
    """What the rules of a puzzle add to its board."""

    def __init__(self, ruled: Ruled) -> None:
        self.ruled = ruled
        self.reduced = ruled.csp.problem.csp
        board = ruled.board
        count = len(board.cells)
        self._cells = count
        self._units: tuple[Unit, ...] | None = None
        self._derived: tuple[Unit, ...] | None = None
        by_name: dict[str, list[Constraint]] = {}
        for constraint in self.reduced.constraints[len(board.groups) :]:
            by_name.setdefault(constraint.name or "", []).append(constraint)
        self._parts = [(rule, by_name.get(str(rule), [])) for rule in ruled.rules]
        self.allowed = [(1 << board.size) - 1] * count
        """For each cell the values that rules about it alone leave."""
        groups: list[Group] = []
        pairs: list[tuple[int, int]] = []
        for rule, parts in self._parts:
            for part in parts:
                cells = tuple(v.index for v in part.variables)
                if any(cell >= count for cell in cells):
                    continue
                if isinstance(part, Table) and len(cells) == 1:
                    self.allowed[cells[0]] &= union(code for (code,) in part.tuples)
                elif isinstance(part, AllDifferent | ValueSet) and len(cells) > 2:
                    noun = telling(rule, board, cells).noun
                    groups.append(Group(rule.name, noun, cells))
                elif isinstance(part, AllDifferent | ValueSet) or (
                    isinstance(part, Relation) and is_different(part)
                ):
                    pairs += combinations(cells, 2)
        self.bits = BoardBits(board, groups, pairs)
        self.bits.ruled = self

    @classmethod
    def of(cls, ruled: Ruled) -> RuledBits:
        """Return the bits of a board with rules; they are built once."""
        return ruled.csp.shared(("logic bits", ruled.rules), lambda _: cls(ruled))

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the puzzle."""
        return self.ruled.rules

    def units(self, pulse: Callable[[], object] = bool) -> tuple[Unit, ...]:
        """What rules say beyond groups and single cells, those of fewer cells first.

        They are made once; `pulse` is called for each of them, and may raise to stop.
        """
        if self._units is None:
            found = [
                unit for rule, parts in self._parts for unit in self._found(rule, parts, pulse)
            ]
            self._units = tuple(sorted(found, key=lambda unit: len(unit.cells)))
        return self._units

    def _found(
        self, rule: Rule, parts: Sequence[Constraint], pulse: Callable[[], object]
    ) -> Iterator[Unit]:
        left = [part for part in parts if not self._is_known(part)]
        groups: dict[int, list[AllDifferent]] = {}
        for part in parts:
            if isinstance(part, AllDifferent) and part.variables:
                groups.setdefault(part.variables[0].index, []).append(part)
        for together in _connected(left):
            cells = self._cells_of(together)
            is_split = len(cells) > _MOST_CELLS and not self._has_others(together)
            for one in [[part] for part in together] if is_split else [together]:
                pulse()
                yield from self._unit(rule, one, groups)

    def _unit(
        self, rule: Rule, together: Sequence[Constraint], by_first: dict[int, list[AllDifferent]]
    ) -> Iterator[Unit]:
        """Yield the unit of some constraints; the groups of its rule stand by their first cells."""
        cells = self._cells_of(together)
        if not cells:
            return
        inside = set(cells)
        # a cage is one rule: its sum is told together with its digits being different
        groups = [
            part
            for cell in cells
            for part in by_first.get(cell, ())
            if inside.issuperset(v.index for v in part.variables)
        ]
        ordered = tuple(cell for cell in self._drawn(rule) if cell in inside) or cells
        rest = tuple(cell for cell in cells if cell not in ordered)
        constraints = (*together, *(g for g in groups if g not in together))
        yield self._made(rule, (*ordered, *rest), constraints)

    def _made(
        self, rule: Rule | None, cells: tuple[int, ...], constraints: tuple[Constraint, ...]
    ) -> Unit:
        origin = constraints[0].origin
        if rule is not None:
            words = telling(rule, self.ruled.board, cells)
        else:
            assert origin is not None
            assert isinstance(constraints[0], Linear)
            words = derived_telling(origin, constraints[0])
        masks = _overlaps(self.bits, union(cells))
        unit = Unit(rule, words, cells, constraints, self.reduced, masks)
        unit.are_different = all(
            not unit.mask & ~(self.bits.peers[cell] | 1 << cell) for cell in cells
        )
        return unit

    def derived(self, pulse: Callable[[], object] = bool) -> tuple[Unit, ...]:
        """Sums that follow from houses and sums together, those of fewer cells first."""
        if self._derived is None:
            reduced = self.reduced
            found = derived(reduced.variables, reduced.constraints, _SUMS, pulse).new
            units = [
                self._made(None, tuple(v.index for v in part.variables), (part,))
                for part in found
                if isinstance(part, Linear) and all(v.index < self._cells for v in part.variables)
            ]
            self._derived = tuple(sorted(units, key=lambda unit: len(unit.cells)))
        return self._derived

    @cached_property
    def units_of(self) -> tuple[tuple[Unit, ...], ...]:
        """For each cell the units of rules that speak of it."""
        found: list[list[Unit]] = [[] for _ in range(self._cells)]
        for unit in self.units():
            for cell in unit.cells:
                found[cell].append(unit)
        return tuple(map(tuple, found))

    def _drawn(self, rule: Rule) -> list[int]:
        """Return the cells that a rule names, in its order."""
        index = self.ruled.board.index
        cells = [cell for cell in dict.fromkeys(rule.cells) if isinstance(cell, Cell)]
        return [index[cell] for cell in cells if cell in index]  # some stand outside

    def _cells_of(self, parts: Iterable[Constraint]) -> tuple[int, ...]:
        inside = dict.fromkeys(v.index for part in parts for v in part.variables)
        return tuple(cell for cell in inside if cell < self._cells)

    def _has_others(self, parts: Iterable[Constraint]) -> bool:
        """Whether constraints speak of variables that are not cells."""
        return any(v.index >= self._cells for part in parts for v in part.variables)

    def _is_known(self, part: Constraint) -> bool:
        """Whether groups, peers and `allowed` say all of a constraint."""
        if isinstance(part, AllDifferent) or (isinstance(part, Relation) and is_different(part)):
            return not self._has_others([part])
        return isinstance(part, Table) and len(part.variables) == 1 and not self._has_others([part])


def _connected(parts: Sequence[Constraint]) -> list[list[Constraint]]:
    """Return constraints in parts that share no variable."""
    together: list[tuple[set[int], list[Constraint]]] = []
    for part in parts:
        inside = {v.index for v in part.variables}
        members = [part]
        apart = []
        for known, others in together:
            if known & inside:
                inside |= known
                members = others + members
            else:
                apart.append((known, others))
        together = [*apart, (inside, members)]
    return [members for _, members in together]


def _overlaps(bits: BoardBits, cells: int) -> list[int]:
    """Return what some cells share with groups, and the pairs that see each other otherwise."""
    found = {group.mask & cells for group in bits.groups}
    found = {mask for mask in found if mask & (mask - 1)}
    largest = [m for m in found if not any(m != other and not m & ~other for other in found)]
    numbers = [i for i in range(cells.bit_length()) if cells >> i & 1]
    for one, other in combinations(numbers, 2):
        pair = 1 << one | 1 << other
        if bits.peers[one] >> other & 1 and not any(not pair & ~mask for mask in largest):
            largest.append(pair)
    return largest
