"""Canonical forms and equivalence on any board, against brute force and published counts."""

from itertools import permutations

import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku import (
    Puzzle,
    PuzzleError,
    Solution,
    Transformation,
    are_equivalent,
    boards,
    canonical,
    canonical_many,
)
from csp_sudoku.equivalence.labelling import Graph, canonical_labels, isomorphism
from tests.strategies import filled, small_puzzles

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@st.composite
def transformations(draw, board):
    """Draw a product of the board's named symmetries, and new names."""
    still = tuple(range(len(board.cells)))
    names = tuple(draw(st.permutations(range(1, board.size + 1))))
    whole = Transformation(board, still, names)
    if board.symmetries:
        moves = st.sampled_from(sorted(board.symmetries.values()))
        for move in draw(st.lists(moves, max_size=12)):
            whole = whole.then(Transformation(board, move, tuple(range(1, board.size + 1))))
    return whole


@settings(max_examples=40)
@given(st.data())
def test_equivalent_puzzles_share_their_form(data):
    puzzle = data.draw(small_puzzles())
    change = data.draw(transformations(puzzle.board))
    other = change(puzzle)
    form = canonical(puzzle)
    assert canonical(other) == form == canonical(form)
    found = are_equivalent(puzzle, other)
    assert found is not None
    assert found(puzzle) == other
    assert found.inverse()(other) == puzzle


@pytest.mark.parametrize(
    "name", ["sudoku-3x3", "sudoku-3x3+diagonals", "sudoku-2x4", "latin-6", "jigsaw-6@1"]
)
@settings(max_examples=6)
@given(st.data())
def test_larger_boards(name, data):
    board = boards.named(name)
    solution = filled(board)
    change = data.draw(transformations(board))
    kept = data.draw(st.sets(st.sampled_from(board.cells)))
    puzzle = Puzzle({cell: solution[cell] for cell in kept}, board=board)
    assert canonical(change(puzzle)) == canonical(puzzle)
    assert canonical(change(solution)) == canonical(solution)
    assert canonical(change(solution)).solves(canonical(solution).puzzle)


def test_4x4_grids_fall_into_two_classes_of_the_right_sizes():
    """The 288 grids are 192 and 96, as brute force over all symmetries shows."""
    grids = list(Puzzle({}, board=boards.sudoku(2, 2)).solutions())
    classes = {}
    for grid in grids:
        classes.setdefault(canonical(grid), set()).add(grid)
    assert sorted(map(len, classes.values())) == [96, 192]
    for members in classes.values():
        assert _orbit(next(iter(members))) == members


def _orbit(grid):
    """Return all grids that symmetries of 4x4 and new names make of one."""
    found, todo = {grid}, [grid]
    board = grid.board
    moves = [Transformation(board, move, (1, 2, 3, 4)) for move in board.symmetries.values()]
    still = tuple(range(16))
    moves += [Transformation(board, still, names) for names in permutations((1, 2, 3, 4))]
    while todo:
        one = todo.pop()
        new = {move(one) for move in moves} - found
        found |= new
        todo += new
    return found


def test_puzzles_that_differ_are_told_apart():
    one, other = Puzzle("12.. .... .... ...."), Puzzle("1... 2... .... ....")
    assert are_equivalent(one, other) is not None
    assert are_equivalent(one, Puzzle("1... ..2. .... ....")) is None
    assert are_equivalent(one, Puzzle("1... .... .... ....")) is None
    assert are_equivalent(one, Puzzle("12.. .... .... ....", board=boards.latin(4))) is None


def test_puzzles_whose_clues_clash_have_a_form_as_well():
    one = Puzzle({(0, 0): 1, (0, 1): 1, (5, 5): 3})
    other = Puzzle({(8, 8): 2, (7, 8): 2, (3, 3): 9})
    assert are_equivalent(one, other)(one) == other
    assert are_equivalent(one, Puzzle({(8, 8): 2, (4, 8): 2, (3, 3): 9})) is None


def test_pencil_marks_count():
    marks = {(0, 0): (1, 2)}
    one = Puzzle({}, candidates=marks)
    other = Puzzle({}, candidates={(8, 3): (5, 9)})
    assert are_equivalent(one, other)(one) == other
    assert are_equivalent(one, Puzzle({}, candidates={(0, 0): (1, 2, 3)})) is None
    assert are_equivalent(one, Puzzle({})) is None


def test_many_rows_from_text_arrays_and_puzzles():
    puzzle = Puzzle(HARD)
    turned = puzzle.transform("rotate90")
    clash = Puzzle({(0, 0): 1, (0, 1): 1})
    forms = canonical_many([HARD, turned.to("line"), clash.to("line")])
    assert forms.shape == (3, 81)
    assert bytes(forms[0]) == bytes(forms[1]) == canonical(puzzle).values
    assert bytes(forms[2]) == canonical(clash).values
    assert bytes(canonical_many(forms)) == bytes(forms)
    assert bytes(canonical_many((HARD + "\n").encode())) == bytes(forms[0])
    small = canonical_many(["1..4........2..3", "4..2........3..1"])
    assert bytes(small[0]) == bytes(small[1])
    assert len(canonical_many([])) == 0


def test_rows_that_cannot_have_a_form():
    with pytest.raises(PuzzleError, match="row 1 is not a puzzle"):
        canonical_many([HARD, "x" * 81])
    with pytest.raises(PuzzleError, match="row 0 has pencil marks"):
        canonical_many([Puzzle({}, candidates={(0, 0): (1, 2)})])


def test_a_transformation_refuses_another_board():
    still = Transformation(boards.sudoku(2, 2), tuple(range(16)), (1, 2, 3, 4))
    with pytest.raises(PuzzleError, match="expected a puzzle of sudoku-2x2"):
        still(Puzzle(HARD))
    other = Transformation(boards.latin(4), tuple(range(16)), (1, 2, 3, 4))
    with pytest.raises(PuzzleError, match="the other"):
        still.then(other)
    solution = Solution("1234 3412 2143 4321")
    assert still(solution) == solution


@settings(max_examples=60)
@given(st.data())
def test_labels_of_any_graph_agree_with_brute_force(data):
    """Two graphs on five vertices are the same exactly if some permutation makes them so."""
    pairs = [(a, b) for a in range(5) for b in range(a)]
    edges = st.sets(st.sampled_from(pairs)).map(sorted)
    colours = st.lists(st.integers(0, 1), min_size=5, max_size=5)
    one, other = (Graph(data.draw(colours), data.draw(edges)) for _ in range(2))
    same = any(
        one.relabelled(p).edges == other.relabelled(range(5)).edges
        and one.relabelled(p).colours == other.colours
        for p in permutations(range(5))
    )
    forms = [graph.relabelled(canonical_labels(graph)) for graph in (one, other)]
    is_same_form = (forms[0].colours, forms[0].edges) == (forms[1].colours, forms[1].edges)
    assert same == is_same_form == (isomorphism(one, other) is not None)


def test_graphs_that_refining_cannot_tell_apart():
    """Two triangles and a hexagon: every vertex has two neighbours."""
    triangles = Graph([0] * 6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)])
    hexagon = Graph([0] * 6, [(i, (i + 1) % 6) for i in range(6)])
    assert isomorphism(triangles, hexagon) is None
    assert triangles.shape(canonical_labels(triangles)) != hexagon.shape(canonical_labels(hexagon))
