"""Exports of the whole constraint language: readers find the solutions that `check` tells."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import csp_sudoku as cs
from csp_sudoku import CSP, ModelError, model as m
from csp_sudoku.encoders import opb
from csp_sudoku.errors import UnsupportedConstraintError
from tests.encoders import export_readers as readers
from tests.encoders.export_problems import key, language, solutions
from tests.random_models import make

RANDOM = {f"random {seed}": seed for seed in range(40)}
READERS = {
    "cnf": (readers.pysat, {}),
    "cnf, reduced": (readers.pysat, {"form": "reduced", "at_most_one": "ladder"}),
    "cnf, minimal": (readers.pysat, {"form": "minimal", "at_most_one": "product"}),
    "opb": (readers.pseudo_boolean, {}),
    "xcover": (readers.dancing_links, {}),
    "cpsat": (readers.ortools_text, {}),
    "cpsat, alldifferent": (readers.ortools_text, {"formulation": "alldifferent"}),
}
ONCE = ("cnf", "cnf, reduced", "opb")
"""Readers that are told what to project away, and so find each solution once."""


def problem(name):
    return make(RANDOM[name]) if name in RANDOM else language()[name]


@pytest.mark.parametrize("name", [*language(), *RANDOM])
def test_readers_find_the_solutions(name):
    asker = problem(name)
    expected = solutions(asker)
    for reader, (read, options) in READERS.items():
        export = asker.export(reader.partition(",")[0], **options)
        found = [key(export.decode(output)) for output in read(str(export))]
        assert set(found) == expected, reader
        assert reader not in ONCE or len(found) == len(expected)


def test_the_parser_of_xcsp3_reads_the_language(tmp_path):
    askers = [problem(name) for name in (*language(), *RANDOM)]
    exports = [asker.export("xcsp3") for asker in askers]
    paths = [tmp_path / f"{number}.xml" for number in range(len(askers))]
    for export, path in zip(exports, paths, strict=True):
        export.save(path)
    script = Path(__file__).with_name("read_xcsp3.py")
    command = [sys.executable, script, "10000", *paths]
    printed = subprocess.run(command, capture_output=True, check=True).stdout.splitlines()
    for asker, export, line in zip(askers, exports, printed, strict=True):
        found = [key(export.decode(output)) for output in json.loads(line)]
        assert set(found) == solutions(asker)
        assert len(found) == len(set(found))


# What a reader recognises


def words():
    csp = CSP()
    xs = csp.variables("a b c", (1, 2, 3))
    return csp, *xs


def minizinc(csp):
    return [
        line.removeprefix("constraint ")
        for line in csp.export("mzn")
        if line.startswith("constraint ")
    ]


def xcsp3(csp):
    lines = [line.strip() for line in csp.export("xcsp3")]
    return lines[lines.index("<constraints>") + 1 : lines.index("</constraints>")]


@pytest.mark.parametrize(
    ("say", "in_minizinc", "in_xcsp3"),
    [
        (
            lambda a, b, c: m.AllDifferent([a, b]),
            "alldifferent([a, b]);",
            "<allDifferent> a b </allDifferent>",
        ),
        (
            lambda a, b, c: m.Relation(a, b, lambda x, y: x < y),
            "a < b;",
            "<intension> lt(a,b) </intension>",
        ),
        (
            lambda a, b, c: m.Relation(a, b, lambda x, y: abs(x - y) == 1),
            "abs(a - b) = 1;",
            "<intension> eq(dist(a,b),1) </intension>",
        ),
        (
            lambda a, b, c: m.Relation(a, b, [(1, 2), (3, 3), (2, 1)]),
            "table([a, b], [| 1, 2 | 2, 1 | 3, 3 |]);",
            "<extension> <list> a b </list> <supports> (1,2)(2,1)(3,3) </supports> </extension>",
        ),
        (
            lambda a, b, c: m.Table([a, b, c], [(3, 2, 1), (1, 2, 3)]),
            "table([a, b, c], [| 1, 2, 3 | 3, 2, 1 |]);",
            "<extension> <list> a b c </list> <supports> (1,2,3)(3,2,1) </supports> </extension>",
        ),
        (
            lambda a, b, c: m.Table([a], [(3,), (1,)]),
            "a in {1, 3};",
            "<extension> <list> a </list> <supports> 1 3 </supports> </extension>",
        ),
        (
            lambda a, b, c: m.Linear([(a, 2), (b, -1), (c, 1)], 3, 5),
            "2*a - b + c in 3..5;",
            "<sum> <list> a b c </list> <coeffs> 2 -1 1 </coeffs>"
            " <condition> (in,3..5) </condition> </sum>",
        ),
        (
            lambda a, b, c: m.Linear([(a, {1: 5, 2: 7, 3: 1}), (b, 1)], 8, None),
            "[5, 7, 1][a] + b >= 8;",
            "<sum> <list> eq(a,1) eq(a,2) b </list> <coeffs> 4 6 1 </coeffs>"
            " <condition> (ge,7) </condition> </sum>",
        ),
        (
            lambda a, b, c: cs.count([a, b, c], 3) <= 2,
            "count([a, b, c], 3) <= 2; % (a == 3) + (b == 3) + (c == 3) <= 2",
            '<count note="(a == 3) + (b == 3) + (c == 3) &lt;= 2"> <list> a b c </list>'
            " <values> 3 </values> <condition> (le,2) </condition> </count>",
        ),
        (
            lambda a, b, c: m.AtMost([a, b, c], 1, [1, 3]),
            "sum(v_ in [a, b, c])(v_ in {1, 3}) <= 1; % AtMost(a, b, c)",
            '<count note="AtMost(a, b, c)"> <list> a b c </list> <values> 1 3 </values>'
            " <condition> (le,1) </condition> </count>",
        ),
        (
            lambda a, b, c: a + b != 2 * c + 1,
            "a + b != 2*c + 1;",
            '<sum note="a + b != 2*c + 1"> <list> a b c </list> <coeffs> 1 1 -2 </coeffs>'
            " <condition> (ne,1) </condition> </sum>",
        ),
        (
            lambda a, b, c: m.Linear([(a, 1), (b, 1), (c, 1)], totals={3, 5, 9}),
            "a + b + c in {3, 5, 9};",
            "<sum> <list> a b c </list> <condition> (in,{3,5,9}) </condition> </sum>",
        ),
        (
            lambda a, b, c: (a == 1) | ~(abs(b - c) >= 2),
            "a = 1 \\/ (not (abs(b - c) >= 2));",
            "<intension> or(eq(a,1),not(ge(dist(b,c),2))) </intension>",
        ),
        (
            lambda a, b, c: cs.element([a, b], c) == 3,
            "[a, b][c + 1] = 3;",
            None,
        ),
        (
            lambda a, b, c: cs.element([7, 1, 2, 3], a) == b,
            "[7, 1, 2, 3][a + 1] = b;",
            "<element> <list> 7 1 2 3 </list> <index> a </index> <value> b </value> </element>",
        ),
        (
            lambda a, b, c: a * b // c == cs.maximum([a, b]),
            "(a * b) div c = max([a, b]);",
            "<intension> eq(div(mul(a,b),c),max(a,b)) </intension>",
        ),
        (
            lambda a, b, c: m.LexLess([a, b], [b, c]),
            "lex_less([a, b], [b, c]);",
            None,
        ),
        (
            lambda a, b, c: m.AnyOf([[m.AllDifferent([a, b]), c > 1], [a + b + c == 9]]),
            "(alldifferent([a, b]) /\\ c > 1) \\/ a + b + c = 9;",
            "<intension> or(and(ne(a,b),gt(c,1)),eq(add(a,b,c),9)) </intension>",
        ),
    ],
)
def test_constraints_are_said_in_the_terms_of_the_format(say, in_minizinc, in_xcsp3):
    csp, *xs = words()
    csp.add(say(*xs))
    assert minizinc(csp) == [in_minizinc]
    assert in_xcsp3 is None or xcsp3(csp)[0] == in_xcsp3


def test_value_sets_are_different_and_from_one_set():
    csp, a, b, _ = words()
    csp.add(m.ValueSet([a, b], [{1, 2}, {1, 3}, {4, 5}], name="cage"))
    assert minizinc(csp) == [
        "alldifferent([a, b])"
        " /\\ exists(set_ in [1..2, {1, 3}])(forall(v_ in [a, b])(v_ in set_)); % cage"
    ]
    assert xcsp3(csp)[:2] == [
        '<allDifferent note="cage"> a b </allDifferent>',
        '<intension note="cage"> or(and(in(a,set(1,2)),in(b,set(1,2))),'
        "and(in(a,set(1,3)),in(b,set(1,3)))) </intension>",
    ]


def test_automata_are_automata():
    csp, a, b, c = words()
    csp.add(m.Regular([a, b, c], 0, lambda state, value: (state + value) % 2, {0}))
    assert minizinc(csp) == [
        "regular([a, b, c], 6, 3, [| 2, 3, 2 | 4, 5, 4 | 5, 4, 5 | 0, 6, 0 | 6, 0, 6 | 0, 0, 0 |],"
        " 1, {6});"
    ]
    assert xcsp3(csp) == [
        "<mdd> <list> a b c </list> <transitions>"
        " (q0_0,1,q1_0)(q0_0,2,q1_1)(q0_0,3,q1_0)"
        "(q1_0,1,q2_0)(q1_0,2,q2_1)(q1_0,3,q2_0)(q1_1,1,q2_1)(q1_1,2,q2_0)(q1_1,3,q2_1)"
        "(q2_0,2,q3_0)(q2_1,1,q3_0)(q2_1,3,q3_0) </transitions> </mdd>"
    ]


def test_names_that_minizinc_does_not_take_are_comments():
    csp = CSP()
    csp.variable("var", (1, 2))
    csp.variable("b b", ("red", 3))
    csp.add(csp["var"] != csp["b b"])
    text = list(csp.export("mzn"))
    assert "var 1..2: x1; % var" in text
    assert "var 3..4: x2; % b b" in text
    assert "constraint x1 != x2;" in text
    decoded = csp.export("mzn").decode("var = 2\nb b = red\n----------\n")
    assert decoded == {"var": 2, "b b": "red"}


def test_large_numbers_have_other_numbers():
    csp = CSP()
    a, b = csp.variables("a b", (10**12, Fraction(1, 2), 3))
    csp.add(a + b >= 10**12)
    assert "var 3..5: a;" in list(csp.export("mzn"))
    assert "* 1 a = 1000000000000" in list(csp.export("opb"))


def test_a_sum_is_one_line_of_opb():
    csp, a, b, c = words()
    csp.add(a + 2 * b - c == 3)
    assert "+1 x1 +2 x2 +3 x3 +2 x4 +4 x5 +6 x6 -1 x7 -2 x8 -3 x9 = 3 ;" in list(csp.export("opb"))
    csp.add(cs.count([a, b, c], 3) <= 2)
    assert "-1 x3 -1 x6 -1 x9 >= -2 ;" in list(csp.export("opb"))
    assert opb._stated(csp.problem.csp).top == 9


def test_counters_are_told_what_to_project_on():
    csp, a, b, c = words()
    csp.add(a + b + c == 6)
    text = list(csp.export("cnf"))
    header = next(n for n, line in enumerate(text) if line.startswith("p cnf "))
    assert text[header - 1] == "c 9 c = 3"
    assert text[header + 1] == "c p show 1 2 3 4 5 6 7 8 9 0"


def test_auxiliary_variables_are_not_told():
    csp, a, b, c = words()
    csp.add((a * b) % (c - 2) == 1)
    for format in ("cnf", "opb"):
        assert sum(" = " in line for line in csp.export(format) if line[0] in "c*") == 9
    assert csp.problem.csp.auxiliary


# What cannot be said


@pytest.mark.parametrize("format", ["col", "graphml"])
def test_formats_that_know_groups_alone_name_what_they_cannot_say(format):
    csp, a, b, c = words()
    csp.all_different([a, b])
    csp.add(a + b + c == 6)
    with pytest.raises(
        UnsupportedConstraintError, match=r"cannot say a \+ b \+ c == 6 \(Linear\); export to cnf"
    ):
        str(csp.export(format))


class Secret(m.Constraint):
    """A constraint that only `check` knows."""

    def check(self, assignment):
        return True


@pytest.mark.parametrize("format", ["cnf", "opb", "mzn", "xcsp3", "xcover"])
def test_what_nobody_was_taught_is_refused_inside_disjunctions(format):
    csp, a, b, _ = words()
    csp.add(m.AnyOf([[a == b], [Secret([a])]]))
    with pytest.raises(UnsupportedConstraintError, match="Secret"):
        str(csp.export(format))


def test_answers_in_other_words_are_refused():
    csp, a, b, c = words()
    csp.add(a + b == c)
    with pytest.raises(ModelError, match="says no value of a"):
        csp.export("mzn").decode("a = 4\nb = 1\nc = 3\n")
    with pytest.raises(ModelError, match="tells no value of b"):
        csp.export("xcsp3").decode("<list> a b c </list> <values> 1 9 2 </values>")
    assert csp.export("xcsp3").decode("<list> a b c </list> <values> 1x2 2 </values>") == {
        "a": 1,
        "b": 1,
        "c": 2,
    }
