"""Units: a part of a rule, or a derived sum, as a small problem of its own.

A unit has the basis constraints that speak of the same cells. It is asked what the candidates of
its cells leave possible: by its own constraints, or together with the groups that its cells share.
The native search answers both; what it answered is kept, as most units do not change in a step.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from csp_sudoku.bits import members, union
from csp_sudoku.encoders import bitmask
from csp_sudoku.encoders.bitmask import Encoding
from csp_sudoku.logic.rule_words import Telling
from csp_sudoku.model import CSP, AllDifferent, Constraint, Problem
from csp_sudoku.native.status import Status as Stop
from csp_sudoku.rules import Rule

_MOST_KEPT = 3000
_MOST_NODES = 2000
"""A search for one filling of a unit that takes longer is given up: the candidate stays."""
_MOST_CELLS = 20
"""Units of more cells are not filled by search."""
_MOST_FILLINGS = 400
"""With more fillings than this, no combinations are told; as many are kept for later questions."""

Left = tuple[int, ...] | None
"""For each cell of a unit the candidates that are left; None if it cannot be filled."""


class Unit:
    """Constraints over some cells, with the words for them; asked with one mask per cell."""

    def __init__(
        self,
        rule: Rule | None,
        words: Telling,
        cells: tuple[int, ...],
        constraints: tuple[Constraint, ...],
        reduced: CSP,
        groups: Iterable[int],
    ) -> None:
        self.rule = rule
        """The rule that it is a part of; None if it was derived."""
        self.words = words
        self.cells = cells
        self.mask = union(cells)
        self.constraints = constraints
        self.are_different = False
        """Whether no two of its cells can be equal."""
        self._reduced = reduced
        self._shared = [mask for group in groups if (mask := group & self.mask) & (mask - 1)]
        self._encodings: dict[bool, Encoding] = {}
        self._kept: dict[tuple[str, tuple[int, ...]], Left | bool | tuple[int, ...]] = {}
        self._others = self._free()
        self._width = max((len(reduced.variables[cell].domain) for cell in cells), default=0)
        """The bits for one cell in a number that stands for the candidates of all."""
        self._fillings: dict[bool, list[int]] = {False: [], True: []}
        """Fillings that were found, alone and with groups: most still fit after a step."""

    def _free(self) -> list[int]:
        """Return a mask for each variable: one value for those that the unit does not speak of."""
        inside = {v.index for constraint in self.constraints for v in constraint.variables}
        return [
            (1 << len(v.domain)) - 1 if v.index in inside else 1 for v in self._reduced.variables
        ]

    def _encoding(self, *, with_groups: bool) -> Encoding:
        found = self._encodings.get(with_groups)
        if found is None:
            kept = {id(constraint) for constraint in self.constraints}
            csp = self._reduced.without(lambda c: id(c) not in kept, {})
            missing = [c for c in self.constraints if c.origin is not None]
            groups = self._shared if with_groups else []
            if missing or groups:
                csp = csp.copy()
                variables = csp.variables
                for mask in groups:
                    csp.add(AllDifferent([variables[cell] for cell in members(mask)]))
                for constraint in missing:
                    csp.add(constraint)
            found = self._encodings[with_groups] = bitmask.encode(csp)
        return found

    def _native(self, encoding: Encoding, masks: Sequence[int]) -> array[int]:
        whole = self._others.copy()
        for cell, mask in zip(self.cells, masks, strict=True):
            whole[cell] = mask
        return encoding.masks(Problem(self._reduced, whole))

    def _own(self, encoding: Encoding, native: Sequence[int]) -> tuple[int, ...]:
        """Return native masks as masks of the cells of the unit."""
        if encoding.spaces.is_plain:
            return tuple([native[cell] for cell in self.cells])
        return tuple(
            [
                sum(
                    1 << own
                    for own, code in enumerate(encoding.spaces.code[cell])
                    if native[cell] >> code & 1
                )
                for cell in self.cells
            ]
        )

    def left(self, masks: tuple[int, ...], *, with_groups: bool = False) -> Left:
        """Return the candidates that stand in a filling of the unit, and of its groups if wanted.

        Where the search for a filling takes too long, a candidate is left.
        """
        key = "joint" if with_groups else "alone", masks
        if key not in self._kept:
            self._keep(key, self._left(masks, with_groups=with_groups))
        return self._kept[key]  # type: ignore[return-value]

    def _left(self, masks: tuple[int, ...], *, with_groups: bool) -> Left:
        encoding = self._encoding(with_groups=with_groups)
        settled = encoding.settle(self._native(encoding, masks))
        if settled is None:
            return None
        left = list(self._own(encoding, settled))
        if len(self.cells) > _MOST_CELLS:
            return tuple(left)
        seen = self._known(left, with_groups=with_groups)
        native = self._native(encoding, left)
        for at, cell in enumerate(self.cells):
            for code in members(left[at]):
                if seen >> at * self._width + code & 1:
                    continue
                native[cell] = encoding.mask(cell, 1 << code)
                found = self._filling(encoding, native)
                if found is None:
                    seen |= 1 << at * self._width + code
                elif not found:
                    left[at] &= ~(1 << code)
                    if not left[at]:
                        return None
                else:
                    seen |= self._note(found, with_groups=with_groups)
            native[cell] = encoding.mask(cell, left[at])
        return tuple(left)

    def _known(self, masks: Iterable[int], *, with_groups: bool) -> int:
        """Return the candidates, side by side in one number, of the known fillings that fit."""
        gone = ~self._joined(masks)
        seen = 0
        for filling in self._fillings[with_groups]:
            if not filling & gone:
                seen |= filling
        return seen

    def _note(self, codes: Sequence[int], *, with_groups: bool) -> int:
        """Keep a filling, and return it as a number."""
        filling = self._joined([1 << codes[cell] for cell in self.cells])
        kept = self._fillings[with_groups]
        if len(kept) >= _MOST_FILLINGS:
            del kept[: _MOST_FILLINGS // 2]
        kept.append(filling)
        return filling

    def _joined(self, masks: Iterable[int]) -> int:
        whole = 0
        for at, mask in enumerate(masks):
            whole |= mask << at * self._width
        return whole

    def _filling(self, encoding: Encoding, native: array[int]) -> Sequence[int] | None:
        """Return a filling, an empty one if there is none, None if it was not found in time."""
        search = encoding.search(native)
        stopped = search.run(nodes=_MOST_NODES)
        if search.solution is not None:
            return encoding.decode(search.solution)
        return () if stopped is Stop.EXHAUSTED else None

    def needs(self, masks: tuple[int, ...], value: int) -> bool:
        """Whether the value stands in every filling."""
        key = f"needs {value}", masks
        if key not in self._kept:
            less = tuple([mask & ~(1 << value - 1) for mask in masks])
            needed = not all(less)
            if (
                not needed
                and len(self.cells) <= _MOST_CELLS
                and not self._known(less, with_groups=True)
            ):
                encoding = self._encoding(with_groups=True)
                found = self._filling(encoding, self._native(encoding, less))
                needed = found is not None and not found
                if found:
                    self._note(found, with_groups=True)
            self._keep(key, needed)
        return bool(self._kept[key])

    def combinations(self, masks: tuple[int, ...]) -> list[int] | None:
        """Return the sets of values that fillings have, as masks; None if there are too many."""
        encoding = self._encoding(with_groups=True)
        search = encoding.search(self._native(encoding, masks))
        found: dict[int, None] = {}
        for _ in range(_MOST_FILLINGS):
            stopped = search.run(nodes=_MOST_NODES)
            if search.solution is None:
                return list(found) if stopped is Stop.EXHAUSTED else None
            codes = encoding.decode(search.solution)
            found[union(codes[cell] for cell in self.cells)] = None
        return None

    def _keep(self, key: tuple[str, tuple[int, ...]], answer: object) -> None:
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        self._kept[key] = answer  # type: ignore[assignment]
