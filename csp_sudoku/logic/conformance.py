"""Conformance with HoDoKu's library of positions: which of them the techniques reproduce.

    python -m csp_sudoku.logic.conformance FILE [--missed]

The file comes with HoDoKu. Each of its lines (see the format `hodoku`) shows one technique with its
exact result. A position is reproduced if a step of that technique has exactly that result. Some
positions are counter-examples: they are reproduced if no step has that result.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from csp_sudoku.formats.hodoku import Position, parse_position
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate
from csp_sudoku.logic.techniques.table import BY_NAME

CODES: Mapping[str, tuple[str, ...]] = {
    "0000": ("full house",),
    "0002": ("hidden single in a block", "hidden single in a line"),
    "0003": ("naked single",),
    "0100": ("pointing",),
    "0101": ("claiming",),
    "0110": ("locked pair",),
    "0111": ("locked triple",),
    "0200": ("naked pair",),
    "0201": ("naked triple",),
    "0202": ("naked quadruple",),
    "0210": ("hidden pair",),
    "0211": ("hidden triple",),
    "0212": ("hidden quadruple",),
    "0300": ("x-wing",),
    "0301": ("swordfish",),
    "0302": ("jellyfish",),
    "0310": ("finned x-wing",),
    "0311": ("finned swordfish",),
    "0312": ("finned jellyfish",),
    "0320": ("sashimi x-wing",),
    "0321": ("sashimi swordfish",),
    "0322": ("sashimi jellyfish",),
    "03111": ("siamese finned swordfish",),
    "03121": ("siamese finned jellyfish",),
    "03211": ("siamese sashimi swordfish",),
    "03221": ("siamese sashimi jellyfish",),
    "0330": ("franken x-wing",),
    "0331": ("franken swordfish",),
    "0332": ("franken jellyfish",),
    "0340": ("finned franken x-wing",),
    "0341": ("finned franken swordfish",),
    "0342": ("finned franken jellyfish",),
    "0362": ("finned mutant jellyfish",),
    "0363": ("finned mutant squirmbag",),
    "03411": ("siamese finned franken swordfish",),
    "03421": ("siamese finned franken jellyfish",),
    "03621": ("siamese finned mutant jellyfish",),
    "0400": ("skyscraper",),
    "0401": ("two-string kite",),
    "0402": ("empty rectangle",),
    "0403": ("turbot fish",),
    "0404": ("dual two-string kite",),
    "0405": ("dual empty rectangle",),
    "0500": ("simple colour trap",),
    "0501": ("simple colour wrap",),
    "0502": ("multi colours",),
    "0503": ("multi colours",),
    "0600": ("unique rectangle 1",),
    "0601": ("unique rectangle 2",),
    "0602": ("unique rectangle 3",),
    "0603": ("unique rectangle 4",),
    "0604": ("unique rectangle 5",),
    "0605": ("unique rectangle 6",),
    "0606": ("hidden rectangle",),
    "0607": ("avoidable rectangle 1",),
    "0608": ("avoidable rectangle 2",),
    "0610": ("bug+1",),
    "0701": ("x-chain",),
    "0702": ("xy-chain",),
    "0703": ("remote pair",),
    "0706": ("continuous nice loop",),
    "0707": ("discontinuous nice loop",),
    "0708": ("alternating inference chain",),
    "0709": ("grouped continuous nice loop", "als continuous nice loop"),
    "0710": ("grouped discontinuous nice loop", "als discontinuous nice loop"),
    "0711": ("grouped alternating inference chain", "als alternating inference chain"),
    "0800": ("xy-wing",),
    "0801": ("xyz-wing",),
    "0802": ("wxyz-wing",),
    "0803": ("w-wing",),
    "0901": ("als-xz",),
    "0902": ("als-xy-wing",),
    "0903": ("als chain",),
    "0904": ("death blossom",),
    "1101": ("sue de coq",),
    "1201": ("template set",),
    "1202": ("template delete",),
    "1302": ("cell forcing chain", "group forcing chain"),
    "1303": ("forcing net",),
    "1304": ("cell forcing net", "group forcing net"),
}
"""The names of the techniques for each code."""


class Tally(NamedTuple):
    """How many positions of one code were reproduced, and the lines of those that were not."""

    code: str
    names: tuple[str, ...]
    positions: int
    missed: tuple[str, ...]

    @property
    def reproduced(self) -> int:
        """The number of positions that were reproduced."""
        return self.positions - len(self.missed)


def is_reproduced(position: Position, names: Sequence[str]) -> bool:
    """Whether one of these techniques has a step with exactly the stated result."""
    index = position.puzzle.board.index
    wanted = tuple(
        frozenset(Candidate(index[cell], value) for cell, value in marks)
        for marks in (position.placements, position.eliminations)
    )
    state = State.of(position.puzzle, placed=position.placed)
    found = any(step.result == wanted for name in names for step in BY_NAME[name].find(state))
    return found != position.must_be_absent


def tallies(lines: Sequence[str], only: str = "") -> Iterator[Tally]:
    """Yield a tally for each code, in order; codes without a technique have no names."""
    by_code: dict[str, list[tuple[str, Position]]] = {}
    for line in lines:
        if line.startswith(":"):
            position = parse_position(line)
            by_code.setdefault(position.technique, []).append((line, position))
    for code, shown in sorted(by_code.items()):
        if not code.startswith(only):
            continue
        names = CODES.get(code, ())
        missed = [
            line for line, position in shown if not names or not is_reproduced(position, names)
        ]
        yield Tally(code, names, len(shown), tuple(missed))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if more positions were missed than `--at-most` allows."""
    parser = argparse.ArgumentParser(prog="python -m csp_sudoku.logic.conformance")
    parser.add_argument("file", type=Path, help="HoDoKu's regression library")
    parser.add_argument("--missed", action="store_true", help="print the lines that were missed")
    parser.add_argument("--only", default="", help="only codes that start with this")
    parser.add_argument("--at-most", type=int, default=0, metavar="N", help="N may be missed")
    options = parser.parse_args(arguments)
    lines = options.file.read_text(encoding="utf-8").splitlines()
    positions = reproduced = missed = 0
    print(f"{'code':6}{'technique':46}{'positions':>9}{'reproduced':>12}")
    for tally in tallies(lines, options.only):
        name = ", ".join(tally.names) or "(none)"
        print(f"{tally.code:6}{name:46}{tally.positions:9}{tally.reproduced:12}", flush=True)
        positions += tally.positions
        reproduced += tally.reproduced
        missed += len(tally.missed) if tally.names else 0
        if options.missed and tally.names:
            print(*tally.missed, sep="\n", end="\n" if tally.missed else "")
    print(f"{'':6}{'all':46}{positions:9}{reproduced:12}")
    return 1 if missed > options.at_most else 0


if __name__ == "__main__":
    sys.exit(main())
