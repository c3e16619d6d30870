"""What can be written: operators, their meaning, and what is refused with a reason."""

import threading
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import csp_sudoku as cs
from csp_sudoku import CSP, ModelError


def count(condition_of, *domains):
    model = CSP()
    xs = [model.variable(f"x{i}", domain) for i, domain in enumerate(domains)]
    model.add(condition_of(*xs))
    found = {backend: model.count(backend=backend) for backend in ("bitmask", "sat", "cpsat")}
    assert len(set(found.values())) == 1, found
    return found["sat"]


DIGITS = range(10)


@pytest.mark.parametrize(
    ("condition_of", "expected"),
    [
        (lambda x, y: x + y == 10, 9),
        (lambda x, y: 2 * x < y + 3, sum(2 * a < b + 3 for a in DIGITS for b in DIGITS)),
        (lambda x, y: x != y, 90),
        (lambda x, y: abs(x - y) >= 5, 30),
        (lambda x, y: (x == 1) | (y > 2), 73),
        (lambda x, y: ~((x == 1) | (y > 2)), 27),
        (lambda x, y: cs.implies(x > 4, y == x), 55),
        (lambda x, y: (x == 3) ^ (y == 3), 18),
        (lambda x, y: x // y == 2, sum(b != 0 and a // b == 2 for a in DIGITS for b in DIGITS)),
        (lambda x, y: ~(x // y == 2), sum(b == 0 or a // b != 2 for a in DIGITS for b in DIGITS)),
        (
            lambda x, y: x % (y - 5) == 1,
            sum(b != 5 and a % (b - 5) == 1 for a in DIGITS for b in DIGITS),
        ),
        (lambda x, y: x * y == 24, 4),
        (lambda x, y: x**2 == y, 4),
        (lambda x, y: cs.maximum([x, y, 4]) == 4, 25),
        (lambda x, y: x.is_in({1, 3, 17}) & (y >= 8), 4),
        (lambda x, y: -x + 3 >= +y, 10),
        (lambda x, y: cs.count([x, y, 3], 3) == 2, 18),
        (lambda x, y: cs.element([y, 5, x], x) == 5, 1 + 10),
    ],
)
def test_two_variables(condition_of, expected):
    assert count(condition_of, DIGITS, DIGITS) == expected


@pytest.mark.parametrize(
    ("condition_of", "domains", "expected"),
    [
        (lambda *xs: sum(xs) == 15, [range(1, 10)] * 3, 61),
        (lambda x, y, z: x * y * z == 12, [range(1, 13)] * 3, 18),
        (lambda x, y, z: cs.maximum([x, y, z]) == 2, [range(3)] * 3, 19),
        (lambda x, y, z: (x < y) & (y < z), [range(5)] * 3, 10),
        (lambda x, y, z: cs.element([x, y], z) == 1, [range(2)] * 3, 4),
        (lambda x, y, z: cs.element([x, y], z) == 1, [range(2), range(2), (-1, 0, 2)], 2),
        (lambda x, y, z: ~(cs.element([x, y], z) == 1), [range(2), range(2), (-1, 0, 2)], 10),
        (lambda x, y, z: (x + y) % z == 0, [range(3), range(3), (0, 2)], 5),
        (lambda x, y, z: x * Fraction(1, 2) + y == z, [range(4), range(4), range(4)], 7),
        (lambda x, y, z: (x == y) + (y == z) + (x == z) == 1, [range(3)] * 3, 18),
        (lambda x, y, z: cs.count([x, y, z], "red") <= 1, [("red", "blue")] * 3, 4),
        (
            lambda x, y, z: cs.element([x, y, "blue"], z) == "blue",
            [("red", "blue")] * 2 + [range(4)],
            8,
        ),
        (lambda x, y, z: x + 0 * y + z == z, [range(-1, 2), range(2), range(2)], 4),
    ],
)
def test_three_variables(condition_of, domains, expected):
    assert count(condition_of, *domains) == expected


def test_constants_and_empty_sums_have_their_obvious_meaning():
    model = CSP()
    x = model.variable("x", range(3))
    model.add(sum([]) + x * 0 == 0, x == x, (x == 1) | True, name="always")
    assert model.count() == 3
    model.add(cs.Linear([], 1))
    assert model.count() == model.count(backend="sat") == model.count(backend="cpsat") == 0


def test_a_name_for_people():
    model = CSP()
    x, y = model.variables("x y", range(3))
    assert str(model.add(x < y, name="rising")) == "rising"
    assert model.add(x != 0, y != 0, name="not zero") is None
    assert [str(c) for c in model.constraints] == ["rising", "not zero 1", "not zero 2"]
    assert str(model.add(2 * x - y >= -1)) == "2*x - y >= -1"


def test_variables_are_members_of_sets_and_keys_of_dictionaries():
    model, other = CSP(), CSP()
    x, y = model.variables("x y", range(3))
    same_name = other.variable("x", range(3))
    assert len({x, y, x, same_name}) == 3
    assert {x: 1, y: 2}[y] == 2
    assert x in (y, x)
    assert x not in (y, same_name)
    assert [y, x].index(x) == 1


def test_variables_of_another_model_are_refused():
    model, other = CSP(), CSP()
    x = model.variable("x", range(3))
    y = other.variable("x", range(3))
    for use in (
        lambda: model.add(x < y),
        lambda: model.all_different([x, y]),
        lambda: model.with_values({y: 1}),
        lambda: model.add(cs.Linear([(y, 1)], 0, 1)),
    ):
        with pytest.raises(ModelError, match="belongs to another CSP"):
            use()
    assert model.add(x < model.with_values({x: 1}).variables[0] + 1)


@pytest.mark.parametrize(
    "use",
    [
        lambda x, y: x == 1 and y == 1,
        lambda x, y: x < y or y < x,
        lambda x, y: not x < y,
        lambda x, y: 1 if x > 1 else 0,
        lambda x, y: 0 < x < 2,
        lambda x, y: bool(x + 1),
        lambda x, y: x == 1 in (True, False),
    ],
)
def test_what_python_cannot_express_says_what_to_write(use):
    x, y = CSP().variables("x y", range(3))
    with pytest.raises(ModelError, match=r"write & for and, \| for or, ~ for not"):
        use(x, y)


@pytest.mark.parametrize(
    ("use", "says"),
    [
        (lambda x, c: x + 0.5, "floats are not exact"),
        (lambda x, c: x < "red", "'red' cannot be added or compared"),
        (lambda x, c: c + 1, "c may be 'red', which cannot be added"),
        (lambda x, c: x / 2, "write // instead"),
        (lambda x, c: x**-1, "as an exponent"),
        (lambda x, c: (x == 1) & x, "x is not a condition"),
        (lambda x, c: cs.maximum([]), "the maximum of nothing"),
        (lambda x, c: cs.count(x, 1), "give a list"),
        (lambda x, c: x == [1], "a list cannot be a value"),
        (lambda x, c: cs.Relation(x, x, lambda a, b: True), "twice"),
        (lambda x, c: cs.Table([x], [(1, 2)]), "expected a tuple of 1 values, got one of 2"),
        (lambda x, c: cs.Linear([(x, 2**61)], 0, 1), "more than 2**62"),
        (lambda x, c: cs.Table([c, x] * 1, lambda *_: 1) and x.is_in(3), "as a set of values"),
    ],
)
def test_mistakes_name_the_reason(use, says):
    model = CSP()
    x, c = model.variable("x", range(5)), model.variable("c", ("red", "blue"))
    with pytest.raises(ModelError) as caught:
        use(x, c)
    assert says in str(caught.value)


def test_a_large_table_is_never_built_silently():
    model = CSP()
    x, y = model.variables("x y", range(2000))
    with pytest.raises(ModelError, match="more than 1,000,000 tuples"):
        cs.Relation(x, y, lambda a, b: a < b)
    z = model.variable("z", range(2000))
    model.add(x * y == z)
    with pytest.raises(ModelError, match="tuples"):
        model.solve()


def test_numbers_of_numpy_are_numbers():
    model = CSP()
    x = model.variable("x", [np.int64(2), np.int8(3), True])
    model.add(x * np.int32(2) >= np.int64(4))
    assert model.count() == 2


def test_negative_and_unordered_domains():
    assert count(lambda x, y: x + y == 0, (5, -3, 2, 0), (-5, 3, 0, 7)) == 3
    assert count(lambda x, y, z: x + y + z == 0, (5, -3), (3, -5), (0, 8, -8)) == 4


def test_many_values_of_one_variable_widen_nobody():
    model = CSP()
    x, y = model.variables("x y", range(40))
    z = model.variable("z", range(100, 160))
    model.add(x + y + 100 == z, x < y)
    assert model.solve("bitmask").backend == "bitmask"
    assert model.count(backend="bitmask") == model.count(backend="sat")
    model.variable("wide", range(65))
    with pytest.raises(cs.BackendError, match="a variable has 65 values"):
        model.solve("bitmask")
    assert model.solve()


def test_auxiliary_variables_are_never_seen():
    model = CSP()
    x, y, z = model.variables("x y z", range(1, 4))
    model.add((x * y * z == 6) | (x + y == z))
    assert model.problem.csp.auxiliary > 0
    for backend in ("bitmask", "sat", "cpsat", "auto", "portfolio"):
        found = list(model.solutions(backend))
        assert all(set(solution) == {"x", "y", "z"} for solution in found)
        assert len(found) == len({tuple(s.values()) for s in found}) == 7


class Far(cs.Constraint):
    """Two variables are 2 apart or more, said with an auxiliary variable that has a choice."""

    def check(self, assignment):
        x, y = self.variables
        return abs(assignment[x] - assignment[y]) >= 2

    def decompose(self, fresh):
        x, y = self.variables
        gap = fresh(range(2, 10))
        return [(x + gap <= y) | (y + gap <= x)]


def test_a_constraint_of_ones_own_works_everywhere():
    model = CSP()
    x, y = model.variables("x y", range(6))
    model.add(Far([x, y]))
    for backend in ("bitmask", "mrv", "sat", "cpsat", "auto"):
        assert model.count(backend=backend) == 20, backend
        assert len(list(model.solutions(backend))) == 20


def test_two_threads_may_ask_one_model():
    model = CSP()
    square = model.grid(3, 3, range(1, 10))
    model.all_different(square.flat)
    for line in (*square.rows, *square.columns, *square.diagonals):
        model.add(sum(line) == 15)
    found = []
    threads = [
        threading.Thread(target=lambda b=b: found.append(model.count(backend=b)))
        for b in ("bitmask", "sat", "auto", "bitmask", "sat", "auto")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [8] * 6


def test_answers_are_read_by_variable_and_by_name():
    model = CSP()
    x, y = model.variables("x y", range(3))
    model.add(x + y == 4)
    answer = model.solve()
    assert answer[x] == answer["x"] == answer.solution[x] == answer.solution["x"] == 2
    with pytest.raises(KeyError):
        answer.solution["z"]


def test_grids():
    model = CSP()
    grid = model.grid(2, 3, (0, 1), name="g")
    assert grid[1, 2] is model["g", 1, 2]
    assert [len(line) for line in (*grid.rows, *grid.columns, *grid.diagonals)] == [
        3,
        3,
        2,
        2,
        2,
        2,
        2,
    ]
    with pytest.raises(IndexError):
        grid[2, 0]
    model.grid(1, 1, (0, 1))
    assert model[0, 0].name == (0, 0)


@pytest.mark.parametrize("backend", ["bitmask", "sat", "cpsat"])
def test_what_is_undefined_is_false(backend):
    """By zero, and at an index out of range: as in MiniZinc. Indices count from 0."""
    for holds, truth in (
        (lambda x, y: x // y == 1, lambda x, y: y and x // y == 1),
        (lambda x, y: x % y == 0, lambda x, y: y and x % y == 0),
        (lambda x, y: ~(x // y == 1), lambda x, y: not (y and x // y == 1)),
        (lambda x, y: (x % y == 0) | (y == 0), lambda x, y: y == 0 or x % y == 0),
        (lambda x, y: cs.element([5, 6, 7], x) == 5 + y, lambda x, y: x <= 2 and x == y),
        (lambda x, y: cs.element([5, 6, 7], x - 1) >= 5, lambda x, y: x >= 1),
    ):
        model = CSP()
        x, y = model.variables("x y", range(4))
        model.add(holds(x, y))
        found = sorted(tuple(solution.values()) for solution in model.solutions(backend))
        assert found == [pair for pair in product(range(4), repeat=2) if truth(*pair)]


def test_repeated_variables_and_conditions_that_are_always_true_or_false():
    assert count(lambda x, y: x + x == 2 * y, range(4), range(4)) == 4
    assert count(lambda x, y: x - x + y == 2, range(4), range(4)) == 4
    assert count(lambda x, y: x < x, range(4), range(4)) == 0
    assert count(lambda x, y: x == x, range(4), range(4)) == 16
    assert count(lambda x, y: x + y >= 0, range(4), range(4)) == 16
    assert count(lambda x, y: x + y > 6, range(4), range(4)) == 0


def test_values_are_any_hashables():
    model = CSP()
    x, y = model.variables("x y", ["red", (1, 2), None, frozenset({3})])
    model.add(x != y, x.is_in({(1, 2), None}), y != "red")
    for backend in ("bitmask", "sat", "cpsat"):
        assert model.count(backend=backend) == 4


def test_totals_that_c_cannot_hold_are_refused():
    model = CSP()
    xs = model.variables("a b c", (0, 2**61, -(2**61)))
    model.add(sum(xs) == 0)
    with pytest.raises(ModelError, match=r"more than 2\*\*62"):
        model.solve("bitmask")
