"""Ask the Interactive Sudoku Solver about random strings of its own, type by type; by hand.

`python -m tests.peers.iss_strings FOLDER [--count 300] [--only Type,Type] [--seed 0]` makes random
strings of every type of constraint and of every form of its arguments, on small grids of many
shapes. The solver in FOLDER (a checkout of sigh/Interactive-Sudoku-Solver) counts the solutions of
each with node; so do we, of the string and of the string that we write for it. It prints what
differs, and a table by type.
"""

import argparse
import base64
import random
import sys
from collections import Counter

import csp_sudoku as cs
from csp_sudoku import boards
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.formats import links, parse
from csp_sudoku.formats.iss_codes import Automaton, code_of, code_of_automaton, code_of_pattern
from csp_sudoku.making.fillings import random_filling
from tests.peers.iss import counted

MOST = 400
"""Solutions that are counted at most."""
DIGITS = "123456789abcdefg"


class Grid:
    """A random grid: its shape as a string, and what stands in it."""

    def __init__(self, rng, shape, *, givens=None):
        self.rng = rng
        dims, _, rest = shape.partition("~")
        extent, _, kind = rest.partition("~")
        self.rows, self.columns = map(int, dims.split("x"))
        self.shape = shape
        self.is_raw = kind == "Raw"
        first, last = 1, max(self.rows, self.columns)
        if extent:
            low, dash, high = extent.partition("-")
            first, last = (int(low), int(high)) if dash else (1, int(low))
        self.numbers = range(first, last + 1)
        self.variables = []
        self.givens = givens

    @property
    def cells(self):
        return [name(r, c) for r in range(self.rows) for c in range(self.columns)]

    def some(self, count, *, again=False):
        """Return random items; with again, one may come twice."""
        pool = self.cells + self.variables
        count = min(count, len(pool))
        return self.rng.choices(pool, k=count) if again else self.rng.sample(pool, count)

    def walk(self, count):
        """Return a random path of neighbours."""
        at = self.rng.randrange(self.rows), self.rng.randrange(self.columns)
        found = [at]
        while len(found) < count:
            near = [
                (at[0] + a, at[1] + b)
                for a in (-1, 0, 1)
                for b in (-1, 0, 1)
                if 0 <= at[0] + a < self.rows and 0 <= at[1] + b < self.columns
            ]
            near = [cell for cell in near if cell not in found]
            if not near:
                break
            at = self.rng.choice(near)
            found.append(at)
        return [name(*cell) for cell in found]

    def line(self, low, high):
        """Return a random path, or random cells."""
        count = self.rng.randint(low, high)
        return self.walk(count) if self.rng.random() < 0.7 else self.some(count)

    def pair(self):
        """Return two neighbours."""
        while True:
            row, column = self.rng.randrange(self.rows), self.rng.randrange(self.columns)
            down, right = self.rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns:
                return [name(row, column), name(row + down, column + right)]

    def edge(self):
        """Return a line such as R3 or C2."""
        if self.rng.random() < 0.5:
            return f"R{self.rng.randint(1, self.rows)}"
        return f"C{self.rng.randint(1, self.columns)}"

    def number(self):
        return self.rng.choice(self.numbers)

    def total(self, count):
        """Return a number that this many values may add up to."""
        return sum(self.number() for _ in range(count))


def name(row, column):
    """Return what ISS calls a cell."""
    return f"R{DIGITS[row]}C{DIGITS[column]}"


def text(kind, *arguments):
    """Return a constraint."""
    return "." + "~".join([kind, *map(str, arguments)])


# A maker per type: each returns the string of one random constraint


def _clue(grid):
    values = grid.rng.sample(grid.numbers, grid.rng.randint(1, len(grid.numbers)))
    return "_".join([grid.some(1)[0], *map(str, values)])


def _given(grid):
    return text("", *(_clue(grid) for _ in range(grid.rng.randint(1, 4))))


def _line_of(kind, low=2, high=5, **numbers):
    def make(grid):
        arguments = [grid.rng.randint(*limits) for limits in numbers.values()]
        return text(kind, *arguments, *grid.line(low, high))

    return make


