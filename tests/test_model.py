"""The model: building, sharing, narrowing, and finding contradictions by counting."""

from itertools import product

import pytest
from hypothesis import given, strategies as st

from csp_sudoku import CSP, AllDifferent, Constraint, ModelError, Regular


def triangle():
    model = CSP()
    names = ("WA", "NT", "SA")
    wa, nt, sa = (model.variable(name, ("red", "green", "blue")) for name in names)
    for pair in ([wa, nt], [wa, sa], [nt, sa]):
        model.all_different(pair)
    return model, wa, nt, sa


def test_views_show_what_was_added_in_order():
    model, wa, nt, sa = triangle()
    assert model.variables == (wa, nt, sa)
    assert [str(v) for v in model.variables] == ["WA", "NT", "SA"]
    assert dict(model.domains) == dict.fromkeys(model.variables, ("red", "green", "blue"))
    assert [c.variables for c in model.constraints] == [(wa, nt), (wa, sa), (nt, sa)]
    assert all(type(c) is AllDifferent for c in model.constraints)


def test_views_are_read_only():
    model, wa, *_ = triangle()
    with pytest.raises(TypeError):
        model.domains[wa] = ("red",)
    with pytest.raises(TypeError):
        model.narrowed[wa] = ("red",)


def test_names_and_values_are_any_hashables():
    model = CSP()
    a = model.variable((0, 0), [None, frozenset({1}), "x"])
    b = model.variable(frozenset({"b"}), [3.5, "x"])
    model.all_different([(0, 0), b])
    assert model.find((0, 0)) == a
    assert model.violation({(0, 0): "x", b: "x"}).variables == (a, b)
    assert model.violation({a: None, frozenset({"b"}): "x"}) is None


def test_with_values_leaves_the_original_alone_and_shares_its_structure():
    model, wa, nt, _ = triangle()
    built = []
    model.shared("once", lambda base: built.append(base) or len(built))
    fixed = model.with_values({wa: "red"})
    again = fixed.with_values({"NT": "green"})
    assert model.domains[wa] == ("red", "green", "blue")
    assert (again.domains[wa], again.domains[nt]) == (("red",), ("green",))
    assert set(again.narrowed) == {wa, nt}
    assert again.shared("once", lambda base: pytest.fail("built again")) == 1
    assert not built[0].narrowed


def test_copies_share_what_their_variables_say_until_they_get_others():
    model = CSP()
    x, y = model.variables("x y", range(3))
    copy, larger = model.copy(), model.copy()
    copy.add(x < y)
    z = larger.variable("z", "abc")
    built = []
    for csp in (model, copy):
        csp.shared_with_copies("once", lambda base: built.append(len(base.variables)))
    assert built == [2]
    assert (model.values, copy.values) == ((0, 1, 2), (0, 1, 2))
    assert larger.values == (0, 1, 2, "a", "b", "c")
    assert larger.violation({x: 0, y: 0, z: "c"}) is None
    model.variable("w", (7,))
    assert (model.values, copy.values) == ((0, 1, 2, 7), (0, 1, 2))


STEPS = st.sets(st.tuples(*(st.integers(0, 2),) * 3), max_size=14)
"""Of three states and three values; there may be several next states."""
AUTOMATA = st.tuples(STEPS, st.sets(st.integers(0, 2)))


def words_of(steps, accept, length):
    """Return all words that an automaton accepts, followed state by state."""
    words = {()}
    reached = {(): {0}}
    for _ in range(length):
        words = {(*word, value) for word in words for value in range(3)}
        for word in words:
            before = reached[word[:-1]]
            reached[word] = {t for s, value, t in steps if s in before and value == word[-1]}
    return {word for word in words if reached[word] & accept}


@given(st.lists(AUTOMATA, min_size=1, max_size=3), st.integers(1, 4))
def test_automata_accept_what_following_their_steps_does(automata, length):
    xs = CSP().variables([f"x{i}" for i in range(length)], range(3))
    parts = [Regular(xs, 0, sorted(steps), accept) for steps, accept in automata]
    wanted = [words_of(steps, accept, length) for steps, accept in automata]
    for part, words in zip(
        [*parts, Regular.either(parts)], [*wanted, set().union(*wanted)], strict=True
    ):
        every = product(range(3), repeat=length)
        assert {word for word in every if part.met_by(word)} == words
        assert len(part.layers) == length == len(part.widths) - 1
        if words:  # no state is in vain
            sizes = zip(part.layers, part.widths, part.widths[1:], strict=False)
            for layer, before, after in sizes:
                assert {step[0] for step in layer} == set(range(before))
                assert {step[2] for step in layer} == set(range(after))


