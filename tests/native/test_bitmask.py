"""The bitmask search: every configuration finds the same solutions, each exactly once."""

import doctest
import itertools
import os
import random
import subprocess
import sys
import threading
from array import array

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku.bits import members
from csp_sudoku.native import bitmask
from csp_sudoku.native.bitmask import EXHAUSTED, PAUSED, PRESETS, SOLUTION, Structure
from csp_sudoku.native.check import Groups

# The boards that seed 001 prints, with their solutions; a value n is written chr(48 + n).
SEED_9X9 = {
    "800000070006010053040600000000080400003000700020005038000000800004050061900002000": (
        "831529674796814253542637189159783426483296715627145938365471892274958361918362547"
    ),
    "100000027000304015500170683430962001900007256006810000040600030012043500058001000": (
        "193586427867324915524179683435962871981437256276815349749658132612743598358291764"
    ),
}
SEED_16X16 = (
    ";5?000=000000>030000046050100=:0:<80?00000;@20600910503;:0000000800000012@:070;0"
    "000@0600>0900:<15:00>0;00=8300201070@0920<0050>000009005060<00?8@0>0=30082?4:00;"
    "=;000>0000301600<04060000>01@30203000000=050600000=?79030;428<0:00:405000900=;0>"
    "080040<>73@:0200"
)
SEED_16X16_SOLUTION = (
    ";5?7:1=@<8269>433>@2<4685?19;=:7:<8=?7>934;@21654916523;:7>=<?8@846>3<512@:?79;="
    "?2;@864=>5973:<15:<9>?;71=834@261=73@:924<6;58>?273:9@15;6=<>4?8@6>1=37<82?4:59;"
    "=;982>?4@:35167<<?456;8:9>71@3=2932<;8:?=15>67@4>1=?79@36;428<5:7@:41526?9<8=;3>"
    "685;4=<>73@:?219"
)
# The nearly empty one: cell, value.
SEED_25X25 = (
    (1, 21), (4, 3), (5, 2), (14, 22), (18, 12), (26, 13), (33, 1), (167, 2), (171, 1), (191, 6),
    (208, 9), (215, 4), (217, 1), (226, 1), (245, 2), (269, 5), (274, 1), (293, 7), (312, 2),
    (319, 1), (387, 1), (401, 2), (457, 1), (466, 2), (477, 1), (486, 2), (492, 3), (509, 18),
    (518, 1), (576, 19), (611, 1), (621, 17),
)  # fmt: skip
# Norvig's grid without a solution: a cliff for a search that branches on cells alone.
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."

FULL_64 = 2**64 - 1


def latin_groups(order):
    rows = [range(order * r, order * (r + 1)) for r in range(order)]
    return [*rows, *zip(*rows, strict=True)]


def sudoku_groups(height, width):
    order = height * width
    boxes = [
        [
            (height * band + r) * order + width * stack + c
            for r in range(height)
            for c in range(width)
        ]
        for band in range(width)
        for stack in range(height)
    ]
    return [*latin_groups(order), *boxes]


def latin(order):
    return Structure(order**2, order, latin_groups(order))


def sudoku(height, width):
    order = height * width
    return Structure(order**2, order, sudoku_groups(height, width))


def masks_of(text, values):
    return [1 << (ord(c) - 49) if c not in ".0" else (1 << values) - 1 for c in text]


def text_of(solution):
    return "".join(chr(49 + value) for value in solution)


def is_valid(solution, masks, groups):
    """Does a solution keep its masks and its groups, in the eyes of another module?"""
    inside = all(mask >> value & 1 for mask, value in zip(masks, solution, strict=True))
    return inside and Groups(len(masks), groups).clash([v + 1 for v in solution]) is None


def brute_force(values, groups, masks):
    """All solutions, the obvious way."""
    domains = [[x for x in range(values) if mask >> x & 1] for mask in masks]
    return [
        bytes(row)
        for row in itertools.product(*domains)
        if all(len({row[v] for v in group}) == len(group) for group in groups)
    ]


