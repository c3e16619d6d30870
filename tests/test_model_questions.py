"""Questions of any model: certificates, true candidates, conflicts, two solutions."""

import json

import pytest
from hypothesis import given, strategies as st

import csp_sudoku as cs
from csp_sudoku.proofs.model_certificates import ModelCertificate
from tests.random_models import make, solutions_by_check

SEEDS = st.integers(0, 10**6)


@given(SEEDS)
def test_a_certificate_is_given_exactly_where_there_is_one_solution(seed):
    model = make(seed)
    found = solutions_by_check(model)
    if len(found) == 1:
        certificate = model.prove_unique()
        assert {tuple(certificate.solution[v.name] for v in model.variables)} == found
        assert certificate.check()
        return
    with pytest.raises(cs.NotProperError) as caught:
        model.prove_unique()
    named = {tuple(s[v.name] for v in model.variables) for s in caught.value.solutions}
    assert len(named) == (2 if found else 0)
    assert named <= found


def magic_square():
    """Return the model of a magic square with a corner and an edge given: one solution."""
    model = cs.CSP()
    square = model.grid(3, 3, range(1, 10))
    model.all_different(square.flat)
    for line in (*square.rows, *square.columns, *square.diagonals):
        model.add(sum(line) == 15)
    return model.with_values({(0, 0): 2, (0, 1): 7})


def test_a_saved_certificate_holds_and_a_tampered_one_does_not(tmp_path):
    certificate = magic_square().prove_unique()
    certificate.save(tmp_path)
    assert ModelCertificate.load(tmp_path).check()
    data = json.loads((tmp_path / "model.json").read_text())
    codes = json.loads((tmp_path / "solution.json").read_text())
    cnf = (tmp_path / "model.cnf").read_text()
    tampered = {
        "model.json": [
            json.dumps(data | {"constraints": data["constraints"][1:]}),
            json.dumps(data | {"narrowed": data["narrowed"][:1]}),
            json.dumps(data | {"more": 1}),
            "{",
        ],
        "solution.json": [
            json.dumps([codes[1], codes[0], *codes[2:]]),
            json.dumps(codes[1:]),
            json.dumps([True, *codes[1:]]),
        ],
        "model.cnf": [cnf.replace(" 0\n", " 1 0\n", 1), cnf + "1 0\n", ""],
        "proof.drat": ["", "1 0\n"],
    }
    for name, texts in tampered.items():
        whole = (tmp_path / name).read_text()
        for text in texts:
            (tmp_path / name).write_text(text)
            assert not is_accepted(tmp_path), (name, text[:60])
        (tmp_path / name).write_text(whole)
    assert is_accepted(tmp_path)


def is_accepted(folder):
    try:
        return bool(ModelCertificate.load(folder).check())
    except cs.CertificateError:
        return False


@given(SEEDS)
def test_true_candidates_are_those_of_all_solutions(seed):
    model = make(seed)
    found = solutions_by_check(model)
    if not found:
        with pytest.raises(cs.NoSolutionError):
            model.true_candidates()
        return
    expected = {
        v.name: tuple(value for value in v.domain if value in {s[i] for s in found})
        for i, v in enumerate(model.variables)
    }
    assert model.true_candidates() == expected


@given(SEEDS, st.data())
def test_a_conflict_is_minimal(seed, data):
    model = make(seed)
    variables = [v for v in model.variables if v.domain]
    places = st.lists(st.sampled_from(range(len(variables))), unique=True, max_size=2)
    fixed = [variables[at] for at in (data.draw(places) if variables else ())]
    model = model.with_values({v: data.draw(st.sampled_from(v.domain)) for v in fixed})
    found = model.conflict()
    if solutions_by_check(model):
        assert found is None
        return
    assert found.is_minimal

    def has_solution(domains, constraints):
        part = cs.CSP()
        part._structure.variables = list(model.variables)
        part._structure.index = {v.name: v for v in model.variables}
        part._structure.constraints = list(constraints)
        return bool(solutions_by_check(part.with_domains(domains)))

    assert not has_solution(found.domains, found.constraints)
    for name in found.domains:
        fewer = {key: values for key, values in found.domains.items() if key != name}
        assert has_solution(fewer, found.constraints)
    for constraint in found.constraints:
        assert has_solution(found.domains, [c for c in found.constraints if c is not constraint])


def test_a_conflict_in_words():
    model = cs.CSP()
    x, y, z = model.variables("x y z", range(1, 10))
    model.add(x + y + z == 26, name="the cage")
    model.all_different([x, y, z], "the row")
    model.add(x < y)
    assert str(model.conflict()) == "the cage and the row cannot hold together"
    assert str(model.with_values({x: 3, y: 2}).conflict()) != ""


def test_two_solutions():
    model = cs.CSP()
    x, y = model.variables("x y", range(3))
    model.add(x + y == 3)
    one, other = model.two_solutions()
    assert one != other
    assert model.with_values({x: 1}).two_solutions() is None