def _whisper(grid):
    cells = grid.line(1, 4)
    return text("Whisper", *([] if grid.rng.random() < 0.3 else [grid.rng.randint(0, 5)]), *cells)


def _cage(grid):
    cells = grid.line(1, 4)
    total = grid.rng.choice([0, "", grid.total(len(cells)), grid.total(len(cells))])
    return text("Cage", total, *cells)


def _sum(grid):
    cells = grid.some(grid.rng.randint(1, 4), again=grid.rng.random() < 0.3)
    if grid.rng.random() < 0.5:
        return text("Sum", grid.total(len(cells)), *cells)
    factors = [grid.rng.choice((-3, -2, -1, 1, 1, 2, 10)) for _ in cells]
    total = sum(grid.number() * factor for factor in factors)
    return text("Sum", "_".join(map(str, [total, "=", *factors])), *cells)


def _totalled(kind, low=2, high=4):
    def make(grid):
        cells = grid.line(low, high)
        return text(kind, max(1, grid.total(grid.rng.randint(1, len(cells)))), *cells)

    return make


def _lunchbox(grid):
    cells = grid.line(2, 5)
    return text("Lunchbox", grid.total(grid.rng.randint(0, max(0, len(cells) - 2))), *cells)


def _sum_line(grid):
    cells = grid.line(2, 6)
    end = ["LOOP"] if grid.rng.random() < 0.4 else []
    return text("SumLine", grid.rng.randint(1, 9), *cells, *end)


def _both_ends(kind, most):
    def make(grid):
        low = 0 if kind in ("HiddenSkyscraper", "NumberedRoom") else 1
        one, other = (grid.rng.randint(low, most(grid)) for _ in range(2))
        form = grid.rng.randrange(4)
        if form == 0:
            return text(kind, grid.edge(), one)
        if form == 1:
            return text(kind, grid.edge(), one, "")
        if form == 2:
            return text(kind, grid.edge(), "", other)
        return text(kind, grid.edge(), one, other)

    return make


def _sandwich(grid):
    return text("Sandwich", grid.total(grid.rng.randint(0, 2)), grid.edge())


def _little_killer(grid):
    border = [
        name(r, c)
        for r in range(grid.rows)
        for c in range(grid.columns)
        if r in (0, grid.rows - 1) or c in (0, grid.columns - 1)
    ]
    return text("LittleKiller", grid.total(grid.rng.randint(2, 4)), grid.rng.choice(border))


