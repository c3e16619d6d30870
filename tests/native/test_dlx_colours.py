"""Exact cover with colours: published counts, a brute force, and what the border refuses."""

from array import array
from itertools import chain, combinations, product

import pytest
from hypothesis import example, given, settings, strategies as st

from csp_sudoku.encoders.xcover import read
from csp_sudoku.native.dlx import EXHAUSTED, PAUSED, SOLUTION, ExactCover, Search
from tests.native.test_dlx import when_running

# ---------------------------------------------------------------- problems with published counts

TAOCP = """
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
"""
DLX2 = """
| A simple example of color controls
A B C | X Y
A B X:0 Y:0
A C X:1 Y:1
X:0 Y:1
B X:1
C Y:1
"""


@pytest.mark.parametrize(
    ("text", "solution"),
    [(TAOCP, ["p r x:A y", "q x:A"]), (DLX2, ["A C X:1 Y:1", "B X:1"])],
    ids=["the book", "dlx2"],
)
def test_the_examples_of_knuth_have_one_solution(text, solution):
    problem = read(text)
    found = [[" ".join(problem.words(o)) for o in sorted(s)] for s in problem.native().search()]
    assert found == [solution]


def de_bruijn(n):
    """Cyclic sequences of 2^n bits in which each word of n bits stands once, from 0...0 on.

    Places and words are primary; each bit of the cycle is an item whose colour is the bit.
    """
    size = 2**n
    options, colours = [], []
    for place, word in product(range(size), range(size)):
        if (place == 0) == (word == 0):
            bits = [2 * size + (place + i) % size for i in range(n)]
            options.append([place, size + word, *bits])
            colours.append([0, 0, *(1 + (word >> (n - 1 - i) & 1) for i in range(n))])
    return ExactCover(2 * size, options, size, colours)


def test_de_bruijn_cycles():
    # de Bruijn 1946: there are 2^(2^(n-1) - n) of them.
    assert [de_bruijn(n).count() for n in range(1, 6)] == [1, 1, 2, 16, 2048]


def colourings_by_edges(edges, vertices, colours):
    """An option for each edge and pair of colours; a vertex is an item with its colour."""
    options, shades = [], []
    for edge, (a, b) in enumerate(edges):
        for x, y in product(range(1, colours + 1), repeat=2):
            if x != y:
                options.append([edge, len(edges) + a, len(edges) + b])
                shades.append([0, x, y])
    return ExactCover(len(edges), options, vertices, shades)


