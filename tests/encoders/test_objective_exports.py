"""Exports of objectives: other programs find the optima that brute force tells."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import csp_sudoku as cs
from tests.encoders import export_readers as readers
from tests.random_optima import make, optima_by_check

SEEDS = range(30)


@pytest.mark.parametrize("formulation", ["boolean", "alldifferent"])
def test_ortools_finds_the_optimum_and_its_value(formulation):
    for seed in SEEDS:
        model = make(seed)
        best, expected = optima_by_check(model)
        export = model.export("cpsat", formulation=formulation)
        value, output = readers.ortools_optimum(str(export))
        found = export.decode(output)
        if best is None:
            assert found is None
        else:
            assert tuple(found.values()) in expected
            assert value == pytest.approx(float(best))


def test_clasp_finds_the_optimum():
    for seed in range(10):
        model = make(seed)
        best, expected = optima_by_check(model)
        export = model.export("opb")
        outputs = list(readers.clasp_optimum(str(export)))
        assert [tuple(export.decode(output).values()) in expected for output in outputs] == (
            [] if best is None else [True]
        )


def test_the_parser_of_xcsp3_reads_objectives(tmp_path):
    models = [make(seed) for seed in SEEDS]
    exports = [model.export("xcsp3") for model in models]
    paths = [tmp_path / f"{seed}.xml" for seed in SEEDS]
    for export, path in zip(exports, paths, strict=True):
        export.save(path)
    script = Path(__file__).with_name("read_xcsp3.py")
    command = [sys.executable, script, "100000", *paths]
    printed = subprocess.run(command, capture_output=True, check=True).stdout.splitlines()
    for model, export, line in zip(models, exports, printed, strict=True):
        found = {tuple(export.decode(output).values()) for output in json.loads(line)}
        assert found == optima_by_check(model)[1]


@pytest.mark.parametrize(
    ("aim", "in_minizinc", "in_xcsp3", "in_opb"),
    [
        (
            lambda a, b, c: a + 2 * b - c + 4,
            "minimize a + 2*b - c + 4",
            '<minimize type="sum"> <list> a b c </list> <coeffs> 1 2 -1 </coeffs> </minimize>',
            "min: +1 x1 +2 x2 +2 x3 +4 x4 -1 x5 -2 x6 ;",
        ),
        (lambda a, b, c: b, "minimize b", "<minimize> b </minimize>", "min: +1 x3 +2 x4 ;"),
        (
            lambda a, b, c: cs.maximum([a, b]),
            "minimize max([a, b])",
            '<minimize type="maximum"> a b </minimize>',
            "min: +1 x7 +2 x8 ;",
        ),
        (
            lambda a, b, c: cs.maximum([a, b + 1]),
            "minimize max([a, b + 1])",
            "<minimize> max(a,add(b,1)) </minimize>",
            None,
        ),
        (
            lambda a, b, c: a == b,
            "minimize bool2int(a = b)",
            "<minimize> eq(a,b) </minimize>",
            None,
        ),
        (lambda a, b, c: 7, "satisfy", None, None),
    ],
)
def test_objectives_are_said_in_the_terms_of_the_format(aim, in_minizinc, in_xcsp3, in_opb):
    model = cs.CSP()
    model.minimize(aim(*model.variables("a b c", (1, 2))))
    assert f"solve {in_minizinc};" in list(model.export("mzn"))
    lines = [line.strip() for line in model.export("xcsp3")]
    kind = "CSP" if in_xcsp3 is None else "COP"
    assert lines[0] == f'<instance format="XCSP3" type="{kind}">'
    assert in_xcsp3 is None or in_xcsp3 in lines
    pseudo_boolean = list(model.export("opb"))
    assert in_opb is None or in_opb in pseudo_boolean


@pytest.mark.parametrize("format", ["cnf", "xcover", "col", "graphml"])
def test_formats_without_objectives_say_so(format):
    model = cs.CSP()
    model.maximize(model.variable("a", (1, 2)))
    with pytest.raises(cs.ModelError, match=f"{format} cannot say an objective; export to opb"):
        model.export(format)
    assert str(model.without_objective().export("cnf"))
