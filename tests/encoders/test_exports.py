"""Export formats: other programs read them, and find exactly the solutions that there are."""

import json
import subprocess
import sys
from itertools import product
from math import factorial
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings

from csp_sudoku import (
    CSP,
    AllDifferent,
    Constraint,
    ModelError,
    Puzzle,
    SourceError,
    boards,
    graphs,
)
from csp_sudoku.encoders import cnf as cnf_encoder
from csp_sudoku.encoders.at_most_one import ENCODINGS
from csp_sudoku.encoders.exports import EXPORTS, format_of_file
from csp_sudoku.errors import UnsupportedConstraintError, WrongAnswerError
from tests.encoders import export_readers as readers
from tests.encoders.export_problems import SEVENTEEN, key, large, small, solutions
from tests.strategies import csps

SMALL = pytest.mark.parametrize("name", small())
LARGE = pytest.mark.parametrize("name", large())
READERS = {
    "cnf": readers.pysat,
    "cpsat": readers.ortools_text,
    "xcover": readers.dancing_links,
    "col": readers.colouring,
}
"""Formats that are read in this process."""


def assert_tells(export, outputs, expected, times=1):
    """Each output decodes to a solution, and each solution is told so many times."""
    found = [key(export.decode(output)) for output in outputs]
    assert set(found) == expected
    assert len(found) == len(expected) * times


def colourings(asker):
    """Return how many colourings a solution stands for: colours may be exchanged."""
    count = len(asker.problem.csp.values)
    is_narrowed = any(mask.bit_count() < count for mask in asker.problem.masks)
    return factorial(count) if is_narrowed else 1


@SMALL
@pytest.mark.parametrize("format", READERS)
def test_all_solutions_are_read(name, format):
    asker = small()[name]
    export = asker.export(format)
    times = colourings(asker) if format == "col" else 1
    if times * len(solutions(asker)) > 900:  # fewer will do
        asker = asker.with_values({asker.variables[0]: asker.domains[asker.variables[0]][0]})
        export = asker.export(format)
    assert_tells(export, READERS[format](str(export)), solutions(asker), times)


@LARGE
@pytest.mark.parametrize("format", READERS)
def test_puzzles_of_real_size_are_read(name, format):
    export = large()[name].export(format)
    read = readers.colouring_up_to_names if format == "col" else READERS[format]
    assert_tells(export, read(str(export)), solutions(large()[name]))


@given(csps())
@settings(max_examples=40)
def test_random_problems_are_read(csp):
    if not csp.variables:
        with pytest.raises(ModelError, match="without variables"):
            csp.export("cnf")
        return
    for format in ("cnf", "xcover"):
        export = csp.export(format)
        assert_tells(export, READERS[format](str(export)), solutions(csp))


@pytest.mark.parametrize("formulation", ["boolean", "alldifferent"])
@pytest.mark.parametrize("name", ["4x4 empty", "map, one is red", "nasty names", "no values"])
def test_all_solutions_of_a_binary_model_are_read(name, formulation):
    asker = small()[name]
    export = asker.export("cpsat-binary", formulation=formulation)
    assert_tells(export, readers.ortools_binary(bytes(export)), solutions(asker))


@pytest.mark.parametrize("choice", list(product(cnf_encoder.FORMS, ENCODINGS)), ids=":".join)
def test_every_encoding_in_clauses_is_read(choice):
    form, at_most_one = choice
    for name in ("4x4 seven", "map", "4x4 nothing left", "random 5"):
        asker = small()[name]
        export = asker.export("cnf", form=form, at_most_one=at_most_one)
        outputs = readers.pysat(str(export))
        assert {key(export.decode(output)) for output in outputs} == solutions(asker)


def test_a_larger_group_takes_auxiliary_variables_that_the_header_counts():
    for form, at_most_one in product(cnf_encoder.FORMS, ENCODINGS):
        export = Puzzle(SEVENTEEN).export("cnf", form=form, at_most_one=at_most_one)
        rows = [line.split() for line in export if not line.startswith("c")]
        (top, count), clauses = map(int, rows[0][2:]), rows[1:]
        assert len(clauses) == count
        assert max(abs(int(word)) for clause in clauses for word in clause) == top


# Programs of their own


@pytest.mark.parametrize(
    "name",
    [
        *("4x4 empty", "4x4 doubled clue", "4x4 pencil marks", "4x4 nothing left", "two boards"),
        *("nasty names", "single values", "no groups", "no values", "one without values"),
        *("random 2", "random 4", "random 6"),
    ],
)
def test_clasp_reads_pseudo_boolean_constraints(name):
    asker = small()[name]
    export = asker.export("opb")
    assert_tells(export, readers.clasp(str(export)), solutions(asker))


