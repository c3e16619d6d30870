"""Text in and out: one module per format, one table of formats, and their detection.

>>> from csp_sudoku.formats import parse, write
>>> parse("1..4 .... .... 2..3").to("numbers")
'1,0,0,4,0,0,0,0,0,0,0,0,2,0,0,3'
>>> print(write(parse("1..4........2..3"), "grid"))
+-----+-----+
| 1 . | . 4 |
| . . | . . |
+-----+-----+
| . . | . . |
| 2 . | . 3 |
+-----+-----+

`parse` reads one puzzle, `records` a stream of them, `write` gives the text of one. The format is
detected; where a text fits two, the error says which option decides.

As in `csp_sudoku` itself, each name is imported when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, whose import every command would wait for
if TYPE_CHECKING:
    from csp_sudoku.formats.alphabets import ALPHABETS, Alphabet
    from csp_sudoku.formats.format import FORMATS, Format, format_of
    from csp_sudoku.formats.source import Source
    from csp_sudoku.formats.streams import Record, parse, records, write

NAMES = (
    "json",
    "hodoku",
    "line",
    "numbers",
    "sdk",
    "grid",
    "pencilmarks",
    "sukaku",
    "sdm",
    "fpuzzles",
    "iss",
    "sudokupad",
    "puzzlink",
    "penpa",
    "link",
    "tatham",
    "killer",
    "sumocue",
    "pasted",
)
"""The formats, each in the module of its name, in the order in which a reader tries them.

Where two read the same puzzle, the earlier one gives its name."""

_MODULE_OF = {
    "ALPHABETS": "alphabets",
    "Alphabet": "alphabets",
    "FORMATS": "format",
    "Format": "format",
    "Record": "streams",
    "Source": "source",
    "format_of": "format",
    "parse": "streams",
    "records": "streams",
    "write": "streams",
}

__all__ = [
    "ALPHABETS",
    "FORMATS",
    "NAMES",
    "Alphabet",
    "Format",
    "Record",
    "Source",
    "format_of",
    "parse",
    "records",
    "write",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
