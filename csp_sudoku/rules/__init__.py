"""Rules of variant puzzles: each is a function that makes a rule, data in the puzzle.

>>> import csp_sudoku as cs
>>> from csp_sudoku.rules import antiknight, cage, thermo
>>> rules = [cage("r1c1 r1c2 r2c1", 8), thermo("r4c4-r4c2"), antiknight()]
>>> puzzle = cs.Puzzle(board="sudoku-2x2", rules=rules)
>>> puzzle.count()
1

`TABLE` has them all by name, with their parameters, meanings, drawings and names in other formats.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from csp_sudoku.rules import cages, cells, grids, lines, outside, own, signs, whole_board
from csp_sudoku.rules.cages import (
    cage,
    contain,
    contain_exactly,
    count_distinct,
    equal_sums,
    equality_cage,
    extra_region,
    look_and_say,
    rellik,
    sum_cage,
)
from csp_sudoku.rules.cells import (
    allowed,
    box_index,
    clone,
    column_index,
    counting_circles,
    doubled,
    even,
    maximum,
    minimum,
    odd,
    row_index,
    value_index,
)
from csp_sudoku.rules.files import (
    read_rules,
)
from csp_sudoku.rules.grids import (
    blocks,
    calc,
    run,
    straight,
)
from csp_sudoku.rules.lines import (
    arrow,
    between,
    double_arrow,
    entropic,
    lockout,
    modular,
    nabner,
    palindrome,
    pill_arrow,
    region_sum,
    renban,
    same_values,
    slow_thermo,
    sum_line,
    thermo,
    whisper,
    zipper,
)
from csp_sudoku.rules.outside import (
    distinct_lines,
    full_rank,
    hidden_skyscraper,
    little_killer,
    lunchbox,
    numbered_room,
    sandwich,
    skyscraper,
    x_sum,
)
from csp_sudoku.rules.own import (
    all_of,
    any_of,
    automaton,
    expression,
    pairs,
    regex,
    variables,
)
from csp_sudoku.rules.rule import (
    Rule,
    from_data,
    parse,
    rules_of,
)
from csp_sudoku.rules.signs import (
    black_dot,
    greater,
    negative_black,
    negative_difference,
    negative_white,
    negative_xv,
    quadruple,
    sum_sign,
    v,
    white_dot,
    x,
)
from csp_sudoku.rules.structure import (
    Ruled,
    ruled,
)
from csp_sudoku.rules.table import (
    Entry,
    Parameter,
)
from csp_sudoku.rules.whole_board import (
    antiking,
    antiknight,
    antitaxicab,
    disjoint_groups,
    dutch_flatmates,
    global_entropy,
    global_modulus,
    nonconsecutive,
)

_FAMILIES = (cages, lines, signs, outside, cells, whole_board, own, grids)

TABLE: Mapping[str, Entry[Any]] = MappingProxyType(
    {name: getattr(family, name) for family in _FAMILIES for name in family.__all__}
)
"""All rules by name, family after family."""

__all__ = [
    "TABLE",
    "Entry",
    "Parameter",
    "Rule",
    "Ruled",
    "all_of",
    "allowed",
    "antiking",
    "antiknight",
    "antitaxicab",
    "any_of",
    "arrow",
    "automaton",
    "between",
    "black_dot",
    "blocks",
    "box_index",
    "cage",
    "calc",
    "clone",
    "column_index",
    "contain",
    "contain_exactly",
    "count_distinct",
    "counting_circles",
    "disjoint_groups",
    "distinct_lines",
    "double_arrow",
    "doubled",
    "dutch_flatmates",
    "entropic",
    "equal_sums",
    "equality_cage",
    "even",
    "expression",
    "extra_region",
    "from_data",
    "full_rank",
    "global_entropy",
    "global_modulus",
    "greater",
    "hidden_skyscraper",
    "little_killer",
    "lockout",
    "look_and_say",
    "lunchbox",
    "maximum",
    "minimum",
    "modular",
    "nabner",
    "negative_black",
    "negative_difference",
    "negative_white",
    "negative_xv",
    "nonconsecutive",
    "numbered_room",
    "odd",
    "pairs",
    "palindrome",
    "parse",
    "pill_arrow",
    "quadruple",
    "read_rules",
    "regex",
    "region_sum",
    "rellik",
    "renban",
    "row_index",
    "ruled",
    "rules_of",
    "run",
    "same_values",
    "sandwich",
    "skyscraper",
    "slow_thermo",
    "straight",
    "sum_cage",
    "sum_line",
    "sum_sign",
    "thermo",
    "v",
    "value_index",
    "variables",
    "whisper",
    "white_dot",
    "x",
    "x_sum",
    "zipper",
]
