"""Problems for the export formats, each with all of its solutions: boards, maps, and odd names."""

from fractions import Fraction
from functools import cache

import csp_sudoku as cs
from csp_sudoku import CSP, Puzzle, Solution, boards, generate, model as m
from csp_sudoku.rng import Rng
from tests.random_models import solutions_by_check
from tests.reference import all_solutions
from tests.seeds import BOARD_16

SEVENTEEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
"""One of Gordon Royle's puzzles with 17 clues."""
NO_SOLUTION_9 = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
"""Norvig's puzzle without a solution, which takes a search to see."""
AUSTRALIA = {
    "Western Australia": ("Northern Territory", "South Australia"),
    "Northern Territory": ("South Australia", "Queensland"),
    "Queensland": ("South Australia", "New South Wales"),
    "New South Wales": ("South Australia", "Victoria"),
    "Victoria": ("South Australia",),
    "Tasmania": (),
}


class Nameless:
    """Two of these look the same, however they are asked."""

    def __repr__(self):
        return "nameless"


def solutions(asker):
    """Return the solutions of a problem, as a reader's decoded ones are compared."""
    if isinstance(asker, Puzzle):
        return {key(found) for found in asker.solutions(backend="bitmask", limit=1000)}
    names = [v.name for v in asker.variables]
    is_plain = all(isinstance(constraint, m.AllDifferent) for constraint in asker.constraints)
    found = all_solutions(asker) if is_plain else solutions_by_check(asker)
    return {frozenset(zip(names, values, strict=True)) for values in found}


def key(solution):
    """Return a solution as a member of a set."""
    return solution if isinstance(solution, Solution) else frozenset(solution.items())


def model(domains, groups, narrowed=None):
    csp = CSP()
    for name, domain in domains.items():
        csp.variable(name, domain)
    for group in groups:
        csp.all_different(*group) if isinstance(group, tuple) else csp.all_different(group)
    return csp.with_domains(narrowed or {})


def australia():
    names = dict.fromkeys([*AUSTRALIA, "South Australia"])
    borders = [[one, other] for one, others in AUSTRALIA.items() for other in others]
    return model(dict.fromkeys(names, ("red", "green", "blue")), borders)


def random_models(count=12, seed=1):
    """Small models with unequal domains, overlapping groups, and variables in none."""
    rng = Rng(seed)
    for number in range(count):
        names = [f"v{i}" for i in range(1 + rng.below(5))]
        domains = {name: [v for v in (7, 3, 5, -2) if rng.below(4)] for name in names}
        groups = [[name for name in names if rng.below(2)] for _ in range(rng.below(4))]
        narrowed = {name: domains[name][:2] for name in names if not rng.below(3)}
        yield f"random {number}", model(domains, groups, narrowed)