@st.composite
def problems(draw):
    """Small problems of every kind: loose, tight and crowded groups, empty domains, nothing."""
    variables = draw(st.integers(0, 6))
    values = draw(st.integers(1, 5))
    group = st.lists(st.integers(0, max(variables - 1, 0)), unique=True, max_size=variables)
    groups = draw(st.lists(group, max_size=6))
    full = (1 << values) - 1
    mask = st.one_of(st.just(full), st.integers(1, full), st.integers(0, full))
    masks = draw(st.lists(mask, min_size=variables, max_size=variables))
    return variables, values, groups, masks


configurations = st.fixed_dictionaries(
    {
        "order": st.sampled_from(bitmask.ORDERS),
        "values": st.sampled_from(bitmask.VALUES),
        "propagation": st.sampled_from(bitmask.PROPAGATIONS),
        "branch": st.sampled_from(bitmask.BRANCHES),
        "seed": st.integers(0, FULL_64),
        "restarts": st.sampled_from([None, 1, 2, 300]),
        "rhythm": st.sampled_from(bitmask.RHYTHMS),
        "probe": st.booleans(),
        "fill": st.sampled_from([0.0, 0.06, 0.5, 1.0]),
        "successor": st.sampled_from(bitmask.SUCCESSORS),
    }
)


def run_in_slices_of_one(search):
    found = []
    while (status := search.run(nodes=1)) is not EXHAUSTED:
        if status is SOLUTION:
            found.append(search.solution)
    return found


@settings(max_examples=600, deadline=None)
@given(problems(), configurations)
def test_any_configuration_finds_what_brute_force_finds(problem, configuration):
    variables, values, groups, masks = problem
    structure = Structure(variables, values, groups)
    search = structure.search(masks, **configuration)
    found = list(search)
    assert sorted(found) == brute_force(values, groups, masks)
    assert search.solutions == len(found)
    assert search.max_depth <= variables
    assert run_in_slices_of_one(structure.search(masks, **configuration)) == found
    assert structure.search(masks, **configuration).count() == len(found)


@pytest.mark.parametrize("propagation", bitmask.PROPAGATIONS)
@pytest.mark.parametrize("branch", bitmask.BRANCHES)
@pytest.mark.parametrize("order", bitmask.ORDERS)
def test_the_288_grids_of_4x4(order, branch, propagation):
    structure = sudoku(2, 2)
    for values in bitmask.VALUES:
        for restarts, rhythm in ((None, "doubling"), (1, "doubling"), (1, "luby")):
            search = structure.search(
                [15] * 16,
                order=order,
                branch=branch,
                propagation=propagation,
                values=values,
                restarts=restarts,
                rhythm=rhythm,
                seed=7,
            )
            assert len(set(search)) == search.solutions == 288


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("order", "squares"), [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161280)])
def test_latin_squares(order, squares, preset):
    masks = [(1 << order) - 1] * order**2
    assert latin(order).search(masks, **PRESETS[preset]).count() == squares


@pytest.mark.parametrize("preset", PRESETS)
def test_grids_of_6x6_with_the_first_row_fixed(preset):
    masks = [1 << c for c in range(6)] + [63] * 30
    assert sudoku(2, 3).search(masks, **PRESETS[preset]).count() == 28200960 // 720


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("board", SEED_9X9)
def test_boards_of_the_seed(board, preset):
    search = sudoku(3, 3).search(masks_of(board, 9), **PRESETS[preset])
    assert [text_of(solution) for solution in search] == [SEED_9X9[board]]


def test_the_16x16_of_the_seed():
    for preset in ("mrv", "taboo-totem-pick", "deepest", "probing", "default"):
        search = sudoku(4, 4).search(masks_of(SEED_16X16, 16), **PRESETS[preset])
        assert [text_of(solution) for solution in search] == [SEED_16X16_SOLUTION]


@pytest.mark.parametrize("preset", ["mrv", "deepest", "default"])
def test_the_nearly_empty_25x25_of_the_seed(preset):
    masks = [2**25 - 1] * 625
    for cell, value in SEED_25X25:
        masks[cell] = 1 << (value - 1)
    search = sudoku(5, 5).search(masks, **PRESETS[preset])
    assert search.run(nodes=100_000) is SOLUTION
    assert is_valid(search.solution, masks, sudoku_groups(5, 5))


