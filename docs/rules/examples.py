"""The examples of all rules: see `examples.txt`."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import csp_sudoku as cs
from csp_sudoku.render import Svg, svg
from csp_sudoku.rules import Rule, parse

_FILE = Path(__file__).with_name("examples.txt")


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
