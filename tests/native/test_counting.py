"""Counting by components: published counts, random structures, little memory, pauses."""

import random
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


@pytest.mark.parametrize(
    ("board", "count"),
    [  # OEIS A107739 (and Pettersen's counts of boards with boxes of two shapes), A002860
        (boards.sudoku(2, 4), 29_136_487_207_403_520),
        (boards.sudoku(4, 2), 29_136_487_207_403_520),
        (boards.latin(7), 61_479_419_904_000),
    ],
    ids=["2x4", "4x2", "latin 7"],
)
def test_published_counts_of_what_nobody_enumerates(board, count):
    assert of_board(board) == count


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
            return (kind, chosen, weights, [-1] * len(chosen), [(low, high), (high + 3, None)])
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


@pytest.mark.parametrize("colours", [2, 3, 5])
@pytest.mark.parametrize("length", [3, 64, 65, 100, 128, 129, 300])
def test_colours_of_rings(length, colours):
    """The chromatic polynomial of a ring; long rings are beyond what is brought into a form."""
    groups = [[i, (i + 1) % length] for i in range(length)]
    masks = [(1 << colours) - 1] * length
    expected = (colours - 1) ** length + (-1) ** length * (colours - 1)
    assert counted(Structure(length, colours, groups), masks) == expected


def moved(groups, masks, values, rng):
    """Return groups and masks with other names for variables and values, and in another order."""
    variables = rng.sample(range(len(masks)), len(masks))
    names = rng.sample(range(values), values)
    there = [0] * len(masks)
    for old, new in enumerate(variables):
        there[new] = sum(1 << names[v] for v in range(values) if masks[old] >> v & 1)
    groups = [rng.sample([variables[v] for v in group], len(group)) for group in groups]
    return rng.sample(groups, len(groups)), there


@pytest.mark.parametrize("seed", range(40))
def test_other_names_change_nothing(seed):
    """Boards with clues beside copies of themselves that were moved: each count is the square."""
    rng = random.Random(seed)
    size = rng.choice([4, 5, 6])
    cells = range(size * size)
    lines = [[c for c in cells if c // size == i] for i in range(size)]
    lines += [[c for c in cells if c % size == i] for i in range(size)]
    regions = rng.sample(cells, len(cells))
    groups = lines + [regions[i * size : (i + 1) * size] for i in range(rng.randint(0, size))]
    full = (1 << size) - 1
    masks = [rng.choice([full, full, full, rng.randint(1, full)]) for _ in cells]
    others, there = moved(groups, masks, size, rng)
    one = Structure(len(cells), size, groups).search(masks).count(limit=200_000)
    both = groups + [[v + len(cells) for v in group] for group in others]
    if one < 200_000:
        beside = Structure(2 * len(cells), size, both)
        for order in ("static", "smallest"):
            assert counted(beside, masks + there, order=order) == one**2


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("order", [5, 6, 7, 9, 12])
def test_latin_squares_with_holes(order, seed):
    """Squares of which whole parts are open: they have symmetries, and counts to compare."""
    rng = random.Random(100 * order + seed)
    rows, columns, names = (rng.sample(range(order), order) for _ in range(3))
    square = [names[(row + column) % order] for row in rows for column in columns]
    lines = [range(order * i, order * i + order) for i in range(order)]
    lines += [range(i, order * order, order) for i in range(order)]
    full = (1 << order) - 1
    ways = {
        0: lambda row, column: row < 3 or column < 2,  # whole rows and columns
        1: lambda row, column: (row // 3) == (column // 3),  # squares along the diagonal
        2: lambda row, column: square[order * row + column] < 3,  # some values everywhere
        3: lambda row, column: rng.random() < 0.4,
    }
    is_open = ways[seed % len(ways)]
    masks = [
        full if is_open(*divmod(cell, order)) else 1 << value for cell, value in enumerate(square)
    ]
    structure = Structure(order * order, order, lines)
    visited = structure.search(masks).count(limit=100_000)
    for way in ("static", "smallest"):
        counting = Counting(structure, masks, order=way)
        assert counting.run(nodes=2_000_000) is EXHAUSTED
        assert counting.total == visited or counting.total >= visited == 100_000


@pytest.mark.parametrize("order", range(2, 8))
def test_reduced_latin_squares(order):
    """OEIS A000315: with the first row and column in order, all as one group of relabellings."""
    reduced = {2: 1, 3: 1, 4: 4, 5: 56, 6: 9_408, 7: 16_942_080}[order]
    lines = [range(order * i, order * i + order) for i in range(order)]
    lines += [range(i, order * order, order) for i in range(order)]
    full = (1 << order) - 1
    masks = [full] * order**2
    masks[:order] = masks[::order] = [1 << value for value in range(order)]
    assert counted(Structure(order * order, order, lines), masks) == reduced
    whole = reduced * factorial(order) * factorial(order - 1)
    assert counted(Structure(order * order, order, lines), [full] * order**2) == whole


def test_a_part_that_stands_elsewhere_is_counted_once():
    """A board beside itself with rows as columns: its second half is known from the first."""
    board = boards.sudoku(2, 3)
    groups = [list(group.cells) for group in board.groups]
    turned = [[36 + 6 * (v % 6) + v // 6 for v in group] for group in groups]
    both = Counting(Structure(72, 6, groups + turned), [63] * 72)
    alone = Counting(Structure(36, 6, groups), [63] * 36)
    assert (both.run(), alone.run()) == (EXHAUSTED, EXHAUSTED)
    assert both.total == alone.total**2
    assert both.components == alone.components


def test_auxiliary_variables_are_part_of_the_form():
    """Two edges: of the first both ends count, of the second one end alone."""
    groups = [[0, 1], [2, 3]]
    assert counted(Structure(4, 3, groups, own=4), [7] * 4) == 36
    assert counted(Structure(4, 3, groups, own=3), [7] * 4) == 18


def test_pauses():
    counting = begun(boards.latin(5))
    assert counting.total is None
    assert counting.run(nodes=0) is PAUSED
    least = counting.least
    while counting.run(nodes=7) is PAUSED:
        assert counting.total is None
        assert least <= counting.least < 161_280
        least = counting.least
    assert least > 0
    assert counting.total == counting.least == 161_280
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
