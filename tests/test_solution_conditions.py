"""A solution is checked by values, by codes and natively, with the same result."""

import random
from zlib import crc32

import pytest

from csp_sudoku import model as m
from csp_sudoku.model.conditions import Conditions
from csp_sudoku.native import check


def mixed(*values):
    """Return a number that has little to do with the values."""
    return crc32(repr(values).encode())


def model(rng):
    """Return variables with odd domains, and constraints of the basis over them."""
    csp = m.CSP()
    domains = ([3, 1, 2], ["a", "b"], [5], [0, -1, 7, 4], list(range(70)))
    xs = [csp.variable(str(n), rng.choice(domains[: 4 + (n == 0)])) for n in range(5)]
    for _ in range(6):
        some = rng.sample(xs, rng.randint(1, 4))
        pairs = {(v, value): rng.randint(-3, 3) for v in some for value in v.domain}
        weights = [(v, {value: pairs[v, value] for value in v.domain}) for v in some]
        totals = rng.sample(range(-6, 7), rng.randint(0, 5))
        csp.add(m.Linear(weights, totals=totals))
        csp.add(m.Linear(weights, rng.choice([None, -2]), rng.choice([None, 3])))
        csp.add(m.Table(some, lambda *values: mixed(*values) % 3))
        csp.add(m.Regular(some, 0, lambda state, v: (state + mixed(v)) % 4, {0, 1, 2}))
        family = [rng.sample(values, min(len(some), len(values))) for values in (domains[0], "abc")]
        csp.add(m.ValueSet(some, [*family, [v.domain[0] for v in some]]))
        if len(some) > 1:
            csp.add(m.Relation(some[0], some[1], lambda a, b: mixed(a, b) % 4))
            csp.add(m.AnyOf([[m.Linear(weights, 0, 1)], [m.Table(some[:1], lambda a: a != 1)]]))
    return csp


@pytest.mark.parametrize("seed", range(20))
def test_all_ways_agree(seed):
    rng = random.Random(seed)
    csp = model(rng)
    variables = csp.variables
    whole = Conditions(variables, csp.constraints)
    apart = [(constraint, Conditions(variables, [constraint])) for constraint in csp.constraints]
    for _ in range(60):
        codes = [rng.randrange(len(v.domain)) for v in variables]
        values = {v: v.domain[code] for v, code in zip(variables, codes, strict=True)}
        met = {constraint: constraint.check(values) for constraint in csp.constraints}
        for constraint, alone in apart:
            assert constraint.met_by(codes) == met[constraint]
            assert (alone.broken(codes) is None) == met[constraint]
            assert (alone.broken(bytes(codes)) is None) == met[constraint]
        broken = whole.broken(codes)
        assert (broken is None) == all(met.values())
        assert broken is None or not met[broken]


@pytest.mark.parametrize(
    ("condition", "error"),
    [
        (("pair", 0, 1, ()), "begins with one of pairs"),
        ((), "begins with one of pairs"),
        (("pairs", 0, 1), "has three arguments"),
        (("pairs", 0, 2, (1,)), "a variable must be 0 to 1, not 2"),
        (("pairs", 0, 1, (-1,)), "bits 0 to 63"),
        (("values", 0, 65, 1), "codes must be 0 to 64"),
        (("total", [0], [[2**62]], []), "more than 2\\*\\*62"),
        (("total", [0, 1], [[1]], []), "1 rows of numbers for 2 variables"),
        (("set", [0], [[64]], []), "below 64"),
    ],
)
def test_refusals(condition, error):
    with pytest.raises(ValueError, match=error):
        check.Conditions(2, [condition])


def test_codes_that_a_variable_does_not_have_break_a_condition():
    conditions = [("pairs", 0, 1, (1, 1)), ("values", 0, 2, 3), ("total", [0], [[0, 0]], [(0, 0)])]
    for condition in conditions:
        one = check.Conditions(2, [condition])
        assert one.first_broken([1, 0]) is None
        assert one.first_broken([2, 0]) == one.first_broken([10**6, 0]) == 0
    assert check.Conditions(2, conditions[:1]).first_broken([0, 10**6]) == 0
    with pytest.raises(ValueError, match="expected 2 codes"):
        check.Conditions(2, conditions).first_broken([0])
