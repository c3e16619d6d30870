"""The texts that an ISS link may carry besides its strings: plain puzzles, layouts, killers, marks.

Blank lines stand between sections, which together are one puzzle; lines that begin with # are
remarks. What a section is depends on its length and its symbols, in the order of the solver:
`64 symbols` are a puzzle of 8x8, and never the marks of one of 4x4.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from math import isqrt

from csp_sudoku.formats.format import FORMATS, Passage
from csp_sudoku.formats.iss_grid import DIGITS, LARGEST
from csp_sudoku.formats.iss_reading import is_string
from csp_sudoku.formats.iss_tree import GIVEN, Node, parsed
from csp_sudoku.formats.links import Payload

_REMARKS = re.compile(r"^#.*$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n\s*\n")
_LETTERS = "ABCDEFGHIJKLMNOP"
_SNARFABLE = re.compile(r"(?=.*[<v>^`',])[0-9A-Za-z^<>`',.]{81}")
_SPACED = re.compile(r"[0-9\s.|_-]+", re.ASCII)
_MARKS = re.compile(r"[0-9.]+", re.ASCII)


def nodes_in(given: Payload) -> tuple[Node, ...] | None:
    """Return the constraints of a text; None if a section of it is of no form that is known."""
    nodes: list[Node] = []
    for section in _BLANK_LINES.split(_REMARKS.sub("", given.text)):
        packed = "".join(section.split())
        if not packed:
            continue
        if is_string(packed):
            nodes += parsed(given._replace(text=packed, offset=None))
            continue
        found = next(filter(None, (read(section, packed) for read in _READERS)), None)
        if found is None:
            return None
        nodes += found
    return tuple(nodes)


def _shape(size: int) -> Node:
    return Node("Shape", (f"{size}x{size}",))


def _given(size: int, clues: Iterable[tuple[int, str]]) -> Node:
    """Return clues: of each cell its number, and its values with _ between them."""
    names = (f"R{DIGITS[at // size]}C{DIGITS[at % size]}_{values}" for at, values in clues)
    return Node(GIVEN, tuple(names))


def _side(count: int, power: int = 2) -> int | None:
    """Return the side of a grid with this many symbols; None if there is none."""
    side = isqrt(count) if power == 2 else round(count ** (1 / 3))
    return side if side**power == count and 1 < side <= LARGEST else None


def _killer(section: str, packed: str) -> list[Node] | None:
    """Return the cages of a killer in either of its short forms."""
    name = "sumocue" if packed.startswith("3x3:") else "killer"
    if name == "killer" and not _SNARFABLE.fullmatch(packed):
        return None
    from csp_sudoku.formats.iss_writing import nodes_of

    return nodes_of(FORMATS[name].read(Passage("<link>", 1, (packed,)), None, None))


def _jigsaw(section: str, packed: str) -> list[Node] | None:
    half = len(packed) // 2
    if len(packed) % 2 or _side(half) is None:
        return None
    layout, puzzle = _layout("", packed[half:]), _plain("", packed[:half])
    return [*layout, *puzzle] if layout and puzzle else None


def _layout(section: str, packed: str) -> list[Node] | None:
    size = _side(len(packed))
    if size is None or len(set(packed)) != size:
        return None
    if any(packed.count(symbol) != size for symbol in set(packed)):
        return None
    return [_shape(size), Node("Jigsaw", (packed,)), Node("NoBoxes")]


def _plain(section: str, packed: str) -> list[Node] | None:
    symbols = packed.removeprefix("=")
    size = _side(len(symbols))
    if size is None:
        return None
    known = DIGITS[:size] if size < 10 else _LETTERS[:size]
    if len(set(symbols) - set(known)) > 1:
        return None
    clues = [(at, str(known.index(s) + 1)) for at, s in enumerate(symbols) if s in known]
    return [_shape(size), _given(size, clues)]


def _grid(section: str, packed: str) -> list[Node] | None:
    cells = re.findall(r"[.]|[0-9]+", section)
    size = _side(len(cells))
    if size is None or not _SPACED.fullmatch(section):
        return None
    return [_shape(size), _given(size, [(at, c) for at, c in enumerate(cells) if c != "."])]


def _pencilmarks(section: str, packed: str) -> list[Node] | None:
    size = _side(len(packed), 3)
    if size is None or not _MARKS.fullmatch(packed):
        return None
    marks = [packed[at : at + size].replace(".", "") for at in range(0, len(packed), size)]
    return [_shape(size), _given(size, [(at, "_".join(m)) for at, m in enumerate(marks)])]


_READERS: tuple[Callable[[str, str], list[Node] | None], ...] = (
    _killer,
    _jigsaw,
    _layout,
    _plain,
    _grid,
    _pencilmarks,
)
