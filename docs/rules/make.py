"""Write the page of all rules again, and its pictures: `python docs/rules/make.py`."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import csp_sudoku as cs
from csp_sudoku.render import Svg, svg
from csp_sudoku.rules import TABLE, Entry, Rule, parse, ruled
from csp_sudoku.rules.looks import looks

_FILE = Path(__file__).with_name("examples.txt")
DOCS = Path(__file__).parents[1]
PAGE = DOCS / "reference" / "all-rules.md"
PICTURES = DOCS / "pictures" / "rules"

_HEAD = """\
# All rules

All rules of `csp_sudoku.rules`, written by `python docs/rules/make.py` from the table that makes
them. Each has an example that is filled in, the sentence that stands under a puzzle with it, its
call in Python, its text on the command line, what it takes, and the constraints of the model that
the example becomes. [Another page](../howto/variants.md) says how rules are written as text, how
cells are named, and what the words mean.

```python
import csp_sudoku as cs
from csp_sudoku import rules

corner = rules.cage("r1c1 r1c2 r2c1", 11)
puzzle = cs.Puzzle(board="sudoku-2x3", rules=[corner, rules.antiknight()])
assert puzzle == cs.Puzzle(board="sudoku-2x3", rules=["cage r1c1 r1c2 r2c1 = 11", "antiknight"])
assert puzzle.rules_text.startswith("Normal sudoku rules apply with the digits 1 to 6.")
```

A kind of rules that would look like another one of the same puzzle gets another colour, and its
sentence names it. `csp_sudoku.rules.drawing` has the shapes of which all pictures are made.
"""
_FAMILIES = {
    "cages": "Cages and areas",
    "lines": "Lines",
    "signs": "Signs between cells",
    "outside": "Outside the board",
    "cells": "Cells",
    "whole_board": "The whole board",
    "own": "Rules of one's own",
    "grids": "Grids without Sudoku",
}
_FORMATS = {"fpuzzles": "f-puzzles", "iss": "ISS", "sudokupad": "SudokuPad", "tatham": "Tatham"}


class Example(NamedTuple):
    """A rule by name, rules on a board (its own ones first), and a solution of them."""

    name: str
    board: str
    rules: tuple[Rule, ...]
    values: tuple[int, ...]

    @property
    def puzzle(self) -> cs.Puzzle:
        """The empty board with the rules."""
        return cs.Puzzle(board=self.board, rules=self.rules)

    @property
    def picture(self) -> Svg:
        """The rules on a board that is filled in."""
        return svg(cs.Solution(self.values, board=self.board), clues=self.puzzle)


def examples() -> Iterator[Example]:
    """Yield the example of each rule."""
    _, *blocks = _FILE.read_text(encoding="utf-8").split("\n\n")
    for block in blocks:
        head, *rules = block.splitlines()
        name, board, values = head.split()
        yield Example(name, board, tuple(map(parse, rules)), tuple(map(int, values)))


def page(found: dict[str, Example]) -> str:
    """Return the text of the page."""
    parts = [_HEAD]
    family = None
    for name, entry in TABLE.items():
        if entry.family != family:
            family = entry.family
            parts.append(f"## {_FAMILIES.get(family, family)}\n")
        parts.append("\n".join(_section(entry, found[name])))
    return "\n".join(parts)


def _section(entry: Entry, example: Example) -> Iterator[str]:
    rule = example.puzzle.rules[0]
    said = looks([rule])[0].sentence
    yield f"### `{entry.name}`\n"
    yield f"![{entry.name}](../pictures/rules/{entry.name}.svg)\n"
    if said:
        yield f"> {said}\n"
    yield f"{entry.meaning}\n"
    yield "| | |\n|---|---|"
    yield f"| Python | `{example.rules[0]!r}` |"
    yield f"| command line | `--rule '{_cell(example.rules[0])}'` |"
    yield f"| takes | {_parameters(entry)} |"
    yield f"| becomes | {_constraints(rule, example)} |"
    if entry.keys:
        known = (f"{_FORMATS.get(f, f)} `{key}`" for f, key in entry.keys.items())
        yield f"| known as | {', '.join(known)} |"
    yield ""


def _cell(rule: Rule) -> str:
    """Return the text of a rule for a cell of a table."""
    return str(rule).replace("|", "\\|")


def _parameters(entry: Entry) -> str:
    from csp_sudoku.rules.table import REQUIRED

    said = []
    for name, kind, default in entry.parameters:
        unless = "" if default is REQUIRED else ", may be left out"
        if default is not REQUIRED and default is not None:
            unless = f", {kind.text(default) or 'none'} unless given"
        said.append(f"`{name}` ({kind.name}{unless})")
    return ", ".join(said) or "nothing"


def _constraints(rule: Rule, example: Example) -> str:
    units = ruled(example.puzzle.board, example.puzzle.rules).units[rule]
    kinds: dict[str, int] = {}
    for constraint in units:
        kind = type(constraint).__name__
        kinds[kind] = kinds.get(kind, 0) + 1
    return ", ".join(f"{count} {kind}" for kind, count in kinds.items()) or "none of its own"


def main() -> None:
    """Write the page and its pictures."""
    found = {example.name: example for example in examples()}
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.iterdir():
        old.unlink()
    for name in TABLE:
        (PICTURES / f"{name}.svg").write_text(f"{found[name].picture}\n", encoding="utf-8")
    PAGE.write_text(page(found), encoding="utf-8")


if __name__ == "__main__":
    main()
