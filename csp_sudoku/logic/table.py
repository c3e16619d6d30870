"""All techniques in one table, the easiest first."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from csp_sudoku.logic import locked, singles
from csp_sudoku.logic.technique import Technique

_FAMILIES = (singles, locked)

TECHNIQUES: tuple[Technique, ...] = tuple(
    sorted(
        (technique for family in _FAMILIES for technique in family.TECHNIQUES),
        key=lambda technique: technique.rating,
    )
)
"""The techniques in the order of their ratings; equal ones in the order of their modules."""

BY_NAME: Mapping[str, Technique] = MappingProxyType({t.name: t for t in TECHNIQUES})
