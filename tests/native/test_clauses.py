"""Clauses made natively say what groups say: counted over all assignments of small problems."""

from itertools import product

import pytest
from hypothesis import given, strategies as st

from csp_sudoku.native.check import (
    Peers,
    first_outside,
    fixed_and_open,
    given_values,
    masks_of,
)
from csp_sudoku.native.clauses import WAYS, Open

MASKS = st.lists(st.integers(0, 15), min_size=1, max_size=4)


def assignments(masks, members=()):
    """Return all codes within masks whose members differ, by trying them all."""
    found = []
    for codes in product(range(4), repeat=len(masks)):
        if all(mask >> code & 1 for mask, code in zip(masks, codes, strict=True)):
            own = [codes[v] for v in members]
            if len(set(own)) == len(own):
                found.append(codes)
    return found


def models(clauses, top, own):
    """Return the own literals of all models, by trying all assignments."""
    found = set()
    for values in product((False, True), repeat=top):
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses):
            found.add(tuple(x + 1 if values[x] else -x - 1 for x in range(own)))
    return found


@given(MASKS, st.data())
@pytest.mark.parametrize("way", WAYS)
def test_clauses_have_the_models_of_a_group(way, masks, data):
    literals = Open(masks)
    members = data.draw(st.lists(st.integers(0, len(masks) - 1), unique=True))
    clauses, top = literals.some_value(0, len(masks), literals.top, way)
    more, top = literals.group(members, 0, top, way)
    if top <= 16:
        found = models(clauses + more, top, literals.top)
        expected = assignments(masks, members)
        assert sorted(tuple(literals.decode(model)) for model in found) == expected


@given(MASKS, st.integers(0, 15))
def test_wanted_codes_are_taken(masks, wanted):
    literals, everyone = Open(masks), range(len(masks))
    clauses, top = literals.some_value(0, len(masks), literals.top, "pairwise")
    more, top = literals.group(everyone, wanted, top, "pairwise")
    expected = [
        codes
        for codes in assignments(masks, everyone)
        if all(code in codes for code in range(4) if wanted >> code & 1)
    ]
    if top <= 16:
        found = models(clauses + more, top, literals.top)
        assert sorted(tuple(literals.decode(model)) for model in found) == expected


def test_a_counter_says_at_most_one_of_many():
    literals = Open([1] * 7)
    assert literals.group(range(7), 0, 7, "pairwise") == ([[-a, -b] for a, b in pairs_of(7)], 7)
    clauses, top = literals.group(range(7), 0, 9, "sequential")
    assert top == 9 + 6
    shifted = [[x - (x > 9) * 2 + (x < -9) * 2 for x in clause] for clause in clauses]
    found = models(shifted, 13, 7)
    assert len(found) == 8  # none, or one of seven


def pairs_of(n):
    return [(a, b) for a in range(1, n + 1) for b in range(a + 1, n + 1)]


@given(MASKS, st.data())
def test_assumptions_leave_what_masks_leave(masks, data):
    narrow = [data.draw(st.sampled_from([m for m in range(16) if not m & ~mask])) for mask in masks]
    literals = Open(masks)
    clauses, top = literals.some_value(0, len(masks), literals.top, "pairwise")
    clauses += [[x] for x in literals.assumptions(narrow)]
    if top <= 16 and all(narrow):
        found = models(clauses, top, literals.top)
        assert sorted(tuple(literals.decode(model)) for model in found) == assignments(narrow)


def test_masks_and_codes_of_any_length():
    masks = [1 << 70 | 1 << 62 | 1, 1 << 300]
    literals = Open(masks)
    assert literals.top == 4
    assert list(literals.decode([-1, -2, 3, 4])) == [70, 300]
    assert literals.decode([1]) == [0, -1]
    assert literals.assumptions([1 << 70, 1 << 300]) == [3]
    assert literals.assumptions([1 << 62 | 1, 1 << 300]) == [-3]
    with pytest.raises(ValueError, match="0 or more"):
        Open([-1])
    with pytest.raises(ValueError, match="codes"):
        Open([1 << (1 << 21)])


@given(MASKS, st.lists(st.lists(st.integers(0, 3), unique=True), max_size=4))
def test_fixed_variables_narrow_their_peers(masks, groups):
    groups = [[v for v in group if v < len(masks)] for group in groups]
    expected = list(masks)
    while True:  # until nothing changes
        before = list(expected)
        for group in groups:
            for v in group:
                if expected[v].bit_count() == 1:
                    for other in group:
                        if other != v:
                            expected[other] &= ~expected[v]
        if expected == before:
            break
    found = Peers(len(masks), groups).narrowed(masks)
    assert found == (expected if all(expected) else None)


@given(MASKS, st.lists(st.integers(0, 80), min_size=4, max_size=4), st.sampled_from([0, 60, 70]))
def test_the_first_code_outside_its_mask(masks, codes, shift):
    masks = [mask << shift for mask in masks]
    wrong = [v for v, mask in enumerate(masks) if not mask >> codes[v] & 1]
    expected = wrong[0] if wrong else None
    assert first_outside(masks, codes, len(masks)) == expected
    assert first_outside(tuple(masks), bytes(codes), len(masks)) == expected


@given(st.lists(st.integers(0, 2**70)))
def test_fixed_and_open_values_are_told_apart(masks):
    bits = [mask.bit_count() for mask in masks]
    assert fixed_and_open(masks) == (bits.count(1), sum(bits) - bits.count(1))


@given(st.lists(st.integers(0, 4)))
def test_values_and_masks_tell_each_other(values):
    table = (0b1111, 0b0001, 0b0010, 0b0100, 0b1000)
    masks = masks_of(bytes(values), table)
    assert masks == [table[value] for value in values]
    assert given_values(masks, 4) == bytes(values)
    assert given_values([*masks, 0b0011], 4) is None
    with pytest.raises(ValueError, match="none for 4"):
        masks_of(b"\4", table[:4])
