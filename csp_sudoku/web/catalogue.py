"""What the page can offer: boards, rules with their parameters, formats, exports, backends."""

from __future__ import annotations

from functools import cache
from typing import Any

import csp_sudoku
from csp_sudoku.backends import available
from csp_sudoku.boards.symmetries import PATTERNS
from csp_sudoku.comparing.measure import paradigms
from csp_sudoku.comparing.plots import ink
from csp_sudoku.encoders.exports import EXPORTS
from csp_sudoku.logic.levels import HODOKU
from csp_sudoku.rules import TABLE, Entry
from csp_sudoku.rules.table import REQUIRED

BOARDS = {
    "sudoku-3x3": "Classic 9x9",
    "sudoku-2x2": "4x4",
    "sudoku-2x3": "6x6",
    "sudoku-2x4": "8x8",
    "sudoku-3x4": "12x12",
    "sudoku-4x4": "16x16",
    "sudoku-5x5": "25x25",
    "sudoku-3x3+diagonals": "Diagonals",
    "sudoku-3x3+windows": "Windows",
    "sudoku-3x3+disjoint": "Disjoint groups",
    "samurai": "Samurai",
    "latin-5": "Latin 5x5",
    "latin-9": "Latin 9x9",
    "jigsaw": "Random jigsaw 9x9",
    "jigsaw-6": "Random jigsaw 6x6",
}
"""The boards of the menu; a name that is not a board's is made by `jigsaw`."""
_FAMILIES = {
    "cages": "Cages",
    "lines": "Lines",
    "signs": "Dots and signs",
    "outside": "Outside clues",
    "cells": "Cells",
    "whole_board": "The whole board",
    "grids": "Other grids",
    "own": "Your own",
}


@cache
def catalogue() -> dict[str, Any]:
    """Return all that can be chosen from."""
    return {
        "version": csp_sudoku.__version__,
        "boards": [{"name": name, "words": words} for name, words in BOARDS.items()],
        "rules": [_entry(entry) for entry in TABLE.values()],
        "families": _FAMILIES,
        "exports": [{"name": name, "summary": format.summary} for name, format in EXPORTS.items()],
        "symmetries": list(PATTERNS),
        "levels": list(HODOKU.levels),
        "backends": [
            {
                "name": info.name,
                "summary": info.summary,
                "missing": info.missing,
                "usual": info.name in paradigms(),
                "ink": list(ink(info.name)),
            }
            for info in available()
            if info.is_complete
        ],
    }


def _entry(entry: Entry[Any]) -> dict[str, Any]:
    return {
        "name": entry.name,
        "words": entry.name.replace("_", " "),
        "family": entry.family,
        "meaning": entry.meaning,
        "number": entry.number,
        "parameters": [
            {
                "name": name,
                "kind": kind.name,
                "meaning": kind.meaning,
                "required": default is REQUIRED,
                "default": None if default in (REQUIRED, None) else kind.to_data(default),
                "least": getattr(kind, "least", None),
                "most": getattr(kind, "most", None),
                "choices": list(dict.fromkeys(getattr(kind, "choices", {}).values())) or None,
            }
            for name, kind, default in entry.parameters
        ],
    }
