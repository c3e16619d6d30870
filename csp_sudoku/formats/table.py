"""The table of all formats, each imported when it is looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from csp_sudoku.errors import PuzzleFormatError, shown
from csp_sudoku.formats import NAMES
from csp_sudoku.formats.format import Format


class _Table(Mapping[str, Format]):
    """The formats by name: `line` is the class `LineFormat` of the module `line`."""

    def __init__(self) -> None:
        self._known: dict[str, Format] = {}

    def __getitem__(self, name: str) -> Format:
        if name in self._known:
            return self._known[name]
        if name not in NAMES:
            raise KeyError(name)
        module = import_module(f"csp_sudoku.formats.{name}")
        return self._known.setdefault(name, getattr(module, f"{name.capitalize()}Format")())

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


FORMATS: Mapping[str, Format] = _Table()
"""All formats by name, in the order of `NAMES`."""


def format_of(name: str) -> Format:
    """Return a format by its name."""
    if name not in NAMES:
        raise PuzzleFormatError(f"no format is called {shown(name)}", fix=f"use {', '.join(NAMES)}")
    return FORMATS[name]
