"""Canonical forms of 9x9: the smallest of all equivalents, whatever it looks like before."""

import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku.native import canonical9, sudoku9

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
PUZZLE = bytes(0 if symbol == "." else int(symbol) for symbol in HARD)
GRID = sudoku9.solve(PUZZLE)
# The grid with the most symmetries (E. Russell, F. Jarvis: There are 5,472,730,538 essentially
# different sudoku grids, 2005), which is its own smallest form.
MOST_SYMMETRIC = bytes(
    map(int, "123456789456789123789123456231564897564897231897231564312645978645978312978312645")
)

triples = st.permutations(range(3))
lines = st.tuples(triples, triples, triples, triples).map(
    lambda t: [3 * band + line for band, inside in zip(t[0], t[1:], strict=True) for line in inside]
)
changes = st.tuples(st.booleans(), lines, lines, st.permutations(range(1, 10)))


def changed(puzzle, transposed, rows, columns, names):
    if transposed:
        puzzle = bytes(puzzle[9 * (i % 9) + i // 9] for i in range(81))
    labels = [0, *names]
    return bytes(labels[puzzle[9 * row + column]] for row in rows for column in columns)


@settings(max_examples=150)
@given(st.sets(st.integers(0, 80)), changes)
def test_a_form_is_smallest_reached_and_shared(kept, change):
    puzzle = bytes(value if i in kept else 0 for i, value in enumerate(GRID))
    other = changed(puzzle, *change)
    found = canonical9.find(puzzle)
    assert found.form <= min(puzzle, other)
    assert canonical9.find(other).form == found.form
    labels = found.labels[1:]
    assert changed(puzzle, found.transposed, found.rows, found.columns, labels) == found.form
    assert canonical9.find(found.form).form == found.form


@given(changes)
def test_full_grids(change):
    assert canonical9.find(changed(GRID, *change)).form == canonical9.find(GRID).form
    assert canonical9.find(changed(MOST_SYMMETRIC, *change)).form == MOST_SYMMETRIC


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 80), st.integers(1, 9)), max_size=2))
def test_two_clues_fall_into_the_classes_that_can_be_told(clues):
    """Two clues: the same line and box, line only, box only or neither; same value or not."""
    puzzle = bytearray(81)
    for cell, value in clues:
        puzzle[cell] = value
    given_cells = [cell for cell in range(81) if puzzle[cell]]
    found = canonical9.find(puzzle)
    if len(given_cells) < 2 or found is None:
        return
    (r1, c1), (r2, c2) = (divmod(cell, 9) for cell in given_cells)
    same = puzzle[given_cells[0]] == puzzle[given_cells[1]]
    box = r1 // 3 == r2 // 3, c1 // 3 == c2 // 3
    line = r1 == r2 or c1 == c2
    kind = (same, line, all(box), any(box))
    assert TWO_CLUES.setdefault(kind, found.form) == found.form
    assert sum(form == found.form for form in TWO_CLUES.values()) == 1


TWO_CLUES: dict[tuple[bool, ...], bytes] = {}


@pytest.mark.parametrize(
    ("grid", "symmetries"),
    [
        (MOST_SYMMETRIC, 648),
        (GRID, 1),
        (bytes((3 * r + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)), 54),
    ],
    ids=["most symmetric", "none", "cyclic"],
)
def test_symmetries_of_known_grids(grid, symmetries):
    assert canonical9.find(grid).ways == symmetries


def test_every_form_of_a_grid_begins_with_one_of_the_smallest_bands():
    forms = bytearray(81 * 500)
    search = sudoku9.Search(bytes(81))
    assert canonical9.find_array(b"".join(next(search) for _ in range(500)), forms) == []
    for start in range(0, len(forms), 81):
        assert forms[start : start + 9] == bytes(range(1, 10))
        assert forms[start + 9 : start + 11] == bytes([4, 5])
        assert forms[start + 11] in (6, 7)


def test_rows_apart_and_rows_without_a_form():
    rows = [PUZZLE, bytes([1, 1] + [0] * 79), bytes([10] + [0] * 80), GRID]
    forms = bytearray(b"\xff" * 4 * 81)
    assert canonical9.find_array(b"\n".join(rows), forms, stride=82) == [1, 2]
    assert forms[:81] == canonical9.find(PUZZLE).form
    assert forms[81:243] == b"\xff" * 162
    assert forms[243:] == canonical9.find(GRID).form
    assert canonical9.find(rows[1]) is canonical9.find(rows[2]) is None
    assert canonical9.find_array(b"", bytearray()) == []


def test_sparse_puzzles_do_not_explode():
    for puzzle in (bytes(81), GRID[:9] + bytes(72), GRID[:27] + bytes(54), bytes(63) + GRID[63:]):
        form = canonical9.find(puzzle).form
        assert sorted(form.count(v) for v in range(10)) == sorted(
            puzzle.count(v) for v in range(10)
        )


@pytest.mark.parametrize(
    ("puzzles", "forms", "stride"),
    [(80, 81, 81), (81, 80, 81), (162, 81, 81), (81, 162, 81), (81, 81, 80)],
)
def test_buffers_that_do_not_fit(puzzles, forms, stride):
    with pytest.raises(ValueError, match="bytes"):
        canonical9.find_array(bytes(puzzles), bytearray(forms), stride=stride)
    with pytest.raises(ValueError, match="81 cells"):
        canonical9.find(bytes(80))


def test_ctrl_c(interrupted):
    puzzles, forms = GRID * 2000, bytearray(81 * 2000)
    interrupted(lambda: canonical9.find_array(puzzles, forms))