@cache
def small():
    """Problems whose solutions can all be read; by name."""
    pencil = {(0, 1): (2, 3), (1, 0): (3, 4), (3, 3): (1, 4)}
    same = [Nameless(), Nameless()]
    nasty = ["two\nlines", 'quote " \\(x) \\', "<a & b>", "ä → 猫 \u2028", "c | 1 : %", "\ud800"]
    nasty += [""]
    return {
        "4x4 empty": Puzzle({}, board=boards.sudoku(2, 2)),
        "4x4 one": Puzzle("...43...2......1"),
        "4x4 seven": Puzzle("1..4........2..3"),
        "4x4 doubled clue": Puzzle("11.............."),
        "4x4 without solution": Puzzle("12....3....4...."),
        "4x4 pencil marks": Puzzle({(0, 0): 1}, board=boards.sudoku(2, 2), candidates=pencil),
        "4x4 nothing left": Puzzle({}, board=boards.sudoku(2, 2), candidates={(1, 1): ()}),
        "4x4 filled": Puzzle("1234341221434321"),
        "1x1": Puzzle([0]),
        "latin": Puzzle({(0, 0): 2}, board=boards.latin(3)),
        "jigsaw": Puzzle({(0, 0): 1, (1, 2): 2}, board=boards.named("jigsaw-AABBACCBADCBDDDC")),
        "diagonals": Puzzle({}, board=boards.named("sudoku-2x2+diagonals")),
        "two boards": Puzzle(
            {(0, 0): 1, (0, 1): 2, (2, 2): 3, (5, 5): 4, (4, 5): 2},
            board=boards.named("gattai(sudoku-2x2)@0,0;2,2"),
        ),
        "map": australia(),
        "map, one is red": australia().with_values({"Queensland": "red"}),
        "nasty names": model(
            dict.fromkeys(nasty, ("a b", "\t", "ü", "--")), [(nasty[:3], "<&>\n"), nasty[2:4]]
        ).with_values({"": "--", "\ud800": "\t"}),
        "names that look the same": model(
            {"1": ("1", 1), 1: (1, "1", 2), (1,): ("1", 2)}, [["1", 1], [1, (1,)]]
        ),
        "values that look the same": model({"a": same, "b": same}, [["a", "b"]]),
        "true and false": model(dict.fromkeys("abc", (True, False)), ["ab", "bc"]),
        "large and negative": model({"a": (10**12, -5), "b": (-5, 0)}, ["ab"]),
        "numbers out of order": model({"a": (9, 2, 4), "b": (4, 3), "c": (9, 3, 2)}, ["abc"]),
        "single values": model({"a": (1,), "b": (1, 2), "c": (3,)}, ["ab", "bc"]),
        "empty and single groups": model(dict.fromkeys("ab", (1, 2)), ["", "a"]),
        "no groups": model({"a": (1, 2, 3), "b": ("x",)}, []),
        "no values": model({"a": (), "b": ()}, ["ab"]),
        "one without values": model({"a": (), "b": (1, 2)}, []),
        "too few values": model(dict.fromkeys("abc", (1, 2)), ["abc"]),
        "long names": model(
            dict.fromkeys(("alpha_centauri", "b"), ("a_long_value", "c")), [["alpha_centauri", "b"]]
        ),
        "reserved words": model(dict.fromkeys(("var", "x", "name"), (1, 2)), [["var", "x"]]),
        **dict(random_models()),
    }


@cache
def large():
    """Puzzles of real size, one without a solution, the others with one; by name."""
    jigsaw = boards.random_jigsaw(9, seed=3)
    diagonals = boards.named("sudoku-3x3+diagonals")
    return {
        "6x6": generate(seed=1, board=boards.sudoku(2, 3)),
        "9x9, 17 clues": Puzzle(SEVENTEEN),
        "9x9 without solution": Puzzle(NO_SOLUTION_9),
        "9x9 diagonals": generate(seed=1, board=diagonals),
        "9x9 jigsaw": generate(seed=1, board=jigsaw),
        "16x16": Puzzle(BOARD_16, alphabet="ascii"),
        "samurai": generate(seed=1, board=boards.samurai()),
    }


def _said(domains, *constraints):
    """Return a model of named variables and what a function makes of them."""
    csp = CSP()
    xs = [csp.variable(name, domain) for name, domain in domains.items()]
    for constraint in constraints:
        csp.add(constraint(*xs))
    return csp


def _rising(state, value):
    return value if state is None or value >= state else None


