"""Board families against facts that are known from elsewhere."""

import math
import pickle

import pytest
from sympy.combinatorics import Permutation, PermutationGroup

from csp_sudoku import BoardError, Puzzle, boards
from csp_sudoku.formats.drawing import rules_of

BOXES = [(1, 1), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5), (6, 6)]


def counts(board):
    return len(board.cells), len(board.groups), board.size


@pytest.mark.parametrize(("rows", "columns"), [*BOXES, (8, 8)])
def test_sudoku_has_three_groups_a_cell_and_the_known_number_of_peers(rows, columns):
    n = rows * columns
    board = boards.sudoku(rows, columns)
    kinds = [group.kind for group in board.groups]
    lines = n if n > 1 else 0
    assert (kinds.count("row"), kinds.count("column")) == (lines, lines)
    assert kinds.count("box") == (n if min(rows, columns) > 1 else 0)
    assert all(len(group.cells) == n for group in board.groups)
    # Two lines of n - 1, and what a box has outside of them.
    expected = 2 * (n - 1) + (rows - 1) * (columns - 1)
    assert {len(peers) for peers in board.peers} == {expected}
    assert board.shape == (n, n)


def test_the_classic():
    board = boards.sudoku()
    assert counts(board) == (81, 27, 9)
    assert [str(board.cells[i]) for i in board.groups[18 + 4].cells] == [
        *("r4c4", "r4c5", "r4c6"),
        *("r5c4", "r5c5", "r5c6"),
        *("r6c4", "r6c5", "r6c6"),
    ]
    assert board.groups[18 + 4].name == "box 5"
    assert sum(map(len, board.peers)) == 2 * 810


def test_latin_square():
    assert counts(boards.latin(5)) == (25, 10, 5)
    assert {len(p) for p in boards.latin(5).peers} == {8}


def test_extras_have_the_known_groups():
    classic = boards.sudoku(3, 3)
    assert counts(boards.diagonals(classic)) == (81, 29, 9)
    assert counts(boards.windows(classic)) == (81, 31, 9)
    assert counts(boards.disjoint(classic)) == (81, 36, 9)
    window = boards.windows(classic).groups[27]
    assert [str(classic.cells[i]) for i in window.cells][::4] == ["r2c2", "r3c3", "r4c4"]
    assert [len(boards.windows(boards.sudoku(n, n)).groups) - 3 * n * n for n in (2, 4, 5)] == [
        *(1, 9, 16),
    ]
    middle = classic.cell_index("r5c5")
    assert len(boards.diagonals(classic).peers[middle]) == 32
    assert {len(p) for p in boards.disjoint(classic).peers} == {24}


def test_extras_combine_and_come_once():
    board = boards.windows(boards.diagonals(boards.sudoku(3, 3)))
    assert board.name == "sudoku-3x3+diagonals+windows"
    assert len(board.groups) == 33
    assert boards.diagonals(board) is board
    other = boards.diagonals(boards.windows(boards.sudoku(3, 3)))
    assert board == other
    assert hash(board) == hash(other)
    assert board != boards.sudoku(3, 3)


def test_overlapping_boards():
    samurai = boards.samurai()
    assert counts(samurai) == (369, 5 * 27 - 4, 9)
    assert samurai.shape == (21, 21)
    assert not samurai.is_full
    assert counts(boards.named("twodoku")) == (153, 53, 9)
    assert counts(boards.named("butterfly"))[0] == 144
    assert counts(boards.named("sohei"))[0] == 4 * 81 - 4 * 9
    assert boards.gattai(((0, 0),)) == boards.sudoku(3, 3)
    small = boards.gattai(((0, 0), (2, 2)), boards.diagonals(boards.sudoku(2, 2)))
    # Two boards of 12 groups and 2 diagonals; the shared box once, and both down-diagonals.
    assert counts(small) == (28, 2 * 14 - 1, 4)
    assert boards.named(small.name) is small


def test_jigsaw_regions():
    board = boards.jigsaw("AABB\nACCB\nADCB\nDDDC")
    assert counts(board) == (16, 12, 4)
    regions = [group for group in board.groups if group.kind == "region"]
    assert [len(region.cells) for region in regions] == [4, 4, 4, 4]
    assert board == boards.jigsaw("xxyy xzzy xwzy wwwz")
    assert board.regions == tuple(8 + "ABCD".index(letter) for letter in "AABBACCBADCBDDDC")


@pytest.mark.parametrize("size", [1, 2, 4, 5, 6, 7, 9, 12, 16])
def test_random_jigsaws_are_connected_fair_and_the_same_for_the_same_seed(size):
    board = boards.random_jigsaw(size, seed=7)
    assert board is boards.named(f"jigsaw-{size}@7")
    drawing = board.name.removeprefix("jigsaw-")
    assert len(drawing) == size * size
    for letter in set(drawing):
        cells = {divmod(i, size) for i, other in enumerate(drawing) if other == letter}
        assert len(cells) == size
        reached, todo = set(), [min(cells)]
        while todo:
            row, column = todo.pop()
            reached.add((row, column))
            beside = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            todo += (beside & cells) - reached
        assert reached == cells


