"""The state keeps candidates by cell and cells by value in step, and draws itself."""

import pytest
from hypothesis import given, strategies as st

from csp_sudoku import ContradictionError, MoveError, Puzzle, boards
from csp_sudoku.logic import Candidate, State, Step
from csp_sudoku.logic.board_bits import BoardBits
from tests.strategies import small_puzzles


def assert_in_step(state):
    size = state.bits.size
    for cell, mask in enumerate(state.candidates):
        if state.values[cell]:
            assert mask == 0
            assert state.placed[state.values[cell]] >> cell & 1
            assert not state.open >> cell & 1
        else:
            assert state.open >> cell & 1
        for value in range(1, size + 1):
            assert state.places[value] >> cell & 1 == mask >> value - 1 & 1


@given(small_puzzles(), st.data())
def test_moves_and_their_undoing_keep_step(puzzle, data):
    if puzzle.clash():
        return
    state = State.of(puzzle)
    assert_in_step(state)
    start, made = state.copy(), []
    for _ in range(8):
        left = [
            Candidate(cell, value)
            for cell in range(len(state.values))
            for value in range(1, state.bits.size + 1)
            if state.has(cell, value)
        ]
        if not left:
            break
        chosen = data.draw(st.sampled_from(left))
        step = (
            Step("test", "", placements=(chosen,))
            if data.draw(st.booleans())
            else Step("test", "", eliminations=(chosen,))
        )
        change, found = state.make(next(step.moves()))
        assert change.is_real
        assert_in_step(state)
        if found is not None and state.contradiction() is None:
            raise AssertionError(f"{found} is no contradiction")
        made.append(change)
        if found:
            break
        assert state.contradiction() is None or start.contradiction() is not None
    for change in reversed(made):
        state.unmake(change)
        assert_in_step(state)
    assert state == start


def test_starts_with_what_the_clues_leave():
    puzzle = Puzzle("1... ...2 2... ....")
    state = State.of(puzzle)
    assert [mask for cell, mask in enumerate(puzzle.masks) if state.open >> cell & 1] == [
        mask for mask in state.candidates if mask
    ]
    assert state.puzzle == puzzle


def test_a_clash_of_clues_names_both_cells():
    with pytest.raises(ContradictionError, match="r1c1 and r1c2 in row 1 are both 1"):
        State.of(Puzzle("11.. .... .... ...."))


def test_the_clash_of_a_placement_is_named():
    state = State.of(Puzzle("1... .... .... ...."))
    with pytest.raises(MoveError, match="r1c3 cannot be 1: r1c1 in row 1 is 1"):
        state.place(2, 1)
    with pytest.raises(MoveError, match="r1c1 is 1 already"):
        state.place(0, 2)
    state.clear(2, 2)
    with pytest.raises(MoveError, match="r1c3 cannot be 2: that candidate was cleared"):
        state.place(2, 2)


def test_contradictions_name_the_cells():
    state = State.of(Puzzle("123. ...4 .... ...."))
    found = state.contradiction()
    assert [str(v) for v in found.variables] == ["r1c4"]
    state = State.of(Puzzle("1... .... .... ...."))
    for cell in (9, 10, 11):
        state.clear(cell, 1)
    state.clear(14, 1)
    state.clear(15, 1)
    found = state.contradiction()
    assert str(found) == "row 3 has no place for 1, not at r3c1, r3c2, r3c3 or r3c4"
    assert [str(v) for v in found.variables] == ["r3c1", "r3c2", "r3c3", "r3c4"]


def test_drawing_in_the_users_alphabet():
    """Known: the value; open: the candidates in braces; untouched: a blank."""
    state = State.of(Puzzle("1... ...2 .... ....", board=boards.sudoku(2, 2)), alphabet="wxyz")
    assert str(state).splitlines() == [
        "+-------------+-------------+",
        "| w     {xyz} | {yz}  {yz}  |",
        "| {yz}  {yz}  | {wyz} x     |",
        "+-------------+-------------+",
        "| {xyz}       |       {wyz} |",
        "| {xyz}       |       {wyz} |",
        "+-------------+-------------+",
    ]


def test_a_board_is_turned_into_bits_once():
    assert BoardBits.of(boards.sudoku(3, 3)) is BoardBits.of(Puzzle("." * 81).board)


def test_lines_that_cross_belong_to_one_board_each():
    crossings = BoardBits.of(boards.samurai()).crossings
    assert len(crossings) == 10
    assert all(len(crossing.bases) == len(crossing.covers) == 9 for crossing in crossings)
