"""Rules: what a cage, a thermometer, a dot or any other rule leaves of the candidates in its cells.

The steps are graded. A rule with one open cell gives its value. A rule alone clears what it cannot
have: bounds of a thermometer, combinations of a cage. Together with the groups that its cells
share, it clears more. A value that a rule must have somewhere is cleared from the cells that see
all its places. Derived sums (innies and outies, see `model.strengthening`) are used alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from csp_sudoku.bits import members, values_of
from csp_sudoku.logic.rule_units import Left, Unit
from csp_sudoku.logic.rule_words import BY_SETS
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step, at
from csp_sudoku.logic.techniques.technique import Technique
from csp_sudoku.logic.words import listed

_MOST_TOLD = 4
"""More combinations than this are not listed in a sentence."""


def _units(state: State) -> Iterator[Unit]:
    """Yield the units of rules that have open cells."""
    ruled = state.bits.ruled
    if ruled:
        for unit in ruled.units(state.check):
            if unit.mask & state.open:
                state.check()
                yield unit


def _derived(state: State) -> Iterator[Unit]:
    ruled = state.bits.ruled
    if ruled:
        for unit in ruled.derived(state.check):
            if unit.mask & state.open:
                state.check()
                yield unit


def masks_of(state: State, unit: Unit) -> tuple[int, ...]:
    """Return what each cell of a unit may be, solved ones included."""
    return tuple(
        [
            1 << state.values[cell] - 1 if state.values[cell] else state.candidates[cell]
            for cell in unit.cells
        ]
    )


def rule_single(state: State) -> Iterator[Step]:
    """Find rules with one open cell, which can have one value only."""
    for unit in _units(state):
        last = unit.mask & state.open
        if last & (last - 1):
            continue
        cell = last.bit_length() - 1
        left = unit.left(masks_of(state, unit))
        if left is None:
            yield _impossible(state, unit, "rule single")
            continue
        mask = left[unit.cells.index(cell)]
        if mask.bit_count() == 1 and mask & state.candidates[cell]:
            found = Candidate(cell, mask.bit_length())
            words = state.words
            yield Step(
                "rule single",
                f"{_told(unit)}: the last open cell {words.cell[cell]} is "
                f"{words.value[found.value]}",
                placements=(found,),
                pattern=(found,),
                support=tuple(c for c in unit.cells if c != cell),
                rule=unit.words.noun,
            )


def rule_alone(state: State) -> Iterator[Step]:
    """Find candidates that a rule leaves no room for."""
    for unit in _units(state):
        masks = masks_of(state, unit)
        yield from _cleared(state, unit, "rule", masks, unit.left(masks))


def rule_in_groups(state: State) -> Iterator[Step]:
    """Find candidates that a rule and the groups of its cells leave no room for together."""
    for unit in _units(state):
        masks = masks_of(state, unit)
        yield from _cleared(
            state, unit, "rule and groups", masks, unit.left(masks, with_groups=True)
        )


def derived_sum(state: State) -> Iterator[Step]:
    """Find candidates that a derived sum leaves no room for."""
    for unit in _derived(state):
        masks = masks_of(state, unit)
        yield from _cleared(state, unit, "derived sum", masks, unit.left(masks))


def derived_sum_in_groups(state: State) -> Iterator[Step]:
    """Find candidates that a derived sum and the groups of its cells leave no room for."""
    for unit in _derived(state):
        masks = masks_of(state, unit)
        yield from _cleared(
            state, unit, "derived sum and groups", masks, unit.left(masks, with_groups=True)
        )


def rule_places(state: State) -> Iterator[Step]:
    """Find values that a rule must have, and cells that see all their places in it."""
    return _places(state, "rule places", _units(state))


def derived_places(state: State) -> Iterator[Step]:
    """Find values that the cells of a derived sum must have, and cells that see all places."""
    return _places(state, "derived places", _derived(state))


def _places(state: State, name: str, units: Iterable[Unit]) -> Iterator[Step]:
    words = state.words
    for unit in units:
        if any(not group.mask & ~unit.mask for group in state.bits.full_groups):
            continue  # the group has each value somewhere anyway
        masks = masks_of(state, unit)
        for value in range(1, state.bits.size + 1):
            places = state.places[value] & unit.mask
            if not places or state.placed[value] & unit.mask:
                continue
            seen = state.places[value] & state.bits.common_peers(places) & ~unit.mask
            if not seen or not unit.needs(masks, value):
                continue
            eliminations = at(seen, value)
            need = "need" if unit.words.is_plural else "needs"
            yield Step(
                name,
                f"{_told(unit)} and {need} {words.value[value]} at {words.cells(places, 'or')}: "
                f"{words.out(eliminations)}",
                eliminations=eliminations,
                pattern=at(places, value),
                support=tuple(members(unit.mask & ~state.open)),
                rule=unit.words.noun,
            )


def _cleared(
    state: State, unit: Unit, name: str, masks: tuple[int, ...], left: Left
) -> Iterator[Step]:
    if left is None:
        yield _impossible(state, unit, name)
        return
    if left == masks:
        return
    gone = [
        Candidate(cell, value)
        for cell, before, after in zip(unit.cells, masks, left, strict=True)
        for value in values_of(before & ~after)
        if not state.values[cell]
    ]
    if not gone:
        return
    because = _because(state, unit, masks, is_joint=name.endswith("groups"))
    yield Step(
        name,
        f"{because}: {state.words.out(gone)}",
        eliminations=tuple(gone),
        pattern=tuple(
            Candidate(cell, value)
            for cell, after in zip(unit.cells, left, strict=True)
            if not state.values[cell]
            for value in values_of(after)
        ),
        support=tuple(members(unit.mask & ~state.open)),
        rule=unit.words.noun,
    )


def _impossible(state: State, unit: Unit, name: str) -> Step:
    """Return the step that leaves a cell of a unit without a value, as the unit has no filling."""
    cell = next(iter(members(unit.mask & state.open)))
    gone = tuple(Candidate(cell, value) for value in values_of(state.candidates[cell]))
    return Step(
        name,
        f"{_told(unit)} and cannot be filled any more: {state.words.cell[cell]} has no value left",
        eliminations=gone,
        pattern=gone,
        support=tuple(members(unit.mask & ~state.open)),
        rule=unit.words.noun,
    )


def _told(unit: Unit) -> str:
    return f"{unit.words.noun}{',' * (unit.rule is None)} {unit.words.says}"


def _because(state: State, unit: Unit, masks: tuple[int, ...], *, is_joint: bool) -> str:
    """Say what a unit leaves: its combinations if they are few, else what it says."""
    if unit.are_different and (unit.rule is None or unit.rule.name in BY_SETS):
        sets = unit.combinations(masks)
        if sets and len(sets) <= _MOST_TOLD:
            words = state.words
            told = (
                words.values(sets[0])
                if len(sets) == 1
                else listed([words.set(values) for values in sorted(sets)], "or")
            )
            if unit.rule is not None:
                return f"{unit.words.noun} can only be {told}"
            if len(unit.cells) > 1:
                return f"{_told(unit)}, and they can only be {told}"
    joint = ", and cells that see each other differ" if is_joint else ""
    return f"{_told(unit)}{joint}"


TECHNIQUES = (
    Technique("rule single", 2.3, rule_single),
    Technique("rule", 2.4, rule_alone),
    Technique("rule places", 2.9, rule_places),
    Technique("rule and groups", 3.2, rule_in_groups),
    Technique("derived sum", 3.5, derived_sum),
    Technique("derived places", 3.7, derived_places),
    Technique("derived sum and groups", 3.8, derived_sum_in_groups),
)