@LARGE
def test_clasp_reads_pseudo_boolean_constraints_of_real_size(name):
    export = large()[name].export("opb")
    assert_tells(export, readers.clasp(str(export)), solutions(large()[name]))


def test_clasp_reads_clauses():
    asker = small()["4x4 seven"]
    export = asker.export("cnf")
    assert_tells(export, readers.clasp(str(export)), solutions(asker))
    assert list(readers.clasp(str(small()["no values"].export("cnf")))) == []


def test_the_parser_of_xcsp3_reads_all(tmp_path):
    askers = [*small().values(), *large().values()]
    paths = [tmp_path / f"{number}.xml" for number in range(len(askers))]
    exports = [asker.export("xcsp3") for asker in askers]
    for export, path in zip(exports, paths, strict=True):
        export.save(path)
    script = Path(__file__).with_name("read_xcsp3.py")
    command = [sys.executable, script, "1000", *paths]
    printed = subprocess.run(command, capture_output=True, check=True).stdout.splitlines()
    for asker, export, line in zip(askers, exports, printed, strict=True):
        assert_tells(export, json.loads(line), solutions(asker))


# Graphs


@pytest.mark.parametrize("name", ["4x4 pencil marks", "two boards", "map, one is red"])
def test_networkx_reads_the_graph_of_peers(name):
    asker = small()[name]
    csp = asker.problem.csp
    read = nx.parse_graphml(str(asker.export("graphml")))
    peers = graphs.peer_graph(csp)
    assert nx.utils.graphs_equal(
        nx.Graph(nx.relabel_nodes(read, nx.get_node_attributes(read, "name")).edges),
        nx.Graph(nx.relabel_nodes(peers, str).edges),
    )
    assert len(read) == len(peers)


def test_nodes_tell_cells_and_values_and_edges_their_groups():
    read = nx.parse_graphml(str(Puzzle("1..4 .... .... 2..3").export("graphml")))
    assert read.nodes["n3"] == {"name": "r1c4", "row": 1, "column": 4, "domain": "4", "value": 4}
    assert read.nodes["n5"] == {"name": "r2c2", "row": 2, "column": 2, "domain": "1, 2, 3, 4"}
    assert read.edges["n0", "n1"] == {"groups": "row 1; box 1"}
    assert read.number_of_edges() == 56


def test_names_survive_xml():
    read = nx.parse_graphml(str(small()["nasty names"].export("graphml")))
    names = list(nx.get_node_attributes(read, "name").values())
    assert names[:3] == ["two\\nlines", 'quote " \\(x) \\', "<a & b>"]
    assert read.edges["n0", "n1"]["groups"] == "<&>\\n"
    assert read.nodes["n6"]["value"] == "--"


# What is written down


def test_literals_are_numbered_as_in_the_encoder():
    puzzle = Puzzle(SEVENTEEN)
    cnf = cnf_encoder.encode(puzzle.csp)
    text = list(puzzle.export("cnf"))
    assert text[:2] == ["c 1 r1c1 = 1", "c 2 r1c1 = 2"]
    assert f"p cnf 729 {len(cnf.clauses) + 17}" in text
    assert text[-17:] == [f"{x} 0" for x in cnf.assumptions(puzzle.problem.masks)]


def test_a_board_is_exported_without_clues():
    export = boards.sudoku(3, 3).export("col")
    assert "p edge 81 810" in list(export)
    assert "p cnf 64 448" in list(boards.sudoku(2, 2).export("cnf"))


def test_lines_are_made_one_by_one():
    """The clauses of this one would fill hundreds of megabytes."""
    export = boards.sudoku(6, 6).export("cnf")
    header = next(line for line in export if line.startswith("p"))
    cells, groups = 36 * 36, 3 * 36 * 36
    assert header == f"p cnf {36**3} {(cells + groups) * (1 + 36 * 35 // 2)}"


