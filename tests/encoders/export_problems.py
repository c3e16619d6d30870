"""Problems for the export formats, each with all of its solutions: boards, maps, and odd names."""

from functools import cache

from csp_sudoku import CSP, Puzzle, Solution, boards, generate
from csp_sudoku.rng import Rng
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
    return {frozenset(zip(names, values, strict=True)) for values in all_solutions(asker)}


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
