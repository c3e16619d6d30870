"""Models survive pickle and JSON: the same solutions, the same names."""

import json
import pickle
from copy import deepcopy

import pytest
from hypothesis import given, strategies as st

import csp_sudoku as cs
from csp_sudoku.model.data import from_data, to_data
from tests.random_models import make, solutions_by_check


def restored(model, way):
    if way == "pickle":
        return pickle.loads(pickle.dumps(model))
    if way == "deepcopy":
        return deepcopy(model)
    return cs.CSP.from_json(model.to_json())


@pytest.mark.parametrize("way", ["pickle", "deepcopy", "json"])
@given(st.integers(0, 10**6))
def test_a_model_has_the_same_solutions_afterwards(way, seed):
    model = make(seed)
    other = restored(model, way)
    assert [(v.name, v.domain) for v in other.variables] == [
        (v.name, v.domain) for v in model.variables
    ]
    assert solutions_by_check(other) == solutions_by_check(model)
    if way == "json":
        assert other.to_json() == cs.CSP.from_json(other.to_json()).to_json()


def test_names_and_narrowed_domains_are_kept():
    model = cs.CSP()
    x, y = model.variables([("a", 1), frozenset("b")], [None, "x", 2.5, True])
    model.add(x != y, name="apart")
    some = model.with_domains({x: ["x", None]})
    for way in ("pickle", "json"):
        other = restored(some, way)
        assert other.domains[other.variables[0]] == ("x", None)
        assert [str(c) for c in other.constraints] == ["apart"]
        assert other.count() == some.count() == 6


def broken(change):
    model = cs.CSP()
    x, y = model.variables("x y", range(3))
    model.add(x + y == 3, cs.Relation(x, y, lambda a, b: a < b))
    data = json.loads(model.to_json())
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(version=2),
        lambda d: d.update(more=1),
        lambda d: d.pop("narrowed"),
        lambda d: d["variables"].append(["z", 7]),
        lambda d: d["variables"].append(["x", 0]),
        lambda d: d["constraints"].append({"kind": "odd", "of": [0]}),
        lambda d: d["constraints"].append({"kind": "all-different", "of": [0, 9]}),
        lambda d: d["constraints"].append({"kind": "all-different", "of": [0, True]}),
        lambda d: d["constraints"].append({"kind": "table", "of": [0], "tuples": [[5]]}),
        lambda d: d["constraints"].append({"kind": "condition", "condition": ["variable", 0]}),
        lambda d: d["constraints"].append({}),
        lambda d: d["constraints"][1]["rows"].pop(),
        lambda d: d["narrowed"].append([0, [17]]),
    ],
)
def test_broken_data_is_our_error(change):
    with pytest.raises(cs.ModelError):
        cs.CSP.from_json(broken(change))


@pytest.mark.parametrize("text", ["", "[]", "3", "{", '{"format": "other"}'])
def test_other_texts_are_our_errors(text):
    with pytest.raises(cs.ModelError):
        cs.CSP.from_json(text)


def test_what_cannot_be_written_says_so():
    class Own(cs.Constraint):
        def check(self, assignment):
            return True

    model = cs.CSP()
    x = model.variable("x", [0])
    model.add(Own([x]))
    with pytest.raises(cs.ModelError, match="has no decompose"):
        model.to_json()
    odd = cs.CSP()
    odd.variable("x", [object()])
    with pytest.raises(cs.ModelError, match="cannot be written as data"):
        odd.to_json()


@pytest.mark.parametrize(
    ("symbol", "arguments"),
    [
        ("**", [["variable", 0], ["variable", 0]]),
        ("**", [["variable", 0], ["constant", -1]]),
        ("**", [["variable", 0], ["constant", {"fraction": [1, 2]}]]),
        ("**", [["variable", 0]]),
        ("*", [["variable", 0]] * 3),
        ("abs", [["variable", 0]] * 2),
        ("minimum", []),
    ],
)
def test_operations_that_no_model_writes_are_refused(symbol, arguments):
    model = cs.CSP()
    model.variable("x", range(3))
    data = to_data(model)
    said = ["comparison", "==", ["operation", symbol, arguments], ["constant", 1]]
    data["constraints"] = [{"kind": "condition", "condition": said}]
    with pytest.raises(cs.ModelError):
        from_data(data)


def test_powers_that_would_take_minutes_are_refused():
    """A certificate of a few bytes kept its check busy without an end."""
    model = cs.CSP()
    x, bit = model.variable("x", range(4)), model.variable("bit", range(2))
    model.add(x**100 == 2**100, bit**1_000_000 == 1)
    assert [dict(found) for found in model.solutions()] == [{"x": 2, "bit": 1}]
    for base, exponent in ((x, 10**9), (x**2000, 2000), ((x * x) ** 100, 100), (x + 1, 10**6)):
        with pytest.raises(cs.ModelError, match="more than 10,000 bits"):
            base**exponent
    data = to_data(model)
    said = ["operation", "**", [["constant", 10**6], ["constant", 10**9]]]
    condition = ["comparison", ">", said, ["constant", 0]]
    data["constraints"] = [{"kind": "condition", "condition": condition}]
    with pytest.raises(cs.ModelError, match="more than 10,000 bits"):
        from_data(data)
