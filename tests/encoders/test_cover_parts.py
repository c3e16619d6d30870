"""Constraints as exact cover with colours: each solution is one cover, and the sizes are told."""

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

import csp_sudoku as cs
from csp_sudoku import CSP, ModelError, model as m
from csp_sudoku.encoders import cover_parts, exact_cover, xcover
from csp_sudoku.native.dlx import ExactCover
from tests.random_models import make, solutions_by_check


def covers(csp):
    """Return all covers, without projection, as the values of the model's own variables."""
    problem = csp.problem
    encoding = exact_cover.encode(problem.csp)
    native = ExactCover.from_arrays(
        encoding.primary, encoding.secondary, encoding.offsets, encoding.items, encoding.colours
    )
    chosen, excluded = encoding.chosen(problem.masks), encoding.excluded(problem.masks)
    found = [encoding.decode(options) for options in native.search(chosen, excluded=excluded)]
    return [tuple(problem.assignment(codes).values()) for codes in found]


@given(st.integers(0, 10**6))
def test_without_auxiliary_variables_each_solution_is_one_cover(seed):
    csp = make(seed)
    if exact_cover.refusal(csp.problem.csp) or csp.problem.csp.auxiliary:
        return
    found = covers(csp)
    assert len(found) == len(set(found))
    assert set(found) == solutions_by_check(csp)


class Either(m.Constraint):
    """Some auxiliary variable equals one of the two: it can often be chosen in several ways."""

    def check(self, assignment):
        return True

    def decompose(self, fresh):
        x, y = self.variables
        other = fresh((1, 2, 3, 4))
        return [m.AnyOf([[other == x], [other == y], [other == 4]]), other != 3]


def test_choices_of_auxiliary_variables_count_once():
    csp = CSP()
    x, y = csp.variables("x y", (1, 2, 3))
    csp.add(Either([x, y]))
    assert len(covers(csp)) > 9
    assert csp.count(backend="dlx") == len(list(csp.solutions("dlx"))) == 9
    assert csp.with_values({x: 2}).count(backend="dlx") == 3


def test_an_automaton_with_many_ways_counts_each_word_once():
    csp = CSP()
    xs = csp.variables("a b c d", (0, 1))
    steps = [(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1)]  # any 1 may be the one it sees
    csp.add(m.Regular(xs, 0, steps, [1]))
    assert not csp.constraints[0].is_deterministic
    assert csp.count(backend="dlx") == 15


def test_the_forms_of_relations():
    csp = CSP()
    x, y = csp.variables("x y", range(6))
    csp.add(x % 3 == y % 3)
    parts = exact_cover.encode(csp.problem.csp)
    assert (parts.primary, parts.secondary, len(parts.items)) == (2, 1, 24)  # one item, coloured
    csp = CSP()
    x, y = csp.variables("x y", range(6))
    csp.add(x < y)
    parts = exact_cover.encode(csp.problem.csp)
    assert parts.colours is None
    assert (parts.primary, parts.secondary, len(parts.meaning)) == (2, 4, 10)  # ends lack support
    assert csp.count(backend="dlx") == 15


def test_a_value_set_is_an_option_for_each_set():
    csp = CSP()
    xs = csp.variables("x y z", range(1, 10))
    csp.add(m.ValueSet(xs, [{1, 2, 6}, {1, 3, 5}, {2, 3, 4}]))
    parts = exact_cover.encode(csp.problem.csp)
    assert len(parts.meaning) == 3 * 6
    assert len(parts.offsets) - 1 - len(parts.meaning) == 3
    assert (parts.primary, parts.secondary) == (3 + 6 + 1, 0)
    assert csp.count(backend="dlx") == 18


def test_famous_models():
    money = CSP()
    letters = money.variables("S E N D M O R Y", range(10))
    s, e, n, d, o, r, y = (money[name] for name in "SENDORY")
    first = money["M"]
    money.all_different(letters)
    money.add(s != 0, first != 0)
    send, more = 1000 * s + 100 * e + 10 * n + d, 1000 * first + 100 * o + 10 * r + e
    money.add(send + more == 10000 * first + 1000 * o + 100 * n + 10 * e + y)
    assert money.count(backend="dlx") == 1
    magic = CSP()
    square = magic.grid(3, 3, range(1, 10))
    magic.all_different(square.flat)
    for line in (*square.rows, *square.columns, *square.diagonals):
        magic.add(sum(line) == 15)
    assert magic.count(backend="dlx") == 8


# What would explode