def test_an_empty_board_of_64x64():
    masks = [FULL_64] * 4096
    search = sudoku(8, 8).search(masks, **PRESETS["mrv"])
    assert search.run(nodes=100_000) is SOLUTION
    assert is_valid(search.solution, masks, sudoku_groups(8, 8))


@pytest.mark.parametrize("propagation", bitmask.PROPAGATIONS)
def test_branching_on_places_refutes_the_impossible_grid(propagation):
    search = sudoku(3, 3).search(
        masks_of(IMPOSSIBLE, 9),
        order="smallest",
        propagation=propagation,
        branch="cells+places",
        restarts=None,
    )
    assert search.run(nodes=20_000) is EXHAUSTED


def test_weights_refute_the_impossible_grid_sooner():
    assert sudoku(3, 3).search(masks_of(IMPOSSIBLE, 9)).run(nodes=100) is EXHAUSTED


def test_the_alldifferent_filter_keeps_exactly_what_some_assignment_uses():
    rng = random.Random(1)
    for _ in range(200):
        size, values = rng.randint(2, 5), rng.randint(5, 6)
        masks = [rng.randrange(1, 1 << values) for _ in range(size)]
        solutions = brute_force(values, [range(size)], masks)
        search = Structure(size, values, [range(size)]).search(
            masks, propagation="alldifferent", branch="cells", restarts=None
        )
        if not solutions:
            assert search.run(nodes=0) is EXHAUSTED  # refuted before any branch
            continue
        # Every branch within one group then leads to a solution: no dead end is ever met.
        assert search.count() == len(solutions)
        assert search.backtracks == 0


def test_the_plain_loop_and_the_machine_walk_the_same_tree():
    """Order "smallest" with a fill of 1.0 is static order, by way of the general machine."""
    structure = sudoku(2, 3)
    masks = [1 << c for c in range(6)] + [63] * 24 + [1 << c for c in (5, 4, 3, 2, 1, 0)]
    plain = structure.search(masks, order="static", propagation="none", branch="cells")
    general = structure.search(
        masks, order="smallest", propagation="none", branch="cells", fill=1.0
    )
    assert list(plain) == list(general)
    for statistic in ("nodes", "backtracks", "propagations", "solutions", "max_depth"):
        assert getattr(plain, statistic) == getattr(general, statistic)


def test_nodes_of_brute_force_without_constraints():
    search = Structure(3, 2, []).search([3, 3, 3], **PRESETS["bruteforce"])
    assert search.count() == 8
    assert (search.nodes, search.backtracks, search.max_depth) == (2 + 4 + 8, 0, 3)


@pytest.mark.parametrize("how", bitmask.SUCCESSORS)
def test_successors_list_the_members_of_a_set(how):
    rng = random.Random(9)
    small = [(mask, 9) for mask in range(1 << 9)]
    large = [(rng.getrandbits(64) & rng.getrandbits(64), 64) for _ in range(200)]
    edges = [(0, 64), (FULL_64, 64), (1 << 63, 64), (1, 1), (0, 1), (1 << 62, 63)]
    for mask, values in small + large + edges:
        assert bitmask.members(mask, values, how) == [x for x in range(64) if mask >> x & 1]


@pytest.mark.parametrize("how", bitmask.SUCCESSORS)
def test_successors_change_nothing_but_the_cost(how):
    masks = masks_of(next(iter(SEED_9X9)), 9)
    structure = sudoku(3, 3)
    usual = structure.search(masks, **PRESETS["bruteforce"])
    other = structure.search(masks, successor=how, **PRESETS["bruteforce"])
    assert list(usual) == list(other)
    assert (usual.nodes, usual.backtracks) == (other.nodes, other.backtracks)


