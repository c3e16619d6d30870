"""Rules in the sentences of steps: what one is called where it is drawn, and what it says.

A sentence is made of a noun and a clause: "the thermometer from r9c1 to r5c1" "increases". The
table has both for each rule that people draw often; any other rule is called by its text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from csp_sudoku.boards import Board
from csp_sudoku.logic.words import listed
from csp_sudoku.model import Linear, Origin
from csp_sudoku.rules import Rule


class Telling(NamedTuple):
    """A noun and a clause, in which {names} stand for arguments and cells: see `telling`."""

    noun: str
    says: str

    @property
    def is_plural(self) -> bool:
        """Whether the noun names several things: r1c1 and r1c2 are filled in wrongly."""
        return self.says.partition(" ")[0] in ("have", "add", "are", "do")


_LINE = "line from {first} to {last}"
_PAIR = "{cells}"

_TABLE: Mapping[str, Telling] = {
    # cages
    "cage": Telling("the {count}-cell cage of {sum} at {first}", "adds up to {sum}"),
    "sum_cage": Telling("the {count}-cell cage of {sum} at {first}", "adds up to {sum}"),
    "equal_sums": Telling("the areas of equal sums at {first}", "have the same sum"),
    "equality_cage": Telling(
        "the equality cage at {first}", "has as many even as odd and as many low as high digits"
    ),
    "rellik": Telling("the cage of not {sum} at {first}", "has no digits that add up to {sum}"),
    "look_and_say": Telling("the look-and-say cage at {first}", "says {said}"),
    "contain": Telling("the cage at {first}", "has {values}"),
    "contain_exactly": Telling("the cage at {first}", "has {values}"),
    "count_distinct": Telling("the circle at {counter}", "counts the different digits of its cage"),
    # lines
    "thermo": Telling("the thermometer from {first} to {last}", "increases"),
    "slow_thermo": Telling("the slow thermometer from {first} to {last}", "never decreases"),
    "arrow": Telling("the arrow with its circle at {circle}", "adds up to its circle"),
    "double_arrow": Telling("the double arrow from {first} to {last}", "adds up to its circles"),
    "pill_arrow": Telling("the arrow with its pill at {first}", "adds up to its pill"),
    "palindrome": Telling(f"the palindrome {_LINE}", "reads the same from both ends"),
    "renban": Telling(f"the renban {_LINE}", "has consecutive digits"),
    "whisper": Telling(f"the whisper {_LINE}", "has neighbours {difference} or more apart"),
    "between": Telling(f"the {_LINE}", "has digits between those of its circles"),
    "lockout": Telling(
        f"the lockout {_LINE}",
        "has digits outside of its diamonds, which differ by {difference} or more",
    ),
    "region_sum": Telling(f"the region sum {_LINE}", "has the same sum in each box"),
    "zipper": Telling(f"the zipper {_LINE}", "has pairs of one sum"),
    "nabner": Telling(f"the nabner {_LINE}", "has no consecutive digits"),
    "modular": Telling(
        f"the modular {_LINE}", "has {modulus} different remainders in any {modulus} cells in a row"
    ),
    "entropic": Telling(
        f"the entropic {_LINE}", "has a low, a middle and a high digit in any three cells in a row"
    ),
    "sum_line": Telling(f"the {_LINE}", "is made of parts that add up to {sum}"),
    "same_values": Telling("the areas of the same digits at {first}", "have the same digits"),
    # signs
    "white_dot": Telling(_PAIR, "have a white dot and differ by {difference}"),
    "black_dot": Telling(_PAIR, "have a black dot, and one is {ratio} times the other"),
    "x": Telling(_PAIR, "have an X and add up to 10"),
    "v": Telling(_PAIR, "have a V and add up to 5"),
    "sum_sign": Telling(_PAIR, "add up to {sum}"),
    "greater": Telling("{first}", "is greater than {last}"),
    "quadruple": Telling("the circle of {values} at {first}", "has its digits around it"),
    "negative_xv": Telling(_PAIR, "have no X or V between them"),
    "negative_white": Telling(_PAIR, "have no dot and do not differ by {difference}"),
    "negative_black": Telling(_PAIR, "have no dot, and none is {ratio} times the other"),
    "negative_difference": Telling(_PAIR, "have no dot and do not differ by {difference}"),
    # outside
    "little_killer": Telling("the diagonal of {sum} from {first} to {last}", "adds up to {sum}"),
    "sandwich": Telling("the sandwich of {sum} in {group}", "adds up to {sum} between its ends"),
    "lunchbox": Telling("the lunchbox at {first}", "adds up to {sum} between its ends"),
    "x_sum": Telling("the X-sum of {sum} at {first}", "adds up to {sum} over its first X digits"),
    "skyscraper": Telling("{group}, looked at from {first}", "shows {count_of} skyscrapers"),
    "hidden_skyscraper": Telling(
        "{group}, looked at from {first}", "hides {value} as its first skyscraper"
    ),
    "numbered_room": Telling(
        "the numbered room at {first}", "has {value} in the cell that {first} counts"
    ),
    # cells
    "minimum": Telling("the minimum at {first}", "is less than its neighbours"),
    "maximum": Telling("the maximum at {first}", "is greater than its neighbours"),
    "clone": Telling(_PAIR, "are clones and have the same digit"),
    "counting_circles": Telling("the counting circles", "have each digit as often as it says"),
    "row_index": Telling("the row index at {first}", "says where in its column its row stands"),
    "column_index": Telling(
        "the column index at {first}", "says where in its row its column stands"
    ),
    "box_index": Telling("the box index at {first}", "says where in its box its place stands"),
    "value_index": Telling("the value index at {first}", "says where its value stands again"),
    # puzzles of other kinds
    "calc": Telling("the {count}-cell cage of {value} at {first}", "makes {value} by {operation}"),
    "run": Telling("the run of {sum} from {first} to {last}", "adds up to {sum}"),
    "straight": Telling("the straight from {first} to {last}", "has consecutive digits"),
    # whole boards
    "nonconsecutive": Telling(_PAIR, "are neighbours and not consecutive"),
    "antitaxicab": Telling(_PAIR, "do not both have the number of steps between them"),
    "global_entropy": Telling("the square at {first}", "has a low, a middle and a high digit"),
    "global_modulus": Telling("the square at {first}", "has a digit of each remainder"),
    "dutch_flatmates": Telling("the cell {first}", "has a 1 above or a 9 below it if it is 5"),
}
BY_SETS = frozenset({"cage", "run", "calc", "renban", "straight", "rellik", "equality_cage"})
"""The rules about sets of digits: their steps list what the cells can be."""
_FREE_CAGE = "the cage at {first}"
_OTHER = Telling('the rule "{rule}"', "leaves no other way")


def telling(rule: Rule, board: Board, cells: Sequence[int]) -> Telling:
    """Return what a rule is called and says, where it speaks of these cells of a board.

    >>> from csp_sudoku import boards
    >>> from csp_sudoku.rules import cage, thermo
    >>> print(*telling(thermo("r1c1-r1c3"), boards.sudoku(3, 3), [0, 1, 2]))
    the thermometer from r1c1 to r1c3 increases
    >>> telling(cage("r1c1 r1c2", 15), boards.sudoku(3, 3), [0, 1]).noun
    'the 2-cell cage of 15 at r1c1'
    """
    found = _TABLE.get(rule.name, _OTHER)
    if rule.name == "cage" and rule.arguments["sum"] is None:
        found = found._replace(noun=_FREE_CAGE)
    named = [str(board.cells[cell]) for cell in cells]
    words: dict[str, Any] = {name: _word(value) for name, value in rule.arguments.items()}
    if "count" in words:
        words["count_of"] = words["count"]
    words |= {
        "cells": listed(named),
        "first": named[0],
        "last": named[-1],
        "count": len(named),
        "group": _group(board, cells) or f"the line from {named[0]}",
        "rule": rule,
    }
    return Telling(found.noun.format(**words), found.says.format(**words))


def _word(value: object) -> str:
    if isinstance(value, tuple) and not hasattr(value, "row"):
        return listed([str(one) for one in value])
    return str(value)


def _group(board: Board, cells: Sequence[int]) -> str | None:
    """Return the name of the group that some cells make up."""
    wanted = set(cells)
    return next((g.name for g in board.groups if set(g.cells) == wanted), None)


def derived_telling(origin: Origin, linear: Linear) -> Telling:
    """Return what a derived sum follows from, and what it says."""
    parts = _named_groups([str(part) for part in origin.parts])
    verb = "sums" if len(origin.parts) == 1 else "sum"
    noun = f"{parts} {verb} to {origin.total}"
    if origin.less:
        number = len(origin.less)
        what = "the cage" if number == 1 else f"{number} cages"
        where = "it" if len(origin.parts) == 1 else "them"
        noun += f", {what} in {where} to {origin.less_total}"
    plus = [str(v) for v, row in _terms(linear) if row[-1] > row[0]]
    minus = [str(v) for v, row in _terms(linear) if row[-1] < row[0]]
    total = linear.totals[0][0] or 0
    if not minus:
        says = f"{listed(plus)} {'is' if len(plus) == 1 else 'add up to'} {total}"
    elif total == 0:
        says = f"{' + '.join(plus)} is {' + '.join(minus)}"
    else:
        how = "more" if total > 0 else "less"
        says = f"{' + '.join(plus)} is {abs(total)} {how} than {' + '.join(minus)}"
    return Telling(noun, f"so {says}")


def _terms(linear: Linear) -> list[tuple[Any, tuple[int, ...]]]:
    return list(zip(linear.variables, linear.weights, strict=True))


def _named_groups(names: Sequence[str]) -> str:
    """Join names of groups: row 1 and row 2 become rows 1 and 2.

    >>> _named_groups(["row 1", "row 2"]), _named_groups(["box 3"])
    ('rows 1 and 2', 'box 3')
    """
    kinds = {name.rpartition(" ")[0] for name in names}
    if len(names) < 2 or len(kinds) > 1 or not all(n.rpartition(" ")[2].isdigit() for n in names):
        return listed(names)
    kind = kinds.pop()
    plural = f"{kind}es" if kind.endswith("x") else f"{kind}s"
    return f"{plural} {listed([name.rpartition(' ')[2] for name in names])}"