def test_what_would_explode_is_refused_with_its_size(monkeypatch):
    csp = CSP()
    xs = csp.variables("a b c", range(50))
    csp.add(m.AnyOf([[xs[0] < xs[1]], [xs[1] < xs[2]]], "either"))
    told = "either would take a list of 125,000 combinations, and the limit is 100,000"
    assert exact_cover.refusal(csp.problem.csp) == told
    with pytest.raises(cs.BackendError, match=told):
        csp.solve("dlx")
    with pytest.raises(ModelError, match=r"list of 125,000 combinations.*; export to cnf"):
        str(csp.export("xcover"))
    with pytest.raises(ModelError, match=r"125,000.*; use backend bitmask"):
        exact_cover.encode(csp.problem.csp)
    assert csp.solve("auto")
    monkeypatch.setattr(cover_parts, "MOST_OPTIONS", 20)
    triples = list(combinations(range(1, 10), 3))
    for add, words in (
        (lambda xs: m.Linear([(x, 1) for x in xs], 5, 7), "more than 20 options"),
        (lambda xs: m.ValueSet(xs, triples), "84 options, and the limit is 20"),
        (lambda xs: m.Table(xs, triples), r"\d+ options, and the limit is 20"),
    ):
        csp = CSP()
        csp.add(add(csp.variables("x y z", range(1, 10))), name="it")
        with pytest.raises(cs.BackendError, match=f"it would take {words}"):
            csp.count(backend="dlx")


def test_options_of_all_constraints_together_are_limited(monkeypatch):
    monkeypatch.setattr(cover_parts, "MOST_OPTIONS", 4)
    csp = CSP()
    xs = csp.variables("x y z", range(1, 5))
    csp.add(m.ValueSet(xs, [{1, 2, 3}, {1, 2, 4}, {1, 3, 4}]), name="first")
    csp.add(m.ValueSet(xs, [{1, 2, 3}, {1, 2, 4}]), name="second")
    told = "second would take 2 options beside the 3 of other constraints, and the limit is 4"
    assert exact_cover.refusal(csp.problem.csp) == told


# As text


@pytest.mark.parametrize("seed", range(60))
def test_exports_are_read_back(seed):
    csp = make(seed)
    export = csp.export("xcover")
    problem = xcover.read(str(export))
    assert list(xcover.read("\n".join(problem.lines())).lines()) == list(problem.lines())
    found = {
        tuple(export.decode("\n".join(map(" ".join, map(problem.words, options)))).values())
        for options in problem.native().search()
    }
    assert found == solutions_by_check(csp)


def test_items_with_many_colours_are_written_as_two():
    csp = CSP()
    xs = csp.variables("a b c d", range(40))
    csp.add(sum(xs) == 80)
    export = csp.with_domains({"a": (30, 31), "b": (20, 25), "c": (10,)}).export("xcover")
    problem = xcover.read(str(export))
    assert any(name.endswith("+") for name in problem.secondary)
    colours = {colour for option in problem.options for _, colour in option if colour}
    assert all(len(colour) == 1 for colour in colours)
    found = [
        export.decode("\n".join(map(" ".join, map(problem.words, options))))
        for options in problem.native().search()
    ]
    assert sorted(sum(one.values()) for one in found) == [80] * 4


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "<text>: there is no line with the names of the items"),
        ("| only a comment\n\n", "there is no line with the names"),
        ("a | b | c\n", "<text>:1:7: a second bar"),
        ("a a\n", "<text>:1:3: item 'a' is named twice"),
        ("a | b a\n", "<text>:1:7: item 'a' is named twice"),
        ("a:1\n", "<text>:1:1: an item cannot be called 'a:1'"),
        ("a |b\n", "<text>:1:3: an item cannot be called '|b'"),
        ("a\nb\n", "<text>:2:1: there is no item 'b'"),
        ("a | x\na x x:1\n", "<text>:2:5: the option names item 'x' twice"),
        ("a | x\na x:\n", "<text>:2:3: no colour follows 'x:'"),
        ("a | x\n\n a:1\n", "<text>:3:2: item 'a' has a colour, but it is primary"),
        ("a | x\na :1\n", "<text>:2:3: there is no item ''"),
    ],
)
def test_texts_that_are_refused(text, told):
    with pytest.raises(cs.PuzzleFormatError) as error:
        xcover.read(text)
    assert told in str(error.value)


def test_texts_may_have_comments_spaces_and_long_colours():
    problem = xcover.read(
        "  | a comment\r\na\tb |  x\n\n a   x:red \n| another\nb x:red\nb x:blue\nx:1"
    )
    assert (problem.primary, problem.secondary) == (["a", "b"], ["x"])
    assert [sorted(s) for s in problem.native().search()] == [[0, 1]]
    assert list(xcover.read("a b\na\nb\n").lines()) == ["a b", "a", "b"]
