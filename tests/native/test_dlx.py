"""Exact cover: published counts, a brute force, and what happens in the middle of a search."""

import math
import sys
import threading
import time
from array import array
from itertools import chain, combinations, islice, product

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

from csp_sudoku.native.dlx import EXHAUSTED, PAUSED, SOLUTION, ExactCover, Search

# ---------------------------------------------------------------- problems with published counts


def latin_square(order):
    """Option (row * order + column) * order + digit; items: cells, and lines of each digit."""
    size = order * order
    return ExactCover(
        3 * size,
        [
            (r * order + c, size + r * order + d, 2 * size + c * order + d)
            for r, c, d in product(range(order), repeat=3)
        ],
    )


def sudoku(box):
    """As a Latin square, with the boxes of each digit as further items."""
    order = box * box
    square = latin_square(order)
    return ExactCover(
        4 * order * order,
        [
            (*square.option(o), (3 * order + r // box * box + c // box) * order + d)
            for o, (r, c, d) in enumerate(product(range(order), repeat=3))
        ],
    )


def clues(puzzle):
    return [9 * cell + int(digit) - 1 for cell, digit in enumerate(puzzle) if digit != "."]


def queens(n):
    """Rows and columns must hold a queen, diagonals may."""
    return ExactCover(
        2 * n,
        [(r, n + c, 2 * n + r + c, 5 * n + r - c) for r, c in product(range(n), repeat=2)],
        4 * n,
    )


def perfect_matchings(n):
    return ExactCover(n, combinations(range(n), 2))


PENTOMINOES = {
    "F": ".## ##. .#.",
    "I": "#####",
    "L": "#### #...",
    "N": "##.. .###",
    "P": "## ## #.",
    "T": "### .#. .#.",
    "U": "#.# ###",
    "V": "#.. #.. ###",
    "W": "#.. ##. .##",
    "X": ".#. ### .#.",
    "Y": "#### .#..",
    "Z": "##. .#. .##",
}


def orientations(drawing):
    """The up to eight ways to lay a piece, each pushed into the corner."""
    cells = [
        (y, x) for y, row in enumerate(drawing.split()) for x, mark in enumerate(row) if mark == "#"
    ]
    found = set()
    for _ in range(2):
        cells = [(y, -x) for y, x in cells]
        for _ in range(4):
            cells = [(x, -y) for y, x in cells]
            top, left = min(y for y, _ in cells), min(x for _, x in cells)
            found.add(frozenset((y - top, x - left) for y, x in cells))
    return found


def pentominoes(board):
    """Lay the twelve pieces, each once, on a set of sixty cells."""
    items = {name: number for number, name in enumerate(chain(PENTOMINOES, sorted(board)))}
    placements = (
        (name, [(y + dy, x + dx) for y, x in shape])
        for name, drawing in PENTOMINOES.items()
        for shape in orientations(drawing)
        for dy, dx in product(range(20), repeat=2)
    )
    return ExactCover(
        len(items),
        [
            (items[name], *(items[cell] for cell in cells))
            for name, cells in placements
            if board.issuperset(cells)
        ],
    )


def rectangle(height, width):
    return set(product(range(height), range(width)))


def test_the_matrix_of_the_textbook():
    matrix = """
        0 0 1 0 1 1 0
        1 0 0 1 0 0 1
        0 1 1 0 0 1 0
        1 0 0 1 0 0 0
        0 1 0 0 0 0 1
        0 0 0 1 1 0 1
    """
    rows = [line.split() for line in matrix.strip().splitlines()]
    cover = ExactCover(7, [[i for i, mark in enumerate(row) if mark == "1"] for row in rows])
    assert [sorted(solution) for solution in cover.search()] == [[0, 3, 4]]


@pytest.mark.parametrize(
    ("board", "solutions"),
    [
        (rectangle(3, 20), 8),
        (rectangle(4, 15), 1472),
        (rectangle(8, 8) - {(3, 3), (3, 4), (4, 3), (4, 4)}, 520),
    ],
    ids=["3x20", "4x15", "Scott's square with a hole"],
)
def test_pentominoes(board, solutions):
    assert pentominoes(board).count() == solutions


def test_queens():
    assert [queens(n).count() for n in range(1, 11)] == [1, 0, 0, 2, 10, 4, 40, 92, 352, 724]


def test_latin_squares():
    assert [latin_square(n).count() for n in range(1, 6)] == [1, 2, 12, 576, 161280]


def test_sudoku_grids_of_order_four():
    assert sudoku(2).count() == 288


def test_perfect_matchings_of_complete_graphs():
    double_factorials = [math.prod(range(1, n, 2)) for n in range(2, 15, 2)]
    assert [perfect_matchings(n).count() for n in range(2, 15, 2)] == double_factorials
    assert perfect_matchings(9).count() == 0


def test_domino_tilings_of_a_strip_are_fibonacci_numbers():
    strip = ExactCover(
        40,
        [(i, i + 20) for i in range(20)]
        + [(i + row, i + row + 1) for i in range(19) for row in (0, 20)],
    )
    assert strip.count() == 10946


def test_a_hard_sudoku():
    puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    solution = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
    given = clues(puzzle)
    search = sudoku(3).search(given)
    found = next(search)
    assert list(found[: len(given)]) == given
    assert sorted(found) == clues(solution)
    assert list(search) == []


def test_a_sudoku_without_solution():
    puzzle = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
    assert sudoku(3).solve(clues(puzzle)) is None


def test_any_depth():
    n = 100_000
    search = ExactCover(n, ([i] for i in range(n))).search()
    assert sorted(next(search)) == list(range(n))
    assert (search.depth, search.max_depth, search.nodes) == (n, n, n)


# ---------------------------------------------------------------- an obvious reference


def brute_force(primary, options, chosen, excluded):
    """All solutions as sorted lists: try every set of options."""
    usable = [o for o in range(len(options)) if o not in excluded]
    solutions = []
    for picked in chain.from_iterable(combinations(usable, n) for n in range(len(usable) + 1)):
        covered = [item for option in picked for item in options[option]]
        once = len(covered) == len(set(covered))
        if once and set(chosen) <= set(picked) and covered_all(primary, covered):
            solutions.append(list(picked))
    return sorted(solutions)


def covered_all(primary, covered):
    return set(range(primary)) <= set(covered)


@st.composite
def problems(draw):
    primary = draw(st.integers(0, 5))
    secondary = draw(st.integers(0, 3))
    items = st.integers(0, max(primary + secondary - 1, 0))
    rows = st.lists(st.lists(items, min_size=1, max_size=4, unique=True), max_size=9)
    options = draw(rows) if primary + secondary else []
    some = st.just([])
    if options:
        some = st.lists(st.integers(0, len(options) - 1), max_size=2, unique=True)
    return primary, secondary, options, draw(some), draw(some)


@settings(deadline=None)
@given(problems())
@example((0, 0, [], [], []))
@example((1, 0, [], [], []))
@example((0, 2, [[0], [1]], [1], []))
def test_as_brute_force_does(problem):
    primary, secondary, options, chosen, excluded = problem
    # Options of secondary items alone are never needed, so a search does not pick them.
    useful = [o for o, items in enumerate(options) if min(items) < primary or o in chosen]
    idle = {o for o in range(len(options)) if o not in useful}
    expected = brute_force(primary, options, chosen, idle | set(excluded))
    cover = ExactCover(primary, options, secondary)
    solutions = list(cover.search(chosen, excluded=excluded))
    assert sorted(map(sorted, solutions)) == expected
    assert all(list(solution[: len(chosen)]) == chosen for solution in solutions)
    assert cover.count(chosen, excluded=excluded) == len(expected)
    assert cover.count(chosen, 1, excluded=excluded) == min(1, len(expected))
    assert cover.solve(chosen, excluded=excluded) == next(iter(solutions), None)


@settings(deadline=None)
@given(problems(), st.integers(1, 3))
def test_slices_make_the_same_sequence(problem, nodes):
    primary, secondary, options, chosen, excluded = problem
    cover = ExactCover(primary, options, secondary)
    whole = cover.search(chosen, excluded=excluded)
    sliced = cover.search(chosen, excluded=excluded)
    solutions = []
    while (status := sliced.run(nodes=nodes)) != EXHAUSTED:
        assert status is sliced.status
        if status is SOLUTION:
            solutions.append(sliced.solution)
        else:
            assert sliced.solution is None
    assert solutions == list(whole)
    assert (sliced.nodes, sliced.updates) == (whole.nodes, whole.updates)
    assert sliced.max_depth == whole.max_depth


# ---------------------------------------------------------------- the search as an object


def test_counting_goes_on_where_iterating_stopped():
    search = queens(8).search()
    first = list(islice(search, 10))
    assert search.count(limit=20) == 20
    assert search.status == SOLUTION
    assert search.solution not in first
    assert search.count(limit=0) == 0
    assert len(list(search)) == 62
    assert (search.solutions, search.status, search.count()) == (92, EXHAUSTED, 0)


def test_counting_in_slices():
    search = latin_square(4).search()
    total = 0
    while search.status != EXHAUSTED:
        total += search.count(nodes=10)
    assert total == 576


def test_an_exhausted_search_stays_exhausted():
    search = ExactCover(1, [[0]]).search()
    assert list(search) == [(0,)]
    assert next(search, None) is None
    assert search.run() == EXHAUSTED


def test_no_nodes_only_tell_whether_anything_is_left():
    search = ExactCover(1, [[0], [0]]).search()
    assert search.run(nodes=0) is PAUSED
    assert (search.nodes, next(search)) == (0, (0,))
    assert search.run(nodes=0) is PAUSED
    assert next(search) == (1,)
    assert search.run(nodes=0) is EXHAUSTED


def test_a_time_limit_pauses_and_the_search_goes_on():
    search = latin_square(12).search()
    assert search.count(seconds=0) >= 0
    assert search.status == PAUSED
    before = search.nodes
    search.count(seconds=0)
    assert search.nodes > before > 0


def test_statistics_of_a_known_tree():
    # Item 0 is guessed at. Yes to option 0 leaves item 1 two options: a guess, and its refusal.
    # No to option 0 forces option 1, which unlinks option 3 and so forces option 2.
    search = ExactCover(2, [[0], [0, 2], [1], [1, 2]], 1).search()
    assert (search.nodes, search.updates, search.depth, search.max_depth) == (0, 0, 0, 0)
    assert list(search) == [(0, 2), (0, 3), (1, 2)]
    assert (search.nodes, search.solutions, search.max_depth) == (5, 3, 2)
    # Unlinked: option 1 by the pick of 0, option 3 by 2, option 2 by its refusal, option 0 by its
    # refusal, option 3 by 1. Options 1 and 3 count double, for their two items.
    assert search.updates == 2 + 2 + 1 + 1 + 2


def test_chosen_options_that_conflict_leave_no_solution():
    cover = ExactCover(2, [[0], [1], [0, 1]])
    assert cover.solve([0, 2]) is None
    assert cover.count([0, 0]) == 0
    assert cover.count([0], excluded=[0]) == 0


def test_secondary_items_may_stay_uncovered_but_not_be_covered_twice():
    assert list(ExactCover(1, [[0, 1], [0], [1]], 1).search()) == [(0,), (1,)]
    assert ExactCover(2, [[0, 2], [1, 2]], 1).count() == 0
    assert list(ExactCover(0, [[0]], 1).search()) == [()]
    assert list(ExactCover(0, [[0], [1]], 2).search([1])) == [(1,)]


def test_no_items_at_all_have_the_empty_solution():
    assert list(ExactCover(0, []).search()) == [()]
    assert list(ExactCover(3, []).search()) == []


def test_a_search_keeps_its_problem():
    search = Search(ExactCover(1, [[0]]))
    assert search.cover.options == 1
    assert list(search) == [(0,)]


# ---------------------------------------------------------------- signals and threads


def when_running(search, act):
    """Start a thread that acts as soon as the search has come some way."""

    def watch():
        while search.nodes == 0:
            time.sleep(0.001)
        act()

    thread = threading.Thread(target=watch)
    thread.start()
    return thread


def endless_search():
    """Sixteen pigeons, fifteen holes: all is tried, and nothing found."""
    pigeons, holes = range(16), range(16, 31)
    return ExactCover(len(pigeons), product(pigeons, holes), len(holes)).search()


@pytest.mark.parametrize("call", [Search.count, Search.run, next], ids=["count", "run", "next"])
def test_ctrl_c_stops_a_search_that_can_then_go_on(ctrl_c, call):
    search = endless_search()
    thread = when_running(search, ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        call(search)
    thread.join()
    before = search.nodes
    assert search.run(nodes=1) == PAUSED
    assert search.nodes > before > 0


def test_one_search_refuses_a_second_thread(ctrl_c):
    search = endless_search()
    refused = []

    def intrude():
        try:
            for call in (Search.run, Search.count, next, lambda search: search.solution):
                with pytest.raises(RuntimeError, match="already running"):
                    call(search)
                refused.append(call)
        finally:
            ctrl_c()

    thread = when_running(search, intrude)
    with pytest.raises(KeyboardInterrupt):
        search.run()
    thread.join()
    assert len(refused) == 4


def in_threads(work, count=2):
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_threads_share_a_problem():
    cover = latin_square(5)
    counts = []
    in_threads(lambda: counts.append(cover.count()))
    assert counts == [161280, 161280]


def test_threads_that_fight_over_a_search_lose_no_solution():
    search = queens(8).search()
    found = []

    def pull():
        while True:
            try:
                found.append(next(search))
            except RuntimeError:
                continue
            except StopIteration:
                return

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        in_threads(pull)
    finally:
        sys.setswitchinterval(interval)
    assert sorted(found) == sorted(queens(8).search())


# ---------------------------------------------------------------- the border


def test_properties():
    cover = ExactCover(2, [[0, 2], [1]], 3)
    assert (cover.primary, cover.secondary, cover.options) == (2, 3, 2)
    assert [cover.option(o) for o in range(2)] == [(0, 2), (1,)]
    assert repr(cover) == "<ExactCover of 2 primary and 3 secondary items by 2 options>"


@pytest.mark.parametrize(
    "buffer",
    [
        lambda numbers: array("i", numbers),
        lambda numbers: np.array(numbers, np.int32),
        lambda numbers: memoryview(array("i", numbers)).toreadonly(),
    ],
    ids=["array", "numpy", "memoryview"],
)
def test_arrays_make_the_same_problem_as_lists(buffer):
    cover = sudoku(2)
    options = [cover.option(o) for o in range(cover.options)]
    offsets = buffer([4 * o for o in range(65)])
    items = buffer(list(chain.from_iterable(options)))
    twin = ExactCover.from_arrays(64, 0, offsets, items)
    assert [twin.option(o) for o in range(twin.options)] == options
    assert list(twin.search([0])) == list(cover.search([0]))


def test_arrays_are_copied():
    offsets, items = array("i", [0, 1, 2]), array("i", [0, 1])
    cover = ExactCover.from_arrays(2, 0, offsets, items)
    items[0] = offsets[1] = 99
    assert cover.option(0) == (0,)
    assert cover.count() == 1


def test_empty_arrays():
    assert ExactCover.from_arrays(0, 0, array("i", [0]), array("i")).count() == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, []), "primary must be 0 to 268435456, not -1"),
        ((1, [], -2), "secondary must be 0 to 268435456, not -2"),
        ((2, [[0], []]), "option 1 covers no items"),
        ((2, [[0, 1, 0]]), "option 0 covers item 0 twice"),
        ((2, [[0], [2]]), "option 1 covers item 2, but there are 2 items"),
        ((2, [[0], [-1]]), "option 1 covers item -1, but there are 2 items"),
        ((2, [[10**30]]), f"option 0 covers item {10**30}, but"),
        ((10**30, []), f"primary must be 0 to 268435456, not {10**30}"),
        ((1, [[0]], 2**28), "more than the limit"),
    ],
)
def test_problems_that_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        ExactCover(*arguments)