def splitmix64(seed):
    """Steele, Lea and Flood's generator, as published."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & FULL_64
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & FULL_64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & FULL_64
        yield z ^ (z >> 31)


@pytest.mark.parametrize("seed", [0, 1, FULL_64])
def test_random_values_follow_splitmix64_on_every_machine(seed):
    assert next(splitmix64(0)) == 0xE220A8397B1DCDAF
    left, expected, numbers = list(range(64)), [], splitmix64(seed)
    while left:
        expected.append(left.pop((next(numbers) >> 32) * len(left) >> 32))
    search = Structure(1, 64, []).search(
        [FULL_64], order="static", values="random", restarts=None, seed=seed
    )
    assert [solution[0] for solution in search] == expected


def test_the_same_seed_gives_the_same_search():
    structure = sudoku(3, 3)

    def first(seed):
        return next(structure.search([511] * 81, **PRESETS["taboo-totem-pick"], seed=seed))

    assert first(5) == first(5)
    assert len({first(seed) for seed in range(10)}) > 1


def test_restarts_happen_and_lose_nothing():
    masks = masks_of(next(iter(SEED_9X9)), 9)
    masks[0] = 511  # without this clue there are many solutions
    structure = sudoku(3, 3)
    plain = set(structure.search(masks, order="smallest", restarts=None))
    for order in ("weighted", "domwdeg", "pick"):
        search = structure.search(masks, order=order, propagation="naked", restarts=1)
        found = list(search)
        assert search.restarts > 0
        assert len(found) == len(plain)
        assert set(found) == plain


def test_restarts_after_the_sequence_of_luby():
    pigeons = Structure(12, 11, [[0, pigeon] for pigeon in range(1, 12)] + [range(1, 12)])
    search = pigeons.search(
        [2**11 - 1] * 12, propagation="naked", branch="cells", restarts=1, rhythm="luby"
    )
    search.record(10_000)
    search.run(nodes=3_000)
    kinds = [kind for kind, *_ in search.events()]
    runs = " ".join(kinds).split("restart")
    assert [run.count("dead") for run in runs[:15]] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


def test_the_arguments_default_to_the_default_preset():
    structure = sudoku(3, 3)
    masks = masks_of(IMPOSSIBLE, 9)
    bare, named = structure.search(masks), structure.search(masks, **PRESETS["default"])
    assert bare.run() is named.run() is EXHAUSTED
    assert (bare.nodes, bare.propagations) == (named.nodes, named.propagations)


def test_sixty_four_values():
    group = Structure(64, 64, [range(64)])
    masks = [1 << v for v in range(64)]
    masks[0] = masks[63] = 1 | 1 << 63
    for propagation in bitmask.PROPAGATIONS:
        found = set(group.search(masks, propagation=propagation))
        middle = bytes(range(1, 63))
        assert found == {b"\x00" + middle + b"\x3f", b"\x3f" + middle + b"\x00"}


def test_no_variables_have_one_solution():
    for groups in ([], [[]]):
        for preset in PRESETS.values():
            assert list(Structure(0, 1, groups).search([], **preset)) == [b""]


def test_more_members_than_values_have_no_solution():
    for preset in PRESETS.values():
        assert Structure(3, 2, [[0, 1, 2]]).search([3, 3, 3], **preset).run() is EXHAUSTED


def test_a_branch_whose_parts_need_many_rounds_to_fail():
    """x < y and y < x narrow each other to one value each, in three rounds, before they fail."""
    for values in range(2, 40):
        less = [sum(1 << y for y in range(x + 1, values)) for x in range(values)]
        parts = [("relation", 0, 1, less), ("relation", 1, 0, less)]
        for branches in ([parts], [parts[::-1]], [parts, [("only", 0, 0)]]):
            search = Structure(2, values, [], [("any", branches)]).search([(1 << values) - 1] * 2)
            assert (search.count(), search.status) == (0, EXHAUSTED)


def test_many_groups_and_many_variables():
    """Beyond the 4096 numbers that a worklist holds one word a span: a path, coloured with 2."""
    length = 300_001
    path = Structure(length, 2, [(v, v + 1) for v in range(length - 1)])
    for propagation in ("naked", "singles", "locked", "alldifferent"):
        masks = array("Q", [3]) * length
        masks[length // 2] = 1
        search = path.search(masks, propagation=propagation)
        assert search.run() is SOLUTION
        assert search.solution == bytes((v + length // 2) % 2 for v in range(length))
        assert search.run() is EXHAUSTED


@pytest.mark.parametrize(
    "convert",
    [
        list,
        tuple,
        iter,
        lambda masks: array("Q", masks),
        lambda masks: memoryview(array("Q", masks)),
        lambda masks: np.array(masks, dtype=np.uint64),
        lambda masks: np.array(masks, dtype=np.int64),
        lambda masks: np.repeat(np.array(masks, dtype=np.uint64), 2)[::2],
        bytes,
    ],
)
def test_masks_from_anything(convert):
    structure = Structure(3, 3, [[0, 1, 2]])
    assert list(structure.search(convert([1, 7, 6]))) == [b"\x00\x01\x02", b"\x00\x02\x01"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 2, []), "variables must be 0 to 16777216, not -1"),
        ((2**25, 2, []), "variables must be"),
        ((2, 0, []), "values must be 1 to 64, not 0"),
        ((2, 65, []), "values must be 1 to 64, not 65"),
        ((2, 2, [[0], [0, 2]]), "group 1 names variable 2, but there are 2 variables"),
        ((2, 2, [[-1]]), "group 0 names variable -1"),
        ((2, 2, [[0, 1, 0]]), "group 0 names a variable twice"),
    ],
)
def test_wrong_structures_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Structure(*arguments)


@pytest.mark.parametrize(
    ("masks", "options", "message"),
    [
        ([1], {}, "expected 2 masks, one per variable, got 1"),
        (array("Q", [1, 2, 3]), {}, "expected 2 masks, one per variable, got 3"),
        ([1, 4], {}, "the mask of variable 1 must have bits 0 to 1 only, not 4"),
        ([-1, 1], {}, "the mask of variable 0"),
        ([1, 2**64], {}, "the mask of variable 1"),
        (array("Q", [1, 8]), {}, "the mask of variable 1"),
        ([1, 1], {"order": "best"}, "order must be one of static, smallest"),
        ([1, 1], {"values": ["lcv"]}, "values must be one of ascending, lcv, random, deepest"),
        ([1, 1], {"propagation": None}, "propagation must be one of none, naked"),
        ([1, 1], {"branch": ""}, r"branch must be one of cells, cells\+places"),
        ([1, 1], {"successor": "next"}, "successor must be one of loop"),
        ([1, 1], {"seed": -1}, "seed must lie between 0 and"),
        ([1, 1], {"seed": 2**64}, "seed must lie between 0 and"),
        ([1, 1], {"restarts": -1}, "restarts must be 0 or more, not -1"),
        ([1, 1], {"fill": 1.5}, "fill must lie between 0.0 and 1.0"),
        ([1, 1], {"fill": float("nan")}, "fill must lie between 0.0 and 1.0"),
    ],
)
def test_wrong_searches_are_refused(masks, options, message):
    with pytest.raises(ValueError, match=message):
        Structure(2, 2, [[0, 1]]).search(masks, **options)


def test_wrong_types_are_refused():
    structure = Structure(2, 2, [[0, 1]])
    for masks in (None, 3, [1, "1"], [1, 1.0], [1, None]):
        with pytest.raises(TypeError):
            structure.search(masks)
    with pytest.raises(TypeError):
        structure.search([1, 2], depth=3)
    with pytest.raises(TypeError):
        bitmask.Search(None, [])
    with pytest.raises(TypeError):
        bitmask.Search.__new__(bitmask.Search)
    with pytest.raises(TypeError):
        Structure(2, 2, [[0, 1.0]])


@pytest.mark.parametrize("limits", [{"nodes": -1}, {"seconds": -0.5}, {"seconds": float("nan")}])
def test_wrong_limits_are_refused(limits):
    search = Structure(2, 2, []).search([3, 3])
    with pytest.raises(ValueError, match=next(iter(limits))):
        search.run(**limits)
    assert search.count(limit=3) == 3


def test_a_search_goes_on_where_it_stopped():
    search = sudoku(2, 2).search([15] * 16)
    assert search.status is PAUSED
    assert search.solution is None
    assert search.count(limit=0) == 0
    assert search.count(limit=100) == 100
    assert search.status is SOLUTION
    seen = search.solution
    assert seen not in set(search)
    assert search.solution is None
    assert search.solutions == 288
    assert search.count() == 0
    assert search.run() is EXHAUSTED


def test_a_run_pauses_at_its_limits():
    search = sudoku(3, 3).search([511] * 81)
    assert search.run(nodes=0) is PAUSED
    assert search.nodes == 0
    assert search.run(nodes=3) is PAUSED
    assert search.nodes == 3
    assert search.count(seconds=0.0) > 0  # at least one slice
    assert search.status is PAUSED


def test_ctrl_c_stops_a_huge_count_and_leaves_it_resumable(interrupted):
    for preset in PRESETS.values():
        search = sudoku(3, 3).search([511] * 81, **preset)
        interrupted(search.count, after=0.1)
        before = search.solutions
        assert before > 0
        assert search.status is PAUSED
        assert search.count(limit=5) == 5
        assert search.solutions == before + 5


def test_threads_share_a_structure():
    structure = latin(5)
    counts = []

    def count(seed):
        counts.append(structure.search([31] * 25, order="pick", values="random", seed=seed).count())

    threads = [threading.Thread(target=count, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [161280] * 4


def test_two_threads_on_one_search_are_told_apart():
    """One of them is refused, sooner or later; and nothing is lost or found twice."""
    refused = threading.Event()
    while not refused.is_set():
        search = latin(5).search([31] * 25)

        def work(search=search):
            while True:
                try:
                    if search.run(nodes=2_000) is EXHAUSTED:
                        return
                except RuntimeError:
                    refused.set()

        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert search.solutions == 161280


def test_examples_in_the_docstrings():
    result = doctest.testmod(bitmask)
    assert result.attempted > 10
    assert result.failed == 0


def test_settling_narrows_without_a_decision():
    three = Structure(3, 3, [[0, 1, 2]])
    assert list(three.settle([0b111] * 3)) == [0b111] * 3
    assert list(three.settle([0b001, 0b011, 0b111], "naked")) == [1, 2, 4]
    assert list(three.settle([0b011, 0b011, 0b111], "singles")) == [0b011, 0b011, 0b100]
    assert list(three.settle([0b011, 0b011, 0b101], "alldifferent")) == [0b011, 0b011, 0b100]
    assert three.settle([0b001, 0b001, 0b111]) is None
    assert three.settle([0, 0b111, 0b111]) is None
    assert list(Structure(0, 1, []).settle([])) == []
    with pytest.raises(ValueError, match="propagation must be one of"):
        three.settle([0b111] * 3, "magic")
    with pytest.raises(ValueError, match="expected 3 masks, one per variable, got 2"):
        three.settle([0b111] * 2)


def test_groups_that_are_read_before_are_as_good_as_others():
    rows, columns = [[0, 1, 2], [3, 4, 5], [6, 7, 8]], [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
    first = bitmask.Groups(9, rows)
    for _ in range(2):  # it is not used up
        structure = Structure(9, 3, columns, first=first)
        assert structure.groups == 6
        assert structure.search([7] * 9).count() == 12  # latin squares of order 3
    assert Structure(9, 3, [], first=first).search([7] * 9).count() == 6**3


def test_groups_name_variables_that_there_are_once_each():
    with pytest.raises(ValueError, match="group 1 names a variable twice"):
        bitmask.Groups(3, [[0, 1], [2, 0, 2]])
    with pytest.raises(ValueError, match="there are 3 variables"):
        bitmask.Groups(3, [[0, 3]])
    with pytest.raises(ValueError, match="group 1 names a variable twice"):
        Structure(3, 3, [[2, 2]], first=bitmask.Groups(3, [[0, 1]]))
    with pytest.raises(ValueError, match="groups of 4 variables, but there are 3"):
        Structure(3, 3, [], first=bitmask.Groups(4, []))


def test_constraints_that_are_left_out_need_not_hold():
    less = tuple(0b1110 << value & 0b1111 for value in range(4))
    rng = random.Random(5)
    constraints = [
        *(("relation", rng.randrange(3), 3 + rng.randrange(3), less) for _ in range(70)),
        ("any", (((("only", 0, 0b0001)),), ((("only", 1, 0b0001)),))),
        ("sum", (0, 5), ((0, 1, 2, 3), (0, 1, 2, 3)), (-1, -1), ((3, 4),)),
    ]
    groups = [[0, 1, 2], [3, 4, 5]]
    structure = Structure(6, 4, groups, constraints)
    for _ in range(40):
        gone = rng.sample(range(72), rng.choice([1, 40, 69, 71, 72]))
        left = [row for number, row in enumerate(constraints) if number not in gone]
        found = set(structure.search([0b1111] * 6, without=gone))
        assert found == set(Structure(6, 4, groups, left).search([0b1111] * 6))
    assert structure.search([0b1111] * 6, without=range(72)).count() == 24 * 24


@given(
    values=st.integers(2, 12),
    count=st.integers(2, 3),
    peers=st.booleans(),
    data=st.data(),
)
def test_neighbouring_values_keep_exactly_what_some_run_uses(values, count, peers, data):
    """Runs of two and three variables have a propagator of their own, which is exact."""
    runs = tuple((2**count - 1) << low for low in range(values - count + 1))
    masks = data.draw(st.lists(st.integers(1, 2**values - 1), min_size=4, max_size=4))
    line = tuple(range(count))
    groups = [[0, 1, 2, 3], line] if peers else [line]
    structure = Structure(4, values, groups, [("set", line, runs)])
    expected = {
        found
        for found in itertools.product(*map(members, masks))
        if sorted(found[:count]) == list(range(min(found[:count]), min(found[:count]) + count))
        and (not peers or len(set(found)) == 4)
    }
    assert {tuple(found) for found in structure.search(masks)} == expected
    if expected and not peers:
        kept = [sum({1 << found[v] for found in expected}) for v in range(4)]
        assert list(structure.settle(masks)) == kept


def test_runs_of_sixty_four_values():
    runs = tuple(0b111 << low for low in range(62))
    structure = Structure(3, 64, [range(3)], [("set", (0, 1, 2), runs)])
    assert structure.search([2**64 - 1] * 3).count() == 62 * 6
    kept = structure.settle([1 << 63, 2**64 - 1, 2**64 - 1])
    assert list(kept) == [1 << 63, 0b11 << 61, 0b11 << 61]


@pytest.mark.parametrize("without", [[1], [-1], [2**70]])
def test_only_constraints_that_are_there_can_be_left_out(without):
    structure = Structure(2, 2, [], [("only", 0, 0b01)])
    with pytest.raises(ValueError, match="there are 1, from 0 up"):
        structure.search([3, 3], without=without)


def test_recording_begins_anew():
    """A search without branches can be asked to record again after its solution."""
    search = bitmask.Structure(1, 1, []).search([1])
    search.record(10)
    assert search.count() == 1
    assert len(search.events()) == 1
    search.record(10)
    assert search.events() == []


TREES = """
import random
from csp_sudoku.native import bitmask

