"""The table of all formats, in the order in which a reader thinks of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from csp_sudoku.errors import PuzzleFormatError
from csp_sudoku.formats.format import Format
from csp_sudoku.formats.grid import GridFormat
from csp_sudoku.formats.hodoku import HodokuFormat
from csp_sudoku.formats.json import JsonFormat
from csp_sudoku.formats.line import LineFormat
from csp_sudoku.formats.numbers import NumbersFormat
from csp_sudoku.formats.pencilmarks import PencilmarksFormat
from csp_sudoku.formats.sdk import SdkFormat
from csp_sudoku.formats.sdm import SdmFormat
from csp_sudoku.formats.sukaku import SukakuFormat

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        format.name: format
        for format in (
            JsonFormat(),
            HodokuFormat(),
            LineFormat(),
            NumbersFormat(),
            SdkFormat(),
            GridFormat(),
            PencilmarksFormat(),
            SukakuFormat(),
            SdmFormat(),
        )
    }
)
"""All formats by name. Where two read the same puzzle, the earlier one gives its name."""


def format_of(name: str) -> Format:
    """Return a format by its name."""
    if name not in FORMATS:
        raise PuzzleFormatError(f"no format is called {name!r}", fix=f"use {', '.join(FORMATS)}")
    return FORMATS[name]