def test_large_automata_stay_apart():
    xs = CSP().variables([f"x{i}" for i in range(12)], range(40))
    sums = [
        Regular(xs, 0, lambda total, value: total + value, {total}) for total in (200, 201, 202)
    ]
    assert Regular.either(sums) is None


def test_a_problem_that_is_changed_no_longer_shares():
    model, wa, nt, sa = triangle()
    fixed = model.with_values({wa: "red"})
    assert model.shared("n", lambda base: len(base.variables)) == 3
    model.variable("Q", ("red",))
    assert (len(model.variables), len(fixed.variables)) == (4, 3)
    assert model.shared("n", lambda base: len(base.variables)) == 4
    assert fixed.shared("n", lambda base: len(base.variables)) == 3
    fixed.all_different([wa, nt, sa])
    assert (len(model.constraints), len(fixed.constraints)) == (3, 4)


@pytest.mark.parametrize(
    ("mistake", "says"),
    [
        (lambda m, wa: m.variable("WA", [1]), "'WA' already"),
        (lambda m, wa: m.variable("X", [1, 1]), "twice"),
        (lambda m, wa: m.all_different([wa, wa]), "twice"),
        (lambda m, wa: m.all_different([wa, "nobody"]), "'nobody'"),
        (lambda m, wa: m.with_values({wa: "pink"}), "'pink' is not in the domain of WA"),
        (lambda m, wa: m.with_values({"nobody": 1}), "'nobody'"),
        (lambda m, wa: m.all_different([triangle()[1]]), "'WA'"),
        (lambda m, wa: m.with_values({wa: "red"}).with_values({wa: "blue"}), "use one of ('red',)"),
    ],
)
def test_mistakes_are_our_errors(mistake, says):
    model, wa, *_ = triangle()
    with pytest.raises(ModelError) as caught:
        mistake(model, wa)
    assert says in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_a_doubled_value_is_found_and_named():
    model, wa, nt, _ = triangle()
    found = model.with_values({wa: "red", nt: "red"}).contradiction()
    assert found.variables == (wa, nt)
    assert "WA and NT" in found.reason
    assert "red" in found.reason
    assert found.constraint is model.constraints[0]


def test_a_group_larger_than_its_values_is_found():
    model = CSP()
    cells = [model.variable(i, (1, 2)) for i in range(3)]
    model.all_different(cells, "row 1")
    assert str(model.contradiction()) == "row 1 has 3 variables but only 2 values"


def test_an_empty_domain_is_found():
    model = CSP()
    model.variable("x", ())
    assert str(model.contradiction()) == "x has no value left"


def test_nothing_to_complain_about():
    assert CSP().contradiction() is None
    assert CSP().violation({}) is None
    assert triangle()[0].contradiction() is None


class Sum(Constraint):
    """A constraint that the model has never heard of."""

    def __init__(self, variables, total):
        super().__init__(variables, f"sum {total}")
        self.total = total

    def check(self, assignment):
        return sum(assignment[v] for v in self.variables) == self.total


def test_a_new_kind_of_constraint_needs_no_change_of_the_model():
    model = CSP()
    a, b = (model.variable(name, range(1, 10)) for name in "ab")
    model.add(Sum([a, b], 10))
    assert model.contradiction() is None
    assert model.violation({a: 3, b: 7}) is None
    assert str(model.violation({a: 3, b: 8})) == "sum 10 does not hold"


@given(st.data())
def test_violation_agrees_with_each_constraint(data):
    n = data.draw(st.integers(1, 6))
    model = CSP()
    variables = [
        model.variable(i, data.draw(st.lists(st.integers(0, 4), min_size=1, unique=True)))
        for i in range(n)
    ]
    members = st.lists(st.sampled_from(variables), unique=True, max_size=n)
    for group in data.draw(st.lists(members, max_size=4)):
        model.all_different(group)
    values = {v: data.draw(st.integers(0, 4)) for v in variables}
    right = all(values[v] in model.domains[v] for v in variables) and all(
        len({values[v] for v in c.variables}) == len(c.variables) for c in model.constraints
    )
    assert (model.violation(values) is None) == right
    assert all(c.check(values) for c in model.constraints) or not right


def test_violation_names_what_is_missing():
    model, wa, nt, _ = triangle()
    assert str(model.violation({wa: "red", nt: "blue"})) == "SA has no value"
    painted = {"WA": "red", "NT": "blue", "SA": "mauve"}
    assert str(model.violation(painted)) == "SA cannot be mauve"
    fixed = model.with_values({"SA": "green"})
    assert str(fixed.violation({**painted, "SA": "red"})) == "SA cannot be red"
    assert fixed.violation({**painted, "SA": "green"}) is None