def _table(kind):
    def make(grid):
        numbers = grid.numbers
        size = len(numbers)
        on = [i for i in range(size * size) if grid.rng.random() < 0.7]
        if kind.endswith("X") and grid.rng.random() < 0.5:
            on = [i for i in on if (i % size) * size + i // size in on]
        code = code_of(on)
        if kind.startswith("Binary"):
            code = code.translate({ord("-"): "_", ord("_"): "-"})
        form = grid.rng.randrange(4)
        cells = grid.line(2, 4)
        if form == 0:
            return text(kind, code, "", *cells)
        if form == 1:
            return text(kind, code, "_A%20name", *cells)
        if form == 2:
            return text(kind, code, "_a", *cells, "", *grid.line(2, 3), "_b", *grid.line(2, 3))
        return text(kind, code, *cells)

    return make


def _nfa(grid):
    rng, symbols = grid.rng, len(grid.numbers)
    segments = rng.random() < 0.4
    count = rng.randint(2, 4)
    steps = tuple(
        (state, symbol, target)
        for state in range(count)
        for symbol in range(symbols + segments)
        for target in range(count)
        if rng.random() < 0.45
    )
    starts = frozenset(rng.sample(range(count), rng.randint(1, 2)))
    accepts = frozenset(rng.sample(range(count), rng.randint(1, 2)))
    total = symbols + segments
    if max(Counter(s for s, _, _ in steps).values(), default=0) > 15:
        steps = steps[:15]
    if rng.random() < 0.4:
        code = _packed(rng, count, total)
    else:
        code = code_of_automaton(Automaton(starts, accepts, steps), total)
    lines = [grid.line(1, 4) for _ in range(rng.randint(1, 3))]
    arguments = ["_n", *lines[0]]
    for line in lines[1:]:
        arguments += [rng.choice(["-", "-", ""] if segments else [""]), *line]
    return text("NFA", code, *arguments)


def _packed(rng, count, symbols):
    """Return the code of a deterministic automaton in the packed form."""
    width = max(1, (count - 1).bit_length())
    fields = [(1, 2), (width - 1, 4), (symbols - 1, 4), (1, width), (rng.randint(0, 1), width)]
    fields += [(rng.randint(0, 1), 1)]
    for _ in range(count):
        active = [rng.random() < 0.8 for _ in range(symbols)]
        fields.append((sum(1 << i for i, on in enumerate(active) if on), symbols))
        fields += [(rng.randrange(count), width) for on in active if on]
    bits = "".join(f"{number:0{size}b}" for number, size in fields)
    bits = bits.ljust(-(-len(bits) // 8) * 8, "0")
    data = bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _pattern(grid, depth=0):
    rng = grid.rng
    form = rng.randrange(8 if depth < 2 else 4)
    if form == 0:
        return str(grid.number())
    if form == 1:
        return "."
    if form == 2:
        inside = "".join(map(str, rng.sample(grid.numbers, min(2, len(grid.numbers)))))
        return f"[{rng.choice(['', '^'])}{inside}]"
    if form == 3:
        low, high = sorted((grid.number(), grid.number()))
        return f"[{rng.choice(['', '^'])}{low}-{high}]"
    if form == 4:
        return f"({_pattern(grid, depth + 1)}|{_pattern(grid, depth + 1)})"
    if form == 5:
        return _pattern(grid, depth + 1) + _pattern(grid, depth + 1)
    sign = rng.choice(["*", "+", "?", "{2}", "{1,}", "{0,2}", "{,2}"][:6])
    return f"({_pattern(grid, depth + 1)}){sign}"


def _regex(grid):
    pattern = _pattern(grid) + grid.rng.choice(["", ".*", "[^0]*"[:0], _pattern(grid)])
    code = code_of_pattern(pattern)
    if grid.rng.random() < 0.2:
        code = "".join(f"%{ord(c):02X}" for c in pattern)
    more = ["", *grid.line(1, 4)] if grid.rng.random() < 0.2 else []
    return text("Regex", code, *grid.line(1, 4), *more)


def _equal_sum(grid):
    arguments = []
    for number in range(grid.rng.randint(1, 3)):
        arguments += ["-"] if number else []
        arguments += grid.line(1, 3)
    return text("EqualSum", *arguments)


def _same_values(grid):
    count, size = grid.rng.randint(1, 3), grid.rng.randint(1, 3)
    return text("SameValues", count, *grid.some(count * size))


def _values(grid, most=3):
    return [grid.number() for _ in range(grid.rng.randint(1, most))]


def _contain(kind):
    def make(grid):
        return text(kind, "_".join(map(str, _values(grid))), *grid.line(2, 5))

    return make


def _look_and_say(grid):
    values = grid.rng.sample(grid.numbers, grid.rng.randint(1, 2))
    said = "".join(f"{grid.rng.randint(0, 2)}{value}" for value in values)
    return text("LookAndSay", said, *grid.line(2, 5))


def _quad(grid):
    row = grid.rng.randrange(max(1, grid.rows - 1))
    column = grid.rng.randrange(max(1, grid.columns - 1))
    return text("Quad", name(row, column), *_values(grid, 4))


def _indexing(grid):
    return text("Indexing", grid.rng.choice("RC"), *grid.rng.sample(grid.cells, 2))


def _signs(kind):
    def make(grid):
        if grid.rng.random() < 0.6:
            return text(kind, *grid.pair())
        return text(kind, *grid.pair(), *grid.walk(3))

    return make


def _pill(grid):
    size = grid.rng.choice((2, 2, 3))
    row, column = grid.rng.randrange(grid.rows), grid.rng.randrange(grid.columns)
    cells = [name(row, column)]
    for _ in range(size - 1):
        down, right = grid.rng.choice(((0, 1), (1, 0), (1, 1)))
        row, column = row + down, column + right
        cells.append(name(min(row, grid.rows - 1), min(column, grid.columns - 1)))
    grid.rng.shuffle(cells)
    rest = [cell for cell in grid.cells if cell not in cells]
    return text("PillArrow", size, *cells, *grid.rng.sample(rest, min(len(rest), 4)))


def _flag(kind, *choices):
    return lambda grid: text(kind, *([grid.rng.choice(choices)] if choices else []))


def _priority(grid):
    return text("SearchPriority", grid.rng.randint(1, 9), *grid.some(2))


def _or(grid):
    parts = [grid.rng.choice(INSIDE)(grid) for _ in range(grid.rng.randint(1, 3))]
    if grid.rng.random() < 0.3:
        parts.append(text("And") + "".join(grid.rng.choice(INSIDE)(grid) for _ in "ab") + ".End")
    return text("Or") + "".join(parts) + ".End"


def _and(grid):
    parts = [grid.rng.choice(INSIDE)(grid) for _ in range(grid.rng.randint(1, 3))]
    return text("And") + "".join(parts) + ".End"


def _replicate(grid):
    """A template near its origin, at random targets that it fits."""
    rng = grid.rng
    top, left = rng.randrange(max(1, grid.rows - 2)), rng.randrange(max(1, grid.columns - 2))
    high, wide = min(2, grid.rows), min(2, grid.columns)
    part = Grid(rng, f"{high}x{wide}~{grid.numbers[0]}-{grid.numbers[-1]}~Raw")

    def moved(child):
        for r in reversed(range(high)):
            for c in reversed(range(wide)):
                child = child.replace(name(r, c), f"@{name(top + r, left + c)}")
        return child.replace("@", "")

    makers = [m for m in INSIDE if m not in OUTSIDE] + [_or]
    makers = [m for m in makers if m is not MAKERS["Indexing"]]
    children = [moved(rng.choice(makers)(part)) for _ in range(rng.randint(1, 2))]
    start = top * grid.columns + left
    spots = [
        r * grid.columns + c - start
        for r in range(grid.rows - high + 1)
        for c in range(grid.columns - wide + 1)
    ]
    spots = [spot for spot in spots if spot >= 0]
    code = code_of(rng.sample(spots, min(len(spots), rng.randint(1, 3))))
    origin = [] if (top, left) == (0, 0) and rng.random() < 0.5 else [name(top, left)]
    return text("Replicate", code, *origin) + "".join(children) + ".End"


def _jigsaw(grid):
    size = max(grid.rows, grid.columns)
    cells = [*range(grid.rows * grid.columns)]
    form = grid.rng.randrange(3)
    if form == 0:  # columns of pieces in reading order, which cut across rows
        shift = grid.rng.randrange(size)
        letters = [DIGITS[(at + shift) // size % 16] for at in cells]
        ends = Counter(letters)
        letters = [x if ends[x] == size else "0" for x in letters]
    elif form == 1:  # the boxes, or rows
        letters = [DIGITS[at // grid.columns] for at in cells]
    else:
        letters = ["0"] * len(cells)
        near = grid.walk(size)
        for one in near:
            letters[grid.cells.index(one)] = "1"
    first = [f"{grid.rows}x{grid.columns}"] if grid.rng.random() < 0.2 else []
    boxes = ".NoBoxes" if grid.rng.random() < 0.7 else ""
    return text("Jigsaw", *first, "".join(letters)) + boxes


def _region_size(grid):
    return text("RegionSize", grid.rng.choice((2, 3, 4, 6, 8)))


def _region_sum(grid):
    before = _jigsaw(grid) if grid.rng.random() < 0.3 else ""
    return before + text("RegionSumLine", *grid.line(2, 6))


def _var(grid):
    """Variables, and constraints of them."""
    prefix, size = grid.rng.choice(("A", "BC")), grid.rng.choice(("", "1", "3", "2x2", "2x3"))
    arguments = [prefix, grid.rng.choice(("", "a%20label"))]
    arguments += [size] if size or grid.rng.random() < 0.5 else []
    many = {"": 1, "1": 1, "3": 3, "2x2": 4, "2x3": 6}[size]
    grid.variables = [f"V{prefix}"] if many == 1 else [f"V{prefix}{i + 1}" for i in range(many)]
    makers = [
        MAKERS[kind] for kind in ("", "Sum", "AllDifferent", "Thermo", "Cage", "Arrow", "NFA")
    ]
    more = "".join(grid.rng.choice(makers)(grid) for _ in range(3))
    pair = grid.variables[:2]
    if len(pair) == 2 and (size[1:] or grid.columns > 1):
        more += text(grid.rng.choice(("WhiteDot", "GreaterThan", "X", "V")), *pair)
    return text("Var", *arguments) + text("Cage", 0, *grid.variables[:2]) + more


def _strict(kind, signs):
    def make(grid):
        return text(kind) + "".join(_signs(grid.rng.choice(signs))(grid) for _ in range(2))

    return make


def _full_rank(grid):
    ties = [_flag("FullRankTies", "none", "only-unclued", "any")(grid)]
    ties = ties if grid.rng.random() < 0.6 else []
    ranks = [
        _both_ends("FullRank", lambda g: 4 * g.rows)(grid) for _ in range(grid.rng.randint(0, 2))
    ]
    return "".join([*ties, *ranks])


def _chaos_free_same(grid):
    return (
        _region_size(grid) + text("RegionSameValues")
        if grid.rng.random() < 0.3
        else text("RegionSameValues")
    )


def _repeated(grid):
    """Constraints of which the last one counts, or all together."""
    rng = grid.rng
    kind = rng.choice(
        ("Quad", "Sandwich", "Skyscraper", "LittleKiller", "", "Diagonal", "NumberedRoom")
    )
    first = MAKERS[kind](grid)
    second = MAKERS[kind](grid)
    if kind in ("Quad", "Skyscraper", "NumberedRoom"):
        head = first.split("~")[:2]
        second = "~".join([*head, *second.split("~")[2:]])
    elif kind in ("Sandwich", "LittleKiller"):
        second = "~".join([*second.split("~")[:2], first.split("~")[2]])
    return first + second


MAKERS = {
    "": _given,
    "AllDifferent": _line_of("AllDifferent", 1, 4),
    "And": _and,
    "AntiConsecutive": _flag("AntiConsecutive"),
    "AntiKing": _flag("AntiKing"),
    "AntiKnight": _flag("AntiKnight"),
    "AntiTaxicab": _flag("AntiTaxicab"),
    "Arrow": _line_of("Arrow", 2, 4),
    "Between": _line_of("Between", 2, 5),
    "Binary": _table("Binary"),
    "BinaryX": _table("BinaryX"),
    "BlackDot": _signs("BlackDot"),
    "Cage": _cage,
    "ContainAtLeast": _contain("ContainAtLeast"),
    "ContainExact": _contain("ContainExact"),
    "CountDistinct": _line_of("CountDistinct", 2, 5),
    "CountingCircles": _line_of("CountingCircles", 1, 6),
    "Diagonal": _flag("Diagonal", 1, -1),
    "DisjointSets": _flag("DisjointSets"),
    "DoubleArrow": _line_of("DoubleArrow", 2, 5),
    "DutchFlatmates": _flag("DutchFlatmates"),
    "Entropic": _line_of("Entropic", 2, 6),
    "EqualSum": _equal_sum,
    "EqualityCage": _line_of("EqualityCage", 1, 5),
    "FullRank": _full_rank,
    "GlobalEntropy": _flag("GlobalEntropy"),
    "GlobalMod": _flag("GlobalMod"),
    "GreaterThan": _signs("GreaterThan"),
    "HiddenSkyscraper": _both_ends("HiddenSkyscraper", lambda g: g.numbers[-1]),
    "Indexing": _indexing,
    "Jigsaw": _jigsaw,
    "LittleKiller": _little_killer,
    "Lockout": _line_of("Lockout", 2, 5, difference=(0, 4)),
    "LookAndSay": _look_and_say,
    "Lunchbox": _lunchbox,
    "Modular": _line_of("Modular", 1, 6, mod=(1, 4)),
    "NFA": _nfa,
    "NoBoxes": _flag("NoBoxes"),
    "NumberedRoom": _both_ends("NumberedRoom", lambda g: g.numbers[-1]),
    "Or": _or,
    "Pair": _table("Pair"),
    "PairX": _table("PairX"),
    "Palindrome": _line_of("Palindrome", 1, 5),
    "PillArrow": _pill,
    "Quad": _quad,
    "Regex": _regex,
    "RegionSameValues": _chaos_free_same,
    "RegionSize": _region_size,
    "RegionSumLine": _region_sum,
    "RellikCage": _totalled("RellikCage", 1, 4),
    "Renban": _line_of("Renban", 1, 4),
    "Replicate": _replicate,
    "SameValues": _same_values,
    "Sandwich": _sandwich,
    "SearchPriority": _priority,
    "Skyscraper": _both_ends("Skyscraper", lambda g: len(g.numbers)),
    "StrictKropki": _strict("StrictKropki", ("WhiteDot", "BlackDot")),
    "StrictXV": _strict("StrictXV", ("X", "V")),
    "Sum": _sum,
    "SumLine": _sum_line,
    "Thermo": _line_of("Thermo", 1, 4),
    "V": _signs("V"),
    "ValueIndexing": _line_of("ValueIndexing", 3, 6),
    "Var": _var,
    "Whisper": _whisper,
    "WhiteDot": _signs("WhiteDot"),
    "Windoku": _flag("Windoku"),
    "X": _signs("X"),
    "XSum": _both_ends("XSum", lambda g: sum(g.numbers)),
    "Zipper": _line_of("Zipper", 2, 6),
    "twice": _repeated,
}
OUTSIDE = [
    MAKERS[kind]
    for kind in (
        "HiddenSkyscraper",
        "NumberedRoom",
        "Skyscraper",
        "XSum",
        "Sandwich",
        "LittleKiller",
    )
]
_APART = (
    "And",
    "Or",
    "Replicate",
    "AntiConsecutive",
    "AntiKing",
    "AntiKnight",
    "AntiTaxicab",
    "Diagonal",
    "DisjointSets",
    "DutchFlatmates",
    "GlobalEntropy",
    "GlobalMod",
    "Jigsaw",
    "NoBoxes",
    "Var",
    "RegionSameValues",
    "RegionSize",
    "RegionSumLine",
    "SearchPriority",
    "StrictKropki",
    "StrictXV",
    "Windoku",
    "FullRank",
    "twice",
    "Binary",
    "BinaryX",
    "Entropic",
)
INSIDE = [maker for kind, maker in MAKERS.items() if kind not in _APART]

SMALL = (
    "4x4",
    "4x4",
    "4x4~0-3",
    "4x4~5",
    "4x4~0-4",
    "3x3",
    "3x3~4",
    "3x3~0-3",
    "2x4",
    "4x2",
    "2x3~4~Raw",
    "3x3~3~Raw",
    "2x2~6~Raw",
    "1x4~5~Raw",
    "3x3~0-3~Raw",
    "2x5~0-4~Raw",
    "6x6",
    "6x6~0-5",
    "4x6",
    "5x5",
    "5x5~0-5",
    "6x4",
    "8x8",
    "9x9",
    "9x9~0-8",
    "9x9",
    "6x6~9",
    "9x3",
    "9x2~~Raw",
    "12x12",
)
"""Shapes; oblong ones with more values than a line has cells are left out: there the solver loses
solutions as soon as there is a sum, such as 16 of 20 of
`.Shape~4x2~5.NoBoxes.~R1C1_5~R4C1_1~R4C2_3~R2C2_1.Sum~10~R1C1~R4C1~R4C2~R2C2`."""
WITH_NINE = ("9x9", "9x9", "6x6~9", "3x3~9~Raw", "9x3", "9x9~0-8", "4x4~0-8")
_NINE = ("Entropic", "GlobalEntropy", "GlobalMod", "DutchFlatmates")


def clues(grid, rng, seed):
    """Return the string of some clues, so that a grid has few solutions."""
    rows, columns, size = grid.rows, grid.columns, len(grid.numbers)
    if grid.is_raw:
        free = rng.randint(4, 6)
        fixed = (
            grid.cells
            if size ** len(grid.cells) < 2000
            else rng.sample(grid.cells, len(grid.cells))
        )
        fixed = fixed[free:] if size ** len(grid.cells) >= 2000 else []
        return ["_".join((cell, str(grid.number()))) for cell in fixed]
    board = boards.rectangle(rows, columns, size) if (rows, columns) != (size, size) else None
    if board is None:
        box = {4: "2x2", 6: "2x3", 8: "2x4", 9: "3x3", 12: "3x4"}.get(size)
        board = boards.named(f"sudoku-{box}" if box else f"latin-{size}")
    values = random_filling(board, seed).values
    share = {True: rng.uniform(0, 0.4), False: rng.uniform(0.35, 0.7)}[rows * columns <= 16]
    found = []
    for cell, value in zip(grid.cells, values, strict=True):
        if rng.random() < share:
            found.append(f"{cell}_{value - 1 + grid.numbers[0]}")
    return found


def random_string(kind, seed):
    """Return a random string with a constraint of a type."""
    rng = random.Random(f"{kind} {seed}")
    shape = rng.choice(WITH_NINE if kind in _NINE else SMALL)
    grid = Grid(rng, shape)
    parts = [] if shape == "9x9" else [text("Shape", shape)]
    given = clues(grid, rng, seed % 50)
    if given:
        parts.append(text("", *given))
    if not grid.is_raw and rng.random() < 0.3:
        parts.append(".NoBoxes")
    parts.append(MAKERS[kind](grid))
    if rng.random() < 0.15 and kind != "Var":
        parts.append(MAKERS[rng.choice(("Cage", "Thermo", "Renban", "Or", "Sum"))](grid))
    return "".join(parts)


def ours(string):
    """Return what we count, or our error; and the string that we write, or why not."""
    try:
        puzzle = parse(string, format="iss")
        count = puzzle.count(MOST)
    except CspSudokuError as error:
        return f"{type(error).__name__}: {error}".replace("\n", " | ")[:200], None
    try:
        return count, cs.Puzzle.to(puzzle, "iss").removeprefix(links.ISS)
    except CspSudokuError as error:
        return count, error


def main():
    """Compare as many strings of each type as wanted; return how many differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    kinds = given.only.split(",") if given.only else list(MAKERS)
    seeds = range(given.seed, given.seed + given.count)
    cases = [(kind, seed, random_string(kind, seed)) for kind in kinds for seed in seeds]
    expected = counted(given.folder, [string for _, _, string in cases], MOST)
    table = {kind: Counter() for kind in kinds}
    written = []
    for (kind, seed, string), wanted in zip(cases, expected, strict=True):
        row = table[kind]
        found, again = ours(string)
        if isinstance(wanted, str):
            row["ISS fails"] += 1
            if not isinstance(found, str):
                row["ISS fails alone"] += 1
                if isinstance(again, str):
                    written.append((kind, seed, string, again, found))
                print(f"LENIENT {kind} {seed}: ours {found}, ISS {wanted}: {string}", flush=True)
            continue
        if isinstance(found, str):
            row["refused"] += 1
            print(f"REFUSED {kind} {seed}: ISS {wanted}, {found}: {string}", flush=True)
            continue
        row["same" if found == wanted else "DIFFERENT"] += 1
        row["none"] += wanted == 0
        row["open"] += wanted == MOST
        if found != wanted:
            print(f"DIFFERENT {kind} {seed}: ours {found}, ISS {wanted}: {string}", flush=True)
        elif isinstance(again, CspSudokuError):
            row["unwritten"] += 1
            print(f"UNWRITTEN {kind} {seed}: {again}: {string}", flush=True)
        else:
            written.append((kind, seed, string, again, wanted))
    answers = counted(given.folder, [again for _, _, _, again, _ in written], MOST)
    for (kind, seed, string, again, wanted), theirs_again in zip(written, answers, strict=True):
        # also what only we read: what we write of it, ISS must read as we do
        ours_again, _ = ours(again)
        if not wanted == theirs_again == ours_again:
            table[kind]["WRITTEN WRONG"] += 1
            print(
                f"WRITTEN {kind} {seed}: {wanted}, then ours {ours_again}, ISS {theirs_again}: "
                f"{string} -> {again}",
                flush=True,
            )
    for kind, row in table.items():
        print(f"{kind or 'Given':18}", ", ".join(f"{n} {what}" for what, n in row.items()))
    return sum(row["DIFFERENT"] + row["refused"] + row["WRITTEN WRONG"] for row in table.values())


if __name__ == "__main__":
    sys.exit(bool(main()))