def test_random_jigsaws_differ_and_are_irregular():
    names = {boards.random_jigsaw(9, seed=seed).name for seed in range(10)}
    assert len(names) == 10
    assert boards.sudoku(3, 3) not in {boards.named(name) for name in names}
    # Fixed for all time: the same seed gives the same board on every machine.
    assert boards.random_jigsaw(6, seed=1).name == "jigsaw-AAABBBACDDBBACCDDBAECCDDEECFFFEEEFFF"


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("sudoku-2x2", 128),
        ("sudoku-2x3", math.factorial(2) ** 3 * 6 * math.factorial(3) ** 2 * 2),
        ("sudoku-3x3", 3_359_232),
        ("sudoku-4x4", 2 * math.factorial(4) ** 10),
        ("latin-5", 2 * math.factorial(5) ** 2),
        ("samurai", 8),
    ],
)
def test_symmetries_generate_a_group_of_the_known_order(name, order):
    board = boards.named(name)
    group = PermutationGroup([Permutation(list(p)) for p in board.symmetries.values()])
    assert group.order() == order


def test_symmetries_map_groups_onto_groups():
    board = boards.named("sudoku-3x3+diagonals+windows")
    groups = {frozenset(group.cells) for group in board.groups}
    assert {"rotate90", "mirror", "diagonal"} <= set(board.symmetries)
    assert "swap rows 1 and 2" not in board.symmetries
    for permutation in board.symmetries.values():
        assert {frozenset(permutation[i] for i in group) for group in groups} == groups


def test_rotation_turns_clockwise():
    board = boards.sudoku(3, 3)
    corner = board.symmetries["rotate90"][board.cell_index("r1c1")]
    assert str(board.cells[corner]) == "r1c9"


def test_boards_are_built_once_and_survive_pickling():
    assert boards.sudoku(3, 3) is boards.sudoku(3, 3)
    assert boards.sudoku(3, 3).csp is boards.sudoku(3, 3).csp
    board = boards.windows(boards.sudoku(3, 3))
    assert pickle.loads(pickle.dumps(board)) == board


def test_usual_boards_by_size():
    names = {n: boards.of_size(n).name for n in (1, 4, 6, 8, 9, 10, 12, 16, 25, 36, 49, 64)}
    assert names[6] == "sudoku-2x3"
    assert names[8] == "sudoku-2x4"
    assert names[64] == "sudoku-8x8"
    with pytest.raises(BoardError, match="latin-7"):
        boards.of_size(7)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("sudoku-0x3", "0 x 3"),
        ("sudoku-9x9", "81"),
        ("latin-0", "cannot be 0"),
        ("latin-65", "65"),
        ("chess", "'chess'"),
        ("", "''"),
        ("sudoku-3x3+hats", "'hats'"),
        ("samurai+diagonals", "not a single square"),
        ("latin-9+windows", "no boxes"),
        ("jigsaw-AAB", "3 region letters"),
        ("jigsaw-AABBACCBADCBDDDD", "region 'C' has 3"),
        ("gattai(sudoku-0x0)@0,0", "0 x 0"),
        ("gattai(sudoku-3x3)@", "gattai"),
    ],
)
def test_impossible_boards_are_our_errors(name, says):
    with pytest.raises(BoardError) as caught:
        boards.named(name)
    assert says in str(caught.value)
    assert caught.value.fix


def test_cells_by_name_and_number():
    board = boards.sudoku(3, 3)
    assert board.cell_index("r4c6") == board.cell_index((3, 5)) == 32
    for wrong in ("r0c1", "r10c1", "a1", (9, 0), (-1, 0)):
        with pytest.raises(BoardError):
            board.cell_index(wrong)


def test_equal_boards_keep_their_names():
    """A jigsaw of nine boxes has the groups of the classic board, and yet is called otherwise."""
    plain = boards.sudoku(3, 3)
    boxes = boards.jigsaw("AAABBBCCC" * 3 + "DDDEEEFFF" * 3 + "GGGHHHIII" * 3)
    assert boxes == plain
    for board in (boxes, plain, boxes):
        puzzle = Puzzle("1" + "." * 80, board=board)
        assert puzzle.board is board
        assert Puzzle(puzzle.to("grid"), board=board).board is board
        assert boards.diagonals(board).name == f"{board.name}+diagonals"
    assert Puzzle("1" + "." * 80).board is plain
    assert rules_of(boxes) != rules_of(plain)  # regions have gaps between all columns
