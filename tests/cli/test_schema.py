"""`csp-sudoku schema`: what commands write with --json is what the schema says."""

import json

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from csp_sudoku import selftest
from csp_sudoku.cli import COMMANDS
from csp_sudoku.cli.commands.completion import commands
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import DOUBLED, EMPTY, HARD, MINIMAL_4, SEVERAL, SOLVED_4, TWO_4, lines
from tests.seeds import EASY_9

EXPERT = ".....8..22.4...89...1..2...71....6.....7.5..983.1........3......43.87.2......9.48"
MARKED = '{"board":"sudoku-2x2","values":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"candidates":[null'
MARKED += ",[2]" + ",[1,2,3,4]" * 14 + "]}"
WITH_JSON = [c.name for c in commands() if any("--json" in o.flags for o in c.options)]

EXAMPLES = {
    "solve": [
        [HARD, DOUBLED, SEVERAL, TWO_4],
        ["--timeout", "0", HARD],
        ["--require-unique", EMPTY, SEVERAL, "nonsense"],
        ["--backend", "logic", HARD],
    ],
    "show": [[HARD, DOUBLED, MARKED, "nonsense"]],
    "explain": [
        [EASY_9, DOUBLED, SEVERAL, "nonsense"],
        ["--hardness", EASY_9],
        ["--guess", TWO_4],
        ["--timeout", "0", EASY_9],
        ["--unique", EXPERT],
    ],
    "hint": [
        *([EASY_9, "--level", str(level)] for level in (1, 3)),
        [DOUBLED, SOLVED_4, EXPERT, "--level", "3"],
        ["16" + EASY_9[2:], "--given", EASY_9],
        [TWO_4, "--given", EASY_9],
    ],
    "convert": [[HARD, MARKED]],
    "count": [[HARD, DOUBLED], [SEVERAL, "--limit", "3"], [EMPTY, "--timeout", "0"], ["nonsense"]],
    "prove": [
        [MINIMAL_4],
        ["--out", "{folder}/proof", MINIMAL_4],
        ["--out", "{folder}/none", TWO_4, DOUBLED],
    ],
    "conflict": [[HARD, DOUBLED, TWO_4, "12........3...4.", MARKED, "nonsense"]],
    "true-candidates": [[TWO_4, DOUBLED]],
    "redundant": [[HARD, TWO_4, DOUBLED, "nonsense"], ["--timeout", "0", HARD]],
    "minimal": [[HARD, TWO_4], ["--check", HARD, SOLVED_4, DOUBLED], ["--timeout", "0", SOLVED_4]],
    "minimum": [[SOLVED_4, TWO_4], ["--at-most", "3", SOLVED_4]],
    "generate": [["-n", "2"], ["--clues", "16"], ["--clues", "18", "--timeout", "0"]],
    "canonical": [[HARD, MINIMAL_4, "nonsense"]],
    "rate": [[EXPERT, SEVERAL, DOUBLED, SOLVED_4], ["--timeout", "0", HARD]],
    "cover": [
        ["{folder}/one.dlx"],
        ["{folder}/none.dlx"],
        ["--count", "{folder}/one.dlx"],
        ["--timeout", "0", "{folder}/one.dlx"],
    ],
    "bench": [["--first", "3", "--seconds", "0", "--backends", "dlx,sat"]],
    "compare": [[HARD, "--backends", "dlx,sat,bitmask"], ["--fight", "2", "--backends", "mrv"]],
    "parts": [["{folder}/parts"]],
    "backends": [[], [HARD, DOUBLED, "nonsense"], ["--timeout", "0", EMPTY]],
    "selftest": [[]],
}


def checker(name):
    schema = json.loads(here("schema", name).out)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("name", WITH_JSON)
def test_real_output_is_what_the_schema_says(name, tmp_path, monkeypatch):
    monkeypatch.setattr(selftest, "available", list)  # kernels and certificates will do
    validator = checker(name)
    statuses = set()
    if name == "parts":
        made = ("generate", "--part-size", 1, "-n", 2, "--quiet", "-o", f"{tmp_path}/parts/")
        assert here(*made, "--executor", "threads").code == 0
    (tmp_path / "one.dlx").write_text("a b | x\na x:1\nb x:1\n")
    (tmp_path / "none.dlx").write_text("a b | x\na x:1\nb x:2\n")
    for words in EXAMPLES[name]:
        ended = here(name, "--json", *(word.replace("{folder}", str(tmp_path)) for word in words))
        assert ended.out
        for line in ended.out.splitlines():
            facts = json.loads(line)
            error = best_match(validator.iter_errors(facts))
            assert error is None, (words, facts, error)
            statuses.add(facts.get("status"))
        assert ended.code == 2 or "invalid" not in line
    if ["nonsense"] in [words[-1:] for words in EXAMPLES[name]]:
        assert "invalid" in statuses


def test_certificates_that_are_checked(tmp_path):
    here("prove", MINIMAL_4, "--out", tmp_path)
    told = json.loads(here("prove", "--check", tmp_path, "--json").out)
    checker("prove").validate(told)
    assert told["holds"]


def test_the_schema_is_strict():
    validator = checker("count")
    good = {"status": "done", "count": 1, "exact": True}
    assert validator.is_valid(good)
    assert not validator.is_valid(good | {"more": 1})
    assert not validator.is_valid({"status": "done", "count": 1})
    assert not validator.is_valid(good | {"count": "1"})


def test_the_whole_schema_takes_the_lines_of_every_command():
    ended = csp_sudoku("schema")
    assert ended.code == 0
    whole = json.loads(ended.out)
    Draft202012Validator.check_schema(whole)
    assert [part["$ref"].rpartition("/")[2] for part in whole["anyOf"]] == [
        name for name in COMMANDS if name in WITH_JSON
    ]
    validator = Draft202012Validator(whole)
    told = here("count", "--json", stdin=lines(HARD, "nonsense")).out.splitlines()
    assert all(validator.is_valid(json.loads(line)) for line in told)


def test_mistakes():
    assert_refused(here("schema", "play"), "play", "solve, ")
    assert_refused(here("schema", "values"), "values")
