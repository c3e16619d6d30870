"""Counting by components: published counts, random structures, little memory, pauses."""

import threading
from math import factorial

import pytest
from hypothesis import given, strategies as st

from csp_sudoku import boards
from csp_sudoku.encoders import bitmask as encoder
from csp_sudoku.native.bitmask import EXHAUSTED, PAUSED, Counting, Structure


def counted(structure, masks, **options):
    counting = Counting(structure, masks, **options)
    assert counting.run() is EXHAUSTED
    return counting.total


def begun(board, **options):
    encoding = encoder.encode(board.csp)
    return Counting(encoding.structure, encoding.masks(board.csp.problem), **options)


def of_board(board, **options):
    counting = begun(board, **options)
    assert counting.run() is EXHAUSTED
    return counting.total


@pytest.mark.parametrize("order", ["static", "smallest"])
@pytest.mark.parametrize(
    ("board", "count"),
    [  # OEIS A107739 (and Pettersen's counts of boards with boxes of two shapes), A002860
        (boards.sudoku(2, 2), 288),
        (boards.sudoku(2, 3), 28_200_960),
        (boards.latin(4), 576),
        (boards.latin(5), 161_280),
        (boards.latin(6), 812_851_200),
    ],
    ids=["4x4", "6x6", "latin 4", "latin 5", "latin 6"],
)
def test_published_counts(board, count, order):
    assert of_board(board, order=order) == count


@pytest.mark.parametrize("propagation", ["naked", "singles", "locked", "alldifferent"])
def test_propagation_changes_nothing(propagation):
    assert of_board(boards.sudoku(2, 3), propagation=propagation) == 28_200_960


@pytest.mark.parametrize("memory", [0, 8_000, 20_000, 60_000])
def test_little_memory_changes_nothing(memory):
    counting = begun(boards.latin(5), memory=memory)
    counting.run()
    assert counting.total == 161_280
    assert counting.bytes <= memory
    if 0 < memory < 20_000:
        assert counting.entries < counting.components


def test_numbers_of_any_size():
    assert counted(Structure(500, 64, []), [2**64 - 1] * 500) == 64**500
    groups = [range(10 * i, 10 * i + 10) for i in range(40)]
    assert counted(Structure(400, 10, groups), [1023] * 400) == factorial(10) ** 40


def test_the_ends_of_what_there_is_to_count():
    assert counted(Structure(0, 1, []), []) == 1
    assert counted(Structure(1, 1, []), [0]) == 0
    assert counted(Structure(2, 1, [[0, 1]]), [1, 1]) == 0
    assert counted(Structure(3, 2, [[0, 1, 2]]), [3, 3, 3]) == 0


@st.composite
def problems(draw):
    """Structures of all kinds of constraints, with masks, and some variables auxiliary."""
    variables = draw(st.integers(1, 7))
    values = draw(st.integers(1, 4))
    some = st.lists(st.integers(0, variables - 1), min_size=1, max_size=4, unique=True)
    groups = draw(st.lists(some, max_size=3))
    full = (1 << values) - 1
    sets = st.integers(0, full)

    def constraint(kind, chosen):
        x, y = chosen[0], chosen[-1]
        if kind == "relation" and x != y:
            return (kind, x, y, tuple(draw(sets) for _ in range(values)))
        if kind == "sum":
            weights = [tuple(draw(st.integers(-2, 3)) for _ in range(values)) for _ in chosen]
            low = draw(st.integers(-4, 6))
            high = low + draw(st.integers(0, 3))
            terms = [(v, row, -1) for v, row in zip(chosen, weights, strict=True)]
            return (kind, terms, [(low, high), (high + 3, None)])
        if kind == "any":
            return (kind, [[("only", x, draw(sets))], [("only", y, draw(sets)), ("only", x, full)]])
        if kind == "automaton":
            layers, widths = [], [1]
            for place in range(len(chosen)):
                wide = 1 if place == len(chosen) - 1 else 2
                ends = (widths[-1], values, wide)
                step = st.tuples(*(st.integers(0, end - 1) for end in ends))
                layers.append(sorted(draw(st.sets(step, max_size=8))))
                widths.append(wide)
            return (kind, chosen, layers, widths)
        return ("only", x, draw(sets))

    kinds = st.sampled_from(["relation", "sum", "any", "automaton"])
    constraints = [constraint(draw(kinds), draw(some)) for _ in range(draw(st.integers(0, 3)))]
    own = draw(st.one_of(st.none(), st.integers(0, variables)))
    masks = [draw(st.one_of(st.just(full), sets)) for _ in range(variables)]
    return Structure(variables, values, groups, constraints, own=own), masks


@given(problems(), st.sampled_from(["static", "smallest"]), st.sampled_from([None, 0, 9_000]))
def test_the_count_is_that_of_the_search(problem, order, memory):
    structure, masks = problem
    assert counted(structure, masks, order=order, memory=memory) == structure.search(masks).count()


def test_pauses():
    counting = begun(boards.latin(5))
    assert counting.total is None
    assert counting.run(nodes=0) is PAUSED
    while counting.run(nodes=7) is PAUSED:
        assert counting.total is None
    assert counting.total == 161_280
    assert counting.run() is EXHAUSTED
    assert counting.run(seconds=0) is EXHAUSTED


def test_one_thread_at_a_time():
    counting = begun(boards.latin(9))
    thread = threading.Thread(target=lambda: counting.run(seconds=0.5))
    thread.start()
    refused = False
    while thread.is_alive() and not refused:
        try:
            counting.run(nodes=1)
        except RuntimeError:
            refused = True
    thread.join()
    assert refused


@pytest.mark.parametrize(
    "options", [{"order": "weighted"}, {"propagation": "none"}, {"memory": -1}], ids=str
)
def test_what_is_refused(options):
    with pytest.raises(ValueError, match="must be"):
        Counting(Structure(1, 1, []), [1], **options)
