"""Small 9x9 puzzles by hitting sets: nothing is missed, and what is found is proper."""

from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku.native import hitting9, sudoku9
from csp_sudoku.native.hitting9 import Choices, Search
from csp_sudoku.native.status import Status
from csp_sudoku.puzzle import Puzzle


def parse(line):
    return bytes(0 if symbol == "." else int(symbol) for symbol in line)


# 17 clues: the puzzle against brute force of Wikipedia's article on Sudoku solving algorithms.
PUZZLE = parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
SOLUTION = sudoku9.solve(PUZZLE)
CLUES = [cell for cell in range(81) if PUZZLE[cell]]


def clues_at(cells):
    return bytes(SOLUTION[cell] if cell in cells else 0 for cell in range(81))


def all_found(most, **options):
    search = Search(SOLUTION, most, **options)
    found = []
    while search.run() is Status.SOLUTION:
        found.append(frozenset(cell for cell in range(81) if search.puzzle[cell]))
    assert search.status is Status.EXHAUSTED
    assert search.puzzle is None
    return found


@pytest.mark.parametrize("kernel", hitting9.kernels())
def test_all_completions_as_brute_force_finds_them(kernel):
    """Fifteen clues given, two more: every pair is tried by the plain solver."""
    given = CLUES[2:]
    others = [cell for cell in range(81) if cell not in given]
    proper = {
        frozenset({*given, *pair})
        for pair in combinations(others, 2)
        if sudoku9.count(clues_at({*given, *pair})) == 1
    }
    found = all_found(17, given=given, kernel=kernel)
    assert frozenset(CLUES) in proper
    assert len(found) == len(set(found))
    assert set(found) == proper  # no single clue is enough, so that none of them is larger


@pytest.mark.parametrize("kernel", hitting9.kernels())
def test_a_known_puzzle_is_found_from_half_of_its_clues(kernel):
    found = all_found(17, given=CLUES[::2], kernel=kernel)
    assert frozenset(CLUES) in found
    assert all(len(cells) <= 17 for cells in found)
    assert all(sudoku9.count(clues_at(cells)) == 1 for cells in found)


def test_given_clues_that_are_proper_are_the_answer():
    assert all_found(17, given=CLUES) == [frozenset(CLUES)]
    assert all_found(81, given=CLUES) == [frozenset(CLUES)]
    assert all_found(16, given=CLUES[:16]) == []


def test_there_are_no_puzzles_of_few_clues():
    for most in (0, 1, 8, 13):
        assert all_found(most) == []


def test_it_pauses_and_goes_on():
    whole, paused = Search(SOLUTION, 17, given=CLUES[::2]), Search(SOLUTION, 17, given=CLUES[::2])
    assert paused.run(nodes=0) is Status.PAUSED
    assert whole.run() is Status.SOLUTION
    while paused.run(nodes=7) is Status.PAUSED:
        assert paused.puzzle is None
    assert (paused.puzzle, paused.nodes) == (whole.puzzle, whole.nodes)
    assert 0 < paused.sets <= 1024
    assert Search(SOLUTION, 17).run(seconds=0) is Status.PAUSED


def test_ctrl_c_reaches_it(interrupted):
    interrupted(lambda: Search(SOLUTION, 20).run())


def test_bad_input():
    for solution in (PUZZLE, SOLUTION[:80], bytes(81), bytes([10]) + SOLUTION[1:]):
        with pytest.raises(ValueError, match="must be a full grid"):
            Search(solution, 17)
    with pytest.raises(ValueError, match="2 to 81, not 1"):
        Search(SOLUTION, 1, given=[3, 4])
    with pytest.raises(ValueError, match="0 to 81, not 82"):
        Search(SOLUTION, 82)
    with pytest.raises(ValueError, match="cells must be 0 to 80, not 81"):
        Search(SOLUTION, 17, given=[81])
    with pytest.raises(ValueError, match="kernel is 'none'"):
        Search(SOLUTION, 17, kernel="none")
    with pytest.raises(ValueError, match="nodes must be 0 or more"):
        Search(SOLUTION, 17).run(nodes=-1)


def cells_of(other):
    return frozenset(cell for cell in range(81) if other[cell] != SOLUTION[cell])


def test_unavoidable_sets_are_minimal_and_none_within_four_digits_is_missed():
    found = {cells_of(other) for other in hitting9.unavoidable_sets(SOLUTION, 10)}
    for cells in found:
        assert sudoku9.count(clues_at(set(range(81)) - cells)) == 2
        for cell in cells:
            assert sudoku9.count(clues_at(set(range(81)) - cells | {cell})) == 1
    rivals = set()
    for digits in combinations(range(1, 10), 4):
        blank = "".join("." if value in digits else str(value) for value in SOLUTION)
        rivals |= {cells_of(other.values) for other in Puzzle(blank).solutions()}
    small = {cells for cells in rivals if 0 < len(cells) <= 10}
    minimal = {cells for cells in small if not any(other < cells for other in small)}
    assert minimal
    assert minimal <= found