@pytest.mark.parametrize(
    ("offsets", "items", "message"),
    [
        ([], [], "one number more"),
        ([1, 2], [0, 1], "from 0 to 2"),
        ([0, 1], [0, 1], "from 0 to 2"),
        ([0, 3], [0, 1], "from 0 to 2"),
        ([0, 2, 1, 2], [0, 1], "option 1 run backwards"),
        ([0, -5, 2], [0, 1], "option 0 run backwards"),
        ([0, 2147483647, 2], [0, 1], "option 1 run backwards"),
        ([0, 0, 2], [0, 1], "option 0 covers no items"),
        ([0, 2], [0, 2], "covers item 2, but there are 2 items"),
        ([0, 2], [0, -1], "covers item -1, but there are 2 items"),
        ([0, 2], [1, 1], "option 0 covers item 1 twice"),
    ],
)
def test_arrays_that_are_refused(offsets, items, message):
    with pytest.raises(ValueError, match=message):
        ExactCover.from_arrays(2, 0, array("i", offsets), array("i", items))


def test_arrays_of_other_types_are_refused():
    with pytest.raises(ValueError, match="offsets must have items of 4 bytes, not 8"):
        ExactCover.from_arrays(1, 0, array("q", [0, 1]), array("i", [0]))
    with pytest.raises(ValueError, match="not C-contiguous"):
        ExactCover.from_arrays(1, 0, np.array([0, 7, 1], np.int32)[::2], array("i", [0]))
    with pytest.raises(TypeError):
        ExactCover.from_arrays(1, 0, [0, 1], array("i", [0]))