@pytest.mark.parametrize("format", EXPORTS)
def test_the_same_problem_gives_the_same_bytes(format, tmp_path):
    export = small()["nasty names"].export(format)
    export.save(tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == bytes(export)
    assert export.format.lines is None or bytes(export) == str(export).encode()


def test_endings_tell_the_format():
    endings = [ending for format in EXPORTS.values() for ending in format.endings]
    assert len(set(endings)) == len(endings)
    assert format_of_file(Path("a.b/c.CNF")).name == "cnf"
    with pytest.raises(ModelError, match=r"use \.cnf, "):
        format_of_file("puzzle.doc")


# Answers


def test_no_solution_is_none():
    puzzle = small()["4x4 without solution"]
    assert puzzle.export("cnf").decode("s UNSATISFIABLE\n") is None
    assert puzzle.export("mzn").decode("=====UNSATISFIABLE=====\n") is None


def test_an_answer_to_minizinc_is_read():
    export = small()["map, one is red"].export("mzn")
    colours = ("red", "green", "red", "green", "red", "red", "blue")
    names = [variable.name for variable in small()["map"].variables]
    told = dict(zip(names, colours, strict=True))
    output = "".join(f"{name} = {colour}\n" for name, colour in told.items())
    assert export.decode(f"{output}----------\n==========\n") == told
    with pytest.raises(ModelError, match="'Tasmania = pink' says no value of Tasmania"):
        export.decode(output.replace("Tasmania = red", "Tasmania = pink"))


def test_a_name_may_look_like_the_end_of_an_answer():
    csp = CSP()
    csp.variable("----------", (1, 2))
    assert csp.export("mzn").decode("---------- = 2\n----------\n") == {"----------": 2}


@pytest.mark.parametrize(
    ("format", "output"),
    [
        ("cnf", "s UNKNOWN"),
        ("cnf", "v 1 two 0"),
        ("cnf", "v 1 0"),
        ("cnf", "v --1 0"),
        ("cnf", "v " + "1" * 5000),
        ("opb", "v x1 3"),
        ("opb", "v x" + "1" * 5000),
        ("opb", "v x1\nv -x1"),
        ("mzn", ""),
        ("xcsp3", "s SATISFIABLE"),
        ("xcsp3", "<list> r1c1 r1c2 </list> <values> 1xtwo </values>"),
        ("xcsp3", "<list> r1c1 r1c2 </list> <values> 1x9999999999999 </values>"),
        ("cpsat", "solution: 1"),
        ("cpsat", "solution: 1\n" * 64),
        ("cpsat", "solution: 0\n" * 64),
        ("xcover", " r1c1 1=1"),
        ("xcover", " r1c1 1=1 5=1 9=1\n r1c1 1=2 5=2 9=2"),
        ("col", "s col 4"),
        ("col", "l 1 1"),
    ],
)
def test_what_tells_no_solution_is_refused(format, output):
    with pytest.raises(ModelError, match="give what the solver printed for one solution"):
        small()["4x4 one"].export(format).decode(output)


def test_a_wrong_answer_is_refused():
    export = small()["4x4 filled"].export("cnf")
    literals = [4 * cell + value for cell, value in enumerate([2, 1, 4, 3] * 4)]
    with pytest.raises(WrongAnswerError, match="r1c1 cannot be 2"):
        export.decode(f"v {' '.join(map(str, literals))} 0")


# Mistakes


class Odd(Constraint):
    def check(self, assignment):
        return True


@pytest.mark.parametrize("format", EXPORTS)
def test_a_constraint_that_a_format_cannot_say_is_refused(format, tmp_path):
    csp = CSP()
    csp.add(Odd([csp.variable("x", (1, 2))]))
    with pytest.raises(UnsupportedConstraintError, match="Odd"):
        csp.export(format).save(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


class Differ(Constraint):
    """Two variables differ: a constraint that only the clauses are taught."""

    def check(self, assignment):
        return len({assignment[v] for v in self.variables}) == 2


@cnf_encoder.register.register
def _(constraint: Differ, cnf: cnf_encoder.Cnf) -> None:
    first, second = (cnf.literal[v.index] for v in constraint.variables)
    cnf.clauses += ([-first[code], -second[code]] for code in first.keys() & second.keys())


def test_a_constraint_that_is_taught_is_exported():
    csp = CSP()
    csp.add(Differ([csp.variable(name, (1, 2)) for name in "ab"]))
    for format in ("cnf", "opb"):
        export = csp.export(format)
        found = [export.decode(output) for output in readers.clasp(str(export))]
        assert sorted(found, key=str) == [{"a": 1, "b": 2}, {"a": 2, "b": 1}]


def test_mistakes_name_what_would_do():
    puzzle = small()["4x4 one"]
    with pytest.raises(ModelError, match="'lp'; use cnf, opb"):
        puzzle.export("lp")
    with pytest.raises(ModelError, match="no option 'shape'; it has form, at_most_one"):
        puzzle.export("cnf", shape="round")
    with pytest.raises(ModelError, match="no form is called 'short'; use extended"):
        puzzle.export("cnf", form="short")
    with pytest.raises(ModelError, match="no program answers to graphml"):
        puzzle.export("graphml").decode("v 1")
    with pytest.raises(ModelError, match="take its bytes"):
        list(puzzle.export("cpsat-binary"))
    with pytest.raises(SourceError, match="cannot write /nowhere/at/all: "):
        puzzle.export("cnf").save("/nowhere/at/all")
    a = CSP().variable("a", (1, 2))
    with pytest.raises(ModelError, match="names a twice"):
        AllDifferent([a, a])