print(bitmask.kernel_name())
rng = random.Random(8)
lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
for _ in range(60):
    values = rng.randint(3, 9)
    weights = tuple(range(values))
    runs = tuple(0b111 << low for low in range(values - 2))
    step = [(state, code, (state + code) % 5) for state in range(5) for code in range(values)]
    first = [(0, code, code % 5) for code in range(values)]
    last = [(state, code, 0) for state, code, target in step if target == 2]
    thing = bitmask.Automaton([first, step, step, last], [1, 5, 5, 5, 1])
    rows = [
        ("sum", rng.sample(range(9), 6), [weights] * 6, [-1] * 6, ((9, 3 * values),)),
        ("set", lines[3], runs),
        ("automaton", tuple(rng.sample(range(9), 4)), thing),
    ]
    masks = [rng.randrange(1, 1 << values) | rng.randrange(1 << values) for _ in range(9)]
    used = rows[: rng.randint(0, 3)]
    for preset in bitmask.PRESETS.values():
        search = bitmask.Structure(9, values, lines, used).search(masks, **preset)
        print(search.count(), search.nodes, search.backtracks, search.propagations)
"""


def test_both_kernels_walk_the_same_tree():
    trees = {}
    for kernel in ("generic", "auto"):  # the best that this CPU has
        result = subprocess.run(
            [sys.executable, "-c", TREES],
            env={**os.environ, "CSP_SUDOKU_KERNEL": kernel},
            capture_output=True,
            text=True,
            check=True,
        )
        name, *trees[kernel] = result.stdout.splitlines()
        assert name == ("generic" if kernel == "generic" else bitmask.kernels()[-1])
    assert trees["generic"] == trees["auto"]
    assert len(trees["auto"]) == 60 * len(PRESETS)
    assert len({line.split()[0] for line in trees["auto"]}) > 20
