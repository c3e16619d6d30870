"""All techniques in one table, the easiest first."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from csp_sudoku.logic.techniques import (
    almost_locked,
    chains,
    colouring,
    complex_fish,
    fish,
    forcing,
    locked,
    rated,
    rules,
    single_digit,
    singles,
    subsets,
    sue_de_coq,
    templates,
    trials,
    uniqueness,
    wings,
)
from csp_sudoku.logic.techniques.technique import Technique

_FAMILIES = (
    singles.TECHNIQUES,
    locked.TECHNIQUES,
    rules.TECHNIQUES,
    subsets.TECHNIQUES,
    single_digit.TECHNIQUES,
    wings.TECHNIQUES,
    fish.TECHNIQUES,
    colouring.TECHNIQUES,
    uniqueness.TECHNIQUES,
    sue_de_coq.TECHNIQUES,
    chains.TECHNIQUES,
    almost_locked.TECHNIQUES,
    trials.TECHNIQUES,
    forcing.TECHNIQUES,
    rated.TECHNIQUES,
)

_EXTRA = (fish.EXTRA, complex_fish.EXTRA, single_digit.EXTRA, templates.EXTRA)

TECHNIQUES: tuple[Technique, ...] = tuple(
    sorted(
        (technique for family in _FAMILIES for technique in family),
        key=lambda technique: technique.rating,
    )
)
"""The techniques that the solver tries, by rating; equal ratings in the order of the families."""

BY_NAME: Mapping[str, Technique] = MappingProxyType(
    {technique.name: technique for family in (TECHNIQUES, *_EXTRA) for technique in family}
)
"""Every technique by its name, including those that the solver does not try by itself."""
