"""Random problems for the tests: small CSPs of every shape, and boards of every family."""

from functools import cache

from hypothesis import strategies as st

from csp_sudoku import CSP, Board, Group, Puzzle, boards


@st.composite
def csps(draw, most_variables=6, most_values=5):
    """Draw a CSP with unequal domains, overlapping groups of any size, and some values fixed."""
    count = draw(st.integers(0, most_variables))
    values = "abcdefgh"[: draw(st.integers(1, most_values))]
    csp = CSP()
    domains = st.lists(st.sampled_from(values), unique=True, min_size=0 if draw(RARELY) else 1)
    variables = [csp.variable(f"v{i}", draw(domains)) for i in range(count)]
    if variables:
        members = st.lists(st.sampled_from(variables), unique=True)
        for group in draw(st.lists(members, max_size=4)):
            csp.all_different(group)
    fixed = draw(st.sets(st.sampled_from(variables), max_size=2)) if variables else ()
    chosen = {v: draw(st.sampled_from(csp.domains[v])) for v in fixed if csp.domains[v]}
    return csp.with_values(chosen)


RARELY = st.integers(0, 9).map(lambda n: n == 0)

SMALL_BOARDS = (
    "sudoku-1x1",
    "sudoku-2x2",
    "sudoku-2x2+diagonals",
    "sudoku-2x2+windows",
    "sudoku-2x2+disjoint",
    "latin-3",
    "latin-4",
    "jigsaw-AABBACCBADCBDDDC",
    "gattai(sudoku-2x2)@0,0;2,2",
    "sudoku-1x2",
)


@cache
def filled(board):
    """Return some solution of a board."""
    return Puzzle({}, board=board).solve("sat").solution


@st.composite
def small_puzzles(draw):
    """Draw a puzzle on a small board of any family: none, one or many solutions.

    Clues come from a filled board with renamed values, and now and then one of them is changed.
    """
    board = boards.named(draw(st.sampled_from(SMALL_BOARDS)))
    names = draw(st.permutations(range(1, board.size + 1)))
    full = [names[value - 1] for value in filled(board)]
    least = len(board.cells) * 3 // 8
    kept = draw(st.sets(st.sampled_from(range(len(full))), min_size=least))
    clues = {board.cells[i]: full[i] for i in kept}
    if clues and draw(RARELY):
        clues[draw(st.sampled_from(sorted(clues)))] = draw(st.integers(1, board.size))
    cells = st.sampled_from(board.cells)
    marks = st.dictionaries(cells, st.sets(st.integers(1, board.size), min_size=1), max_size=4)
    return Puzzle(clues, board=board, candidates=draw(marks) if draw(RARELY) else None)


NAMES = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" "), min_size=1)
BOARD_NAMES = NAMES | st.sampled_from(SMALL_BOARDS)
KINDS = st.sampled_from(["row", "column", "box", "region", "diagonal", "window", "cage"]) | NAMES


@st.composite
def any_boards(draw):
    """Draw a board of any cells, in any order and with holes, and of any groups."""
    lines = st.integers(0, 5)
    cells = draw(st.lists(st.tuples(lines, lines), unique=True, min_size=1, max_size=12))
    members = st.lists(st.integers(0, len(cells) - 1), unique=True, min_size=1)
    groups = draw(st.lists(st.builds(Group, KINDS, NAMES, members.map(tuple)), max_size=6))
    sizes = st.integers(1, 6)
    box = draw(st.none() | st.tuples(sizes, sizes))
    return Board(draw(BOARD_NAMES), draw(sizes), cells, groups, box=box)