def test_options_that_do_not_exist_are_refused():
    cover = ExactCover(1, [[0]])
    for wrong in (1, -1, 10**30):
        with pytest.raises(ValueError, match=f"choose option {wrong}, but there are 1 options"):
            cover.search([wrong])
        with pytest.raises(ValueError, match=f"exclude option {wrong}, but"):
            cover.search(excluded=[wrong])
        with pytest.raises(ValueError, match=f"option {wrong}, but"):
            cover.option(wrong)


def test_what_is_no_number_is_refused():
    cover = ExactCover(1, [[0]])
    for call in (
        lambda: ExactCover(1.0, []),
        lambda: ExactCover(1, None),
        lambda: ExactCover(1, [0]),
        lambda: ExactCover(1, [["0"]]),
        lambda: ExactCover(1, [], None),
        lambda: Search(None),
        lambda: cover.search([0.0]),
        lambda: cover.search(0),
        lambda: cover.search().run(nodes=1.5),
        lambda: cover.search().run(seconds="1"),
    ):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize(
    "budget", [{"nodes": -1}, {"seconds": -1}, {"seconds": -math.inf}, {"seconds": math.nan}]
)
def test_budgets_that_are_refused(budget):
    search = ExactCover(1, [[0]]).search()
    with pytest.raises(ValueError, match="must be 0 or more"):
        search.run(**budget)
    with pytest.raises(ValueError, match="must be 0 or more"):
        search.count(**budget)


def test_budgets_beyond_all_measure():
    search = ExactCover(1, [[0]]).search()
    assert search.count(limit=10**30, nodes=10**30, seconds=math.inf) == 1
    with pytest.raises(ValueError, match="limit must be 0 or more"):
        search.count(limit=-1)