@pytest.mark.parametrize("kernel", hitting9.kernels())
def test_regions_split_the_search_into_cases(kernel):
    """Some band holds at least six of 17 clues: the first such band makes three cases."""
    given, bands = CLUES[::2], [range(first, first + 27) for first in (0, 27, 54)]
    found = []
    for j, band in enumerate(bands):
        others = [cell for cell in range(81) if cell not in band]
        regions = [(others, 11), *((earlier, 5) for earlier in bands[:j])]
        found += all_found(17, given=given, regions=regions, kernel=kernel)
    whole = all_found(17, given=given, kernel=kernel)
    exact = {cells for cells in whole if len(cells) == 17}
    assert {cells for cells in found if len(cells) == 17} == exact
    assert frozenset(CLUES) in found
    with pytest.raises(ValueError, match="the number of regions"):
        Search(SOLUTION, 17, regions=[(bands[0], 5)] * 9)


def grown(search, is_enough):
    """All choices that a search finds, when it is told which of them are not enough."""
    found = []
    while search.run() is not Status.EXHAUSTED:
        missed = is_enough(search.choice)
        if missed is None:
            found.append(search.choice)
        else:
            search.learn(missed)
    return found


@given(
    data=st.data(),
    cells=st.integers(1, 11),
    most=st.integers(0, 6),
    split=st.integers(0, 11),
    limit=st.integers(0, 3),
)
@settings(max_examples=150, deadline=None)
def test_choices_are_those_of_brute_force_with_every_kernel(data, cells, most, split, limit):
    """Some sets are given, the others are learnt; one region holds few of the cells."""
    sets = data.draw(
        st.lists(st.sets(st.integers(0, cells - 1), min_size=1), min_size=1, max_size=12)
    )
    region = set(range(min(split, cells)))
    hitting = {
        choice
        for size in range(most + 1)
        for choice in combinations(range(cells), size)
        if all(one & set(choice) for one in sets) and len(region & set(choice)) <= limit
    }
    known = data.draw(st.integers(0, len(sets)))
    answers = []
    for kernel in hitting9.kernels():
        search = Choices(cells, most, sets[:known], regions=[(region, limit)], kernel=kernel)
        answers.append(
            grown(search, lambda choice: next((one for one in sets if not one & set(choice)), None))
        )
    assert all(answer == answers[0] for answer in answers)
    assert len(answers[0]) == len(set(answers[0]))
    assert set(answers[0]) <= hitting
    assert all(any(set(small) <= set(choice) for small in answers[0]) for choice in hitting)


def test_kernels_take_the_same_steps():
    """A grid without a 16, split by bands: as many nodes, and the same trace, on each path."""
    traces = set()
    for kernel in hitting9.kernels():
        search = Search(SOLUTION, 14, regions=[(range(54), 8)], trace=True, kernel=kernel)
        assert search.run() is Status.EXHAUSTED
        traces.add((search.nodes, search.taken_trace(), tuple(search.rivals)))
        assert search.taken_trace() == b""
    ((nodes, trace, _),) = traces
    assert nodes > 100
    assert trace.count(b"\n") > nodes


def test_a_choice_that_is_not_refuted_is_not_extended():
    search = Choices(5, 3, [[0, 1], [1, 2]])
    assert grown(search, lambda choice: None) == [(1,), (0, 2)]
    assert search.choice is None
    with pytest.raises(ValueError, match="learn expects a set"):
        search.learn([3])
    search = Choices(128, 1, [[127]])
    assert search.run() is Status.SOLUTION
    assert search.choice == (127,)
    with pytest.raises(ValueError, match="learn expects a set"):
        search.learn([127])
    assert Choices(0, 0, []).run() is Status.SOLUTION
    assert Choices(3, 2, [[]]).run() is Status.EXHAUSTED


def test_sets_may_be_given_by_other_solutions():
    sets = hitting9.unavoidable_sets(SOLUTION, 13)
    given_sets, collected = Search(SOLUTION, 12, sets=sets), Search(SOLUTION, 12, largest=13)
    assert given_sets.run() is collected.run() is Status.EXHAUSTED
    assert (given_sets.nodes, given_sets.sets) == (collected.nodes, collected.sets)
    with pytest.raises(ValueError, match="another solution"):
        Search(SOLUTION, 17, sets=[SOLUTION])
    with pytest.raises(ValueError, match="without given clues"):
        Search(SOLUTION, 17, given=[1], trace=True)
    with pytest.raises(TimeoutError):
        hitting9.unavoidable_sets(SOLUTION, 18, seconds=0)