@cache
def language():
    """Models over the whole constraint language, each constraint alone and in a disjunction."""
    numbers = {"x": (1, 2, 3, 4, 5), "y": (4, 2, -1), "z": (1, 2, 3)}
    mixed = {"x": (1, "red", Fraction(1, 2)), "y": ("red", 2, 1), "z": ("blue", 1, "red")}
    kinds = {
        "AllDifferent": lambda x, y, z: m.AllDifferent([x, y, z]),
        "Relation": lambda x, y, z: m.Relation(x, y, lambda a, b: len(f"{a}{b}") % 3),
        "Relation that is a comparison": lambda x, y, z: m.Relation(z, y, lambda a, b: a != b),
        "Table": lambda x, y, z: m.Table([z, x, y], [(1, 1, 2), (2, 1, 2), (1, 1, -1), (9, 9, 9)]),
        "large table": lambda x, y, z: m.Table([x, y, z], lambda a, b, c: a != b or b != c),
        "Linear": lambda x, y, z: m.Linear([(x, {1: 2, 2: -1}), (z, {1: 1, 3: 5})], 1, 4),
        "Linear with several intervals": lambda x, y, z: m.Linear(
            [(x, {1: 3}), (y, {2: 5, "red": 1}), (z, {1: 2})], totals={0, 3, 5, 8}
        ),
        "count": lambda x, y, z: m.AtMost([x, y, z], 1, [1, 2]),
        "ValueSet": lambda x, y, z: m.ValueSet([x, z], [{1, 2}, {2, 3}, {1, "red"}, {5, 6}]),
        "Regular": lambda x, y, z: m.Regular(
            [x, y, z], 0, lambda state, value: (state + (value == 1)) % 2, {0}
        ),
        "Regular with choices": lambda x, y, z: m.Regular(
            [x, y, x, z], 0, [(0, 1, 0), (0, 1, 1), (1, 2, 1), (0, 2, 0), (1, 1, 1), (0, 2, 1)], {1}
        ),
        "AnyOf": lambda x, y, z: m.AnyOf([[x == 1, z != 1], [m.AllDifferent([x, y]), z == x]]),
        "NValue": lambda x, y, z: m.NValue([x, y, z], 2),
        "equal": lambda x, y, z: (x == z) | ~(y == z),
    }
    of_numbers = {
        "sum": lambda x, y, z: 2 * x + y == z + 3,
        "sum that is not": lambda x, y, z: x + y + z != 6,
        "half": lambda x, y, z: Fraction(1, 2) * x + y < z,
        "product": lambda x, y, z: x * y >= z**2,
        "division": lambda x, y, z: x // z == 1,
        "division by zero": lambda x, y, z: x // (z - 1) != y,
        "remainder below zero": lambda x, y, z: y % x == 1,
        "element": lambda x, y, z: cs.element([x, y, z], z - 1) == x,
        "element out of range": lambda x, y, z: ~(cs.element([x, y, 7], z) == y),
        "distance": lambda x, y, z: abs(x - y) >= 2,
        "maximum": lambda x, y, z: cs.maximum([x, y, z]) == m.minimum([x, 2 * z]),
        "counted": lambda x, y, z: cs.count([x, y, z], 2) <= 1,
        "counted variable": lambda x, y, z: cs.count([x, y], z) == 1,
        "equivalent": lambda x, y, z: cs.equivalent(x < y, z == 2),
        "Rising": lambda x, y, z: m.Regular([x, y, z], None, _rising, lambda state: True),
        "LexLess": lambda x, y, z: m.LexLess([x, y], [z, x]),
        "LexLess or equal": lambda x, y, z: m.LexLess([x, y], [y, z], or_equal=True),
        "GlobalCardinality": lambda x, y, z: m.GlobalCardinality([x, y], {1: z, 2: (0, 1)}),
    }
    found = {}
    for domains, here in ((numbers, {**kinds, **of_numbers}), (mixed, kinds)):
        with_colours = " of colours" if domains is mixed else ""
        for name, kind in here.items():
            found[name + with_colours] = _said(domains, kind)
            found[f"{name}{with_colours}, or not"] = _said(
                domains,
                lambda x, y, z, kind=kind: m.AnyOf([[y == 2], [kind(x, y, z), x != 1]]),
            )
    found["sum, narrowed"] = found["sum"].with_domains({"x": (1, 3), "z": (2,)})
    found["never"] = _said(numbers, lambda x, y, z: m.Table((), ()))
    found["always"] = _said(numbers, lambda x, y, z: m.Linear([(x, 0)], 0, 0))
    return found