def test_chromatic_polynomials():
    petersen = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
    petersen += [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    counts = [colourings_by_edges(petersen, 10, k).count() for k in range(1, 5)]
    assert counts == [0, 0, 120, 12960]
    for n in range(3, 8):  # cycles: (k - 1)^n + (-1)^n (k - 1)
        ring = [(i, (i + 1) % n) for i in range(n)]
        assert colourings_by_edges(ring, n, 4).count() == 3**n + (-1) ** n * 3


# ---------------------------------------------------------------- an obvious reference


def agree(options, colours, picked):
    """Whether options can stand together: each item once, or always in the same colour."""
    seen = {}
    for option in picked:
        for item, colour in zip(options[option], colours[option], strict=True):
            if item in seen and (not colour or seen[item] != colour):
                return False
            seen[item] = colour
    return True


def brute_force(primary, options, colours, chosen, excluded):
    """All solutions as sorted tuples: try every set of options."""
    useful = [
        o
        for o, items in enumerate(options)
        if o not in excluded and (min(items) < primary or o in chosen)
    ]
    sets = chain.from_iterable(combinations(useful, n) for n in range(len(useful) + 1))
    return {
        picked
        for picked in sets
        if set(chosen) <= set(picked)
        and set(range(primary)) <= {item for o in picked for item in options[o]}
        and agree(options, colours, picked)
    }


@st.composite
def problems(draw):
    primary, secondary = draw(st.integers(0, 4)), draw(st.integers(1, 3))
    items = st.integers(0, primary + secondary - 1)
    options = draw(st.lists(st.lists(items, min_size=1, max_size=4, unique=True), max_size=9))
    shade = st.integers(0, 2)
    colours = [[draw(shade) if item >= primary else 0 for item in option] for option in options]
    some = st.just([])
    if options:
        some = st.lists(st.integers(0, len(options) - 1), max_size=2, unique=True)
    return primary, secondary, options, colours, draw(some), draw(some)


@settings(deadline=None, max_examples=300)
@given(problems())
@example((0, 1, [[0], [0]], [[1], [1]], [0, 1], []))
@example((0, 1, [[0], [0]], [[1], [2]], [0, 1], []))
@example((1, 1, [[1], [0, 1], [0, 1]], [[1], [0, 2], [0, 1]], [0], []))
def test_as_brute_force_does(problem):
    primary, secondary, options, colours, chosen, excluded = problem
    expected = brute_force(primary, options, colours, chosen, excluded)
    cover = ExactCover(primary, options, secondary, colours)
    solutions = list(cover.search(chosen, excluded=excluded))
    assert sorted(tuple(sorted(s)) for s in solutions) == sorted(expected)
    assert all(list(s[: len(chosen)]) == chosen for s in solutions)
    assert cover.count(chosen, excluded=excluded) == len(expected)


@settings(deadline=None, max_examples=300)
@given(problems(), st.integers(0, 4))
def test_solutions_count_once_for_each_cover_of_the_leading_items(problem, leading):
    primary, secondary, options, colours, chosen, excluded = problem
    leading = min(leading, primary)
    cover = ExactCover(primary, options, secondary, colours, leading)

    def lead(solution):
        return tuple(sorted(o for o in solution if min(options[o]) < leading))

    every = brute_force(primary, options, colours, chosen, excluded)
    found = [tuple(sorted(s)) for s in cover.search(chosen, excluded=excluded)]
    assert set(found) <= every
    assert sorted(map(lead, found)) == sorted({lead(s) for s in every})
    assert cover.count(chosen, excluded=excluded) == len(found)


@settings(deadline=None)
@given(problems(), st.integers(0, 4), st.integers(1, 3))
def test_slices_make_the_same_sequence(problem, leading, nodes):
    primary, secondary, options, colours, chosen, excluded = problem
    cover = ExactCover(primary, options, secondary, colours, min(leading, primary))
    whole, sliced = (cover.search(chosen, excluded=excluded) for _ in range(2))
    solutions = []
    while (status := sliced.run(nodes=nodes)) != EXHAUSTED:
        if status is SOLUTION:
            solutions.append(sliced.solution)
    assert solutions == list(whole)
    assert (sliced.nodes, sliced.updates) == (whole.nodes, whole.updates)


def test_colours_that_are_all_none_change_nothing():
    options = [[0, 3], [0, 2], [1, 2], [1, 3], [2, 0, 1], [0]]
    plain = ExactCover(2, options, 2).search()
    general = ExactCover(2, options, 2, [[0] * len(option) for option in options]).search()
    assert list(plain) == list(general)
    assert (plain.nodes, plain.updates) == (general.nodes, general.updates)


# ---------------------------------------------------------------- the search as an object


def endless_search():
    """Sixteen pigeons, fifteen holes, and an item to which all of them give the same colour."""
    pairs = list(product(range(16), range(16, 31)))
    rows = [[pigeon, hole, 31] for pigeon, hole in pairs]
    return ExactCover(16, rows, 16, [[0, 0, 1]] * len(rows)).search()


@pytest.mark.parametrize("call", [Search.count, Search.run], ids=["count", "run"])
def test_ctrl_c_stops_a_search_that_can_then_go_on(ctrl_c, call):
    search = endless_search()
    thread = when_running(search, ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        call(search)
    thread.join()
    before = search.nodes
    assert search.run(nodes=1) == PAUSED
    assert search.nodes > before > 0


def test_counting_goes_on_where_iterating_stopped():
    search = de_bruijn(5).search()
    first = [next(search) for _ in range(10)]
    assert len(set(first)) == 10
    assert search.count(limit=38) == 38
    assert search.count() == 2000


# ---------------------------------------------------------------- the border


def test_properties():
    cover = ExactCover(1, [[0, 1], [0, 2]], 2, [[0, 7], [0, 0]], 1)
    assert (cover.leading, cover.colours(0), cover.colours(1)) == (1, (0, 7), (0, 0))
    plain = ExactCover(1, [[0]])
    assert (plain.leading, plain.colours(0)) == (1, (0,))


def test_arrays_make_the_same_problem_as_lists():
    cover = de_bruijn(4)
    options = [cover.option(o) for o in range(cover.options)]
    colours = [cover.colours(o) for o in range(cover.options)]
    offsets = [0]
    for option in options:
        offsets.append(offsets[-1] + len(option))
    again = ExactCover.from_arrays(
        cover.primary,
        cover.secondary,
        array("i", offsets),
        array("i", chain.from_iterable(options)),
        array("i", chain.from_iterable(colours)),
        cover.primary,
    )
    assert list(again.search()) == list(cover.search())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1, [[0, 1]], 1, []), "there are 1 options, but colours for 0"),
        ((1, [[0, 1]], 1, [[0]]), "option 0 covers 2 items, but has 1 colours"),
        ((1, [[0, 1]], 1, [[1, 1]]), "option 0 gives item 0 a colour, but it is primary"),
        ((1, [[0, 1]], 1, [[0, -1]]), "option 0 gives colour -1"),
        ((1, [[0, 1]], 1, [[0, 10**30]]), "option 0 gives colour 10000"),
        ((1, [[0, 1]], 1, None, 2), "leading must be 0 to 1, not 2"),
        ((1, [[0, 1]], 1, None, -1), "leading must be 0 to 1, not -1"),
    ],
)
def test_problems_that_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        ExactCover(*arguments)


@pytest.mark.parametrize(
    ("colours", "message"),
    [
        ([0], "expected 2 colours, one per item of each option, got 1"),
        ([0, -5], "option 0 gives item 1 a colour below 0"),
        ([3, 0], "option 0 gives item 0 a colour, but it is primary"),
    ],
)
def test_arrays_that_are_refused(colours, message):
    with pytest.raises(ValueError, match=message):
        ExactCover.from_arrays(1, 1, array("i", [0, 2]), array("i", [0, 1]), array("i", colours))


def test_what_is_no_number_is_refused():
    for colours in (1, [None], [["1", 0]], [[0.5, 0]]):
        with pytest.raises(TypeError):
            ExactCover(1, [[0, 1]], 1, colours)
    with pytest.raises(TypeError):
        ExactCover.from_arrays(1, 0, array("i", [0, 1]), array("i", [0]), [0])
    with pytest.raises(ValueError, match="there are 1 options"):
        ExactCover(1, [[0]]).colours(1)
