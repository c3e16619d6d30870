"""Ask the Interactive Sudoku Solver how many solutions our random puzzles have; by hand.

`python -m tests.peers.iss_oracle FOLDER 300` makes 300 random puzzles with rules of all kinds,
writes them as ISS strings, lets the solver in FOLDER (a checkout of sigh/Interactive-Sudoku-Solver)
count their solutions with node, and compares them with ours. It prints each difference.
"""

import random
import sys

import csp_sudoku as cs
from csp_sudoku import boards, rules
from csp_sudoku.errors import CspSudokuError, PuzzleFormatError
from csp_sudoku.formats import links
from csp_sudoku.making.fillings import random_filling
from tests.peers.iss import counted

BOARDS = (
    "sudoku-2x2",
    "sudoku-2x3",
    "sudoku-3x2",
    "latin-5",
    "sudoku-2x3+from0",
    "jigsaw-6@1",
    "sudoku-3x3",
)
MOST = 30
"""Solutions that are counted at most."""


def walk(board, rng, length):
    """Return a random path of cells, each next to the one before it."""
    cells = [rng.choice(board.cells)]
    while len(cells) < length:
        row, column = cells[-1]
        near = [(row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        near = [cell for cell in near if cell in board.index and cell not in cells]
        if not near:
            break
        cells.append(rng.choice(near))
    return cells


def pair(board, rng):
    """Return two random neighbours."""
    row, column = rng.choice(board.cells)
    near = [(row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1)]
    return (row, column), rng.choice([cell for cell in near if cell in board.index])


def outside(board, rng):
    """Return a random place at the end of a line."""
    rows, columns = board.shape
    if rng.random() < 0.5:
        return rng.randrange(rows), rng.choice((-1, columns))
    return rng.choice((-1, rows)), rng.randrange(columns)


def square(board, rng):
    """Return a random square of four cells."""
    rows, columns = board.shape
    row, column = rng.randrange(rows - 1), rng.randrange(columns - 1)
    return [(row + a, column + b) for a in (0, 1) for b in (0, 1)]


def some(board, rng, count):
    """Return random cells, each once."""
    return rng.sample(board.cells, count)


def small(board, rng):
    """Return a random number of the board."""
    return rng.choice(board.numbers)


def numbers(board, rng, count):
    """Return random numbers of the board."""
    return [small(board, rng) for _ in range(count)]


def accepting(board, rng):
    """Return a random automaton over the numbers of the board, with three states."""
    steps = [
        (s, n, rng.randrange(3)) for s in range(3) for n in board.numbers if rng.random() < 0.7
    ]
    return rules.automaton([walk(board, rng, 4)], steps, [0], [rng.randrange(3), 0])


MAKERS = [
    lambda b, r: rules.cage(walk(b, r, r.randint(2, 4)), r.randint(3, 15)),
    lambda b, r: rules.cage(some(b, r, 3)),
    lambda b, r: rules.extra_region(some(b, r, 4)),
    lambda b, r: rules.sum_cage(some(b, r, 3), r.randint(3, 15)),
    lambda b, r: rules.sum_cage(some(b, r, 3), r.randint(-3, 9), [1, -1, 2]),
    lambda b, r: rules.equal_sums([some(b, r, 2), some(b, r, 2)]),
    lambda b, r: rules.rellik(walk(b, r, 3), r.randint(3, 8)),
    lambda b, r: rules.equality_cage(some(b, r, 2)),
    lambda b, r: rules.look_and_say(some(b, r, 4), f"{r.randint(0, 2)}{small(b, r)}"),
    lambda b, r: rules.contain(some(b, r, 4), numbers(b, r, 2)),
    lambda b, r: rules.contain_exactly(some(b, r, 4), numbers(b, r, 2)),
    lambda b, r: rules.count_distinct(some(b, r, 1)[0], some(b, r, 5)),
    lambda b, r: rules.thermo(walk(b, r, r.randint(2, 4))),
    lambda b, r: rules.slow_thermo(walk(b, r, r.randint(2, 4))),
    lambda b, r: rules.arrow(some(b, r, 1)[0], walk(b, r, 2)),
    lambda b, r: rules.double_arrow(walk(b, r, r.randint(3, 5))),
    lambda b, r: rules.palindrome(walk(b, r, r.randint(2, 5))),
    lambda b, r: rules.renban(walk(b, r, r.randint(2, 4))),
    lambda b, r: rules.whisper(walk(b, r, r.randint(2, 4)), r.randint(1, 3)),
    lambda b, r: rules.between(walk(b, r, r.randint(3, 5))),
    lambda b, r: rules.lockout(walk(b, r, r.randint(3, 5)), r.randint(1, 3)),
    lambda b, r: rules.zipper(walk(b, r, r.randint(3, 5))),
    lambda b, r: rules.nabner(walk(b, r, r.randint(2, 3))),
    lambda b, r: rules.modular(walk(b, r, r.randint(2, 5)), r.randint(2, 3)),
    lambda b, r: rules.sum_line(walk(b, r, r.randint(2, 5)), r.randint(4, 9)),
    lambda b, r: rules.same_values([some(b, r, 2), some(b, r, 2)]),
    lambda b, r: rules.white_dot(pair(b, r), r.choice((1, 1, 2))),
    lambda b, r: rules.black_dot(pair(b, r), r.choice((2, 2, 3))),
    lambda b, r: rules.greater(pair(b, r)),
    lambda b, r: rules.v(pair(b, r)),
    lambda b, r: rules.quadruple(square(b, r), numbers(b, r, r.randint(1, 2))),
    lambda b, r: rules.negative_xv(),
    lambda b, r: rules.negative_white(),
    lambda b, r: rules.little_killer((-1, r.randrange(b.size - 2)), "dr", r.randint(4, 20)),
    lambda b, r: rules.little_killer((b.size, r.randrange(2, b.size)), "ul", r.randint(4, 20)),
    lambda b, r: rules.sandwich(outside(b, r), r.randint(0, 9)),
    lambda b, r: rules.x_sum(outside(b, r), r.randint(1, 15)),
    lambda b, r: rules.skyscraper(outside(b, r), r.randint(1, 4)),
    lambda b, r: rules.hidden_skyscraper(outside(b, r), small(b, r)),
    lambda b, r: rules.numbered_room(outside(b, r), small(b, r)),
    lambda b, r: rules.lunchbox(walk(b, r, 4), r.randint(0, 8)),
    lambda b, r: rules.full_rank(outside(b, r), r.randint(1, 4 * b.size)),
    lambda b, r: rules.odd(some(b, r, 2)),
    lambda b, r: rules.minimum(some(b, r, 1)),
    lambda b, r: rules.maximum(some(b, r, 1)),
    lambda b, r: rules.clone(some(b, r, 2), some(b, r, 2)),
    lambda b, r: rules.counting_circles(some(b, r, 4)),
    lambda b, r: rules.row_index(some(b, r, 1)),
    lambda b, r: rules.column_index(some(b, r, 2)),
    lambda b, r: rules.value_index(walk(b, r, 5)),
    lambda b, r: rules.antiknight(),
    lambda b, r: rules.antiking(),
    lambda b, r: rules.antitaxicab(),
    lambda b, r: rules.nonconsecutive(),
    lambda b, r: rules.disjoint_groups(),
    lambda b, r: rules.pairs(walk(b, r, 3), lambda one, other: (one * other) % 3 != 1),
    accepting,
    lambda b, r: rules.regex(walk(b, r, 4), f"[{b.numbers[0]}-{b.numbers[2]}]*{b.numbers[3]}.*"),
    lambda b, r: rules.any_of([r.choice(MAKERS[:30])(b, r), r.choice(MAKERS[:30])(b, r)]),
]


def holds(board, solution, rule):
    """Whether a filling obeys a rule."""
    return cs.Puzzle.of(board, solution, None, [rule]).count(1) == 1


def random_puzzle(seed):
    """Return a random puzzle with rules, most of which a filling of its board obeys."""
    rng = random.Random(seed)
    board = boards.named(rng.choice(BOARDS))
    solution = random_filling(board, seed).values
    chosen = []
    while len(chosen) < rng.randint(1, 5):
        try:
            rule = rng.choice(MAKERS)(board, rng)
            if rng.random() < 0.05 or holds(board, solution, rule):
                chosen.append(rule)
        except CspSudokuError:  # this rule does not fit this board
            continue
    share = rng.uniform(0.1, 0.4) if board.size < 9 else 0.35
    values = [value if rng.random() < share else 0 for value in solution]
    return cs.Puzzle.of(board, values, None, chosen)


def main(folder, count):
    """Compare as many puzzles as wanted; return how many differ."""
    puzzles, texts, seed = [], [], 0
    while len(puzzles) < count:
        seed += 1
        puzzle = random_puzzle(seed)
        try:
            texts.append(puzzle.to("iss").removeprefix(links.ISS))
        except PuzzleFormatError:  # ISS does not have one of the rules in this form
            continue
        puzzles.append((seed, puzzle))
    theirs = counted(folder, texts, MOST)
    different = failed = 0
    seen = {rule.name for _, puzzle in puzzles for rule in puzzle.rules}
    for (seed, puzzle), text, expected in zip(puzzles, texts, theirs, strict=True):
        if isinstance(expected, str):  # the solver itself gave up
            failed += 1
            print(f"seed {seed}: ISS says {expected}: {text}", flush=True)
            continue
        found = puzzle.count(MOST)
        if found != expected:
            different += 1
            told = ", ".join(map(str, puzzle.rules))
            print(f"seed {seed}: ours {found}, ISS {expected}: {told}: {text}", flush=True)
    none = sum(answer == 0 for answer in theirs)
    print(
        f"{count} puzzles with {len(seen)} rules, {different} differ; {none} have no solution, "
        f"and ISS failed on {failed}"
    )
    return different


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300)))
