"""Every key of f-puzzles: what it means, in all its forms, by going through all grids of 4x4.

The meanings are those of Rangsk's solver (dclamage/SudokuSolver), which setters use with f-puzzles.
"""

import json
from itertools import pairwise, permutations, product

import pytest

import csp_sudoku as cs
from csp_sudoku.errors import PuzzleFormatError, UnknownRuleError
from csp_sudoku.formats import parse

ROWS = list(permutations(range(1, 5)))
GRIDS = [
    {(r, c): rows[r - 1][c - 1] for r in range(1, 5) for c in range(1, 5)}
    for rows in product(ROWS, repeat=4)
    if all(len({row[c] for row in rows}) == 4 for c in range(4))
]
"""All Latin squares of order 4."""
BOXES = [[(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r in (1, 3) for c in (1, 3)]
SUDOKUS = [g for g in GRIDS if all(len({g[cell] for cell in box}) == 4 for box in BOXES)]
NEAR = [((r, c), (r + i, c + j)) for r, c in GRIDS[0] for i, j in ((0, 1), (1, 0))]
NEAR = [pair for pair in NEAR if pair[1] in GRIDS[0]]
LINE = [(1, 1), (1, 2), (2, 3), (3, 4)]
SHORT = [(1, 2), (2, 3), (3, 3)]


def name(cell):
    return f"R{cell[0]}C{cell[1]}"


def text_of(size=4, grid=None, **keys):
    """Return the JSON of a puzzle with some keys."""
    cells = [[dict((grid or {}).get((r, c), {})) for c in range(size)] for r in range(size)]
    return json.dumps({"size": size, "grid": cells, **keys})


def read(**keys):
    return parse(text_of(**keys), format="fpuzzles")


def lines(*cells, **more):
    return [{"lines": [[name(cell) for cell in cells]], **more}]


def cells(*named, **more):
    return [{"cells": [name(cell) for cell in named], **more}]


def differ(values):
    return len(set(values)) == len(values)


def seen(values):
    return sum(v > max([0, *values[:at]]) for at, v in enumerate(values))


def x_sum(values):
    return sum(values[: values[0]])


def sandwiched(values):
    low, high = sorted((values.index(1), values.index(4)))
    return sum(values[low + 1 : high])


def third(value):
    return (value > 1) + (value > 3)


COLUMN = [(1, 2), (2, 2), (3, 2), (4, 2)]


def column(g):
    return [g[cell] for cell in COLUMN]


def along(g, *line):
    return [g[cell] for cell in line]


def between(a, b, *inner):
    return all(min(a, b) < v < max(a, b) for v in inner)


PAIR = ((1, 2), (1, 3))
STATED = [
    ("thermometer", lines(*SHORT), lambda g: all(a < b for a, b in pairwise(along(g, *SHORT)))),
    ("slowthermometer", lines(*SHORT), lambda g: sorted(along(g, *SHORT)) == along(g, *SHORT)),
    ("palindrome", lines(*SHORT), lambda g: g[1, 2] == g[3, 3]),
    ("renban", lines(*SHORT), lambda g: sorted(along(g, *SHORT)) in ([1, 2, 3], [2, 3, 4])),
    (
        "whispers",
        lines(*SHORT),
        lambda g: all(abs(a - b) > 1 for a, b in pairwise(along(g, *SHORT))),
    ),
    (
        "whispers",
        lines(*PAIR, value="3"),
        lambda g: abs(g[1, 2] - g[1, 3]) >= 3,
    ),
    ("dutchwhispers", lines(*PAIR), lambda g: True),
    (
        "regionsumline",
        lines((1, 1), (1, 2), (1, 3), (2, 4)),
        lambda g: g[1, 1] + g[1, 2] == g[1, 3] + g[2, 4],
    ),
    ("betweenline", lines(*SHORT), lambda g: between(g[1, 2], g[3, 3], g[2, 3])),
    (
        "lockout",
        lines(*SHORT, value="1"),
        lambda g: (
            g[1, 2] != g[3, 3] and not min(g[1, 2], g[3, 3]) <= g[2, 3] <= max(g[1, 2], g[3, 3])
        ),
    ),
    ("entropicline", lines(*SHORT), lambda g: differ([third(v) for v in along(g, *SHORT)])),
    ("modularline", lines(*SHORT), lambda g: differ([v % 3 for v in along(g, *SHORT)])),
    ("nabner", lines(*PAIR), lambda g: abs(g[1, 2] - g[1, 3]) > 1),
    ("zipperline", lines(*LINE), lambda g: g[1, 1] + g[3, 4] == g[1, 2] + g[2, 3]),
    ("zipperline", lines(*SHORT), lambda g: g[1, 2] + g[3, 3] == g[2, 3]),
    ("doublearrow", lines(*LINE), lambda g: g[1, 1] + g[3, 4] == g[1, 2] + g[2, 3]),
    ("doublearrow", lines(*PAIR), lambda g: True),
    ("killercage", cells(*PAIR, value="5"), lambda g: g[1, 2] + g[1, 3] == 5),
    (
        "killercage",
        cells((1, 1), (2, 3), (3, 4)),
        lambda g: differ(along(g, (1, 1), (2, 3), (3, 4))),
    ),
    ("killercage", cells((1, 1), (2, 3), value="0"), lambda g: g[1, 1] != g[2, 3]),
    (
        "extraregion",
        cells((1, 1), (2, 3), (3, 4)),
        lambda g: differ(along(g, (1, 1), (2, 3), (3, 4))),
    ),
    (
        "littlekillersum",
        [{"cell": "R0C1", "direction": "DR", "value": "8"}],
        lambda g: g[1, 2] + g[2, 3] + g[3, 4] == 8,
    ),
    ("littlekillersum", [{"cell": "R0C1", "direction": "DR", "value": "0"}], lambda g: True),
    ("sandwichsum", [{"cell": "R5C2", "value": "5"}], lambda g: sandwiched(column(g)) == 5),
    ("sandwichsum", [{"cell": "R0C2", "value": "0"}], lambda g: sandwiched(column(g)) == 0),
    ("sandwichsum", [{"cell": "R0C2", "value": ""}], lambda g: True),
    ("xsum", [{"cell": "R5C2", "value": "6"}], lambda g: x_sum(column(g)[::-1]) == 6),
    ("skyscraper", [{"cell": "R0C2", "value": "2"}], lambda g: seen(column(g)) == 2),
    ("skyscraper", [{"cell": "R5C2", "value": "2"}], lambda g: seen(column(g)[::-1]) == 2),
    (
        "arrow",
        [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R2C3"], ["R1C1", "R2C1"]]}],
        lambda g: g[1, 1] == g[1, 2] + g[2, 3] == g[2, 1],
    ),
    (
        "arrow",
        [{"cells": ["R1C1", "R1C2"], "lines": [["R1C2", "R2C3", "R3C3", "R4C3", "R4C2", "R3C1"]]}],
        lambda g: 10 * g[1, 1] + g[1, 2] == sum(along(g, (2, 3), (3, 3), (4, 3), (4, 2), (3, 1))),
    ),
    ("arrow", [{"cells": ["R1C1"], "lines": [["R1C1"]]}], lambda g: True),
    ("odd", [{"cell": "R1C1"}, {"cell": "R2C3"}], lambda g: g[1, 1] % 2 == g[2, 3] % 2 == 1),
    ("even", [{"cell": "R1C1"}, {"cell": ""}], lambda g: g[1, 1] % 2 == 0),
    (
        "minimum",
        [{"cell": "R1C1"}, {"cell": "R1C2"}],
        lambda g: g[1, 1] < g[2, 1] and g[1, 2] < min(g[2, 2], g[1, 3]),
    ),
    ("maximum", [{"cell": "R1C1"}], lambda g: g[1, 1] > max(g[2, 1], g[1, 2])),
    ("rowindexer", cells((2, 3)), lambda g: g[g[2, 3], 3] == 2),
    ("columnindexer", cells((2, 3)), lambda g: g[2, g[2, 3]] == 3),
    ("boxindexer", cells((2, 3)), lambda g: along(g, *BOXES[1])[g[2, 3] - 1] == 3),
    ("difference", cells(*PAIR, value=""), lambda g: abs(g[1, 2] - g[1, 3]) == 1),
    ("difference", cells(*PAIR, value="2"), lambda g: abs(g[1, 2] - g[1, 3]) == 2),
    ("ratio", cells(*PAIR), lambda g: 2 in (g[1, 2] / g[1, 3], g[1, 3] / g[1, 2])),
    ("ratio", cells(*PAIR, value="3"), lambda g: 3 in (g[1, 2] / g[1, 3], g[1, 3] / g[1, 2])),
    ("xv", cells(*PAIR, value="V"), lambda g: g[1, 2] + g[1, 3] == 5),
    ("xv", cells(*PAIR, value="X"), lambda g: g[1, 2] + g[1, 3] == 10),
    ("xv", cells(*PAIR, value=""), lambda g: True),
    (
        "quadruple",
        cells((1, 2), (1, 3), (2, 2), (2, 3), values=[1, "1", 2]),
        lambda g: (
            [along(g, (1, 2), (1, 3), (2, 2), (2, 3)).count(v) for v in (1, 2)] >= [2, 1]
            and 2 in along(g, (1, 2), (1, 3), (2, 2), (2, 3))
        ),
    ),
    (
        "clone",
        [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R3C3", "R3C4"]}],
        lambda g: g[1, 1] == g[3, 3] and g[1, 2] == g[3, 4],
    ),
    ("diagonal+", True, lambda g: differ([g[i, 5 - i] for i in range(1, 5)])),
    ("diagonal-", True, lambda g: differ([g[i, i] for i in range(1, 5)])),
    (
        "antiknight",
        True,
        lambda g: all(
            g[r, c] != g.get((r + i, c + j))
            for r, c in g
            for i, j in ((1, 2), (2, 1), (1, -2), (2, -1))
        ),
    ),
    (
        "antiking",
        True,
        lambda g: all(g[r, c] != g.get((r + 1, c + j)) for r, c in g for j in (-1, 1)),
    ),
    ("disjointgroups", True, lambda g: all(differ([g[b[i]] for b in BOXES]) for i in range(4))),
    ("nonconsecutive", True, lambda g: all(abs(g[a] - g[b]) != 1 for a, b in NEAR)),
    ("negative", ["xv"], lambda g: all(g[a] + g[b] not in (5, 10) for a, b in NEAR)),
    ("negative", ["ratio"], lambda g: all(2 not in (g[a] / g[b], g[b] / g[a]) for a, b in NEAR)),
    ("highlightConflicts", True, lambda g: True),
    ("disabledlogic", ["tuples"], lambda g: True),
    ("truecandidatesoptions", ["colored"], lambda g: True),
    ("foglight", ["R1C1"], lambda g: True),
    ("ratio", None, lambda g: True),
    ("antiknight", False, lambda g: True),
]
"""A key, its value, and what it says of a grid."""


@pytest.mark.parametrize(("key", "value", "holds"), STATED)
def test_a_key_means_what_is_known_of_it(key, value, holds):
    puzzle = read(**{key: value})
    assert puzzle.count(300) == sum(map(bool, map(holds, SUDOKUS)))
    again = cs.Puzzle(puzzle.to("fpuzzles"))
    assert again == puzzle


def test_signs_exempt_their_pairs_from_negative_rules():
    """Any dot exempts its pair from both rules of dots, and its ratio is what is forbidden."""
    dots = {"difference": cells((1, 1), (1, 2)), "ratio": cells((1, 2), (1, 3), value="3")}
    free = [{(1, 1), (1, 2)}, {(1, 2), (1, 3)}]

    def holds(g):
        others = [pair for pair in NEAR if set(pair) not in free]
        marked = abs(g[1, 1] - g[1, 2]) == 1 and {g[1, 2], g[1, 3]} == {1, 3}
        apart = all(abs(g[a] - g[b]) != 1 for a, b in others)
        return marked and apart, marked and all({g[a], g[b]} != {1, 3} for a, b in others)

    wanted = [sum(both) for both in zip(*map(holds, SUDOKUS), strict=True)]
    assert read(nonconsecutive=True, **dots).count(300) == wanted[0]
    assert read(negative=["ratio"], **dots).count(300) == wanted[1]


def test_the_size_says_what_a_whisper_line_asks_for():
    for size, difference in ((4, 2), (5, 3), (6, 3), (9, 5)):
        (german,) = read(size=size, whispers=lines(*PAIR)).rules
        (dutch,) = read(size=size, dutchwhispers=lines(*PAIR)).rules
        assert german.arguments["difference"] == difference
        assert dutch.arguments["difference"] == difference - 1


ALONE = """
betweenline doublearrow entropicline lockout modularline nabner palindrome regionsumline renban
slowthermometer thermometer whispers zipperline
"""


@pytest.mark.parametrize("key", ALONE.split())
def test_lines_of_one_cell_or_none_say_nothing(key):
    assert read(**{key: [{"lines": [["R1C1"], []]}, {"lines": []}]}).rules == ()


def regions(letters):
    """Return a grid with regions: one symbol for each cell, a dot for none."""
    return {divmod(at, 4): {"region": None if x == "." else x} for at, x in enumerate(letters)}


PIECES = "0011002132213332"
PARTS = [[(at // 4 + 1, at % 4 + 1) for at, x in enumerate(PIECES) if x == p] for p in "0123"]


def test_regions_may_be_irregular_or_none():
    assert read(grid=regions("." * 16)).count(1000) == len(GRIDS) == 576
    irregular = [g for g in GRIDS if all(differ(along(g, *part)) for part in PARTS)]
    assert read(grid=regions(PIECES)).count(600) == len(irregular) > 0
    partly = [g for g in GRIDS if all(differ(along(g, *part)) for part in PARTS[3:])]
    some = "".join(x if x == "3" else "." for x in PIECES)
    assert read(grid=regions(some)).count(600) == len(partly) < 576


def test_disjoint_groups_of_irregular_regions_count_their_cells_row_by_row():
    puzzle = read(grid=regions(PIECES), disjointgroups=True)
    wanted = [
        g
        for g in GRIDS
        if all(differ(along(g, *part)) for part in PARTS)
        and all(differ(along(g, *place)) for place in zip(*PARTS, strict=True))
    ]
    assert puzzle.count(600) == len(wanted)
    assert cs.Puzzle(puzzle.to("fpuzzles")).count(600) == len(wanted)
    with pytest.raises(UnknownRuleError, match="disjointgroups"):
        read(grid=regions(PIECES.replace("0", ".")), disjointgroups=True)


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ({"killercage": cells(*PAIR, value="a")}, "killercage with the value"),
        ({"sandwichsum": [{"cell": "R0C1", "value": "≥3"}]}, "sandwichsum with the value"),
        ({"xv": cells(*PAIR, value="Z")}, "xv with the value"),
        ({"negative": ["kropki"]}, "negative kropki"),
        ({"cage": cells(*PAIR, value="7")}, "cage"),
        ({"wormhole": True}, "wormhole"),
        ({"wormhole": [{"cells": ["R1C1"]}]}, "wormhole"),
    ],
)
def test_what_is_not_understood_is_named_and_left_out_only_if_asked(keys, named):
    with pytest.raises(UnknownRuleError, match=named):
        read(**keys)
    assert cs.Puzzle(text_of(**keys), ignore_unknown_rules=True).count(300) == 288


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ({"thermometer": {"lines": []}}, "thermometer"),
        ({"thermometer": [7]}, "expected an object"),
        ({"thermometer": lines((1, 1), (9, 9))}, "r9c9"),
        ({"thermometer": [{"lines": [["R1"]]}]}, "'R1' is not a cell"),
        ({"arrow": cells((1, 1))}, "an arrow has no lines"),
        ({"clone": [{"cells": ["R1C1"], "cloneCells": []}]}, "1 cells have 0 clones"),
        ({"grid": {(0, 0): {"value": 5, "given": True}}}, "r1c1 cannot be 5"),
        ({"grid": {(0, 0): {"value": 1e9, "given": True}}}, "r1c1 cannot be"),
        ({"littlekillersum": [{"cell": "R2C2", "direction": "DR", "value": "5"}]}, "r2c2 is not a"),
        ({"negative": "xv"}, "list of negative"),
        ({"size": 4, "line": [[]]}, "line: expected an object"),
    ],
)
def test_mistakes_are_named(keys, why):
    with pytest.raises((PuzzleFormatError, UnknownRuleError), match=why):
        read(**keys)
